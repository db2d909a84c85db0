"""A server that is killed hands the games of its computer players over to another one on the same database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.mailing import until
from tests.postgres import postgres
from tests.server.online import wish
from tests.serving import Served

GAMES = 3
#: Seconds until something must have come about, also on a busy machine.
PATIENCE = 240
POWERS = ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")


def begun(client: httpx.Client, server: Served) -> list[str]:
    """Create games at a server, each with computer players for all powers; return them once each has begun.

    The players think about each turn for seconds, so that no game is over before its server is killed.
    """
    seats = [{"power": power, "kind": "computer", "player": "strong"} for power in POWERS]
    games = []
    for i in range(GAMES):
        made = client.post(f"{server.url}/api/games", json=wish(title=f"Game {i}", seats=seats))
        assert made.status_code == 201, made.text
        games.append(made.json()["id"])
    until(lambda: all(shown(client, server, id)["revision"] for id in games), "each game must begin", PATIENCE)
    return games


def shown(client: httpx.Client, server: Served, id: str) -> Any:
    return client.get(f"{server.url}/api/games/{id}").json()


def handed_over(client: httpx.Client, gone: Served, heir: Served, games: list[str]) -> None:
    """Kill a server; its games must go on at another one."""
    gone.kill()
    left = {id: shown(client, heir, id)["revision"] for id in games}
    going = [id for id in games if shown(client, heir, id)["status"] == "playing"]
    assert going == games, "no game must be over before the server is killed"
    until(
        lambda: all(shown(client, heir, id)["revision"] > left[id] for id in going),
        "each game must go on at the other server",
        PATIENCE,
    )


@pytest.mark.slow
def test_games_of_a_server_that_is_killed_go_on_at_another(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    with (
        postgres(tmp_path / "postgres") as url,
        Served(url) as one,
        Served(url) as two,
        httpx.Client(timeout=60, trust_env=False) as client,
    ):
        games = begun(client, one)
        handed_over(client, one, two, games)
        one.start()
        more = begun(client, two)
        handed_over(client, two, one, more)
        two.start()
        for id in [*games, *more]:
            frames = client.get(f"{one.url}/api/games/{id}/frames").json()
            assert [frame["n"] for frame in frames] == list(range(1, len(frames) + 1))
