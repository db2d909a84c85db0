"""`sandtable serve` as a program: it starts, says where it is, stops when asked, and explains itself if it cannot."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.cli import main, serve
from tests.server.online import wish
from tests.serving import SERVE, Served


def failed(*options: str, **environment: str) -> str:
    """What it says when it cannot start: one line, and exit code 1."""
    done = subprocess.run(
        [*SERVE, *options], capture_output=True, text=True, timeout=60, env={**os.environ, **environment}
    )
    assert done.returncode == 1 and done.stdout == "", done
    (line,) = done.stderr.strip().splitlines()
    return line


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_and_stops_when_asked(tmp_path: Path, sign: signal.Signals) -> None:
    with Served(f"sqlite:///{tmp_path}/games.db") as served:
        assert httpx.get(f"{served.url}/api/editions").status_code == 200
        assert f"Sandtable is at {served.url} (" in served.said()
        assert served.process
        served.process.send_signal(sign)
        assert served.process.wait(20) == 0
        lines = [line for line in served.said().splitlines() if "client has not been built" not in line]
        assert len(lines) == 1, served.said()


MONSTER = "40 inf 30 arm 20 ftr 15 bomber"


def test_it_stops_quietly_with_odds_under_way_and_half_sent_requests(tmp_path: Path) -> None:
    head = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n"
    with Served(f"sqlite:///{tmp_path}/games.db") as served, ExitStack() as stack:
        httpx.get(f"{served.url}/api/editions")
        odds = json.dumps({"choice": {"edition": "classic"}, "attack": MONSTER, "defend": MONSTER})
        asked = [stack.enter_context(closing(HTTPConnection("127.0.0.1", served.port, timeout=30))) for _ in range(2)]
        for one in asked:  # sent before what is answered below, so that the server has them when it stops
            one.request("POST", "/api/odds", odds, {"Content-Type": "application/json"})
        for data in (b"", b"GET /api/ed", head, head + b"{"):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            half.sendall(data)
        made = httpx.post(f"{served.url}/api/games", json=wish()).json()
        live = stack.enter_context(connect(f"ws://127.0.0.1:{served.port}/api/games/{made['id']}/live", proxy=None))
        live.send('{"token": ""}')
        live.recv(60)
        assert served.stop(15) == 0, "it takes 2 seconds on an idle machine, and 20 until a half-sent body is given up"
        for one in asked:
            with one.getresponse() as answer:
                assert answer.status == 503 and answer.headers["retry-after"] == "5"
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(60)
        assert closed.value.rcvd and closed.value.rcvd.code in (1001, 1012, 1013)
        lines = [line for line in served.said().splitlines() if "client has not been built" not in line]
        assert len(lines) == 1, served.said()


def test_a_taken_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = failed("--db", f"sqlite:///{tmp_path}/games.db", "--port", str(port))
    assert f"port {port} on 127.0.0.1 is already in use" in told


@pytest.mark.parametrize(
    ("db", "words"),
    [
        ("sqlite:///{folder}/file/games.db", "cannot store games there"),
        ("sqlite:///{folder}", "cannot store games there"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot store games there"),
        ("nosuch://x", "cannot store games there"),
        ("sqlite://", "needs a file, such as"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_one_sentence(tmp_path: Path, db: str, words: str) -> None:
    (tmp_path / "file").write_text("")
    assert words in failed("--db", db.format(folder=tmp_path), "--port", "0")


def test_an_unknown_address_is_told_in_one_sentence(tmp_path: Path) -> None:
    assert "address" in failed("--db", f"{tmp_path}/games.db", "--host", "no.such.host.invalid", "--port", "0")


def test_games_are_kept_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert serve.default_db() == f"sqlite:///{tmp_path}/sandtable/games.db"
    assert (tmp_path / "sandtable").is_dir()
    monkeypatch.delenv("XDG_DATA_HOME")
    assert serve.data_folder() == Path.home() / ".local" / "share" / "sandtable"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert serve.data_folder() == Path.home() / "Library" / "Application Support" / "sandtable"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert serve.data_folder() == tmp_path / "Local" / "sandtable"


@pytest.mark.parametrize("options", [["--port", "70000"], ["--workers", "-1"], ["--port", "x"]])
def test_odd_options_are_refused(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *options]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("::", "http://localhost:8000"),
        ("games.example", "http://games.example:8000"),
    ],
)
def test_the_address_is_one_to_type_into_a_browser(host: str, address: str) -> None:
    assert serve._address(host, 8000) == address


def test_answers_are_sent_at_once() -> None:
    """Without this option each answer waits some 40 ms for the client's acknowledgement of its headers."""

    async def accepted() -> bool:
        found = asyncio.get_running_loop().create_future()
        listening = serve._listen("127.0.0.1", 0)
        server = await asyncio.start_server(lambda reader, writer: found.set_result(writer), sock=listening)
        async with server:
            _, writer = await asyncio.open_connection(*listening.getsockname())
            peer = await found
            option = peer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for end in (writer, peer):
                end.close()
                await end.wait_closed()
        return bool(option)

    assert asyncio.run(accepted())


def test_without_its_packages_it_names_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "NEEDED", ("sys", "no_such_package"))
    assert main(["serve"]) == 2
    assert "(no_such_package); run: pip install 'sandtable[server]'" in capsys.readouterr().err
