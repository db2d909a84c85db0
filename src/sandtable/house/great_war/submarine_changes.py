"""Submarines that call their targets and dive before a battle, and the cruisers or destroyers that screen a fleet."""

from ...engine.leaving import submarines
from ...words import Draft, Flow, Force, Game, Option, Options
from ...words.battles import ATTACKER, DEFENDER, SILENT, Assign, Battle, Check, Extra, Leave, Pick, Volley
from ..documents import great_war
from .new_units import advise, owned

RULE, SCREENS = "great_war.submarine_changes", "great_war.cruiser_screens"
DESTROYERS = "great_war.destroyers"
SUBMARINES, SHIPS, LAST = Pick(tags=("submarine",)), Pick(kinds=("sea",)), Pick(tags=("transport", "merchant"))
SURFACE = Pick(tags=("warship",))
DIVING, SCREENED = "diving", "screened"


@great_war(
    RULE, "Submarine Changes",
    Option("submarine_defense", 1, "defense value of submarines", low=0, high=6),
    Option("target_choice", True, "attacking submarines call their targets"),
    Option("screen_unit", "cruiser",
           "unit type that keeps submarines from calling a target; destroyers take over where they are in the game"),
    Option("screen_ratio", 1, "submarines that each screening ship keeps from calling a target", low=0, high=9),
    Option("preemptive_dive", True, "submarines that are attacked may try to dive before the battle"),
    Option("dive_base", 4, "they dive on this roll or less", low=0, high=6),
    Option("dive_penalty_per_excess_ship", 1, "subtracted for each surface ship beyond the submarines attacked", low=0,
           high=6),
    default=False,
)  # fmt: skip
def submarine_changes(draft: Draft, option: Options) -> None:
    """Submarines defend at 1. Each attacking submarine calls its target before it rolls, except one for each enemy
    cruiser (or destroyer, if destroyers are in the game). When submarines are attacked, each may try to dive: it is
    safe on a roll of 4 or less, minus 1 for each attacking surface ship beyond the number of submarines. Those that
    fail are attacked for one round and then submerge."""
    draft.set("units.submarine.defense", option.submarine_defense)  # .1
    if option.preemptive_dive:
        _dive(draft, option)
    if option.target_choice:
        _call_targets(draft, screens(draft, option), option.screen_ratio)


def screens(draft: Draft, option: Options) -> Pick:
    """Return the ships that screen a fleet: destroyers if they are in the game, or else cruisers (.9)."""
    if any("screens" in row.get("tags", ()) for row in draft.get("units").values()):
        return Pick(tags=("screens",))
    return Pick(types=(draft.find("units", option.screen_unit),))


def _dive(draft: Draft, option: Options) -> None:
    """Add the attempts to dive before the first round, and submerging after it (.5 to .8)."""
    first = draft.steps("sea_battle")[0].name
    base = next(s.what for s in draft.steps("sea_battle") if s.name == "defending_submarines_submerge")
    attempt = Assign(
        "choose submarines that try to dive", DEFENDER, SUBMARINES, (DIVING,), advice="all", rounds=(1, 1)
    )  # fmt: skip
    excess = Extra(-option.dive_penalty_per_excess_ship, SURFACE, "enemy", less=SUBMARINES)  # .8
    roll = Check(
        "submarines dive", DEFENDER, option.dive_base, Pick(tags=("submarine",), marks=(DIVING,)), leaves=True,
        rounds=(1, 1), extras=(excess,),
    )  # fmt: skip
    away = Leave("submarines submerge", DEFENDER, Pick(marks=(DIVING,)), False, _submerge, must=True)  # .7
    draft.step("sea_battle", "try_to_dive", attempt, before=first, stage="muster")
    draft.step("sea_battle", "dive", roll, after="try_to_dive", stage="muster")
    draft.step("sea_battle", "submerge_after_the_attack", away, after="casualties", stage="submerge")

    def later(game: Game, battle: Battle) -> Flow:
        """Only the dive takes defending submarines out of the first round (.5)."""
        if battle.round > 1:
            yield from base.ask(game, battle)

    draft.amend_step("sea_battle", "defending_submarines_submerge", "not in the first round", ask=later)


def _submerge(game: Game, battle: Battle) -> Flow:
    """Submarines that failed to dive and survived submerge where they are, out of the battle (.7)."""
    going: Force = {s: n for s, n in submarines(battle, DEFENDER).items() if DIVING in s.cond.marks}
    if going:
        game.emit("submerged", power=next(iter(going)).owner, force=dict(going), space=battle.space)
        battle.remove(DEFENDER, going)
    yield from ()


def _call_targets(draft: Draft, screen: Pick, ratio: int) -> None:
    """Attacking submarines that are not screened call their targets and fire first of their side (.2 to .4)."""
    role = Assign(
        "screened submarines", ATTACKER, SUBMARINES, (SCREENED,), False, per=screen, ratio=(ratio, 1)
    )  # fmt: skip
    free = Pick(tags=("submarine",), unmarked=(SCREENED,))
    shot = Volley("submarines", ATTACKER, free, SHIPS, picks="named", over="owner", last=LAST)
    fired = Assign("submarines that have fired", ATTACKER, free, (SILENT,), False)
    draft.step("sea_battle", "screens", role, before="attackers_fire", stage="muster")
    draft.step("sea_battle", "called_targets", shot, after="screens", stage="attackers")
    draft.step("sea_battle", "called_already", fired, after="called_targets", stage="attackers")


@great_war(
    SCREENS, "Cruiser Screens",
    Option("counter_screen_unit", "cruiser", "attacking unit type that cancels enemy screens"),
    needs=(RULE,), default=False,
)  # fmt: skip
def cruiser_screens(draft: Draft, option: Options) -> None:
    """Each attacking cruiser cancels one enemy cruiser (or destroyer, if destroyers are in the game) that would keep a
    submarine from calling its target."""
    # .1: submarine_changes has the screens; .3: destroyers take over from defending cruisers there
    attackers = Pick(types=(draft.find("units", option.counter_screen_unit),))
    if any(step.name == "screens" for step in draft.steps("sea_battle")):
        draft.amend_step("sea_battle", "screens", "attacking cruisers cancel screens", less=attackers)  # .2
        advise(draft, attackers.types[0], escorts)


def escorts(game: Game, power: str) -> int:
    """Advise a power to have a warship that cancels screens for each of its submarines, up to 2."""
    return min(2, owned(game, power, "submarine"))
