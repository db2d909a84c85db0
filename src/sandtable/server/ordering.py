"""Standing orders of players: show and change them."""

from __future__ import annotations

import msgspec

from ..core.errors import SandtableError
from ..rules import points
from . import queries, standing
from .desk import Desk
from .records import Ordered
from .refusals import Refused, refusal
from .rooms import Room
from .wire_notices import AnswerAlways, LoseFirst, Order, PowerOrders


class Ordering(Desk):
    """Keeps the standing orders of players."""

    async def orders(self, id: str, token: str) -> list[PowerOrders]:
        """Return the standing orders of the player's powers that still hold. Raises 403, 404."""
        async with self.hall.inside(id) as room:
            return self._orders(room, self._holder(room, token).powers)

    async def order(self, id: str, token: str, wish: PowerOrders) -> list[PowerOrders]:
        """Replace the standing orders of one of the player's powers. Raises 403, 404, 409 (unknown units)."""

        async def work() -> list[PowerOrders]:
            async with self.hall.inside(id) as room:
                reader = self._holder(room, token)
                if wish.power not in reader.powers:
                    raise Refused(403, "You can give orders only to your own powers.")
                if room.game.over:
                    raise Refused(409, "The game is over.")
                orders = [self._known(room, order) for order in wish.orders]
                turn, given = standing.turn_of(room.game.position), self._given(room, wish.power)
                rows = [next((old for old in given if old[0] == order), (order, turn)) for order in orders]
                ordered = Ordered(room.seat(wish.power).token, rows)
                await self.hall.write(room, queries.set_orders(id, wish.power, ordered))
                room.orders = {**room.orders, wish.power: ordered}
                self.hall.kick(room)
                return self._orders(room, reader.powers)

        return await self.hall.whole(work())

    def _orders(self, room: Room, powers: tuple[str, ...]) -> list[PowerOrders]:
        here = room.game.position
        return [PowerOrders(power, standing.still(self._given(room, power), here)) for power in powers]

    def _given(self, room: Room, power: str) -> list[tuple[Order, str]]:
        """Return the orders of the player who has the seat of a power, each with the turn in which it was given."""
        found = room.orders.get(power)
        return found.orders if found and found.holder == room.seat(power).token else []

    def _known(self, room: Room, order: Order) -> Order:
        """Return an order with the full names of what it names. Raises 404, 409 if something is unknown."""
        game = room.game.game
        if game is None:
            raise Refused(409, room.game.faults)
        words, change = game.rules.words, msgspec.structs.replace
        try:
            if order.space:
                order = change(order, space=words.space(order.space))
            if isinstance(order, LoseFirst):
                keep = {words.unit(type): n for type, n in order.keep.items()}
                order = change(order, units=[words.unit(type) for type in order.units], keep=keep)
        except SandtableError as error:
            raise refusal(error) from error
        if isinstance(order, AnswerAlways) and order.kind not in points.DECISIONS:
            raise Refused(409, f"There is no kind of decision called {order.kind[:40]!r}.")
        return order
