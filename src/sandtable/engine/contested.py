"""Contested territories: units of both sides stand in them, and no power controls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import CONTESTED, OWNERS, STOOD, WAS_CONTESTED

if TYPE_CHECKING:
    from .game import Game


def note_contested(game: Game) -> None:
    """Record at the start of a turn which territories are contested, and where the power has units."""
    state, power = game.state, game.state.power
    WAS_CONTESTED.set(state, sorted(CONTESTED.get(state)))
    mine = (s for s, force in state.forces.items() if any(stack.owner == power for stack in force))
    STOOD.set(state, sorted(s for s in mine if game.rules.is_land[s]))


def bound(game: Game, power: str, start: str, space: str) -> bool:
    """Return whether units that began the turn in a contested territory `start` are kept from going to `space`.

    They may go where their power controlled or had units at the start of the turn (great_war.R30).
    """
    state = game.state
    return start in WAS_CONTESTED.get(state) and OWNERS.get(state).get(space) != power and space not in STOOD.get(state)
