"""Edits with a condition, list edits and capabilities in TOML: read, made, told, and refused with their line."""

from __future__ import annotations

import pytest

from sandtable.core.errors import BadFile, RuleError
from sandtable.core.picks import Pick, Presence, When
from sandtable.rules import explain, registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule
from sandtable.rules.ruleset import Ruleset
from sandtable.rules.toml_rule import parse_rule

HEAD = 'id = "mine.armor"\ntitle = "Armor"\n'
ARMOR = f"""{HEAD}
[[option]]
name = "value"
default = 4
text = "attack of Super Armor"

[[capability]]
id = "super_armor"
name = "Super Armor"
text = "Better tanks."

[[edit]]
include = "powers.Germany.technologies"
value = ["super_armor"]

[[edit]]
exclude = "units.tank.tags"
value = "blitz"

[[when]]
holds = "super_armor"
battle_round = 1
units = "armor"
lift = {{ attack = "{{value}}" }}
text = "surprise"

[[when]]
owner = ["Soviet Union", "Japan"]
rounds = [1, 3]
place = "Karelia S.S.R."
facing = {{ kinds = ["land"], least = 2 }}
facing_no = "fighter"
per = "tank"
ratio = 2
units = {{ kinds = ["land"], without = ["tank"] }}
add = {{ defense = 1 }}

[[when]]
owner = "Japan"
units = ["transport", "battleship"]
loads = {{ fighter = 2 }}
tag = "slow"
"""


def made(rule: Rule) -> Draft:
    return registry.draft("classic", [rule])[0]


def test_conditions_of_a_file_are_made() -> None:
    rule = parse_rule(ARMOR, "armor.toml")
    draft = made(rule)
    rules = Ruleset("classic", "spring_1942", (), draft)
    assert rules.powers["Germany"].technologies == ("super_armor",)
    assert "blitz" not in rules.units["tank"].tags
    lift, land, *_ = draft.unit_edits
    assert (lift.of, lift.column, lift.how, lift.value) == (Pick(types=("tank",)), "attack", "to", 4)
    assert lift.when == When(holds=("super_armor",), battle_rounds=(1, 1))
    assert land.when == When(
        owners=("Soviet Union", "Japan"), rounds=(1, 3), places=("Karelia S.S.R.",),
        presence=(Presence(Pick(kinds=("land",)), "enemy", 2), Presence(Pick(types=("fighter",)), "enemy", 0, 0)),
        per=Pick(types=("tank",)), ratio=2,
    )  # fmt: skip
    transport = rules.unit("transport", "Japan")
    assert transport.carries is not None
    assert transport.carries.loads["fighter"] == 2
    assert "slow" in transport.tags
    assert rules.unit("transport", "Germany") == rules.units["transport"]


def test_it_is_told_like_every_other_rule() -> None:
    draft = made(parse_rule(ARMOR, "armor.toml"))
    lines = explain.explain(draft.record, draft.tables, "mine.armor")
    assert "Germany also starts with Super Armor." in lines
    assert "In the first round of combat, armor units of powers with Super Armor attack at 4 (surprise)." in lines


def test_options_stand_in() -> None:
    rule = parse_rule(ARMOR, "armor.toml")
    draft, _, _ = registry.draft("classic")
    rule.apply(draft, Options(value=5))
    assert draft.unit_edits[0].value == 5


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('units = "tank"\nhods = "x"', r"line 3: a \[\[when\]\] has no key 'hods'; did you mean holds"),
        ("lift = { attack = 4 }", r"line 3: a \[\[when\]\] needs units"),
        ('units = "tank"', r"line 3: a \[\[when\]\] needs one of lift"),
        ('units = "tank"\nlift = 4', "line 3: lift needs a table of numbers"),
        ('units = 4\nlift = { attack = 4 }', "line 3: units needs a unit type"),
        ('units = { kind = ["sea"] }\nlift = { attack = 4 }', "has no key 'kind'; did you mean kinds"),
        ('units = "tank"\nlift = { attack = "{x}" }', "line 3: the rule has no option 'x'"),
    ],
)  # fmt: skip
def test_a_bad_condition_is_refused_with_its_line(row: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        parse_rule(f"{HEAD}[[when]]\n{row}\n", "armor.toml")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('units = "tnk9"\nlift = { attack = 4 }', r"units\.tnk9, which does not exist.*\(armor\.toml, line 3\)"),
        ('units = "tank"\nlift = { attck = 4 }', r"did you mean attack\? \(armor\.toml, line 3\)"),
        ('units = "tank"\nowner = "Germny"\nlift = { attack = 4 }', r"did you mean Germany"),
    ],
)
def test_what_the_draft_refuses_is_refused_with_its_line(row: str, message: str) -> None:
    rule = parse_rule(f"{HEAD}[[when]]\n{row}\n", "armor.toml")
    with pytest.raises(RuleError, match=message):
        made(rule)


def test_a_capability_needs_its_texts() -> None:
    with pytest.raises(BadFile, match=r"line 3: a \[\[capability\]\] needs an id, a name, and a text"):
        parse_rule(f'{HEAD}[[capability]]\nid = "x"\n', "armor.toml")
    with pytest.raises(BadFile, match=r"a \[\[capability\]\] has no key 'color'"):
        parse_rule(f'{HEAD}[[capability]]\nid = "x"\ncolor = "red"\n', "armor.toml")


def test_a_rule_with_nothing_is_refused() -> None:
    with pytest.raises(BadFile, match=r"add at least one \[\[edit\]\] or \[\[when\]\]"):
        parse_rule(HEAD, "armor.toml")
