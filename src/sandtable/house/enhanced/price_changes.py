"""Price Changes."""

from __future__ import annotations

from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule


@house_rule(
    "enhanced.price_changes",
    "Price Changes",
    editions=("anniversary",),
    options=[
        Option("industrial_complex_cost", 12, "cost of an industrial complex in IPCs", low=1, high=100),
        Option("bomber_cost", 14, "cost of a bomber in IPCs", low=1, high=100),
    ],
)
def price_changes(draft: Draft, option: Options) -> None:
    """An industrial complex costs 12 IPCs instead of 15, and a bomber costs 14 IPCs instead of 12. All other costs stay
    the same."""
    draft.set("units.industrial_complex.cost", option.industrial_complex_cost)
    draft.set("units.bomber.cost", option.bomber_cost)
