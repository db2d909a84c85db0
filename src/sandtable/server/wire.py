"""Typed structs that describe a game to clients.

The client's TypeScript types are generated from these structs and from those of `requests` and `reference`.

To clients, a game is a *first position* and a stream of numbered *frames*. Each frame is the outcome of one answer or
one undo: what happened, in words and as data, and what it changed on the board. Applying the frames to the first
position gives the current position. The same stream serves the live game, its history, reconnecting clients, and
spectators. Frames for other players never contain what only one power may see (its open decision, its hidden units).

Answers travel as the canonical text of the decision's form (see `core.decisions`), with the id of the decision.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..core.structs import learn
from ..core.units import Domain
from .terms import ProposalInfo, Terms

# --- the board (constant during a game) -------------------------------------------------------------------------------


class PowerInfo(msgspec.Struct, frozen=True):
    """A power; `color` is ``#rrggbb``, `start` its cash before the first turn, in IPCs; `phases` are those of its turn
    (empty: all); `turn_with` is the power in whose turn it takes part (empty: it has its own)."""

    name: str
    side: str
    capital: str
    color: str
    start: int
    phases: list[str] = []
    turn_with: str = ""


class UnitInfo(msgspec.Struct, frozen=True):
    """A unit type with its numbers in this game; `capacity` and `loads` are its transport capacity."""

    id: str
    name: str
    plural: str
    kind: Domain
    cost: int
    move: int
    attack: int
    defense: int
    hits: int
    tags: list[str]
    capacity: int = 0
    loads: dict[str, int] = {}
    deck: int = 0


class SpaceInfo(msgspec.Struct, frozen=True):
    """A territory or sea zone; `owner` is the original owner, `value` in IPCs."""

    name: str
    kind: Literal["land", "sea"]
    value: int
    owner: str | None
    neutral: bool
    closed: bool


class TechnologyInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str


class ActiveRule(msgspec.Struct, frozen=True):
    """An active house rule with all its option values."""

    id: str
    title: str
    options: dict[str, Any]


class StateInfo(msgspec.Struct, frozen=True):
    """A state of units that players should see: a word or two, a sentence, and whether it lasts beyond a battle."""

    word: str
    text: str
    lasting: bool


class EngagementInfo(msgspec.Struct, frozen=True):
    """A battle of its own that rules bring, such as an attack on a port: the unit types of each side that can take
    part."""

    id: str
    name: str
    attacker: list[str]
    defender: list[str]


class BoardInfo(msgspec.Struct, frozen=True, weakref=True):
    """Everything a user interface needs to know about the rules of one game. `map`: whether the edition has a map.

    `words` maps phases and other keys to the names people read; `hidden` lists unit types that only their owner sees.
    `phases` are the phases of a turn in order, without steps that have no text; `goals` maps sides to the combined
    production in IPCs that wins. `cuts` names the sea zones that rules have divided, for the address of the map;
    `states` maps marks of units to what they mean; `battles` are those beside battles for spaces, for the odds.
    """

    edition: str
    title: str
    scenario: str
    fingerprint: str
    map: bool
    powers: list[PowerInfo]
    units: list[UnitInfo]
    spaces: list[SpaceInfo]
    connections: list[tuple[str, str]]
    technologies: list[TechnologyInfo]
    rules: list[ActiveRule]
    words: dict[str, str]
    hidden: list[str]
    phases: list[str] = []
    goals: dict[str, int] = {}
    cuts: str = ""
    states: dict[str, StateInfo] = {}
    battles: list[EngagementInfo] = []


# --- positions and frames ---------------------------------------------------------------------------------------------


class Cargo(msgspec.Struct, frozen=True):
    owner: str
    type: str


class Units(msgspec.Struct, frozen=True, omit_defaults=True):
    """`count` identical units: owner, type, and their condition this turn (spaces moved, hits, cargo, marks).

    `type` is ``hidden`` (and `count` 1) for units whose type and number the client may not see.
    """

    owner: str
    type: str
    count: int
    moved: int = 0
    damage: int = 0
    cargo: list[Cargo] = []
    marks: list[str] = []


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign on the map: its kind (such as ``base``, ``mine``, ``damage``, or ``army``), a sentence, a number to show
    (0: none), and the power it belongs to (or empty)."""

    kind: str
    text: str
    number: int = 0
    power: str = ""


class PanelRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a panel; `met`: whether its condition is met, or None if it is none; `note`: what is missing."""

    text: str
    value: str = ""
    met: bool | None = None
    power: str = ""
    note: str = ""


class Panel(msgspec.Struct, frozen=True):
    """A titled list to look up, such as objectives or a clock."""

    title: str
    rows: list[PanelRow]


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """What decides the game for a side: a value and the goal, such as victory points, and one sentence; `below`: the
    side wins if the value is not above the goal."""

    side: str
    value: int
    goal: int
    unit: str
    text: str
    below: bool = False


class UnitNow(msgspec.Struct, frozen=True):
    """The numbers of a unit type of one owner now, with a note for each reason why they are not those of the board."""

    attack: int
    defense: int
    move: int
    notes: list[str] = []


class Position(msgspec.Struct, frozen=True):
    """The full position. `power` is the power whose turn it is, `phase` a key of `BoardInfo.words`.

    `owners`: every territory -> power or null; `units`: only spaces with units; `contested`: territories with units of
    both sides, which no power controls; `income`: what each power would collect for its territories now, in IPCs;
    `signs`: only spaces with signs; `scores`: what decides the game, if it is not production; `numbers`: owner -> unit
    type, only what differs from the numbers of the board; for damaged or refitted units, the type is followed by their
    hits and their lasting marks (``battleship/1``).
    """

    round: int
    order: list[str]
    power: str
    phase: str
    owners: dict[str, str | None]
    units: dict[str, list[Units]]
    ipcs: dict[str, int]
    income: dict[str, int]
    techs: dict[str, list[str]]
    contested: list[str]
    winner: str | None = None
    ending: str = ""
    signs: dict[str, list[Sign]] = {}
    panels: list[Panel] = []
    scores: list[Score] = []
    numbers: dict[str, dict[str, UnitNow]] = {}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """The changes in a frame: the fields of `Position`, with only the changed entries.

    A space without units or signs left has an empty list.
    """

    round: int | None = None
    order: list[str] | None = None
    power: str | None = None
    phase: str | None = None
    owners: dict[str, str | None] = {}
    units: dict[str, list[Units]] = {}
    ipcs: dict[str, int] = {}
    income: dict[str, int] = {}
    techs: dict[str, list[str]] = {}
    contested: list[str] | None = None
    winner: str | None = None
    ending: str | None = None
    signs: dict[str, list[Sign]] = {}
    panels: list[Panel] | None = None
    scores: list[Score] | None = None
    numbers: dict[str, dict[str, UnitNow]] = {}


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


# --- decisions --------------------------------------------------------------------------------------------------------


class ConfirmForm(msgspec.Struct, frozen=True, tag_field="form", tag="confirm"):
    """Answer: ``yes`` or ``no``."""


class Option(msgspec.Struct, frozen=True):
    key: str
    text: str


class ChooseForm(msgspec.Struct, frozen=True, tag_field="form", tag="choose"):
    """Answer: the key of an option."""

    options: list[Option]


class PickSpaceForm(msgspec.Struct, frozen=True, tag_field="form", tag="pick_space"):
    """Answer: the name of a space, or ``none`` if that is an option."""

    options: list[Option]


class AmountForm(msgspec.Struct, frozen=True, tag_field="form", tag="amount"):
    """Answer: a whole number from `low` to `high`, or the word `zero` for none, unless `zero` is empty."""

    low: int
    high: int
    unit: str
    zero: str


class PickRow(msgspec.Struct, frozen=True):
    """Up to `count` units to choose from. In the answer, write a number followed by `stem`."""

    type: str
    owner: str
    count: int
    text: str
    stem: str


class PickUnitsForm(msgspec.Struct, frozen=True, tag_field="form", tag="pick_units"):
    """Answer: ``2 infantry, 1 armor`` (number and `stem`), `low` to `high` units in all; ``nothing`` for none."""

    units: list[PickRow]
    low: int
    high: int


class AllocateKey(msgspec.Struct, frozen=True):
    key: list[str]
    most: int


class AllocateLimit(msgspec.Struct, frozen=True):
    """The sum of weight times number may be at most `most`; `weights` in the order of the keys."""

    text: str
    most: int
    weights: list[int]


class AllocateForm(msgspec.Struct, frozen=True, tag_field="form", tag="allocate"):
    """Answer: ``2 infantry > Russia, 1 fighter > Germany`` (number and key, joined by `` > ``), or ``nothing``."""

    keys: list[AllocateKey]
    limits: list[AllocateLimit]


class Movable(msgspec.Struct, frozen=True):
    """Units of the deciding power that can move from a space; see `PickRow` for `stem`."""

    space: str
    type: str
    owner: str
    count: int
    text: str
    stem: str


class MovesForm(msgspec.Struct, frozen=True, tag_field="form", tag="moves"):
    """Answer: ``2 infantry, 1 armor: Germany > Eastern Europe`` with the whole route, followed by `` [mission]`` if it
    has one; or ``done`` (only if `may_end`).

    `why`: why the phase cannot end yet; `must`: units that must move first, as far as they are known."""

    movable: list[Movable]
    may_end: bool
    why: str = ""
    must: list[Movable] = []


Form = ConfirmForm | ChooseForm | PickSpaceForm | AmountForm | PickUnitsForm | AllocateForm | MovesForm


class Question(msgspec.Struct, frozen=True):
    """An open decision, as seen by the power that must make it.

    `context`: plain facts, such as costs or the space of the battle.
    """

    id: int
    kind: str
    power: str
    prompt: str
    rule: str
    form: Form
    context: dict[str, Any]


class Way(msgspec.Struct, frozen=True):
    """A route that up to `most` units may take. `attack`: whether it ends in a battle or captures a territory."""

    path: list[str]
    most: int
    mission: str
    attack: bool


class WaysRow(msgspec.Struct, frozen=True):
    """The routes of the units in one row of a `MovesForm`."""

    movable: Movable
    ways: list[Way]


class Advice(msgspec.Struct, frozen=True):
    """The computer's suggested answer, as answer text."""

    decision: int
    text: str


