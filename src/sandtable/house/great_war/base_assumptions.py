"""Base game assumptions: what the rules of the document build on."""

from ...words import Draft, Option, Options
from ..documents import great_war


@great_war(
    "great_war.base_assumptions", "Base Game Assumptions",
    Option("russian_revolution", True, "the Russian Revolution is in play"),
)  # fmt: skip
def base_assumptions(draft: Draft, option: Options) -> None:
    """The house rules build on the game with the designer's clarifications. The Russian Revolution is always in play,
    though it is optional in the printed game."""
    # .1, .2: the base game stands in its clarified form; .4 to .9 are the options and defaults of the other rules
    draft.set("switches.russian_revolution", option.russian_revolution)  # .3
