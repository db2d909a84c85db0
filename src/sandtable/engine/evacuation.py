"""Places to which defenders can retreat from a battle: territories, transports, carriers, and sea zones for fleets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ..battle.volley import DEFENDER
from ..core.decisions import Decision, PickSpace, PickUnits
from ..core.errors import Illegal, No
from ..core.forces import Force, Stack, total
from ..core.text import counted
from .asking import one_of
from .battles import Battle, depart
from .board import deck_room, friendly
from .fighting import still_to_fight
from .leaving import fighting_for
from .memory import OWNERS
from .movement import NONCOMBAT
from .stowing import Holds, check_load, costliest, embark, fits, stowable

if TYPE_CHECKING:
    from .game import Flow, Game


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


def can_evacuate(game: Game, battle: Battle, power: str, quays: Iterable[list[Holds]]) -> bool:
    """Return whether units of a defender fit aboard the transports of a quay, or onto an adjacent carrier."""
    land, air = by_kind(game, fighting_for(battle, power))
    if any(fits(ships, [s.type]) for ships in quays for s in land):
        return True
    flying = any(game.unit(s, battle.space).lands_on_deck for s in air)
    return flying and bool(free_decks(game, battle.space, power))


def board_transports(
    game: Game, battle: Battle, power: str, zone: str, ships: list[Holds], asks: str,
    *, rule: str, fit: str, full: str, must: bool = False, advised: bool = False,
) -> Flow:  # fmt: skip
    """Let a defender's land units leave a battle aboard these transports in a zone, as many as fit.

    The decision of kind `asks` cites `rule`; a load that does not fit is refused by the rule `fit`, and with `must` one
    that leaves room by the rule `full`. With `advised`, a full load is advised, otherwise none.
    """
    land, _ = by_kind(game, fighting_for(battle, power))
    most = stowable(ships, land)
    if not most:
        return
    test = partial(check_load, ships, land, zone, must, fit, full)
    chosen = yield Decision(
        asks, power, f"Choose the units in {battle.space} that load onto transports in {zone}",
        PickUnits(land, 0, most, fit, test), rule=rule, advice=lambda: costliest(game, land, ships) if advised else {},
        context={"space": battle.space, "zone": zone},
    )  # fmt: skip
    if chosen:
        game.emit("withdrew", power=power, force=dict(chosen), space=battle.space, target=zone)
        embark(game, battle, DEFENDER, zone, ships, chosen)


def fly_to_carriers(
    game: Game, battle: Battle, power: str, zone: str, room: int, asks: str,
    *, rule: str, must: bool = False, advised: bool = False,
) -> Flow:  # fmt: skip
    """Let a defender's aircraft leave a battle for carriers in a zone that have this many free places.

    The decision of kind `asks` cites `rule`; with `must`, all that have a place go; with `advised`, that is advised.
    """
    air = by_kind(game, fighting_for(battle, power))[1]
    aboard = seated(game, air, room)
    if not aboard:
        return
    chosen = yield Decision(
        asks, power, f"Choose the aircraft in {battle.space} that fly to carriers in {zone}",
        to_seats(game, air, room, total(aboard) if must else 0, rule), rule=rule,
        advice=lambda: aboard if advised else {}, context={"space": battle.space, "zone": zone},
    )  # fmt: skip
    if chosen:
        depart(game, battle, DEFENDER, chosen, zone)


def retreat_to(game: Game, battle: Battle, power: str, going: Force, places: list[str], asks: str, rule: str) -> Flow:
    """Let units of a defender leave a battle together for one of these places, and return it.

    The decision of kind `asks`, if there are several, advises a capital, or the place with most units.
    """
    target = yield from one_of(places, lambda: Decision(
        asks, power, f"Choose where the units in {battle.space} retreat to", PickSpace(places),
        advice=lambda: max(places, key=lambda s: (refuge_worth(game, power, s), s)), rule=rule,
        context={"space": battle.space},
    ))  # fmt: skip
    depart(game, battle, DEFENDER, going, target)
    return target


def by_kind(game: Game, force: Force) -> tuple[Force, Force]:
    """Return a force without its aircraft, and its aircraft."""
    air = {s: n for s, n in force.items() if game.unit(s).kind == "air"}
    return {s: n for s, n in force.items() if s not in air}, air


def refuge_worth(game: Game, power: str, space: str) -> tuple[bool, int]:
    """Rate a place to retreat to: a capital of the side first, then many units of the side."""
    friends = game.friends(power)
    capital = any(p.capital == space for p in game.rules.powers.values() if p.name in friends)
    return capital, sum(n for s, n in game.state.at(space).items() if s.owner in friends)
