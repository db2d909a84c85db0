"""Potential field over the board that shows where a power wants its armies.

Its sources are enemy territories (by value, complexes, and capitals). It fades with every step by land or sea, and more
with every crossing of a shore. Armies climb it; transports carry units from low to high.
"""

from __future__ import annotations

from heapq import heappop, heappush

from ...engine.board import barred
from .chart import FAR
from .odds import wins
from .view import View

#: Factors of the attraction per step by land, per step by sea, from a sea zone to a territory where units can land,
#: and from a territory to a sea zone.
BY_LAND, BY_SEA, ASHORE, ABOARD = 0.81, 0.82, 0.87, 0.23

#: A continent is won if this side's armies are worth this multiple of the enemy's.
DOMINANT = 4

#: How strongly a power concentrates on one enemy capital, and how much it minds its allies there.
FOCUS, TOGETHER = 8.0, 1.0
#: Attraction, as a part of that of the best capital, from which the strength there matters too; IPCs added to the cost
#: of the owner's units (1 to that of this side's), so that none counts as nothing.
NEARLY, LEAST_ARMY = 0.85, 20
#: Weight of the other capitals if the style names one.
ASIDE = 0.1
#: Distance bonus for an enemy capital whose capture wins the war.
DECISIVE = 2.0
CAPITAL, COMPLEX, PRESENCE = 30.0, 6.0, 1.0
#: Weight of what a territory gains each turn besides its value, such as a part of an objective.
STAKE = 0.8


def weight(view: View, space: str, pressure: dict[str, float]) -> float:
    """Return the value of capturing an enemy territory in IPCs, apart from its units."""
    worth = float(view.value[space]) + PRESENCE + STAKE * view.stakes.get(space, 0.0)
    if space in view.makers:
        worth += COMPLEX
    if space in view.capitals:
        worth += CAPITAL * pressure.get(space, 1.0)
    worth += CAPITAL * view.completes(space) ** 2
    return worth


def concentration(view: View) -> dict[str, float]:
    """Return the weight of each enemy capital as a goal of the power: 1 for the best one, less for the others.

    The best one is easy to reach from the complexes of the power, or else from its armies, and close to its allies. Of
    those that are nearly as good, the one comes first whose owner has the fewest units compared to those that this side
    can bring there; so allies often choose the same one.
    """
    ours, shut = [s for s in view.capitals if view.friendly(s)], barred(view.game, view.power)
    starts = [s for s, owner in view.makers.items() if owner == view.power] or list(view.own)
    near = {
        goal: (DECISIVE if view.decides(goal) else 1.0)
        * max((faded(view, goal)[s] for s in starts), default=1.0)
        * sum(1 / (1 + view.chart.air[goal].get(s, FAR)) for s in ours) ** TOGETHER
        for goal in view.capitals
        if view.hostile(goal) and goal not in shut
    }
    if view.style.goal in near:
        return {goal: 1.0 if goal == view.style.goal else ASIDE for goal in near}
    near = _weakest_first(view, near)
    most = max(near.values(), default=1.0) or 1.0
    return {goal: (n / most) ** FOCUS for goal, n in near.items()}


def _weakest_first(view: View, near: dict[str, float]) -> dict[str, float]:
    """Return the attraction of the capitals, those among the best weighted by how strong this side is there compared to
    their owners, the others like the weakest of these."""
    armies: dict[str, int] = {}
    for _, stack, n, unit in view.enemies:
        if unit.attack or unit.defense:
            armies[stack.owner] = armies.get(stack.owner, 0) + n * unit.cost
    best = max(near.values(), default=0.0)
    odds = {
        goal: (1 + _reaching(view, goal)) / (LEAST_ARMY + armies.get(view.rules.flag_of(view.owner[goal] or ""), 0))
        for goal, n in near.items()
        if n >= NEARLY * best
    }
    lowest = min(odds.values(), default=1.0)
    return {goal: n * odds.get(goal, lowest) for goal, n in near.items()}


def _reaching(view: View, goal: str) -> float:
    """Return the cost of the units of this side, each counted for the less the farther it is from an enemy capital."""
    left = faded(view, goal)
    return sum(muster.worth * left[space] for space, muster in view.ours.items())


