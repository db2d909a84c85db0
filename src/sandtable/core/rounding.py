"""Exact shares of whole numbers, rounded.

>>> part_of(21, 0.25), part_of(21, "1/2", "nearest"), part_of(3, 0.1, "up")
(5, 11, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor


def half_up(number: Fraction) -> int:
    """Return the nearest whole number, the higher one of two."""
    return floor(number + Fraction(1, 2))


ROUNDINGS: dict[str, Callable[[Fraction], int]] = {"down": floor, "up": ceil, "nearest": half_up}


def exact(share: float | str | Fraction) -> Fraction:
    """Return a share as it is written: 0.1 is a tenth."""
    return Fraction(str(share))


def part_of(whole: int, share: float | str | Fraction, rounding: str = "down") -> int:
    """Return a share of a number, rounded down, up, or to the nearest."""
    return ROUNDINGS[rounding](whole * exact(share))
