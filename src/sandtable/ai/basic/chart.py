"""Board distances, computed once per board and cached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...engine.board import distances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...rules.ruleset import Ruleset

#: greater than any distance
FAR = 99
#: Sets of starts whose distances a board keeps, at most.
NEAREST_KEPT = 500


class Far(dict[str, dict[str, int]]):
    """Distances from a space to all reachable spaces, computed on first use."""

    def __init__(self, near: Mapping[str, Iterable[str]], closed: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.near, self.closed = near, closed
        self._rings: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {}
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self._nearest: dict[frozenset[str], Mapping[str, int]] = {}
        self._number = {space: i for i, space in enumerate(near)}
        self._table: NDArray[np.int8] | None = None

    def __missing__(self, start: str) -> dict[str, int]:
        found = self[start] = distances(self.near, (start,), self.closed)
        return found

    def nearest(self, starts: Iterable[str]) -> Mapping[str, int]:
        """Return the distance from the nearest start to each space, `FAR` where there is none."""
        key = frozenset(starts)
        found = self._nearest.get(key)
        if found is None:
            if self._table is None:
                rows = [[self[start].get(space, FAR) for space in self._number] for start in self._number]
                self._table = np.array(rows, dtype=np.int8)
            least = self._table[[self._number[s] for s in key]].min(axis=0, initial=FAR)
            if len(self._nearest) >= NEAREST_KEPT:
                self._nearest.clear()
            found = self._nearest[key] = dict(zip(self._number, least.tolist(), strict=True))
        return found

    def rings(self, start: str, most: int) -> tuple[tuple[str, ...], ...]:
        """Return the spaces within a distance, by their distance from the start, which comes first."""
        found = self._rings.get((start, most))
        if found is None:
            rows: list[list[str]] = [[] for _ in range(min(most, FAR) + 1)]
            for space, steps in self[start].items():
                if steps <= most:
                    rows[steps].append(space)
            found = self._rings[start, most] = tuple(map(tuple, rows))
        return found

    def within(self, start: str, most: int) -> tuple[str, ...]:
        """Return the spaces within a distance, the nearest first."""
        found = self._within.get((start, most))
        if found is None:
            found = self._within[start, most] = tuple(chain.from_iterable(self.rings(start, most)))
        return found

    def way(self, start: str, end: str) -> tuple[str, ...] | None:
        """Return a shortest path, or None."""
        back = self[end]
        if start not in back:
            return None
        path = [start]
        while path[-1] != end:
            path.append(min((n for n in self.near[path[-1]] if n in back), key=lambda n: back[n]))
        return tuple(path)


class Routes(NamedTuple):
    """Which spaces are next to which, by the numbers of the spaces in the order of their `names`, for fast searches.

    `by_sea` and `coasts` are empty for territories, `by_land` and `shores` for sea zones and neutral territories.
    """

    names: list[str]
    number: dict[str, int]
    by_sea: list[list[int]]
    coasts: list[list[int]]
    by_land: list[list[int]]
    shores: list[list[int]]


class Seas(Far):
    """Distances between sea zones, and the adjacent coasts; `routes` are all ways on the board."""

    def __init__(
        self, near: Mapping[str, Iterable[str]], coasts: Mapping[str, tuple[str, ...]], routes: Routes
    ) -> None:
        super().__init__(near)
        self.coasts, self.routes = coasts, routes
        self._shores: dict[tuple[str, int], tuple[str, ...]] = {}
        #: how an attraction fades on the way from a goal to each space (`field.faded`)
        self.faded: dict[str, dict[str, float]] = {}
        #: whether a sea zone is of no use to armies (`fleet.enclosed`)
        self.enclosed: dict[str, bool] = {}

    def shores(self, zone: str, most: int) -> tuple[str, ...]:
        """Return the coasts within a distance, once per adjacent sea zone."""
        key = (zone, most)
        found = self._shores.get(key)
        if found is None:
            found = self._shores[key] = tuple(s for z in self.within(zone, most) for s in self.coasts[z])
        return found


class Chart:
    """The distances by land, air, and sea; territories that start as neutral are impassable for all of them.

    Distances by sea depend on the open canals.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        neutral = frozenset(s.name for s in rules.spaces.values() if s.neutral)
        self.land = Far({s: rules.land_near[s] for s in rules.lands}, neutral)
        self.air = Far(rules.neighbors, neutral)
        self.neutral = neutral
        #: the adjacent territories of each territory, without those that start as neutral
        self.dry = {
            s: tuple(n for n in near if n not in neutral) for s, near in self.land.near.items() if s not in neutral
        }
        self.coasts = {z: tuple(s for s in rules.land_near[z] if s not in neutral) for z in rules.zones}
        self._islands: dict[str, str] = {}
        self._seas: dict[frozenset[str], Seas] = {}

    def island(self, space: str) -> str:
        """Return a name for the landmass of a territory."""
        found = self._islands.get(space)
        if found is None:
            found = self._islands[space] = min(self.land[space])
        return found

    def sea(self, open_canals: frozenset[str]) -> Seas:
        """Return the distances between sea zones through these canals."""
        found = self._seas.get(open_canals)
        if found is None:
            canals = self.rules.canal_between
            near = {
                z: tuple(
                    n for n in self.rules.sea_near[z] if (z, n) not in canals or canals[(z, n)].name in open_canals
                )
                for z in self.rules.zones
            }
            found = self._seas[open_canals] = Seas(near, self.coasts, self._routes(near))
        return found

    def _routes(self, sea_near: Mapping[str, Iterable[str]]) -> Routes:
        names = sorted(self.rules.spaces)
        number = {name: i for i, name in enumerate(names)}
        shores = {s: self.rules.sea_near[s] for s in self.dry}
        tables = (sea_near, self.coasts, self.dry, shores)
        return Routes(names, number, *([[number[n] for n in table.get(s, ())] for s in names] for table in tables))


#: Number of boards of which charts are kept.
BOARDS = 8
_charts: dict[Any, Chart] = {}


def chart_of(rules: Ruleset) -> Chart:
    """Return the chart of a ruleset; rulesets with the same board share it."""
    chart: Chart | None = rules.cache.get(Chart)
    if chart is None:
        spaces = tuple((s.name, s.kind, s.neutral) for s in rules.spaces.values())
        canals = tuple((pair, canal.name) for pair, canal in rules.canal_between.items())
        key = spaces, tuple(rules.neighbors.items()), canals
        chart = _charts.get(key)
        if chart is None:
            chart = Chart(rules)
            if len(_charts) >= BOARDS:
                _charts.clear()
            _charts[key] = chart
        rules.cache[Chart] = chart
    return chart
