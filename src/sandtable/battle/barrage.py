"""Hits that wait while the guns of both sides fire at each other: what a whole such exchange of fire leads to.

What one side's guns destroy and cancel is one outcome, so the sides depend on each other by the canceled hits only: for
each number of them, the ends of both sides are independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .chances import countered, held_chances
from .columns import columns, held_columns
from .course import Barrage, Shot
from .states import Troop
from .volley import absorbed

#: Chances of (hits that the firer directs, hits that can be canceled, other hits).
Rolled = Mapping[tuple[int, int, int], float]
Fired = tuple[Shot, Rolled]
States = dict[int, float]


class Open(NamedTuple):
    """What of an exchange of fire is still to come: the rolls that wait, by side; the rolls of guns that can cancel
    hits; and the hits that each side has canceled so far."""

    rolled: tuple[Sequence[Fired], Sequence[Fired]]
    counters: tuple[Sequence[Shot], Sequence[Shot]]
    canceled: tuple[int, int] = (0, 0)


def before(step: Barrage, troops: tuple[Troop, Troop], pair: tuple[int, int]) -> Open:
    """Return an exchange of fire of which no die is rolled yet."""
    rolled: tuple[list[Fired], list[Fired]] = ([], [])
    counters: tuple[list[Shot], list[Shot]] = ([], [])
    for _, shot in step.held:
        own, enemy = troops[shot.side], troops[1 - shot.side]
        by, under = pair[shot.side], pair[1 - shot.side]
        rows = held_columns(shot.volley, own.firing(by), enemy.standing(under), enemy.firing(under))
        rolled[shot.side].append((shot, held_chances(shot.volley, shot.how, *rows)))
    for _, shot in step.counters:
        counters[shot.side].append(shot)
    return Open(rolled, counters)


def ends(troops: tuple[Troop, Troop], pair: tuple[int, int], open: Open) -> list[tuple[int, int, float]]:
    """Return the pairs of states in which an exchange of fire ends, each with its probability."""
    fired = [_countered(troops, pair, side, open) for side in (0, 1)]
    out: dict[tuple[int, int], float] = {}
    for ours in {n for _, n in fired[0]}:  # the hits that the attacker cancels, and those that the defender does
        for theirs in {n for _, n in fired[1]}:
            defenders = _mixed(
                (_dealt(troops[1], open.rolled[0], state, theirs), p) for (state, n), p in fired[0].items() if n == ours
            )
            attackers = _mixed(
                (_dealt(troops[0], open.rolled[1], state, ours), p) for (state, n), p in fired[1].items() if n == theirs
            )
            for a, p in attackers.items():
                for d, q in defenders.items():
                    out[a, d] = out.get((a, d), 0.0) + p * q
    return [(a, d, p) for (a, d), p in out.items()]


def _mixed(parts: Iterable[tuple[States, float]]) -> States:
    out: States = {}
    for states, p in parts:
        for state, q in states.items():
            out[state] = out.get(state, 0.0) + p * q
    return out


def _countered(
    troops: tuple[Troop, Troop], pair: tuple[int, int], side: int, open: Open
) -> dict[tuple[int, int], float]:
    """Return (state of the enemy, hits canceled) -> probability after the rolls of a side's guns at guns."""
    own, enemy = troops[side].firing(pair[side]), troops[1 - side]
    most = sum(max((loose for _, loose, _ in rolled), default=0) for _, rolled in open.rolled[1 - side])
    now = {(pair[1 - side], min(most, open.canceled[side])): 1.0}
    for shot in open.counters[side]:
        after: dict[tuple[int, int], float] = {}
        for (state, canceled), p in now.items():
            rows = columns(shot.volley, own, enemy.standing(state), enemy.firing(state))
            for (both, usual), q in countered(shot.volley, rows).items():
                hit = _hit(enemy, shot, state, both + usual)
                key = hit, min(most, canceled + both)
                after[key] = after.get(key, 0.0) + p * q
        now = after
    return now


def _dealt(troop: Troop, rolled: Sequence[Fired], state: int, canceled: int) -> States:
    """Return the states of a side after the hits that waited, but for some that were canceled."""
    now = {(state, canceled): 1.0}
    for shot, chances in rolled:
        after: dict[tuple[int, int], float] = {}
        for (at, left), p in now.items():
            for (aimed, usual, gone), q in _less(chances, left).items():
                key = struck(shot, troop, at, aimed, usual), left - gone
                after[key] = after.get(key, 0.0) + p * q
        now = after
    out: States = {}
    for (at, _), p in now.items():
        out[at] = out.get(at, 0.0) + p
    return out


def _less(chances: Rolled, canceled: int) -> dict[tuple[int, int, int], float]:
    """Return (directed hits, other hits, hits canceled) -> probability if this many hits are canceled."""
    out: dict[tuple[int, int, int], float] = {}
    for (aimed, loose, usual), p in chances.items():
        gone = min(canceled, loose)
        key = aimed, usual + loose - gone, gone
        out[key] = out.get(key, 0.0) + p
    return out


def struck(shot: Shot, troop: Troop, under: int, aimed: int, usual: int) -> int:
    """Return the state of a side after hits that the firer directs (or narrow ones), and others."""
    spare = absorbed(shot.volley, troop.standing(under))
    aimed, usual = aimed - min(aimed, max(0, spare - usual)), max(0, usual - spare)
    for _ in range(aimed):
        after = troop.hit(under, shot.directed, shot.volley.doom)
        usual += after == under and not shot.volley.narrow
        under = after
    return _hit(troop, shot, under, usual)


def _hit(troop: Troop, shot: Shot, state: int, hits: int) -> int:
    """Return the state after a number of hits that the owner of the units assigns."""
    for _ in range(hits):
        state = troop.hit(state, shot.way, shot.volley.doom)
    return state
