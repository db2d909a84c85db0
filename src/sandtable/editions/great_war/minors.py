"""Minor powers and neutral powers that are entered (R97, R98 to R107)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine import minors
from ...engine.alliances import join
from ...engine.moving import Units
from ...engine.outside import neutral_power

if TYPE_CHECKING:
    from ...engine.game import Flow, Game


def entered(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Bring a neutral power into the war when its territory is entered, and mobilize minor powers."""
    land = [s for s, _ in units if game.unit(s).kind == "land" or len(rest) == 1]
    owner = game.state.owner.get(space)
    if land and owner and neutral_power(game, owner) and owner != land[0].owner:
        join(game, owner, f"attacked by {land[0].owner}")
    yield from minors.entered(game, units, space, rest)
