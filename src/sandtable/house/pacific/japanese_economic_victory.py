"""Japanese Economic Victory: victory points from 20 IPCs on."""

from ...words import Draft, Option, Options
from ..documents import pacific


@pacific(
    "pacific.japanese_economic_victory", "Japanese Economic Victory",
    Option("step", 10, "IPCs per further victory point", low=1, high=99),
    Option("first_threshold", 20, "IPCs that bring the first victory point", low=1, high=99),
    Option("target", 22, "victory points that Japan needs to win", low=1, high=99),
    Option("count_captured_cash", True, "IPCs captured with a capital count as collected"),
)  # fmt: skip
def japanese_economic_victory(draft: Draft, option: Options) -> None:
    """Japan gets its first victory point of a turn at 20 IPCs, and one more for each full 10 IPCs above. Less than 20
    IPCs bring no point."""
    draft.set("switches.victory_points_step", option.step)  # .1, .2
    draft.set("switches.victory_points_first", option.first_threshold)  # .3
    draft.set("switches.victory_points_to_win", option.target)
    draft.set("switches.captured_money_counts", option.count_captured_cash)
