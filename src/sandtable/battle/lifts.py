"""Edits that lift the numbers of a roll: which concern it, can hold in a battle, or depend on the enemy.

The volleys of a program hold the edits of the rules that concern them beside their own. For one battle, what cannot
hold is left out and what always holds loses its conditions, so that most battles stay simple.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from ..core.picks import ALWAYS, Pick, Presence, UnitEdit, within
from .columns import concerns, meant, numbers
from .volley import BattleStep, Piece, Repeat, Volley

if TYPE_CHECKING:
    from .states import Kinds


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
    """Return a step whose volleys hold these edits too, as far as they concern them. The units have numbers within
    the caps already, so a cap concerns only a volley that has other edits."""
    if isinstance(step, Volley):
        own = tuple(edit for edit in lifts if concerns(edit, step))
        if not step.lifts and not any(edit.in_battle for edit in own):
            return step
        return step.with_(lifts=(*step.lifts, *own)) if own else step
    if isinstance(step, Repeat):
        first, steps = (
            tuple(v for volley in row if isinstance(v := with_lifts(volley, lifts), Volley))
            for row in (step.first, step.steps)
        )
        return step.with_(first=first, steps=steps)
    return step


def parts(step: BattleStep) -> tuple[BattleStep, ...]:
    """Return the rolls of a step: of dice for each target, one roll for each kind of target that lifts tell apart."""
    if isinstance(step, Repeat):
        return (step.with_(steps=tuple(v for s in step.steps for v in parts(s) if isinstance(v, Volley))),)
    if not isinstance(step, Volley) or step.dice != "per_target":
        return (step,)
    kinds = tuple(dict.fromkeys(e.when.against for e in step.lifts if e.when.against is not None))
    return tuple(_at(step, kinds, fit) for fit in product((True, False), repeat=len(kinds))) if kinds else (step,)


def _at(volley: Volley, kinds: tuple[Pick, ...], fit: tuple[bool, ...]) -> Volley:
    """The roll at targets of some kinds, and not of the others, with the lifts that hold for these."""
    also = tuple(kind for kind, yes in zip(kinds, fit, strict=True) if yes)
    but = tuple(kind for kind in kinds if kind not in also)
    lifts = (e for e in volley.lifts if e.when.against is None or e.when.against in also)
    bare = tuple(e._replace(when=e.when._replace(against=None)) for e in lifts)
    at = volley.at._replace(also=(*volley.at.also, *also), but=(*volley.at.but, *but))
    return volley.with_(at=at, lifts=bare)


def fixed(edit: UnitEdit) -> bool:
    """Return whether an edit depends on nothing but the unit that fires (the round of combat apart)."""
    when = edit.when
    return not when.presence and when.against is None and when.per is None


def faces(volley: Volley) -> bool:
    """Return whether the dice of a volley depend on which units of the enemy are there."""
    return any(of_enemy(p) for p in volley.when) or any(
        e.when.against is not None or any(of_enemy(p) for p in e.when.presence) for e in volley.lifts
    )


def only_raises(volley: Volley) -> bool:
    """Return whether units that fire in a volley without its lifts fire in any case: nothing takes their dice away."""
    least = {"add": 0, "least": 0, "to": 1, "most": 1}
    return not volley.when and all(e.how in least and e.value >= least[e.how] for e in volley.lifts)


def of_enemy(there: Presence) -> bool:
    """Return whether a condition asks for units of the enemy."""
    return there.side == "enemy" or there.outnumbers


def possible(volley: Volley, own: Iterable[Piece], enemy: Kinds) -> Volley | None:
    """Return a volley with only what can matter between these pieces; None if no unit can fire it or be hit by it."""
    pieces, aims = tuple(own), [p for p in enemy.lines if volley.at.takes(p)]
    shooters = [p for p in pieces if volley.who.takes(p)]
    if not aims or not shooters:
        return None
    if volley.lifts or volley.when or volley.absorb or volley.soaks:
        conditions = _presences(volley.when, pieces, enemy.pieces)
        if conditions is None:
            return None
        lifts = [e for edit in volley.lifts if (e := _lift(edit, shooters, pieces, aims, enemy.pieces)) is not None]
        absorb = volley.absorb if volley.absorb and any(volley.absorb.takes(p) for p in enemy.lines) else None
        soaks = tuple(soak for soak in volley.soaks if any(soak.who.takes(p) for p in enemy.lines))
        volley = volley.with_(when=conditions, lifts=tuple(lifts), absorb=absorb, soaks=soaks)
    if volley.narrow and not _narrowed(volley, volley.narrow, shooters, aims):
        volley = volley.with_(narrow=None)
    if volley.spares is not None and not any(volley.spares.takes(p) for p in aims):
        volley = volley.with_(spares=None)
    raised = [e for e in volley.lifts if e.how in ("to", "add", "more")]
    able = any(numbers(volley, p)[0] > 0 or any(meant(e, p) for e in raised) for p in shooters)
    return volley if able else None


def _narrowed(volley: Volley, narrow: tuple[int, Pick], shooters: Iterable[Piece], aims: list[Piece]) -> bool:
    """Return whether some hit of these units could count only against some of those that they aim at."""
    most, among = narrow
    high = any(numbers(volley, p)[0] > most or any(meant(e, p) for e in volley.lifts) for p in shooters)
    return high and not all(among.takes(p) for p in aims)


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
