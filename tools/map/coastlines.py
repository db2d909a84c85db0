"""Countries of the world as polygons in Mercator degrees, cut in the Bering Strait, with a board's edits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

CUT = -169.0  # the map runs from here eastward around the world; no land is split
SOUTH, NORTH = -62.0, 79.0


def mercator(lat: Any) -> Any:
    """Convert latitude in degrees to Mercator degrees."""
    return np.degrees(np.log(np.tan(np.pi / 4 + np.radians(lat) / 2)))


def latitude(y: Any) -> Any:
    """Convert Mercator degrees to latitude."""
    return np.degrees(2 * np.arctan(np.exp(np.radians(y))) - np.pi / 2)


X0, X1 = CUT, CUT + 360
Y0, Y1 = float(mercator(SOUTH)), float(mercator(NORTH))
BOARD = box(X0, Y0, X1, Y1)


def plane(lonlat: tuple[float, float]) -> np.ndarray:
    """Return a point of the earth in the plane of the map."""
    lon, lat = lonlat
    return np.array([(lon - CUT) % 360 + CUT, float(mercator(float(lat)))])


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


def _in_plane(shape: Polygon) -> list[Any]:
    shape = shapely.make_valid(shape)
    parts = [affinity.translate(shape, d).intersection(box(CUT, SOUTH, CUT + 360, NORTH)) for d in (-360, 0, 360)]
    return [
        shapely.transform(p, lambda c: np.column_stack([c[:, 0], mercator(c[:, 1])])) for p in parts if not p.is_empty
    ]


def countries(path: Path) -> dict[str, Any]:
    """Return country -> geometry in the plane."""
    out = {}
    for name, shapes in _decode(path):
        parts = [q for shape in shapes for q in _in_plane(shape)]
        if name == "Antarctica" or not parts:
            continue
        if name in ("Russia", "Fiji"):  # close the narrow seam at 180 degrees
            out[name] = unary_union([p.buffer(0.004) for p in parts]).buffer(-0.004)
        else:
            out[name] = unary_union(parts)
    return {name: shape for name, shape in out.items() if not shape.is_empty}


def edited(path: Path, seeds: dict[str, Any]) -> dict[str, Any]:
    """Return the countries with the board's edits: specks removed, estuaries closed, channels cut, markers added."""
    land = countries(path)
    for west, south, east, north in seeds["drop"]:
        frame = box(*plane((west, south)), *plane((east, north)))
        land = {k: unary_union([p for p in polygons(v) if not frame.contains(p)]) for k, v in land.items()}
    for west, south, east, north, name in seeds["fill"]:
        frame = box(*plane((west, south)), *plane((east, north)))
        others = unary_union([v for k, v in land.items() if k != name])
        land[name] = unary_union([land[name], frame.difference(others)])
    cut = unary_union([LineString([plane(p) for p in line]).buffer(0.11) for line in seeds["channels"].values()])
    land = {k: v.difference(cut) for k, v in land.items()}
    marks: dict[str, Any] = {}
    for name, radius in seeds["markers"].items():
        for point in seeds["land"][name]:
            disc = affinity.scale(Point(plane(point)).buffer(radius, 32), 1.25, 0.85)
            if name == "Gibraltar":
                disc = disc.intersection(land["Spain"])
            marks[name] = disc.union(marks[name]) if name in marks else disc
    everything = unary_union(list(marks.values()))
    land = {k: v.difference(everything) for k, v in land.items()}
    land.update({f"marker:{name}": shape for name, shape in marks.items()})
    return {k: v for k, v in land.items() if not v.is_empty}
