"""What the server writes to and reads from the tables; a `Work` is a write that the store runs in a transaction.

The log (`entries`) is append-only; its primary key (game, n) decides between two answers with the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import intern
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .records import PARTNER, Entry, Kept, Ordered, Past, Row, Seat, Spec, Stored, Tail, Written, pack, salts_of, unpack
from .tables import BOARDS, ENTRIES, GAMES, MESSAGES, ORDERS, PASSES, SEATS, SNAPSHOTS, STARTS
from .wire import Message, Share
from .wire_notices import Order

Work = Callable[[Connection], Any]

#: Number of snapshots stored per game, and of chat lines shown.
KEPT_SNAPSHOTS, SHOWN_MESSAGES = 3, 200


class Conflict(Exception):
    """Another server or request has written first; nothing was written."""


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
_ADD_SNAPSHOT = _Quick(SNAPSHOTS.insert(), *SNAPSHOTS.c.keys())
_DROP_SNAPSHOTS = _Quick(
    SNAPSHOTS.delete().where(
        SNAPSHOTS.c.game == sa.bindparam("this"),
        sa.or_(SNAPSHOTS.c.n < sa.bindparam("oldest"), SNAPSHOTS.c.n == sa.bindparam("number")),
    )
)
_COUNT = (
    GAMES.update()
    .where(GAMES.c.id == sa.bindparam("this"), GAMES.c.writes == sa.bindparam("before"))
    .values(writes=sa.bindparam("after"))
)
_TOUCH = _Quick(_COUNT)
_LATEST: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in Tail._fields if name != "status"}
_TOUCH_TAIL = _Quick(_COUNT.values(_LATEST))
_TOUCH_END = _Quick(_COUNT.values({**_LATEST, "status": sa.bindparam("new_status")}))
_FRAMES = _Quick(
    sa.select(ENTRIES.c.frame, ENTRIES.c.secrets)
    .where(ENTRIES.c.game == sa.bindparam("this"), ENTRIES.c.n > sa.bindparam("after"))
    .order_by(ENTRIES.c.n)
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_GAME = _Quick(
    sa.select(GAMES, BOARDS.c.info, STARTS.c.position, STARTS.c.origin, STARTS.c.past)
    .join(BOARDS, BOARDS.c.fingerprint == GAMES.c.fingerprint)
    .join(STARTS, STARTS.c.game == GAMES.c.id)
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
_PASSES = _Quick(sa.select(PASSES.c.token, PASSES.c.holder).where(PASSES.c.game == sa.bindparam("this")))
_WRITES = _Quick(sa.select(GAMES.c.writes).where(GAMES.c.id == sa.bindparam("this")))

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
                "host_name": game.host_name, "writes": 0, "chain": spec.chain,
                "shares": _json(game.shares), "next": "", "clock": "", "deadline": 0.0,
                "terms": game.terms.decode(), "due": 0.0, "listed": int(game.listed), "variant": game.variant,
                "watching": game.watching,
                **_tail(tail),
            },
        )  # fmt: skip
        start = {
            "game": game.id, "position": game.start.decode(), "origin": _json(spec.origin) if spec.origin else "",
            "past": _json(spec.past) if spec.past else "",
        }  # fmt: skip
        connection.execute(STARTS.insert(), start)
        rows = [{"game": game.id, "place": i, **msgspec.to_builtins(seat)} for i, seat in enumerate(game.seats)]
        connection.execute(SEATS.insert(), rows)

    return work


def _tail(tail: Tail) -> dict[str, Any]:
    return {**tail._asdict(), "asked": _json(tail.asked)}


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
        _DROP_SNAPSHOTS.run(connection, [{"this": id, "oldest": oldest, "number": kept.n}])
        row = {"game": id, "n": kept.n, "answers": kept.answers, "dice": kept.dice}
        _ADD_SNAPSHOT.run(connection, [{**row, "hashes": _json(kept.hashes), "state": unpack(kept.state).decode()}])

    return work


def add_message(id: str, message: Message) -> Work:
    def work(connection: Connection) -> None:
        row = {"game": id, **msgspec.to_builtins(message), "readers": _json(message.readers)}
        connection.execute(MESSAGES.insert(), row)

    return work


def touch(id: str, writes: int, tail: Tail | None = None) -> Work:
    """Count one more write to a game, and update its `tail`; a `Conflict` if the number of writes is not `writes`."""

    def work(connection: Connection) -> None:
        values: dict[str, Any] = {"this": id, "before": writes, "after": writes + 1}
        statement = _TOUCH
        if tail is not None:
            values |= {f"new_{name}": value for name, value in _tail(tail).items()}
            # Most answers leave the status as it is; setting it would write two indexes again.
            statement = _TOUCH_END if tail.status == "over" else _TOUCH_TAIL
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


def set_due(id: str, due: float) -> Work:
    """Note when the proposal in a game must be answered (0: there is none)."""
    return lambda connection: connection.execute(GAMES.update().where(GAMES.c.id == id).values(due=due))


def set_listed(id: str, listed: bool) -> Work:
    """Note whether anyone can find a game and take its open seats."""
    return lambda connection: connection.execute(GAMES.update().where(GAMES.c.id == id).values(listed=int(listed)))


def set_watching(id: str, watching: str) -> Work:
    """Note the hash of the secret without which only players can see a game (empty: anyone can)."""
    return lambda connection: connection.execute(GAMES.update().where(GAMES.c.id == id).values(watching=watching))


def set_orders(id: str, power: str, ordered: Ordered) -> Work:
    """Replace the standing orders of a power."""

    def work(connection: Connection) -> None:
        connection.execute(ORDERS.delete().where(ORDERS.c.game == id, ORDERS.c.power == power))
        row = {"game": id, "power": power, "holder": ordered.holder, "orders": _json(ordered.orders)}
        if ordered.orders:
            connection.execute(ORDERS.insert(), row)

    return work


def ordered_games(connection: Connection) -> list[str]:
    """Return the ids of running games with standing orders of powers that must decide."""
    rows = connection.execute(
        sa.select(GAMES.c.id, GAMES.c.asked, ORDERS.c.power)
        .join(ORDERS, ORDERS.c.game == GAMES.c.id)
        .where(GAMES.c.status == "playing", GAMES.c.asleep == 0)
    )
    return list(dict.fromkeys(row.id for row in rows if row.power in msgspec.json.decode(row.asked)))


def set_next(id: str, next: str) -> Work:
    """Note the game that continues this one."""

    def work(connection: Connection) -> None:
        connection.execute(GAMES.update().where(GAMES.c.id == id).values(next=next))

    return work


def begin(id: str, shares: Sequence[Share], start: bytes, tail: Tail) -> Work:
    """Begin a waiting game and fix the players' shares in its dice. An empty `start` changes nothing."""
    values = {"salts": _json(salts_of(shares)), "shares": _json(list(shares)), **_tail(tail)}

    def work(connection: Connection) -> None:
        connection.execute(GAMES.update().where(GAMES.c.id == id, GAMES.c.status == "waiting").values(**values))
        if start:
            connection.execute(STARTS.update().where(STARTS.c.game == id).values(position=start.decode()))

    return work


