"""Default query answers shared by all editions, driven by their switches and tables.

An edition names the ones that hold for it; whatever differs it answers itself. The statements cited are those of the
oldest edition, where most of them first stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, Side
from ..core.errors import No
from ..core.forces import Force, Stack
from ..core.marks import ENGAGED
from ..core.units import UnitType
from . import installations, landing
from .bases import served
from .board import (
    at_peace,
    canal_open,
    defends,
    distances,
    enemy_fighters,
    enemy_ships,
    entered_neutral,
    fights,
    friendly,
    guns_of,
    having,
    held,
    held_by_nobody,
    hostile,
    left_after,
    neutral,
    taken,
    together,
    waiting,
    withdrawn,
)
from .board import value as value
from .boarding import usable_transport
from .memory import COMPLEXES, OUT, OVERFLOWN, OWNERS
from .minors import sleeping
from .movement import COMBAT, PASS, STOP
from .outside import outside
from .territory import capital_lost

if TYPE_CHECKING:
    from ..rules.ruleset import Ruleset
    from .battles import Battle
    from .game import Game


# --- powers and units -------------------------------------------------------------------------------------------------


def stats(game: Game, power: str, type: str) -> UnitType:
    """The table's numbers with every edit that holds for the power now, technologies included (classic.R162, R163)."""
    return game.rules.unit(type, power, game.state.techs.get(power, ()), game.state.round)


def at_war(game: Game, power: str, other: str) -> bool:
    """All powers are at war with all powers of the other side (classic.R153); those outside the war with none."""
    sides = game.sides
    return sides[power] != sides[other] and not outside(game, power) and not outside(game, other)


def allied(game: Game, power: str, other: str) -> bool:
    """All powers of a side are allies (classic.R153)."""
    sides = game.sides
    return sides[power] == sides[other] and not outside(game, power) and not outside(game, other)


def enemies(game: Game, power: str, space: str) -> frozenset[str]:
    """A power fights its enemies everywhere (classic.R153), and on land units whose owner is no power."""
    armies = game.rules.tables["armies"]
    return game.foes(power) | frozenset(armies) if armies and game.rules.is_land.get(space) else game.foes(power)


def regardless_of_control(rules: Ruleset) -> bool:
    """Return whether units and relations between powers are as in this module, so that no change of control of a space
    changes them."""
    q = rules.q
    return q.stats is stats and q.at_war is at_war and q.allied is allied and q.enemies is enemies


def may_attack(game: Game, power: str, space: str) -> No | None:
    """A power may attack any space."""
    return None


def turn_order(game: Game) -> tuple[str, ...]:
    """The order of play is that of the table of powers, without those that have left the war (classic.R2)."""
    gone = OUT.get(game.state)
    return tuple(p for p in game.rules.powers if p not in gone)


# --- movement ---------------------------------------------------------------------------------------------------------

NONCOMBAT_ONLY = No("this unit can only move during the noncombat move", "movement.guns")
LAND_ONCE = No("this unit cannot move again: it already moved during the combat move", "movement.once.land")
SHIP_ONCE = No("this ship cannot move again: it already moved or fought this turn", "movement.once.sea")
CARRIER_ONCE = No("this carrier cannot move again: it already moved or fought this turn", "movement.once.deck")
ONE_BATTLE = No("this aircraft is already committed to a battle this turn", "movement.once.air")
JUST_CAPTURED = No("an antiaircraft gun captured this turn cannot move", "movement.captured_gun")
MOVE_OVER = No("this transport has already offloaded and cannot move again this turn", "transport.unloaded")
ALREADY_LANDED = No("this aircraft has already landed and cannot move again", "landing.over")


