"""Optional National Advantages: each power draws one of its six before the game."""

from ...words import Draft, Option, Options
from ..documents import smith
from . import (
    american_advantages,
    british_advantages,
    economic_support,
    german_advantages,
    japanese_advantages,
    motherland,
    soviet_advantages,
)  # fmt: skip
from .advantages import ADVANTAGES, GERMANY, JAPAN, RED, UK, US

#: The modules that define the advantages, and the order of their powers.
MODULES = (
    soviet_advantages, motherland, economic_support, german_advantages, british_advantages, japanese_advantages,
    american_advantages,
)  # fmt: skip
POWERS = (RED, GERMANY, UK, JAPAN, US)
#: The rules of all advantages in the order of the document.
EACH = [row.rule for row in sorted(ADVANTAGES.values(), key=lambda row: (POWERS.index(row.power), row.number))]
SOVIET_FIRST_TURN = "smith.soviet_first_turn"


@smith(
    "smith.national_advantages",
    "Optional National Advantages",
    Option("advantages_per_power", 1, "advantages that each power gets", low=0, high=6),
    Option("assignment", "random", "how advantages are assigned", choices=("random", "chosen")),
    wants={
        SOVIET_FIRST_TURN: "the Soviet list is balanced for a Soviet Union that may not attack in its first turn; "
        "otherwise its advantages should be changed"
    },
    default=False,
)
def national_advantages(draft: Draft, option: Options) -> None:
    """Before the game, each power gains one advantage from its list of six, by a die. What cannot work because a rule
    that it needs is off is rolled again. For a power that already has an advantage by agreement, no die is rolled."""
    lists: dict[str, list[str]] = {}
    for id, row in sorted(ADVANTAGES.items(), key=lambda item: item[1].number):
        lists.setdefault(row.power, []).append(id)
        if row.works(draft) and id not in draft.get("technologies"):
            row.define(draft, row.rule.choose({}))
    by = "dice" if option.assignment == "random" else "choice"
    draft.add("draws.national_advantages", {"lists": lists, "count": option.advantages_per_power, "by": by})
