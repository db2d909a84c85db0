"""Game storage in an SQLite file or a PostgreSQL database.

The log (`entries`) is append-only; its primary key (game, n) decides between two answers with the same number. One
thread writes: it collects the pending writes of all games into one transaction and reports success only after the
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
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from ..core.errors import SandtableError
from .vault import Vault
from .wire import Message, SeatKind, Share, Status

T = TypeVar("T")

# --- the tables -------------------------------------------------------------------------------------------------------

META = sa.MetaData()

BOARDS = sa.Table(
    "boards",
    META,
    sa.Column("fingerprint", sa.String(40), primary_key=True),
    sa.Column("info", sa.Text, nullable=False),  # the BoardInfo, so that a game can be viewed without its rules
)
GAMES = sa.Table(
    "games",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("edition", sa.Text, nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("fingerprint", sa.String(40), sa.ForeignKey("boards.fingerprint"), nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("salts", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("created", sa.Float(53), nullable=False),
    sa.Column("changed", sa.Float(53), nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("host_name", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),  # the first Position
    sa.Column("round", sa.Integer, nullable=False),  # from here on: as of the latest entry, for lists
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("writes", sa.Integer, nullable=False),  # number of writes to the game
    sa.Column("secret", sa.Text, nullable=False, server_default=""),  # seeds the computer players
    sa.Column("chain", sa.Integer, nullable=False, server_default="0"),
    sa.Column("shares", sa.Text, nullable=False, server_default="[]"),
    sa.Column("past", sa.Text, nullable=False, server_default=""),  # what was taken over from a saved game
    sa.Column("clock", sa.Text, nullable=False, server_default=""),  # the time to think, if it is limited
    sa.Column("deadline", sa.Float(53), nullable=False, server_default="0"),  # when a player runs out of time
    sa.Column("origin", sa.Text, nullable=False, server_default=""),  # the state it began in, if not the setup
    sa.Column("next", sa.String(40), nullable=False, server_default=""),  # the game that continues this one
)
sa.Index("games_by_deadline", GAMES.c.deadline)
sa.Index("games_by_status", GAMES.c.status)
SEATS = sa.Table(
    "seats",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("power", sa.String(80), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("invitation", sa.String(64), nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
    sa.Column("following", sa.Text, nullable=False, server_default=""),  # the next Seat, after a secret decision
    sa.Column("pledge", sa.String(64), nullable=False, server_default=""),
    sa.Column("standin", sa.Text, nullable=False, server_default=""),  # the computer player for an absent player
)
ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("giver", sa.String(64), nullable=False),
    sa.Column("dice", sa.Integer, nullable=False),
    sa.Column("undoes", sa.Integer, nullable=False),
    sa.Column("at", sa.Float(53), nullable=False),
    sa.Column("frame", sa.Text, nullable=False),
    sa.Column("secrets", sa.Text, nullable=False),
)
SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("dice", sa.Integer, nullable=False),
    sa.Column("hashes", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)
MESSAGES = sa.Table(
    "messages",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float(53), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

#: Number of snapshots stored per game, and of chat lines shown.
KEPT_SNAPSHOTS, SHOWN_MESSAGES = 3, 200

# --- rows -------------------------------------------------------------------------------------------------------------


class Past(msgspec.Struct, frozen=True):
    """What a game has taken over from a saved one: the dice that it `told`, as digits, its first `frames` frames, and
    the commitment of those dice."""

    told: str
    frames: int
    commitment: str


class Spec(msgspec.Struct, frozen=True):
    """Everything that defines a game's engine: `rules` are pairs of id and options; `seats` maps powers to players.

    `secret` seeds the computer players. `chain` is the length of the chain of the dice (see `core.dice`). `origin` is
    the state in which the game began, as JSON data; None: the setup. `past`: what was taken over from a saved game.
    """

    edition: str
    scenario: str
    rules: list[tuple[str, dict[str, Any]]]
    fingerprint: str
    seed: str
    salts: list[str]
    seats: dict[str, str]
    secret: str = ""
    chain: int = 0
    origin: dict[str, Any] | None = None
    past: Past | None = None

    @property
    def told(self) -> str:
        """The first dice, as digits, that a saved game has told."""
        return self.past.told if self.past else ""


class Seat(msgspec.Struct):
    """A seat: `token` and `invitation` are SHA-256 hashes, or empty; `name` is the name of the player or computer.

    `following` is the JSON of the seat that replaces this one after the current secret decision, or empty. `pledge` is
    the SHA-256 of the salt, if its player sent that first; then `salt` is empty until the player reveals it. `standin`
    is the computer player that acts for a player whose time has run out, until the player comes back.
    """

    power: str
    kind: SeatKind
    name: str
    token: str = ""
    invitation: str = ""
    salt: str = ""
    following: str = ""
    pledge: str = ""
    standin: str = ""

    def next(self) -> Seat | None:
        """Return the seat that replaces this one after the current secret decision, if any."""
        return msgspec.json.decode(self.following, type=Seat) if self.following else None


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log.

    An `answer` is by `power` to decision `decision` (of kind `question`) with `text`. `dice` is the position of the
    dice before it (-1: it was secret). `giver` is the hash of the player's token, empty for a computer player.
    An `undo` undoes entry `undoes`. A `close` ends the game; its `text` says why, or is empty: the host ended it.
    """

    n: int
    kind: Literal["answer", "undo", "close"]
    power: str
    decision: int
    question: str
    text: str
    giver: str
    dice: int
    at: float
    undoes: int = 0


