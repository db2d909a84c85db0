"""The text of a house rule has one source: the rule itself."""

from __future__ import annotations

import pytest

from sandtable.rules import catalogue, registry
from sandtable.rules.rule import Rule

RULES = list(registry.rules().values())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_catalogue_does_not_repeat_the_text_of_a_built_rule(rule: Rule) -> None:
    text = catalogue.rule_texts().get(rule.id, catalogue.RuleText(rule.id))
    assert (text.title, text.text, text.options) == ("", "", ())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_built_rule_and_its_options_have_texts(rule: Rule) -> None:
    assert rule.title
    assert rule.text.endswith((".", ")"))
    assert all(option.text and not option.text.endswith(".") for option in rule.options)


def test_rules_that_are_not_built_have_a_title_and_a_text() -> None:
    known = registry.rules()
    assert all(text.title and text.text for id, text in catalogue.rule_texts().items() if id not in known)


def test_a_rule_is_described_by_its_module_and_its_clauses() -> None:
    rule = registry.rules()["gemmell.salvage"]
    words = catalogue.described(rule)
    assert (words.title, words.text) == (rule.title, rule.text)
    assert words.clauses[0].id == "gemmell.salvage.1"
    assert catalogue.described(registry.rules()["common.low_luck"]).clauses == ()
