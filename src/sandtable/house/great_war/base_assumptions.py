"""Base game assumptions: what the rules of the document build on."""

from __future__ import annotations

from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule


@house_rule(
    "great_war.base_assumptions",
    "Base Game Assumptions",
    editions=("great_war",),
    options=[Option("russian_revolution", True, "the Russian Revolution is in play")],
)
def base_assumptions(draft: Draft, option: Options) -> None:
    """The house rules build on the game with the designer's clarifications. The Russian Revolution is always in play,
    though it is optional in the printed game."""
    # .1, .2: the base game stands in its clarified form; .4 to .9 are the options and defaults of the other rules
    draft.set("switches.russian_revolution", option.russian_revolution)  # .3
