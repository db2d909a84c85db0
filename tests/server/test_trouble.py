"""A database that is away, full or locked, processes that cannot be had, clients that vanish: the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sqlite3
import threading
import time
import webbrowser
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.protocols.utils import ClientDisconnected

from sandtable.cli import serve
from sandtable.server import computers, hall, queries, rooms, routes, seating, solving, store
from sandtable.server.hall import RECALLED
from sandtable.server.processes import Died, Worker
from sandtable.server.reference import OddsWish
from sandtable.server.requests import Hello, RuleChoice, Say, SeatChange
from sandtable.server.service import Refused, Service
from sandtable.server.thinking import Task, Thought
from sandtable.server.wire import Thinking, Update
from tests.postgres import postgres, stopped
from tests.server.online import Online, refusal
from tests.server.online import wish as asked_for
from tests.server.tables import advised, awaited, give, joined, served, status_of, until, wish

# --- the database -----------------------------------------------------------------------------------------------------


@awaited
async def test_a_disk_that_is_full_for_a_while_loses_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())

        async def room_for(pages: str) -> None:
            await service.hall.store.write("", lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages}"))

        await room_for("1")  # not one more than there are
        said = 0
        while await status_of(service.say(made.id, made.token, Say("x" * 500))) == 200:
            said += 1
        assert [m.n for m in (await service.view(made.id)).chat] == list(range(1, said + 1))
        await room_for("100000")
        assert (await service.say(made.id, made.token, Say("on we go"))).n == said + 1
        assert await give(service, made.id, made.token, "0") == 1


@awaited
async def test_a_file_that_somebody_else_locks_for_a_while_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BUSY", 0.05)
    async with served(tmp_path) as service:
        made = await service.create(wish())
        before = await service.view(made.id, made.token)
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert await status_of(give(service, made.id, made.token, "0")) == 503
        assert await service.view(made.id, made.token) == before
        other.execute("ROLLBACK")
        other.close()
        assert await give(service, made.id, made.token, "0") == 1


@pytest.mark.parametrize("way", ["read", "after"])
@awaited
async def test_computers_go_on_when_the_database_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(computers, "AWAY", 0.01)
    monkeypatch.setattr(hall, "FRESH", 0.0)
    monkeypatch.setattr(rooms, "LONELY", 10_000)  # the game goes on to the end of the test
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish(()))
        tries = 0

        async def away(*args: Any) -> Any:
            nonlocal tries
            tries += 1
            raise SQLAlchemyError("the database is away")

        async def often() -> bool:
            return tries > 2 * computers.TRIES

        with monkeypatch.context() as broken:
            broken.setattr(service.hall.store, way, away)
            await until(often)
        before = (await service.view(made.id)).revision

        async def goes_on() -> bool:
            return (await service.view(made.id)).revision > before

        await until(goes_on)
        assert (await service.view(made.id)).faults == ""


@pytest.mark.slow
@awaited
async def test_a_postgresql_that_is_started_again_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "AWAY", 0.05)
    monkeypatch.setattr(rooms, "LONELY", 10_000)
    folder = tmp_path / "postgres"
    folder.mkdir()
    with postgres(folder) as url:
        async with Service(url, workers=1) as service:
            people, alone = await service.create(wish()), await service.create(wish(()))
            assert await give(service, people.id, people.token, "0") == 1
            with stopped(folder):
                assert await status_of(give(service, people.id, people.token, "nothing")) == 503

                async def noticed() -> bool:
                    return await status_of(service.view(alone.id)) == 503

                await until(noticed)
            assert await give(service, people.id, people.token, "nothing") == 2
            before = (await service.view(alone.id)).revision

            async def goes_on() -> bool:
                return (await service.view(alone.id)).revision > before

            await until(goes_on)


@awaited
async def test_a_seat_is_not_taken_by_a_game_that_cannot_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Japan"]))

        def breaks(*args: Any, **how: Any) -> Any:
            raise KeyError("a fault of the engine")

        with monkeypatch.context() as broken:
            broken.setattr(seating, "Live", breaks)
            with pytest.raises(KeyError):
                await joined(service, made, "Japan")
        view = await service.view(made.id)
        assert view.status == "waiting" and [s.kind for s in view.seats if s.power == "Japan"] == ["open"]
        await joined(service, made, "Japan")
        assert (await service.view(made.id)).status == "playing"


def test_what_is_stored_and_cannot_be_read_is_no_fault_of_the_client(tmp_path: Path) -> None:
    with Online(tmp_path) as online:
        made = online.post("/games", asked_for())
        with contextlib.closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("UPDATE starts SET position = '{}'")
            other.execute("UPDATE games SET writes = writes + 1")
    with Online(tmp_path) as online:
        assert "went wrong on the server" in refusal(online.ask("GET", f"/games/{made['id']}/start"), 500)


# --- processes --------------------------------------------------------------------------------------------------------


def test_ctrl_c_at_the_terminal_does_not_reach_a_process_that_begins() -> None:
    worker = Worker()
    worker.start()
    try:
        assert worker._process and worker._process.pid
        os.kill(worker._process.pid, signal.SIGINT)
        assert worker.ask(60, divmod, 7, 2) == (3, 1)
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())  # and this one hears it
    finally:
        worker.close()


def test_a_line_is_closed_by_the_thread_that_reads_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, closing, asking = Worker(), list[int](), list[int]()
    close = Connection.close

    def noted(self: Connection) -> None:
        closing.extend([threading.get_ident()] if self is line else [])
        close(self)

    def ask() -> None:
        asking.append(threading.get_ident())
        with pytest.raises(Died):
            worker.ask(60, time.sleep, 60)

    worker.start()
    line = worker._line
    assert line is not None
    monkeypatch.setattr(Connection, "close", noted)
    thread = threading.Thread(target=ask)
    thread.start()
    while not worker._asking.locked():
        time.sleep(0.01)
    worker.close()
    thread.join(20)
    assert closing == asking, "in another thread, a file could get the number of the line while it is read"


def test_a_process_that_cannot_be_started_is_started_later(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    try:
        with monkeypatch.context() as crowded:

            def start(self: Any) -> None:
                raise BlockingIOError("there are too many processes")

            crowded.setattr("multiprocessing.context.SpawnProcess.start", start)
            for _ in range(2):
                with pytest.raises(Died, match="too many"):
                    worker.ask(60, divmod, 7, 2)
        assert worker.ask(60, divmod, 7, 2) == (3, 1)
    finally:
        worker.close()


@awaited
async def test_no_battle_is_called_too_large_because_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = solving.Solver()
    wish = OddsWish(RuleChoice("classic"), "2 infantry", "1 infantry")

    def start(self: Any) -> None:
        raise BlockingIOError("there are too many processes")

    with monkeypatch.context() as crowded:
        crowded.setattr("multiprocessing.context.SpawnProcess.start", start)
        with pytest.raises(solving.Busy):
            await solver.odds(wish)
    assert (await solver.odds(wish)).attacker_wins > 0
    solver.close()


@awaited
async def test_advice_comes_even_if_its_process_fails_in_an_unknown_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish())

        async def breaks(worker: Worker, task: Task) -> Thought:
            raise RuntimeError("nobody has thought of this")

        monkeypatch.setattr(service.computers, "ask", breaks)
        advice = await asyncio.wait_for(service.advice(made.id, made.token, 0), 30)
        assert await give(service, made.id, made.token, advice.text) == 1


@awaited
async def test_a_game_whose_process_fails_once_in_an_unknown_way_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "PAUSE", 0.01)
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        ask, times = service.computers.ask, 0

        async def breaks(worker: Worker, task: Task) -> Thought:
            nonlocal times
            times += 1
            if times == 1:
                raise RuntimeError("nobody has thought of this")
            return await ask(worker, task)

        monkeypatch.setattr(service.computers, "ask", breaks)
        made = await service.create(wish(["Germany"]))

        async def is_asked() -> bool:
            return bool((await service.view(made.id, made.token)).questions)

        await until(is_asked)
        assert times > 1


@awaited
async def test_a_service_that_cannot_begin_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(str(tmp_path / "games.db"), workers=1)

    async def breaks() -> None:
        raise OSError("nobody has thought of this")

    monkeypatch.setattr(service.computers, "start", breaks)
    with pytest.raises(OSError, match="thought"):
        await service.__aenter__()
    assert not [t.name for t in threading.enumerate() if t.name == "write"]


# --- those who follow -------------------------------------------------------------------------------------------------


@awaited
async def test_who_could_not_be_told_what_he_has_missed_does_not_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"]))
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "human"))
        await advised(service, made.id, made.token, RECALLED + 2)

        def breaks(*args: Any) -> Any:
            raise SQLAlchemyError("the database is away")

        with monkeypatch.context() as broken:
            broken.setattr(queries, "frames", breaks)
            with pytest.raises(Refused):
                async with service.follow(made.id, Hello(made.token, 1)):
                    pass
        assert not any(s.online for s in (await service.view(made.id)).seats if s.kind == "human")


@awaited
async def test_who_comes_back_is_told_first_what_he_has_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        bo = await joined(service, made, "Germany")
        await advised(service, made.id, made.token, RECALLED + 2)
        frames, reading, go = service.hall.frames, asyncio.Event(), asyncio.Event()

        async def slowly(*args: Any) -> Any:
            reading.set()
            await go.wait()
            return await frames(*args)

        monkeypatch.setattr(service.hall, "frames", slowly)

        async def comes_back() -> Any:
            async with service.follow(made.id, Hello(made.token, 1)) as queue:
                return queue.get_nowait()

        async with service.follow(made.id, Hello(bo.token)):
            back = asyncio.create_task(comes_back())
            await reading.wait()
        go.set()  # in the meantime the other one has gone
        assert isinstance(await back, Update)


@awaited
async def test_boards_are_kept_as_long_as_a_game_that_has_them_is_awake(tmp_path: Path) -> None:
    limit = "common.round_limit"
    async with served(tmp_path, awake=1) as service:
        for rounds in range(1, 5):
            await service.create(wish(rules=[limit], options={f"{limit}.rounds": rounds}))
        gc.collect()
        assert len(service.hall.boards) == 1


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="of Linux")
def test_a_client_that_takes_nothing_of_what_it_is_sent_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "STUCK", 1)
    online = Online(tmp_path)
    online.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # less than a view of a game
    with online, socket.socket() as deaf:
        made = online.post("/games", asked_for(seats=[{"power": "Japan", "kind": "human"}]))

        def there() -> bool:
            seats = online.get(f"/games/{made['id']}", made["token"])["seats"]
            return any(seat["online"] for seat in seats if seat["kind"] == "human")

        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(online.socket.getsockname())
        deaf.sendall(UPGRADE.format(id=made["id"], host=online.host).encode())
        while deaf.recv(1, socket.MSG_PEEK) and not deaf.recv(500).endswith(b"\r\n\r\n"):
            pass
        hello = msgspec.json.encode(Hello(made["token"]))
        deaf.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)  # a text under a mask of zeros
        for wanted in (True, False):
            end = time.monotonic() + 25
            while there() is not wanted:
                assert time.monotonic() < end, f"online: {not wanted}"
                time.sleep(0.05)


UPGRADE = """GET /api/games/{id}/live HTTP/1.1\r
Host: {host}\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r
\r
"""


@awaited
async def test_a_client_that_goes_in_the_middle_of_a_message_is_no_fault_of_the_server() -> None:
    class Gone:
        async def send_text(self, text: bytes) -> None:
            raise ClientDisconnected

        async def receive_data(self, mode: str) -> str:
            await asyncio.Event().wait()
            return ""

    queue: asyncio.Queue[Any] = asyncio.Queue()
    queue.put_nowait(Thinking("Japan"))
    with pytest.raises(WebSocketDisconnect):
        await routes._tell(Gone(), queue)  # type: ignore[arg-type]


def test_a_browser_in_the_terminal_does_not_keep_the_server_from_answering(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, opened = threading.Event(), []

    def browse(address: str) -> None:
        opened.append((address, threading.current_thread()))
        shown.set()

    monkeypatch.setattr(webbrowser, "open", browse)
    serve._show("http://127.0.0.1:8000", 0)
    assert shown.wait(30)
    ((address, thread),) = opened
    assert address.endswith(":8000") and thread is not threading.main_thread() and thread.daemon
