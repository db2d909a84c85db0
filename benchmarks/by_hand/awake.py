"""Cost of an answer by the number of games in play: `python -m benchmarks.by_hand.awake [CHECKOUT|-] [GAMES..]`.

All games are copies of one game, answered in turn, so that a game is not in memory any more when there are more games
than the server keeps. With the path of another checkout, its server is measured in the same run, and the ratios are
printed; of many games, only `OTHERS` are answered there, more than any earlier version keeps in memory.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psutil

from tests.crowd import percentile
from tests.serving import SERVE, Served

#: Numbers of games; answers before the copies are made; measured answers in each game, at least, and in all games.
GAMES, PLAYED, ANSWERS, FEW = (10, 100, 300, 1000, 5000), 80, 5, 100
#: Number of games that are answered on the server of another checkout.
OTHERS = 300
POWERS = ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")
HERE = Path(__file__).parents[2]


class Table:
    """One game over HTTP."""

    def __init__(self, client: httpx.Client, id: str, token: str) -> None:
        self.client, self.id, self.headers = client, id, {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = self.client.request(method, f"/api/games/{self.id}{path}", headers=self.headers, **more)
        return answer.raise_for_status().json()

    def answered(self, body: dict[str, Any]) -> float:
        """Give an answer; return the time until it is stored, in ms."""
        begun = time.perf_counter()
        self.ask("POST", "/answers", json=body)
        return 1000 * (time.perf_counter() - begun)

    def advised(self) -> dict[str, Any]:
        """The first open decision with its advised answer."""
        id = self.ask("GET", "")["questions"][0]["id"]
        return {"decision": id, "text": self.ask("GET", f"/advice?decision={id}")["text"]}


def served(folder: Path, checkout: Path) -> Served:
    path = f"{checkout / 'src'}{os.pathsep}{checkout}"
    return Served(f"sqlite:///{folder}/games.db", (*SERVE, "--workers", "0"), PYTHONPATH=path)


@contextmanager
def many(checkout: Path, games: int, played: int) -> Iterator[tuple[Served, Table, list[Table]]]:
    """A server that has just started, with a game in which some answers were given, and copies of it.

    It is killed at the end, because ending takes long with many games.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder, checkout) as server, httpx.Client(base_url=server.url, timeout=60) as client:
            seats = [{"power": power, "kind": "human"} for power in POWERS]
            wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna"}
            made = client.post("/api/games", json=wish).raise_for_status().json()
            first = Table(client, made["id"], made["token"])
            for _ in range(played):
                first.ask("POST", "/answers", json=first.advised())
        ids = copy(folder / "games.db", made["id"], games)
        with served(folder, checkout) as server, httpx.Client(base_url=server.url, timeout=60) as client:
            first, *tables = [Table(client, id, made["token"]) for id in (made["id"], *ids)]
            yield server, first, tables
            server.kill()


def copy(db: Path, id: str, count: int) -> list[str]:
    """Copy a game in the database; return the ids of all copies."""
    ids = [secrets.token_urlsafe(12) for _ in range(count)]
    with closing(sqlite3.connect(db)) as connection, connection:
        for table, key in (("games", "id"), *((name, "game") for name in ("starts", "seats", "entries", "snapshots"))):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            if not columns:  # an earlier version has no such table
                continue
            others = ", ".join(f'"{c}"' for c in columns if c != key)
            for new in ids:
                connection.execute(
                    f"INSERT INTO {table} ({key}, {others}) SELECT ?, {others} FROM {table} WHERE {key} = ?", (new, id)
                )
    return ids


class Cost(NamedTuple):
    """What an answer costs: CPU and percentiles of the time until it is stored (ms), and the server's memory (MB).

    `first` is the CPU of an answer in a game that must be loaded.
    """

    cpu: float
    first: float
    p50: float
    p95: float
    p99: float
    memory: float

    @property
    def rate(self) -> float:
        """Answers a second of server CPU."""
        return 1000 / self.cpu

    def __str__(self) -> str:
        return (
            f"{self.cpu:6.2f} ms of CPU an answer ({self.rate:4.0f} a second; the first {self.first:5.2f} ms),"
            f" p50 {self.p50:5.1f} ms, p95 {self.p95:5.1f} ms, p99 {self.p99:5.1f} ms, {self.memory:5.0f} MB"
        )


def cpu(served: Served) -> float:
    """Return the CPU seconds that the server has used."""
    assert served.process
    times = psutil.Process(served.process.pid).cpu_times()
    return times.user + times.system


def size(served: Served) -> float:
    """Return the memory of the server in MB."""
    assert served.process
    return psutil.Process(served.process.pid).memory_info().rss / 1e6


def settle(served: Served) -> None:
    """Wait until a server that has just started does nothing any more; it warms its caches at first."""
    quiet, before = 0, cpu(served)
    while quiet < 3:
        time.sleep(0.3)
        now = cpu(served)
        quiet, before = (quiet + 1 if now - before < 0.02 else 0), now


def measure(checkout: Path, games: int, asked: int) -> Cost:
    """Return the cost of an answer with this number of games, of which at most `asked` are answered."""
    used, times, turns = list[float](), list[float](), max(ANSWERS, FEW // games)
    with many(checkout, games, PLAYED) as (server, first, tables):
        del tables[asked:]
        settle(server)
        for turn in range(turns + 1):
            body = first.advised()
            before = cpu(server)
            taken = [table.answered(body) for table in tables]
            times += taken if turn else []
            used.append(1000 * (cpu(server) - before) / len(tables))
            first.answered(body)
        memory = size(server)
    p50, p95, p99 = (percentile(times, share) for share in (0.5, 0.95, 0.99))
    return Cost(sum(used[1:]) / turns, used[0], p50, p95, p99, memory)  # the first turn loads the games


def main(other: Path | None, numbers: Sequence[int]) -> None:
    for games in numbers:
        here = measure(HERE, games, games)
        print(f"{games:5} games: {here}", flush=True)
        if other is not None:
            there = measure(other, games, OTHERS)
            ratios = ", ".join(f"{name} {a / b:.2f}" for name, a, b in zip(Cost._fields, here, there) if b)
            print(f"      {other.name}: {there}\n      ratios: {ratios}", flush=True)


if __name__ == "__main__":
    given = sys.argv[1:2]
    main(Path(given[0]).resolve() if given and given != ["-"] else None, [int(n) for n in sys.argv[2:]] or GAMES)
