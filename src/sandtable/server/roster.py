"""What the server writes and reads about people who are known; see `queries` for games.

Secrets, tokens, and the keys of mail addresses are hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .queries import Work
from .records import PARTNER, Holding, Person
from .tables import (
    DEVICES,
    ENTRIES,
    GAMES,
    HOLDINGS,
    LINKS,
    OUTBOX,
    PASSES,
    PASSKEYS,
    PEOPLE,
    RATINGS,
    RESULTS,
    SEATS,
    SESSIONS,
    WANTS,
)

#: Seconds after which a session that was not used ends, and after which its use is noted again.
LASTING, NOTED = 90 * 86400.0, 86400.0
#: Maximum number of games in a person's list.
LISTED = 100

# --- signing in -------------------------------------------------------------------------------------------------------


def add_link(secret: str, mail_key: str, mail: str, now: float, until: float, most: int) -> Work:
    """Add the secret of a mailed link; the result is False if the address has `most` already."""

    def work(connection: Connection) -> bool:
        connection.execute(LINKS.delete().where(LINKS.c.until <= now))
        count = sa.select(sa.func.count()).select_from(LINKS).where(LINKS.c.mail_key == mail_key)
        if connection.execute(count).scalar_one() >= most:
            return False
        row = {"secret": secret, "mail_key": mail_key, "mail": mail, "until": until}
        connection.execute(LINKS.insert(), row)
        return True

    return work


def mail_of(connection: Connection, secret: str, now: float) -> str | None:
    """Return the address to which a link was mailed, or None if it is no longer valid."""
    found: str | None = connection.execute(
        sa.select(LINKS.c.mail).where(LINKS.c.secret == secret, LINKS.c.until > now)
    ).scalar()
    return found


def enter(secret: str, token: str, new: str, now: float) -> Work:
    """Use up a link and begin a session; the result is the person (with the id `new`, if not known yet) or None."""

    def work(connection: Connection) -> Person | None:
        link = connection.execute(sa.select(LINKS).where(LINKS.c.secret == secret, LINKS.c.until > now)).first()
        if link is None:
            return None
        connection.execute(LINKS.delete().where(LINKS.c.secret == secret))
        found = connection.execute(_people().where(PEOPLE.c.mail_key == link.mail_key)).first()
        person = Person(*found) if found else Person(new, "", link.mail)
        if found is None:
            connection.execute(PEOPLE.insert(), {**person._asdict(), "mail_key": link.mail_key})
        open_session(connection, person.id, token, now)
        return person

    return work


def open_session(connection: Connection, person: str, token: str, now: float) -> None:
    """Begin a session of a person, and remove those that have ended."""
    connection.execute(SESSIONS.delete().where(SESSIONS.c.used <= now - LASTING))
    connection.execute(SESSIONS.insert(), {"token": token, "person": person, "used": now})


def _people() -> Any:
    return sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.mail)


def person(connection: Connection, token: str, now: float) -> tuple[Person, float] | None:
    """Return the person of a session and when it was last used, or None if it has ended."""
    found = connection.execute(
        sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.mail, SESSIONS.c.used)
        .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
        .where(SESSIONS.c.token == token, SESSIONS.c.used > now - LASTING)
    ).first()
    return (Person(*found[:3]), found.used) if found else None


def used(token: str, now: float) -> Work:
    """Note that a session is used."""
    return lambda connection: connection.execute(SESSIONS.update().where(SESSIONS.c.token == token).values(used=now))


def leave(token: str) -> Work:
    """End a session; its device gets no more pushes."""

    def work(connection: Connection) -> None:
        connection.execute(DEVICES.delete().where(DEVICES.c.session == token))
        connection.execute(SESSIONS.delete().where(SESSIONS.c.token == token))

    return work


def rename(id: str, name: str) -> Work:
    return lambda connection: connection.execute(PEOPLE.update().where(PEOPLE.c.id == id).values(name=name))


def forget(id: str) -> Work:
    """Delete a person with sessions, holdings, and results; the seats stay with the tokens of their devices."""

    def work(connection: Connection) -> None:
        for table in (SESSIONS, HOLDINGS, OUTBOX, DEVICES, WANTS, RESULTS, RATINGS, PASSKEYS):
            connection.execute(table.delete().where(table.c.person == id))
        connection.execute(PEOPLE.delete().where(PEOPLE.c.id == id))

    return work


# --- games of a person ------------------------------------------------------------------------------------------------


def hold(person: str, holdings: Sequence[Holding]) -> Work:
    """Add games to a person's list; those that are in it already stay as they are."""

    def work(connection: Connection) -> None:
        there = {(h.game, h.holder) for h in _holdings(connection, person)}
        new = [{"person": person, **h._asdict()} for h in holdings if (h.game, h.holder) not in there]
        if new:
            connection.execute(HOLDINGS.insert(), new)

    return work


