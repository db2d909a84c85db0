"""What the document takes for granted: the base game, the revolution, defaults, and options for all numbers."""

from __future__ import annotations

import pytest

from sandtable.house.great_war import RULES
from sandtable.rules import registry

RULE = "great_war.base_assumptions"
PERMANENT = {
    "base_assumptions", "standard_trucks", "naval_unit_costs", "aerial_combat_modifications",
    "restricted_submarine_warfare", "unrestricted_submarine_warfare", "fighting_by_numbers",
}  # fmt: skip


@pytest.mark.clause("great_war.base_assumptions.1", "great_war.base_assumptions.2", "great_war.base_assumptions.3")
@pytest.mark.parametrize("played", [True, False])
def test_the_revolution_is_in_play(played: bool) -> None:
    rules = registry.build("great_war", [RULE], {f"{RULE}.russian_revolution": played})
    assert rules.switch("russian_revolution") is played
    assert rules.units == registry.build("great_war").units


@pytest.mark.clause("great_war.base_assumptions.4")
def test_every_number_of_a_new_unit_is_an_option() -> None:
    options = {f"{r.id}.cost": 1 for r in RULES if any(o.name == "cost" for o in r.options)}
    rules = registry.build("great_war", [name.rpartition(".")[0] for name in options], options)
    new = set(rules.units) - set(registry.build("great_war").units)
    assert len(new) == 8
    assert all(rules.units[unit].cost == 1 for unit in new)


@pytest.mark.clause(
    "great_war.base_assumptions.5", "great_war.base_assumptions.6", "great_war.base_assumptions.7",
    "great_war.base_assumptions.8", "great_war.base_assumptions.9",
)  # fmt: skip
def test_example_what_is_on_by_default() -> None:
    chosen = registry.select("great_war", ["great_war"])
    assert {rule.id.partition(".")[2] for rule in chosen} == PERMANENT
    rules = registry.build("great_war", ["great_war", "great_war.swiss_alps", "great_war.tanks_now"])
    assert rules.spaces["Switzerland"].closed
    assert rules.tables["calendar"]["tank"] == 3
    new = set(rules.units) - set(registry.build("great_war").units)
    assert new == {"truck"}
    assert registry.check("great_war", [f"great_war.{name}" for name in PERMANENT]) == []
