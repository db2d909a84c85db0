"""Whole random games with these rules on, each alone and all together."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.engine.game import Game, play
from sandtable.engine.invariants import Watch, board

IDS = [
    f"gemmell.{name}"
    for name in (
        "rule_selection", "lend_lease", "revised_ipc_values", "neutral_ipc_values", "neutral_invasion", "salvage",
        "nonaggression_treaty",
    )
]  # fmt: skip
OTHER_READINGS = {
    "gemmell.lend_lease.repayment": True,
    "gemmell.lend_lease.limit_scope": "per_loan",
    "gemmell.neutral_invasion.overflight_fee": "invasion_fee",
    "gemmell.salvage.rounding": "down_on_total",
    "gemmell.nonaggression_treaty.fee_mode": "per_invasion",
    "gemmell.nonaggression_treaty.protected_allied_regions": "all_allied",
}
LAND_ALONE = {"gemmell.nonaggression_treaty.scope": "land_invasion_only"}
CASES = [pytest.param([id], {}, id=id) for id in IDS]
CASES += [pytest.param(IDS, options, id=name) for name, options in [("all", {}), ("other", OTHER_READINGS)]]
CASES += [pytest.param(IDS, LAND_ALONE, id="land")]


@pytest.mark.parametrize(("rules", "options"), CASES)
def test_random_games(rules: list[str], options: dict[str, object]) -> None:
    for seed in range(20):
        game = Game.new(
            "classic", [*rules, "common.round_limit"], {**options, "common.round_limit.rounds": 3}, seed=seed
        )
        players = {power: player("random", f"{seed}/{power}") for power in game.rules.powers}
        if seed:
            play(game, players)
            assert not list(board(game))
        else:
            watch = Watch(game)
            while game.decision:
                game.answer(players[game.decision.power](game, game.decision))
                assert not watch.faults()
        assert game.decided()
        assert all(ipcs >= 0 for ipcs in game.state.ipcs.values())


@pytest.mark.parametrize("rules", [["gemmell.lend_lease", "gemmell"], ["gemmell"]])
def test_advised_games_are_played_again_alike(rules: list[str]) -> None:
    hashes = set()
    for _ in range(2):
        game = Game.new("classic", [*rules, "common.round_limit"], {"common.round_limit.rounds": 3}, seed="advised")
        play(game, dict.fromkeys(game.rules.powers, player("advised")))
        hashes.add(game.state_hash)
    assert len(hashes) == 1
