"""Compute the exact distribution over a battle's final states from the same steps that the referee rolls.

A `Contest` is a battle with its steps, orders of losses and policies; ``Solver(contest).finish()`` gives the pairs of
final states with their probability, without sampling.
"""

from __future__ import annotations

from threading import RLock

import numpy as np

from .contest import Contest
from .dense import Dense, Form, form
from .firing import MOST_WORK
from .midway import Midway
from .policy import OddsBelow
from .sparse import Sparse
from .spread import Spread, joined, point
from .states import Floats, Mask, distinct
from .volley import ATTACKER, Leave

#: Battles share sides, which add states while solving, so only one battle is solved at a time.
LOCK = RLock()


class Solver:
    """Solver of one battle from its beginning or from mid-round: round by round, or to the end at once.

    `number` rounds are fought; `over` holds the pairs that fight no more, the others are on their way. The sides of a
    contest that is met `midway` include those that have fallen in the round. A battle that takes more than `most`
    outcomes raises `Illegal`.
    """

    def __init__(self, contest: Contest, midway: Midway | None = None, most: int = MOST_WORK) -> None:
        self.contest = contest
        self.number = 0
        self.over: list[Spread] = []
        self.sparse = Sparse(contest, most)
        self.sparse.winning = self._winning_from
        attacker, defender = contest.troops
        self._now = point(attacker.start, defender.start)
        self._dense: Dense | None = None
        self._here: Floats | None = None
        self._winning: Floats | None = None  # by places of the quick solver
        with LOCK:
            self._begin(midway)

    def _begin(self, midway: Midway | None) -> None:
        attacker, defender = self.contest.troops
        if midway is not None:
            self.number = midway.round
            self._sort(self.sparse.rest(midway))
        elif not defender.alive(defender.start) and attacker.alive(attacker.start):
            self.sparse.firing.guns_alone = True
            self.over.append(self.sparse.round(self._now, 1))
            self._now = joined([])
        elif not attacker.alive(attacker.start):
            self.over.append(self._now)
            self._now = joined([])

    @property
    def fighting(self) -> float:
        """Return the probability that the battle continues."""
        if self._dense is not None and self._here is not None:
            return float(self._here.sum())
        return float(self._now.p.sum())

    def finish(self, rounds: int = 0) -> Spread:
        """Return the distribution over final pairs, after at most `rounds` rounds (0: to the end)."""
        limits = [n for n in (rounds, self.contest.program.rounds) if n]
        rounds = min(limits, default=0)
        with LOCK:
            fixed = max((self.contest.opening, *(p.settles for _, _, p in self.contest.leaves())))
            while self.fighting and self.number < (rounds or fixed):
                self._step(last=self.number + 1 == rounds)
            if not rounds and self.fighting:
                self._to_the_end()
            return self.distribution()

    def step(self) -> None:
        """Advance one round."""
        with LOCK:
            self._step()

    def distribution(self) -> Spread:
        """Return all pairs, both over and still fighting."""
        if self._dense is not None and self._here is not None:
            return joined([*self.over, self._dense.lift(self._here)])
        return joined([*self.over, self._now])

    def _step(self, last: bool = False) -> None:
        """Advance one round; after the last one, it does not matter which pairs could fight on."""
        if self._enter():
            assert self._dense is not None and self._here is not None
            self._here = self._dense.round(self._here)
            self.number += 1
            self._settle(self._dense, self._dense.live)
            return
        after = self.sparse.round(self._now, self.number + 1)
        self.number += 1
        if last:
            self._now = after
        else:
            self._sort(after)

    def _sort(self, after: Spread) -> None:
        """Sets those apart that fight no more after a round."""
        fighting = self.sparse.fighting(after, self.number)
        self.over.append(after.pick(~fighting))
        self._now = after.pick(fighting)

    def _to_the_end(self) -> None:
        if not self._enter():
            self.over.append(self.sparse.finish(self._now, self.number))
            self._now = joined([])
            return
        assert self._dense is not None and self._here is not None
        live = self._dense.live
        for name, step, _ in self.contest.leaves():
            live = live & ~self._leaving(self._dense, name, step)
        self._here = self._dense.finish(self._here, live)
        self._settle(self._dense, self._dense.live & False)

    # --- the quick way ------------------------------------------------------------------------------------------------

    def _enter(self) -> bool:
        """Switch to the dense solver if the remaining rounds have its form."""
        if self._dense is not None:
            return True
        if self.number < self.contest.opening or not len(self._now.p):
            return False
        found = _best_form(self.contest, self._now)
        if found is None:
            return False
        self._dense = Dense(self.contest, found, self._now)
        self._here = self._dense.place(self._now)
        self._settle(self._dense, self._dense.live)
        return True

    def _settle(self, dense: Dense, live: Mask) -> None:
        """Take pairs that retreat or are over out of the grid."""
        assert self._here is not None
        here = self._here
        if self.number:
            for name, step, _ in self.contest.leaves():
                going = self._leaving(dense, name, step) & (here > 0)
                if going.any():
                    self.over.append(self._left(dense.lift(here * going), step))
                    here = here * ~going
        self.over.append(dense.lift(np.where(live, 0.0, here)))
        self._here = here * live

    def _left(self, gone: Spread, step: Leave) -> Spread:
        troop = self.contest.troops[0 if step.side == ATTACKER else 1]
        states = gone.a if step.side == ATTACKER else gone.d
        left = np.array([troop.leave(s, step) for s in states.tolist()], dtype=np.int64)
        return gone._replace(a=left) if step.side == ATTACKER else gone._replace(d=left)

    def _winning_from(self, now: Spread) -> Floats:
        """Return the attacker's probability of winning from each of these pairs, fought to the end in common rounds."""
        bare = self.contest.without_policies()
        found = _best_form(bare, now)
        if found is None:
            return self.sparse.wins_apart(now)
        dense = Dense(bare, found, now)
        o, i = (now.a, now.d) if found.outer == 0 else (now.d, now.a)
        return _wins_of(dense)[dense.o.at[o], dense.i.at[i]]

    def _leaving(self, dense: Dense, name: str, step: Leave) -> Mask:
        """Return where the policy of a step makes a side retreat now: [outer, inner]."""
        policy = self.contest.policies[name]
        outer, inner = dense.o.level > 0, dense.i.level > 0
        standing = outer[:, None] & inner[None, :]
        if isinstance(policy, OddsBelow):
            if self._winning is None:
                self._winning = _wins_of(dense)
            return (self._winning < policy.odds) & standing
        out = np.zeros_like(standing)
        for o, i in zip(*np.nonzero(standing), strict=True):
            pair = int(dense.o.states[o]), int(dense.i.states[i])
            a, d = pair if dense.form.outer == 0 else pair[::-1]
            out[o, i] = self.sparse.leaves(name, step, self.number, a, d)
        return out


def _wins_of(dense: Dense) -> Floats:
    """Return the attacker's probability of winning, fought to the end, for all pairs: [outer, inner]."""
    outer, inner = dense.o.level > 0, dense.i.level > 0
    won = outer[:, None] & ~inner if dense.form.outer == 0 else ~outer[:, None] & inner
    return dense.expected(won.astype(np.float64))


def _best_form(contest: Contest, now: Spread) -> Form | None:
    """Return the common form with the outer side that is less work, or None."""
    leaving = frozenset(contest.policies)
    forms = [found for outer in (0, 1) if (found := form(contest.course, outer, leaving)) is not None]
    if len(forms) < 2:
        return forms[0] if forms else None
    counts, levels = [], []
    for troop, states in zip(contest.troops, (now.a, now.d), strict=True):
        counts.append(len(distinct(states)))
        levels.append(int(troop.levels(states).max(initial=0)) + 1)

    def work(found: Form) -> float:
        """Return an estimate of the microseconds of one pass."""
        k = found.outer
        rows, width = counts[k] * levels[k], counts[1 - k] * levels[1 - k]
        return 50.0 * levels[k] + rows * width * width * 0.001

    return min(forms, key=work)
