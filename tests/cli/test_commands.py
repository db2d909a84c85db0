"""The commands in process: JSON as documented, tables for people, and one sentence and an exit code for mistakes."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import COMMANDS, common, main
from sandtable.cli.watch import standings
from sandtable.engine.game import Game
from sandtable.rules import registry

Run = Callable[..., tuple[int, str, str]]
QUICK = ("--player", "all=random", "--max-rounds", "1", "--seed", "7")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; gives exit code, output and complaints."""

    def call(*tokens: str) -> tuple[int, str, str]:
        code = main(list(tokens))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def data(run: Run, *tokens: str) -> Any:
    code, out, err = run(*tokens, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


# --- simulate and replay ----------------------------------------------------------------------------------------------


def test_simulate_json(run: Run) -> None:
    found = data(run, "simulate", "classic", "--games", "2", *QUICK)
    assert list(found) == ["edition", "rules", "games"]
    assert (found["edition"], found["rules"]) == ("classic", ["common.round_limit"])
    assert [g["seed"] for g in found["games"]] == ["7", "7+1"]
    for game in found["games"]:
        assert list(game) == ["seed", "winner", "victory", "rounds", "decisions", "state_hash", "seconds", "ended_by"]
    again = data(run, "simulate", "classic", "--games", "2", *QUICK)
    assert [g["state_hash"] for g in again["games"]] == [g["state_hash"] for g in found["games"]]


def test_simulate_for_people(run: Run) -> None:
    code, out, err = run("simulate", "classic", "--games", "2", *QUICK, "--rules", "common.low_luck")
    assert (code, err) == (0, "")
    assert "2 games of classic, common.low_luck, common.round_limit (rounds=1), seed 7" in out
    assert "Round limit" in out
    assert "\x1b" not in out


def test_rules_and_options_change_the_game(run: Run) -> None:
    options = ("--rules", "common.bid,common.low_luck", "--option", "common.bid.ipcs={Germany = 9}")
    found = data(run, "simulate", "classic", *options, *QUICK)
    assert found["rules"] == ["common.low_luck", "common.bid", "common.round_limit"]


def test_the_default_players_are_basic(run: Run) -> None:
    usual = data(run, "simulate", "classic", "--seed", "3", "--max-rounds", "1")["games"][0]
    basic = data(run, "simulate", "classic", "--seed", "3", "--max-rounds", "1", "--player", "all=basic")["games"][0]
    assert usual["state_hash"] == basic["state_hash"]


def test_watch_one_game(run: Run) -> None:
    code, out, err = run("simulate", "classic", "--watch", "--seed", "7", "--player", "all=random", "--max-rounds", "2")
    assert (code, err) == (0, "")
    assert "Round 1\n" in out and "Round 2\n" in out
    assert "income: Soviet Union " in out
    assert "in round 2: the limit of 2 rounds is reached" in out
    assert "\x1b" not in out


def test_the_table_of_a_watched_game_names_the_capitals_and_who_holds_them(run: Run) -> None:
    code, out, err = run("simulate", "anniversary", "--watch", "--seed", "7", "--max-rounds", "1")
    assert (code, err) == (0, "")
    rows = [re.split(r"\s{2,}", line.strip()) for line in out.splitlines()]
    capitals = {row[0]: row[-1] for row in rows}
    assert (capitals["China"], capitals["Germany"]) == ("none", "Germany")
    game = Game.new("anniversary", seed=7)
    game.state.owner["Germany"] = "United States"
    assert "Germany (controlled by United States)" in list(standings(game).columns[-1].cells)


def test_replay(run: Run, tmp_path: Path) -> None:
    game = data(run, "simulate", "classic", *QUICK, "--save", str(tmp_path))["games"][0]
    file = str(tmp_path / "classic-7.json")
    assert data(run, "replay", file) == {
        "state_hash": game["state_hash"], "ok": True, "rounds": game["rounds"], "winner": game["winner"],
    }  # fmt: skip
    code, out, _ = run("replay", file)
    assert code == 0 and "replayed; every position matches" in out


def test_replay_of_a_file_that_was_tampered_with(run: Run, tmp_path: Path) -> None:
    run("simulate", "classic", *QUICK, "--save", str(tmp_path))
    file = tmp_path / "classic-7.json"
    text = file.read_text()
    file.write_text(text.replace('"done"', '"nothing"', 1))
    code, out, err = run("replay", str(file), "--json")
    assert (code, out) == (1, "")
    assert err == "sandtable: classic-7.json has been changed or damaged: its checksum does not match\n"
    file.write_text(text[:-200])
    assert run("replay", str(file)) == (1, "", "sandtable: classic-7.json is incomplete: it is not valid JSON\n")


# --- rules and board --------------------------------------------------------------------------------------------------


def test_board_json(run: Run) -> None:
    found = data(run, "board", "classic")
    assert list(found) == ["edition", "powers", "turn_order", "spaces", "connections", "units", "setup"]
    assert found["powers"][1] == {
        "name": "Germany", "side": "axis", "capital": "Germany", "income": 32, "ipcs": 32,
    }  # fmt: skip
    assert found["turn_order"] == ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States"]
    assert {"name": "Afghanistan", "kind": "land", "value": 0, "owner": None} in found["spaces"]
    assert len(found["spaces"]) == 128 and len(found["connections"]) == 309
    assert all(a < b for a, b in found["connections"])
    assert found["units"]["submarine"] == {"cost": 8, "attack": 2, "defense": 2, "move": 2}
    assert found["setup"]["Caucasus"] == {"Soviet Union": {"infantry": 5}}


def test_units_aboard_transports_belong_to_the_setup(run: Run) -> None:
    """In 1941, three infantry and an artillery of Japan begin at sea."""
    ships = {"fighter": 2, "cruiser": 1, "aircraft_carrier": 1, "battleship": 1, "transport": 2}
    setup = data(run, "board", "anniversary", "--scenario", "1941")["setup"]
    assert setup["Sea Zone 61"] == {"Japan": {**ships, "infantry": 3, "artillery": 1}}


def test_board_under_house_rules(run: Run) -> None:
    found = data(run, "board", "classic", "--rules", "common.bid", "--option", "common.bid.ipcs={Japan = 4}")
    assert {p["name"]: p["ipcs"] for p in found["powers"]}["Japan"] == 29


def test_board_for_people(run: Run) -> None:
    code, out, _ = run("board", "classic")
    assert code == 0
    assert "Soviet Union: 5 infantry" in out and "Aircraft Carrier" in out


def test_rules_list(run: Run) -> None:
    found = data(run, "rules", "list")
    assert found["editions"][0]["id"] == "classic"
    bid = next(r for r in found["rules"] if r["id"] == "common.bid")
    assert bid["options"][0]["name"] == "ipcs"
    code, out, _ = run("rules", "list", "classic")
    assert code == 0 and "common.low_luck" in out


def test_rules_check(run: Run) -> None:
    assert data(run, "rules", "check", "classic", "--rules", "common.low_luck") == {"ok": True, "findings": []}
    assert run("rules", "check", "classic", "--rules", "common.low_luck")[1] == "No conflicts.\n"


def test_rules_check_finds_contradictions(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.rules.rule import Rule

    def one(name: str, cost: int) -> Rule:
        return Rule(f"t.{name}", name, lambda draft, option: draft.set("units.tank.cost", cost))

    monkeypatch.setattr(registry, "rules", lambda: {"t.a": one("a", 4), "t.b": one("b", 6)})
    code, out, err = run("rules", "check", "classic", "--rules", "t.a", "t.b", "--json")
    assert (code, err) == (1, "")
    message = "t.a sets units.tank.cost to 4, but t.b sets it to 6"
    assert json.loads(out) == {
        "ok": False,
        "findings": [
            {"severity": "conflict", "rules": ["t.a", "t.b"], "target": "units.tank.cost", "message": message}
        ],
    }
    code, out, _ = run("rules", "check", "classic", "--rules", "t.a", "t.b")
    assert code == 1 and message in out
    code, out, err = run("simulate", "classic", "--rules", "t.a", "t.b", "--player", "all=random")
    assert (code, out, err) == (2, "", f"sandtable: {message}\n")


def test_rules_why(run: Run) -> None:
    found = data(run, "rules", "why", "classic", "--rules", "common.low_luck", "switches.resolution")
    assert (found["target"], found["value"]) == ("switches.resolution", "low_luck")
    assert [link["rule"] for link in found["chain"]] == ["classic", "common.low_luck"]
    assert data(run, "rules", "why", "classic", "units.submarine.cost", "--rules", "common.low_luck")["value"] == 8
    code, out, _ = run("rules", "why", "classic", "turn.develop", "--rules", "common.no_technology")
    assert code == 0 and "The step “develop” in the turn is removed." in out


def test_what_a_command_does_not_take_is_named(run: Run) -> None:
    code, _, err = run("rules", "show", "great_war", "great_war.breaking_through")
    assert (code, "'great_war.breaking_through'; add --help" in err) == (2, True)


def test_rules_that_have_no_effect_are_named(run: Run) -> None:
    code, out, _ = run("rules", "check", "classic", "--rules", "gemmell", "common.no_technology")
    assert code == 0
    assert "idle     gemmell.atomic_research has no effect with common.no_technology: The step “develop”" in out
    assert out.endswith("No conflicts.\n")


def test_a_pack_is_listed_shown_and_used(run: Run) -> None:
    assert "third_edition" in run("rules", "list", "classic")[1]
    assert "third_edition" not in run("rules", "list", "great_war")[1]
    packs = {pack["id"]: pack["rules"] for pack in data(run, "rules", "list", "classic")["packs"]}
    assert len(packs["third_edition"]) == 14 and {"smith.core", "smith.full"} < set(packs)
    assert "common.submerging" in run("rules", "show", "third_edition")[1]
    assert run("rules", "check", "classic", "--rules", "third_edition")[0] == 0


def test_rules_explain(run: Run) -> None:
    found = data(run, "rules", "explain", "classic", "--rules", "common.low_luck", "common.no_technology")
    assert found["rules"]["common.no_technology"] == ["The step “develop” in the turn is removed."]
    code, out, _ = run("rules", "explain", "classic", "--rules", "common.bid")
    assert code == 0 and "No changes with these options." in out
    assert "Name some with --rules" in run("rules", "explain", "classic")[1]


@pytest.mark.parametrize(
    ("id", "texts"),
    [
        ("common.round_limit", ["rounds = 25", "(1..1000)", "Changes to classic"]),
        ("gemmell.salvage", ["Salvage Units", "Rule text", "Rulings", "Interacts with:"]),
        ("classic.R58", ["classic.R58 (Movement / Aircraft): Legal landing places"]),
        ("classic.E1", ["Infantry against infantry", "when:", "then:"]),
        ("gemmell", ["gemmell.salvage", "summary:"]),
    ],
)
def test_rules_show(run: Run, id: str, texts: list[str]) -> None:
    code, out, err = run("rules", "show", id)
    assert (code, err) == (0, "")
    for text in texts:
        assert text in out
    assert data(run, "rules", "show", id)["id"] == id


def test_every_rule_can_be_shown(run: Run) -> None:
    for id in registry.rules():
        assert run("rules", "show", id)[0] == 0


def test_rules_coverage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("import pytest\n@pytest.mark.clause('classic.R58')\ndef test_x(): ...\n")
    found = data(run, "rules", "coverage", str(tmp_path))["clauses"]
    assert found["classic.R58"] == {"tests": [f"{tmp_path.name}/test_x.py::test_x"]}
    assert found["gemmell.salvage.1"] == {"tests": []}
    code, out, _ = run("rules", "coverage", str(tmp_path), "--missing")
    assert code == 0 and "classic.R58 " not in out and f"1 of {len(found)} are tested" in out
    (tmp_path / "test_y.py").write_text("import pytest\n@pytest.mark.clause('classic.R999')\ndef test_y(): ...\n")
    assert "name unknown statements: classic.R999" in run("rules", "coverage", str(tmp_path))[2]


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("simulate clasic", 2, "there is no edition called 'clasic'; did you mean classic?"),
        (
            "simulate classic --rules common.low_lack",
            2,
            "called 'common.low_lack'; did you mean common.low_luck",
        ),
        ("simulate classic --rules common.bid --option common.bid.ipc=3", 2, "common.bid has no option 'ipc'"),
        ("simulate classic --option common.bid.ipcs={}", 2, "belongs to a rule that is off; add the rule with --rules"),
        (
            "simulate classic --rules common.bid --option common.bid.ipcs={Germany=-1}",
            2,
            "a bid must be 0 to 1000 IPCs, not -1",
        ),
        ("simulate classic --max-rounds 5000", 2, "rounds is a number from 1 to 1000, not 5000"),
        ("simulate classic --max-rounds -1", 2, "--max-rounds at least 0"),
        ("simulate classic --games 0", 2, "--games and --jobs must be at least 1"),
        ("simulate classic --games many", 2, 'unable to convert "many" into int'),
        ("simulate classic --games 2 --watch", 2, "--watch shows only one game; remove --watch or --games"),
        ("simulate classic --player Germny=random", 2, "no power or side called 'Germny'; did you mean Germany?"),
        ("simulate classic --player Germany=rondom", 2, "no player called 'rondom'; did you mean random or strong?"),
        ("simulate classic --player Germany", 2, "'Germany' is not a player setting; write POWER=PLAYER"),
        ("simulate", 2, "no edition given; name one, such as classic, or pass a variant file with --variant"),
        ("simulat classic", 2, 'Unknown command "simulat"'),
        ("simulate classic --gmaes 3", 2, "Unknown option"),
        ("replay /nowhere/game.json", 1, "/nowhere/game.json cannot be read: No such file or directory"),
        ("replay pyproject.toml", 1, "pyproject.toml is not a saved game"),
        ("board clasic", 2, "no edition called 'clasic'"),
        ("rules check classic --rules nothing.here", 2, "no rule called 'nothing.here'"),
        (
            "rules why classic units.submrine.cost",
            2,
            "edits 'units.submrine.cost'; did you mean units.submarine?",
        ),
        ("rules why classic", 2, "no target given; name a value, a step, or a query, such as units.submarine.cost"),
        ("rules show gemell.salvage", 2, "did you mean gemmell.salvage"),
        ("rules list clasic", 2, "no edition called 'clasic'"),
        ("rules coverage /nowhere", 2, "no folder of tests called '/nowhere'"),
        ("play", 2, "no game given; name an edition, such as classic, or pass --variant, --position, or --file"),
        ("play classic --player all=random", 2, "the computer plays every power; leave at least one for yourself"),
        ("play --file /nowhere/game.json", 1, "/nowhere/game.json cannot be read"),
    ],
)
def test_mistakes_get_one_sentence(run: Run, line: str, code: int, sentence: str) -> None:
    found, out, err = run(*line.split())
    assert (found, out) == (code, "")
    assert err.startswith("sandtable: ") and err.count("\n") == 1
    assert sentence in err


