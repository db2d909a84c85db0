"""What the rules of the document say about each other: which exclude, need, or complete each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.engine.minors import true_neutrals
from sandtable.house.great_war import RULES
from sandtable.rules import registry
from tests.conformance.great_war.board import scene

IDS = [rule.id for rule in RULES]
AUCTIONS = ("great_war.no_neutrals_by_power", "great_war.no_neutrals_by_alliance")


def test_only_the_two_auctions_exclude_each_other() -> None:
    found = registry.check("great_war", IDS)
    assert {tuple(sorted(f.rules)) for f in found if f.severity == "conflict"} == {tuple(sorted(AUCTIONS))}


@pytest.mark.parametrize(
    ("rule", "needed"),
    [("cruiser_screens", "submarine_changes"), ("freighters_and_raiders", "freighters"),
     ("freighters_and_raiders", "merchant_raiders")],
)  # fmt: skip
def test_rules_that_need_others(rule: str, needed: str) -> None:
    found = registry.check("great_war", [f"great_war.{rule}"])
    assert any(f.severity == "missing" and f"great_war.{needed}" in f.message for f in found)


def test_destroyers_suggest_what_their_cost_assumes() -> None:
    found = registry.check("great_war", ["great_war.destroyers"])
    assert {f.target for f in found if f.severity == "note"} == {
        "great_war.naval_unit_costs", "great_war.submarine_changes"
    }  # fmt: skip


@pytest.mark.parametrize("other", ["swiss_alps", "spain_in_the_balance"])
@pytest.mark.parametrize("auction", AUCTIONS)
def test_switzerland_and_spain_are_taken_out_of_the_auctions(auction: str, other: str) -> None:
    game = scene("Germany", "move", rules=[auction, f"great_war.{other}"])
    gone = "Switzerland" if other == "swiss_alps" else "Spain"
    assert gone not in true_neutrals(game)
    assert gone in true_neutrals(scene("Germany", "move", rules=[auction]))


def test_all_pairs_can_be_built() -> None:
    """A sample of the pairs, each with what it needs."""
    for pair in list(combinations(IDS, 2))[::17]:
        if pair != AUCTIONS:
            known = registry.rules()
            needs = [need for id in pair for need in known[id].needs]
            assert registry.build("great_war", [*pair, *needs])
