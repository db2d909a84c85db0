"""Positions on the command line: played, shown, and asked for odds; and the examples of their page run."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main
from sandtable.engine import position, save
from sandtable.engine.game import Game

PAGE = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")


@pytest.fixture()
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    units = {"Ukraine S.S.R.": "3 infantry, 2 armor", "Caucasus": "2 infantry"}
    content = {"edition": "classic", "power": "Germany", "phase": "combat_move", "others": "facilities", "units": units}
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def call(capsys: Any, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    return (code, *capsys.readouterr())


def test_a_position_is_shown_as_it_is(file: str, capsys: Any, tmp_path: Path) -> None:
    code, out, _ = call(capsys, "board", "--position", file, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["setup"]["Ukraine S.S.R."] == {"Germany": {"infantry": 3, "tank": 2}}
    assert found["setup"]["Japan"] == {"Japan": {"industrial_complex": 1}}
    assert call(capsys, "board", "--position", file, "--svg", str(tmp_path / "map.svg"))[0] == 0
    assert "<svg" in (tmp_path / "map.svg").read_text(encoding="utf-8")
    code, _, err = call(capsys, "board", "classic", "--position", file)
    assert (code, "already has its edition" in err) == (2, True)
    assert call(capsys, "board")[0] == 2


def test_the_odds_of_a_battle_in_a_position(file: str, capsys: Any) -> None:
    words = ("odds", "--position", file, "--at", "Caucasus", "--attack", "3 infantry, 2 armor", "--json")
    code, out, err = call(capsys, *words)
    assert code == 0, err
    there = json.loads(out)
    code, out, _ = call(capsys, "odds", "classic", "--attack", "3 inf 2 arm", "--defend", "2 inf", "--json")
    assert code == 0
    assert there["attacker_wins"] == pytest.approx(json.loads(out)["attacker_wins"], abs=1e-12)
    assert "add --at SPACE" in call(capsys, "odds", "--position", file)[2]


def test_a_position_is_played_on_written_down_and_saved(
    file: str, capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written, saved = str(tmp_path / "again.json"), str(tmp_path / "game.json")
    lines = ["1 armor: Ukraine S.S.R. > Caucasus", f"position {written}", f"save {saved}", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    code, out, err = call(capsys, "play", "--position", file, "--seed", "3")
    assert code == 0, err
    assert f"position written to {written}" in out
    again = position.load(written)
    assert "armor (moved 2" in str(again.units["Caucasus"])
    assert save.replay(saved).message == ""
    assert Game.load(saved).state.hash() == position.begun(again).state.hash()
    code, _, err = call(capsys, "play", "classic", "--position", file)
    assert (code, "already has its edition" in err) == (2, True)


def test_a_rule_is_left_out_while_playing(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["without common.low_luck", "without common.low_luck", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    code, out, _ = call(capsys, "play", "classic", "--rules", "common.low_luck", "--seed", "3")
    assert code == 0
    assert "the game goes on without common.low_luck" in out
    assert "there is no rule in this game called 'common.low_luck'" in out


def test_a_bad_position_is_refused_in_one_line(capsys: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"edition": "classic", "ipcs": {"Germany": -1}}', encoding="utf-8")
    code, _, err = call(capsys, "board", "--position", str(path))
    assert (code, err.count("\n")) == (1, 1)
    assert "Germany cannot have -1 IPCs" in err
    assert call(capsys, "board", "--position", str(tmp_path / "none.json"))[0] == 1


def test_the_examples_of_the_page_run() -> None:
    (python,) = re.findall(r"<!-- run -->\n```python\n(.*?)```", PAGE, re.S)
    exec(compile(python, "positions.md", "exec"), {})
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    game = position.begun(position.read(text.encode()))
    assert game.state.owner["Caucasus"] == "Germany"
    fields = set(re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in PAGE.splitlines() if line[:3] == "| `")))
    assert fields == set(position.Position.__struct_fields__)
