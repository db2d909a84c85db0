"""Casualty order, shared by the referee's advice, the computer players, and the solver.

An order is a tuple of `Loss`: units of the first piece fall until `keep` of them are left, then the next, and so on; a
piece may come twice, so "all but one infantry, then the fighters, then the last infantry" is an order too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .volley import ATTACKER, LEAVING, Pick, Piece, Side


class Loss(NamedTuple):
    """One entry of a casualty order: units of a piece are lost until `keep` are left."""

    piece: Piece
    keep: int = 0


Order = tuple[Loss, ...]


def worth(piece: Piece, side: Side) -> int:
    """Return the pips (sixths of a hit) that a unit rolls in a round on this side."""
    unit = piece.unit
    return unit.attack * unit.attack_dice if side == ATTACKER else unit.defense * unit.defense_dice


def loss_order(pieces: Iterable[Piece], side: Side) -> list[Piece]:
    """Return the pieces in a sensible casualty order: the cheapest useful loss first.

    Hits that only damage come first of all; then the cheapest unit, of equal ones the weaker on this side. Units
    standing aside are never lost and left out.
    """
    return sorted(
        (p for p in pieces if not p.aside),
        key=lambda p: (p.hits == 1, p.cost, worth(p, side), p.unit.id, p.owner, p.marks),
    )


def falls(piece: Piece, deadly: Pick | None) -> bool:
    """Return whether one hit destroys a unit."""
    return piece.hits == 1 or (deadly is not None and deadly.takes(piece))


def firer_order(pieces: Iterable[Piece], side: Side, deadly: Pick | None = None) -> Order:
    """Return the order if the enemy chooses: destroyed units before damaged ones, the most expensive first."""

    def place(piece: Piece) -> tuple[Any, ...]:
        return not falls(piece, deadly), -piece.cost, -worth(piece, side), piece.unit.id, piece.owner, piece.marks

    return tuple(Loss(p) for p in sorted((p for p in pieces if not p.aside), key=place))


def keeping_land(pieces: Iterable[Piece]) -> Order:
    """Return the order changed so that the last unit that can capture a territory is lost after all that cannot."""
    order = list(pieces)
    takers = [i for i, p in enumerate(order) if "captures" in p.unit.tags]
    if not takers or takers[-1] == len(order) - 1:
        return tuple(Loss(p) for p in order)
    last = takers[-1]
    return (*(Loss(p, 1 if i == last else 0) for i, p in enumerate(order)), Loss(order[last]))


def default_order(pieces: Iterable[Piece], side: Side, keep_land: bool = True) -> Order:
    """Return the default order: `loss_order`; attackers keep a land unit to capture the territory."""
    order = loss_order(pieces, side)
    return keeping_land(order) if keep_land and side == ATTACKER else tuple(Loss(p) for p in order)


def under_deadly(order: Order, deadly: Pick) -> Order:
    """Return an order for hits that destroy units of `deadly` at once: whole ones fall where damaged ones would."""
    tough = [loss for loss in order if loss.piece.hits > 1 and deadly.takes(loss.piece)]
    out = [loss for loss in order if loss not in tough]
    for loss in tough:
        frail = [i for i, o in enumerate(out) if (o.piece.owner, o.piece.type) == (loss.piece.owner, loss.piece.type)]
        out.insert(max(frail, default=len(out) - 1) + 1, loss)
    return tuple(out)


def damaged(piece: Piece, later: bool = False) -> Piece | None:
    """Return a piece after one hit, or None if it is destroyed; `later`: its numbers change when the round ends."""
    if piece.hits <= 1:
        return None
    marks = tuple(m for m in piece.marks if m != LEAVING)  # hit, it fires after all, and stays
    after = piece._replace(hits=piece.hits - 1, marks=marks)
    return after if later else settled(after)


def settled(piece: Piece) -> Piece:
    """Return a piece with the numbers that go with its damage, as at the end of a round."""
    fresh = piece.fresh
    return piece._replace(unit=piece.worse[fresh - 1], worse=piece.worse[fresh:]) if fresh > 0 else piece


def with_damaged(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces and all forms that damage gives them, without duplicates."""
    out: dict[Piece, None] = {}
    for piece in pieces:
        queue = [piece]
        for here in queue:
            if here not in out:
                out[here] = None
                after = () if here.aside else (damaged(here), damaged(here, True), settled(here))
                queue += [form for form in after if form is not None]
    return list(out)


def fall(pieces: Mapping[Piece, int], order: Order, hits: int, at: Pick) -> tuple[dict[Piece, int], dict[Piece, int]]:
    """Apply `hits` hits to units of `at` by an order; return (the pieces left, the units destroyed). Excess hits are
    lost.

    The order must name damaged pieces as well (see `with_damaged`).
    """
    left, gone = {p: n for p, n in pieces.items() if n}, dict[Piece, int]()
    aimed = [loss for loss in order if at.takes(loss.piece)]
    for _ in range(hits):
        for piece, keep in aimed:
            if left.get(piece, 0) > keep:
                break
        else:
            break
        left[piece] -= 1
        if not left[piece]:
            del left[piece]
        after = damaged(piece)
        if after is None:
            gone[piece] = gone.get(piece, 0) + 1
        else:
            left[after] = left.get(after, 0) + 1
    return left, gone
