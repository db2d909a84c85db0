"""Computer players in the Anniversary edition: both scenarios, replay, objectives, and victory cities."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.ai.basic.goals import stakes
from sandtable.engine.game import Game, play
from tests.conformance.anniversary.board import GER, JAP, USA, scene


@pytest.mark.parametrize("scenario", ["1941", "1942"])
@pytest.mark.parametrize("who", ["random", "basic"])
def test_a_game_is_played_and_replays_to_the_same_hash(scenario: str, who: str) -> None:
    limit = {"common.round_limit.rounds": 1}
    game = Game.new("anniversary", ["common.round_limit"], limit, seed="ai", scenario=scenario)
    play(game, {power: player(who, "ai") for power in game.rules.powers})
    assert game.over
    again = Game.new("anniversary", ["common.round_limit"], limit, seed="ai", scenario=scenario)
    for line in game.log:
        again.answer(line.answer, id=line.decision.id)
    assert again.state_hash == game.state_hash


def test_missing_parts_of_objectives_and_cities_are_at_stake() -> None:
    found = stakes(scene(GER, "combat_move"), GER)
    assert found["Karelia S.S.R."] > found["Archangel"] > 0  # an objective and a city; an enemy objective
    assert "Poland" not in found and "Brazil" not in found


def test_the_enemy_loses_an_objective_that_has_no_reserve() -> None:
    start = stakes(scene(JAP, "combat_move"), JAP)
    taken = stakes(scene(JAP, "combat_move", owners={"Midway": JAP}), JAP)
    assert taken["Wake Island"] > start.get("Wake Island", 0.0)


def test_nothing_is_at_stake_without_objectives_and_cities() -> None:
    game = scene(USA, "combat_move", rules=["common.no_objectives"])
    assert set(stakes(game, USA)) <= set(game.rules.tables["goals"]["axis"]["of"])
    assert stakes(Game.new("classic"), GER) == {}
