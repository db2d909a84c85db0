"""Naval planning for games of large stacks.

Transports move stranded units to the front. Fleets attack where they win; otherwise they escort the transports.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.decisions import Move
from ...core.forces import FRESH, Stack
from ...core.units import UnitType
from ...engine.board import contested
from ...engine.movement import COMBAT, PASS, Mover
from .ground import add, ground_of
from .lift import Lift
from .orders import landing
from .skirmish import fire_of, fleet_odds

if TYPE_CHECKING:
    from ...engine.game import Game

#: Factor of the attraction per sea zone.
FADES = 0.8
#: Land units that stay in a capital behind the sea.
WATCH = 2
#: Minimum chance to win for a fleet to seek battle.
SURE = 0.8
#: Smallest attraction of a shore to land on; smallest gain, per unit, with which an enemy shore is attacked.
SHORE, STORM = 2.0, 4.0
#: Weight of cargo kept aboard on the way to a shore, compared to cargo that lands.
AFLOAT = 0.6


class Convoy:
    """The transports of a power."""

    def __init__(self, game: Game, power: str) -> None:
        self.game, self.power, self.rules = game, power, game.rules
        self.ground = ground = ground_of(game, power)
        self.mover = Mover(game, COMBAT, power=power)
        self._sails: dict[tuple[str, int], dict[str, tuple[str, ...]]] = {}
        self.waiting: dict[str, dict[Stack, int]] = {}
        self.landed: dict[str, dict[str, int]] = {}
        for space, rows in ground.stacks.items():
            if game.rules.sea_near[space] and ground.idle(space):
                keep = WATCH if space == game.rules.powers[power].capital else 0
                for stack, n, unit in sorted(rows, key=lambda r: r[2].cost):
                    if unit.kind != "land" or stack.cond.moved or self.mover.may_move(space, stack) is not None:
                        continue
                    spare, keep = max(0, n - keep), max(0, keep - n)
                    if spare:
                        self.waiting.setdefault(space, {})[stack] = spare
        self.enemies = {
            z: {s: n for s, n in game.state.at(z).items() if s.owner in ground.enemies} for z in game.rules.zones
        }
        self.shore = {z: self._shore(z) for z in game.rules.zones}
        self.goal = self._spread({z: v[1] for z, v in self.shore.items()})
        self.source = self._spread(self._supply())

    def _supply(self) -> dict[str, float]:
        out: dict[str, float] = {}
        for space, rows in self.waiting.items():
            for zone in self.rules.sea_near[space]:
                out[zone] = out.get(zone, 0.0) + sum(rows.values())
        return out

    def _shore(self, zone: str) -> tuple[str, float]:
        """Return (the best space to land from a sea zone, its attraction)."""
        best, most = "", SHORE
        for space in self.rules.land_near[zone]:
            ground = self.ground
            ours = ground.friendly(space) or (
                contested(self.game, space) and space in {**ground.mine, **ground.friends}
            )
            if ours and ground.pull.get(space, 0.0) > most:
                best, most = space, ground.pull[space]
        return best, most if best else 0.0

    def _spread(self, start: dict[str, float]) -> dict[str, float]:
        out = {z: v for z, v in start.items() if v > 0}
        edge = list(out)
        while edge:
            ahead = []
            for zone in edge:
                for near in self.rules.sea_near[zone]:
                    if not self.rules.is_land[near] and out.get(near, 0.0) < FADES * out[zone] - 1e-9:
                        out[near] = FADES * out[zone]
                        ahead.append(near)
            edge = ahead
        return out

    def sails(self, zone: str, move: int, ship: str) -> dict[str, tuple[str, ...]]:
        """Return where ships may sail, with paths."""
        found = self._sails.get((zone, move))
        if found is None:
            found = self._sails[(zone, move)] = sails(self.game, self.power, zone, move, ship)
        return found

    def _guarded(self, zone: str) -> bool:
        """Return whether a lone transport should avoid a sea zone."""
        return any(self.game.unit(s, zone).attack for s in self.enemies[zone])

    def plan(self) -> Iterator[Move]:
        """Plan the moves of the transports."""
        trips: list[Lift] = []
        for zone in self.rules.zones:
            for stack, n in list(self.game.state.at(zone).items()):
                unit = self.game.unit(stack)
                if (
                    stack.owner != self.power
                    or unit.carries is None
                    or unit.kind != "sea"
                    or self.mover.may_move(zone, stack) is not None
                ):
                    continue
                for _ in range(n):
                    trip = self._trip(zone, stack, unit)
                    if trip is not None:
                        trips.append(trip)
        yield from landing(self.game, self.power, trips)

    def _trip(self, zone: str, stack: Stack, unit: UnitType) -> Lift | None:
        move = unit.move - stack.cond.moved
        aboard = [(Stack(o, t, FRESH), self.game.stats(o, t)) for o, t in stack.cond.cargo if o == self.power]
        best: tuple[float, Lift] | None = None
        for pickup, first in self.sails(zone, move, stack.type).items():
            load = [] if self._guarded(pickup) else self._load(pickup, stack, unit)
            if not load and not (aboard and pickup == zone):
                continue
            boards = tuple((space, s) for space, s, _ in load)
            soldiers = (*aboard, *((s, u) for _, s, u in load))
            left = move - len(first) + 1
            for end, second in self.sails(pickup, left, stack.type).items():
                if self._guarded(end) and end != pickup:
                    continue
                target, worth = self._land(end, soldiers)
                score = worth * len(soldiers) if target else AFLOAT * self.goal.get(end, 0.0) * len(soldiers)
                score -= 0.02 * (len(first) + len(second))
                if best is None or score > best[0]:
                    best = score, Lift(zone, stack, first, boards, second, soldiers, target, 0.0)
        if best is not None and best[0] > 0:
            trip = best[1]
            for space, soldier in trip.boards:
                self.waiting[space][soldier] -= 1
            if trip.target:
                row = self.landed.setdefault(trip.target, {})
                for _, u in trip.soldiers:
                    row[u.id] = row.get(u.id, 0) + 1
            return trip
        return self._back(zone, stack, move) if not aboard else None

    def _land(self, zone: str, soldiers: tuple[tuple[Stack, UnitType], ...]) -> tuple[str, float]:
        """Return where to land from a sea zone and the value of a land unit there; also empty or weakly held enemy
        shores."""
        target, worth = self.shore[zone]
        ground, army = self.ground, dict[str, int]()
        for _, unit in soldiers:
            army[unit.id] = army.get(unit.id, 0) + 1
        for space in self.rules.land_near[zone]:
            if ground.hostile(space) and not self.rules.spaces[space].closed and army:
                before = add(ground.mine.get(space, {}), self.landed.get(space, {}))
                gain = ground.balance(space, add(before, army)) - ground.balance(space, before)
                if gain / len(soldiers) > max(worth, STORM):
                    target, worth = space, gain / len(soldiers)
        return target, worth

    def _load(self, zone: str, stack: Stack, unit: UnitType) -> list[tuple[str, Stack, UnitType]]:
        """Return the units to load in a sea zone, from the most numerous ones."""
        carries = unit.carries
        assert carries is not None
        room = carries.room(stack.cond.cargo)
        out: list[tuple[str, Stack, UnitType]] = []
        taken: dict[tuple[str, Stack], int] = {}
        while room > 0:
            rows = [
                (n - taken.get((space, s), 0), space, s)
                for space in self.rules.land_near[zone]
                for s, n in self.waiting.get(space, {}).items()
                if carries.loads.get(s.type, 99) <= room and n > taken.get((space, s), 0)
            ]
            if not rows:
                break
            _, space, soldier = max(rows)
            taken[(space, soldier)] = taken.get((space, soldier), 0) + 1
            room -= carries.loads[soldier.type]
            out.append((space, soldier, self.game.unit(soldier, space)))
        return out

    def _back(self, zone: str, stack: Stack, move: int) -> Lift | None:
        """Move an empty transport to waiting units, or to the capital."""
        home = self.rules.sea_near[self.rules.powers[self.power].capital]
        source = self.source or self._spread(dict.fromkeys(home, 1.0))
        ways = {e: w for e, w in self.sails(zone, move, stack.type).items() if e == zone or not self._guarded(e)}
        end = max(ways, key=lambda z: (source.get(z, 0.0), -len(ways[z]), z))
        if end == zone or source.get(end, 0.0) <= source.get(zone, 0.0):
            return None
        return Lift(zone, stack, ways[end], (), (end,), (), "", 0.0)


def sails(game: Game, power: str, zone: str, move: int, ship: str) -> dict[str, tuple[str, ...]]:
    """Return where ships of a power may sail from a sea zone, with paths; they stop where the rules require it."""
    step, stack = game.rules.q.sea_step, Stack(power, ship)
    found: dict[str, tuple[str, ...]] = {zone: (zone,)}
    edge = [zone]
    for _ in range(move):
        ahead = []
        for at in edge:
            for near in game.rules.sea_near[at]:
                if near not in found:
                    goes = step(game, stack, at, near, COMBAT)
                    if isinstance(goes, str):
                        found[near] = (*found[at], near)
                        if goes == PASS:
                            ahead.append(near)
        edge = ahead
    return found


def fleets(game: Game, power: str) -> Iterator[Move]:
    """Move warships together to battles that they win, or else to most of their own transports."""
    mover, enemies = Mover(game, COMBAT, power=power), game.foes(power)
    ships: dict[str, list[tuple[str, Stack, int, tuple[str, ...]]]] = {}
    for zone in game.rules.zones:
        for stack, n in game.state.at(zone).items():
            unit = game.unit(stack)
            if stack.owner == power and unit.kind == "sea" and unit.attack and mover.may_move(zone, stack) is None:
                for end, way in sails(game, power, zone, unit.move - stack.cond.moved, stack.type).items():
                    ships.setdefault(end, []).append((zone, stack, n, way))
    gone: set[tuple[str, Stack]] = set()
    targets = []
    for zone, rows in ships.items():
        foe = {s: n for s, n in game.state.at(zone).items() if s.owner in enemies}
        if foe:
            force: dict[Stack, int] = {}
            for _, stack, n, _ in rows:
                force[stack] = force.get(stack, 0) + n
            chance = fleet_odds(game, force, foe)
            if chance > SURE:
                targets.append((chance * sum(game.rules.units[s.type].cost * n for s, n in foe.items()), zone))
    for _, zone in sorted(targets, reverse=True):
        foe = {s: n for s, n in game.state.at(zone).items() if s.owner in enemies}
        rows = [r for r in ships[zone] if (r[0], r[1]) not in gone]
        force, chosen = {}, []
        for row in sorted(rows, key=lambda r: (len(r[3]), r[0])):
            force[row[1]] = force.get(row[1], 0) + row[2]
            chosen.append(row)
            if fleet_odds(game, force, foe) > 0.95:
                break
        if chosen and fleet_odds(game, force, foe) > SURE:
            for start, stack, n, way in chosen:
                gone.add((start, stack))
                if len(way) > 1:
                    yield Move(((stack, n),), way)
    yield from _escorts(game, power, ships, gone)


def _escorts(
    game: Game,
    power: str,
    ships: dict[str, list[tuple[str, Stack, int, tuple[str, ...]]]],
    gone: set[tuple[str, Stack]],
) -> Iterator[Move]:
    """Move the remaining warships with the transports, unless stronger enemies are there."""
    enemies = game.foes(power)

    def score(zone: str) -> float:
        here = game.state.at(zone)
        carried = sum(n * (1 + len(s.cond.cargo)) for s, n in here.items() if s.owner == power and game.unit(s).carries)
        foe = fire_of(game, {s: n for s, n in here.items() if s.owner in enemies}, "attack")[0]
        return carried - 3.0 * foe

    for key in dict.fromkeys((start, stack) for rows in ships.values() for start, stack, _, _ in rows):
        if key in gone:
            continue
        ways = {end: way for end, rows in ships.items() for start, s, _, way in rows if (start, s) == key}
        end = max(ways, key=lambda z: (score(z), -len(ways[z]), z))
        if score(end) > score(key[0]):
            yield Move(((key[1], game.state.at(key[0]).get(key[1], 0)),), ways[end])
