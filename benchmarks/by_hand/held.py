"""Play while 1,500 half-sent requests are held open: `python -m benchmarks.by_hand.held [CHECKOUT]`.

With the path of another checkout, its server is measured in the same run.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from pathlib import Path

import psutil

from tests.crowd import Crowd, percentile
from tests.serving import SERVE, Served

HELD, GAMES, SECONDS = 1500, 20, 25.0
HALF = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"
HERE = Path(__file__).parents[2]


async def hold(port: int, count: int) -> list[asyncio.StreamWriter]:
    """Open connections with a half-sent request each."""
    out = []
    for _ in range(count):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF)
        out.append(writer)
    return out


def held(server: Served) -> int:
    """Return the number of open connections of the server."""
    assert server.process
    connections = psutil.Process(server.process.pid).net_connections("tcp")
    return sum(c.status == psutil.CONN_ESTABLISHED for c in connections)


def measure(checkout: Path, count: int) -> str:
    path = f"{checkout / 'src'}{os.pathsep}{checkout}"
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(f"sqlite:///{folder}/games.db", (*SERVE, "--workers", "0"), PYTHONPATH=path) as server,
    ):
        crowd = Crowd(server.url, connections=10)

        async def run() -> tuple[int, int]:
            await crowd.create(GAMES)
            writers = await hold(server.port, count)
            before = held(server)
            await crowd.play(SECONDS)
            after = held(server)
            for writer in writers:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            return before, after

        before, after = asyncio.run(run())
        p50, p99 = (1000 * percentile(crowd.latencies, share) for share in (0.5, 0.99))
        faults = f", {len(crowd.faults)} faults" if crowd.faults else ""
        return (
            f"{count:5} held: {len(crowd.latencies) / SECONDS:5.0f} answers a second, p50 {p50:4.0f} ms,"
            f" p99 {p99:5.0f} ms; open connections: {before} at first, {after} after {SECONDS:.0f} s{faults}"
        )


def main(checkouts: list[Path]) -> None:
    for checkout in checkouts:
        print(checkout)
        for count in (0, HELD):
            print(f"  {measure(checkout, count)}", flush=True)


if __name__ == "__main__":
    main([HERE, *(Path(name).resolve() for name in sys.argv[1:])])
