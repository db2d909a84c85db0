"""Hit probability tables: vectorized for single dice, otherwise computed by the resolution."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from .columns import columns, numbers, ordered, scored
from .lifts import fixed
from .resolution import chance, resolution, share
from .states import Floats, Ints, Troop
from .volley import Piece, Volley


@lru_cache(maxsize=65536)
def of_columns(name: str, rows: tuple[tuple[int, int], ...]) -> Floats:
    """Return probability of 0, 1, 2, … hits of columns (hits on, dice) under a resolution, by its name."""
    return np.array(resolution(name).chances(rows))


def narrow_chances(volley: Volley, rows: list[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Return the probability of each pair (narrow hits, other hits) of columns of single dice."""
    least = volley.narrow[0] if volley.narrow else 6
    return _pairs((chance(value) - chance(value, least), chance(value, least), dice) for value, dice in rows)


def split_chances(
    volley: Volley, how: str, by: list[tuple[int, int]], rest: list[tuple[int, int]]
) -> dict[tuple[int, int], float]:
    """Return the probability of each pair (hits that the firer directs, other hits) of the columns of those whose hits
    are directed and of the others."""
    whole = [*by, *rest]
    if not resolution(how).apart(whole):
        rolled = enumerate(resolution(how).chances(whole))
        return {(aimed, hits - aimed): p for hits, p in rolled if p > 0 for aimed in (share(hits, by, whole),)}
    number = volley.directed.number if volley.directed else 0
    columns = [*((number, v, n) for v, n in by), *((0, v, n) for v, n in rest)]
    return _pairs((chance(value, low), chance(value) - chance(value, low), dice) for low, value, dice in columns)


def held_chances(
    volley: Volley, how: str, by: list[tuple[int, int]], open: list[tuple[int, int]], rest: list[tuple[int, int]]
) -> dict[tuple[int, int, int], float]:
    """Return the probability of each number of (hits that the firer directs, hits that can be canceled, other hits)."""
    whole = [*by, *open, *rest]
    if resolution(how).apart(whole):
        pairs = split_chances(volley, how, by, rest)
        loose = of_columns("single_dice", tuple(open)).tolist()
        return {(aimed, n, usual): p * q for n, q in enumerate(loose) for (aimed, usual), p in pairs.items()}
    out = {}
    for hits, p in enumerate(resolution(how).chances(whole)):
        aimed = share(hits, by, whole)
        loose = min(hits - aimed, share(hits, open, whole))
        if p > 0:
            out[aimed, loose, hits - aimed - loose] = p
    return out


def countered(volley: Volley, rows: list[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Return the probability of each pair (dice that cancel a hit besides their own, other hits) of single dice."""
    low = volley.cancels
    return _pairs((chance(value, low), chance(value) - chance(value, low), dice) for value, dice in rows)


def _pairs(columns: Iterable[tuple[float, float, int]]) -> dict[tuple[int, int], float]:
    """Return the probability of each pair of hits of two kinds, of columns (chance of the one kind, of the other,
    number of dice)."""
    out = {(0, 0): 1.0}
    for aimed, usual, dice in columns:
        for _ in range(dice):
            now: dict[tuple[int, int], float] = {}
            for (k, m), p in out.items():
                for key, q in (((k + 1, m), aimed), ((k, m + 1), usual), ((k, m), 1 - aimed - usual)):
                    if q > 0:
                        now[key] = now.get(key, 0.0) + p * q
            out = now
    return out


@lru_cache(maxsize=64)
def binomial(value: int, size: int) -> Floats:
    """Row n: probability of 0 … n hits of n dice that hit on `value` or less; shape (size + 1, size + 1)."""
    p = chance(value)
    table = np.zeros((size + 1, size + 1))
    table[0, 0] = 1.0
    for n in range(1, size + 1):
        table[n] = table[n - 1] * (1 - p)
        table[n, 1:] += table[n - 1, :-1] * p
    return table


def vectorised(volley: Volley, how: str) -> bool:
    """Can `table` do without asking `columns` for each state?"""
    plain = not volley.when and all(fixed(e) for e in volley.lifts) and volley.dice == "each"
    return how == "single_dice" and plain


def table(volley: Volley, troop: Troop, states: Ints, how: str, target: Piece) -> Floats:
    """Return the chances of hits of a volley fired by each of these states, shape (states, hits + 1).

    `target` is a unit that the volley may hit (dice for each target are counted for one).
    """
    if not vectorised(volley, how):
        rows = [
            of_columns(how, tuple(columns(volley, troop.firing(s), {target: 1}))) if troop.firing(s) else np.ones(1)
            for s in states.tolist()
        ]
        out = np.zeros((len(rows), max(map(len, rows), default=1)))
        for i, row in enumerate(rows):
            out[i, : len(row)] = row
        return out
    standing, doomed, _ = np.split(troop.counts()[states], 3, axis=1)
    counts = standing + doomed
    dice: dict[int, Ints] = {}
    for i, piece in enumerate(troop.lines):
        _count(volley, piece, counts[:, i], dice)
    for piece, many in troop.aside:
        _count(volley, piece, np.full(len(states), many), dice)
    out = np.ones((len(states), 1))
    for value, number in dice.items():
        out = _convolved(out, value, number)
    return out


def _count(volley: Volley, piece: Piece, n: Ints, dice: dict[int, Ints]) -> None:
    """Adds the dice of a piece to the columns."""
    if not volley.who.takes(piece):
        return
    value, each = numbers(volley, piece, ordered(volley.lifts))
    if value <= 0:
        return
    value, each = scored(min(value, 6), each, piece)
    dice[value] = dice.get(value, 0) + n * each


def _convolved(before: Floats, value: int, dice: Ints) -> Floats:
    """Return the chances of each row with its further dice that hit on `value`."""
    most = int(dice.max(initial=0))
    rows = binomial(value, -(-most // 32) * 32)[dice, : most + 1]
    short, long = sorted((before, rows), key=lambda m: m.shape[1])
    out = np.zeros((len(dice), before.shape[1] + most))
    for k in range(short.shape[1]):
        out[:, k : k + long.shape[1]] += short[:, k : k + 1] * long
    return out
