"""Sea zones that rules divide in two, on the drawn map.

>>> from sandtable.draw.atlas import atlas
>>> legs = [[(-5.3, 90), (-5.0, 58.6)], [(-5.0, 50.1), (-4.7, 48.4)]]
>>> whole = atlas("classic")
>>> west = divided(whole, (Cut("North Sea Zone", ("West", "East"), legs),)).spaces["West"]
>>> len(west) < len(whole.spaces["North Sea Zone"])
True
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ..core.structs import learned
from .atlas import Atlas, Point, atlas

if TYPE_CHECKING:
    from ..rules.ruleset import Ruleset

Legs = list[list[tuple[float, float]]]
Lines = np.ndarray[Any, np.dtype[np.float64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


@learned
class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A division of a sea zone into two `parts`, the western or northern one first.

    The line runs from shore to shore, or from the edge of the zone, in `legs`: each a list of longitudes and latitudes
    from one shore to the next, from north to south or from east to west. Between two legs lies an island.
    """

    zone: str
    parts: tuple[str, str]
    legs: Legs


def drawn(rules: Ruleset) -> Atlas:
    """Return the map of a ruleset: that of its edition, with the zones that rules have divided."""
    sheet = atlas(rules.edition)
    cuts = cuts_of(rules)
    return _cached(rules.edition, msgspec.json.encode(cuts)) if cuts else sheet


def cuts_text(rules: Ruleset) -> str:
    """Return how rules have divided the zones of a map as `of_edition` reads it; empty if they have not."""
    cuts = cuts_of(rules)
    return msgspec.json.encode(cuts).decode() if cuts else ""


def cuts_of(rules: Ruleset) -> list[Cut]:
    """Return how rules have divided the zones of a map."""
    return [Cut(zone, row.parts, row.legs) for zone, row in rules.typed("divisions").items()]


def of_edition(edition: str, cuts: str) -> Atlas:
    """Return the map of an edition with zones divided as a JSON text says (a list of `Cut`).

    Raises `RuleError` for an edition without a map, `msgspec.ValidationError` or `DecodeError` for a bad text, and
    `ValueError` for a zone that cannot be divided so.
    """
    return _cached(edition, cuts.encode()) if cuts else atlas(edition)


@lru_cache(maxsize=32)
def _cached(edition: str, cuts: bytes) -> Atlas:
    return divided(atlas(edition), msgspec.json.decode(cuts, type=list[Cut]))


def divided(sheet: Atlas, cuts: Iterable[Cut]) -> Atlas:
    """Return a map with zones divided; adjacent spaces keep sharing their borders.

    Raises `ValueError` for a zone that the map does not have, or a line that does not divide it.
    """
    for cut in cuts:
        sheet = _Cutter(sheet, cut).atlas()
    return sheet


