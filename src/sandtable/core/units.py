"""Unit types, spaces and powers: the facts of a board, as frozen values.

All numbers come from the tables of an edition; a technology or a house rule changes them by an edit, never here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from .structs import learned

Domain = Literal["land", "air", "sea", "structure"]

#: The values of a unit that technologies and rules may change, with their meaning.
STATS = {
    "cost": "cost in IPCs",
    "move": "movement in spaces per turn",
    "attack": "attack value: hits on this number or less (0: does not roll)",
    "defense": "defense value: hits on this number or less (0: does not roll)",
    "hits": "hits needed to destroy it",
    "attack_dice": "dice rolled when attacking",
    "defense_dice": "dice rolled when defending",
    "support_dice": "dice rolled in a support shot",
    "raid_dice": "damage dice in a strategic bombing raid",
    "convoy_loss": "IPCs that it takes in a convoy raid, if there are such raids",
    "support": "support shot in an amphibious assault: hits on this number or less (0: none)",
    "aa": "antiaircraft fire at each enemy aircraft: hits on this number or less (0: none)",
}


class Carries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The capacity of a transport: each unit type needs `loads[type]` points of `capacity`."""

    capacity: int
    loads: dict[str, int]

    @property
    def places(self) -> int:
        """The most units that fit: as many as have room of those that need least."""
        return self.capacity // min(self.loads.values(), default=self.capacity or 1)

    def room(self, cargo: Iterable[tuple[str, str]]) -> int:
        """Return the points of capacity left beside cargo (owner, type); what does not belong aboard takes them all."""
        return self.capacity - sum([self.loads.get(type, self.capacity) for _, type in cargo])

    def __hash__(self) -> int:  # a dict is not hashable
        return hash((self.capacity, frozenset(self.loads.items())))


@learned
class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One type of unit with its printed numbers; see `STATS` for their meaning.

    `tags` are the words that rules ask for: captures, blitz, passive (never fights, never a casualty), defends
    (passive, but fights on defense), faces_ships (passive, but fights ships that attack it), antiaircraft, produces,
    raids, submarine, transport, carrier, bombards, best_die (only the best of its dice counts), output (a structure
    that counts as a unit that a complex there produces). An aircraft that lands on decks takes `deck_places` of a
    carrier's `deck`.
    """

    id: str
    name: str
    kind: Domain
    cost: int
    move: int = 0
    attack: int = 0
    defense: int = 0
    hits: int = 1
    attack_dice: int = 1
    defense_dice: int = 1
    support_dice: int = 1
    raid_dice: int = 1
    support: int = 0
    convoy_loss: int = 1
    aa: int = 0
    carries: Carries | None = None
    deck: int = 0
    lands_on_deck: bool = False
    deck_places: int = 1
    tags: frozenset[str] = frozenset()
    plural: str = ""
    aliases: tuple[str, ...] = ()

    def called(self, count: int) -> str:
        """Return the name used in texts: singular for one unit, else plural."""
        return self.name.lower() if count == 1 else (self.plural or self.name).lower()


@learned
class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A territory or sea zone; `owner` is the original owner, None for neutrals and sea zones. A closed space is
    impassable."""

    name: str
    kind: Literal["land", "sea"]
    value: int = 0
    owner: str | None = None
    neutral: bool = False
    island: bool = False
    inland: bool = False
    closed: bool = False
    aliases: tuple[str, ...] = ()


@learned
class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power with its side, capital (empty: none), and starting cash in IPCs.

    A power that takes its turn together with another one names it in `turn_with`. A country with money and territory,
    but without units of its own, names the power that its new units belong to in `units_of`.
    """

    name: str
    side: str
    capital: str
    ipcs: int
    aliases: tuple[str, ...] = ()
    color: str = "#888888"
    technologies: tuple[str, ...] = ()
    turn_with: str | None = None
    units_of: str | None = None


@learned
class Canal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A canal: ships pass only if one side has held all of `controlled_by` since the start of the turn.

    A strait instead stays open unless an enemy side has held them all; while one of them is neutral, it is what
    `neutral` says. Ships with a tag of `free` always pass.
    """

    name: str
    connects: tuple[str, str]
    controlled_by: tuple[str, ...]
    strait: bool = False
    neutral: Literal["open", "closed"] = "open"
    free: tuple[str, ...] = ()


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"to": "set"}):
    """A technology's change to one number of a unit type: a new value (`to`) or a difference (`add`)."""

    unit: str
    stat: str
    to: int | None = None
    add: int = 0


@learned
class Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A capability that a power may hold: `die` is its number on the weapons table (0: not rolled for).

    `kind` is technology, advantage, elite or another word of its document. It stands on its `chart` if there are
    several, and is gained only `after` others and by `powers` (none: by all). `rows` are its numbers on charts that a
    rule may bring into play instead (the switch `weapons_chart`). It comes with the capabilities that it `gives`.
    What it does besides `effects` stands in edits that hold for its holders. `worth` is what a sensible power expects
    of it in a game, in IPCs: for each unit of a type that it has, and in any case (under "").
    """

    id: str
    name: str
    die: int = 0
    text: str = ""
    effects: tuple[Effect, ...] = ()
    kind: str = "technology"
    chart: str = ""
    after: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    rows: dict[str, int] = {}
    gives: tuple[str, ...] = ()
    worth: dict[str, float] = {}
