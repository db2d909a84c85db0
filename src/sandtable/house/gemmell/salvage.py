"""Salvage Units: turn in units for half their cost."""

from collections.abc import Iterable

from ...core.rounding import exact
from ...engine import disposal
from ...words import Draft, Flow, Game, Option, Options, declare_event, earn, part_of, turn_memory
from ...words.asking import Decision, declare_decision
from ..documents import gemmell

declare_decision("salvage", "allocate: units to turn in, by type and space")
declare_decision("salvage_loss", "confirm: may an ally turn in the ship that carries your units?")
declare_event("salvaged", "{power} turns in {force} in {space}")

SALVAGED = turn_memory("salvaged", list[int], "prices of the units turned in during this turn")
RULE = "gemmell.salvage.1"


@gemmell(
    "gemmell.salvage", "Salvage Units",
    Option("rate", 0.5, "share of the unit's cost that is refunded", low=0, high=1),
    Option("rounding", "down_per_unit", "whether to round down per unit or once on the total",
           choices=("down_per_unit", "down_on_total")),
    Option("credit_time", "collect_income", "when the refund reaches the treasury",
           choices=("collect_income", "at_once")),
    Option("excluded_units", ["industrial_complex"], "units that cannot be salvaged"),
    Option("price_basis", "list_price",
           "which cost to use; owners_current_price includes the Industrial Technology discount",
           choices=("list_price", "owners_current_price")),
)  # fmt: skip
def salvage(draft: Draft, option: Options) -> None:
    """During its purchase phase, a power may turn in units for half their cost, rounded down. Industrial complexes
    cannot be turned in. The power receives the IPCs when it collects income at the end of its turn."""
    salvage = Salvage(option, frozenset(draft.find_all("units", option.excluded_units)))
    # In phase 1, a power develops weapons, purchases or salvages units, or lends IPCs (gemmell.salvage.6).
    draft.offer("purchase", "salvage", "turn in units for half their cost", salvage.turn_in, salvage.possible)
    draft.step("income", "salvage", salvage.credit, text="half the cost of the units turned in")


class Salvage:
    """The refunds under the chosen options; by default, industrial complexes are excluded (gemmell.salvage.5)."""

    def __init__(self, option: Options, excluded: frozenset[str]) -> None:
        self.option, self.excluded = option, excluded

    def lots(self, game: Game) -> dict[disposal.Key, disposal.Lot]:
        """Return the power's units on the board, except excluded and newly purchased ones."""
        current, power = self.option.price_basis == "owners_current_price", game.state.power
        costs = game.units_at()[power] if current else game.rules.units
        return disposal.lots(game, lambda kind: 0 if kind in self.excluded else costs[kind].cost)

    def possible(self, game: Game) -> bool:
        return bool(self.lots(game))

    def refund(self, prices: Iterable[int]) -> int:
        """Return half the cost, rounded down (gemmell.salvage.1, .4)."""
        rounded = [sum(prices)] if self.option.rounding == "down_on_total" else prices
        return sum(part_of(n, self.option.rate) for n in rounded)

    def each(self, prices: Iterable[int]) -> int | float:
        """Refund per unit; with fractions if only the total is rounded down."""
        if self.option.rounding == "down_on_total":
            return float(exact(self.option.rate) * sum(prices))
        return self.refund(prices)

    def turn_in(self, game: Game) -> Flow:
        """Turn in any number of units, removed at once, except industrial complexes (gemmell.salvage.1, .5)."""
        power, found = game.state.power, self.lots(game)
        chosen = yield Decision(
            "salvage", power, "Salvage: choose units to turn in for half their cost", disposal.form(game, found, RULE),
            advice=dict, rule=RULE,
            context={"refunds": {" > ".join(key): self.each(lot.prices) for key, lot in found.items()}},
        )  # fmt: skip
        prices = yield from disposal.turn_in(game, found, chosen, "salvaged", "salvage_loss", RULE)
        if prices and self.option.credit_time == "at_once":
            earn(game, power, self.refund(prices), "salvage")
        elif prices:
            SALVAGED.of(game.state).extend(prices)

    def credit(self, game: Game, power: str) -> tuple[int, str] | None:
        """Pay the IPCs with the income of this turn, for use from the next turn (gemmell.salvage.2, .3)."""
        prices = SALVAGED.get(game.state)
        return (self.refund(prices), "salvage") if prices else None
