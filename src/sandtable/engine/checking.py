"""Rejects moves that a phase does not allow, with the reason."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..core.decisions import Move
from ..core.errors import Illegal, No
from ..core.forces import FRESH, Stack, total
from ..core.units import UnitType
from . import landing
from .board import (
    COMBAT,
    NONCOMBAT,
    STOP,
    barred,
    cargo_room,
    decks,
    entered_neutral,
    friendly,
    held_by_nobody,
    landed,
    neutral,
    way_cost,
)  # fmt: skip
from .boarding import all_fit, boards, bulk, is_cargo, takers, takes_along, usable_transport
from .walking import Units, Walker

if TYPE_CHECKING:
    from .game import Game

NO_WAY = No("this unit cannot reach {space} from {start}")
SHIPS_AT_SEA = No("ships can only move into sea zones", "movement.sea")
NO_TRANSPORT = No("no transport in {space} has enough capacity left for this unit", "transport.capacity")
NO_MIX = No(
    "units that load onto or offload from a transport must move separately from other units", "transport.boarding"
)
OTHERS_MAY_NOT = No("your other transports cannot offload there", "transport.one_landing")
CARRIER_PROMISED = No(
    "this carrier cannot sail to {space}: aircraft that are out could not land any more; choose a zone in their reach",
    "landing.promised",
)
DECK_TAKEN = No("this carrier must stay: aircraft have already landed on it", "landing.carrier")
MUST_STAY = No("some of these units must stay in {start}", "movement.stay")
NO_SUCH = No("{start} does not have that many of these units")


CONFINED = No("these units may not leave their territories for {space}", "movement.confined")


def no_movement(unit: UnitType) -> No:
    """Return the refusal for a unit without enough movement."""
    return No("this unit does not have enough movement left", f"movement.range.{unit.kind}.{unit.id}")


class Checker(Walker):
    """Follows the path of a move and asks each query on the way; the first refusal counts."""

    def check(self, move: Move) -> None:
        """Raise `Illegal` if these units cannot move this way now."""
        if len(move.path) < 2 or not move.units:
            raise Illegal("a move needs units and a route, such as '2 infantry: Germany > Eastern Europe'")
        start, end = move.path[0], move.path[-1]
        if len({stack for stack, _ in move.units}) < len(move.units):
            raise Illegal("a move can name each kind of unit only once")
        goers, carried = self.carriage(move)
        for stack, n in goers:
            no = self.only(stack, move.mission) if self.only else None
            no = self._refusal(stack, n, move) if no is None else no
            if no is not None:
                raise self._error(no, start, end)
        no = self._refuse_passengers(carried, goers, move) if carried else None
        if no is None:
            no = self._refuse_together(move._replace(units=goers) if carried else move)
        if no is not None:
            raise self._error(no, start, end)

    def allows(self, move: Move) -> bool:
        """Return whether the move is legal."""
        try:
            self.check(move)
        except Illegal:
            return False
        return True

    def carriage(self, move: Move) -> tuple[Units, Units]:
        """Return the units of a move that go by themselves, and those that others of it carry along (`carriers`).

        A land unit or an aircraft that `carries` takes units along that begin the move in the same territory and cannot
        go that way by themselves. Aircraft, and land units tagged `hauls`, take along whatever else they can carry; in
        the combat move other land units do so as far as their room goes. Beside aircraft that carry, none does.
        """
        start = move.path[0]
        land = self.game.rules.is_land
        if not land[start] or not land[move.path[-1]] or len(move.units) < 2:
            return move.units, ()
        able = [(s, n) for s, n in move.units if takes_along(self.game, s, start)]
        if not able:
            return move.units, ()
        alone = {s: self._refusal(s, n, move) is None for s, n in move.units if (s, n) not in able}
        units = [self.game.unit(s, start) for s, _ in able]
        with_air = any(unit.kind == "air" for unit in units)
        hauled = {kind for unit in units if unit.carries and "hauls" in unit.tags for kind in unit.carries.loads}
        carried = tuple(
            (s, n)
            for s, n in move.units
            if s in alone and (not alone[s] or with_air or s.type in hauled) and self.game.unit(s, start).kind == "land"
        )
        if self.phase == COMBAT and not with_air:
            holds = [s for s, n in able for _ in range(n)]
            for stack, n in carried:
                _stowed(self.game, holds, stack, n, start)
            rest = [(s, n) for s, n in move.units if alone.get(s) and self.game.unit(s, start).kind == "land"]
            rest = [u for u in rest if u not in carried]
            with_room = ((s, _stowed(self.game, holds, s, n, start)) for s, n in rest)
            carried += tuple((s, n) for s, n in with_room if n)
        aboard = dict(carried)
        goers = ((s, n - aboard.get(s, 0)) for s, n in move.units)
        return tuple((s, n) for s, n in goers if n), carried

    def _refuse_passengers(self, carried: Units, goers: Units, move: Move) -> No | None:
        """Return the reason why these units cannot be carried: their own rules, or the room of those that carry."""
        game, (start, *_, end) = self.game, move.path
        if not game.rules.is_land[end]:
            return NO_MIX
        if move.mission:
            return No(f"units cannot be carried on a {move.mission}", "mission")
        together: No | None = self.q.may_go(game, move.units, move.path, self.phase)
        if together is not None:
            return together
        able = takers(game, goers, start)
        for stack, n in carried:
            if stack.owner != self.power:
                return No("these units belong to another power", "movement.own")
            if n < 1 or game.state.at(start).get(stack, 0) < n:
                return NO_SUCH
            no = self.may_move(start, stack)
            for carrier in able if no is None else ():
                no = no if no is not None else self.q.may_carry(game, carrier, stack, move.path, self.phase)
            if no is None and self.q.may_leave(game, start, stack, n) < n:
                no = MUST_STAY
            if no is None and self.phase == NONCOMBAT and not friendly(game, self.power, end):
                no = No("units can only be carried into friendly territory in this phase", "movement.noncombat_land")
            if no is not None:
                return no
        holds = [s for s, n in goers if s in able for _ in range(n)]
        for stack, n in sorted(carried, key=lambda u: -bulk(game, self.power).get(u[0].type, 0)):
            if _stowed(game, holds, stack, n, start) < n:
                return No(f"the units that go along cannot carry that many of type {stack.type}", "movement.carried")
        return None

    def _refuse_together(self, move: Move) -> No | None:
        """Raise `Illegal` for limits on a whole move: shared transports, decks, and landing places."""
        game, (start, *_, end) = self.game, move.path
        no: No | None = self.q.may_go(game, move.units, move.path, self.phase)
        if no is not None:
            return no
        kinds = {game.unit(s).kind for s, _ in move.units}
        if all(boards(game, s, move.path) or is_cargo(game, start, s) for s, _ in move.units):
            return NO_TRANSPORT if game.rules.is_land[start] and not self._all_fit(move, end) else None
        if "land" in kinds and not (game.rules.is_land[start] and game.rules.is_land[end]):
            if len(kinds) > 1:
                return NO_MIX
            if game.rules.is_land[start] and not self._all_fit(move, end):
                return NO_TRANSPORT
        leaving = sum(game.unit(s, start).deck * n for s, n in move.units)
        if leaving and self.phase == NONCOMBAT:
            if decks(game, start, self.power) - leaving < landed(game, start, self.power):
                return DECK_TAKEN
        flight = [(s, n) for s, n in move.units if game.unit(s, start).kind == "air"]
        coming = max(0, leaving - total(landing.riders(game, start, self.power, dict(move.units)))) if leaving else 0
        no = self._flight(flight, move.path, move.mission, coming) if flight else None
        if no is None and leaving and self._strands(move.units, move.path):
            return CARRIER_PROMISED if self.phase == NONCOMBAT or not flight else landing.NOWHERE_TO_LAND
        return no

    def _all_fit(self, move: Move, zone: str) -> bool:
        """Return whether all units that load find room."""
        holds = [
            carrier
            for carrier, n in self.game.state.at(zone).items()
            if usable_transport(self.game, self.power, carrier, self.phase, (move.path[0], zone))
            for _ in range(n)
        ]
        return all_fit(self.game, holds, move.units)

    def _refusal(self, stack: Stack, n: int, move: Move) -> No | None:
        game, path = self.game, move.path
        start, end = path[0], path[-1]
        kind = game.unit(stack).kind
        if stack.owner != self.power:
            return No("these units belong to another power", "movement.own")
        if is_cargo(game, start, stack):
            return self._refuse_unloading(stack, n, path)
        if n < 1 or game.state.at(start).get(stack, 0) < n:
            return self._why_none(start, stack)
        no = self.may_move(start, stack)
        if no is not None:
            return no
        for at, near in pairwise(path):
            if near not in game.rules.neighbors[at] and near not in self.q.routes(game, stack, at, self.phase):
                return No(f"{at} and {near} are not adjacent", "movement.adjacent")
        shut = barred(game, stack.owner)
        if shut and any(space in shut for space in path[1:]):
            return CONFINED
        if boards(game, stack, path):
            return self._refuse_boarding(stack, n, path)
        if self.q.may_leave(game, start, stack, n) < n:
            return MUST_STAY
        if way_cost(game, stack, path, self.phase) > self._movement_left(start, stack):
            return no_movement(game.unit(stack, start))
        if kind == "air":
            return self._refuse_flight(stack, path)
        if move.mission:
            return No(f"{stack.type} cannot {move.mission}", "mission")
        no = self._refuse_way(stack, path, kind)
        return self._refuse_crowd(stack, n, end) if no is None else no

    def _why_none(self, space: str, stack: Stack) -> No:
        """Return the reason why there are not enough of these units, such as units that cannot move any more."""
        for other in self.game.state.at(space):
            if other[:2] == stack[:2] and other != stack:
                no = self.may_move(space, other)
                if no is None and not self._movement_left(space, other):
                    no = no_movement(self.game.unit(stack, space))
                if no is not None:
                    return no
        return NO_SUCH

    def _refuse_crowd(self, stack: Stack, n: int, space: str) -> No | None:
        if n > self._space_left(stack, space):
            return No(f"{space} cannot hold that many units of type {stack.type}", f"room.{stack.type}")
        return None

    def _refuse_way(self, stack: Stack, path: tuple[str, ...], kind: str) -> No | None:
        game = self.game
        if any(game.rules.is_land[s] == (kind == "sea") for s in path):
            return SHIPS_AT_SEA if kind == "sea" else NO_WAY
        for i, (at, near) in enumerate(pairwise(path)):
            step = (
                self.q.land_step(game, stack, at, near, self.phase, i == 0)
                if kind != "sea"
                else self.q.sea_step(game, stack, at, near, self.phase)
            )
            if isinstance(step, No):
                return step
            if step == STOP and i < len(path) - 2:
                unheld = neutral(game, near) or held_by_nobody(game, near) or entered_neutral(game, near)
                what = "neutral" if unheld else kind
                return No(f"this unit must stop in {near}", f"movement.stop.{what}")
        return self._end(stack, path)

    def _refuse_boarding(self, stack: Stack, n: int, path: tuple[str, ...]) -> No | None:
        if len(path) != 2 or stack.cond.moved:
            return No("a land unit that loads onto a transport cannot move any farther", "transport.boarding")
        no: No | None = self.q.may_board(self.game, stack, path[1], self.phase)
        if no is None and self._room(stack, path[1], path[0]) < n:
            friends = self.game.friends(self.power)
            ships = sorted(self.game.state.at(path[1]), key=lambda c: (c.owner != self.power, c))
            shut = (self.q.may_load(self.game, c, *path) for c in ships if c.owner in friends)
            return next((reason for reason in shut if reason is not None), NO_TRANSPORT)
        return no

    def _refuse_unloading(self, stack: Stack, n: int, path: tuple[str, ...]) -> No | None:
        if path[1] not in self.game.rules.land_near[path[0]]:
            return No("cargo can only offload into a territory adjacent to its sea zone", "transport.landing")
        if len(path) > 2:
            return No("a land unit that offloads from a transport cannot move any farther", "transport.boarding")
        if stack.cond != FRESH or n < 1 or self.cargo(path[0]).get(stack, 0) < n:
            return NO_SUCH
        reason: No | None = NO_SUCH
        for carrier in self.game.state.at(path[0]):
            if (stack.owner, stack.type) in carrier.cond.cargo:
                reason = self.q.may_unload(self.game, carrier, path[0], path[1], self.phase, stack)
                if reason is None:
                    break
        if reason is None and sum(k for _, k in self._unloaders(path[0], path[1], stack)) < n:
            return OTHERS_MAY_NOT
        return self._refuse_crowd(stack, n, path[1]) if reason is None else reason

    def _refuse_flight(self, stack: Stack, path: tuple[str, ...]) -> No | None:
        """Raise `Illegal` for the path alone; how the flight ends is checked for all aircraft of a move together."""
        for space in path[1:]:
            no: No | None = self.q.air_step(self.game, stack, space, self.phase)
            if no is not None:
                return no
        return None

    def _error(self, no: No, start: str, space: str) -> Illegal:
        return no.error(self.game.rules.cite(no.rule), start=start, space=space)


def _stowed(game: Game, holds: list[Stack], stack: Stack, count: int, start: str) -> int:
    """Put up to that many units aboard the first holds with room for them; return how many found room."""
    for done in range(count):
        place = next((i for i, s in enumerate(holds) if cargo_room(game, s, stack.type, start)), None)
        if place is None:
            return done
        cargo = (*holds[place].cond.cargo, (stack.owner, stack.type))
        holds[place] = holds[place].with_(holds[place].cond._replace(cargo=cargo))
    return count
