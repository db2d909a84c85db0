"""Computer players in Pacific: both setups, replay, convoy zones, and capitals that the enemy must not get."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.ai.basic.goals import convoy_zones, vital
from sandtable.engine.convoys import controller
from sandtable.engine.game import Game, play
from tests.conformance.pacific.board import JAP, UK, USA, scene, zone


@pytest.mark.parametrize("scenario", ["printed", "corrected"])
@pytest.mark.parametrize("who", ["random", "basic"])
def test_a_game_is_played_and_replays_to_the_same_hash(scenario: str, who: str) -> None:
    limit = {"common.round_limit.rounds": 2}
    game = Game.new("pacific", ["common.round_limit"], limit, seed="ai", scenario=scenario)
    play(game, {power: player(who, "ai") for power in game.rules.powers})
    assert game.over
    again = Game.new("pacific", ["common.round_limit"], limit, seed="ai", scenario=scenario)
    for line in game.log:
        again.answer(line.answer, id=line.decision.id)
    assert again.state_hash == game.state_hash


def test_capitals_are_vital_to_their_side() -> None:
    game = scene(UK, "combat_move")
    assert vital(game, UK) == {"India", "New South Wales", "United States"}
    assert vital(game, JAP) == {"Japan"}


def test_warships_take_convoy_zones_that_deny_income() -> None:
    units = {zone(38): {USA: "1 destroyer"}, "Midway": {USA: "1 infantry"}}
    game = scene(USA, "combat_move", units, round=2)
    assert convoy_zones(game, USA) == {zone(36): 2.0, zone(37): 3.0, zone(45): 3.0}
    basic = player("basic", "lanes")
    while game.decision and game.decision.kind == "move" and game.decision.context["phase"] == "combat":
        game.answer(basic(game, game.decision))
    assert USA in {controller(game, zone(37)), controller(game, zone(45))}
