"""The finished map in the game's projection, as arcs shared by adjacent spaces.

The file holds `width`, `height`, `arcs` (lists of whole numbers: x and y of the first point, then steps), `spaces`
(name -> rings, each a list of arc numbers; ~n is arc n backwards), `labels` (name -> [x, y, radius of the free disc]),
the rings of `scenery`, `closed` waters, and `lakes`, and the `graticule`: pairs of degree and x of every 15th meridian,
of degree and y of every 15th parallel, and the place of the compass `rose`. If it `wraps`, the left and right edges
join.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from .board import Board
from .coastlines import Window, latitude, mercator, polygons
from .growth import LAKE, SCENERY

WIDTH = 8000
SOUTH, NORTH = -60.0, 76.5  # what is shown of a map of the whole world; others show their whole window


def _shown(window: Window) -> tuple[float, float]:
    return (SOUTH, NORTH) if window.wraps else (window.south, window.north)


def projection(seeds: dict[str, Any], window: Window) -> tuple[Callable[[np.ndarray], np.ndarray], int]:
    """Return the projection from the plane to map units (x right, y down) and the height of the map.

    The projection is a separable stretch, monotone in both directions.
    """

    def stretch(knots: list[list[float]], low: float, high: float) -> Callable[[Any], Any]:
        grid = np.linspace(low, high, 4001)
        k = np.array(knots, float)
        density = np.interp(grid, k[:, 0], k[:, 1])
        total = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(grid))])
        return lambda v: np.interp(v, grid, total)

    bottom, top = _shown(window)
    x = stretch(seeds["stretch_longitude"], window.west - 31, window.east + 39)
    y = stretch(seeds["stretch_latitude"], window.south, window.north)
    left, right = x(window.west), x(window.east)
    unit = WIDTH / (right - left)
    factor = seeds["latitude_factor"]

    def project(points: np.ndarray) -> np.ndarray:
        lat = np.clip(latitude(points[:, 1]), bottom, top)
        return np.column_stack([(x(points[:, 0]) - left) * unit, (y(top) - y(lat)) * factor * unit])

    return project, round((y(top) - y(bottom)) * factor * unit)


def _topology(shapes: dict[str, Any]) -> tuple[list[list[tuple[int, int]]], dict[str, list[list[int]]]]:
    """Convert rings of whole-number points to arcs between nodes, each stored once."""
    rings: dict[str, list[list[tuple[int, int]]]] = {}
    faces = defaultdict(set)
    near = defaultdict(set)
    for name, shape in shapes.items():
        rings[name] = []
        for p in polygons(shape):
            for r in (p.exterior, *p.interiors):
                points = [tuple(map(int, q)) for q in np.round(np.array(r.coords[:-1]))]
                points = [q for i, q in enumerate(points) if q != points[i - 1]]
                if len(points) < 3:
                    continue
                rings[name].append(points)
                for u, v in zip(points, points[1:] + points[:1], strict=True):
                    faces[min(u, v), max(u, v)].add(name)
                    near[u].add(v)
                    near[v].add(u)

    def node(q: tuple[int, int]) -> bool:
        sides = [frozenset(faces[min(q, o), max(q, o)]) for o in near[q]]
        return len(sides) != 2 or sides[0] != sides[1]

    arcs: list[list[tuple[int, int]]] = []
    number: dict[tuple[tuple[int, int], ...], int] = {}
    out: dict[str, list[list[int]]] = {}
    for name, rows in rings.items():
        out[name] = []
        for points in rows:
            starts = [i for i, q in enumerate(points) if node(q)] or [points.index(min(points))]
            ring = []
            for i, start in enumerate(starts):
                end = starts[(i + 1) % len(starts)]
                arc = points[start : end + 1] if end > start else points[start:] + points[: end + 1]
                forward, backward = tuple(arc), tuple(arc[::-1])
                if backward in number:
                    ring.append(~number[backward])
                    continue
                if forward not in number:
                    number[forward] = len(arcs)
                    arcs.append(arc)
                ring.append(number[forward])
            out[name].append(ring)
    return arcs, out


def _graticule(project: Callable[[np.ndarray], np.ndarray], window: Window) -> dict[str, list[list[int]]]:
    def along(degrees: range, axis: int) -> list[list[int]]:
        flat = np.zeros((len(degrees), 2))
        flat[:, axis] = [d if axis == 0 else mercator(d) for d in degrees]
        return [[d, round(p)] for d, p in zip(degrees, project(flat)[:, axis], strict=True)]

    bottom, top = _shown(window)
    first = math.ceil(bottom / 15) * 15
    return {
        "meridians": along(range(math.ceil(window.west / 15) * 15, int(window.east) + 1, 15), 0),
        "parallels": along(range(first + 15 if first == bottom else first, int(top) + 1, 15), 1),
    }


def _deltas(arc: list[tuple[int, int]]) -> list[int]:
    points = np.array(arc)
    return np.concatenate([points[:1], np.diff(points, axis=0)]).ravel().tolist()


def export(board: Board, seeds: dict[str, Any], final: dict[str, Any], window: Window, path: Path) -> None:
    """Write the map file."""
    project, height = projection(seeds, window)
    names = list(final)
    simple = shapely.coverage_simplify(np.array([final[n] for n in names], dtype=object), 0.05)
    shapes = {n: shapely.transform(shapely.segmentize(s, 1.0), project) for n, s in zip(names, simple, strict=True)}
    keep = {n: s for n, s in shapes.items() if n != SCENERY}
    keep[SCENERY] = shapely.union_all([p for p in polygons(shapes[SCENERY]) if p.area > 120])
    arcs, rings = _topology(keep)
    land = shapely.union_all([shapes[n] for n in names if n in board.lands])
    labels = {}
    for name in sorted(board.lands | board.zones):
        free = shapes[name] if name in board.lands else shapes[name].difference(land)
        disc = shapely.maximum_inscribed_circle(max(polygons(free.buffer(0)), key=lambda p: p.area), tolerance=2)
        labels[name] = [*(round(c) for c in disc.coords[0]), round(disc.length)]
    file = {
        "width": WIDTH,
        "height": height,
        "wraps": window.wraps,
        "rose": [round(v) for v in project(window.plane(seeds["rose"])[None])[0]],
        "arcs": [_deltas(a) for a in arcs],
        "spaces": {n: rings[n] for n in sorted(board.lands | board.zones)},
        "labels": labels,
        "scenery": rings[SCENERY],
        "closed": [r for n in sorted(board.closed) if n in rings for r in rings[n]],
        "lakes": rings.get(LAKE, []),
        "graticule": _graticule(project, window),
    }
    path.write_text(json.dumps(file, separators=(",", ":")) + "\n", encoding="utf-8")
