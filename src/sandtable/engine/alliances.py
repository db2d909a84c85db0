"""Sides that change in the game: powers enter the war, change sides, hand over units, or pass to another power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..core.errors import RuleError
from ..core.events import declare_event
from ..core.forces import Stack
from . import territory
from .board import distances, fights
from .memory import NEUTRAL_POWERS, OUT, SIDES
from .outside import neutral_power

if TYPE_CHECKING:
    from .game import Game

declare_event("entered_war", "{power} enters the war: {why}")
declare_event("changed_side", "{power} joins the {side}: {why}")
declare_event("gave_units", "{power} hands over {force} in {space} to {to}")
declare_event("passed_to", "{power} comes under the control of {to}")
declare_event("inherited", "{power} hands over {ipcs:IPC} to {to}", ("-power", "+to"))


def join(game: Game, power: str, why: str) -> None:
    """Bring a neutral power into the war on its side (great_war.R97)."""
    if neutral_power(game, power):
        NEUTRAL_POWERS.of(game.state).remove(power)
        game.changed()
        game.emit("entered_war", power=power, why=why)
        for step in game.rules.sequence("war_entry"):
            step.what(game, power)


def change_side(game: Game, power: str, side: str, why: str) -> None:
    """Let a power change to a side: one of the game, or its own name for a side of its own, at war with all others.

    A power that was neutral enters the war with it. Then the steps of `side_change` run.
    """
    if side not in (*game.rules.sides, power):
        raise RuleError(f"{power} cannot join {side!r}; the sides are {', '.join(game.rules.sides)}, or {power} alone")
    if game.side(power) != side:
        told = SIDES.of(game.state)
        told[power] = side
        if game.rules.side_of[power] == side:
            del told[power]
        if not told:
            SIDES.take(game.state)
        game.changed()
        game.emit("changed_side", power=power, side=side.replace("_", " "), why=why)
        for step in game.rules.sequence("side_change"):
            step.what(game, power)
    join(game, power, why)


def hand_over(game: Game, power: str, to: str, space: str, units: Mapping[Stack, int]) -> None:
    """Give units of a power to another one, where they stand."""
    given = {stack: n for stack, n in units.items() if n and stack.owner == power}
    for stack, n in given.items():
        game.state.put(space, stack, -n)
        game.state.put(space, stack._replace(owner=to), n)
    if given:
        game.changed()
        game.emit("gave_units", power=power, force=given, space=space, to=to)


def pass_to(game: Game, power: str, to: str) -> None:
    """Hand everything of a power over to another one: territories, units, cargo, money; it has no more turns."""
    state = game.state
    for space in list(state.forces):
        for stack, n in list(state.at(space).items()):
            cargo = tuple(sorted((to if o == power else o, kind) for o, kind in stack.cond.cargo))
            new = Stack(to if stack.owner == power else stack.owner, stack.type, stack.cond._replace(cargo=cargo))
            if new != stack:
                state.put(space, stack, -n)
                state.put(space, new, n)
    for space in [s for s, owner in state.owner.items() if owner == power]:
        territory.control(game, space, to)
    ipcs, state.ipcs[power] = state.ipcs[power], 0
    state.ipcs[to] += ipcs
    if power not in OUT.get(state):
        OUT.of(state).append(power)
    game.changed()
    game.emit("passed_to", power=power, to=to)
    game.emit("inherited", power=power, ipcs=ipcs, to=to)


# --- steps of `side_change` -------------------------------------------------------------------------------------------


def contest_shared(game: Game, power: str) -> None:
    """Territories where the power stands together with new enemies become contested."""
    for space in _shared(game, power):
        if game.state.owner.get(space) is not None:
            territory.contest(game, space)


def go_home(game: Game, power: str) -> None:
    """Units among new enemies go to the nearest territory of their own power, those that have none are lost.

    The units of the power leave territories of others, and the units of others leave its own.
    """
    for space in _shared(game, power):
        holder = game.state.owner.get(space)
        for stack, n in list(game.state.at(space).items()):
            if fights(game, stack) and holder in game.foes(stack.owner):
                game.state.put(space, stack, -n)
                near = distances(game.rules.neighbors, (space,))
                own = [s for s, owner in game.state.owner.items() if owner == stack.owner and s in near]
                if own:
                    target = min(own, key=lambda s: (near[s], s))
                    game.state.put(target, stack, n)
                    game.emit("withdrew", power=stack.owner, force={stack: n}, space=space, target=target)
                else:
                    game.emit("lost", power=stack.owner, force={stack: n}, space=space)


def _shared(game: Game, power: str) -> list[str]:
    """Return the territories where units of the power stand among enemies, or units of enemies in its own."""
    out = []
    for space, force in game.state.forces.items():
        if game.rules.is_land[space]:
            there = {s.owner for s in force if fights(game, s)} | {str(game.state.owner.get(space))}
            if power in there and there & game.foes(power):
                out.append(space)
    return sorted(out)
