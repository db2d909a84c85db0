"""Aircraft landing: legal territories, carrier capacity, and whether all in flight can land (classic.R56 to R62)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..core.errors import No
from ..core.forces import Stack
from .board import at_peace, deck_room, distances, enemy_ships, friendly, neutral
from .memory import OWNERS

if TYPE_CHECKING:
    from .game import Game

NOWHERE_TO_LAND = No("this aircraft would have nowhere to land within its remaining movement", "landing.possible")


def fields(game: Game, power: str) -> frozenset[str]:
    """Return the territories that were friendly at the start of the turn and still are (classic.R58)."""
    key = ("fields", power)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        before, friends = OWNERS.get(game.state), game.friends(power)
        found = game.found[key] = frozenset(
            s for s, owner in game.state.owner.items() if owner in friends and before.get(s, owner) in friends
        )
    return found


def field_distance(game: Game, power: str, opened: frozenset[str] = frozenset()) -> dict[str, int]:
    """Return the distance from each space to the nearest landing field, flying over no neutrals except `opened` ones
    (classic.R65)."""
    key = ("field_distance", power, opened)
    found: dict[str, int] | None = game.found.get(key)
    if found is None:
        closed = closed_airspace(game, power) - opened
        found = game.found[key] = distances(game.rules.neighbors, game.rules.q.landing_fields(game, power), closed)
    return found


def closed_airspace(game: Game, power: str) -> frozenset[str]:
    """Return the territories that this power's aircraft cannot cross on the way home: neutrals and powers at peace."""
    key = ("closed_airspace", power)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        owner, friends = game.state.owner, game.friends(power)
        foreign = [s for s in game.rules.lands if owner.get(s) not in friends]
        found = game.found[key] = frozenset(s for s in foreign if neutral(game, s) or at_peace(game, power, s))
    return found


def air_reach(game: Game, power: str, start: str, left: int, opened: frozenset[str] = frozenset()) -> Mapping[str, int]:
    """Return the spaces within a distance from a start, flying over no neutrals except `opened` ones."""
    key = ("air_reach", power, start, left, opened)
    found: Mapping[str, int] | None = game.found.get(key)
    if found is None:
        closed = closed_airspace(game, power) - opened
        found = game.found[key] = distances(game.rules.neighbors, (start,), closed, left)
    return found


def can_come_down(game: Game, flight: Sequence[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
    """Return whether these aircraft of one power may fly this way to fight at its end and can still land.

    A field in reach is enough. Else each needs a place on a deck that can be in reach, and so does every other aircraft
    that is out already and has no field: the places are shared out so that all come down, if that is possible. Neutrals
    that this flight opens may be flown over on the way home.
    """
    power, start, end = flight[0][0].owner, path[0], path[-1]
    taken = path if game.rules.switch("neutral_overflight_takes_control") else path[-1:]
    opened = frozenset(s for s in taken if neutral(game, s))
    field = field_distance(game, power, opened)
    needing: list[tuple[str, int]] = []
    for stack, n in flight:
        left = game.stats(power, stack.type).move - stack.cond.moved - (len(path) - 1)
        if field.get(end, 99) > left:
            if not game.rules.units[stack.type].lands_on_deck:
                return NOWHERE_TO_LAND
            needing += [(end, left)] * n
    if not needing:
        return None
    going = dict(flight)
    for at, force in game.state.forces.items():
        at_sea = not game.rules.is_land[at]
        for other, n in force.items():
            if other.owner != power:
                continue
            unit = game.rules.units[other.type]
            if unit.kind != "air" or not unit.lands_on_deck:
                continue
            rest = game.stats(power, other.type).move - other.cond.moved
            n -= going.get(other, 0) if at == start else 0
            if n > 0 and (other.cond.moved or at_sea) and field.get(at, 99) > rest:
                needing += [(at, rest)] * n
    return None if _all_on_decks(game, power, needing, opened) else NOWHERE_TO_LAND


def _all_on_decks(game: Game, power: str, needing: list[tuple[str, int]], opened: frozenset[str]) -> bool:
    """Return whether each (space, movement left) can have its own place on a deck; carriers may still sail to meet
    them."""
    decks: list[tuple[list[str], int]] = []  # spaces where the deck can be, places
    allies = game.friends(power) - {power}
    for at, force in game.state.forces.items():
        if game.rules.is_land[at]:
            continue
        guests = sum(n for s, n in force.items() if s.owner in allies and game.rules.units[s.type].kind == "air")
        carriers = [s for s in force if game.rules.units[s.type].deck and s.owner in (power, *allies)]
        for stack in sorted(carriers, key=lambda s: s.owner == power):  # guests use their own side's decks first
            places = game.rules.units[stack.type].deck * force[stack]
            free = max(0, places - guests)
            guests -= places - free
            if free:
                decks.append((_berths(game, power, at, stack), free))
    reached: dict[tuple[str, int], list[int]] = {}  # the decks near to (space, movement left)
    for at, left in dict.fromkeys(needing):
        reach = air_reach(game, power, at, left, opened)
        reached[at, left] = [d for d, (berths, _) in enumerate(decks) if any(reach.get(b, 99) <= left for b in berths)]
    near, rooms = [reached[each] for each in needing], [room for _, room in decks]
    taken: list[list[int]] = [[] for _ in decks]
    return all(_seated(i, near, rooms, taken, set()) for i in range(len(needing)))


def _seated(i: int, near: list[list[int]], rooms: list[int], taken: list[list[int]], seen: set[int]) -> bool:
    """Find a place for one more aircraft on the decks near it, moving others to theirs if necessary."""
    for d in near[i]:
        if d in seen:
            continue
        seen.add(d)
        if len(taken[d]) < rooms[d]:
            taken[d].append(i)
            return True
        for k, holder in enumerate(taken[d]):
            if _seated(holder, near, rooms, taken, seen):
                taken[d][k] = i
                return True
    return False


def _berths(game: Game, power: str, zone: str, stack: Stack) -> list[str]:
    """Return the zones where a carrier can be when aircraft land: where it is, or where it may still sail in the
    noncombat move (classic.R56.1)."""
    from .movement import NONCOMBAT, PASS

    q = game.rules.q
    out, edge = [zone], [zone]
    if stack.owner != power or stack.cond.moved or "combat" in stack.cond.marks or enemy_ships(game, power, zone):
        return out
    if q.may_move(game, zone, stack, NONCOMBAT) is not None:
        return out
    for _ in range(game.stats(power, stack.type).move):
        reached = []
        for at in edge:
            for near in game.rules.sea_near[at]:
                if near not in out and q.sea_step(game, stack, at, near, NONCOMBAT) == PASS:
                    out.append(near)
                    reached.append(near)
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
    if not game.rules.units[stack.type].lands_on_deck:
        return LAND_ONLY
    return None if deck_room(game, space, stack.owner) + coming >= count else NO_DECK


NO_NEUTRAL = No("aircraft cannot land in a neutral territory", "landing.neutral")
NOT_SINCE_START = No(
    "aircraft can only land in territories that were friendly at the start of your turn", "landing.field"
)
NOT_FRIENDLY = No("aircraft cannot land in enemy territory", "landing.hostile")
LAND_ONLY = No("this aircraft cannot land on a carrier", "landing.deck")
NO_DECK = No("no carrier in this sea zone has room for another fighter", "landing.room")