class Kept(msgspec.Struct, frozen=True):
    """A stored snapshot: the state after entry `n`, which is answer number `answers` (from 1) of those that count."""

    n: int
    answers: int
    dice: int
    hashes: list[tuple[int, str]]
    state: dict[str, Any]


class Written(NamedTuple):
    """An entry with its frame and the secret parts of the frame, both as JSON."""

    entry: Entry
    frame: bytes
    secrets: bytes


class Tail(NamedTuple):
    """The columns of a game for lists, as of its latest entry."""

    status: Status
    changed: float
    round: int
    power: str
    asked: list[str]


class Stored(NamedTuple):
    """A stored game without its frames; `board` and `start` are JSON."""

    id: str
    title: str
    spec: Spec
    commitment: str
    status: Status
    created: float
    host: str
    host_name: str
    start: bytes
    board: bytes
    seats: list[Seat]
    entries: list[Entry]
    kept: list[Kept]
    messages: list[Message]
    writes: int = 0
    shares: list[Share] = []
    next: str = ""
    clock: bytes = b""


def salts_of(shares: Iterable[Share]) -> list[str]:
    """Return the salts that the players have revealed, in order of play."""
    return [share.salt for share in shares if share.salt]


class Row(NamedTuple):
    """A game in a list."""

    id: str
    title: str
    status: Status
    edition: str
    rules: list[str]
    round: int
    power: str
    created: float
    changed: float


class Conflict(Exception):
    """Another server or request has written first; nothing was written."""


Work = Callable[[Connection], Any]


#: Seconds to wait for a locked database, and for one that does not respond.
BUSY, GONE = 15.0, 10

# --- the store --------------------------------------------------------------------------------------------------------


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
    how: dict[str, Any] = {"pool_size": READERS if reading else 1, "max_overflow": 0}
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


