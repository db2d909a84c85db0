"""What the server writes and reads about passkeys and the challenges to prove them."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .queries import Work
from .records import Person
from .roster import open_session
from .tables import CHALLENGES, PASSKEYS, PEOPLE

#: Maximum number of passkeys of a person.
MOST = 20


class Passkey(NamedTuple):
    """A passkey: `id` is the hash of the `credential` (base64url), `counter` how often its device says it was used."""

    id: str
    person: str
    credential: str
    public: str
    counter: int
    name: str
    added: float
    used: float


def challenge(secret: str, person: str, now: float, until: float) -> Work:
    """Add a challenge by its hash; `person` is empty for signing in."""

    def work(connection: Connection) -> None:
        connection.execute(CHALLENGES.delete().where(CHALLENGES.c.until <= now))
        connection.execute(CHALLENGES.insert(), {"secret": secret, "person": person, "until": until})

    return work


def spend(secret: str, person: str, now: float) -> Work:
    """Use up a challenge; the result is whether it was valid."""
    where = sa.and_(CHALLENGES.c.secret == secret, CHALLENGES.c.person == person, CHALLENGES.c.until > now)
    return lambda connection: connection.execute(CHALLENGES.delete().where(where)).rowcount == 1


def add(passkey: Passkey) -> Work:
    """Add a passkey; the result is False if the person has too many, and a `Conflict` if it is known."""

    def work(connection: Connection) -> bool:
        if len(own(connection, passkey.person)) >= MOST:
            return False
        connection.execute(PASSKEYS.insert(), passkey._asdict())
        return True

    return work


def remove(person: str, id: str) -> Work:
    """Remove a passkey of a person; the result is whether there was one."""
    where = sa.and_(PASSKEYS.c.person == person, PASSKEYS.c.id == id)
    return lambda connection: connection.execute(PASSKEYS.delete().where(where)).rowcount == 1


def own(connection: Connection, person: str) -> list[Passkey]:
    """Return the passkeys of a person, the oldest first."""
    found = sa.select(PASSKEYS).where(PASSKEYS.c.person == person).order_by(PASSKEYS.c.added)
    return [Passkey(*row) for row in connection.execute(found)]


def find(connection: Connection, id: str) -> Passkey | None:
    found = connection.execute(sa.select(PASSKEYS).where(PASSKEYS.c.id == id)).first()
    return Passkey(*found) if found else None


def enter(passkey: Passkey, count: int, token: str, now: float) -> Work:
    """Begin a session with a passkey that was proved; the result is the person."""

    def work(connection: Connection) -> Person:
        values: dict[str, Any] = {"counter": count, "used": now}
        connection.execute(PASSKEYS.update().where(PASSKEYS.c.id == passkey.id).values(**values))
        columns = (PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.mail)
        person = Person(*connection.execute(sa.select(*columns).where(PEOPLE.c.id == passkey.person)).one())
        open_session(connection, person.id, token, now)
        return person

    return work
