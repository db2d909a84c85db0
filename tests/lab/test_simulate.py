"""Games by machine: the same whatever the number of processes, and a fault in one does not touch the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import ai
from sandtable.core.errors import RuleError, SandtableError, Unknown
from sandtable.engine import save
from sandtable.lab.simulate import GameResult, seed_of, simulate, steps
from sandtable.rules import registry


def short(**how: Any) -> list[GameResult]:
    return list(simulate("classic", players="random", **{"max_rounds": 1, "games": 3, "seed": 7, **how}))


def plain(results: list[GameResult]) -> list[tuple[Any, ...]]:
    """The results without the time they took."""
    return [(r.seed, r.winner, r.victory, r.rounds, r.decisions, r.state_hash, r.error) for r in results]


def test_games_have_seeds_of_their_own_and_can_be_played_again() -> None:
    results = short()
    assert [r.seed for r in results] == ["7", "7+1", "7+2"]
    assert len({r.state_hash for r in results}) == 3
    assert all(r.rounds == 1 and r.decisions > 10 and not r.error for r in results)
    assert plain(short(games=1, seed="7+2")) == plain(results[2:])


def test_the_number_of_processes_makes_no_difference() -> None:
    assert plain(short(jobs=2)) == plain(short())


def test_saved_games_play_again(tmp_path: Path) -> None:
    results = short(save_dir=tmp_path / "deep" / "saves")
    files = sorted((tmp_path / "deep" / "saves").iterdir())
    assert [f.name for f in files] == ["classic-7-1.json", "classic-7-2.json", "classic-7.json"]
    for file, result in zip(files, [results[1], results[2], results[0]]):
        replay = save.replay(file)
        assert (replay.ok, replay.state_hash, replay.winner) == (True, result.state_hash, result.winner)


def test_what_cannot_be_played_is_refused_before_the_first_game() -> None:
    with pytest.raises(Unknown, match="no edition"):
        list(simulate("clasic"))
    with pytest.raises(RuleError, match="rounds is a number from 1 to 1000"):
        list(simulate("classic", max_rounds=10_000))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SandtableError, match="cannot create the folder"):
        short(save_dir=tmp_path / "file")


def test_a_fault_is_told_with_the_seed_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def clumsy(seed: str | int) -> ai.Player:
        def answer(game: Any, decision: Any) -> Any:
            if "+1" in str(seed) and len(game.log) > 20:
                raise ZeroDivisionError("who divides by nobody")
            return decision.advice

        return answer

    monkeypatch.setitem(ai.PLAYERS, "clumsy", clumsy)
    results = list(simulate("classic", players="clumsy", games=3, seed="x", max_rounds=2))
    assert [r.error for r in results] == ["", "ZeroDivisionError: who divides by nobody", ""]
    assert results[1].seed == "x+1" == seed_of("x", 1)
    assert results[1].decisions == 21


def test_a_game_without_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.lab.simulate.LAST_ROUND", 2)
    monkeypatch.setattr(steps, "__defaults__", (2,))
    (result,) = simulate("classic", players="advised", seed=1)
    assert result.ended_by == "stopped"
    assert (result.winner, result.victory, result.rounds) == (None, "stopped after round 2", 3)


def test_players_may_differ_by_power() -> None:
    powers = registry.build("classic").powers
    mixed = simulate("classic", players={**dict.fromkeys(powers, "random"), "Japan": "advised"}, seed=7, max_rounds=1)
    assert next(mixed).state_hash != short(games=1)[0].state_hash
