"""Price Changes."""

from ...words import Draft, Option, Options
from ..documents import enhanced


@enhanced(
    "enhanced.price_changes", "Price Changes",
    Option("industrial_complex_cost", 12, "cost of an industrial complex in IPCs", low=1, high=100),
    Option("bomber_cost", 14, "cost of a bomber in IPCs", low=1, high=100),
)  # fmt: skip
def price_changes(draft: Draft, option: Options) -> None:
    """An industrial complex costs 12 IPCs instead of 15, and a bomber costs 14 IPCs instead of 12. All other costs stay
    the same."""
    draft.set("units.industrial_complex.cost", option.industrial_complex_cost)
    draft.set("units.bomber.cost", option.bomber_cost)
