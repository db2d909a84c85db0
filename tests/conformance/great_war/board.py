"""Positions of the Great War for tests: a bare board with the units of a statement, in the phase it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.helpers import position

Units = Mapping[str, Mapping[str, str]]


def scene(
    power: str,
    phase: str,
    units: Units | None = None,
    *,
    contested: Mapping[str, str | None] | None = None,
    owners: Mapping[str, str | None] | None = None,
    america: bool = False,
    dice: Sequence[int] | None = None,
    round: int = 2,
    facts: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
    **more: Any,
) -> Game:
    """`contested` names contested territories with who controlled them last; with `america` the United States are at
    war; `switches` are set to other values."""
    fought_for = dict(contested or {})
    if switches:
        more["rules"] = [*more.get("rules", ()), "common.switches"]
        more["options"] = {**more.get("options", {}), "common.switches.set": dict(switches)}
    return position(
        power,
        phase,
        units,
        owners={**(owners or {}), **dict.fromkeys(fought_for)},
        facts={"contested": fought_for, "neutral_powers": [] if america else ["United States"], **(facts or {})},
        dice=dice,
        round=round,
        edition="great_war",
        **more,
    )


def refused(game: Game, answer: str, rule: str) -> None:
    """The answer is refused, and the refusal names the statement."""
    with pytest.raises(Illegal) as error:
        game.answer(answer)
    assert error.value.rule == f"great_war.{rule}", str(error.value)


def go(game: Game, *moves: str) -> Game:
    """Makes these moves and no more."""
    for move in moves:
        game.answer(move)
    if game.decision and game.decision.kind == "move":
        game.answer("done")
    return game


def until(game: Game, kind: str, answers: Mapping[str, Any] | None = None) -> Game:
    """Answers decisions as advised (or as `answers` says for their kind) up to one of a kind."""
    while game.decision and game.decision.kind != kind:
        game.answer((answers or {}).get(game.decision.kind, game.decision.advice))
    return game


def finish(game: Game, phase: str, answers: Mapping[str, Any] | None = None) -> Game:
    """The same up to the end of a phase of the active power (answers as in `until`)."""
    step = [s.name for s in game.rules.sequence("turn")].index(phase)
    power, round = game.state.power, game.state.round
    while game.decision and (game.state.power, game.state.round) == (power, round) and game.state.step <= step:
        game.answer((answers or {}).get(game.decision.kind, game.decision.advice))
    return game


def unless_declared(game: Game) -> Game:
    """Let Germany answer between the turns of others that it declares nothing (R92)."""
    while game.decision and game.decision.kind == "reaction":
        game.answer("go on")
    return game


def ends(game: Game, start: str, unit: str) -> set[str]:
    """Where the listed moves of a type of unit in a space end."""
    form: Any = game.decision.form  # type: ignore[union-attr]
    out: set[str] = set()
    for space, stack, _ in form.source.movable():
        if space == start and stack.type == unit:
            out |= {option.path[-1] for option in form.source.options(space, stack)}
    return out


def form(game: Game) -> Any:
    """The form of the decision that is open, of whatever kind."""
    assert game.decision is not None
    return game.decision.form


def controlled(game: Game, spaces: Iterable[str]) -> list[str | None]:
    """Who controls each of these territories."""
    return [game.state.owner[s] for s in spaces]
