"""Buying by needs: the capital first, then transports for armies that wait on the wrong shore, then armies."""

from __future__ import annotations

from ...core.units import UnitType
from .chart import FAR
from .field import Field
from .odds import wins
from .view import EMPTY, Muster, View

#: Chance for the enemy to take the capital that a purchase should not leave.
RISK = 0.04
#: A fleet that may be sunk with a greater chance wants an escort before more transports.
ESCORT = 0.35
#: Land units that go into battle together: so much of the money for the cheap ones.
FODDER = 0.62

Order = dict[str, int]


class Shopper:
    """The purchase of one turn."""

    def __init__(self, view: View, field: Field, cash: int, prices: dict[str, int]) -> None:
        self.view, self.field, self.cash, self.prices = view, field, cash, prices
        self.order: Order = {}
        game = view.game
        self.units = {kind: game.stats(view.power, kind) for kind in prices}
        self.capital = game.rules.powers[view.power].capital
        may = game.rules.q.may_produce
        self.makers = [s for s in view.makers if may(game, view.power, s) is None]
        self.room: dict[str, float] = {}
        for space in self.makers:
            most = game.rules.q.production(game, view.power, space)
            self.room[space] = FAR if most is None else most
        self.places = sum(self.room.values())
        army = [u for u in self.units.values() if "captures" in u.tags and u.attack]
        self.fodder = min(army, key=lambda u: (u.cost / u.hits, -u.attack - u.defence), default=None)
        self.punch = max(army, key=lambda u: (u.attack / u.cost, u.move), default=None)
        self.guards = max(army, key=lambda u: (u.defence * u.hits / u.cost**2, u.attack), default=None)

    def buy(self, unit: UnitType | None, n: int = 1) -> bool:
        """Puts units on the list, if they can be paid and placed."""
        if unit is None:
            return False
        cost = self.prices[unit.id] * n
        placed = sum(self.order.values()) + n
        if cost > self.cash or n < 1 or placed > self.places:
            return False
        self.cash -= cost
        self.order[unit.id] = self.order.get(unit.id, 0) + n
        return True

    def fill(self) -> Order:
        """The whole order."""
        if not self.makers:
            self._complex(self.cash)
            return self.order
        self._defend()
        wet = [s for s in self.makers if s in self.field.by_sea]
        if wet:
            self._complex(self.cash * 0.7)
            self._overseas(wet)
        else:
            self._wings()
        self._army()
        return self.order

    # --- needs --------------------------------------------------------------------------------------------------------

    def _defend(self) -> None:
        """The capital is made safe."""
        view = self.view
        if self.capital not in self.makers or self.guards is None:
            return
        ours = view.ours.get(self.capital, EMPTY)
        pips, hits, takers = view.storm(self.capital)
        while takers:
            n = self.order.get(self.guards.id, 0)
            defence = ours.defence + n * self.guards.defence
            if wins(pips, hits, defence, ours.hits + n * self.guards.hits) <= RISK or not self.buy(self.guards):
                return

    def _complex(self, purse: float) -> None:
        """A complex nearer to the enemy, where it can be kept."""
        view, game = self.view, self.view.game
        new = next((u for u in self.units.values() if "produces" in u.tags), None)
        if new is None or self.prices[new.id] > purse:
            return
        home = max((self.field.at(s) for s in self.makers if s not in self.field.by_sea), default=0.0)
        best, best_score = None, 0.0
        for space in game.rules.q.placement(game, view.power, new.id):
            ours = view.ours.get(space, EMPTY)
            if space in self.field.by_sea or view.value[space] < 2:
                continue
            if view.danger(space, ours.defence, ours.hits, True) > 0.15:
                continue
            score = self.field.at(space) * min(4, view.value[space])
            if self.field.at(space) > 1.3 * home and score > best_score:
                best, best_score = space, score
        if best is not None:
            self.cash -= self.prices[new.id]
            self.order[new.id] = 1
            self.places += 1

    def _overseas(self, wet: list[str]) -> None:
        """Transports for what waits, with an escort, and then soldiers to fill them."""
        view, field = self.view, self.field
        ferry = min((u for u in self.units.values() if u.carries), key=lambda u: u.cost, default=None)
        if ferry is None or ferry.carries is None or self.fodder is None:
            return
        waiting = room = 0
        for space, units in view.own.items():
            for stack, n, unit in units:
                if unit.carries:
                    room += n * unit.carries.capacity
                    waiting += n * len(stack.cond.cargo)
                elif "captures" in unit.tags and space in field.by_sea:
                    waiting += n
        home = max(wet, key=lambda s: (max((field.at(z) for z in view.rules.sea_near[s]), default=0.0), s))
        zones = view.rules.sea_near[home]
        if not zones:
            return
        zone = max(zones, key=lambda z: (field.at(z), z))
        trip = self._trip(zone)
        a_turn = self.cash / (1.2 * self.fodder.cost + 1)
        wanted = min(24.0, max(waiting * 0.8, a_turn) * (1 if trip <= 1 else 2))
        escorts = self._escort(zone)
        if not escorts:
            self._wings(2)
        while self.cash >= ferry.cost and escorts:
            new = self.order.get(self.fodder.id, 0)
            if room < wanted and room < waiting + new + 2:
                if not self.buy(ferry):
                    break
                room += ferry.carries.capacity
            elif not self.buy(self.fodder):
                break

    def _trip(self, zone: str) -> int:
        """Steps by sea to the best shore."""
        view = self.view
        steps, at, field = 0, zone, self.field
        while steps < 12:
            up = max(view.sea.near[at], key=lambda z: (field.at(z), z), default=at)
            if field.at(up) <= field.at(at):
                return steps
            at = up
            steps += 1
        return steps

    def _escort(self, zone: str) -> bool:
        """Is the fleet safe near home, with what can be bought for it?"""
        view = self.view
        pips, hits, _ = view.blow(zone)
        if not hits:
            return True
        fleet = max(
            (m for z, m in view.ours.items() if not view.is_land[z] and view.sea[zone].get(z, FAR) <= 2),
            key=lambda m: m.defence * m.hits,
            default=EMPTY,
        )
        warships = [u for u in self.units.values() if u.kind == "sea" and not u.carries and "submarine" not in u.tags]
        warships += [u for u in self.units.values() if u.carries and u.defence]
        defence, lives = fleet.defence, fleet.hits
        if wins(pips, hits, defence, lives) <= ESCORT:
            return True
        best = max(warships, key=lambda u: u.defence * u.hits / u.cost**1.5, default=None)
        if best is None:
            return False
        n = 0
        while wins(pips, hits, defence + n * best.defence, lives + n * best.hits) > ESCORT:
            n += 1
            if n * self.prices[best.id] > self.cash:
                return False
        return self.buy(best, n)

    def _wings(self, most: int = 1) -> None:
        """Aircraft, when there is money and there are few."""
        view = self.view
        flying = sum(n for units in view.own.values() for _, n, u in units if u.kind == "air")
        planes = [u for u in self.units.values() if u.kind == "air" and u.defence > 1]
        best = max(planes, key=lambda u: (u.attack + u.defence) / u.cost, default=None)
        if best is None:
            return
        for _ in range(most):
            if self.cash < 2.2 * best.cost or flying >= 6:
                return
            self.buy(best)
            flying += 1

    def _army(self) -> None:
        """Land units for the rest, cheap ones and strong ones in turn; the best that room allows where it is short."""
        spent = {True: 1.0, False: 1.0}
        fodder, punch = self.fodder, self.punch
        if fodder is None or punch is None:
            return
        while self.cash >= fodder.cost:
            left = self.places - sum(self.order.values())
            if left <= 0:
                return
            rich = self.cash / left > fodder.cost + 1
            cheap = spent[True] <= FODDER * (spent[True] + spent[False]) and not rich
            unit = fodder if cheap or self.cash < punch.cost else punch
            if not self.buy(unit):
                return
            spent[unit is fodder] += unit.cost


def placing(view: View, field: Field, most: dict[tuple[str, ...], int]) -> list[tuple[str, ...]]:
    """The keys (unit, space) in the order in which they should be filled."""
    capital = view.rules.powers[view.power].capital
    fleets: dict[str, Muster] = {z: m for z, m in view.ours.items() if not view.is_land[z]}

    def score(key: tuple[str, ...]) -> tuple[float, str]:
        kind, space = key[0], key[1]
        unit = view.game.stats(view.power, kind)
        ours = view.ours.get(space, EMPTY)
        if unit.kind == "structure":
            return field.at(space) * min(4, view.value[space]), space
        if unit.kind == "sea":
            fleet = fleets.get(space, EMPTY)
            risk = view.danger(space, fleet.defence + 2, fleet.hits + 2)
            return fleet.worth * 0.2 + field.at(space) - 20 * risk, space
        danger = view.danger(space, ours.defence, ours.hits, True)
        if space == capital and danger > 0.02:
            return 1000.0, space
        return field.at(space) - (15 * danger if space != capital else 0), space

    return sorted(most, key=score, reverse=True)
