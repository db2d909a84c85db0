"""Computer players do not depend on the order in which Python keeps sets."""

from __future__ import annotations

import os
import subprocess
import sys

PLAY = """
from sandtable.ai import player
from sandtable.engine.game import Game, play
for seed in ("effects", "effects+1", "effects+2"):
    game = Game.new({edition!r}, ["common.round_limit"], {{"common.round_limit.rounds": {rounds}}}, seed=seed)
    play(game, {{p: player("basic", seed) for p in game.rules.powers}})
    print(game.state_hash)
"""


def played(edition: str, rounds: int, hash_seed: str) -> str:
    code = PLAY.format(edition=edition, rounds=rounds)
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


def test_games_do_not_depend_on_the_hashes_of_names() -> None:
    for edition, rounds in (("classic", 8), ("great_war", 5)):
        assert len({played(edition, rounds, str(h)) for h in (1, 2, 3)}) == 1, edition


def test_reserves_do_not_depend_on_the_hashes_of_names() -> None:
    code = """
from sandtable.engine.game import Game
game = Game.new("great_war", ["great_war.deploy_the_reserves"], seed="1")
print([d.form.write(d.advice, game.rules.words) for d in game.open])
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True,
        ).stdout
        for seed in ("1", "4")
    }  # fmt: skip
    assert len(found) == 1
