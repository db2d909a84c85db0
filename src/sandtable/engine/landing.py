"""Where aircraft may land: legal fields, decks, and whether all that fly can still come down (classic.R56 to R62)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import No
from ..core.forces import Stack
from .board import at_peace, deck_room, distances, enemy_ships, friendly, neutral

if TYPE_CHECKING:
    from .game import Game

NOWHERE_TO_LAND = No("the aircraft would have no legal landing place within its remaining movement", "landing.possible")


def fields(game: Game, power: str) -> frozenset[str]:
    """Territories that were friendly at the start of the turn and are so still (classic.R58)."""
    before, friends = game.state.now.get("owner", {}), game.friends(power)
    taken = game.state.now.get("captured", ())
    return frozenset(
        s
        for s, owner in game.state.owner.items()
        if owner in friends and s not in taken and before.get(s, owner) in friends
    )


def field_distance(game: Game, power: str) -> dict[str, int]:
    """Spaces from anywhere to the nearest landing field, not flying over neutrals (classic.R65)."""
    key = ("field_distance", power)
    found: dict[str, int] | None = game.found.get(key)
    if found is None:
        closed = closed_airspace(game, power)
        found = game.found[key] = distances(game.rules.neighbours, game.rules.q.landing_fields(game, power), closed)
    return found


def closed_airspace(game: Game, power: str) -> frozenset[str]:
    """Territories over which nobody of this power flies home: neutrals, and powers it is at peace with."""
    return frozenset(s for s in game.rules.lands if neutral(game, s) or at_peace(game, power, s))


def air_distance(game: Game, power: str, start: str) -> dict[str, int]:
    """Spaces from a start to anywhere, not flying over neutrals."""
    key = ("air_distance", power, start)
    found: dict[str, int] | None = game.found.get(key)
    if found is None:
        closed = closed_airspace(game, power)
        found = game.found[key] = distances(game.rules.neighbours, (start,), closed)
    return found


def can_come_down(game: Game, stack: Stack, count: int, space: str, left: int, origin: str) -> No | None:
    """May `count` aircraft go to fight in `space` with `left` spaces of movement after that?

    A field in reach is enough. Else each needs a place on a deck that can be in reach, and so does every other aircraft
    that is out already and has no field: the places are shared out so that all come down, if that is possible.
    """
    power = stack.owner
    if field_distance(game, power).get(space, 99) <= left:
        return None
    if not game.rules.units[stack.type].lands_on_deck:
        return NOWHERE_TO_LAND
    needing = [(space, left)] * count
    field = field_distance(game, power)
    for at, force in game.state.forces.items():
        for other, n in force.items():
            unit = game.rules.units[other.type]
            if other.owner != power or unit.kind != "air":
                continue
            flown = other.cond.moved > 0
            rest = game.stats(power, other.type).move - other.cond.moved
            if other.type == stack.type and at == origin and other.cond == stack.cond:
                n -= count
            at_sea = not game.rules.is_land[at]
            if n > 0 and unit.lands_on_deck and (flown or at_sea) and field.get(at, 99) > rest:
                needing += [(at, rest)] * n
    return None if _all_on_decks(game, power, needing) else NOWHERE_TO_LAND


def _all_on_decks(game: Game, power: str, needing: list[tuple[str, int]]) -> bool:
    """Can each (space, movement left) get a place of its own on a deck? Decks may still sail to meet them."""
    decks: list[tuple[dict[str, int], int]] = []  # spaces where the deck can be, places
    friends = game.friends(power)
    for at, force in game.state.forces.items():
        if game.rules.is_land[at]:
            continue
        guests = sum(n for s, n in force.items() if game.rules.units[s.type].kind == "air" and s.owner != power)
        for stack, n in force.items():
            deck = game.rules.units[stack.type].deck
            if not deck or stack.owner not in friends:
                continue
            free = deck * n - guests if stack.owner == power or guests else deck * n
            guests = max(0, guests - deck * n)
            if free > 0:
                decks.append((_berths(game, power, at, stack), free))
    taken: list[list[int]] = [[] for _ in decks]

    def place(i: int, seen: set[int]) -> bool:
        at, left = needing[i]
        reach = air_distance(game, power, at)
        for d, (berths, free) in enumerate(decks):
            if d in seen or not any(reach.get(b, 99) <= left for b in berths):
                continue
            seen.add(d)
            if len(taken[d]) < free:
                taken[d].append(i)
                return True
            for k, holder in enumerate(taken[d]):
                if place(holder, seen):
                    taken[d][k] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(needing)))


def _berths(game: Game, power: str, zone: str, stack: Stack) -> dict[str, int]:
    """Zones where a carrier can be when aircraft land: where it is, or where it may sail in noncombat movement."""
    still = stack.owner != power or stack.cond.moved or "combat" in stack.cond.marks or enemy_ships(game, power, zone)
    if still:
        return {zone: 0}
    move = game.stats(power, stack.type).move
    out, edge = {zone: 0}, [zone]
    for steps in range(1, move + 1):
        reached = []
        for at in edge:
            for near in game.rules.sea_near[at]:
                if near not in out and not enemy_ships(game, power, near):
                    out[near] = steps
                    reached.append(near)
        edge = reached
    return out


def may_land(game: Game, stack: Stack, space: str) -> No | None:
    """May an aircraft come down here now, in noncombat movement (classic.R58)?"""
    if game.rules.is_land[space]:
        if space in game.rules.q.landing_fields(game, stack.owner):
            return None
        if neutral(game, space):
            return NO_NEUTRAL
        return NOT_SINCE_START if friendly(game, stack.owner, space) else NOT_FRIENDLY
    if not game.rules.units[stack.type].lands_on_deck:
        return LAND_ONLY
    return None if deck_room(game, space, stack.owner) > 0 else NO_DECK


NO_NEUTRAL = No("a neutral territory is no landing place", "landing.neutral")
NOT_SINCE_START = No("aircraft land only in territory that was friendly since the start of the turn", "landing.field")
NOT_FRIENDLY = No("aircraft cannot land in enemy territory", "landing.field")
LAND_ONLY = No("this aircraft cannot land on a carrier", "landing.deck")
NO_DECK = No("there is no free deck in this sea zone", "landing.room")
