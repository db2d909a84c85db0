"""What research costs: major and minor technologies, the 4:2 rule, and shared technology."""

from ...engine.research import Terms, tries
from ...words import Draft, Game, Option, Options
from ..documents import enhanced
from .weapons_development import ID

MAJOR = (
    "rockets", "increased_factory_production", "jet_fighters", "improved_shipyards", "long_range_aircraft",
    "heavy_bombers",
)  # fmt: skip
MINOR = ("advanced_artillery", "paratroopers", "war_bonds", "mechanized_infantry", "super_destroyers", "radar")


@enhanced(
    "enhanced.technology_prices", "Major and Minor Technologies",
    Option("major_cost", 5, "IPCs for a die for a major technology", low=1, high=99),
    Option("minor_cost", 4, "IPCs for a die for a minor technology", low=1, high=99),
    Option("major", MAJOR, "major technologies"),
    Option("minor", MINOR, "minor technologies"),
    needs=(ID,),
)  # fmt: skip
def technology_prices(draft: Draft, option: Options) -> None:
    """A die for a major technology costs 5 IPCs: Rockets, Improved Factories, Jet Power, Improved Shipyards, Long Range
    Aircraft, and Heavy Bombers. A die for one of the others, the minor technologies, costs 4 IPCs."""
    prices = {**dict.fromkeys(option.major, option.major_cost), **dict.fromkeys(option.minor, option.minor_cost)}

    def terms(answer: Terms | None, aim: str) -> Terms | None:
        """Dice that are not aimed cost the same as in the base game."""
        return answer and answer._replace(price=prices.get(aim, answer.price))

    draft.modify("research", terms)


@enhanced(
    "enhanced.four_two_rule", "The 4:2 Rule",
    Option("first_minimum_rolls", 4, "dice bought at least in the first turn of research", low=1, high=20),
    Option("second_rolls", 2, "dice bought in a later turn", low=1, high=20),
    Option("second_is_automatic", True, "these dice gain the technology without a roll"),
    needs=(ID,),
)  # fmt: skip
def four_two_rule(draft: Draft, option: Options) -> None:
    """In the first turn in which you research a technology, you must buy at least 4 dice for it. If they fail, you may
    buy exactly 2 dice for it in a later turn, which gain it without a roll."""

    def terms(answer: Terms | None, game: Game, power: str, aim: str) -> Terms | None:
        """Each power and each technology has a first try of its own (.1, .2, .3)."""
        if not aim or answer is None:
            return answer
        if not tries(game, power, aim):
            return answer._replace(least=option.first_minimum_rolls)
        sure = option.second_rolls if option.second_is_automatic else 0
        return answer._replace(least=option.second_rolls, most=option.second_rolls, automatic=sure, advised=sure)

    draft.modify("research", terms)


@enhanced(
    "enhanced.shared_technology", "The Shared Technology Rule",
    Option("discount", 1, "IPCs off each die", low=0, high=9),
    Option("stacking", False, "each ally that has the technology gives the discount"),
    needs=(ID,),
)  # fmt: skip
def shared_technology(draft: Draft, option: Options) -> None:
    """If an ally already has a technology, each die for it costs you 1 IPC less. Several allies that have it give no
    further discount."""

    def terms(answer: Terms | None, game: Game, power: str, aim: str) -> Terms | None:
        """An ally keeps the technology, and the discount, without its capital."""
        if not aim or answer is None:
            return answer
        allies = sum(game.holds(ally, aim) for ally in game.friends(power) if ally != power)
        off = option.discount * (allies if option.stacking else min(1, allies))
        return answer._replace(price=max(1, answer.price - off))

    draft.modify("research", terms)
