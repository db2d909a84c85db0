"""Combat air patrols: fighters that stay over a sea zone until their owner's next turn (R56 to R62)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Allocate, Decision, Limit, PickSpace
from ...core.events import declare_event
from ...core.forces import FRESH, Stack
from ...core.marks import ALOFT
from ...core.text import counted
from ...engine import convoys, landing
from ...engine.board import NONCOMBAT, allowance, barred, deck_room, distances, enemy_ships
from ...engine.landing import air_reach
from ...engine.memory import CAPTURED
from ...rules import points

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "patrol", "allocate: fighters by territory and the sea zone where they patrol")
declare_event("patrols", "{power} sends {force} from {space} on patrol over {zone}")
declare_event("patrol_landed", "{power} lands {force} from {zone} in {space}")


def fly(game: Game) -> Flow:
    """Ask where fighters that have neither moved nor fought go on patrol (R56)."""
    for power in game.acting:
        ready = {s: n for s in game.rules.lands if (n := sum(_ready(game, power, s).values()))}
        most: dict[tuple[str, ...], int] = {(s, z): n for s, n in ready.items() for z in _zones(game, power, s)}
        if not most:
            continue
        limits = [
            Limit(f"{space}: {counted(n, 'fighter')} ready", {k: 1 for k in most if k[0] == space}, n)
            for space, n in ready.items()
        ]
        rule = game.rules.cite("patrol")
        form = Allocate(most, limits, rule)
        answer = yield Decision(
            "patrol", power, "Send fighters on combat air patrol", form,
            advice=lambda form=form, power=power: advised(game, power, form), rule=rule,
            context={"ask": "Choose fighters and the sea zones that they patrol"},
        )  # fmt: skip
        for (space, zone), n in answer.items():
            _send(game, power, space, zone, n)


def _ready(game: Game, power: str, space: str) -> dict[Stack, int]:
    """Return the fighters in a territory that may go on patrol: not those that moved or fought (R56, R56.1)."""
    units = game.units_at(space)
    return {
        s: n
        for s, n in game.state.at(space).items()
        if s.owner == power and "patrols" in units[power][s.type].tags and s.cond == FRESH
    }


def _zones(game: Game, power: str, space: str) -> list[str]:
    """Return where a fighter can patrol: in reach, without enemies, and near enough to a landing place (R56, R56.2,
    R58)."""
    stack = next(iter(_ready(game, power, space)))
    left = allowance(game, stack, space, NONCOMBAT)
    home, shut = landing.field_distance(game, power), barred(game, power)
    farthest = game.rules.switch("patrol_range")
    return [
        zone
        for zone, far in air_reach(game, power, space, left).items()
        if not game.rules.is_land[zone] and zone not in shut and far <= left and home.get(zone, 99) <= farthest
        if not game.rules.q.hostile_zone(game, power, zone) and not game.rules.q.defenders(game, zone, power)
    ]


def _send(game: Game, power: str, space: str, zone: str, count: int) -> None:
    for stack, n in _ready(game, power, space).items():
        going = min(n, count)
        if going:
            game.emit("patrols", power=power, force={stack: going}, space=space, zone=zone)
            game.state.put(space, stack, -going)
            game.state.put(zone, stack.with_(stack.cond.marked(ALOFT)), going)
            count -= going


def advised(game: Game, power: str, form: Allocate) -> dict[tuple[str, ...], int]:
    """Advise a patrol over each of the side's convoy zones beside a fighter that enemy warships can reach, but none
    from a territory that was just taken or that would be left without a fighter."""
    friends, foes, answer = game.friends(power), game.foes(power), dict[tuple[str, ...], int]()
    units = game.rules.units
    for zone in game.rules.tables["convoys"]:
        if convoys.controller(game, zone) not in friends or any(s.owner in friends for s in game.state.at(zone)):
            continue
        near = distances(game.rules.sea_near, (zone,), limit=2)
        raiders = any(s.owner in foes and "warship" in units[s.type].tags for z in near for s in game.state.at(z))
        for space in game.rules.land_near[zone] if raiders else ():
            spare = sum(_ready(game, power, space).values()) - sum(n for k, n in answer.items() if k[0] == space)
            if (space, zone) in form.most and spare > 1 and space not in CAPTURED.get(game.state):
                answer[space, zone] = 1
                break
    return answer


def come_down(game: Game) -> Flow:
    """Land all fighters that are on patrol; they may move and fight in this turn like others (R57, R62)."""
    for power in game.acting:
        for zone in [z for z in game.rules.zones if z in game.state.forces]:
            for stack, n in list(game.state.at(zone).items()):
                if stack.owner == power and ALOFT in stack.cond.marks:
                    for _ in range(n):
                        yield from _land(game, stack, zone)


def _land(game: Game, stack: Stack, zone: str) -> Flow:
    """Ask where a fighter lands: in a friendly territory or on a carrier of its side in reach."""
    game.state.put(zone, stack, -1)
    bare = stack.with_(stack.cond.unmarked(ALOFT))
    places = _places(game, bare, zone)
    if not places:
        game.emit("lost", power=stack.owner, force={bare: 1}, space=zone)
        return
    where, rule = places[0], game.rules.cite("patrol.land")
    if len(places) > 1:
        where = yield Decision(
            "come_down", stack.owner, f"Choose where the fighter on patrol over {zone} lands", PickSpace(places),
            advice=where, rule=rule, context={"space": zone},
        )  # fmt: skip
    game.state.put(where, bare, 1)
    game.emit("patrol_landed", power=stack.owner, force={bare: 1}, zone=zone, space=where)


def _places(game: Game, stack: Stack, zone: str) -> list[str]:
    """Return the landing places in reach, the nearest first, those at the front before others."""
    left = allowance(game, stack, zone, NONCOMBAT)
    reach, fields = air_reach(game, stack.owner, zone, left), game.rules.q.landing_fields(game, stack.owner)
    decks = {z for z in reach if not game.rules.is_land[z] and deck_room(game, z, stack.owner) > 0}
    found = [s for s, far in reach.items() if far <= left and (s in fields or s in decks)]
    return sorted(found, key=lambda s: (reach[s], enemy_ships(game, stack.owner, s), s))
