"""Repair of complexes: as many points as make places for the units that the IPCs left can pay for.

More would be paid for nothing, and damage that stays leaves less to bomb.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from ...core.decisions import Allocate, Decision
from ...engine.installations import damage
from .buy import RISK, best_guard, ranks
from .guard import capacity, least
from .view import EMPTY

if TYPE_CHECKING:
    from ...core.units import UnitType
    from .field import Field
    from .view import View

Key = tuple[str, ...]

#: Points of damage that show what one costs, however the price is rounded.
MANY = 100


class Mender:
    """The repairs of one turn: `answer` are the points by territory and installation, `cash` the IPCs left, `room` and
    `places` how many units can be placed in each complex and in all of them with these repairs."""

    def __init__(self, view: View, form: Allocate, army: list[UnitType]) -> None:
        self.view, self.form, self.army = view, form, army
        self.answer: dict[Key, int] = {}
        self.cash = view.state.ipcs[view.power]
        self.room = {s: capacity(view, s) for s, owner in view.makers.items() if owner == view.power}
        self.places = sum(self.room.values())
        #: IPCs for a point of damage; a rule may make it less than 1
        self.point = view.rules.q.repair_price(view.game, view.power, MANY) / MANY

    def fill(self, field: Field) -> dict[Key, int]:
        """Repair the complexes, the capital first as far as it needs new units, then other installations."""
        units = self.view.rules.units
        broken = [key for key in self.form.most if key[0] in self.room and "produces" in units[key[1]].tags]
        broken.sort(key=lambda key: (self._dead(key), -field.at(key[0]), key))
        for key in broken:
            if key[0] == self.view.capital:
                self._open(key, self._needed(key[0]) - self.room[key[0]])
        # a unit with a place of its own costs as much as a strong one: too few places are filled with those
        price = max((unit.cost for unit in self.army), default=1)
        for key in broken:
            left = self.cash - self.point * self._dead(key) - price * self.places
            self._open(key, ceil(left / (price + self.point)))
        for key in self.form.most:
            if key not in broken:
                self._repair(key, self.form.most[key])
        return self.answer

    def _dead(self, key: Key) -> int:
        """Return how many points of damage to repair before a complex produces anything."""
        left = damage(self.view.game, *key) - self.answer.get(key, 0)
        return 0 if self.room[key[0]] else max(0, left - int(self.view.value[key[0]]))

    def _needed(self, space: str) -> int:
        """Return how many new units make a territory safe, at most as many as can be paid for."""
        view = self.view
        guard = best_guard(self.army)
        if guard is None:
            return 0
        most = self.cash // max(1, guard.cost)
        return min(most, least(view.menace(space), view.ours.get(space, EMPTY), [guard] * most, RISK))

    def _open(self, key: Key, units: int) -> None:
        """Make places for this number of additional units in a complex."""
        if units > 0:
            dead = self._dead(key)
            new = max(0, self._repair(key, dead + units) - dead)
            self.room[key[0]] += new
            self.places += new

    def _repair(self, key: Key, points: int) -> int:
        """Repair points of damage as far as possible; return how many."""
        view, done = self.view, self.answer.get(key, 0)
        points = min(points, self.form.most[key] - done, self.form.room(self.answer, key))
        if points <= 0:
            return 0
        self.answer[key] = done + points
        price = view.rules.q.repair_price(view.game, view.power, sum(self.answer.values()))
        self.cash = view.state.ipcs[view.power] - price
        return points


def mending(view: View, field: Field, decision: Decision) -> dict[Key, int]:
    """Return the points of damage to repair, by territory and installation."""
    game, form = view.game, decision.form
    assert isinstance(form, Allocate)
    units = [game.stats(view.power, kind) for kind in game.rules.units]
    fodder, punch = ranks(units)
    return Mender(view, form, [u for u in (fodder, punch) if u is not None]).fill(field)
