"""The rules of a document and its catalogue belong together: ids, order, options, clauses; each clause is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.rules import catalogue, registry
from sandtable.rules.rule import Rule

TEXTS = catalogue.rule_texts()
#: The ids of each document in the order of the paper, for documents with clauses.
DOCUMENTS = {key: ids for key, text in catalogue.documents().items() if (ids := [rule.id for rule in text.rules])}
RULES = [rule for rule in registry.rules().values() if any(rule.id in ids for ids in DOCUMENTS.values())]
MARKED = frozenset(catalogue.marks(Path(__file__).parent))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_rules_stand_in_the_order_of_the_document(document: str) -> None:
    order = DOCUMENTS[document]
    built = [rule.id for rule in RULES if rule.id in order]
    assert built == [id for id in order if id in built]
    assert built


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_clauses_and_related_rules(rule: Rule) -> None:
    text = TEXTS[rule.id]
    assert len(rule.editions) == 1
    assert text.clauses
    assert set(text.interacts) <= set(TEXTS)
    assert {*rule.needs, *rule.wants} <= {*text.interacts, *TEXTS}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_defaults_are_what_a_rule_is_built_with(rule: Rule) -> None:
    built = next(r for r in registry.build(rule.editions[0], [rule.id, *rule.needs]).rules if r.id == rule.id)
    assert dict(built.options) == {option.name: option.default for option in rule.options}
    for option in rule.options:
        assert option.check(option.default) == option.default


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_clause_and_every_example_is_proved(rule: Rule) -> None:
    text = TEXTS[rule.id]
    assert {clause.id for clause in text.clauses} <= MARKED
    assert {id for example in text.examples for id in example.clauses} <= {clause.id for clause in text.clauses}
