"""Trials of a position: copies that are played on, with dice by time and place, and their value."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.ai.basic import Basic
from sandtable.ai.trial import TrialDice, calm, play_on, trial
from sandtable.ai.value import WON, learned, value
from sandtable.engine.game import Game
from sandtable.engine.movement import COMBAT
from tests.helpers import position

FEW = {
    "Eastern Europe": {"Germany": "4 armor"},
    "Ukraine S.S.R.": {"Soviet Union": "2 infantry"},
    "Germany": {"Germany": "12 infantry"},
    "Russia": {"Soviet Union": "8 infantry"},
}


def before_combat() -> Game:
    return position("Germany", "combat_move", FEW)


def test_a_trial_leaves_the_game_as_it_is() -> None:
    game = before_combat()
    before = game.state_hash
    copy = trial(game.rules, game.state, "1")
    assert copy.open[0].context["phase"] == COMBAT
    play_on(copy, "Germany", Basic(1), Basic(1), 1)
    assert (copy.state.round, copy.state.power, copy.state.step) == (2, "Germany", 0)
    assert game.state_hash == before


def test_the_same_trial_ends_the_same_and_another_does_not() -> None:
    def ended(seed: str) -> str:
        game = Game.new("classic", ["common.no_technology"], recording=False)
        copy = trial(game.rules, game.state, seed)
        play_on(copy, copy.state.power, Basic(1), player("quick", 1), 1)
        return copy.state_hash

    assert ended("1") == ended("1")
    assert len({ended(str(seed)) for seed in range(4)}) > 1


def test_dice_depend_on_when_and_where_they_are_rolled() -> None:
    game = before_combat()

    def rolled(before: int, seed: str = "7") -> list[int]:
        dice = TrialDice(seed)
        dice.game = game
        game.state.step -= 1
        dice.roll(before)
        game.state.step += 1
        return dice.roll(12)

    assert rolled(0) == rolled(5)
    assert rolled(0) != rolled(0, "8")
    assert set(rolled(0)) <= set(range(1, 7))


def test_trials_are_fought_with_low_luck_and_the_game_is_not() -> None:
    game = before_combat()
    copy = trial(game.rules, game.state, "1")
    assert copy.rules.switches["resolution"] == "low_luck"
    assert game.rules.switches["resolution"] == "single_dice"
    assert calm(game.rules) is calm(game.rules)


def test_rules_with_a_resolution_of_their_own_keep_it() -> None:
    game = position("Germany", "combat_move", FEW, rules=["common.low_luck"])
    assert calm(game.rules) is game.rules


def test_both_sides_value_a_position_the_same() -> None:
    game = before_combat()
    assert value(game, "axis") == -value(game, "allies")
    before, one = value(game, "axis"), learned("classic").weights
    game.state.put("Germany", next(s for s in game.state.at("Germany") if s.type == "infantry"), 2)
    assert value(game, "axis") == pytest.approx(before + 6 * (1 + one.front), abs=1)  # Germany is a little safer, too
    more = value(game, "axis")
    game.state.owner["Russia"] = "Germany"
    gain = one.capitals + 2 * one.income * game.rules.q.value(game, "Russia")
    assert value(game, "axis") == pytest.approx(more + gain, abs=one.threats + 3 * one.prey + 32 * one.front)
    game.state.victory = ["allies", "it is over"]
    assert value(game, "axis") == -WON
