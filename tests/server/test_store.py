"""The store keeps what it has acknowledged, and lets nobody write in a place that is taken."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sandtable.core.errors import SandtableError
from sandtable.server import queries, store, tables
from sandtable.server.queries import Conflict
from sandtable.server.records import Entry, Kept, Seat, Spec, Stored, Tail, Written, pack
from sandtable.server.store import Store
from sandtable.server.wire import Message
from tests.postgres import postgres

SPEC = Spec("classic", "1942", [], "f00", "seed", ["salt"], {"Germany": "human"})
SEATS = [Seat("Germany", "human", "Anna", "t" * 64, "", "salt"), Seat("Japan", "open", "", "", "i" * 64)]
TAIL = Tail("playing", 2.0, 1, "Germany", ["Germany"])


def stored(id: str) -> Stored:
    return Stored(id, "A game", SPEC, "c0", "playing", 1.0, "h" * 64, "Anna", b"{}", b"{}", SEATS, [], [], [])


def line(n: int, text: str = "8 infantry", frame: bytes = b"{}") -> Written:
    return Written(Entry(n, "answer", "Germany", n - 1, "purchase", text, "t" * 64, 7, 3.0), frame, b"[]")


@contextmanager
def opened(url: str) -> Iterator[Store]:
    found = Store(url)
    found.open()
    yield found
    found.shut()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with opened(str(tmp_path / "games.db")) as found:
        yield found


def test_the_migrations_make_the_tables_that_the_code_uses(kept: Store) -> None:
    with kept._out.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.META) == []


def test_a_database_is_opened_again_as_it_was_left(tmp_path: Path) -> None:
    for _ in range(2):
        found = Store(f"sqlite:///{tmp_path / 'deep' / 'games.db'}")
        found.open()
        if _ == 0:
            found.put("a", queries.add_game(stored("a"), TAIL)).result()
        assert asyncio.run(found.read(queries.load, "a")) is not None
        found.shut()


def test_a_database_of_a_later_version_is_refused_in_one_sentence(tmp_path: Path) -> None:
    found = Store(str(tmp_path / "games.db"))
    found.open()
    found.shut()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(SandtableError, match="created by a different version"):
        Store(str(tmp_path / "games.db")).open()


def test_what_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("these are no games" * 100)
    with pytest.raises(SandtableError, match="cannot open the database"):
        Store(str(tmp_path / "games.db")).open()
    for url in ("sqlite://", "sqlite:///:memory:", "://", "nosuch://x"):
        with pytest.raises(SandtableError):
            Store(url).open()


def test_plain_postgresql_urls_get_their_driver() -> None:
    assert store.url_of("postgresql://u:p@host/db").drivername == "postgresql+psycopg"
    assert store.url_of("postgres://host/db").drivername == "postgresql+psycopg"
    assert store.url_of("postgresql+psycopg://host/db").drivername == "postgresql+psycopg"


def test_sqlite_writes_ahead_and_waits_for_the_disk(kept: Store) -> None:
    with kept._out.connect() as connection:
        found = {p: connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "synchronous")}
        assert found == {"journal_mode": "wal", "synchronous": 2}  # 2: FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_what_is_written_is_read(kept: Store) -> None:
    snapshot = Kept(2, 2, 9, [(0, "abc")], pack(b'{"round":1}'))
    kept.put("a", queries.add_game(stored("a"), TAIL)).result()
    kept.put(
        "a",
        queries.add_entries("a", [line(1), line(2, "x", b'{"n":2}')]),
        queries.touch("a", 0, TAIL._replace(round=4)),
    ).result()
    kept.put(
        "a", queries.add_snapshot("a", snapshot, 0), queries.add_message("a", Message(1, 5.0, "Anna", "", "hi"))
    ).result()
    found = asyncio.run(kept.read(queries.load, "a"))
    assert found is not None
    assert found.spec == msgspec.structs.replace(SPEC, seats={"Germany": "human", "Japan": "human"})
    assert found.entries == [line(1).entry, line(2, "x").entry]
    assert found.kept == [snapshot] and found.seats == SEATS
    assert [m.text for m in found.messages] == ["hi"]
    assert asyncio.run(kept.read(queries.frames, "a", 1, 10)) == [(b'{"n":2}', b"[]")]
    (row,) = asyncio.run(kept.read(queries.rows, ["none", "a"]))
    assert (row.id, row.round, row.power, row.rules) == ("a", 4, "Germany", [])
    assert asyncio.run(kept.read(queries.load, "b")) is None


def test_only_the_newest_snapshots_are_kept(kept: Store) -> None:
    kept.put("a", queries.add_game(stored("a"), TAIL)).result()
    for n in range(1, 6):
        kept.put("a", queries.add_snapshot("a", Kept(n, n, 0, [], pack(b"{}")), n - 2)).result()
    found = asyncio.run(kept.read(queries.load, "a"))
    assert found is not None and [k.n for k in found.kept] == [3, 4, 5]


def hold(kept: Store) -> threading.Event:
    """Keeps the writer busy until the event is set."""
    busy, go = threading.Event(), threading.Event()
    kept.put("!", lambda connection: busy.set() or go.wait(10))  # type: ignore[func-returns-value]
    busy.wait(10)
    return go


def test_waiting_writes_of_all_games_go_into_one_transaction(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    commit = kept._commit

    def counted(group: list[Any]) -> None:
        groups.append(len(group))
        commit(group)

    go = hold(kept)
    monkeypatch.setattr(kept, "_commit", counted)
    futures = [kept.put(f"g{i}", queries.add_game(stored(f"g{i}"), TAIL)) for i in range(20)]
    go.set()
    for future in futures:
        future.result(10)
    assert groups == [20]


def test_only_the_losing_one_of_a_group_fails(kept: Store) -> None:
    for id in "ab":
        kept.put(id, queries.add_game(stored(id), TAIL)).result()
    kept.put("a", queries.add_entries("a", [line(1)])).result()
    go = hold(kept)
    lost = kept.put("a", queries.add_entries("a", [line(1, "another")]))
    won = kept.put("b", queries.add_entries("b", [line(1)]))
    go.set()
    won.result(10)
    with pytest.raises(Conflict):
        lost.result(10)
    found = asyncio.run(kept.read(queries.load, "a"))
    assert found is not None and [e.text for e in found.entries] == ["8 infantry"]


def test_of_two_that_race_for_a_number_exactly_one_wins(kept: Store) -> None:
    kept.put("a", queries.add_game(stored("a"), TAIL)).result()
    go = hold(kept)
    both = [kept.put("a", queries.add_entries("a", [line(1, text)])) for text in ("first", "second")]
    go.set()
    outcomes = [future.exception(10) for future in both]
    assert outcomes[0] is None and isinstance(outcomes[1], Conflict)


def test_boards_that_two_servers_store_at_the_same_time_are_no_conflict(tmp_path: Path) -> None:
    specs = [msgspec.structs.replace(SPEC, fingerprint=name) for name in ("first", "second")]
    games = [stored(spec.fingerprint)._replace(spec=spec) for spec in specs]
    (tmp_path / "postgres").mkdir()
    with postgres(tmp_path / "postgres") as url, opened(url) as one, opened(url) as two:

        @sa.event.listens_for(one._out, "before_cursor_execute")
        def before(connection: Any, cursor: Any, statement: str, row: Any, context: Any, many: bool) -> None:
            if statement.startswith("INSERT INTO boards"):  # the other server is faster by a hair, each time
                with two._out.begin() as other:
                    other.execute(tables.BOARDS.insert(), {"fingerprint": row["fingerprint"], "info": "{}"})

        go = hold(one)
        written = [one.put(game.id, queries.add_game(game, TAIL)) for game in games]
        go.set()
        for future in written:
            future.result(30)


def test_nobody_is_told_before_others_can_read_it(kept: Store, tmp_path: Path) -> None:
    kept.put("a", queries.add_game(stored("a"), TAIL)).result()
    with sqlite3.connect(tmp_path / "games.db") as other:
        for n in range(1, 30):
            kept.put("a", queries.add_entries("a", [line(n)])).result(10)
            assert other.execute("SELECT max(n) FROM entries").fetchone() == (n,)
    other.close()


def test_a_seat_is_taken_once(kept: Store) -> None:
    kept.put("a", queries.add_game(stored("a"), TAIL)).result()
    taken = Seat("Japan", "human", "Bo", "b" * 64)
    kept.put("a", queries.set_seat("a", taken, "i" * 64)).result(10)
    with pytest.raises(Conflict):
        kept.put("a", queries.set_seat("a", Seat("Japan", "human", "Cy", "c" * 64), "i" * 64)).result(10)
    found = asyncio.run(kept.read(queries.load, "a"))
    assert found is not None and found.seats[1] == taken


def test_a_failing_database_is_told_and_the_writer_goes_on(kept: Store) -> None:
    def fails(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SELECT * FROM nowhere")

    with pytest.raises(sa.exc.SQLAlchemyError):
        kept.put("a", fails).result(10)
    kept.put("a", queries.add_game(stored("a"), TAIL)).result(10)


def test_a_write_that_nobody_waits_for_any_more_is_left_out_or_done_whole(kept: Store) -> None:
    go = hold(kept)
    early = kept.put("a", queries.add_game(stored("a"), TAIL))
    assert early.cancel()
    busy, on = threading.Event(), threading.Event()
    late = kept.put("b", queries.add_game(stored("b"), TAIL), lambda _: busy.set(), lambda _: on.wait(10))
    go.set()
    assert busy.wait(10)
    assert not late.cancel()  # the writer is at it: whoever waits hears what becomes of it
    on.set()
    late.result(10)
    assert asyncio.run(kept.read(queries.rows, ["a", "b"]))[0].id == "b"


def test_two_servers_that_start_at_once_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("CREATE TABLE first (x)")
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(time, "sleep", lambda seconds: other.execute("COMMIT"))
    found = Store(str(tmp_path / "games.db"))
    found.open()
    found.shut()
    other.close()


def test_a_server_that_does_not_answer_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "GONE", 1)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        with pytest.raises(SandtableError, match="cannot open the database"):
            Store(f"postgresql://nobody@127.0.0.1:{port}/none").open()
    assert store.url_of("postgresql://host/db?connect_timeout=30").query["connect_timeout"] == "30"


def test_errors_of_the_database_tell_no_secrets(kept: Store) -> None:
    kept.put("a", queries.add_game(stored("a"), TAIL)).result()

    def fails(connection: sa.Connection) -> None:
        connection.execute(sa.text("SELECT * FROM nowhere WHERE seed = :seed"), {"seed": "the secret seed"})

    with pytest.raises(sa.exc.SQLAlchemyError) as error:
        kept.put("a", fails).result(10)
    assert "nowhere" in str(error.value) and "the secret seed" not in str(error.value)


def test_the_log_only_grows() -> None:
    """No statement of the store changes or deletes an entry."""
    source = Path(queries.__file__).read_text()
    assert "ENTRIES.update" not in source and "ENTRIES.delete" not in source


def test_games_that_wait_for_computers_are_found(kept: Store) -> None:
    seats = [Seat("Germany", "human", "Anna", "t" * 64), Seat("Japan", "computer", "basic")]
    for id, asked, status in (("a", "Japan", "playing"), ("b", "Germany", "playing"), ("c", "Japan", "over")):
        tail = TAIL._replace(asked=[asked], status=status)  # type: ignore[arg-type]
        kept.put(id, queries.add_game(stored(id)._replace(seats=seats), tail)).result()
    assert asyncio.run(kept.read(queries.computers_to_move)) == ["a"]
