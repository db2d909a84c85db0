"""The tutorial's package is found as a stranger's would be, and the tutorial shows what the package holds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sandtable.ai import player
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game, play
from sandtable.rules import registry
from sandtable.rules.rule import Rule

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "examples" / "sandtable-example-rules"
TUTORIAL = (ROOT / "docs" / "writing-a-house-rule.md").read_text(encoding="utf-8")
FENCE = r"```\w+\n(.*?)^```$"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed: its wheel, unpacked."""
    folder = tmp_path_factory.mktemp("stranger")
    source = shutil.copytree(PACKAGE, folder / "source", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    build = "import sys, hatchling.build; print(hatchling.build.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=source, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(folder / done.stdout.split()[-1]) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def python(site: Path, *arguments: str) -> str:
    path = os.pathsep.join(map(str, (site, ROOT / "src")))
    done = subprocess.run(
        [sys.executable, *arguments], env={**os.environ, "PYTHONPATH": path}, cwd=site, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sandtable(site: Path, *arguments: str) -> str:
    return python(site, "-c", "import sys; from sandtable.cli import main; sys.exit(main(sys.argv[1:]))", *arguments)


def test_the_package_is_found_through_its_entry_point(site: Path) -> None:
    listed = {r["id"]: r for r in json.loads(sandtable(site, "rules", "list", "classic", "--json"))["rules"]}
    assert {"example.war_bonds", "example.wolf_packs", "gemmell.salvage"} <= set(listed)
    shown = sandtable(site, "rules", "show", "example.wolf_packs")
    assert "Submarines cost 6 IPCs instead of 8 (they are built in numbers)." in shown


def test_games_are_played_with_it(site: Path) -> None:
    told = sandtable(
        site, "simulate", "classic", "--rules", "example", "gemmell", "--games", "3", "--max-rounds", "3", "--json",
        "--option", "example.wolf_packs.price=7", "--player", "all=random", "--seed", "1",
    )  # fmt: skip
    data = json.loads(told)
    assert {"example.war_bonds", "example.wolf_packs"} <= set(data["rules"])
    assert len(data["games"]) == 3


def test_its_own_tests_pass(site: Path) -> None:
    tests = str(site.parent / "source" / "tests")
    assert "3 passed" in python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, tests)


# --- the tutorial -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", re.findall(r"<!-- file: (.*?) -->", TUTORIAL))
def test_the_tutorial_shows_the_files_of_the_package(shown: str) -> None:
    found = re.search(rf"<!-- file: {re.escape(shown)} -->\n{FENCE}", TUTORIAL, re.M | re.S)
    assert found is not None
    assert found[1] == (PACKAGE / shown).read_text(encoding="utf-8")


@pytest.mark.parametrize("source", [m[1] for m in re.finditer(rf"<!-- run -->\n{FENCE}", TUTORIAL, re.M | re.S)])
def test_the_steps_of_the_tutorial_work(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {}
    exec(source, names)
    (rule,) = (value for value in names.values() if isinstance(value, Rule))
    monkeypatch.setitem(registry.rules(), rule.id, rule)
    game = Game.new("classic", [rule.id, "common.round_limit"], {"common.round_limit.rounds": 1}, seed=1)
    play(game, {power: player("random", power) for power in game.rules.powers})
    income = {e.data["why"] for e in game.events if e.kind == "income"}
    assert ("war bonds" in income) is (rule.id == "example.war_bonds")


def test_the_first_file_of_the_tutorial_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(FENCE, TUTORIAL, re.M | re.S)
    assert found is not None
    path = tmp_path / "wolf_packs.toml"
    path.write_text(found[1], encoding="utf-8")
    monkeypatch.setattr(registry, "_from_files", {})
    monkeypatch.setitem(registry.rules(), "example.wolf_packs", registry.from_file(path))
    assert registry.build("classic", [str(path)]).units["submarine"].cost == 6


def test_the_red_cross_refuses_with_its_own_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(m[1] for m in re.finditer(rf"<!-- run -->\n{FENCE}", TUTORIAL, re.M | re.S) if "red_cross" in m[1])
    names: dict[str, Any] = {}
    exec(source, names)
    monkeypatch.setitem(registry.rules(), "example.red_cross", names["red_cross"])
    from tests.helpers import position, tell

    ship = {"Mozambique Sea Zone": {"Japan": "1 transport (carrying infantry of Japan)"}}
    game = position("Japan", "combat_move", ship, rules=["example.red_cross"])
    (zone,) = (z for z in game.rules.sea_near["Madagascar"] if z == "Mozambique Sea Zone")
    with pytest.raises(Illegal, match="you cannot attack Madagascar"):
        tell(game, f"1 infantry: {zone} > Madagascar")
