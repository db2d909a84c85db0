"""Turns: who is next, powers that share a turn, and reactions to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..core.errors import RuleError, nearest
from .memory import ACTING, lay_aside
from .reactions import react, speak_again

if TYPE_CHECKING:
    from ..rules.draft import Step
    from .game import Flow, Game

__all__ = ["act", "called", "next_turn", "phase", "react", "set_order", "speak_again"]


# --- who is next ------------------------------------------------------------------------------------------------------


def set_order(game: Game, order: Iterable[str]) -> None:
    """Set the order of play of a round; powers that take their turn with another one have no place of their own."""
    state, powers = game.state, game.rules.powers
    state.order = [p for p in order if powers[p].turn_with is None]
    state.turn = -1
    if not next_turn(game):
        state.turn = 0


def next_turn(game: Game) -> bool:
    """Go on to the next turn of the round, as the query `next_power` says; return whether there is one.

    A power among those still to come is moved up; any other one gets an extra turn.
    """
    state = game.state
    rest = tuple(state.order[state.turn + 1 :])
    power = game.rules.q.next_power(game, rest)
    if power is None:
        return False
    if power not in game.rules.powers:
        near = nearest(power, game.rules.powers)
        raise RuleError(f"the next turn cannot be that of {power!r}: there is no such power; it may be {near or rest}")
    later = list(rest)
    if power in later:
        later.remove(power)
    state.order[state.turn + 1 :] = [power, *later]
    state.turn += 1
    return True


def called(game: Game) -> Flow:
    """Ask before a turn begins whether it does (sequence `called`).

    A power that is sent back waits among those still to come, and the query `next_power` answers again.
    """
    state = game.state
    while True:
        power = state.power
        for step in game.rules.sequence("called"):
            if (yield from step.what(game, power)):
                break
        else:
            return
        state.order[state.turn :] = [*state.order[state.turn + 1 :], power]
        state.turn -= 1
        next_turn(game)


# --- powers that share a turn -----------------------------------------------------------------------------------------


def phase(game: Game, step: Step) -> Flow:
    """Run a phase of a turn: once for each group of powers that act together in it (query `acting`)."""
    if step.powers and game.state.power not in step.powers:
        return
    if game.rules.offers.get("reaction"):
        if game.state.step == 0:
            yield from react(game, "turn")
        yield from react(game, "phase", phase=step.name)
        if game.decided():
            return
    lead = game.state.power
    for group in game.rules.q.acting(game, step.name):
        act(game, lead, group)
        flow = step.what(game)
        if flow is not None:
            yield from flow
        if game.decided():
            break
    act(game, lead, (lead,))


def act(game: Game, lead: str, group: tuple[str, ...]) -> None:
    """Let a group of powers act from now on in the turn of `lead`, the first of the group for all of them.

    What each one remembers of the turn for itself (units purchased, where its units came from) is laid aside meanwhile.
    """
    state, before = game.state, game.state.power
    if before != group[0]:
        lay_aside(state, before, group[0])
    if group == (lead,):
        ACTING.take(state)
    else:
        ACTING.set(state, list(group))
