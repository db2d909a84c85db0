"""Noncombat moves of land units: advance together to territories they can hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from ...core.decisions import Move
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.movement import NONCOMBAT, Mover
from .chart import FAR
from .field import Field
from .guard import CAPITAL_RISK, COMPLEX_RISK, HELD, flying_in, stationed, tenable
from .odds import wins
from .sites import planned
from .view import EMPTY, View

#: Enough units stay to reach this chance of the enemy.
SURE = 0.2
#: Value of a territory in which at least one unit stays if an enemy could capture it.
PICKET = 3
#: Distance from the capital within which armies are its reserve.
RESERVE = 2


class Troop(NamedTuple):
    """Units of a stack that may still move, with their destinations, and those that rules let them reach at once, such
    as by rail."""

    space: str
    stack: Stack
    unit: UnitType
    ways: dict[str, tuple[str, ...]]
    routes: tuple[str, ...]


class Front:
    """Where the land units of a power go."""

    def __init__(self, view: View, field: Field, new: dict[str, int]) -> None:
        self.view, self.field, self.new = view, field, new
        self.mover = Mover(view.game, NONCOMBAT, power=view.power)
        self.troops: list[tuple[Troop, int]] = []
        self.held: dict[str, bool] = {}
        self._find()
        self.left = [n for _, n in self.troops]
        self.going: dict[tuple[int, str], int] = {}
        #: troops that go by rail or the like, and where to, beside where they go if a rule refuses that
        self.rides: list[tuple[int, str, str]] = []

    def _find(self) -> None:
        view = self.view
        for space, units in view.own.items():
            if not view.is_land[space]:
                continue
            for stack, n, unit in units:
                if unit.kind != "land" or "passive" in unit.tags or self.mover.may_move(space, stack) is not None:
                    continue
                ways = self._ways(space, unit.move - stack.cond.moved)
                self.troops.append((Troop(space, stack, unit, ways, self._routes(space, stack, ways)), n))

    def _ways(self, space: str, left: int) -> dict[str, tuple[str, ...]]:
        near, friendly = self.view.chart.land.near, self.view.friendly
        out: dict[str, tuple[str, ...]] = {space: (space,)}
        edge = [space]
        for _ in range(left):
            ahead = []
            for at in edge:
                for to in near[at]:
                    if to not in out and friendly(to):
                        out[to] = (*out[at], to)
                        ahead.append(to)
            edge = ahead
        return out

    def _routes(self, space: str, stack: Stack, ways: Collection[str]) -> tuple[str, ...]:
        game, friendly = self.view.game, self.view.friendly
        if "routes" in game.rules.plain:
            return ()
        found = game.rules.q.routes(game, stack, space, NONCOMBAT)
        return tuple(s for s in found if s not in ways and friendly(s))

    def plan(self) -> Iterator[Move]:
        """Plan the moves after deciding which territories to hold, and with which units."""
        self._hold()
        self._advance()
        for i, far, near in self.rides:
            yield from self._ride(i, far, near)
        marches: dict[tuple[str, ...], dict[Stack, int]] = {}
        for (i, to), n in self.going.items():
            troop = self.troops[i][0]
            if to != troop.space:
                row = marches.setdefault(troop.ways[to], {})
                row[troop.stack] = row.get(troop.stack, 0) + n
        for path, units in marches.items():
            yield Move(tuple(units.items()), path)

    def _ride(self, i: int, far: str, near: str) -> Iterator[Move]:
        """Yield moves of single units, since rules may let only a few go; the others march."""
        troop, log = self.troops[i][0], self.view.game.log
        while self.left[i]:
            answers = len(log)
            yield Move(((troop.stack, 1),), (troop.space, far))
            if len(log) == answers:
                self._send(i, near, self.left[i])
            else:
                self.left[i] -= 1

    def _send(self, i: int, to: str, n: int) -> None:
        self.left[i] -= n
        self.going[(i, to)] = self.going.get((i, to), 0) + n

    def _by_place(self) -> dict[str, list[int]]:
        """Return the destinations with the troops that can march there; those by rail may have none."""
        out: dict[str, list[int]] = {}
        for i, (troop, _) in enumerate(self.troops):
            for to in troop.ways:
                out.setdefault(to, []).append(i)
            for to in troop.routes:
                out.setdefault(to, [])
        return out

    def _ranked(self, spaces: Iterable[str], keep: Collection[str]) -> list[str]:
        """Return territories, the most important to hold first."""
        view, field, hold = self.view, self.field, self.view.style.hold

        def rank(space: str) -> tuple[Any, ...]:
            wished, made = space in hold, view.makers.get(space) == view.power
            first = (space not in keep or wished, space != view.capital, space != view.post, not wished, not made)
            return *first, -field.at(space), space

        return sorted(spaces, key=rank)

    def _hold(self) -> None:
        """Decide for every threatened territory, the most important first, whether it can be held and with how many
        units."""
        view, field = self.view, self.field
        capital, post = view.capital, view.post
        keep = view.brink.keep | planned(view, field, self.new) | view.style.hold
        coming = stationed(view, self.new)
        by_place = self._by_place()
        self._post_pickets()
        for space in self._ranked(by_place, keep):
            if space in view.style.leave:
                self.held[space] = False
                continue
            pips, hits, takers = (view.storm(space) if space == capital else view.blow(space))[:3]
            if space in view.vital and view.makers.get(space) == view.power:
                pips, hits, takers = view.menace(space)
            if not hits or not takers:
                self.held[space] = True
                continue
            if field.idle(space) and view.makers.get(space) != view.power and space not in keep:
                ours = view.ours.get(space, EMPTY)
                self.held[space] = wins(pips, hits, ours.defense, ours.hits) <= HELD
                continue
            fixed = view.ours.get(space, EMPTY)
            here = [i for i in by_place[space] if self.troops[i][0].space == space]
            defense = float(fixed.defense - sum(self.left[i] * self.troops[i][0].unit.defense for i in here))
            lives = float(fixed.hits - sum(self.left[i] * self.troops[i][0].unit.hits for i in here))
            sure = SURE
            if space in coming and space != capital:
                wings = flying_in(view, space)
                defense, lives = defense + wings.defense, lives + wings.hits
            if space != capital:
                more = view.standing(space)
                defense, lives = defense + more[0], lives + more[1]
            fresh = coming.get(space, EMPTY)
            defense, lives = defense + fresh.defense, lives + fresh.hits
            if space in (capital, post) or space in keep:
                sure = CAPITAL_RISK
            elif view.makers.get(space) == view.power:
                sure = COMPLEX_RISK
            sure *= view.style.nerve
            came = [i for i in by_place[space] if self.left[i]]
            came.sort(key=lambda i: (self.troops[i][0].unit.cost, len(self.troops[i][0].ways[space])))
            most_defense = defense + sum(self.left[i] * self.troops[i][0].unit.defense for i in came)
            most_lives = lives + sum(self.left[i] * self.troops[i][0].unit.hits for i in came)
            self.held[space] = tenable(view, space, (pips, hits), most_defense, most_lives)
            if not self.held[space] and space not in (capital, post) and space not in keep:
                if here and view.value[space]:  # one unit stays to block the way
                    i = min(here, key=lambda i: self.troops[i][0].unit.cost)
                    if self.left[i] and lives <= 0:
                        self._send(i, space, 1)
                continue
            for i in came:
                unit = self.troops[i][0].unit
                while self.left[i] and wins(pips, hits, defense, lives) > sure:
                    self._send(i, space, 1)
                    defense, lives = defense + unit.defense, lives + unit.hits

    def _post_pickets(self) -> None:
        """Leave a unit in every valuable territory that the enemy could otherwise capture with a single one, and where
        it could otherwise drive on to a complex."""
        posted: set[str] = set()
        for i in sorted(range(len(self.troops)), key=lambda i: self.troops[i][0].unit.cost):
            space = self.troops[i][0].space
            dear = self.view.value[space] >= PICKET or space in self.view.gates
            if dear and space not in posted | self.view.style.leave and self.view.blow(space).takers:
                posted.add(space)
                self._send(i, space, 1)

    def _spare(self, space: str) -> bool:
        """Return whether units may leave a territory at once: no enemy can reach it, and the capital is not near."""
        view = self.view
        return not view.blow(space).hits and view.chart.land[space].get(view.capital, FAR) > RESERVE

    def _advance(self) -> None:
        """Move the remaining units to the most valuable space that is held."""
        pull, held, leave = self.field.pull, self.held, self.view.style.leave
        for i, (troop, _) in enumerate(self.troops):
            if self.left[i]:
                near = max(troop.ways, key=lambda s: (held.get(s, False), pull.get(s, 0.0), -len(troop.ways[s]), s))
                # no space is safe: go where the enemy is weakest
                if not held.get(near, False) and (near != troop.space or near in leave):
                    near = min(troop.ways, key=lambda s: (s in leave, self.view.blow(s)[0], s))
                reached = [s for s in troop.routes if held.get(s, False)] if self._spare(troop.space) else []
                far = max(reached, key=lambda s: (pull.get(s, 0.0), s), default=near)
                if pull.get(far, 0.0) > pull.get(near, 0.0):
                    self.rides.append((i, far, near))
                else:
                    self._send(i, near, self.left[i])
