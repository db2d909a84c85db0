"""Access to an SQLite file or a PostgreSQL database.

One thread writes: it collects the pending writes of all games into one transaction and reports success only after the
commit. If the database refuses one of them, all are written one by one, so that only that one fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from ..core.errors import SandtableError
from .queries import Conflict, Work
from .tables import DEVICES, GAMES, LINKS, PEOPLE
from .vault import Vault

T = TypeVar("T")

#: Seconds to wait for a locked database, and for one that does not respond.
BUSY, GONE = 15.0, 10


def url_of(text: str) -> URL:
    """Return the database URL for a URL or the path of an SQLite file. Raises `SandtableError`."""
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except ArgumentError:
        raise SandtableError(
            "the database must be a URL, such as sqlite:///games.db or postgresql://HOST/NAME"
        ) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername == "postgresql+psycopg":  # without these, a lost connection would wait forever
        patience = {"connect_timeout": str(GONE), "tcp_user_timeout": str(GONE * 1000)}
        url = url.set(query={**patience, **url.query})
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise SandtableError("the SQLite URL needs a file, such as sqlite:///games.db")
    return url


def _engine(url: URL, reading: bool) -> Engine:
    how: dict[str, Any] = {"pool_size": READERS if reading else 1, "max_overflow": 0 if reading else 1}
    how["hide_parameters"] = True  # seeds must not appear in logs
    if url.get_backend_name() != "sqlite":
        if reading:
            how["isolation_level"] = "REPEATABLE READ"
        return sa.create_engine(url, pool_pre_ping=True, **how)
    engine = sa.create_engine(url, **how)

    @sa.event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, record: Any) -> None:
        connection.isolation_level = None  # transactions start explicitly, in `begun`
        for pragma in (
            f"busy_timeout={BUSY * 1000:.0f}", "foreign_keys=ON", "synchronous=FULL",
            *(("query_only=ON",) if reading else ()),
        ):  # fmt: skip
            connection.execute(f"PRAGMA {pragma}")
        _write_ahead(connection)

    @sa.event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch on write-ahead logging, so that readers and the writer do not block each other.

    SQLite does not apply its busy timeout here, so this retries.
    """
    end = time.monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def _private(path: Path) -> None:
    """Create an SQLite file that only its owner can read; SQLite gives the files beside it the same permissions.

    Raises `OSError` if its folder cannot be created; other errors are left to SQLite.
    """
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True)
    with contextlib.suppress(OSError):  # such as a file of another user
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)


READERS = 4
#: Maximum number of writes in one transaction.
GROUP = 500
#: Seconds after which the writer checks its connection before it uses it again.
IDLE = 5.0


