"""Shares of whole numbers are exact, and rounded as asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.core.rounding import exact, part_of


@pytest.mark.parametrize(
    ("whole", "share", "rounding", "part"),
    [(21, 0.25, "down", 5), (21, 0.25, "up", 6), (22, 0.25, "nearest", 6), (30, 0.1, "up", 3), (7, "1/2", "down", 3),
     (100, Fraction(1, 3), "nearest", 33)],
)  # fmt: skip
def test_a_part_of_a_number(whole: int, share: Any, rounding: str, part: int) -> None:
    assert part_of(whole, share, rounding) == part


def test_a_share_is_what_is_written() -> None:
    assert exact(0.1) == Fraction(1, 10)
