"""Worker processes for odds, previews, and proofs, shared fairly between clients.

Jobs run by rank: previews of players who must decide first, then odds in games, other odds, and proofs. Within a rank,
the client that has used the least time recently goes first, and one client can have only a few jobs at a time. One
worker is reserved for the first two ranks; a further one runs only proofs, which can take long.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, TypeVar

from . import content, prospects
from .processes import Died, Worker
from .refusals import Refused

T = TypeVar("T")

#: Maximum number of jobs of all clients and of one client, waiting or running.
WAITING, SHARE = 96, 12
#: Seconds within which a worker must start.
STARTING = 60.0
#: Seconds after which the time that a client has used counts half; maximum number of clients to remember.
HALF, REMEMBERED = 60.0, 10_000


class Rank(IntEnum):
    """The order of jobs."""

    PREVIEW = 0
    GAME = 1
    ODDS = 2
    PROOF = 3


class Busy(Refused):
    """Too many jobs are waiting, or no worker can start."""

    def __init__(self, sentence: str) -> None:
        super().__init__(429, sentence, retry=5)


class Job(NamedTuple):
    """A job with its clients (`who`: address and token, as far as known)."""

    rank: Rank
    who: tuple[str, ...]
    number: int
    call: Callable[[Worker], Any]
    done: asyncio.Future[Any]


class Calculator:
    """`workers` processes for odds, started when needed, and one for proofs (None: as many as the cores allow)."""

    def __init__(self, workers: int | None = None, waiting: int = WAITING, share: int = SHARE) -> None:
        self.workers = max(2, min(4, (os.cpu_count() or 1) // 2)) if workers is None else workers
        self.waiting, self.share = waiting, share
        self.stopping = False
        self._idle = [Worker() for _ in range(self.workers)]
        self._prover = [Worker()]
        self._all = [*self._idle, *self._prover]
        self._threads = ThreadPoolExecutor(len(self._all), thread_name_prefix="calculator")
        self._queue: list[Job] = []
        self._jobs: Counter[str] = Counter()
        self._numbers = itertools.count()
        self._used: dict[str, tuple[float, float]] = {}  # seconds used, and when that was
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, rank: Rank, who: Iterable[str], seconds: float, what: Callable[..., T], *args: Any) -> T:
        """Run `what(*args)` in a worker. Raises what it raises, `Died` after `seconds`, `Busy`, and 503."""
        if self.stopping:
            raise _stopping()
        who = tuple(w for w in who if w)
        if any(self._jobs[w] >= self.share for w in who):
            raise Busy("Your earlier calculations are still running. Try again in a few seconds.")
        if self._jobs.total() and len(self._queue) + len(self._running) >= self.waiting and not self._make_room(rank):
            raise Busy("The odds calculator is busy. Try again in a few seconds.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        call = partial(self._ask, seconds, what, *args)
        self._queue.append(Job(rank, who or ("",), next(self._numbers), call, done))
        self._jobs.update(who or ("",))
        self._dispatch()
        try:
            return await done
        finally:
            self._jobs.subtract(who or ("",))
            self._jobs += Counter()  # removes the clients without jobs

    def warm(self) -> None:
        """Start the workers for odds before the first job, so that the reserved one is ready, too."""
        while self._idle:
            call = partial(self._ask, STARTING, ready)
            done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            done.add_done_callback(retrieved)
            self._start(Job(Rank.GAME, ("",), next(self._numbers), call, done), self._idle)

    def close(self) -> None:
        """Stop the workers and refuse the jobs that wait or run."""
        self.stopping = True
        for job in self._queue:
            if not job.done.done():
                job.done.set_exception(_stopping())
        self._queue.clear()
        for worker in self._all:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _make_room(self, rank: Rank) -> bool:
        """Refuse the latest waiting job of the lowest rank in favor of one of a higher rank."""
        last = max(self._queue, key=lambda job: (job.rank, job.number), default=None)
        if last is None or last.rank <= rank:
            return False
        self._queue.remove(last)
        if not last.done.done():
            last.done.set_exception(Busy("The odds calculator is busy. Try again in a few seconds."))
        return True

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers."""
        for job in sorted(self._queue, key=lambda job: (job.rank, max(map(self._time, job.who)), job.number)):
            pool = self._prover if job.rank is Rank.PROOF else self._idle
            if not pool or (job.rank is Rank.ODDS and len(pool) == 1 and self.workers > 1):
                continue
            self._queue.remove(job)
            if job.done.done():  # its client is gone
                continue
            self._start(job, pool)

    def _start(self, job: Job, pool: list[Worker]) -> None:
        task = asyncio.create_task(self._work(job, pool.pop(), pool))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _work(self, job: Job, worker: Worker, pool: list[Worker]) -> None:
        start = time.monotonic()
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._threads, job.call, worker)
        except BaseException as error:
            if self.stopping or isinstance(error, asyncio.CancelledError):
                error = _stopping()
            if not job.done.done():
                job.done.set_exception(error)
        else:
            if not job.done.done():
                job.done.set_result(result)
        finally:
            pool.append(worker)
            self._spend(job.who, time.monotonic() - start)
            if not self.stopping:
                asyncio.get_running_loop().call_soon(self._dispatch)

    def _ask(self, seconds: float, what: Callable[..., T], *args: Any) -> T:
        """The last argument is the worker."""
        *given, worker = args
        try:
            worker.ask(STARTING, ready)  # the time to start the process does not count
        except Died as error:
            raise Busy("Odds are unavailable right now. Try again in a few seconds.") from error
        found: T = worker.ask(seconds, what, *given)
        return found

    def _time(self, who: str) -> float:
        """Return the seconds that a client has used recently."""
        used, then = self._used.get(who, (0.0, 0.0))
        return float(used * 0.5 ** ((time.monotonic() - then) / HALF))

    def _spend(self, who: Iterable[str], seconds: float) -> None:
        if len(self._used) >= REMEMBERED:
            self._used.clear()
        for name in who:
            self._used[name] = self._time(name) + seconds, time.monotonic()


def ready() -> bool:
    """Import and cache what a worker needs."""
    content.editions()
    return prospects.ready()


def retrieved(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a future, so that it is not logged if its client is gone."""
    if not future.cancelled():
        future.exception()


def _stopping() -> Refused:
    return Refused(503, "The server is stopping. Try again in a moment.", retry=5)
