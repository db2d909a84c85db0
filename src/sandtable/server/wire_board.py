"""Typed structs that describe the board of a game and its positions to clients; see `wire`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..core.structs import learn
from ..core.units import Domain

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
    """A battle of its own that rules bring, such as an attack on a port, or a raid (its id is ``raid``): the unit types
    of each side that can take part."""

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


# --- positions --------------------------------------------------------------------------------------------------------


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


learn(globals())
