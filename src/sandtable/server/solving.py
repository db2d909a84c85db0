"""Odds for whoever asks, worked out in a process of its own, which is ended if one battle takes too long.

Nobody can tell beforehand how long a battle takes: most take milliseconds, a few would take minutes.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from ..core.errors import Illegal, SandtableError
from .wire import OddsInfo, OddsWish

#: Answers remembered.
KEPT = 500


class Busy(Exception):
    """Too many are waiting for their odds."""


class Solver:
    """One process that solves battles, one after the other, for an event loop.

    `seconds` may one battle take, `waiting` may so many ask at once. The process is started with the first question.
    """

    def __init__(self, seconds: float = 5.0, waiting: int = 8) -> None:
        self.seconds, self.waiting = seconds, waiting
        self._asking = 0
        self._thread = ThreadPoolExecutor(1, "odds")
        self._closed = False
        self._process: Any = None
        self._pipe: Connection | None = None
        self._known: OrderedDict[bytes, OddsInfo] = OrderedDict()

    async def odds(self, wish: OddsWish) -> OddsInfo:
        """The odds of a battle; raises `SandtableError` for what is no battle or takes too long, and `Busy`."""
        key = msgspec.json.encode(wish, order="sorted")
        found = self._known.get(key)
        if found is None:
            if self._asking >= self.waiting:
                raise Busy("many battles are being worked out just now; ask again in a few seconds")
            self._asking += 1
            try:
                found = await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, wish)
            finally:
                self._asking -= 1
        self._known[key] = found
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    def warm(self) -> None:
        """Starts the process already, so that the first question need not wait for it."""
        self._thread.submit(self._started)

    def close(self) -> None:
        """Ends the process; a battle that is being solved is given up."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._end()

    def _ask(self, wish: OddsWish) -> OddsInfo:
        try:
            pipe = self._started()
            pipe.send(wish)
            told = pipe.recv() if pipe.poll(self.seconds) else None
        except (EOFError, OSError):  # it was ended
            told = None
        if isinstance(told, OddsInfo):
            return told
        if isinstance(told, SandtableError):
            raise told
        self._end()
        raise Illegal("this battle is too large: its odds would take too long; leave out some units")

    def _started(self) -> Connection:
        """The pipe to the process, which is started if there is none."""
        if self._pipe is not None and self._process.is_alive():
            return self._pipe
        if self._closed:
            raise EOFError
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), name="sandtable odds", daemon=True)
        self._process.start()
        theirs.close()
        if not self._pipe.poll(60) or self._pipe.recv() != "ready":
            raise EOFError
        return self._pipe

    def _end(self) -> None:
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def _work(pipe: Connection) -> None:
    """What the process does: it ends when nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal it is meant for the server, which ends this process
    from .content import odds  # takes a moment, which the first question waits for

    with suppress(EOFError, OSError, KeyboardInterrupt):
        pipe.send("ready")
        while True:
            wish = pipe.recv()
            try:
                pipe.send(odds(wish))
            except SandtableError as error:
                pipe.send(error)
            except Exception:
                logging.getLogger(__name__).exception("the odds of a battle cannot be worked out")
                pipe.send(Illegal("the odds of this battle cannot be worked out"))
