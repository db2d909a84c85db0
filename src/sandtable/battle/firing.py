"""What one volley does to a distribution: the chances of its hits, and the states they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..core.errors import Illegal
from .barrage import struck
from .chances import narrow_chances, of_columns, split_chances
from .columns import columns, directed_columns
from .contest import Contest
from .course import Shot
from .lifts import faces, only_raises
from .losses import firer_order
from .midway import Owed
from .naming import Aims, outcomes
from .spread import SIDES, Spread, alive, doomed, from_rows, joined, merged
from .states import Floats, Ints, Mask
from .volley import Piece, Volley, absorbed, lives

#: Maximum outcomes of volleys in a battle (about half a minute).
MOST_WORK = 200_000_000
#: Outcomes that take as long as one found pair by pair, and as finding those of a new pair.
EACH, NEW = 8, 400


class Firing:
    """The volleys of one contest; it counts the work that they take."""

    def __init__(self, contest: Contest, most: int = MOST_WORK) -> None:
        self.troops = contest.troops
        self.most = most
        self.work = 0
        self.guns_alone = False
        self._rows: dict[int, dict[tuple[int, int, int], Floats]] = {}
        self._outcomes: dict[Any, list[tuple[int, float]]] = {}
        self._fired: dict[tuple[str, int, int, int], bool] = {}

    def spend(self, work: int) -> None:
        """Count work; raise `Illegal` if the battle takes more than it may."""
        self.work += work
        if self.work > self.most:
            raise Illegal("this battle is too large to calculate under these rules")

    def fire(self, now: Spread, shot: Shot) -> Spread:
        """Return the distribution after a volley."""
        by, under = (now.a, now.d) if shot.side == 0 else (now.d, now.a)
        if shot.directed >= 0 or shot.volley.picks == "named" or shot.volley.coupled:
            return self._fire_directed(now, shot)
        chances = self._chances(shot, by, under)
        most = chances.shape[1]
        self.spend(chances.size)
        states = np.empty((len(now.p), most), dtype=np.int64)
        troop, doom = self.troops[1 - shot.side], shot.volley.doom
        for hits in range(most):
            states[:, hits] = under
            if hits < most - 1:
                under = troop.after_hit(under, shot.way, doom)
        p = (now.p[:, None] * chances).ravel()
        some = p > 0
        hit, still = states.ravel()[some], np.repeat(by, most)[some]
        a, d = (still, hit) if shot.side == 0 else (hit, still)
        return merged(a, d, p[some], np.repeat(now.tag, most)[some])

    def _fire_directed(self, now: Spread, shot: Shot) -> Spread:
        """A volley whose hits the firer directs or has named targets for: each pair by itself."""
        rolled = self._named if shot.volley.picks == "named" else self._directed
        rolled = self._coupled if shot.volley.coupled else rolled
        rows: list[tuple[int, int, float, int]] = []
        able = self._chances(shot, *((now.a, now.d) if shot.side == 0 else (now.d, now.a)))
        fires = able.shape[1] > 1
        for i, (a, d, p, tag) in enumerate(
            zip(now.a.tolist(), now.d.tolist(), now.p.tolist(), now.tag.tolist(), strict=True)
        ):
            by, under = (a, d) if shot.side == 0 else (d, a)
            silent = not fires or able[i, 0] >= 1
            found = [(under, 1.0)] if silent else rolled(shot, by, under)
            self.spend(EACH * len(found))
            rows += [(a, s, p * q, tag) if shot.side == 0 else (s, d, p * q, tag) for s, q in found]
        return from_rows(rows)

    def _directed(self, shot: Shot, by: int, under: int) -> list[tuple[int, float]]:
        """The states of the side under fire after a volley with directed hits, with their probability."""
        key = ("directed", shot.number, by, under)
        found = self._outcomes.get(key)
        if found is None:
            self.spend(NEW)
            troop, own = self.troops[1 - shot.side], self.troops[shot.side].firing(by)
            standing = troop.standing(under)
            if shot.volley.narrow:
                pairs = narrow_chances(shot.volley, columns(shot.volley, own, standing, troop.firing(under)))
            else:
                rolled = directed_columns(shot.volley, own, standing, troop.firing(under))
                pairs = split_chances(shot.volley, shot.how, *rolled)
            found = []
            for (aimed, usual), p in pairs.items():
                found.append((struck(shot, troop, under, aimed, usual), p))
            self._outcomes[key] = found
        return found

    def _coupled(self, shot: Shot, by: int, under: int) -> list[tuple[int, float]]:
        """The states of the side under fire after a volley each hit of which marks units of two kinds."""
        key = ("coupled", shot.number, by, under)
        found = self._outcomes.get(key)
        if found is None:
            self.spend(NEW)
            couple, troop = shot.volley.coupled, self.troops[1 - shot.side]
            assert couple is not None
            rolled = columns(shot.volley, self.troops[shot.side].firing(by), troop.standing(under), troop.firing(under))
            found, state = [], under
            for p in of_columns(shot.how, tuple(rolled)).tolist():
                found.append((state, p))
                after = troop.hit(state, shot.way, False)
                for _ in range(couple.alone if after == state else couple.then):
                    after = troop.hit(after, shot.directed, False)
                state = after
            self._outcomes[key] = found
        return found

    def _named(self, shot: Shot, by: int, under: int) -> list[tuple[int, float]]:
        """The states of the side under fire after a volley whose targets are named as advised."""
        key = ("named", shot.number, by, under)
        found = self._outcomes.get(key)
        if found is None:
            self.spend(NEW)
            troop, doom = self.troops[1 - shot.side], shot.volley.doom
            own, standing = self.troops[shot.side].firing(by), troop.standing(under)
            order = [loss.piece for loss in firer_order(standing, SIDES[1 - shot.side], shot.volley.deadly)]
            aims = Aims({p: (standing[p], lives(shot.volley, p)) for p in order if shot.volley.at.takes(p)})
            for value, dice in reversed(columns(shot.volley, own, standing, troop.firing(under))):
                aims.take_advice(value, dice)
            rows: dict[int, float] = {}
            for (struck, over), p in outcomes(aims.aimed(), aims.hits).items():
                state = under
                for piece, hits in struck:
                    state = troop.struck(state, piece, hits if lives(shot.volley, piece) > 1 else piece.hits, doom)
                for _ in range(over if shot.directed >= 0 else 0):
                    state = troop.hit(state, shot.directed, doom)
                rows[state] = rows.get(state, 0.0) + p
            found = self._outcomes[key] = list(rows.items())
        return found

    def owed(self, now: Spread, shot: Shot, owed: Owed) -> Spread:
        """Return the distribution after the rest of a volley, from the one pair in whose middle it is."""
        troop, doom = self.troops[1 - shot.side], shot.volley.doom
        parts = []
        for more, p in enumerate(of_columns(shot.how, owed.rows).tolist()):
            by, under = (now.a, now.d) if shot.side == 0 else (now.d, now.a)
            for _ in range(owed.hits + max(0, more - owed.spare)):
                under = troop.after_hit(under, shot.way, doom)
            a, d = (by, under) if shot.side == 0 else (under, by)
            parts.append(now._replace(a=a, d=d, p=now.p * p))
        return joined(parts)

    def _chances(self, shot: Shot, by: Ints, under: Ints) -> Floats:
        """Return chances of hits that count for each pair: shape (pairs, hits + 1)."""
        own, enemy = self.troops[shot.side], self.troops[1 - shot.side]
        aims = self._exposed(shot, under)
        if shot.volley.dice != "per_target":
            aims = np.minimum(aims, 1)
        if self.guns_alone:
            aims = aims * (shot.side == 1 and shot.volley.who.aside)
        else:
            over = ~((alive(own, by) > 0) & (alive(enemy, under) > 0))
            aims = np.where(over & (doomed(own, by) + doomed(enemy, under) == 0), 0, aims)
        facing = self._facing(shot, under)
        key = (by * (int(aims.max(initial=0)) + 1) + aims) * (int(facing.max(initial=0)) + 1) + facing
        keys, first, place = np.unique(key, return_index=True, return_inverse=True)
        rows = [
            self._row(shot, int(by[i]), int(aims[i]), int(under[i]) if facing[i] else -1, int(facing[i]))
            for i in first.tolist()
        ]
        most = max(map(len, rows), default=1)
        out = np.zeros((len(keys), most))
        for i, row in enumerate(rows):
            out[i, : len(row)] = row
        return out[place]

    def _facing(self, shot: Shot, under: Ints) -> Ints:
        """What else of the enemy matters: 0, or a number for the hits absorbed and the conditions of lifts."""
        volley, enemy = shot.volley, self.troops[1 - shot.side]
        if volley.absorb is None and not volley.soaks and not faces(volley):
            return np.zeros(len(under), dtype=np.int64)
        codes: dict[tuple[int, ...], int] = enemy.found.setdefault(("codes", volley), {})

        def number(state: int) -> int:
            code = _situation(volley, enemy.standing(state), enemy.firing(state))
            return codes.setdefault(code, len(codes) + 1)

        return enemy.values(("facing", volley), number, under)

    def _row(self, shot: Shot, by: int, aims: int, under: int = -1, facing: int = 0) -> Floats:
        """Chances of hits of one state at this many targets, in the face of one enemy state if that matters."""
        rows = self._rows.get(shot.number)
        if rows is None:
            key = ("rows", shot.volley, shot.how)
            rows = self._rows[shot.number] = self.troops[shot.side].found.setdefault(key, {})
        found = rows.get((by, aims, facing))
        if found is None:
            enemy = self.troops[1 - shot.side]
            targets = enemy.standing(under) if facing and aims and _mixed(shot.volley) else {shot.target: aims}
            whole = enemy.firing(under) if facing else targets
            rolled = tuple(columns(shot.volley, self.troops[shot.side].firing(by), targets, whole))
            found = of_columns(shot.how, rolled)
            spare = min(absorbed(shot.volley, enemy.standing(under)), len(found) - 1) if facing else 0
            if spare:
                found = np.concatenate(([found[: spare + 1].sum()], found[spare + 1 :]))
            rows[by, aims, facing] = found
        return found

    def can_fire(self, shot: Shot, by: Ints, under: Ints) -> Mask:
        """Can each state hit anything of the other side in this volley, as both stand?"""
        exposed = self._exposed(shot, under) > 0
        if not faces(shot.volley):
            key = ("fires", shot.volley, shot.how)
            fires = self.troops[shot.side].values(key, lambda s: len(self._row(shot, s, 1)) > 1, by)
            return (fires > 0) & exposed
        out = exposed & (self._fires_bare(shot, by) if only_raises(shot.volley) else False)
        open_ = np.flatnonzero(exposed & ~out)
        if len(open_):
            facing = self._facing(shot, under[open_])
            pairs = zip(by[open_].tolist(), under[open_].tolist(), facing.tolist(), strict=True)
            out[open_] = [self._dice(shot, b, u, f) for b, u, f in pairs]
        return out

    def _fires_bare(self, shot: Shot, by: Ints) -> Mask:
        """Does each state fire anything even without the lifts of the volley?"""
        volley, troop = shot.volley.with_(lifts=()), self.troops[shot.side]

        def fires(state: int) -> int:
            return bool(columns(volley, troop.firing(state), {shot.target: 1}))

        return troop.values(("bare", volley, shot.target), fires, by) > 0

    def _dice(self, shot: Shot, by: int, under: int, facing: int) -> bool:
        """Does a state fire anything at another one?"""
        key = ("dice", shot.number, by, facing)
        found = self._fired.get(key)
        if found is None:
            enemy = self.troops[1 - shot.side]
            rolled = columns(shot.volley, self.troops[shot.side].firing(by), enemy.standing(under), enemy.firing(under))
            found = self._fired[key] = bool(rolled)
        return found

    def _exposed(self, shot: Shot, under: Ints) -> Ints:
        return self.troops[1 - shot.side].aimed(under, shot.volley.at)

    def unchanged(self, shots: Iterable[Shot], now: Spread) -> Floats:
        """Return the probability that none of these shots scores a hit that counts."""
        out = np.ones(len(now.p))
        for shot in shots:
            by, under = (now.a, now.d) if shot.side == 0 else (now.d, now.a)
            out *= self._chances(shot, by, under)[:, 0]
        return out


def _situation(volley: Volley, standing: Mapping[Piece, int], every: Mapping[Piece, int]) -> tuple[int, ...]:
    """What of the enemy matters to a volley: hits absorbed, and the answers to the questions that its lifts ask."""
    out = [absorbed(volley, standing)]
    for there in (*volley.when, *(p for e in volley.lifts for p in e.when.presence)):
        if there.outnumbers:
            out.append(there.count(every))
        elif there.side == "enemy":
            out.append(int(there.holds({}, every)))
    aims = [p for p in standing if volley.at.takes(p)]
    out += [int(all(e.when.against.fits(p) for p in aims)) for e in volley.lifts if e.when.against is not None]
    return tuple(out)


def _mixed(volley: Volley) -> bool:
    """Does it matter which units can be hit?"""
    return any(e.when.against is not None for e in volley.lifts)
