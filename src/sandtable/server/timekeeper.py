"""Watches the clocks of all games: when a player's time has run out, another player acts in the seat.

By the terms of the game, this is a computer player, or first the partners of the player; a computer player acts when
the partners run out of time, too.

The time of a player on holiday stands. A game without an answer for long is put to sleep, until a player moves or
wakes it: it waits for no player, and no player gets notices about it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from . import due, outbox, queries
from .hall import Hall
from .records import Seat
from .refusals import Refused, log
from .rooms import Room

#: Seconds between two looks at the clocks, and games that are looked after at a time.
EVERY, MOST = 5.0, 50
#: Seconds without an answer after which a game is put to sleep.
SLEEP = 30 * 86400.0


class Timekeeper:
    """The clocks of all games of a hall. Several servers may watch the same games: the first one to act wins."""

    def __init__(self, hall: Hall, lapse: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        """`lapse` ends the proposal of a game that was not answered in time."""
        self.hall, self.lapse = hall, lapse
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
        """Let others act for everybody whose time has run out, and end proposals that were not answered."""
        now = self.hall.now()
        try:
            late = await self.hall.store.read(queries.out_of_time, now, MOST)
            idle = await self.hall.store.read(outbox.idle, now - SLEEP, MOST)
            due = await self.hall.store.read(queries.proposals_due, now, MOST)
        except SQLAlchemyError:
            return  # the next look may succeed
        for act, games in ((self._ring, late), (self._lull, idle), (self.lapse, due)):
            for id in games:
                try:
                    await self.hall.whole(act(id))
                except Refused:
                    pass  # another server has acted, or the game moves on
                except Exception:  # the clocks of other games must go on
                    log.exception("game %s: its clock could not be read", id)

    async def _ring(self, id: str) -> None:
        async with self.hall.inside(id) as room:
            clock, now = room.clock, self.hall.now()
            late = {power for power in clock.asked if clock.remaining(power, now) <= 0} if clock else set()
            seats = [seat for seat in room.seats if seat.power in late and seat.awaited]
            if seats and await self.hall.rest(room, now) and (clock := room.clock):
                await self.hall.write(room, *room.set_clock(clock))
                self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
                seats = [seat for seat in seats if clock.remaining(seat.power, now) <= 0]
            if seats:
                new = [msgspec.structs.replace(seat, standin=room.standin(seat)) for seat in seats]
                await self.reseat(room, new)

    async def _lull(self, id: str) -> None:
        """Put a game to sleep."""
        async with self.hall.inside(id) as room:
            if not room.asleep and room.game.open():
                await self.wake(room, False)

    async def wake(self, room: Room, awake: bool = True) -> None:
        """Wake a game, or put it to sleep."""
        now = self.hall.now()
        before = await self.hall.waited(room, now)
        room.asleep = not awake
        works = [outbox.asleep(room.id, room.asleep), *([] if awake else [outbox.silence(room.id)])]
        works += self.hall.timed(room, before, now)
        await self.hall.write(room, *works, tail=self.hall.tail(room, now) if awake else None)
        self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
        self.hall.kick(room)

    async def reseat(self, room: Room, seats: Sequence[Seat]) -> None:
        """Let others act in seats, or give them back to their players; people get new time."""
        now, changed = self.hall.now(), {seat.power: seat for seat in seats}
        before = await self.hall.waited(room, now)
        room.seats = [changed.get(seat.power, seat) for seat in room.seats]
        people = [seat.power for seat in seats if seat.awaited]
        if room.clock and people:
            room.clock = room.clock.returned(people, now)
        works = [queries.set_seat(room.id, seat) for seat in seats]
        works += self.hall.timed(room, before, now)
        works += due.taken(room, [seat for seat in seats if seat.away], now)
        await self.hall.write(room, *works)
        self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
        self.hall.tell(room, lambda reader: self.hall.update(room, reader, ()))
        self.hall.kick(room)
