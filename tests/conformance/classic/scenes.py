"""Scenes of combat for the tests: attacks carried out move by move up to the first question of the combat phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from sandtable.core.decisions import Move, read_move
from sandtable.core.errors import Illegal
from sandtable.core.forces import Force, add
from sandtable.engine.game import Game
from tests.helpers import happened, position

Units = Mapping[str, Mapping[str, str]]


def attack(
    power: str,
    moves: Iterable[str],
    units: Units,
    *,
    dice: Iterable[int] = (),
    spare: bool = True,
    **setting: Any,
) -> Game:
    """The combat moves of a power, made; the game stands at the first question after them.

    With `spare` an infantry stands in the power's capital, so that the turn stops at noncombat movement.
    """
    board = {space: dict(row) for space, row in units.items()}
    capital = "Germany" if power == "Germany" else HOME[power]
    if spare and power not in board.get(capital, {}):
        board.setdefault(capital, {})[power] = "1 infantry"
    game = position(power, "combat_move", board, dice=list(dice), **setting)
    for move in moves:
        game.answer(move)
    return end_moves(game)


HOME = {
    "Soviet Union": "Russia",
    "Germany": "Germany",
    "United Kingdom": "United Kingdom",
    "Japan": "Japan",
    "United States": "Eastern United States",
}


def end_moves(game: Game) -> Game:
    """Ends combat movement, if it has not ended by itself."""
    if in_phase(game, "combat"):
        game.answer("done")
    return game


def in_phase(game: Game, phase: str) -> bool:
    """Is a move of this phase (combat, noncombat) asked for?"""
    decision = game.decision
    return bool(decision and decision.kind == "move" and decision.context["phase"] == phase)


def way(game: Game, text: str) -> Move:
    """The move a text means, its units being those of the type that stand there, in whatever condition."""
    power = game.decision.power if game.decision else ""
    move = read_move(text, game.rules.words, power)
    units: Force = {}
    for wanted, n in move.units:
        for stack, have in game.state.at(move.path[0]).items():
            take = min(n, have) if (stack.owner, stack.type) == (wanted.owner, wanted.type) else 0
            if take:
                add(units, stack, take)
                n -= take
        if n:
            add(units, wanted, n)
    return move._replace(units=tuple(units.items()))


def combat_over(game: Game) -> bool:
    """Is all combat of the turn over, with all the fixed dice rolled?"""
    return in_phase(game, "noncombat") and not left(game)


def left(game: Game) -> list[int]:
    """The fixed dice that have not been rolled."""
    return list(game.dice.faces)  # type: ignore[attr-defined]


def fired(game: Game) -> list[tuple[str, list[int]]]:
    """All volleys so far, column by column: their names and dice."""
    return [(e["volley"], e["dice"]) for e in happened(game, "volley_fired")]


def asked(game: Game) -> tuple[str, str]:
    """Kind and power of the open decision."""
    assert game.decision is not None
    return game.decision.kind, game.decision.power


def choices(game: Game) -> list[str]:
    """The keys among which the open decision lets choose."""
    assert game.decision is not None
    return [o.key for o in game.decision.form.options]  # type: ignore[attr-defined]


def refused(game: Game, answer: Any, rule: str) -> None:
    """The answer must be refused, naming exactly this statement; the question stays open."""
    before = game.decision
    with pytest.raises(Illegal) as error:
        game.answer(answer)
    assert error.value.rule == rule, str(error.value)
    assert game.decision is before


def until(game: Game, power: str, kind: str, phase: str = "") -> Game:
    """Takes the advice of every decision up to one of this power and kind (of this phase, for moves)."""
    for _ in range(500):
        decision = game.decision
        assert decision is not None, "the game is over"
        context = decision.context or {}
        if (decision.power, decision.kind) == (power, kind) and phase in ("", context.get("phase")):
            return game
        game.answer(decision.advice)
    raise AssertionError(f"{power} is not asked for {kind}")
