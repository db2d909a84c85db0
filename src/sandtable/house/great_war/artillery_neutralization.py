"""Artillery Neutralization: artillery that suppresses defenders instead of destroying them."""

from ...words import Draft, Option, Options
from ...words.battles import ALWAYS, ATTACKER, SILENT, SPENT, Assign, Coupled, Pick, Volley
from ..documents import great_war

ROLE = "neutralizing"
ARTILLERY, INFANTRY = Pick(tags=("artillery",)), Pick(types=("infantry",))


@great_war(
    "great_war.artillery_neutralization", "Artillery Neutralization",
    Option("tied_to_tanks", True, "possible from the round in which tanks can be purchased; false: in every round"),
    Option("suppressed_with_artillery", 1, "infantry suppressed together with each artillery", low=0, high=9),
    Option("suppressed_without_artillery", 2, "infantry suppressed by each success if no artillery is left", low=0,
           high=9),
    default=False,
)  # fmt: skip
def artillery_neutralization(draft: Draft, option: Options) -> None:
    """Once tanks can be purchased, attacking artillery may neutralize instead of firing normally. Each success
    suppresses one defending infantry and one artillery, or two infantry if no artillery is left. Suppressed units do
    not fire back, but survive. Neutralizing artillery still supports infantry and tanks."""
    draft.include("units.artillery.tags", "artillery")
    fire = next(step.what for step in draft.steps("land_battle") if step.name == "attackers_fire")
    supremacy = tuple(edit for edit in fire.lifts if edit.when.presence)  # air supremacy holds for it too
    # .1, .2: instead of a normal attack, from the round of the tanks
    role = Assign("choose artillery to neutralize defenders", ATTACKER, ARTILLERY, (ROLE,), lasts="battle",
                  rounds=(1, 1) if draft.get("switches.land_battle_rounds") == 1 else ALWAYS,
                  since="tank" if option.tied_to_tanks else "")  # fmt: skip
    couple = Coupled(ARTILLERY, INFANTRY, option.suppressed_with_artillery, option.suppressed_without_artillery)
    either = Pick(types=("infantry", "artillery", "artillery_truck"))
    shot = Volley("neutralizing fire", ATTACKER, Pick(marks=(ROLE,)), either, lifts=supremacy, together=True,
                  effect=SILENT, coupled=couple)  # fmt: skip
    # .5: it does not fire again, but supports others
    done = Assign("artillery that has fired", ATTACKER, Pick(marks=(ROLE,)), (SPENT,), False)
    draft.step("land_battle", "neutralizing", role, before="attackers_fire", stage="muster")
    draft.step("land_battle", "neutralizing_fire", shot, after="neutralizing", stage="attackers")  # .3, .4
    draft.step("land_battle", "neutralized", done, after="neutralizing_fire", stage="attackers")
