"""Rough measures of strength, for the advice that comes with decisions: attack and defense values added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import fights

if TYPE_CHECKING:
    from .game import Game


def threat(game: Game, power: str, space: str) -> int:
    """Return the strength that enemies of a power can bring from adjacent territories against this one."""
    foes = game.foes(power)
    return sum(
        n * game.stats(stack.owner, stack.type).attack
        for near in game.rules.land_near[space]
        for stack, n in game.state.at(near).items()
        if stack.owner in foes and fights(game, stack)
    )


def reach(game: Game, power: str, space: str) -> int:
    """Return the strength that a power can bring from adjacent territories against this one."""
    return sum(
        n * game.stats(power, stack.type).attack
        for near in game.rules.land_near[space]
        for stack, n in game.state.at(near).items()
        if stack.owner == power and fights(game, stack)
    )


def garrison(game: Game, power: str, space: str) -> int:
    """Return the strength with which a power and its friends defend a space."""
    friends = game.friends(power)
    return sum(
        n * game.stats(stack.owner, stack.type).defense
        for stack, n in game.state.at(space).items()
        if stack.owner in friends and fights(game, stack)
    )
