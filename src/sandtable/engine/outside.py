"""Powers that stand outside the war: those that have not entered it yet, and those that have left it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import NEUTRAL_POWERS, OUT

if TYPE_CHECKING:
    from .game import Game


def outside(game: Game, power: str) -> bool:
    """Return whether a power is neither friend nor enemy of anybody now."""
    return power in NEUTRAL_POWERS.get(game.state) or power in OUT.get(game.state)


def neutral_power(game: Game, power: str | None) -> bool:
    """Return whether a power has not entered the war yet."""
    return power in NEUTRAL_POWERS.get(game.state)
