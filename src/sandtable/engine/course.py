"""The course of a game: from its setup through the stages of rounds and turns until a side has won."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from ..core.decisions import Decision, Together
from ..core.forces import Force, Stack
from . import refits, turns
from .boarding import stow
from .memory import BEGUN, Facts, Now
from .state import plain_copy

if TYPE_CHECKING:
    from .game import Game

#: stage -> the stage after it, where that does not depend on the state
_NEXT = {"opening": "round_start", "round_start": "turn", "turn": "turn_end"}


def whole_game(game: Game) -> Generator[Decision | Together, Any, Any]:
    """Run the sequences from the current state until a side has won."""
    state = game.state
    if not state.owner:
        set_up(game)
    while not game.decided():
        steps = game.rules.sequence(state.stage)
        while state.step < len(steps):
            if state.stage == "turn" and BEGUN.get(state) != [state.round, state.turn]:
                yield from turns.called(game)
                begin_turn(game)
            game.boundary()
            if state.stage == "turn":
                yield from turns.phase(game, steps[state.step])
            else:
                flow = steps[state.step].what(game)
                if flow is not None:
                    yield from flow
            if game.decided():
                return
            state.step += 1
        ended = state.power if state.stage == "turn_end" else ""
        state.step = 0
        _onward(game)
        if ended:
            yield from turns.react(game, "turn_end", power=ended)


def _onward(game: Game) -> None:
    """Go on to the next stage; after a turn, to that of the next power of the round, if there is one."""
    state = game.state
    if state.stage == "turn":
        refits.automatic(game, "turn_end")
    if state.stage == "turn_end":
        state.stage = "turn" if turns.next_turn(game) else "round_end"
        return
    state.stage = _NEXT.get(state.stage, "round_start")
    if state.stage == "round_start":
        begin_round(game)


def set_up(game: Game) -> None:
    """Write the setup table into an empty state."""
    state, rules = game.state, game.rules
    for name, space in rules.spaces.items():
        if space.kind == "land":
            state.owner[name] = rules.holders.get(name, space.owner)
    for power in rules.powers.values():
        state.ipcs[power.name] = power.ipcs
        state.techs[power.name] = list(power.technologies)
    for name, powers in rules.setup.items():
        for owner, units in powers.items():
            for kind, n in units.items():
                state.put(name, Stack(owner, kind), n)
        stow(game, name)
    state.facts = Facts(plain_copy(dict(rules.memory)))
    state.order = list(rules.powers)
    game.emit("game_started", edition=rules.edition)


def begin_round(game: Game) -> None:
    """Begin a round with the order of its turns."""
    state = game.state
    state.round += 1
    state.turn = 0
    game.changed()  # the numbers of units may depend on the round
    turns.set_order(game, game.rules.q.turn_order(game))
    game.emit("round_started", round=state.round)


def _used(force: Force) -> bool:
    """Return whether some units have moved or have marks."""
    for stack in force:
        cond = stack.cond
        if cond.moved or cond.marks:
            return True
    return False


def begin_turn(game: Game) -> None:
    """Begin a turn: clear its memory and record who controls what at its start.

    All units are rested: a condition that lasts a turn ends when the next turn begins.
    """
    state = game.state
    taking = (state.power, *game.rules.companions(state.power))
    for space, force in list(state.forces.items()):
        if _used(force):
            rested: dict[Any, int] = {}
            lasting = game.rules.stances
            own = [mark for mark, until in lasting.items() if until != "own_turn"]
            for stack, n in force.items():
                new = stack.with_(stack.cond.rested(own if stack.owner in taking else lasting))
                rested[new] = rested.get(new, 0) + n
            state.forces[space] = rested
    game.changed()
    state.now = Now(begun=[state.round, state.turn], owner=dict(state.owner))
    turns.speak_again(game, state.power)
    game.emit("turn_started", power=state.power, round=state.round)
    refits.automatic(game, "turn_start")
    for step in game.rules.sequence("turn_start"):
        step.what(game)
