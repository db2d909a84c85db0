"""What the database stores of a game, as structs: its definition, seats, log entries, snapshots, and list rows."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgspec

from .wire import Message, SeatKind, Share, Status
from .wire_notices import Order

#: In place of a computer player: the other players of the side act for a player whose time has run out.
PARTNER = "partner"


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
    is the computer player that acts for a player whose time has run out, until the player comes back, or `PARTNER`.
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

    @property
    def away(self) -> bool:
        """Whether the player's time has run out, so that others act until the player comes back."""
        return bool(self.standin)

    @property
    def covered(self) -> bool:
        """Whether partners act for the player."""
        return self.standin == PARTNER

    @property
    def computer(self) -> str:
        """The computer player that acts in the seat, or an empty text."""
        if self.kind == "computer":
            return self.name
        return "" if self.covered else self.standin

    @property
    def awaited(self) -> bool:
        """Whether a person must act in the seat."""
        return self.kind == "human" and not self.computer

    def next(self) -> Seat | None:
        """Return the seat that replaces this one after the current secret decision, if any."""
        return msgspec.json.decode(self.following, type=Seat) if self.following else None


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry of the log.

    An `answer` is by `power` to decision `decision` (of kind `question`) with `text`. `dice` is the position of the
    dice before it (-1: it was secret). `giver` is the hash of the player's token, empty for a computer player.
    An `undo` undoes entry `undoes`. A `close` ends the game; its `text` says why, or is empty: the host ended it. A
    `note` changes nothing on the board (see `agreement`): `question` is its kind, `undoes` the note it refers to.
    """

    n: int
    kind: Literal["answer", "undo", "close", "note"]
    power: str
    decision: int
    question: str
    text: str
    giver: str
    dice: int
    at: float
    undoes: int = 0


class Kept(msgspec.Struct, frozen=True):
    """A stored snapshot: the state after entry `n`, which is answer number `answers` (from 1) of those that count.

    `state` is JSON, packed (see `pack`), which takes far less memory than what it says; empty: it is not in memory.
    """

    n: int
    answers: int
    dice: int
    hashes: list[tuple[int, str]]
    state: bytes


def pack(text: bytes) -> bytes:
    """Return a text in little memory, quickly."""
    return zlib.compress(text, 1)


def unpack(packed: bytes) -> bytes:
    """Return what was packed."""
    return zlib.decompress(packed)


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


class Ordered(NamedTuple):
    """The standing orders of a power, each with the turn in which it was given, and the token of the seat (a hash)."""

    holder: str
    orders: list[tuple[Order, str]]


class Stored(NamedTuple):
    """A stored game without its frames; `board`, `start`, `clock`, and `terms` are JSON.

    `passes`: hashes of tokens of other devices, with the tokens of seats for which they stand. `watching`: the hash of
    the secret without which only players can see the game; empty: anyone can.
    """

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
    passes: dict[str, list[str]] = {}
    asleep: bool = False
    terms: bytes = b""
    listed: bool = False
    variant: str = ""
    orders: dict[str, Ordered] = {}
    watching: str = ""


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


class Person(NamedTuple):
    """A person who is known; `mail` is their address, as it is stored."""

    id: str
    name: str
    mail: str


class Holding(NamedTuple):
    """A game in which a person has seats: their token `holder` (a hash), and the latest frame that they have `seen`."""

    game: str
    holder: str
    seen: int
