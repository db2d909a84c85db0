"""Dice resolutions: each turns dice into hits for the referee and gives exact probabilities to the solver.

A resolution takes columns of (hits on, dice) and gives hits. `single_dice` rolls every die; `low_luck` adds up all the
numbers hit on, gives one hit for each full six and rolls one die for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import NamedTuple

from ..core.errors import RuleError

Columns = Sequence[tuple[int, int]]
Roll = Callable[[int], list[int]]


def _numbers(columns: Columns) -> str:
    return " and ".join(str(value) for value, _ in columns)


class Resolution(NamedTuple):
    """A way to turn dice into hits. `pooled`: all columns of a volley are resolved together, else one after the other
    with casualties in between.

    `roll(columns, dice)` gives the dice shown and the hits; `chances(columns)` gives the probability of 0, 1, 2, … hits
    (they sum to 1). `told(columns)` says what was fired at: the numbers hit on, if nothing better is known. `apart`
    says whether each unit rolls dice of its own, so that the hits of some units can be told from those of others.
    """

    name: str
    pooled: bool
    roll: Callable[[Columns, Roll], tuple[list[int], int]]
    chances: Callable[[Columns], list[float]]
    told: Callable[[Columns], str] = _numbers
    apart: Callable[[Columns], bool] = lambda columns: False


def share(hits: int, part: Columns, whole: Columns) -> int:
    """Return how many hits a part of the units scored, in proportion to the numbers they hit on, halves up."""
    of_part, of_all = (sum(value * n for value, n in columns) for columns in (part, whole))
    return (2 * hits * of_part + of_all) // (2 * of_all) if of_all else 0


def _roll_single(columns: Columns, dice: Roll) -> tuple[list[int], int]:
    shown: list[int] = []
    hits = 0
    for value, n in columns:
        faces = dice(n)
        shown += faces
        hits += sum(1 for face in faces if face <= value)
    return shown, hits


def _chances_single(columns: Columns) -> list[float]:
    out = [1.0]
    for value, n in columns:
        p = value / 6
        row = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        out = [
            sum(out[i] * row[k - i] for i in range(max(0, k - n), min(k, len(out) - 1) + 1))
            for k in range(len(out) + n)
        ]
    return out


def _roll_low_luck(columns: Columns, dice: Roll) -> tuple[list[int], int]:
    hits, rest = divmod(sum(value * n for value, n in columns), 6)
    shown = dice(1) if rest else []
    return shown, hits + sum(1 for face in shown if face <= rest)


def _chances_low_luck(columns: Columns) -> list[float]:
    hits, rest = divmod(sum(value * n for value, n in columns), 6)
    return [0.0] * hits + ([1 - rest / 6, rest / 6] if rest else [1.0])


RESOLUTIONS: dict[str, Resolution] = {}


def add_resolution(resolution: Resolution) -> None:
    """Register a resolution by its name, for rules that add one."""
    RESOLUTIONS.setdefault(resolution.name, resolution)


def resolution(name: str) -> Resolution:
    """Return a resolution by its name; raise `RuleError`."""
    if name not in RESOLUTIONS:
        raise RuleError(f"there is no dice resolution called {name!r}; known: {', '.join(RESOLUTIONS)}")
    return RESOLUTIONS[name]


add_resolution(Resolution("single_dice", False, _roll_single, _chances_single, apart=lambda columns: True))
add_resolution(Resolution("low_luck", True, _roll_low_luck, _chances_low_luck))