class Store:
    """The database behind one server. `write` and `read` are for the event loop; `open` and `shut` block."""

    def __init__(self, url: str, vault: Vault | None = None) -> None:
        """`vault` encrypts the seeds."""
        self.url, self.vault = url_of(url), vault or Vault()
        self._queue: queue.SimpleQueue[tuple[str, Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None

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
        """Encrypt the seeds of running games, if there is a key. Raises `SandtableError` if they have another key."""
        with self._out.begin() as connection:
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

    async def read(self, what: Callable[..., T], *args: Any) -> T:
        """Call `what(connection, *args)` in a thread."""

        def run() -> T:
            with self._in.connect() as connection:
                return what(connection, *args)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    # --- the writer ---------------------------------------------------------------------------------------------------

    def _write_all(self) -> None:
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
                    try:
                        self._commit([one])
                    except IntegrityError as error:
                        one[2].set_exception(Conflict(str(error.orig)))
                    except Exception as error:
                        one[2].set_exception(error)

    def _commit(self, group: Sequence[tuple[str, Work, Future[Any]]]) -> None:
        """Run one transaction, then complete its futures."""
        if not group:
            return
        with self._out.begin() as connection:
            results = [work(connection) for _, work, _ in group]
        for (_, _, future), result in zip(group, results, strict=True):
            future.set_result(result)


# --- writing ----------------------------------------------------------------------------------------------------------


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def add_game(game: Stored, tail: Tail) -> Work:
    """Insert a new game with its seats."""
    spec = game.spec

    def work(connection: Connection) -> None:
        known = connection.execute(sa.select(BOARDS.c.fingerprint).where(BOARDS.c.fingerprint == spec.fingerprint))
        if known.first() is None:
            connection.execute(BOARDS.insert(), {"fingerprint": spec.fingerprint, "info": game.board.decode()})
        connection.execute(
            GAMES.insert(),
            {
                "id": game.id, "title": game.title, "edition": spec.edition, "scenario": spec.scenario,
                "rules": _json(spec.rules), "fingerprint": spec.fingerprint, "seed": spec.seed,
                "secret": spec.secret,
                "commitment": game.commitment, "salts": _json(spec.salts), "created": game.created, "host": game.host,
                "host_name": game.host_name, "start": game.start.decode(), "writes": 0, "chain": spec.chain,
                "shares": _json(game.shares), "origin": _json(spec.origin) if spec.origin else "", "next": "",
                "past": _json(spec.past) if spec.past else "", "clock": "", "deadline": 0.0, **_tail(tail),
            },
        )  # fmt: skip
        rows = [{"game": game.id, "place": i, **msgspec.to_builtins(seat)} for i, seat in enumerate(game.seats)]
        connection.execute(SEATS.insert(), rows)

    return work


def _tail(tail: Tail) -> dict[str, Any]:
    return {**tail._asdict(), "asked": _json(tail.asked)}


class _Quick:
    """A statement for every answer, written once for each kind of database.

    SQLAlchemy takes several times longer to prepare it than the database to run it. `names` are its parameters; texts
    and numbers need no conversion.
    """

    def __init__(self, statement: Any, *names: str) -> None:
        self.statement, self.names = statement, names
        self._written: dict[str, tuple[str, Sequence[str] | None, dict[str, Any]]] = {}

    def run(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> Any:
        """Run the statement for each of the rows of parameters; return the result of SQLAlchemy."""
        dialect = connection.dialect
        if dialect.name not in self._written:
            compiled = self.statement.compile(dialect=dialect, column_keys=list(self.names) or None)
            own = {name: value for name, value in compiled.params.items() if value is not None}
            self._written[dialect.name] = str(compiled), compiled.positiontup, own
        text, order, own = self._written[dialect.name]
        given: list[Any] = [{**own, **row} for row in rows] if own else list(rows)
        if order is not None:
            given = [tuple(row[name] for name in order) for row in given]
        return connection.exec_driver_sql(text, given if len(given) > 1 else given[0])


def _fields(table: sa.Table, struct: Any) -> list[Any]:
    """Return the columns of a table for the fields of a struct, in their order."""
    return [table.c[name] for name in struct.__struct_fields__]


#: Statements for every answer, and for each game that is loaded.
_ADD_ENTRY = _Quick(ENTRIES.insert(), *ENTRIES.c.keys())
_COUNT = (
    GAMES.update()
    .where(GAMES.c.id == sa.bindparam("this"), GAMES.c.writes == sa.bindparam("before"))
    .values(writes=sa.bindparam("after"))
)
_TOUCH = _Quick(_COUNT)
_TOUCH_TAIL = _Quick(_COUNT.values({name: sa.bindparam(f"new_{name}") for name in Tail._fields}))
_FRAMES = _Quick(
    sa.select(ENTRIES.c.frame, ENTRIES.c.secrets)
    .where(ENTRIES.c.game == sa.bindparam("this"), ENTRIES.c.n > sa.bindparam("after"))
    .order_by(ENTRIES.c.n)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_GAME = _Quick(
    sa.select(GAMES, BOARDS.c.info)
    .join(BOARDS, BOARDS.c.fingerprint == GAMES.c.fingerprint)
    .where(GAMES.c.id == sa.bindparam("this"))
)
_SEATS = _Quick(sa.select(*_fields(SEATS, Seat)).where(SEATS.c.game == sa.bindparam("this")).order_by(SEATS.c.place))
_ENTRIES = _Quick(
    sa.select(*_fields(ENTRIES, Entry)).where(ENTRIES.c.game == sa.bindparam("this")).order_by(ENTRIES.c.n)
)
_SNAPSHOTS = _Quick(sa.select(SNAPSHOTS).where(SNAPSHOTS.c.game == sa.bindparam("this")).order_by(SNAPSHOTS.c.n))
_MESSAGES = _Quick(
    sa.select(*_fields(MESSAGES, Message))
    .where(MESSAGES.c.game == sa.bindparam("this"))
    .order_by(MESSAGES.c.n.desc())
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_WRITES = _Quick(sa.select(GAMES.c.writes).where(GAMES.c.id == sa.bindparam("this")))


def add_entries(id: str, written: Sequence[Written]) -> Work:
    """Insert log entries; a number that exists already causes a `Conflict`."""

    def work(connection: Connection) -> None:
        rows = [
            {"game": id, **msgspec.to_builtins(w.entry), "frame": w.frame.decode(), "secrets": w.secrets.decode()}
            for w in written
        ]
        _ADD_ENTRY.run(connection, rows)

    return work


def add_snapshot(id: str, kept: Kept, oldest: int) -> Work:
    """Insert a snapshot, and delete those of entries before `oldest`."""

    def work(connection: Connection) -> None:
        old = sa.or_(SNAPSHOTS.c.n < oldest, SNAPSHOTS.c.n == kept.n)
        connection.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.game == id, old))
        row = {"game": id, "n": kept.n, "answers": kept.answers, "dice": kept.dice}
        connection.execute(SNAPSHOTS.insert(), {**row, "hashes": _json(kept.hashes), "state": _json(kept.state)})

    return work


def add_message(id: str, message: Message) -> Work:
    def work(connection: Connection) -> None:
        connection.execute(MESSAGES.insert(), {"game": id, **msgspec.to_builtins(message)})

    return work


def touch(id: str, writes: int, tail: Tail | None = None) -> Work:
    """Count one more write to a game, and update its `tail`; a `Conflict` if the number of writes is not `writes`."""

    def work(connection: Connection) -> None:
        values: dict[str, Any] = {"this": id, "before": writes, "after": writes + 1}
        if tail is not None:
            values |= {f"new_{name}": value for name, value in _tail(tail).items()}
        statement = _TOUCH if tail is None else _TOUCH_TAIL
        if statement.run(connection, [values]).rowcount != 1:
            raise Conflict("another server has changed this game")

    return work


def set_seat(id: str, seat: Seat, invitation: str | None = None) -> Work:
    """Update a seat; with an `invitation`, only if it is still valid (otherwise a `Conflict`)."""

    def work(connection: Connection) -> None:
        where = sa.and_(SEATS.c.game == id, SEATS.c.power == seat.power)
        if invitation is not None:
            where = sa.and_(where, SEATS.c.invitation == invitation)
        if connection.execute(SEATS.update().where(where).values(**msgspec.to_builtins(seat))).rowcount != 1:
            raise Conflict("this seat is already taken")

    return work


def set_clock(id: str, clock: bytes, deadline: float) -> Work:
    """Update the time of a game (JSON), and when a player runs out of it (0: no clock runs)."""

    def work(connection: Connection) -> None:
        values = {"clock": clock.decode(), "deadline": deadline}
        connection.execute(GAMES.update().where(GAMES.c.id == id).values(**values))

    return work


def set_next(id: str, next: str) -> Work:
    """Note the game that continues this one."""

    def work(connection: Connection) -> None:
        connection.execute(GAMES.update().where(GAMES.c.id == id).values(next=next))

    return work


def begin(id: str, shares: Sequence[Share], start: bytes, tail: Tail) -> Work:
    """Begin a waiting game and fix the players' shares in its dice."""

    def work(connection: Connection) -> None:
        connection.execute(
            GAMES.update()
            .where(GAMES.c.id == id, GAMES.c.status == "waiting")
            .values(salts=_json(salts_of(shares)), shares=_json(list(shares)), start=start.decode(), **_tail(tail))
        )

    return work


# --- reading ----------------------------------------------------------------------------------------------------------


def load(connection: Connection, id: str) -> Stored | None:
    """Return a game without its frames, or None if the id is unknown."""
    this = [{"this": id}]
    found = _GAME.run(connection, this).first()
    if found is None:
        return None
    row = found._mapping
    seats = [Seat(*r) for r in _SEATS.run(connection, this)]
    entries = [Entry(*r) for r in _ENTRIES.run(connection, this)]
    kept = [
        Kept(r.n, r.answers, r.dice, [(n, h) for n, h in msgspec.json.decode(r.hashes)], msgspec.json.decode(r.state))
        for r in _SNAPSHOTS.run(connection, this)
    ]
    spec = Spec(
        row["edition"],
        row["scenario"],
        msgspec.json.decode(row["rules"], type=list[tuple[str, dict[str, Any]]]),
        row["fingerprint"],
        row["seed"],
        msgspec.json.decode(row["salts"]),
        {s.power: s.name if s.kind == "computer" else "human" for s in seats},
        row["secret"],
        row["chain"],
        msgspec.json.decode(row["origin"]) if row["origin"] else None,
        msgspec.json.decode(row["past"], type=Past) if row["past"] else None,
    )
    return Stored(
        id, row["title"], spec, row["commitment"], row["status"], row["created"], row["host"], row["host_name"],
        row["start"].encode(), row["info"].encode(), seats, entries, kept, messages(connection, id), row["writes"],
        msgspec.json.decode(row["shares"], type=list[Share]), row["next"], row["clock"].encode(),
    )  # fmt: skip


def writes(connection: Connection, id: str) -> int | None:
    """Return the number of writes to a game, or None if the id is unknown."""
    found: int | None = _WRITES.run(connection, [{"this": id}]).scalar()
    return found


def secret(connection: Connection, id: str) -> bool:
    """Return whether the seed of a game is still used: by the game itself, or by one that continues it."""
    while id:
        row = connection.execute(sa.select(GAMES.c.status, GAMES.c.next).where(GAMES.c.id == id)).first()
        if row is None or row.status != "over":
            return row is not None
        id = row.next
    return False


def messages(connection: Connection, id: str) -> list[Message]:
    """Return the latest lines of the chat in order."""
    found = _MESSAGES.run(connection, [{"this": id, "most": SHOWN_MESSAGES}])
    return [Message(*r) for r in found][::-1]


def frames(connection: Connection, id: str, after: int, limit: int) -> list[tuple[bytes, bytes]]:
    """Return frames with their secret parts, as JSON, in order."""
    found = _FRAMES.run(connection, [{"this": id, "after": after, "most": limit}])
    return [(frame.encode(), secrets.encode()) for frame, secrets in found]


def rows(connection: Connection, ids: Iterable[str]) -> list[Row]:
    """Return the rows of these games in the same order, without those that do not exist."""
    ids = list(dict.fromkeys(ids))
    wanted = [GAMES.c[name] for name in Row._fields]
    found = {r.id: Row(*r)._replace(rules=[i for i, _ in msgspec.json.decode(r.rules)])
             for r in connection.execute(sa.select(*wanted).where(GAMES.c.id.in_(ids)))}  # fmt: skip
    return [found[id] for id in ids if id in found]


def out_of_time(connection: Connection, now: float, most: int) -> list[str]:
    """Return the ids of games in which a player's time has run out, those that have waited longest first."""
    late = sa.and_(GAMES.c.deadline > 0, GAMES.c.deadline <= now, GAMES.c.status == "playing")
    found = connection.execute(sa.select(GAMES.c.id).where(late).order_by(GAMES.c.deadline).limit(most))
    return [row.id for row in found]


def computers_to_move(connection: Connection) -> list[str]:
    """Return the ids of the games that wait for a computer player."""
    seats = connection.execute(
        sa.select(GAMES.c.id, GAMES.c.asked, SEATS.c.power)
        .join(SEATS, SEATS.c.game == GAMES.c.id)
        .where(GAMES.c.status == "playing", sa.or_(SEATS.c.kind == "computer", SEATS.c.standin != ""))
    )
    return list(dict.fromkeys(r.id for r in seats if r.power in msgspec.json.decode(r.asked)))
