"""A real `sandtable serve` in a process of its own, for tests that talk to it over the network (127.0.0.1 only)."""

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
    """A port of 127.0.0.1 on which nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class Served:
    """A server on a database; used as a context manager, or started, killed and started again by hand."""

    def __init__(self, db: str, command: Sequence[str] = SERVE, **environment: str) -> None:
        """`db` as ``sandtable serve --db`` takes it; `command` starts the server, with ``--db`` and so on added."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [*command, "--db", db, "--host", "127.0.0.1", "--port", str(self.port)]
        self.environment = {**os.environ, "PYTHONFAULTHANDLER": "1", **environment}
        self.output = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the server)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = 120) -> None:
        """Starts it and waits until it answers, for `patience` seconds."""
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
        """All it has written so far."""
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def kill(self) -> None:
        """Kills it as a failing machine would: at once, with nothing put in order."""
        assert self.process
        self.process.kill()
        self.process.wait(30)

    def abort(self) -> str:
        """Kills it so that it says where each of its threads was; tells what has become of it."""
        assert self.process
        if self.process.poll() is not None:
            return f"it ended by itself, with status {self.process.returncode}"
        self.process.send_signal(signal.SIGABRT)
        self.process.wait(30)
        return "it did not answer"

    def stop(self, patience: float = 15) -> int:
        """Asks it to stop, and gives its exit status."""
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
