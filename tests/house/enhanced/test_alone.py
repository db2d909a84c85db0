"""Each rule of Enhanced alone, with what it needs: games of random players, and games of the computer player."""

from __future__ import annotations

import pytest

from sandtable.house.enhanced import RULES
from sandtable.lab import fuzz

IDS = [rule.id for rule in RULES]


@pytest.mark.parametrize("rule", IDS)
def test_random_games_under_each_rule(rule: str) -> None:
    row = fuzz.with_needs([(rule, "usual")])
    assert fuzz.play(fuzz.build("anniversary", row, 2), f"alone {rule}", replayed=True) == ""


@pytest.mark.parametrize("rule", IDS)
def test_the_computer_player_plays_with_each_rule(rule: str) -> None:
    row = fuzz.with_needs([(rule, "usual")])
    assert fuzz.play(fuzz.build("anniversary", row, 2), f"basic {rule}", "basic") == ""
