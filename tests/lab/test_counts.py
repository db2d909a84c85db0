"""Counting how often rules come up: the same games as ever, and each rule's own questions, actions, and events."""

from __future__ import annotations

import json

import pytest

from sandtable.core.errors import RuleError
from sandtable.lab import counts
from sandtable.lab.simulate import simulate

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
    assert found["common.no_technology"][1:] == (0, 0, 0, 0)
    assert list(found)[:2] == ["common.no_technology", "common.round_limit"]  # in the order of their documents


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
