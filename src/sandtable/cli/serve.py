"""`sandtable serve`: the game server, with the browser client at `/`."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import os
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast

from cyclopts import Parameter

from ..core.errors import RuleError, SandtableError

if TYPE_CHECKING:
    from litestar import Litestar
    from uvicorn import Server

    from ..server.limits import Limits
    from ..server.pages import Pages
    from ..server.post import Post
    from ..server.service import Service


@dataclass(frozen=True)
class Mailing:
    """How the server sends mail, by which players sign in. By default, it sends none.

    Parameters
    ----------
    mail
        How to send mail: `smtp://USER@HOST:PORT` or `smtps://USER@HOST:PORT` (with the password in the environment
        variable `SANDTABLE_MAIL_PASSWORD`), `file:FOLDER`, or `console`.
    mail_from
        The sender of mail, such as `games@example.org`.
    address
        The address of the server in mail, such as `https://games.example.org`. By default, its address on this machine.
    notice_key
        A file with the key that signs pushes to browsers and the links that stop mail. It is created if it does not
        exist. By default, it is next to the games.
    """

    mail: str = ""
    mail_from: str = "Sandtable"
    address: str = ""
    notice_key: Path | None = None

    def post(self) -> Post | None:
        """Return what sends mail, if anything. Raises `RuleError`, `SandtableError`."""
        from ..server.post import post_of

        if self.address and not re.fullmatch(r"https?://[^/\s]+/?", self.address):
            raise RuleError("--address must be like https://games.example.org")
        return post_of(self.mail, self.mail_from) if self.mail else None

    def contact(self) -> str:
        """Return the address of the operator for push services."""
        if "@" in self.mail_from:
            return f"mailto:{parseaddr(self.mail_from)[1]}"
        return self.address if self.address.startswith("https:") else "mailto:operator@localhost.invalid"

    def key_file(self, db: str) -> Path:
        """Return the file with the key for notices, for the games in `db`."""
        file = db.removeprefix("sqlite:///")
        return self.notice_key or (data_folder() if "://" in file else Path(file).parent) / "notices.pem"


def serve(
    *,
    db: str = "",
    port: int = 8000,
    host: str = "127.0.0.1",
    name: Annotated[list[str] | None, Parameter(negative="")] = None,
    workers: int | None = None,
    connections: int = 200,
    key_file: Path | None = None,
    mailing: Annotated[Mailing | None, Parameter(name="*")] = None,
    log: Literal["text", "json"] = "text",
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
    name
        A name at which players reach the server, such as `games.example.org`. Requests to unknown names are refused;
        localhost and IP addresses always work.
    workers
        Number of processes for computer players. By default, one fewer than the number of cores.
    connections
        Maximum number of open connections per address. This machine is not limited.
    key_file
        A file with the key that encrypts dice seeds and mail addresses in the database. It is created if it does not
        exist. Keep a copy: without the key, the games cannot continue.
    log
        The form of the log on standard error: `text`, or `json` with one object per line.
    open
        Open the page in a browser.
    """
    _check(port, workers, connections)
    from uvicorn.loops.auto import auto_loop_factory

    mailing = mailing or Mailing()
    try:
        settings = Settings(
            db or default_db(), host, port, tuple(name or ()), workers, connections, key_file, mailing.post(),
            mailing, log, open,
        )  # fmt: skip
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            return runner.run(_serve(settings))
    except Failure as failure:
        print(f"sandtable: {failure}", file=sys.stderr)
        return 1


def _check(port: int, workers: int | None, connections: int) -> None:
    """Check options and packages. Raises `RuleError`."""
    if not 0 <= port <= 65535:
        raise RuleError(f"--port must be from 0 to 65535, not {port}")
    if workers is not None and not 0 <= workers <= 64:
        raise RuleError(f"--workers must be from 0 to 64, not {workers}")
    if not 1 <= connections <= 100_000:
        raise RuleError(f"--connections must be from 1 to 100000, not {connections}")
    if missing := [name for name in NEEDED if not importlib.util.find_spec(name)]:
        raise RuleError(
            f"the server needs missing packages ({', '.join(missing)}); run: pip install 'sandtable[server]'"
        )


