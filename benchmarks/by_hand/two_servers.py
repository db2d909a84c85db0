"""Two servers on one PostgreSQL beside one: `python -m benchmarks.by_hand.two_servers [--seconds S] [--pause P]`.

Two hundred games, each with two followers over WebSocket, are played over 50 connections. With two servers, each game
is played at one of them, and has one follower at each. Printed are answers a second with the time to their
acknowledgement, and the delay from the acknowledgement at one server until a follower at the same or the other server
has the frame. A pause between the answers of a connection shows the delay of servers that are not busy. The client runs
on the same machine and shares its cores.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from tests.crowd import Acknowledged, Crowd, Table, percentile
from tests.postgres import postgres
from tests.serving import SERVE, Served

GAMES, CONNECTIONS = 200, 50
#: Seconds to wait for messages after the last answer.
REST = 3.0


class Numbered(msgspec.Struct):
    """The number of a frame."""

    n: int


class Message(msgspec.Struct):
    """What counts in a live message."""

    frames: list[Numbered] = []


class Watched(Crowd):
    """A crowd that plays each game at one server, and notes when answers are acknowledged."""

    def __init__(self, *urls: str, pause: float) -> None:
        super().__init__(*urls, connections=CONNECTIONS)
        self.pause = pause
        self.given: dict[tuple[str, int], float] = {}

    def home(self, id: str) -> int:
        """Return the number of the server at which a game is played."""
        return hash(id) % len(self.urls)

    def address(self, path: str) -> str:
        _, _, *rest = path.split("/")
        url = self.urls[self.home(rest[0])] if rest else self.rng.choice(self.urls)
        return f"{url}/api{path}"

    async def send(
        self, client: httpx.AsyncClient, table: Table, what: str, body: dict[str, Any], said: Acknowledged
    ) -> bool:
        before = len(table.kept)
        done = await super().send(client, table, what, body, said)
        if len(table.kept) > before:
            self.given[table.id, table.kept[-1].revision] = time.perf_counter()
        if self.pause:
            await asyncio.sleep(self.pause * (0.5 + self.rng.random()))
        return done


async def follow(url: str, id: str, seen: dict[tuple[str, int], float]) -> None:
    """Follow a game, and note when each of its frames arrives."""
    decoder = msgspec.json.Decoder(Message)
    async with connect(f"{url.replace('http', 'ws', 1)}/api/games/{id}/live", max_size=None) as socket:
        await socket.send(msgspec.json.encode({"token": "", "after": -1}).decode())
        async for text in socket:
            for frame in decoder.decode(text).frames:
                seen.setdefault((id, frame.n), time.perf_counter())


async def measure(
    urls: Sequence[str], seconds: float, pause: float
) -> tuple[Watched, list[dict[tuple[str, int], float]]]:
    """Play; return the crowd, and when frames arrived at the followers at home and at those of the last server."""
    crowd = Watched(*urls, pause=pause)
    await crowd.create(GAMES)
    arrived: list[dict[tuple[str, int], float]] = [{}, {}]
    following = []
    for table in crowd.tables:
        home = crowd.home(table.id)
        for at in (0, 1):
            url = urls[(home + at) % len(urls)]
            following.append(asyncio.create_task(follow(url, table.id, arrived[at])))
        await asyncio.sleep(0.01)
    await crowd.play(5.0)  # warm
    crowd.latencies.clear()
    crowd.given.clear()
    await crowd.play(seconds)
    await asyncio.sleep(REST)
    for task in following:
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*following, return_exceptions=True)
    return crowd, arrived


def told(values: Sequence[float]) -> str:
    """Return the percentiles of times, in milliseconds."""
    return ", ".join(f"p{share} {1000 * percentile(values, share / 100):6.1f} ms" for share in (50, 95, 99))


def delays(given: Mapping[tuple[str, int], float], seen: Mapping[tuple[str, int], float]) -> list[float]:
    """Return the delays of frames that arrived (those before their acknowledgement count as 0)."""
    return [max(0.0, seen[key] - at) for key, at in given.items() if key in seen]


def run(count: int, seconds: float, pause: float) -> float:
    """Measure a number of servers on an empty database; return answers a second."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        (Path(folder) / "postgres").mkdir()
        db = stack.enter_context(postgres(Path(folder) / "postgres"))
        command = (*SERVE, "--workers", "1", "--connections", "2000")
        urls = [stack.enter_context(Served(db, command)).url for _ in range(count)]
        crowd, arrived = asyncio.run(measure(urls, seconds, pause))
    if crowd.faults:
        raise RuntimeError(crowd.faults[0])
    rate = len(crowd.latencies) / seconds
    print(f"{count} server(s): {rate:6.1f} answers a second, {told(crowd.latencies)}")
    for name, seen in zip(("same server", "other server" if count > 1 else "same server"), arrived, strict=True):
        found = delays(crowd.given, seen)
        print(f"  follower at the {name}: {told(found)}; {len(found)} of {len(crowd.given)} frames", flush=True)
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between the answers of a connection")
    parser.add_argument("--rounds", type=int, default=1, help="pairs of measurements")
    given = parser.parse_args()
    for _ in range(given.rounds):
        one, two = (run(count, given.seconds, given.pause) for count in (1, 2))
        print(f"two servers beside one: {two / one:.2f} times as many answers a second", flush=True)


if __name__ == "__main__":
    main()
