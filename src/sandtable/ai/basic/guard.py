"""Garrison planning: keep enough units at the capital and other industrial complexes to deter attacks."""

from __future__ import annotations

from ...core.units import UnitType
from .chart import FAR
from .view import EMPTY, Muster, View

#: Accepted chance that the capital, or another complex, is captured after units have left it.
CAPITAL_RISK, COMPLEX_RISK = 0.07, 0.3
#: Steps from which units may march back to the capital; by how much the danger there may grow if they do not.
MARCH, SPARED = 2, 0.05


class Guard:
    """Own complexes that an enemy can reach, with their defense and the accepted risk.

    `new` are units purchased but not yet placed; they will be in the capital. Land units that can still march to the
    capital this turn belong to its defense, wherever they stand.
    """

    def __init__(self, view: View, new: dict[str, int]) -> None:
        self.view = view
        self.posts: dict[str, list[float]] = {}
        self.capital = capital = view.rules.powers[view.power].capital
        #: territories from which units can march to the threatened capital, and how far that is
        self.near: dict[str, int] = {}
        for space in dict.fromkeys([*(s for s, owner in view.makers.items() if owner == view.power), *view.brink.keep]):
            if view.threats.get(space):
                muster = view.ours.get(space, EMPTY)
                defense, hits = float(muster.defense), float(muster.hits)
                risk = COMPLEX_RISK
                if space == capital:
                    fresh, others = reserve(view, new), self._others()
                    defense, hits = defense + fresh.defense + others.defense, hits + fresh.hits + others.hits
                    risk = CAPITAL_RISK
                self.posts[space] = [defense, hits, risk * view.style.risk]
        self._lost = self._danger(capital, 0.0, 0.0) if self.near else 0.0

    def _others(self) -> Muster:
        """Return the own land units outside of the capital that can march there, and note where they stand."""
        view, out = self.view, Muster()
        edge = [self.capital]
        far = {self.capital: 0}
        while edge:
            edge = [s for at in edge for s in view.chart.land.near[at] if far.setdefault(s, far[at] + 1) == far[at] + 1]
            edge = [s for s in dict.fromkeys(edge) if view.friendly(s) and far[s] < MARCH]
        for space, steps in far.items():
            for stack, n, unit in view.own.get(space, ()) if steps and space not in view.makers else ():
                if unit.kind == "land" and "passive" not in unit.tags and unit.move - stack.cond.moved >= steps:
                    self.near[space] = steps
                    out.add(unit, n)
        return out

    def _post(self, space: str, unit: UnitType) -> str:
        """Return the post to whose defense a unit belongs; "" if there is none."""
        if space in self.posts:
            return space
        return self.capital if unit.kind == "land" and unit.move >= self.near.get(space, FAR) else ""

    def _danger(self, post: str, defense: float, hits: float, target: str | None = None) -> float:
        """Return the danger at a post that has lost so much of its defense."""
        row = self.posts[post]
        return self.view.danger(post, row[0] - defense, row[1] - hits, True, target)

    def may_leave(self, space: str, unit: UnitType, gone: dict[str, list[float]], target: str | None = None) -> bool:
        """Return whether one more unit may leave (to attack `target`).

        `gone` are the units already leaving, by post; if the unit may leave, it is added.
        """
        post = self._post(space, unit)
        if not post:
            return True
        row = gone.setdefault(post, [0.0, 0.0])
        danger = self._danger(post, row[0] + unit.defense, row[1] + unit.hits, target)
        if danger > self.posts[post][2] and (post == space or danger > self._lost + SPARED):
            return False
        row[0] += unit.defense
        row[1] += unit.hits
        return True

    def touched(self, origins: set[str]) -> set[str]:
        """Return spaces that units leave, with the capital if its defense becomes weaker."""
        return origins if self.near.keys().isdisjoint(origins) else {*origins, self.capital}

    def leave(self, space: str, unit: UnitType) -> None:
        """Record that a unit leaves."""
        post = self._post(space, unit)
        if post:
            self.posts[post][0] -= unit.defense
            self.posts[post][1] -= unit.hits


def reserve(view: View, new: dict[str, int]) -> Muster:
    """Return the units to place that can defend a territory."""
    out = Muster()
    for kind, n in new.items():
        unit = view.game.stats(view.power, kind)
        if unit.kind in ("land", "air") and "passive" not in unit.tags:
            out.add(unit, n)
    return out
