"""Directed Research: dice aimed at a technology that another power already has."""

from collections.abc import Sequence

from ...engine.research import Terms
from ...engine.sights import research_aims
from ...words import Draft, Game, Option, Options
from ..documents import smith
from .technologies import ELITE

EXCLUDED = ("espionage", "enemy_code", "industrial_technology", "improved_labs")


@smith(
    "smith.directed_research", "Directed Research",
    Option("base_cost", 5, "IPCs for a research die before the discount", low=1, high=99),
    Option("discount_per_power", 1, "IPCs off for each other power that has the technology", low=0, high=99),
    Option("success_on", 6, "die that gains the technology", low=1, high=6),
    Option("excluded", EXCLUDED, "technologies that cannot be gained this way"),
)  # fmt: skip
def directed_research(draft: Draft, option: Options) -> None:
    """You may aim research dice at a technology that another power already has. Each power that has it takes 1 IPC off
    the price of a die; a 6 gains exactly that technology. Name and pay for all dice before you roll. Espionage, Enemy
    Code, Industrial Technology, and Improved Labs cannot be gained this way."""

    def owners(game: Game, power: str, technology: str) -> int:
        """Return how many other powers have a technology, friend or foe."""
        return sum(technology in held for other, held in game.state.techs.items() if other != power)

    def aims(answer: Sequence[str], game: Game, power: str) -> Sequence[str]:
        """Dice may be aimed at what another power has already developed."""
        developed = [
            name
            for name, known in game.rules.technologies.items()
            if known.kind in ("technology", ELITE)
            and name.removesuffix("_2") not in option.excluded
            and owners(game, power, name)
        ]
        return [*answer, *(name for name in developed if name not in answer)]

    def terms(answer: Terms | None, game: Game, power: str, aim: str) -> Terms | None:
        """Each power that has the technology lowers the price, which never falls below 1 IPC."""
        if not aim or answer is None:
            return answer
        price = max(1, option.base_cost - option.discount_per_power * owners(game, power, aim))
        bargain = 3 - price if game.state.ipcs[power] >= 15 else 0
        return answer._replace(price=price, success=option.success_on, advised=max(0, bargain))

    draft.modify("research_aims", aims)
    draft.modify("research", terms)
    draft.step("panels", "research_aims", research_aims, text="what powers aim their dice at")
