"""Bring a game in memory up to what another server has written: read only what is new, and let the engine follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..core.errors import SandtableError
from . import queries
from .live import OFTEN, Live, fits, full_frame, lean
from .pace import Clock
from .records import Entry, Ordered, Seat
from .rooms import Room
from .tables import ENTRIES, GAMES
from .views import Secret
from .wire import Frame, Message

#: Maximum number of new entries to follow; with more, loading the game takes less time.
MOST = 60


class Astray(SandtableError):
    """What was written since does not follow from the game in memory, which must be loaded again."""


class Since(NamedTuple):
    """What has been written to a game since a revision: new entries with their frames, and the rest as of now."""

    writes: int
    status: str
    next: str
    asleep: bool
    listed: bool
    watching: str
    clock: bytes
    seats: list[Seat]
    orders: dict[str, Ordered]
    passes: dict[str, list[str]]
    messages: list[Message]
    entries: list[Entry]
    frames: list[tuple[Frame, list[Secret]]]


def since(connection: Connection, id: str, revision: int) -> Since | None:
    """Return what has been written to a game since a revision, or None if the game does not exist."""
    columns = (
        GAMES.c.writes,
        GAMES.c.status,
        GAMES.c.next,
        GAMES.c.asleep,
        GAMES.c.clock,
        GAMES.c.listed,
        GAMES.c.watching,
    )
    row = connection.execute(sa.select(*columns).where(GAMES.c.id == id)).first()
    if row is None:
        return None
    newer = sa.select(ENTRIES).where(ENTRIES.c.game == id, ENTRIES.c.n > revision).order_by(ENTRIES.c.n)
    found = connection.execute(newer.limit(MOST + 1)).all()
    entries = [Entry(*(getattr(line, name) for name in Entry.__struct_fields__)) for line in found]
    frames = [(full_frame(line.frame.encode()), _SECRETS.decode(line.secrets)) for line in found]
    return Since(
        row.writes, row.status, row.next, bool(row.asleep), bool(row.listed), row.watching, row.clock.encode(),
        queries.seats(connection, id), queries.orders(connection, id), queries.passes(connection, id),
        queries.messages(connection, id), entries, frames,
    )  # fmt: skip


_SECRETS: msgspec.json.Decoder[list[Secret]] = msgspec.json.Decoder(list[Secret])


def follow(live: Live, news: Since) -> None:
    """Apply new entries to a game. Raises `Astray` if they do not fit; then the caller must discard the game."""
    if live.game is None or live.waiting != (news.status == "waiting") or len(news.entries) > MOST:
        raise Astray("the game must be loaded")
    for entry in news.entries:
        try:
            same = _applied(live, entry) == entry
        except Exception as error:
            raise Astray(f"entry {entry.n} cannot be applied: {error}") from error
        if not same:
            raise Astray(f"entry {entry.n} is another one")
    recorded = fits(live.kept, live.lines)
    behind = len(live.lines) - (recorded[-1].answers if recorded else 0)
    if behind > OFTEN * 4 and (kept := live.snapshot()):  # workers must not play the whole game again
        live.kept = lean([*recorded, kept][-queries.KEPT_SNAPSHOTS :])


def _applied(live: Live, entry: Entry) -> Entry:
    """Apply an entry to a game, and return the entry that this game would have written."""
    match entry.kind:
        case "answer":
            decision = next(d for d in live.open() if (d.id, d.power) == (entry.decision, entry.power))
            given = live.give(decision, entry.text, entry.giver, entry.at)
        case "undo":
            given = live.undo(entry.at)
        case "close":
            given = live.close(entry.giver, entry.at, entry.text)
        case "note":
            given = live.note(entry.question, entry.text, entry.giver, entry.at, "", entry.undoes)
    return given.written.entry


class Changed(NamedTuple):
    """What followers of a game must hear: new frames, new lines of chat, and whether the seats or clocks changed."""

    frames: Sequence[tuple[Frame, list[Secret]]]
    messages: Sequence[Message]
    seats: bool


def take(room: Room, news: Since) -> Changed:
    """Take over what is new into the room of a game whose engine has followed it, and return what has changed."""
    before = room.seats, room.asleep, room.listed, room.watching
    latest = room.messages[-1].n if room.messages else 0
    room.seats, room.orders, room.passes, room.messages = news.seats, news.orders, news.passes, news.messages
    clock = msgspec.json.decode(news.clock, type=Clock) if news.clock else None
    timed, room.clock = clock != room.clock, clock
    room.next, room.asleep, room.writes, room.listed = news.next, news.asleep, news.writes, news.listed
    room.restrict(news.watching)
    if news.entries:
        room.failures, room.trouble, room.failing = 0, "", None
    seats = before != (room.seats, room.asleep, room.listed, room.watching)
    said = [message for message in news.messages if message.n > latest]
    return Changed(news.frames, said, seats or (timed and not news.frames))
