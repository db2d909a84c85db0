"""Small cells, each in one country or in water, and their contacts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from scipy.spatial import Voronoi
from shapely import STRtree
from shapely.geometry import Polygon
from shapely.ops import unary_union

from .coastlines import Window, latitude, polygons

SPACINGS = (1.9, 1.4, 0.7)  # degrees between cells: open sea, near sea, coast
DENSE = (-13.0, 29.0, 48.0, 61.0, 0.4)  # west, south, east, north of the crowded part, and degrees between its cells
FINE, AROUND = 0.14, 0.42  # spacing and radius of a refinement


def points(land: dict[str, Any], refine: np.ndarray | None, window: Window, dense: Sequence[float]) -> np.ndarray:
    """Return the centers of the cells, jittered with a fixed random state."""
    rng = np.random.default_rng(7)
    x0, y0, x1, y1 = window.edges
    west, south, east, north, small = dense
    coast = STRtree([p.boundary for shape in land.values() for p in polygons(shape.simplify(0.05))])
    union = unary_union(list(land.values()))
    shapely.prepare(union)

    def spacing(at: np.ndarray) -> np.ndarray:
        where = shapely.points(at)
        _, d = coast.query_nearest(where, return_distance=True, all_matches=False)
        inland = shapely.contains(union, where)
        s = np.where(inland, np.where(d < 1.0, 0.7, 1.4), np.where(d < 1.0, 0.7, np.where(d < 4, 1.4, 1.9)))
        lat = latitude(at[:, 1])
        crowded = (at[:, 0] > west) & (at[:, 0] < east) & (lat > south) & (lat < north)
        return np.where(crowded & (s < 1.5), small, s)

    out = []
    for s in (*SPACINGS, small):
        rows = []
        for i, y in enumerate(np.arange(y0, y1, s * 0.866)):
            xs = np.arange(x0 + (s / 2 if i % 2 else 0), x1, s)
            rows.append(np.column_stack([xs, np.full(len(xs), y)]))
        grid = np.concatenate(rows)
        grid = grid + rng.uniform(-0.32, 0.32, grid.shape) * s
        grid = grid[(grid[:, 0] > x0) & (grid[:, 0] < x1) & (grid[:, 1] > y0) & (grid[:, 1] < y1)]
        out.append(grid[np.isclose(spacing(grid), s)])
    centers = np.concatenate(out)
    return centers if refine is None or not len(refine) else _refined(centers, refine, rng)


def _refined(centers: np.ndarray, refine: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    tree = STRtree(shapely.points(refine))
    _, d = tree.query_nearest(shapely.points(centers), return_distance=True, all_matches=False)
    gx, gy = np.meshgrid(*2 * [np.arange(-AROUND, AROUND + 0.01, FINE)])
    new = np.concatenate([np.column_stack([gx.ravel() + x, gy.ravel() + y]) for x, y in refine])
    origin = np.repeat(refine, gx.size, axis=0)
    new = new[np.hypot(new[:, 0] - origin[:, 0], new[:, 1] - origin[:, 1]) < AROUND]
    new = new + rng.uniform(-0.25, 0.25, new.shape) * FINE
    kept: dict[tuple[int, int], np.ndarray] = {}
    for p in new:
        kept.setdefault((round(p[0] / FINE), round(p[1] / FINE)), p)
    return np.concatenate([centers[d > AROUND], np.array(list(kept.values()))])


def cells(
    land: dict[str, Any], refine: np.ndarray | None, window: Window, dense: Sequence[float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return (polygons, their countries or empty for water): the Voronoi cells cut by the countries."""
    centers = points(land, refine, window, dense)
    x0, y0, x1, y1 = window.edges
    seam = [centers[centers[:, 0] < x0 + 6] + [360, 0], centers[centers[:, 0] > x1 - 6] - [360, 0]]
    ghosts = [
        *(seam if window.wraps else []),
        np.array([[x, y] for x in np.arange(x0 - 20, x1 + 20, 2.0) for y in (y0 - 4, y1 + 4)]),
        np.array([[x, y] for y in np.arange(y0, y1, 2.0) for x in (x0 - 14, x1 + 14)]),
    ]
    diagram = Voronoi(np.concatenate([centers, *ghosts]))
    regions = (diagram.regions[r] for r in diagram.point_region)
    shapes = np.array([Polygon(diagram.vertices[r]) for r in regions if r and -1 not in r], dtype=object)
    shapes = shapely.intersection(shapes, window.frame)
    shapes = shapes[~shapely.is_empty(shapes)]
    names = [n for n, shape in land.items() for _ in polygons(shape)]
    pieces = np.array([p for shape in land.values() for p in polygons(shape)], dtype=object)
    ci, gi = STRtree(pieces).query(shapes, predicate="intersects")
    parts: list[Polygon] = []
    owner: list[str] = []
    hit = defaultdict(list)
    for c, g, piece in zip(ci, gi, shapely.intersection(shapes[ci], pieces[gi]), strict=True):
        hit[c].append(g)
        for q in polygons(piece):
            if q.area > 1e-5:
                parts.append(q)
                owner.append(names[g])
    for k, shape in enumerate(shapes):
        water = shape.difference(unary_union(list(pieces[hit[k]]))) if k in hit else shape
        for q in polygons(water):
            if q.area > 1e-5:
                parts.append(q)
                owner.append("")
    return np.array(parts, dtype=object), np.array(owner)


def contacts(parts: np.ndarray, window: Window) -> tuple[np.ndarray, np.ndarray]:
    """Return (i, j) for all cells that share a line, also across the seam."""
    thick = 5e-4
    big = shapely.buffer(parts, thick, quad_segs=1, join_style="mitre")
    i, j = STRtree(parts).query(big, predicate="intersects")
    i, j = i[i < j], j[i < j]
    length = shapely.area(shapely.intersection(big[i], parts[j])) / thick
    keep = length > 0.004
    if not window.wraps:
        return i[keep], j[keep]
    bounds = shapely.bounds(parts)
    left, right = np.where(bounds[:, 0] < window.west + 1e-6)[0], np.where(bounds[:, 2] > window.east - 1e-6)[0]
    moved = shapely.transform(big[left], lambda c: c + [360, 0])
    a, b = STRtree(moved).query(big[right], predicate="intersects")
    seam = shapely.area(shapely.intersection(moved[b], parts[right[a]])) / thick
    near = seam > 0.004
    return (
        np.concatenate([i[keep], right[a][near]]),
        np.concatenate([j[keep], left[b][near]]),
    )
