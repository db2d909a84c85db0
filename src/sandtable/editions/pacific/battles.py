"""The steps of battles on land, at sea and in a raid (R69, R72, R91), the surprise (R67), and what follows a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...battle.volley import ATTACKER, DEFENDER, Clear, Leave, Pick, Volley
from ...core.errors import No
from ...core.forces import Force, Stack
from ...core.picks import Presence, UnitEdit, When, beside, facing, facing_no
from ...engine import escorts, fighting, leaving, standard
from . import score
from .ways import FERRYING, SUBMERGED

if TYPE_CHECKING:
    from ...engine.battles import Battle
    from ...engine.game import Flow, Game
    from ...rules.draft import Draft

#: Only in the first round of combat.
FIRST = (1, 1)
SHIPS, AIRCRAFT = Pick(kinds=("sea",)), Pick(kinds=("air",))
SUBMARINES, DESTROYERS = Pick(tags=("submarine",)), Pick(tags=("destroyer",))
SURFACE, NOT_SUBMARINES = Pick(kinds=("sea",), without=("submarine",)), Pick(without=("submarine",))
GUNS = Pick(tags=("antiaircraft",), aside=True)
SHIPS_OFF_SHORE = Pick(tags=("bombards",), aside=True)
ESCORTS, RISEN, BOMBERS = Pick(marks=("escort",)), Pick(marks=("intercepts",)), Pick(tags=("raids",))
NO_DESTROYER = Presence(DESTROYERS, "own", 0, 0)
AIRCRAFT_RETREAT = Leave("aircraft retreat", ATTACKER, AIRCRAFT, False, leaving.attacking_aircraft)
#: R28: one attacking artillery raises one attacking infantry or marine by 1.
SUPPORT = UnitEdit(
    Pick(tags=("supported",)), "attack", "add", 1, When(per=Pick(tags=("supports",))), text="artillery support"
)
LANDED = No("units that landed from the sea cannot retreat", "retreat.landing")
#: R67: whose units are surprised in the first turn of Japan.
SURPRISED = ("Great Britain", "United States")
declare = escorts.declare


def write(draft: Draft) -> None:
    """Add the steps of all battles, marines (R29), destroyers that carry infantry (R49), and the surprise (R67)."""
    _land(draft)
    _sea(draft)
    _raid(draft)
    draft.when(marks="seaborne").lift("marine", attack=2)
    draft.when(owner=score.JAPAN).loads("destroyer", infantry=1)
    draft.when(marks=FERRYING).lift("destroyer", attack=0, support=0)
    draft.when(owner=SURPRISED, rounds=1).at_most(Pick(), defense=1)


def antiaircraft_fire() -> Volley:
    """One die for each aircraft before the first round (R69.2, R91.2)."""
    return Volley(
        "antiaircraft fire", DEFENDER, GUNS, AIRCRAFT, stat="aa", dice="per_target", falls="at_once", rounds=FIRST
    )


def retreats() -> dict[str, tuple[Any, str]]:
    """The attacker's choice after a round (R65), and what rules may add to it."""
    return {
        "retreat": (Leave("retreat", ATTACKER, Pick(), True, leaving.attacker_retreat), "retreat"),
        "defense": (Leave("defense", DEFENDER, Pick(), False, leaving.defenders_choice), "retreat"),
        "aircraft_retreat": (AIRCRAFT_RETREAT, "retreat"),
    }


def _land(draft: Draft) -> None:
    """The guns fire first, then ships off the shore, attackers, and defenders (R69)."""
    support: dict[str, Any] = {"stat": "support", "rounds": FIRST, "together": True}
    land = {
        "antiaircraft_fire": (antiaircraft_fire(), "antiaircraft"),
        "bombardment": (Volley("bombardment", ATTACKER, SHIPS_OFF_SHORE, **support), "bombardment"),
        "attackers_fire": (Volley("attackers", ATTACKER, lifts=(SUPPORT,), together=True), "attackers"),
        "defenders_fire": (Volley("defenders", DEFENDER, stat="defense", together=True), "defenders"),
        "casualties": (Clear(), "casualties"),
        **retreats(),
    }
    for name, (what, stage) in land.items():
        draft.step("land_battle", name, what, stage=stage)


