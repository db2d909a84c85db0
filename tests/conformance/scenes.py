"""Positions for tests of the statements of an edition: a bare board with the units of a statement, in its phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.core.forces import Condition, Stack
from sandtable.engine.game import Game
from tests.helpers import position

Units = Mapping[str, Mapping[str, str]]


def zone(number: int) -> str:
    return f"Sea Zone {number}"


def scene(
    edition: str,
    power: str,
    phase: str,
    units: Units | None = None,
    *,
    dice: Sequence[int] | None = None,
    switches: Mapping[str, Any] | None = None,
    cargo: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    **more: Any,
) -> Game:
    """A position; `cargo` loads (owner, type) onto a transport in a zone, in a phase with other units to move."""
    if switches:
        more["rules"] = [*more.get("rules", ()), "common.switches"]
        more["options"] = {**more.get("options", {}), "common.switches.set": dict(switches)}
    game = position(power, phase, units, dice=dice, edition=edition, **more)
    for space, rows in (cargo or {}).items():
        stack = next(s for s in game.state.at(space) if game.unit(s).carries)
        loaded = Condition(cargo=tuple(sorted(rows)))
        game.state.turn_into(space, stack, loaded, 1)
    return game


def refused(game: Game, answer: Any, rule: str) -> None:
    """The answer is refused, and the refusal names the statement."""
    with pytest.raises(Illegal) as error:
        game.answer(answer)
    assert error.value.rule == f"{game.rules.edition}.{rule}", f"{error.value.rule}: {error.value}"


def go(game: Game, *moves: str) -> Game:
    """Makes these moves and ends the phase, if it has not ended by itself."""
    phase = game.state.step
    for move in moves:
        game.answer(move)
    if game.decision and game.decision.kind == "move" and game.state.step == phase:
        game.answer("done")
    return game


def until(game: Game, kind: str, answers: Mapping[str, Any] | None = None) -> Game:
    """Answers as advised (or as `answers` says for a kind of decision) up to one of a kind or the end of a turn."""
    turn = game.state.turn, game.state.round
    while game.decision and game.decision.kind != kind and (game.state.turn, game.state.round) == turn:
        game.answer((answers or {}).get(game.decision.kind, game.decision.advice))
    return game


def until_phase(game: Game, phase: str, answers: Mapping[str, Any] | None = None) -> Game:
    """The same up to the first question of a phase of this turn, or past it."""
    step = [s.name for s in game.rules.sequence("turn")].index(phase)
    turn = game.state.turn, game.state.round
    while game.decision and (game.state.turn, game.state.round) == turn and game.state.step < step:
        game.answer((answers or {}).get(game.decision.kind, game.decision.advice))
    return game


def ends(game: Game, start: str, unit: str) -> set[str]:
    """Where the listed moves of a type of unit in a space end."""
    source = form(game).source
    out: set[str] = set()
    for space, stack, _ in source.movable():
        if space == start and stack.type == unit:
            out |= {option.path[-1] for option in source.options(space, stack)}
    return out


def fired(game: Game) -> list[tuple[str, str, list[int], int]]:
    """The rolls so far: (what fires, hits on, dice, hits)."""
    events = [e.data for e in game.events if e.kind == "volley_fired"]
    return [(e["volley"], str(e["hits_on"]), list(e["dice"]), e["hits"]) for e in events]


def owner(game: Game, space: str) -> str | None:
    return game.state.owner[space]


def has(game: Game, space: str, power: str, unit: str) -> int:
    """The number of units of a type of a power in a space."""
    return sum(n for s, n in game.state.at(space).items() if (s.owner, s.type) == (power, unit))


def stack_of(game: Game, space: str, power: str, unit: str) -> Stack:
    return next(s for s in game.state.at(space) if (s.owner, s.type) == (power, unit))


def form(game: Game) -> Any:
    """The form of the open decision."""
    assert game.decision is not None
    return game.decision.form


def keys(game: Game) -> set[str]:
    """The keys of the options of the open decision."""
    return {option.key for option in form(game).options}
