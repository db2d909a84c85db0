"""The order of attacks: the first ones choose their units, later ones get those that are left.

The most profitable attack first is a good order, but not always the best one: it may take the aircraft that two others
need. So orders with small changes are tried, and the one is kept with which all attacks together gain the most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .attack import Attack, Planner

#: How often the order is changed again; how many attacks are moved or left out, the best ones; IPCs that a change gains
#: at least.
PASSES, TRIED, BETTER = 3, 10, 0.5


def best_choice(planner: Planner, attacks: list[Attack]) -> list[Attack]:
    """Return the attacks to make in this turn with their units, which are then taken; `attacks` are those that are
    possible, best first."""
    start = planner.commitments()
    order, best = attacks, planner.in_order(attacks)
    most, end = _gain(best), planner.commitments()
    for _ in range(PASSES):
        before = order
        for other in _variants(before):
            planner.return_to(start)
            found = planner.in_order(other)
            if _gain(found) > most + BETTER:
                order, best, most, end = other, found, _gain(found), planner.commitments()
        if order is before:
            break
    planner.return_to(end)
    return best


def _variants(order: list[Attack]) -> Iterator[list[Attack]]:
    """Return this order without one of its first attacks, and with one of them before all others."""
    for i, attack in enumerate(order[:TRIED]):
        rest = order[:i] + order[i + 1 :]
        yield rest
        if i:
            yield [attack, *rest]


def _gain(attacks: list[Attack]) -> float:
    return sum(attack.gain for attack in attacks)
