"""The steps of a battle between certain kinds of units, prepared for the solver.

What cannot matter between these kinds is left out. Nothing here depends on how many units there are, so all battles
between the same kinds share a `Course`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .lifts import possible
from .reading import Grant, in_round, loosened, special_rounds
from .resolution import resolution
from .states import Kinds
from .volley import (
    ATTACKER,
    DEFENDER,
    Adrift,
    Assign,
    BattleStep,
    Check,
    Clear,
    Deal,
    Helpless,
    Leave,
    Pick,
    Piece,
    Repeat,
    Side,
    Volley,
    other,
)


class Manner(NamedTuple):
    """How a side is hit by a volley: whom it may hit, who picks, which last units are kept, which fall last of all, the
    mark that hits give, and which units one hit destroys."""

    at: Pick
    picks: str
    keep: Pick | None
    last: Pick | None
    effect: str = ""
    deadly: Pick | None = None


def manners_of(volley: Volley) -> tuple[Manner, ...]:
    """Return how a volley hits, and how the hits that the firer directs, or the narrow ones, do."""
    usual = Manner(volley.at, volley.picks, volley.keep, volley.last, volley.effect, volley.deadly)
    if volley.narrow:
        return usual, usual._replace(at=volley.narrow[1])
    if volley.coupled:
        return usual._replace(at=volley.coupled.first), usual._replace(at=volley.coupled.second)
    if volley.over == "owner":
        return usual, usual._replace(picks="owner")
    return (usual, usual._replace(at=volley.directed.at, picks="firer")) if volley.directed else (usual,)


class Shot(NamedTuple):
    """A volley with what the solver needs of it: `side` fires (0 attacker, 1 defender), `way` is how the other is hit.

    `how` is the name of its resolution, `number` its place among those of the contest, `target` a piece it may hit.
    `directed` is the way of the hits that the firer directs, or of the narrow ones (-1: none).
    """

    volley: Volley
    side: int
    way: int
    how: str
    number: int
    target: Piece
    directed: int = -1


class Exchanges(NamedTuple):
    """A `Repeat` with its volleys converted to shots."""

    shots: tuple[Shot, ...]
    until: Pick
    most: int
    first: tuple[Shot, ...] = ()


class Barrage(NamedTuple):
    """The rolls whose hits wait, those of the other side that can cancel such hits, and the `Deal` that ends them."""

    held: tuple[tuple[str, Shot], ...]
    counters: tuple[tuple[str, Shot], ...]

    @property
    def shots(self) -> tuple[Shot, ...]:
        return tuple(shot for _, shot in (*self.held, *self.counters))


Step = Shot | Exchanges | Barrage | Clear | Deal | Helpless | Adrift | Leave | Check | Assign


#: The steps that make a round more than volleys and retreats.
MIXED = Exchanges | Barrage | Helpless | Adrift | Check | Assign


class Course:
    """The steps of a battle between the kinds of units of two sides, with volleys converted to shots.

    `manners` are those in which each side can be hit, `given` the marks that its units can get in the battle, and
    `usual` is the name of the resolution in force.
    """

    def __init__(
        self,
        steps: Iterable[tuple[str, BattleStep]],
        manners: Mapping[Side, tuple[Manner, ...]],
        given: Mapping[Side, tuple[Grant, ...]],
        usual: str,
        sides: tuple[Kinds, Kinds],
    ) -> None:
        self.sides = sides
        self._manners, self._given, self._usual = manners, given, usual
        self.every_shot: list[Shot] = []
        self._shots: dict[Volley, Shot] = {}
        able = [(name, step) for name, s in steps if (step := self._able(s)) is not None]
        #: can a round change units without a loss?
        self.soft = any(
            isinstance(s, Check | Assign) or (isinstance(s, Leave) and s.marks) or (isinstance(s, Volley) and s.effect)
            for _, s in able
        )
        #: the last round that differs from those after it
        self.special_rounds = special_rounds(step for _, step in able)
        self._rounds = {n: self._round(able, n) for n in range(1, self.special_rounds + 2)}
        #: the steps of every round after the special ones
        self.steps = self.steps_in(self.special_rounds + 1)
        #: can a round go by without a change for other reasons than that no die hits?
        self.idle = self.soft or any(shot.volley.narrow or shot.volley.cancels for shot in self.every_shot)
        self._loosened = self._wider()
        self._later = {n: self._after(n) for n in range(self.special_rounds + 1)}
        #: does a round of the settled ones hold more than volleys and retreats?
        self.mixed = any(isinstance(s, MIXED) or (isinstance(s, Leave) and s.must) for _, s in self.steps)

    def steps_in(self, number: int) -> list[tuple[str, Step]]:
        """The steps of a round of combat, as the solver reads them."""
        return self._rounds[min(number, self.special_rounds + 1)]

    def _round(self, able: Iterable[tuple[str, BattleStep]], number: int) -> list[tuple[str, Step]]:
        now = ((name, in_round(step, number)) for name, step in able)
        return _gathered((name, self._prepared(step)) for name, step in now if step is not None)

    def _able(self, step: BattleStep) -> BattleStep | None:
        """The step without what cannot matter in this battle; None if it can do nothing in it."""
        if isinstance(step, Volley):
            side = 0 if step.side == ATTACKER else 1
            return possible(step, self.sides[side].pieces, self.sides[1 - side])
        if isinstance(step, Repeat):
            both = all(any(step.until.takes(p) for p in kinds.lines) for kinds in self.sides)
            first, steps = (
                tuple(v for s in row if isinstance(v := self._able(s), Volley))
                for row in (step.first, step.steps if both else ())
            )
            return step.with_(first=first, steps=steps) if first or steps else None
        if isinstance(step, Helpless):
            sides = zip(self.sides, (ATTACKER, DEFENDER), strict=True)
            meant = [kinds for kinds, side in sides if step.side in ("both", side)]
            return step if any(step.who.takes(p) for kinds in meant for p in kinds.lines) else None
        if isinstance(step, Adrift | Assign | Leave | Check):
            own = step.side if not isinstance(step, Check) or step.whose == "own" else other(step.side)
            who = step.of if isinstance(step, Check) else step.who
            return step if any(who.takes(p) for p in self.sides[0 if own == ATTACKER else 1].lines) else None
        return step

    def _prepared(self, step: BattleStep) -> Step:
        """A step of a round as the solver reads it."""
        if isinstance(step, Volley):
            return self._shot(step)
        if isinstance(step, Repeat):
            first, shots = (tuple(self._shot(v) for v in row) for row in (step.first, step.steps))
            return Exchanges(shots, step.until, step.most, first)
        return step

    def _shot(self, volley: Volley) -> Shot:
        """The volley as a shot; the same volley of several rounds is one shot."""
        shot = self._shots.get(volley)
        if shot is None:
            side = 0 if volley.side == ATTACKER else 1
            target = next(p for p in self.sides[1 - side].lines if volley.at.takes(p))
            known = self._manners[other(volley.side)]
            ways = [known.index(manner) for manner in manners_of(volley)]
            how = "single_dice" if volley.picks == "named" else volley.resolution or self._usual
            single = (volley.directed is not None and volley.directed.by is None) or volley.narrow is not None
            directed = ways[1] if len(ways) > 1 and not (single and resolution(how).pooled) else -1
            shot = Shot(volley, side, ways[0], how, len(self.every_shot), target, directed)
            self._shots[volley] = shot
            self.every_shot.append(shot)
        return shot

    def shots(self, number: int = 0) -> list[Shot]:
        """The volleys of a round, or of every round after the special ones (those of exchanges apart)."""
        steps = self.steps_in(number) if number else self.steps
        return [shot for _, s in steps for shot in ((s,) if isinstance(s, Shot) else _waiting(s))]

    def later_shots(self, number: int) -> list[Shot]:
        """The volleys of all rounds after this one."""
        return self._later[min(number, self.special_rounds)]

    def _after(self, number: int) -> list[Shot]:
        rounds = range(number + 1, self.special_rounds + 2)
        shots = {shot.number: shot for n in rounds for shot in self.shots(n)}
        return [*shots.values(), *self._loosened]

    def _wider(self) -> list[Shot]:
        """Volleys that ask for marks, without asking for them: what may yet be rolled (never rolled itself)."""
        given = {m for grants in self._given.values() for grant in grants for m in grant.marks}
        if not given:
            return []
        shots = {shot.number: shot for n in self._rounds for shot in self.shots(n)}
        wider = [(v, shot) for shot in shots.values() if (v := loosened(shot.volley, given)) is not None]
        return [shot._replace(volley=v, number=-1 - i) for i, (v, shot) in enumerate(wider)]


def _waiting(step: Step) -> tuple[Shot, ...]:
    return step.shots if isinstance(step, Barrage) else ()


def _gathered(steps: Iterable[tuple[str, Step]]) -> list[tuple[str, Step]]:
    """Gather the rolls whose hits wait, and those that can cancel them, in one step at the place of their `Deal`."""
    out: list[tuple[str, Step]] = []
    waiting: list[tuple[str, Shot]] = []
    for name, step in steps:
        if isinstance(step, Shot) and (step.volley.held is not None or step.volley.cancels):
            waiting.append((name, step))
        elif isinstance(step, Deal):
            held = tuple(row for row in waiting if row[1].volley.held is not None)
            counters = tuple(row for row in waiting if row[1].volley.held is None)
            out.append((name, Barrage(held, counters)))
            waiting = []
        else:
            out.append((name, step))
    return out
