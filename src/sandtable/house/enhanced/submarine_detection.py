"""Submarine Detection, and the technology Super Destroyers."""

from collections.abc import Callable
from itertools import product

from ...engine import leaving
from ...words import Draft, Flow, Game, Option, Options, declare_mark
from ...words.battles import ATTACKER, DEFENDER, Battle, Check, Extra, Leave, Pick, Side
from ..documents import enhanced
from .weapons_development import ID

SUPER, LONG_RANGE, SHIPYARDS = "super_destroyers", "long_range_aircraft", "improved_shipyards"
DETECTED = declare_mark("detected", "submarine that destroyers have found in this battle")
SUBMARINES, DESTROYERS, AIRCRAFT = Pick(tags=("submarine",)), Pick(tags=("destroyer",)), Pick(kinds=("air",))
HIDDEN, FOUND = SUBMARINES._replace(unmarked=(DETECTED,)), SUBMARINES._replace(marks=(DETECTED,))
SIDES: dict[Side, str] = {ATTACKER: "attacking", DEFENDER: "defending"}
FIRST, LATER = (1, 1), (2, 0)


@enhanced(
    "enhanced.submarine_detection", "Submarine Detection",
    Option("base_value", 2, "a destroyer detects submarines on this number or less", low=0, high=6),
    Option("air_modifier", 1, "added if aircraft of its side take part", low=0, high=6),
    Option("long_range_air_modifier", 2, "added instead if its owner has Long Range Aircraft", low=0, high=6),
    Option("improved_shipyards_modifier", -2, "added if the submarines' owner has Improved Shipyards", low=-6, high=0),
    Option("super_destroyers_modifier", 1, "added if the destroyers' owner has Super Destroyers", low=0, high=6),
)  # fmt: skip
def submarine_detection(draft: Draft, option: Options) -> None:
    """Before the first round of combat, each destroyer rolls a die: on a 2 or less it detects all enemy submarines.
    Aircraft and technologies change this number. Submarines that are not detected strike first, whether or not there
    is an enemy destroyer, and may submerge after they have fired. If they stay, they are detected."""
    for side, word in SIDES.items():
        for check in reversed(checks(side, option)):
            name = "_".join((side, "detects", *check.who.holds))
            draft.step("sea_battle", name, check, after="defenseless", stage="muster")
        # In the first round, being detected counts; from the second on, enemy destroyers do, as in the base game.
        strike, fire = f"{word}_submarines", f"{word}_submarines_fire"
        first = {"rounds": FIRST, "when": ()}
        for step in [s for s in draft.steps("sea_battle") if s.name in (strike, fire)]:
            name, who = (f"hidden_{strike}", HIDDEN) if step.name == strike else (f"detected_{fire}", FOUND)
            draft.step("sea_battle", name, step.what.with_(who=who, **first), after=step.name, stage=step.stage)
            draft.amend_step("sea_battle", step.name, rounds=LATER)
    for side, word in reversed(SIDES.items()):  # attackers first
        dive = Leave(f"{word} submarines that were not detected submerge", side, HIDDEN, False, dives(side))
        draft.step("sea_battle", f"hidden_{word}_submerge", dive, after="struck", stage="submerge")


def checks(side: Side, option: Options) -> list[Check]:
    """The detection rolls of a side: destroyers of powers with different technologies roll apart, and the submarines
    that are found most easily count."""
    harder = -option.improved_shipyards_modifier
    worse = (Extra(harder, HIDDEN._replace(lacks=(SHIPYARDS,)), "enemy", most=1),) if harder else ()
    out, number = [], option.base_value - harder
    for superior, far in product((False, True), repeat=2):
        named = ((SUPER, superior), (LONG_RANGE, far))
        holds, lacks = (tuple(t for t, has in named if has == wanted) for wanted in (True, False))
        air = Extra(option.long_range_air_modifier if far else option.air_modifier, AIRCRAFT, most=1)
        out.append(
            Check(
                "detection of submarines", side, number + superior * option.super_destroyers_modifier,
                SUBMARINES, "enemy", "each", DESTROYERS._replace(holds=holds, lacks=lacks), (DETECTED,), lasts="battle",
                rounds=FIRST, extras=(air, *worse),
            )
        )  # fmt: skip
    return out


def dives(side: Side) -> Callable[[Game, Battle], Flow]:
    """Return the question whether submarines that were not detected submerge, after the opening fire (.9)."""

    def ask(game: Game, battle: Battle) -> Flow:
        if battle.round == 1:
            yield from leaving.submerge(game, battle, side, HIDDEN)

    return ask


@enhanced(
    "enhanced.tech_super_destroyers", "Super Destroyers",
    Option("attack", 3, "attack of destroyers", low=1, high=6),
    needs=(ID,),
)  # fmt: skip
def tech_super_destroyers(draft: Draft, option: Options) -> None:
    """Your destroyers attack at 3 and detect submarines on a number that is 1 higher. Their defense is still 2."""
    text = f"Your destroyers attack at {option.attack}, and they detect submarines more easily."
    held = draft.capability(SUPER, "Super Destroyers", text, chart="Chart 2", die=1, worth={"destroyer": 4})
    held.lift("destroyer", attack=option.attack)
