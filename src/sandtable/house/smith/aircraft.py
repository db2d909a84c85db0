"""Aircraft in Smith's battles: who they are, where they fire, and their marks."""

from ...words import Draft, declare_mark
from ...words.battles import APART, ATTACKER, Pick, Side, Volley

SCRAMBLED = declare_mark("scrambled", "aircraft that has scrambled in this battle")
GROUNDED = declare_mark("grounded", "aircraft that stays on the ground, or on its carrier, in this combat round")
DOGFIGHT = declare_mark("dogfight", "fights in the dogfight of this combat round")
declare_mark(APART, "fights apart from the other units in this combat round")

AIRCRAFT = Pick(kinds=("air",))
IN_DOGFIGHT = Pick(kinds=("air",), marks=(DOGFIGHT,))
#: The combat rounds in which there is bombardment and antiaircraft fire.
FIRST = (1, 1)
BATTLES = ("land_battle", "sea_battle")


def fire_apart(draft: Draft, sequence: str, side: Side) -> str:
    """Give the aircraft of a side a roll of their own, before the other units of the side; return the step's name.

    Several rules need it; the first one makes it.
    """
    name = f"{side}_aircraft"
    if all(step.name != name for step in draft.steps(sequence)):
        stage, stat = ("attackers", "attack") if side == ATTACKER else ("defenders", "defense")
        others = next(step.what.who for step in draft.steps(sequence) if step.name == f"{stage}_fire")
        kinds = ("land", "structure") if sequence == "land_battle" else ("sea",)
        draft.amend_step(
            sequence, f"{stage}_fire", who=others._replace(kinds=kinds), text="aircraft fire by themselves"
        )
        roll = Volley("aircraft", side, AIRCRAFT, stat=stat)
        draft.step(sequence, name, roll, before=stage, stage=stage, text="aircraft fire first")
    return name
