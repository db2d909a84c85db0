"""Destroyers: small fast warships that keep submarines from calling their targets."""

from ...words import Draft, Game, Options
from ..documents import great_war
from .new_units import add_unit, advise, numbers, of_enemies, owned

ASSUMED = "the cost of destroyers assumes it"


@great_war(
    "great_war.destroyers",
    "Destroyers",
    *numbers(cost=5, attack=2, defense=2, movement=3),
    default=False,
    wants={
        "great_war.naval_unit_costs": ASSUMED,
        "great_war.submarine_changes": "only under it do submarines call targets, which destroyers can prevent",
    },
)
def destroyers(draft: Draft, option: Options) -> None:
    """Destroyers cost 5 IPCs, attack and defend at 2, and move up to 3 sea zones. Each keeps one attacking submarine
    from calling its target."""
    # .5 is in submarine_changes and cruiser_screens, where units tagged `screens` take over from cruisers.
    add_unit(draft, "destroyer", "Destroyer", "sea", option, ["warship", "screens"], plural="Destroyers",
             aliases=["dd", "dds", "des"])  # .1 to .4  # fmt: skip
    advise(draft, "destroyer", escorts)


def escorts(game: Game, power: str) -> int:
    """Advise a fleet with transports to have a destroyer for each two submarines of its enemies, up to 3."""
    return min(3, of_enemies(game, power, "submarine") // 2) if owned(game, power, "transport") else 0
