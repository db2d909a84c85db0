"""Freighters of the Entente and merchant raiders of the Central Powers: ships that only one side may have."""

from ...words import Draft, Game, Option, Options, lose
from ..documents import great_war
from .new_units import add_unit, numbers

IDLE = {"great_war.freighters_and_raiders": "without it, these ships neither earn nor raid"}
SIDES = {"entente": "allies", "central_powers": "central_powers", "all": ""}


def _owners(default: str) -> Option:
    return Option("owners", default, "powers that may have this unit", choices=tuple(SIDES))


@great_war(
    "great_war.freighters", "Freighters",
    *numbers(cost=3, attack=0, defense=0, movement=2),
    _owners("entente"),
    default=False, wants=IDLE,
)  # fmt: skip
def freighters(draft: Draft, option: Options) -> None:
    """The Entente powers may purchase freighters, unarmed ships that cost 3 IPCs and move up to 2 sea zones."""
    add_unit(draft, "freighter", "Freighter", "sea", option, ["merchant"], plural="Freighters", aliases=["frt", "frts"])
    _only_for(draft, "freighter", SIDES[option.owners])  # .1


@great_war(
    "great_war.merchant_raiders", "Merchant Raiders",
    *numbers(cost=3, attack=0, defense=2, movement=2),
    _owners("central_powers"),
    default=False, wants=IDLE,
)  # fmt: skip
def merchant_raiders(draft: Draft, option: Options) -> None:
    """The Central Powers may purchase merchant raiders. They cost 3 IPCs, cannot attack, defend at 2, and move up to 2
    sea zones."""
    add_unit(draft, "merchant_raider", "Merchant Raider", "sea", option, ["raider"], plural="Merchant Raiders",
             aliases=["raider", "raiders"])  # .2 to .4  # fmt: skip
    _only_for(draft, "merchant_raider", SIDES[option.owners])  # .1


def _only_for(draft: Draft, kind: str, side: str) -> None:
    """Let only powers of a side have a unit type: others cannot purchase it, and lose it when they join them."""
    if not side:
        return

    def for_sale(answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """Only powers of one side may purchase this ship."""
        return answer if game.side(power) == side else {k: n for k, n in answer.items() if k != kind}

    def removed(game: Game, power: str) -> None:
        """A power that joins the other side keeps none of these ships."""
        for space, force in list(game.state.forces.items()) if game.side(power) != side else ():
            for stack, n in list(force.items()):
                if (stack.owner, stack.type) == (power, kind):
                    lose(game, space, {stack: n})

    draft.modify("for_sale", for_sale, how="forbid")
    draft.step("side_change", f"{kind}s_removed", removed, text=f"powers of the other side have no {kind}s")
