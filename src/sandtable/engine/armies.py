"""Armies whose owner is no power: they hold territories and defend them (table `armies`).

A rule names the owner (``draft.add("armies.Neutral", {})``), gives it territories (``holders``) and units (``setup``).
Every power may attack there. The engine decides for such an owner by its own advice. Its ships are of no concern at
sea unless a rule widens the query `enemies`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.events import declare_event
from .board import held_by_nobody
from .territory import control

if TYPE_CHECKING:
    from .game import Game

__all__ = ["held_by_nobody", "take_over"]
declare_event("joined", "{space} and its units join {power}")


def take_over(game: Game, space: str, power: str, *zones: str) -> None:
    """Give a power a territory held by an owner that is no power, with its units there and in the zones named."""
    owner, state = game.state.owner.get(space), game.state
    if owner not in game.rules.tables["armies"]:
        return
    for place in (space, *zones):
        for stack, n in list(state.at(place).items()):
            if stack.owner == owner:
                state.put(place, stack, -n)
                state.put(place, stack._replace(owner=power), n)
    control(game, space, power)
    game.emit("joined", space=space, power=power)
