"""Rockets: one gun in each territory may attack an enemy industrial complex within 3 spaces (R146.2, R148)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.rockets import Launch, launched

if TYPE_CHECKING:
    from ...engine.game import Flow, Game


def rocket_attacks(game: Game) -> Flow:
    """Fire one gun of each territory; a complex is attacked by one rocket a turn (R146.2)."""
    over_neutrals = bool(game.rules.switch("rockets_cross_neutrals"))
    yield from launched(Launch(per_target=1, over_neutrals=over_neutrals))(game)
