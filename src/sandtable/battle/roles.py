"""Marks that units get in a battle: what a test rolls and changes, and how many units get a role.

The referee and the solver ask the same functions. Units are pieces; their marks are part of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from .losses import loss_order
from .reading import Grant
from .volley import Adrift, Assign, Check, Piece

Pieces = Mapping[Piece, int]


def marked(piece: Piece, marks: Iterable[str]) -> Piece:
    """Return a piece with further marks."""
    return piece._replace(marks=tuple(sorted({*piece.marks, *marks})))


def stripped(piece: Piece, marks: Collection[str]) -> Piece:
    """Return a piece without these marks."""
    if not any(m in marks for m in piece.marks):
        return piece
    return piece._replace(marks=tuple(m for m in piece.marks if m not in marks))


def variants(pieces: Iterable[Piece], given: Iterable[Grant]) -> list[Piece]:
    """Return the pieces with all marks they can get or lose, each once; those without marks first."""
    grants = list(given)
    words = {m for grant in grants for m in grant.marks}
    lasting = {m for grant in grants for m in grant.marks if grant.lasts}
    out = dict.fromkeys(pieces)
    queue = list(out)
    for piece in queue:
        more = [stripped(piece, words), stripped(piece, words - lasting)]
        more += [marked(piece, g.marks) for g in grants if g.who.means(piece.unit)]
        for new in more:
            if not piece.aside and new not in out:
                out[new] = None
                queue.append(new)
    return list(out)


def over_decks(step: Adrift, pieces: Pieces) -> int:
    """Return how many places the aircraft of a side lack on its ships."""
    places = sum(n * (p.unit.deck or step.places) for p, n in pieces.items() if step.on.takes(p))
    return max(0, sum(n * p.unit.deck_places for p, n in pieces.items() if step.who.takes(p)) - places)


# --- tests ------------------------------------------------------------------------------------------------------------


def takes_place(step: Check | Assign, own: Pieces, enemy: Pieces) -> bool:
    """Return whether the conditions of a step hold."""
    return all(there.holds(own, enemy) for there in step.when)


def number_of(test: Check, own: Pieces, enemy: Pieces) -> int:
    """Return the number that the dice of a test must show, or less: 0 (never) to 6 (always)."""
    number = test.number
    for extra in test.extras:
        here, there = (own, enemy) if extra.side == "own" else (enemy, own)
        n = sum(k for p, k in here.items() if extra.who.takes(p))
        if extra.less is not None:
            n = max(0, n - sum(k for p, k in there.items() if extra.less.takes(p)))
        number += extra.by * (min(n, extra.most) if extra.most else n)
    return max(0, min(6, number))


def concerned(test: Check, targets: Pieces) -> dict[Piece, int]:
    """Return the units that a test may change."""
    return {
        p: n
        for p, n in targets.items()
        if n and not p.aside and test.of.takes(p) and (test.leaves or not set(test.marks) <= set(p.marks))
    }


def dice_of(test: Check, own: Pieces) -> int:
    """Return the dice of a test that is made for all units together."""
    n = sum(k for p, k in own.items() if test.who.takes(p))
    return n if test.dice == "each" else min(n, 1)


# --- roles ------------------------------------------------------------------------------------------------------------


def assignable(step: Assign, own: Pieces) -> dict[Piece, int]:
    """Return the units that can get a role, in the order in which they get it."""
    able = {p: n for p, n in own.items() if n and step.who.takes(p) and not set(step.marks) <= set(p.marks)}
    order = loss_order(able, step.side)
    return {p: able[p] for p in (order if step.order == "cheapest" else reversed(order))}


def most_of(step: Assign, own: Pieces, enemy: Pieces) -> int:
    """Return how many units may get a role."""
    able = sum(assignable(step, own).values())
    per, side = (step.who, own) if step.per is None else (step.per, own if step.per_side == "own" else enemy)
    counted = sum(n for p, n in side.items() if per.takes(p))
    if step.less is not None:
        counted -= sum(n for p, n in (own if side is enemy else enemy).items() if step.less.takes(p))
    return min(able, max(0, counted) * step.ratio[0] // step.ratio[1])


def least_of(step: Assign, own: Pieces, enemy: Pieces) -> int:
    """Return how many units must get a role."""
    if step.least is None:
        return 0
    counted = sum(n for p, n in (own if step.per_side == "own" else enemy).items() if step.least.takes(p))
    return min(most_of(step, own, enemy), counted * step.ratio[0] // step.ratio[1])


def assigned(step: Assign, own: Pieces, enemy: Pieces, how: str = "") -> dict[Piece, int]:
    """Return the units that get a role without a question, or as advised."""
    out: dict[Piece, int] = {}
    left = most_of(step, own, enemy) if takes_place(step, own, enemy) else 0
    if left and step.ask and (how or step.advice) == "none":
        left = least_of(step, own, enemy)
    for piece, n in assignable(step, own).items():
        if take := min(n, left):
            out[piece] = take
            left -= take
    return out
