"""Which of several servers acts for computer players and standing orders in a game: it has claimed the game.

A claim counts as long as the session of its server lives, which PostgreSQL ends with the connection of a server that
dies (see `relay`). Claims only save work: if two servers act nevertheless, the log refuses the later answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .hall import Hall
from .queries import Work
from .tables import CLAIMS

#: The first number of the advisory locks that servers hold; the second one is the number of their session.
LOCK = 738190552
#: The part of a server that claims the games of others that are gone.
HEIR = "heir"
#: The numbers of the sessions that live, in the database of the connection.
_LIVING = (
    "(SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    f" AND classid::bigint = {LOCK} AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
_TAKE = sa.text(
    "INSERT INTO claims (game, server) VALUES (:game, :session) ON CONFLICT (game) DO UPDATE SET server = :session"
    f" WHERE claims.server = :session OR claims.server NOT IN {_LIVING} RETURNING server"
)
_INHERIT = sa.text(f"UPDATE claims SET server = :session WHERE server NOT IN {_LIVING} RETURNING game")
_CLAIMED = sa.text(f"SELECT game, server IN {_LIVING} AS living FROM claims")


class Claims:
    """The claims of one server. `session` is the number of its session (0: it has none now, so it can claim nothing).

    `refused` are games that other servers have claimed, in which this one acts if they do not.
    """

    def __init__(self, hall: Hall, shared: bool) -> None:
        """If the database is not `shared`, all claims succeed."""
        self.hall, self.shared = hall, shared
        self.session = 0
        self.refused: set[str] = set()
        self._held: dict[str, int] = {}  # the session with which each game is claimed
        self._users: dict[str, set[str]] = {}  # the parts of this server that act in it

    async def take(self, id: str, who: str) -> bool:
        """Claim a game for a part of this server; return whether it may act. Raises 503.

        The server that had claimed it before may have changed it last, so it is compared with the database at next use.
        """
        if not self.shared:
            return True
        if not self.session or self._held.get(id) != self.session:
            session = self.session
            if not session or not (await self.hall.written(_taken(id, session)))[0]:
                self.refused.add(id)
                return False
            self._held[id] = session
            self.refused.discard(id)
            if room := self.hall.rooms.get(id):
                room.checked = -math.inf
        self._users.setdefault(id, set()).add(who)
        return True

    async def leave(self, id: str, who: str) -> None:
        """Give a claim back when no part of this server needs it. Raises 503."""
        users = self._users.get(id, set())
        users.discard(who)
        if not users and (session := self._held.pop(id, 0)):
            self._users.pop(id, None)
            await self.hall.written(_left(id, session))

    async def free(self, games: Iterable[str]) -> list[str]:
        """Return those of these games that no other server has claimed, and note the others as refused. Raises 503."""
        living = await self.hall.read(claimed) if self.shared else {}
        other = {id for id, lives in living.items() if lives and self._held.get(id) != self.session}
        found = list(games)
        self.refused.update(other.intersection(found))
        return [id for id in found if id not in other]

    async def abandoned(self) -> list[str]:
        """Claim the games of servers that are gone for `HEIR`; return them, and those that another one has left."""
        session = self.session
        if not session:
            return []
        living, found = await self.hall.read(claimed), list[str]()
        if not all(living.values()):
            found = (await self.hall.written(_inherited(session)))[0]
            for id in found:
                self._held[id] = session
                self._users.setdefault(id, set()).add(HEIR)
        left = self.refused.difference(living)
        self.refused -= left.union(found)
        return [*found, *left]


def claimed(connection: Connection) -> dict[str, bool]:
    """Return the games that are claimed, and whether their servers live."""
    return {row.game: row.living for row in connection.execute(_CLAIMED)}


def _inherited(session: int) -> Work:
    return lambda connection: [row.game for row in connection.execute(_INHERIT, {"session": session})]


def _taken(id: str, session: int) -> Work:
    values = {"game": id, "session": session}
    return lambda connection: connection.execute(_TAKE, values).first() is not None


def _left(id: str, session: int) -> Work:
    where = sa.and_(CLAIMS.c.game == id, CLAIMS.c.server == session)
    return lambda connection: connection.execute(CLAIMS.delete().where(where))
