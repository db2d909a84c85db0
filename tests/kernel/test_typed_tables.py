"""A cell that cannot hold a value refuses it when a rule edits it, with the rule, the cell, and what is expected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.core.errors import RuleError
from sandtable.rules import registry
from sandtable.rules.conditional import Conditional
from sandtable.rules.draft import Draft, EditError


@pytest.mark.parametrize(
    ("edition", "change", "message"),
    [
        ("classic", lambda d: d.set("units.tank.cost", "5"), r"t\.a does not fit units\.tank\.cost: '5' .*whole"),
        ("classic", lambda d: d.set("units.tank.atack", 5), r"t\.a edits units\.tank\.atack.*; did you mean attack\?"),
        ("classic", lambda d: d.set("units.tank.tags", "blitz"), "expected is a list"),
        ("classic", lambda d: d.include("units.tank.tags", 4), r"units\.tank\.tags"),
        ("classic", lambda d: d.set("units.transport.carries.loads.tank", "x"), "expected is a whole number"),
        ("classic", lambda d: d.set("units.transport.carries.lods", 1), "did you mean loads"),
        ("classic", lambda d: d.set("spaces.Germany.owner", 4), "expected is a text or nothing"),
        ("classic", lambda d: d.set("spaces.Germany.kind", "air"), "expected is one of land, sea"),
        ("classic", lambda d: d.add("units.marine", {"kind": "land"}), r"units\.marine: Object missing required field"),
        ("classic", lambda d: d.add("units.marine", 4), "it must be a row of a table, with id, name, kind"),
        ("classic", lambda d: d.add(("setup", "Germany", "Germany", "bomber2"), "x"), "expected is a whole number"),
        ("classic", lambda d: d.set("switches.neutral_fee", True), "expected is a whole number"),
        ("great_war", lambda d: d.set("calendar.tank", "4"), "expected is a whole number"),
        ("great_war", lambda d: d.set("obligations.Serbia.round", "x"), "expected is a whole number"),
        ("great_war", lambda d: d.set("goals.allies.holt", 2), "did you mean hold"),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_refused(edition: str, change: Callable[[Draft], None], message: str) -> None:
    draft, _, _ = registry.draft(edition)
    before = len(draft.record)
    with draft.by("t.a"), pytest.raises(RuleError, match=message):
        change(draft)
    assert len(draft.record) == before


def test_what_fits_is_taken() -> None:
    draft, _, _ = registry.draft("classic")
    with draft.by("t.a"):
        draft.set("units.tank.carries", {"capacity": 1, "loads": {"infantry": 1}})
        draft.set("units.transport.carries.loads.fighter", 2)
        draft.set("units.fighter.hits", 2)
        draft.set("spaces.Germany.owner", None)
        draft.add("calendar.tank", 4)
        draft.add("memory.anything", {"a": [1, "b"]})
        draft.set("switches.neutral_fee", 4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.amend_step("land_battle", "attackers_fire", togethr=True), "did you mean together"),
        (lambda d: d.amend_step("land_battle", "attackers_fire", together=1), "expected is true or false"),
        (lambda d: d.amend_step("land_battle", "attackers_fire", dice="some"), "expected is one of each, per_target"),
        (lambda d: d.amend_step("land_battle", "attackers_fire", rounds=3), "expected is a list"),
        (lambda d: d.amend_step("turn", "develop", text="x", rounds=3), "that step is not a description"),
        (lambda d: d.extend_step("land_battle", "attackers_fire", lifts=4), "land_battle.attackers_fire.lifts: "),
        (lambda d: d.when(hold="x"), "names the condition 'hold', which does not exist; did you mean holds"),
        (lambda d: d.when(battle_round="1"), "the condition battle_rounds: "),
        (lambda d: d.when(owner=4), "the condition owners"),
        (lambda d: d.when(against="tank"), "the condition against: 'tank'"),
        (lambda d: d.when().lift("tank", attack="4"), "'4' is not what it holds; expected is a whole number"),
        (lambda d: d.when(place="Atlantis"), "Atlantis, which does not exist"),
        (lambda d: d.when(owner="Germny"), "did you mean Germany"),
    ],
)
def test_fields_and_conditions_of_another_kind_are_refused(change: Callable[[Draft], object], message: str) -> None:
    draft, _, _ = registry.draft("classic")
    with draft.by("t.a"), pytest.raises(RuleError, match=message):
        made = change(draft)
        if isinstance(made, Conditional):
            made.lift("tank", attack=4)


def test_a_stage_stands_for_all_its_steps() -> None:
    draft, _, _ = registry.draft("classic")
    names = draft.staged("sea_battle", "defenders")
    assert len(names) == 3
    with draft.by("t.a"):
        draft.amend_step("sea_battle", "defenders", together=True)
        with pytest.raises(EditError, match=r"has several steps: .*; name one of them"):
            draft.replace_step("sea_battle", "defenders", draft.steps("sea_battle")[0].what)
        assert all(s.what.together for s in draft.steps("sea_battle") if s.name in names)
        assert [e.target[1] for e in draft.record if e.rule == "t.a"] == names
        draft.remove_step("sea_battle", "defenders")
    assert draft.staged("sea_battle", "defenders") == []
