"""Typed structs for requests outside a game: editions, house rules, variants, and odds; see `wire`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..core.structs import learn
from .requests import File, Line, Name, RuleChoice, Text, Texts
from .wire_board import BoardInfo, PowerInfo

# --- editions, rules and the catalogue --------------------------------------------------------------------------------


class EditionInfo(msgspec.Struct, frozen=True):
    """A playable edition. `scenarios` maps ids to names, with the default first; `levels` maps each of the computer
    `players` to a sentence about it, the default first."""

    id: str
    title: str
    map: bool
    scenarios: dict[str, str]
    powers: list[PowerInfo]
    players: list[str]
    levels: dict[str, str]


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a house rule; `kind` is ``switch``, ``number``, ``word``, ``table`` or ``list``."""

    name: str
    kind: str
    default: Any
    text: str
    low: float | None
    high: float | None
    choices: list[Any]
    example: Any = None


class ClauseInfo(msgspec.Struct, frozen=True):
    """A clause of a house rule, or a statement of a rulebook.

    `section`: its heading; `unsure`: the reading is unconfirmed; `table`: the rows of its table, if it has one.
    """

    id: str
    text: str
    section: str = ""
    unsure: bool = False
    table: list[dict[str, Any]] = []


class RulingInfo(msgspec.Struct, frozen=True):
    question: str
    ruling: str


class ChangeInfo(msgspec.Struct, frozen=True):
    """One edit of a rule as a sentence; `aspect`: what it changes, where the sentence says only how."""

    text: str
    aspect: str = ""


class RuleInfo(msgspec.Struct, frozen=True):
    """A house rule: its text, its clauses and rulings, its options, and what it changes (sentences from its edits).

    `usual`: whether it is on by default when its document is selected.
    """

    id: str
    document: str
    title: str
    editions: list[str]
    text: str
    changes: list[ChangeInfo]
    clauses: list[ClauseInfo]
    rulings: list[RulingInfo]
    options: list[OptionInfo]
    needs: list[str]
    excludes: dict[str, str]
    usual: bool


class DocumentInfo(msgspec.Struct, frozen=True):
    """A set of house rules, or a rulebook (`statements`), for an edition (empty: for all)."""

    id: str
    title: str
    edition: str
    summary: str
    rules: list[RuleInfo]
    statements: list[ClauseInfo]


class FindingInfo(msgspec.Struct, frozen=True):
    severity: Literal["conflict", "missing", "order", "idle", "note"]
    rules: list[str]
    target: str
    message: str


class Checked(msgspec.Struct, frozen=True):
    """Result of checking a set of rules for conflicts. If they are playable: the `board` under them, and what each of
    them `changes` with the chosen options, in words."""

    ok: bool
    findings: list[FindingInfo]
    board: BoardInfo | None
    changes: dict[str, list[ChangeInfo]]


class VariantFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant as the text of its file (TOML)."""

    text: Annotated[str, Meta(max_length=50_000)]


class PositionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as the text of its file (JSON or TOML)."""

    text: File


class PositionInfo(msgspec.Struct, frozen=True):
    """A position that a game can begin in: its rules, and where it stands. `text` is the file to begin with (JSON)."""

    choice: RuleChoice
    text: str
    round: int
    power: str
    phase: str
    notes: str = ""


class NamedChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of rules with notes, as written to or read from a variant file."""

    choice: RuleChoice
    name: Name = ""
    notes: Text = ""


# --- saved games ------------------------------------------------------------------------------------------------------


class SavedInfo(msgspec.Struct, frozen=True):
    """What a saved game contains: its rules, who played (as in the file), the number of its answers, and where it
    stands after them.

    `changed`: a sentence if the rules have changed since, although they play the game in the same way.
    """

    choice: RuleChoice
    title: str
    powers: list[PowerInfo]
    seats: dict[str, str]
    answers: int
    round: int
    power: str
    over: bool
    changed: str = ""


# --- odds -------------------------------------------------------------------------------------------------------------


class OddsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle: units such as "3 inf 2 arm 1 ftr"; `where`: ``land``, ``sea``, ``amphibious``, a space, or the id of
    one of `BoardInfo.battles`.

    The fields match the options of the command ``sandtable odds``.
    """

    choice: RuleChoice
    attack: Line
    defend: Line
    where: Name = "land"
    tech: Texts = []
    losses: Texts = []
    retreat: Texts = []
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    keep_land: bool = False
    value: Annotated[int, Meta(ge=0, le=1000)] | None = None


class UnitCount(msgspec.Struct, frozen=True):
    type: str
    name: str
    count: int


class OutcomeInfo(msgspec.Struct, frozen=True):
    p: float
    attacker: list[UnitCount]
    defender: list[UnitCount]


class LossInfo(msgspec.Struct, frozen=True):
    """Loss in IPCs: expected, and its 5%, 50% and 95% quantiles."""

    expected: float
    low: int
    median: int
    high: int


class RoundInfo(msgspec.Struct, frozen=True):
    """Expected units on both sides after a round, and the probability that the battle continues."""

    round: int
    attacker: float
    defender: float
    fighting: float


class LeftInfo(msgspec.Struct, frozen=True):
    """The probability of these exact numbers of surviving units."""

    attacker: int
    defender: int
    p: float


class OddsInfo(msgspec.Struct, frozen=True):
    """Exact odds; probabilities sum to 1. `outcomes` are the most likely ones; `rest` is the probability of all others;
    `left` are all outcomes by the number of units alone.

    If the number of rounds is limited (`limited`), `contested` is the probability that both sides remain.
    """

    attack: str
    defend: str
    attacker_wins: float
    defender_wins: float
    draw: float
    captured: float
    contested: float
    held: float
    limited: bool
    attacker_loss: LossInfo
    defender_loss: LossInfo
    swing: float
    outcomes: list[OutcomeInfo]
    rest: float
    rounds: list[RoundInfo]
    left: list[LeftInfo] = []


class RaidWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A strategic bombing raid: bombers and escorts against guns and interceptors, as units such as "3 bombers";
    `value` is that of the territory, for rules that limit the damage by it."""

    choice: RuleChoice
    attack: Line
    defend: Line
    tech: Texts = []
    value: Annotated[int, Meta(ge=0, le=1000)] | None = None


class RaidInfo(msgspec.Struct, frozen=True):
    """Exact odds of a raid: `damage[n]` is the probability of n IPCs of damage, and `bombers[n]` that n bombers
    survive; `expected` is the expected damage, and `loss` and `defender_loss` the expected losses of the attacker and
    the defender, all in IPCs."""

    damage: list[float]
    bombers: list[float]
    expected: float
    loss: float
    defender_loss: float


learn(globals())