# --- reading ----------------------------------------------------------------------------------------------------------


def load(connection: Connection, id: str) -> Stored | None:
    """Return a game without its frames, or None if the id is unknown."""
    this = [{"this": id}]
    found = _GAME.run(connection, this).first()
    if found is None:
        return None
    row = found._mapping
    there = seats(connection, id)
    entries = [_entry(*r) for r in _ENTRIES.run(connection, this)]
    kept = [
        Kept(r.n, r.answers, r.dice, [(n, h) for n, h in msgspec.json.decode(r.hashes)], pack(r.state.encode()))
        for r in _SNAPSHOTS.run(connection, this)
    ]
    spec = Spec(
        row["edition"],
        row["scenario"],
        msgspec.json.decode(row["rules"], type=list[tuple[str, dict[str, Any]]]),
        row["fingerprint"],
        row["seed"],
        msgspec.json.decode(row["salts"]),
        {s.power: s.name if s.kind == "computer" else "human" for s in there},
        row["secret"],
        row["chain"],
        msgspec.json.decode(row["origin"]) if row["origin"] else None,
        msgspec.json.decode(row["past"], type=Past) if row["past"] else None,
    )
    return Stored(
        id, row["title"], spec, row["commitment"], row["status"], row["created"], row["host"], row["host_name"],
        row["position"].encode(), row["info"].encode(), there, entries, kept, messages(connection, id), row["writes"],
        msgspec.json.decode(row["shares"], type=list[Share]), row["next"], row["clock"].encode(),
        passes(connection, id), bool(row["asleep"]), row["terms"].encode(), bool(row["listed"]), row["variant"],
        orders(connection, id), row["watching"],
    )  # fmt: skip


