"""Picks asked outside battles: which of the units in a space a description means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..battle.volley import Pick, Piece
from ..core.forces import Force, Stack

if TYPE_CHECKING:
    from .game import Game


def piece(game: Game, stack: Stack, space: str, aside: bool = False) -> Piece:
    """Return what a pick looks at: a unit of a stack in a space."""
    unit = game.unit(stack, space)
    held = tuple(game.state.techs.get(stack.owner, ()))
    return Piece(stack.owner, unit, unit.hits - stack.cond.damage, aside, stack.cond.marks, held)


def picked(game: Game, force: Mapping[Stack, int], space: str, pick: Pick) -> Force:
    """Return the units of a force that a pick means."""
    return {s: n for s, n in force.items() if n and pick.fits(piece(game, s, space))}


def read(cells: Mapping[str, tuple[str, ...]]) -> Pick:
    """Return the pick that cells of a table describe: kinds, tags, types, without, marks, unmarked, owners, holds."""
    words: dict[str, Any] = {word: tuple(names) for word, names in cells.items()}
    return Pick(**words)
