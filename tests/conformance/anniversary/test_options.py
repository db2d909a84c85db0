"""Common player options in the Anniversary edition: R162, R164."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.ai import player
from sandtable.engine import save
from sandtable.engine.game import Game, play
from tests.conformance.anniversary.board import GER, RED, fired, go, has, scene, until


@pytest.mark.parametrize(
    "rule", ["low_luck", "no_new_complexes", "no_objectives", "interceptors", "dardanelles_closed"]
)
def test_a_round_is_played_with_each_common_rule(rule: str) -> None:
    rules = ["common.round_limit", "common.no_technology", f"common.{rule}"]
    game = Game.new("anniversary", rules, {"common.round_limit.rounds": 1}, seed=rule, scenario="1942")
    play(game, {power: player("random", rule) for power in game.rules.powers})
    assert game.over and game.rules.scenario == "1942"


def test_low_luck_adds_up_the_values_of_all_that_fire() -> None:
    units = {"Poland": {GER: "2 tank, 1 infantry"}, "East Poland": {RED: "3 infantry"}, "Germany": {GER: "1 infantry"}}
    game = go(
        scene(GER, "combat_move", units, dice=[1, 6, 6, 6], rules=["common.low_luck"]),
        "2 tank, 1 infantry: Poland > East Poland",
    )
    until(game, "retreat")
    assert fired(game)[0][2:] == ([1], 2)  # 7 points: a hit, and a die at 1


def test_a_bid_adds_money_and_units() -> None:
    bids = {"common.bid.ipcs": {"Germany": 5}, "common.bid.units": {"Germany": {"Libya": {"infantry": 2}}}}
    game = Game.new("anniversary", ["common.bid"], bids)
    assert game.state.ipcs[GER] == 36
    assert has(game, "Libya", GER, "infantry") == 3


def test_units_aboard_at_the_start_are_cargo() -> None:
    game = Game.new("anniversary")
    there = game.state.at("Sea Zone 61")
    cargo = [kind for s, n in there.items() for _ in range(n) for _, kind in s.cond.cargo]
    assert sorted(cargo) == ["artillery", "infantry", "infantry", "infantry"]
    assert not any(game.rules.units[s.type].kind == "land" for s in there)


def test_a_saved_game_keeps_its_scenario(tmp_path: Path) -> None:
    game = Game.new("anniversary", ["common.no_technology"], scenario="1942", seed="saved")
    game.answer({})
    save.save(game, tmp_path / "game.json")
    again = save.load(tmp_path / "game.json")
    assert again.rules.scenario == "1942" and again.state_hash == game.state_hash