#: Seconds after which a client that accepts no data is disconnected.
STUCK = 60

#: Packages that only `sandtable[server]` installs.
NEEDED = (
    "alembic",
    "cryptography",
    "http_ece",
    "httptools",
    "litestar",
    "openskill",
    "py_vapid",
    "sqlalchemy",
    "structlog",
    "uvicorn",
    "webauthn",
    "websockets",
)
#: Thresholds of the garbage collector: small steps, so that no answer waits for long, and rarely a search of all games.
COLLECT = (1_000, 10, 800)
#: Seconds within which running requests must end when the server stops.
GRACE = 2


class Settings(NamedTuple):
    """The settings of a server; see `serve`."""

    db: str
    host: str
    port: int
    names: tuple[str, ...]
    workers: int | None
    connections: int
    key_file: Path | None
    post: Post | None
    mailing: Mailing
    log: str
    open: bool


class Failure(Exception):
    """The reason the server cannot start."""


def default_db() -> str:
    """Return the URL of the games file in the user's data folder, which is created. Raises `Failure`."""
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
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


async def _serve(settings: Settings) -> int:
    from ..server import logs
    from ..server.app import make_app
    from ..server.limits import Limits
    from ..server.pages import Pages
    from ..server.push import read_key
    from ..server.service import Service
    from ..server.vault import Vault, read_keys

    logs.configure(settings.log)
    host = settings.host
    listening = _listen(host, settings.port)
    pages = Pages()
    try:
        vault = Vault(read_keys(settings.key_file) if settings.key_file else ())
        mailing = settings.mailing
        home = mailing.address or _address(host, listening.getsockname()[1])
        key = read_key(mailing.key_file(settings.db))
        service = Service(
            settings.db, workers=settings.workers, vault=vault, post=settings.post, home=home, notice_key=key,
            contact=mailing.contact(),
        )  # fmt: skip
        await service.__aenter__()
    except (SandtableError, OSError) as error:
        listening.close()
        raise Failure(f"cannot store games there: {' '.join(str(error).split())}") from None
    try:
        limits = Limits(connections=settings.connections)
        app = make_app(service, limits=limits, pages=pages, names=(*settings.names, host))
        server = make_server(service, app, limits)
        address = _address(host, listening.getsockname()[1])
        if not pages.built():
            print("sandtable: the browser client has not been built; run 'make client'", file=sys.stderr)
        others = _elsewhere(host, listening.getsockname()[1])
        print(
            f"Sandtable is at {address}{f' and, for others, at {others}' if others else ''} (Ctrl-C to stop).",
            flush=True,
        )
        await asyncio.sleep(0)  # a Ctrl-C pressed until now takes effect here, before anything else starts
        threading.Thread(target=_warm, args=(pages,), name="warm", daemon=True).start()  # stopping waits for no daemon
        if settings.open and pages.built():
            _show(address, 0.5)
        await server.serve(sockets=[listening])
    finally:
        await service.__aexit__(None, None, None)
        gc.freeze()  # the process ends: searching the games in memory for cycles would take seconds
    return 0


def make_server(service: Service, app: Litestar, limits: Limits) -> Server:
    """Return a server that stops on a signal and then returns to the caller, which closes everything else."""
    import uvicorn

    from ..server.connections import Connections
    from ..server.express import Express

    connections = Connections(limits)
    config = uvicorn.Config(
        cast(Any, Express(app, service, limits)),
        http=cast(Any, connections.http),
        ws=cast(Any, connections.websocket),
        log_config=None,
        access_log=False,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )

    class Ending(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            service.stop()  # ends calculations and live connections, for which uvicorn would wait
            await super().shutdown(sockets)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            if threading.current_thread() is not threading.main_thread():
                yield
                return
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
    gc.collect()
    gc.freeze()  # what is loaded by now stays, so that searches for cycles can skip it
    gc.set_threshold(*COLLECT)


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
