"""Carriers that are bought but not yet placed: aircraft may count on them, and they must come where one waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..core.forces import Stack
from ..core.marks import ALOFT
from .board import deck_room, of_power
from .memory import APART, BOUGHT, KEPT

if TYPE_CHECKING:
    from .game import Game


def to_place(game: Game, power: str) -> dict[str, int]:
    """Return the units that a power has bought in this turn or kept from earlier ones, by type."""
    units = dict(BOUGHT.get(game.state)) if power == game.state.power else {}
    for kind, n in KEPT.get(game.state).get(power, {}).items():
        units[kind] = units.get(kind, 0) + n
    return units


def _coming(game: Game, power: str) -> dict[str, dict[str, int]]:
    """Return the carriers to be placed in this turn by who places them: the power, and countries that buy its units."""
    out = {power: to_place(game, power)}
    for country in game.rules.powers.values():
        if country.units_of == power and country.name != game.state.power:
            out[country.name] = APART.get(game.state).get(country.name, {}).get(BOUGHT.key, {})
    coming = {
        by: new
        for by, units in out.items()
        if (new := {kind: n for kind, n in units.items() if game.stats(by, kind).deck})
    }
    if coming:  # not those of powers that skip the phase
        placing = {by for group in game.rules.q.acting(game, "place") for by in group}
        coming = {by: new for by, new in coming.items() if by in placing}
    return coming


def carriers_to_place(game: Game, power: str) -> dict[str, int]:
    """Return the carriers among the units to place."""
    total: dict[str, int] = {}
    for units in _coming(game, power).values():
        for kind, n in units.items():
            total[kind] = total.get(kind, 0) + n
    return total


def decks_to_come(game: Game, power: str, zone: str) -> int:
    """New carriers may be placed where aircraft wait for them, as many as the complexes on the shore can make."""
    return sum(_decks(game, by, zone, new) for by, new in _coming(game, power).items())


def _decks(game: Game, power: str, zone: str, new: Mapping[str, int]) -> int:
    places = sum(
        game.stats(power, kind).deck * n for kind, n in new.items() if zone in game.rules.q.placement(game, power, kind)
    )
    q, biggest = game.rules.q, max(game.stats(power, kind).deck for kind in new)
    makers = [s for s in game.rules.land_near[zone] if q.may_produce(game, power, s) is None]
    output = [q.production(game, power, s) for s in makers]
    return places if None in output else min(places, biggest * sum(n for n in output if n is not None))


def place_promised(game: Game, power: str, bought: dict[str, int]) -> dict[tuple[str, ...], int]:
    """Place carriers in the zones where the power's aircraft wait for them; return them by type and zone."""
    out: dict[tuple[str, ...], int] = {}
    new = [kind for kind in bought if game.stats(power, kind).deck]
    for zone in game.rules.zones if new else ():
        for kind in new:
            flag = game.rules.flag_of(power)
            deck, waiting = game.stats(power, kind).deck, -deck_room(game, zone, power)
            n = min(bought[kind], -(-waiting // deck)) if waiting > 0 and _flown_here(game, zone, flag) else 0
            if n > 0 and zone in game.rules.q.placement(game, power, kind):
                game.state.put(zone, Stack(flag, kind), n)
                game.emit("placed", power=power, units={kind: n}, space=zone)
                bought[kind] -= n
                out[kind, zone] = n
    return out


def _flown_here(game: Game, zone: str, power: str) -> bool:
    units = game.units_at(zone)[power]
    return any(units[s.type].kind == "air" for s in of_power(game, zone, power))


def deck_sites(game: Game, power: str, kind: str, bought: Mapping[str, int]) -> list[str]:
    """Return the sea zones where new aircraft of a type may be placed on the power's own carriers, new or old."""
    if not game.rules.switches.get("new_aircraft_on_carriers", False) or not game.stats(power, kind).lands_on_deck:
        return []
    new = [k for k, n in bought.items() if n and game.stats(power, k).deck]
    coming = {z for k in new for z in game.rules.q.placement(game, power, k)}
    makers = [s for s in game.rules.lands if game.rules.q.may_produce(game, power, s) is None]
    zones = dict.fromkeys(z for s in makers for z in game.rules.sea_near[s])
    old = game.rules.switches.get("new_aircraft_on_old_carriers", True)
    return [z for z in zones if z in coming or (old and own_room(game, z, power) > 0)]


def own_room(game: Game, zone: str, power: str) -> int:
    """Return the free places on a power's own carriers in a zone."""
    units, room = game.units_at(zone)[power], 0
    for stack, n in of_power(game, zone, power).items():
        if ALOFT in stack.cond.marks:
            continue
        room += n * (units[stack.type].deck if units[stack.type].kind == "sea" else -(units[stack.type].kind == "air"))
    return min(room, deck_room(game, zone, power))
