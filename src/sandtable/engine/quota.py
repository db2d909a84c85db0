"""Units of which each power may build a limited number in the game, bought apart from other purchases."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.decisions import Amount, Decision
from .economy import buy
from .memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules.draft import Draft
    from .game import Flow, Game


class Quota(NamedTuple):
    """At most `most` units of a type for each power that holds the capability `holds`; `built` counts them.

    They are bought by an `Amount` of `what` in a decision of kind `asks`; `rule` is cited for it, `limit` for its
    maximum.
    """

    type: str
    holds: str
    most: int
    built: Memory[dict[str, int]]
    asks: str
    what: str
    rule: str
    limit: str

    def room(self, game: Game) -> int:
        """Return how many the active power can still build with its cash; those lost since count."""
        power = game.state.power
        cash, price = game.state.ipcs[power], game.stats(power, self.type).cost
        left = max(0, self.most - self.built.get(game.state).get(power, 0))
        return min(left, cash // price if price else 999) if game.holds(power, self.holds) else 0

    def sell(self, draft: Draft, name: str, text: str, apart: str, advised: Callable[[Game], bool]) -> None:
        """Offer the units in the phase of purchases, and leave them out of other purchases (`apart` tells players)."""
        draft.offer("purchase", name, text, self.purchase, self.available, advised)
        draft.modify("for_sale", self.not_listed, "forbid", apart)

    def available(self, game: Game) -> bool:
        """Return whether the active power can build one."""
        return self.room(game) > 0

    def purchase(self, game: Game) -> Flow:
        """Ask how many the active power builds, and buy them."""
        power, most = game.state.power, self.room(game)
        unit = game.stats(power, self.type)
        count: int = yield Decision(
            self.asks, power, f"How many {unit.called(2)} will you build at {unit.cost} IPCs each?",
            Amount(0, most, self.what, self.limit), advice=min(1, most), rule=self.rule, context={"price": unit.cost},
        )  # fmt: skip
        if count:
            buy(game, power, {self.type: count}, count * unit.cost)
            self.built.count(game.state, power, count)

    def not_listed(self, answer: dict[str, int]) -> dict[str, int]:
        """Leave the units out of other purchases (a modifier of `for_sale`)."""
        return {kind: n for kind, n in answer.items() if kind != self.type}
