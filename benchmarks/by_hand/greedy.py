"""Preview attacks while one client keeps the calculator busy: `python -m benchmarks.by_hand.greedy [CHECKOUT]`.

The greedy client requests the odds of large battles eight at a time. With the path of another checkout, its server is
measured in the same run.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

import httpx

from tests.crowd import percentile
from tests.serving import SERVE, Served

AT_ONCE, SECONDS = 8, 20.0
HERE = Path(__file__).parents[2]
CLASSIC = {"edition": "classic"}


async def greedy(client: httpx.AsyncClient, numbers: count[int]) -> None:
    """Request large battles, each a different one."""
    while True:
        n = next(numbers)
        units = f"{40 + n % 20} inf {30 + n // 20} arm 20 ftr 15 bomber"
        with contextlib.suppress(httpx.HTTPError):
            await client.post("/api/odds", json={"choice": CLASSIC, "attack": units, "defend": units})
        await asyncio.sleep(0.01)


async def previews(client: httpx.AsyncClient) -> tuple[list[float], int]:
    """Preview an attack again and again; return the times and the number of refusals."""
    seats = [{"power": "Soviet Union", "kind": "human"}]
    made = (await client.post("/api/games", json={"choice": CLASSIC, "seats": seats, "name": "Anna"})).json()
    client.headers["Authorization"] = f"Bearer {made['token']}"
    path = f"/api/games/{made['id']}"
    for decision, text in enumerate(("0", "nothing")):
        (await client.post(f"{path}/answers", json={"decision": decision, "text": text})).raise_for_status()
    moves = ["3 infantry: Caucasus > Ukraine S.S.R."]
    wish = {"decision": 2, "space": "Ukraine S.S.R.", "moves": moves}
    times, refused, end = [], 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        start = time.monotonic()
        answer = await client.post(f"{path}/preview", json=wish)
        if answer.status_code == 200 and not answer.json()["text"]:
            times.append(time.monotonic() - start)
        else:
            refused += 1
        await asyncio.sleep(0.2)
    return times, refused


async def run(url: str) -> tuple[list[float], int]:
    numbers = count()
    async with httpx.AsyncClient(base_url=url, timeout=60) as one, httpx.AsyncClient(base_url=url, timeout=60) as two:
        busy = [asyncio.create_task(greedy(one, numbers)) for _ in range(AT_ONCE)]
        await asyncio.sleep(10)  # the workers have started
        try:
            return await previews(two)
        finally:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)


def main(checkouts: list[Path]) -> None:
    for checkout in checkouts:
        path = f"{checkout / 'src'}{os.pathsep}{checkout}"
        with (
            tempfile.TemporaryDirectory() as folder,
            Served(f"sqlite:///{folder}/games.db", SERVE, PYTHONPATH=path) as server,
        ):
            times, refused = asyncio.run(run(server.url))
        p50, p99 = (1000 * percentile(times, share) for share in (0.5, 0.99))
        print(f"{checkout}: {len(times)} previews, p50 {p50:.0f} ms, p99 {p99:.0f} ms, {refused} refused", flush=True)


if __name__ == "__main__":
    main([HERE, *(Path(name).resolve() for name in sys.argv[1:])])
