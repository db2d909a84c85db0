"""Grow seeds over the cells until every cell belongs to a territory, sea zone, impassable waters, or the scenery."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry import Point

from .board import Board
from .cells import DENSE, cells, contacts
from .coastlines import Window, km

BORDER = 700.0  # usual cost in km of crossing a country's border
FOLLOWS = 900.0  # distance in km within which an island without a seed joins its country's nearest part
SCENERY, LAKE = "scenery", "lake"


class Grown(NamedTuple):
    """Cells with their label (a space, impassable waters, scenery, or lake), and where coasts of zones meet."""

    parts: np.ndarray
    labels: list[str]
    junctions: np.ndarray


def _spread(
    n: int,
    near: dict[int, list[int]],
    sources: list[tuple[str, int]],
    allowed: Callable[[str, int], bool],
    cost: Callable[[int, int], float],
) -> list[str | None]:
    """Find shortest paths from many sources at once; a label enters only permitted cells."""
    labels: list[str | None] = [None] * n
    heap = [(0.0, i, label, cell) for i, (label, cell) in enumerate(sources)]
    heapq.heapify(heap)
    number = len(heap)
    while heap:
        far, _, label, cell = heapq.heappop(heap)
        if labels[cell] is not None or not allowed(label, cell):
            continue
        labels[cell] = label
        for other in near[cell]:
            if labels[other] is None and allowed(label, other):
                number += 1
                heapq.heappush(heap, (far + cost(cell, other), number, label, other))
    return labels


def _sources(seeds: dict[str, Any], parts: np.ndarray, mask: np.ndarray, window: Window) -> list[tuple[str, int]]:
    """Return the cell under each seed (or the nearest one)."""
    at = np.where(mask)[0]
    tree = STRtree(parts[at])
    out = []
    for name, places in seeds.items():
        for place in places:
            point = Point(window.plane(place))
            found = tree.query(point, predicate="within")
            cell = at[found[0]] if len(found) else at[tree.nearest(point)]
            if not len(found) and parts[cell].distance(point) > 0.6:
                print("   a seed lies far from its element:", name, place)
            out.append((name, int(cell)))
    return out


def grow(board: Board, seeds: dict[str, Any], land: dict[str, Any], refine: np.ndarray | None, window: Window) -> Grown:
    """Grow territories first, then the sea zones around them."""
    parts, owner = cells(land, refine, window, seeds.get("dense", DENSE))
    i, j = contacts(parts, window)
    n, water = len(parts), owner == ""
    center = np.column_stack([f(shapely.centroid(parts)) for f in (shapely.get_x, shapely.get_y)])
    near_land: dict[int, list[int]] = defaultdict(list)
    near_sea: dict[int, list[int]] = defaultdict(list)
    coast: dict[int, list[int]] = defaultdict(list)
    for a, b in zip(i, j, strict=True):
        if water[a] and water[b]:
            near_sea[a].append(b)
            near_sea[b].append(a)
        elif not water[a] and not water[b]:
            near_land[a].append(b)
            near_land[b].append(a)
        else:
            coast[a if water[a] else b].append(b if water[a] else a)

    def far(a: int, b: int) -> float:
        p, q = center[a].copy(), center[b].copy()
        if abs(p[0] - q[0]) > 180:
            q[0] += 360 if p[0] > q[0] else -360
        return float(km(p, q))

    scenery, border = set(seeds["scenery"]), seeds.get("border_cost", BORDER)
    marker = {f"marker:{name}": name for name in (*seeds["markers"], *seeds.get("swell", ()))}
    inland = ~water & ~np.isin(owner, list(scenery))
    labels = _spread(
        n,
        near_land,
        _sources({**seeds["land"], SCENERY: seeds.get("outside", [])}, parts, inland, window),
        lambda label, a: owner[a] not in scenery and marker.get(owner[a], label) == label,
        lambda a, b: far(a, b) + (border if owner[a] != owner[b] else 0),
    )
    _islands(labels, center, owner, water, scenery | set(marker))
    zones_of = board.zones_of()
    allow: dict[int, set[str]] = {}
    junctions = []
    for cell, shore in coast.items():
        lands = {label for g in shore if (label := labels[g]) and label != SCENERY}
        if lands:
            common = set.intersection(*(zones_of[t] for t in lands))
            if not common:
                junctions.append(cell)
            allow[cell] = (common or set.union(*(zones_of[t] for t in lands))) | board.closed
    sea = _spread(
        n,
        near_sea,
        _sources({**seeds["sea"], **seeds["closed"]}, parts, water, window),
        lambda label, a: a not in allow or label in allow[a],
        far,
    )
    _leftovers(sea, near_sea, water)
    out = [(sea[a] or LAKE) if water[a] else (labels[a] or SCENERY) for a in range(n)]
    return Grown(parts, out, center[junctions])


def _islands(labels: list[str | None], center: np.ndarray, owner: np.ndarray, water: np.ndarray, out: set[str]) -> None:
    """Assign islands without a seed to the nearest part of their own country."""
    of = defaultdict(list)
    for a, label in enumerate(labels):
        if label and not water[a]:
            of[owner[a]].append(a)
    for a, label in enumerate(labels):
        if not water[a] and not label and owner[a] not in out and of.get(owner[a]):
            known = np.array(of[owner[a]])
            d = km(center[known], np.broadcast_to(center[a], (len(known), 2)))
            if d.min() < FOLLOWS:
                labels[a] = labels[known[d.argmin()]]


def _leftovers(sea: list[str | None], near: dict[int, list[int]], water: np.ndarray) -> None:
    """Give water that no zone could enter the label of the adjacent cells."""
    changed = True
    while changed:
        changed = False
        for a in np.where(water)[0]:
            if sea[a] is None:
                around = [label for b in near[a] if (label := sea[b])]
                if around:
                    sea[a] = Counter(around).most_common(1)[0][0]
                    changed = True
