"""Half-sent requests and too many connections."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sandtable.server.connections import Connections
from sandtable.server.limits import Limits
from tests.mailing import until
from tests.server.online import Online, heard, wish

EDITIONS = b"GET /api/editions HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Online]:
    limits = Limits(local=True, connections=6, head_seconds=0.4, body_seconds=0.6)
    with Online(tmp_path, limits=limits) as online:
        yield online


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Online]:
    """A server whose limits leave time to open some connections even if the machine is busy."""
    with Online(tmp_path, limits=Limits(local=True, connections=6, head_seconds=3)) as online:
        yield online


def until_closed(server: Online) -> None:
    """Wait until the server knows that all connections are closed."""
    assert server.running
    state = server.running.server_state
    until(lambda: not state.connections, "connections stay open")


def opened(server: Online, data: bytes = b"") -> socket.socket:
    found = socket.create_connection(server.socket.getsockname(), timeout=60)
    if data:
        found.sendall(data)
    return found


def rest(connection: socket.socket) -> bytes:
    """Everything the server sends until it closes the connection."""
    out = b""
    with connection:
        try:
            while more := connection.recv(4096):
                out += more
        except ConnectionResetError:
            pass
    return out


@pytest.mark.parametrize("data", [b"", b"GET /api/edi", HEAD, HEAD + b'\r\n{"edit'])
def test_a_half_sent_request_is_not_held_for_ever(server: Online, data: bytes) -> None:
    start = time.monotonic()
    assert rest(opened(server, data)).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - start > 0.3


@pytest.mark.parametrize("head", [HEAD, HEAD + b"\r\n"])
def test_a_request_that_drips_in_is_not_held_for_ever(server: Online, head: bytes) -> None:
    start = time.monotonic()
    with opened(server, head[:-2]) as slow:
        slow.sendall(head[-2:])
        with pytest.raises(OSError):
            while time.monotonic() - start < 20:
                slow.sendall(b"x")
                time.sleep(0.05)


def test_a_second_request_on_a_connection_has_the_same_limit(server: Online) -> None:
    with opened(server, EDITIONS) as kept:
        assert kept.recv(100).startswith(b"HTTP/1.1 200 ")
        time.sleep(0.8)  # longer than a request may take: between requests a connection is kept
        kept.sendall(b"GET /api/nothing HTTP/1.1\r\nHost")
        assert b"HTTP/1.1 408 " in rest(kept)


def test_connections_of_an_address_are_limited(patient: Online) -> None:
    with ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(opened(patient, b"GET"))
        assert rest(opened(patient)).startswith(b"HTTP/1.1 429 ")
    until_closed(patient)
    with ExitStack() as stack:
        free = [stack.enter_context(opened(patient, EDITIONS)) for _ in range(6)]
        assert all(one.recv(100).startswith(b"HTTP/1.1 200 ") for one in free)


def test_a_live_connection_stays_counted_and_is_not_cut_off(patient: Online) -> None:
    made = patient.post("/games", wish())
    patient.client.close()
    until_closed(patient)
    with patient.live(made["id"]) as live, ExitStack() as stack:
        heard(live, "welcome")
        time.sleep(3.5)  # longer than a request may take
        for _ in range(5):
            stack.enter_context(opened(patient, b"GET"))
        assert rest(opened(patient)).startswith(b"HTTP/1.1 429 ")
        live.ping().wait(5)
    until_closed(patient)
    with ExitStack() as stack:
        free = [stack.enter_context(opened(patient, EDITIONS)) for _ in range(6)]
        assert all(one.recv(100).startswith(b"HTTP/1.1 200 ") for one in free)


def test_connections_are_counted_by_address() -> None:
    counts = Connections(Limits(connections=2, connections_all=4))
    assert [counts.add("203.0.113.1") for _ in range(3)] == [True, True, False]
    assert counts.add("203.0.113.2")
    assert counts.add("127.0.0.1") and not counts.add("127.0.0.1"), "the limit of all connections"
    counts.remove("203.0.113.1")
    assert counts.add("203.0.113.1") and not counts.add("203.0.113.1")


@pytest.mark.parametrize(
    "data",
    [b"GET / HTTP/1.1\r\nA: ", b"GET /", HEAD[:-20] + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nA: "],
    ids=["a header", "the address", "a trailer"],
)
def test_a_head_without_end_is_refused_long_before_its_time_is_over(data: bytes, tmp_path: Path) -> None:
    with Online(tmp_path) as server, opened(server, data) as endless:
        with pytest.raises(OSError):
            for _ in range(1000):
                endless.sendall(b"x" * 65_536)
        assert server.get("/editions")


def test_empty_lines_are_no_request(server: Online) -> None:
    with opened(server, EDITIONS) as kept:
        assert kept.recv(100).startswith(b"HTTP/1.1 200 ")
        start = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - start < 10:
                kept.sendall(b"\r\n")
                time.sleep(0.05)


def test_a_request_has_one_host(server: Online) -> None:
    two = opened(server, b"GET /api/editions HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\n\r\n")
    assert rest(two).startswith(b"HTTP/1.1 400 ")
    without = opened(server, b"GET /api/editions HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert rest(without).startswith(b"HTTP/1.1 421 ")


def test_requests_that_are_sent_together_are_answered_in_turn(server: Online) -> None:
    line = b"GET /api/%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
    told = rest(opened(server, line % (b"editions", b"") + line % (b"nothing", b"Connection: close\r\n")))
    assert told.startswith(b"HTTP/1.1 200 ") and b"HTTP/1.1 404 " in told
