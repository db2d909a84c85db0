"""The catalogue and the modules say the same: ids, options, defaults."""

from __future__ import annotations

import pytest

from sandtable.house.gemmell import RULES
from sandtable.rules import catalogue, registry
from sandtable.rules.rule import Rule

TEXTS = {id: text for id, text in catalogue.rule_texts().items() if id.startswith("gemmell.")}


def test_the_rules_stand_in_the_order_of_the_document() -> None:
    ids = [rule.id for rule in RULES]
    assert ids == [id for id in TEXTS if id in ids]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_module_and_text_agree(rule: Rule) -> None:
    text = TEXTS[rule.id]
    assert rule.title == text.title
    assert rule.default == text.default
    assert rule.editions == ("classic",)
    assert [(o.name, o.default) for o in rule.options] == [(o.name, o.default) for o in text.options]
    for option, described in zip(rule.options, text.options):
        assert set(described.choices) <= set(option.choices)
    assert set(rule.needs) == set(text.needs)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_defaults_are_what_a_rule_is_built_with(rule: Rule) -> None:
    wanted = [rule.id, *rule.needs]
    built = next(r for r in registry.build("classic", wanted).rules if r.id == rule.id)
    assert dict(built.options) == {o.name: o.default for o in rule.options}
    for option in rule.options:
        assert option.check(option.default) == option.default
