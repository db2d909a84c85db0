"""Choosing which rules are in play: each rule by itself, before the game, for the whole of it."""

from __future__ import annotations

import pytest

from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import happened, position, tell

RULE = "gemmell.rule_selection"
DOCUMENT = [r.id for r in registry.rules().values() if r.document == "gemmell"]


@pytest.mark.clause("gemmell.rule_selection.1")
def test_what_no_rule_changes_is_the_rulebooks() -> None:
    base, ours = registry.build("classic"), registry.build("classic", [RULE])
    assert dict(ours.tables) == dict(base.tables)
    assert {name for name in base.sequences if ours.sequences[name] != base.sequences[name]} == {"opening"}
    assert dict(ours.offers) == dict(base.offers)


@pytest.mark.clause("gemmell.rule_selection.2")
@pytest.mark.parametrize("left_out", DOCUMENT)
def test_every_rule_can_be_left_out(left_out: str) -> None:
    needed = {r.id for r in registry.rules().values() if left_out in r.needs}
    wanted = [id for id in DOCUMENT if id not in {left_out} | needed]
    rules = registry.build("classic", wanted)
    assert {r.id for r in rules.rules} == set(wanted)
    assert not any(edit.rule == left_out for edit in rules.record)


@pytest.mark.clause("gemmell.rule_selection.2")
def test_example_without_a_choice_all_are_on_but_lend_lease() -> None:
    assert {r.id for r in registry.build("classic", ["gemmell"]).rules} == set(DOCUMENT) - {"gemmell.lend_lease"}
    assert {r.id for r in registry.build("classic", ["gemmell.*"]).rules} == set(DOCUMENT)


@pytest.mark.clause("gemmell.rule_selection.1", "gemmell.rule_selection.2")
def test_example_all_rules_but_the_withdrawal_of_defenders() -> None:
    wanted = [id for id in DOCUMENT if id != "gemmell.retreat_by_defender"]
    game = position(
        "Germany", "combat_move",
        {"Eastern Europe": {"Germany": "3 infantry"}, "Karelia S.S.R.": {"Soviet Union": "3 infantry"}},
        rules=wanted, dice=[6] * 40,
    )  # fmt: skip
    while game.decision and game.decision.kind == "offer":
        game.answer(game.decision.advice)
    tell(game, "3 infantry: Eastern Europe > Karelia S.S.R.")
    asked = []
    while game.battle and game.battle.round < 2 and game.decision:
        asked.append(game.decision)
        options = {o.key for o in getattr(game.decision.form, "options", ())}
        if game.decision.power == "Soviet Union":
            assert not any("withdraw" in key or "retreat" in key for key in options)
        game.answer(game.decision.advice)
    assert asked
    assert any(o.name == "salvage" for o in game.rules.offers["purchase"])
    assert [o.name for o in game.rules.offers["defense"]] == ["surrender"]


def test_the_choice_is_fixed_before_set_up_and_told_in_the_history() -> None:
    game = Game.new("classic", ["gemmell"])
    told = happened(game, "rules_agreed")
    assert len(told) == 1
    assert "gemmell.salvage" in told[0]["rules"]
    with pytest.raises(TypeError):
        game.rules.switches["neutral_fee"] = 0  # type: ignore[index]


@pytest.mark.parametrize("option", ["selection_time", "consent"])
def test_no_other_way_of_choosing_is_played(option: str) -> None:
    with pytest.raises(RuleError, match=option):
        registry.build("classic", [RULE], {f"{RULE}.{option}": "whenever"})
