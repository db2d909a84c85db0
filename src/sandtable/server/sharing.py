"""The players' shares in the dice: pledged by hash, revealed when all seats are taken, and fixed when the game begins.

The server commits to its seed before it knows any salt, and every player pledges a salt before any salt is revealed. So
no one can choose a seed or a salt that suits the others (docs/dice.md).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from ..core.events import shown
from .live import read_frame
from .queries import frames
from .records import Seat, Spec
from .refusals import Refused
from .views import Veil
from .wire import DiceRecord, FrameDice, Share

#: Kind and version of the file with the dice of a game.
FORMAT, VERSION = "sandtable-dice", 1
#: Number of frames to read at once.
PAGE = 500


def shares(seats: Sequence[Seat]) -> list[Share]:
    """Return the players' shares in the dice, in order of play."""
    return [Share(s.power, s.name, s.pledge, bool(s.salt), s.salt) for s in seats if s.salt or s.pledge]


def silent(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose players have yet to reveal their salts."""
    return [seat for seat in seats if seat.pledge and not seat.salt]


def revealing(seats: Sequence[Seat]) -> bool:
    """Return whether all seats are taken and players have yet to reveal their salts."""
    return all(seat.kind != "open" for seat in seats) and bool(silent(seats))


def ready(seats: Sequence[Seat]) -> bool:
    """Return whether a game with these seats can begin."""
    return all(seat.kind != "open" for seat in seats) and not silent(seats)


def revealed(seats: Sequence[Seat], token: str, salts: Iterable[str]) -> list[Seat]:
    """Return the seats of a player (by the hash of a token) with the salts that match their pledges.

    Raises 409 if a salt matches none of the pledges.
    """
    out = []
    for salt in salts:
        pledge = hashlib.sha256(salt.encode()).hexdigest()
        own = [s for s in seats if hmac.compare_digest(s.token, token) and s.pledge == pledge]
        if not own:
            raise Refused(409, "This is not the salt that you pledged when you took your seat.")
        out += [msgspec.structs.replace(seat, salt=salt) for seat in own if not seat.salt]
    return out


class Record(NamedTuple):
    """What the file with the dice of a game says besides its rolls."""

    id: str
    title: str
    commitment: str
    spec: Spec
    shares: list[Share]


def recorded(connection: Connection, game: Record, veil: Veil, seed: str) -> bytes:
    """Return the dice of a game as JSON; `seed` is empty before its end."""
    rows: list[FrameDice] = []
    after = game.spec.past.frames if game.spec.past else 0
    while found := frames(connection, game.id, after, PAGE):
        after += len(found)
        for frame in (read_frame(frame, hidden, veil) for frame, hidden in found):
            faces = [face for event in frame.events for face in shown(event.data)]
            if faces or frame.rolled:
                rows.append(FrameDice(frame.n, faces, frame.rolled))
    chain, salts = game.spec.chain, game.spec.salts
    return msgspec.json.encode(
        DiceRecord(FORMAT, VERSION, game.id, game.title, chain, game.commitment, game.shares, salts, seed, rows)
    )
