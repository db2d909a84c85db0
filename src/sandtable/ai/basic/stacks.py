"""War of stacks: armies move once a turn and fight few rounds, so that territories are contested for turns.

The switches of a ruleset say whether it is of this kind. This module answers the decisions that differ there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.decisions import Allocate, Decision, Move
from ...engine.board import one_phase
from ...engine.memory import BOUGHT
from . import skirmish
from .convoy import Convoy, fleets
from .fronts import Fronts, wings
from .haulage import hauls
from .levy import Levy, placing
from .style import PLAIN, Style

if TYPE_CHECKING:
    from ...engine.game import Game

#: Maximum number of combat rounds per turn with which most battles leave the territory contested.
FEW_ROUNDS = 2


def fits(game: Game) -> bool:
    """Return whether a ruleset leads to a war of stacks."""
    return one_phase(game) and 0 < int(game.rules.switches.get("land_battle_rounds", 0)) <= FEW_ROUNDS


def moves(game: Game, power: str, style: Style = PLAIN) -> Iterator[Move]:
    """Plan the moves of a turn: by sea, by truck, by land, and by air."""
    fresh = dict(BOUGHT.get(game.state)) if power == game.state.power else {}
    units = game.units_at()[power]
    yield from Convoy(game, power).plan()
    yield from hauls(game, power)
    recruits = sum(n for k, n in fresh.items() if units[k].kind in ("land", "air"))
    yield from Fronts(game, power, recruits, style).plan()
    yield from wings(game, power)
    yield from fleets(game, power)


def purchase(game: Game, decision: Decision) -> Any:
    """Choose the purchase."""
    form = decision.form
    assert isinstance(form, Allocate)
    prices = {key[0]: game.stats(decision.power, key[0]).cost for key in form.most if len(key) == 1}
    return {(kind,): n for kind, n in Levy(game, decision.power, prices).fill().items()}


def place(game: Game, decision: Decision) -> Any:
    """Choose where to place new units."""
    form = decision.form
    assert isinstance(form, Allocate)
    return placing(game, decision.power, form)


KINDS: dict[str, Callable[[Game, Decision], Any]] = {
    "battle": skirmish.battle,
    "purchase": purchase,
    "place": place,
}