def _entry(n: int, kind: str, power: str, decision: int, question: str, text: str, giver: str, *more: Any) -> Entry:
    """Return an entry; its words are the same objects in all entries."""
    return Entry(n, intern(kind), intern(power), decision, intern(question), text, intern(giver), *more)  # type: ignore[arg-type]


def seats(connection: Connection, id: str) -> list[Seat]:
    """Return the seats of a game in order of play."""
    return [Seat(*r) for r in _SEATS.run(connection, [{"this": id}])]


def passes(connection: Connection, id: str) -> dict[str, list[str]]:
    """Return the tokens of other devices in a game, each with the tokens for which it stands (hashes)."""
    found: dict[str, list[str]] = {}
    for row in _PASSES.run(connection, [{"this": id}]):
        found.setdefault(row.token, []).append(row.holder)
    return found


def start(connection: Connection, id: str) -> bytes:
    """Return the first position of a game that exists, as JSON."""
    return str(connection.execute(sa.select(STARTS.c.position).where(STARTS.c.game == id)).scalar_one()).encode()


def orders(connection: Connection, id: str) -> dict[str, Ordered]:
    """Return the standing orders in a game by power."""
    found = connection.execute(sa.select(ORDERS).where(ORDERS.c.game == id))
    return {row.power: Ordered(row.holder, _ORDERS.decode(row.orders)) for row in found}


_ORDERS: msgspec.json.Decoder[list[tuple[Order, str]]] = msgspec.json.Decoder(list[tuple[Order, str]])


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
    lines = [(*line, msgspec.json.decode(readers)) for *line, readers in found]
    return [Message(*line) for line in reversed(lines)]


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


def proposals_due(connection: Connection, now: float, most: int) -> list[str]:
    """Return the ids of games with a proposal whose time has run out, those that have waited longest first."""
    late = sa.and_(GAMES.c.due > 0, GAMES.c.due <= now)
    found = connection.execute(sa.select(GAMES.c.id).where(late).order_by(GAMES.c.due).limit(most))
    return [row.id for row in found]


def open_games(connection: Connection, most: int) -> list[tuple[str, str, str, str, str, list[str]]]:
    """Return the public games with open seats, the newest first: id, host, name and fingerprint of the rules, time to
    think (JSON), and open powers."""
    public = sa.and_(GAMES.c.listed == 1, GAMES.c.status != "over", SEATS.c.kind == "open")
    columns = (GAMES.c.id, GAMES.c.host_name, GAMES.c.variant, GAMES.c.fingerprint, GAMES.c.clock)
    found = connection.execute(
        sa.select(*columns, SEATS.c.power).join(SEATS, SEATS.c.game == GAMES.c.id)
        .where(public).order_by(GAMES.c.created.desc(), GAMES.c.id, SEATS.c.place)
    )  # fmt: skip
    games: dict[str, tuple[str, str, str, str, str, list[str]]] = {}
    for row in found:
        if row.id not in games and len(games) == most:
            break
        game = games.setdefault(row.id, (row.id, row.host_name, row.variant, row.fingerprint, row.clock, []))
        game[-1].append(row.power)
    return list(games.values())


def computers_to_move(connection: Connection) -> list[str]:
    """Return the ids of the games that wait for a computer player."""
    seats = connection.execute(
        sa.select(GAMES.c.id, GAMES.c.asked, SEATS.c.power)
        .join(SEATS, SEATS.c.game == GAMES.c.id)
        .where(GAMES.c.status == "playing", sa.or_(SEATS.c.kind == "computer", SEATS.c.standin.not_in(("", PARTNER))))
    )
    return list(dict.fromkeys(r.id for r in seats if r.power in msgspec.json.decode(r.asked)))
