"""Aerial Combat Modifications: better fighters, one round of air combat, and air supremacy by majority."""

from ...words import Draft, Option, Options, counted
from ...words.battles import Pick, Repeat, UnitEdit, Volley, outnumbering
from ..documents import great_war


@great_war(
    "great_war.aerial_combat_modifications", "Aerial Combat Modifications",
    Option("fighter_hit_value", 3, "fighters hit on this roll or less", low=1, high=6),
    Option("applies_to", "air_battle", "whether this applies only to air combat or also to land combat",
           choices=("air_battle", "all_combat")),
    Option("exchanges", 1, "rounds of air combat; 0 fights until one side has no fighters", low=0, high=99),
    Option("supremacy_by_majority", True,
           "the side with more fighters has air supremacy; false gives it only to a side that is alone in the air"),
)  # fmt: skip
def aerial_combat_modifications(draft: Draft, option: Options) -> None:
    """Air combat lasts one round, and fighters hit on 3 or less instead of 2. The side with more surviving fighters has
    air supremacy."""
    steps = {step.name: step.what for step in draft.steps("land_battle")}
    air = steps["air_combat"]
    assert isinstance(air, Repeat)
    better = tuple(
        volley.with_(lifts=(*volley.lifts, UnitEdit(Pick(kinds=("air",)), volley.stat, "to", option.fighter_hit_value)))
        for volley in air.steps
    )  # .1
    draft.amend_step("land_battle", "air_combat", f"fighters hit on {option.fighter_hit_value}", steps=better)
    most = f"{counted(option.exchanges, 'round') if option.exchanges else 'unlimited rounds'} of air combat"  # .2
    draft.amend_step("land_battle", "air_combat", most, most=option.exchanges)
    if option.applies_to == "all_combat":
        draft.set("units.fighter.attack", option.fighter_hit_value)
        draft.set("units.fighter.defense", option.fighter_hit_value)
    if option.supremacy_by_majority:  # .3, .4
        for name in ("attackers_fire", "defenders_fire"):
            volley = steps[name]
            assert isinstance(volley, Volley)
            alone = tuple(e for e in volley.lifts if e.when.presence)
            more = tuple(_by_majority(e) for e in alone)
            draft.curtail_step("land_battle", name, lifts=alone)
            draft.extend_step("land_battle", name, "the side with more fighters has air supremacy", lifts=more)


def _by_majority(edit: UnitEdit) -> UnitEdit:
    """The same edit while the own side has more of the units that it asked for."""
    return edit._replace(when=edit.when._replace(presence=(outnumbering(edit.when.presence[0].who),)))
