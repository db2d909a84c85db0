"""Small cells, each in one country or in water, and their contacts."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import shapely
from scipy.spatial import Voronoi
from shapely import STRtree
from shapely.geometry import Polygon
from shapely.ops import unary_union

from .coastlines import BOARD, X0, X1, Y0, Y1, latitude, polygons

SPACINGS = (1.9, 1.4, 0.7, 0.4)  # degrees between cells: open sea, near sea, coast, coasts of Europe
FINE, AROUND = 0.14, 0.42  # spacing and radius of a refinement


def points(land: dict[str, Any], refine: np.ndarray | None) -> np.ndarray:
    """Return the centers of the cells, jittered with a fixed random state."""
    rng = np.random.default_rng(7)
    coast = STRtree([p.boundary for shape in land.values() for p in polygons(shape.simplify(0.05))])
    union = unary_union(list(land.values()))
    shapely.prepare(union)

    def spacing(at: np.ndarray) -> np.ndarray:
        where = shapely.points(at)
        _, d = coast.query_nearest(where, return_distance=True, all_matches=False)
        inland = shapely.contains(union, where)
        s = np.where(inland, np.where(d < 1.0, 0.7, 1.4), np.where(d < 1.0, 0.7, np.where(d < 4, 1.4, 1.9)))
        lat = latitude(at[:, 1])
        europe = (at[:, 0] > -13) & (at[:, 0] < 48) & (lat > 29) & (lat < 61)
        return np.where(europe & (s < 1.5), 0.4, s)

    out = []
    for s in SPACINGS:
        rows = []
        for i, y in enumerate(np.arange(Y0, Y1, s * 0.866)):
            xs = np.arange(X0 + (s / 2 if i % 2 else 0), X1, s)
            rows.append(np.column_stack([xs, np.full(len(xs), y)]))
        grid = np.concatenate(rows)
        grid = grid + rng.uniform(-0.32, 0.32, grid.shape) * s
        grid = grid[(grid[:, 0] > X0) & (grid[:, 0] < X1) & (grid[:, 1] > Y0) & (grid[:, 1] < Y1)]
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


def cells(land: dict[str, Any], refine: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    """Return (polygons, their countries or empty for water): the Voronoi cells cut by the countries."""
    centers = points(land, refine)
    ghosts = [
        centers[centers[:, 0] < X0 + 6] + [360, 0],
        centers[centers[:, 0] > X1 - 6] - [360, 0],
        np.array([[x, y] for x in np.arange(X0 - 20, X1 + 20, 2.0) for y in (Y0 - 4, Y1 + 4)]),
        np.array([[x, y] for y in np.arange(Y0, Y1, 2.0) for x in (X0 - 14, X1 + 14)]),
    ]
    diagram = Voronoi(np.concatenate([centers, *ghosts]))
    regions = (diagram.regions[r] for r in diagram.point_region)
    shapes = np.array([Polygon(diagram.vertices[r]) for r in regions if r and -1 not in r], dtype=object)
    shapes = shapely.intersection(shapes, BOARD)
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


def contacts(parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (i, j) for all cells that share a line, also across the seam."""
    thick = 5e-4
    big = shapely.buffer(parts, thick, quad_segs=1, join_style="mitre")
    i, j = STRtree(parts).query(big, predicate="intersects")
    i, j = i[i < j], j[i < j]
    length = shapely.area(shapely.intersection(big[i], parts[j])) / thick
    keep = length > 0.004
    bounds = shapely.bounds(parts)
    left, right = np.where(bounds[:, 0] < X0 + 1e-6)[0], np.where(bounds[:, 2] > X1 - 1e-6)[0]
    moved = shapely.transform(big[left], lambda c: c + [360, 0])
    a, b = STRtree(moved).query(big[right], predicate="intersects")
    seam = shapely.area(shapely.intersection(moved[b], parts[right[a]])) / thick
    near = seam > 0.004
    return (
        np.concatenate([i[keep], right[a][near]]),
        np.concatenate([j[keep], left[b][near]]),
    )
