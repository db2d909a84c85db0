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

from .computers import Computers
from .hall import Hall
from .helping import Helping
from .knowing import Knowing
from .making import Making
from .playing import Playing
from .post import Post
from .proving import Proving
from .refusals import Refused
from .seating import Seating
from .timekeeper import Timekeeper
from .vault import Vault

__all__ = ["Refused", "Service"]


class Service(Making, Seating, Playing, Helping, Proving, Knowing):
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
    ) -> None:
        """`url` is a database URL (plain ``postgresql://`` too) or the path of an SQLite file. `workers` is the number
        of processes for computer players (None: one fewer than the number of cores, at least one; 0: computer players
        do not act). `awake` is the number of games in memory (None: as the machine's memory allows). `seeds` returns
        the seed of each new game; tests replace it to know the dice.
        `vault` encrypts seeds and addresses in the database. `post` sends mail with links to `home`, by which people
        sign in."""
        if workers is None:
            workers = max(1, (os.cpu_count() or 1) - 1)
        super().__init__(Hall(url, awake, vault), seeds)
        self.computers = Computers(self.hall, workers)
        self.timekeeper = Timekeeper(self.hall)
        self.post, self.home = post, home.rstrip("/")

    async def __aenter__(self) -> Service:
        try:
            await self.hall.open()
            await self.computers.start()
            self.timekeeper.start()
        except BaseException:
            await self.__aexit__()
            raise
        if self.computers.workers:
            self.calculator.warm()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        self.stop()
        await self.timekeeper.stop()
        await self.computers.stop()
        await self.hall.shut()

    def stop(self) -> None:
        """Refuse new calculations, end those under way, and close the live connections."""
        self.calculator.close()
        self.hall.close_followers()