def may_move(game: Game, space: str, stack: Stack, phase: str) -> No | None:
    """Units may move unless they already moved, fought, or landed in a way that ends their move (classic.R51 to R53,
    R62, R63, R72)."""
    unit, marks = game.unit(stack, space), stack.cond.marks
    if "passive" in unit.tags and phase == COMBAT and unit.kind in ("land", "structure"):
        return NONCOMBAT_ONLY
    if not marks:
        return None
    if "captured" in marks:
        return JUST_CAPTURED
    if unit.kind == "air":
        if "landed" in marks:
            return ALREADY_LANDED
        return ONE_BATTLE if phase == COMBAT and "combat" in marks else None
    if "unloaded" in marks or stack.cond.noted("landing"):
        return MOVE_OVER
    if "fought" in marks or "seaborne" in marks or (phase != COMBAT and "combat" in marks):
        return LAND_ONCE if unit.kind == "land" else CARRIER_ONCE if unit.deck else SHIP_ONCE
    return None


ONLY_FRIENDLY = No("land units can only enter friendly territory during the noncombat move", "movement.noncombat_land")
GUN_FRIENDLY = No("an antiaircraft gun can only enter friendly territory", "antiaircraft.friendly")
NO_CAPTURE = No("only units that can capture territory may enter here", "movement.captures")


PEACE = No("{space} belongs to a power you are not at war with", "movement.peace")


def land_step(game: Game, stack: Stack, start: str, space: str, phase: str, first: bool) -> str | No:
    """May a land unit go from one territory into the next, and may it continue from there (classic.R42 to R52)?"""
    power, tags = stack.owner, game.unit(stack, start).tags
    if friendly(game, power, space):
        halts = phase == COMBAT and entered_neutral(game, space) and game.rules.switch("neutrals_stop_land_units")
        return STOP if halts else PASS
    if at_peace(game, power, space):
        return PEACE
    if "passive" in tags:
        return GUN_FRIENDLY
    if phase != COMBAT:
        return ONLY_FRIENDLY
    no: No | None = game.rules.q.may_attack(game, power, space)
    if no is not None:
        return no
    if neutral(game, space):
        no = fee_refusal(game, power, space, by_air=False)
        if no is not None:
            return no
        return PASS if "blitz" in tags and not game.rules.switch("neutrals_stop_land_units") else STOP
    if enemy_fighters(game, power, space) or raiders(game, power, space):
        return STOP
    if held_by_nobody(game, space) and game.rules.switch("neutrals_stop_land_units"):
        return STOP
    return PASS if "blitz" in tags else STOP


def raiders(game: Game, power: str, space: str) -> bool:
    """Are aircraft of a power on a mission there? It is flown before the territory changes hands (classic.R126)."""
    return any(s.owner == power and on_mission(game, s) for s in game.state.at(space))


def guns(game: Game, space: str) -> int:
    """Return antiaircraft guns in a territory."""
    units = game.units_at(space)
    return sum(n for s, n in game.state.at(space).items() if "antiaircraft" in units[s.owner][s.type].tags)


def room_for(game: Game, stack: Stack, space: str) -> int | None:
    """Only the number of antiaircraft guns in a territory is limited (classic.R20, R40)."""
    if "antiaircraft" not in game.unit(stack, space).tags or not game.rules.is_land[space]:
        return None
    return max(0, int(game.rules.switch("antiaircraft_per_territory")) - guns(game, space))


def fee_refusal(game: Game, power: str, space: str, by_air: bool) -> No | None:
    """Return the reason why a neutral cannot be entered: it is closed, or the power cannot afford it (classic.R155,
    R181)."""
    fee = game.rules.q.entry_fee(game, power, space, by_air)
    if fee is None:
        return STRICT
    if fee > game.state.ipcs[power]:
        return No(f"you cannot afford the {fee} IPCs to enter {space}", "neutral.fee")
    return None


def land_fees(game: Game, power: str, path: Sequence[str]) -> list[int]:
    """Return the IPCs that land units of a power pay for each neutral on their path."""
    over = [space for space in dict.fromkeys(path[1:]) if neutral(game, space)]
    return [game.rules.q.entry_fee(game, power, space, False) or 0 for space in over]


