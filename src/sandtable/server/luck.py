"""The luck of players with their dice: hits rolled, against the hits to expect of the units that fired."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..battle.resolution import Columns, Resolution
from ..engine.game import Fired
from .wire import Luck


def luck_of(fired: Iterable[Fired]) -> list[Luck]:
    """Return the luck of each power in these rolls."""
    found: list[Luck] = []
    for power, how, columns, hits in fired:
        expected, variance = _moments(how, tuple(columns))
        found.append(Luck(power, hits, expected, variance))
    return summed(found)


@lru_cache(maxsize=4096)
def _moments(how: Resolution, columns: Columns) -> tuple[float, float]:
    """Return the mean and the variance of the hits of one roll."""
    chances = how.chances(columns)
    mean = sum(n * p for n, p in enumerate(chances))
    return mean, sum((n - mean) ** 2 * p for n, p in enumerate(chances))


def summed(rows: Iterable[Luck]) -> list[Luck]:
    """Return the luck of each power in all these rows; rolls are independent, so variances add up."""
    found: dict[str, Luck] = {}
    for row in rows:
        was = found.get(row.power, Luck(row.power, 0, 0.0, 0.0))
        expected, variance = was.expected + row.expected, was.variance + row.variance
        found[row.power] = Luck(row.power, was.hits + row.hits, expected, variance)
    return list(found.values())
