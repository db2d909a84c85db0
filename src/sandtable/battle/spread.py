"""Distributions over pairs of states (attacker's, defender's), as columns of numbers that are added up and merged."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .states import DOOMED, Floats, Ints, Mask, Troop
from .volley import ATTACKER, DEFENDER

SIDES = (ATTACKER, DEFENDER)


class Spread(NamedTuple):
    """A distribution over pairs of states; `tag` separates parts that must not be merged."""

    a: Ints
    d: Ints
    p: Floats
    tag: Ints

    def pick(self, mask: Mask) -> Spread:
        """Return the part of the distribution where the mask is true."""
        return Spread(self.a[mask], self.d[mask], self.p[mask], self.tag[mask])


def point(a: int, d: int, p: float = 1.0) -> Spread:
    """Return all probability on one pair of states."""
    zero = np.zeros(1, dtype=np.int64)
    return Spread(zero + a, zero + d, np.full(1, p), zero)


def spread(a: Ints, d: Ints, p: Floats) -> Spread:
    """Return a distribution from its columns."""
    return Spread(a, d, p, np.zeros(len(p), dtype=np.int64))


def joined(parts: list[Spread]) -> Spread:
    """Return the sum of distributions, with equal pairs merged."""
    parts = [part for part in parts if len(part.p)]
    if not parts:
        none = np.zeros(0, dtype=np.int64)
        return Spread(none, none, np.zeros(0), none)
    return parts[0] if len(parts) == 1 else merged(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def merged(a: Ints, d: Ints, p: Floats, tag: Ints) -> Spread:
    """Merge equal (a, d, tag) and drop zeros."""
    na, nd = int(a.max(initial=0)) + 1, int(d.max(initial=0)) + 1
    nt = int(tag.max(initial=0)) + 1
    key = (tag * na + a) * nd + d
    if na * nd * nt <= 40 * len(p) + 4096:
        total = np.bincount(key, weights=p, minlength=1)
        keys = np.flatnonzero(total)
        p = total[keys].astype(np.float64)
    else:
        keys, at = np.unique(key, return_inverse=True)
        p = np.bincount(at, weights=p).astype(np.float64)
    rest, d = np.divmod(keys, nd)
    tag, a = np.divmod(rest, na)
    return Spread(a, d, p, tag)


def from_rows(rows: list[tuple[int, int, float, int]]) -> Spread:
    """The distribution from rows of (attacker's state, defender's state, probability, tag)."""
    if not rows:
        return joined([])
    a, d, p, tag = zip(*rows, strict=True)
    return merged(np.array(a, dtype=np.int64), np.array(d, dtype=np.int64), np.array(p), np.array(tag, dtype=np.int64))


def alive(troop: Troop, states: Ints) -> Ints:
    return troop.total("alive", lambda _: 1, states)


def doomed(troop: Troop, states: Ints) -> Ints:
    return troop.total("doomed", lambda _: 1, states, DOOMED)