def drop(person: str, game: str) -> Work:
    """Remove a game from a person's list."""
    where = sa.and_(HOLDINGS.c.person == person, HOLDINGS.c.game == game)
    return lambda connection: connection.execute(HOLDINGS.delete().where(where))


def seen(person: str, game: str, revision: int) -> Work:
    """Note the latest frame that a person has seen."""
    where = sa.and_(HOLDINGS.c.person == person, HOLDINGS.c.game == game, HOLDINGS.c.seen < revision)
    return lambda connection: connection.execute(HOLDINGS.update().where(where).values(seen=revision))


def add_passes(game: str, token: str, holders: Iterable[str]) -> Work:
    """Let a token of another device stand for the tokens of a player's seats."""
    rows = [{"game": game, "token": token, "holder": holder} for holder in holders]
    return lambda connection: connection.execute(PASSES.insert(), rows)


def hand_on(old: str, new: str) -> Work:
    """Let the people and devices of a game have the same seats in the game that continues it."""

    def work(connection: Connection) -> None:
        for table in (HOLDINGS, PASSES):
            others = [c for c in table.c if c.name != "game"]
            rows = sa.select(sa.literal(new), *others).where(table.c.game == old)
            connection.execute(table.insert().from_select(["game", *(c.name for c in others)], rows))

    return work


class Listed(NamedTuple):
    """A game in a person's list: the powers that the person still has, the powers that must decide, the frames, and
    whether partners act for some player."""

    id: str
    powers: list[str]
    asked: list[str]
    seen: int
    revision: int
    covered: bool


def _holdings(connection: Connection, person: str, *where: Any) -> list[Holding]:
    columns = (HOLDINGS.c.game, HOLDINGS.c.holder, HOLDINGS.c.seen)
    return [Holding(*r) for r in connection.execute(sa.select(*columns).where(HOLDINGS.c.person == person, *where))]


def holdings(connection: Connection, person: str, game: str) -> list[Holding]:
    """Return what a person holds in a game."""
    return _holdings(connection, person, HOLDINGS.c.game == game)


def listed(connection: Connection, person: str) -> list[Listed]:
    """Return the games of a person, those that have changed last first."""
    latest = (
        sa.select(GAMES.c.id, GAMES.c.asked)
        .where(GAMES.c.id.in_(sa.select(HOLDINGS.c.game).where(HOLDINGS.c.person == person)))
        .order_by(GAMES.c.changed.desc())
        .limit(LISTED)
    )
    games = {row.id: msgspec.json.decode(row.asked) for row in connection.execute(latest)}
    seen: dict[str, int] = {}
    for holding in _holdings(connection, person):
        seen[holding.game] = max(seen.get(holding.game, 0), holding.seen)
    powers = _powers(connection, person, list(games))
    newest: Mapping[str, int] = {
        row.game: row.n
        for row in connection.execute(
            sa.select(ENTRIES.c.game, sa.func.max(ENTRIES.c.n).label("n"))
            .where(ENTRIES.c.game.in_(games))
            .group_by(ENTRIES.c.game)
        )
    }
    where = sa.and_(SEATS.c.game.in_(games), SEATS.c.standin == PARTNER)
    covered = set(connection.execute(sa.select(SEATS.c.game).where(where)).scalars())
    return [
        Listed(id, powers.get(id, []), asked, seen[id], newest.get(id, 0), id in covered) for id, asked in games.items()
    ]


def _powers(connection: Connection, person: str, games: list[str]) -> dict[str, list[str]]:
    """Return the powers of a person in games, in order of play."""
    own = sa.and_(HOLDINGS.c.game == SEATS.c.game, HOLDINGS.c.holder == SEATS.c.token, HOLDINGS.c.person == person)
    rows = connection.execute(
        sa.select(SEATS.c.game, SEATS.c.power)
        .join(HOLDINGS, own)
        .where(SEATS.c.game.in_(games))
        .order_by(SEATS.c.place)
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.game, []).append(row.power)
    return found
