"""Fronts: where stacks go when armies move once, before all combat, and fight one round at a time.

All own units are distributed over the territories in reach, as whole stacks or parts of them, to maximize the sum of
their values there (`Ground.balance`). Units without value anywhere move toward the war. Then the aircraft join the
greatest battles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...core.decisions import Move
from ...core.forces import Stack
from ...engine.board import at_peace, contested
from ...engine.movement import COMBAT, Mover
from .carriage import joined
from .ground import Army, Ground, Home, add, ground_of
from .style import PLAIN, Style

if TYPE_CHECKING:
    from ...engine.game import Game

#: Marches to one territory: start, destination, units.
Group = list[tuple[str, str, dict[Stack, int]]]


class Part(NamedTuple):
    """Part of a stack that may march: its units, by stack and by type, and what is gained where they leave."""

    units: dict[Stack, int]
    army: Army
    leaving: float


class Try(NamedTuple):
    """Marches to one territory, what they gain, and how many units they bring near each capital (those it changes)."""

    group: Group
    gain: float
    near: tuple[tuple[Home, int], ...]


#: Shares of a stack to try.
PARTS = (1.0, 0.7, 0.4, 0.15)
#: IPCs for each unit at the maximum of the attraction.
MARCH = 2.6
#: IPCs for each unit where the style wants it.
WISHED = 2.0
#: Maximum number of steps in a plan.
STEPS = 60
#: IPCs that a step gains at least.
LEAST_GAIN = 0.25
#: Strength of the defenders of a capital, compared to a siege, that is enough; and that which is too little to try.
SAFE, HOPELESS = 1.1, 0.2


class Fronts:
    """The land movement of a turn."""

    def __init__(self, game: Game, power: str, fresh: int = 0, style: Style = PLAIN) -> None:
        """`fresh` units will be placed in the capital at the end of the turn."""
        self.numbers = game.units_at()[power]
        self.game, self.power = game, power
        self.ground = ground_of(game, power)
        self.capital, self.fresh = game.rules.powers[power].capital, fresh
        self.going: dict[str, Army] = {}
        self.left: dict[str, dict[Stack, int]] = {}
        self.ways: dict[tuple[str, str], tuple[str, ...]] = {}
        self.orders: dict[tuple[str, str], dict[Stack, int]] = {}
        self._worth: dict[str, float] = {}
        self._parts: dict[tuple[str, float], Part | None] = {}
        self._tries: dict[tuple[tuple[str, ...], str, float], Try] = {}
        self._guards: dict[tuple[str, int], float] = {}
        #: IPCs for each unit in a territory where the style wants the army, or does not want it
        self.wishes = dict.fromkeys(style.push | style.hold, WISHED) | dict.fromkeys(style.leave, -WISHED)
        most = max(self.ground.pull.values(), default=1.0)
        self.scale = MARCH / max(most, 1.0)
        self.homes = self.ground.homes()
        mover = Mover(game, COMBAT, power=power)
        for space, rows in self.ground.stacks.items():
            self.going[space] = {}
            for stack, n, unit in rows:
                self.going[space][stack.type] = self.going[space].get(stack.type, 0) + n
                if unit.kind != "land" or stack.cond.moved:
                    continue
                for option in mover.options(space, stack):
                    end = option.path[-1]
                    if game.rules.is_land[end] and not at_peace(game, power, end):  # provoke no power
                        self.ways.setdefault((space, option.path[-1]), option.path)
                        self.left.setdefault(space, {})[stack] = min(n, option.most)

    def plan(self) -> Iterator[Move]:
        """Return the marches, planned together, once the capital is safe."""
        self._secure()
        for _ in range(STEPS):
            best = self._best()
            if best is None:
                break
            for space, to, units in best:
                self._send(space, to, units)
        for (space, to), units in self.orders.items():
            move = Move(tuple(units.items()), self.ways[(space, to)])
            ride = joined(self.game, move, list(self.left[space].items()), COMBAT)
            for stack, n in ride.units[len(move.units) :]:
                self.left[space][stack] -= n
            yield ride

    def _secure(self) -> None:
        """Send idle armies into the capital while an army next to it could take it, and keep there what it needs."""
        to, ground = self.capital, self.ground
        siege = ground.siege()
        if not siege or not ground.friendly(to) or to in ground.contested:
            return
        held = add(add(self.going.get(to, {}), ground.friends.get(to, {})), self._recruits())
        rear = [s for s in self.left if (s, to) in self.ways and s != to and ground.quiet(s)]
        sent = []
        for space in sorted(rear, key=lambda s: (-sum(self.left[s].values()), s)):
            if ground.stands(held, siege) >= SAFE:
                break
            sent.append(space)
            held = add(held, _army(self.left[space]))
        if ground.stands(held, siege) < HOPELESS:
            return
        for space in sent:
            self._send(space, to, dict(self.left[space]))
        self._keep(to, held, siege)

    def _keep(self, space: str, held: Army, siege: Army) -> None:
        """Let no more units leave a capital than it can spare."""
        free = self.left.pop(space, {})
        for part in (1.0, 0.75, 0.5, 0.25):
            units = {s: n for s, k in free.items() if (n := int(part * k))}
            if units and self.ground.stands(add(held, _army(units), -1), siege) >= SAFE:
                self.left[space] = units
                return

    def _recruits(self) -> Army:
        """The units that will be placed in the capital, as the cheapest that can hold a territory."""
        able = [u for u in self.numbers.values() if "holds" in u.tags]
        return {min(able, key=lambda u: (u.cost, u.id)).id: self.fresh} if able and self.fresh else {}

    def worth(self, space: str, army: Army) -> float:
        """Return the value of an army in a territory, including its march there."""
        fresh = float(self.fresh) if space == self.capital else 0.0
        march = self.scale * self.ground.pull.get(space, 0.0) + self.wishes.get(space, 0.0)
        return self.ground.balance(space, army, fresh) + march * sum(army.values())

    def _now(self, space: str) -> float:
        found = self._worth.get(space)
        if found is None:
            found = self._worth[space] = self.worth(space, self.going.get(space, {}))
        return found

    def _part(self, space: str, part: float) -> Part | None:
        """Return part of the rest of a stack, cached until the stack changes; None if it has no units."""
        key = (space, part)
        if key not in self._parts:
            units = self._split(space, part)
            self._parts[key] = None
            if units:
                army, now = _army(units), self._now(space)
                self._parts[key] = Part(units, army, self.worth(space, add(self.going[space], army, -1)) - now)
        return self._parts[key]

    def _split(self, space: str, part: float) -> dict[Stack, int]:
        """Return a share of each type, and a unit to hold the space if others stay."""
        units, left = self.numbers, self.left[space]
        out = {
            s: min(n, round(part * n + 0.01) or (1 if part < 0.5 and len(left) == 1 else 0)) for s, n in left.items()
        }
        out = {s: n for s, n in out.items() if n}
        holders = [s for s in left if "holds" in units[s.type].tags]
        if out and holders and part < 1 and not any(s in out for s in holders):
            out[holders[0]] = 1
        stay = sum(self.going[space].values()) - sum(out.values())
        if stay and holders and not any(left[s] - out.get(s, 0) for s in holders):
            first = holders[0]
            if out.get(first, 0) > 1:
                out[first] -= 1
        return out

    def _best(self) -> Group | None:
        best, best_gain = None, LEAST_GAIN
        into: dict[str, list[str]] = {}
        for space, to in self.ways:
            if self.left.get(space):
                into.setdefault(to, []).append(space)
        tries = self._tries
        for to, spaces in into.items():
            sources = [*((s,) for s in spaces), *((tuple(spaces),) if len(spaces) > 1 else ())]
            for part in PARTS:
                for starts in sources:
                    group, gain, near = tries.get((starts, to, part)) or self._tried(starts, to, part)
                    if group:
                        if near:
                            gain += sum([self._guard(home, change) for home, change in near])
                        if gain > best_gain:
                            best, best_gain = group, gain
        return best

    def _tried(self, starts: tuple[str, ...], to: str, part: float) -> Try:
        """Return a march and its gain, cached until its start or destination changes."""
        parts = [(s, found) for s in starts if (found := self._part(s, part)) is not None]
        arrived, gain = self.going.get(to, {}), 0.0
        for _, found in parts:
            arrived = add(arrived, found.army)
            gain += found.leaving
        gain = gain + self.worth(to, arrived) - self._now(to) if parts else 0.0
        near = []
        for home in self.homes:
            change = sum(sum(p.army.values()) * ((to in home.zone) - (space in home.zone)) for space, p in parts)
            if change:
                near.append((home, change))
        made = self._tries[starts, to, part] = Try([(s, to, p.units) for s, p in parts], gain, tuple(near))
        return made

    def _guard(self, home: Home, change: int) -> float:
        """Return how marches that bring more units near a capital change its safety."""
        found = self._guards.get((home.space, change))
        if found is None:
            now = float(sum(sum(self.going[s].values()) for s in home.zone if s in self.going))
            now += self.fresh if home.space == self.capital else 0
            found = self._guards[home.space, change] = home.safe(now + change) - home.safe(now)
        return found

    def _send(self, space: str, to: str, units: dict[Stack, int]) -> None:
        army, row = _army(units), self.orders.setdefault((space, to), {})
        self.going[space] = add(self.going[space], army, -1)
        self.going[to] = add(self.going.get(to, {}), army)
        for at in (space, to):
            self._worth.pop(at, None)
            for part in PARTS:
                self._parts.pop((at, part), None)
        for key in [k for k in self._tries if k[1] in (space, to) or space in k[0] or to in k[0]]:
            del self._tries[key]
        self._guards.clear()
        for stack, n in units.items():
            row[stack] = row.get(stack, 0) + n
            self.left[space][stack] -= n
            if not self.left[space][stack]:
                del self.left[space][stack]


def _army(units: dict[Stack, int]) -> Army:
    out: Army = {}
    for stack, n in units.items():
        out[stack.type] = out.get(stack.type, 0) + n
    return out


def wings(game: Game, power: str) -> Iterator[Move]:
    """Fly aircraft to the greatest battle of own units, or else to the greatest own stack at the front."""
    mover, ground = Mover(game, COMBAT, power=power), ground_of(game, power)
    if not any(unit.kind == "air" for rows in ground.stacks.values() for _, _, unit in rows):
        return
    for space, rows in list(ground.stacks.items()):
        for stack, n, unit in rows:
            if unit.kind != "air" or stack.cond.moved:
                continue
            best, best_score = None, _call(ground, space) + 0.5
            for option in mover.options(space, stack):
                end = option.path[-1]
                if game.rules.is_land[end] and (score := _call(ground, end)) > best_score:
                    best, best_score = option, score
            if best is not None:
                yield Move(((stack, min(n, best.most)),), best.path)


def _call(ground: Ground, space: str) -> float:
    """Return the value of aircraft in a space: among artillery, in a battle, and safe among own units."""
    own = ground.mine.get(space, {})
    if not any("holds" in ground.rules.units[k].tags for k in own):
        return -9.0
    guns = sum(n for k, n in own.items() if "supports" in ground.rules.units[k].tags)
    troops = sum(n for k, n in own.items() if ground.rules.units[k].kind == "land")
    fight = bool(ground.foes.get(space)) or contested(ground.game, space)
    near = ground.reach.get(space, 0.0)
    side = troops + sum(ground.friends.get(space, {}).values())
    risk = max(0.0, near + sum(ground.foes.get(space, {}).values()) - 1.5 * side)
    return (3.0 if fight else 1.0 if near else 0.3) * (guns + 0.2 * troops) - risk