STRICT = No("neutral territories are closed under these rules", "neutral.strict")
HOSTILE_ZONE = No("ships cannot enter a sea zone with enemy ships during the noncombat move", "movement.noncombat_sea")


def passage(game: Game, stack: Stack, start: str, space: str) -> No | None:
    """Ships pass a canal only if their side has controlled its banks since the start of the turn (classic.R13, R14)."""
    row = game.rules.canal_between.get((start, space))
    if row is None or canal_open(game, stack.owner, start, space):
        return None
    if not game.unit(stack).tags.isdisjoint(row.free):
        return None
    canal = row.name
    if row.strait:
        return No(f"the {canal} is closed to your surface ships since the start of your turn", f"strait.{canal}")
    return No(
        f"the {canal} is closed to you: your side did not control the territories beside it at the start of your turn",
        f"canal.{canal}",
    )


def hostile_zone(game: Game, power: str, zone: str) -> bool:
    """A zone with an enemy ship of any type is hostile (classic.R19)."""
    return enemy_ships(game, power, zone)


def sea_step(game: Game, stack: Stack, start: str, space: str, phase: str) -> str | No:
    """Ships may move between adjacent sea zones unless a canal is closed or enemy ships stop them (classic.R13, R14,
    R66 to R68)."""
    power, q = stack.owner, game.rules.q
    if (start, space) in game.rules.canal_between:
        closed = q.passage(game, stack, start, space)
        if closed is not None:
            return closed
    if not q.hostile_zone(game, power, space):
        return PASS
    if phase != COMBAT:
        return HOSTILE_ZONE
    no: No | None = game.rules.q.may_attack(game, power, space)
    return no if no is not None else STOP


OVER_NEUTRAL = No("aircraft cannot fly over neutral territory during the noncombat move", "landing.overflight")


def air_step(game: Game, stack: Stack, space: str, phase: str) -> No | None:
    """Aircraft may fly over anything; over neutrals only in the combat move, for the fee (classic.R55, R65, R156)."""
    if at_peace(game, stack.owner, space):
        return PEACE
    if not neutral(game, space):
        return None
    return OVER_NEUTRAL if phase != COMBAT else fee_refusal(game, stack.owner, space, by_air=True)


NOT_AN_ATTACK = No(
    "a combat move must end in a hostile space or capture one on the way; make other moves during the noncombat move",
    "movement.combat",
)
NO_ASSAULT = No(
    "during the combat move, ships can only enter a sea zone without enemies to carry out an amphibious assault",
    "movement.assault",
)
NO_BOARDING = No(
    "during the combat move, land units can only load onto transports for an amphibious assault", "movement.assault"
)


