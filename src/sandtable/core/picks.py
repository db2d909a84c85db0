"""Descriptions shared by rules and battles, as plain data: which units are meant, who stands by, and conditional edits.

| description | what it says |
| --- | --- |
| `Pick` | which units are meant: by kind, tag, type, mark, owner, and by the capabilities that their owner holds |
| `Presence` | how many units of a pick one side of a battle must have, or may have at most |
| `When` | the conditions of an edit: who, when, where, against whom, beside whom, how many for how many |
| `UnitEdit` | one column of some unit types changed while its conditions hold |
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from .units import UnitType


class Unit(Protocol):
    """What a pick looks at: a unit with its owner, marks, and the capabilities that its owner holds."""

    @property
    def unit(self) -> UnitType: ...
    @property
    def owner(self) -> str: ...
    @property
    def aside(self) -> bool: ...
    @property
    def marks(self) -> tuple[str, ...]: ...
    @property
    def held(self) -> tuple[str, ...]: ...


#: The mark of units that neither roll nor are hit but in rolls that ask for another mark of theirs (a dogfight).
APART = "apart"
#: The mark of units that do not roll.
SILENT = "silent"
#: The mark of units that do not roll, but still support others.
SPENT = "spent"
#: The mark of units that are about to leave: they roll only if they are hit before.
LEAVING = "leaving"


class Pick(NamedTuple):
    """The units meant: of any of these kinds, tags, types, marks, and owners (empty: any), and none of `without` (tags
    or types).

    Units standing aside are meant only by a pick with `aside`. The owner must hold every capability of `holds`, and
    none of `lacks`. The units fit each pick of `also`, and none of `but`.
    """

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    aside: bool = False
    marks: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    unmarked: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    also: tuple[Pick, ...] = ()
    but: tuple[Pick, ...] = ()

    def takes(self, piece: Unit) -> bool:
        """Return whether the unit is one of those meant."""
        marked = APART not in piece.marks or bool(self.marks)
        return piece.aside == self.aside and marked and self.describes(piece)

    def fits(self, piece: Unit) -> bool:
        """Return whether the unit is one of those meant, in the battle or aside."""
        return (APART not in piece.marks or bool(self.marks)) and self.describes(piece)

    def describes(self, piece: Unit) -> bool:
        """Return whether the unit is one of those meant, even if it fights apart from the others."""
        return (
            self.means(piece.unit)
            and (not self.marks or any(m in piece.marks for m in self.marks))
            and (not self.unmarked or not any(m in piece.marks for m in self.unmarked))
            and (not self.owners or piece.owner in self.owners)
            and (not self.holds or all(c in piece.held for c in self.holds))
            and (not self.lacks or not any(c in piece.held for c in self.lacks))
            and (not self.also or all(p.fits(piece) for p in self.also))
            and (not self.but or not any(p.fits(piece) for p in self.but))
        )

    def means(self, unit: UnitType) -> bool:
        """Return whether units of this type can be meant, with any owner."""
        return (
            (not self.kinds or unit.kind in self.kinds)
            and (not self.tags or not unit.tags.isdisjoint(self.tags))
            and (not self.types or unit.id in self.types)
            and (not self.without or (unit.id not in self.without and unit.tags.isdisjoint(self.without)))
            and (not self.also or all(p.means(unit) for p in self.also))
        )

    @property
    def all_words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The marks and the capabilities that it asks for, those of its parts included."""
        parts = [p.all_words for p in (*self.also, *self.but)]
        marks = (*self.marks, *self.unmarked, *(m for p in parts for m in p[0]))
        return marks, (*self.holds, *self.lacks, *(c for p in parts for c in p[1]))


ALL = Pick()


class Presence(NamedTuple):
    """A condition on the units of a battle: one side has at least `least` and at most `most` units of `who` (-1: any).

    With `outnumbers`, the own side must have more units of `who` than the enemy instead.
    """

    who: Pick
    side: Literal["own", "enemy"] = "enemy"
    least: int = 1
    most: int = -1
    outnumbers: bool = False

    def holds(self, own: Mapping[Any, int], enemy: Mapping[Any, int]) -> bool:
        """Return whether it holds for these units of both sides."""
        if self.outnumbers:
            return self.count(own) > self.count(enemy)
        there = self.count(own if self.side == "own" else enemy)
        return there >= self.least and (self.most < 0 or there <= self.most)

    def count(self, pieces: Mapping[Any, int]) -> int:
        """Return the number of units of `who` among these."""
        return sum(n for piece, n in pieces.items() if self.who.takes(piece))


def beside(who: Pick, least: int = 1) -> Presence:
    """The own side has such units in the battle."""
    return Presence(who, "own", least)


def facing(who: Pick, least: int = 1) -> Presence:
    """The enemy has such units in the battle."""
    return Presence(who, "enemy", least)


def facing_no(who: Pick) -> Presence:
    """The enemy has no such units in the battle."""
    return Presence(who, "enemy", 0, 0)


def outnumbering(who: Pick) -> Presence:
    """The own side has more such units in the battle than the enemy."""
    return Presence(who, outnumbers=True)


