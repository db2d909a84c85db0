"""Movement (R28 to R53): into and out of contested territories, fighters, ships, mines and transports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.decisions import Move
from ...core.errors import No
from ...core.events import declare_event
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.bases import active, at_base, base_zones
from ...engine.board import (
    COMBAT,
    allowance,
    at_peace,
    cargo_room,
    contested,
    enemy_fighters,
    friendly,
    hostile,
    waiting,
    way_cost,
)
from ...engine.boarding import usable_transport
from ...engine.contested import bound
from ...engine.memory import NEUTRAL_POWERS, OUT, OWNERS, WAS_CONTESTED, turn_memory
from ...engine.minors import aligned, sleeping
from ...engine.movement import PASS, STOP, Mover
from ...engine.moving import Units
from ...engine.outside import neutral_power
from ...engine.territory import capture

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

FLOWN_AHEAD = turn_memory(
    "flown_ahead", list[list[Any]], "fighters gone ahead of their land units: territory, origin, type, number, owner"
)
declare_event("turned_back", "{power} flies {force} back from {space} to {target}: no land units came")
declare_event("mines_hit", "Mines in {space}: {power} rolls {dice}: {hits:hit}")

CLOSED = No("{space} is impassable", "movement.closed")
ISOLATED = No("units of a power that is not at war cannot enter other powers' territory", "neutral.isolated")
AT_HOME = No("land units of a power that is not at war cannot leave home in the first rounds", "neutral.at_home")
PEACE = No("{space} belongs to a power you are not at war with", "movement.peace")
ARMISTICE = No("{space} belongs to a power that has left the war; it is closed to all", "movement.armistice")
BOUND = No(
    "units in a contested territory can only move to a territory that their power controlled or had units in at the "
    "start of the turn",
    "contested.leave",
)
PLACE_KEPT = No("the place aboard is kept for a fighter that waits for land units in {space}", "fighter.troops")
MOVE_OVER = No("this transport cannot move again: it has offloaded or is waiting to offload", "transport.unloaded")


# --- land -------------------------------------------------------------------------------------------------------------


def may_move(game: Game, space: str, stack: Stack, phase: str) -> No | None:
    """Refuse moves of units that fought, and of a neutral power's land units leaving home (R15, R36, R48.2, R96.4)."""
    marks = stack.cond.marks
    if "unloaded" in marks or stack.cond.noted("landing"):
        return MOVE_OVER
    kind = game.unit(stack).kind
    if kind != "sea" and neutral_power(game, stack.owner):
        if game.state.round <= game.rules.switch("isolation_rounds"):
            return AT_HOME
    return None


def may_enter(game: Game, power: str, space: str) -> No | None:
    """Refuse territories that are impassable, at peace, or closed to a neutral power (R11, R96, R115.3)."""
    owner = game.state.owner.get(space)
    if game.rules.spaces[space].closed:
        return CLOSED
    if owner == power:
        return None
    if neutral_power(game, power):
        return ISOLATED
    if at_peace(game, power, space):
        attack = neutral_power(game, owner) and game.sides[str(owner)] != game.sides[power]
        return None if attack else ARMISTICE if owner in OUT.get(game.state) else PEACE
    no: No | None = None
    if not friendly(game, power, space):
        no = game.rules.q.may_attack(game, power, space)
    return no


def land_step(game: Game, stack: Stack, start: str, space: str, phase: str, first: bool) -> str | No:
    """Allow one territory per turn, of any kind; R30 limits leaving a contested one (R28 to R33, R123)."""
    power = stack.owner
    no = may_enter(game, power, space)
    if no is not None:
        return no
    marches = game.rules.switch("long_marches")
    if bound(game, power, start, space) and not (marches and friendly(game, power, space)):
        return BOUND
    if not marches:
        return STOP
    if first and not stack.cond.moved:
        return PASS if friendly(game, power, space) and start not in WAS_CONTESTED.get(game.state) else STOP
    return STOP if friendly(game, power, space) or contested(game, space) else TOO_FAR


