"""Worker processes for long-running tasks, so that the event loop never blocks."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

T = TypeVar("T")


class Died(Exception):
    """The process ended or did not respond in time."""


class Worker:
    """A worker process, started on first use. `ask` blocks; only one thread at a time may call it."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False
        self._changing, self._asking = threading.Lock(), threading.Lock()

    def start(self) -> None:
        """Start the process. Raises `Died` if the worker is closed or the system cannot start a process."""
        with self._changing:
            if self._closed:
                raise Died("the server stops")
            context = get_context("spawn")
            try:
                line, theirs = context.Pipe()
                with theirs, _ignoring_interrupts():
                    process = context.Process(target=_serve, args=(theirs,), daemon=True, name="sandtable helper")
                    process.start()
            except OSError as error:
                raise Died(f"no process can be started: {error}") from error
            self._process, self._line = process, line

    def ask(self, seconds: float, what: Callable[..., T], *args: Any) -> T:
        """Call `what(*args)` in the process, and return or raise what it returns or raises.

        Raises `Died` if the process ends or does not respond within `seconds`; the next call starts a new process.
        """
        with self._asking:
            return self._ask(seconds, what, *args)

    def _ask(self, seconds: float, what: Callable[..., T], *args: Any) -> T:
        if self._process is not None and not self._process.is_alive():
            self._end()  # something else killed it while it was idle
        if self._process is None:
            self.start()
        line = self._line
        assert line is not None
        try:
            line.send((what, args))
            if not line.poll(seconds):
                raise Died(f"no answer within {seconds:g} seconds")
            result, error = line.recv()
        except (EOFError, OSError) as gone:
            self._end()
            raise Died("the process ended") from gone
        except Died:
            self._end()
            raise
        if error is not None:
            raise error
        found: T = result
        return found

    def close(self) -> None:
        """Kill the process, even during a call."""
        with self._changing:
            self._closed, process = True, self._process
        if process is not None:
            process.kill()  # which ends a call
        with self._asking:  # a line that is closed during a call could lend its number to a file, which the call reads
            self._end()

    def _end(self) -> None:
        with self._changing:
            process, line = self._process, self._line
            self._process = self._line = None
        if process is not None:
            process.kill()
            process.join()
        if line is not None:
            line.close()


@contextlib.contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: the server handles it and ends its processes."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # now, because starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection) -> None:
    """Run the calls that arrive until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for platforms without `pthread_sigmask`
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)  # requests of players go first
    with contextlib.suppress(EOFError, OSError):
        while True:
            what, args = line.recv()
            try:
                answer: tuple[Any, Exception | None] = what(*args), None
            except Exception as error:
                answer = None, error
            try:
                line.send(answer)
            except (OSError, EOFError):
                raise
            except Exception as error:  # the result cannot be pickled
                line.send((None, RuntimeError(f"{type(error).__name__}: {error}")))


def _leave_with_parent() -> None:
    """End the process when the server ends, even during a call."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
