"""Counter-Battery Fire: artillery that fires at the enemy's artillery, whose hits wait for it."""

from ...words import Draft, Option, Options, fraction
from ...words.battles import ATTACKER, DEFENDER, Assign, Deal, Pick, UnitEdit, Volley
from ..documents import great_war

ROLE = "counter_battery"
ARTILLERY, FIRING = Pick(tags=("artillery",)), Pick(marks=(ROLE,))
FIRE = {ATTACKER: ("attackers_fire", "attack"), DEFENDER: ("defenders_fire", "defense")}


@great_war(
    "great_war.counter_battery_fire", "Counter-Battery Fire",
    Option("max_share", "1/2", "largest share of the artillery of a side that may fire counter-battery, as a fraction"),
    Option("kill_number", 2, "it destroys an enemy artillery on this roll or less", low=0, high=6),
    Option("kill_number_air_supremacy", 3, "the same with air supremacy", low=0, high=6),
    Option("negate_number", 1, "on this roll or less it also cancels 1 hit of the enemy artillery", low=0, high=6),
    default=False,
)  # fmt: skip
def counter_battery_fire(draft: Draft, option: Options) -> None:
    """When an attack begins, the attacker and then the defender may choose up to half of their artillery for
    counter-battery fire. It does not fire normally and supports no unit. Once both sides have fired, before casualties
    are chosen, each of its rolls of 2 or less destroys an enemy artillery, and 3 does with air supremacy. A 1 also
    cancels a hit of the enemy artillery. Artillery in counter-battery fire is destroyed by it last."""
    draft.include("units.artillery.tags", "artillery")
    steps = {step.name: step.what for step in draft.steps("land_battle")}
    first, share = next(iter(steps)), fraction(draft, "max_share", option.max_share)
    for side in (ATTACKER, DEFENDER):  # .1 to .3: declared at once, the attacker first
        role = Assign("choose artillery for counter-battery fire", side, ARTILLERY, (ROLE,),
                      ratio=share.as_integer_ratio())  # fmt: skip
        draft.step("land_battle", f"{side}_counter_battery", role, before=first, stage="muster")
    if "neutralizing" in steps:  # an artillery makes one kind of attack only
        draft.extend_step("land_battle", "neutralizing", **{"who.unmarked": ROLE})
    for side in (DEFENDER, ATTACKER):
        step, stat = FIRE[side]
        fire = steps[step]
        supremacy = next(edit.when for edit in fire.lifts if edit.when.presence)
        lifts = (
            UnitEdit(FIRING, stat, "to", option.kill_number),
            UnitEdit(FIRING, stat, "to", option.kill_number_air_supremacy, supremacy, text="air supremacy"),
        )
        guns = Volley("counter-battery fire", side, FIRING, ARTILLERY, stat, lifts=lifts, resolution="single_dice",
                      together=True, last=FIRING, cancels=option.negate_number)  # .6 to .8  # fmt: skip
        draft.step("land_battle", f"{side}_counter_battery_fire", guns, after="defenders_fire", stage="defenders")
        draft.extend_step("land_battle", step, "without artillery in counter-battery fire", **{"who.unmarked": ROLE})
        draft.amend_step("land_battle", step, "casualties are chosen after counter-battery fire", held=ARTILLERY)  # .5
        draft.recast_step("land_battle", step, "lifts", bare)  # .4
    draft.step("land_battle", "deal", Deal(), before="casualties", stage="casualties")


def bare(edit: UnitEdit) -> tuple[UnitEdit]:
    """Return an edit of units that others support, without the support of artillery in counter-battery fire."""
    if edit.when.per is None or "supports" not in edit.when.per.tags:
        return (edit,)
    return (edit._replace(when=edit.when._replace(per=edit.when.per._replace(unmarked=(ROLE,)))),)
