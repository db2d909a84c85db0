"""Antiaircraft guns on battleships, and Rockets."""

from ...engine.rockets import Launch, launched
from ...words import Draft, Option, Options
from ...words.battles import ATTACKER, DEFENDER, Pick, Side, Volley
from ..documents import enhanced
from .nations import fire_by_nation
from .weapons_development import ID

BATTLESHIP, GUN, ROCKETS = "battleship", "antiaircraft_gun", "rockets"
ARMED, AIRCRAFT = Pick(types=(BATTLESHIP,)), Pick(kinds=("air",))


@enhanced(
    "enhanced.battleship_aa", "Battleship Antiaircraft Fire",
    Option("to_hit", 1, "antiaircraft fire of battleships hits on this number or less", low=1, high=6),
    Option("fires_when_attacking", False, "battleships that attack also fire at defending aircraft"),
    Option("shots_per_aircraft", 1, "dice for each aircraft, for any number of battleships", low=1, high=3),
)  # fmt: skip
def battleship_aa(draft: Draft, option: Options) -> None:
    """Battleships carry antiaircraft guns. When aircraft attack a sea zone with a battleship, one die is rolled for
    each of them before the first round of combat, and a 1 shoots it down. What changes the antiaircraft guns of a power
    changes its battleships, too."""
    draft.set(("units", BATTLESHIP, "aa"), option.to_hit)
    for name, technology in draft.get("technologies").items():
        for effect in [e for e in technology["effects"] if (e["unit"], e["stat"]) == (GUN, "aa")]:
            draft.include(("technologies", name, "effects"), {**effect, "unit": BATTLESHIP})
    sides: tuple[Side, ...] = (DEFENDER, ATTACKER) if option.fires_when_attacking else (DEFENDER,)
    for side in sides:
        for shot in range(option.shots_per_aircraft):
            fire = Volley(
                "antiaircraft fire of battleships", side, ARMED, AIRCRAFT, "aa", "per_target", "at_once", rounds=(1, 1)
            )
            name = f"{side}_battleships_{shot + 1}" if shot else f"{side}_battleships"
            draft.step("sea_battle", name, fire, before="attacking_submarines_submerge", stage="antiaircraft")
            if "d_day" in draft.get("memory"):  # each of two nations is fired at apart
                fire_by_nation(draft, "sea_battle", name)


@enhanced(
    "enhanced.tech_rockets", "Rockets",
    Option("range", 3, "spaces that rockets reach", low=1, high=20),
    Option("damage_dice", 1, "dice of damage of a rocket", low=1, high=6),
    Option("launchers_per_territory", 1, "antiaircraft guns in a territory that may fire in a turn", low=1, high=9),
    Option("strikes_per_complex_per_turn", 1, "rockets that hit one complex in a turn", low=1, high=9),
    Option("free_aa_gun", 1, "antiaircraft guns placed in the capital at the end of the turn", low=0, high=9),
    Option("free_aa_gun_every_turn", False, "these guns come at the end of every turn"),
    needs=(ID,),
)  # fmt: skip
def tech_rockets(draft: Draft, option: Options) -> None:
    """Each turn, one antiaircraft gun in each of your territories may fire a rocket at an enemy industrial complex
    within 3 spaces, for one die of damage. A complex is hit by one rocket in a turn, and a gun that fires does not move
    in that turn. At the end of the turn in which you gain this technology, you place 1 free antiaircraft gun in your
    capital."""
    launchers = Pick(tags=("antiaircraft",), unmarked=("captured",))
    launch = Launch(
        launchers, per_territory=option.launchers_per_territory, per_target=option.strikes_per_complex_per_turn,
        dice=option.damage_dice, over_neutrals=False, rested=True,
    )  # fmt: skip
    draft.replace_step("combat", "rockets", launched(launch, "enhanced.tech_rockets.1"), text="rocket attacks")
    draft.change("switches.rocket_range", option.range)
    text = f"One antiaircraft gun in each territory fires at an enemy industrial complex within {option.range} spaces."
    draft.set(("technologies", ROCKETS, "text"), text)
    if option.free_aa_gun:
        row = {
            "units": {GUN: option.free_aa_gun}, "when": "turn_end", "holds": ROCKETS, "text": "free antiaircraft gun",
        }  # fmt: skip
        draft.add("grants.antiaircraft gun for rockets", {**row, "fresh": not option.free_aa_gun_every_turn})
