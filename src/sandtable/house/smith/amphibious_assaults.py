"""Amphibious Assaults: bombardment counts at once, and only landed units must stay."""

from ...words import Draft, Game, No, Option, Options, Stack
from ...words.battles import FROM_LANDING, Battle
from ..documents import smith

RULE = "smith.amphibious_assaults"
LANDED_STAY = No("units landed from transports cannot retreat from this battle", f"{RULE}.2")
OVERLAND_STAY = No("units that came overland cannot retreat from an amphibious assault", f"{RULE}.3")


@smith(
    RULE, "Amphibious Assaults",
    Option("bombardment_return_fire", False, "casualties of the bombardment still fire"),
    Option("landed_units_may_retreat", False, "units landed from transports may retreat"),
    Option("overland_units_may_retreat", True, "attackers that came overland may retreat"),
    Option("planes_may_retreat", "individually", "how attacking aircraft retreat",
           choices=("individually", "together", "never")),
)  # fmt: skip
def amphibious_assaults(draft: Draft, option: Options) -> None:
    """In an amphibious assault, casualties of the bombardment are removed before they can fire. Land units that attack
    from transports cannot retreat. Those that came overland may retreat, and attacking aircraft may leave after any
    combat round, one by one or together."""
    # Hits of a shore bombardment count at once (.1).
    falls = "after_round" if option.bombardment_return_fire else "at_once"
    draft.amend_step("land_battle", "support_shots", falls=falls)

    def may_retreat(answer: No | None, game: Game, battle: Battle, stack: Stack) -> No | None:
        """Landed units never retreat (.2); units that came overland do (.3)."""
        if not battle.seaborne or game.unit(stack).kind != "land":
            return answer
        landed = "seaborne" in stack.cond.marks
        if option.landed_units_may_retreat if landed else option.overland_units_may_retreat:
            return None if answer in (FROM_LANDING, None) else answer
        return LANDED_STAY if landed else OVERLAND_STAY

    def aircraft_retreat(answer: str, battle: Battle) -> str:
        """Attacking aircraft may leave a landing one by one or all at the same time (.4)."""
        how = {"individually": "each", "together": "together", "never": "never"}
        return how[option.planes_may_retreat] if battle.seaborne else answer

    draft.modify("may_retreat", may_retreat)
    draft.modify("aircraft_retreat", aircraft_retreat)
