"""Order of Combat: antiaircraft fire, units set aside, bombardment, then each round in a fixed order of fire."""

from ...words import Draft, Option, Options, declare_mark
from ...words.battles import ATTACKER, DEFENDER, Assign, Pick, facing
from ..documents import smith
from .aircraft import BATTLES, FIRST, fire_apart

SET_ASIDE = declare_mark("set_aside", "shielded from the bombardment before this battle")
LAND = Pick(kinds=("land",))
OVERLAND = Pick(kinds=("land",), unmarked=("seaborne",))
SHIPS_OFF_SHORE = Pick(tags=("bombards",), aside=True)


@smith(
    "smith.order_of_combat", "Order of Combat",
    Option("set_aside_per_attacker", 1, "land units set aside for each attacker that came by land or by air drop",
           low=0, high=9),
    Option("ground_support_targets", "chosen_by_plane_owner", "who chooses what supporting aircraft hit",
           choices=("chosen_by_plane_owner", "chosen_by_victim")),
)  # fmt: skip
def order_of_combat(draft: Draft, option: Options) -> None:
    """Antiaircraft guns fire first. For each attacker that came by land or by air drop, the defender sets one land unit
    aside; then battleships bombard the others, whose casualties are removed at once. In each combat round, after the
    dogfight, attacking aircraft name their targets and fire, then the other attackers; their casualties still fire.
    Defending aircraft fire at named targets, then the other defenders."""
    _before_round_one(draft, option)
    for sequence in BATTLES:
        for side in (ATTACKER, DEFENDER):
            support = fire_apart(draft, sequence, side)
            # The owner names the target of each such plane, then they fire (.9, .11).
            if option.ground_support_targets == "chosen_by_plane_owner":
                draft.amend_step(sequence, support, picks="named", text="aircraft name their targets")
        # The units hit by the defender's ground support are removed (.11).
        draft.amend_step(sequence, "defender_aircraft", falls="at_once")


def _before_round_one(draft: Draft, option: Options) -> None:
    """Guns fire (.3), the defender sets units aside (.4), battleships bombard the others (.5)."""
    draft.move_step("land_battle", "antiaircraft_fire", before="support_shots")
    if option.set_aside_per_attacker:
        aside = Assign(
            "choose the units to set aside before the bombardment", DEFENDER, LAND, (SET_ASIDE,), per=OVERLAND,
            least=OVERLAND, ratio=(option.set_aside_per_attacker, 1), order="dearest", rounds=FIRST,
            when=(facing(SHIPS_OFF_SHORE),),
        )  # fmt: skip
        draft.step("land_battle", "set_aside", aside, before="support_shots", stage="muster")
        draft.amend_step("land_battle", "support_shots", at=Pick(unmarked=(SET_ASIDE,)))
    draft.amend_step("land_battle", "support_shots", falls="at_once")
