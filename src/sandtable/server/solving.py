"""Odds requests, solved in a separate process that is terminated if a battle takes too long.

Solving time cannot be predicted: most battles take milliseconds, a few would take minutes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import msgspec

from ..core.errors import Illegal, SandtableError
from . import content
from .processes import Died, Worker
from .reference import OddsInfo, OddsWish
from .refusals import log

#: Number of cached results; seconds within which the process must start.
KEPT, STARTING = 500, 60.0


class Busy(Exception):
    """Too many requests for odds are waiting, or the process cannot start."""


class Solver:
    """One process that solves battles one after another for an event loop.

    A battle can take up to `seconds`, and up to `waiting` requests can wait. The first request starts the process.
    """

    def __init__(self, seconds: float = 5.0, waiting: int = 8) -> None:
        self.seconds, self.waiting = seconds, waiting
        self._asking = 0
        self._thread = ThreadPoolExecutor(1, "odds")
        self._worker, self._ready = Worker(), False
        self._known: OrderedDict[bytes, OddsInfo] = OrderedDict()

    async def odds(self, wish: OddsWish) -> OddsInfo:
        """Return the odds of a battle. Raises `SandtableError` if it is invalid or takes too long, and `Busy`."""
        key = msgspec.json.encode(wish, order="sorted")
        found = self._known.get(key)
        if found is None:
            if self._asking >= self.waiting:
                raise Busy("the odds calculator is busy; try again in a few seconds")
            self._asking += 1
            try:
                found = await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, wish)
            finally:
                self._asking -= 1
        self._known[key] = found
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return found

    def warm(self) -> None:
        """Start the process before the first request."""
        self._thread.submit(self._prepare)

    def close(self) -> None:
        """End the process, even during a battle."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._worker.close()

    def _prepare(self) -> None:
        if not self._ready:
            self._worker.ask(STARTING, content.editions)  # makes the process import and cache what it needs
            self._ready = True

    def _ask(self, wish: OddsWish) -> OddsInfo:
        try:
            self._prepare()
        except Died as error:
            raise Busy("odds are unavailable right now; try again in a few seconds") from error
        try:
            return self._worker.ask(self.seconds, content.odds, wish)
        except Died:
            self._ready = False
            text = "this battle is too large to calculate; remove some units"
            raise Illegal(text) from None
        except SandtableError:
            raise
        except Exception as error:
            log.exception("odds calculation failed")
            raise Illegal("the odds of this battle cannot be calculated") from error
