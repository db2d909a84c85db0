"""The quick solver, for battles whose rounds all have the common form; `battle.sparse` solves every other.

The common form: one side (*outer*) is not hit at once before it has fired, the other (*inner*) is hit at once only
before it fires itself and not again after that. Then a round is a product: with the outer side in state *o* and the
inner one in *f* when it fires, the outer one's hits lead from *f* to *s* and the inner one's from *o* to *o'*
independently of each other. Every
change lowers a side's level (the hits it can still take), so one pass over the outer levels from the top solves the
battle; rounds without any change are summed up as a geometric series. All arrays are indexed [outer, inner].
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..core.errors import Illegal
from .chances import table
from .contest import Contest
from .course import MIXED, Course, Shot
from .lifts import faces
from .spread import Spread, spread
from .states import Floats, Ints, Mask, Troop, distinct
from .volley import ATTACKER, Clear, Leave

#: Pairs of states with a lower probability are ignored.
TINY = 1e-20
#: Maximum operations for a battle (about half a minute).
MOST_WORK = 3e11
#: Maximum numbers in cached tables, and in one table that is not cached.
MOST_KEPT, MOST_AT_ONCE = 10_000_000, 50_000_000
#: Maximum states of a side.
MOST_STATES = 5000


class Grid(NamedTuple):
    """All states of a side that can be reached, from the highest level down; `cuts` are where the levels begin."""

    states: Ints
    level: Ints
    cuts: tuple[int, ...]
    at: Ints  # number of a state -> place in `states`


class Hits(NamedTuple):
    """The effect of hits of one way on the places of a grid.

    `to[i, h]` is the place after h hits; `entry[i, j]` and `kept[i, h]` say which entry of a row of `extended` chances
    is the probability of going from i to j, and of h hits that count. `capacity[i]` is the most hits that count.
    """

    to: Ints
    entry: Ints
    kept: Ints
    capacity: Ints


def grid(troop: Troop, states: Ints, ways: frozenset[int]) -> Grid:
    """Return the states reached from some states by hits of these ways."""
    key = ("grid", states.tobytes(), ways)
    found: Grid | None = troop.found.get(key)
    if found is None:
        seen = dict.fromkeys(states.tolist())
        queue = list(seen)
        hit: dict[int, list[int]] = {way: [] for way in ways}
        for state in queue:
            if len(queue) > MOST_STATES:
                raise Illegal(
                    f"this battle is too large to calculate: one side can end in more than {MOST_STATES} ways"
                )
            for way in ways:
                after = troop.hit(state, way, False)
                hit[way].append(after)
                if after not in seen:
                    seen[after] = None
                    queue.append(after)
        for way, after_hit in hit.items():
            troop.known((way, False), queue, after_hit)
        reached = np.array(queue)
        level = troop.levels(reached)
        order = np.argsort(-level, kind="stable")
        reached, level = reached[order], level[order]
        cuts = (0, *(np.flatnonzero(np.diff(level)) + 1).tolist(), len(level))
        at = np.full(len(troop), -1, dtype=np.int64)
        at[reached] = np.arange(len(reached))
        found = troop.found[key] = Grid(reached, level, cuts, at)
    return found


def hits_on(troop: Troop, grid: Grid, number: int) -> Hits:
    """Return the tables of one way of being hit."""
    key = ("way", grid.states.tobytes(), number)
    found: Hits | None = troop.found.get(key)
    if found is None:
        size = len(grid.states)
        capacity = troop.capacity(grid.states, number)
        most = int(capacity.max(initial=0))
        to = np.empty((size, most + 1), dtype=np.int64)
        states = grid.states
        for n in range(most + 1):
            to[:, n] = grid.at[states]
            if n < most:
                states = troop.after_hit(states, number, False)
        hits, most_of = np.arange(most + 1)[None, :], capacity[:, None]
        kept = np.where(hits < most_of, hits, np.where(hits == most_of, most + 1 + hits, -1))
        entry = np.full((size, size), 2 * most + 2, dtype=np.int64)
        rows, columns = np.nonzero(kept >= 0)
        entry[rows, to[rows, columns]] = kept[rows, columns]
        kept[kept < 0] = 2 * most + 2
        found = troop.found[key] = Hits(to, entry, kept, capacity)
    return found


def extended(chances: Floats, most: int) -> Floats:
    """Return rows of chances as [exactly 0 … most hits | at least 0 … most hits | 0]."""
    tails = np.cumsum(chances[:, ::-1], axis=1)[:, ::-1]
    width = min(chances.shape[1], most + 1)
    out = np.zeros((len(chances), 2 * most + 3))
    out[:, :width] = chances[:, :width]
    out[:, most + 1 : most + 1 + width] = tails[:, :width]
    return out


class Form(NamedTuple):
    """The shots of a round in the common form: at the inner side before and after it fires, and at the outer side."""

    outer: int
    first: tuple[Shot, ...]
    main: tuple[Shot, ...]
    back: tuple[Shot, ...]


@lru_cache(maxsize=1024)
def form(course: Course, outer: int, leaving: frozenset[str]) -> Form | None:
    """Return the common form of the rounds with this side as the outer one, if they have it; in the steps `leaving`
    units may retreat."""
    first: list[Shot] = []
    main: list[Shot] = []
    back: list[Shot] = []
    cleared = False
    at: dict[int, int] = {}  # number of a shot -> its place in a round
    for name, step in course.steps:
        if isinstance(step, MIXED):
            return None
        if isinstance(step, Clear):
            cleared = True
        elif isinstance(step, Leave):
            own = course.sides[0 if step.side == ATTACKER else 1].lines
            all_go = step.whole and not step.marks and all(step.takes(p) for p in own)
            if name in leaving and not (all_go and cleared):
                return None
        elif isinstance(step, Shot):
            at[step.number] = len(at)
            if cleared or step.volley.dice != "each" or not _alone(step):
                return None
            at_once = step.volley.falls == "at_once"
            if step.side != outer:
                back.append(step)
            elif not back and at_once and not main:
                first.append(step)
            elif at_once and not back:
                return None  # a unit that must be lost later would be hit at once
            else:
                main.append(step)
    last_outer = max((at[s.number] for s in (*first, *main)), default=-1)
    if any(at[s.number] < last_outer and s.volley.falls == "at_once" for s in back):
        return None
    last_back = max((at[s.number] for s in back), default=-1)
    if any(s.volley.falls == "at_once" and at[s.number] < last_back for s in main):
        return None
    if first and any(s.volley.who.aside for s in (*main, *back)):
        return None  # a side that is destroyed at once gets no more fire from units standing aside
    return Form(outer, tuple(first), tuple(main), tuple(back))


def _alone(shot: Shot) -> bool:
    """Do the hits of a shot depend on nothing but the state of the side that fires?"""
    volley = shot.volley
    apart = volley.directed or volley.narrow or volley.spares or volley.picks == "named"
    return volley.absorb is None and not volley.soaks and not volley.effect and not apart and not faces(volley)


class Dense:
    """The quick solver of one contest in the common form, from the pairs of states in `start`."""

    def __init__(self, contest: Contest, form: Form, start: Spread) -> None:
        self.contest, self.form = contest, form
        self.outer, self.inner = contest.troops[form.outer], contest.troops[1 - form.outer]
        outer_states, inner_states = (start.a, start.d) if form.outer == 0 else (start.d, start.a)
        self.o = grid(self.outer, distinct(outer_states), frozenset(s.way for s in form.back))
        self.i = grid(self.inner, distinct(inner_states), frozenset(s.way for s in (*form.first, *form.main)))
        self.first = [self._at_inner(s) for s in form.first]
        self.main = [self._at_inner(s) for s in form.main]
        self.back = [self._at_outer(s) for s in form.back]
        self._affordable()
        self.live = self._live()
        self._kept: list[Floats] = []  # what the later volleys of the inner side do: [inner, outer from, outer to]
        if len(self.back) > 1 and len(self.i.states) * len(self.o.states) ** 2 * len(self.back) <= MOST_KEPT:
            self._kept = [chances.take(tables.entry, axis=1) for chances, tables in self.back[1:]]

    def _affordable(self) -> None:
        """Raise `Illegal` for a battle that would take minutes."""
        outer, inner = len(self.o.states), len(self.i.states)
        work = (
            outer * inner**3 + max(0, len(self.back) - 1) * inner * outer**3 / 3 + len(self.o.cuts) * inner**2 * outer
        )
        if work > MOST_WORK or (len(self.back) > 1 and inner * outer**2 > MOST_AT_ONCE):
            raise Illegal(f"this battle is too large to calculate ({outer} states against {inner})")

    def _chances(self, shot: Shot, troop: Troop, here: Grid) -> Floats:
        key = ("chances", shot.volley, shot.how, here.states.tobytes())
        found: Floats | None = troop.found.get(key)
        if found is None:
            found = troop.found[key] = table(shot.volley, troop, here.states, shot.how, shot.target)
        return found

    def _at_inner(self, shot: Shot) -> tuple[Floats, Hits]:
        tables = hits_on(self.inner, self.i, shot.way)
        return extended(self._chances(shot, self.outer, self.o), tables.to.shape[1] - 1), tables

    def _at_outer(self, shot: Shot) -> tuple[Floats, Hits]:
        tables = hits_on(self.outer, self.o, shot.way)
        return extended(self._chances(shot, self.inner, self.i), tables.to.shape[1] - 1), tables

    def _live(self) -> Mask:
        """Return the pairs that keep fighting: both sides have units and at least one can hit."""
        can = np.zeros((len(self.o.states), len(self.i.states)), dtype=bool)
        for chances, tables in (*self.first, *self.main):
            can |= (chances[:, 0] < 1)[:, None] & (tables.capacity > 0)[None, :]
        for chances, tables in self.back:
            can |= (chances[:, 0] < 1)[None, :] & (tables.capacity > 0)[:, None]
        return can & (self.o.level > 0)[:, None] & (self.i.level > 0)[None, :]

    # --- distributions ------------------------------------------------------------------------------------------------

    def place(self, now: Spread) -> Floats:
        """Return a distribution over pairs as an array [outer, inner]."""
        o, i = (now.a, now.d) if self.form.outer == 0 else (now.d, now.a)
        out = np.zeros(self.live.shape)
        np.add.at(out, (self.o.at[o], self.i.at[i]), now.p)
        return out

    def lift(self, here: Floats) -> Spread:
        """Return the distribution for an array, the inverse of `place`."""
        o, i = np.nonzero(here)
        outer, inner, p = self.o.states[o], self.i.states[i], here[o, i]
        return spread(outer, inner, p) if self.form.outer == 0 else spread(inner, outer, p)

    def finish(self, start: Floats, live: Mask | None = None) -> Floats:
        """Return the final distribution, fought to the end while a pair is `live`."""
        return self._pass(start, self.live if live is None else live, True)

    def round(self, start: Floats, live: Mask | None = None) -> Floats:
        """Return the distribution after one more round of all live pairs."""
        return self._pass(start, self.live if live is None else live, False)

    def _pass(self, start: Floats, live: Mask, to_the_end: bool) -> Floats:
        here = start.copy()
        out = here if to_the_end else np.where(live, 0.0, here)
        for low, high in zip(self.o.cuts, self.o.cuts[1:]):
            alive = live[low:high]
            now = here[low:high] * alive
            if to_the_end:
                out[low:high][alive] = 0.0
            some = (now > TINY).any(axis=0)
            if not some.any():
                continue
            left = int(some.argmax())
            alive, now = alive[:, left:], now[:, left:]
            first, main = self._inner(low, high, left)
            if to_the_end:
                system = self._system(low, high, first, main, alive).swapaxes(1, 2)
                now = np.linalg.solve(system, now[:, :, None])[:, :, 0].astype(np.float64)
            if first is not None:
                now = (now[:, None, :] @ first)[:, 0]
            self._push(low, high, now, main, out[:, left:], ~alive if to_the_end else None)
        return out

    def _inner(self, low: int, high: int, left: int = 0) -> tuple[Floats | None, Floats]:
        """Return how the inner side changes before and after it fires, for outer places low to high and inner ones from
        `left`: [outer, from, to]."""
        first: Floats | None = None
        for chances, tables in self.first:
            step = chances[low:high].take(tables.entry[left:, left:], axis=1)
            first = step if first is None else first @ step
        main: Floats | None = None
        for chances, tables in self.main:
            step = chances[low:high].take(tables.entry[left:, left:], axis=1)
            main = step if main is None else main @ step
        if main is None:
            size = len(self.i.states) - left
            main = np.broadcast_to(np.eye(size), (high - low, size, size))
        return first, main

    def _stay(self, low: int, high: int, left: int) -> Floats:
        """Return the probability that the inner side's fire does not change the outer one: [outer, inner]."""
        out: Floats | None = None
        for chances, tables in self.back:
            step = chances[left:].take(tables.kept[low:high, 0], axis=1).T
            out = step if out is None else out * step
        return out if out is not None else np.ones((high - low, len(self.i.states) - left))

    def _system(self, low: int, high: int, first: Floats | None, main: Floats, live: Mask) -> Floats:
        """Return 1 - (probability of going from one inner place to another while the outer one stays): [outer, from,
        to]."""
        size = main.shape[1]
        inside: Floats = main * self._stay(low, high, len(self.i.states) - size)[:, :, None]
        if first is not None:
            inside = first @ inside
        np.multiply(inside, -live[:, None, :].astype(np.float64), out=inside)
        inside.reshape(len(inside), -1)[:, :: size + 1] += 1.0
        return inside

    def _push(self, low: int, high: int, now: Floats, main: Floats, out: Floats, keep: Mask | None) -> None:
        """Add the successors of `now` (inner side about to fire); at the same outer place only where `keep` is true."""
        left = len(self.i.states) - now.shape[1]
        if len(self.back) == 1:
            chances, tables = self.back[0]
            most = min(int(tables.capacity[low:high].max()) + 1, tables.to.shape[1])
            weights = now[:, None, :] * chances.T[tables.kept[low:high, :most], left:]
            after = weights @ main
            for k in range(high - low):
                count = int(tables.capacity[low + k]) + 1
                same = after[k, 0] if keep is None else after[k, 0] * keep[k]
                out[low + k] += same
                out[tables.to[low + k, 1:count]] += after[k, 1:count]
            return
        reach = self._reach(low, high, left)
        joint = (now.T[:, :, None] * reach).transpose(2, 1, 0).reshape(reach.shape[2], -1)
        after = joint @ main.reshape(-1, main.shape[2])
        if keep is not None:
            after[: high - low] *= keep
        out[low:] += after

    def _reach(self, low: int, high: int, left: int = 0) -> Floats:
        """Return where the fire of the inner side (places from `left`) takes the outer one: [inner, from low to high,
        to low and below]."""
        if not self.back:
            eye = np.eye(len(self.o.states))[low:high, low:]
            return np.broadcast_to(eye, (len(self.i.states) - left, *eye.shape))
        chances, tables = self.back[0]
        out = chances[left:].take(tables.entry[low:high, low:], axis=1)
        for k, (chances, tables) in enumerate(self.back[1:]):
            if self._kept:
                out = out @ self._kept[k][left:, low:, low:]
            else:
                out = out @ chances[left:].take(tables.entry[low:, low:], axis=1)
        return out

    # --- values -------------------------------------------------------------------------------------------------------

    def expected(self, final: Floats) -> Floats:
        """For every pair the expected value of `final` at the pair where the battle ends: [outer, inner]."""
        out = np.where(self.live, 0.0, final)
        for low, high in zip(self.o.cuts[-2::-1], self.o.cuts[:0:-1]):
            live = self.live[low:high]
            if not live.any():
                continue
            first, main = self._inner(low, high)
            reach = self._reach(low, high)
            value = np.einsum("bfs,fbo,os->bf", main, reach, out[low:], optimize=True)
            if first is not None:
                value = (first @ value[:, :, None])[:, :, 0]
            solved = np.linalg.solve(self._system(low, high, first, main, live), value[:, :, None])[:, :, 0]
            out[low:high][live] = solved[live]
        return out
