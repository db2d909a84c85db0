"""Noncombat moves of aircraft: land where they are safe and useful, keeping stacks together where possible."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.board import deck_room, decks_to_come
from ...engine.movement import NONCOMBAT, Mover
from .field import Field
from .fleet import Newcomers
from .guard import flying_in, stationed
from .odds import wins
from .view import EMPTY, Muster, View

#: Weight of an aircraft lost on the ground compared to its position.
CARE, NEARNESS = 3.0, 0.5
#: Factor of the attraction of a target per step flown to it.
FADES = 0.9
#: IPCs for making the capital, that of an ally, or another complex, safe.
HOME, ALLY, WORKS = 150.0, 120.0, 15.0
#: Weight of the units in a complex that new units help to hold.
STACK = 1.0


class Flights:
    """The last moves of a turn, planned on the board after all the others."""

    def __init__(self, view: View, field: Field, new: dict[str, int]) -> None:
        self.view, self.field = view, field
        self.capital = view.capital
        self.places = view.rules.q.landing_fields(view.game, view.power)
        self.rooms: dict[str, int] = {}
        self._prospects: dict[tuple[str, int], float] = {}
        #: space -> defense pips and hit points after all moves
        self.strength: dict[str, list[float]] = {}
        #: where new carriers will be placed with other new ships, if aircraft wait for them there
        self.berth, ships = berth(view, field, new)
        if self.berth:
            decks = deck_room(view.game, self.berth, view.power) + decks_to_come(view.game, view.power, self.berth)
            self.rooms[self.berth] = decks
            self.harbored = view.ours.get(self.berth, EMPTY).worth + ships.worth
            self._come(self.berth, ships.defense, ships.hits)
        #: complex beside the capital -> defense pips, hit points, and cost of what holds it, with all that can come
        self.stacks: dict[str, tuple[float, float, float]] = {}
        for space, fresh in stationed(view, new).items():
            if space in self.places:
                self._come(space, fresh.defense, fresh.hits)
                if space != self.capital:
                    there, wings = view.ours.get(space, EMPTY), flying_in(view, space)
                    defense, lives = self._there(space)
                    self.stacks[space] = defense + wings.defense, lives + wings.hits, there.worth + fresh.worth

    def plan(self) -> Iterator[Move]:
        """Plan the moves, those with the fewest choices first."""
        view, mover = self.view, Mover(self.view.game, NONCOMBAT, power=self.view.power)
        rows = [
            (unit.move - stack.cond.moved, space, stack, n, unit)
            for space, units in view.own.items()
            for stack, n, unit in units
            if unit.kind == "air" and mover.may_move(space, stack) is None
        ]
        rows.sort(key=lambda row: row[:3])
        for _, space, stack, n, unit in rows:
            while n:
                end, group = self._best(space, stack, unit, n)
                if end is None and n > 1:
                    end, group = self._best(space, stack, unit, 1)
                n -= group
                way = view.chart.air.way(space, end) if end not in (None, space) else None
                if end is None or way is None:
                    continue
                self._come(end, group * unit.defense, group * unit.hits)
                self._come(space, -group * unit.defense, -group * unit.hits)
                if end in self.rooms:
                    self.rooms[end] -= group
                yield Move(((stack, group),), way)

    def _there(self, space: str) -> tuple[float, float]:
        row = self.strength.get(space)
        if row is not None:
            return row[0], row[1]
        muster = self.view.ours.get(space, EMPTY)
        return float(muster.defense), float(muster.hits)

    def _come(self, space: str, defense: float, hits: float) -> None:
        row = self.strength.setdefault(space, [*self._there(space)])
        row[0] += defense
        row[1] += hits

    def _best(self, space: str, stack: Stack, unit: UnitType, n: int) -> tuple[str | None, int]:
        """Return the best space to land for n aircraft, or None, and how many of them find room there."""
        view = self.view
        best: tuple[str | None, int] = None, n
        best_score = -1e9
        left = unit.move - stack.cond.moved
        for end, steps in ((end, d) for d, ends in enumerate(view.chart.air.rings(space, left)) for end in ends):
            group = n
            if not view.is_land[end]:
                if end != space:
                    group = min(n, self._room(end) // max(1, unit.deck_places))
                if not unit.lands_on_deck or group < 1:
                    continue
            elif end not in self.places or (end == space and stack.cond.moved):
                continue
            safety = self._safety(space, end, unit, group) / group
            score = NEARNESS * self._prospect(end, unit.move) - 0.1 * steps + safety
            if score > best_score:
                best, best_score = (end, group), score
        return best

    def _prospect(self, space: str, move: int) -> float:
        """Return the attraction of a space for aircraft: the best target in reach from there."""
        key = (space, min(2, move // 2))
        found = self._prospects.get(key)
        if found is None:
            pull, best = self.field.pull, 0.0
            for steps, spaces in enumerate(self.view.chart.air.rings(*key)):
                best = max(best, max([pull.get(s, 0.0) for s in spaces], default=0.0) * FADES**steps)
            found = self._prospects[key] = best
        return found

    def _room(self, zone: str) -> int:
        """Return the places on decks in a sea zone that are not yet taken by aircraft or plans."""
        if zone not in self.rooms:
            self.rooms[zone] = deck_room(self.view.game, zone, self.view.power)
        return self.rooms[zone]

    def _safety(self, space: str, end: str, unit: UnitType, n: int) -> float:
        """Return the value of n aircraft for the defense of a space, minus their expected losses."""
        view = self.view
        pips, hits, takers = (view.storm(end) if end in view.capitals else view.blow(end))[:3]
        if not hits:
            return 0.0
        defense, lives = self._there(end)
        stack = self.stacks.get(end)
        if stack is not None:
            defense, lives = stack[0] - n * unit.defense, stack[1] - n * unit.hits
        elif end in view.capitals and end != self.capital:
            more = view.standing(end)
            defense, lives = defense + more[0], lives + more[1]
        if end == space and stack is None:
            defense, lives = defense - n * unit.defense, lives - n * unit.hits
        after = wins(pips, hits, defense + n * unit.defense, lives + n * unit.hits)
        stake = 0.0
        if not view.is_land[end]:
            stake = float(self.harbored if end == self.berth else view.ours.get(end, EMPTY).worth)
        elif takers:
            stake = HOME if end in view.brink.keep else WORKS if end in view.makers else 0.0
            if stack is not None:
                stake += STACK * stack[2]
            if end in view.capitals:
                stake = HOME if end == self.capital else ALLY
        gain = (wins(pips, hits, defense, lives) - after) * stake if stake else 0.0
        # where they stand with many others, they cost the enemy as much before they fall
        care = 1.0 if end in view.capitals or stack is not None else CARE
        return gain - after * care * n * unit.cost


def berth(view: View, field: Field, new: dict[str, int]) -> tuple[str, Muster]:
    """Return the sea zone where new carriers will best be placed with the other new ships, and all these ships; "" for
    the zone without new carriers."""
    ships = Newcomers(view, new)
    decks = [kind for kind in new if view.game.stats(view.power, kind).deck]
    zones = view.rules.q.placement(view.game, view.power, decks[0]) if decks else ()

    def score(zone: str) -> tuple[float, str]:
        return ships.mooring(field, zone), zone

    return max((z for z in zones if decks_to_come(view.game, view.power, z)), key=score, default=""), ships.together


def flights(view: View, field: Field, new: dict[str, int]) -> Iterator[Move]:
    """Return the moves of the aircraft."""
    yield from Flights(view, field, new).plan()
