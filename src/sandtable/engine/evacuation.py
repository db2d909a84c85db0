"""Places to which defenders can retreat from a battle: territories, transports, carriers, and sea zones for fleets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..core.decisions import PickUnits
from ..core.errors import Illegal, No
from ..core.forces import Force, Stack, total
from ..core.text import counted
from .battles import Battle
from .board import deck_room, friendly
from .fighting import still_to_fight
from .leaving import fighting_for
from .memory import OWNERS
from .movement import NONCOMBAT

if TYPE_CHECKING:
    from .game import Game


def havens(game: Game, battle: Battle, power: str, embattled: bool = False) -> list[str]:
    """Return the adjacent territories that have been friendly since the start of the turn.

    Those where a battle is still to be fought this turn are left out, unless `embattled`.
    """
    before, friends = OWNERS.get(game.state), game.friends(power)
    closed = () if embattled else still_to_fight(game)
    near = game.rules.land_near[battle.space]
    return [s for s in near if friendly(game, power, s) and before.get(s) in friends and s not in closed]


def fleet_havens(game: Game, battle: Battle, power: str, embattled: bool = False) -> list[str]:
    """Return the adjacent sea zones without enemy ships that the power's ships in a battle can sail to."""
    ships = [s for s in fighting_for(battle, power) if game.unit(s).kind == "sea"]
    closed = () if embattled else still_to_fight(game)
    step = game.rules.q.sea_step
    return [
        z
        for z in game.rules.sea_near[battle.space]
        if ships
        and not game.rules.q.hostile_zone(game, power, z)
        and z not in closed
        and not isinstance(step(game, ships[0], battle.space, z, NONCOMBAT), No)
    ]


def safe_zones(game: Game, space: str, power: str) -> list[str]:
    """Return the adjacent sea zones without a battle to come and without enemy warships."""
    foes, fought = game.foes(power), still_to_fight(game)
    out = []
    for zone in game.rules.sea_near[space]:
        enemies = [game.unit(s) for s in game.state.at(zone) if s.owner in foes]
        if zone not in fought and not any(u.kind == "sea" and "transport" not in u.tags for u in enemies):
            out.append(zone)
    return out


def free_decks(game: Game, space: str, power: str) -> dict[str, int]:
    """Return the free places on friendly carriers in adjacent safe sea zones."""
    room = {z: deck_room(game, z, power) for z in safe_zones(game, space, power)}
    return {z: n for z, n in room.items() if n > 0}


def seated(game: Game, air: Force, room: int) -> Force:
    """Return as many of these aircraft as fit into free places on carriers, those that need the fewest first."""
    out = Force()
    each = {s: game.unit(s).deck_places for s in air if game.unit(s).lands_on_deck}
    for stack in sorted(each, key=lambda s: each[s]):
        if n := min(air[stack], room // each[stack]):
            out[stack] = n
            room -= n * each[stack]
    return out


def to_seats(game: Game, air: Force, room: int, least: int, rule: str) -> PickUnits:
    """Return the form for choosing which of these aircraft take free places on carriers, at least `least` of them."""
    each = {s: game.unit(s).deck_places for s in air if game.unit(s).lands_on_deck}

    def fit(chosen: Mapping[Stack, int]) -> None:
        if sum(n * each[s] for s, n in chosen.items()) > room:
            raise Illegal(f"the carriers have room for {counted(room, 'fighter')} only", rule)

    able = {s: air[s] for s, places in each.items() if places <= room}
    return PickUnits(able, least, total(seated(game, air, room)), rule, fit)


def by_kind(game: Game, force: Force) -> tuple[Force, Force]:
    """Return a force without its aircraft, and its aircraft."""
    air = {s: n for s, n in force.items() if game.unit(s).kind == "air"}
    return {s: n for s, n in force.items() if s not in air}, air


def refuge_worth(game: Game, power: str, space: str) -> tuple[bool, int]:
    """Rate a place to retreat to: a capital of the side first, then many units of the side."""
    friends = game.friends(power)
    capital = any(p.capital == space for p in game.rules.powers.values() if p.name in friends)
    return capital, sum(n for s, n in game.state.at(space).items() if s.owner in friends)
