"""Pocket Battleship and Escort Carrier: two new ships."""

from ...words import Draft, Option, Options
from ..documents import enhanced

EDITIONS = ("anniversary",)
SHIPYARDS = "improved_shipyards"


@enhanced(
    "enhanced.pocket_battleship", "Pocket Battleship",
    Option("attack", 4, "hits on this number or less when attacking", low=0, high=6),
    Option("defense", 4, "hits on this number or less when defending", low=0, high=6),
    Option("move", 2, "movement in sea zones", low=0, high=6),
    Option("cost", 17, "cost in IPCs", low=1, high=100),
    Option("cost_improved_shipyards", 14, "cost in IPCs with Improved Shipyards", low=1, high=100),
    Option("bombard", 4, "bombardment hits on this number or less", low=0, high=6),
    Option("hit_points", 1, "hits that sink it", low=1, high=3),
    default=False,
)  # fmt: skip
def pocket_battleship(draft: Draft, option: Options) -> None:
    """A new ship: the pocket battleship attacks and defends at 4, moves 2, and costs 17 IPCs, or 14 IPCs with Improved
    Shipyards. It may bombard the shore, and one hit sinks it."""
    row = {
        "name": "Pocket Battleship", "plural": "Pocket Battleships", "aliases": ["pbb", "pocket battleships"],
        "kind": "sea", "cost": option.cost, "attack": option.attack, "defense": option.defense, "move": option.move,
        "hits": option.hit_points, "support": option.bombard, "tags": ["warship", "bombards"],
    }  # fmt: skip
    draft.add("units.pocket_battleship", row)
    draft.when(holds=SHIPYARDS).lift("pocket_battleship", cost=option.cost_improved_shipyards)


@enhanced(
    "enhanced.escort_carrier", "Escort Carrier",
    Option("attack", 0, "hits on this number or less when attacking (0: does not roll)", low=0, high=6),
    Option("defense", 1, "hits on this number or less when defending", low=0, high=6),
    Option("move", 2, "movement in sea zones", low=0, high=6),
    Option("cost", 8, "cost in IPCs", low=1, high=100),
    Option("cost_improved_shipyards", 8, "cost in IPCs with Improved Shipyards", low=1, high=100),
    Option("fighter_capacity", 1, "fighters that it carries", low=1, high=3),
    Option("hit_points", 1, "hits that sink it", low=1, high=3),
    default=False,
)  # fmt: skip
def escort_carrier(draft: Draft, option: Options) -> None:
    """A new ship: the escort carrier does not attack, defends at 1, moves 2, and costs 8 IPCs. It carries one
    fighter."""
    row = {
        "name": "Escort Carrier", "plural": "Escort Carriers", "aliases": ["cve", "escort carriers"], "kind": "sea",
        "cost": option.cost, "attack": option.attack, "defense": option.defense, "move": option.move,
        "hits": option.hit_points, "deck": option.fighter_capacity, "tags": ["warship", "carrier"],
    }  # fmt: skip
    draft.add("units.escort_carrier", row)
    if option.cost_improved_shipyards != option.cost:
        draft.when(holds=SHIPYARDS).lift("escort_carrier", cost=option.cost_improved_shipyards)
