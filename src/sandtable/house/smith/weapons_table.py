"""Weapons Developments: a table of six rows that replaces the weapons chart of the base game."""

from ...engine.research import Terms
from ...words import Draft, Option, Options
from ..documents import smith
from .technologies import CHART, WEAPONS_TABLE


@smith(
    WEAPONS_TABLE, "Weapons Developments",
    Option("research_cost", 5, "IPCs for a research die", low=1, high=99),
    Option("success_on", 6, "research die that succeeds", low=1, high=6),
    Option("duplicates", "choose_then_reroll",
           "a roll on a row whose developments you have: roll again, or lose the roll",
           choices=("choose_then_reroll", "lost")),
)  # fmt: skip
def weapons_table(draft: Draft, option: Options) -> None:
    """Each successful research die gives one roll on a table of six rows instead of the weapons chart. Choose one of
    the developments in the row; the second row lets you choose an elite force. Developments whose rules are off are
    not in the table."""

    def duplicates(answer: Terms) -> Terms:
        """A roll on a row whose developments the power has is lost."""
        return answer._replace(again=False)

    draft.add("switches.weapons_chart", CHART)
    for switch, value in (("cost", option.research_cost), ("success", option.success_on)):
        draft.change(f"switches.development_{switch}", value)
    if option.duplicates == "lost":
        draft.modify("research", duplicates)
