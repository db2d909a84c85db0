"""Minor powers: territories that belong to no power at first, and may be aligned with one (table `minors`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import neutral
from .memory import ALIGNMENTS
from .outside import outside

if TYPE_CHECKING:
    from .game import Game


def minor_of(game: Game, space: str) -> str | None:
    """Return the minor power to which a territory belongs, as home or as colony."""
    index: dict[str, str] | None = game.rules.cache.get("minor_of")
    if index is None:
        index = game.rules.cache["minor_of"] = {
            s: name for name, row in game.rules.tables["minors"].items() for s in (row["home"], *row["colonies"])
        }
    return index.get(space)


def aligned(game: Game, space: str) -> str | None:
    """Return the power that a territory not yet entered will join; None for true neutrals (great_war.R98, R99)."""
    name = minor_of(game, space)
    if name is None:
        return None
    power: str | None = ALIGNMENTS.get(game.state).get(name) or game.rules.tables["minors"][name]["aligned"]
    return None if power is None or outside(game, power) else power


def sleeping(game: Game, space: str) -> bool:
    """Return whether a territory belongs to a minor power and has not been entered (great_war.R105)."""
    return neutral(game, space) and minor_of(game, space) is not None
