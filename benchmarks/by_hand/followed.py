"""Time of an answer while 3,000 clients follow: `python -m benchmarks.by_hand.followed [CHECKOUT] [FOLLOWERS]`.

The followers are spread over ten games, as many in each as the server allows. With the path of another checkout, its
server is measured in the same run.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import struct
import sys
import time
from multiprocessing.synchronize import Event
from pathlib import Path

from benchmarks.by_hand.awake import HERE, cpu, many, settle, size
from tests.crowd import percentile

GAMES, FOLLOWERS, PLAYED, TURNS, PAUSE = 10, 3000, 40, 12, 0.05
HELLO = b"\x81\x8e\0\0\0\0" + b'{"token":""}  '  # a text of 14 bytes, masked with zeros
OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"  # as browsers do


async def follow(port: int, game: str, read: list[int]) -> None:
    """Follow a game; read all that arrives."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"{OFFER}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    answer = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in answer:
        raise RuntimeError(answer.decode())
    writer.write(HELLO)
    while True:
        first, length = await reader.readexactly(2)
        if length >= 126:
            length = struct.unpack(
                "!H" if length == 126 else "!Q", await reader.readexactly(2 if length == 126 else 8)
            )[0]
        await reader.readexactly(length)
        if first & 15 == 9:  # a ping
            writer.write(b"\x8a\x80\0\0\0\0")
        else:
            read[0] += 1


def crowd(port: int, ids: list[str], followers: int, ready: Event) -> None:
    """Follow the games, in a process of its own, until it is terminated."""

    async def run() -> None:
        read = [0]
        tasks = []
        for i in range(followers):
            tasks.append(asyncio.create_task(follow(port, ids[i % len(ids)], read)))
            if i % 50 == 49:
                await asyncio.sleep(0.05)
        while read[0] < followers:
            await asyncio.sleep(0.1)
        ready.set()
        await asyncio.gather(*tasks, return_exceptions=True)  # a server may drop followers

    asyncio.run(run())


def measure(checkout: Path, followers: int) -> str:
    with many(checkout, GAMES, PLAYED) as (server, first, tables):
        ready, ids = multiprocessing.Event(), [table.id for table in tables]
        watching = multiprocessing.Process(target=crowd, args=(server.port, ids, followers, ready), daemon=True)
        watching.start()
        if not ready.wait(120):
            raise RuntimeError("the followers do not connect")
        settle(server)
        times, before = list[float](), cpu(server)
        for _ in range(TURNS):
            body = first.advised()
            for table in tables:
                times.append(table.answered(body))
                time.sleep(PAUSE)
            first.answered(body)
        used, memory = 1000 * (cpu(server) - before) / len(times), size(server)
        watching.terminate()
        watching.join()
    p50, p95, p99 = (percentile(times, share) for share in (0.5, 0.95, 0.99))
    return (
        f"{followers} followers: p50 {p50:5.1f} ms, p95 {p95:5.1f} ms, p99 {p99:5.1f} ms, at most {max(times):5.1f} ms;"
        f" {used:5.1f} ms of CPU an answer, {memory:5.0f} MB"
    )


def main(checkouts: list[Path], followers: int) -> None:
    for checkout in checkouts:
        print(f"{checkout.name:10} {measure(checkout, followers)}", flush=True)


if __name__ == "__main__":
    others = [Path(name).resolve() for name in sys.argv[1:] if not name.isdigit()]
    counts = [int(name) for name in sys.argv[1:] if name.isdigit()]
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main([HERE, *others], (counts or [FOLLOWERS])[0])
