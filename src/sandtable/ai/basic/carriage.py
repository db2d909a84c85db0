"""Joint moves: land units that tanks, trucks, or aircraft carry along.

Marches of more than one space take spare units along as far as there is room, and bombers that no attack needs drop
land units where that pays. Without units that carry others on land or in the air, nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...core.decisions import Move
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.board import cargo_room
from ...engine.boarding import takes_along
from ...engine.movement import COMBAT, NONCOMBAT, Mover
from .chart import FAR
from .guard import Guard
from .orders import flight
from .view import EMPTY, Muster, View

if TYPE_CHECKING:
    from ...engine.game import Game
    from .attack import Planner

#: Minimum gain in IPCs, and minimum chance of success, for a drop.
GAIN, CHANCE = 0.5, 0.35
Units = Iterable[tuple[Stack, int]]


def aboard(game: Game, carriers: Units, start: str, spare: Units) -> dict[Stack, int]:
    """Return which of the spare units in a space these carriers can take along, the strongest first."""
    holds = [stack for stack, n in carriers for _ in range(n)]
    out: dict[Stack, int] = {}

    def strength(row: tuple[Stack, int]) -> tuple[int, Stack]:
        unit = game.unit(row[0], start)
        return -unit.attack - unit.defense, row[0]

    for stack, n in sorted(spare, key=strength):
        for _ in range(n):
            place = next((i for i, s in enumerate(holds) if cargo_room(game, s, stack.type, start)), None)
            if place is None:
                break
            cargo = (*holds[place].cond.cargo, (stack.owner, stack.type))
            holds[place] = holds[place].with_(holds[place].cond._replace(cargo=cargo))
            out[stack] = out.get(stack, 0) + 1
    return out


def may_ride(game: Game, stack: Stack, space: str) -> bool:
    """Return whether units could be carried: fresh land units."""
    return game.unit(stack, space).kind == "land" and not stack.cond.moved and not stack.cond.cargo


def joined(game: Game, move: Move, spare: Units, phase: str) -> Move:
    """Return a march of several spaces with as many spare units aboard as it can carry, if that is legal."""
    start = move.path[0]
    if len(move.path) < 3 or move.mission or not (game.rules.is_land[start] and game.rules.is_land[move.path[-1]]):
        return move
    carriers = [(s, n) for s, n in move.units if takes_along(game, s, start) and game.unit(s, start).kind == "land"]
    if not carriers:
        return move
    going = {stack for stack, _ in move.units}
    riders = aboard(game, carriers, start, [(s, n) for s, n in spare if s not in going and may_ride(game, s, start)])
    ride = move._replace(units=(*move.units, *riders.items()))
    return ride if riders and Mover(game, phase, power=move.units[0][0].owner).allows(ride) else move


def _free(planner: Planner, space: str, target: str) -> list[tuple[Stack, int]]:
    """Return the land units in a space that no attack needs and that may leave it."""
    out, gone = [], dict[str, list[float]]()
    for (at, stack), n in planner.pool.left.items():
        if at == space and n > 0 and may_ride(planner.game, stack, space):
            unit, free = planner.game.unit(stack, space), 0
            while free < n and planner.guard.may_leave(space, unit, gone, target):
                free += 1
            out.append((stack, free))
    return out


def _take(planner: Planner, space: str, units: Units) -> None:
    """Record that these units leave."""
    for stack, n in units:
        planner.pool.left[space, stack] = planner.pool.left.get((space, stack), 0) - n
        for _ in range(n):
            planner.guard.leave(space, planner.game.unit(stack, space))


def attacking(planner: Planner, moves: Iterator[Move]) -> Iterator[Move]:
    """Yield the moves of a plan of attacks, with units that no attack needs aboard."""
    for move in moves:
        if len(move.path) < 3:  # too short to carry other units
            yield move
            continue
        ride = joined(planner.game, move, _free(planner, move.path[0], move.path[-1]), COMBAT)
        _take(planner, move.path[0], ride.units[len(move.units) :])
        yield ride


def moving_up(view: View, new: dict[str, int], moves: Iterator[Move]) -> Iterator[Move]:
    """Yield noncombat marches with units aboard from territories that are not in danger."""
    guard: Guard | None = None
    for move in moves:
        start, spare = move.path[0], list[tuple[Stack, int]]()
        if len(move.path) > 2 and not view.blow(start).hits:
            guard = guard or Guard(view, new)
            if start not in guard.posts:
                spare = [(s, n) for s, n in view.state.at(start).items() if s.owner == view.power]
        yield joined(view.game, move, spare, NONCOMBAT)


def drops(planner: Planner, attacked: set[str]) -> Iterator[Move]:
    """Yield moves of bombers that no attack needs, with land units that they drop on territories not `attacked`."""
    game, view = planner.game, planner.view
    for space, units in view.own.items():
        for stack, _, unit in units if view.is_land[space] else ():
            if unit.kind == "air" and takes_along(game, stack, space) and planner.pool.left.get((space, stack), 0) > 0:
                move = _drop(planner, space, stack, unit, attacked)
                if move is not None:
                    attacked.add(move.path[-1])
                    _take(planner, space, move.units)
                    yield move


def _drop(planner: Planner, space: str, stack: Stack, unit: UnitType, attacked: set[str]) -> Move | None:
    """Return the best drop of these bombers; None if none pays."""
    game, view = planner.game, planner.view
    best, best_gain = None, GAIN
    for target in sorted(s for s in view.value if view.hostile(s) and s not in attacked):
        if view.chart.air[space].get(target, FAR) + planner.havens.get(target, FAR) > unit.move - stack.cond.moved:
            continue
        way, enemy = flight(view, stack, space, target), view.theirs.get(target, EMPTY)
        if way is None or game.rules.q.may_attack(game, view.power, target) is not None:
            continue
        for n in range(1, planner.pool.left[space, stack] + 1):
            riders = aboard(game, [(stack, n)], space, _free(planner, space, target))
            force, land = Muster(), [0, 0, 0]
            for rider, count in riders.items():
                kind = game.unit(rider, space)
                force.add(kind, count)
                land = [a + count * b for a, b in zip(land, (kind.hits, kind.defense, kind.cost))]
            if not force.takers:
                continue
            gain, chance = planner.balance(target, force, enemy, (land[0], land[1], land[2]), (0, 0, 0), 0.0)
            move = Move(((stack, n), *riders.items()), way)
            if chance >= CHANCE and gain > best_gain and planner.mover.allows(move):
                best, best_gain = move, gain
    return best
