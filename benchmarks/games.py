"""Complete games and decisions per second, speed of replays, and memory of one game."""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

from sandtable.ai import player
from sandtable.engine.game import Game, play
from sandtable.engine.save import replay, save
from sandtable.lab.simulate import simulate

LIMIT = {"common.round_limit.rounds": 25}


def _game(who: str, seed: int, **how: Any) -> Game:
    game = Game.new("classic", ["common.round_limit"], LIMIT, seed=seed, **how)
    return play(game, dict.fromkeys(game.rules.powers, player(who, seed)))


def speed(who: str, games: int) -> None:
    """Measure complete games with the same player for all powers."""
    _game(who, 0)
    start = time.perf_counter()
    played = list(simulate("classic", games=games, seed=who, players=who, max_rounds=25))
    seconds = time.perf_counter() - start
    answers = sum(game.decisions for game in played)
    print(
        f"{who:8} {games / seconds:6.2f} games/s  {answers / seconds:8.0f} decisions/s  "
        f"{sum(game.rounds for game in played) / games:5.1f} rounds  {answers / games:6.0f} decisions a game"
    )


def replaying(games: int = 5) -> None:
    """Measure replays with all hash checks, compared to playing the games."""
    first = again = 0.0
    answers = size = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(games):
            start = time.perf_counter()
            game = _game("random", seed)
            first += time.perf_counter() - start
            path = Path(folder) / f"{seed}.json"
            save(game, path)
            start = time.perf_counter()
            assert replay(path).ok
            again += time.perf_counter() - start
            answers, size = answers + len(game.log), size + path.stat().st_size
    print(
        f"replay   {again / games:6.2f} s for {answers / games:.0f} decisions ({again / first:.2f} times the first"
        f" playing), {size / games / 1024:.0f} KiB on disk"
    )


def memory() -> None:
    """Measure the memory of one complete game, with and without history, snapshots, and log."""
    _game("random", 2)
    for label, how in (("kept", {}), ("bare", {"listening": False, "recording": False})):
        tracemalloc.start()
        game = _game("random", 2, **how)
        size, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        print(f"memory   {size / 2**20:6.1f} MiB {label} (peak {peak / 2**20:.1f}), {len(game.log)} decisions")


def main() -> None:
    speed("random", 12)
    speed("basic", 12)
    replaying()
    memory()