Window = tuple[int, int]  # first and last; a last of 0 is no end
ALWAYS: Window = (1, 0)


def within(number: int, window: Window) -> bool:
    """Return whether a round lies in a window."""
    first, last = window
    return number >= first and (not last or number <= last)


class When(NamedTuple):
    """The conditions of an edit; what is empty always holds.

    The owner of the unit holds every capability of `holds` and is one of `owners`; the round of the game lies in
    `rounds`; the unit is in one of the spaces `places`, has one of `marks`, and has taken `damaged` hits or more. These
    are known outside battles too. In a battle: the round of combat lies in `battle_rounds`, every `presence` holds, and
    the roll can hit only units of `against`. With `per`, the edit holds for `ratio` units for each unit of `per` on the
    own side; edits of one `pool` (a name) share these units, and the edit to the highest number takes its part first.
    """

    holds: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    rounds: Window = ALWAYS
    places: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    battle_rounds: Window = ALWAYS
    presence: tuple[Presence, ...] = ()
    against: Pick | None = None
    per: Pick | None = None
    ratio: int = 1
    damaged: int = 0
    pool: str = ""

    @property
    def only_in_battle(self) -> bool:
        """Whether some condition can be judged only in a battle."""
        return bool(self.presence or self.against or self.per is not None or self.battle_rounds != ALWAYS)

    def known(self, power: str, held: Collection[str], round: int, space: str) -> bool:
        """Return whether the conditions that are known outside battles hold."""
        return (
            (not self.holds or all(c in held for c in self.holds))
            and (not self.owners or power in self.owners)
            and (self.rounds == ALWAYS or within(round, self.rounds))
            and (not self.places or space in self.places)
        )

    def excludes(self, other: When) -> bool:
        """Return whether both can never be opposed, as far as owners, places, rounds and damage tell."""
        apart = (
            (self.owners and other.owners and not set(self.owners) & set(other.owners))
            or (self.places and other.places and not set(self.places) & set(other.places))
            or (self.marks and other.marks and not set(self.marks) & set(other.marks))
            or self.damaged != other.damaged  # the numbers of a damaged unit go before those of a whole one
        )
        return bool(apart) or _disjoint(self.rounds, other.rounds) or _disjoint(self.battle_rounds, other.battle_rounds)


def _disjoint(a: Window, b: Window) -> bool:
    return bool((a[1] and a[1] < b[0]) or (b[1] and b[1] < a[0]))


How = Literal["to", "add", "off", "least", "most", "more", "include", "exclude"]
#: The order in which edits of one column are applied, so that the order of rules does not matter.
HOW_RANK: dict[str, int] = {"to": 0, "add": 1, "off": 2, "least": 3, "most": 4, "more": 5, "include": 6, "exclude": 7}
#: The numbers that may depend on what happens in a battle.
IN_BATTLE = ("attack", "defense", "support", "aa", "attack_dice", "defense_dice", "support_dice")


class UnitEdit(NamedTuple):
    """A column of the unit types of `of` changed while its conditions hold: replaced (`to`), moved (`add`), lowered
    by that many percent (`off`, rounded up), raised to `least`, lowered to `most`, or a list that gains or loses
    members."""

    of: Pick
    column: str
    how: How
    value: Any
    when: When = When()
    by: str = ""
    text: str = ""

    @property
    def in_battle(self) -> bool:
        """Whether the edit is one of the rolls of battles: marks of units come and go there."""
        return self.when.only_in_battle or (self.of_marked and self.column in IN_BATTLE)

    @property
    def caps(self) -> bool:
        """Whether the edit limits a number that battles roll with: no edit of a single roll raises it above that."""
        return self.how == "most" and self.column in IN_BATTLE

    @property
    def of_marked(self) -> bool:
        """Whether the edit depends on the marks of a unit."""
        return bool(self.when.marks or self.of.marks or self.of.unmarked)

    @property
    def of_condition(self) -> bool:
        """Whether the edit depends on the condition of a unit: its marks, or the hits that it has taken."""
        return self.of_marked or bool(self.when.damaged)

    def fits(self, marks: Collection[str], damage: int) -> bool:
        """Return whether the edit is one for units of this condition."""
        of, when = self.of, self.when
        return (
            damage >= when.damaged
            and (not when.marks or any(m in marks for m in when.marks))
            and (not of.marks or any(m in marks for m in of.marks))
            and not any(m in marks for m in of.unmarked)
        )

    @property
    def rank(self) -> tuple[int, int]:
        """The order in which edits of one column are applied: those of damaged units after those of all."""
        return HOW_RANK[self.how], self.when.damaged

    def apply(self, before: Any) -> Any:
        """Return the value of the column after the edit; numbers never fall below 0."""
        if self.how == "to":
            return self.value
        if self.how in ("add", "more"):
            return max(0, before + self.value)
        if self.how == "off":
            return before - before * self.value // 100
        if self.how == "least":
            return max(before, self.value) if before else before  # a unit that does not roll still does not
        if self.how == "most":
            return min(before, self.value)
        rest = [v for v in before if v not in self.value]
        return [*rest, *self.value] if self.how == "include" else rest
