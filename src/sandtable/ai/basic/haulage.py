"""Trucks in a war of stacks: they bring units from the rear to the front, and drive back for more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.decisions import Move, MoveOption
from ...core.forces import Stack
from ...engine.movement import COMBAT, Mover
from .carriage import joined
from .ground import ground_of

if TYPE_CHECKING:
    from ...engine.game import Game


def hauls(game: Game, power: str) -> Iterator[Move]:
    """Plan the moves of land units that haul others and do not fight themselves."""
    trucks = [
        (space, stack, n)
        for space, force in game.state.forces.items()
        for stack, n in force.items()
        if stack.owner == power and game.rules.is_land[space] and _hauls(game, stack) and not stack.cond.moved
    ]
    ground = ground_of(game, power) if trucks else None
    for space, stack, n in trucks:
        assert ground is not None
        pull = ground.pull
        ways = [o for o in Mover(game, COMBAT, power=power).options(space, stack) if ground.friendly(o.path[-1])]
        ahead = [o for o in ways if len(o.path) > 2 and pull.get(o.path[-1], 0.0) > pull.get(space, 0.0)]
        if ahead:
            best = max(ahead, key=lambda o: (pull.get(o.path[-1], 0.0), o.path))
            loaded = joined(game, Move(((stack, n),), best.path), _riders(game, power, space), COMBAT)
            if len(loaded.units) > 1:
                yield loaded
                continue
        back = max(ways, key=lambda o: _waiting(game, power, o), default=None)
        if back is not None and _waiting(game, power, back) > sum(k for _, k in _riders(game, power, space)):
            yield Move(((stack, n),), back.path)


def _hauls(game: Game, stack: Stack) -> bool:
    unit = game.unit(stack)
    return "hauls" in unit.tags and "captures" not in unit.tags


def _riders(game: Game, power: str, space: str) -> list[tuple[Stack, int]]:
    """Return the units in a space that could be carried."""
    here = game.state.at(space).items()
    return [(s, n) for s, n in here if s.owner == power and not s.cond.moved and "captures" in game.unit(s, space).tags]


def _waiting(game: Game, power: str, option: MoveOption) -> int:
    """Return how many units wait where an empty truck could drive; at the capital, more will come."""
    end = option.path[-1]
    waiting = sum(n for _, n in _riders(game, power, end)) if game.rules.is_land[end] else 0
    return waiting + (4 if end == game.rules.powers[power].capital else 0)