TOO_FAR = No(
    "land units moving 2 can only enter hostile or neutral territory on the first space of their move",
    "movement.long_march",
)


def may_leave(game: Game, space: str, stack: Stack, count: int) -> int:
    """Keep one infantry in each contested territory of a power that has left the war (R115.4)."""
    if not contested(game, space) or game.rules.spaces[space].owner not in OUT.get(game.state):
        return count
    units, side = game.units_at(space), game.sides[stack.owner]
    if "holds" not in units[stack.owner][stack.type].tags:
        return count
    allies = {s: n for s, n in game.state.at(space).items() if game.sides[s.owner] == side}
    there = sum(n for s, n in allies.items() if "holds" in units[s.owner][s.type].tags)
    return max(0, min(count, there - 1))


def take(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Capture a hostile territory without enemy units, without dice (R31.1)."""
    power = units[0][0].owner
    if hostile(game, power, space) and not enemy_fighters(game, power, space):
        if any("captures" in game.unit(s, space).tags for s, _ in units):
            yield from capture(game, space, power)


# --- fighters ---------------------------------------------------------------------------------------------------------

NO_OVERFLIGHT = No("fighters cannot fly over neutral territory", "fighter.neutral")
WITH_TROOPS = No("a fighter must end its move where its own power has land units", "fighter.troops")
NOT_AT_SEA = No("a fighter cannot end its move at sea", "fighter.sea")


def air_step(game: Game, stack: Stack, space: str, phase: str) -> No | None:
    """Refuse flights over impassable, neutral, or peaceful territory (R34, R35.2)."""
    if not game.rules.is_land[space]:
        return None
    if game.rules.spaces[space].closed:
        return CLOSED
    if at_peace(game, stack.owner, space):
        return PEACE
    if neutral_power(game, stack.owner) and not friendly(game, stack.owner, space):
        return ISOLATED
    if sleeping(game, space) and aligned(game, space) is None and game.rules.switch("neutrals_closed_to_fighters"):
        return NO_OVERFLIGHT
    return None


def troops(game: Game, power: str, space: str) -> bool:
    """Return whether a power has land units in a territory or landing there from the sea."""
    units = game.units_at(space)[power]
    if any(s.owner == power and _troop(units[s.type]) for s in game.state.at(space)):
        return True
    return any(
        _troop(units[kind])
        for zone in game.rules.sea_near[space]
        for carrier in game.state.at(zone)
        if carrier.owner == power and carrier.cond.noted("landing") == space
        for kind in waiting(carrier.cond)
    )


def _troop(unit: UnitType) -> bool:
    """Return whether units of this type are land units that fight."""
    return unit.kind == "land" and "passive" not in unit.tags


def may_follow(game: Game, power: str, space: str) -> bool:
    """Can own land units still come to a territory in this movement, so that a fighter may go there first (R35)?"""
    return any(_may_march(game, power, start, space) for start in game.rules.land_near[space]) or any(
        _may_land(game, power, zone, space) for zone in game.rules.sea_near[space]
    )


def _may_march(game: Game, power: str, near: str, space: str) -> bool:
    """Can a land unit go there from this adjacent territory, or through it?"""
    q = game.rules.q
    starts = [near, *(s for s in game.rules.land_near[near] if s != space)]
    for start in starts if game.rules.switch("long_marches") else (near,):
        for stack, n in game.state.at(start).items():
            if stack.owner != power or not _troop(game.stats(power, stack.type, start)):
                continue
            steps = 1 if start == near else 2
            if game.stats(power, stack.type, start).move - stack.cond.moved < steps:
                continue
            if q.may_move(game, start, stack, COMBAT) is not None or not q.may_leave(game, start, stack, n):
                continue
            if steps == 2 and q.land_step(game, stack, start, near, COMBAT, True) != PASS:
                continue
            if not isinstance(q.land_step(game, stack, near, space, COMBAT, steps == 1), No):
                return True
    return False


def _may_land(game: Game, power: str, zone: str, space: str) -> bool:
    """Can land units aboard transports in this zone, or on their way to it, land there?"""
    mover, q = Mover(game, COMBAT), game.rules.q

    def landing(at: str, carrier: Stack) -> bool:
        kinds = {kind for owner, kind in carrier.cond.cargo if owner == power}
        return any(
            _troop(game.stats(power, kind, at))
            and q.may_unload(game, carrier, zone, space, COMBAT, Stack(power, kind)) is None
            for kind in kinds
        )

    for at in (zone, *game.rules.sea_near[zone]):
        for carrier in list(game.state.at(at)):
            if carrier.cond.cargo and landing(at, carrier):
                if at == zone or any(option.path[-1] == zone for option in mover.options(at, carrier)):
                    return True
    return False


def flown_ahead(game: Game, move: Move) -> None:
    """Notes fighters that have come to a territory before the land units that they need there (R35)."""
    start, *_, end = move.path
    if not game.rules.is_land[end]:
        return
    for stack, n in move.units:
        if game.stats(stack.owner, stack.type, start).kind == "air" and not troops(game, stack.owner, end):
            FLOWN_AHEAD.of(game.state).append([end, start, stack.type, n, stack.owner])


def turn_back(game: Game) -> None:
    """At the end of movement, fighters that no land units have followed go back to where they came from (R35)."""
    state = game.state
    for space, origin, kind, n, *owner in FLOWN_AHEAD.take(state):
        power = owner[0] if owner else state.power  # files of version 0.1.0 do not name it
        if troops(game, power, space):
            continue
        back: dict[Stack, int] = {}
        for stack, there in list(state.at(space).items()):
            going = min(n, there) if (stack.owner, stack.type) == (power, kind) and stack.cond.moved else 0
            if going:
                n -= going
                back[stack] = going
                state.put(space, stack, -going)
                _put_back(game, origin, stack, going)
        if back:
            game.emit("turned_back", power=power, force=back, space=space, target=origin)
        if n and not game.rules.is_land[origin]:
            _stay_aboard(game, origin, space, kind, n, power)


def may_load(game: Game, carrier: Stack, start: str, zone: str) -> No | None:
    """Keep the places on a transport for fighters that have left it and may have to go back (R35)."""
    for space, origin, _, _, *owner in FLOWN_AHEAD.get(game.state) if "unloaded" in carrier.cond.marks else ():
        if origin == zone and not troops(game, owner[0] if owner else game.state.power, space):
            return No(PLACE_KEPT.sentence.replace("{space}", space), PLACE_KEPT.rule)
    return None


def _put_back(game: Game, origin: str, stack: Stack, n: int) -> None:
    """Fighters stand where they took off, or are aboard the transports that they left."""
    if game.rules.is_land[origin]:
        game.state.put(origin, stack.with_(stack.cond.unmarked("combat", "seaborne")), n)
        return
    for _ in range(n):
        carrier = next(
            c
            for c in game.state.at(origin)
            if c.owner in game.friends(stack.owner) and "unloaded" in c.cond.marks and cargo_room(game, c, stack.type)
        )
        cargo = tuple(sorted((*carrier.cond.cargo, (stack.owner, stack.type))))
        game.state.turn_into(origin, carrier, carrier.cond._replace(cargo=cargo), 1)


def _stay_aboard(game: Game, zone: str, space: str, kind: str, n: int, power: str) -> None:
    """Fighters that wait for a sea battle to land, without land units, do not land."""
    for carrier, ships in list(game.state.at(zone).items()):
        while n and carrier.owner == power and carrier.cond.noted("landing") == space:
            rest = waiting(carrier.cond)
            if kind not in rest:
                break
            rest.remove(kind)
            cond = carrier.cond.unmarked(f"ashore={carrier.cond.noted('ashore')}")
            cond = cond.marked(f"ashore={'+'.join(rest)}") if rest else cond.unmarked(f"landing={space}")
            carrier = game.state.turn_into(zone, carrier, cond, ships)
            n -= min(n, ships)


def flight_end(game: Game, stack: Stack, path: tuple[str, ...]) -> No | None:
    """Require that a flight ends with the power's land units; R30 also limits leaving a contested territory (R35,
    R37)."""
    start, end, power = path[0], path[-1], stack.owner
    if not game.rules.is_land[end]:
        return NOT_AT_SEA
    if not troops(game, power, end) and not may_follow(game, power, end):
        return WITH_TROOPS
    if game.rules.switch("fighters_bound_by_contested") and bound(game, power, start, end):
        return BOUND
    return None


def combat_end(game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
    """Check where a move ends: only for fighters, and for ships that use a naval base (R35, R124)."""
    kind = game.unit(stack).kind
    if kind == "air":
        return flight_end(game, stack, path)
    if kind == "sea" and game.rules.switch("base_moves"):
        far = stack.cond.moved + way_cost(game, stack, path, phase)
        if far >= allowance(game, stack, path[0], phase) and (stack.cond.moved or not at_base(game, stack, path[0])):
            return FROM_BASE
    return None


FROM_BASE = No("only ships that start adjacent to a friendly naval base can move that far", "movement.base")


# --- ships ------------------------------------------------------------------------------------------------------------

CANAL = No(
    "the canal is closed to you: your side did not control the territory beside it at the start of your turn", "canal"
)


def hostile_zone(game: Game, power: str, zone: str) -> bool:
    """Return whether a sea zone contains an enemy surface warship (R7)."""
    foes, units = game.foes(power), game.units_at(zone)
    return any(s.owner in foes and "warship" in units[s.owner][s.type].tags for s in game.state.at(zone))


def passage(game: Game, stack: Stack, start: str, space: str) -> No | None:
    """A canal is open to the side that controlled its bank at the start of the turn (R8).

    A setting decides about contested ones.
    """
    before, now = OWNERS.get(game.state), WAS_CONTESTED.get(game.state)
    for bank in game.rules.canal_between[start, space].controlled_by:
        open_ = bank in now and not game.rules.switch("canal_closed_when_contested")
        if not open_ and before.get(bank) not in game.friends(stack.owner):
            return CANAL
    return None


def sea_step(game: Game, stack: Stack, start: str, space: str, phase: str) -> str | No:
    """Check canals and the stop in hostile sea zones (R8, R9, R39)."""
    power = stack.owner
    if (start, space) in game.rules.canal_between:
        closed = game.rules.q.passage(game, stack, start, space)
        if closed is not None:
            return closed
    stops = game.rules.switch("hostile_zones_stop_ships") and game.rules.q.hostile_zone(game, power, space)
    return STOP if stops or (game.rules.switch("base_moves") and miners(game, power, space)) else PASS


def miners(game: Game, power: str, zone: str) -> list[str]:
    """Return the powers whose mines threaten ships of a power in a sea zone (R42 to R46)."""
    foes = game.foes(power)
    if game.rules.switch("neutral_powers_mine"):
        sides = game.sides
        foes = foes | {p for p in NEUTRAL_POWERS.get(game.state) if sides[p] != sides[power]}
    return [p for p in laid_by(game, zone) if p in foes]


def laid_by(game: Game, zone: str) -> list[str]:
    """Return the powers that have mines in a sea zone (R42 to R44)."""
    owners = [active(game, b) for b in game.rules.tables["bases"] if zone in base_zones(game, b)]
    return [p for p in dict.fromkeys(owners) if p is not None]


def mines(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Roll one die for each ship that enters a mined zone: on 1, it is damaged or sunk with its cargo (R42, R45,
    R134)."""
    yield from ()
    power = units[0][0].owner
    if game.rules.is_land[space] or not miners(game, power, space):
        return None
    left: Units = []
    for stack, n in units:
        if game.unit(stack).kind != "sea":
            left.append((stack, n))
            continue
        dice = game.dice.roll(n)
        hits = sum(1 for face in dice if face == 1)
        game.emit("mines_hit", space=space, power=power, dice=dice, hits=hits)
        if n > hits:
            left.append((stack, n - hits))
        if hits and game.stats(power, stack.type).hits - stack.cond.damage > 1:
            left.append((stack.with_(stack.cond._replace(damage=stack.cond.damage + 1)), hits))
        elif hits:
            game.emit("lost", power=power, force={stack: hits}, space=space)
    return left, bool(game.rules.switch("hostile_zones_stop_ships") and game.rules.q.hostile_zone(game, power, space))


