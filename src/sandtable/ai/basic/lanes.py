"""Taking convoy zones: warships that no attack needs sail into enemy convoy zones without enemy units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.decisions import Move
from ...core.forces import Stack
from ...core.units import UnitType
from .goals import convoy_zones
from .view import EMPTY

if TYPE_CHECKING:
    from .attack import Planner

#: Turns of income that a convoy zone is worth; a ship that takes one is worth no more than this share of its cost.
TURNS, SHARE = 5.0, 0.5


def cruises(planner: Planner) -> Iterator[Move]:
    """Return the moves of warships that take convoy zones, the best first."""
    view, game = planner.view, planner.game
    wanted = {z: n for z, n in convoy_zones(game, view.power).items() if not view.theirs.get(z, EMPTY).hits}
    rows: list[tuple[float, tuple[str, ...], Stack]] = []
    for space, units in view.own.items() if wanted else ():
        for stack, _, unit in units:
            if (
                planner.pool.left.get((space, stack), 0) > 0
                and unit.kind == "sea"
                and not unit.deck
                and unit.attack > 1
            ):
                rows += [
                    (score, path, stack)
                    for path in planner.pool.sails(space, unit.move).values()
                    if (score := _score(planner, unit, path, wanted)) > 0
                ]
    for _, path, stack in sorted(rows, key=lambda r: (-r[0], r[1], r[2])):
        left = planner.pool.left[path[0], stack]
        if left > 0 and any(zone in wanted for zone in path[1:]):
            planner.pool.left[path[0], stack] = left - 1
            for zone in path[1:]:
                wanted.pop(zone, None)
            yield Move(((stack, 1),), path)


def _score(planner: Planner, unit: UnitType, path: tuple[str, ...], wanted: dict[str, float]) -> float:
    """Return what a cruise gains in IPCs, less what the ship risks at its end and leaves behind."""
    view, end = planner.view, path[-1]
    gain = TURNS * sum(wanted.get(zone, 0.0) for zone in path[1:])
    if not gain:
        return 0.0
    there = view.ours.get(end, EMPTY)
    risk = view.peril(end, there.defense + unit.defense, there.hits + unit.hits, there.worth + unit.cost)[1]
    return gain - SHARE * risk * unit.cost
