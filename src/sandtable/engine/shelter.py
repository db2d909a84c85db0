"""Ships in port: they lie in the sea zone of a friendly port, out of reach of enemy ships, until they leave.

A rule brings them in at the end of the noncombat move (`enter`), lets them leave (`leave`), and adds the modifiers of
this module. The aircraft of carriers in port are ashore in the turns of enemies: they count as aircraft of the
territory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ..core.decisions import Decision, PickUnits
from ..core.errors import No
from ..core.events import declare_event
from ..core.forces import Force, Stack, total
from ..core.marks import ALOFT, ENGAGED, declare_mark
from ..core.text import counted
from ..rules import points
from .bases import base_zones, of_kind, ports
from .board import COMBAT, NONCOMBAT, allowance, deck_room, distances, withdrawn
from .boarding import usable_transport
from .sights import Sign
from .standard import ENEMY_HERE

if TYPE_CHECKING:
    from .game import Flow, Game

#: The kind of the bases in whose ports ships lie.
PORT = "port"
IN_PORT = declare_mark("in_port", "in port: takes part in no battle at sea, holds no sea zone, and stops no ship")
declare_mark(PORT, "the territory in whose port a ship lies")
ASHORE = declare_mark("ashore_from", "aircraft of a carrier in port, with the sea zone of the carrier")
points.declare(points.DECISIONS, "enter_port", "pick_units: ships that go into port")
points.declare(points.DECISIONS, "leave_port", "pick_units: ships that leave a port")
declare_event("entered_port", "{power} brings {force} into the port of {space}")
declare_event("left_port", "{power} leaves the port of {space} with {force}")
declare_event("driven_out", "{power} loses the port of {space}: {force} must put to sea")
BLOCKED = No("enemy ships lie off this port: ships leave it in the combat move to attack them", "port.blocked")
ONLY_IN_PORT = No("a transport in port loads and offloads only in the territory of the port", "port.transport")


def port_of(stack: Stack) -> str:
    """Return the territory in whose port a ship lies, or an empty text."""
    return stack.cond.noted("port") if IN_PORT in stack.cond.marks else ""


def in_port(game: Game, port: str) -> Iterator[tuple[str, Stack, int]]:
    """Yield the ships in a port, each with the sea zone from which it came in."""
    for zone in base_zones(game, port) if port in game.rules.tables["bases"] else ():
        yield from ((zone, stack, n) for stack, n in list(game.state.at(zone).items()) if port_of(stack) == port)


def put_in(game: Game, zone: str, port: str, force: Force) -> None:
    """Bring ships in a sea zone into a port."""
    for stack, n in force.items():
        game.state.turn_into(zone, stack, stack.cond.marked(IN_PORT, f"port={port}"), n)


def put_out(game: Game, zone: str, force: Force, *marks: str, moved: bool = False) -> None:
    """Take ships out of their port; those that `moved` have spent their movement with it."""
    for stack, n in force.items():
        cond = stack.cond.unmarked(IN_PORT, f"port={port_of(stack)}").marked(*marks)
        if moved:
            cond = cond._replace(moved=allowance(game, stack, zone, COMBAT))
        game.state.turn_into(zone, stack, cond, n)


def enter(game: Game, of_allies: bool = True, new: bool = False) -> Flow:
    """Ask each acting power which of its ships go into the ports of its side; `new`: those that were just placed."""
    for power in game.acting:
        for zone in game.rules.zones:
            there = {s: n for s, n in game.state.at(zone).items() if s.owner == power and not withdrawn(game, s)}
            able = {s: n for s, n in there.items() if game.unit(s, zone).kind == "sea"}
            for port in sorted(ports(game, power, zone, of_allies, PORT)) if able else ():
                able = {s: n for s, n in able.items() if s in game.state.at(zone)}
                rule = game.rules.cite("port.enter")
                going = yield Decision(
                    "enter_port", power, f"Choose the ships in {zone} that go into the port of {port}",
                    PickUnits(able, 0, total(able), rule), rule=rule, context={"space": zone},
                    advice=lambda able=able, zone=zone, power=power: dict(able) if hunted(game, power, zone) else {},
                )  # fmt: skip
                if going:
                    game.emit("entered_port", power=power, force=dict(going), space=port)
                    put_in(game, zone, port, going)
                    able = {s: n - going.get(s, 0) for s, n in able.items() if n > going.get(s, 0)}
    go_ashore(game)


def hunted(game: Game, power: str, zone: str) -> bool:
    """Return whether enemy ships that can come into a sea zone are stronger than the ships of the power's side there,
    and no enemy aircraft are near: what a sensible power asks before it goes into port."""
    friends, foes, threat, planes = game.friends(power), game.foes(power), 0, 0
    for space, far in distances(game.rules.neighbors, (zone,), limit=3).items():
        for stack, n in game.state.at(space).items():
            unit = game.unit(stack, space)
            if stack.owner in foes and unit.kind == "sea" and far <= unit.move:
                threat += n * unit.attack
            planes += n * unit.attack if stack.owner in foes and unit.kind == "air" else 0
    own = sum(n * game.unit(s, zone).defense for s, n in game.state.at(zone).items() if s.owner in friends)
    return threat > own and planes < own


def may_leave(game: Game) -> bool:
    """Return whether ships of the active power can leave a port now."""
    return any(_leaving(game))


def should_leave(game: Game) -> bool:
    """Return whether ships in port should attack the enemy ships off it."""
    return any(_prey(game, zone, force) for zone, force in _leaving(game))


def leave(game: Game) -> Flow:
    """Ask which ships leave port. If enemy ships lie off it, they attack them, which is all the movement they have."""
    for zone, force in list(_leaving(game)):
        power, port = game.state.power, port_of(next(iter(force)))
        hostile = game.rules.q.hostile_zone(game, power, zone)
        rule = game.rules.cite("port.enter")
        why = " and attack the enemy ships there" if hostile else ""
        going = yield Decision(
            "leave_port", power, f"Choose the ships that leave the port of {port} for {zone}{why}",
            PickUnits(force, 0, total(force), rule), rule=rule, context={"space": zone},
            advice=dict(force) if _prey(game, zone, force) else {},
        )  # fmt: skip
        if going:
            game.emit("left_port", power=power, force=dict(going), space=port)
            put_out(game, zone, going, *(["combat"] if hostile else []), moved=hostile)


def _leaving(game: Game) -> Iterator[tuple[str, Force]]:
    """Yield the ships of the active power that can leave a port, by sea zone; in the noncombat move only where no enemy
    ships are."""
    combat = game.rules.sequence("turn")[game.state.step].name == "combat_move"
    for zone in game.rules.zones:
        force = {s: n for s, n in game.state.at(zone).items() if s.owner == game.state.power and port_of(s)}
        if force and (combat or not game.rules.q.hostile_zone(game, game.state.power, zone)):
            yield zone, force


def _prey(game: Game, zone: str, force: Force) -> bool:
    """Return whether enemy ships off a port are clearly weaker than those in it."""
    enemies = game.rules.q.defenders(game, zone, game.state.power)
    defense = sum(n * game.unit(s, zone).defense for s, n in enemies.items())
    return 0 < 1.5 * defense < sum(n * game.unit(s, zone).attack for s, n in force.items())


# --- aircraft of carriers in port -------------------------------------------------------------------------------------


def go_ashore(game: Game, power: str = "") -> None:
    """The aircraft for which the carriers of a side at sea have no room are ashore with the carriers in port (the side
    of a power, or of the active one)."""
    friends = game.friends(power or game.state.power)
    for port in of_kind(game, PORT):
        for zone, stack, n in list(in_port(game, port)):
            room = n * game.unit(stack, zone).deck
            if room and stack.owner in friends:
                at_sea = sum(
                    k * game.unit(s, zone).deck
                    for s, k in game.state.at(zone).items()
                    if s.owner in friends and not port_of(s)
                )
                _move_ashore(game, zone, port, (at_sea, room), friends)


def _move_ashore(game: Game, zone: str, port: str, decks: tuple[int, int], friends: Collection[str]) -> None:
    """Move aircraft ashore that fit on the carriers in port, but not on those at sea: the places on both are given."""
    units, (at_sea, room) = game.units_at(zone), decks
    for stack, n in list(game.state.at(zone).items()):
        unit = units[stack.owner][stack.type]
        aboard = unit.kind == "air" and unit.lands_on_deck and ALOFT not in stack.cond.marks
        if stack.owner not in friends or not aboard or withdrawn(game, stack):
            continue
        stays = min(n, at_sea // unit.deck_places)
        going = min(n - stays, room // unit.deck_places)
        at_sea, room = at_sea - stays * unit.deck_places, room - going * unit.deck_places
        if going:
            game.state.put(zone, stack, -going)
            game.state.put(port, stack.with_(stack.cond.marked(f"{ASHORE}={zone}")), going)


def come_aboard(game: Game) -> None:
    """At the start of a turn of their side, aircraft of carriers in port are aboard again, as far as there is room."""
    friends = game.friends(game.state.power)
    for port in of_kind(game, PORT):
        for stack, n in list(game.state.at(port).items()):
            zone = stack.cond.noted(ASHORE)
            if not zone or stack.owner not in friends:
                continue
            bare = stack.with_(stack.cond.unmarked(f"{ASHORE}={zone}"))
            game.state.put(port, stack, -n)
            aboard = max(0, min(n, deck_room(game, zone, stack.owner) // game.unit(bare, zone).deck_places))
            for space, count in ((zone, aboard), (port, n - aboard)):
                if count:
                    game.state.put(space, bare, count)


# --- what ships in port may do ----------------------------------------------------------------------------------------


def may_move(answer: No | None, game: Game, space: str, stack: Stack) -> No | None:
    """Ships in port do not slip past enemy ships off it."""
    return BLOCKED if port_of(stack) and game.rules.q.hostile_zone(game, stack.owner, space) else answer


def may_board(answer: No | None, game: Game, stack: Stack, zone: str, phase: str) -> No | None:
    """In the noncombat move transports in port load even if enemy ships lie off it."""
    if answer is not ENEMY_HERE or phase != NONCOMBAT:
        return answer
    there = game.state.at(zone)
    return None if any(port_of(c) and usable_transport(game, stack.owner, c, phase) for c in there) else answer


def may_load(answer: No | None, game: Game, carrier: Stack, start: str, zone: str) -> No | None:
    """A transport in port loads only in the territory of the port; others do not load among enemy ships."""
    port = port_of(carrier)
    if port:
        return answer if start == port else ONLY_IN_PORT
    return ENEMY_HERE if game.rules.q.hostile_zone(game, carrier.owner, zone) else answer


def may_unload(answer: No | None, game: Game, carrier: Stack, space: str, phase: str) -> No | None:
    """A transport in port offloads only in the territory of the port, in the noncombat move, also among enemy ships."""
    port = port_of(carrier)
    if not port:
        return answer
    if space != port or phase == COMBAT:
        return ONLY_IN_PORT
    return None if answer is ENEMY_HERE else answer


def signs(game: Game) -> list[Sign]:
    """The ships in each port, and the aircraft of carriers in it."""
    out = []
    for port in of_kind(game, PORT):
        ashore = [s for s in game.state.at(port) if s.cond.noted(ASHORE)]
        ships = [(stack, n) for _, stack, n in in_port(game, port)]
        for owner in dict.fromkeys(s.owner for s, _ in ships):
            own = {s.type: sum(n for x, n in ships if (x.owner, x.type) == (owner, s.type)) for s, _ in ships}
            force = ", ".join(f"{n} {game.rules.units[kind].called(n)}" for kind, n in own.items() if n)
            planes = sum(game.state.at(port)[s] for s in ashore if s.owner == owner)
            more = f"; {counted(planes, 'aircraft', 'aircraft')} of its carriers ashore" if planes else ""
            out.append(Sign(port, "port", f"In port: {force} of {owner}{more}", sum(own.values()), owner))
    return out


def driven_out(game: Game, space: str, captor: str, loser: str | None) -> None:
    """Enemy ships put to sea if the territory of their port is captured; they do not fight there in this turn."""
    for zone, stack, n in list(in_port(game, space)):
        if stack.owner in game.foes(captor):
            game.emit("driven_out", power=stack.owner, force={stack: n}, space=space)
            put_out(game, zone, {stack: n}, ENGAGED)
