"""Smooth the made-up borders, snap corners, rebuild exact polygons, and check the adjacent spaces."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import linemerge, polygonize, unary_union

from .board import Board
from .coastlines import Window, km, latitude, polygons
from .growth import LAKE, SCENERY, Grown

GRID = 1e-5
CORNER = 0.6  # degrees within which land borders are led to a corner of the seed file
SEA_LIMIT, LAND_LIMIT = 40.0, 8.0  # minimum common border of a contact in km
Arc = tuple[str, str, Any]


def _even(line: np.ndarray, obstacles: STRtree | None) -> np.ndarray:
    """Return a smoothed border; no point moves further than a share of its distance to the coast."""
    whole = LineString(line)
    n = max(3, int(whole.length / 0.12))
    v = shapely.get_coordinates(shapely.line_interpolate_point(whole, np.linspace(0, whole.length, n)))
    v[0], v[-1] = line[0], line[-1]
    first = v.copy()
    cap = np.full(n, 0.35)
    if obstacles is not None:
        _, d = obstacles.query_nearest(shapely.points(v), return_distance=True, all_matches=False)
        cap = np.clip(0.42 * d, 0.0, 1.1)
    for _ in range(160):
        w = v.copy()
        w[1:-1] = 0.5 * v[1:-1] + 0.25 * (v[:-2] + v[2:])
        moved = w - first
        r = np.hypot(moved[:, 0], moved[:, 1])
        v = first + moved * np.where(r > cap, cap / np.maximum(r, 1e-12), 1.0)[:, None]
        v[0], v[-1] = line[0], line[-1]
    return np.array(LineString(v).simplify(0.015).coords)


def _borders(shapes: dict[str, Any], keys: list[str], minus: Any) -> list[Arc]:
    """Return the lines between labels that are neither a coast nor a country's border."""
    keys = [k for k in keys if k in shapes]
    tree = STRtree([shapes[k] for k in keys])
    out = []
    for x, k in enumerate(keys):
        for y in tree.query(shapes[k], predicate="intersects"):
            if y <= x:
                continue
            line = shapes[k].boundary.intersection(shapes[keys[y]].buffer(1e-4)).difference(minus)
            if line.is_empty:
                continue
            parts = [g for g in getattr(line, "geoms", [line]) if "Line" in g.geom_type and g.length > 1e-3]
            merged = linemerge(parts) if parts else line
            for g in getattr(merged, "geoms", [merged]):
                if g.geom_type == "LineString" and g.length > 0.02:
                    out.append((k, keys[y], g))
    return out


class _Nodes:
    """Return the ends of arcs that belong together, with their positions."""

    def __init__(self, arcs: list[Arc]) -> None:
        self.points = np.array([np.array(g.coords[end]) for _, _, g in arcs for end in (0, -1)])
        self.parent = list(range(len(self.points)))
        tree = STRtree(shapely.points(self.points))
        for x, y in zip(*tree.query(shapely.buffer(shapely.points(self.points), 0.01), predicate="intersects")):
            self.join(x, y)

    def find(self, x: int) -> int:
        while self.parent[x] != x:
            x = self.parent[x]
        return x

    def join(self, x: int, y: int) -> None:
        if self.find(x) != self.find(y):
            self.parent[self.find(x)] = self.find(y)

    def groups(self) -> dict[int, list[int]]:
        out = defaultdict(list)
        for end in range(len(self.points)):
            out[self.find(end)].append(end)
        return out


def _land_ends(shapes: dict[str, Any], board: Board, coast: Any) -> list[tuple[frozenset[str], np.ndarray]]:
    """Return the places where a border between two territories meets the sea."""
    keys = [k for k in sorted(board.lands) if k in shapes]
    tree = STRtree([shapes[k] for k in keys])
    out = []
    for x, k in enumerate(keys):
        for y in tree.query(shapes[k], predicate="intersects"):
            if y > x:
                meet = shapes[k].buffer(3e-4).intersection(shapes[keys[y]].buffer(3e-4)).intersection(coast)
                for g in getattr(meet, "geoms", [meet]):
                    if not g.is_empty:
                        out.append((frozenset((k, keys[y])), np.array(g.centroid.coords[0])))
    return out


