"""What the game remembers is declared, with a type and one sentence; other keys are refused."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.ai import player
from sandtable.core.errors import RuleError, RuleFault
from sandtable.core.forces import FRESH, Stack
from sandtable.core.marks import declare_mark
from sandtable.engine.game import Game
from sandtable.engine.invariants import board
from sandtable.engine.memory import GAME, TURN, game_memory, turn_memory
from sandtable.engine.state import State
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, house_rule

SCORED = turn_memory("tests_scored", int, "points scored in this turn")
ALL = game_memory("tests_points", dict[str, int], "power -> points scored in the game")


@house_rule("tests.points", "Points")
def points(draft: Draft, option: Options) -> None:
    """Each power scores a point a turn."""

    def score(game: Game, power: str) -> None:
        SCORED.set(game.state, SCORED.get(game.state) + 1)
        scores = ALL.of(game.state)
        scores[power] = scores.get(power, 0) + SCORED.get(game.state)

    draft.step("income", "points", score)


@house_rule("tests.careless", "Careless")
def careless(draft: Draft, option: Options) -> None:
    """Remembers something without saying what it is."""

    def score(game: Game, power: str) -> None:
        game.state.now["careless"] = 1

    draft.step("income", "careless", score)


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    known = registry.rules()
    known.update({points.id: points, careless.id: careless})
    yield
    del known[points.id], known[careless.id]


def test_a_rule_remembers_for_the_turn_and_for_the_game() -> None:
    game = Game.new("classic", ["tests.points", "common.no_technology"], seed=2)
    answer = player("random", "2")
    assert "tests_points" not in game.state.facts  # nothing is stored before it is used
    while game.state.turn < 2:
        assert SCORED.get(game.state) == 0
        game.answer(answer(game, game.open[0]))
    assert ALL.get(game.state) == {"Soviet Union": 1, "Germany": 1}
    assert "tests_scored" not in game.state.now


def test_an_undeclared_entry_is_refused_with_the_name_of_the_rule() -> None:
    game = Game.new("classic", ["tests.careless", "common.no_technology"], seed=2)
    answer = player("random", "2")
    with pytest.raises(RuleFault, match=r"tests\.careless failed .*turn memory has no entry 'careless'"):
        while True:
            game.answer(answer(game, game.open[0]))
    with pytest.raises(RuleError, match="game_memory"):
        game.state.facts["careless"] = 1
    with pytest.raises(RuleError, match="choose another name"):
        turn_memory("fought", int, "something else")
    assert turn_memory("tests_scored", int, SCORED.text) is SCORED


def test_values_are_made_at_first_use_and_taken_whole() -> None:
    state = State()
    bought = TURN["bought"]
    assert bought.get(state) == {} and not state.now
    bought.of(state)["infantry"] = 2
    assert state.copy().now == {"bought": {"infantry": 2}}
    assert bought.take(state) == {"infantry": 2}
    assert bought.take(state) == {} and not state.now


def test_everything_declared_has_a_sentence_and_nothing_is_written_by_hand() -> None:
    assert all(len(m.text) > 10 and not m.text.endswith(".") for m in (*TURN.values(), *GAME.values()))
    folder = Path(sandtable.__file__).parent
    for path in folder.rglob("*.py"):
        if path.name in ("memory.py", "state.py", "game.py", "course.py", "without.py", "position.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
                owner = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
                if owner == "state" and node.attr in ("now", "facts"):
                    text = ast.unparse(node)
                    pytest.fail(f"{path}: {text} is read by hand")


def test_marks_are_declared() -> None:
    game = Game.new("classic")
    game.state.put("Germany", Stack("Germany", "infantry", FRESH.marked("fought", "landing=Caucasus")), 1)
    assert not list(board(game))
    game.state.put("Germany", Stack("Germany", "infantry", FRESH.marked("dancing")), 1)
    assert list(board(game)) == ["infantry in Germany has the mark 'dancing', which is not declared"]
    with pytest.raises(RuleError, match="choose another word"):
        declare_mark("fought", "something else")
