"""Naval Unit Costs: cheaper submarines and cruisers."""

from ...words import Draft, Option, Options
from ..documents import great_war


@great_war(
    "great_war.naval_unit_costs", "Naval Unit Costs",
    Option("submarine_cost", 5, "cost of a submarine in IPCs", low=1, high=99),
    Option("cruiser_cost", 7, "cost of a cruiser in IPCs", low=1, high=99),
)  # fmt: skip
def naval_unit_costs(draft: Draft, option: Options) -> None:
    """Submarines cost 5 IPCs instead of 6. Cruisers cost 7 IPCs instead of 9."""
    draft.set("units.submarine.cost", option.submarine_cost)  # .1
    draft.set("units.cruiser.cost", option.cruiser_cost)  # .2
