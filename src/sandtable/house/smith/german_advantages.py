"""National advantages of Germany."""

from ...engine.draws import drawn
from ...words import Draft, Flow, Game, Option, Options, declare_event, spend
from ...words.asking import confirm, declare_decision
from .advantages import GERMANY, advantage, capability, shores
from .naval_developments import SUPER_SUBS
from .neutrals import NEUTRAL, join, worth

declare_decision("alliance", "confirm: pay for the alliance of a neutral country")
declare_event("alliance_drawn", "{space} is drawn as the neutral ally of {power}")
SUBMARINES = (
    Option("submarines_for_sale", 1, "submarines that Germany may buy before the game", low=0, high=9),
    Option("price", 8, "IPCs for such a submarine", low=0, high=99),
)
NAVAL_BASES = ("Germany", "Southern Europe", "Western Europe")
CANDIDATES = ("Sweden", "Switzerland", "Spain", "Turkey")
ALLIED_NEUTRAL = "na_germany_allied_neutral"


@advantage(
    "na_germany_super_sub", "Germany 1: Super Sub Advantage", GERMANY, 1,
    *SUBMARINES,
    needs=("tech_super_subs", SUPER_SUBS),
)  # fmt: skip
def super_sub(draft: Draft, option: Options) -> None:
    """Germany has Super Subs from the start. Before the game, it may buy 1 submarine, which joins any of its ships."""
    capability(draft, "na_germany_super_sub", "Super Sub", "Germany starts with Super Subs.", SUPER_SUBS)
    draft.add("grants.Super Sub", _submarine(option, "na_germany_super_sub"))


@advantage("na_germany_armor", "Germany 2: Armor Advantage", GERMANY, 2, needs=("tech_super_armor", "super_armor"))
def armor(draft: Draft, option: Options) -> None:
    """Germany has the elite force Super Armor from the start."""
    capability(draft, "na_germany_armor", "Armor", "Germany starts with Super Armor.", "super_armor")


@advantage(
    "na_germany_naval", "Germany 3: Naval Advantage", GERMANY, 3,
    Option("battleships", 1, "additional battleships", low=0, high=9),
    *SUBMARINES,
)  # fmt: skip
def naval(draft: Draft, option: Options) -> None:
    """Germany starts with 1 additional battleship next to Germany, Southern Europe, or Western Europe. Before the game,
    it may also buy 1 submarine for a zone next to one of them."""
    id, zones = "na_germany_naval", shores(draft, NAVAL_BASES)
    capability(draft, id, "Naval", "Germany starts with a battleship, and may buy a submarine before the game.")
    there = {"places": zones, "ships": "open"}
    ships = {"power": GERMANY, "holds": id, "units": {"battleship": option.battleships}, "when": "opening", **there}
    draft.add("grants.Naval", ships)
    draft.add("grants.Naval (submarine)", {**_submarine(option, id), **there})


def _submarine(option: Options, id: str) -> dict[str, object]:
    """Return the row by which Germany may buy submarines before the game."""
    count = {"submarine": option.submarines_for_sale}
    price = {"for_sale": True, "prices": {"submarine": option.price}}
    return {"power": GERMANY, "holds": id, "units": count, "when": "opening", **price}


@advantage(
    "na_germany_mechanized_infantry", "Germany 4: Mechanized Infantry Advantage", GERMANY, 4,
    needs=("tech_mechanized_infantry", "mechanized_infantry"),
)  # fmt: skip
def mechanized_infantry(draft: Draft, option: Options) -> None:
    """Germany has the elite force Mechanized Infantry from the start."""
    id, text = "na_germany_mechanized_infantry", "Germany starts with Mechanized Infantry."
    capability(draft, id, "Mechanized Infantry", text, "mechanized_infantry")


@advantage(
    "na_germany_advanced_labs", "Germany 5: Advanced Labs Advantage", GERMANY, 5,
    needs=("tech_improved_labs", "improved_labs"),
)  # fmt: skip
def advanced_labs(draft: Draft, option: Options) -> None:
    """Germany has Improved Labs from the start."""
    id = "na_germany_advanced_labs"
    capability(draft, id, "Advanced Labs", "Germany starts with Improved Labs.", "improved_labs")


@advantage(
    ALLIED_NEUTRAL, "Germany 6: Allied Neutral Advantage", GERMANY, 6,
    Option("candidates", CANDIDATES, "neutral countries of which one is drawn"),
    Option("price_factor", 1, "price of the alliance as a multiple of the income of the country", low=0, high=99),
    needs=("neutral_territories", ""),
)  # fmt: skip
def allied_neutral(draft: Draft, option: Options) -> None:
    """Before the game, one of Sweden, Switzerland, Spain, and Turkey is drawn at random. Germany may pay the income of
    the country and then controls it with its force, which it can use at once."""
    capability(draft, ALLIED_NEUTRAL, "Allied Neutral", "Germany may start with a neutral country as an ally.")
    candidates = draft.find_all("spaces", option.candidates)

    def ally(game: Game) -> Flow:
        """Draw the country and ask Germany for its price."""
        open_to = [country for country in candidates if game.state.owner.get(country) == NEUTRAL]
        if not game.holds(GERMANY, ALLIED_NEUTRAL) or not open_to:
            return
        country = drawn(game, open_to)
        game.emit("alliance_drawn", power=GERMANY, space=country)
        price = option.price_factor * game.rules.q.value(game, country)
        if price > game.state.ipcs[GERMANY]:
            return
        prompt, good = f"Pay {price} IPCs for the alliance of {country}?", worth(game, country) > price
        if (yield confirm("alliance", GERMANY, prompt, f"smith.{ALLIED_NEUTRAL}.3", good, space=country)):
            spend(game, GERMANY, price, f"the alliance of {country}")
            yield from join(game, country, GERMANY)

    draft.step("opening", ALLIED_NEUTRAL, ally, after="draws", text="the allied neutral")
