"""Apply technologies to units; a technology is a list of edits to a unit type's values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from ..core.errors import RuleError
from ..core.units import STATS, Technology, UnitType


def with_technologies(unit: UnitType, technologies: Iterable[Technology]) -> UnitType:
    """Return the unit type with the effects of these technologies, applied in order; a cost never falls below 0.

    Raises `RuleError` for an effect on a number that no unit has.
    """
    effects = tuple(
        (e.stat, e.to, e.add) for technology in technologies for e in technology.effects if e.unit == unit.id
    )
    return _changed(unit, effects) if effects else unit


@lru_cache(maxsize=4096)
def _changed(unit: UnitType, effects: tuple[tuple[str, int | None, int], ...]) -> UnitType:
    numbers: dict[str, int] = {}
    for stat, to, add in effects:
        if stat not in STATS:
            raise RuleError(f"a technology changes {stat!r} of {unit.id}, which is none of {', '.join(STATS)}")
        before = numbers.get(stat, getattr(unit, stat))
        numbers[stat] = max(0, (before if to is None else to) + add)
    return msgspec.structs.replace(unit, **numbers)
