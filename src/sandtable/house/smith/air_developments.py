"""Developments of aircraft: Heavy Bombers, Jet Power, and Long-Range Aircraft."""

from ...words import Draft, Option, Options
from ...words.battles import Pick, Repeat, UnitEdit, Volley, When
from ..documents import smith
from .technologies import HEAVIER_BOMBERS, development

HEAVY_BOMBERS, JET_POWER = "heavy_bombers", "jet_power"
FIGHTERS, LAND_UNITS = Pick(types=("fighter",)), Pick(kinds=("land",))
#: Sequences of battles in the air alone, and of raids, over whose targets aircraft may fight.
RAIDS = ("air_battle", "raid")
#: What fighters defend at against everything but land units.
USUAL = 4


@smith(
    "smith.tech_heavy_bombers", "Heavy Bombers",
    Option("dice_level_1", 2, "dice of a bomber that attacks", low=1, high=9),
    Option("dice_level_2", 3, "dice of a bomber that attacks after the second discovery", low=1, high=9),
)  # fmt: skip
def heavy_bombers(draft: Draft, option: Options) -> None:
    """Each of your bombers rolls 2 dice when it attacks, also in raids. If you find Heavy Bombers a second time, it
    rolls 3 dice."""
    one, two = option.dice_level_1, option.dice_level_2
    held = development(draft, HEAVY_BOMBERS, "Heavy Bombers", f"Your bombers roll {one} dice when they attack.")
    held.lift("bomber", attack_dice=one, raid_dice=one)
    again = development(
        draft, HEAVIER_BOMBERS, "Heavy Bombers (second level)", f"Your bombers roll {two} dice when they attack.",
        after=[HEAVY_BOMBERS],
    )  # fmt: skip
    again.at_least("bomber", attack_dice=two, raid_dice=two)


@smith(
    "smith.tech_jet_power", "Jet Power",
    Option("defense_vs_land", 5, "defense of fighters against land units", low=4, high=6),
    Option("dogfight_attack", 4, "attacking fighters in a dogfight hit on this or less", low=1, high=6),
    Option("dogfight_defense", 3, "defending fighters in a dogfight hit on this or less", low=1, high=6),
)  # fmt: skip
def jet_power(draft: Draft, option: Options) -> None:
    """Your fighters defend at 5 against land units. If other units attack too, a 5 counts only if a land unit takes the
    hit; against ships and aircraft alone, your fighters defend at 4. In dogfights they attack at 4."""
    held = development(
        draft, JET_POWER, "Jet Power", f"Your fighters defend at {option.defense_vs_land} against land units."
    )  # fmt: skip
    held.at_least("fighter", defense=option.defense_vs_land)
    if option.defense_vs_land > USUAL:
        for roll in draft.staged("land_battle", "defenders"):
            draft.amend_step("land_battle", roll, narrow=(USUAL, LAND_UNITS))
    at_sea = UnitEdit(FIGHTERS, "defense", "most", USUAL, When(holds=(JET_POWER,)))
    draft.extend_step("sea_battle", "defenders", lifts=at_sea)
    for sequence in ("land_battle", "sea_battle", *RAIDS):
        for name, fight in [(s.name, s.what) for s in draft.steps(sequence) if isinstance(s.what, Repeat)]:
            faster = tuple(_jets(roll, option) for roll in fight.steps)
            draft.amend_step(sequence, name, steps=faster, text="jets are faster in dogfights")


def _jets(roll: Volley, option: Options) -> Volley:
    """Return a roll of a dogfight in which fighters of powers with Jet Power hit on their own number."""
    value = option.dogfight_attack if roll.stat == "attack" else option.dogfight_defense
    jets = UnitEdit(FIGHTERS._replace(marks=roll.who.marks), roll.stat, "to", value, When(holds=(JET_POWER,)))
    return roll.with_(lifts=(*roll.lifts, jets))


@smith(
    "smith.tech_long_range_aircraft", "Long-Range Aircraft",
    Option("fighter_movement", 6, "movement of fighters in spaces", low=1, high=12),
    Option("bomber_movement", 8, "movement of bombers in spaces", low=1, high=12),
)  # fmt: skip
def long_range_aircraft(draft: Draft, option: Options) -> None:
    """Your fighters move 6 and your bombers move 8."""
    held = development(
        draft, "long_range_aircraft", "Long-Range Aircraft", "Your fighters and bombers move farther."
    )  # fmt: skip
    held.lift("fighter", move=option.fighter_movement).lift("bomber", move=option.bomber_movement)
