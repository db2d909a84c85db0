"""Solver input for one battle: the steps of a round, the states of both sides, and their retreat policies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import Illegal
from ..core.picks import UnitEdit
from .lifts import lifts_at, parts, possible, with_lifts
from .losses import Order, default_order, firer_order, under_deadly, with_damaged
from .policy import Policy
from .reading import Asked, Grant, asked, grants, in_round, loosened, special_rounds
from .resolution import resolution
from .roles import stripped
from .states import Troop, Way
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

if TYPE_CHECKING:
    from ..rules.ruleset import Ruleset

#: Maximum hit points of both sides together.
MOST = 600
#: A round of combat after all that differ from the others.
SETTLED = 1_000_000


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


@dataclass(frozen=True, eq=False)
class Program:
    """The named steps of one round (a step may be several rolls), the name of the resolution in force, whether it is
    fought for a territory, and the most rounds a battle lasts (0: any number). Its volleys hold all edits that can lift
    them (`lifts.with_lifts`)."""

    steps: tuple[tuple[str, BattleStep], ...]
    resolution: str = "single_dice"
    land: bool = True
    rounds: int = 0

    @cached_property
    def volleys(self) -> tuple[Volley, ...]:
        """Return all volleys of a round, including repeated ones."""
        out: list[Volley] = []
        for _, step in self.steps:
            out += [step] if isinstance(step, Volley) else step.volleys if isinstance(step, Repeat) else ()
        return tuple(out)

    @cached_property
    def asked(self) -> Asked:
        """The marks and capabilities that some step asks for."""
        return asked(step for _, step in self.steps)

    def in_round(self, number: int) -> tuple[tuple[str, BattleStep], ...]:
        """The steps that take place in a round of combat, with all that depends on its number decided."""
        number = min(number, self._special + 1)
        found = self._rounds.get(number)
        if found is None:
            rows = ((name, in_round(step, number)) for name, step in self.steps)
            found = self._rounds[number] = tuple((name, step) for name, step in rows if step is not None)
        return found

    @cached_property
    def _special(self) -> int:
        return special_rounds(step for _, step in self.steps)

    @cached_property
    def _rounds(self) -> dict[int, tuple[tuple[str, BattleStep], ...]]:
        return {}

    @cached_property
    def manners(self) -> Mapping[Side, tuple[Manner, ...]]:
        """Return the distinct manners in which each side can be hit."""
        return {
            side: tuple(dict.fromkeys(m for v in self.volleys if v.side != side for m in manners_of(v)))
            for side in (ATTACKER, DEFENDER)
        }

    @cached_property
    def given(self) -> Mapping[Side, tuple[Grant, ...]]:
        """The marks that units of each side can get in the battle."""
        every = tuple(dict.fromkeys(grants(step for _, step in self.steps)))
        return {side: tuple(g for g in every if g.side == side) for side in (ATTACKER, DEFENDER)}

    @cached_property
    def soft(self) -> bool:
        """Can a round change units without a loss?"""
        return any(isinstance(s, Check | Assign) or (isinstance(s, Leave) and s.marks) for _, s in self.steps) or any(
            v.effect for v in self.volleys
        )


def program(rules: Ruleset, sequence: str, space: str = "", round: int = 1) -> Program:
    """The program of a ruleset's sequence (land_battle, sea_battle, raid), kept with the ruleset.

    Edits for certain places, or rounds of the game, are left out where they do not hold.
    """
    key = ("program", sequence, space, round) if rules.lifts or _placed(rules, sequence) else ("program", sequence)
    found: Program | None = rules.cache.get(key)
    if found is None:
        found = rules.cache[key] = _program(rules, sequence, lifts_at(rules.lifts, space, round), space, round)
    return found


def _placed(rules: Ruleset, sequence: str) -> frozenset[str]:
    """Return the steps of a sequence that take place only in some spaces or rounds of the game."""
    key = ("placed", sequence)
    found: frozenset[str] | None = rules.cache.get(key)
    if found is None:
        steps = rules.sequence(sequence)
        found = rules.cache[key] = frozenset(
            s.name
            for s in steps
            if (isinstance(s.what, Volley) and s.what.places) or (isinstance(s.what, Assign) and s.what.since)
        )
    return found


def _takes_place(rules: Ruleset, step: BattleStep, space: str, round: int) -> bool:
    if isinstance(step, Assign):
        return bool(round >= rules.tables["calendar"].get(step.since, 0))
    return not isinstance(step, Volley) or space in step.places


def _program(rules: Ruleset, sequence: str, lifts: tuple[UnitEdit, ...], space: str, round: int) -> Program:
    placed = _placed(rules, sequence)
    here = [s for s in rules.sequence(sequence) if s.name not in placed or _takes_place(rules, s.what, space, round)]
    key = ("program", sequence, lifts, tuple(s.name for s in here) if placed else ())
    found: Program | None = rules.cache.get(key)
    if found is None:
        bare = ((s.name, s.what) for s in here if isinstance(s.what, BattleStep))
        steps = tuple((name, part) for name, step in bare for part in parts(with_lifts(step, lifts)))
        most = rules.switches.get(f"{sequence}_rounds", 0)
        found = rules.cache[key] = Program(steps, rules.switch("resolution"), sequence != "sea_battle", most)
    return found


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


class Contest:
    """One battle: `troops` are attacker and defender, `steps` those of a round with volleys converted to shots.

    `orders` maps a side to its order of losses; `policies` a step's name to who leaves there. Raises `Illegal` for
    more units than can be solved.
    """

    def __init__(
        self,
        program: Program,
        attackers: Mapping[Piece, int],
        defenders: Mapping[Piece, int],
        orders: Mapping[Side, Order] | None = None,
        policies: Mapping[str, Policy] | None = None,
        keep_land: bool = True,
    ) -> None:
        size = sum(n * p.hits for side in (attackers, defenders) for p, n in side.items() if not p.aside)
        if size > MOST:
            raise Illegal(f"this battle is too large to calculate: {size} hit points, at most {MOST} allowed")
        self.program = program
        orders = orders or {}
        keep = keep_land and program.land
        self.troops = (
            self._troop(ATTACKER, attackers, orders.get(ATTACKER), keep),
            self._troop(DEFENDER, defenders, orders.get(DEFENDER), keep),
        )
        self.policies = dict(policies or {})
        self.every_shot: list[Shot] = []
        self._shots: dict[Volley, Shot] = {}
        self._possible = [(name, step) for name, s in program.steps if (step := self._able(s)) is not None]
        #: can a round change units without a loss?
        self.soft = any(
            isinstance(s, Check | Assign) or (isinstance(s, Leave) and s.marks) or (isinstance(s, Volley) and s.effect)
            for _, s in self._possible
        )
        #: the last round that differs from those after it
        self.special_rounds = special_rounds(step for _, step in self._possible)
        self._rounds: dict[int, list[tuple[str, Step]]] = {}
        #: the steps of every round after the special ones
        self.steps = self.steps_in(self.special_rounds + 1)

    def steps_in(self, number: int) -> list[tuple[str, Step]]:
        """The steps of a round of combat, as the solver reads them."""
        number = min(number, self.special_rounds + 1)
        found = self._rounds.get(number)
        if found is None:
            now = ((name, in_round(step, number)) for name, step in self._possible)
            rows = ((name, self._prepared(step)) for name, step in now if step is not None)
            found = self._rounds[number] = _gathered((name, step) for name, step in rows if step is not None)
        return found

    def _able(self, step: BattleStep) -> BattleStep | None:
        """The step without what cannot matter in this battle; None if it can do nothing in it."""
        if isinstance(step, Volley):
            side = 0 if step.side == ATTACKER else 1
            return possible(step, self.troops[side].pieces, self.troops[1 - side])
        if isinstance(step, Repeat):
            both = all(any(step.until.takes(p) for p in t.lines) for t in self.troops)
            first, steps = (
                tuple(v for s in row if isinstance(v := self._able(s), Volley))
                for row in (step.first, step.steps if both else ())
            )
            return step.with_(first=first, steps=steps) if first or steps else None
        if isinstance(step, Helpless):
            sides = zip(self.troops, (ATTACKER, DEFENDER), strict=True)
            meant = [t for t, side in sides if step.side in ("both", side)]
            return step if any(step.who.takes(p) for t in meant for p in t.lines) else None
        if isinstance(step, Adrift | Assign | Leave | Check):
            own = step.side if not isinstance(step, Check) or step.whose == "own" else other(step.side)
            who = step.of if isinstance(step, Check) else step.who
            return step if any(who.takes(p) for p in self.troops[0 if own == ATTACKER else 1].lines) else None
        return step

    def _prepared(self, step: BattleStep) -> Step:
        """A step of a round as the solver reads it."""
        if isinstance(step, Volley):
            return self._shot(step)
        if isinstance(step, Repeat):
            first, shots = (tuple(self._shot(v) for v in row) for row in (step.first, step.steps))
            return Exchanges(shots, step.until, step.most, first)
        return step

    def _troop(self, side: Side, pieces: Mapping[Piece, int], order: Order | None, keep: bool) -> Troop:
        given = self.program.given[side]
        return troop(tuple(pieces.items()), self.program.manners[side], side, order, keep, given)

    def _shot(self, volley: Volley) -> Shot:
        """The volley as a shot; the same volley of several rounds is one shot."""
        shot = self._shots.get(volley)
        if shot is None:
            side = 0 if volley.side == ATTACKER else 1
            target = next(p for p in self.troops[1 - side].lines if volley.at.takes(p))
            known = self.program.manners[other(volley.side)]
            ways = [known.index(manner) for manner in manners_of(volley)]
            how = "single_dice" if volley.picks == "named" else volley.resolution or self.program.resolution
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
        if number >= self.special_rounds:
            return [*self.shots(), *self._loosened]
        rounds = range(number + 1, self.special_rounds + 2)
        return [*dict.fromkeys(shot for n in rounds for shot in self.shots(n)), *self._loosened]

    @cached_property
    def _loosened(self) -> list[Shot]:
        """Volleys that ask for marks, without asking for them: what may yet be rolled (never rolled itself)."""
        given = {m for grants in self.program.given.values() for grant in grants for m in grant.marks}
        if not given:
            return []
        shots = dict.fromkeys(shot for n in range(1, self.special_rounds + 2) for shot in self.shots(n))
        wider = [(v, shot) for shot in shots if (v := loosened(shot.volley, given)) is not None]
        return [shot._replace(volley=v, number=-1 - i) for i, (v, shot) in enumerate(wider)]

    def without_policies(self) -> Contest:
        """Return the same battle, fought to the end."""
        out = copy(self)
        out.policies = {}
        return out

    def leaves(self) -> list[tuple[str, Leave, Policy]]:
        """Return the steps in which units may retreat and that have a policy."""
        return [
            (name, s, self.policies[name]) for name, s in self.steps if isinstance(s, Leave) and name in self.policies
        ]

    @property
    def opening(self) -> int:
        """Return the number of rounds that the solver must step through singly; the first one is fought even if no unit
        can hit."""
        others = Exchanges | Barrage | Helpless | Adrift | Check | Assign
        more_than_volleys = self.leaves() or any(
            isinstance(s, others) or (isinstance(s, Leave) and s.must) for _, s in self.steps
        )
        return max(self.special_rounds, 1 if more_than_volleys else 0)


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


@lru_cache(maxsize=256)
def troop(
    pieces: tuple[tuple[Piece, int], ...],
    manners: tuple[Manner, ...],
    side: Side,
    order: Order | None,
    keep: bool,
    given: tuple[Grant, ...] = (),
) -> Troop:
    """Return the states of a side; the same side under the same fire is computed only once."""
    counts: dict[Piece, int] = {}
    for piece, n in pieces:
        counts[piece] = counts.get(piece, 0) + n
    words = {m for grant in given for m in grant.marks}
    lines = with_damaged(dict.fromkeys(stripped(p, words) for p, n in counts.items() if n))
    own = order if order is not None else default_order(lines, side, keep)
    ways = []
    for at, picks, kept, last, effect, deadly in manners:
        rows = own if picks == "owner" else firer_order(lines, side, deadly)
        if deadly is not None and picks == "owner":
            rows = under_deadly(rows, deadly)
        ways.append(Way(at, rows, kept, effect, deadly, last))
    return Troop(counts, tuple(ways), given)
