"""Logs: one line per event, as text or JSON, and no flood."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from sandtable.server import logs, queries
from tests.server.online import Online, refusal, wish

NAMES = ("sandtable", "uvicorn", "litestar", "asyncio")


@pytest.fixture
def restored() -> Iterator[None]:
    before = [(log, log.handlers, log.propagate, log.level) for log in map(logging.getLogger, NAMES)]
    yield
    for log, handlers, propagate, level in before:
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


def lines(stream: io.StringIO) -> list[str]:
    return stream.getvalue().splitlines()


@pytest.mark.usefixtures("restored")
def test_a_line_has_time_level_and_logger(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    logs.configure("json", stream=stream)
    log = logging.getLogger("sandtable.server")
    log.warning("game %s: stopped", "x")
    try:
        raise ZeroDivisionError("fault")
    except ZeroDivisionError:
        log.exception("failed")
    first, second = map(json.loads, lines(stream))
    assert (first["event"], first["level"], first["logger"]) == ("game x: stopped", "warning", "sandtable.server")
    assert first["timestamp"].endswith("Z")
    assert second["exception"][0]["exc_type"] == "ZeroDivisionError"


@pytest.mark.usefixtures("restored")
def test_a_repeated_message_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    logs.configure(stream=stream)
    log = logging.getLogger("sandtable.server")
    for _ in range(100):
        log.warning("the database is unavailable: %s", "gone", extra={"once": "database"})
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    assert len(lines(stream)) == 2
    monkeypatch.setattr(logs, "QUIET", 0.0)
    log.warning("the database is unavailable: %s", "gone", extra={"once": "database"})
    assert "gone (99 more)" in lines(stream)[2]


@pytest.mark.usefixtures("restored")
def test_an_unavailable_database_is_one_line_with_the_id_of_the_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any) -> Any:
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))

    stream = io.StringIO()
    logs.configure("json", stream=stream)
    with Online(tmp_path) as online:
        made = online.post("/games", wish())
        monkeypatch.setattr(queries, "frames", away)
        for _ in range(5):
            answer = online.ask("GET", f"/games/{made['id']}/frames")
            refusal(answer, 503)
            assert answer.headers["retry-after"] == "3" and answer.headers["x-request-id"]
    (line,) = [json.loads(line) for line in lines(stream)]
    assert line["event"].startswith("the database is unavailable:") and line["level"] == "warning"
    assert len(line["request"]) == 12 and "exception" not in line
