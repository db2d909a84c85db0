"""Logging of the server: one line per event with time, level, and request id, as text or JSON.

Only faults of the program have tracebacks. A message logged with ``extra={"once": key}`` appears at most once in
`QUIET` seconds; the next one says how many were left out.
"""

from __future__ import annotations

import logging
import logging.config
import secrets
import sys
import time
from typing import Any

import structlog
from litestar.types import ASGIApp, Receive, Scope, Send

#: Seconds for which the same message is not repeated.
QUIET = 10.0
#: Maximum number of messages to remember for this.
REMEMBERED = 1000


class Once(logging.Filter):
    """Drops repeated messages: those with the same `once`, and all with the same template from uvicorn."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key = getattr(record, "once", "")
        if not key and record.name.startswith("uvicorn") and not record.exc_info:
            key = str(record.msg)
        if not key:
            return True
        now = time.monotonic()
        then, dropped = self._seen.get(key, (-QUIET, 0))
        if now - then < QUIET:
            self._seen[key] = then, dropped + 1
            return False
        if len(self._seen) >= REMEMBERED:
            self._seen.clear()
        self._seen[key] = now, 0
        if dropped:
            record.msg, record.args = f"{record.getMessage()} ({dropped} more)", ()
        return True


def configure(form: str = "text", level: str = "WARNING", stream: Any = None) -> None:
    """Send the logs of the server to standard error. `form` is ``text`` or ``json``."""
    stream = stream or sys.stderr
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        last: list[Any] = [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain, pad_event_to=0)]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    handler.addFilter(Once())
    for name in ("sandtable", "uvicorn", "litestar", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


def identified(app: ASGIApp) -> ASGIApp:
    """Give every request an id, for the logs and the header ``X-Request-ID``."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        id = secrets.token_hex(6)
        scope["state"]["request_id"] = id
        with structlog.contextvars.bound_contextvars(request=id):
            await app(scope, receive, send)

    return middleware
