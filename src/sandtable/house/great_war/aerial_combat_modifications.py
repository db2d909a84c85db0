"""Aerial Combat Modifications: better fighters, one round of air combat, and air supremacy by majority."""

from ...words import Draft, Option, Options, counted
from ...words.battles import Pick, UnitEdit, outnumbering
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
    number, fighters = option.fighter_hit_value, Pick(kinds=("air",))
    rolls = draft.described("land_battle", "air_combat").steps
    better = tuple(roll.lifted(UnitEdit(fighters, roll.stat, "to", number)) for roll in rolls)
    draft.amend_step("land_battle", "air_combat", f"fighters hit on {number}", steps=better)  # .1
    most = f"{counted(option.exchanges, 'round') if option.exchanges else 'unlimited rounds'} of air combat"  # .2
    draft.amend_step("land_battle", "air_combat", most, most=option.exchanges)
    if option.applies_to == "all_combat":
        draft.set("units.fighter.attack", number)
        draft.set("units.fighter.defense", number)
    if option.supremacy_by_majority:  # .3, .4
        for fire in ("attackers_fire", "defenders_fire"):
            text = "the side with more fighters has air supremacy"
            draft.recast_step("land_battle", fire, "lifts", by_majority, text)


def by_majority(edit: UnitEdit) -> tuple[UnitEdit]:
    """The same edit while the own side has more of the units that it asked for."""
    more = tuple(outnumbering(asked.who) for asked in edit.when.presence[:1])
    return (edit._replace(when=edit.when._replace(presence=more)),)
