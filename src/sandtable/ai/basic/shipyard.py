"""Purchases for armies that must cross the sea: transports, warships that protect them, and units to fill them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from ...core.units import UnitType
from .chart import FAR
from .fleet import berths

if TYPE_CHECKING:
    from .buy import Shopper

#: Distance from the port within which transports, and the armies that wait for them, count. Those farther away cannot
#: meet: counted together, an army in Europe would seem to fill the transports in the Pacific.
SHIPS_NEAR, ARMY_NEAR = 5, 4
#: Maximum number of units for which transports are wanted, and of waiting units for which more are bought.
WANTED, MOST_ROOM = 24.0, 30
#: Number of land units that may wait for the next transports.
QUEUE = 8
#: Money for each new unit that there is room for, as a multiple of the price of a strong land unit, from which strong
#: ones are bought.
AMPLE = 1.0
#: Expected share of losses from which a fleet in port needs an escort before more transports.
ESCORT = 0.3
#: A fleet worth this multiple of its transports needs no more escorts.
ENOUGH = 3.0
#: Maximum price of a fleet to save for, as a multiple of the cash.
SAVE = 2.2
#: Share of the money for warships that protect the transports on their way, the expected share of losses there from
#: which they are bought, and the number of sea zones of the way that counts.
WARSHIPS, SAFE, AHEAD = 0.3, 0.3, 4
#: Room aboard, in units, from which all the money may go into these warships while every place is taken: more units
#: would only wait with the others until the way is safe.
LOADED = 5


class Shipyard:
    """The ships to buy in one turn, for the best port of some complexes with idle armies."""

    def __init__(self, shopper: Shopper, ferry: UnitType, ports: Collection[str]) -> None:
        """`ferry` is the type of the transports, `ports` the sea zones where ships can be placed."""
        self.shopper, self.ferry = shopper, ferry
        self.view, self.field = shopper.view, shopper.field
        view, at = self.view, self.field.at
        self.port = max(ports, key=lambda z: (view.peril(z, *view.fleet(z))[1] <= ESCORT, at(z), z))
        #: how many more ships can be placed there: those placed elsewhere would be of no use
        self.berths = berths(view, self.port)
        self.course = self._course()
        assert ferry.carries is not None
        self.places = ferry.carries.places
        #: units that the transports near the port can carry, and those that wait for them
        self.room = self.waiting = 0
        self._survey()

    @property
    def most_army(self) -> int:
        """How many more land units find room aboard, or may wait for it."""
        return max(0, self.room + QUEUE - self.waiting)

    def _survey(self) -> None:
        """Count the transports and the armies near the port."""
        by_sea, far = self.view.sea[self.port], self.view.chart.air[self.port]
        for space, units in self.view.own.items():
            for stack, n, unit in units:
                if unit.carries and unit.kind == "sea":
                    if by_sea.get(space, FAR) <= SHIPS_NEAR:
                        self.room += n * unit.carries.places
                        self.waiting += n * len(stack.cond.cargo)
                elif "captures" in unit.tags and self.field.idle(space) and far.get(space, FAR) <= ARMY_NEAR:
                    self.waiting += n

    def _course(self) -> list[str]:
        """Return the sea zones on the route from the port to the best shore."""
        sea, field, course = self.view.sea, self.field, [self.port]
        while len(course) < 12:
            up = max(sea.near[course[-1]], key=lambda z: (field.at(z), z), default=self.port)
            if field.at(up) <= field.at(course[-1]):
                break
            course.append(up)
        return course

    def fill(self, fodder: UnitType) -> bool:
        """Buy the ships and the units to fill them; return whether the transports have an escort in port."""
        shopper, ferry = self.shopper, self.ferry
        a_turn = shopper.cash / (1.2 * fodder.cost + 1)
        wanted = min(WANTED, max(self.waiting * 0.8, a_turn) * (1 if len(self.course) <= 2 else 2))
        price = ferry.cost * max(0.0, min((wanted - self.room) / self.places, shopper.cash / ferry.cost))
        self._protect(price)
        if not self.escort(price):
            return False
        while shopper.cash >= ferry.cost:
            new = sum(n for kind, n in shopper.order.items() if "captures" in shopper.units[kind].tags)
            if self.room < wanted and self.room < self.waiting + new + 2:
                if not self._launch(ferry):
                    break
                self.room += self.places
            elif self.waiting + new < self.room + QUEUE:
                if not shopper.buy(self.rider()):
                    break
            elif self.room < MOST_ROOM and shopper.lacks_fodder() and self._launch(ferry):
                self.room += self.places
            else:
                break
        return True

    def _launch(self, unit: UnitType, n: int = 1) -> bool:
        """Buy ships, if they can be placed in the port."""
        if n > self.berths or not self.shopper.buy(unit, n):
            return False
        self.berths -= n
        return True

    def _protect(self, price: float) -> None:
        """Buy warships while the transports are in danger on their way, with a part of the money, or with all of it if
        the transports are full; new ones cost so much."""
        shopper, view = self.shopper, self.view
        ships = [u for u in self._warships() if not u.carries and not u.deck]
        best = max(ships, key=lambda u: u.defense * u.hits / u.cost**2, default=None)
        if best is None:
            return
        full = self.room >= LOADED and self.waiting >= self.room
        most = (1.0 if full else WARSHIPS) * shopper.cash
        defense, lives, worth = view.fleet(self.port, AHEAD)

        def peril(zone: str) -> float:
            return view.peril(zone, defense, lives, worth + price)[1]

        worst = max(self.course[:AHEAD], key=peril)
        while most >= best.cost and peril(worst) > SAFE and self._launch(best):
            most -= best.cost
            defense, lives, worth = defense + best.defense, lives + best.hits, worth + best.cost

    def _warships(self) -> list[UnitType]:
        """Return the ships that can protect others."""
        return [u for u in self.shopper.units.values() if u.kind == "sea" and u.defense and "submarine" not in u.tags]

    def escort(self, price: float) -> bool:
        """Buy warships if the fleet is not safe in its home port together with new transports that cost so much; return
        whether it then is."""
        shopper, view, far = self.shopper, self.view, self.view.chart.air[self.port]
        rows = ((far.get(at, FAR), n, u) for at, units in view.own.items() for _, n, u in units)
        spare = sum(n for away, n, u in rows if u.lands_on_deck and away <= u.move)
        spare -= sum(n * u.deck for units in view.own.values() for _, n, u in units)

        def strength(unit: UnitType, n: int) -> tuple[float, float]:
            """Include the fighters that would board the carriers."""
            pilots = max(0, min(unit.deck * n, spare))
            return n * unit.defense + 4 * pilots, n * unit.hits + pilots

        best = max(self._warships(), key=lambda u: strength(u, 1)[0] * strength(u, 1)[1] / u.cost**1.5, default=None)
        defense, lives, worth = view.fleet(self.port)
        if best is None or worth > ENOUGH * (self.room // self.places + 2) * 8:
            return True

        def peril(n: int, unit: UnitType = best) -> float:
            more = strength(unit, n)
            return view.peril(self.port, defense + more[0], lives + more[1], worth + price + n * unit.cost)[1]

        if peril(0) <= ESCORT and (worth or peril(1) <= ESCORT):
            return True
        most = min(self.berths, int(shopper.cash // shopper.prices[best.id]))
        n = next((n for n in range(1, most + 1) if peril(n) <= ESCORT), 0)
        self._launch(best, n)
        later = min(self.berths, int(SAVE * shopper.cash // shopper.prices[best.id]))
        if not n and peril(later) <= ESCORT:
            shopper.cash = 0  # save for a fleet that is strong enough at once
        return n > 0

    def rider(self) -> UnitType | None:
        """Return the land unit to carry overseas: as many strong as cheap ones if a transport can carry one of each."""
        shopper, carries = self.shopper, self.ferry.carries
        fodder, punch = shopper.fodder, shopper.punch
        if fodder is None or punch is None or carries is None or fodder.id == punch.id or shopper.cash < punch.cost:
            return self._soldier()
        if sum(carries.loads.get(unit.id, FAR) for unit in (fodder, punch)) > carries.capacity:
            return self._soldier()
        going = Counter({kind: n for kind, n in shopper.order.items() if "captures" in shopper.units[kind].tags})
        for space, units in self.view.own.items():
            for stack, n, unit in units:
                for _, kind in stack.cond.cargo:
                    going[kind] += n
                if "captures" in unit.tags and self.field.idle(space):
                    going[unit.id] += n
        return punch if going.total() < 2 * going[fodder.id] else fodder

    def _soldier(self) -> UnitType | None:
        """Return the land unit to carry overseas: a strong one if there is more money than places for cheap ones."""
        shopper = self.shopper
        left = shopper.places - sum(shopper.order.values())
        if shopper.punch is not None and left > 0 and shopper.cash / left > AMPLE * shopper.punch.cost:
            return shopper.punch
        return shopper.fodder
