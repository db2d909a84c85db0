"""HTTP and WebSocket protocols of uvicorn with limits: time to send a request, and connections per address."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Limits, group


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


class Joined(h11.Connection):
    """Sends the head of a response with the first part of its body, which saves a system call and a packet."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER)
        self._head: list[bytes] = []

    def send_with_data_passthrough(self, event: h11.Event) -> list[bytes] | None:
        parts = super().send_with_data_passthrough(event)
        if isinstance(event, h11.Response):
            self._head, parts = parts or [], []
        elif parts is not None:  # the connection is not closed
            self._head, parts = [], [*self._head, *parts]
        return parts


class HTTP(H11Protocol):
    """A connection that is closed if the headers or the body of a request take too long."""

    def __init__(self, counts: Connections, **how: Any) -> None:
        super().__init__(**how)
        self.conn = Joined()
        self.counts, self.counted = counts, False
        self._phase = ""  # the part of a request that is awaited: "head", "body", or neither
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
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._await("")
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """Close the connection when the server stops, at once if a request is incomplete."""
        if self._phase == "body":
            self.transport.abort()
        else:
            super().shutdown()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _look(self) -> None:
        """Start or stop the timer for the rest of a request."""
        if self._upgraded:
            return
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self._await("body")
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self._await("head")
        elif state is not h11.IDLE or self.cycle is not None:
            self._await("")

    def _await(self, phase: str) -> None:
        if phase == self._phase:
            return
        self._phase = phase
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if phase:
            limits = self.counts.limits
            seconds = limits.head_seconds if phase == "head" else limits.body_seconds
            self._timer = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._timer = None
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
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
