"""Cost of Invading Neutrals: the fee for the first invader of a neutral, higher for some invaders."""

from ...words import Draft, Option, Options, rows
from ..documents import gemmell

ANY = "any"
SPECIAL_FEES = [
    {"neutral": "Spain", "invader": "Germany", "fee": 10},  # gemmell.neutral_invasion.6
    {"neutral": "Argentina-Chile", "invader": "Germany", "fee": 10},  # gemmell.neutral_invasion.7
    {"neutral": "Saudi Arabia", "invader": "United Kingdom", "fee": 10},  # gemmell.neutral_invasion.8
    {"neutral": "Turkey", "invader": ANY, "fee": 10},  # gemmell.neutral_invasion.9
]


@gemmell(
    "gemmell.neutral_invasion", "Cost of Invading Neutrals",
    Option("invasion_fee", 5, "IPCs paid by the first power to invade a neutral", low=0, high=99),
    Option("special_fees", SPECIAL_FEES, "special fees for certain invaders and neutrals"),
    Option("special_fee_mode", "replaces", "whether a special fee replaces the normal fee or is added to it",
           choices=("replaces", "adds")),
    Option("overflight_fee", "base_rule", "cost of flying over an uninvaded neutral: base_rule costs 3 IPCs and leaves "
           "it neutral, invasion_fee costs as much as an invasion", choices=("base_rule", "invasion_fee")),
)  # fmt: skip
def neutral_invasion(draft: Draft, option: Options) -> None:
    """The first power to invade a neutral pays 5 IPCs instead of 3. After that, entering it is free. Spain and
    Argentina-Chile cost Germany 10 IPCs, Saudi Arabia costs the United Kingdom 10 IPCs, and Turkey costs any power 10
    IPCs. A power that cannot pay cannot invade."""
    needs = "a special fee needs a neutral, an invader, and a fee"
    fees = rows(draft, option.special_fees, needs, neutral="spaces", invader=("powers", ANY), fee=int)
    special: dict[tuple[str, str], int] = {(row.neutral, row.invader): row.fee for row in fees}

    def fee(power: str, space: str) -> int:
        """Return what this power pays to invade this neutral (gemmell.neutral_invasion.2, .5)."""
        higher = special.get((space, power), special.get((space, ANY)))
        if higher is None or option.special_fee_mode == "adds":
            return int(option.invasion_fee) + (higher or 0)
        return higher

    def entry_fee(answer: int | None, power: str, space: str, by_air: bool) -> int | None:
        """The first power to invade a neutral pays these fees instead of the rulebook's fee
        (gemmell.neutral_invasion.1)."""
        as_before = by_air and option.overflight_fee == "base_rule"
        # Entering is free after the first invasion (gemmell.neutral_invasion.4), or the neutral is impassable.
        return fee(power, space) if answer and not as_before else answer

    # The engine checks the fee before each move, so a power that cannot pay cannot enter (gemmell.neutral_invasion.3).
    draft.modify("entry_fee", entry_fee)
    # Armor may blitz through a paid neutral, as through an empty enemy territory.
    draft.set("switches.neutrals_stop_land_units", False, "armor may blitz through neutrals")
    if option.overflight_fee == "base_rule":
        text = "flying over a neutral does not end its neutrality"
        draft.set("switches.neutral_overflight_takes_control", False, text)
