"""Rough measures of strength, for the advice that comes with decisions: attack and defense values added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import fights

if TYPE_CHECKING:
    from .game import Game


def threat(game: Game, power: str, space: str) -> int:
    """What enemies of a power could throw from the neighboring territories against this one."""
    foes = game.foes(power)
    return sum(
        n * game.stats(stack.owner, stack.type).attack
        for near in game.rules.land_near[space]
        for stack, n in game.state.at(near).items()
        if stack.owner in foes and fights(game, stack)
    )


def reach(game: Game, power: str, space: str) -> int:
    """What a power could throw from the neighboring territories against this one."""
    return sum(
        n * game.stats(power, stack.type).attack
        for near in game.rules.land_near[space]
        for stack, n in game.state.at(near).items()
        if stack.owner == power and fights(game, stack)
    )


def garrison(game: Game, power: str, space: str) -> int:
    """What a power and its friends have to defend a space with."""
    friends = game.friends(power)
    return sum(
        n * game.stats(stack.owner, stack.type).defense
        for stack, n in game.state.at(space).items()
        if stack.owner in friends and fights(game, stack)
    )
