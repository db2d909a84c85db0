"""Movement (R35 to R75): hostile zones, blitzes, submarines, transports, and where attackers retreat to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Move
from ...core.errors import No
from ...core.forces import FRESH, Stack
from ...core.marks import declare_mark
from ...engine import leaving, obligations, standard
from ...engine.board import COMBAT, enemy_ships, hostile, waiting
from ...engine.memory import turn_memory
from ...engine.movement import PASS, STOP, Mover

if TYPE_CHECKING:
    from ...engine.battles import Battle
    from ...engine.game import Game

HOSTILE_ZONES = turn_memory("hostile_zones", list[str], "sea zones that were hostile at the start of the turn")
declare_mark("loaded", "transport that loaded units of this type in the combat move")
MUST_LAND = No(
    "units loaded in this phase must land in an amphibious assault: offload the {unit} in {zone}", "transport.must_land"
)
ONE_TERRITORY = No("a transport can only offload into one territory per turn", "transport.one_landing")


def hostile_zone(game: Game, power: str, zone: str) -> bool:
    """A zone with an enemy surface warship is hostile; submarines and transports do not count (R14)."""
    force = game.state.forces.get(zone)
    if not force:
        return False
    foes, units = game.foes(power), game.units_at(zone)
    return any(s.owner in foes and "warship" in units[s.owner][s.type].tags for s in force)


def note_hostile_zones(game: Game) -> None:
    """Remember which zones are hostile at the start of the turn: ships do not retreat there (R96)."""
    zones = [z for z in game.rules.zones if hostile_zone(game, game.state.power, z)]
    if zones:
        HOSTILE_ZONES.set(game.state, zones)


def retreats(game: Game, battle: Battle) -> list[str]:
    """Ships retreat only to zones that were friendly at the start of the turn (R81, R96)."""
    before = HOSTILE_ZONES.get(game.state)
    return [place for place in leaving.retreats(game, battle) if place not in before]


def land_step(game: Game, stack: Stack, start: str, space: str, phase: str, first: bool) -> str | No:
    """A tank passes through a hostile territory only if it holds no enemy unit at all (R41, R41.1)."""
    step = standard.land_step(game, stack, start, space, phase, first)
    if step == PASS and hostile(game, stack.owner, space):
        foes = game.enemies(stack.owner, space)
        return STOP if any(s.owner in foes for s in game.state.at(space)) else PASS
    return step


def sea_step(game: Game, stack: Stack, start: str, space: str, phase: str) -> str | No:
    """Submarines move through hostile zones, but stop where an enemy destroyer is (R47, R47.1, R47.2)."""
    if "submarine" not in game.unit(stack, start).tags:
        return standard.sea_step(game, stack, start, space, phase)
    if (start, space) in game.rules.canal_between:
        closed = game.rules.q.passage(game, stack, start, space)
        if closed is not None:
            return closed
    foes, units = game.foes(stack.owner), game.units_at(space)
    watched = any(s.owner in foes and "destroyer" in units[s.owner][s.type].tags for s in game.state.at(space))
    return STOP if watched else PASS


# --- transports -------------------------------------------------------------------------------------------------------


def landing_waits(game: Game, zone: str, space: str) -> bool:
    """Cargo lands after the sea battle, also where only submarines or transports may be fought (R104.1, R104.5)."""
    return enemy_ships(game, game.state.power, zone)


def may_unload(game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack) -> No | None:
    """A transport offloads into one territory per turn, in the noncombat move too (R68)."""
    if "unloaded" in carrier.cond.marks and carrier.cond.noted("landing") not in ("", space):
        return ONE_TERRITORY
    return standard.may_unload(game, carrier, zone, space, phase, stack)


def note_landing(game: Game, move: Move) -> None:
    """Remember into which territory transports have offloaded (R68)."""
    zone, *_, space = move.path
    if game.rules.is_land[zone] or not game.rules.is_land[space]:
        return
    for stack, n in list(game.state.at(zone).items()):
        if "unloaded" in stack.cond.marks and not stack.cond.noted("landing"):
            game.state.turn_into(zone, stack, stack.cond.marked(f"landing={space}"), n)


def boarding_marks(game: Game, stack: Stack, start: str) -> tuple[str, ...]:
    """Remember which cargo was loaded in the combat move (R65)."""
    return (f"loaded {stack.type}",)


def _to_land(game: Game, mover: Mover) -> tuple[str, Stack] | None:
    """Return cargo loaded in this phase that does not yet wait to land, but could land from where it is (R65, R107)."""
    for zone in game.rules.zones:
        for carrier in game.state.at(zone):
            if carrier.owner != mover.power or not carrier.cond.cargo:
                continue
            for kind in dict.fromkeys(kind for owner, kind in carrier.cond.cargo if owner == mover.power):
                aboard = carrier.cond.cargo.count((mover.power, kind)) - waiting(carrier.cond).count(kind)
                if aboard > 0 and f"loaded {kind}" in carrier.cond.marks:
                    stack = Stack(mover.power, kind, FRESH)
                    if any(mover.options(zone, stack)):
                        return zone, stack
    return None


def may_end(game: Game, mover: Mover) -> No | None:
    """Units loaded in the combat move must land in an assault if they can (R65, R107)."""
    found = _to_land(game, mover) if mover.phase == COMBAT else None
    if found is None:
        return obligations.may_end(game, mover)
    unit = game.unit(found[1]).called(1)
    return No(MUST_LAND.sentence.replace("{unit}", unit).replace("{zone}", found[0]), MUST_LAND.rule)


def due_move(game: Game, phase: str) -> Move | None:
    """Land the units that must land, of each power that moves (R65, R107)."""
    for power in game.acting if phase == COMBAT else ():
        mover = Mover(game, phase, power=power)
        found = _to_land(game, mover)
        if found is not None:
            return mover.options(*found)[0].move(1)
    return None
