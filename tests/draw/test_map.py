"""The drawn map shows the board: every connection is a common border, and no other long one is drawn."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from itertools import pairwise
from math import hypot

import pytest

from sandtable import Game
from sandtable.core.errors import RuleError
from sandtable.draw.atlas import atlas
from sandtable.draw.svg import board_svg, symbols
from sandtable.rules import registry

RULES = registry.build("classic")
ATLAS = atlas("classic")
#: The editions with a drawn map.
DRAWN = ["classic", "great_war", "anniversary", "pacific"]
#: A common border shorter than this many map units (of 8000 across) is a corner.
CORNER_LAND, CORNER_SEA = 12, 60


@cache
def drawn_borders(edition: str) -> dict[frozenset[str], float]:
    """Pairs of spaces -> length of their common border, across the left and right edge of a map that wraps too."""
    drawn = atlas(edition)
    users = defaultdict(set)
    edges: dict[int, list[tuple[str, int, int]]] = {0: [], drawn.width: []}
    for name, rings in drawn.spaces.items():
        for ring in rings:
            for number in ring:
                users[number if number >= 0 else ~number].add(name)
            points = drawn.ring(ring)
            for (x, y), (u, v) in pairwise([*points, points[0]]):
                for edge, row in edges.items():
                    if abs(x - edge) <= 1 and abs(u - edge) <= 1:
                        row.append((name, min(y, v), max(y, v)))
    out: dict[frozenset[str], float] = defaultdict(float)
    for number, names in users.items():
        if len(names) == 2:
            points = drawn.arc(number)
            out[frozenset(names)] += sum(hypot(u - x, v - y) for (x, y), (u, v) in pairwise(points))
    for left, a, b in edges[0] if drawn.wraps else []:
        for right, c, d in edges[drawn.width]:
            if left != right and min(b, d) > max(a, c):
                out[frozenset((left, right))] += min(b, d) - max(a, c)
    return out


def links(edition: str) -> set[frozenset[str]]:
    return {frozenset((a, b)) for a, near in registry.build(edition).neighbors.items() for b in near}


@pytest.mark.clause("classic.R7", "classic.R8")
@pytest.mark.parametrize("edition", DRAWN)
def test_every_connection_is_drawn(edition: str) -> None:
    rules, borders = registry.build(edition), drawn_borders(edition)
    canals = {frozenset(c.connects) for c in rules.canals.values()}
    by_canal = {frozenset(c.controlled_by) for c in rules.canals.values() if len(c.controlled_by) == 2}
    missing = [sorted(p) for p in links(edition) - canals - by_canal if borders.get(p, 0) <= 0]
    assert not missing


@pytest.mark.clause("classic.R7")
@pytest.mark.parametrize("edition", DRAWN)
def test_no_other_border_is_drawn(edition: str) -> None:
    rules, known = registry.build(edition), links(edition)

    def limit(pair: frozenset[str]) -> int:
        return CORNER_SEA if not any(rules.is_land[s] for s in pair) else CORNER_LAND

    assert not [(sorted(p), far) for p, far in drawn_borders(edition).items() if p not in known and far > limit(p)]


@pytest.mark.parametrize("edition", DRAWN)
def test_every_space_has_an_outline_and_a_label_inside(edition: str) -> None:
    drawn = atlas(edition)
    assert set(drawn.spaces) == set(drawn.labels) == set(registry.build(edition).spaces)
    for name, (x, y, radius) in drawn.labels.items():
        assert radius > 0
        crossings = 0
        for ring in drawn.spaces[name]:
            points = drawn.ring(ring)
            for (px, py), (qx, qy) in pairwise([*points, points[0]]):
                if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
                    crossings += 1
        assert crossings % 2 == 1, name


@pytest.mark.parametrize("edition", DRAWN)
def test_the_compass_rose_lies_in_the_sea(edition: str) -> None:
    drawn = atlas(edition)
    x, y = drawn.rose
    assert 205 < x < drawn.width - 205 and 205 < y < drawn.height - 205


def test_the_graticule_runs_east_and_south_across_the_map() -> None:
    east = [x for _, x in ATLAS.graticule.meridians]
    assert [degree for degree, _ in ATLAS.graticule.meridians] == list(range(-165, 181, 15))
    assert east == sorted(east) and east[0] >= 0 and east[-1] <= ATLAS.width
    south = [y for _, y in sorted(ATLAS.graticule.parallels, reverse=True)]
    assert south == sorted(south) and south[0] >= 0 and south[-1] <= ATLAS.height
    # Gibraltar lies between 0 and 15 degrees west, 30 and 45 north
    x, y, _ = ATLAS.labels["Gibraltar"]
    meridian, parallel = dict(ATLAS.graticule.meridians), dict(ATLAS.graticule.parallels)
    assert meridian[-15] < x < meridian[0] and parallel[45] < y < parallel[30]


def test_the_picture_shows_every_space_and_the_units_in_it() -> None:
    picture = board_svg(Game.new("classic", seed=1))
    assert all(f"<title>{space}</title>" in picture for space in RULES.spaces)
    assert "<title>Soviet Union: 5 infantry</title>" in picture and "★ Russia 8" in picture


def test_every_unit_type_has_a_silhouette() -> None:
    picture = board_svg(Game.new("classic", seed=1))
    used = set(re.findall(r'<use href="#unit-(\w+)"', picture))
    assert used == set(RULES.units)
    assert set(RULES.units) <= set(symbols().types)
    assert set(symbols().kinds) == {"land", "air", "sea", "structure"}


def test_an_edition_without_a_map_says_so() -> None:
    with pytest.raises(RuleError, match="no map is available"):
        atlas("nowhere")