def finish(board: Board, seeds: dict[str, Any], land: dict[str, Any], grown: Grown, window: Window) -> dict[str, Any]:
    """Return label -> exact geometry: a valid coverage of the board.

    Ends of land borders within CORNER degrees of one of the seed file's `corners` meet there.
    """
    by: dict[str, list[Any]] = defaultdict(list)
    for part, label in zip(grown.parts, grown.labels, strict=True):
        by[label].append(part)
    thick = {k: shapely.buffer(np.array(v, dtype=object), 2e-5, quad_segs=1, join_style="mitre") for k, v in by.items()}
    shapes = {k: shapely.union_all(v, grid_size=GRID) for k, v in thick.items()}
    all_land = unary_union(list(land.values()))
    rings = [LineString(r.coords) for g in land.values() for p in polygons(g) for r in (p.exterior, *p.interiors)]
    sea = _borders(shapes, sorted(board.zones | board.closed), all_land.buffer(1e-3))
    lands = board.lands | ({SCENERY} if seeds.get("outside") else set())
    inner = _borders(shapes, sorted(lands), unary_union(rings).buffer(1.2e-3))
    frame = LineString(window.frame.exterior.coords)
    corners = [_on_border(window.plane(corner), rings) for corner in seeds.get("corners", ())]
    coast = unary_union([p.boundary for p in polygons(all_land)])
    lines = _drawn_lines(board, shapes, sea, inner, coast, [*rings, frame], corners)
    net = shapely.union_all(np.array([*lines, *rings, frame], dtype=object), grid_size=GRID)
    return _faces(board, shapes, list(polygonize(net)), all_land)


def _on_border(corner: np.ndarray, rings: list[LineString]) -> np.ndarray:
    """Return the place of a country's border next to a corner, or the corner itself if no border is near."""
    point = Point(corner)
    ring = min(rings, key=point.distance)
    return _nearest(ring, point) if ring.distance(point) < CORNER else corner


def _nearest(line: LineString, point: Point) -> np.ndarray:
    return np.array(line.interpolate(line.project(point)).coords[0])


