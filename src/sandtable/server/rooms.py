"""In-memory record of one active game: the loaded game, its seats, and its followers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from . import queries
from .live import Live
from .pace import STANDIN, Clock, waited
from .partners import decided, partners
from .queries import Work
from .records import PARTNER, Ordered, Seat, Stored
from .refusals import Refused
from .sharing import shares
from .terms import ProposalInfo, Terms
from .views import Secret, Veil
from .wire import ClockInfo, Failing, Frame, LiveMessage, SeatInfo, Share, Status
from .wire_board import BoardInfo

#: Maximum number of unsent messages for one follower.
PATIENCE = 256
#: Round after which a game of computer players pauses while it has no spectators.
LONELY = 30


class Reader(NamedTuple):
    """A client's permissions: the hash of its token (empty: a spectator), its powers, and whether it is the host.

    The token of another device of a player has the hash of the token for which it stands. `decides` are the powers
    whose decisions it makes: its own, without those in which partners act for it, and those of partners for whom it
    acts.
    """

    hash: str
    powers: tuple[str, ...]
    host: bool
    decides: tuple[str, ...] = ()


class Follower:
    """A live connection; `hash` is the hash of its token."""

    def __init__(self, hash: str) -> None:
        self.hash = hash
        self.queue: asyncio.Queue[LiveMessage | None] = asyncio.Queue(PATIENCE)

    def tell(self, message: LiveMessage | None) -> bool:
        """Queue a message. Return False if the client is too slow: its connection closes, and it can reconnect."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)
            return False
        return True