def test_a_fault_in_one_game_is_told_with_its_seed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable import ai

    def clumsy(seed: str | int) -> ai.Player:
        return lambda game, decision: 1 / 0

    monkeypatch.setitem(ai.PLAYERS, "clumsy", clumsy)
    code, out, err = run("simulate", "classic", "--player", "all=clumsy", "--seed", "x", "--json")
    assert code == 1
    assert json.loads(out)["games"][0]["error"] == "ZeroDivisionError: division by zero"
    assert err == "sandtable: the game with seed x failed: ZeroDivisionError: division by zero\n"


EVERY = [(f"{group} {name}".strip(), where) for group, rows in COMMANDS.items() for name, where, _ in rows]


@pytest.mark.parametrize("command", ["", "rules", *(name for name, _ in EVERY)])
def test_help(run: Run, command: str) -> None:
    code, out, err = run(*command.split(), "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: sandtable {command}".strip())
    assert '[default: ""]' not in out and "[default: False]" not in out


def test_the_list_of_commands_describes_each_one(run: Run) -> None:
    for group, rows in COMMANDS.items():
        out = run(*group.split(), "--help")[1]
        lines = {
            line.strip("│ ").partition(" ")[0]: line.strip("│ ").partition(" ")[2].strip() for line in out.splitlines()
        }
        for name, where, text in rows:
            module, _, function = where.partition(":")
            doc = getattr(import_module(f"sandtable.cli.{module}"), function).__doc__
            assert text == inspect.cleandoc(doc).partition("\n\nParameters")[0].replace("\n\n", "\0").replace(
                "\n", " "
            ).replace("\0", "\n\n")
            assert lines[name] and text.startswith(lines[name])


