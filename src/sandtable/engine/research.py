"""Technologies that a power gains."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game


def gain(game: Game, power: str, technology: str) -> None:
    """Give a technology to this power alone, effective at once (R162, R163)."""
    game.state.techs[power].append(technology)
    game.changed()
    game.emit("technology_gained", power=power, technology=game.rules.technologies[technology].name)
