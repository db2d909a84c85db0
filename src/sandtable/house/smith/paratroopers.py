"""Elite Forces: Paratroopers, infantry that bombers carry and drop."""

from ...words import Draft, Force, No, Option, Options, Stack
from ..documents import smith
from .air_developments import HEAVY_BOMBERS
from .technologies import ELITE, HEAVIER_BOMBERS, NOT_FOUND, WEAPONS_TABLE, development

DROPPED = "carried=bomber"
NO_WAY_BACK = No("paratroopers cannot retreat", "smith.tech_paratroopers.6")


@smith(
    "smith.tech_paratroopers", "Elite Forces: Paratroopers",
    Option("infantry_per_bomber", 1, "infantry that a bomber drops in a turn", low=1, high=9),
    Option("infantry_per_heavy_bomber", 2, "infantry that a heavy bomber drops", low=1, high=9),
    Option("infantry_per_heavy_bomber_level_2", 3, "infantry that a heavy bomber of the second level drops", low=1,
           high=9),
    Option("attack_bonus", 1, "added to the attack of paratroopers for the whole battle", low=0, high=5),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def paratroopers(draft: Draft, option: Options) -> None:
    """In the combat or noncombat move, a bomber may carry and drop 1 infantry that starts the turn in the same
    territory, 2 or 3 with Heavy Bombers. Antiaircraft guns fire before the drop; the infantry of a bomber that is shot
    down is lost. A bomber that drops infantry does nothing else in the turn. Paratroopers attack with +1 for the whole
    battle and cannot retreat."""
    held = development(
        draft, "paratroopers", "Paratroopers",
        "Your bombers carry and drop infantry, which attacks with +1 and cannot retreat.", kind=ELITE,
    )  # fmt: skip
    held.loads("bomber", infantry=1).lift("bomber", **{"carries.capacity": option.infantry_per_bomber})
    if HEAVIER_BOMBERS not in draft.get("technologies"):  # their rule comes later, or is off
        draft.capability(HEAVIER_BOMBERS, "Heavy Bombers (second level)", "Heavy bombers of a second discovery.")
    for level, count in (
        (HEAVY_BOMBERS, option.infantry_per_heavy_bomber),
        (HEAVIER_BOMBERS, option.infantry_per_heavy_bomber_level_2),
    ):
        held.when(holds=level).at_least("bomber", **{"carries.capacity": count})
    held.when(marks=DROPPED).add("infantry", attack=option.attack_bonus)

    def bombers_that_drop(answer: Force) -> Force:
        """Bombers that drop infantry take no part in the battle."""
        return {s: n for s, n in answer.items() if "drops" not in s.cond.marks}

    def stay(answer: No | None, stack: Stack) -> No | None:
        """Paratroopers cannot retreat."""
        return NO_WAY_BACK if DROPPED in stack.cond.marks else answer

    draft.modify("attackers", bombers_that_drop)
    draft.modify("may_retreat", stay, "forbid")
    draft.extend_step("land_battle", "retreat", text="paratroopers cannot retreat", **{"who.unmarked": DROPPED})
