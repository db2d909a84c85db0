"""Resolving a volley by its total: the numbers hit on are added up, divided, and changed by one die.

>>> numbers = by_total(20, 6, (-15, -10, 0, 0, 10, 15))
>>> numbers.roll([(2, 11), (3, 10), (4, 10)], lambda n: [2] * n)      # 92 / 6 = 15.33, so 15; 10% fewer
([2], 14)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Literal

from ..core.rounding import ROUNDINGS as BASIC
from ..core.rounding import half_up
from .resolution import Columns, Resolution, Roll, add_resolution, points, resolution

Rounding = Literal["nearest_half_up", "down", "up"]
ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "nearest_half_up": half_up,
    "down": BASIC["down"],
    "up": BASIC["up"],
}


@cache
def by_total(
    threshold: int,
    divisor: int,
    deviation: tuple[int, ...],
    rounding: Rounding = "nearest_half_up",
    below: str = "single_dice",
) -> Resolution:
    """Return a resolution for volleys with a total of at least `threshold`; smaller ones are resolved as `below` says.

    The total divided by `divisor`, rounded, is the number of hits; `deviation` are the percents by which each face of
    one die changes it, rounded again. All is reckoned in exact fractions. Made known by its name, which tells all of
    this.
    """
    lesser, rounded = resolution(below), ROUNDINGS[rounding]
    percents = "/".join(f"{p:+d}" for p in deviation)

    def total(columns: Columns) -> int:
        return points(columns)

    def hits(columns: Columns, face: int) -> int:
        whole = rounded(Fraction(total(columns), divisor))
        return max(0, rounded(whole * Fraction(100 + deviation[face - 1], 100)))

    def roll(columns: Columns, dice: Roll) -> tuple[list[int], int]:
        if total(columns) < threshold:
            return lesser.roll(columns, dice)
        (face,) = dice(1)
        return [face], hits(columns, face)

    def chances(columns: Columns) -> list[float]:
        if total(columns) < threshold:
            return lesser.chances(columns)
        rolled = [hits(columns, face) for face in range(1, 7)]
        return [rolled.count(n) / 6 for n in range(max(rolled) + 1)]

    def told(columns: Columns) -> str:
        return f"a total of {total(columns)}" if total(columns) >= threshold else lesser.told(columns)

    def apart(columns: Columns) -> bool:
        return total(columns) < threshold and lesser.apart(columns)

    name = f"by_total {threshold}:{divisor} {percents} {rounding} or {below}"
    made = Resolution(name, True, roll, chances, told, apart)
    add_resolution(made)
    return made
