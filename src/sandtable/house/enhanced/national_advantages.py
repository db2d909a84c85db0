"""National Advantages: which of those that are switched on are in force."""

from ...engine import draws
from ...words import Draft, Option, Options
from ..documents import enhanced
from .advantages import ADVANTAGE

ALL, CHOSEN, DRAWN = "all", "choose_one", "random_one"


@enhanced(
    "enhanced.national_advantages", "National Advantages",
    Option("selection", ALL, "which national advantages are in force", choices=(ALL, CHOSEN, DRAWN)),
    default=False,
)  # fmt: skip
def national_advantages(draft: Draft, option: Options) -> None:
    """Each power has two national advantages, which are rules of their own. All that are switched on are in force, or
    each power chooses one of its own, or draws one by a die, before its first turn."""
    if option.selection == ALL:
        return
    known, lists = draft.get("technologies"), dict[str, list[str]]()
    for power, row in draft.get("powers").items():
        own = [name for name in row.get("technologies", ()) if known[name].get("kind") == ADVANTAGE]
        if len(own) > 1:
            lists[power] = own
    by = "choice" if option.selection == CHOSEN else "dice"
    draft.add("draws.national_advantages", {"lists": lists, "by": by, "when": "first_turn"})
    draft.step("called", "national_advantages", draws.first_turn, text="choose or draw a national advantage")
