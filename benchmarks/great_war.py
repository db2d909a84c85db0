"""Complete games of the Great War, and planning time with large stacks."""

from __future__ import annotations

import time

from sandtable.ai import player
from sandtable.ai.basic.fronts import Fronts
from sandtable.engine.game import Game, play

LIMIT = {"common.round_limit.rounds": 20}


def _game(seed: int) -> Game:
    game = Game.new("great_war", ["common.round_limit"], LIMIT, seed=seed, listening=False, recording=False)
    return play(game, dict.fromkeys(game.rules.powers, player("basic", seed)))


def _planning(times: int) -> float:
    """Return the seconds to plan all marches of Germany's first turn with every stack multiplied by `times`."""
    game = Game.new("great_war", seed=0)
    who = player("basic", 0)
    while game.state.power != "Germany" or game.open[0].kind != "move":
        game.answer(who(game, game.open[0]), id=game.open[0].id)
    for space, force in game.state.forces.items():
        if game.rules.is_land[space]:
            for stack in force:
                force[stack] *= times
    start = time.perf_counter()
    for _ in range(5):
        list(Fronts(game, "Germany").plan())
    return (time.perf_counter() - start) / 5


def main() -> None:
    _game(0)
    start = time.perf_counter()
    games = [_game(seed) for seed in range(1, 6)]
    seconds = (time.perf_counter() - start) / len(games)
    rounds = sum(g.state.round for g in games) / len(games)
    answers = sum(len(g.log) for g in games) / len(games)
    print(f"basic    {seconds:6.2f} s a game  {rounds:5.1f} rounds  {answers:6.0f} decisions a game")
    _planning(1)
    for times in (1, 10):
        print(f"planning {1000 * _planning(times):6.1f} ms a turn, stacks {times} times as large as in the setup")