def _drawn_lines(
    board: Board,
    shapes: dict[str, Any],
    sea: list[Arc],
    inner: list[Arc],
    coast: Any,
    stops: list[LineString],
    corners: list[np.ndarray],
) -> list[LineString]:
    """Return the made-up borders, evened out, each end on a node or just beyond one of the `stops` (coasts, frame)."""
    arcs = sea + inner
    nodes = _Nodes(arcs)
    gone = set()
    for i, (a, b, g) in enumerate(sea):  # an unofficial contact at sea shrinks to a corner
        if {a, b} <= board.zones and frozenset((a, b)) not in board.links and g.length < 6:
            gone.add(i)
            nodes.join(2 * i, 2 * i + 1)
    groups = nodes.groups()
    place = {k: nodes.points[ends].mean(0) for k, ends in groups.items()}
    _snap(board, shapes, sea, groups, place, coast)
    for corner in corners:
        for k, ends in groups.items():
            if all(e // 2 >= len(sea) for e in ends) and np.hypot(*(place[k] - corner)) < CORNER:
                place[k] = corner
    tree = STRtree(stops[:-1])
    every = STRtree(stops)
    out = []
    for i, (_, _, g) in enumerate(arcs):
        if i in gone:
            continue
        line = np.array(g.coords)
        line[0], line[-1] = place[nodes.find(2 * i)], place[nodes.find(2 * i + 1)]
        if np.allclose(line[0], line[-1]) and len(line) < 4:
            continue
        line = _even(line, tree if i < len(sea) else None)
        for end in (0, -1):
            if len({e // 2 for e in groups[nodes.find(2 * i + (end == -1))]} - gone) == 1:
                tip = _beyond(line[end], line[1 if end == 0 else -2], stops, every if i >= len(sea) else None)
                line = np.concatenate([[tip], line] if end == 0 else [line, [tip]])
        out.append(LineString(line))
    return out


def _beyond(end: np.ndarray, before: np.ndarray, stops: list[LineString], tree: STRtree | None) -> np.ndarray:
    """Return where a free end is drawn on to, so that it crosses a coast, a country's border, or the frame.

    It goes straight on. A border on land (`tree` is given) that would then cross none of them goes to the nearest.
    """
    v = end - before
    tip: np.ndarray = end + v / (np.hypot(*v) or 1) * 0.03
    if tree is None or len(tree.query(LineString([end, tip]), predicate="intersects")):
        return tip
    v = _nearest(stops[tree.nearest(Point(end))], Point(end)) - end
    far = np.hypot(*v)
    return end + v / far * (far + 0.01) if 0 < far < 0.05 else tip


def _snap(
    board: Board,
    shapes: dict[str, Any],
    sea: list[Arc],
    groups: dict[int, list[int]],
    place: dict[int, Any],
    coast: Any,
) -> None:
    """End sea zone borders exactly at the land borders they belong to."""
    zones_of = board.zones_of()
    ends = _land_ends(shapes, board, coast)
    tree = STRtree(shapely.points(np.array([p for _, p in ends])))

    def fits(pair: frozenset[str], one: str, two: str) -> bool:
        t, u = tuple(pair)
        return any(
            one in zones_of[a] and two in zones_of[b] and one not in zones_of[b] and two not in zones_of[a]
            for a, b in ((t, u), (u, t))
        )

    for k, members in groups.items():
        many = len({e // 2 for e in members}) > 1
        if many or any(e // 2 >= len(sea) for e in members) or Point(place[k]).distance(coast) > 0.05:
            continue
        one, two, _ = sea[members[0] // 2]
        near = [n for n in tree.query(Point(place[k]).buffer(0.9)) if fits(ends[n][0], one, two)]
        if near:
            place[k] = ends[min(near, key=lambda n: np.hypot(*(ends[n][1] - place[k])))][1]


def _faces(board: Board, shapes: dict[str, Any], faces: list[Polygon], land: Any) -> dict[str, Any]:
    """Assign each face to the label whose cells cover most of it."""
    shapely.prepare(land)
    names = list(shapes)
    tree = STRtree([shapes[k] for k in names])
    watery = board.zones | board.closed | {LAKE}
    out = defaultdict(list)
    for face in faces:
        if face.area < 1e-7:
            continue
        dry = land.contains(face.representative_point())
        best: Counter[str] = Counter()
        for x in tree.query(face, predicate="intersects"):
            if (names[x] in watery) != dry:
                best[names[x]] += face.intersection(shapes[names[x]]).area
        if best:
            out[best.most_common(1)[0][0]].append(face)
    joined = {k: unary_union(v) for k, v in out.items()}
    return {k: _without_slits(v) if k in board.lands else v for k, v in joined.items() if k != SCENERY} | {
        SCENERY: joined[SCENERY]
    }


def _without_slits(shape: Any) -> Any:
    """Remove narrow holes between two countries of one territory."""
    whole = [Polygon(p.exterior, [h for h in p.interiors if Polygon(h).area > 0.02]) for p in polygons(shape)]
    return shapely.union_all(whole)


def neighbors(final: dict[str, Any], window: Window) -> Counter[frozenset[str]]:
    """Return pairs of labels with their common border in km, also across the seam."""
    owners = defaultdict(set)
    west, east = window.west, window.east
    rim: dict[float, list[tuple[str, float, float]]] = {west: [], east: []} if window.wraps else {}
    for k, g in final.items():
        for p in polygons(g):
            for r in (p.exterior, *p.interiors):
                c = np.round(np.array(r.coords), 6)
                for u, v in zip(map(tuple, c[:-1]), map(tuple, c[1:]), strict=True):
                    owners[min(u, v), max(u, v)].add(k)
                    for x, row in rim.items():
                        if abs(u[0] - x) < 1e-4 and abs(v[0] - x) < 1e-4:
                            row.append((k, min(u[1], v[1]), max(u[1], v[1])))
    out: Counter[frozenset[str]] = Counter()
    for (u, v), ks in owners.items():
        if len(ks) == 2:
            out[frozenset(ks)] += float(km(np.array(u), np.array(v)))
    for k, a, b in rim.get(west, ()):
        for m, c, d in rim[east]:
            common = min(b, d) - max(a, c)
            if common > 0 and k != m:
                out[frozenset((k, m))] += common * float(np.cos(np.radians(latitude((a + b) / 2)))) * 111
    return out


def check(board: Board, drawn: Counter[frozenset[str]]) -> list[str]:
    """Return every difference between the drawn map and the board's connections, in words."""
    spaces = board.lands | board.zones
    counted = {
        p for p, far in drawn.items() if p <= spaces and far > (SEA_LIMIT if p <= board.zones else LAND_LIMIT)
    } | {c for c in board.canals if drawn[c] > 0}
    return [
        f"missing: {' - '.join(sorted(p))} ({drawn[p]:.0f} km)" for p in sorted(board.links - counted, key=sorted)
    ] + [f"unofficial: {' - '.join(sorted(p))} ({drawn[p]:.0f} km)" for p in sorted(counted - board.links, key=sorted)]