class Store:
    """The database behind one server. `write` and `read` are for the event loop; `open` and `shut` block.

    `written` is called with the ids of the games that a transaction changes, before its end; see `relay`.
    """

    def __init__(self, url: str, vault: Vault | None = None) -> None:
        """`vault` encrypts the seeds."""
        self.url, self.vault = url_of(url), vault or Vault()
        self._queue: queue.SimpleQueue[tuple[str, Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._connection: Connection | None = None  # that of the writer, and when it was last used
        self._used = 0.0
        self.written: Callable[[Connection, Sequence[str]], None] = lambda connection, games: None

    def open(self) -> None:
        """Connect, migrate the tables, and start the writer. Raises `SandtableError`."""
        if self.url.get_backend_name() == "sqlite":
            _private(Path(str(self.url.database)))
        try:
            self._out, self._in = _engine(self.url, reading=False), _engine(self.url, reading=True)
            self._migrate()
            self._seal()
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            raise SandtableError(f"the driver for this database is not installed ({error})") from None
        except CommandError as error:
            raise SandtableError(f"the database was created by a different version: {error}") from None
        except SQLAlchemyError as error:
            raise SandtableError(f"cannot open the database: {getattr(error, 'orig', None) or error}") from None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._writer = threading.Thread(target=self._write_all, name="write", daemon=True)
        self._writer.start()

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(files("sandtable.server") / "migrations").replace("%", "%%"))
        with self._out.begin() as connection:
            if connection.dialect.name == "postgresql":  # if two servers start at once, one waits
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7381905521)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _seal(self) -> None:
        """Encrypt the seeds of running games, and the addresses and push subscriptions of people, if there is a key.

        Raises `SandtableError` if they have another key.
        """
        with self._out.begin() as connection:
            for key, secret in (
                (PEOPLE.c.id, PEOPLE.c.mail), (LINKS.c.secret, LINKS.c.mail), (DEVICES.c.id, DEVICES.c.subscription)
            ):  # fmt: skip
                for id, text in connection.execute(sa.select(key, secret)).all():
                    if (sealed := self.vault.seal(text)) != text:
                        connection.execute(key.table.update().where(key == id).values({secret: sealed}))
            running = sa.select(GAMES.c.id, GAMES.c.seed, GAMES.c.secret).where(GAMES.c.status != "over")
            for row in connection.execute(running).all():
                new = {"seed": self.vault.seal(row.seed), "secret": self.vault.seal(row.secret)}
                if new != {"seed": row.seed, "secret": row.secret}:
                    connection.execute(GAMES.update().where(GAMES.c.id == row.id).values(**new))
                self.vault.open(new["seed"])

    def shut(self) -> None:
        """Finish the pending writes, then close the database."""
        if self._writer:
            self._queue.put(None)
            self._writer.join()
            self._writer = None
            self._readers.shutdown()
            self._in.dispose()
            self._out.dispose()

    async def write(self, key: str, *works: Work) -> list[Any]:
        """Run all `works` in one transaction; return their results once it is durable.

        `key` is the id of the game. Raises `Conflict` if another write came first, `SQLAlchemyError` if the database
        fails.
        """
        return await asyncio.wrap_future(self.put(key, *works))

    def put(self, key: str, *works: Work) -> Future[list[Any]]:
        """Queue a transaction as `write` does, and return its future."""
        future: Future[list[Any]] = Future()
        self._queue.put((key, lambda connection: [work(connection) for work in works], future))
        return future

    async def after(self, threads: Executor, work: Callable[[], tuple[T, Future[Any]]]) -> T:
        """Run `work`, which puts a transaction into the queue, in a thread; return its result once that is durable.

        Between the two, the event loop has nothing to do. Raises what the work raises, and what `write` raises.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def tell(settle: Callable[[Any], None], what: Any) -> None:
            """End the waiting, if it goes on; this takes fewer turns of the loop than `wrap_future`."""
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(lambda: None if done.done() else settle(what))

        def stored(result: T, written: Future[Any]) -> None:
            error = written.exception()
            if error is None:
                tell(done.set_result, result)
            else:
                tell(done.set_exception, error)

        def run() -> None:
            try:
                result, written = work()
            except BaseException as error:
                tell(done.set_exception, error)
            else:
                written.add_done_callback(partial(stored, result))

        threads.submit(run)
        return await done

    async def read(self, what: Callable[..., T], *args: Any) -> T:
        """Call `what(connection, *args)` in a thread."""

        def run() -> T:
            with self._in.connect() as connection:
                return what(connection, *args)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    # --- the writer ---------------------------------------------------------------------------------------------------

    def _write_all(self) -> None:
        try:
            self._take_turns()
        finally:
            self._disconnect()

    def _take_turns(self) -> None:
        going_on = True
        while going_on:
            batch = [self._queue.get()]
            try:
                while len(batch) < GROUP:
                    batch.append(self._queue.get_nowait())
            except queue.Empty:
                pass
            going_on = None not in batch
            wanted = [b for b in batch if b is not None and b[2].set_running_or_notify_cancel()]
            group = sorted(wanted, key=lambda b: b[0])  # a fixed order avoids deadlocks
            try:
                self._commit(group)
            except Exception:
                for one in group:
                    self._commit_alone(one)

    def _commit_alone(self, one: tuple[str, Work, Future[Any]]) -> None:
        """Run a transaction, twice if a row exists already; complete its future, with a `Conflict` if it still exists.

        The second time, work that looks before it inserts finds the row that another server has inserted meanwhile.
        """
        for last in (False, True):
            try:
                return self._commit([one])
            except IntegrityError as error:
                if last:
                    one[2].set_exception(Conflict(str(error.orig)))
            except Exception as error:
                return one[2].set_exception(error)

    def _commit(self, group: Sequence[tuple[str, Work, Future[Any]]]) -> None:
        """Run one transaction, then complete its futures."""
        if not group:
            return
        try:
            connection = self._connect()
            with connection.begin():
                results = [work(connection) for _, work, _ in group]
                self.written(connection, list(dict.fromkeys(key for key, _, _ in group if key)))
        except BaseException:
            self._disconnect()
            raise
        self._used = time.monotonic()
        for (_, _, future), result in zip(group, results, strict=True):
            future.set_result(result)

    def _connect(self) -> Connection:
        """Return the connection of the writer; fetching it from the pool takes longer than to write an answer."""
        if self._connection is not None and time.monotonic() - self._used > IDLE:
            self._disconnect()
        if self._connection is None:
            self._connection = self._out.connect()
        return self._connection

    def _disconnect(self) -> None:
        """Give the connection back to the pool, which checks it."""
        found, self._connection = self._connection, None
        if found is not None:
            with contextlib.suppress(SQLAlchemyError):  # it may be lost
                found.close()
