"""HTTP and WebSocket protocols of uvicorn with limits: time to send a request, and connections per address."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Limits, group

#: Maximum number of bytes in the head of a request, and in what follows its body.
HEAD = 64 * 1024


class Connections:
    """Counts the open connections by address, within `limits`."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count a connection. Return False if there are too many."""
        who = group(address)
        free = not who and not self.limits.local
        if not free and self._open[who] >= self.limits.connections:
            return False
        if self._open.total() >= self.limits.connections_all:
            return False
        self._open[who] += 1
        return True

    def remove(self, address: str) -> None:
        """Stop counting a connection."""
        who = group(address)
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]

    def http(self, **how: Any) -> asyncio.Protocol:
        """Return the protocol of a new connection, for uvicorn."""
        return HTTP(self, **how)

    def websocket(self, **how: Any) -> asyncio.Protocol:
        """Return the protocol of an upgraded connection, for uvicorn."""
        return WebSocket(self, **how)


class HTTP(HttpToolsProtocol):
    """A connection that is closed if the head or the body of a request takes too long, or the head is too large."""

    def __init__(self, counts: Connections, **how: Any) -> None:
        super().__init__(**how)
        self.counts, self.counted = counts, False
        self._part = "head"  # the part of a request that is read: "head", "body", or neither
        self._size = 0  # bytes read since the last complete head, or part of a body
        self._timed = ""  # the part for which the timer runs
        self._timer: asyncio.TimerHandle | None = None
        self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.counted = self.counts.add(self._address())
        if self.counted:
            self._await("head")
        else:
            self._refuse(b"429 Too Many Requests", b"Too many connections. Close some and try again.", b"10")

    def connection_lost(self, exc: Exception | None) -> None:
        self._await("")
        if self.counted:
            self.counts.remove(self._address())
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._size += len(data)
        super().data_received(data)
        if self._upgraded:
            return
        if not self._part and (self.cycle is None or self.cycle.response_complete):
            self._part = "head"  # such as empty lines between requests
        if self._part != self._timed:
            self._await(self._part)
        if self._part and self._size > HEAD and not self.transport.is_closing():
            self._refuse(b"431 Request Header Fields Too Large", b"The headers of the request are too large.", b"1")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._part = "head"

    def on_headers_complete(self) -> None:
        self._part, self._size = "body", 0
        if sum(name == b"host" for name, _ in self.headers) > 1:
            raise ValueError("a request has one Host")  # the parser refuses the request
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._size = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._part, self._size = "", 0
        if self._timed:  # what follows has its own time
            self._await("")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._part:  # the next request is on its way, so the connection is not idle
            self._unset_keepalive_if_required()

    def handle_websocket_upgrade(self) -> None:
        self._upgraded = True
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """Close the connection when the server stops, at once if a request is incomplete."""
        if self._part == "body":
            self.transport.abort()
        else:
            super().shutdown()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _await(self, part: str) -> None:
        """Start the timer for a part of a request, or stop it."""
        self._timed = part
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if part:
            limits = self.counts.limits
            seconds = limits.head_seconds if part == "head" else limits.body_seconds
            self._timer = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._timer = None
        cycle = self.cycle
        answering = cycle is not None and not cycle.response_complete
        if self.pipeline or (answering and self._part == "head"):
            self._await(self._part)  # nothing is read until an earlier request is answered
        elif answering and cycle.response_started:
            self.transport.abort()
        else:
            self._refuse(b"408 Request Timeout", b"The request took too long. Try again.", b"1")

    def _refuse(self, status: bytes, sentence: bytes, retry: bytes) -> None:
        body = b'{"error":"%s","rule":""}' % sentence
        head = b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nRetry-After: %s\r\n"
        self.transport.write(head % (status, len(body), retry) + b"Connection: close\r\n\r\n" + body)
        self.transport.close()


class WebSocket(WebSocketsSansIOProtocol):
    """An upgraded connection, which stays counted."""

    def __init__(self, counts: Connections, **how: Any) -> None:
        super().__init__(**how)
        self.counts = counts

    def connection_lost(self, exc: Exception | None) -> None:
        self.counts.remove(self.client[0] if self.client else "")
        super().connection_lost(exc)
