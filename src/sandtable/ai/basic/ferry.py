"""Transports in the noncombat move: carry armies without an enemy in reach to the front.

Each transport chooses the load and shore with the highest value. If no friendly shore is in reach, it loads and sails
closer. If no units wait for it, it goes where units will wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from ...core.forces import FRESH, Stack
from ...core.units import UnitType
from ...engine.movement import NONCOMBAT, Mover
from .chart import FAR
from .field import Field
from .guard import Guard, capacity
from .lift import CARE, Lift, Pool
from .odds import wins
from .orders import landing
from .view import EMPTY, View

#: Weight of the attraction for a unit that waits at sea, and for one that lands on a friendly shore: units that fight
#: there at once do more than those that wait for a landing in strength.
AT_SEA, LANDED = 0.6, 4.0

#: IPCs for moving one unit from zero attraction to the maximum.
GAIN = 13.0

#: Minimum number of units expected next turn at a complex from where armies must sail.
COMING = 3
#: Weight of the risk to a transport that only waits.
IDLE = 4.0

Load = list[tuple[str, Stack, UnitType]]


class Ferry:
    """The transports of a power in the noncombat move."""

    def __init__(self, view: View, field: Field, new: dict[str, int]) -> None:
        self.view, self.field = view, field
        self.guard = Guard(view, new)
        mover = Mover(view.game, NONCOMBAT, power=view.power)
        self.pool = Pool(view, mover)
        self.waiting: dict[str, list[tuple[Stack, UnitType]]] = {}
        self.landed: dict[str, list[float]] = {}
        self.scale = GAIN / max(10.0, field.most)
        for space, units in view.own.items():
            for stack, n, unit in units:
                if mover.may_move(space, stack) is not None:
                    continue
                if unit.carries and not view.is_land[space]:
                    self.pool.left[(space, stack)] = n
                elif unit.kind == "land" and unit.attack and field.idle(space) and not stack.cond.moved:
                    self.pool.left[(space, stack)] = n
                    self.waiting.setdefault(space, []).append((stack, unit))
        #: sea zone -> adjacent coasts with waiting units
        self.quays = {
            z: q for z, coasts in view.chart.coasts.items() if (q := [s for s in coasts if s in self.waiting])
        }
        #: sea zone -> number of waiting units
        self.supply: dict[str, float] = {}
        for space, rows in self.waiting.items():
            count = sum(self.pool.left[(space, stack)] for stack, _ in rows)
            for zone in view.rules.sea_near[space]:
                self.supply[zone] = self.supply.get(zone, 0) + count
        fresh = sum(n for kind, n in new.items() if "captures" in view.game.stats(view.power, kind).tags)
        for space, owner in view.makers.items():
            if owner == view.power and field.idle(space):
                for zone in view.rules.sea_near[space]:
                    coming = max(COMING, min(capacity(view, space), fresh))
                    self.supply[zone] = self.supply.get(zone, 0) + coming

    def plan(self) -> Iterator[Move]:
        """Plan the moves."""
        rows = sorted(self.pool.transports(), key=lambda row: (not row[1].cond.cargo, row[0], row[1]))
        trips: list[Lift] = []
        for zone, stack, n, unit in rows:
            for _ in range(n):
                trip = self._trip(zone, stack, unit)
                if trip is None:
                    break
                self._take(trip)
                trips.append(trip)
        yield from landing(self.view.game, self.view.power, trips)

    def _take(self, trip: Lift) -> None:
        self.pool.take(trip)
        for space, unit in trip.boarding():
            self.guard.leave(space, unit)
            for zone in self.view.rules.sea_near[space]:
                self.supply[zone] -= 1
        if trip.target:
            row = self.landed.setdefault(trip.target, [0.0, 0.0])
            row[0] += sum(u.defense for _, u in trip.soldiers)
            row[1] += sum(u.hits for _, u in trip.soldiers)

    def _trip(self, zone: str, stack: Stack, unit: UnitType) -> Lift | None:
        """Return the best trip of one transport, or None if it should stay."""
        view, pool = self.view, self.pool
        left = unit.move - stack.cond.moved
        aboard = [(Stack(o, t, FRESH), view.game.stats(o, t)) for o, t in stack.cond.cargo if o == view.power]
        best, best_gain = None, 0.3
        for pickup, first in pool.sails(zone, left).items():
            load = self._load(pickup, stack, unit) if pickup in self.quays else []
            if not load and not (aboard and pickup == zone):
                continue
            soldiers = (*aboard, *((s, u) for _, s, u in load))
            before = sum(self.field.at(space) for space, _, _ in load) + AT_SEA * self.field.at(zone) * len(aboard)
            price = unit.cost + sum(u.cost for _, u in soldiers)
            for end, second in pool.sails(pickup, left - len(first) + 1).items():
                target, worth = self._ashore(end, soldiers)
                if len(second) > 1 and not target and self._more(pickup, stack, unit, load):
                    continue  # waits for a full load
                gain = self.scale * (worth - before) - CARE * pool.risk(end) * price - 0.05 * len(second)
                if gain > best_gain:
                    boards = tuple((space, s) for space, s, _ in load)
                    best_gain = gain
                    best = Lift(zone, stack, first, boards, second, soldiers, target, 0.0)
        if unit.carries and 2 * self._room(stack, unit) >= unit.carries.capacity and (best is None or not best.boards):
            back = self._empty(zone, stack, unit, left) if best is None or not best.target else None
            return back or best
        return best

    def _room(self, stack: Stack, unit: UnitType) -> int:
        carries = unit.carries
        assert carries is not None
        return carries.room(stack.cond.cargo)

    def _load(self, zone: str, stack: Stack, unit: UnitType) -> Load:
        """Return the units to load in a sea zone."""
        carries = unit.carries
        assert carries is not None
        room = self._room(stack, unit)
        load: Load = []
        gone: dict[str, list[float]] = {}
        if room <= 0:
            return load
        for space in self.quays[zone]:
            for soldier, kind in self.waiting[space]:
                size = carries.loads.get(kind.id)
                n = self.pool.left[(space, soldier)]
                while size and n and size <= room and self.guard.may_leave(space, kind, gone):
                    load.append((space, soldier, kind))
                    room -= size
                    n -= 1
        return load

    def _ashore(self, zone: str, soldiers: tuple[tuple[Stack, UnitType], ...]) -> tuple[str, float]:
        """Return (where to land from a sea zone, or nothing; the value of the land units there)."""
        view, field = self.view, self.field
        target, best = "", AT_SEA * field.at(zone) * len(soldiers)
        for space in view.chart.coasts[zone]:
            if view.friendly(space) and not field.idle(space):
                ours = view.ours.get(space, EMPTY)
                more = self.landed.get(space, (0.0, 0.0))
                defense = ours.defense + more[0] + sum(u.defense for _, u in soldiers)
                pips, hits, takers = view.blow(space)[:3]
                lost = wins(pips, hits, defense, ours.hits + more[1] + len(soldiers)) if takers else 0.0
                worth = LANDED * field.at(space) * (1 - lost) * len(soldiers)
                if worth > best:
                    target, best = space, worth
        return target, best

    def _more(self, zone: str, stack: Stack, unit: UnitType, load: Load) -> bool:
        """Return whether a transport has room and more units will arrive."""
        assert unit.carries is not None
        room = self._room(stack, unit) - sum(unit.carries.loads[u.id] for _, _, u in load)
        return room >= min(unit.carries.loads.values()) and self.supply.get(zone, 0) > 0

    def _empty(self, zone: str, stack: Stack, unit: UnitType, left: int) -> Lift | None:
        """Move an empty transport to waiting units."""
        sea, pool = self.view.sea, self.pool
        best, best_score = None, -1e9
        for end, path in pool.sails(zone, left).items():
            far = sea[end]
            score = max((n * 0.7 ** far.get(z, FAR) for z, n in self.supply.items() if n > 0), default=0.0)
            score -= IDLE * pool.risk(end) * unit.cost + 0.05 * len(path)
            if score > best_score:
                best_score, best = score, path
        if best is None or best_score <= 0:
            return None
        assert unit.carries is not None
        goal = max(self.supply, key=lambda z: (self.supply[z] * 0.7 ** sea[best[-1]].get(z, FAR), z))
        for near in self.view.rules.sea_near[goal]:
            if near in self.supply and sea[near].get(goal) == 1:
                self.supply[near] -= unit.carries.places / 2
        self.supply[goal] -= unit.carries.places
        return Lift(zone, stack, best, (), (best[-1],), (), "", 0.0) if len(best) > 1 else None


def ferries(view: View, field: Field, new: dict[str, int]) -> Iterator[Move]:
    """Return the moves of the transports with their cargo."""
    if any(unit.carries for units in view.own.values() for _, _, unit in units):
        yield from Ferry(view, field, new).plan()
