"""Turns under many house rules, at desk and phone size: signs, panels, roles in battles, forms of many kinds."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.e2e.conftest import Table
from tests.e2e.guest import LAPTOP, PHONE

#: Pictures of each kind of decision.
MOST = 2


class Case(NamedTuple):
    """Turns of `powers` under `rules` in the first round, until `last` moves; what must be asked in them."""

    edition: str
    powers: tuple[str, ...]
    rules: tuple[str, ...]
    last: str
    asked: frozenset[str]


CASES = {
    "smith": Case(
        "classic", ("Germany", "Japan"),
        ("smith.core", "smith.na_japan_naval_production", "smith.na_germany_super_sub"), "United States",
        frozenset({"purchase", "move", "casualties", "research", "place"}),
    ),
    "enhanced": Case(
        "anniversary", ("Germany", "United States"), ("enhanced",), "",
        frozenset({"purchase", "move", "place"}),
    ),
    "great_war": Case(
        "great_war", ("Germany", "Italy"), ("great_war",), "United States",
        frozenset({"purchase", "move", "casualties", "place"}),
    ),
    "pacific": Case(
        "pacific", ("Japan", "United States"), ("pacific",), "",
        frozenset({"purchase", "move", "place"}),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", CASES)
def test_first_turns(table: Table, name: str, size: tuple[int, int]) -> None:
    edition, powers, rules, last, asked = CASES[name]
    player = table([*powers], [*rules], edition=edition, others="basic", size=size)
    seen: dict[str, int] = {}
    for _ in range(200):
        question = player.question()
        kind = question["kind"]
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= MOST:
            player.guest.shot(f"{kind}-{seen[kind]}")
        player.plain_way()
        view = player.view()
        if view["position"]["power"] == last or view["position"]["round"] > 1:
            break
    player.guest.shot("end")
    assert asked <= set(seen)
