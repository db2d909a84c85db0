"""Edits that lift the numbers of a roll: which concern it, can hold in a battle, or depend on the enemy.

The volleys of a program hold the edits of the rules that concern them beside their own. For one battle, what cannot
hold is left out and what always holds loses its conditions, so that most battles stay simple.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..core.picks import ALWAYS, Presence, UnitEdit, within
from .volley import BattleStep, Piece, Repeat, Volley, concerns, meant, numbers

if TYPE_CHECKING:
    from .states import Troop


def lifts_at(lifts: Iterable[UnitEdit], space: str, round: int) -> tuple[UnitEdit, ...]:
    """Return the edits that can hold in a space in a round of the game, without these two conditions."""
    out = []
    for edit in lifts:
        when = edit.when
        if (not when.places or space in when.places) and within(round, when.rounds):
            bare = when.rounds == ALWAYS and not when.places
            out.append(edit if bare else edit._replace(when=when._replace(rounds=ALWAYS, places=())))
    return tuple(out)


def with_lifts(step: BattleStep, lifts: Iterable[UnitEdit]) -> BattleStep:
    """Return a step whose volleys hold these edits too, as far as they concern them."""
    if isinstance(step, Volley):
        own = tuple(edit for edit in lifts if concerns(edit, step))
        return step.with_(lifts=(*step.lifts, *own)) if own else step
    if isinstance(step, Repeat):
        volleys = (with_lifts(v, lifts) for v in step.steps)
        return step.with_(steps=tuple(v for v in volleys if isinstance(v, Volley)))
    return step


def fixed(edit: UnitEdit) -> bool:
    """Return whether an edit depends on nothing but the unit that fires (the round of combat apart)."""
    when = edit.when
    return not when.presence and when.against is None and when.per is None


def faces(volley: Volley) -> bool:
    """Return whether the dice of a volley depend on which units of the enemy are there."""
    return any(of_enemy(p) for p in volley.when) or any(
        e.when.against is not None or any(of_enemy(p) for p in e.when.presence) for e in volley.lifts
    )


def of_enemy(there: Presence) -> bool:
    """Return whether a condition asks for units of the enemy."""
    return there.side == "enemy" or there.outnumbers


def possible(volley: Volley, own: Iterable[Piece], enemy: Troop) -> Volley | None:
    """Return a volley with only what can matter between these pieces; None if no unit can fire it or be hit by it."""
    pieces, aims = tuple(own), [p for p in enemy.lines if volley.at.takes(p)]
    shooters = [p for p in pieces if volley.who.takes(p)]
    if not aims or not shooters:
        return None
    if volley.lifts or volley.when or volley.absorb:
        conditions = _presences(volley.when, pieces, enemy.pieces)
        if conditions is None:
            return None
        lifts = [e for edit in volley.lifts if (e := _lift(edit, shooters, pieces, aims, enemy.pieces)) is not None]
        absorb = volley.absorb if volley.absorb and any(volley.absorb.takes(p) for p in enemy.lines) else None
        volley = volley.with_(when=conditions, lifts=tuple(lifts), absorb=absorb)
    raised = [e for e in volley.lifts if e.how in ("to", "add")]
    able = any(numbers(volley, p)[0] > 0 or any(meant(e, p) for e in raised) for p in shooters)
    return volley if able else None


def _lift(
    edit: UnitEdit, shooters: Iterable[Piece], own: tuple[Piece, ...], aims: list[Piece], enemy: tuple[Piece, ...]
) -> UnitEdit | None:
    """Return an edit without conditions that always hold between these pieces; None if it never holds."""
    when = edit.when
    if not any(meant(edit, p) for p in shooters) or (when.per and not any(when.per.takes(p) for p in own)):
        return None
    if when.against is None and not when.presence:
        return edit
    against = when.against
    if against is not None:
        if not any(against.fits(p) for p in aims):
            return None
        against = None if all(against.fits(p) for p in aims) else against
    presence = _presences(when.presence, own, enemy)
    if presence is None:
        return None
    return edit._replace(when=when._replace(presence=presence, against=against))


def _presences(
    conditions: tuple[Presence, ...], own: tuple[Piece, ...], enemy: tuple[Piece, ...]
) -> tuple[Presence, ...] | None:
    """Return the conditions that are open between these pieces; None if one of them cannot hold."""
    out = []
    for there in conditions:
        mine = any(there.who.takes(p) for p in own)
        if there.outnumbers:
            if not mine:
                return None
        elif not (mine if there.side == "own" else any(there.who.takes(p) for p in enemy)):
            if there.least > 0:
                return None
            continue  # none is there, and none need be
        out.append(there)
    return tuple(out)