def _sea(draft: Draft) -> None:
    """Submarines of both sides strike first where the enemy has no destroyer, those of the attacker before those of the
    defender; ships that they hit are removed without firing (R64, R72, R73, R75)."""
    free, watched = (facing_no(DESTROYERS),), (facing(DESTROYERS),)
    helped, alone = (beside(DESTROYERS),), (NO_DESTROYER,)
    dive = Leave("attacking submarines submerge", ATTACKER, SUBMARINES, False, attackers_submerge)
    hide = Leave("defending submarines submerge", DEFENDER, SUBMARINES, False, defenders_submerge)
    strike = Volley("first strike", ATTACKER, SUBMARINES, SHIPS, falls="at_once", when=free)
    answer = Volley("first strike", DEFENDER, SUBMARINES, SHIPS, stat="defense", falls="at_once", when=free)
    attack: dict[str, Any] = {"together": True, "salvo": "attackers"}
    defense: dict[str, Any] = {"stat": "defense", "together": True, "salvo": "defenders"}
    sea = {
        "attacking_submarines_submerge": (dive, "submerge"),
        "attacking_submarines": (strike, "opening_fire"),
        "defending_submarines": (answer, "opening_fire"),
        "attacking_aircraft": (
            Volley("aircraft", ATTACKER, AIRCRAFT, NOT_SUBMARINES, when=alone, **attack), "attackers",
        ),
        "attacking_submarines_fire": (
            Volley("submarines", ATTACKER, SUBMARINES, SHIPS, when=watched, **attack), "attackers",
        ),
        "attacking_aircraft_with_destroyers": (
            Volley("aircraft", ATTACKER, AIRCRAFT, when=helped, **attack), "attackers",
        ),
        "attackers_fire": (Volley("attackers", ATTACKER, SURFACE, **attack), "attackers"),
        "defending_aircraft": (
            Volley("aircraft", DEFENDER, AIRCRAFT, NOT_SUBMARINES, when=alone, **defense), "defenders",
        ),
        "defending_submarines_fire": (
            Volley("submarines", DEFENDER, SUBMARINES, SHIPS, when=watched, **defense), "defenders",
        ),
        "defending_aircraft_with_destroyers": (
            Volley("aircraft", DEFENDER, AIRCRAFT, when=helped, **defense), "defenders",
        ),
        "defenders_fire": (Volley("defenders", DEFENDER, SURFACE, **defense), "defenders"),
        "casualties": (Clear(), "casualties"),
        "defending_submarines_submerge": (hide, "submerge"),
        **retreats(),
    }  # fmt: skip
    for name, (what, stage) in sea.items():
        draft.step("sea_battle", name, what, stage=stage)


def _raid(draft: Draft) -> None:
    """Guns fire at bombers and escorts; then one round of air combat; then the bombers (R91)."""
    one, two = UnitEdit(ESCORTS, "attack", "to", 1), UnitEdit(RISEN, "defense", "to", 2)
    raid = {
        "rise": (escorts.rise, ""),
        "antiaircraft_fire": (antiaircraft_fire(), "antiaircraft"),
        "escorts": (Volley("escorts", ATTACKER, ESCORTS, RISEN, lifts=(one,)), "air_combat"),
        "interceptors": (Volley("interceptors", DEFENDER, RISEN, stat="defense", lifts=(two,)), "air_combat"),
        "air_losses": (Clear(), "air_combat"),
        "down": (escorts.down, ""),
        "cash": (score.note_cash, ""),
        "damage": (fighting.raid_damage, "casualties"),
        "points": (score.bombed, ""),
    }
    draft.add(("missions", "raid"), "pacific.R90")
    draft.add(("missions", "escort"), "pacific.R90")
    for name, (what, stage) in raid.items():
        draft.step("raid", name, what, stage=stage)


# --- what the edition answers -----------------------------------------------------------------------------------------


def missions(game: Game, stack: Stack, space: str) -> tuple[str, ...]:
    """Bombers may raid an enemy complex, and fighters may escort them (R90)."""
    return escorts.may_escort(standard.missions(game, stack, space), game, stack, space)


def defenders(game: Game, space: str, attacker: str) -> Force:
    """All enemies of the attacker there defend together (R103), but for submarines that have submerged (R74)."""
    return {s: n for s, n in standard.defenders(game, space, attacker).items() if SUBMERGED not in s.cond.marks}


def may_retreat(game: Game, battle: Battle, stack: Stack) -> No | None:
    """Units that landed from the sea cannot retreat; those that came overland and aircraft may (R65, R89)."""
    return LANDED if "seaborne" in stack.cond.marks else None


def attackers_submerge(game: Game, battle: Battle) -> Flow:
    """Attacking submarines submerge or attack; a destroyer does not prevent it (R72.2)."""
    yield from leaving.submerge(game, battle, ATTACKER, marks=(SUBMERGED, "fought"))


def defenders_submerge(game: Game, battle: Battle) -> Flow:
    """Defending submarines may submerge at the end of a round (R72.7)."""
    yield from leaving.submerge(game, battle, DEFENDER, marks=(SUBMERGED,))


def surface(game: Game) -> None:
    """All submarines come to the surface, and damaged battleships are whole again (R21.8, R30.1, R74.1)."""
    for zone in [z for z in game.rules.zones if z in game.state.forces]:
        for stack, n in list(game.state.at(zone).items()):
            if SUBMERGED in stack.cond.marks or stack.cond.damage:
                game.state.turn_into(zone, stack, stack.cond.unmarked(SUBMERGED)._replace(damage=0), n)
