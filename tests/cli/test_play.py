"""Playing in the terminal: a person can finish a turn, mistakes get a sentence, and a saved game can be resumed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.ai import player
from sandtable.cli import forms, main
from sandtable.cli.common import console
from sandtable.cli.play import Session
from sandtable.core.decisions import Allocate, Amount, Choose, Confirm, Decision, Limit, Option, PickSpace, PickUnits
from sandtable.core.errors import Illegal, Malformed
from sandtable.core.events import sentence
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from tests.helpers import at, position


class Person:
    """Types lines one after the other, and then ends the input."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)

    def __call__(self, prompt: str) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def session(game: Game, *lines: str, computers: tuple[str, ...] = ()) -> Session:
    players = {p: player("advised", p) for p in computers}
    out = Session(game, players, console(), Person(*lines))
    out.run()
    return out


@pytest.fixture
def game() -> Game:
    return Game.new("classic", seed="1")


def test_a_person_finishes_a_turn(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["0", "8 inf", "moves Caucasus", "1", "undo", "3 infantry: Caucasus > Ukraine", "done"]
    session(game, *lines, *["ok"] * 40, computers=("Germany",))
    out = capsys.readouterr().out
    assert "Soviet Union buys 8 infantry for 24 IPCs" in out
    assert "undone\n" in out
    assert (
        "Battle for Ukraine S.S.R.: Soviet Union attacks with 3 infantry against 3 infantry, 2 armor, 1 fighter" in out
    )
    assert "Soviet Union places 8 infantry" in out
    assert "Germany: round 1" in out


def test_the_computer_can_finish_a_phase(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    players = {p: player("advised", p) for p in game.rules.powers if p != "Soviet Union"}
    person = Person("0", "nothing", "advice", "rest", *["ok"] * 60)
    Session(game, players, console(), person, adviser=player("basic", 1)).run()
    out = capsys.readouterr().out
    assert "advice: " in out and out.count("answer: ") > 3
    assert "Germany: round 1" in out


def test_everybody_is_asked_when_nobody_is_a_computer(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    session(game, *["ok"] * 60)
    out = capsys.readouterr().out
    assert "\nGermany: " in out and "\nUnited Kingdom: " in out


def test_commands(game: Game, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    session(
        game, "help", "/help", "", "board", "show Karelia", "advice", "rule classic.R58", "0", "8 infantry",
        "moves", "advice", f"save {file}", "quit", "never read",
    )  # fmt: skip
    out = capsys.readouterr().out
    assert "board, show SPACE" in out and "Type a number, or one of these commands:" in out
    assert "Karelia S.S.R. (Soviet Union), 3 IPCs: 3 infantry, 1 armor, 1 fighter" in out
    assert "adjacent to Baltic Sea Zone: Germany with 1 transport, 1 submarine" in out
    assert "advice: 0" in out
    assert "Legal landing places are" in out
    assert f"saved to {file}" in out
    assert len(Game.load(file).log) == 2


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["many"], "enter a whole number, not 'many'"),
        (["9"], "9 is out of range; choose 0 to 4"),
        (["undo"], "nothing to undo"),
        (["show Atlantis"], "there is no space called 'Atlantis'"),
        (["moves Russia"], "you cannot move units now"),
        (["rule nonsense"], "there is no statement called 'nonsense'"),
        (["save"], "name a file, such as 'save game.json'"),
        (["save /nowhere/game.json"], "the game cannot be saved to /nowhere/game.json"),
        (["0", "9 infantry"], "9 infantry is too many; the maximum is 8"),
        (["0", "3 zeppelins"], "'zeppelins' is not available here"),
        (["0", "infantry"], "'infantry' is not a quantity; write, for example, '3 infantry'"),
        (["0", "nothing", "2 infantry: Russia > Germany"], "Russia and Germany are not adjacent (classic.R7)"),
        (["0", "nothing", "hello"], "'hello' is not a move; write, for example,"),
        (["0", "nothing", "7"], "no moves are listed"),
        (["0", "nothing", "moves Russia"], "there is no space with units that can still move called 'Russia'"),
        (["0", "nothing", "moves Caucasus", "99"], "99 is not a listed move; choose 1 to"),
        (["0", "nothing", "moves Caucasus", "1 x 9"], "up to 5 units can make this move, not 9"),
    ],
)
def test_mistakes_get_a_sentence_and_are_asked_again(
    game: Game, capsys: pytest.CaptureFixture[str], lines: list[str], sentence: str
) -> None:
    if lines[-1] == "moves Russia" and len(lines) == 3:
        game = position("Soviet Union", "combat_move", {"Caucasus": {"Soviet Union": "1 infantry"}})
        lines = lines[2:]
    before = len(lines) - (1 if len(lines) > 1 else 0)
    session(game, *lines)
    assert sentence in capsys.readouterr().out
    assert len(game.log) <= before


def test_moves_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    game = position("Germany", "combat_move", {"Ukraine": {"Germany": "3 infantry, 1 fighter"}})
    session(game, "moves Ukraine", "1 x 2")
    target = game.log[0].answer.path[-1]
    assert at(game, target, "Germany") == {"infantry": 2}
    assert f"1 {target}" in capsys.readouterr().out


def test_a_saved_game_is_resumed_and_saved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    monkeypatch.setattr("sys.stdin", io.StringIO("0\n8 infantry\nquit\n"))
    assert main(["play", "classic", "--seed", "1", "--player", "axis=advised", "--file", str(file)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("done\n"))
    assert main(["play", "--file", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Combat move" in out and f"saved to {file}" in out
    game = Game.load(file)
    assert [line.answer for line in game.log][-1] is not None and len(game.log) == 3
    assert game.header.seats["Germany"] == "advised" and game.header.seats["Soviet Union"] == "human"
    assert main(["play", "classic", "--file", str(file)]) == 2
    assert "a saved game already has its edition and rules" in capsys.readouterr().err


def test_an_event_leaves_out_what_units_did_before(game: Game) -> None:
    game.answer(0)
    game.answer("nothing")
    game.answer("2 infantry: Caucasus > Ukraine")
    game.undo()
    game.answer("2 infantry: Caucasus > Ukraine")
    assert sentence(game.events[-1], game.rules.words) == "Soviet Union moves 2 infantry: Caucasus > Ukraine S.S.R."


# --- forms ------------------------------------------------------------------------------------------------------------

SHIP = Stack("Japan", "battleship")
FORCE = {Stack("Japan", "infantry"): 2, Stack("Japan", "tank"): 1}


@pytest.mark.parametrize(
    ("form", "text", "answer"),
    [
        (Confirm(), "y", True),
        (Choose([Option("stay", "stay here"), Option("go", "go home")]), "2", "go"),
        (Choose([Option("stay", "stay here"), Option("go", "go home")]), "Stay here", "stay"),
        (Choose([Option("2", "two"), Option("1", "one")]), "1", "1"),
        (PickSpace(["Russia", "Karelia S.S.R."], none="stay"), "karelia", "Karelia S.S.R."),
        (PickSpace(["Russia", "Karelia S.S.R."], none="stay"), "3", "none"),
        (Amount(0, 5), " 4 ", 4),
        (PickUnits(FORCE, 1, 3), "all", FORCE),
        (PickUnits(FORCE, 1, 3), "1 armor", {Stack("Japan", "tank"): 1}),
        (Allocate({("infantry", "Japan"): 3}), "2 inf > japan", {("infantry", "Japan"): 2}),
        (Allocate({("infantry",): 3}), "nothing", {}),
    ],
)
def test_answers_are_read(game: Game, form: object, text: str, answer: object) -> None:
    decision = Decision("x", "Japan", "What?", form, advice=None)  # type: ignore[arg-type]
    assert forms.read(text, decision, game.rules.words, []) == answer


@pytest.mark.parametrize(
    ("form", "text", "error"),
    [
        (Choose([Option("stay", "stay here")]), "2", Illegal),
        (Choose([Option("stay", "stay here")]), "0", Illegal),
        (Choose([Option("stay", "stay here")]), "fly", Illegal),
        (Confirm(), "perhaps", Malformed),
        (Amount(0, 5), "four", Malformed),
    ],
)
def test_answers_that_cannot_be_read(game: Game, form: object, text: str, error: type[Exception]) -> None:
    decision = Decision("x", "Japan", "What?", form, advice=None)  # type: ignore[arg-type]
    with pytest.raises(error):
        forms.read(text, decision, game.rules.words, [])


def test_every_form_says_what_may_be_answered(game: Game) -> None:
    words = game.rules.words
    limit = Limit("room on the ship", {("infantry",): 1}, 2)
    shown = {
        "choose": (Choose([Option("stay", "stay here"), Option("go", "go")]), ["  1  stay: stay here", "  2  go"]),
        "amount": (Amount(0, 5, "dice"), ["  a number from 0 to 5 (dice)"]),
        "units": (PickUnits(FORCE, 2, 2), ["  2 of: 2 infantry, 1 armor"]),
        "hits": (
            PickUnits({SHIP: 2, **FORCE}, 1, 1, units={SHIP: 1}),
            ["  1 of: 1 battleship (2 hits), 2 infantry, 1 armor"],
        ),
        "none": (PickUnits({}, 0, 0), ["  0 of: nothing"]),
        "allocate": (
            Allocate({("infantry",): 3, ("tank",): 0}, [limit]),
            ["  infantry (up to 3)", "  room on the ship: 2 in total"],
        ),
        "places": (
            Allocate({("Japan", "industrial_complex"): 2, ("infantry", "Russia"): 1}),
            ["  industrial complex: Japan (up to 2)", "  Russia: infantry (up to 1)"],
        ),
        "nothing": (Allocate({}), ["  nothing available"]),
        "confirm": (Confirm(), []),
    }
    for form, lines in shown.values():
        decision = Decision("x", "Japan", "What?", form, advice=None)  # type: ignore[arg-type]
        assert forms.question(decision, words) == lines
        assert forms.hint(decision) != "type the answer"
