"""Submarine warfare without dice: restricted, unrestricted, and with more damage by the first submarine of a zone."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.great_war.board import scene
from tests.helpers import happened

RESTRICTED = "great_war.restricted_submarine_warfare"
UNRESTRICTED = "great_war.unrestricted_submarine_warfare"
FIRST = "great_war.first_submarine_damage"


def collected(power: str, zones: dict[int, int], rules: list[str], declared: bool = False, **more: Any) -> int:
    """What a power collects with so many German submarines in these zones."""
    game = collecting(power, zones, rules, declared, **more)
    return game.state.ipcs[power]


def collecting(power: str, zones: dict[int, int], rules: list[str], declared: bool = False, **more: Any) -> Game:
    units = {f"Sea Zone {zone}": {"Germany": f"{n} submarine"} for zone, n in zones.items()}
    facts = {"submarine_warfare": declared}
    return scene(power, "collect", units, ipcs={power: 0}, rules=rules, facts=facts, dice=[], **more)


@pytest.mark.clause("great_war.restricted_submarine_warfare.1", "great_war.restricted_submarine_warfare.2")
def test_example_submarines_off_great_britain_cost_an_ipc_each() -> None:
    assert collected("Britain", {9: 2, 4: 1}, [RESTRICTED]) == 27
    assert collected("Britain", {9: 2, 4: 1}, []) == 30
    assert collected("Britain", {8: 2}, [RESTRICTED]) == 28


@pytest.mark.clause("great_war.restricted_submarine_warfare.2")
def test_example_not_from_where_they_start() -> None:
    assert collected("Britain", {5: 2, 7: 2, 3: 1}, [RESTRICTED]) == 30


@pytest.mark.clause("great_war.restricted_submarine_warfare.3", "great_war.restricted_submarine_warfare.4")
def test_example_only_britain_loses_and_nobody_enters_the_war() -> None:
    assert collected("France", {8: 3}, [RESTRICTED]) == 24
    game = collecting("United States", {8: 3}, [RESTRICTED])
    assert game.state.ipcs["United States"] == 20
    assert "United States" in game.state.facts["neutral_powers"]


@pytest.mark.clause("great_war.restricted_submarine_warfare.1")
def test_the_declaration_ends_it_unless_agreed_otherwise() -> None:
    assert collected("Britain", {9: 3}, [RESTRICTED, UNRESTRICTED], declared=True, america=True) == 30
    both = {f"{RESTRICTED}.ends_with_unrestricted": False}
    assert collected("Britain", {9: 3}, [RESTRICTED, UNRESTRICTED], True, america=True, options=both) == 27


@pytest.mark.clause("great_war.unrestricted_submarine_warfare.1", "great_war.unrestricted_submarine_warfare.2")
@pytest.mark.parametrize(("power", "ipcs"), [("Britain", 26), ("United States", 16), ("France", 24)])
def test_example_after_the_declaration_without_dice(power: str, ipcs: int) -> None:
    zones = {2: 1, 7: 2, 8: 1}
    assert collected(power, zones, [UNRESTRICTED], declared=True, america=True) == ipcs
    assert collected("Britain", zones, [UNRESTRICTED]) == 30  # not declared


@pytest.mark.clause("great_war.unrestricted_submarine_warfare.1")
def test_example_not_in_other_zones() -> None:
    assert collected("Britain", {9: 3}, [RESTRICTED, UNRESTRICTED], declared=True, america=True) == 30


@pytest.mark.clause("great_war.first_submarine_damage.1", "great_war.first_submarine_damage.2")
def test_examples_of_the_first_submarine() -> None:
    assert collected("Britain", {9: 3, 4: 1}, [RESTRICTED, FIRST]) == 24
    rules = [RESTRICTED, UNRESTRICTED, FIRST]
    assert collected("United States", {7: 2, 8: 1}, rules, declared=True, america=True) == 15


def test_a_loss_is_not_larger_than_the_income() -> None:
    game = collecting("Britain", {9: 99}, [RESTRICTED])
    assert game.state.ipcs["Britain"] == 0
    assert [e["ipcs"] for e in happened(game, "income")] == [30, -30]


def test_other_numbers_may_be_agreed_on() -> None:
    assert collected("Britain", {9: 2}, [RESTRICTED], options={f"{RESTRICTED}.damage_per_submarine": 3}) == 24
    assert collected("Britain", {9: 2}, [RESTRICTED], options={f"{RESTRICTED}.home_island": ["Ireland"]}) == 30
    options = {f"{UNRESTRICTED}.damage_per_submarine": 2, f"{UNRESTRICTED}.zones": ["Sea Zone 9"]}
    assert collected("Britain", {9: 2, 2: 5}, [UNRESTRICTED], True, america=True, options=options) == 26
    options = {f"{FIRST}.first_submarine_damage": 4, f"{FIRST}.later_submarine_damage": 0}
    assert collected("Britain", {9: 2}, [RESTRICTED, FIRST], options=options) == 26
