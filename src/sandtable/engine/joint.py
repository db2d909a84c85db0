"""Moves of powers that act together: each moves its own units, one player orders them all."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ..core.decisions import Move, MoveOption
from ..core.errors import Illegal
from ..core.forces import Stack
from .movement import Mover, Only, Units

if TYPE_CHECKING:
    from .game import Game


def source(game: Game, phase: str, only: Only | None = None) -> Mover | Joint:
    """Return the legal moves of the powers that act in this phase."""
    return Mover(game, phase, only) if len(game.acting) == 1 else Joint(game, phase, only)


class Joint:
    """The legal moves of several powers; a `core.decisions.MoveSource`. The units of one move belong to one power."""

    def __init__(self, game: Game, phase: str, only: Only | None = None) -> None:
        self.movers = {power: Mover(game, phase, only, power) for power in game.acting}
        self._lead = self.movers[game.acting[0]]

    def movable(self) -> list[tuple[str, Stack, int]]:
        """Return all (space, stack, count) that may move at all in this phase."""
        return list(chain.from_iterable(m.movable() for m in self.movers.values()))

    def any_movable(self) -> bool:
        """Return whether anything may move in this phase."""
        return any(m.any_movable() for m in self.movers.values())

    def options(self, space: str, stack: Stack) -> list[MoveOption]:
        """Return every destination of units of a stack that this phase allows."""
        return self.movers[stack.owner].options(space, stack) if stack.owner in self.movers else []

    def check(self, move: Move) -> None:
        """Raise `Illegal` if these units cannot move this way now, or belong to several powers."""
        self._of(move).check(move)

    def carriage(self, move: Move) -> tuple[Units, Units]:
        """Return the units that go by themselves and those that are carried along."""
        return self._of(move).carriage(move)

    def check_done(self) -> None:
        """Raise `Illegal` if the phase cannot end yet."""
        for mover in self.movers.values():
            mover.check_done()

    def unfinished(self) -> list[tuple[str, Stack, int]]:
        """Return all (space, stack, count) that must move before the phase may end."""
        return list(chain.from_iterable(m.unfinished() for m in self.movers.values()))

    def fetching(self) -> Move | None:
        """Return a move of a carrier to where aircraft that must land can reach it, if one is needed."""
        return next((move for m in self.movers.values() if (move := m.fetching()) is not None), None)

    def _of(self, move: Move) -> Mover:
        owners = {stack.owner for stack, _ in move.units}
        if len(owners) > 1:
            raise Illegal(f"units of {' and '.join(sorted(owners))} move separately: order one move for each power")
        return self.movers.get(next(iter(owners), ""), self._lead)
