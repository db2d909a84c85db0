"""A real `sandtable serve` in its own process, for tests over the network (127.0.0.1 only)."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from types import TracebackType

import httpx

SERVE = (sys.executable, "-m", "sandtable", "serve")


def free_port() -> int:
    """Return an unused port of 127.0.0.1."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Served:
    """A server on a database: a context manager, or started, killed, and restarted by hand."""

    def __init__(self, db: str, command: Sequence[str] = SERVE, **environment: str) -> None:
        """`db` is the value for ``sandtable serve --db``; `command` starts the server, with further options."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [*command, "--db", db, "--host", "127.0.0.1", "--port", str(self.port)]
        self.environment = {**os.environ, "PYTHONFAULTHANDLER": "1", **environment}
        self.output = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the server)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = 120) -> None:
        """Start the server and wait until it responds, for up to `patience` seconds."""
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output, env=self.environment
        )
        end = time.monotonic() + patience
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if httpx.get(f"{self.url}/api/editions", timeout=30).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        how = self.abort()
        said = self.said()
        self.output.close()
        raise AssertionError(f"the server does not start ({how}):\n{said}")

    def said(self) -> str:
        """Return all its output so far."""
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def kill(self) -> None:
        """Kill it without cleanup, like a crash."""
        assert self.process
        self.process.kill()
        self.process.wait(30)

    def abort(self) -> str:
        """Kill it so that it prints where each of its threads was; return what happened."""
        assert self.process
        if self.process.poll() is not None:
            return f"it ended by itself, with status {self.process.returncode}"
        self.process.send_signal(signal.SIGABRT)
        self.process.wait(30)
        return "it did not answer"

    def stop(self, patience: float = 15) -> int:
        """Ask it to stop, and return its exit status."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.abort()
            raise AssertionError(f"the server does not stop within {patience} seconds:\n{self.said()}") from None

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self.process and self.process.poll() is None:
            if fault:
                self.kill()
            else:
                assert self.stop() == 0, self.said()
        self.output.close()
