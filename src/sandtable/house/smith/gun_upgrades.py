"""Developments of antiaircraft guns: Radar/Sonar, and Rockets."""

from ...engine.rockets import Launch, launched
from ...words import Draft, Game, No, Option, Options, Stack, declare_mark
from ...words.battles import Pick
from ...words.board import COMBAT, HOSTILE_ZONE, PASS, STOP
from ..documents import smith
from .technologies import NOT_FOUND, WEAPONS_TABLE, development

GUN = "antiaircraft_gun"
RADAR, ROCKETS = "radar_sonar", "rockets"
FITTED = declare_mark("radar", "gun with radar")
LAUNCHER = declare_mark("rocket_launcher", "gun that can fire rockets")


def _refit(draft: Draft, holds: str, mark: str, cost: int, text: str) -> None:
    """Let powers fit guns with something: bought with a gun or for one on the board, it works from the placement."""
    draft.add(("stances", mark), {"until": "kept"})
    draft.add(("refits", holds), {
        "types": [GUN], "cost": cost, "gives": mark, "ready": "place", "new": True, "holds": holds, "text": text,
    })  # fmt: skip


@smith(
    "smith.tech_radar_sonar", "Radar/Sonar",
    Option("radar_cost", 5, "IPCs to fit a gun with radar", low=0, high=99),
    Option("radar_hit_on", 2, "guns with radar hit on this or less", low=1, high=6),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def radar_sonar(draft: Draft, option: Options) -> None:
    """You may fit your antiaircraft guns with radar for 5 IPCs each; such guns hit on 2 or less. Ships of yours that
    attacking submarines hit still fire in that round. Submarines cannot slip through sea zones with your ships, and
    your aircraft always find submarines."""
    held = development(
        draft, RADAR, "Radar/Sonar",
        "You may fit your antiaircraft guns with radar, and submarines do not surprise your ships.",
    )  # fmt: skip
    _refit(draft, RADAR, FITTED, option.radar_cost, "fit guns with radar")
    held.when(marks=FITTED).lift(GUN, aa=option.radar_hit_on)
    draft.amend_step(
        "sea_battle", "opening_fire", spares=Pick(kinds=("sea",), holds=(RADAR,)), text="sonar warns of submarines"
    )  # fmt: skip
    draft.modify("sea_step", watched, how="forbid")
    for search in ("attacker_search", "defender_search"):
        if any(step.name == search for step in draft.steps("sea_battle")):
            found = {"of.lacks": RADAR, "who.lacks": RADAR}
            draft.extend_step("sea_battle", search, text="radar always finds submarines", **found)


def watched(answer: str | No, game: Game, stack: Stack, space: str, phase: str) -> str | No:
    """Submarines cannot slip through sea zones with ships of an enemy that has sonar (.5)."""
    if answer != PASS or "submarine" not in game.unit(stack).tags:
        return answer
    foes, units = game.foes(stack.owner), game.rules.units
    there = {s.owner for s in game.state.at(space) if s.owner in foes and units[s.type].kind == "sea"}
    if not any(game.holds(power, RADAR) for power in there):
        return answer
    return STOP if phase == COMBAT else HOSTILE_ZONE


@smith(
    "smith.tech_rockets", "Rockets",
    Option("upgrade_cost", 5, "IPCs to let a gun fire rockets", low=0, high=99),
    Option("range", 3, "spaces that rockets reach", low=1, high=20),
    Option("damage_dice", 1, "dice of damage of each rocket", low=1, high=6),
    Option("guns_per_turn", 0, "guns that may fire rockets in a turn; 0 for any number", low=0, high=99),
)  # fmt: skip
def rockets(draft: Draft, option: Options) -> None:
    """You may upgrade your antiaircraft guns for 5 IPCs each. In the combat phase, each upgraded gun that has not moved
    may fire a rocket at an enemy industrial complex within 3 spaces; its owner loses 1 to 6 IPCs."""
    development(
        draft, ROCKETS, "Rockets", "You may upgrade your antiaircraft guns to fire rockets at industrial complexes."
    )  # fmt: skip
    _refit(draft, ROCKETS, LAUNCHER, option.upgrade_cost, "let guns fire rockets")
    launch = Launch(
        launchers=Pick(tags=("antiaircraft",), marks=(LAUNCHER,)), shots=option.guns_per_turn, each="unit",
        dice=option.damage_dice, rested=True,
    )  # fmt: skip
    draft.replace_step("combat", "rockets", launched(launch, "smith.tech_rockets.2"), text="rocket attacks")
    draft.change("switches.rocket_range", option.range)
