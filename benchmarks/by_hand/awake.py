"""Server CPU per answer by the number of games in play: `python -m benchmarks.by_hand.awake [CHECKOUT]`.

All games are copies of one game, answered in turn, so that a game is not in memory any more when there are more games
than the server keeps. With the path of another checkout, its server is measured in the same run, and the ratio is
printed.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psutil

from tests.serving import SERVE, Served

#: Numbers of games; answers before the copies are made; measured answers in each game.
GAMES, PLAYED, ANSWERS = (10, 100, 300, 1000), 80, 2
POWERS = ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")
HERE = Path(__file__).parents[2]


class Table:
    """One game over HTTP."""

    def __init__(self, client: httpx.Client, id: str, token: str) -> None:
        self.client, self.id, self.headers = client, id, {"Authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = self.client.request(method, f"/api/games/{self.id}{path}", headers=self.headers, **more)
        return answer.raise_for_status().json()

    def advised(self) -> dict[str, Any]:
        """The first open decision with its advised answer."""
        id = self.ask("GET", "")["questions"][0]["id"]
        return {"decision": id, "text": self.ask("GET", f"/advice?decision={id}")["text"]}


def served(folder: Path, checkout: Path) -> Served:
    path = f"{checkout / 'src'}{os.pathsep}{checkout}"
    return Served(f"sqlite:///{folder}/games.db", (*SERVE, "--workers", "0"), PYTHONPATH=path)


def copy(db: Path, id: str, count: int) -> list[str]:
    """Copy a game in the database; return the ids of all copies."""
    ids = [secrets.token_urlsafe(12) for _ in range(count)]
    with closing(sqlite3.connect(db)) as connection, connection:
        for table, key in (("games", "id"), ("seats", "game"), ("entries", "game"), ("snapshots", "game")):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            others = ", ".join(f'"{c}"' for c in columns if c != key)
            for new in ids:
                connection.execute(
                    f"INSERT INTO {table} ({key}, {others}) SELECT ?, {others} FROM {table} WHERE {key} = ?", (new, id)
                )
    return ids


def cpu(served: Served) -> float:
    """Return the CPU seconds that the server has used."""
    assert served.process
    times = psutil.Process(served.process.pid).cpu_times()
    return times.user + times.system


def measure(checkout: Path, games: int) -> float:
    """Return the milliseconds of server CPU per answer with this number of games."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder, checkout) as server, httpx.Client(base_url=server.url, timeout=60) as client:
            seats = [{"power": power, "kind": "human"} for power in POWERS]
            wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna"}
            made = client.post("/api/games", json=wish).raise_for_status().json()
            first = Table(client, made["id"], made["token"])
            for _ in range(PLAYED):
                first.ask("POST", "/answers", json=first.advised())
        ids = copy(folder / "games.db", made["id"], games)
        with served(folder, checkout) as server, httpx.Client(base_url=server.url, timeout=60) as client:
            first = Table(client, made["id"], made["token"])
            tables = [Table(client, id, made["token"]) for id in ids]
            used = 0.0
            for turn in range(ANSWERS + 1):
                body = first.advised()
                before = cpu(server)
                for table in tables:
                    table.ask("POST", "/answers", json=body)
                if turn:  # the first one loads the games
                    used += cpu(server) - before
                first.ask("POST", "/answers", json=body)
            server.kill()  # ending can take long with many games
    return 1000 * used / (games * ANSWERS)


def main(other: Path | None = None) -> None:
    for games in GAMES:
        here = measure(HERE, games)
        line = f"{games:5} games: {here:6.2f} ms of server CPU an answer"
        if other is not None:
            there = measure(other, games)
            line += f"; {there:6.2f} ms in {other}, ratio {here / there:.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None)
