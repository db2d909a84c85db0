"""The other powers in trials: fast players, of which the enemies play in a different style in each trial.

A plan that pays only against one way of playing is then not taken for a good one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basic import Basic
from ..basic.buy import ranks
from ..basic.style import PLAIN, Style

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game
    from ...rules.ruleset import Ruleset

#: Share of the money that enemies in other styles spend on a type of land unit.
ARMED = 0.7
#: Weights of this side's losses for careful and for reckless enemies.
CAREFUL, RECKLESS = 0.5, 1.7


def styles(rules: Ruleset) -> tuple[Style, ...]:
    """Return the styles of the enemies by the number of the trial: plain, careful, with many land units, reckless."""
    found: tuple[Style, ...] | None = rules.cache.get(styles)
    if found is None:
        cheap, punch = ranks(rules.units.values())
        plenty = PLAIN if cheap is None else PLAIN._replace(buy=cheap.id, part=ARMED)
        strong = PLAIN if punch is None else PLAIN._replace(buy=punch.id, part=ARMED)
        found = rules.cache[styles] = (
            PLAIN,
            plenty._replace(bold=CAREFUL),
            plenty,
            strong._replace(bold=RECKLESS),
        )
    return found


class Others:
    """Return the player of all powers after a turn of a side in a trial, as a function of game and decision."""

    def __init__(self, game: Game, side: str, seed: str, number: int) -> None:
        ways = styles(game.rules)
        self._friend, self._enemy = Basic(seed), Basic(seed, ways[number % len(ways)])
        self._sides, self._side = game.sides, side

    def __call__(self, game: Game, decision: Decision) -> Any:
        player = self._friend if self._sides.get(decision.power, self._side) == self._side else self._enemy
        return player(game, decision)
