"""Escorts and interceptors: fighters that go with raiding bombers, and fighters that rise against them.

An edition or a rule adds the mission `escort`, these steps, and the air battle between them to a raid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..battle.volley import DEFENDER
from ..core.decisions import Decision, PickSpace, PickUnits
from ..core.events import declare_event
from ..core.forces import Force, Stack
from ..core.marks import ENGAGED, declare_mark
from ..rules import points
from .battles import Battle
from .board import deck_room, friendly
from .memory import turn_memory
from .standard import on_mission

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "intercept", "pick_units: fighters that rise against a raid")
declare_event("intercepted", "{power} sends up {force} in {space}")
declare_mark("escort", "fighter that goes with raiding bombers")
declare_mark("intercepts", "fighter that rises against a raid")
#: Interceptors are out of all other battles of the turn: they wait here until all combat is over.
WAITING = turn_memory("interceptors", list[list[object]], "interceptors that wait: territory, owner, type, number")


def may_escort(answer: tuple[str, ...], game: Game, stack: Stack, space: str) -> tuple[str, ...]:
    """Fighters may escort a raid on an enemy industrial complex, which is all they do this turn."""
    unit = game.unit(stack, space)
    if unit.kind != "air" or "raids" in unit.tags:
        return answer
    bomber = next((u for u in game.rules.units.values() if "raids" in u.tags), None)
    aim = bomber is not None and "raid" in game.rules.q.missions(game, Stack(stack.owner, bomber.id), space)
    return (*answer, "escort") if aim else answer


def declare(game: Game) -> Flow:
    """Ask each defender of a territory that is raided which of its fighters rise."""
    raider = game.state.power
    for space in sorted(game.state.forces):
        there = {s: n for s, n in game.state.at(space).items() if ENGAGED not in s.cond.marks}
        raiding = [s for s in there if s.owner == raider and on_mission(game, s)]
        if not raiding:
            continue
        attacked = any(s.owner == raider and s not in raiding for s in there)
        foes, units = game.enemies(raider, space), game.units_at(space)
        able = {s: n for s, n in there.items() if s.owner in foes}
        able = {s: n for s, n in able.items() if units[s.owner][s.type].lands_on_deck}
        rule = game.rules.cite("intercept")
        for owner in dict.fromkeys(s.owner for s in able):
            own = {s: n for s, n in able.items() if s.owner == owner}
            risen = yield Decision(
                "intercept", owner, f"Choose the fighters in {space} that rise against the raid",
                PickUnits(own, 0, sum(own.values()), rule), advice={} if attacked else dict(own), rule=rule,
                context={"space": space},
            )  # fmt: skip
            for stack, n in risen.items():
                game.state.turn_into(space, stack, stack.cond.marked("intercepts"), n)
            if risen:
                game.emit("intercepted", power=owner, force=dict(risen), space=space)


def _risen(game: Game, space: str) -> Force:
    return {s: n for s, n in game.state.at(space).items() if "intercepts" in s.cond.marks}


def rise(game: Game, battle: Battle) -> None:
    """The interceptors meet the raid."""
    battle.units[DEFENDER] = _risen(game, battle.space)


def wait(game: Game, battle: Battle) -> None:
    """Interceptors let the surviving bombers through, and take no part in another battle of this turn."""
    battle.units[DEFENDER] = {}
    for stack, n in _risen(game, battle.space).items():
        game.state.put(battle.space, stack, -n)
        WAITING.of(game.state).append([battle.space, stack.owner, stack.type, n])


def down(game: Game, battle: Battle) -> None:
    """Interceptors let the surviving bombers through, and come down: they can still defend their territory."""
    battle.units[DEFENDER] = {}
    for stack, n in _risen(game, battle.space).items():
        game.state.turn_into(battle.space, stack, stack.cond.unmarked("intercepts"), n)


def land(game: Game) -> Flow:
    """After all combat interceptors come down in their territory; if it was captured, one space away, or they are
    lost."""
    for space, owner, kind, count in WAITING.take(game.state):
        stack = Stack(str(owner), str(kind))
        for _ in range(int(str(count))):
            places = (
                [str(space)] if friendly(game, stack.owner, str(space)) else near_fields(game, stack.owner, str(space))
            )
            where = places[0] if places else ""
            if len(places) > 1:
                where = yield Decision(
                    "come_down", stack.owner, f"Choose where an interceptor from {space} lands", PickSpace(places),
                    advice=where, rule=game.rules.cite("intercept"), context={"space": space},
                )  # fmt: skip
            if where:
                game.state.put(where, stack, 1)
            else:
                game.emit("lost", power=stack.owner, force={stack: 1}, space=space)


def near_fields(game: Game, owner: str, space: str) -> list[str]:
    """Return the friendly landing places one space away."""
    lands = [s for s in game.rules.land_near[space] if friendly(game, owner, s)]
    return [*lands, *(z for z in game.rules.sea_near[space] if deck_room(game, z, owner) > 0)]
