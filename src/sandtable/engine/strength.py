"""Rough measures for the advice that comes with decisions: strength as attack and defense added up, losses in IPCs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..core.decisions import Allocate, Move
from ..core.forces import Stack
from .board import COMBAT, fights, production
from .movement import Mover

if TYPE_CHECKING:
    from .game import Game


def threat(game: Game, power: str, space: str) -> int:
    """Return the strength that enemies of a power can bring from adjacent territories against this one."""
    foes = game.foes(power)
    return sum(
        n * game.unit(stack).attack
        for near in game.rules.land_near[space]
        for stack, n in game.state.at(near).items()
        if stack.owner in foes and fights(game, stack)
    )


def reach(game: Game, power: str, space: str) -> int:
    """Return the strength that a power can bring from adjacent territories against this one."""
    return sum(
        n * game.unit(stack).attack
        for near in game.rules.land_near[space]
        for stack, n in game.state.at(near).items()
        if stack.owner == power and fights(game, stack)
    )


def garrison(game: Game, power: str, space: str) -> int:
    """Return the strength with which a power and its friends defend a space."""
    friends = game.friends(power)
    return sum(
        n * game.unit(stack).defense
        for stack, n in game.state.at(space).items()
        if stack.owner in friends and fights(game, stack)
    )


def cost_of(game: Game, force: Mapping[Stack, float]) -> float:
    """Return what units cost in IPCs."""
    return sum(n * game.unit(stack).cost for stack, n in force.items())


def best_mission(
    game: Game, space: str, stack: Stack, mission: str, gain: Callable[[str], float], least: float
) -> Move | None:
    """Return the mission of one aircraft against the space with the highest `gain`; None if all are below `least`."""
    flights = [o for o in Mover(game, COMBAT).flights(space, stack) if o.mission == mission]
    flights = [o for o in flights if gain(o.path[-1]) >= least]
    return max(flights, key=lambda o: (gain(o.path[-1]), o.path)).move(1) if flights else None


def need(game: Game, power: str) -> float:
    """Return how badly a power needs money: a threatened capital first, then lost production."""
    capital = game.rules.powers[power].capital
    danger = threat(game, power, capital) / (garrison(game, power, capital) + 1)
    spaces, holders = game.rules.spaces, game.rules.holders
    first = sum(s.value for s in spaces.values() if holders.get(s.name, s.owner) == power)
    lost = 1 - production(game, power) / first if first else 0.0
    return round(max(0.0, danger - 0.5) * 2 + max(0.0, lost), 2)


def relief(game: Game, power: str, form: Allocate) -> dict[tuple[str, ...], int]:
    """Return the answer that gives all that is allowed to the power that needs it most, unless the giver needs more.

    The keys of the form are the powers that it can give to.
    """
    needs = {key: need(game, key[0]) for key in form.most}
    neediest = max(needs, key=lambda key: (needs[key], key), default=None)
    if neediest is None or needs[neediest] <= need(game, power):
        return {}
    room = form.room({}, neediest)
    return {neediest: room} if room else {}
