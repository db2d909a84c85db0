"""Aircraft landing: legal territories, carrier capacity, and whether all in flight can land (classic.R56 to R62)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..core.errors import No
from ..core.forces import Force, Stack
from ..core.marks import ALOFT
from .board import (
    COMBAT,
    NONCOMBAT,
    PASS,
    allowance,
    barred,
    deck_room,
    decks_to_come,
    distances,
    expects_decks,
    friendly,
    held_by_nobody,
    left_after,
    neutral,
    types_of,
)
from .decks import Deck, Group, seated
from .memory import CONTESTED, OWNERS
from .new_carriers import carriers_to_place

if TYPE_CHECKING:
    from .game import Game

NOBODY: Mapping[tuple[str, Stack], int] = {}
#: Distances to landing fields that are kept for a ruleset, at most: they change with control only.
FIELDS_KEPT = 500
NOWHERE_TO_LAND = No("this aircraft would have nowhere to land within its remaining movement", "landing.possible")


def fields(game: Game, power: str) -> frozenset[str]:
    """Return the territories that were friendly at the start of the turn and still are (classic.R58)."""
    key = ("fields", power)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        before, friends = OWNERS.get(game.state), game.friends(power)
        owners = game.state.owner.items()
        found = game.found[key] = frozenset([s for s, o in owners if o in friends and before.get(s, o) in friends])
    return found


def field_distance(game: Game, power: str, opened: frozenset[str] = frozenset()) -> dict[str, int]:
    """Return the distance from each space to the nearest landing field, flying over no neutrals except `opened` ones
    (classic.R65)."""
    key = ("field_distance", power, opened)
    found: dict[str, int] | None = game.found.get(key)
    if found is None:
        closed = closed_airspace(game, power) - opened
        here, cost = frozenset(game.rules.q.landing_fields(game, power)), _home_cost(game, power, True)
        found = (
            _to_fields(game, here, closed) if cost is None else distances(game.rules.neighbors, here, closed, cost=cost)
        )
        for space in closed if game.rules.tables["armies"] else ():
            if held_by_nobody(game, space):  # aircraft that attacked there fly out, but none may cross it
                ways = [found[s] + (cost(s, space) if cost else 1) for s in game.rules.neighbors[space] if s in found]
                found = {**found, space: min(ways)} if ways else found
        game.found[key] = found
    return found


def _to_fields(game: Game, fields: frozenset[str], closed: frozenset[str]) -> dict[str, int]:
    """Return the distance from each space to the nearest of these fields, where each step costs 1."""
    known: dict[tuple[frozenset[str], frozenset[str]], dict[str, int]] = game.rules.cache.setdefault("to_fields", {})
    found = known.get((fields, closed))
    if found is None:
        if len(known) >= FIELDS_KEPT:
            known.clear()
        found = known[fields, closed] = distances(game.rules.neighbors, fields, closed)
    return found


def closed_airspace(game: Game, power: str) -> frozenset[str]:
    """Return the territories that this power's aircraft cannot cross on the way home: those of powers at peace, and
    neutrals and those of armies of no power unless the query `air_step` opens them."""
    key = ("closed_airspace", power)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        owners, friends, enemies = game.state.owner, game.friends(power), game.enemies
        fought_for, armies = CONTESTED.get(game.state), game.rules.tables["armies"]
        aircraft, air_step = Stack(power, ""), game.rules.q.air_step
        shut = []
        for space in game.rules.lands:
            owner = owners.get(space)
            if owner in friends:
                continue
            if owner is not None and owner not in enemies(power, space):
                shut.append(space)
            elif owner in armies or (owner is None and space not in fought_for):
                if air_step(game, aircraft, space, NONCOMBAT) is not None:
                    shut.append(space)
        found = game.found[key] = barred(game, power).union(shut)
    return found


def air_reach(game: Game, power: str, start: str, left: int, opened: frozenset[str] = frozenset()) -> Mapping[str, int]:
    """Return the spaces within a distance from a start, flying over no neutrals except `opened` ones."""
    key = ("air_reach", power, start, left, opened)
    found: Mapping[str, int] | None = game.found.get(key)
    if found is None:
        closed = closed_airspace(game, power) - opened
        found = game.found[key] = distances(game.rules.neighbors, (start,), closed, left, _home_cost(game, power))
    return found


def _home_cost(game: Game, power: str, back: bool = False) -> Callable[[str, str], int] | None:
    """Return what a step costs aircraft on their way home (`back`: read from its end); None if each costs 1.

    The way home is planned for the first type of aircraft in the table of units, as if a step cost all the same.
    """
    if "step_cost" in game.rules.plain:
        return None
    kind = next((u for u in game.rules.units if game.stats(power, u).kind == "air"), "")
    stack, cost = Stack(power, kind), game.rules.q.step_cost
    if back:
        return lambda space, near: cost(game, stack, near, space, NONCOMBAT)
    return lambda space, near: cost(game, stack, space, near, NONCOMBAT)


def can_come_down(game: Game, flight: Sequence[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
    """Return whether these aircraft of one power may fly this way to fight at its end and can still land.

    A field in reach is enough. Else each needs a place on a deck that can be in reach, and so does every other aircraft
    that is out already and has no field: the carriers are shared out so that all come down, each carrier being in one
    place only. Neutrals that this flight opens may be flown over on the way home.
    """
    power, start, end = flight[0][0].owner, path[0], path[-1]
    taken = path if game.rules.switch("neutral_overflight_takes_control") else path[-1:]
    opened = frozenset(s for s in taken if neutral(game, s))
    field = field_distance(game, power, opened)
    needing: dict[Group, int] = {}
    for stack, n in flight:
        unit = game.unit(stack, start)
        if not game.rules.q.must_land(game, stack, end):
            continue
        left = left_after(game, stack, path, COMBAT)
        if field.get(end, 99) > left:
            if not unit.lands_on_deck:
                return NOWHERE_TO_LAND
            needing[end, left] = needing.get((end, left), 0) + n * unit.deck_places
    if not needing:
        return None
    decks, near = carriers(game, power, COMBAT), _reach(game, power, opened)
    away = {(start, stack): n for stack, n in flight}
    others = out_at_sea(game, power, opened, away)
    for group, n in others.items():  # those that nothing can bring down any more claim no deck
        if any(near(group, berth) for deck in decks for berth in deck.berths):
            needing[group] = needing.get(group, 0) + n
    return None if seated(decks, needing, near) == sum(needing.values()) else NOWHERE_TO_LAND


def out_at_sea(
    game: Game,
    power: str,
    opened: frozenset[str] = frozenset(),
    away: Mapping[tuple[str, Stack], int] = NOBODY,
) -> dict[Group, int]:
    """The aircraft of a power that can land on decks only, without those of `away`: by place and movement left."""
    field, is_land = field_distance(game, power, opened), game.rules.is_land
    aircraft, out = types_of(game, power, "air"), dict[Group, int]()
    for at, force in game.state.forces.items():
        for stack, n in force.items():
            if stack.owner != power or stack.type not in aircraft or (is_land[at] and not stack.cond.moved):
                continue
            if "landed" in stack.cond.marks or ALOFT in stack.cond.marks:
                continue
            unit = game.unit(stack, at)
            if not unit.lands_on_deck or not game.rules.q.must_land(game, stack, at):
                continue
            left = allowance(game, stack, at, NONCOMBAT) - stack.cond.moved
            n -= away.get((at, stack), 0)
            if n > 0 and field.get(at, 99) > left:
                out[at, left] = out.get((at, left), 0) + n * unit.deck_places
    return out


def stranded(game: Game, zone: str, stack: Stack, count: int) -> int:
    """Return how many of these aircraft, flown out to a zone, could land nowhere by themselves: on no field, and on no
    carrier wherever carriers sail to."""
    left = allowance(game, stack, zone, NONCOMBAT) - stack.cond.moved
    if field_distance(game, stack.owner).get(zone, 99) <= left:
        return 0
    if not game.unit(stack, zone).lands_on_deck:
        return count
    decks, near = carriers(game, stack.owner, COMBAT), _reach(game, stack.owner, frozenset())
    return count - seated(decks, {(zone, left): count}, near)


def lost_at_best(game: Game, phase: str, power: str) -> int:
    """How many aircraft of a power cannot land on a carrier any more, wherever its carriers sail to."""
    needing = out_at_sea(game, power)
    if not needing:
        return 0
    return sum(needing.values()) - seated(carriers(game, power, phase), needing, _reach(game, power, frozenset()))


def _reach(game: Game, power: str, opened: frozenset[str]) -> Callable[[Group, str], bool]:
    def near(group: Group, berth: str) -> bool:
        at, left = group
        return air_reach(game, power, at, left, opened).get(berth, 99) <= left

    return near


def carriers(game: Game, power: str, phase: str) -> list[Deck]:
    """The carriers of a power and its allies with the places left on each.

    Aircraft that have landed stand on carriers that stay, an ally's first; so do guests, as far as there is room.
    """
    out: list[Deck] = []
    allies = game.friends(power) - {power}
    for at, force in game.state.forces.items():
        if game.rules.is_land[at]:
            continue
        used = {True: 0, False: 0}  # places taken by aircraft that have landed, and by guests
        ships: list[tuple[bool, int, tuple[str, ...]]] = []
        for stack, n in force.items():
            if (stack.owner != power and stack.owner not in allies) or ALOFT in stack.cond.marks:
                continue
            unit = game.unit(stack, at)
            if unit.kind == "air" and (stack.owner != power or "landed" in stack.cond.marks):
                used[stack.owner == power] += n * unit.deck_places
            elif unit.deck and unit.kind == "sea":
                berths = tuple(_berths(game, power, at, stack, phase))
                ships += [(stack.owner == power, unit.deck, berths)] * n
        for own, places, berths in sorted(ships, key=lambda ship: (ship[0], len(ship[2]))):
            landed = min(places, used[True])
            guests = min(places - landed, used[False])
            used[True] -= landed
            used[False] -= guests
            if places > landed + guests:
                out.append(Deck(places - landed - guests, (at,) if landed or not own else berths))
    if expects_decks(game):
        to_come = {zone: decks_to_come(game, power, zone) for zone in game.rules.zones}
        new = [game.stats(power, kind).deck for kind, n in carriers_to_place(game, power).items() for _ in range(n)]
        zones = tuple(zone for zone, n in to_come.items() if n)
        out += [Deck(room, zones) for room in new if zones] or [Deck(n, (zone,)) for zone, n in to_come.items() if n]
    return out


def riders(game: Game, zone: str, power: str, leaving: Mapping[Stack, int]) -> Force:
    """Aircraft of allies that go along when these units of a power leave a zone (classic.R64).

    Which carrier a guest stands on is settled so: guests stay as long as the carriers that stay have room for them
    beside the aircraft of `power` there; the others stand on the carriers that leave.
    """
    if not any(game.unit(s, zone).deck for s in leaving):
        return {}
    friends, stay, own = game.friends(power), 0, 0
    guests: Force = {}
    for stack, n in game.state.at(zone).items():
        if stack.owner not in friends or ALOFT in stack.cond.marks:
            continue
        unit, rest = game.unit(stack, zone), n - leaving.get(stack, 0)
        if unit.kind == "sea":
            stay += rest * unit.deck
        elif unit.kind == "air" and stack.owner == power:
            own += rest * unit.deck_places
        elif unit.kind == "air":
            guests[stack] = n
    room, out = max(0, stay - own), Force()
    for stack, n in guests.items():
        if n > room:
            out[stack] = n - room
        room = max(0, room - n)
    return out


def _berths(game: Game, power: str, zone: str, stack: Stack, phase: str) -> list[str]:
    """Zones where a carrier can be when aircraft land: where it is, or where it may still sail in noncombat movement
    (classic.R56.1); one among enemies in combat movement may have to fight there."""
    q = game.rules.q
    out = [zone]
    ways: dict[str, tuple[str, ...]] = {zone: (zone,)}
    if stack.owner != power or stack.cond.moved or "combat" in stack.cond.marks:
        return out
    if (phase == COMBAT and q.hostile_zone(game, power, zone)) or q.may_move(game, zone, stack, NONCOMBAT) is not None:
        return out
    edge = [zone]
    for _ in range(allowance(game, stack, zone, NONCOMBAT)):
        reached = []
        for at in edge:
            for near in game.rules.sea_near[at]:
                if near not in ways and q.sea_step(game, stack, at, near, NONCOMBAT) == PASS:
                    ways[near] = (*ways[at], near)
                    reached.append(near)
                    if q.combat_end(game, stack, ways[near], NONCOMBAT) is None:
                        out.append(near)
        edge = reached
    return out


def may_land(game: Game, stack: Stack, space: str, count: int = 1, coming: int = 0) -> No | None:
    """Return None or the reason why aircraft cannot land here now; carriers with room for `coming` come along
    (classic.R58)."""
    if game.rules.is_land[space]:
        if space in game.rules.q.landing_fields(game, stack.owner):
            return None
        if neutral(game, space):
            return NO_NEUTRAL
        return NOT_SINCE_START if friendly(game, stack.owner, space) else NOT_FRIENDLY
    if not game.unit(stack, space).lands_on_deck:
        return LAND_ONLY
    coming += decks_to_come(game, stack.owner, space)
    return None if deck_room(game, space, stack.owner) + coming >= count else NO_DECK


NO_NEUTRAL = No("aircraft cannot land in a neutral territory", "landing.neutral")
NOT_SINCE_START = No(
    "aircraft can only land in territories that were friendly at the start of your turn", "landing.field"
)
NOT_FRIENDLY = No("aircraft cannot land in enemy territory", "landing.hostile")
LAND_ONLY = No("this aircraft cannot land on a carrier", "landing.deck")
NO_DECK = No("no carrier in this sea zone has room for another fighter", "landing.room")
