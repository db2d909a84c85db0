"""Whether ships are safe from enemy fleets, in a war of stacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...core.forces import Stack
from .convoy import sails
from .skirmish import fleet_odds

if TYPE_CHECKING:
    from ...engine.game import Game


class Hunters:
    """The enemy fleets that reach some sea zones in their next turn: sea zone -> enemy power -> ships."""

    def __init__(self, game: Game, power: str, zones: Iterable[str]) -> None:
        self.game, self.friends, enemies = game, game.friends(power), game.foes(power)
        self.fleets: dict[str, dict[str, dict[Stack, int]]] = {zone: {} for zone in zones}
        for at in game.rules.zones:
            for stack, n in game.state.at(at).items():
                unit = game.unit(stack, at)
                if stack.owner in enemies and unit.kind == "sea" and unit.attack:
                    for zone in sails(game, stack.owner, at, unit.move, stack.type):
                        if zone in self.fleets:
                            fleet = self.fleets[zone].setdefault(stack.owner, {})
                            fleet[stack] = fleet.get(stack, 0) + n

    def sunk(self, zone: str, new: Mapping[Stack, int]) -> float:
        """Return the chance that an enemy fleet destroys the ships of this side in a sea zone, with new ones."""
        here = {stack: n for stack, n in self.game.state.at(zone).items() if stack.owner in self.friends}
        for stack, n in new.items():
            here[stack] = here.get(stack, 0) + n
        return max((fleet_odds(self.game, fleet, here) for fleet in self.fleets[zone].values()), default=0.0)
