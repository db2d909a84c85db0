"""Garrison planning: keep enough units at the capital and other industrial complexes to deter attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...core.units import UnitType
from .chart import FAR
from .odds import wins
from .view import EMPTY, Muster, View

#: Accepted chance that the capital, or another complex, is captured after units have left it.
CAPITAL_RISK, COMPLEX_RISK = 0.3, 0.3
#: A territory is held if the enemy's chance to capture it is at most the first; or at most the second, and the attack
#: would win it less than a part of what stands there.
HELD, DARING, LITTLE = 0.45, 0.85, 0.13
#: Steps from which units may march back to the capital; by how much the danger there may grow if they do not.
MARCH, SPARED = 2, 0.05


class Guard:
    """Own complexes that an enemy can reach, with their defense and the accepted risk.

    `new` are units purchased but not yet placed (`stationed`); `sites` are guarded like complexes. Land units that can
    still march to the capital this turn belong to its defense, wherever they stand.
    """

    def __init__(self, view: View, new: dict[str, int], sites: Collection[str] = ()) -> None:
        self.view = view
        self.posts: dict[str, list[float]] = {}
        self.capital = capital = view.rules.powers[view.power].capital
        #: territories from which units can march to the threatened capital, and how far that is
        self.near: dict[str, int] = {}
        coming = stationed(view, new)
        own = (s for s, owner in view.makers.items() if owner == view.power)
        held = sorted(s for s in view.style.hold if view.friendly(s))
        for space in dict.fromkeys([*own, *view.brink.keep, *sorted(sites), *held]):
            if view.threats.get(space):
                muster, fresh = view.ours.get(space, EMPTY), coming.get(space, EMPTY)
                defense, hits = float(muster.defense + fresh.defense), float(muster.hits + fresh.hits)
                risk = COMPLEX_RISK
                if space == capital:
                    others = self._others()
                    defense, hits = defense + others.defense, hits + others.hits
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


def tenable(view: View, space: str, blow: tuple[float, float], defense: float, lives: float) -> bool:
    """Return whether a force can stay in a territory against an attack with these pips and hit points: the enemy will
    probably lose, or at least lose too much."""
    chance = wins(*blow, defense, lives)
    if chance <= HELD * view.style.nerve:
        return True
    return chance < DARING * view.style.nerve and view.peril(space, defense, lives, 3.5 * lives)[1] < LITTLE


def stationed(view: View, new: dict[str, int]) -> dict[str, Muster]:
    """Return the new units that will defend complexes, by territory (`stations`)."""
    return {space: _mustered(units) for space, units in stations(view, new).items()}


def stations(view: View, new: dict[str, int], moving: bool = True) -> dict[str, list[UnitType]]:
    """Return where new units will stand that can defend a territory: what the capital needs; then in the post as many
    as its complex can produce; then in every other complex as many as it needs to be held; and the rest in the capital.

    While the power is still `moving`, units that can go to a complex count for its defense.
    """
    home, units, out = view.capital, _defenders(view, new), dict[str, list[UnitType]]()
    spare = len(units)
    if view.friendly(home):
        spare -= least(view.menace(home), view.ours.get(home, EMPTY), units, CAPITAL_RISK)
    others = [s for s, owner in view.makers.items() if s != home and owner == view.power and view.menace(s)[2]]
    for space in sorted(others, key=lambda s: (s != view.post, -view.value[s], s)):
        if spare > 0:
            most = min(spare, capacity(view, space))
            n = most if space == view.post else _required(view, space, units[:most], moving)
            if n is not None:
                out[space], units, spare = units[:n], units[n:], spare - n
    if units and view.friendly(home):
        out[home] = units[: capacity(view, home)]
    return out


def _required(view: View, space: str, units: list[UnitType], moving: bool) -> int | None:
    """Return how many new units a complex needs, if possible without aircraft; None if it cannot be held."""
    blow, there = view.menace(space), view.ours.get(space, EMPTY)
    if not moving:
        return enlisted(view, space, blow, there, units)
    n = enlisted(view, space, blow, gathered(view, space, wings=False), units)
    return enlisted(view, space, blow, gathered(view, space), units) if n is None else n


def enlisted(
    view: View, space: str, blow: tuple[float, float, float], there: Muster, units: list[UnitType]
) -> int | None:
    """Return how many new units make a complex safe, or at least tenable, with others; None if all are not enough.

    `blow` are the pips, hit points, and capturing units of the enemy.
    """
    n = least(blow, there, units, COMPLEX_RISK)
    if n <= len(units):
        return n
    defense = there.defense + sum(u.defense for u in units)
    return len(units) if tenable(view, space, blow[:2], defense, there.hits + len(units)) else None


def least(blow: tuple[float, float, float], there: Muster, units: list[UnitType], risk: float) -> int:
    """Return how many units, the first ones of some, must join others to hold a space; one more than there are if all
    of them are too few."""
    pips, hits, takers = blow
    defense, lives = float(there.defense), float(there.hits)
    for n, unit in enumerate([*units, None]):
        if not takers or wins(pips, hits, defense, lives) <= risk:
            return n
        if unit is not None:
            defense, lives = defense + unit.defense, lives + unit.hits
    return len(units) + 1


def gathered(view: View, space: str, target: str = "", wings: bool = True) -> Muster:
    """Return the units in a complex with the own ones that can go there and that no other threatened complex needs, nor
    an attack by land on a target; without `wings`, only those that go by land."""
    out, busy = view.ours.get(space, EMPTY).copy(), view.chart.land[target] if target else {}
    for at, unit, n in _coming(view, space, "land", view.chart.land[space]):
        if busy.get(at, FAR) > unit.move:
            out.add(unit, n)
    for _, unit, n in _coming(view, space, "air", view.chart.air[space]) if wings else ():
        out.add(unit, n)
    return out


def flying_in(view: View, space: str) -> Muster:
    """Return the own aircraft that can still land in a territory and that no other threatened complex needs."""
    out = Muster()
    for _, unit, n in _coming(view, space, "air", view.chart.air[space]):
        out.add(unit, n)
    return out


def _coming(view: View, space: str, kind: str, far: dict[str, int]) -> Iterator[tuple[str, UnitType, int]]:
    for at, units in view.own.items():
        if at == space or at not in far or (at in view.makers and view.menace(at)[2]):
            continue
        for stack, n, unit in units:
            if unit.kind == kind and "passive" not in unit.tags and unit.move - stack.cond.moved >= far[at]:
                yield at, unit, n


def capacity(view: View, space: str) -> int:
    """Return how many units a complex can produce in this turn."""
    if view.rules.q.may_produce(view.game, view.power, space) is not None:
        return 0
    most = view.rules.q.production(view.game, view.power, space)
    return FAR if most is None else most


def _defenders(view: View, new: dict[str, int]) -> list[UnitType]:
    """Return the units to place that can defend a territory, the best for their price first."""
    kinds = [(view.game.stats(view.power, kind), n) for kind, n in new.items()]
    rows = [(u, n) for u, n in kinds if u.kind in ("land", "air") and "passive" not in u.tags]
    rows.sort(key=lambda row: -row[0].defense * row[0].hits / max(1, row[0].cost) ** 2)
    return [unit for unit, n in rows for _ in range(n)]


def _mustered(units: list[UnitType]) -> Muster:
    out = Muster()
    for unit in units:
        out.add(unit, 1)
    return out


def reserve(view: View, new: dict[str, int]) -> Muster:
    """Return the units to place that can defend a territory."""
    return _mustered(_defenders(view, new))
