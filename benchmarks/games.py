"""Whole games per second, decisions per second, replay speed and the memory of one game."""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from pathlib import Path

from sandtable.ai import player
from sandtable.engine.game import Game, play
from sandtable.engine.save import replay, save

LIMIT = {"common.round_limit.rounds": 25}


def _game(who: str, seed: int, **how: bool) -> Game:
    game = Game.new("classic", ["common.round_limit"], LIMIT, seed=seed, **how)
    return play(game, dict.fromkeys(game.rules.powers, player(who, seed)))


def speed(who: str, games: int) -> None:
    """Whole games with one kind of player on all sides, history and snapshots off as in the laboratory."""
    _game(who, 0)
    start = time.perf_counter()
    played = [_game(who, seed, listening=False, recording=False) for seed in range(games)]
    seconds = time.perf_counter() - start
    answers = sum(len(g.log) for g in played)
    print(
        f"{who:8} {games / seconds:6.2f} games/s  {answers / seconds:8.0f} decisions/s  "
        f"{sum(g.state.round for g in played) / games:5.1f} rounds  {answers / games:6.0f} decisions a game"
    )


def replaying() -> None:
    """Playing a saved game again, every hash compared, against playing it first."""
    start = time.perf_counter()
    game = _game("random", 1)
    first = time.perf_counter() - start
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        save(game, path)
        start = time.perf_counter()
        result = replay(path)
        again = time.perf_counter() - start
        size = path.stat().st_size
    assert result.ok
    print(
        f"replay   {again:6.2f} s for {len(game.log)} decisions ({again / first:.2f} times the first playing), "
        f"{size / 1024:.0f} KiB on disk"
    )


def memory() -> None:
    """What one whole game keeps in memory, with its history, snapshots and log, and without."""
    _game("random", 2)
    for label, how in (("kept", {}), ("bare", {"listening": False, "recording": False})):
        tracemalloc.start()
        game = _game("random", 2, **how)
        size, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        print(f"memory   {size / 2**20:6.1f} MiB {label} (peak {peak / 2**20:.1f}), {len(game.log)} decisions")


def main() -> None:
    speed("random", 10)
    speed("basic", 6)
    replaying()
    memory()
