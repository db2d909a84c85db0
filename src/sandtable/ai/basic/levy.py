"""Purchases and placement for a war of stacks: cheap infantry with artillery, aircraft for air supremacy, and ships for
powers across the sea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Allocate
from ...core.units import UnitType
from ...engine.economy import wanted
from .ground import ground_of, gunnery

if TYPE_CHECKING:
    from ...engine.game import Game

#: Enemies per own unit at the capital from which only an army is bought; or units are placed elsewhere than there.
PRESSED, DANGER = 0.8, 0.7
#: Share of the waiting units to carry in a turn; share of the money that transports may cost; their most room.
WAITING, FERRIES, ROOM = 0.3, 0.7, 26.0
#: Money per price of a plane with which one is bought.
MONEY = 2.5
#: Artillery per infantry it supports, desired maximum of aircraft, and absorbing units per infantry.
GUNS, WINGS, SPARING = 0.55, 4, 0.12


class Levy:
    """The purchase of one turn."""

    def __init__(self, game: Game, power: str, prices: dict[str, int]) -> None:
        self.game, self.power, self.prices = game, power, prices
        self.cash = game.state.ipcs[power]
        self.ground = ground_of(game, power)
        self.units = {k: game.stats(power, k) for k in prices}
        self.order: dict[str, int] = {}
        self.cycle = 1
        self.capital = game.rules.powers[power].capital
        land = [u for u in self.units.values() if u.kind == "land" and "captures" in u.tags]
        self.foot = min((u for u in land if "holds" in u.tags or u.hits), key=lambda u: prices[u.id], default=None)
        volley = gunnery(game).volleys.get("attacker")
        support = [e.when.per for e in volley.lifts if e.when.per] if volley else []
        helpers = [u for u in land if any(set(p.tags) & set(u.tags) for p in support)]
        self.gun = min(helpers or land, key=lambda u: prices[u.id] / max(u.attack, 0.5), default=None)
        self.plane = min((u for u in self.units.values() if u.kind == "air"), key=lambda u: prices[u.id], default=None)
        self.sparing = next((u for u in land if u.id in gunnery(game).sparing), None)
        ferries = (u for u in self.units.values() if u.carries and u.kind == "sea")
        self.ferry = min(ferries, key=lambda u: prices[u.id], default=None)

    def buy(self, unit: UnitType | None, n: int = 1) -> bool:
        """Add units to the purchase, if affordable."""
        if unit is None or n < 1 or self.prices[unit.id] * n > self.cash:
            return False
        self.cash -= self.prices[unit.id] * n
        self.order[unit.id] = self.order.get(unit.id, 0) + n
        return True

    def fill(self) -> dict[str, int]:
        """Plan the whole purchase."""
        placement = self.game.rules.q.placement
        if self.foot is None or not placement(self.game, self.power, self.foot.id):
            return {}
        ground = self.ground
        pressed = ground.reach.get(self.capital, 0.0) + sum(ground.foes.get(self.capital, {}).values())
        held = sum(ground.mine.get(self.capital, {}).values()) + sum(ground.friends.get(self.capital, {}).values())
        if pressed <= PRESSED * held:
            if ground.idle(self.capital):
                self.cycle = self._cycle()
                self._ships()
            if self.cycle == 1:
                self._wings()
            for kind, n in wanted(self.game, self.power, self.prices, self.cash).items():
                self.buy(self.units[kind], n)
        self._army()
        return self.order

    def _ships(self) -> None:
        """Buy enough transports for the purchased and the waiting units."""
        if self.ferry is None or self.ferry.carries is None or self.foot is None:
            return
        if not self.game.rules.q.placement(self.game, self.power, self.ferry.id):
            return
        waiting = sum(
            n
            for space, rows in self.ground.stacks.items()
            if self.ground.idle(space)
            for _, n, u in rows
            if u.kind == "land"
        )
        room = 0
        for space, force in self.game.state.forces.items():
            if not self.game.rules.is_land[space]:
                for stack, n in force.items():
                    if stack.owner == self.power and (carries := self.game.unit(stack).carries):
                        room += n * carries.places
        a_turn = self.cash / (self.foot.cost + 0.5)
        wanted = min(a_turn * self.cycle + WAITING * max(0.0, waiting - 2 * a_turn), ROOM)
        purse = FERRIES * self.cash
        while room < wanted and purse >= self.ferry.cost and self.buy(self.ferry):
            room += self.ferry.carries.places
            purse -= self.ferry.cost

    def _cycle(self) -> int:
        """Return the number of turns for a transport from home to the nearest shore of the war and back."""
        rules, ground = self.game.rules, self.ground
        shores = {z for s in rules.lands if ground.friendly(s) and ground.pull.get(s, 0) > 4 for z in rules.sea_near[s]}
        edge, steps, seen = set(rules.sea_near[self.capital]), 0, set[str]()
        while edge and not edge & shores:
            seen |= edge
            edge = {n for z in edge for n in rules.sea_near[z] if not rules.is_land[n]} - seen
            steps += 1
        move = self.ferry.move if self.ferry else 1
        return max(1, 2 * -(-steps // max(1, move))) if edge else 1

    def _wings(self) -> None:
        """Buy aircraft for air supremacy, one at a time, up to one more than the strongest enemy has."""
        units, forces = self.game.units_at(), self.game.state.forces.values()
        flying: dict[str, int] = {}
        for force in forces:
            for stack, n in force.items():
                if units[stack.owner][stack.type].kind == "air":
                    flying[stack.owner] = flying.get(stack.owner, 0) + n
        most = max((n for p, n in flying.items() if p in self.ground.enemies), default=0)
        wanted = min(WINGS, most + 1)
        if self.plane is not None and flying.get(self.power, 0) < wanted and self.cash >= MONEY * self.plane.cost:
            self.buy(self.plane)

    def _army(self) -> None:
        """Buy infantry and artillery in a balanced mix."""
        foot, gun = self.foot, self.gun
        if foot is None:
            return
        count: dict[str, int] = dict(self.order)
        for rows in self.ground.stacks.values():
            for stack, n, _ in rows:
                count[stack.type] = count.get(stack.type, 0) + n
        while self.cash >= self.prices[foot.id]:
            soldiers = count.get(foot.id, 0) + 1
            unit = foot
            if self.sparing is not None and count.get(self.sparing.id, 0) < SPARING * soldiers:
                unit = self.sparing
            elif gun is not None and count.get(gun.id, 0) < GUNS * soldiers:
                unit = gun
            if not self.buy(unit):
                unit = foot
                if not self.buy(foot):
                    return
            count[unit.id] = count.get(unit.id, 0) + 1


def placing(game: Game, power: str, form: Allocate) -> dict[tuple[str, ...], int]:
    """Choose where to place new units: at the capital, unless another space is in danger; ships near friendly ones."""
    ground, capital = ground_of(game, power), game.rules.powers[power].capital
    enemies = ground.enemies

    def score(key: tuple[str, ...]) -> float:
        space = key[1]
        if not game.rules.is_land[space]:
            own = foe = 0
            for stack, n in game.state.at(space).items():
                worth = game.unit(stack).defense * n
                own += worth if stack.owner not in enemies else 0
                foe += worth if stack.owner in enemies else 0
            return own - 3.0 * foe
        danger = ground.reach.get(space, 0.0) + sum(ground.foes.get(space, {}).values())
        held = sum(ground.mine.get(space, {}).values()) + sum(ground.friends.get(space, {}).values())
        return (10.0 if space == capital else 0.0) + (20.0 if danger > DANGER * held else 0.0)

    answer: dict[tuple[str, ...], int] = {}
    for key in sorted(form.most, key=lambda k: (-score(k), k)):
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer
