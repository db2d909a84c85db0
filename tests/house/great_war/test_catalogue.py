"""What the document says of itself: which rules are on by default, and that they go together."""

from __future__ import annotations

import pytest

from sandtable.house.great_war import RULES
from sandtable.rules import registry


@pytest.mark.clause("great_war.fighting_by_numbers.1")
def test_the_permanent_adjustments_are_on_by_default() -> None:
    by_default = {rule.id for rule in registry.select("great_war", ["great_war"])}
    assert {"great_war.naval_unit_costs", "great_war.fighting_by_numbers"} <= by_default
    assert not by_default & {
        "great_war.swiss_alps", "great_war.tanks_now", "great_war.breaking_through", "great_war.no_neutrals_by_power",
        "great_war.deploy_the_reserves",
    }  # fmt: skip


def test_all_the_rules_go_together() -> None:
    apart = {"great_war.no_neutrals_by_alliance"}  # the other auction
    assert registry.check("great_war", [rule.id for rule in RULES if rule.id not in apart]) == []
