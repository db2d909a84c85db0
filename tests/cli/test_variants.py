"""Variants and rule files on the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main
from sandtable.rules import registry

Run = Callable[..., tuple[int, str, str]]
RULE = """
id = "mine.cheap"
title = "Cheap submarines"
[[option]]
name = "price"
default = 6
text = "IPCs for a submarine"
[[edit]]
set = "units.submarine.cost"
value = "{price}"
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs a command line; gives exit code, output and complaints. Rules from files are forgotten afterwards."""

    def call(*tokens: Any) -> tuple[int, str, str]:
        code = main([str(token) for token in tokens])
        out, err = capsys.readouterr()
        return code, out, err

    yield call
    for id in registry._from_files:
        registry.rules().pop(id, None)
    registry._from_files.clear()


@pytest.fixture
def ours(run: Run, tmp_path: Path) -> Path:
    """A saved variant, with a rule in a file beside it."""
    (tmp_path / "cheap.toml").write_text(RULE, encoding="utf-8")
    path = tmp_path / "ours.toml"
    code, out, err = run(
        "rules", "save", path, "classic", "--rules", "common.bid", tmp_path / "cheap.toml",
        "--option", "common.bid.ipcs={Germany=9}", "mine.cheap.price=5", "--name", "Ours", "--notes", "at home",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "fingerprint" in out
    return path


def test_a_variant_is_shown_checked_and_played(run: Run, ours: Path) -> None:
    code, out, _ = run("rules", "show", "--variant", ours)
    assert code == 0
    assert "Ours of classic, spring_1942" in out and "mine.cheap.price = 5" in out
    code, out, _ = run("rules", "show", "--variant", ours, "--json")
    shown = json.loads(out)
    assert shown["options"] == {"common.bid.ipcs": {"Germany": 9}, "mine.cheap.price": 5}
    assert shown["all_options"]["mine.cheap"] == {"price": 5}
    assert run("rules", "check", "--variant", ours) == (0, "No conflicts.\n", "")
    quick = ("--player", "all=random", "--max-rounds", "1", "--seed", "7", "--json")
    code, out, err = run("simulate", "--variant", ours, *quick)
    assert (code, err) == (0, "")
    assert set(json.loads(out)["rules"]) == {"common.bid", "common.round_limit", "mine.cheap"}


def test_what_is_named_besides_is_added(run: Run, ours: Path) -> None:
    code, _, _ = run("rules", "save", ours.with_name("more.toml"), "-V", ours, "--rules", "common.low_luck")
    assert code == 0
    text = ours.with_name("more.toml").read_text()
    assert 'rules = ["common.bid", "cheap.toml", "common.low_luck"]' in text
    assert 'name = "Ours"' in text


def test_odds_and_play_know_variants(run: Run, ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = run("odds", "-V", ours, "--attack", "2 infantry", "--defend", "1 infantry")
    assert (code, err) == (0, "")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, err = run("play", "-V", ours, "--as", "Germany", "--seed", "1")
    assert (code, err) == (0, "")
    assert "common.bid (ipcs={'Germany': 9})" in out


def test_a_rule_in_a_file_is_shown(run: Run, ours: Path) -> None:
    code, out, _ = run("rules", "show", ours.with_name("cheap.toml"))
    assert code == 0
    assert "Submarines cost 6 IPCs instead of 8." in out


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("junk == 1", 1, "line 1"),
        ('edition = "classic"\nrules = ["gemmel"]', 2, "did you mean gemmell"),
        ('edition = "great_war"', 2, "not of classic"),
    ],
)
def test_bad_variants(run: Run, tmp_path: Path, text: str, code: int, sentence: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    found, out, err = run("rules", "check", "classic", "--variant", path)
    assert (found, out) == (code, "")
    assert sentence in err and err.count("\n") == 1


def test_contradictions_of_a_variant(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('edition = "classic"\nrules = ["gemmell.atomic_bombs"]\n', encoding="utf-8")
    code, out, _ = run("rules", "check", "--variant", path)
    assert code == 1
    assert "gemmell.atomic_research" in out
    assert run("simulate", "--variant", path)[0] == 2