# --- transports -------------------------------------------------------------------------------------------------------

HOSTILE = No("transports cannot load in a sea zone with enemy warships", "transport.hostile_zone")
NO_ROOM = No("no transport in {space} has enough capacity left for this unit", "transport.capacity")
ONE_PLACE = No("a transport can only offload into one territory per turn", "transport.one_landing")
AFTER_BATTLE = No("this cargo is already set to land after the sea battle", "transport.one_landing")
JUST_BOARDED = No("units on an ally's transport can only offload on a later turn of their own", "transport.ally")


def may_board(game: Game, stack: Stack, zone: str, phase: str) -> No | None:
    """Allow loading only in a sea zone without enemy warships (R48, R49)."""
    if game.rules.q.hostile_zone(game, stack.owner, zone):
        return HOSTILE
    return None if any(usable_transport(game, stack.owner, c, phase) for c in game.state.at(zone)) else NO_ROOM


def boarding_marks(game: Game, stack: Stack, start: str) -> tuple[str, ...]:
    """Record for the turn which cargo came from a contested territory (R30.2)."""
    return (f"bound {stack.type} {start}",) if start in WAS_CONTESTED.get(game.state) else ()


def may_unload(game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack) -> No | None:
    """Return why this transport cannot offload such cargo there, if so (R48 to R53, R30.2)."""
    power, marks = stack.owner, carrier.cond.marks
    if "boarded" in marks:
        return JUST_BOARDED
    no = may_enter(game, power, space)
    if no is not None:
        return no
    if neutral_power(game, power) and game.state.round <= game.rules.switch("isolation_rounds"):
        return AT_HOME
    landing_at = carrier.cond.noted("landing")
    if landing_at and landing_at != space:
        return ONE_PLACE
    if waiting(carrier.cond).count(stack.type) >= carrier.cond.cargo.count((power, stack.type)):
        return AFTER_BATTLE
    if carrier.owner != power and game.rules.q.hostile_zone(game, power, zone):
        return HOSTILE
    if game.stats(power, stack.type, zone).kind == "air" and not troops(game, power, space):
        if not may_follow(game, power, space):
            return WITH_TROOPS
    if game.rules.switch("embarked_bound_by_contested"):
        for mark in marks:
            word, _, rest = mark.partition(" ")
            kind, _, start = rest.partition(" ")
            if word == "bound" and kind == stack.type and bound(game, power, start, space):
                return BOUND
    return None


def landing_waits(game: Game, zone: str, space: str) -> bool:
    """In a hostile sea zone, cargo lands after the sea battle (R49, R77.1). Warships of a neutral power attacked by the
    landing count as well."""
    power, owner = game.state.power, game.state.owner.get(space)
    guards = neutral_power(game, owner) and any(
        s.owner == owner and "warship" in game.unit(s, zone).tags for s in game.state.at(zone)
    )
    return guards or game.rules.q.hostile_zone(game, power, zone)
