"""Typed structs that describe a game to clients, with those of its board (`wire_board`) and decisions (`wire_forms`).

The client's TypeScript types are generated from these structs and from those of `requests` and `reference`.

To clients, a game is a *first position* and a stream of numbered *frames*. Each frame is the outcome of one answer or
one undo: what happened, in words and as data, and what it changed on the board. Applying the frames to the first
position gives the current position. The same stream serves the live game, its history, reconnecting clients, and
spectators. Frames for other players never contain what only one power may see (its open decision, its hidden units).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..core.structs import learn
from .terms import ProposalInfo, Terms
from .wire_board import BoardInfo, Change, Position, Units
from .wire_forms import Question

# --- frames -----------------------------------------------------------------------------------------------------------


class Happening(msgspec.Struct, frozen=True):
    """One event: its kind (see `core.events.EVENTS`), its sentence, and its payload.

    In `data`, forces are lists of `Units`, dice are lists of numbers from 1 to 6, and routes are lists of spaces.
    """

    kind: str
    text: str
    data: dict[str, Any]


class Fighters(msgspec.Struct, frozen=True):
    """One side of a battle; `fallen` are units hit in this round that still fire in it.

    `numbers`: owner -> unit type -> what its units hit on (or less), technologies included; 0: they do not fire.
    """

    power: str
    units: list[Units]
    fallen: list[Units]
    numbers: dict[str, dict[str, int]] = {}


class BattleInfo(msgspec.Struct, frozen=True):
    """The current battle: its space, its round (from 1; 0 before the first), and both sides."""

    space: str
    round: int
    attacker: Fighters
    defender: Fighters


class Asked(msgspec.Struct, frozen=True):
    """The open decision, as publicly visible."""

    id: int
    power: str
    kind: str
    prompt: str


class Rolled(msgspec.Struct, frozen=True):
    """Dice rolled in a frame: the next `count` dice of its events, from the blocks `first` to `last` (see `core.dice`).

    `key` is the key of block `last`, from which the keys of all blocks before it follow. It is empty for blocks after
    the end of the chain: the seed shows their dice at the end of the game.
    """

    first: int
    last: int
    count: int
    key: str


class Luck(msgspec.Struct, frozen=True):
    """The hits that a power rolled, the hits to expect of the units that fired, and the variance of their number."""

    power: str
    hits: int
    expected: float
    variance: float


class Frame(msgspec.Struct, frozen=True):
    """The outcome of one entry of the log. `n` counts from 1 without gaps; `at` is the time in seconds since 1970.

    `kind` is ``answer`` (given by `power` to a decision of kind `decision`), ``undo``: frame `undoes` is undone, or
    ``close``: the game ends, or ``note``: a note in the history (see `ProposalInfo`). An undo has no events of its own,
    and its `change` restores the position; a client strikes out the undone frame.

    `rolled`: where its dice come from, if the dice have a chain; the first answer has also those rolled before it.
    `luck`: the hits rolled, for those who measure luck.
    `ordered`: the server gave the answer by a standing order of the player.
    `partner`: the name of the player who gave the answer for a partner whose time had run out; otherwise empty.
    """

    n: int
    at: float
    kind: Literal["answer", "undo", "close", "note"]
    power: str
    decision: str
    events: list[Happening]
    change: Change
    battle: BattleInfo | None
    asked: list[Asked]
    undoes: int = 0
    rolled: list[Rolled] = []
    luck: list[Luck] = []
    ordered: bool = False
    partner: str = ""


# --- games and seats --------------------------------------------------------------------------------------------------

SeatKind = Literal["human", "computer", "open"]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who plays a power. `name` is the player's name or the computer player's id (``basic``).

    `standin`: the player's time has run out, and until the player comes back, the `partners` act who are named, or else
    a computer player. `decides`: whether the client makes the decisions of the power, as its player or as a partner.
    `online`: whether the player is connected. `following`: what the seat becomes after the current secret decision.
    `side`: the side of the power now, if rules let it change; empty if the game cannot be continued.
    """

    power: str
    kind: SeatKind
    name: str
    online: bool
    mine: bool
    following: SeatKind | None = None
    standin: bool = False
    partners: list[str] = []
    decides: bool = False
    side: str = ""


class ClockInfo(msgspec.Struct, frozen=True):
    """The time to think, in seconds: the pace (see `Pace`), what each player had `left` at the time `since` (in seconds
    since 1970), and the powers `asked` whose time runs since then."""

    kind: Literal["turn", "bank"]
    seconds: int
    increment: int
    left: dict[str, float]
    since: float
    asked: list[str]


Status = Literal["waiting", "playing", "over"]


