"""We Need Tanks Now: tanks one round earlier."""

from ...words import Draft, Option, Options
from ..documents import great_war


@great_war(
    "great_war.tanks_now", "We Need Tanks Now",
    Option("first_turn", 3, "first round in which tanks may be purchased", low=1, high=99),
    default=False,
)  # fmt: skip
def tanks_now(draft: Draft, option: Options) -> None:
    """Tanks may be purchased starting in round 3 instead of round 4."""
    draft.set("calendar.tank", option.first_turn)  # .1
