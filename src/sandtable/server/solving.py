"""Odds requests outside a game, solved in a worker that is terminated if a battle takes too long.

Solving time cannot be predicted: most battles take milliseconds, a few would take minutes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ..core.errors import Illegal, SandtableError
from . import content
from .calculator import Busy, Calculator, Rank, retrieved
from .processes import Died
from .reference import OddsInfo, OddsWish, RaidInfo, RaidWish
from .refusals import Refused, log

__all__ = ["Busy", "Solver"]

#: Number of cached results.
KEPT = 500


class Solver:
    """Solves battles in up to `seconds` each and caches the results. The workers are those of a `calculator`."""

    def __init__(self, calculator: Calculator | None = None, seconds: float = 5.0, waiting: int = 8) -> None:
        self.seconds = seconds
        self.calculator = calculator or Calculator(1, waiting=waiting)
        self._known: OrderedDict[bytes, Any] = OrderedDict()
        self._solving: dict[bytes, asyncio.Future[Any]] = {}

    async def odds(self, wish: OddsWish, who: Iterable[str] = ()) -> OddsInfo:
        """Return the odds of a battle. Raises `SandtableError` if it is invalid or takes too long, and `Busy`."""
        found: OddsInfo = await self._found(content.odds, wish, who)
        return found

    async def raid(self, wish: RaidWish, who: Iterable[str] = ()) -> RaidInfo:
        """Return the odds of a strategic bombing raid. Raises as `odds` does."""
        found: RaidInfo = await self._found(content.raid, wish, who)
        return found

    async def _found(self, solve: Callable[[Any], Any], wish: OddsWish | RaidWish, who: Iterable[str]) -> Any:
        """Return the result for a wish, known or to be calculated."""
        content.no_files(wish.choice)
        key = solve.__name__.encode() + msgspec.json.encode(wish, order="sorted")
        found = self._known.get(key)
        if found is None:
            under_way = self._solving.get(key)
            if under_way is not None:
                return await asyncio.shield(under_way)
            task = asyncio.ensure_future(self._solve(solve, wish, tuple(who)))
            task.add_done_callback(retrieved)
            self._solving[key] = task
            try:
                found = await asyncio.shield(task)
            finally:
                self._solving.pop(key, None)
        self._known[key] = found
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    def close(self) -> None:
        """End the workers, even during a battle."""
        self.calculator.close()

    async def _solve(self, solve: Callable[[Any], Any], wish: OddsWish | RaidWish, who: tuple[str, ...]) -> Any:
        try:
            return await self.calculator.run(Rank.ODDS, who, self.seconds, solve, wish)
        except Died:
            raise Illegal("this battle is too large to calculate; remove some units") from None
        except (SandtableError, Refused):
            raise
        except Exception as error:
            log.exception("odds calculation failed")
            raise Illegal("the odds of this battle cannot be calculated") from error
