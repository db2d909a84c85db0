"""The drawn map shows the board: every connection is a common border, and no other long one is drawn."""

from __future__ import annotations

import re
from collections import defaultdict
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
#: A common border shorter than this many map units (of 8000 across) is a corner.
CORNER_LAND, CORNER_SEA = 12, 60


def drawn_borders() -> dict[frozenset[str], float]:
    """Pairs of spaces -> length of their common border, across the left and right edge too."""
    users = defaultdict(set)
    edges: dict[int, list[tuple[str, int, int]]] = {0: [], ATLAS.width: []}
    for name, rings in ATLAS.spaces.items():
        for ring in rings:
            for number in ring:
                users[number if number >= 0 else ~number].add(name)
            points = ATLAS.ring(ring)
            for (x, y), (u, v) in pairwise([*points, points[0]]):
                for edge, row in edges.items():
                    if abs(x - edge) <= 1 and abs(u - edge) <= 1:
                        row.append((name, min(y, v), max(y, v)))
    out: dict[frozenset[str], float] = defaultdict(float)
    for number, names in users.items():
        if len(names) == 2:
            points = ATLAS.arc(number)
            out[frozenset(names)] += sum(hypot(u - x, v - y) for (x, y), (u, v) in pairwise(points))
    for left, a, b in edges[0]:
        for right, c, d in edges[ATLAS.width]:
            if left != right and min(b, d) > max(a, c):
                out[frozenset((left, right))] += min(b, d) - max(a, c)
    return out


BORDERS = drawn_borders()
LINKS = {frozenset((a, b)) for a, near in RULES.neighbors.items() for b in near}


@pytest.mark.clause("classic.R7", "classic.R8")
def test_every_connection_is_drawn() -> None:
    canals = {frozenset(c.connects) for c in RULES.canals.values()}
    by_canal = {frozenset(c.controlled_by) for c in RULES.canals.values() if len(c.controlled_by) == 2}
    missing = [sorted(p) for p in LINKS - canals - by_canal if BORDERS.get(p, 0) <= 0]
    assert not missing


@pytest.mark.clause("classic.R7")
def test_no_other_border_is_drawn() -> None:
    def limit(pair: frozenset[str]) -> int:
        return CORNER_SEA if not any(RULES.is_land[s] for s in pair) else CORNER_LAND

    assert not [(sorted(p), far) for p, far in BORDERS.items() if p not in LINKS and far > limit(p)]


def test_every_space_has_an_outline_and_a_label_inside() -> None:
    assert set(ATLAS.spaces) == set(ATLAS.labels) == set(RULES.spaces)
    for name, (x, y, radius) in ATLAS.labels.items():
        assert radius > 0
        crossings = 0
        for ring in ATLAS.spaces[name]:
            points = ATLAS.ring(ring)
            for (px, py), (qx, qy) in pairwise([*points, points[0]]):
                if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
                    crossings += 1
        assert crossings % 2 == 1, name


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
