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


class Best(int):
    """A number hit on by the best of several dice (`of`): together they score one hit at most."""

    of: int

    def __new__(cls, value: int, of: int) -> Best:
        """Return the number `value` for the best of `of` dice."""
        made = super().__new__(cls, value)
        made.of = of
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Best) and (int(self), self.of) == (int(other), other.of)

    def __hash__(self) -> int:
        return hash((int(self), self.of))

    def __lt__(self, other: int) -> bool:
        return (int(self), self.of) < (int(other), other.of if isinstance(other, Best) else 1)

    @property
    def even(self) -> int:
        """The number that a single die comes nearest to it with, for resolutions by totals."""
        return round(6 * chance(self))


def chance(value: int, most: int = 6) -> float:
    """Return the chance that a die, or the best of several, shows a number or less (and `most` or less)."""
    number = min(int(value), most)
    return 1 - (1 - number / 6) ** value.of if isinstance(value, Best) else number / 6


def dice_of(value: int) -> int:
    """Return how many dice are rolled for one shot."""
    return value.of if isinstance(value, Best) else 1


def points(columns: Columns) -> int:
    """Return the sum of the numbers hit on by all dice."""
    return sum((value.even if isinstance(value, Best) else value) * n for value, n in columns)


def _numbers(columns: Columns) -> str:
    return " and ".join(str(int(value)) for value, _ in columns)


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
    of_part, of_all = points(part), points(whole)
    return (2 * hits * of_part + of_all) // (2 * of_all) if of_all else 0


def shots(columns: Columns, faces: Sequence[int]) -> list[tuple[int, int]]:
    """Return each shot of dice rolled singly as (number hit on, face); of several dice the best one."""
    out, at = [], 0
    for value, n in columns:
        of = dice_of(value)
        for _ in range(n):
            out.append((int(value), min(faces[at : at + of])))
            at += of
    return out


def _roll_single(columns: Columns, dice: Roll) -> tuple[list[int], int]:
    shown: list[int] = []
    for value, n in columns:
        shown += dice(n * dice_of(value))
    return shown, sum(face <= value for value, face in shots(columns, shown))


def _chances_single(columns: Columns) -> list[float]:
    out = [1.0]
    for value, n in columns:
        p = chance(value)
        row = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        out = [
            sum(out[i] * row[k - i] for i in range(max(0, k - n), min(k, len(out) - 1) + 1))
            for k in range(len(out) + n)
        ]
    return out


def _roll_low_luck(columns: Columns, dice: Roll) -> tuple[list[int], int]:
    hits, rest = divmod(points(columns), 6)
    shown = dice(1) if rest else []
    return shown, hits + sum(1 for face in shown if face <= rest)


def _chances_low_luck(columns: Columns) -> list[float]:
    hits, rest = divmod(points(columns), 6)
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