def test_the_examples_of_the_help_work(run: Run) -> None:
    example = re.search(r"`(\S+)` with `(--rules \S+)`", common.OPTION_HELP)
    assert example
    line = ["simulate", "classic", "--player", "all=random", "--option", example[1], *example[2].split(), "--json"]
    code, out, err = run(*line)
    assert (code, err) == (0, "") and "common.round_limit" in out
    for player in re.findall(r"`(\S+=\S+)`", common.PLAYER_HELP):
        assert run("simulate", "classic", *QUICK, "--player", player)[0] == 0


def test_version(run: Run) -> None:
    import sandtable

    assert run("--version")[1].strip() == sandtable.__version__


def test_power_names_in_any_form(run: Run) -> None:
    for name in ("germany=advised", "GERMANS=advised", "axis=advised", "Axis=advised", "soviet_union=advised"):
        assert run("simulate", "classic", *QUICK, "--player", name, "--json")[0] == 0


def test_the_more_exact_wish_for_a_player_wins() -> None:
    powers = registry.build("classic").powers
    seats = common.seats(powers, ["japan=human", "axis=basic", "all=random"], "basic", ["human", "basic", "random"])
    assert seats == {
        "Soviet Union": "random", "Germany": "basic", "United Kingdom": "random", "Japan": "human",
        "United States": "random",
    }  # fmt: skip


def test_the_program_as_a_process_and_a_closed_pipe() -> None:
    code = "import sys; from sandtable.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "rules", "coverage", str(Path(__file__).parent)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() in (0, 1)


@pytest.mark.parametrize(
    ("tokens", "edition"),
    [
        ((), "classic"),
        (("--document", "smith"), "classic"),
        (("--document", "enhanced", "--document", "gemmell"), "anniversary"),
        (("--document", "great_war"), "great_war"),
        (("--document", "pacific"), "pacific"),
    ],
)
def test_a_document_is_fuzzed_on_its_base_game(run: Run, tmp_path: Path, tokens: tuple[str, ...], edition: str) -> None:
    quick = ("--games", "1", "--rounds", "1", "--player", "random", "--save", str(tmp_path))
    assert data(run, "rules", "fuzz", *tokens, *quick) == {"edition": edition, "games": 1, "failures": []}
