"""Fighting By Numbers: hits by the total of a large army, adjusted by one die."""

from ...battle.numbers import ROUNDINGS, by_total
from ...words import Draft, Option, Options, percent_by_face
from ..documents import great_war

#: Percent change in hits for each face of the deviation die (.9 to .13).
DEVIATION = {"1": -15, "2": -10, "3": 0, "4": 0, "5": 10, "6": 15}


@great_war(
    "great_war.fighting_by_numbers", "Fighting By Numbers",
    Option("threshold", 20, "minimum total for a side to fight by numbers", low=1, high=9999),
    Option("divisor", 6, "divide the total by this to get the number of hits", low=1, high=99),
    Option("deviation_percent", DEVIATION, "percent change in hits for each result of the deviation die"),
    Option("rounding", "nearest_half_up", "how to round the hits, before and after the change",
           choices=tuple(ROUNDINGS)),
)  # fmt: skip
def fighting_by_numbers(draft: Draft, option: Options) -> None:
    """In land combat, a side whose attack or defense values total 20 or more does not roll for each unit. Divide its
    total by 6 to get its hits, then roll one die to change them by up to 15 percent."""
    how = by_total(
        option.threshold,  # .3: each side by itself
        option.divisor,  # .7
        percent_by_face(draft, "deviation_percent", option.deviation_percent),  # .8 to .13
        option.rounding,
        below=draft.get("switches.resolution"),  # .15: the default resolution
    )
    # Applies only to the two rolls of land combat, not to air combat (.4), coastal fire, bombardment, or sea combat
    # (.15). The total counts the values as they would be rolled, including support and air supremacy (.5, .6). Tanks
    # absorb hits as with ordinary rolls (.14).
    text = f"a side with a total of {option.threshold} or more scores hits by its total"
    for fire in ("attackers_fire", "defenders_fire"):
        draft.amend_step("land_battle", fire, text, resolution=how.name)
