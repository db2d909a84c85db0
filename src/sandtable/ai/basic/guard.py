"""Garrison planning: keep enough units at the capital and other industrial complexes to deter attacks."""

from __future__ import annotations

from ...core.units import UnitType
from .view import EMPTY, Muster, View

#: Accepted chance that the capital, or another complex, is captured after units have left it.
CAPITAL_RISK, COMPLEX_RISK = 0.07, 0.3


class Guard:
    """Own complexes that an enemy can reach, with their defense and the accepted risk.

    `new` are units purchased but not yet placed; they will be in the capital.
    """

    def __init__(self, view: View, new: dict[str, int]) -> None:
        self.view = view
        self.posts: dict[str, list[float]] = {}
        capital = view.rules.powers[view.power].capital
        for space, owner in view.makers.items():
            if owner == view.power and view.threats.get(space):
                muster = view.ours.get(space, EMPTY)
                defense, hits = float(muster.defense), float(muster.hits)
                if space == capital:
                    fresh = reserve(view, new)
                    defense, hits = defense + fresh.defense, hits + fresh.hits
                risk = CAPITAL_RISK if space == capital else COMPLEX_RISK
                self.posts[space] = [defense, hits, risk * view.style.risk]

    def may_leave(self, space: str, unit: UnitType, gone: dict[str, list[float]], target: str | None = None) -> bool:
        """Return whether one more unit may leave (to attack `target`).

        `gone` are the units already leaving, by space; if the unit may leave, it is added.
        """
        post = self.posts.get(space)
        if post is None:
            return True
        row = gone.setdefault(space, [0.0, 0.0])
        defense, hits = post[0] - row[0] - unit.defense, post[1] - row[1] - unit.hits
        if self.view.danger(space, defense, hits, True, target) > post[2]:
            return False
        row[0] += unit.defense
        row[1] += unit.hits
        return True

    def leave(self, space: str, unit: UnitType) -> None:
        """Record that a unit leaves."""
        post = self.posts.get(space)
        if post is not None:
            post[0] -= unit.defense
            post[1] -= unit.hits


def reserve(view: View, new: dict[str, int]) -> Muster:
    """Return the units to place that can defend a territory."""
    out = Muster()
    for kind, n in new.items():
        unit = view.game.stats(view.power, kind)
        if unit.kind in ("land", "air") and "passive" not in unit.tags:
            out.add(unit, n)
    return out
