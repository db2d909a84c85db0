"""Numbered states of one side of a battle: how many units of each type are alive, lost this round, or gone.

With a fixed order of losses one hit leads from a state to exactly one other, so the states a battle can reach are few:
a side of n hit points under fire at all of it has n + 1 of them. States are found when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .losses import Order, damaged, loss_order, settled, with_damaged
from .reading import Grant
from .roles import marked, over_decks, stripped, variants
from .volley import LEAVING, Adrift, Leave, Pick, Piece

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Key(NamedTuple):
    """Numbers of units by line that are alive, that are lost but still fire this round, and that have left the
    battle."""

    standing: tuple[int, ...]
    doomed: tuple[int, ...]
    left: tuple[int, ...]


class Row(NamedTuple):
    """Units of `line` are lost until `keep` are left; `after` is the line of the damaged piece, or -1, and `later` that
    of the piece until the end of the round, if its hits fall only then.

    The last unit on the lines `alike` falls only when none stands on the lines `others`. The units on the lines `group`
    are the same but for marks: together that many are left.
    """

    line: int
    keep: int
    after: int
    alike: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    group: tuple[int, ...] = ()
    later: int = -1

    def open(self, standing: tuple[int, ...]) -> bool:
        """Can a unit on this line be hit?"""
        left = sum(standing[i] for i in self.group) if self.group else standing[self.line]
        return standing[self.line] > 0 and left > self.keep and not self.spared(standing)

    def spared(self, standing: tuple[int, ...]) -> bool:
        """Return whether this is the last unit, which must be kept."""
        if not self.others or sum(standing[i] for i in self.alike) > 1:
            return False
        return any(standing[i] for i in self.others)


class Way(NamedTuple):
    """A manner of being hit: which units, in which order; which last ones are kept; the mark that hits give (empty:
    they destroy); which units one hit destroys; and which fall after all others."""

    at: Pick
    order: Order
    keep: Pick | None = None
    effect: str = ""
    deadly: Pick | None = None
    last: Pick | None = None


#: Which units of a state count in a total: those that stand, that are doomed, and that have left the battle.
STANDING, DOOMED, SURVIVING = (1, 0, 0), (0, 1, 0), (1, 0, 1)


class Kinds(NamedTuple):
    """The kinds of units of a side: those that can be lost, damaged ones included, and all, those aside included."""

    lines: tuple[Piece, ...]
    pieces: tuple[Piece, ...]


class Troop:
    """One side: its lines (the pieces it can have), what one hit does, and the numbered states.

    `lines` are the pieces that can be lost, damaged ones included; `aside` those that cannot, with their counts. A
    *way* is the number of a manner of being hit: which units, in which order.
    """

    def __init__(self, pieces: Mapping[Piece, int], ways: tuple[Way, ...], given: tuple[Grant, ...] = ()) -> None:
        present = [(p, n) for p, n in pieces.items() if n]
        self.lines = tuple(with_damaged(variants((p for p, _ in present if not p.aside), given)))
        self.given = frozenset(m for grant in given for m in grant.marks)
        self.lasting = frozenset(m for grant in given if grant.lasts for m in grant.marks)
        self.aside = tuple((p, n) for p, n in present if p.aside)
        self.kinds = Kinds(self.lines, (*self.lines, *(p for p, _ in self.aside)))
        self.at = {piece: i for i, piece in enumerate(self.lines)}
        self.hits = np.array([p.hits for p in self.lines], dtype=np.int64)
        self.start_counts = tuple(pieces.get(p, 0) for p in self.lines)
        self.zero = (0,) * len(self.lines)
        self._rules = tuple(self._rule(way) for way in ways)
        #: what the hits of a round change when it ends: line -> line
        self._settling = {i: self.at[settled(p)] for i, p in enumerate(self.lines) if p.fresh}
        self.keys: list[Key] = []
        self._number: dict[Key, int] = {}
        self._values: dict[Hashable, Ints] = {}
        self._counts: Ints = np.zeros((0, 3 * len(self.lines)), dtype=np.int64)
        self._totals: dict[Hashable, Ints] = {}
        self.start = self.number(Key(self.start_counts, self.zero, self.zero))
        self.found: dict[Any, Any] = {}  #: tables kept by the solvers for this side

    def _rule(self, way: Way) -> tuple[Row, ...]:
        """The lines that can be hit, in the order of loss; see `Row`. Units with marks fall after those without."""
        rows = []
        for named, keep in way.order:
            alike = [p for p in self.lines if p == named or (self.given and stripped(p, self.given) == named)]
            group = tuple(self.at[p] for p in alike) if len(alike) > 1 else ()
            for piece in sorted(alike, key=lambda p: (len(p.marks), p.marks)):
                if way.at.takes(piece) and (not way.effect or way.effect not in piece.marks):
                    rows.append(self._row(way, piece, keep, group))
        last = way.last
        return tuple(rows if last is None else sorted(rows, key=lambda row: last.takes(self.lines[row.line])))

    def _row(self, way: Way, piece: Piece, keep: int, group: tuple[int, ...]) -> Row:
        after: Piece | None
        later: Piece | None
        if way.effect:
            after = later = marked(piece, (way.effect,))
        elif way.deadly is not None and way.deadly.takes(piece):
            after = later = None
        else:
            after, later = damaged(piece), damaged(piece, True)
        own = {p: i for p, i in self.at.items() if p.owner == piece.owner}
        alike: tuple[int, ...] = ()
        others: tuple[int, ...] = ()
        if way.keep is not None and way.keep.takes(piece):
            alike = tuple(i for p, i in own.items() if way.keep.takes(p))
            others = tuple(i for p, i in own.items() if way.at.takes(p) and not way.keep.takes(p))
        lines = (-1 if form is None else self.at[form] for form in (after, later))
        return Row(self.at[piece], keep, next(lines), alike, others, group, next(lines))

    def __len__(self) -> int:
        return len(self.keys)

    def number(self, key: Key) -> int:
        """Return the number of a state."""
        found = self._number.get(key)
        if found is None:
            found = self._number[key] = len(self.keys)
            self.keys.append(key)
        return found

    def midway(self, fallen: Mapping[Piece, int]) -> int:
        """Return the state at the start of which these units have fallen already, but still fire in this round."""
        doomed = tuple(fallen.get(p, 0) for p in self.lines)
        standing = tuple(n - gone for n, gone in zip(self.start_counts, doomed, strict=True))
        return self.number(Key(standing, doomed, self.zero))

    # --- what happens to a state --------------------------------------------------------------------------------------

    def hit(self, state: int, way: int, doom: bool | Pick) -> int:
        """Return the state after one hit, or the same state if no unit can be hit; with `doom` the unit still fires
        (given a pick: one of its units)."""
        standing, gone, left = self.keys[state]
        found = next((row for row in self._rules[way] if row.open(standing)), None)
        if found is None:
            return state
        line = found.line
        doom = doom if isinstance(doom, bool) else doom.takes(self.lines[line])
        after = found.later if doom else found.after
        now = list(standing)
        now[line] -= 1
        if after >= 0:
            now[after] += 1
        elif doom:
            gone = (*gone[:line], gone[line] + 1, *gone[line + 1 :])
        return self.number(Key(tuple(now), gone, left))

    def after_hit(self, states: Ints, way: int, doom: bool | Pick) -> Ints:
        """Return `hit` for an array of states."""
        return self.values((way, doom), lambda state: self.hit(state, way, doom), states)

    def values(self, what: Hashable, of: Callable[[int], int], states: Ints) -> Ints:
        """Return a nonnegative number for each state, computed by `of` once per state and cached under the name
        `what`."""
        table = self._values.get(what)
        if table is None or len(table) < len(self.keys):
            table = self._values[what] = _grown(table, len(self.keys))
        out = table[states]
        if np.minimum.reduce(out, initial=0) < 0:
            for state in set(states[out < 0].tolist()):
                table[state] = of(state)
            out = table[states]
        return out

    def known(self, what: Hashable, states: list[int], numbers: list[int]) -> None:
        """Keep numbers that `values` would compute for these states."""
        table = self._values.get(what)
        if table is None or len(table) < len(self.keys):
            table = self._values[what] = _grown(table, len(self.keys))
        table[states] = numbers

    def counts(self) -> Ints:
        """Return all states as rows of numbers: units by line that stand, that are doomed, and that have left."""
        if len(self._counts) < len(self.keys):
            fresh = np.array(self.keys[len(self._counts) :], dtype=np.int64)
            self._counts = np.concatenate((self._counts, fresh.reshape(len(fresh), -1)))
        return self._counts

    def total(
        self, what: Hashable, weight: Callable[[Piece], int], states: Ints, of: tuple[int, int, int] = STANDING
    ) -> Ints:
        """Return the sum of the weights of the units of each state, cached under the name `what`; `of` says which of
        them count."""
        table = self._totals.get(what)
        if table is None or len(table) < len(self.keys):
            weights = np.outer(of, np.array([weight(p) for p in self.lines], dtype=np.int64)).ravel()
            known = 0 if table is None else len(table)
            fresh = self.counts()[known:] @ weights
            table = self._totals[what] = fresh if table is None else np.concatenate((table, fresh))
        return table[states]

    def cleared(self, states: Ints) -> Ints:
        """Return the states after units lost this round are removed."""
        return self.values("cleared", self._cleared, states)

    def _cleared(self, state: int) -> int:
        standing, _, left = self.keys[state]
        if any(standing[i] or left[i] for i in self._settling):
            standing, left = self._settled(standing), self._settled(left)
        return self.number(Key(standing, self.zero, left))

    def _settled(self, column: tuple[int, ...]) -> tuple[int, ...]:
        out = list(column)
        for i, j in self._settling.items():
            out[i], out[j] = 0, out[j] + column[i]
        return tuple(out)

    def without(self, state: int, who: Pick, doomed: bool) -> int:
        """Return the state without the units of `who`, or without those of them that only still fire this round."""
        key = self.keys[state]
        column = key.doomed if doomed else key.standing
        rest = tuple(0 if who.takes(p) else n for p, n in zip(self.lines, column, strict=True))
        return self.number(key._replace(doomed=rest) if doomed else key._replace(standing=rest))

    def leave(self, state: int, step: Leave) -> int:
        """The state when the standing units that may leave in a step have left the battle."""
        return self.without_these(state, {p: n for p, n in self.standing(state).items() if step.takes(p)})

    def without_these(self, state: int, units: Mapping[Piece, int]) -> int:
        """The state when these standing units have left the battle."""
        standing, doomed, left = self.keys[state]
        going = [units.get(p, 0) for p in self.lines]
        return self.number(
            Key(
                tuple(n - g for n, g in zip(standing, going, strict=True)),
                doomed,
                tuple(n + g for n, g in zip(left, going, strict=True)),
            )
        )

    def with_marks(self, state: int, units: Mapping[Piece, int], marks: Iterable[str]) -> int:
        """The state when these standing units have got marks."""
        key = self.keys[state]
        now = list(key.standing)
        for piece, n in units.items():
            now[self.at[piece]] -= n
            now[self.at[marked(piece, marks)]] += n
        return self.number(key._replace(standing=tuple(now)))

    def without_marks(self, states: Ints) -> Ints:
        """The states at the end of a round, when all marks that do not outlast it are gone."""
        fleeting = self.given - self.lasting
        return self.values("without marks", lambda state: self._bared(state, fleeting), states) if fleeting else states

    def _bared(self, state: int, marks: frozenset[str]) -> int:
        key = self.keys[state]
        now, left = ([0] * len(self.lines) for _ in range(2))
        for i, piece in enumerate(self.lines):
            to = self.at[stripped(piece, marks)]
            now[to] += key.standing[i]
            left[to] += key.left[i]
        return self.number(Key(tuple(now), key.doomed, tuple(left)))

    def stripped(self, states: Ints, who: Pick, doomed: bool) -> Ints:
        """Return `without` for an array of states."""
        return self.values(("without", who, doomed), lambda state: self.without(state, who, doomed), states)

    # --- what a state is ----------------------------------------------------------------------------------------------

    def capacity(self, states: Ints, way: int) -> Ints:
        """Return hits of this way that each state can take."""
        hits = {row.line: self.lines[row.line].hits if row.after >= 0 else 1 for row in self._rules[way]}
        return self.total(("capacity", way), lambda p: hits.get(self.at[p], 0), states)

    def aimed(self, states: Ints, pick: Pick) -> Ints:
        """Return the number of units of `pick` that are alive in each state."""
        return self.total(("aims", pick), pick.takes, states)

    def alive(self, state: int) -> int:
        """Return the number of units that are alive."""
        return sum(self.keys[state].standing)

    def firing(self, state: int) -> dict[Piece, int]:
        """Return all units that may fire: alive, lost this round, or aside."""
        key = self.keys[state]
        rows = zip(self.lines, key.standing, key.doomed, strict=True)
        out = {p: n for p, s, d in rows if (n := d if LEAVING in p.marks else s + d)}
        out.update(self.aside)
        return out

    def struck(self, state: int, piece: Piece, hits: int, doom: bool | Pick) -> int:
        """Return the state after one unit of a piece has taken a number of hits."""
        doom = doom if isinstance(doom, bool) else doom.takes(piece)
        standing, gone, left = self.keys[state]
        line = self.at[piece]
        now = list(standing)
        now[line] -= 1
        after: Piece | None = piece
        for _ in range(hits):
            after = damaged(after, doom) if after is not None else None
        if after is not None:
            now[self.at[after]] += 1
        elif doom:
            gone = (*gone[:line], gone[line] + 1, *gone[line + 1 :])
        return self.number(Key(tuple(now), gone, left))

    def adrift(self, state: int, step: Adrift) -> int:
        """Return the state without the aircraft that have lost their carriers, the cheapest first."""
        key = self.keys[state]
        standing = self.standing(state)
        over = over_decks(step, standing)
        now = list(key.standing)
        for piece in loss_order(standing, step.side):
            if over and step.who.takes(piece):
                each = piece.unit.deck_places
                lost = min(-(-over // each), standing[piece])
                now[self.at[piece]] -= lost
                over = max(0, over - lost * each)
        return self.number(key._replace(standing=tuple(now)))

    def present(self, state: int) -> dict[Piece, int]:
        """Units that stand, and those aside."""
        return {**self.standing(state), **dict(self.aside)}

    def standing(self, state: int) -> dict[Piece, int]:
        """Return the units that are alive, by piece."""
        return {p: n for p, n in zip(self.lines, self.keys[state].standing, strict=True) if n}

    def survivors(self, state: int) -> dict[Piece, int]:
        """Return the survivors, including units that have left the battle."""
        key = self.keys[state]
        return {p: s + g for p, s, g in zip(self.lines, key.standing, key.left, strict=True) if s + g}

    def levels(self, states: Ints) -> Ints:
        """Hits of all kinds the standing units can take (and lasting marks they can get): every change lowers it."""
        most = len(self.lasting) + 1
        return self.total("level", lambda p: p.hits * most - len(self.lasting.intersection(p.marks)), states)


def distinct(states: Ints) -> Ints:
    """Return the distinct state numbers, sorted."""
    return np.flatnonzero(np.bincount(states, minlength=1)) if len(states) else states


def _grown(table: Ints | None, size: int) -> Ints:
    new = np.full(max(64, 2 * size), -1, dtype=np.int64)
    if table is not None:
        new[: len(table)] = table
    return new
