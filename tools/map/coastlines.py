"""Countries of the world as polygons in Mercator degrees, cut to a board's window, with the board's edits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

CHANNEL = 0.11  # half the width of a channel in degrees
STRAIT = 0.15  # degrees of water that stay between an enlarged island and other land


def mercator(lat: Any) -> Any:
    """Convert latitude in degrees to Mercator degrees."""
    return np.degrees(np.log(np.tan(np.pi / 4 + np.radians(lat) / 2)))


def latitude(y: Any) -> Any:
    """Convert Mercator degrees to latitude."""
    return np.degrees(2 * np.arctan(np.exp(np.radians(y))) - np.pi / 2)


class Window(NamedTuple):
    """The part of the world that is drawn, in degrees. A window of 360 degrees wraps: its left and right edges join."""

    west: float = -169.0  # the Bering Strait, so that no land is split
    south: float = -62.0
    east: float = 191.0
    north: float = 79.0

    @property
    def wraps(self) -> bool:
        return self.east - self.west == 360

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """West, south, east, north in the plane of the map."""
        return self.west, float(mercator(self.south)), self.east, float(mercator(self.north))

    @property
    def frame(self) -> Polygon:
        return box(*self.edges)

    def plane(self, lonlat: Sequence[float]) -> np.ndarray:
        """Return a point of the earth in the plane of the map."""
        lon, lat = lonlat
        return np.array([(lon - self.west) % 360 + self.west, float(mercator(float(lat)))])

    def box(self, west: float, south: float, east: float, north: float) -> Polygon:
        """Return a rectangle of the earth in the plane of the map."""
        return box(*self.plane((west, south)), *self.plane((east, north)))


def km(p: np.ndarray, q: np.ndarray) -> Any:
    """Return the local distance in km between points of the plane."""
    lat = latitude((p[..., 1] + q[..., 1]) / 2)
    return np.hypot(p[..., 0] - q[..., 0], p[..., 1] - q[..., 1]) * np.cos(np.radians(lat)) * 111.19


def polygons(shape: Any) -> list[Polygon]:
    """Yield all polygons of a geometry."""
    if shape.is_empty:
        return []
    if shape.geom_type == "Polygon":
        return [shape]
    return [p for part in getattr(shape, "geoms", []) for p in polygons(part)]


def _decode(path: Path) -> list[tuple[str, list[Polygon]]]:
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> np.ndarray:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in numbers]
        points = np.concatenate([parts[0], *(p[1:] for p in parts[1:])])
        points[:, 0] = np.unwrap(points[:, 0], period=360)  # rings cross the antimeridian
        return points

    out = []
    for row in topology["objects"]["countries"]["geometries"]:
        rings = {"Polygon": [row.get("arcs")], "MultiPolygon": row.get("arcs")}.get(row["type"], [])
        shapes = [[ring(r) for r in rows] for rows in rings]
        name = row.get("properties", {}).get("name", "")
        out.append((name, [Polygon(s[0], [h for h in s[1:] if len(h) >= 4]) for s in shapes if len(s[0]) >= 4]))
    return out


def _in_plane(shape: Polygon, window: Window) -> list[Any]:
    shape = shapely.make_valid(shape)
    parts = [affinity.translate(shape, d).intersection(box(*window)) for d in (-360, 0, 360)]
    return [
        shapely.transform(p, lambda c: np.column_stack([c[:, 0], mercator(c[:, 1])])) for p in parts if not p.is_empty
    ]


def countries(path: Path, window: Window) -> dict[str, Any]:
    """Return country -> geometry in the plane, as far as it lies in the window."""
    out = {}
    for name, shapes in _decode(path):
        parts = [q for shape in shapes for q in _in_plane(shape, window)]
        if name == "Antarctica" or not parts:
            continue
        if name in ("Russia", "Fiji"):  # close the narrow seam at 180 degrees
            out[name] = unary_union([p.buffer(0.004) for p in parts]).buffer(-0.004)
        else:
            out[name] = unary_union(parts)
    return {name: shape for name, shape in out.items() if not shape.is_empty}


def edited(path: Path, seeds: dict[str, Any], window: Window) -> dict[str, Any]:
    """Return the countries with the board's edits, in the order of the seed file's keys.

    `drop` removes specks, `enlarge` scales islands, `fill` closes estuaries, `carve` makes old countries out of
    today's, `channels` are cut, and `markers` and `swell` give small lands room.
    """
    land = countries(path, window)
    for row in seeds["drop"]:
        frame = window.box(*row)
        land = {k: unary_union([p for p in polygons(v) if not frame.contains(p)]) for k, v in land.items()}
    for *row, factor, lon, lat in seeds.get("enlarge", ()):
        land = _enlarged(land, window.box(*row), factor, window.plane((lon, lat)))
    for *row, name in seeds["fill"]:
        others = unary_union([v for k, v in land.items() if k != name])
        land[name] = unary_union([land[name], window.box(*row).difference(others)])
    for rule in seeds.get("carve", ()):
        _carve(land, rule, window)
    land = {k: unary_union(polygons(v)) if seeds.get("carve") else v for k, v in land.items() if not v.is_empty}
    width = seeds.get("channel_width", CHANNEL)
    lines = [LineString([window.plane(p) for p in line]) for line in seeds["channels"].values()]
    cut = unary_union([line.buffer(width) for line in lines])
    land = {k: v.difference(cut) for k, v in land.items()}
    marks = _marked(land, seeds, window)
    everything = unary_union(list(marks.values()))
    land = {k: v.difference(everything) for k, v in land.items()}
    land.update({f"marker:{name}": shape for name, shape in marks.items()})
    return {k: v for k, v in land.items() if not v.is_empty}


def _enlarged(land: dict[str, Any], frame: Polygon, factor: float, origin: np.ndarray) -> dict[str, Any]:
    """Scale the islands within a frame about a point."""

    def scaled(p: Polygon) -> Any:
        return affinity.scale(p, factor, factor, origin=tuple(origin)) if frame.contains(p) else p

    return {k: unary_union([scaled(p) for p in polygons(v)]) for k, v in land.items()}


def _carve(land: dict[str, Any], rule: dict[str, Any], window: Window) -> None:
    """Give a country, old or new, what lies in today's countries (within a polygon, if the rule has one)."""
    name, taken = rule["name"], []
    area = Polygon([window.plane(p) for p in rule["within"]]) if "within" in rule else None
    if area is not None and not area.is_valid:
        raise SystemExit(f"carve {name}: the line crosses itself")
    for country in rule["from"]:
        shape = land[country]
        got = shape if area is None else shape.intersection(area)
        land[country] = Polygon() if area is None else shape.difference(area)
        if got.is_empty:
            raise SystemExit(f"carve {name}: nothing of {country} lies within {rule.get('within')}")
        taken.extend(polygons(got))
    whole = [p.buffer(1e-4, join_style="mitre") for p in taken]  # so that no slit stays between the pieces
    land[name] = unary_union([*whole, *([land[name]] if name in land else [])])
    for other, shape in land.items():
        if other != name and shape.intersects(land[name]):
            land[name] = land[name].difference(shape)


