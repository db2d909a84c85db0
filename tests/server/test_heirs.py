"""A server that is killed hands the games of its computer players over to another one on the same database."""

from __future__ import annotations

from pathlib import Path

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


def revisions(client: httpx.Client, server: Served, games: list[str]) -> dict[str, int]:
    """The revision of each game, as a server shows it."""
    return {id: client.get(f"{server.url}/api/games/{id}").json()["revision"] for id in games}


@pytest.mark.slow
def test_games_of_a_server_that_is_killed_go_on_at_another(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    seats = [{"power": power, "kind": "computer", "player": "random"} for power in POWERS]
    with (
        postgres(tmp_path / "postgres") as url,
        Served(url) as one,
        Served(url) as two,
        httpx.Client(timeout=60, trust_env=False) as client,
    ):
        games = []
        for i in range(GAMES):
            made = client.post(f"{one.url}/api/games", json=wish(title=f"Game {i}", seats=seats))
            assert made.status_code == 201, made.text
            games.append(made.json()["id"])
        until(
            lambda: all(revisions(client, one, games).values()),
            "each game must have begun at the first server",
            PATIENCE,
        )
        one.kill()
        left = revisions(client, two, games)
        until(
            lambda: all(revisions(client, two, games)[id] > revision for id, revision in left.items()),
            "each game must go on at the second server",
            PATIENCE,
        )
        one.start()
        left = revisions(client, one, games)
        two.kill()
        until(
            lambda: all(revisions(client, one, games)[id] > revision for id, revision in left.items()),
            "each game must go on at the first server",
            PATIENCE,
        )
        two.start()
        for id in games:
            frames = client.get(f"{one.url}/api/games/{id}/frames").json()
            assert [frame["n"] for frame in frames] == list(range(1, len(frames) + 1))
