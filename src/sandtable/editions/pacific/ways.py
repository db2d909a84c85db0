"""Movement (R35 to R62): what stops ships, bases that lengthen moves, transports, and destroyers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.errors import No
from ...core.forces import Stack
from ...core.marks import ALOFT, declare_mark
from ...engine import bases, convoys, standard
from ...engine.board import COMBAT, NONCOMBAT, enemy_fighters, hostile, patrolled, withdrawn
from ...engine.movement import PASS, STOP

if TYPE_CHECKING:
    from ...engine.game import Game

SUBMERGED = declare_mark("submerged", "submarine that has submerged: it stops no ship and takes no part in battles")
FERRYING = declare_mark("ferrying", "destroyer that has carried infantry in this turn: it cannot attack")
RELOADED = declare_mark("reloaded", "transport that was in combat and has loaded since: it cannot offload as well")
NOT_BOTH = No("a transport that was in combat can load or offload, but not both", "transport.after_combat")


ON_PATROL = No("this fighter is on patrol until the next turn of its power", "patrol")


def may_move(game: Game, space: str, stack: Stack, phase: str) -> No | None:
    """Fighters on patrol stay there until they land in their next turn (R56, R57)."""
    return ON_PATROL if ALOFT in stack.cond.marks else standard.may_move(game, space, stack, phase)


# --- ships ------------------------------------------------------------------------------------------------------------


def surfaced(game: Game, power: str, zone: str) -> bool:
    """Return whether enemy ships are in a zone that have not submerged (R42)."""
    force = game.state.forces.get(zone)
    if not force:
        return False
    foes, units = game.enemies(power, zone), game.units_at(zone)
    return any(
        s.owner in foes
        and units[s.owner][s.type].kind == "sea"
        and SUBMERGED not in s.cond.marks
        and not withdrawn(game, s)
        for s in force
    )


def hostile_zone(game: Game, power: str, zone: str) -> bool:
    """Enemy ships that have not submerged make a zone hostile, and so do patrols (R39, R40, R42, R74.1)."""
    return surfaced(game, power, zone) or patrolled(game, power, zone)


def sea_step(game: Game, stack: Stack, start: str, space: str, phase: str) -> str | No:
    """Submarines pass patrols, but stop where enemy ships are (R41, R61); other ships stop for both (R39, R40)."""
    if "submarine" not in game.unit(stack, start).tags:
        return standard.sea_step(game, stack, start, space, phase)
    if not surfaced(game, stack.owner, space):
        return PASS
    return standard.sea_step(game, stack, start, space, phase)


def movement_allowance(game: Game, stack: Stack, space: str, phase: str) -> int:
    """Ships move one zone more in a noncombat move from one naval base to another (R43)."""
    if game.unit(stack, space).kind != "sea":
        return game.unit(stack, space).move
    return bases.harbor_reach(game, stack, space, phase)


def step_cost(game: Game, stack: Stack, start: str, space: str, phase: str) -> int:
    """Aircraft fly one space more from an air base of their side, and one more to one (R52)."""
    if game.rules.units[stack.type].kind != "air":
        return 1
    return bases.flight_cost(game, stack, start, space)


def combat_end(game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
    """Ships may sail in the combat move to take convoy zones (R79); long noncombat moves end at a naval base (R43)."""
    unit = game.unit(stack, path[0])
    if unit.kind != "sea":
        return standard.combat_end(game, stack, path, phase)
    if phase == NONCOMBAT:
        return bases.harbor_end(game, stack, path)
    if takes_convoy(game, stack, path):
        return None
    if patrolled(game, stack.owner, path[-1]):
        return game.rules.q.may_attack(game, stack.owner, path[-1])
    return standard.combat_end(game, stack, path, phase)


def takes_convoy(game: Game, stack: Stack, path: tuple[str, ...]) -> bool:
    """Return whether a ship takes an enemy convoy zone on its way (R79, R82)."""
    power = stack.owner
    if "transport" in game.unit(stack, path[0]).tags:
        return False
    return any(convoys.takeable(game, power, z) and not enemy_fighters(game, power, z) for z in path[1:])


def land_step(game: Game, stack: Stack, start: str, space: str, phase: str, first: bool) -> str | No:
    """A lone antiaircraft gun or complex stops a blitz only by a switch (R36.1)."""
    step = standard.land_step(game, stack, start, space, phase, first)
    if step == PASS and game.rules.switch("pieces_stop_blitz") and hostile(game, stack.owner, space):
        foes = game.enemies(stack.owner, space)
        return STOP if any(s.owner in foes for s in game.state.at(space)) else PASS
    return step


# --- transports -------------------------------------------------------------------------------------------------------


def landing_waits(game: Game, zone: str, space: str) -> bool:
    """Cargo lands after the sea battle in a zone with enemies, patrols included (R47, R85)."""
    return hostile_zone(game, game.state.power, zone)


def may_unload(game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack) -> No | None:
    """A transport that was in combat may offload in the noncombat move if it has not loaded there (R48)."""
    if phase == COMBAT or carrier.cond.noted("landing"):
        return standard.may_unload(game, carrier, zone, space, phase, stack)
    if RELOADED in carrier.cond.marks:
        return NOT_BOTH
    rested = carrier.with_(carrier.cond.unmarked("combat", "fought"))
    return standard.may_unload(game, rested, zone, space, phase, stack)


def one_way(answer: No | None, game: Game, carrier: Stack, start: str, zone: str) -> No | None:
    """A transport that has offloaded loads nothing more (R46, R48)."""
    return NOT_BOTH if "unloaded" in carrier.cond.marks else answer


def boarding_marks(game: Game, stack: Stack, start: str) -> tuple[str, ...]:
    """Cargo of the combat move needs no mark of its own."""
    return ()


def transport_marks(game: Game, carrier: Stack, zone: str, space: str, loading: bool) -> tuple[str, ...]:
    """Destroyers that carry infantry cannot attack in this turn (R49.1); transports that load after combat do nothing
    else (R48)."""
    marks = (FERRYING,) if "destroyer" in game.unit(carrier, zone).tags else ()
    if loading and {"combat", "fought"} & set(carrier.cond.marks) and not _combat_move(game):
        return (*marks, RELOADED)
    return marks


def _combat_move(game: Game) -> bool:
    step = game.rules.sequence("turn")[game.state.step].name if game.state.stage == "turn" else ""
    return step == "combat_move"


def note_ferries(game: Game) -> None:
    """Mark the destroyers that begin the turn with infantry aboard (R49.1)."""
    for zone in [z for z in game.rules.zones if z in game.state.forces]:
        for stack, n in list(game.state.at(zone).items()):
            if stack.owner == game.state.power and stack.cond.cargo and "destroyer" in game.unit(stack, zone).tags:
                game.state.turn_into(zone, stack, stack.cond.marked(FERRYING), n)
