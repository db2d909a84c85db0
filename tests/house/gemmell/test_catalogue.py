"""The modules and the catalogue belong together: ids, order, clauses."""

from __future__ import annotations

import pytest

from sandtable.house.gemmell import RULES
from sandtable.rules import catalogue, registry
from sandtable.rules.rule import Rule

TEXTS = {id: text for id, text in catalogue.rule_texts().items() if id.startswith("gemmell.")}


def test_the_rules_stand_in_the_order_of_the_document() -> None:
    ids = [rule.id for rule in RULES]
    assert ids == [id for id in TEXTS if id in ids]


def test_only_lend_lease_is_off_by_default() -> None:
    assert [rule.id for rule in RULES if not rule.default] == ["gemmell.lend_lease"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_clauses_and_related_rules(rule: Rule) -> None:
    text = TEXTS[rule.id]
    assert rule.editions == ("classic",)
    assert text.clauses
    assert set(rule.needs) <= set(text.interacts) <= set(TEXTS)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_defaults_are_what_a_rule_is_built_with(rule: Rule) -> None:
    wanted = [rule.id, *rule.needs]
    built = next(r for r in registry.build("classic", wanted).rules if r.id == rule.id)
    assert dict(built.options) == {o.name: o.default for o in rule.options}
    for option in rule.options:
        assert option.check(option.default) == option.default