def combat_end(game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
    """A combat move must attack or capture a hostile space (classic.R42 to R44).

    Territory taken in this movement counts as hostile still for those that come along after the first ones.
    """
    if phase != COMBAT:
        return None
    power, end = stack.owner, path[-1]
    kind = game.unit(stack).kind
    if kind == "land":
        hit = any(not friendly(game, power, space) or taken(game, space) for space in path[1:])
        if hit and len(path) > 2 and sum(fees := land_fees(game, power, path)) > game.state.ipcs[power]:
            return No(f"you cannot afford {sum(fees)} IPCs for {len(fees)} neutral territories", "neutral.fee")
        return None if hit or stack.cond.moved else NOT_AN_ATTACK
    no: No | None = game.rules.q.may_attack(game, power, end)
    if kind == "air":
        target = hostile(game, power, end) or enemy_fighters(game, power, end)
        return no if target else NOT_AN_ATTACK
    if enemy_ships(game, power, end):
        return no
    if not stack.cond.moved and game.rules.q.hostile_zone(game, power, path[0]):
        return None  # ships that begin their turn among enemies may leave (classic.R69)
    left = left_after(game, stack, path, phase)
    return None if serves_assault(game, stack, end, left) else NO_ASSAULT


def serves_assault(game: Game, stack: Stack, zone: str, left: int) -> bool:
    """Return whether a ship in this zone with this movement left can support a landing (classic.R44).

    A coast that may be assaulted must lie within its movement; a transport must have land units aboard or in reach, any
    other ship must be one that shoots in support.
    """
    power, unit, rules = stack.owner, game.unit(stack, zone), game.rules
    if not unit.support and not unit.carries:
        return False
    zones = list(distances(rules.sea_near, (zone,), limit=left))
    if not any(_may_assault(game, power, land) for z in zones for land in rules.land_near[z]):
        return False
    if unit.support or unit.carries is None or _aboard(game, stack):
        return True
    return any(
        s.owner == power and s.type in unit.carries.loads and rules.q.may_move(game, land, s, COMBAT) is None
        for z in zones
        for land in rules.land_near[z]
        for s in game.state.at(land)
        if not s.cond.moved
    )


def _aboard(game: Game, carrier: Stack) -> bool:
    """Return whether the transport carries land units of its owner that can capture a territory or fight for it."""
    return any(
        owner == carrier.owner and "passive" not in game.stats(owner, kind).tags for owner, kind in carrier.cond.cargo
    )


def _may_assault(game: Game, power: str, land: str) -> bool:
    if at_peace(game, power, land) or (friendly(game, power, land) and not taken(game, land)):
        return False
    if game.rules.q.may_attack(game, power, land) is not None:
        return False
    return not neutral(game, land) or fee_refusal(game, power, land, by_air=False) is None


ENEMY_HERE = No("transports cannot load or offload in a sea zone with enemy ships", "transport.hostile_zone")
NO_ROOM = No("no transport in {space} has enough capacity left for this unit", "transport.capacity")


def may_board(game: Game, stack: Stack, zone: str, phase: str) -> No | None:
    """Land units may load in sea zones without enemy ships (classic.R71, R75, R82)."""
    if game.rules.q.hostile_zone(game, stack.owner, zone):
        return ENEMY_HERE
    usable = [c for c in game.state.at(zone) if usable_transport(game, stack.owner, c, phase)]
    if not usable:
        return NO_ROOM
    if phase != COMBAT:
        return None
    for carrier in usable:
        left = game.unit(carrier, zone).move - carrier.cond.moved
        loaded = carrier.with_(carrier.cond._replace(cargo=((stack.owner, stack.type),)))
        if serves_assault(game, loaded, zone, left):
            return None
    return NO_BOARDING


ONE_PLACE = No("during the combat move, a transport can only offload into one territory", "transport.one_landing")
AFTER_BATTLE = No("this cargo is already set to land after the sea battle", "transport.one_landing")
LAND_FRIENDLY = No("cargo can only offload into friendly territory during the noncombat move", "transport.noncombat")
NOT_FRIENDLY_NOW = No("offload into friendly territory during the noncombat move", "movement.combat")
PHASE_OVER = No("a transport must load, move, and offload in the same phase", "transport.one_move")
RETREATED = No("a transport that retreated cannot offload this turn", "transport.retreated")
JUST_BOARDED = No("units on an ally's transport cannot offload until a later turn", "transport.allied")


def may_unload(game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack) -> No | None:
    """A transport may offload once, in the phase in which it loaded or moved (classic.R71, R77 to R83)."""
    power, marks = stack.owner, carrier.cond.marks
    own = carrier.owner == power or game.active(carrier.owner)
    landing_at = carrier.cond.noted("landing")
    if "retreated" in marks:
        return RETREATED
    if "boarded" in marks:
        return JUST_BOARDED
    if phase != COMBAT:
        if own and ("combat" in marks or "fought" in marks):
            return PHASE_OVER
        if not friendly(game, power, space):
            return LAND_FRIENDLY
        return ENEMY_HERE if game.rules.q.hostile_zone(game, power, zone) else None
    if friendly(game, power, space) and not taken(game, space):
        return NOT_FRIENDLY_NOW
    if at_peace(game, power, space):
        return PEACE
    if "passive" in game.unit(stack).tags:
        return GUN_FRIENDLY
    if landing_at and landing_at != space:
        return ONE_PLACE
    if waiting(carrier.cond).count(stack.type) >= carrier.cond.cargo.count((power, stack.type)):
        return AFTER_BATTLE
    if not own and game.rules.q.hostile_zone(game, power, zone):
        return ENEMY_HERE
    no: No | None = game.rules.q.may_attack(game, power, space)
    if no is None and neutral(game, space):
        no = fee_refusal(game, power, space, by_air=False)
    return no


def landing_waits(game: Game, zone: str, space: str) -> bool:
    """A landing waits for the sea battle if there are enemy ships in its zone (classic.R112.1)."""
    return game.rules.q.hostile_zone(game, game.state.power, zone)


def missions(game: Game, stack: Stack, space: str) -> tuple[str, ...]:
    """Bombers may raid an enemy complex (classic.R121)."""
    units = game.units_at(space)
    if "raids" not in units[stack.owner][stack.type].tags or not game.rules.is_land[space]:
        return ()
    if not hostile(game, stack.owner, space) or game.rules.q.may_attack(game, stack.owner, space) is not None:
        return ()
    return ("raid",) if any("produces" in units[s.owner][s.type].tags for s in game.state.at(space)) else ()


def landing_fields(game: Game, power: str) -> frozenset[str]:
    """Aircraft may land in territories that have been friendly since the start of the turn (classic.R58)."""
    return landing.fields(game, power)


def entry_fee(game: Game, power: str, space: str, by_air: bool) -> int | None:
    """The switches set the cost of entering a neutral; None closes it (classic.R155, R156, R181)."""
    if not neutral(game, space) or sleeping(game, space):
        return 0
    if not game.rules.switch("neutrals_may_be_entered"):
        return None
    if by_air and space in OVERFLOWN.get(game.state):
        return 0
    return int(game.rules.switch("neutral_overflight_fee" if by_air else "neutral_fee"))


# --- battles ----------------------------------------------------------------------------------------------------------


def attackers(game: Game, space: str, attacker: str) -> Force:
    """All units of the active power there that fight; at sea no cargo and no allied aircraft (classic.R64, R129)."""
    force = game.state.at(space)
    if not force:
        return {}
    allied = together(game, attacker, space)
    own = [s for s in force if s.owner in allied]
    if not own:
        return {}
    missions = game.rules.missions
    return {
        s: force[s]
        for s in own
        if not (s.cond.marks and (ENGAGED in s.cond.marks or any(mark in missions for mark in s.cond.marks)))
        and fights(game, s, space)
        and not withdrawn(game, s)
    }


def on_mission(game: Game, stack: Stack) -> bool:
    """Return whether this unit flies a mission instead of fighting."""
    marks = stack.cond.marks
    return bool(marks) and any(mark in game.rules.missions for mark in marks)


def defenders(game: Game, space: str, attacker: str) -> Force:
    """All enemies of the attacker there defend together (classic.R128); at sea only ships and aircraft."""
    force = game.state.at(space)
    if not force:
        return {}
    foes, units = game.enemies(attacker, space), game.units_at(space)
    land = game.rules.is_land[space]
    return {
        s: n
        for s, n in force.items()
        if s.owner in foes and defends(game, s, space) and (land or units[s.owner][s.type].kind != "land")
        if ENGAGED not in s.cond.marks and not withdrawn(game, s)
    }


def bystanders(game: Game, battle: Battle, side: Side) -> Force:
    """The antiaircraft guns of the defenders in the territory (classic.R97)."""
    if side == ATTACKER or not game.rules.is_land[battle.space]:
        return {}
    return guns_of(game, battle.space, game.enemies(battle.attacker, battle.space))


# --- economy ----------------------------------------------------------------------------------------------------------

CAPITAL_LOST = No("its capital is in enemy hands", "capital.lost")


def may_collect(game: Game, power: str) -> No | None:
    """A power whose capital is held by an enemy has no income and no treasury (classic.R132, R146)."""
    return CAPITAL_LOST if capital_lost(game, power) else None


def for_sale(game: Game, power: str) -> dict[str, int]:
    """All unit types with a cost are for sale, as many as cash allows (classic.R131), from the round in the table
    `calendar` on (great_war.R22); before round 1, those of round 1."""
    calendar, round = game.rules.tables["calendar"], max(1, game.state.round)
    return {u: 999 for u in game.rules.units if game.stats(power, u).cost > 0 and round >= calendar.get(u, 0)}


NO_COMPLEX = No("you have no industrial complex in {space}", "place.no_complex")
OF_ALLY = No("{space} belongs to an ally: place units only at your own industrial complexes", "place.ally")
NOT_OWN_LONG = No("you have not controlled {space} since the start of your turn", "place.since_start")


def may_produce(game: Game, power: str, space: str) -> No | None:
    """Units may be placed at complexes in territories controlled since the start of the turn (classic.R133, R138, R141,
    R142)."""
    owner = game.state.owner.get(space)
    if owner != power:
        return OF_ALLY if owner in game.friends(power) else NO_COMPLEX
    if not any("produces" in game.unit(s, space).tags for s in game.state.at(space)):
        return NO_COMPLEX
    return None if OWNERS.get(game.state).get(space) == power else NOT_OWN_LONG


def makers(game: Game, power: str) -> list[str]:
    """Return the territories whose complexes make units for a power."""
    may, lands = game.rules.q.may_produce, game.rules.lands
    if may is may_produce:  # then others make nothing
        lands = held(game, power)
    return [s for s in lands if may(game, power, s) is None]


def production(game: Game, power: str, space: str) -> int | None:
    """Original complexes in the hands of their original owner make any number; others as many units as the territory is
    worth, at least the switch's number (classic.R139, R140)."""
    if space in areas(game, power) and not having(game, space, "produces"):
        return None
    original = space in COMPLEXES.get(game.state)
    if original and game.rules.spaces[space].owner == power and game.rules.switch("original_complexes_unlimited"):
        return installations.output(game, space, None, game.rules.q.value(game, space))
    worth = game.rules.q.value(game, space)
    most = worth if worth > 0 else int(game.rules.switch("complex_output_in_worthless_territory"))
    return installations.output(game, space, most, worth)


def areas(game: Game, power: str) -> list[str]:
    """Return the mobilization areas of a power that it has controlled since the start of the turn (table
    `mobilization`)."""
    now, before = game.state.owner, OWNERS.get(game.state)
    return [s for s in game.rules.tables["mobilization"].get(power, ()) if now.get(s) == before.get(s) == power]


def placement(game: Game, power: str, type: str) -> list[str]:
    """New units may be placed by type: land units and aircraft at complexes, ships in sea zones beside them, guns and
    complexes in controlled territories (classic.R133 to R137, R143)."""
    state, rules, q = game.state, game.rules, game.rules.q
    unit = game.stats(power, type)
    if unit.kind == "structure":
        return [
            s
            for s in rules.lands
            if state.owner.get(s) == power
            and OWNERS.get(state).get(s) == power
            and not any(x.type == type for x in state.at(s))
            and (q.value(game, s) > 0 or rules.switch("complexes_in_worthless_territories"))
        ]
    sites = makers(game, power)
    if unit.kind != "sea":
        if "antiaircraft" not in unit.tags:
            return list(dict.fromkeys((*sites, *areas(game, power))))
        return [s for s in sites if guns(game, s) < rules.switch("antiaircraft_per_territory")]
    among_enemies = rules.switch("ships_placed_among_enemies")
    zones = dict.fromkeys((*(z for s in sites for z in rules.sea_near[s]), *served(game, power)))
    return [z for z in zones if among_enemies or not q.hostile_zone(game, power, z)]
