"""`easy`: an opponent for beginners, who makes the mistakes of a beginner.

It plays like the fast player, but each turn it overlooks half of the board, thinks too well or too badly of its
chances, leaves its factories with too few units, and spends much of its money on a favorite.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from .basic import Basic
from .basic.buy import favoring
from .basic.style import Style

if TYPE_CHECKING:
    from ..core.decisions import Decision, Move
    from ..engine.game import Game

#: Share of the enemy's spaces that it overlooks in a turn, and part of its money for the favorite.
OVERLOOKED, PART = 0.5, 0.6
#: How much it counts the enemy's losses, and how much more risk it accepts at its factories.
BOLD, RISK = (0.4, 1.0, 3.0), 6.0


class Easy(Basic):
    """Return the player. The same seed and answers produce the same game."""

    def __init__(self, seed: str | int = 0) -> None:
        super().__init__(seed)
        self._turn: tuple[Any, ...] = ()
        self._rng = Random(self.seed)
        self.overlooked: set[str] = set()

    def __call__(self, game: Game, decision: Decision) -> Any:
        turn = id(game), game.state.round, decision.power
        if turn != self._turn:
            self._turn = turn
            self._rng = rng = Random(f"{self.seed}/{game.state.round}/{decision.power}")
            self.overlooked = {s for s in game.rules.spaces if rng.random() < OVERLOOKED}
            self.style = Style(rng.choice(BOLD), RISK)
        answer = super().__call__(game, decision)
        return self._favored(game, decision, answer) if decision.kind == "purchase" else answer

    def _plan(self, game: Game, decision: Decision) -> Iterator[Move]:
        """Plan the moves of a phase without the attacks that it overlooks."""
        foes = game.foes(decision.power)
        for move in super()._plan(game, decision):
            target = move.path[-1] if move.path else ""
            hostile = game.state.owner.get(target) in foes or any(s.owner in foes for s in game.state.at(target))
            if not hostile or target not in self.overlooked:
                yield move

    def _favored(self, game: Game, decision: Decision, order: Any) -> Any:
        """Return a purchase in which the favorite of this turn takes the place of other units."""
        shelf = [k for k in sorted(decision.form.most) if len(k) == 1 and game.stats(decision.power, k[0]).attack]  # type: ignore[attr-defined]
        if not shelf or not any(len(key) == 1 for key in order):
            return order
        return favoring(game, decision, order, self._rng.choice(shelf)[0], PART)
