"""National advantages of Japan: Tokyo Express and Yamato Class Battleships."""

from ...words import Draft, Option, Options
from ...words.battles import Pick
from ..documents import enhanced
from .advantages import JAPAN, advantage

EXPRESS, YAMATO = "na_japan_tokyo_express", "na_japan_yamato"


@enhanced(
    f"enhanced.{EXPRESS}", "Japan: Tokyo Express",
    Option("carriers", ("destroyer", "cruiser"), "types of ships that carry infantry"),
    Option("infantry_per_ship", 1, "infantry that each of these ships carries", low=1, high=4),
    default=False,
)  # fmt: skip
def na_japan_tokyo_express(draft: Draft, option: Options) -> None:
    """Each Japanese destroyer and cruiser may carry 1 infantry by the rules for transports. It still fights at sea, and
    a cruiser still bombards. The infantry is lost with its ship."""
    express = advantage(draft, EXPRESS, JAPAN, "Tokyo Express", "Japanese destroyers and cruisers carry infantry.")
    ships = Pick(types=tuple(draft.find_all("units", option.carriers)))
    express.loads(ships, infantry=1).lift(ships, **{"carries.capacity": option.infantry_per_ship})


@enhanced(
    f"enhanced.{YAMATO}", "Japan: Yamato Class Battleships",
    Option("dice_first_cycle", 2, "dice of a battleship in round 1 and in a bombardment", low=1, high=6),
    default=False,
)  # fmt: skip
def na_japan_yamato(draft: Draft, option: Options) -> None:
    """Each Japanese battleship rolls 2 dice in the first round of combat, in attack, in defense, and when it bombards
    the shore. Each die can hit."""
    yamato = advantage(
        draft, YAMATO, JAPAN, "Yamato Class Battleships", "Japanese battleships roll two dice in round 1."
    )
    dice = option.dice_first_cycle
    yamato.when(battle_round=1).lift("battleship", attack_dice=dice, defense_dice=dice, support_dice=dice)
