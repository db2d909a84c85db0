"""Every move that a phase allows, each by one good route."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.decisions import MoveOption
from ..core.errors import No
from ..core.forces import Force, Stack
from .airways import air_routes, priced_routes
from .board import COMBAT, PASS, barred, decks, friendly, landed, way_cost
from .boarding import is_cargo, loadable
from .walking import Walker


class Lister(Walker):
    """Walks the ways of each kind of unit as far as its movement and the queries allow."""

    _found = ""  # where something could move at the last question

    def movable(self) -> list[tuple[str, Stack, int]]:
        """Return all (space, stack, count) that may move at all in this phase; cargo is listed in its sea zone."""
        return list(dict.fromkeys(self._movable()))

    def any_movable(self) -> bool:
        """Return whether anything may move in this phase."""
        if self.only is not None:
            return any(self.options(space, stack) for space, stack, _ in self._movable())
        forces = self.game.state.forces
        if self._found in forces and next(self._movable_at(self._found, forces[self._found]), None) is not None:
            return True  # as before the last move
        first = next(self._movable(), None)
        self._found = first[0] if first else ""
        return first is not None

    def _movable(self) -> Iterator[tuple[str, Stack, int]]:
        for space, force in self.game.state.forces.items():
            yield from self._movable_at(space, force)

    def _movable_at(self, space: str, force: Force) -> Iterator[tuple[str, Stack, int]]:
        power, land = self.power, self.game.rules.is_land[space]
        for stack, n in force.items():
            if stack.owner == power and self._may_go_on(space, stack) and self.may_move(space, stack) is None:
                yield space, stack, n
            if not land and stack.cond.cargo:
                yield from ((space, s, k) for s, k in self.cargo(space).items())  # the same for each such stack

    def _may_go_on(self, space: str, stack: Stack) -> bool:
        """Return whether units have movement left, or a step that costs them none."""
        game, left = self.game, self._movement_left(space, stack)
        if left or "step_cost" in game.rules.plain:
            return left != 0
        cost = game.rules.q.step_cost
        return any(not cost(game, stack, space, near, self.phase) for near in game.rules.neighbors[space])

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
        if kind == "sea":
            return list(self._sailing(space, stack, n))
        boarding = self._boarding(space, stack, n) if loadable(self.game, self.power, stack.type) else ()
        return [*(self._flying if kind == "air" else self._marching)(space, stack, n), *boarding]

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
                    most = self._going(stack, min(n, self._space_left(stack, near)), path)
                    while most and self._strands(((stack, most),), path):
                        most -= 1
                    if most and near not in listed and self._end(stack, path) is None:
                        listed.add(near)
                        yield MoveOption(stack, most, path)
            edge = reached

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
        return priced_routes(self.game, stack, space, left, self.phase)

    def flights(self, space: str, stack: Stack) -> list[MoveOption]:
        """Return the flight paths for one aircraft of a stack, even if it is not there (yet)."""
        return list(self._flying(space, stack, 1))

    def _flyable(self, stack: Stack, n: int, path: tuple[str, ...], mission: str) -> int:
        """Return the most aircraft of a stack that may fly there together."""
        while n > 1 and self._flight([(stack, n)], path, mission) is not None:
            n -= 1
        return n

    def _boarding(self, space: str, stack: Stack, n: int) -> Iterator[MoveOption]:
        if stack.cond.moved:
            return
        shut = barred(self.game, stack.owner)
        for zone in self.game.rules.sea_near[space]:
            if zone not in shut and self.q.may_board(self.game, stack, zone, self.phase) is None:
                most = self._going(stack, min(n, self._room(stack, zone, space)), (space, zone))
                if most:
                    yield MoveOption(stack, most, (space, zone))

    def _unloading(self, zone: str, stack: Stack) -> Iterator[MoveOption]:
        for space in self.game.rules.land_near[zone]:
            count = min(sum(n for _, n in self._unloaders(zone, space, stack)), self._space_left(stack, space))
            count = self._going(stack, count, (zone, space))
            if count:
                yield MoveOption(stack, count, (zone, space))

    def _going(self, stack: Stack, n: int, path: tuple[str, ...]) -> int:
        """Return the largest number of units of a stack, up to a count, that may move this way together."""
        while n and self.q.may_go(self.game, ((stack, n),), path, self.phase) is not None:
            n -= 1
        return n

    def _cost(self, stack: Stack, path: tuple[str, ...]) -> int:
        return way_cost(self.game, stack, path, self.phase)

    def _near(self, stack: Stack, space: str) -> tuple[str, ...]:
        """Return the spaces one step away: the adjacent ones, and those that a route leads to."""
        near: tuple[str, ...] = self.game.rules.neighbors[space]
        shut = barred(self.game, stack.owner)
        if shut:
            near = tuple(s for s in near if s not in shut)
        if "routes" in self.game.rules.plain:
            return near
        more = self.q.routes(self.game, stack, space, self.phase)
        return (*near, *(s for s in more if s not in near and s != space and s not in shut))

    def _may_leave(self, zone: str, stack: Stack, n: int) -> int:
        """Return how many ships of a stack may leave; carriers on which aircraft landed in this phase must stay."""
        deck = self.game.unit(stack, zone).deck
        if not deck or self.phase == COMBAT:
            return n
        spare = decks(self.game, zone, self.power) - landed(self.game, zone, self.power)
        return max(0, min(n, spare // deck))