class Share(msgspec.Struct, frozen=True):
    """What a player adds to the dice: `salt`, a secret text until the game begins.

    `pledge` is the SHA-256 of the salt, which the player sent first; empty if the player sent the salt itself. `given`:
    whether the player has revealed the salt. A player who has not when the game begins adds nothing to the dice.
    """

    power: str
    name: str
    pledge: str
    given: bool
    salt: str = ""


class Message(msgspec.Struct, frozen=True):
    """One line of the chat; `power` is the writer's first power, or empty for the host without one.

    `readers` are the powers whose players can read it: those of the writer's side when it was written. Empty: everyone
    who sees the game.
    """

    n: int
    at: float
    name: str
    power: str
    text: str
    readers: list[str] = []


class PastInfo(msgspec.Struct, frozen=True):
    """What a game has taken over from a saved one: its first `frames` frames, and the commitment of their dice."""

    frames: int
    commitment: str


class Failing(msgspec.Struct, frozen=True):
    """A rule whose code failed at the latest answer: its id and title (empty: the edition itself), and a sentence.

    The game stands as before that answer. The host can go on without the rule, or undo the latest answer.
    """

    rule: str
    title: str
    sentence: str


class GameView(msgspec.Struct, frozen=True):
    """A game as its reader may see it. `revision` is the number of the newest frame; `position` is that of this frame.

    Status ``waiting``: seats are still open, or players must still reveal their `shares` in the dice. `commitment` is
    the SHA-256 of the seed, hashed `chain` more times (see `core.dice`). `salts` are those of the shares in order;
    `seed` is empty until the game is over. `host`: whether the client can manage the seats. `faults`: why the game
    cannot continue (a sentence), or empty. `next` is the id of the game that continues this one with the same seats
    and tokens, without a rule that failed or from an earlier moment, or empty. `past`: what was taken over from a saved
    game. `proposal` waits for the consent of players, under the `terms` of the game. `asleep`: it had no answer for
    long, so no clock runs and no player gets notices until a player moves or wakes the game. `listed`: anyone can find
    it and take its open seats. `invited`: only players and people with an invitation can see it.
    """

    id: str
    title: str
    status: Status
    created: float
    revision: int
    board: BoardInfo
    position: Position
    battle: BattleInfo | None
    asked: list[Asked]
    questions: list[Question]
    can_undo: bool
    seats: list[SeatInfo]
    host: bool
    commitment: str
    salts: list[str]
    seed: str
    chat: list[Message]
    faults: str
    chain: int = 0
    shares: list[Share] = []
    past: PastInfo | None = None
    clock: ClockInfo | None = None
    failing: Failing | None = None
    next: str = ""
    asleep: bool = False
    proposal: ProposalInfo | None = None
    terms: Terms | None = None
    listed: bool = False
    invited: bool = False


class GameRow(msgspec.Struct, frozen=True):
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


class DiceProof(msgspec.Struct, frozen=True):
    """Verification of a finished game: every roll recomputed from the seed and salts.

    `ok`: the seed matches the commitment, and replaying all answers gives the same dice and the same final state.
    """

    ok: bool
    message: str
    commitment: str
    seed: str
    salts: list[str]
    rolls: int


class FrameDice(msgspec.Struct, frozen=True):
    """The dice of a frame as the players saw them, and where they come from."""

    frame: int
    faces: list[int]
    rolled: list[Rolled]


class DiceRecord(msgspec.Struct, frozen=True):
    """The dice of a game as a file for `verify_dice.py`, which needs nothing else (see docs/dice.md).

    `seed` is empty until the game is over. `kept` is what a player's browser noted during the game, if it wrote the
    file.
    """

    format: str
    version: int
    game: str
    title: str
    chain: int
    commitment: str
    shares: list[Share]
    salts: list[str]
    seed: str
    frames: list[FrameDice]
    kept: dict[str, Any] = {}


# --- the live connection ----------------------------------------------------------------------------------------------


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The whole game, for a new client or one that cannot catch up through frames."""

    view: GameView


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """New frames in order, followed by the reader's open decisions."""

    frames: list[Frame]
    questions: list[Question]
    can_undo: bool
    status: Status
    seed: str
    faults: str
    clock: ClockInfo | None = None
    failing: Failing | None = None
    next: str = ""
    proposal: ProposalInfo | None = None


class Seated(msgspec.Struct, frozen=True, tag_field="type", tag="seated"):
    """A seat changed, a player connected or disconnected, the game was put to sleep or woken, or others can find or
    watch it now."""

    seats: list[SeatInfo]
    salts: list[str]
    status: Status
    host: bool
    shares: list[Share] = []
    clock: ClockInfo | None = None
    asleep: bool = False
    listed: bool = False
    invited: bool = False


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    message: Message


class Thinking(msgspec.Struct, frozen=True, tag_field="type", tag="thinking"):
    """A computer player started thinking (or stopped, if the power is empty)."""

    power: str


LiveMessage = Welcome | Update | Seated | Said | Thinking

learn(globals())
