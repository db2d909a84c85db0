"""News between servers on one PostgreSQL database: each hears at once which games another one has changed.

A transaction that changes games sends their ids with NOTIFY, so that they arrive after its commit. A server has one
connection that listens. It also holds an advisory lock with a number of its own, its session: as long as it lives, the
claims of the server count (see `claims`). If it is lost, the server connects again, with a new number, and looks at all
games that have followers.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.engine import Connection

from .claims import HEIR, LOCK, Claims
from .hall import Hall
from .refusals import Refused, log

#: The channel for NOTIFY, and ids in one message (PostgreSQL allows 8000 bytes).
CHANNEL, IDS = "sandtable", 150
#: Seconds before the next attempt to connect, and between two looks at the claims of servers that are gone.
AGAIN, PATROL = 1.0, 2.0
#: PostgreSQL notices within about half a minute that the machine of a server is gone.
KEEPALIVE = (
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


class Relay:
    """What one server tells the others and hears from them; idle with SQLite."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.name = secrets.token_hex(8)
        self.shared = hall.store.url.get_backend_name() == "postgresql"
        self.claims = Claims(hall, self.shared)
        self._loops: list[asyncio.Task[None]] = []
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def start(self) -> None:
        """Begin to listen, and to tell others. Returns when the first connection stands or has failed."""
        if not self.shared:
            return
        self.hall.store.written = self._tell
        first = asyncio.Event()
        self._loops = [asyncio.create_task(self._listen(first.set)), asyncio.create_task(self._patrol())]
        await first.wait()

    async def stop(self) -> None:
        for task in (*self._loops, *self._looks.values()):
            task.cancel()
        await asyncio.gather(*self._loops, *self._looks.values(), return_exceptions=True)

    def _tell(self, connection: Connection, games: Sequence[str]) -> None:
        for i in range(0, len(games), IDS):
            text = " ".join((self.name, *games[i : i + IDS]))
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    # --- listening ----------------------------------------------------------------------------------------------------

    async def _listen(self, tried: Callable[[], None]) -> None:
        from psycopg import AsyncConnection, Error

        while True:
            try:
                async with await AsyncConnection.connect(autocommit=True, **self._options()) as connection:
                    session = await self._begin(connection)
                    self.claims.session = session
                    tried()
                    self._look_at_all()
                    async for notice in connection.notifies():
                        self._heard(notice.payload)
            except (Error, OSError) as error:
                log.warning("other servers cannot be heard: %s", type(error).__name__, extra={"once": "relay"})
            finally:
                self.claims.session = 0
                tried()
            await asyncio.sleep(AGAIN)

    def _options(self) -> dict[str, Any]:
        """Return how the driver connects to the database."""
        url = self.hall.store.url
        _, options = url.get_dialect()().create_connect_args(url)
        return dict(options)

    async def _begin(self, connection: Any) -> int:
        """Listen, and lock a number that no other server has; return it."""
        for statement in KEEPALIVE:
            await connection.execute(statement)
        await connection.execute(f"LISTEN {CHANNEL}")
        while True:
            session = 1 + secrets.randbelow(2**31 - 1)
            found = await connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCK, session))
            if (await found.fetchone())[0]:
                return session

    def _heard(self, text: str) -> None:
        sender, *games = text.split(" ")
        if sender == self.name:
            return
        for id in games:
            room = self.hall.rooms.get(id)
            if room is None:
                continue
            room.checked = -math.inf
            if room.followers or id in self.claims.refused:
                self.look(id)

    def _look_at_all(self) -> None:
        """Look at all games in memory again: others may have changed them while nothing was heard."""
        for id, room in list(self.hall.rooms.items()):
            room.checked = -math.inf
            if room.followers or room.queued:
                self.look(id)

    def look(self, id: str) -> None:
        """Bring a game up to the database, and act in it if a computer player or an order must."""
        if id in self._looks:
            self._again.add(id)
            return
        self._looks[id] = asyncio.create_task(self._look(id))

    async def _look(self, id: str) -> None:
        again = True
        try:
            while again:
                self._again.discard(id)
                async with self.hall.inside(id) as room:
                    self.hall.kick(room)
                await self.claims.leave(id, HEIR)
                again = id in self._again
        except Refused:
            pass  # the database is away: everything is looked at when it is back
        except Exception:
            log.exception("game %s: could not be brought up to date", id)
        finally:
            del self._looks[id]  # here and not in a callback: news that came before it ran would be left for good

    # --- servers that are gone ----------------------------------------------------------------------------------------

    async def _patrol(self) -> None:
        """Take over the games of servers that are gone."""
        while True:
            await asyncio.sleep(PATROL)
            try:
                for id in await self.claims.abandoned():
                    self.look(id)
            except Refused:
                pass  # the next look may succeed
            except Exception:
                log.exception("the claims of other servers could not be read")
