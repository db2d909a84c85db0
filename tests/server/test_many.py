"""Two hundred games at once, of Classic and 1914, and a server that is killed again and again: nothing that it has
acknowledged is lost. Nor is it with two servers on one database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from sandtable.server import hall
from tests.crowd import Crowd
from tests.postgres import postgres
from tests.serving import Served

GAMES, CONNECTIONS, KILLS, BETWEEN = 200, 50, 10, 100
#: The same with two servers; and every how manieth game is one of 1914.
GAMES_OF_TWO, KILLS_OF_TWO, GREAT = 60, 6, 5


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.db"
        return
    (tmp_path / "postgres").mkdir()
    with postgres(tmp_path / "postgres") as url:
        yield url


def offspring(served: Served) -> list[psutil.Process]:
    """The processes of the server, itself first."""
    assert served.process
    parent = psutil.Process(served.process.pid)
    return [parent, *parent.children(recursive=True)]


async def disturbed(crowd: Crowd, kills: int, *servers: Served) -> None:
    """Plays while one server after the other is killed, each time after `BETWEEN` answers, and started again."""
    playing = asyncio.create_task(crowd.play(600))
    for number in range(kills + 1):
        served = servers[number % len(servers)]
        enough, end = len(crowd.latencies) + BETWEEN, time.monotonic() + 60
        while len(crowd.latencies) < enough:
            assert time.monotonic() < end, f"{len(crowd.latencies)} of {enough} answers: the server is not there"
            assert not playing.done(), playing.result()
            await asyncio.sleep(0.01)
        if number == kills:
            break
        family = offspring(served)
        served.kill()
        await asyncio.to_thread(served.start)
        _, alive = await asyncio.to_thread(psutil.wait_procs, family, 10)
        assert not alive, f"left behind by the dead server: {[process.cmdline() for process in alive]}"
    crowd.playing = False
    await playing


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str, tmp_path: Path) -> None:
    with Served(database) as served:
        crowd = Crowd(served.url, connections=CONNECTIONS, seed=7, great=GREAT)
        asyncio.run(crowd.create(GAMES))
        asyncio.run(disturbed(crowd, KILLS, served))
        assert not crowd.faults, crowd.faults[:5]
        assert crowd.lost, "the kills must have hurt"
        asyncio.run(crowd.audit(tmp_path))


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_with_two_servers_on_one_database(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    with postgres(tmp_path / "postgres") as url, Served(url) as one, Served(url) as two:
        crowd = Crowd(one.url, two.url, connections=CONNECTIONS, seed=8, great=GREAT)
        asyncio.run(crowd.create(GAMES_OF_TWO))
        asyncio.run(disturbed(crowd, KILLS_OF_TWO, one, two))
        assert not crowd.faults, crowd.faults[:5]
        assert crowd.lost, "the kills must have hurt"
        time.sleep(2 * hall.FRESH)  # by then, each server knows what the other one has written
        asyncio.run(crowd.audit(tmp_path))
