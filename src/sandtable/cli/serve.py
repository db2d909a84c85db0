"""`sandtable serve`: the game server, with the browser client at `/`."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..core.errors import RuleError, SandtableError

if TYPE_CHECKING:
    from uvicorn import Config, Server

    from ..server.pages import Pages


def serve(
    *,
    db: str = "",
    port: int = 8000,
    host: str = "127.0.0.1",
    workers: int | None = None,
    open: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Start the game server. Press Ctrl-C to stop it.

    Parameters
    ----------
    db
        Where to store games: a file such as `games.db`, or a URL such as `postgresql://user@host/name`. By default, a
        file in your data folder.
    port
        The port to listen on.
    host
        The address to listen on. Use `0.0.0.0` to let other machines join.
    workers
        Number of processes for computer players. By default, one fewer than the number of cores.
    open
        Open the page in a browser.
    """
    if not 0 <= port <= 65535:
        raise RuleError(f"--port must be from 0 to 65535, not {port}")
    if workers is not None and not 0 <= workers <= 64:
        raise RuleError(f"--workers must be from 0 to 64, not {workers}")
    if missing := [name for name in NEEDED if not importlib.util.find_spec(name)]:
        raise RuleError(
            f"the server needs missing packages ({', '.join(missing)}); run: pip install 'sandtable[server]'"
        )
    try:
        return asyncio.run(_serve(db or default_db(), host, port, workers, open))
    except Failure as failure:
        print(f"sandtable: {failure}", file=sys.stderr)
        return 1


#: Seconds after which a client that accepts no data is disconnected.
STUCK = 60

#: Packages that only `sandtable[server]` installs.
NEEDED = ("alembic", "litestar", "sqlalchemy", "uvicorn", "websockets")


class Failure(Exception):
    """The reason the server cannot start."""


def default_db() -> str:
    """Return the URL of the games file in the user's data folder, which is created. Raises `Failure`."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            f"cannot create the folder {folder} ({error.strerror}); choose another location with --db"
        ) from None
    return f"sqlite:///{folder / 'games.db'}"


def data_folder() -> Path:
    """Return the folder for the user's data on this platform."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sandtable"


async def _serve(db: str, host: str, port: int, workers: int | None, open: bool) -> int:
    import uvicorn

    from ..server.app import make_app
    from ..server.pages import Pages
    from ..server.service import Service

    listening = _listen(host, port)
    pages = Pages()
    try:
        service = Service(db, workers=workers)
        await service.__aenter__()
    except (SandtableError, OSError) as error:
        listening.close()
        raise Failure(f"cannot store games there: {' '.join(str(error).split())}") from None
    try:
        app = make_app(service, pages=pages)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=16 * 1024,
            timeout_graceful_shutdown=3,
            server_header=False,
        )
        server = _server(config)
        address = _address(host, listening.getsockname()[1])
        if not pages.built():
            print("sandtable: the browser client has not been built; run 'make client'", file=sys.stderr)
        others = _elsewhere(host, listening.getsockname()[1])
        print(
            f"Sandtable is at {address}{f' and, for others, at {others}' if others else ''} (Ctrl-C to stop).",
            flush=True,
        )
        await asyncio.sleep(0)  # a Ctrl-C pressed until now takes effect here, before anything else starts
        asyncio.get_running_loop().run_in_executor(None, _warm, pages)
        app.state.solver.warm()
        if open and pages.built():
            _show(address, 0.5)
        await server.serve(sockets=[listening])
    finally:
        await service.__aexit__(None, None, None)
    return 0


def _server(config: Config) -> Server:
    """Return a server that stops on a signal and then returns to the caller, which closes everything else."""
    import uvicorn

    class Ending(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
            try:
                yield
            finally:
                for sig, handler in before.items():
                    signal.signal(sig, handler)

    return Ending(config)


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises `Failure`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        found = socket.socket(
            family, socket.SOCK_STREAM, socket.IPPROTO_TCP
        )  # asyncio sets TCP_NODELAY only if the protocol is named
    except OSError:
        raise Failure(f"this machine has no address {host}; choose another with --host") from None
    try:
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted connections inherit it
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK * 1000)
        found.bind(address)
        found.listen(2048)
    except OSError as error:
        found.close()
        taken = f"port {port} on {host} is already in use; choose another, such as --port {port + 1}"
        other = f"cannot listen on {host}:{port}: {error.strerror}"
        raise Failure(taken if error.errno in (98, 48, 10048) else other) from None
    return found


def _show(address: str, seconds: float) -> None:
    """Open a page in a browser after some seconds, in a thread, because a text browser blocks it."""
    showing = threading.Timer(seconds, webbrowser.open, (address,))
    showing.daemon = True
    showing.start()


def _warm(pages: Pages) -> None:
    """Fill the caches that the first visitor needs."""
    from ..server import content

    pages.find("")
    content.warm()


def _elsewhere(host: str, port: int) -> str:
    """Return this machine's address in the local network, or an empty text if unknown or not served."""
    if host not in ("0.0.0.0", "::", ""):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # sends nothing; only selects the outgoing address
        except OSError:
            return ""
        return f"http://{found.getsockname()[0]}:{port}"


def _address(host: str, port: int) -> str:
    """Return the address to open in a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "localhost", "": "127.0.0.1"}.get(host, host)
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
