"""Developments at home: Improved Labs, Improved Agriculture, and Industrial Technology."""

from ...engine.memory import OWNERS
from ...engine.research import Terms
from ...words import Draft, Game, Option, Options
from ...words.battles import Pick
from ..documents import smith
from .technologies import NOT_FOUND, WEAPONS_TABLE, development

LABS, AGRICULTURE, INDUSTRY = "improved_labs", "improved_agriculture", "industrial_technology"


@smith(
    "smith.tech_improved_labs", "Improved Labs",
    Option("free_dice", 1, "free research dice in each of the power's turns", low=1, high=9),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def improved_labs(draft: Draft, option: Options) -> None:
    """You have one free research die in each of your turns. It is lost if you do not use it."""
    held = development(draft, LABS, "Improved Labs", "You have a free research die in each of your turns.")

    def free(answer: Terms | None) -> Terms | None:
        """Powers with Improved Labs have a free research die."""
        return answer and answer._replace(free=answer.free + option.free_dice)

    held.modify("research", free)


@smith(
    "smith.tech_improved_agriculture", "Improved Agriculture",
    Option("threshold", 3, "lowest IPC value of a territory that yields more", low=1, high=99),
    Option("bonus", 1, "additional IPCs of each such territory", low=1, high=99),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def improved_agriculture(draft: Draft, option: Options) -> None:
    """Each territory worth 3 IPCs or more that you have controlled since the start of your turn yields 1 IPC more.
    These IPCs do not count for the economic victory."""
    development(
        draft, AGRICULTURE, "Improved Agriculture", "Your territories worth 3 IPCs or more yield 1 IPC more."
    )  # fmt: skip

    def harvest(game: Game, power: str) -> tuple[int, str] | None:
        """Territories that a power with Improved Agriculture has controlled since the start of its turn yield more."""
        if not game.holds(power, AGRICULTURE):
            return None
        now, before, value = game.state.owner, OWNERS.get(game.state), game.rules.q.value
        rich = [s for s in game.rules.lands if now.get(s) == before.get(s) == power]
        ipcs = option.bonus * sum(value(game, s) >= option.threshold for s in rich)
        return (ipcs, "improved agriculture") if ipcs else None

    draft.step("income", AGRICULTURE, harvest, after="production", text="improved agriculture")


@smith(
    "smith.tech_industrial_technology", "Industrial Technology",
    Option("discount", 0.2, "share taken off the price of each unit, rounded up", low=0, high=1),
    Option("battleship_repair", 8, "IPCs for the repair of a battleship", low=0, high=99),
    Option("carrier_repair", 6, "IPCs for the repair of a carrier", low=0, high=99),
)  # fmt: skip
def industrial_technology(draft: Draft, option: Options) -> None:
    """Your units cost 20 percent less, each price rounded up. Repairs cost 8 IPCs for a battleship and 6 IPCs for a
    carrier."""
    percent = round(100 * option.discount)
    held = development(
        draft, INDUSTRY, "Industrial Technology", f"Your units cost {percent} percent less, each price rounded up."
    )  # fmt: skip
    held.off(Pick(), cost=percent)
    repairs = {"battleship": option.battleship_repair, "aircraft_carrier": option.carrier_repair}

    def cheaper(answer: int, game: Game, work: str, type: str) -> int:
        """Powers with Industrial Technology repair ships at a lower price."""
        mends = not game.rules.typed("refits")[work].gives
        return min(answer, repairs.get(type, answer)) if mends else answer

    held.modify("refit_price", cheaper)
