"""A second opinion on battles, written apart from the solver: every face of every die, in exact fractions.

A unit is (piece, hits left). It is slow on purpose and only for tiny battles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor
from typing import NamedTuple

from sandtable.battle.volley import Assign, Check, Clear, Deal, Helpless, Leave, Pick, Piece, Repeat, Volley
from sandtable.core.picks import Presence, UnitEdit

Units = tuple[Piece, ...]


class State(NamedTuple):
    """Standing and departed units of both sides, each a sorted tuple."""

    attackers: Units
    defenders: Units
    gone_attackers: Units = ()
    gone_defenders: Units = ()


class Mid(NamedTuple):
    """The same within a round: with the units that are lost but still fire."""

    standing: tuple[Units, Units]
    doomed: tuple[Units, Units]
    gone: tuple[Units, Units]
    waiting: tuple[tuple[int, Volley, int, int], ...] = ()  # who is under fire, the roll, its hits, and those of guns
    canceled: tuple[int, int] = (0, 0)


def may_go(pick: Pick, piece: Piece) -> bool:
    """Units that fight apart from the others retreat with them."""
    return meant(pick, piece._replace(marks=tuple(mark for mark in piece.marks if mark != "apart")))


def meant(pick: Pick, piece: Piece) -> bool:
    if pick.aside != piece.aside or ("apart" in piece.marks and not pick.marks):
        return False
    tags, unit = piece.unit.tags, piece.unit
    if pick.kinds and unit.kind not in pick.kinds:
        return False
    if pick.tags and not (set(pick.tags) & tags):
        return False
    if pick.marks and not (set(pick.marks) & set(piece.marks)):
        return False
    if pick.types and unit.id not in pick.types:
        return False
    if set(pick.lacks) & set(piece.held):
        return False
    if set(pick.unmarked) & set(piece.marks) or not set(pick.holds) <= set(piece.held):
        return False
    if pick.owners and piece.owner not in pick.owners:
        return False
    return not (set(pick.without) & (set(tags) | {unit.id}))


def there(presence: Presence, own: list[Piece], enemy: list[Piece]) -> bool:
    """Does a condition on the units of a battle hold?"""
    mine = sum(1 for p in own if meant(presence.who, p))
    theirs = sum(1 for p in enemy if meant(presence.who, p))
    if presence.outnumbers:
        return mine > theirs
    n = mine if presence.side == "own" else theirs
    return n >= presence.least and (presence.most < 0 or n <= presence.most)


def in_window(window: tuple[int, int], number: int) -> bool:
    return window[0] <= number and (window[1] == 0 or number <= window[1])


def changed(edit: UnitEdit, number: int) -> int:
    """A number after an edit."""
    if edit.how == "to":
        return int(edit.value)
    if edit.how == "add":
        return max(0, number + edit.value)
    if edit.how == "least":
        return number if number == 0 else max(number, edit.value)
    return min(number, edit.value)


def concerned(edit: UnitEdit, piece: Piece) -> bool:
    of, when = edit.of._replace(aside=piece.aside), edit.when
    return (
        meant(of, piece)
        and set(when.holds) <= set(piece.held)
        and (not when.owners or piece.owner in when.owners)
        and (not when.marks or bool(set(when.marks) & set(piece.marks)))
    )


RANK = ["to", "add", "least", "most"]


def dice_of(
    volley: Volley, firing: list[Piece], targets: list[Piece], enemy: list[Piece], number: int, only: Pick | None = None
) -> list[int]:
    """The number each die hits on; `targets` are those that can be hit, `enemy` all units of the other side; with
    `only`, the dice of these units."""
    if not all(there(c, firing, enemy) for c in volley.when):
        return []
    firing = [p for p in firing if "silent" not in p.marks]
    column = {"attack": "attack_dice", "defense": "defense_dice"}.get(volley.stat, "")

    def holds(edit: UnitEdit) -> bool:
        when = edit.when
        aimed = when.against is None or all(meant(when.against._replace(aside=p.aside), p) for p in targets)
        return aimed and in_window(when.battle_rounds, number) and all(there(c, firing, enemy) for c in when.presence)

    edits = sorted((e for e in volley.lifts if holds(e)), key=lambda e: RANK.index(e.how))
    rows = []  # one for each unit: what it hits on, how many dice, which unit
    for piece in firing:
        if meant(volley.who, piece):
            value, dice = getattr(piece.unit, volley.stat), getattr(piece.unit, column) if column else 1
            for edit in edits:
                if edit.when.per is None and concerned(edit, piece):
                    value = changed(edit, value) if edit.column == volley.stat else value
                    dice = changed(edit, dice) if edit.column == column else dice
            rows.append([value, dice, piece])
    paired = sorted((e for e in edits if e.when.per is not None), key=lambda e: (RANK.index(e.how), -e.value))
    free = sorted(rows, key=lambda r: (r[0], -r[1]))
    for edit in paired:
        assert edit.when.per is not None
        left = edit.when.ratio * sum(1 for p in firing if meant(edit.when.per, p))
        for row in list(free):
            which = 0 if edit.column == volley.stat else 1
            after = changed(edit, row[which])
            if left and concerned(edit, row[2]) and after != row[which]:
                row[which], left = after, left - 1
                free = [r for r in free if r is not row]
    if volley.dice == "per_target":
        best = max((value for value, _, _ in rows), default=0)
        return [min(best, 6)] * len(targets) if best > 0 else []
    return [
        min(value, 6)
        for value, dice, who in rows
        if value > 0 and (only is None or meant(only, who))
        for _ in range(dice)
    ]


@cache
def hits_of(dice: tuple[int, ...], low_luck: bool) -> tuple[tuple[int, Fraction], ...]:
    """Every outcome of all dice, gathered by the number of hits."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    if low_luck:
        total = sum(dice)
        for face in range(1, 7):
            out[total // 6 + (1 if face <= total % 6 else 0)] += Fraction(1, 6)
    else:
        for faces in product(range(1, 7), repeat=len(dice)):
            hits = sum(1 for face, value in zip(faces, dice) if face <= value)
            out[hits] += Fraction(1, 6 ** len(dice))
    return tuple(out.items())


def in_order(units: Iterable[Piece]) -> Units:
    return tuple(sorted(units, key=lambda p: (p.unit.id, p.hits, p.owner, p.marks, p.held)))


Chooser = Callable[[int, list[Piece], Volley, list[Piece]], Piece]


class Brute:
    """One battle; `choose(side, units that may be hit, volley, all that stand)` says which unit takes the next hit."""

    def __init__(
        self,
        steps: list[tuple[str, object]],
        aside: tuple[Units, Units],
        choose: Chooser,
        low_luck: bool = False,
        leaves: Mapping[str, Callable[[int, Units, Units], bool]] | None = None,
    ) -> None:
        self.steps, self.aside, self.choose, self.low_luck = steps, aside, choose, low_luck
        self.leaves = leaves or {}
        self.given = {m for _, s in steps if isinstance(s, Check | Assign) for m in s.marks}
        self.given |= {s.effect for _, s in steps if isinstance(s, Volley) and s.effect}

    def final(self, attackers: Units, defenders: Units, rounds: int, settled: int) -> dict[State, Fraction]:
        """The distribution over final states after `rounds` (0: to the end); after `settled` rounds all are alike."""
        now = {State(in_order(attackers), in_order(defenders)): Fraction(1)}
        out: dict[State, Fraction] = defaultdict(Fraction)
        number = 0
        while now and number < (rounds or settled):
            number += 1
            after: dict[State, Fraction] = defaultdict(Fraction)
            for state, p in now.items():
                if self._over(state, number):
                    out[state] += p
                else:
                    for new, q in self._round(state, number).items():
                        after[new] += p * q
            now = after
        for state, p in now.items():
            for new, q in (self._to_the_end(state, number + 1) if not rounds else {state: Fraction(1)}).items():
                out[new] += p * q
        return out

    def _over(self, state: State, number: int) -> bool:
        if not state.attackers or not state.defenders:
            return True
        return number > 1 and not self._can_hit(state, range(number, number + 9))

    def _can_hit(self, state: State, rounds: Iterable[int], steps: Iterable[object] | None = None) -> bool:
        """Can anybody hit in one of these rounds?"""
        sides = (state.attackers, state.defenders)
        every = [s for _, s in self.steps] if steps is None else list(steps)
        every += [self._loose(s) for s in every if isinstance(s, Volley)]
        for number, step in product(rounds, every):
            if isinstance(step, Volley) and in_window(step.rounds, number):
                side = 0 if step.side == "attacker" else 1
                aims = [p for p in sides[1 - side] if meant(step.at, p)]
                enemy = [*sides[1 - side], *self.aside[1 - side]]
                if aims and dice_of(step, [*sides[side], *self.aside[side]], aims, enemy, number):
                    return True
        return False

    def _loose(self, volley: Volley) -> Volley:
        """A roll that does not ask for marks which may still come and go."""
        who, at = (
            p._replace(
                marks=tuple(m for m in p.marks if m not in self.given),
                unmarked=tuple(m for m in p.unmarked if m not in self.given),
            )
            for p in (volley.who, volley.at)
        )
        return volley._replace(who=who, at=at)

    def _to_the_end(
        self, state: State, number: int, seen: dict[State, dict[State, Fraction]] | None = None
    ) -> dict[State, Fraction]:
        seen = {} if seen is None else seen
        if state in seen:
            return seen[state]
        if not state.attackers or not state.defenders or not self._can_hit(state, [number]):
            return {state: Fraction(1)}
        after = self._round(state, number)
        stays = after.pop(state, Fraction(0))
        if stays == 1:
            return {state: Fraction(1)}
        out: dict[State, Fraction] = defaultdict(Fraction)
        for new, p in after.items():
            for end, q in self._to_the_end(new, number, seen).items():
                out[end] += p * q / (1 - stays)
        seen[state] = out
        return out

    def _round(self, state: State, number: int) -> dict[State, Fraction]:
        now = {
            Mid((state.attackers, state.defenders), ((), ()), (state.gone_attackers, state.gone_defenders)): Fraction(1)
        }
        for name, step in self.steps:
            after: dict[Mid, Fraction] = defaultdict(Fraction)
            for mid, p in now.items():
                for new, q in self._step(mid, name, step, number):
                    after[new] += p * q
            now = after
        out: dict[State, Fraction] = defaultdict(Fraction)
        for mid, p in now.items():
            out[State(*(self._bare(units) for units in (*mid.standing, *mid.gone)))] += p
        return out

    def _bare(self, units: Units) -> Units:
        """The units without the marks of the round."""
        gone = {m for _, s in self.steps if isinstance(s, Check | Assign) and s.lasts == "round" for m in s.marks}
        gone |= {s.effect for _, s in self.steps if isinstance(s, Volley)}
        gone -= {m for _, s in self.steps if isinstance(s, Check | Assign) and s.lasts == "battle" for m in s.marks}
        return in_order(p._replace(marks=tuple(m for m in p.marks if m not in gone)) for p in units)

    def _test(self, mid: Mid, step: Check) -> list[tuple[Mid, Fraction]]:
        k = 0 if step.side == "attacker" else 1
        own, enemy = ([*mid.standing[i], *self.aside[i]] for i in (k, 1 - k))
        if not all(there(c, own, enemy) for c in step.when):
            return [(mid, Fraction(1))]
        number = step.number
        for extra in step.extras:
            here, others = (own, enemy) if extra.side == "own" else (enemy, own)
            n = sum(meant(extra.who, p) for p in here)
            if extra.less is not None:
                n = max(0, n - sum(meant(extra.less, p) for p in others))
            number += extra.by * (min(n, extra.most) if extra.most else n)
        p = Fraction(max(0, min(6, number)), 6)
        side = k if step.whose == "own" else 1 - k
        able = [
            x for x in mid.standing[side] if meant(step.of, x) and (step.leaves or not set(step.marks) <= set(x.marks))
        ]
        hunters = sum(meant(step.who, x) for x in own)
        dice = len(able) if step.dice == "target" else hunters if step.dice == "each" else min(1, hunters)
        out: dict[Mid, Fraction] = defaultdict(Fraction)
        for rolled in product((True, False), repeat=dice if able else 0):
            chance = Fraction(1)
            for ok in rolled:
                chance *= p if ok else 1 - p
            if step.dice == "target":
                changed = [x for x, ok in zip(able, rolled) if ok == (step.on == "success")]
            else:
                changed = able if rolled and any(rolled) == (step.on == "success") else []
            out[self._changed(mid, side, changed, step.marks, step.leaves)] += chance
        return [(new, q) for new, q in out.items() if q]

    def _changed(self, mid: Mid, side: int, units: list[Piece], marks: Iterable[str], leaves: bool) -> Mid:
        rest = list(mid.standing[side])
        for piece in units:
            rest.remove(piece)
        if leaves:
            return mid._replace(
                standing=_put(mid.standing, side, tuple(rest)), gone=_put(mid.gone, side, (*mid.gone[side], *units))
            )
        rest += [p._replace(marks=tuple(sorted({*p.marks, *marks}))) for p in units]
        return mid._replace(standing=_put(mid.standing, side, tuple(rest)))

    def _assign(self, mid: Mid, step: Assign) -> Mid:
        k = 0 if step.side == "attacker" else 1
        own, enemy = ([*mid.standing[i], *self.aside[i]] for i in (k, 1 - k))
        if not all(there(c, own, enemy) for c in step.when) or (step.ask and step.advice == "none"):
            return mid
        able = [p for p in mid.standing[k] if meant(step.who, p) and not set(step.marks) <= set(p.marks)]
        if step.per is None:
            n = sum(meant(step.who, p) for p in own)
        else:
            n = sum(meant(step.per, p) for p in (own if step.per_side == "own" else enemy))

        def cheap(p: Piece) -> tuple[object, ...]:
            u = p.unit
            strength = u.attack * u.attack_dice if k == 0 else u.defense * u.defense_dice
            return (p.hits == 1, u.cost, strength, u.id, p.owner, p.marks)

        able.sort(key=cheap)
        return self._changed(mid, k, able[: n * step.ratio[0] // step.ratio[1]], step.marks, False)

    def _step(self, mid: Mid, name: str, step: object, number: int) -> list[tuple[Mid, Fraction]]:
        over = not mid.standing[0] or not mid.standing[1]
        if isinstance(step, Clear):
            return [(mid._replace(doomed=((), ())), Fraction(1))]
        if isinstance(step, Deal):
            return [(self._deal(mid), Fraction(1))]
        if isinstance(step, Leave):
            side = 0 if step.side == "attacker" else 1
            rule = self.leaves.get(name)
            if over or rule is None or not rule(number, mid.standing[side], mid.standing[1 - side]):
                return [(mid, Fraction(1))]
            go = tuple(p for p in mid.standing[side] if may_go(step.who, p))
            stay = tuple(p for p in mid.standing[side] if not may_go(step.who, p))
            return [(
                mid._replace(
                    standing=_put(mid.standing, side, stay), gone=_put(mid.gone, side, (*mid.gone[side], *go))
                ),
                Fraction(1),
            )]  # fmt: skip
        if isinstance(step, Helpless):
            return [(self._helpless(mid, step), Fraction(1))]
        if isinstance(step, Check | Assign):
            if over or not in_window(step.rounds, number):
                return [(mid, Fraction(1))]
            return self._test(mid, step) if isinstance(step, Check) else [(self._assign(mid, step), Fraction(1))]
        if isinstance(step, Repeat):
            return list(self._repeat(mid, step, step.most, number).items())
        assert isinstance(step, Volley)
        if over and not any(mid.doomed):
            return [(mid, Fraction(1))]
        return self._fire(mid, step, number)

    def _fire(self, mid: Mid, volley: Volley, number: int) -> list[tuple[Mid, Fraction]]:
        side = 0 if volley.side == "attacker" else 1
        if not in_window(volley.rounds, number):
            return [(mid, Fraction(1))]
        aims = [p for p in mid.standing[1 - side] if meant(volley.at, p)]
        firing, enemy = ([*mid.standing[k], *mid.doomed[k], *self.aside[k]] for k in (side, 1 - side))
        dice = dice_of(volley, firing, aims, enemy, number) if aims else []
        if not dice:
            return [(mid, Fraction(1))]
        low_luck = volley.resolution == "low_luck" or (self.low_luck and not volley.resolution)
        spare = sum(1 for p in mid.standing[1 - side] if volley.absorb and meant(volley.absorb, p))
        if volley.directed and not low_luck:
            return self._directed(mid, 1 - side, volley, dice, spare)
        if volley.cancels:
            return self._counter(mid, 1 - side, volley, dice)
        if volley.held is not None:
            guns = dice_of(volley, firing, aims, enemy, number, volley.held)
            return self._hold(mid, 1 - side, volley, dice, guns, low_luck)
        rolled = hits_of(tuple(sorted(dice)), low_luck)
        return [(self._hit(mid, 1 - side, volley, max(0, hits - spare)), p) for hits, p in rolled]

    def _hold(
        self, mid: Mid, side: int, volley: Volley, dice: list[int], guns: list[int], low_luck: bool
    ) -> list[tuple[Mid, Fraction]]:
        """The hits wait, with the number of those of guns: by their own dice, or their share of a total."""
        out: list[tuple[Mid, Fraction]] = []
        if low_luck:
            for hits, p in hits_of(tuple(sorted(dice)), True):
                part = floor(Fraction(hits * sum(guns), sum(dice)) + Fraction(1, 2))
                out.append((mid._replace(waiting=(*mid.waiting, (side, volley, hits, part))), p))
            return out
        rest = list(dice)
        for value in guns:
            rest.remove(value)
        for loose, p in hits_of(tuple(sorted(guns)), False):
            for hits, q in hits_of(tuple(sorted(rest)), False):
                out.append((mid._replace(waiting=(*mid.waiting, (side, volley, hits + loose, loose))), p * q))
        return out

    def _counter(self, mid: Mid, side: int, volley: Volley, dice: list[int]) -> list[tuple[Mid, Fraction]]:
        """Every face of every die: it hits, and a low one cancels a hit of the guns it fires at."""
        out: dict[Mid, Fraction] = defaultdict(Fraction)
        for faces in product(range(1, 7), repeat=len(dice)):
            hits = sum(face <= value for face, value in zip(faces, dice))
            low = sum(face <= min(value, volley.cancels) for face, value in zip(faces, dice))
            canceled = list(mid.canceled)
            canceled[1 - side] += low
            after = self._hit(mid, side, volley, hits)
            out[after._replace(canceled=(canceled[0], canceled[1]))] += Fraction(1, 6 ** len(dice))
        return list(out.items())

    def _deal(self, mid: Mid) -> Mid:
        """The hits that waited, less those that the side under fire has canceled and those that it absorbs."""
        left = list(mid.canceled)
        now = mid._replace(waiting=(), canceled=(0, 0))
        for side, volley, hits, loose in mid.waiting:
            gone = min(left[side], loose)
            left[side] -= gone
            spare = sum(1 for p in now.standing[side] if volley.absorb and meant(volley.absorb, p))
            now = self._hit(now, side, volley, max(0, hits - gone - spare))
        return now

    def _directed(self, mid: Mid, side: int, volley: Volley, dice: list[int], spare: int) -> list[tuple[Mid, Fraction]]:
        """Every face of every die; low ones hit what the firer directs them at."""
        assert volley.directed is not None
        low, at = volley.directed.number, volley.directed.at
        out: dict[Mid, Fraction] = defaultdict(Fraction)
        for faces in product(range(1, 7), repeat=len(dice)):
            hits = [face for face, value in zip(faces, dice) if face <= value]
            usual, aimed = sum(1 for f in hits if f > low), sum(1 for f in hits if f <= low)
            taken = min(spare, usual)
            usual, aimed = usual - taken, max(0, aimed - (spare - taken))
            after = mid
            for _ in range(aimed):
                new = self._hit(after, side, volley._replace(at=at, picks="firer"), 1)
                usual, after = (usual + 1, after) if new == after else (usual, new)
            out[self._hit(after, side, volley, usual)] += Fraction(1, 6 ** len(dice))
        return list(out.items())

    def _helpless(self, mid: Mid, step: Helpless) -> Mid:
        for side in (0, 1):
            own, enemy = mid.standing[side], mid.standing[1 - side]
            if own and all(meant(step.who, p) for p in own) and any(not meant(step.who, p) for p in enemy):
                mid = mid._replace(standing=_put(mid.standing, side, ()))
        return mid

    def _repeat(self, mid: Mid, step: Repeat, left: int, number: int) -> dict[Mid, Fraction]:
        ready = all(any(meant(step.until, p) for p in mid.standing[k]) for k in (0, 1))
        if not ready or not self._can_hit(State(*mid.standing), [number], step.steps) or (step.most and not left):
            return {mid: Fraction(1)}
        after = {mid: Fraction(1)}
        for volley in step.steps:
            fired: dict[Mid, Fraction] = defaultdict(Fraction)
            for here, p in after.items():
                for new, q in self._fire(here, volley, number):
                    fired[new] += p * q
            after = fired
        out: dict[Mid, Fraction] = defaultdict(Fraction)
        stays = Fraction(0)
        for here, p in after.items():
            rest = [tuple(x for x in doomed if not meant(step.until, x)) for doomed in here.doomed]
            new = here._replace(doomed=(rest[0], rest[1]))
            if new == mid and not step.most:
                stays += p
                continue
            for end, q in self._repeat(new, step, left - 1, number).items():
                out[end] += p * q
        if stays == 1:
            return {mid: Fraction(1)}
        return {end: p / (1 - stays) for end, p in out.items()}

    def _hit(self, mid: Mid, side: int, volley: Volley, hits: int) -> Mid:
        standing, doomed = list(mid.standing[side]), list(mid.doomed[side])
        for _ in range(hits):
            may = [p for p in standing if meant(volley.at, p) and not (volley.effect and volley.effect in p.marks)]
            if not may:
                break
            piece = self.choose(side, may, volley, standing)
            standing.remove(piece)
            if volley.effect:
                standing.append(piece._replace(marks=tuple(sorted({*piece.marks, volley.effect}))))
            elif piece.hits > 1:
                standing.append(piece._replace(hits=piece.hits - 1))
            elif volley.falls == "after_round":
                doomed.append(piece)
        return mid._replace(
            standing=_put(mid.standing, side, in_order(standing)),
            doomed=_put(mid.doomed, side, in_order(doomed)),
        )


def _put(pair: tuple[Units, Units], side: int, units: Units) -> tuple[Units, Units]:
    units = in_order(units)
    return (units, pair[1]) if side == 0 else (pair[0], units)
