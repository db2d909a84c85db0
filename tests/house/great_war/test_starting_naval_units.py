"""Other fleets at the start."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import RuleError
from sandtable.rules import registry

RULE = "great_war.starting_naval_units"
clause = pytest.mark.clause
FLEETS = [
    pytest.param("Russia", 12, {"submarine": 1, "cruiser": 1}, marks=clause("great_war.starting_naval_units.2")),
    pytest.param("Russia", 21, {"submarine": 1, "cruiser": 1}, marks=clause("great_war.starting_naval_units.3")),
    pytest.param("Germany", 5, {"submarine": 2}, marks=clause("great_war.starting_naval_units.1")),
    pytest.param("Germany", 7, {}, marks=clause("great_war.starting_naval_units.4")),
    pytest.param(
        "Germany", 10, {"battleship": 3, "cruiser": 2, "transport": 1}, marks=clause("great_war.starting_naval_units.5")
    ),
    pytest.param(
        "France", 15, {"cruiser": 1, "submarine": 2, "transport": 1},
        marks=clause("great_war.starting_naval_units.6", "great_war.starting_naval_units.7"),
    ),
    pytest.param(
        "France", 16, {"cruiser": 1, "submarine": 1, "transport": 1},
        marks=clause("great_war.starting_naval_units.8", "great_war.starting_naval_units.9"),
    ),
    pytest.param(
        "Britain", 4, {"battleship": 1, "cruiser": 1, "submarine": 1}, marks=clause("great_war.starting_naval_units.10")
    ),
    pytest.param(
        "Britain", 9, {"battleship": 2, "cruiser": 2, "submarine": 1, "transport": 1},
        marks=clause("great_war.starting_naval_units.11"),
    ),
    pytest.param(
        "Britain", 19, {"cruiser": 1, "submarine": 1, "transport": 1}, marks=clause("great_war.starting_naval_units.12")
    ),
    pytest.param("Ottoman Empire", 20, {"cruiser": 1}, marks=clause("great_war.starting_naval_units.13")),
    pytest.param(
        "Italy", 17, {"battleship": 1, "cruiser": 1, "submarine": 1, "transport": 1},
        marks=clause("great_war.starting_naval_units.14"),
    ),
    pytest.param(
        "United States", 1, {"battleship": 2, "cruiser": 2}, marks=clause("great_war.starting_naval_units.15")
    ),
    pytest.param("Britain", 29, {"battleship": 1, "cruiser": 1, "transport": 1}),
    pytest.param("Austria-Hungary", 18, {"battleship": 1, "cruiser": 1, "transport": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("power", "zone", "fleet"), FLEETS)
def test_examples_of_the_fleets(power: str, zone: int, fleet: dict[str, int]) -> None:
    setup = registry.build("great_war", [RULE]).setup
    assert setup.get(f"Sea Zone {zone}", {}).get(power, {}) == fleet


def test_what_another_set_up_lacks_is_left_out() -> None:
    setup = registry.build("great_war", [RULE], scenario="tournament").setup
    assert setup["Sea Zone 15"]["France"] == {"cruiser": 1, "submarine": 2}


def test_other_changes_may_be_agreed_on() -> None:
    change = {"power": "UK", "space": "Sea Zone 2", "lose": {"cruiser": 1}, "gain": {"submarine": 2}}
    setup = registry.build("great_war", [RULE], {f"{RULE}.changes": [change]}).setup
    assert setup["Sea Zone 2"]["Britain"] == {"transport": 1, "submarine": 2}
    assert setup["Sea Zone 7"]["Germany"] == {"submarine": 2}


@pytest.mark.parametrize("row", ["x", {"power": "Italy"}])
def test_changes_that_are_none_are_refused(row: Any) -> None:
    with pytest.raises(RuleError, match=RULE):
        registry.build("great_war", [RULE], {f"{RULE}.changes": [row]})
