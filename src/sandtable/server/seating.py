"""Who plays: invitations, changes of seats, and the players' shares in the dice, which begin the game."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

import msgspec

from . import queries
from .desk import Desk
from .live import Live
from .records import Seat, salts_of
from .refusals import Refused
from .requests import Accepted, Invitation, Invited, Join, Joined, Offer, Reveal, Take
from .rooms import Room, hashed, people, players
from .sharing import ready, revealed, revealing, shares, silent
from .timekeeper import Timekeeper
from .wire import SeatKind, Welcome
from .wishes import NAME, SALT, clean, computer, invite

REVEALING = (
    "Players are revealing their salts. Start the game without the missing ones, or give the seat to the computer; you"
    " can open it again in the game."
)


class Seating(Desk):
    """Fills the seats of games, and begins them. `timekeeper` knows in whose seats others act for a time."""

    timekeeper: Timekeeper

    async def join(self, id: str, token: str, wish: Join) -> Joined:
        """Take the open seats of an invitation; with a token, add them to those of the token. Raises 403, 409."""
        given = hashed(wish.secret)

        def invited(room: Room) -> list[Seat]:
            seats = offered(room, given)
            if room.game.over:
                raise Refused(409, "The game is over.")
            return seats

        return await self._take(id, token, wish, invited, given)

    async def _take(
        self, id: str, token: str, wish: Join | Take, seats_of: Callable[[Room], list[Seat]], given: str | None = None
    ) -> Joined:
        """Take the seats that `seats_of` returns, or refuses; if they are of an invitation, its hash is `given`."""
        name, salt = clean(wish.name, NAME, "a name"), clean(wish.salt, SALT, "a salt", empty=True)

        async def work() -> Joined:
            async with self.hall.inside(id) as room:
                reader = room.reader("") if room.watching and not token else self._reader(room, token)
                own = token if reader.powers or reader.host else ""  # never the secret of an invitation
                powers, proof = [seat.power for seat in seats_of(room)], own or secrets.token_urlsafe(32)
                new = [Seat(power, "human", name, hashed(proof)) for power in powers]
                if room.game.waiting:  # the salt is used only once
                    new[0].pledge, new[0].salt = wish.pledge, "" if wish.pledge else salt
                await self._reseat(room, *new, invitation=given)
                return Joined(proof, powers[0], powers)

        return await self.hall.whole(work())

    async def offer(self, id: str, wish: Invited) -> Offer:
        """Return what an invitation offers, before it is taken. Raises 403 (invalid secret), 409."""
        async with self.hall.inside(id) as room:
            powers = [seat.power for seat in offered(room, hashed(wish.secret))]
            titles = [rule.title for rule in room.board.rules]
            return Offer(room.title, room.board.title, titles, room.host_name, powers)

    async def back(self, id: str, token: str) -> Accepted:
        """Take one's seats back from the partners or the computer player who act in them. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader = self._holder(room, token)
                seats = [seat for seat in room.seats if seat.power in reader.powers and seat.away]
                if not seats:
                    raise Refused(409, "You have your seats already.")
                await self.timekeeper.reseat(room, [msgspec.structs.replace(seat, standin="") for seat in seats])
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def wake(self, id: str, token: str) -> Accepted:
        """Wake a game that sleeps, as a player or the host. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                self._participant(room, token)
                if not room.asleep:
                    raise Refused(409, "The game is awake already.")
                await self.timekeeper.wake(room)
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def invitations(self, id: str, token: str) -> list[Invitation]:
        """Create new invitations for all open seats; the old ones become invalid. Raises 403."""

        async def work() -> list[Invitation]:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                seats = [s for s in room.seats if s.kind == "open"]
                made = invite(seats, lambda seat: seat.invitation)
                if seats:
                    await self.hall.write(room, *(queries.set_seat(id, seat) for seat in seats))
                return made

        return await self.hall.whole(work())

    def _new_seat(self, room: Room, seat: Seat, kind: SeatKind, player: str = "") -> tuple[Seat, str]:
        """Return the seat that replaces another one, and the secret of its invitation if it is open. Raises 409."""
        new, secret = Seat(seat.power, kind, ""), ""
        if kind == "open":
            if revealing(room.seats):  # a new player could pledge a salt that suits the revealed ones
                raise Refused(409, REVEALING)
            secret = invite([new], lambda seat: "")[0].secret
        elif kind == "human":
            new.name, new.token = room.host_name, room.host
            if seat.token == room.host:
                new.salt, new.pledge = seat.salt, seat.pledge
        else:
            new.name = computer(player)
        return new, secret

    async def _reseat(self, room: Room, *new: Seat, invitation: str | None = None) -> None:
        """Change seats, and begin the game if it can begin now."""
        by_power = {seat.power: seat for seat in new}
        seats = [by_power.get(seat.power, seat) for seat in room.seats]
        await self._settle(room, seats, [queries.set_seat(room.id, seat, invitation) for seat in new])

    async def _settle(self, room: Room, seats: list[Seat], works: list[queries.Work], begin: bool = False) -> None:
        """Take over changed seats, and begin the game if it can begin now or must (`begin`)."""
        live, now = room.game, self.hall.now()
        before = await self.hall.waited(room, now)
        begins = live.waiting and (begin or ready(seats))
        if begins:
            salts = salts_of(shares(seats))
            spec = msgspec.structs.replace(live.spec, salts=salts, seats=players(seats))
            live = await self.hall.engine(Live, spec, live.lines, live.kept)
        await self.hall.engine(live.ask, people(seats))
        room.live, room.seats = live, seats  # from here on, a failure discards the game in memory
        if begins:
            start = b"" if live.lines else msgspec.json.encode(live.position)
            room.begun = shares(seats)
            works.append(queries.begin(room.id, room.begun, start, self.hall.tail(room, now)))
        await self.hall.write(room, *works, *self.hall.timed(room, before, now))
        room.failures, room.trouble = 0, ""
        self.hall.tell(
            room, lambda reader: Welcome(self.hall.view(room, reader)) if begins else self.hall.seated(room, reader)
        )
        self.hall.tell(room, lambda reader: self.hall.update(room, reader, ()))
        self.hall.kick(room)

    async def reveal(self, id: str, token: str, wish: Reveal) -> Accepted:
        """Reveal the salts of a player; the last one begins the game. Raises 403, 409 (too early, or another salt)."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader = self._holder(room, token)
                if any(seat.kind == "open" for seat in room.seats) and room.game.waiting:
                    raise Refused(409, "Players reveal their salts when all seats are taken.")
                if any(clean(salt, SALT, "a salt") != salt for salt in wish.salts):
                    raise Refused(400, "A salt must be a text without line breaks or double spaces.")
                new = {seat.power: seat for seat in revealed(room.seats, reader.hash, wish.salts)}
                if new and not room.game.waiting:
                    raise Refused(409, "The game has begun without your salt.")
                if new:
                    seats = [new.get(seat.power, seat) for seat in room.seats]
                    await self._settle(room, seats, [queries.set_seat(id, seat) for seat in new.values()])
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def begin(self, id: str, token: str) -> Accepted:
        """Begin without the salts that are not revealed, as the host. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                if not room.game.waiting or not silent(room.seats):
                    raise Refused(409, "The game has begun.")
                if not revealing(room.seats):
                    raise Refused(409, "The game starts when all seats are taken.")
                await self._settle(room, room.seats, [], begin=True)
                return Accepted(room.game.revision)

        return await self.hall.whole(work())


def offered(room: Room, invitation: str) -> list[Seat]:
    """Return the open seats of an invitation by its hash. Raises 403, or 409 if they open later."""
    found = [seat for seat in room.seats if invitation and hmac.compare_digest(seat.invitation, invitation)]
    if found:
        return found
    if any((seat := old.next()) and seat.invitation == invitation for old in room.seats):
        raise Refused(409, "This seat opens after the current secret decision. Try again then.")
    raise Refused(403, "This invitation is no longer valid. Ask the host for a new one.")
