"""Counting how often rules come up: the same games as ever, and each rule's own questions, actions, and events."""

from __future__ import annotations

import json

import pytest

from sandtable.core.errors import RuleError
from sandtable.core.forces import FRESH, Stack
from sandtable.engine.battles import Battle
from sandtable.engine.game import Game, Header
from sandtable.house.gemmell.salvage import SALVAGED
from sandtable.lab import counts
from sandtable.lab.simulate import Plan, simulate
from sandtable.lab.written import Written
from sandtable.rules import registry
from tests.conformance.great_war.board import scene

BONUS, MONEY = "smith.axis_first_turn_bonus", "smith.economic_conquest"
RULES = ["smith.neutral_territories", MONEY, BONUS, "gemmell.salvage", "common.no_technology"]


def rows(seed: int = 0) -> dict[str, counts.Row]:
    found = counts.counts("classic", RULES, games=1, max_rounds=1, seed=seed)
    return {row.rule: row for row in found}


def test_each_rule_has_its_own_numbers() -> None:
    found = rows()
    assert found[BONUS].events == 4 and found[BONUS].asked == 0
    assert found[MONEY].asked >= found[MONEY].taken > 0 and found[MONEY].events >= 2 * found[MONEY].taken
    assert found["smith.neutral_territories"].changed > 0
    assert found["common.no_technology"].asked == found["common.no_technology"].events == 0
    assert list(found)[:2] == ["common.no_technology", "common.round_limit"]  # in the order of their documents


def test_numbers_steps_of_battles_and_settings_are_counted() -> None:
    rules = ["smith.dogfights", "smith.weapons_table", "smith.tech_super_armor", "smith.na_germany_armor"]
    found = {row.rule: row for row in counts.counts("classic", rules, games=1, max_rounds=3)}
    assert found["smith.dogfights"].events > 0 and found["smith.weapons_table"].read > 0
    armor = found["smith.tech_super_armor"].numbers
    assert armor > 0 and found["smith.na_germany_armor"].numbers == armor  # only Germany holds it, by its advantage


def test_what_is_given_at_the_start_and_cheaper_units_are_counted() -> None:
    rules = ["smith.na_uk_production", "smith.na_japan_production", "smith.na_uk_naval_production"]
    found = {row.rule: row for row in counts.counts("classic", rules, games=1, max_rounds=2)}
    assert found["smith.na_uk_production"].events == found["smith.na_japan_production"].events == 1


def test_infantry_aboard_destroyers_is_counted() -> None:
    """Ships that carry nothing by their printed numbers count as they sail with cargo, and transports do not."""
    express = "enhanced.na_japan_tokyo_express"
    plan = Plan("anniversary", (express,), {}, {}, "", "1942")
    tally = counts.Tally((express,))
    game = counts.Counting(Header(tally.ruleset(plan), "1"), tally)
    assert game.state.power == "Japan"
    soldier = (("Japan", "infantry"),)
    for ship, n in (("destroyer", 1), ("transport", 0), ("cruiser", 1)):
        before = tally.counts["numbers"][express]
        force = {Stack("Japan", ship, FRESH._replace(cargo=soldier)): 1}
        game.emit("moved", power="Japan", force=force, path=("Sea Zone 62", "Sea Zone 61"))
        assert tally.counts["numbers"][express] == before + n


def test_income_of_plans_played_ahead_is_not_counted() -> None:
    plan = Plan("classic", ("gemmell.salvage",), {}, {}, "", "")
    tally = counts.Tally(("gemmell.salvage",))
    rules = tally.ruleset(plan)
    step = next(step for step in rules.sequences["income"] if step.name == "salvage")
    for game, n in ((Game(Header(rules, "1")), 0), (counts.Counting(Header(rules, "1"), tally), 1)):
        SALVAGED.set(game.state, [24])
        assert step.what(game, "Germany") == (12, "salvage")
        assert tally.counts["events"]["gemmell.salvage"] == n


def test_counting_does_not_change_the_games() -> None:
    assert rows() == rows(seed=0)
    (game,) = simulate("classic", RULES, max_rounds=1)
    assert not game.error


def test_the_command_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    from sandtable.cli import counts as command

    command.counts("classic", rules=["smith.random_turns"], games=1, max_rounds=1, player="advised")
    assert "smith.random_turns" in capsys.readouterr().out
    command.counts("classic", rules=["smith.random_turns"], games=1, max_rounds=1, player="advised", json=True)
    answer = json.loads(capsys.readouterr().out)
    assert {row["rule"]: row["events"] for row in answer["rules"]}["smith.random_turns"] == 4
    with pytest.raises(RuleError, match="name the rules"):
        command.counts("classic")


def test_roles_that_a_rule_changes_are_counted() -> None:
    """A cruiser that attacks with submarines cancels a screen, which nothing in the history says."""
    subs, screens = "great_war.submarine_changes", "great_war.cruiser_screens"

    def found(attackers: str) -> set[str]:
        units = {"Sea Zone 9": {"Germany": attackers, "Britain": "1 cruiser, 1 transport"}}
        game = scene("Germany", "combat", units, rules=[subs, screens])
        there = game.state.at("Sea Zone 9").items()
        own, enemy = ({s: n for s, n in there if s.owner == power} for power in ("Germany", "Britain"))
        game.battle = battle = Battle(game, "Sea Zone 9", "sea_battle", "Germany", own, enemy)
        draft, *_ = registry.draft("great_war", registry.select("great_war", [subs, screens]), {})
        return Written(draft, [subs, screens]).shown(game, "battle_started", {"space": battle.space})

    assert found("2 submarine, 1 cruiser") == {screens}
    assert found("2 submarine") == found("2 cruiser") == set()
