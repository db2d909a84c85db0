"""Resolving a volley by its total, and what pooled resolutions do with several owners."""

from __future__ import annotations

import pytest

from sandtable.battle.numbers import by_total
from sandtable.battle.resolution import resolution
from tests.helpers import happened, position

HOW = by_total(12, 6, (-50, 0, 0, 0, 0, 50))


def test_it_is_known_by_its_name() -> None:
    assert resolution(HOW.name) is HOW
    assert by_total(12, 6, (-50, 0, 0, 0, 0, 50)) is HOW
    assert by_total(13, 6, (-50, 0, 0, 0, 0, 50)).name != HOW.name


@pytest.mark.parametrize("columns", [[(1, 2)], [(2, 3), (3, 4)], [(1, 30), (4, 7), (5, 1)]])
def test_chances_are_those_of_the_dice(columns: list[tuple[int, int]]) -> None:
    chances = HOW.chances(columns)
    assert sum(chances) == pytest.approx(1)
    if sum(value * n for value, n in columns) >= 12:
        hits = [HOW.roll(columns, lambda n, face=face: [face] * n)[1] for face in range(1, 7)]  # type: ignore[misc]
        assert chances == pytest.approx([hits.count(n) / 6 for n in range(len(chances))])
    else:
        assert chances == resolution("single_dice").chances(columns)


def test_what_is_told() -> None:
    assert HOW.told([(2, 6)]) == "a total of 12"
    assert HOW.told([(2, 3), (3, 1)]) == "2 and 3"


def test_low_luck_adds_up_the_units_of_all_owners_of_a_side() -> None:
    game = position(
        "Germany", "combat",
        {"Ukraine S.S.R.": {"Germany": "1 infantry", "Soviet Union": "2 infantry", "United Kingdom": "1 infantry"}},
        owners={"Ukraine S.S.R.": "Soviet Union"}, rules=["common.low_luck"], dice=[6, 6] * 9,
    )  # fmt: skip
    assert game.open or game.events
    volleys = [e for e in happened(game, "volley_fired") if e["side"] == "defender"]
    assert volleys[0]["hits"] == 1  # three at 2 are one full six, whoever owns them
    assert volleys[0]["dice"] == []
