"""Targets named before a roll: each die falls on one unit, and hits that it does not need are lost.

The referee and the solver share this: what a player named by counts becomes dice on single units, and what is advised.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Aims(Generic[K]):
    """The dice aimed at each unit under fire: key -> one list of numbers hit on for each unit of the key.

    `units` are the units by key, each with their number and the hits that destroy one; the advice names them in this
    order, every unit with as many dice as it takes hits before any gets another one.
    """

    def __init__(self, units: Mapping[K, tuple[int, int]]) -> None:
        self.hits = {key: hits for key, (n, hits) in units.items() if n}
        self.dice: dict[K, list[list[int]]] = {key: [[] for _ in range(n)] for key, (n, _) in units.items() if n}

    def name(self, key: K, value: int) -> None:
        """Aim a die at a unit of a key: at the first one that it may still be needed for, else at the safest one."""
        units = self.dice[key]
        open = [faced for faced in units if len(faced) < self.hits[key]]
        (open[0] if open else min(units, key=len)).append(value)

    def advised(self) -> K:
        """Return the key that the next die is best aimed at."""
        for key, units in self.dice.items():
            if any(len(faced) < self.hits[key] for faced in units):
                return key
        return next(iter(self.dice))

    def take_advice(self, value: int, dice: int) -> dict[K, int]:
        """Aim dice of one number as advised; return how many at which key."""
        out: dict[K, int] = {}
        for _ in range(dice):
            key = self.advised()
            self.name(key, value)
            out[key] = out.get(key, 0) + 1
        return out

    def aimed(self) -> list[tuple[K, list[int]]]:
        """Return each unit that some die is aimed at, with the numbers of these dice."""
        return [(key, faced) for key, units in self.dice.items() for faced in units if faced]


def outcomes(
    aimed: Iterable[tuple[K, list[int]]], hits: Mapping[K, int]
) -> dict[tuple[tuple[tuple[K, int], ...], int], float]:
    """Return the probability of each set of units struck, (key, hits that count) for each unit that takes any, with the
    number of hits that they do not need."""
    out: dict[tuple[tuple[tuple[K, int], ...], int], float] = {((), 0): 1.0}
    for key, values in aimed:
        row = [1.0]
        for value in values:
            p = value / 6
            row = [
                (row[k] * (1 - p) if k < len(row) else 0.0) + (row[k - 1] * p if k else 0.0)
                for k in range(len(row) + 1)
            ]
        most = hits[key]
        now: dict[tuple[tuple[tuple[K, int], ...], int], float] = {}
        for (struck, over), q in out.items():
            for k, p in enumerate(row):
                if p > 0:
                    new = tuple(sorted((*struck, (key, min(k, most))), key=repr)) if k else struck
                    state = new, over + max(0, k - most)
                    now[state] = now.get(state, 0.0) + q * p
        out = now
    return out