class OddsBrief(msgspec.Struct, frozen=True):
    """Short form of a battle's odds. If there are none, `text` says why."""

    space: str
    attack: str
    defend: str
    attacker_wins: float
    captured: float
    draw: float
    attacker_loss: float
    defender_loss: float
    text: str


# --- games and seats --------------------------------------------------------------------------------------------------

SeatKind = Literal["human", "computer", "open"]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who plays a power. `name` is the player's name or the computer player's id (``basic``).

    `standin`: the player's time has run out, and a computer player acts until the player comes back.
    `online`: whether the player is connected. `following`: what the seat becomes after the current secret decision.
    """

    power: str
    kind: SeatKind
    name: str
    online: bool
    mine: bool
    following: SeatKind | None = None
    standin: bool = False


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
    """One line of the chat; `power` is the writer's first power, or empty for the host without one."""

    n: int
    at: float
    name: str
    power: str
    text: str


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
    long, so no clock runs and no player gets notices until a player moves or wakes the game.
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


class Signing(msgspec.Struct, frozen=True):
    """Whether people can sign in on this server, by a mailed link."""

    mail: bool


class PersonInfo(msgspec.Struct, frozen=True):
    """Who is signed in, for themselves only; the name is empty at first. `id` is that of their public page."""

    name: str
    mail: str
    id: str = ""


class MyGame(msgspec.Struct, frozen=True):
    """A game in a person's list: their powers, those of them that must decide now, and the newest frame with the latest
    that the person has seen."""

    row: GameRow
    powers: list[str]
    asked: list[str]
    seen: int
    revision: int


class News(msgspec.Struct, frozen=True):
    """What has happened in a game since frame `seen`, in sentences; `revision` is the newest frame."""

    seen: int
    revision: int
    lines: list[str]


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
    """A seat changed, a player connected or disconnected, or the game was put to sleep or woken."""

    seats: list[SeatInfo]
    salts: list[str]
    status: Status
    host: bool
    shares: list[Share] = []
    clock: ClockInfo | None = None
    asleep: bool = False


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    message: Message


class Thinking(msgspec.Struct, frozen=True, tag_field="type", tag="thinking"):
    """A computer player started thinking (or stopped, if the power is empty)."""

    power: str


LiveMessage = Welcome | Update | Seated | Said | Thinking

learn(globals())
