"""The modules and the catalogue belong together: ids, order, clauses; a test covers every clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.house.smith import RULES
from sandtable.rules import catalogue, registry
from sandtable.rules.rule import Rule

TEXTS = catalogue.rule_texts()


def test_the_rules_stand_in_the_order_of_the_document() -> None:
    ids = [rule.id for rule in RULES]
    assert ids == [rule.id for rule in catalogue.documents()["smith"].rules if rule.id in ids]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_clauses_and_related_rules(rule: Rule) -> None:
    text = TEXTS[rule.id]
    assert rule.editions == ("classic",)
    assert text.clauses
    assert {*rule.needs, *rule.wants} <= {*text.interacts, *TEXTS}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_defaults_are_what_a_rule_is_built_with(rule: Rule) -> None:
    built = next(r for r in registry.build("classic", [rule.id, *rule.needs]).rules if r.id == rule.id)
    assert dict(built.options) == {o.name: o.default for o in rule.options}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_clause_and_every_example_is_proved(rule: Rule) -> None:
    marked = catalogue.marks(Path(__file__).parent)
    text = TEXTS[rule.id]
    assert {clause.id for clause in text.clauses} <= set(marked)
    assert {id for example in text.examples for id in example.clauses} <= {clause.id for clause in text.clauses}
