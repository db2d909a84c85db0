"""Legal moves: `options` lists them, and `check` rejects any other move with a reason.

One `Mover` serves one phase (`combat` or `noncombat`) of the active power. It walks the ways of land units, ships and
aircraft with the queries `land_step`, `sea_step`, `air_step`, `combat_end`, `may_board` and `may_unload`; whatever an
edition or a house rule answers there holds for listing and refusing alike.

`listing` finds the moves, `checking` the reasons against one, and `walking` holds what both ask. The end of a phase is
here: aircraft that can land must land.

A land unit that moves into a sea zone boards a transport there; a land unit that moves from a sea zone to a territory
leaves one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.decisions import Move
from ..core.errors import No
from ..core.forces import Stack
from ..core.units import UnitType
from . import landing
from .board import COMBAT, NONCOMBAT, PASS, STOP, deck_room, needs_landing, types_of
from .checking import Checker
from .listing import Lister
from .walking import Only, Units

__all__ = ["COMBAT", "NONCOMBAT", "PASS", "STOP", "Mover", "Only", "Units"]

FETCH = No(
    "you cannot end this phase: a carrier in {start} must sail for aircraft to land on it, for example to {space}",
    "landing.must",
)
STILL_FLYING = No("you cannot end this phase: aircraft in {space} must land first", "landing.must")


class Mover(Lister, Checker):
    """The legal moves of the active power in one phase; a `core.decisions.MoveSource`."""

    def check_done(self) -> None:
        """Raise `Illegal` if the phase cannot end yet: aircraft that can land must land (classic.R57)."""
        no = self.q.may_end(self.game, self)
        if no is not None:
            raise self._error(no, "", "")
        still = next(self._still_flying(), None)
        if still is not None:
            raise self._error(STILL_FLYING, still[0], still[0])
        fetching = self.fetching()
        if fetching is not None:
            raise self._error(FETCH, fetching.path[0], fetching.path[-1])

    def unfinished(self) -> list[tuple[str, Stack, int]]:
        """Return all (space, stack, count) that must move before the phase may end."""
        fetching = self.fetching()
        carrier = [(fetching.path[0], *fetching.units[0])] if fetching else []
        return [*self._still_flying(), *carrier]

    def _still_flying(self) -> Iterator[tuple[str, Stack, int]]:
        if self.phase == COMBAT:
            return
        yield from ((at, s, n) for at, s, n, _ in list(self._waiting()) if self.options(at, s))

    def fetching(self) -> Move | None:
        """A move of a carrier to where aircraft that must land can reach it, if none is there yet (classic.R57)."""
        if self.phase == COMBAT:
            return None
        game, power = self.game, self.power
        waiting = [(at, self._movement_left(at, stack)) for at, stack, _, unit in self._waiting() if unit.lands_on_deck]
        if not waiting:
            return None
        for zone, force in list(game.state.forces.items()):
            for stack in list(force):
                deck = game.unit(stack, zone).deck if stack.owner == power else 0
                for option in self.options(zone, stack) if deck else ():
                    end = option.path[-1]
                    near = any(landing.air_reach(game, power, at, left).get(end, 99) <= left for at, left in waiting)
                    if near and deck_room(game, end, power) + deck > 0:
                        return option.move(1)
        return None

    def _waiting(self) -> Iterator[tuple[str, Stack, int, UnitType]]:
        """Own aircraft that may not stay where they are."""
        game, power = self.game, self.power
        aircraft = types_of(game, power, "air")
        for space, force in game.state.forces.items():
            for stack, n in force.items():
                if stack.owner == power and stack.type in aircraft and needs_landing(game, space, stack):
                    yield space, stack, n, game.unit(stack, space)
