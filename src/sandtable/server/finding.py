"""Finding games and people: the list of public games, their open seats, ratings, and the pages of people."""

from __future__ import annotations

import msgspec

from . import queries, results
from .pace import Clock
from .records import Seat
from .refusals import Refused
from .requests import Joined, Take
from .rooms import Room
from .seating import Seating
from .terms import Pace
from .wire import GameRow
from .wire_people import OpenGame, PlayerInfo, PlayerPage

#: Maximum number of games in the list.
LISTED = 100


class Finding(Seating):
    """Lists public games, and lets anyone take their open seats."""

    async def open_games(self) -> list[OpenGame]:
        """Return the public games with open seats, the newest first."""
        found = await self.hall.read(queries.open_games, LISTED)
        rows = {row.id: GameRow(*row) for row in await self.hall.read(queries.rows, [game[0] for game in found])}
        return [
            OpenGame(rows[id], host, variant, print, wanted, _pace(clock))
            for id, host, variant, print, clock, wanted in found
            if id in rows
        ]

    async def take(self, id: str, token: str, wish: Take) -> Joined:
        """Take open seats of a public game; with a token, add them to those of the token. Raises 403, 409."""

        def wanted(room: Room) -> list[Seat]:
            if not room.listed:
                raise Refused(403, "This game is private. Ask its host for an invitation.")
            if room.game.over:
                raise Refused(409, "The game is over.")
            seats = [room.seat(power) for power in dict.fromkeys(wish.powers)]
            if not seats:
                raise Refused(400, "Choose at least one power.")
            if any(seat.kind != "open" for seat in seats):
                raise Refused(409, "Another player was faster. Reload the list of open games.")
            return seats

        return await self._take(id, token, wish, wanted)

    async def ratings(self, edition: str) -> list[PlayerInfo]:
        """Return the people with a rating in an edition, the best ones first."""
        return await self.hall.read(results.ratings, edition)

    async def player(self, id: str) -> PlayerPage:
        """Return the page of a person. Raises 404."""
        found = await self.hall.read(results.page, id)
        if found is None:
            raise Refused(404, "Player not found.")
        return found


def _pace(clock: str) -> Pace | None:
    return msgspec.json.decode(clock, type=Clock).pace if clock else None
