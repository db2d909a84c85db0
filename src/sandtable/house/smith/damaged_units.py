"""Damaged Units: battleships and carriers survive a hit, and are repaired at industrial complexes."""

from ...engine import refits
from ...words import Draft, Option, Options
from ...words.battles import Pick
from ..documents import smith

BATTLESHIP, CARRIER = "battleship", "aircraft_carrier"
#: Tags of carriers that damage does not slow down, or whose fighters it does not ground (Intrinsic Squadrons).
SWIFT, ROOMY = "sails_on", "carries_on"


@smith(
    "smith.damaged_units", "Damaged Units",
    Option("damaged_movement", 1, "movement of damaged ships", low=0, high=4),
    Option("damaged_battleship_attack", 2, "attack of damaged battleships", low=0, high=6),
    Option("damaged_battleship_defense", 2, "defense of damaged battleships", low=0, high=6),
    Option("damaged_carrier_attack", 0, "attack of damaged carriers", low=0, high=6),
    Option("damaged_carrier_defense", 1, "defense of damaged carriers", low=0, high=6),
    Option("damaged_carrier_capacity", 0, "aircraft that damaged carriers hold", low=0, high=4),
    Option("battleship_repair_cost", 10, "IPCs to repair a battleship", low=0, high=100),
    Option("carrier_repair_cost", 7, "IPCs to repair a carrier", low=0, high=100),
)  # fmt: skip
def damaged_units(draft: Draft, option: Options) -> None:
    """A hit damages a battleship or carrier instead of destroying it. Damaged ships move 1; damaged battleships attack
    and defend at 2 and do not bombard; damaged carriers do not attack, defend at 1, and carry no fighters. At the start
    of your turn, you may repair damaged ships of your side beside your industrial complexes, a battleship for 10 IPCs
    and a carrier for 7: they leave the board until you place new units."""
    # A hit damages these ships and destroys every other unit (.1).
    hurt = draft.when(damaged=1)
    for ship in (BATTLESHIP, CARRIER):
        draft.set(("units", ship, "hits"), 2)
        hurt.tag(ship, "damaged")
        # Damaged ships move 1 space (.2).
        hurt.lift(Pick(types=(ship,), without=(SWIFT,)), move=option.damaged_movement)
    # A damaged battleship attacks and defends at 2 (.3) and does not bombard (.4).
    hurt.lift(BATTLESHIP, attack=option.damaged_battleship_attack, defense=option.damaged_battleship_defense)
    hurt.untag(BATTLESHIP, "bombards")
    # A damaged carrier does not attack, defends at 1 (.5), and carries no fighters (.6).
    hurt.lift(CARRIER, attack=option.damaged_carrier_attack, defense=option.damaged_carrier_defense)
    hurt.lift(Pick(types=(CARRIER,), without=(ROOMY,)), deck=option.damaged_carrier_capacity)
    _repairs(draft, option)


def _repairs(draft: Draft, option: Options) -> None:
    """Repairs beside complexes (.7), for their cost (.8), from the start of the turn (.9) to the placement (.10)."""
    yard = {"when": "step", "near": "complex", "away": True, "ready": "place", "whose": "allies"}
    for ship, cost in ((BATTLESHIP, option.battleship_repair_cost), (CARRIER, option.carrier_repair_cost)):
        work = {"types": [ship], "cost": cost, "text": f"repair {draft.get(('units', ship, 'plural')).lower()}", **yard}
        draft.add(("refits", f"repair_{ship}"), work)
    first = draft.steps("turn")[0].name
    draft.step("turn", "repairs", refits.phase, before=first, text="repair damaged ships")
