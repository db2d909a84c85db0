"""Legal moves: `options` lists them, and `check` rejects any other move with a reason.

One `Mover` serves one phase (`combat` or `noncombat`) of the active power. It walks the ways of land units, ships and
aircraft with the queries `land_step`, `sea_step`, `air_step`, `combat_end`, `may_board` and `may_unload`; whatever an
edition or a house rule answers there holds for listing and refusing alike.

A land unit that moves into a sea zone boards a transport there; a land unit that moves from a sea zone to a territory
leaves one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from ..core.decisions import Move, MoveOption
from ..core.errors import Illegal, No
from ..core.forces import FRESH, Condition, Force, Stack, total
from ..core.units import UnitType
from . import board, landing
from .board import (
    allowance,
    at_peace,
    cargo_room,
    deck_room,
    decks,
    enemy_fighters,
    enemy_guns,
    entered_neutral,
    friendly,
    landed,
    needs_landing,
    neutral,
    waiting,
    way_cost,
)

if TYPE_CHECKING:
    from .game import Game

PASS, STOP = board.PASS, board.STOP
COMBAT, NONCOMBAT = board.COMBAT, board.NONCOMBAT
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
DECK_PROMISED = No(
    "this aircraft cannot land on a carrier in {space}: another aircraft needs that place and has no other",
    "landing.promised",
)
FETCH = No(
    "you cannot end this phase: a carrier in {start} must sail for aircraft to land on it, for example to {space}",
    "landing.must",
)
DECK_TAKEN = No("this carrier must stay: aircraft have already landed on it", "landing.carrier")
STILL_FLYING = No("you cannot end this phase: aircraft in {space} must land first", "landing.must")
NO_FEES = No("you cannot afford the IPCs for the neutral territories on this route", "neutral.fee")
MUST_FIGHT = No("these units must fight in {start} before they can move on", "movement.stop.land")
MUST_STAY = No("some of these units must stay in {start}", "movement.stay")
NO_SUCH = No("{start} does not have that many of these units")


def no_movement(unit: UnitType) -> No:
    """Return the refusal for a unit without enough movement."""
    return No("this unit does not have enough movement left", f"movement.range.{unit.kind}.{unit.id}")


#: What a phase for part of the moves allows: None, or why these units cannot move so (on this mission) in it.
Units = tuple[tuple[Stack, int], ...]
Only = Callable[[Stack, str], "No | None"]


class Mover:
    """The legal moves of the active power in one phase; a `core.decisions.MoveSource`."""

    def __init__(self, game: Game, phase: str, only: Only | None = None, power: str = "") -> None:
        self.game, self.phase, self.power, self.only = game, phase, power or game.state.power, only
        self.q = game.rules.q

    # --- listing ------------------------------------------------------------------------------------------------------

    def movable(self) -> list[tuple[str, Stack, int]]:
        """Return all (space, stack, count) that may move at all in this phase; cargo is listed in its sea zone."""
        return list(dict.fromkeys(self._movable()))

    def any_movable(self) -> bool:
        """Return whether anything may move in this phase."""
        if self.only is None:
            return next(self._movable(), None) is not None
        return any(self.options(space, stack) for space, stack, _ in self._movable())

    def _movable(self) -> Iterator[tuple[str, Stack, int]]:
        power, is_land = self.power, self.game.rules.is_land
        for space, force in self.game.state.forces.items():
            land = is_land[space]
            for stack, n in force.items():
                if stack.owner == power and self._movement_left(space, stack) and self.may_move(space, stack) is None:
                    yield space, stack, n
                if not land and stack.cond.cargo:
                    yield from ((space, s, k) for s, k in self.cargo(space).items())  # the same for each such stack

    def may_move(self, space: str, stack: Stack) -> No | None:
        """Return None, or the reason why units of this stack cannot move in this phase."""
        no = self.q.may_move(self.game, space, stack, self.phase)
        if no is None and self.phase == COMBAT and stack.cond.moved and "halts" not in self.game.rules.plain:
            stays = self.game.unit(stack, space).kind != "air" and enemy_fighters(self.game, stack.owner, space)
            no = MUST_FIGHT if stays else None  # the movement it has kept is for after the battle
        return no

    def _movement_left(self, space: str, stack: Stack) -> int:
        return allowance(self.game, stack, space, self.phase) - stack.cond.moved

    def cargo(self, zone: str) -> Force:
        """Return the power's units aboard transports in a zone that do not already wait to land, as stacks without
        condition."""
        out: Force = {}
        for carrier, n in self.game.state.at(zone).items():
            if carrier.cond.cargo and carrier.owner in self.game.friends(self.power):
                for kind in dict.fromkeys(kind for owner, kind in carrier.cond.cargo if owner == self.power):
                    aboard = self._aboard(carrier, kind)
                    if aboard:
                        key = Stack(self.power, kind, FRESH)
                        out[key] = out.get(key, 0) + n * aboard
        return out

    def _aboard(self, carrier: Stack, kind: str) -> int:
        """Return the power's units of a type on each transport of a stack that do not already wait to land."""
        return carrier.cond.cargo.count((self.power, kind)) - waiting(carrier.cond).count(kind)

    def options(self, space: str, stack: Stack) -> list[MoveOption]:
        """Return every destination of units of a stack that this phase allows, each by one good route."""
        found = self._options(space, stack)
        return found if self.only is None else [o for o in found if self.only(stack, o.mission) is None]

    def _options(self, space: str, stack: Stack) -> list[MoveOption]:
        """Return every destination of units of a stack, each by one good way."""
        kind = self.game.unit(stack).kind
        if is_cargo(self.game, space, stack):
            return list(self._unloading(space, stack))
        n = self.q.may_leave(self.game, space, stack, self.game.state.at(space).get(stack, 0))
        if not n or stack.owner != self.power or self.may_move(space, stack) is not None:
            return []
        if kind == "land":
            return [*self._marching(space, stack, n), *self._boarding(space, stack, n)]
        if kind == "structure":
            return list(self._marching(space, stack, n))
        if kind == "sea":
            return list(self._sailing(space, stack, n))
        boarding = self._boarding(space, stack, n) if loadable(self.game, self.power, stack.type) else ()
        return [*self._flying(space, stack, n), *boarding] if kind == "air" else []

    def _marching(self, space: str, stack: Stack, n: int) -> Iterator[MoveOption]:
        game = self.game
        ended: dict[tuple[str, ...], tuple[str, ...]] = {}
        entered: set[tuple[str, ...]] = {(space,)}
        ways: list[tuple[tuple[str, ...], tuple[str, ...]]] = [((space,), ())]  # each with what it takes on the way
        left, plain = self._movement_left(space, stack), "step_cost" in game.rules.plain
        while ways:
            longer = []
            for way, taken in ways:
                for near in self._near(stack, way[-1]):
                    path = (*way, near)
                    if not game.rules.is_land[near] or (len(way) if plain else self._cost(stack, path)) > left:
                        continue
                    step = self.q.land_step(game, stack, way[-1], near, self.phase, len(way) == 1)
                    if isinstance(step, No):
                        continue
                    took = (
                        taken if friendly(game, stack.owner, near) or near in taken else tuple(sorted((*taken, near)))
                    )
                    if step == PASS and (near, *took) not in entered:
                        longer.append((path, took))
                    entered.add((near, *took))
                    if (near, *took) not in ended and self._end(stack, path) is None:
                        ended[near, *took] = path
            ways = longer
        for path in ended.values():
            most = self._going(stack, min(n, self._space_left(stack, path[-1])), path)
            if most:
                yield MoveOption(stack, most, path)

    def _going(self, stack: Stack, n: int, path: tuple[str, ...]) -> int:
        """Return the largest number of units of a stack, up to a count, that may move this way together."""
        while n and self.q.may_go(self.game, ((stack, n),), path, self.phase) is not None:
            n -= 1
        return n

    def _space_left(self, stack: Stack, space: str) -> int:
        """Return how many more units of this type the space may hold."""
        room: int | None = self.q.room_for(self.game, stack, space)
        return 9999 if room is None else room

    def _end(self, stack: Stack, path: tuple[str, ...]) -> No | None:
        """Return None, or the reason why a move of this unit cannot end at the end of this path."""
        no: No | None = self.q.combat_end(self.game, stack, path, self.phase)
        return no

    def _boarding(self, space: str, stack: Stack, n: int) -> Iterator[MoveOption]:
        if stack.cond.moved:
            return
        for zone in self.game.rules.sea_near[space]:
            if self.q.may_board(self.game, stack, zone, self.phase) is None:
                most = self._going(stack, min(n, self._room(stack, zone)), (space, zone))
                if most:
                    yield MoveOption(stack, most, (space, zone))

    def _room(self, stack: Stack, zone: str) -> int:
        """Return how many units of a type the usable transports of a zone can take."""
        room = 0
        for carrier, n in self.game.state.at(zone).items():
            cond = carrier.cond
            while usable_transport(self.game, self.power, carrier, self.phase) and cargo_room(
                self.game, carrier.with_(cond), stack.type
            ):
                room += n
                cond = cond._replace(cargo=tuple(sorted((*cond.cargo, (stack.owner, stack.type)))))
        return room

    def _unloading(self, zone: str, stack: Stack) -> Iterator[MoveOption]:
        for space in self.game.rules.land_near[zone]:
            count = min(sum(n for _, n in self._unloaders(zone, space, stack)), self._space_left(stack, space))
            count = self._going(stack, count, (zone, space))
            if count:
                yield MoveOption(stack, count, (zone, space))

    def _unloaders(self, zone: str, space: str, stack: Stack) -> list[tuple[Stack, int]]:
        """Return the transports that may offload units of this type there, with the number of units each carries."""
        return [
            (carrier, n * self._aboard(carrier, stack.type))
            for carrier, n in self.game.state.at(zone).items()
            if (stack.owner, stack.type) in carrier.cond.cargo
            and self.q.may_unload(self.game, carrier, zone, space, self.phase, stack) is None
        ]

    def _sailing(self, space: str, stack: Stack, n: int) -> Iterator[MoveOption]:
        n = self._may_leave(space, stack, n)
        game, left, plain = self.game, self._movement_left(space, stack), "step_cost" in self.game.rules.plain
        costs, listed = {space: 0}, {space}
        ways: dict[str, tuple[str, ...]] = {space: (space,)}
        edge = [space] if n else []
        while edge:
            reached = []
            for at in edge:
                for near in self._near(stack, at):
                    path = (*ways[at], near)
                    cost = costs[at] + 1 if plain else self._cost(stack, path)
                    if game.rules.is_land[near] or cost > left or costs.get(near, left + 1) <= cost:
                        continue
                    step = self.q.sea_step(game, stack, at, near, self.phase)
                    if isinstance(step, No):
                        continue
                    costs[near], ways[near] = cost, path
                    if step == PASS:
                        reached.append(near)
                    most = self._going(stack, n, path)
                    while most and self._strands(((stack, most),), path):
                        most -= 1
                    if most and near not in listed and self._end(stack, path) is None:
                        listed.add(near)
                        yield MoveOption(stack, most, path)
            edge = reached

    def _cost(self, stack: Stack, path: tuple[str, ...]) -> int:
        return way_cost(self.game, stack, path, self.phase)

    def _near(self, stack: Stack, space: str) -> tuple[str, ...]:
        """Return the spaces one step away: the adjacent ones, and those that a route leads to."""
        near = self.game.rules.neighbors[space]
        if "routes" in self.game.rules.plain:
            return near
        more = self.q.routes(self.game, stack, space, self.phase)
        return (*near, *(s for s in more if s not in near and s != space))

    def _may_leave(self, zone: str, stack: Stack, n: int) -> int:
        """Return how many ships of a stack may leave; carriers on which aircraft landed in this phase must stay."""
        deck = self.game.unit(stack, zone).deck
        if not deck or self.phase == COMBAT:
            return n
        spare = decks(self.game, zone, self.power) - landed(self.game, zone, self.power)
        return max(0, min(n, spare // deck))

    def _flying(self, space: str, stack: Stack, n: int) -> Iterator[MoveOption]:
        left = self._movement_left(space, stack)
        for end, ways in self._airways(space, stack, left).items():
            if end == space:
                continue
            missions = ("", *self.q.missions(self.game, stack, end)) if self.phase == COMBAT else ("",)
            for mission in missions:
                for path in ways:
                    most = self._going(stack, n, path)
                    if most and self._flight([(stack, 1)], path, mission) is None:
                        yield MoveOption(stack, self._flyable(stack, most, path, mission), path, mission)
                        break

    def _airways(self, space: str, stack: Stack, left: int) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Return the routes of aircraft to every space within `left`."""
        if "step_cost" in self.game.rules.plain:
            return air_routes(self.game, self.power, space, left, self.phase)
        costs, edge = {space: 0}, [space]
        ways: dict[str, tuple[str, ...]] = {space: (space,)}
        while edge:
            at = edge.pop(0)
            for near in self.game.rules.neighbors[at]:
                cost = costs[at] + self.q.step_cost(self.game, stack, at, near, self.phase)
                if cost <= left and cost < costs.get(near, left + 1):
                    if self.q.air_step(self.game, stack, near, self.phase) is None:
                        costs[near], ways[near] = cost, (*ways[at], near)
                        edge.append(near)
        return {end: (way,) for end, way in ways.items()}

    def flights(self, space: str, stack: Stack) -> list[MoveOption]:
        """Return the flight paths for one aircraft of a stack, even if it is not there (yet)."""
        return list(self._flying(space, stack, 1))

    def _flyable(self, stack: Stack, n: int, path: tuple[str, ...], mission: str) -> int:
        """Return the most aircraft of a stack that may fly there together."""
        while n > 1 and self._flight([(stack, n)], path, mission) is not None:
            n -= 1
        return n

    def _flight(
        self, flight: list[tuple[Stack, int]], path: tuple[str, ...], mission: str, coming: int = 0
    ) -> No | None:
        """Return None, or the reason why these aircraft cannot end their flight this way; decks with room for `coming`
        go along."""
        game, end = self.game, path[-1]
        aircraft = sum(n for _, n in flight)
        for stack, n in flight:
            no: No | None = None
            if self.phase == NONCOMBAT:
                no = landing.may_land(game, stack, end, aircraft, coming)
                if no is None and not coming and self._strands(((stack, n),), path):
                    no = DECK_PROMISED
            elif mission and mission not in self.q.missions(game, stack, end):
                no = No(f"a {mission} against {end} is not possible", self.game.rules.missions.get(mission, "mission"))
            elif mission:
                most = self.q.mission_limit(game, stack, end, mission)
                if most is not None and aircraft > most:
                    no = No(f"only {most} more units can fly a {mission} against {end}", game.rules.missions[mission])
            else:
                no = self._end(stack, path)
            if no is not None:
                return no
        if self.phase == NONCOMBAT:
            return None
        if one_phase(game):  # where they fight they stay, and entering costs nothing
            return None
        if self._fees(path) > game.state.ipcs[self.power]:
            return NO_FEES
        if coming:  # with the carriers that come along: judged by `_strands`
            return None
        return landing.can_come_down(game, flight, path)

    def _strands(self, units: tuple[tuple[Stack, int], ...], path: tuple[str, ...]) -> bool:
        """Would this move leave aircraft without a carrier that could else still land on one (classic.R56, R57)?"""
        game = self.game
        if game.rules.is_land[path[-1]] or one_phase(game):
            return False
        types = [game.unit(s, path[0]) for s, _ in units]
        if not any(t.deck or (t.kind == "air" and self.phase == NONCOMBAT) for t in types):
            return False
        before = landing.lost_at_best(game, self.phase)
        with supposed(game, units, path, self.phase):
            return landing.lost_at_best(game, self.phase) > before

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
                deck = game.stats(stack.owner, stack.type, zone).deck if stack.owner == power else 0
                for option in self.options(zone, stack) if deck else ():
                    end = option.path[-1]
                    near = any(landing.air_reach(game, power, at, left).get(end, 99) <= left for at, left in waiting)
                    if near and deck_room(game, end, power) + deck > 0:
                        return option.move(1)
        return None

    def _waiting(self) -> Iterator[tuple[str, Stack, int, UnitType]]:
        """Own aircraft that may not stay where they are."""
        for space, force in self.game.state.forces.items():
            for stack, n in force.items():
                if stack.owner == self.power:
                    unit = self.game.stats(stack.owner, stack.type, space)
                    if unit.kind == "air" and needs_landing(self.game, space, stack):
                        yield space, stack, n, unit

    def _fees(self, path: tuple[str, ...]) -> int:
        """Return the cost of the neutrals on this flight path."""
        over = [s for s in dict.fromkeys(path[1:]) if neutral(self.game, s)]
        return sum(self.q.entry_fee(self.game, self.power, s, s != path[-1]) or 0 for s in over)

    # --- refusing -----------------------------------------------------------------------------------------------------

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
            no = self._refuse_together(move._replace(units=goers))
        if no is not None:
            raise self._error(no, start, end)

    def carriage(self, move: Move) -> tuple[Units, Units]:
        """Return the units of a move that go by themselves, and those that others of it carry along (`carriers`).

        A land unit or an aircraft that `carries` takes units along that begin the move in the same territory and cannot
        go that way by themselves.
        """
        start = move.path[0]
        if not self.game.rules.is_land[start] or len(move.units) < 2:
            return move.units, ()
        takers = [(s, n) for s, n in move.units if takes_along(self.game, s, start)]
        if not takers:
            return move.units, ()
        alone = {s: self._refusal(s, n, move) is None for s, n in move.units if (s, n) not in takers}
        with_air = any(self.game.unit(s, start).kind == "air" for s, _ in takers)
        carried = tuple(
            (s, n)
            for s, n in move.units
            if s in alone and (not alone[s] or with_air) and self.game.unit(s, start).kind == "land"
        )
        return tuple(u for u in move.units if u not in carried), carried

    def _refuse_passengers(self, carried: Units, goers: Units, move: Move) -> No | None:
        """Return the reason why these units cannot be carried: their own rules, or the room of those that carry."""
        game, (start, *_, end) = self.game, move.path
        if not game.rules.is_land[end]:
            return NO_MIX
        if move.mission:
            return No(f"units cannot be carried on a {move.mission}", "mission")
        for stack, n in carried:
            if stack.owner != self.power:
                return No("these units belong to another power", "movement.own")
            if n < 1 or game.state.at(start).get(stack, 0) < n:
                return NO_SUCH
            no = self.may_move(start, stack)
            if no is None and stack.cond.moved:
                no = No(f"{stack.type} in {{start}} cannot be carried: it has already moved", "movement.carried")
            if no is None and self.q.may_leave(game, start, stack, n) < n:
                no = MUST_STAY
            if no is None and self.phase == NONCOMBAT and not friendly(game, self.power, end):
                no = No("units can only be carried into friendly territory in this phase", "movement.noncombat_land")
            if no is not None:
                return no
        holds = [s for s, n in goers if takes_along(game, s, start) for _ in range(n)]
        for stack, n in sorted(carried, key=lambda u: -bulk(game, self.power).get(u[0].type, 0)):
            for _ in range(n):
                place = next((i for i, s in enumerate(holds) if cargo_room(game, s, stack.type, start)), None)
                if place is None:
                    return No(
                        f"the units that go along cannot carry that many of type {stack.type}", "movement.carried"
                    )
                cargo = (*holds[place].cond.cargo, (stack.owner, stack.type))
                holds[place] = holds[place].with_(holds[place].cond._replace(cargo=cargo))
        return None

    def allows(self, move: Move) -> bool:
        """Return whether the move is legal."""
        try:
            self.check(move)
        except Illegal:
            return False
        return True

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

    def _error(self, no: No, start: str, space: str) -> Illegal:
        return no.error(self.game.rules.cite(no.rule), start=start, space=space)

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
        """Return whether all units that load find room, the largest first."""
        holds = [
            carrier
            for carrier, n in self.game.state.at(zone).items()
            if usable_transport(self.game, self.power, carrier, self.phase)
            for _ in range(n)
        ]
        for stack, n in sorted(move.units, key=lambda u: -bulk(self.game, self.power).get(u[0].type, 0)):
            for _ in range(n):
                for i, carrier in enumerate(holds):
                    if cargo_room(self.game, carrier, stack.type):
                        cargo = (*carrier.cond.cargo, (stack.owner, stack.type))
                        holds[i] = carrier.with_(carrier.cond._replace(cargo=cargo))
                        break
                else:
                    return False
        return True

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
                what = "neutral" if neutral(game, near) or entered_neutral(game, near) else kind
                return No(f"this unit must stop in {near}", f"movement.stop.{what}")
        return self._end(stack, path)

    def _refuse_boarding(self, stack: Stack, n: int, path: tuple[str, ...]) -> No | None:
        if len(path) != 2 or stack.cond.moved:
            return No("a land unit that loads onto a transport cannot move any farther", "transport.boarding")
        no: No | None = self.q.may_board(self.game, stack, path[1], self.phase)
        if no is None and self._room(stack, path[1]) < n:
            return NO_TRANSPORT
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


@contextmanager
def supposed(game: Game, units: tuple[tuple[Stack, int], ...], path: tuple[str, ...], phase: str) -> Iterator[None]:
    """Inside, the board is as it would be after these units have moved; nothing else happens."""
    state, (start, *_, end) = game.state, path
    before, riding = state.forces, landing.riders(game, start, units[0][0].owner, dict(units))
    state.forces = dict(before)
    for space in (start, end):
        if space in before:
            state.forces[space] = dict(before[space])
    try:
        for stack, n in units:
            state.put(start, stack, -n)
            state.put(end, stack.with_(spent(game, stack, path, phase)), n)
        for guest, n in riding.items():
            state.put(start, guest, -n)
            state.put(end, guest, n)
        yield
    finally:
        state.forces = before


def one_phase(game: Game) -> bool:
    """Return whether there is only one phase of movement, so that aircraft stay where they fought."""
    return bool(game.rules.switches.get("one_movement_phase", False))


def loadable(game: Game, power: str, kind: str) -> bool:
    """Return whether some transport carries units of this type."""
    return kind in bulk(game, power)


def bulk(game: Game, power: str) -> Mapping[str, int]:
    """Return the most points of capacity that each type takes aboard a carrier of a power or its allies."""
    found: dict[str, int] | None = game.found.get(("bulk", power))
    if found is None:
        found = game.found["bulk", power] = {}
        for owner in game.friends(power):
            for type in game.rules.units:
                carries = game.stats(owner, type).carries
                for cargo, points in carries.loads.items() if carries else ():
                    found[cargo] = max(points, found.get(cargo, 0))
    return found


def is_cargo(game: Game, space: str, stack: Stack) -> bool:
    """Return whether this stack stands for units aboard transports in a zone."""
    kind = game.unit(stack).kind
    if game.rules.is_land[space] or kind == "sea":
        return False
    return kind == "land" or (stack.cond == FRESH and loadable(game, stack.owner, stack.type))


def boards(game: Game, stack: Stack, path: tuple[str, ...]) -> bool:
    """Return whether this path loads a unit onto a transport."""
    if game.rules.is_land[path[-1]]:
        return False
    kind = game.unit(stack).kind
    return kind == "land" or (
        kind == "air" and len(path) == 2 and game.rules.is_land[path[0]] and loadable(game, stack.owner, stack.type)
    )


def takes_along(game: Game, stack: Stack, space: str) -> bool:
    """Return whether units carry others along on land or in the air (ships are boarded instead)."""
    unit = game.unit(stack, space)
    return unit.carries is not None and unit.kind in ("land", "air")


def usable_transport(game: Game, power: str, carrier: Stack, phase: str) -> bool:
    """Return whether units of `power` may load onto this stack of transports now; its move must not be over
    (classic.R71, R72).

    An ally's transport does not move in this turn, so nothing it did in its own turn counts (classic.R80).
    """
    if game.unit(carrier).carries is None or carrier.owner not in game.friends(power):
        return False
    if carrier.owner != power and not game.active(carrier.owner):
        return phase != COMBAT or one_phase(game)
    cond = carrier.cond
    if "unloaded" in cond.marks or cond.noted("landing") or "fought" in cond.marks:
        return False
    return phase == COMBAT or "combat" not in cond.marks


def air_ways(game: Game, power: str, start: str, left: int, phase: str) -> dict[str, tuple[str, ...]]:
    """Return the path to every space within `left`, around neutrals and guns where the movement allows it."""
    return {end: ways[0] for end, ways in air_routes(game, power, start, left, phase).items()}


def air_routes(game: Game, power: str, start: str, left: int, phase: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the paths to every space within `left`: one around neutrals and guns, and the straight one if it is
    shorter.

    Of ways of one length, the one over the fewest of them.
    """
    key = ("air_routes", power, start, left, phase)
    found: dict[str, tuple[tuple[str, ...], ...]] | None = game.found.get(key)
    if found is not None:
        return found
    q, stack = game.rules.q, Stack(power, "")
    risky = _risky(game, power, phase)
    out: dict[str, tuple[tuple[str, ...], ...]] = {start: ((start,),)}
    for avoid in (True, False):
        edge: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, (start,))}  # with the risks on the way
        seen = {start}
        for _ in range(left):
            reached: dict[str, tuple[int, tuple[str, ...]]] = {}
            for at, (risks, way) in edge.items():
                if avoid and at in risky and at != start:
                    continue
                for near in game.rules.neighbors[at]:
                    if near in seen:
                        continue
                    risk = risks + (near in risky)
                    if near in reached and reached[near][0] <= risk:
                        continue
                    if near not in risky or q.air_step(game, stack, near, phase) is None:
                        reached[near] = (risk, (*way, near))
            seen.update(reached)
            for near, (_, way) in reached.items():
                ways = out.get(near, ())
                if not ways or len(way) < len(ways[0]):
                    out[near] = (*ways, way)
            edge = reached
        if not risky:
            break
    game.found[key] = out
    return out


def _risky(game: Game, power: str, phase: str) -> frozenset[str]:
    """Return the spaces that aircraft avoid: neutrals, and in the combat move territories with enemy guns."""
    key = ("risky", power, phase)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        found = game.found[key] = frozenset(
            s
            for s in game.rules.lands
            if neutral(game, s) or at_peace(game, power, s) or (phase == COMBAT and enemy_guns(game, power, s))
        )
    return found


def spent(game: Game, stack: Stack, path: tuple[str, ...], phase: str, stopped: bool = False) -> Condition:
    """Return the condition of units after a move."""
    moved = stack.cond.moved + way_cost(game, stack, path, phase)
    unit = game.unit(stack, path[0])
    if stopped and unit.kind != "air" and game.rules.q.halts(game, stack, path[-1], phase):
        moved = max(moved, allowance(game, stack, path[0], phase))
    cond = stack.cond._replace(moved=moved)
    if game.rules.stances:
        cond = cond.unmarked(*(mark for mark, until in game.rules.stances.items() if until == "moved"))
    return cond.marked("combat") if phase == COMBAT else cond.marked("landed") if unit.kind == "air" else cond
