"""A small server for tests, in a thread of the test's own process."""

from __future__ import annotations

import socketserver
import threading
from types import TracebackType
from typing import Self


class Listening:
    """A context manager that runs a server; `host` is its address with the port."""

    def __init__(self, server: socketserver.TCPServer) -> None:
        self._server = server
        self.host = f"127.0.0.1:{server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, name=type(self).__name__)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
