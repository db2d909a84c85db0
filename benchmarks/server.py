"""The game server under load: 200 concurrent games played over 50 connections, on SQLite and on PostgreSQL.

The client runs on the same machine and shares its cores.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from tests.crowd import Crowd, percentile
from tests.postgres import postgres
from tests.serving import Served

GAMES, CONNECTIONS, SECONDS = 200, 50, 30.0


def measure(name: str, db: str) -> None:
    """Measure the server on one database and print the result."""
    with Served(db) as served:
        crowd = Crowd(served.url, connections=CONNECTIONS)
        begun = time.perf_counter()
        asyncio.run(crowd.create(GAMES))
        created = time.perf_counter() - begun
        asyncio.run(crowd.play(SECONDS))
    if crowd.faults:
        raise RuntimeError(crowd.faults[0])
    p50, p99 = (1000 * percentile(crowd.latencies, share) for share in (0.5, 0.99))
    print(
        f"{name:12} {GAMES} games made in {created:5.1f} s; {len(crowd.latencies) / SECONDS:6.0f} answers a second,"
        f" p50 {p50:5.0f} ms, p99 {p99:5.0f} ms"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", f"sqlite:///{folder}/games.db")
        (Path(folder) / "postgres").mkdir()
        with postgres(Path(folder) / "postgres") as db:
            measure("PostgreSQL", db)
