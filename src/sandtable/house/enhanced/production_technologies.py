"""Technologies of factories and shipyards: Improved Factories, War Bonds, and Improved Shipyards."""

from math import ceil, floor

from ...engine import installations
from ...words import Draft, Game, Option, Options
from ..documents import enhanced
from .weapons_development import ID

FACTORIES, BONDS, SHIPYARDS = "increased_factory_production", "war_bonds", "improved_shipyards"


@enhanced(
    "enhanced.tech_improved_factories", "Improved Factories",
    Option("extra_units", 2, "units that each complex produces beyond its limit", low=0, high=20),
    Option("repair_cost_factor", 0.5, "IPCs to repair a point of damage", low=0.0, high=2.0),
    Option("rounding", "up", "how half IPCs for repairs are rounded", choices=("up", "down")),
    Option("minimum_territory_value", 3, "complexes in territories worth less produce no more", low=0, high=12),
    needs=(ID,),
)  # fmt: skip
def tech_improved_factories(draft: Draft, option: Options) -> None:
    """Each of your industrial complexes in a territory worth 3 IPCs or more produces 2 more units than its limit. You
    repair damage at half price, rounded up. Convoy raids do not change."""
    text = (
        f"Each of your industrial complexes in a territory worth {option.minimum_territory_value} IPCs or more produces"
        f" {option.extra_units} more units, and a point of damage costs {option.repair_cost_factor} IPCs to repair."
    )
    draft.set(("technologies", FACTORIES, "text"), text)
    rounded = ceil if option.rounding == "up" else floor

    def production(answer: int | None, game: Game, power: str, space: str) -> int | None:
        """Damage counts against the extra units, too (.1)."""
        worth = game.rules.q.value(game, space)
        if answer is None or not game.holds(power, FACTORIES):
            return answer
        more = option.extra_units if worth >= option.minimum_territory_value else 0
        return max(0, worth + more - installations.damage(game, space))

    def price(answer: int, game: Game, power: str, points: int) -> int:
        """All points repaired in a turn are paid together (.2)."""
        return rounded(points * option.repair_cost_factor) if game.holds(power, FACTORIES) else answer

    draft.modify("production", production)
    draft.modify("repair_price", price)


@enhanced(
    "enhanced.tech_war_bonds", "War Bonds",
    Option("dice", 1, "dice rolled for the bonus", low=1, high=6),
    Option("reroll_on", 6, "a die of this number or more gives an extra die", low=1, high=6),
    Option("max_extra_dice", 1, "most extra dice", low=0, high=6),
    needs=(ID,),
)  # fmt: skip
def tech_war_bonds(draft: Draft, option: Options) -> None:
    """When you collect income, you roll a die and collect that many more IPCs. On a 6, you roll a second die and add
    it; there is no third die."""
    text = "When you collect income, you roll a die and collect that many more IPCs; a 6 gives one more die."
    draft.set(("technologies", BONDS, "text"), text)

    def bonds(game: Game, power: str) -> tuple[int, str] | None:
        if not game.holds(power, BONDS):
            return None
        dice, extra = game.dice.roll(option.dice), 0
        while extra < min(option.max_extra_dice, sum(die >= option.reroll_on for die in dice)):
            dice, extra = [*dice, *game.dice.roll(1)], extra + 1
        game.emit("bonds_rolled", power=power, die=dice)
        return sum(dice), "war bonds"

    draft.replace_step("income", BONDS, bonds, text="war bonds")


@enhanced(
    "enhanced.tech_improved_shipyards", "Improved Shipyards",
    Option("battleship", 17, "cost of a battleship in IPCs", low=1, high=100),
    Option("carrier", 11, "cost of an aircraft carrier in IPCs", low=1, high=100),
    Option("cruiser", 10, "cost of a cruiser in IPCs", low=1, high=100),
    Option("destroyer", 7, "cost of a destroyer in IPCs", low=1, high=100),
    Option("transport", 6, "cost of a transport in IPCs", low=1, high=100),
    Option("submarine", 5, "cost of a submarine in IPCs", low=1, high=100),
    needs=(ID,),
)  # fmt: skip
def tech_improved_shipyards(draft: Draft, option: Options) -> None:
    """Your ships cost less: battleships 17 IPCs, aircraft carriers 11, cruisers 10, destroyers 7, transports 6, and
    submarines 5."""
    costs = {
        "battleship": option.battleship, "aircraft_carrier": option.carrier, "cruiser": option.cruiser,
        "destroyer": option.destroyer, "transport": option.transport, "submarine": option.submarine,
    }  # fmt: skip
    effects = [{"unit": unit, "stat": "cost", "set": cost} for unit, cost in costs.items()]
    listed = ", ".join(f"{unit.replace('_', ' ')}s {cost}" for unit, cost in costs.items())
    draft.set(("technologies", SHIPYARDS, "text"), f"Your ships cost less IPCs: {listed}.")
    draft.change(("technologies", SHIPYARDS, "effects"), effects)
