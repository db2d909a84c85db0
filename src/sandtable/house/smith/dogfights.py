"""Dogfights: aircraft of both sides meet in the air, while the others fight below."""

from ...words import Draft, Option, Options
from ...words.battles import APART, ATTACKER, DEFENDER, Assign, Pick, Repeat, Side, UnitEdit, Volley, beside, facing
from ..documents import smith
from .aircraft import AIRCRAFT, BATTLES, DOGFIGHT, GROUNDED, IN_DOGFIGHT, SCRAMBLED

DOWN = Pick(kinds=("air",), unmarked=(SCRAMBLED,))
UP = Pick(kinds=("air",), marks=(SCRAMBLED,))
CARRIERS = Pick(tags=("carrier",), without=("damaged",))
FIGHTING = Pick(marks=(DOGFIGHT,))


@smith(
    "smith.dogfights", "Dogfights",
    Option("fighter_dogfight", 3, "fighters in a dogfight hit on this or less", low=1, high=6),
    Option("bomber_dogfight", 1, "bombers in a dogfight hit on this or less", low=1, high=6),
    Option("unscrambled_defense", 0, "aircraft that stay on the ground defend at this at most", low=0, high=6),
    Option("carrier_dogfight_attack", 1, "attacking carriers in a dogfight hit on this or less", low=0, high=6),
    Option("carrier_dogfight_defense", 3, "defending carriers in a dogfight hit on this or less", low=0, high=6),
)  # fmt: skip
def dogfights(draft: Draft, option: Options) -> None:
    """Before each combat round, defending aircraft may scramble; those that do not stay on the ground and defend at 0.
    Aircraft of both sides meet one for one in a dogfight, where fighters hit on 3 and bombers on 1; the side with
    aircraft to spare adds them to the dogfight or supports the battle below. Hits in the dogfight fall only on units
    in it. An aircraft carrier may fire in the dogfight instead of the sea battle, and may then be hit in it."""
    for sequence in BATTLES:
        first = "attackers" if sequence == "land_battle" else "opening_fire"
        for name, step in _roles().items():
            draft.step(sequence, name, step, before=first, stage="muster")
        if sequence == "sea_battle":
            for side in (ATTACKER, DEFENDER):
                draft.step(sequence, f"{side}_carriers", _carriers(side), before=first, stage="muster")
        draft.step(sequence, "dogfight", _dogfight(option), before=first, stage="air_combat")
    # A plane that does not scramble defends at 0 (.3).
    draft.when(marks=GROUNDED).at_most(AIRCRAFT, defense=option.unscrambled_defense)


def _roles() -> dict[str, Assign]:
    """Who scrambles (.2, .3, .4), and who is matched; the surplus joins, or supports the others (.7, .8)."""
    both = (DOGFIGHT, APART)
    return {
        "scramble": Assign(
            "choose aircraft that scramble", DEFENDER, DOWN, (SCRAMBLED,), advice="all", lasts="battle", apart=True
        ),
        "grounded": Assign("aircraft on the ground", DEFENDER, DOWN, (GROUNDED,), ask=False),
        "attacker_dogfight": Assign(
            "choose aircraft for the dogfight", ATTACKER, AIRCRAFT, both, least=UP, when=(facing(UP),)
        ),
        "defender_dogfight": Assign(
            "choose aircraft for the dogfight", DEFENDER, UP, both, least=IN_DOGFIGHT, when=(facing(IN_DOGFIGHT),)
        ),
    }  # fmt: skip


def _carriers(side: Side) -> Assign:
    """An undamaged carrier may fire in a dogfight between aircraft, and may be hit in it (.11, .12, .13)."""
    there = (beside(IN_DOGFIGHT), facing(IN_DOGFIGHT))
    return Assign(
        "choose carriers that fire in the dogfight", side, CARRIERS, (DOGFIGHT, APART), when=there, apart=True
    )


def _dogfight(option: Options) -> Repeat:
    """One exchange of fire between the units in the dogfight (.5, .6, .9, .10)."""
    values = {
        "attack": {
            "fighter": option.fighter_dogfight, "bomber": option.bomber_dogfight,
            "aircraft_carrier": option.carrier_dogfight_attack,
        },
        "defense": {
            "fighter": option.fighter_dogfight, "bomber": option.bomber_dogfight,
            "aircraft_carrier": option.carrier_dogfight_defense,
        },
    }  # fmt: skip
    volleys = tuple(
        Volley(
            "dogfight", side, FIGHTING, FIGHTING, stat,
            lifts=tuple(UnitEdit(Pick(types=(unit,), marks=(DOGFIGHT,)), stat, "to", value)
                for unit, value in values[stat].items()),
        )
        for side, stat in ((ATTACKER, "attack"), (DEFENDER, "defense"))
    )  # fmt: skip
    return Repeat("dogfight", volleys, FIGHTING, 1)
