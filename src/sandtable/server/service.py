"""All operations on games and seats, independent of HTTP.

::

    async with Service("sqlite:///games.db") as service:
        made = await service.create(wish)
        view = await service.view(made.id, made.token)
        async with service.follow(made.id, Hello(made.token)) as updates:
            message = await updates.get()        # None: close the connection

`token` authenticates a client; an empty one is a spectator's. Every method raises `Refused`; its docstring lists the
statuses.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from typing import Any

from .agreeing import Agreeing
from .computers import Computers
from .courier import Courier
from .finding import Finding
from .hall import Hall
from .helping import Helping
from .notifying import Notifying
from .ordering import Ordering
from .passkeys import Keyed
from .playing import Playing
from .post import Post
from .proving import Proving
from .push import NoticeKey, Push
from .refusals import Refused
from .relay import Relay
from .stewards import Stewards
from .timekeeper import Timekeeper
from .vault import Vault

__all__ = ["Refused", "Service"]


class Service(Agreeing, Finding, Playing, Helping, Proving, Notifying, Keyed, Ordering):
    """All games of one database, as an async context manager.

    Entering migrates the database, starts the writer and the workers of the computer players, and resumes the games in
    which a computer player must act. Exiting stops them.
    """

    def __init__(
        self,
        url: str,
        *,
        workers: int | None = None,
        awake: int | None = None,
        seeds: Callable[[], str] = lambda: secrets.token_hex(32),
        vault: Vault | None = None,
        post: Post | None = None,
        home: str = "http://localhost",
        notice_key: NoticeKey | None = None,
        contact: str = "mailto:operator@localhost.invalid",
        trusted: frozenset[str] = frozenset(),
    ) -> None:
        """`url` is a database URL (plain ``postgresql://`` too) or the path of an SQLite file. `workers` is the number
        of processes for computer players (None: one fewer than the number of cores, at least one; 0: computer players
        do not act). `awake` is the number of games in memory (None: as the machine's memory allows). `seeds` returns
        the seed of each new game; tests replace it to know the dice.
        `vault` encrypts seeds and addresses in the database. `post` sends mail with links to `home`, by which people
        sign in. `notice_key` signs pushes and the links that stop mail (None: a new one), `contact` is the address of
        the operator for push services, and `trusted` are the push services that tests run on this machine."""
        if workers is None:
            workers = max(1, (os.cpu_count() or 1) - 1)
        super().__init__(Hall(url, awake, vault), seeds)
        self.relay = Relay(self.hall)
        self.computers = Computers(self.hall, self.relay.claims, workers)
        self.stewards = Stewards(self.hall, self.calculator, self.computers)
        self.timekeeper = Timekeeper(self.hall, self.lapse)
        self.post, self.home = post, home.rstrip("/")
        self.push = Push(notice_key or NoticeKey(), contact, trusted)
        self.courier = Courier(self.hall, lambda: self.post, self.push, lambda: self.home)

    async def __aenter__(self) -> Service:
        try:
            await self.hall.open()
            await self.relay.start()
            await self.computers.start()
            await self.stewards.start()
            self.timekeeper.start()
            self.courier.start()
        except BaseException:
            await self.__aexit__()
            raise
        if self.computers.workers:
            self.calculator.warm()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        self.stop()
        await self.timekeeper.stop()
        await self.courier.stop()
        await self.stewards.stop()
        await self.computers.stop()
        await self.relay.stop()
        await self.hall.shut()

    def stop(self) -> None:
        """Refuse new calculations, end those under way, and close the live connections."""
        self.calculator.close()
        self.hall.close_followers()
