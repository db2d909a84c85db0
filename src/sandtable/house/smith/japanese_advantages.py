"""National advantages of Japan."""

from ...words import Draft, Game, Option, Options
from ...words.battles import Pick
from .advantages import JAPAN, advantage, capability, reinforce
from .production import cheaper_at_home, opening_complex

MAINLAND = ("Manchuria", "Kwangtung", "French Indo-China")


@advantage(
    "na_japan_production", "Japan 1: Production Advantage", JAPAN, 1,
    Option("limit", 3, "units per turn of the complex", low=0, high=99),
    Option("territories", MAINLAND, "territories where the complex may stand"),
)  # fmt: skip
def production(draft: Draft, option: Options) -> None:
    """Japan starts with an industrial complex in Manchuria, Kwangtung, or French Indo-China, limited to 3 units per
    turn."""
    lands = draft.find_all("spaces", option.territories)
    opening_complex(draft, "na_japan_production", JAPAN, lands)

    def limit(answer: int | None, game: Game, space: str) -> int | None:
        """The complex on the mainland makes at most 3 units per turn."""
        limited = answer is not None and space in lands and game.holds(JAPAN, "na_japan_production")
        return option.limit if limited else answer

    draft.modify("production", limit)


@advantage(
    "na_japan_infantry", "Japan 3: Infantry Advantage", JAPAN, 3,
    Option("infantry_each", 2, "additional infantry in each territory", low=1, high=99),
    Option("territories", MAINLAND, "territories that receive infantry"),
)  # fmt: skip
def infantry(draft: Draft, option: Options) -> None:
    """Japan starts with 2 additional infantry in each of Manchuria, Kwangtung, and French Indo-China."""
    id, name = "na_japan_infantry", "Infantry"
    capability(draft, id, name, "Japan starts with more infantry on the Asian mainland.")
    where = draft.find_all("spaces", option.territories)
    reinforce(draft, id, JAPAN, {space: {"infantry": option.infantry_each} for space in where}, name)


@advantage("na_japan_kamikaze", "Japan 4: Kamikaze Advantage", JAPAN, 4, needs=("tech_kamikaze", "kamikaze"))
def kamikaze(draft: Draft, option: Options) -> None:
    """Japan has the elite force Kamikaze from the start."""
    capability(draft, "na_japan_kamikaze", "Kamikaze", "Japan starts with Kamikaze.", "kamikaze")


@advantage(
    "na_japan_long_range_aircraft", "Japan 5: Long-Range Aircraft Advantage", JAPAN, 5,
    needs=("tech_long_range_aircraft", "long_range_aircraft"),
)  # fmt: skip
def long_range_aircraft(draft: Draft, option: Options) -> None:
    """Japan has Long-Range Aircraft from the start."""
    id, text = "na_japan_long_range_aircraft", "Japan starts with Long-Range Aircraft."
    capability(draft, id, "Japanese Long-Range Aircraft", text, "long_range_aircraft")


@advantage(
    "na_japan_naval_production", "Japan 6: Naval Production Advantage", JAPAN, 6,
    Option("discount", 0.2, "share taken off the price of ships, rounded up for each unit", low=0, high=1),
    Option("where", "Japan", "territory whose ships are cheaper"),
    Option("opening_units_for_sale", 1, "ships that may be bought before the game", low=0, high=9),
)  # fmt: skip
def naval_production(draft: Draft, option: Options) -> None:
    """Ships produced from the territory Japan cost 20 percent less, rounded up. Before the game, Japan may buy 1 ship
    for any sea zone with a Japanese ship, to be used at once."""
    cheaper_at_home(draft, "na_japan_naval_production", "Naval Production", JAPAN, Pick(kinds=("sea",)), option)