class _Cutter:
    """One cut. Rings are lists of arc numbers; ~n is arc n backwards."""

    def __init__(self, sheet: Atlas, cut: Cut) -> None:
        if cut.zone not in sheet.spaces or not 1 <= len(cut.legs) <= 9 or any(not 2 <= len(g) <= 99 for g in cut.legs):
            raise ValueError(f"the map has no {cut.zone} that could be divided so")
        self.sheet, self.cut = sheet, cut
        self.arcs = [sheet.arc(n) for n in range(len(sheet.arcs))]
        spaces = {name: [list(ring) for ring in rings] for name, rings in sheet.spaces.items()}
        self.rings = spaces.pop(cut.zone)
        self.spaces = spaces
        self.others = {name: [list(r) for r in getattr(sheet, name)] for name in ("scenery", "closed", "lakes")}

    def atlas(self) -> Atlas:
        """Return the map after the cut."""
        ends = [self.shore(leg[at]) for leg in self.cut.legs for at in (0, -1)]
        first, last, count = ends[0], ends[-1], len(self.cut.legs)
        shores = [self.ring_at(end) for end in ends]
        if shores[0] != shores[-1] or any(shores[2 * i - 1] != shores[2 * i] for i in range(1, count)):
            raise ValueError(f"the line through {self.cut.zone} does not lead from shore to shore")
        legs = [self.leg(leg, *ends[2 * i : 2 * i + 2]) for i, leg in enumerate(self.cut.legs)]
        one, two = self.part(shores[0], last, first), self.part(shores[0], first, last)
        for i in range(count):  # along one shore of each island that the line crosses
            one.append(legs[i])
            one += self.part(shores[2 * i + 1], ends[2 * i + 1], ends[2 * i + 2]) if i + 1 < count else []
        for i in reversed(range(count)):  # and back along the other one
            two.append(~legs[i])
            two += self.part(shores[2 * i], ends[2 * i], ends[2 * i - 1]) if i else []
        clockwise = _area(self.points(self.rings[shores[0]])) > 0
        rest = [ring for i, ring in enumerate(self.rings) if i not in shores]
        return self.finished([one, two] if clockwise else [two, one], rest)

    def points(self, ring: Sequence[int]) -> list[Point]:
        """Return the points of a ring, without repeating the first one."""
        return [p for n in ring for p in (self.arcs[n] if n >= 0 else self.arcs[~n][::-1])[:-1]]

    def place(self, degrees: tuple[float, float]) -> tuple[float, float]:
        """Return the place on the map of a longitude and latitude."""
        return _between(self.sheet.graticule.meridians, degrees[0]), _between(
            self.sheet.graticule.parallels, degrees[1]
        )

    def shore(self, degrees: tuple[float, float]) -> Point:
        """Return the point of the zone's shores nearest to a place, where an arc now ends."""
        at = np.array(self.place(degrees))
        best: tuple[float, int, int, Point] = (np.inf, 0, 0, (0, 0))
        for number in {n if n >= 0 else ~n for ring in self.rings for n in ring}:
            line = np.array(self.arcs[number], float)
            start, step = line[:-1], np.diff(line, axis=0)
            part = ((at - start) * step).sum(1) / np.maximum(1e-9, (step**2).sum(1))
            near = np.rint(start + np.clip(part, 0, 1)[:, None] * step)
            far = ((near - at) ** 2).sum(1)
            i = int(far.argmin())
            best = min(best, (float(far[i]), number, i, (int(near[i][0]), int(near[i][1]))))
        _, number, i, point = best
        arc = self.arcs[number]
        if point not in arc:
            arc.insert(i + 1, point)
        if point not in (arc[0], arc[-1]):
            self.split(number, arc.index(point))
        return point

    def split(self, number: int, at: int) -> None:
        """Split an arc in two at one of its points, in all rings."""
        arc, new = self.arcs[number], len(self.arcs)
        self.arcs[number] = arc[: at + 1]
        self.arcs.append(arc[at:])
        rings = [*self.rings, *(r for rings in (*self.spaces.values(), *self.others.values()) for r in rings)]
        for ring in rings:
            for sign, pair in ((number, [number, new]), (~number, [~new, ~number])):
                while sign in ring and not _has(ring, pair):
                    i = ring.index(sign)
                    ring[i : i + 1] = pair

    def ring_at(self, point: Point) -> int:
        """Return which ring of the zone has an arc that ends at a point."""
        return next(i for i, ring in enumerate(self.rings) if any(point == self.start(n) for n in ring))

    def start(self, number: int) -> Point:
        return self.arcs[number][0] if number >= 0 else self.arcs[~number][-1]

    def part(self, ring: int, start: Point, end: Point) -> list[int]:
        """Return the arcs of a ring from one point to another, in its direction."""
        arcs = self.rings[ring]
        i, j = (next(k for k, n in enumerate(arcs) if self.start(n) == p) for p in (start, end))
        return arcs[i:j] if i < j else [*arcs[i:], *arcs[:j]]

    def leg(self, leg: Sequence[tuple[float, float]], start: Point, end: Point) -> int:
        """Add the arc of a leg; return its number."""
        middle = [(round(x), round(y)) for x, y in map(self.place, leg[1:-1])]
        self.arcs.append([start, *middle, end])
        return len(self.arcs) - 1

    def finished(self, parts: Sequence[list[int]], islands: Iterable[list[int]]) -> Atlas:
        """Return the map with two parts in place of the zone; each takes the other islands that lie in it."""
        rings = [[part] for part in parts]
        west = np.array(self.points(parts[0]), float)
        others = list(islands)
        firsts = np.array([self.points(island)[0] for island in others], float).reshape(-1, 2)
        for island, in_west in zip(others, _inside(west, firsts), strict=True):
            rings[0 if in_west else 1].append(island)
        labels = {name: disc for name, disc in self.sheet.labels.items() if name != self.cut.zone}
        for name, own in zip(self.cut.parts, rings, strict=True):
            self.spaces[name] = own
            labels[name] = _disc([np.array(self.points(ring), float) for ring in own])
        arcs = [[n for p in (line[0], *((u - x, v - y) for (x, y), (u, v) in pairwise(line))) for n in p]
                for line in self.arcs]  # fmt: skip
        return msgspec.structs.replace(self.sheet, arcs=arcs, spaces=self.spaces, labels=labels, **self.others)


def _has(ring: list[int], pair: list[int]) -> bool:
    return any(ring[i : i + 2] == pair for i in range(len(ring)))


def _between(lines: Sequence[tuple[int, int]], degrees: float) -> float:
    """Return the coordinate of a degree between (or beyond) the lines of the globe."""
    lines = sorted(lines)
    i = min(max(1, bisect([d for d, _ in lines], degrees)), len(lines) - 1)
    (a, x), (b, y) = lines[i - 1], lines[i]
    return x + (y - x) * (degrees - a) / (b - a)


def _area(points: Sequence[Point]) -> float:
    """Return the area of a ring, above 0 if it runs clockwise on the screen."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise([*points, points[0]])) / 2


def _inside(ring: Lines, points: Lines) -> Flags:
    """Return which points lie inside a ring."""
    odd = np.zeros(len(points), bool)
    x, y = points[:, 0], points[:, 1]
    for (px, py), (qx, qy) in zip(np.roll(ring, 1, axis=0), ring, strict=True):
        if py != qy:
            odd ^= ((py > y) != (qy > y)) & (x < (qx - px) * (y - py) / (qy - py) + px)
    return odd


def _disc(rings: Sequence[Lines]) -> tuple[int, int, int]:
    """Return the center and radius of a large free disc inside the first ring and outside the others."""
    outer = rings[0]
    dense = [
        start + (end - start) * t
        for ring in rings
        for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True)
        for t in np.linspace(0, 1, max(1, int(np.hypot(*(end - start)) // 20)), endpoint=False)
    ]
    (left, top), (right, bottom) = outer.min(0), outer.max(0)
    grid = np.array([(x, y) for x in np.linspace(left, right, 40) for y in np.linspace(top, bottom, 40)])
    odd = np.zeros(len(grid), bool)
    for ring in rings:
        odd ^= _inside(ring, grid)
    grid = grid[odd]
    far = np.min([((grid - p) ** 2).sum(1) for p in dense], axis=0)
    best = int(far.argmax())
    return round(grid[best][0]), round(grid[best][1]), int(far[best] ** 0.5)
