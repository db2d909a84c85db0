"""Whole games with these rules on, each alone, pairs of them with other options, and all together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.ai import player
from sandtable.core.forces import total
from sandtable.engine.game import Game, play
from sandtable.house.great_war import RULES
from sandtable.rules import registry

IDS = [rule.id for rule in RULES]
OTHER_READINGS: dict[str, dict[str, Any]] = {
    "great_war.fighting_by_numbers": {"threshold": 10, "rounding": "up"},
    "great_war.deploy_the_reserves": {"size_cap_factor": 3, "bank": "starting_income"},
    "great_war.swiss_alps": {"impassable": ["Switzerland", "Norway"]},
    "great_war.no_neutrals_by_power": {"auction_money": "treasury", "threats_per_lot": 2},
    "great_war.tanks_now": {"first_turn": 1},
    "great_war.breaking_through": {"holding_ratio": 1, "count_air_units": False},
}


def needed(ids: Iterable[str]) -> list[str]:
    """The rules that these rules need besides themselves."""
    known = registry.rules()
    return [need for id in ids for need in known[id].needs if need not in ids]


def others(ids: list[str]) -> dict[str, Any]:
    return {f"{id}.{name}": value for id in ids for name, value in OTHER_READINGS.get(id, {}).items()}


def played(who: str, rules: list[str], options: dict[str, Any], seed: str, rounds: int) -> Game:
    game = Game.new(
        "great_war", [*rules, "common.round_limit"], {**options, "common.round_limit.rounds": rounds}, seed=seed
    )
    play(game, {power: player(who, f"{seed}/{power}") for power in game.rules.powers})
    assert game.decided()
    assert all(ipcs >= 0 for ipcs in game.state.ipcs.values())
    assert all(total(force) > 0 for force in game.state.forces.values())
    assert not any(game.rules.spaces[space].closed for space in game.state.forces)
    return game


#: All rules that can be played together: there is only one auction.
ALL = [id for id in IDS if id != "great_war.no_neutrals_by_alliance"]
CASES = [pytest.param([id], id=id) for id in IDS] + [pytest.param(ALL, id="all")]
#: Some of the pairs; `sandtable fuzz great_war --pairs` plays them all.
PAIRS = sorted(Random(1914).sample(list(combinations(ALL, 2)), 24))


@pytest.mark.parametrize("rules", CASES)
def test_random_games(rules: list[str]) -> None:
    played("random", [*rules, *needed(rules)], {}, "0", 2)


@pytest.mark.parametrize("rules", [*([id] for id in OTHER_READINGS), ALL], ids=lambda rules: f"{len(rules)} {rules[0]}")
def test_random_games_with_other_options(rules: list[str]) -> None:
    played("random", [*rules, *needed(rules)], others(rules), "1", 2)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " ".join(id[10:] for id in pair))
def test_pairs(pair: tuple[str, str]) -> None:
    both = [*pair, *needed(pair)]
    assert {finding.severity for finding in registry.check("great_war", both)} <= {"idle", "note"}
    played("random", both, others(list(pair)), "pair", 1)


@pytest.mark.parametrize("rules", [CASES[-1], *CASES[:-1:5]])
def test_advised_games_are_played_again_alike(rules: list[str]) -> None:
    hashes = {played("advised", [*rules, *needed(rules)], {}, "advised", 2).state_hash for _ in range(2)}
    assert len(hashes) == 1


def test_basic_plays_them_all() -> None:
    game = played("basic", ALL, {}, "basic", 2)
    assert any(e.kind == "auctioned" for e in game.events)


def test_games_are_saved_and_gone_on_with(tmp_path: Any) -> None:
    game = Game.new("great_war", ALL, others(ALL), seed="saved")
    players = {power: player("random", power) for power in game.rules.powers}
    for stop in (3, 30, 200):
        while len(game.log) < stop and game.open:
            decision = game.open[0]
            game.answer(players[decision.power](game, decision), id=decision.id)
        game.save(tmp_path / "game")
        again = Game.load(tmp_path / "game")
        assert again.state_hash == game.state_hash
        assert [d.kind for d in again.open] == [d.kind for d in game.open]