def _marked(land: dict[str, Any], seeds: dict[str, Any], window: Window) -> dict[str, Any]:
    """Return land -> its marker: ellipses in place of specks, and islands drawn larger in their own shape.

    `markers` has a radius for an ellipse at each seed of the land, or rows of longitude, latitude, half width, half
    height, and a country that the ellipse is part of.
    """
    marks: dict[str, Any] = {}
    for name, given in seeds["markers"].items():
        rows = given if isinstance(given, list) else [[*q, given * 1.25, given * 0.85] for q in seeds["land"][name]]
        for lon, lat, wide, high, *country in rows:
            disc = affinity.scale(Point(window.plane((lon, lat))).buffer(1, 32), wide, high)
            if country:
                disc = disc.intersection(land[country[0]])
            marks[name] = disc.union(marks[name]) if name in marks else disc
    for name, by in seeds.get("swell", {}).items():
        spots = [Point(window.plane(q)) for q in seeds["land"][name]]
        pieces = [p for v in land.values() for p in polygons(v)]
        own = [p for p in pieces if any(p.distance(q) < 0.2 for q in spots)]
        others = unary_union([p.buffer(STRAIT) for p in pieces if p not in own])
        marks[name] = unary_union([*(p.buffer(by).simplify(0.02).difference(others) for p in own), *own])
    return marks
