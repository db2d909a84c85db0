"""Scheduling of computer players: one time slice per game in turn; advice requests go first."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from ..core.decisions import Decision
from ..core.errors import SandtableError
from . import queries
from .claims import Claims
from .hall import Hall
from .live import Given, Live, fits
from .processes import Died, Worker
from .queries import Conflict
from .refusals import Refused, log
from .rooms import Room
from .thinking import Task, Thought, legal, think
from .wire import Thinking

#: Failures in a row after which a computer player stops until a person acts in its game.
TRIES = 3
#: Seconds before the next attempt, and before the next one while the database is unavailable.
PAUSE, AWAY = 1.0, 3.0
#: Seconds after which a worker that does not respond is replaced.
PATIENCE = 60.0
#: The part of the server that claims games here.
ACTING = "computers"
Job = Callable[[Worker], Awaitable[None]]


class Computers:
    """The computer players of all games of a hall, in `count` workers (0: computer players do not act)."""

    def __init__(self, hall: Hall, claims: Claims, count: int) -> None:
        self.hall, self.claims = hall, claims
        self.workers = [Worker() for _ in range(count)]
        self._due: asyncio.PriorityQueue[tuple[int, int, Job]] = asyncio.PriorityQueue()
        self._count = itertools.count()
        self._loops: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(max(1, count), thread_name_prefix="mind")
        if count:
            hall.kick = self.kick

    async def start(self) -> None:
        """Start the workers and resume the games that wait for a computer player."""
        for worker in self.workers:
            with contextlib.suppress(Died):  # the next task tries again
                worker.start()
            self._loops.append(asyncio.create_task(self._think_on(worker)))
        if self.workers:
            waiting = await self.hall.store.read(queries.computers_to_move)
            for id in await self.claims.free(waiting):
                self._queue(self.hall.room(id))

    async def stop(self) -> None:
        for loop in self._loops:
            loop.cancel()
        for worker in self.workers:
            worker.close()
        await asyncio.gather(*self._loops, return_exceptions=True)
        self._threads.shutdown()

    def kick(self, room: Room) -> None:
        """Queue a game if a computer player must act."""
        if self.workers and not room.queued and room.failures < TRIES and room.thinker():
            self._queue(room)

    def _queue(self, room: Room) -> None:
        """Queue one time slice for a game."""
        room.queued = True
        self._due.put_nowait((1, next(self._count), partial(self._slice, room)))

    async def _think_on(self, worker: Worker) -> None:
        """Run the jobs of one worker: advice first, then one time slice per game in turn."""
        while True:
            _, _, job = await self._due.get()
            try:
                await job(worker)
            except Exception:
                log.exception("a computer player failed")

    def task(self, room: Room, advise: int = -1) -> Task:
        live = room.game
        kept = [k for k in fits(live.kept, live.lines)[-1:] if k.state]  # none if the newest one was undone
        start = kept[0].answers if kept else 0
        computers = {} if advise >= 0 else room.computers()
        return Task(
            room.id, live.spec, kept[0] if kept else None, live.chain[start], live.lines[start:], computers, advise
        )

    async def ask(self, worker: Worker, task: Task) -> Thought:
        """Run a task in a worker. If the worker dies, it is replaced and the task runs once more."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await loop.run_in_executor(self._threads, worker.ask, PATIENCE, think, task)
            except Died as error:
                log.warning("game %s: computer player process died: %s", task.id, error)
        return Thought([], "its process died twice")

    async def advised(self, task: Task) -> Thought:
        """Return the advice of the next free worker; no answers if there are no workers."""
        if not self.workers:
            return Thought([])
        done: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()

        async def job(worker: Worker) -> None:
            thought = Thought([])
            try:
                if not done.cancelled():
                    thought = await self.ask(worker, task)
            finally:  # in any case, the waiting request must end
                if not done.done():
                    done.set_result(thought)

        self._due.put_nowait((0, next(self._count), job))
        return await done

    async def _slice(self, room: Room, worker: Worker) -> None:
        """Let the computer players of one game act for one time slice."""
        try:
            async with self.hall.inside(room.id):
                power = room.thinker()
                if power and await self.claims.take(room.id, ACTING):
                    await self.hall.fresh(room)
                    power = room.thinker()
                else:
                    power = ""
                self._thinks(room, power)
                if not power:
                    room.queued = False
                    await self.claims.leave(room.id, ACTING)
                    return
                task, here = self.task(room), room.game.chain[-1]
            thought = await self.ask(worker, task)
            await self.hall.whole(self._carry_out(room, here, thought))
        except Exception as error:
            await self._failed(room, error)

    async def _carry_out(self, room: Room, here: bytes, thought: Thought) -> None:
        """Apply the answers of computer players if the position is still the same, then queue the game again."""
        if thought.fault:
            log.warning("game %s: a computer player failed: %s", room.id, thought.fault)
        async with self.hall.inside(room.id):
            live, computers = room.game, room.computers()
            if live.chain[-1] == here and room.thinker():
                await self.hall.change(room, lambda: computed(live, computers, thought, self.hall.now()))
            room.queued = False
            self.kick(room)
            if not room.queued:
                self._thinks(room, "")
                await self.claims.leave(room.id, ACTING)

    async def _failed(self, room: Room, error: Exception) -> None:
        """Schedule another attempt; stop after too many failures that have no outside cause."""
        refused = error if isinstance(error, Refused) else None
        away = refused is not None and refused.status == 503
        if not away and not isinstance(error.__cause__, Conflict):  # another server acted first
            room.failures += 1
        told = refused.sentence if refused else f"{type(error).__name__}: {error}"
        log.warning("game %s: computer players stopped: %s", room.id, told, exc_info=None if refused else error)
        if room.failures < TRIES:  # the game stays queued
            asyncio.get_running_loop().call_later(AWAY if away else PAUSE, self._queue, room)
            return
        room.queued = False
        room.trouble = f"The computer player for {room.thinking} has failed. Give its seat to another player."
        with contextlib.suppress(Refused):
            async with self.hall.inside(room.id):
                self._thinks(room, "")
                self.hall.tell(room, lambda reader: self.hall.update(room, reader, ()))

    def _thinks(self, room: Room, power: str) -> None:
        if power != room.thinking:
            room.thinking = power
            self.hall.tell(room, lambda reader: Thinking(power))


def computed(live: Live, computers: dict[str, str], thought: Thought, now: float) -> list[Given]:
    """Apply the answers of computer players, checked like those of people; if none is legal, apply a legal one."""
    out: list[Given] = []

    def give(decision: Decision, text: str) -> None:
        out.append(live.give(decision, text, "", now))

    for id, text in thought.answers:
        decision = next((d for d in live.open() if d.id == id and d.power in computers), None)
        if decision is None:
            break
        try:
            give(decision, text)
        except SandtableError:
            break
    if not out:
        decision = next(d for d in live.open() if d.power in computers)
        give(decision, legal(live.playing(), decision))
    return out
