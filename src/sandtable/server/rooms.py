"""In-memory record of one active game: the loaded game, its seats, and its followers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Sequence
from typing import NamedTuple

from .live import Live
from .refusals import Refused
from .store import Seat, Stored
from .views import Veil
from .wire import BoardInfo, LiveMessage, SeatInfo, Status

#: Messages that may wait for one reader before he is dropped.
PATIENCE = 256
#: Rounds that computers play among themselves if nobody looks on.
LONELY = 30


class Reader(NamedTuple):
    """Who reads: the hash of his token (empty: a spectator), the powers whose seats he holds, and is he the host?"""

    hash: str
    powers: tuple[str, ...]
    host: bool


class Follower:
    """A live connection; `hash` is that of its token."""

    def __init__(self, hash: str) -> None:
        self.hash = hash
        self.queue: asyncio.Queue[LiveMessage | None] = asyncio.Queue(PATIENCE)

    def tell(self, message: LiveMessage | None) -> bool:
        """False if the reader is too slow: his connection ends, and he may come again."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)
            return False
        return True


class Room:
    """What the server knows of one game while it is in use: the game itself if it is awake, and who follows it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.live: Live | None = None
        self.followers: set[Follower] = set()
        self.users = 0  # requests that are at work here, or wait to be
        self.queued = False  # is it its turn to let computers think, now or soon?
        self.thinking = ""  # the power that readers were told to be thinking
        self.failures = 0
        self.trouble = ""  # why the computers cannot go on
        self.writes = -1  # how often the store has written to this game, as far as this server knows
        self.checked = 0.0  # when that was looked up last

    def take(self, stored: Stored, live: Live, board: BoardInfo) -> None:
        """The game is awake, as stored."""
        self.live, self.board = live, board
        self.title, self.created, self.commitment = stored.title, stored.created, stored.commitment
        self.host, self.host_name, self.start = stored.host, stored.host_name, stored.start
        self.seats, self.messages, self.writes = stored.seats, stored.messages, stored.writes
        self.checked = time.monotonic()

    @property
    def game(self) -> Live:
        assert self.live is not None
        return self.live

    @property
    def status(self) -> Status:
        live = self.game
        return "over" if live.over else "waiting" if live.waiting else "playing"

    def veil(self, reader: Reader) -> Veil:
        return Veil(self.board.hidden, reader.powers)

    def salts(self) -> list[str]:
        """What the players have mixed into the dice; fixed when the game begins."""
        return own_salts(self.seats) if self.game.waiting else self.game.spec.salts

    def online(self) -> set[str]:
        """The powers whose players are there."""
        there = {f.hash for f in self.followers}
        return {s.power for s in self.seats if s.kind == "computer" or (s.token and s.token in there)}

    def seat(self, power: str) -> Seat:
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise Refused(404, f"There is no power called {power[:40]!r} in this game.")

    def reader(self, hash: str) -> Reader:
        """What a token's hash gives a right to."""
        if not hash:
            return Reader("", (), False)
        own = tuple([s.power for s in self.seats if hmac.compare_digest(s.token, hash)])
        return Reader(hash, own, hmac.compare_digest(self.host, hash))

    def computers(self) -> dict[str, str]:
        return {s.power: s.name for s in self.seats if s.kind == "computer"}

    def thinker(self) -> str:
        """The first computer's power that is to answer now, or an empty text."""
        computers = self.computers()
        if len(computers) == len(self.seats) and not self.followers and self.game.position.round > LONELY:
            return ""
        return next((d.power for d in self.game.open() if d.power in computers), "")

    def seat_infos(self, reader: Reader) -> list[SeatInfo]:
        """The seats, as a reader sees them."""
        there = self.online()
        return [SeatInfo(s.power, s.kind, s.name, s.power in there, s.power in reader.powers) for s in self.seats]


def people(seats: Sequence[Seat]) -> list[str]:
    """The powers that are played by people."""
    return [seat.power for seat in seats if seat.kind == "human"]


def own_salts(seats: Sequence[Seat]) -> list[str]:
    """The players' salts, in order of play."""
    return [seat.salt for seat in seats if seat.salt]


def players(seats: Sequence[Seat]) -> dict[str, str]:
    """Who plays what, as saved games tell it."""
    return {seat.power: seat.name if seat.kind == "computer" else "human" for seat in seats}


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest() if token else ""
