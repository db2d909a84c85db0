"""Amphibious Support Shots: one for each land unit that lands."""

from ...words import Draft, Option, Options
from ..documents import pacific


@pacific(
    "pacific.amphibious_support_shots", "Amphibious Support Shots",
    Option("supporting_units", "destroyer_and_battleship", "ships that give support shots",
           choices=("destroyer_and_battleship", "battleship")),
    Option("shots_per_landed_unit", 1, "support shots for each land unit that lands", low=0, high=9),
    Option("casualties_return_fire", True, "units hit by support shots still defend"),
)  # fmt: skip
def amphibious_support_shots(draft: Draft, option: Options) -> None:
    """Destroyers and battleships give support shots in amphibious assaults, at most one for each land unit that
    lands."""
    draft.set("switches.bombardment_limited_by_landing", True)  # .2
    if option.shots_per_landed_unit != 1:
        draft.add("switches.shots_per_landed_unit", option.shots_per_landed_unit)
    if option.supporting_units == "battleship":  # .1
        draft.exclude("units.destroyer.tags", "bombards")
        draft.set("units.destroyer.support", 0)
    if not option.casualties_return_fire:
        draft.amend_step("land_battle", "bombardment", falls="at_once")
