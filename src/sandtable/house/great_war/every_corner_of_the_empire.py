"""From Every Corner of the Empire: new units at home, away from the capital."""

from ...words import Draft, Option, Options
from ..documents import great_war


@great_war(
    "great_war.every_corner_of_the_empire", "From Every Corner of the Empire",
    Option("minimum_value", 3, "IPC value from which a territory takes 1 new unit", low=1, high=99),
    Option("double_value", 6, "IPC value from which it takes 2 new units", low=1, high=99),
    default=False,
)  # fmt: skip
def every_corner_of_the_empire(draft: Draft, option: Options) -> None:
    """Each turn, a power may place 1 of its new units in each original territory it controls that is worth 3 IPCs or
    more, and 2 in each that is worth 6 or more. They must be infantry or, where other infantry are present,
    artillery."""
    home = {"types": ["infantry", "artillery"], "original": True, "at_complexes": False, "held": True}  # .2
    # .1: every such territory in every turn, in addition to what it may take otherwise
    least, double = option.minimum_value, max(option.minimum_value, option.double_value)
    draft.add("sites.every corner", {**home, "least_value": least, "below_value": double, "most": 1})
    draft.add("sites.every big corner", {**home, "least_value": double, "most": 2})  # .3
