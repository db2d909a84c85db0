"""Reinforcements from Munich: a second mobilization area for Germany."""

from ...words import Draft, Option, Options, RuleError
from ..documents import great_war


@great_war(
    "great_war.reinforcements_from_munich", "Reinforcements from Munich",
    Option("territory", "Munich", "second territory where Germany may mobilize new units"),
    default=False,
)  # fmt: skip
def reinforcements_from_munich(draft: Draft, option: Options) -> None:
    """Germany may also mobilize new land units and fighters in Munich, just as Britain may in India."""
    territory = draft.find("spaces", option.territory)
    if draft.get(("spaces", territory))["owner"] != "Germany" or territory in draft.get("mobilization.Germany"):
        raise RuleError(f"{draft.rule}: {territory} cannot be a mobilization area for Germany")
    draft.include("mobilization.Germany", territory)  # .1, .2: under the same conditions as India
