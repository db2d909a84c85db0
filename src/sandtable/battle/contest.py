"""Solver input for one battle: the steps of a round, the states of both sides, and their retreat policies."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..core.errors import Illegal
from ..core.picks import UnitEdit
from .course import Course, Manner, manners_of
from .lifts import lifts_at, parts, with_lifts
from .losses import Order, default_order, firer_order, under_deadly, with_damaged
from .policy import Policy
from .reading import Asked, Grant, asked, grants, in_round, special_rounds
from .roles import stripped
from .states import Kinds, Troop, Way
from .volley import (
    ATTACKER,
    DEFENDER,
    Assign,
    BattleStep,
    Check,
    Leave,
    Piece,
    Repeat,
    Side,
    Volley,
)

if TYPE_CHECKING:
    from ..rules.ruleset import Ruleset

#: Maximum hit points of both sides together.
MOST = 600
#: A round of combat after all that differ from the others.
SETTLED = 1_000_000


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


class Contest:
    """One battle: `troops` are attacker and defender, `course` the steps of its rounds.

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
        self.course = course(program, self.troops[0].kinds, self.troops[1].kinds)

    def _troop(self, side: Side, pieces: Mapping[Piece, int], order: Order | None, keep: bool) -> Troop:
        given = self.program.given[side]
        return troop(tuple(pieces.items()), self.program.manners[side], side, order, keep, given)

    def without_policies(self) -> Contest:
        """Return the same battle, fought to the end."""
        out = copy(self)
        out.policies = {}
        return out

    def leaves(self) -> list[tuple[str, Leave, Policy]]:
        """Return the steps in which units may retreat and that have a policy."""
        if not self.policies:
            return []
        steps = ((name, s) for name, s in self.course.steps if name in self.policies)
        return [(name, s, self.policies[name]) for name, s in steps if isinstance(s, Leave)]

    @property
    def opening(self) -> int:
        """Return the number of rounds that the solver must step through singly; the first one is fought even if no unit
        can hit."""
        return max(self.course.special_rounds, 1 if self.course.mixed or self.leaves() else 0)


@lru_cache(maxsize=1024)
def course(program: Program, attackers: Kinds, defenders: Kinds) -> Course:
    """Return the steps of a program between kinds of units, prepared once for all such battles."""
    return Course(program.steps, program.manners, program.given, program.resolution, (attackers, defenders))


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
