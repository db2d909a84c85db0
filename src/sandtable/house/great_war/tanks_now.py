"""We Need Tanks Now: tanks one round earlier."""

from __future__ import annotations

from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule


@house_rule(
    "great_war.tanks_now",
    "We Need Tanks Now",
    editions=("great_war",),
    options=[Option("first_turn", 3, "first round in which tanks may be purchased", low=1, high=99)],
    default=False,
)
def tanks_now(draft: Draft, option: Options) -> None:
    """Tanks may be purchased starting in round 3 instead of round 4."""
    draft.set("calendar.tank", option.first_turn)  # .1
