"""Numbered states of one side of a battle: how many units of each type are alive, lost this round, or gone.

With a fixed order of losses one hit leads from a state to exactly one other, so the states a battle can reach are few:
a side of n hit points under fire at all of it has n + 1 of them. States are found when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .losses import Order, damaged, with_damaged
from .volley import Pick, Piece

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
    """Units of `line` are lost until `keep` are left; `after` is the line of the damaged piece, or -1.

    The last unit on the lines `alike` falls only when none stands on the lines `others`.
    """

    line: int
    keep: int
    after: int
    alike: tuple[int, ...] = ()
    others: tuple[int, ...] = ()

    def spared(self, standing: tuple[int, ...]) -> bool:
        """Return whether this is the last unit, which must be kept."""
        if not self.others or sum(standing[i] for i in self.alike) > 1:
            return False
        return any(standing[i] for i in self.others)


class Troop:
    """One side: its lines (the pieces it can have), what one hit does, and the numbered states.

    `lines` are the pieces that can be lost, damaged ones included; `aside` those that cannot, with their counts. A
    *way* is the number of a manner of being hit: which units, in which order.
    """

    def __init__(self, pieces: Mapping[Piece, int], ways: tuple[tuple[Pick, Order, Pick | None], ...]) -> None:
        present = [(p, n) for p, n in pieces.items() if n]
        self.lines = tuple(with_damaged(p for p, _ in present if not p.aside))
        self.aside = tuple((p, n) for p, n in present if p.aside)
        self.pieces = (*self.lines, *(p for p, _ in self.aside))
        at = {piece: i for i, piece in enumerate(self.lines)}
        self.hits = np.array([p.hits for p in self.lines], dtype=np.int64)
        self.start_counts = tuple(pieces.get(p, 0) for p in self.lines)
        self.zero = (0,) * len(self.lines)
        self._rules = tuple(self._rule(pick, order, at, kept) for pick, order, kept in ways)
        self.keys: list[Key] = []
        self._number: dict[Key, int] = {}
        self._values: dict[Hashable, Ints] = {}
        self.start = self.number(Key(self.start_counts, self.zero, self.zero))
        self.found: dict[Any, Any] = {}  #: tables kept by the solvers for this side

    @staticmethod
    def _rule(pick: Pick, order: Order, at: Mapping[Piece, int], kept: Pick | None) -> tuple[Row, ...]:
        """Return the lines that can be hit, in casualty order; see `Row`."""
        rows = []
        for piece, keep in order:
            if piece in at and pick.takes(piece):
                after = damaged(piece)
                own = {p: i for p, i in at.items() if p.owner == piece.owner}
                alike: tuple[int, ...] = ()
                others: tuple[int, ...] = ()
                if kept is not None and kept.takes(piece):
                    alike = tuple(i for p, i in own.items() if kept.takes(p))
                    others = tuple(i for p, i in own.items() if pick.takes(p) and not kept.takes(p))
                rows.append(Row(at[piece], keep, -1 if after is None else at[after], alike, others))
        return tuple(rows)

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

    def hit(self, state: int, way: int, doom: bool) -> int:
        """Return the state after one hit, or the same state if no unit can be hit; with `doom` the unit still fires."""
        standing, gone, left = self.keys[state]
        found = next(
            (row for row in self._rules[way] if standing[row.line] > row.keep and not row.spared(standing)), None
        )
        if found is None:
            return state
        line, after = found.line, found.after
        now = list(standing)
        now[line] -= 1
        if after >= 0:
            now[after] += 1
        elif doom:
            gone = (*gone[:line], gone[line] + 1, *gone[line + 1 :])
        return self.number(Key(tuple(now), gone, left))

    def after_hit(self, states: Ints, way: int, doom: bool) -> Ints:
        """Return `hit` for an array of states."""
        return self.values((way, doom), lambda state: self.hit(state, way, doom), states)

    def values(self, what: Hashable, of: Callable[[int], int], states: Ints) -> Ints:
        """Return a nonnegative number for each state, computed by `of` once per state and cached under the name
        `what`."""
        table = self._values.get(what)
        if table is None or len(table) < len(self.keys):
            table = self._values[what] = _grown(table, len(self.keys))
        out = table[states]
        if out.min(initial=0) < 0:
            for state in set(states[out < 0].tolist()):
                table[state] = of(state)
            out = table[states]
        return out

    def cleared(self, states: Ints) -> Ints:
        """Return the states after units lost this round are removed."""
        return self.values("cleared", lambda s: self.number(self.keys[s]._replace(doomed=self.zero)), states)

    def without(self, state: int, who: Pick, doomed: bool) -> int:
        """Return the state without the units of `who`, or without those of them that only still fire this round."""
        key = self.keys[state]
        column = key.doomed if doomed else key.standing
        rest = tuple(0 if who.takes(p) else n for p, n in zip(self.lines, column, strict=True))
        return self.number(key._replace(doomed=rest) if doomed else key._replace(standing=rest))

    def leave(self, state: int, who: Pick) -> int:
        """Return the state when the standing units of `who` have left the battle."""
        standing, doomed, left = self.keys[state]
        going = [n if who.takes(p) else 0 for p, n in zip(self.lines, standing, strict=True)]
        return self.number(
            Key(
                tuple(n - g for n, g in zip(standing, going, strict=True)),
                doomed,
                tuple(n + g for n, g in zip(left, going, strict=True)),
            )
        )

    def stripped(self, states: Ints, who: Pick, doomed: bool) -> Ints:
        """Return `without` for an array of states."""
        return self.values(("without", who, doomed), lambda state: self.without(state, who, doomed), states)

    # --- what a state is ----------------------------------------------------------------------------------------------

    def capacity(self, state: int, way: int) -> int:
        """Return hits of this way that the state can take."""
        standing = self.keys[state].standing
        lines = {row.line for row in self._rules[way]}
        return sum(standing[i] * self.lines[i].hits for i in lines)

    def aims(self, state: int, pick: Pick) -> int:
        """Return the number of units of `pick` that are alive."""
        return sum(n for p, n in zip(self.lines, self.keys[state].standing, strict=True) if n and pick.takes(p))

    def aimed(self, states: Ints, pick: Pick) -> Ints:
        """Return `aims` for an array of states."""
        return self.values(("aims", pick), lambda state: self.aims(state, pick), states)

    def alive(self, state: int) -> int:
        """Return the number of units that are alive."""
        return sum(self.keys[state].standing)

    def firing(self, state: int) -> dict[Piece, int]:
        """Return all units that may fire: alive, lost this round, or aside."""
        key = self.keys[state]
        out = {p: s + d for p, s, d in zip(self.lines, key.standing, key.doomed, strict=True) if s + d}
        out.update(self.aside)
        return out

    def standing(self, state: int) -> dict[Piece, int]:
        """Return the units that are alive, by piece."""
        return {p: n for p, n in zip(self.lines, self.keys[state].standing, strict=True) if n}

    def survivors(self, state: int) -> dict[Piece, int]:
        """Return the survivors, including units that have left the battle."""
        key = self.keys[state]
        return {p: s + g for p, s, g in zip(self.lines, key.standing, key.left, strict=True) if s + g}

    def level(self, state: int) -> int:
        """Return the hits of all kinds that the units can take; every change of a state lowers it."""
        return sum(n * p.hits for p, n in zip(self.lines, self.keys[state].standing, strict=True))


def distinct(states: Ints) -> Ints:
    """Return the distinct state numbers, sorted."""
    return np.flatnonzero(np.bincount(states, minlength=1)) if len(states) else states


def _grown(table: Ints | None, size: int) -> Ints:
    new = np.full(max(64, 2 * size), -1, dtype=np.int64)
    if table is not None:
        new[: len(table)] = table
    return new
