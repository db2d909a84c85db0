"""Landings: which transports can carry which units to which shore this turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core.forces import FRESH, Stack
from ...core.units import UnitType
from ...engine.movement import PASS, Mover
from .chart import FAR
from .view import View

#: A way to cargo: the sea zone where it is, the path there, and the paths from there by the zone where they end.
Trip = tuple[str, tuple[str, ...], dict[str, tuple[str, ...]]]


#: Weight of the risk to transports and their cargo: armies that wait at home are worth less.
CARE = 0.8


class Lift(NamedTuple):
    """One transport: from its sea zone to its waiting cargo (`pickup`), and on to the sea zone of the landing.

    `risk` is the weighted loss (`CARE`) in IPCs that is expected there.
    """

    origin: str
    carrier: Stack
    pickup: tuple[str, ...]
    boards: tuple[tuple[str, Stack], ...]
    voyage: tuple[str, ...]
    soldiers: tuple[tuple[Stack, UnitType], ...]
    target: str
    risk: float

    def boarding(self) -> Iterator[tuple[str, UnitType]]:
        """Return the units that board this turn, with the territories that they leave."""
        aboard = len(self.soldiers) - len(self.boards)
        return ((space, unit) for (space, _), (_, unit) in zip(self.boards, self.soldiers[aboard:], strict=True))


class Pool:
    """The units of the active power that are still free in this phase: `left` by (space, stack)."""

    def __init__(self, view: View, mover: Mover) -> None:
        self.view, self.mover, self.phase = view, mover, mover.phase
        self.left: dict[tuple[str, Stack], int] = {}
        self._sails: dict[tuple[str, int], dict[str, tuple[str, ...]]] = {}
        self._trips: dict[tuple[str, int], list[Trip]] = {}
        self._risks: dict[str, float] = {}
        self._ships: list[tuple[str, Stack, UnitType]] | None = None
        #: sea zones that transports with cargo sail to; the warships in reach go with the first
        self.convoys: set[str] = set()
        #: sea zones that are free when the landings of this turn take place
        self.cleared: set[str] = set()

    def sails(self, zone: str, move: int) -> dict[str, tuple[str, ...]]:
        """Return where ships of this power may sail from a sea zone, with paths; they stop where enemies are."""
        found = self._sails.get((zone, move))
        if found is not None:
            return found
        game, step = self.view.game, self.view.rules.q.sea_step
        ship = Stack(self.view.power, next((u.id for u in game.rules.units.values() if u.kind == "sea"), ""))
        found = {zone: (zone,)}
        edge, sea_near, phase = [zone], game.rules.sea_near, self.phase
        for _ in range(move):
            ahead = []
            for at in edge:
                for near in sea_near[at]:
                    if near not in found:
                        goes = step(game, ship, at, near, phase)
                        if isinstance(goes, str):
                            found[near] = (*found[at], near)
                            if goes == PASS:
                                ahead.append(near)
            edge = ahead
        self._sails[(zone, move)] = found
        return found

    def trips(self, zone: str, move: int) -> list[Trip]:
        """Return where ships of this power may pick up cargo, and where they may sail from there, with paths."""
        found = self._trips.get((zone, move))
        if found is None:
            ways, theirs = self.sails(zone, move), self.view.theirs
            found = self._trips[zone, move] = [
                (at, way, self.sails(at, move + 1 - len(way)))
                for at, way in ways.items()
                if at not in theirs or not theirs[at].hits
            ]
        return found

    def transports(self) -> Iterator[tuple[str, Stack, int, UnitType]]:
        """Return own transports that are still free."""
        if self._ships is None:
            own, is_land = self.view.own.items(), self.view.is_land
            self._ships = [(at, s, u) for at, units in own if not is_land[at] for s, _, u in units if u.carries]
        for space, stack, unit in self._ships:
            n = self.left.get((space, stack), 0)
            if n:
                yield space, stack, n, unit

    def landings(self) -> set[str]:
        """Return hostile coasts in reach of own transports."""
        view, out = self.view, set[str]()
        for zone, _, _, unit in self.transports():
            for at in self.sails(zone, unit.move):
                if at not in view.theirs or not view.theirs[at].hits:
                    out.update(s for s in view.chart.coasts[at] if view.hostile(s))
        return out

    def risk(self, zone: str) -> float:
        """Return the part of this power's fleet in a sea zone that is at risk next turn."""
        found = self._risks.get(zone)
        if found is None:
            fleet = self.view.fleet(zone, gone=() if zone in self.convoys else self.convoys)
            found = self._risks[zone] = self.view.peril(zone, *fleet)[1]
        return found

    def reset(self, left: dict[tuple[str, Stack], int], convoys: set[str], cleared: set[str]) -> None:
        """Return to earlier free units and sea zones."""
        self.left, self.convoys, self.cleared = left, convoys, cleared
        self._risks.clear()

    def take(self, lift: Lift) -> None:
        """Mark the units of a lift as used."""
        self.left[(lift.origin, lift.carrier)] -= 1
        for space, stack in lift.boards:
            self.left[(space, stack)] -= 1
        zone = lift.voyage[-1]
        if lift.soldiers and zone not in self.convoys:
            self.convoys.add(zone)
            self._risks.clear()


