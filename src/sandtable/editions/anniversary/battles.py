"""The steps of battles on land, at sea and in a raid (R80, R87, R111), and what follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...battle.volley import ATTACKER, DEFENDER, Clear, Helpless, Leave, Pick, Side, Volley, other
from ...core.errors import No
from ...core.forces import Stack
from ...core.picks import Presence, UnitEdit, When, beside, facing, facing_no
from ...engine import fighting, leaving

if TYPE_CHECKING:
    from ...engine.battles import Battle
    from ...engine.game import Flow, Game
    from ...rules.draft import Draft

#: Only in the first round of combat.
FIRST = (1, 1)
SHIPS = Pick(kinds=("sea",))
AIRCRAFT = Pick(kinds=("air",))
#: Aircraft that the guns have not fired at yet when they dropped units.
FIGHTERS = Pick(kinds=("air",), without=("raids",), unmarked=("drops",))
BOMBERS = Pick(kinds=("air",), tags=("raids",), unmarked=("drops",))
SUBMARINES = Pick(tags=("submarine",))
DESTROYERS = Pick(tags=("destroyer",))
TRANSPORTS = Pick(tags=("transport",))
SURFACE = Pick(kinds=("sea",), without=("submarine",))
NOT_SUBMARINES = Pick(without=("submarine",))
GUNS = Pick(tags=("antiaircraft",), aside=True)
SHIPS_OFF_SHORE = Pick(tags=("bombards",), aside=True)

#: For rules that let aircraft retreat apart from the others.
AIRCRAFT_RETREAT = Leave("aircraft retreat", ATTACKER, AIRCRAFT, False, leaving.attacking_aircraft)
#: R26: one attacking artillery raises one attacking infantry to 2.
SUPPORT = UnitEdit(
    Pick(tags=("supported",)), "attack", "least", 2, When(per=Pick(tags=("supports",)), pool="artillery"),
    text="artillery support",
)  # fmt: skip
LANDED = No("units that landed from the sea cannot retreat", "retreat.landing")
NO_DESTROYER = Presence(DESTROYERS, "own", 0, 0)


def antiaircraft_fire(at: Pick, text: str) -> Volley:
    """One die for each aircraft before the first round, fighters and bombers apart (R84, R84.1)."""
    return Volley(text, DEFENDER, GUNS, at, stat="aa", dice="per_target", falls="at_once", rounds=FIRST)


def write(draft: Draft) -> None:
    """Add the steps of all battles."""
    _land(draft)
    _sea(draft)
    draft.add(("missions", "raid"), "anniversary.R111")
    draft.step("raid", "antiaircraft_fire", antiaircraft_fire(AIRCRAFT, "antiaircraft fire"), stage="antiaircraft")
    draft.step("raid", "damage", fighting.raid_damage, stage="casualties")


def _land(draft: Draft) -> None:
    """Bombardment comes first (R104.3); then the guns, attackers, and defenders (R80)."""
    land = {
        "bombardment": (
            Volley("bombardment", ATTACKER, SHIPS_OFF_SHORE, stat="support", rounds=FIRST, together=True),
            "bombardment",
        ),
        "antiaircraft_fire": (antiaircraft_fire(FIGHTERS, "antiaircraft fire at fighters"), "antiaircraft"),
        "antiaircraft_bombers": (antiaircraft_fire(BOMBERS, "antiaircraft fire at bombers"), "antiaircraft"),
        "attackers_fire": (Volley("attackers", ATTACKER, lifts=(SUPPORT,), together=True), "attackers"),
        "defenders_fire": (Volley("defenders", DEFENDER, stat="defense", together=True), "defenders"),
        "casualties": (Clear(), "casualties"),
        "retreat": (Leave("retreat", ATTACKER, Pick(), True, leaving.attacker_retreat), "retreat"),
        "defense": (Leave("defense", DEFENDER, Pick(), False, leaving.defenders_choice), "retreat"),
        "aircraft_retreat": (AIRCRAFT_RETREAT, "retreat"),
    }
    for name, (what, stage) in land.items():
        draft.step("land_battle", name, what, stage=stage)


def _sea(draft: Draft) -> None:
    """Submarines strike or submerge first where the enemy has no destroyer; transports are lost last (R87 to R98)."""
    helpless = Helpless("defenseless transports are destroyed", TRANSPORTS, DEFENDER, alone=False)
    dive = Leave("attacking submarines submerge", ATTACKER, SUBMARINES, False, attackers_submerge)
    hide = Leave("defending submarines submerge", DEFENDER, SUBMARINES, False, defenders_submerge)
    free, watched = (facing_no(DESTROYERS),), (facing(DESTROYERS),)
    strike = Volley("surprise strike", ATTACKER, SUBMARINES, SHIPS, when=free, last=TRANSPORTS)
    answer = Volley(
        "surprise strike", DEFENDER, SUBMARINES, SHIPS, stat="defense", falls="at_once", when=free, last=TRANSPORTS
    )
    attack: dict[str, Any] = {"last": TRANSPORTS, "together": True, "salvo": "attackers"}
    defense: dict[str, Any] = {"stat": "defense", "last": TRANSPORTS, "together": True, "salvo": "defenders"}
    sea = {
        "defenseless": (helpless, "muster"),
        "attacking_submarines_submerge": (dive, "submerge"),
        "attacking_submarines": (strike, "opening_fire"),
        "defending_submarines_submerge": (hide, "submerge"),
        "defending_submarines": (answer, "opening_fire"),
        "struck": (Clear("ships that were struck are removed"), "opening_fire"),
        "attacking_aircraft": (
            Volley("aircraft", ATTACKER, AIRCRAFT, NOT_SUBMARINES, when=(NO_DESTROYER,), **attack),
            "attackers",
        ),
        "attacking_submarines_fire": (
            Volley("submarines", ATTACKER, SUBMARINES, SHIPS, when=watched, **attack), "attackers",
        ),
        "attacking_aircraft_with_destroyers": (
            Volley("aircraft", ATTACKER, AIRCRAFT, when=(beside(DESTROYERS),), **attack), "attackers",
        ),
        "attackers_fire": (Volley("attackers", ATTACKER, SURFACE, **attack), "attackers"),
        "defending_aircraft": (
            Volley(
                "aircraft", DEFENDER, AIRCRAFT, NOT_SUBMARINES, when=(NO_DESTROYER,), **defense
            ),
            "defenders",
        ),
        "defending_submarines_fire": (
            Volley("submarines", DEFENDER, SUBMARINES, SHIPS, when=watched, **defense),
            "defenders",
        ),
        "defending_aircraft_with_destroyers": (
            Volley("aircraft", DEFENDER, AIRCRAFT, when=(beside(DESTROYERS),), **defense),
            "defenders",
        ),
        "defenders_fire": (Volley("defenders", DEFENDER, SURFACE, **defense), "defenders"),
        "casualties": (Clear(), "casualties"),
        "defenseless_left": (helpless, "casualties"),
        "retreat": (Leave("retreat", ATTACKER, Pick(), True, leaving.attacker_retreat), "retreat"),
        "defense": (Leave("defense", DEFENDER, Pick(), False, leaving.defenders_choice), "retreat"),
        "aircraft_retreat": (AIRCRAFT_RETREAT, "retreat"),
    }  # fmt: skip
    for name, (what, stage) in sea.items():
        draft.step("sea_battle", name, what, stage=stage)


def attackers_submerge(game: Game, battle: Battle) -> Flow:
    """Attacking submarines may submerge if the enemy has no destroyer (R87.3, R88)."""
    yield from _submerge(game, battle, ATTACKER)


def defenders_submerge(game: Game, battle: Battle) -> Flow:
    """Defending submarines may submerge if the enemy has no destroyer (R87.4, R88)."""
    yield from _submerge(game, battle, DEFENDER)


def _submerge(game: Game, battle: Battle, side: Side) -> Flow:
    if not any(DESTROYERS.takes(piece) for piece in battle.pieces(other(side))):
        yield from leaving.submerge(game, battle, side)


def may_retreat(game: Game, battle: Battle, stack: Stack) -> No | None:
    """Units that landed from the sea cannot retreat; those that came overland and aircraft may (R108)."""
    return LANDED if "seaborne" in stack.cond.marks else None


def must_fight(game: Game, power: str, zone: str) -> bool:
    """Aircraft that came to attack fight; ships fight if the zone is hostile, but submarines alone need not (R46, R47,
    R48, R104.1)."""
    own = [(s, game.unit(s, zone)) for s in game.rules.q.attackers(game, zone, power)]
    if any(unit.kind == "air" and "combat" in s.cond.marks for s, unit in own):
        return True
    ships = any(unit.kind == "sea" and "submarine" not in unit.tags for _, unit in own)
    return ships and game.rules.q.hostile_zone(game, power, zone)


def mend(game: Game, battle: Battle) -> None:
    """A battleship that survives a battle is whole again at its end (R30, R171)."""
    for space, force in list(game.state.forces.items()):
        for stack, n in [(s, n) for s, n in force.items() if s.cond.damage]:
            game.state.turn_into(space, stack, stack.cond._replace(damage=0), n)


def note_ships(game: Game, battle: Battle) -> None:
    """All own ships in the zone of a sea battle have fought, submerged ones too (R50, R51)."""
    if game.rules.is_land[battle.space]:
        return
    for stack, n in list(game.state.at(battle.space).items()):
        if stack.owner == battle.attacker and game.unit(stack).kind == "sea":
            game.state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)
