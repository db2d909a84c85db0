"""National advantages of the United Kingdom."""

from ...words import Draft, Game, Option, Options
from ...words.battles import Pick
from .advantages import UK, advantage, capability, shores
from .production import cheaper_at_home, opening_complex

DOMINIONS = ("Eastern Canada", "Western Canada", "Australia", "India", "Anglo-Sudan Egypt", "South Africa")


@advantage("na_uk_production", "UK 1: Production Advantage", UK, 1)
def production(draft: Draft, option: Options) -> None:
    """The United Kingdom starts with an industrial complex in any British territory, limited to as many units per turn
    as the territory is worth in IPCs."""
    lands = [name for name, row in draft.get("spaces").items() if row["kind"] == "land"]
    opening_complex(draft, "na_uk_production", UK, lands)

    def limit(answer: int | None, game: Game, space: str) -> int | None:
        """The complex makes at most as many units as its territory is worth, none in a territory worth nothing."""
        limited = answer is not None and game.holds(UK, "na_uk_production")
        return min(answer or 0, game.rules.q.value(game, space)) if limited else answer

    draft.modify("production", limit)


@advantage("na_uk_jet_power", "UK 2: Jet Power Advantage", UK, 2, needs=("tech_jet_power", "jet_power"))
def jet_power(draft: Draft, option: Options) -> None:
    """The United Kingdom has Jet Power from the start."""
    capability(draft, "na_uk_jet_power", "Jet Power", "The United Kingdom starts with Jet Power.", "jet_power")


@advantage(
    "na_uk_naval_production", "UK 3: Naval Production Advantage", UK, 3,
    Option("discount", 0.2, "share taken off the price of ships, rounded up for each unit", low=0, high=1),
    Option("where", "United Kingdom", "territory whose ships are cheaper"),
    Option("opening_units_for_sale", 1, "ships that may be bought before the game", low=0, high=9),
)  # fmt: skip
def naval_production(draft: Draft, option: Options) -> None:
    """Ships produced from the territory United Kingdom cost 20 percent less, rounded up. Before the game, the United
    Kingdom may buy 1 ship for any sea zone with a British ship, to be used at once."""
    cheaper_at_home(draft, "na_uk_naval_production", "Naval Production", UK, Pick(kinds=("sea",)), option)


@advantage(
    "na_uk_air_production", "UK 4: Air Production Advantage", UK, 4,
    Option("discount", 0.2, "share taken off the price of aircraft, rounded up for each unit", low=0, high=1),
    Option("where", "United Kingdom", "territory whose aircraft are cheaper"),
    Option("opening_units_for_sale", 1, "aircraft that may be bought before the game", low=0, high=9),
)  # fmt: skip
def air_production(draft: Draft, option: Options) -> None:
    """Aircraft produced from the territory United Kingdom cost 20 percent less, rounded up. Before the game, the United
    Kingdom may buy 1 aircraft there, to be used at once."""
    cheaper_at_home(draft, "na_uk_air_production", "Air Production", UK, Pick(kinds=("air",)), option)


@advantage("na_uk_paratroopers", "UK 5: Paratroopers", UK, 5, needs=("tech_paratroopers", "paratroopers"))
def paratroopers(draft: Draft, option: Options) -> None:
    """The United Kingdom has the elite force Paratroopers from the start."""
    text = "The United Kingdom starts with Paratroopers."
    capability(draft, "na_uk_paratroopers", "British Paratroopers", text, "paratroopers")


@advantage(
    "na_uk_dominion", "UK 6: Dominion Advantage", UK, 6,
    Option("infantry", 2, "additional infantry", low=0, high=99),
    Option("submarines", 1, "additional submarines", low=0, high=99),
    Option("territories", DOMINIONS, "territories of the dominions"),
)  # fmt: skip
def dominion(draft: Draft, option: Options) -> None:
    """The United Kingdom starts with 2 additional infantry in Canada, Australia, India, Egypt, or South Africa, and
    with 1 additional submarine next to one of them."""
    id = "na_uk_dominion"
    capability(draft, id, "Dominion", "The United Kingdom starts with infantry and a submarine in its dominions.")
    lands = draft.find_all("spaces", option.territories)
    units = {"infantry": option.infantry, "submarine": option.submarines}
    row = {"power": UK, "holds": id, "units": units, "places": [*lands, *shores(draft, lands)]}
    draft.add("grants.Dominion", {**row, "ships": "open", "when": "opening"})
