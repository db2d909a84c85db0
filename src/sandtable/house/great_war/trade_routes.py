"""Where freighters and merchant raiders go, and how many of them are worth their price, for the adviser."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...words import Move, Stack
from ...words.board import source
from .freighter_trade import FREIGHTER, Trade
from .new_units import owned

if TYPE_CHECKING:
    from ...engine.game import Game
    from .freighters_and_raiders import Raids

RAIDER = "merchant_raider"
#: Freighters and merchant raiders that a power may have before it purchases more.
MOST = {FREIGHTER: 2, RAIDER: 2}


class Routes(NamedTuple):
    """Advice for the ships of `freighters_and_raiders`."""

    trade: Trade
    raids: Raids

    def purchase(self, answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """Advise a few ships of each kind that the power may have, while it has a port to place them."""
        sale, placement = game.rules.q.for_sale(game, power), game.rules.q.placement
        wanted = {kind: min(1, most - owned(game, power, kind)) for kind, most in MOST.items() if kind in sale}
        ports = {kind: n for kind, n in wanted.items() if n > 0 and placement(game, power, kind)}
        return {**answer, **ports}

    def move(self, answer: Move | None, game: Game, phase: str) -> Move | None:
        """Advise freighters to sail to where they earn, and raiders to where they find prey and no warships."""
        if answer is not None:
            return answer
        ships = [
            (zone, stack, n)
            for zone in game.rules.zones
            for stack, n in game.state.at(zone).items()
            if stack.owner in game.acting and stack.type in MOST and not stack.cond.moved
        ]
        for zone, stack, n in ships:
            here = 0 if stack.type == FREIGHTER else self.worth(game, stack, zone)
            ways = [o for o in source(game, phase).options(zone, stack) if self.worth(game, stack, o.path[-1]) > here]
            if ways:
                best = max(ways, key=lambda o: (self.worth(game, stack, o.path[-1]), -len(o.path), o.path))
                return Move(((stack, min(n, best.most)),), best.path)
        return None

    def worth(self, game: Game, stack: Stack, zone: str) -> int:
        """Return what a ship is worth in a sea zone; 0 among the warships of an enemy."""
        if game.rules.q.hostile_zone(game, stack.owner, zone):
            return 0
        if stack.type == FREIGHTER:
            return self.trade.worth(game, stack.owner, zone)
        return sum(len(self.raids.targets(game, zone, victim)) for victim in game.foes(stack.owner))
