"""`sandtable odds`: output for people and machines, saved games, refusals in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.engine.odds import best_attack, reach, sides_at
from tests.helpers import position

TWO = ("--attack", "3 infantry, 1 armor", "--defend", "2 infantry")


@pytest.fixture
def game() -> Game:
    return position(
        "Germany",
        "combat_move",
        {
            "Germany": {"Germany": "6 infantry, 3 armor, 2 fighter"},
            "Eastern Europe": {"Germany": "2 infantry"},
            "Karelia S.S.R.": {"Soviet Union": "3 infantry, 1 antiaircraft gun"},
        },
    )


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "classic", *TWO, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["attacker_wins"] == pytest.approx(0.9443266743)
    assert sum(o["p"] for o in data["outcomes"]) == pytest.approx(1, abs=1e-12)
    assert set(data["expected_loss"]) == {"attacker", "defender"}


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "classic", *TWO]) == 0
    out = capsys.readouterr().out
    for words in ("attack: 3 infantry, 1 armor", "94.43%", "█", "after round", "net IPC swing"):
        assert words in out


def test_options_of_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["odds", "classic", "--attack", "3 inf 1 bmb", "--defend", "2 inf 1 aa", "--json"]
    more = ["--tech", "attacker: heavy bombers", "--losses", "attacker: bomber", "--retreat", "rounds 2", "--keep-land"]
    assert main([*command, *more, "--rules", "common.low_luck", "--where", "Karelia S.S.R."]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["attacker_wins"] + data["defender_wins"] + data["draw"] == pytest.approx(1, abs=1e-12)


def test_raid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "classic", "--attack", "2 bombers", "--defend", "1 aa", "--where", "raid"]) == 0
    assert "expected damage: 5.83 IPCs" in capsys.readouterr().out
    assert main(["odds", "classic", "--attack", "2 bombers", "--defend", "", "--where", "raid", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["expected_damage"] == pytest.approx(7)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["classic", "--attack", "3 subx", "--defend", "1 inf"], "did you mean sub"),
        (["clasic", *TWO], "did you mean classic"),
        ([*TWO], "no edition given"),
        (["classic", *TWO, "--best-attack"], "only work with a saved game"),
        (["--game", "none.json"], "--at SPACE"),
        (["--game", "none.json", "--at", "Karelia"], "none.json"),
    ],
)
def test_refusals(command: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *command]) in (1, 2)
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_saved_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Game.new("classic", seed="7")
    playing.answer(0)
    playing.answer("8 infantry")
    path = tmp_path / "game.json"
    playing.save(path)
    where = ["odds", "--game", str(path), "--at", "Eastern Europe"]
    assert main([*where, "--attack", "3 inf 1 arm"]) == 0
    assert "attack: 3 infantry, 1 armor" in capsys.readouterr().out
    assert main(where) == 1
    assert "name the attacking units" in capsys.readouterr().err
    assert main([*where, "--best-attack", "--probability", "0.6", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["p"] >= 0.6
    assert main([*where, "--best-attack", "--probability", "0.6"]) == 0
    assert f"{data['cost']} IPCs of units capture Eastern Europe" in capsys.readouterr().out
    assert main([*where, "--best-attack", "--probability", "7"]) == 2


def test_units_in_reach(game: Game) -> None:
    assert reach(game, "Karelia S.S.R.") == {
        ("Germany", "tank"): 3,
        ("Germany", "fighter"): 2,
        ("Eastern Europe", "infantry"): 2,
    }


def test_the_cheapest_attack_is_the_cheapest(game: Game) -> None:
    """Against all forces that could be sent, one by one."""
    from itertools import product

    from sandtable.battle.odds import quick
    from sandtable.battle.volley import ATTACKER, DEFENDER

    found = best_attack(game, "Karelia S.S.R.", 0.6)
    cheapest = 999
    for infantry, tanks, fighters in product(range(3), range(4), range(3)):
        if infantry + tanks + fighters:
            text = f"{infantry} infantry, {tanks} armor, {fighters} fighter"
            _, sides = sides_at(game, "Karelia S.S.R.", text)
            if quick(game.rules, sides[ATTACKER], sides[DEFENDER]).captures >= 0.6:
                cheapest = min(cheapest, 3 * infantry + 5 * tanks + 12 * fighters)
    assert found.cost == cheapest
    assert found.p >= 0.6


def test_no_attack_is_enough(game: Game) -> None:
    with pytest.raises(Illegal, match="all units in reach"):
        best_attack(game, "Karelia S.S.R.", 0.999)
    with pytest.raises(Illegal, match="reach"):
        best_attack(game, "Brazil", 0.5)
