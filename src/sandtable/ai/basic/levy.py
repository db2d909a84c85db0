"""Purchases and placement for a war of stacks: cheap infantry with artillery, aircraft for air supremacy, and ships for
powers across the sea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Allocate
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.economy import wanted
from .escort import Hunters
from .ground import ground_of, gunnery

if TYPE_CHECKING:
    from ...engine.game import Game

#: Enemies per own unit at the capital from which only an army is bought; or units are placed elsewhere than there.
PRESSED, DANGER = 0.8, 0.7
#: Share of the waiting units to carry in a turn; share of the money that transports may cost; their most room; maximum
#: chance that enemies destroy them before they sail.
WAITING, FERRIES, ROOM, SUNK = 0.3, 0.7, 26.0, 0.4
#: Own ships in a sea zone that outweigh the certainty of being destroyed there.
EXPOSED = 100.0
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
        """Buy enough transports for the purchased and the waiting units, if they are safe where they are placed."""
        ferry, game, rules = self.ferry, self.game, self.game.rules
        if ferry is None or ferry.carries is None or self.foot is None:
            return
        harbors = [z for z in rules.q.placement(game, self.power, ferry.id) if not rules.is_land[z]]
        if not harbors:
            return
        room, empty = self._room()
        places, a_turn, waiting = ferry.carries.places, self.cash / (self.foot.cost + 0.5), self._waiting()
        wanted = min(a_turn * self.cycle + WAITING * max(0.0, waiting - 2 * a_turn), ROOM)
        here = sum(n for _, n, u in self.ground.stacks.get(self.capital, ()) if u.kind == "land")
        lacking = min(wanted - room, here - empty)
        number = int(min(-(-lacking // places), FERRIES * self.cash // ferry.cost))
        hunters = Hunters(game, self.power, harbors)
        if number > 0 and min(hunters.sunk(z, {Stack(self.power, ferry.id): number}) for z in harbors) <= SUNK:
            self.buy(ferry, number)

    def _waiting(self) -> int:
        """Return the number of land units that wait for transports."""
        ground = self.ground
        idle = (rows for space, rows in ground.stacks.items() if ground.idle(space))
        return sum(n for rows in idle for _, n, u in rows if u.kind == "land")

    def _room(self) -> tuple[int, int]:
        """Return the places aboard all transports, and aboard the empty ones next to the capital."""
        room, empty, home = 0, 0, self.game.rules.sea_near[self.capital]
        for zone in self.game.rules.zones:
            for stack, n in self.game.state.at(zone).items():
                carries = self.game.unit(stack).carries
                if stack.owner == self.power and carries is not None:
                    room += n * carries.places
                    empty += n * carries.places if zone in home and not stack.cond.cargo else 0
        return room, empty

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
    """Choose where to place new units: at the capital, unless another space is in danger; ships where they are safest,
    with others."""
    ground, rules, capital = ground_of(game, power), game.rules, game.rules.powers[power].capital
    harbors = {space for _, space in form.most if not rules.is_land[space]}
    ships = {Stack(power, kind): n for (kind, space), n in form.most.items() if game.stats(power, kind).kind == "sea"}
    hunters = Hunters(game, power, harbors)
    sunk = {zone: hunters.sunk(zone, ships) for zone in harbors}

    def score(key: tuple[str, ...]) -> float:
        space = key[1]
        if space in harbors:
            own = sum(n for stack, n in game.state.at(space).items() if stack.owner == power)
            return own - EXPOSED * sunk[space]
        danger = ground.reach.get(space, 0.0) + sum(ground.foes.get(space, {}).values())
        held = sum(ground.mine.get(space, {}).values()) + sum(ground.friends.get(space, {}).values())
        return (10.0 if space == capital else 0.0) + (20.0 if danger > DANGER * held else 0.0)

    answer: dict[tuple[str, ...], int] = {}
    for key in sorted(form.most, key=lambda k: (-score(k), k)):
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer
