"""What the server writes and reads about notices: they are due with an answer, and sent once.

A notice is a row of `outbox` for one channel of one person, written in the transaction of the answer that makes it due.
A server claims the rows of a channel together, sends one message, and deletes them. If it dies in between, another one
claims them when the claim has ended.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .queries import Work
from .tables import DEVICES, GAMES, HOLDINGS, OUTBOX, PEOPLE, SESSIONS, WANTS
from .wire_notices import NoticeWishes

#: Seconds that a claim lasts, seconds before the first retry, the longest wait, and attempts before it is given up.
LEASE, FIRST, LONGEST, TRIES = 120.0, 60.0, 6 * 3600.0, 12
#: Seconds between two messages of a channel that gets them at most hourly, and in a day.
HOUR, DAY = 3600.0, 86400.0
#: The channel of mail; others are ids of devices.
MAIL = "mail"
#: Kinds of notices that hold only as long as a player must decide: for the player's own powers, and for those of
#: partners whose time has run out; and the one about a proposal.
OWN, ACTING, CONSENT = ("turn", "decision", "reminder"), "acting", "consent"
#: Maximum number of rows in one message, and of devices of a person.
MOST, DEVICES_MOST = 50, 8


class Due(NamedTuple):
    """A notice for the holder of a seat: its kind, the power it is about, and when it may be sent."""

    kind: str
    holder: str
    power: str
    due: float


class Notice(NamedTuple):
    """A row of the outbox."""

    id: str
    person: str
    channel: str
    game: str
    holder: str
    power: str
    kind: str
    revision: int
    at: float
    due: float
    tries: int


class Bundle(NamedTuple):
    """Notices that one server has claimed for one message; `to` is the address or subscription, as it is stored."""

    person: str
    channel: str
    to: str
    notices: list[Notice]


# --- notices of a game ------------------------------------------------------------------------------------------------


def post(game: str, revision: int, writes: int, at: float, dues: Sequence[Due]) -> Work:
    """Write the notices that are due for the people who hold the seats, over each of their channels."""

    def work(connection: Connection) -> None:
        holders = {due.holder for due in dues}
        people = sa.select(HOLDINGS.c.holder, HOLDINGS.c.person, WANTS.c.mail, WANTS.c.push)
        people = people.outerjoin(WANTS, WANTS.c.person == HOLDINGS.c.person)
        found = connection.execute(people.where(HOLDINGS.c.game == game, HOLDINGS.c.holder.in_(holders))).all()
        if not found:
            return
        usual = NoticeWishes()
        devices = _devices_of(connection, {row.person for row in found if (row.push or usual.push) != "never"})
        rows = {}
        for row in found:
            mailed = [MAIL] if (row.mail or usual.mail) != "never" else []
            for channel in (*mailed, *devices.get(row.person, ())):
                for due in dues:
                    if due.holder == row.holder:
                        key = "\n".join((game, str(writes), due.kind, due.power, row.person, channel))
                        id = hashlib.sha256(key.encode()).hexdigest()
                        rows[id] = Notice(
                            id, row.person, channel, game, due.holder, due.power, due.kind, revision, at, due.due, 0
                        )
        if rows:
            connection.execute(OUTBOX.insert(), [row._asdict() for row in rows.values()])

    return work


def _devices_of(connection: Connection, people: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in connection.execute(sa.select(DEVICES.c.person, DEVICES.c.id).where(DEVICES.c.person.in_(list(people)))):
        found.setdefault(row.person, []).append(row.id)
    return found


def cancel(game: str, holders: Iterable[str], kinds: Sequence[str]) -> Work:
    """Remove notices that no longer hold, unless they are being sent."""
    where = sa.and_(OUTBOX.c.game == game, OUTBOX.c.holder.in_(list(holders)), OUTBOX.c.kind.in_(kinds))
    return lambda connection: connection.execute(OUTBOX.delete().where(where, OUTBOX.c.tries == 0))


def silence(game: str) -> Work:
    """Remove all notices of a game that wait for players."""
    where = sa.and_(OUTBOX.c.game == game, OUTBOX.c.kind.in_((*OWN, ACTING, CONSENT)))
    return lambda connection: connection.execute(OUTBOX.delete().where(where))


# --- sending ----------------------------------------------------------------------------------------------------------


def due(connection: Connection, now: float, most: int) -> list[tuple[str, str]]:
    """Return people and channels with notices that are due, those that have waited longest first."""
    first = sa.func.min(OUTBOX.c.due)
    found = sa.select(OUTBOX.c.person, OUTBOX.c.channel).where(OUTBOX.c.due <= now)
    rows = connection.execute(found.group_by(OUTBOX.c.person, OUTBOX.c.channel).order_by(first).limit(most))
    return [(row.person, row.channel) for row in rows]


def next_due(connection: Connection) -> float | None:
    """Return when the next notice is due, if there is one."""
    found: float | None = connection.execute(sa.select(sa.func.min(OUTBOX.c.due))).scalar()
    return found


def claim(person: str, channel: str, now: float) -> Work:
    """Claim the notices of a channel that are due, for one message.

    The result is None if there are none, if they must wait, or if the person or device is no longer known.
    """

    def work(connection: Connection) -> Bundle | None:
        here = sa.and_(OUTBOX.c.person == person, OUTBOX.c.channel == channel)
        ready = sa.select(OUTBOX).where(here, OUTBOX.c.due <= now).order_by(OUTBOX.c.due, OUTBOX.c.at).limit(MOST)
        rows = same_message([Notice(*row) for row in connection.execute(ready.with_for_update(skip_locked=True))])
        ids = OUTBOX.c.id.in_([row.id for row in rows])
        if not rows:
            return None
        to, last = _target(connection, person, channel)
        wishes = wishes_of(connection, person)
        often = wishes.mail if channel == MAIL else wishes.push
        if to is None or often == "never":
            connection.execute(OUTBOX.delete().where(here))
            return None
        start = earliest(rows, wishes, often, last, now)
        if start > now:
            connection.execute(OUTBOX.update().where(ids).values(due=start))
            return None
        connection.execute(OUTBOX.update().where(ids).values(due=now + LEASE, tries=OUTBOX.c.tries + 1))
        _note(connection, person, channel, now)
        return Bundle(person, channel, to, [row._replace(tries=row.tries + 1) for row in rows])

    return work


def same_message(rows: Sequence[Notice]) -> list[Notice]:
    """Return the rows for one message: those of an earlier attempt alone, so that it is the same message again."""
    tried = [row for row in rows if row.tries]
    return [row for row in rows if row.due == tried[0].due and row.tries] if tried else list(rows)


def earliest(rows: Sequence[Notice], wishes: NoticeWishes, often: str, last: float, now: float) -> float:
    """Return when notices may be sent; those that were tried before wait for nothing but the end of a holiday."""
    if wishes.away_from <= now < wishes.away_until:
        return wishes.away_until
    if any(row.tries for row in rows) or often == "now":
        return now
    if often == "hourly":
        return last + HOUR
    offset = wishes.hour * HOUR
    return ((min(row.at for row in rows) - offset) // DAY + 1) * DAY + offset


def _target(connection: Connection, person: str, channel: str) -> tuple[str | None, float]:
    """Return the address of a channel as it is stored (None: it is gone), and when it was last used."""
    if channel == MAIL:
        query = sa.select(PEOPLE.c.mail, WANTS.c.mailed).outerjoin(WANTS, WANTS.c.person == PEOPLE.c.id)
        row = connection.execute(query.where(PEOPLE.c.id == person)).first()
        return (row.mail, row.mailed or 0.0) if row else (None, 0.0)
    device = sa.select(DEVICES.c.subscription, DEVICES.c.pushed)
    row = connection.execute(device.where(DEVICES.c.id == channel, DEVICES.c.person == person)).first()
    return (row.subscription, row.pushed) if row else (None, 0.0)


def _note(connection: Connection, person: str, channel: str, now: float) -> None:
    """Note that a channel is used."""
    if channel != MAIL:
        connection.execute(DEVICES.update().where(DEVICES.c.id == channel).values(pushed=now))
    elif connection.execute(WANTS.update().where(WANTS.c.person == person).values(mailed=now)).rowcount == 0:
        wishes = msgspec.to_builtins(NoticeWishes())
        connection.execute(WANTS.insert(), {"person": person, "mailed": now, **wishes})


def done(ids: Sequence[str]) -> Work:
    """Remove notices that are sent, or no longer hold."""
    return lambda connection: connection.execute(OUTBOX.delete().where(OUTBOX.c.id.in_(list(ids))))


def postpone(notices: Sequence[Notice], now: float) -> Work:
    """Try to send notices again later: each time after twice as long. After many attempts, give them up."""

    def work(connection: Connection) -> None:
        over = [notice.id for notice in notices if notice.tries >= TRIES]
        connection.execute(OUTBOX.delete().where(OUTBOX.c.id.in_(over)))
        for notice in notices:
            wait = min(FIRST * 2 ** (notice.tries - 1), LONGEST)
            connection.execute(OUTBOX.update().where(OUTBOX.c.id == notice.id).values(due=now + wait))

    return work


# --- people -----------------------------------------------------------------------------------------------------------


def wishes_of(connection: Connection, person: str) -> NoticeWishes:
    """Return how often a person wants notices."""
    row = connection.execute(sa.select(WANTS).where(WANTS.c.person == person)).first()
    if row is None:
        return NoticeWishes()
    return NoticeWishes(row.mail, row.push, row.hour, row.away_from, row.away_until)


def wishes_if_known(connection: Connection, person: str) -> NoticeWishes | None:
    """Return how often a person wants notices, or None if there is no such person."""
    there = connection.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.id == person)).first()
    return wishes_of(connection, person) if there else None


def set_wishes(person: str, values: Mapping[str, Any]) -> Work:
    """Change some of a person's wishes; what waits is considered again."""

    def work(connection: Connection) -> None:
        if connection.execute(WANTS.update().where(WANTS.c.person == person).values(**values)).rowcount == 0:
            usual = msgspec.to_builtins(NoticeWishes())
            connection.execute(WANTS.insert(), {"person": person, "mailed": 0.0, **usual, **values})
        waiting = sa.and_(OUTBOX.c.person == person, OUTBOX.c.tries == 0, OUTBOX.c.kind != "reminder")
        connection.execute(OUTBOX.update().where(waiting, OUTBOX.c.due > OUTBOX.c.at).values(due=OUTBOX.c.at))

    return work


class Device(NamedTuple):
    """A device that gets pushes; `subscription` is JSON as it is stored."""

    id: str
    person: str
    session: str
    name: str
    since: float
    subscription: str


def devices(connection: Connection, person: str) -> list[Device]:
    """Return the devices of a person, the oldest first."""
    columns = [DEVICES.c[name] for name in Device._fields]
    return [
        Device(*r)
        for r in connection.execute(sa.select(*columns).where(DEVICES.c.person == person).order_by(DEVICES.c.since))
    ]


def add_device(device: Device) -> Work:
    """Add a device, or replace what is known of it; the oldest ones give way to it if there are too many."""

    def work(connection: Connection) -> None:
        connection.execute(DEVICES.delete().where(DEVICES.c.id == device.id))
        there = devices(connection, device.person)
        old = [d.id for d in there[: max(0, len(there) + 1 - DEVICES_MOST)]]
        connection.execute(DEVICES.delete().where(DEVICES.c.id.in_(old)))
        connection.execute(DEVICES.insert(), {**device._asdict(), "pushed": 0.0})

    return work


def drop_device(person: str, id: str) -> Work:
    """Remove a device of a person, with what waits for it."""

    def work(connection: Connection) -> None:
        connection.execute(DEVICES.delete().where(DEVICES.c.id == id, DEVICES.c.person == person))
        connection.execute(OUTBOX.delete().where(OUTBOX.c.channel == id, OUTBOX.c.person == person))

    return work


def orphans(now: float, lasting: float) -> Work:
    """Remove devices whose session has ended."""
    alive = sa.select(SESSIONS.c.token).where(SESSIONS.c.used > now - lasting)
    return lambda connection: connection.execute(DEVICES.delete().where(DEVICES.c.session.not_in(alive)))


def away(connection: Connection, game: str, holders: Iterable[str], now: float) -> dict[str, tuple[float, float]]:
    """Return the holidays of the people with these seats, by the tokens of the seats, that have begun.

    If several people have a seat, it waits only if all of them are away.
    """
    query = sa.select(HOLDINGS.c.holder, WANTS.c.away_from, WANTS.c.away_until)
    query = query.outerjoin(WANTS, WANTS.c.person == HOLDINGS.c.person)
    found: dict[str, tuple[float, float]] = {}
    here: set[str] = set()
    for row in connection.execute(query.where(HOLDINGS.c.game == game, HOLDINGS.c.holder.in_(list(holders)))):
        if row.away_until and row.away_from <= now:
            found[row.holder] = row.away_from, min(row.away_until, found.get(row.holder, (0.0, row.away_until))[1])
        else:
            here.add(row.holder)
    return {holder: holiday for holder, holiday in found.items() if holder not in here}


def asleep(id: str, asleep: bool) -> Work:
    """Put a game to sleep, or wake it."""
    return lambda connection: connection.execute(GAMES.update().where(GAMES.c.id == id).values(asleep=int(asleep)))


def idle(connection: Connection, before: float, most: int) -> list[str]:
    """Return the ids of games without an answer since, that are awake."""
    where = sa.and_(GAMES.c.status == "playing", GAMES.c.asleep == 0, GAMES.c.changed < before)
    return [row.id for row in connection.execute(sa.select(GAMES.c.id).where(where).limit(most))]
