"""Sends the notices of the outbox by mail and push. Several servers may share an outbox: each message is claimed once.

A message that was sent when the server died, before it could note that, is sent again when the claim has ended; it has
the same Message-ID (mail) or topic (push), so that it does not count twice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from ..core.errors import SandtableError
from . import letters, outbox
from .hall import Hall
from .outbox import MAIL, Bundle
from .post import Post
from .push import Gone, Push
from .refusals import Refused, log
from .roster import LASTING
from .wire_notices import PushDevice

#: Seconds between two looks at the outbox, messages in one look, and messages that are sent at a time.
EVERY, MOST, AT_ONCE = 5.0, 200, 8
#: Seconds between two searches for devices whose session has ended.
TIDY = 3600.0


class Courier:
    """Sends what is due. Without `post` or `push`, notices of that kind are dropped when they are due."""

    def __init__(self, hall: Hall, post: Callable[[], Post | None], push: Push, home: Callable[[], str]) -> None:
        self.hall, self.post, self.push, self.home = hall, post, push, home
        self._loop: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="courier")
        self._tidied = -TIDY

    def start(self) -> None:
        self._loop = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._loop:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        self._threads.shutdown(wait=False)

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
                await self._tidy()
            except Refused:
                pass  # the database is away; the next look may succeed
            except Exception:
                log.exception("notices could not be sent")
            await asyncio.sleep(EVERY)

    async def look(self) -> int:
        """Send all messages that are due; return how many were sent."""
        waiting = await self.hall.read(outbox.due, self.hall.now(), MOST)
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(person: str, channel: str) -> bool:
            async with limit:
                return await self._send(person, channel)

        return sum(await asyncio.gather(*(one(*row) for row in waiting)))

    async def _tidy(self) -> None:
        if time.monotonic() - self._tidied > TIDY:
            self._tidied = time.monotonic()
            await self.hall.written(outbox.orphans(self.hall.now(), LASTING))

    async def _send(self, person: str, channel: str) -> bool:
        """Send the message of a channel that is due, if there is one; return whether one was sent."""
        bundle: Bundle | None = (await self.hall.written(outbox.claim(person, channel, self.hall.now())))[0]
        if bundle is None:
            return False
        ids = [notice.id for notice in bundle.notices]
        games = await self.hall.read(letters.told, bundle)
        work = outbox.done(ids)
        sent = False
        if games:
            try:
                run = partial(self._mail if channel == MAIL else self._pushed, bundle, games)
                sent = await asyncio.get_running_loop().run_in_executor(self._threads, run)
            except Gone:
                work = outbox.drop_device(person, channel)
            except OSError as error:
                log.warning("a notice could not be sent: %s", type(error).__name__, extra={"once": "notice"})
                work = outbox.postpone(bundle.notices, self.hall.now())
            except (ValueError, SandtableError) as error:
                log.warning("a notice cannot be sent: %s", error, extra={"once": "notice"})
        await self.hall.written(work)
        return sent

    def _mail(self, bundle: Bundle, games: Sequence[letters.Told]) -> bool:
        post, home = self.post(), self.home()
        if post is None:
            return False
        token = self.push.key.sign(bundle.person)
        domain = home.partition("://")[2].partition(":")[0] or "localhost"
        headers = letters.headers(bundle, domain, f"{home}/api/people/stop/{token}")
        text = letters.letter(games, home, f"{home}/stop#{token}")
        post(self.hall.store.vault.open(bundle.to), letters.subject(games), text, headers)
        return True

    def _pushed(self, bundle: Bundle, games: Sequence[letters.Told]) -> bool:
        device = msgspec.json.decode(self.hall.store.vault.open(bundle.to), type=PushDevice)
        message: dict[str, Any] = letters.push_of(games)
        self.push.send(device, message, message["tag"])
        return True
