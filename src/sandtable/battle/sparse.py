"""General solver for every battle: distributions are lists of (attacker's state, defender's state, probability).

It walks through the steps of a round as the referee does, whatever they are, and follows all outcomes of each volley at
once. `battle.dense` is quicker where it applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import comb
from typing import Any

import numpy as np

from .barrage import Fired, Open, before, ends
from .contest import Contest
from .course import Barrage, Exchanges, Shot, Step
from .firing import EACH, MOST_WORK, NEW, Firing
from .midway import Midway, Owed
from .policy import Assigning, OddsBelow, Policy
from .roles import assigned, concerned, dice_of, number_of, takes_place
from .spread import SIDES, Spread, alive, from_rows, joined, merged, point
from .states import Floats, Ints, Mask, Troop, distinct
from .volley import ATTACKER, DEFENDER, Adrift, Assign, Check, Clear, Helpless, Leave, Pick, Piece, Volley

Outcomes = Callable[[Any, Troop, int, Mapping[Piece, int], Mapping[Piece, int]], list[tuple[int, float]]]


class Sparse:
    """The general solver of one contest."""

    def __init__(self, contest: Contest, most: int = MOST_WORK) -> None:
        self.contest = contest
        self.troops = contest.troops
        self.firing = Firing(contest, most)
        self._outcomes: dict[Any, list[tuple[int, float]]] = {}
        self._ends: dict[tuple[int, int, int], list[tuple[int, int, float]]] = {}
        self._leaving: dict[tuple[str, int, int, int], tuple[int, int]] = {}
        self._win: dict[tuple[int, int], float] = {}
        self.winning: Callable[[Spread], Floats] = self.wins_apart

    # --- one round ----------------------------------------------------------------------------------------------------

    def round(self, now: Spread, number: int) -> Spread:
        """The distribution after one more round of pairs that fight on."""
        return self._through(now, number, self.contest.course.steps_in(number))

    def rest(self, midway: Midway) -> Spread:
        """Return the distribution after the rest of a round that has begun."""
        names = list(dict.fromkeys(name for name, _ in self.contest.program.steps))
        steps = self.contest.course.steps_in(midway.round)
        later = names[names.index(midway.step) + 1 :]
        now = point(*(troop.midway(midway.fallen[side]) for side, troop in zip(SIDES, self.troops, strict=True)))
        barrage = next((row for row in steps if isinstance(row[1], Barrage) and midway.step in _names(*row)), None)
        if barrage is not None:
            later = names[names.index(barrage[0]) + 1 :]
            now = self._rest_of_barrage(now, barrage[1], midway, names)
        elif midway.owed:
            rolls = [step for name, step in steps if name == midway.step]
            told = [_told(s.volley) if isinstance(s, Shot) else None for s in rolls]
            at = told.index(_told(midway.owed.volley)) if _told(midway.owed.volley) in told else 0
            here = rolls[at] if rolls else None
            if isinstance(here, Shot):
                now = self.firing.owed(now, here, midway.owed)
                now = self._through_all(now, midway.round, [(midway.step, roll) for roll in rolls[at + 1 :]])
            elif isinstance(here, Exchanges):
                now = self._rest_of_exchanges(now, here, midway.owed, midway.exchange)
        return self._through(now, midway.round, [(name, step) for name, step in steps if name in later])

    def _rest_of_barrage(self, now: Spread, step: Step, midway: Midway, names: list[str]) -> Spread:
        """Return the distribution after the rest of an exchange of fire with hits that wait."""
        assert isinstance(step, Barrage)
        shots = {_told(shot.volley): shot for shot in step.shots}
        if midway.owed:
            now = self.firing.owed(now, shots[_told(midway.owed.volley)], midway.owed)
        rolled: tuple[list[Fired], list[Fired]] = ([], [])
        for volley, aimed, loose, usual in midway.waiting:
            shot = shots[_told(volley)]
            rolled[shot.side].append((shot, {(aimed, loose, usual): 1.0}))
        past = names.index(midway.step)
        later = [shot for name, shot in step.counters if names.index(name) > past]
        counters = ([s for s in later if s.side == 0], [s for s in later if s.side == 1])
        return self._barrage(now, step, Open(rolled, counters, midway.canceled))

    def _rest_of_exchanges(self, now: Spread, step: Exchanges, owed: Owed, number: int) -> Spread:
        """Return the rest of an exchange of this number, and those that follow it."""
        told = (owed.volley.side, owed.volley.text)
        shots = (*step.first, *step.shots) if number == 1 else step.shots
        at = next(i for i, shot in enumerate(shots) if (shot.volley.side, shot.volley.text) == told)
        now = self._one_exchange(self.firing.owed(now, shots[at], owed), shots[at + 1 :], step)
        if step.most == number:
            return now
        return self._exchange(now, step._replace(most=max(0, step.most - number), first=()))

    def _through(self, now: Spread, number: int, steps: Iterable[tuple[str, Step]]) -> Spread:
        """Return the distribution at the end of a round, after these steps of it."""
        return self._bared(self._clear(self._through_all(now, number, steps)))

    def _through_all(self, now: Spread, number: int, steps: Iterable[tuple[str, Step]]) -> Spread:
        """Return the distribution after these steps of a round."""
        for name, step in steps:
            if isinstance(step, Shot):
                now = self.firing.fire(now, step)
            elif isinstance(step, Clear):
                now = self._clear(now)
            elif isinstance(step, Exchanges):
                now = self._exchange(now, step)
            elif isinstance(step, Barrage):
                now = self._barrage(now, step)
            elif isinstance(step, Helpless):
                now = self._helpless(now, step)
            elif isinstance(step, Check):
                now = self._changed(now, step, self._tested)
            elif isinstance(step, Assign):
                now = self._changed(now, step, partial(self._assigned, self.contest.policies.get(name)))
            elif isinstance(step, Adrift):
                now = self._adrift(now, step)
            elif isinstance(step, Leave) and (step.must or name in self.contest.policies):
                now = self._leave(now, name, step, number)
        return now

    def _bared(self, now: Spread) -> Spread:
        """The distribution when the marks of a round are gone."""
        if not self.contest.course.soft:
            return now
        attacker, defender = self.troops
        return merged(attacker.without_marks(now.a), defender.without_marks(now.d), now.p, now.tag)

    def _clear(self, now: Spread) -> Spread:
        return merged(self.troops[0].cleared(now.a), self.troops[1].cleared(now.d), now.p, now.tag)

    def _barrage(self, now: Spread, step: Barrage, open: Open | None = None) -> Spread:
        """The distribution when the hits of rolls that wait are dealt; with `open`, only the rest of such a step."""
        rows: list[tuple[int, int, float, int]] = []
        for a, d, p, tag in zip(now.a.tolist(), now.d.tolist(), now.p.tolist(), now.tag.tolist(), strict=True):
            key = (id(step), a, d)
            found = self._ends.get(key) if open is None else None
            if found is None:
                found = [(a, d, 1.0)]
                if self._fight_on(a, d):
                    self.firing.spend(NEW)
                    found = ends(self.troops, (a, d), open or before(step, self.troops, (a, d)))
                if open is None:
                    self._ends[key] = found
            self.firing.spend(EACH * len(found))
            rows += [(after, left, p * q, tag) for after, left, q in found]
        return from_rows(rows)

    def _fight_on(self, a: int, d: int) -> bool:
        """Return whether units of both sides stand, or some that have fallen still fire in this round."""
        (mine, gone), (theirs, fallen) = ((t.alive(s), sum(t.keys[s].doomed)) for t, s in zip(self.troops, (a, d)))
        return bool((mine and theirs) or gone or fallen)

    # --- tests and roles ----------------------------------------------------------------------------------------------

    def _changed(self, now: Spread, step: Check | Assign, outcomes: Outcomes) -> Spread:
        """The distribution after a step that changes units of one side without a loss."""
        own = 0 if step.side == ATTACKER else 1
        side = 1 - own if isinstance(step, Check) and step.whose == "enemy" else own
        rows = []
        for a, d, p, tag in zip(now.a.tolist(), now.d.tolist(), now.p.tolist(), now.tag.tolist(), strict=True):
            key = (step, a, d)
            found = self._outcomes.get(key)
            if found is None:
                self.firing.spend(NEW)
                found = [((a, d)[side], 1.0)]
                if self.troops[0].alive(a) and self.troops[1].alive(d):
                    present = self.troops[0].present(a), self.troops[1].present(d)
                    if takes_place(step, present[own], present[1 - own]):
                        found = outcomes(step, self.troops[side], (a, d)[side], present[own], present[1 - own])
                self._outcomes[key] = found
            rows += [(after, d, p * q, tag) if side == 0 else (a, after, p * q, tag) for after, q in found]
        return from_rows(rows)

    def _tested(
        self, step: Check, troop: Troop, state: int, own: Mapping[Piece, int], enemy: Mapping[Piece, int]
    ) -> list[tuple[int, float]]:
        """The states after a test, with their probability."""
        p = number_of(step, own, enemy) / 6
        targets = concerned(step, own if step.whose == "own" else enemy)
        if step.dice != "target":
            dice = dice_of(step, own)
            if not dice or not targets:
                return [(state, 1.0)]
            failed = (1 - p) ** dice
            q = failed if step.on == "failure" else 1 - failed
            return [(_changed(troop, state, targets, step), q), (state, 1 - q)]
        q = 1 - p if step.on == "failure" else p
        ways: list[tuple[dict[Piece, int], float]] = [({}, 1.0)]
        for piece, n in targets.items():
            row = [comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(n + 1)]
            ways = [({**units, piece: k}, r * c) for units, r in ways for k, c in enumerate(row) if c > 0]
        return [(_changed(troop, state, units, step), r) for units, r in ways]

    def _assigned(
        self,
        policy: Policy | None,
        step: Assign,
        troop: Troop,
        state: int,
        own: Mapping[Piece, int],
        enemy: Mapping[Piece, int],
    ) -> list[tuple[int, float]]:
        """The state after units have got their role."""
        how = policy.how if isinstance(policy, Assigning) else ""
        return [(troop.with_marks(state, assigned(step, own, enemy, how), step.marks), 1.0)]

    # --- exchanges within a round, and units that are lost without a fight --------------------------------------------

    def _exchange(self, now: Spread, step: Exchanges) -> Spread:
        """Repeat volleys until a side has no such units left."""
        if step.first:
            now = self._one_exchange(now, (*step.first, *step.shots), step)
            return now if step.most == 1 else self._exchange(now, step._replace(most=max(0, step.most - 1), first=()))
        done: list[Spread] = []
        waiting: dict[int, list[Spread]] = {}
        number = 0
        while True:
            ready = self._ready(now, step)
            done.append(now.pick(~ready))
            now = now.pick(ready)
            if number == 0 or step.most:
                if len(now.p) == 0 or (step.most and number >= step.most):
                    break
            else:
                levels = self._levels(now)
                for level in distinct(levels).tolist():
                    waiting.setdefault(level, []).append(now.pick(levels == level))
                if not waiting:
                    break
                level = max(waiting)
                now = joined(waiting.pop(level))
                still = self.firing.unchanged(step.shots, now)
                done.append(now.pick(still >= 1))
                now = now._replace(p=now.p / np.where(still < 1, 1 - still, 1.0)).pick(still < 1)
            number += 1
            before = self._levels(now)
            after = self._one_exchange(now, step.shots, step)
            if number > 1 and not step.most:
                after = after.pick(self._levels(after) < before.max(initial=0))
            now = after
        return joined([*done, now])

    def _one_exchange(self, now: Spread, shots: Iterable[Shot], step: Exchanges) -> Spread:
        for shot in shots:
            now = self.firing.fire(now, shot)
        a, d = self.troops[0].stripped(now.a, step.until, True), self.troops[1].stripped(now.d, step.until, True)
        return merged(a, d, now.p, now.tag)

    def _ready(self, now: Spread, step: Exchanges) -> Mask:
        """Return which pairs have such units on both sides and can hit in an exchange."""
        out = np.zeros(len(now.p), dtype=bool)
        for shot in step.shots:
            by, under = (now.a, now.d) if shot.side == 0 else (now.d, now.a)
            out |= self.firing.can_fire(shot, by, under)
        return out & (self.troops[0].aimed(now.a, step.until) > 0) & (self.troops[1].aimed(now.d, step.until) > 0)

    def _helpless(self, now: Spread, step: Helpless) -> Spread:
        """Remove units that cannot defend themselves if nothing else of their side is left but the enemy has others."""
        sides = [now.a, now.d]
        for k, side in enumerate((ATTACKER, DEFENDER)):
            if step.side not in ("both", side):
                continue
            capable = self._others(1 - k, sides[1 - k], step)
            lost = ~self._saved(k, sides, step) & (capable > 0) & (self.troops[k].aimed(sides[k], step.who) > 0)
            after = sides[k].copy()
            after[lost] = self.troops[k].stripped(after[lost], step.who, False)
            sides[k] = after
        return merged(sides[0], sides[1], now.p, now.tag)

    def _saved(self, side: int, sides: list[Ints], step: Helpless) -> Mask:
        """Return where other units of a side save its helpless ones."""
        others = self._others(side, sides[side], step) > 0
        if step.alone or not others.any():
            return others
        rest = [*sides]
        rest[side] = self.troops[side].stripped(sides[side], step.who, False)
        fights = np.zeros(len(others), dtype=bool)
        for shot in self.contest.course.shots():
            fights |= self.firing.can_fire(shot, rest[shot.side], rest[1 - shot.side])
        return others & fights

    def _others(self, side: int, states: Ints, step: Helpless) -> Ints:
        """Return the units that are not of the helpless kind."""
        troop = self.troops[side]
        return alive(troop, states) - troop.aimed(states, step.who)

    def _adrift(self, now: Spread, step: Adrift) -> Spread:
        """Remove aircraft that have lost their carriers."""
        k = 0 if step.side == ATTACKER else 1
        sides = [now.a, now.d]
        sides[k] = self.troops[k].values(step, lambda state: self.troops[k].adrift(state, step), sides[k])
        return merged(sides[0], sides[1], now.p, now.tag)

    # --- leaving ------------------------------------------------------------------------------------------------------

    def _leave(self, now: Spread, name: str, step: Leave, number: int) -> Spread:
        if not step.must and isinstance(self.contest.policies[name], OddsBelow):
            both = (alive(self.troops[0], now.a) > 0) & (alive(self.troops[1], now.d) > 0)
            self._learn(now.pick(both))
        number = 0 if step.must else min(number, self.contest.policies[name].settles)
        pairs = [self._left(name, step, number, a, d) for a, d in zip(now.a.tolist(), now.d.tolist(), strict=True)]
        after = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return merged(after[:, 0], after[:, 1], now.p, now.tag)

    def _left(self, name: str, step: Leave, number: int, a: int, d: int) -> tuple[int, int]:
        key = (name, number, a, d)
        found = self._leaving.get(key)
        if found is None:
            found = (a, d)
            if self.leaves(name, step, number, a, d):
                side = 0 if step.side == ATTACKER else 1
                troop = self.troops[side]
                going = {p: n for p, n in troop.standing(found[side]).items() if step.takes(p)}
                if step.marks and not step.must:
                    gone = troop.with_marks(found[side], going, step.marks)
                else:
                    gone = troop.without_these(found[side], going)
                found = (gone, d) if side == 0 else (a, gone)
            self._leaving[key] = found
        return found

    def leaves(self, name: str, step: Leave, number: int, a: int, d: int) -> bool:
        """Return whether the policy of a step makes units retreat at a pair of states after this round."""
        if not (self.troops[0].alive(a) and self.troops[1].alive(d)):
            return False
        state, troop = (a, self.troops[0]) if step.side == ATTACKER else (d, self.troops[1])
        if not any(step.takes(p) for p in troop.standing(state)):
            return False
        if step.must:
            return True
        policy = self.contest.policies[name]
        assert not isinstance(policy, Assigning)
        if isinstance(policy, OddsBelow):
            return self._wins(a, d) < policy.odds
        pieces = (self.troops[0].standing(a), self.troops[1].standing(d))
        own, enemy = pieces if step.side == ATTACKER else pieces[::-1]
        return policy.leaves(number, own, enemy)

    # --- to the end ---------------------------------------------------------------------------------------------------

    def fighting(self, now: Spread, number: int) -> Mask:
        """Which pairs fight on after a round: both sides stand, and at least one can still hit the other."""
        can = np.zeros(len(now.p), dtype=bool)
        for shot in self.contest.course.later_shots(number):
            by, under = (now.a, now.d) if shot.side == 0 else (now.d, now.a)
            can |= self.firing.can_fire(shot, by, under)
        return can & (alive(self.troops[0], now.a) > 0) & (alive(self.troops[1], now.d) > 0)

    def finish(self, now: Spread, number: int) -> Spread:
        """Return the final distribution from pairs after round `number`, when nothing depends on the round any more."""
        over: list[Spread] = []
        waiting: dict[int, list[Spread]] = {}
        self._sort(now, waiting, over)
        while waiting:
            level = max(waiting)
            here = joined(waiting.pop(level))
            if self.contest.course.idle:
                here, after = self._moved_on(here, number, over)
                self._sort(after.pick(self._levels(after) < level), waiting, over)
                continue
            still = self._still(here, number)
            over.append(here.pick(still >= 1))
            here, still = here.pick(still < 1), still[still < 1]
            after = self.round(here._replace(p=here.p / (1 - still)), number + 1)
            self._sort(after.pick(self._levels(after) < level), waiting, over)
        return joined(over)

    def _moved_on(self, here: Spread, number: int, over: list[Spread]) -> tuple[Spread, Spread]:
        """The distribution when each pair has changed at last, where rounds can change units and change them back."""
        each = here._replace(tag=np.arange(len(here.p)))
        after = self.round(each, number + 1)
        same = (after.a == here.a[after.tag]) & (after.d == here.d[after.tag])
        stays = np.bincount(after.tag[same], weights=after.p[same], minlength=len(here.p)) / here.p
        over.append(here.pick(stays >= 1 - 1e-15))
        going = ~same & (stays[after.tag] < 1 - 1e-15)
        after = after._replace(p=after.p / np.maximum(1 - stays[after.tag], 1e-300)).pick(going)
        return here, merged(after.a, after.d, after.p, np.zeros(len(after.p), dtype=np.int64))

    def _sort(self, now: Spread, waiting: dict[int, list[Spread]], over: list[Spread]) -> None:
        fighting = self.fighting(now, self.contest.course.special_rounds)
        over.append(now.pick(~fighting))
        now = now.pick(fighting)
        levels = self._levels(now)
        for level in distinct(levels).tolist():
            waiting.setdefault(level, []).append(now.pick(levels == level))

    def _levels(self, now: Spread) -> Ints:
        attacker, defender = self.troops
        return attacker.levels(now.a) + defender.levels(now.d)

    def _still(self, now: Spread, number: int) -> Floats:
        """Return the probability that nothing at all changes in a round, for each pair."""
        out = self.firing.unchanged(self.contest.course.shots(), now)
        for _, step in self.contest.course.steps:
            if isinstance(step, Exchanges):
                again = self.firing.unchanged(step.shots, now) ** step.most if step.most else np.zeros(len(now.p))
                out *= np.where(self._ready(now, step), again, 1.0) * self.firing.unchanged(step.first, now)
            elif isinstance(step, Helpless):
                after = self._helpless(now._replace(tag=np.arange(len(now.p))), step)
                same = (after.a == now.a[after.tag]) & (after.d == now.d[after.tag])
                out[after.tag[~same]] = 0.0
        for name, step, _ in self.contest.leaves():
            settled = min(number, self.contest.policies[name].settles)
            pairs = zip(now.a.tolist(), now.d.tolist(), strict=True)
            out[[self.leaves(name, step, settled, a, d) for a, d in pairs]] = 0.0
        return out

    def _wins(self, a: int, d: int) -> float:
        """Return the attacker's probability of winning from a pair of states, fought to the end by both."""
        if (a, d) not in self._win:
            self._learn(point(a, d))
        return self._win[a, d]

    def _learn(self, now: Spread) -> None:
        """Compute the probabilities of winning for pairs of states, all at once."""
        fresh = np.array(
            [(a, d) not in self._win for a, d in zip(now.a.tolist(), now.d.tolist(), strict=True)], dtype=bool
        )
        now = now.pick(fresh)
        if len(now.p):
            found = self.winning(now)
            self._win.update(zip(zip(now.a.tolist(), now.d.tolist(), strict=True), found.tolist(), strict=True))

    def wins_apart(self, now: Spread) -> Floats:
        """Return the probability of winning for each pair, each solved separately."""
        bare = Sparse(self.contest.without_policies(), self.firing.most)
        out = np.zeros(len(now.p))
        for i, (a, d) in enumerate(zip(now.a.tolist(), now.d.tolist(), strict=True)):
            ends = bare.finish(point(a, d), self.contest.course.special_rounds)
            won = (alive(self.troops[0], ends.a) > 0) & (alive(self.troops[1], ends.d) == 0)
            out[i] = ends.p[won].sum()
        return out


def _names(name: str, step: Step) -> list[str]:
    """The names of the rolls that an exchange of fire gathers, and its own."""
    assert isinstance(step, Barrage)
    return [name, *(told for told, _ in (*step.held, *step.counters))]


def _told(volley: Volley) -> tuple[str, str, Pick]:
    """What tells a roll from the others of its round."""
    return volley.side, volley.text, volley.at


def _changed(troop: Troop, state: int, units: Mapping[Piece, int], step: Check) -> int:
    """The state when units have passed a test."""
    if step.leaves:
        return troop.without_these(state, units)
    return troop.with_marks(state, units, step.marks)
