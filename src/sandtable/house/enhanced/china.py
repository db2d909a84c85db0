"""The national advantages of China."""

from __future__ import annotations

from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

EDITIONS = ("anniversary",)


@house_rule(
    "enhanced.na_china_round_up",
    "China: Round Up New Infantry",
    editions=EDITIONS,
    options=[
        Option("rounding", "up", "how a fraction is rounded", choices=("up", "down")),
        Option("territories_per_infantry", 2, "Chinese territories for each new infantry", low=1, high=9),
    ],
    default=False,
)
def na_china_round_up(draft: Draft, option: Options) -> None:
    """China gets one infantry for every two Chinese territories, and a fraction is rounded up instead of down."""
    draft.set("switches.recruits_rounded_up", option.rounding == "up")
    draft.set("switches.territories_per_recruit", option.territories_per_infantry)


@house_rule(
    "enhanced.na_china_unlimited_placement",
    "China: No Placement Cap",
    editions=EDITIONS,
    options=[Option("cap", 0, "Chinese units in a territory that stop placement (0: no cap)", low=0, high=20)],
    default=False,
)
def na_china_unlimited_placement(draft: Draft, option: Options) -> None:
    """China may place any number of new infantry in one territory; the cap of three Chinese units no longer holds."""
    draft.set(("sites", "Chinese units", "most"), option.cap)
