"""Watches the clocks of all games: when a player's time has run out, a computer player acts in the seat."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from . import queries
from .hall import Hall
from .pace import STANDIN
from .records import Seat
from .refusals import Refused, log
from .rooms import Room

#: Seconds between two looks at the clocks, and games that are looked after at a time.
EVERY, MOST = 5.0, 50


class Timekeeper:
    """The clocks of all games of a hall. Several servers may watch the same games: the first one to act wins."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._loop = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._loop:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("the clocks could not be read")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Let computer players act for everybody whose time has run out."""
        try:
            late = await self.hall.store.read(queries.out_of_time, self.hall.now(), MOST)
        except SQLAlchemyError:
            return  # the next look may succeed
        for id in late:
            with contextlib.suppress(Refused):  # another server has acted, or the game moves on
                await self.hall.whole(self._ring(id))

    async def _ring(self, id: str) -> None:
        async with self.hall.inside(id) as room:
            clock, now = room.clock, self.hall.now()
            late = {power for power in clock.asked if clock.remaining(power, now) <= 0} if clock else set()
            seats = [seat for seat in room.seats if seat.power in late and seat.kind == "human" and not seat.standin]
            if seats:
                await self.reseat(room, [msgspec.structs.replace(seat, standin=STANDIN) for seat in seats])

    async def reseat(self, room: Room, seats: Sequence[Seat]) -> None:
        """Let a computer player act in seats, or give them back to their players with new time."""
        now, changed = self.hall.now(), {seat.power: seat for seat in seats}
        room.seats = [changed.get(seat.power, seat) for seat in room.seats]
        back = [seat.power for seat in seats if not seat.standin]
        if room.clock and back:
            room.clock = room.clock.returned(back, now)
        works = [queries.set_seat(room.id, seat) for seat in seats]
        await self.hall.write(room, *works, *room.timed(now))
        self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
        self.hall.kick(room)