def faded(view: View, goal: str) -> dict[str, float]:
    """Return what is left of an attraction of 1 in each space, however strong the enemies on the way are."""
    found = view.sea.faded.get(goal)
    if found is None:
        names, number, by_sea, coasts, by_land, shores = view.sea.routes
        best, heap = [0.0] * len(names), [(-1.0, number[goal])]
        while heap:
            negative, at = heappop(heap)
            if best[at]:
                continue
            best[at] = -negative
            dry = view.is_land[names[at]]
            for near, part in ((by_land, BY_LAND), (shores, ASHORE)) if dry else ((by_sea, BY_SEA), (coasts, ABOARD)):
                for space in near[at]:
                    if not best[space]:
                        heappush(heap, (negative * part, space))
        found = view.sea.faded[goal] = dict(zip(names, best, strict=True))
    return found


class Field:
    """`pull[space]` for territories and sea zones; `by_sea` are the territories whose best route crosses the sea."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.pull: dict[str, float] = {}
        self.by_sea: set[str] = set()
        self.landed = self._strength()
        self._spread()
        self.most = max(self.pull.values(), default=0.0)
        self.won = self._won()

    def _spread(self) -> None:
        view, pull, is_land = self.view, self.pull, self.view.is_land
        names, number, by_sea, coasts, by_land, shores = view.sea.routes
        pressure, shut = concentration(view), barred(view.game, view.power)
        best = [0.0] * len(names)
        done, by_water = [False] * len(names), [False] * len(names)  # by water: the best way so far leads over the sea
        heap = []
        for space, owner in view.owner.items():
            if owner in view.foes and space not in shut:
                best[number[space]] = way = -weight(view, space, pressure)
                heap.append((way, number[space], False))
        heap.sort()
        while heap:
            negative, at, wet = heappop(heap)
            if done[at]:
                continue
            done[at] = True
            space = names[at]
            pull[space] = -negative
            # the ways on from here are always weaker than here, so spaces that are done stay as they are
            if is_land[space]:
                way = negative * BY_LAND
                for near in by_land[at]:
                    if way <= best[near] and (way < best[near] or (by_water[near] and not wet)):
                        best[near] = way
                        by_water[near] = wet
                        heappush(heap, (way, near, wet))
                if wet:
                    self.by_sea.add(space)
                    continue
                over, way = shores[at], negative * (ASHORE * self._landing(space)) if shores[at] else 0.0
            else:
                over, way = by_sea[at], negative * BY_SEA
                across = negative * ABOARD
                for near in coasts[at]:
                    if across < best[near]:
                        best[near] = across
                        by_water[near] = True
                        heappush(heap, (across, near, True))
            for near in over:
                if way < best[near]:
                    best[near] = way
                    by_water[near] = True
                    heappush(heap, (way, near, True))

    def _strength(self) -> tuple[float, float]:
        """Return the (pips, hit points) that the power could land, with units it may build first."""
        room = soldiers = air = 0
        for units in self.view.own.values():
            for _, n, unit in units:
                if unit.carries and unit.kind == "sea":
                    room += n * unit.carries.places
                elif unit.kind == "air":
                    air += n
                elif "captures" in unit.tags:
                    soldiers += n
        landed = 1.5 * min(room, soldiers) + 2
        return 1.4 * landed + 2 * air, landed + 0.7 * air

    def _landing(self, space: str) -> float:
        """Return the share of the attraction if units must land there: little if the shore is strongly defended."""
        theirs = self.view.theirs.get(space)
        if theirs is None or not self.view.hostile(space):
            return 1.0
        return 0.15 + 0.85 * wins(*self.landed, theirs.defense, theirs.hits)

    def _won(self) -> set[str]:
        """Return the continents on which the enemy has no complex and is too weak to matter."""
        view, island = self.view, self.view.chart.island
        balance: dict[str, int] = {}
        for side, factor in ((view.theirs, DOMINANT), (view.ours, -1)):
            for space, muster in side.items():
                if view.is_land[space]:
                    part = island(space)
                    balance[part] = balance.get(part, 0) + factor * muster.worth
        for space, owner in view.makers.items():
            if owner in view.foes:
                balance[island(space)] = 1
        return {part for part, n in balance.items() if n < 0}

    def idle(self, space: str) -> bool:
        """Return whether an army is wasted here: across the sea from its goal, or on a continent that is won."""
        return space in self.by_sea or self.view.chart.island(space) in self.won

    def at(self, space: str) -> float:
        return self.pull.get(space, 0.0)