def lifts(pool: Pool, target: str, left: dict[tuple[str, Stack], int]) -> Iterator[Lift]:
    """Return what can be landed on a shore, transport by transport, those with cargo first.

    `left` are the units that may be loaded; loaded ones are removed from it.
    """
    view, rules = pool.view, pool.view.rules
    shores = {z for z in rules.sea_near[target] if z not in view.theirs or not view.theirs[z].hits or z in pool.cleared}
    if not shores:
        return
    rows = sorted(pool.transports(), key=lambda row: (not row[1].cond.cargo, row[0]))
    for zone, stack, n, unit in rows:
        far = view.sea[zone]
        if min(far.get(z, FAR) for z in shores) > unit.move - stack.cond.moved:
            continue
        for _ in range(n):
            lift = _one(pool, zone, stack, unit, target, shores, left)
            if lift is None:
                break
            for space, boarded in lift.boards:
                left[(space, boarded)] -= 1
            yield lift


def _one(
    pool: Pool,
    zone: str,
    stack: Stack,
    unit: UnitType,
    target: str,
    shores: set[str],
    left: dict[tuple[str, Stack], int],
) -> Lift | None:
    view = pool.view
    move = unit.move - stack.cond.moved
    aboard = tuple((Stack(o, t, FRESH), view.game.stats(o, t)) for o, t in stack.cond.cargo if o == view.power)
    best: tuple[float, Lift] | None = None
    for pickup, first, onward in pool.trips(zone, move):
        if shores.isdisjoint(onward):
            continue
        steps = len(first) - 1
        loaded = [] if unit.carries is None else _cargo(pool, pickup, stack, unit, target, left)
        if not loaded and (not aboard or steps):
            continue
        soldiers = (*aboard, *((s, u) for _, s, u in loaded))
        power = sum(u.attack + u.hits for _, u in soldiers)
        for end in [zone for zone in onward if zone in shores]:
            second = onward[end]
            risk = CARE * pool.risk(end) * unit.cost
            score = power - risk - 0.2 * (steps + len(second))
            if best is None or score > best[0]:
                boards = tuple((space, s) for space, s, _ in loaded)
                best = score, Lift(zone, stack, first, boards, second, soldiers, target, risk)
    return best[1] if best else None


def _cargo(
    pool: Pool, pickup: str, carrier: Stack, unit: UnitType, target: str, left: dict[tuple[str, Stack], int]
) -> list[tuple[str, Stack, UnitType]]:
    """Return the best waiting load at a sea zone: the most hit points that fit, then the most pips."""
    view, carries = pool.view, unit.carries
    assert carries is not None
    room = carries.room(carrier.cond.cargo)
    out: list[tuple[str, Stack, UnitType]] = []
    if room <= 0:
        return out
    waiting = []
    for space in view.chart.coasts[pickup]:
        if space != target and view.friendly(space):
            for stack, _, kind in view.own.get(space, ()):
                n = left.get((space, stack), 0)
                if n and not stack.cond.moved and kind.kind == "land" and kind.attack and kind.id in carries.loads:
                    waiting.append((-(kind.hits + 0.2 * kind.attack) / carries.loads[kind.id], space, stack, kind, n))
    waiting.sort(key=lambda w: w[:3])
    for _, space, stack, kind, n in waiting:
        while n and carries.loads[kind.id] <= room:
            out.append((space, stack, kind))
            room -= carries.loads[kind.id]
            n -= 1
    return out
