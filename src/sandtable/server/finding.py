"""Finding games and people: the list of public games, their open seats, ratings, and the pages of people."""

from __future__ import annotations

import secrets

import msgspec

from . import queries, results
from .pace import Clock
from .records import Seat
from .refusals import Refused
from .requests import Accepted, Joined, Listing, Take, Watching, WatchLink
from .rooms import Room, hashed
from .seating import Seating
from .terms import Pace
from .wire import GameRow
from .wire_people import OpenGame, PlayerInfo, PlayerPage

#: Maximum number of games in the list.
LISTED = 100


class Finding(Seating):
    """Lists public games, lets anyone take their open seats, and says who can watch."""

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

    async def list_game(self, id: str, token: str, wish: Listing) -> Accepted:
        """List a game, or remove it from the list, as its host. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                if room.game.over:
                    raise Refused(409, "The game is over.")
                if wish.listed and room.watching:
                    raise Refused(409, "Only invited people can watch this game. Let anyone watch before you list it.")
                await self.hall.write(room, queries.set_listed(id, wish.listed))
                room.listed = wish.listed
                self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def watching(self, id: str, token: str, wish: Watching) -> WatchLink:
        """Let only people with a new invitation watch a game, or anyone, as its host. Raises 403, 409.

        Spectators are disconnected when they need an invitation, also those with an earlier one.
        """

        async def work() -> WatchLink:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                if wish.invited and room.listed:
                    raise Refused(409, "Anyone can find this game. Remove it from the list of open games first.")
                secret = secrets.token_urlsafe(32) if wish.invited else ""
                await self.hall.write(room, queries.set_watching(id, hashed(secret)))
                room.restrict(hashed(secret))
                self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
                return WatchLink(secret)

        return await self.hall.whole(work())

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