class Room:
    """A game in use: the game itself if it is in memory, its seats, and its followers."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.live: Live | None = None
        self.followers: set[Follower] = set()
        self.outbox: deque[tuple[Follower, LiveMessage]] = deque()  # messages on their way to followers
        self.users = 0  # requests that use the game or wait for it
        self.queued = False  # whether it is in the queue of the computer players
        self.thinking = ""  # the power shown as thinking
        self.failures = 0
        self.trouble = ""  # why the computer players have stopped
        self.failing: Failing | None = None  # the rule whose code failed at the latest answer
        self.next = ""  # the id of the game that continues this one
        self.orders: dict[str, Ordered] = {}
        self.going: tuple[str, Any, int] = "", None, -1  # whose units leave which battle by an order, as of which frame
        self.asleep = False  # whether there was no answer for long, so that it waits for no player
        self.recent: list[tuple[Frame, list[Secret]]] = []  # the latest frames, up to the newest one
        self.writes = -1  # number of writes to this game that this server knows of
        self.checked = 0.0  # when that was last checked

    def take(self, stored: Stored, live: Live, board: BoardInfo) -> None:
        """Take over a game that was loaded from the store."""
        self.live, self.board, self.recent = live, board, []
        self.title, self.created, self.commitment = stored.title, stored.created, stored.commitment
        self.host, self.host_name = stored.host, stored.host_name
        self.seats, self.messages, self.writes = stored.seats, stored.messages, stored.writes
        self.clock = msgspec.json.decode(stored.clock, type=Clock) if stored.clock else None
        self.next, self.asleep = stored.next, stored.asleep
        self.listed, self.variant, self.watching = stored.listed, stored.variant, stored.watching
        self.terms = msgspec.json.decode(stored.terms, type=Terms) if stored.terms else Terms()
        self.orders = stored.orders  # standing orders by power, also those of earlier players
        self.passes = stored.passes  # tokens of other devices of players, with the tokens for which they stand
        self.begun = stored.shares  # the players' shares in the dice, fixed when the game begins
        self.checked = time.monotonic()

    @property
    def game(self) -> Live:
        assert self.live is not None
        return self.live

    @property
    def status(self) -> Status:
        live = self.game
        return "over" if live.over else "waiting" if live.waiting else "playing"

    def timed(self, now: float) -> list[Work]:
        """Move the clock on after a change, and return what to write; nothing without a time limit."""
        if self.clock is None:
            return []
        here = self.game.position
        turn = here.round, here.order.index(here.power) if here.power in here.order else 0
        asked = waited(self.seats, () if self.asleep else (d.power for d in self.game.open()))
        deserted = [power for power in asked if self.seat(power).covered and not self.partners(power)]
        return self.set_clock(self.clock.moved(now, asked, turn, here.power).ended(deserted))

    def set_clock(self, clock: Clock) -> list[Work]:
        """Take over a clock, and return what to write."""
        self.clock = clock
        return [queries.set_clock(self.id, msgspec.json.encode(clock), clock.deadline())]

    def clock_info(self) -> ClockInfo | None:
        """Return the time of the game as clients see it."""
        if self.clock is None:
            return None
        pace = self.clock.pace
        left = {s.power: self.clock.left.get(s.power, float(pace.seconds)) for s in self.seats if s.kind == "human"}
        return ClockInfo(pace.kind, pace.seconds, pace.increment, left, self.clock.since, self.clock.asked)

    def proposal(self, reader: Reader) -> ProposalInfo | None:
        """Return the proposal that waits for consent, as a reader sees it."""
        found = None if self.game.over else self.game.proposal
        return found and found.info(self.seats, reader.powers, reader.hash)

    def veil(self, reader: Reader) -> Veil:
        return Veil(self.board.hidden, {*reader.powers, *reader.decides})

    def shares(self) -> list[Share]:
        """Return the players' shares in the dice; their salts are secret until the game begins."""
        if not self.game.waiting:
            return self.begun
        return [msgspec.structs.replace(share, salt="") for share in shares(self.seats)]

    def salts(self) -> list[str]:
        """Return the players' salts, which are fixed when the game begins."""
        return [] if self.game.waiting else self.game.spec.salts

    def online(self) -> set[str]:
        """Return the powers whose players are connected."""
        there = {holder for f in self.followers for holder in self.holders(f.hash)}
        return {s.power for s in self.seats if s.kind == "computer" or (s.token and s.token in there)}

    def seat(self, power: str) -> Seat:
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise Refused(404, f"There is no power called {power[:40]!r} in this game.")

    def holders(self, hash: str) -> list[str]:
        """Return the tokens for which a token stands, by their hashes: itself, and those of the player's seats."""
        return [*self.passes.get(hash, ()), hash]

    def reader(self, hash: str) -> Reader:
        """Return the permissions of a token by its hash."""
        if not hash:
            return Reader("", (), False)
        holders = self.holders(hash)
        own = tuple([s.power for s in self.seats if any(hmac.compare_digest(s.token, holder) for holder in holders)])
        host = any(hmac.compare_digest(self.host, holder) for holder in holders)
        return Reader(holders[0], own, host, decided(self.seats, self.sides, own))

    @property
    def sides(self) -> Mapping[str, str]:
        """The side of each power now; empty if the game cannot be continued."""
        return self.live.sides if self.live else {}

    def partners(self, power: str) -> list[Seat]:
        """Return the seats of the other people of a power's side who are there."""
        return partners(self.seats, self.sides, power)

    def standin(self, seat: Seat) -> str:
        """Return who acts from now on in a seat that is out of time."""
        first = self.terms.standin == PARTNER and not seat.away and self.partners(seat.power)
        return PARTNER if first else STANDIN

    def invites(self, hash: str) -> bool:
        """Return whether a secret, by its hash, lets its holder watch: that for this, and those of open seats."""
        secrets = (self.watching, *(seat.invitation for seat in self.seats))
        return bool(hash) and any(hmac.compare_digest(hash, secret) for secret in secrets)

    def restrict(self, watching: str) -> None:
        """Let only players and holders of a secret (by its hash) watch, or anyone; disconnect spectators if needed."""
        if watching and watching != self.watching:
            for follower in self.followers:
                if not follower.hash:
                    follower.tell(None)
        self.watching = watching

    def computers(self) -> dict[str, str]:
        return {s.power: s.computer for s in self.seats if s.computer}

    def thinker(self) -> str:
        """Return the first power with an open decision of a computer player, or an empty text."""
        computers = self.computers()
        if all(s.kind == "computer" for s in self.seats) and not self.followers and self.game.position.round > LONELY:
            return ""
        return next((d.power for d in self.game.open() if d.power in computers), "")

    def seat_infos(self, reader: Reader) -> list[SeatInfo]:
        """Return the seats as a reader sees them."""
        there = self.online()
        return [
            SeatInfo(
                s.power,
                s.kind,
                s.name,
                s.power in there,
                s.power in reader.powers,
                next.kind if next else None,
                s.away,
                list(dict.fromkeys(p.name for p in self.partners(s.power))) if s.covered else [],
                s.power in reader.decides,
                self.sides.get(s.power, ""),
            )
            for s in self.seats
            for next in [s.next()]
        ]


def people(seats: Sequence[Seat]) -> list[str]:
    """Return the powers that people play."""
    return [seat.power for seat in seats if seat.kind == "human"]


def players(seats: Sequence[Seat]) -> dict[str, str]:
    """Return the players by power, as in saved games."""
    return {seat.power: seat.name if seat.kind == "computer" else "human" for seat in seats}


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest() if token else ""
