"""Contested territories: units of both sides stand in them, and no power controls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import No
from .board import hostile
from .memory import CONTESTED, OWNERS, STOOD, WAS_CONTESTED
from .minors import aligned, sleeping

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


def breaks_out(game: Game, power: str, start: str, space: str) -> bool:
    """Return whether a step from one territory to another is one that units bound by a contested one cannot take."""
    return game.rules.is_land[start] and game.rules.is_land[space] and bound(game, power, start, space)


def only_bound(answer: object) -> bool:
    """Return whether a move is refused because its units are bound by a contested territory, and for nothing else."""
    return isinstance(answer, No) and answer.rule == "contested.leave"


def of_enemy(game: Game, power: str, space: str) -> bool:
    """Return whether a territory belongs to an enemy, or to a minor power aligned with one."""
    return hostile(game, power, space) or (sleeping(game, space) and aligned(game, space) in game.foes(power))
