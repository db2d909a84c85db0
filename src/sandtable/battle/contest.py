"""Solver input for one battle: the steps of a round, the states of both sides, and their retreat policies."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import Illegal
from .losses import Order, default_order, firer_order, with_damaged
from .policy import Policy
from .states import Troop
from .volley import (
    ATTACKER,
    DEFENDER,
    BattleStep,
    Clear,
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


class Manner(NamedTuple):
    """The way a volley hits a side: legal targets, who chooses, which last units are kept, and which are lost last."""

    at: Pick
    picks: str
    keep: Pick | None
    last: Pick | None


@dataclass(frozen=True, eq=False)
class Program:
    """The named steps of one round, the name of the resolution in force, whether the battle is for a territory, and the
    maximum number of rounds (0: no limit)."""

    steps: tuple[tuple[str, BattleStep], ...]
    resolution: str = "single_dice"
    land: bool = True
    rounds: int = 0

    @cached_property
    def volleys(self) -> tuple[Volley, ...]:
        """Return all volleys of a round, including repeated ones."""
        out: list[Volley] = []
        for _, step in self.steps:
            out += [step] if isinstance(step, Volley) else step.steps if isinstance(step, Repeat) else ()
        return tuple(out)

    @cached_property
    def manners(self) -> Mapping[Side, tuple[Manner, ...]]:
        """Return the distinct manners in which each side can be hit."""
        return {
            side: tuple(dict.fromkeys(Manner(v.at, v.picks, v.keep, v.last) for v in self.volleys if v.side != side))
            for side in (ATTACKER, DEFENDER)
        }


def program(rules: Ruleset, sequence: str) -> Program:
    """Return the program of a ruleset's sequence (land_battle, sea_battle, raid), cached with the ruleset."""
    key = ("program", sequence)
    found: Program | None = rules.cache.get(key)
    if found is None:
        steps = tuple((s.name, s.what) for s in rules.sequence(sequence) if isinstance(s.what, BattleStep))
        most = rules.switches.get(f"{sequence}_rounds", 0)
        found = rules.cache[key] = Program(steps, rules.switch("resolution"), sequence != "sea_battle", most)
    return found


class Shot(NamedTuple):
    """A volley with what the solver needs: `side` fires (0 attacker, 1 defender), `way` is how the other side is hit,
    `how` the name of its resolution, `number` its place among the volleys, `target` a piece that may be hit."""

    volley: Volley
    side: int
    way: int
    how: str
    number: int
    target: Piece


class Exchanges(NamedTuple):
    """A `Repeat` with its volleys converted to shots."""

    shots: tuple[Shot, ...]
    until: Pick
    most: int


Step = Shot | Exchanges | Clear | Helpless | Leave


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
        self.steps: list[tuple[str, Step]] = []
        for name, step in program.steps:
            what = self._prepared(step)
            if what is not None:
                self.steps.append((name, what))

    def _prepared(self, step: BattleStep) -> Step | None:
        """Return the step as the solver reads it; None if it has no effect in this battle."""
        if isinstance(step, Volley):
            return self._shot(step)
        if isinstance(step, Repeat):
            if not all(any(step.until.takes(p) for p in t.lines) for t in self.troops):
                return None
            shots = tuple(shot for v in step.steps if (shot := self._shot(v)) is not None)
            return Exchanges(shots, step.until, step.most) if shots else None
        if isinstance(step, Helpless):
            return step if any(step.who.takes(p) for t in self.troops for p in t.lines) else None
        return step

    def _troop(self, side: Side, pieces: Mapping[Piece, int], order: Order | None, keep: bool) -> Troop:
        return troop(tuple(pieces.items()), self.program.manners[side], side, order, keep)

    def _shot(self, volley: Volley) -> Shot | None:
        """Return the volley as a shot; None if no unit in this battle can fire it or be hit by it."""
        side = 0 if volley.side == ATTACKER else 1
        own, enemy = self.troops[side], self.troops[1 - side]
        target = next((p for p in enemy.lines if volley.at.takes(p)), None)
        able = volley.support or any(getattr(p.unit, volley.stat) > 0 for p in own.pieces if volley.who.takes(p))
        if target is None or not able:
            return None
        way = self.program.manners[other(volley.side)].index(Manner(volley.at, volley.picks, volley.keep, volley.last))
        if volley.mastery or volley.absorb:
            mastery = tuple(m for m in volley.mastery if any(m.by.takes(p) for p in own.pieces))
            absorb = volley.absorb if volley.absorb and any(volley.absorb.takes(p) for p in enemy.lines) else None
            volley = volley.with_(mastery=mastery, absorb=absorb)
        how = volley.resolution or self.program.resolution
        shot = Shot(volley, side, way, how, len(self.every_shot), target)
        self.every_shot.append(shot)
        return shot

    def shots(self) -> list[Shot]:
        """Return the volleys of every round, without those of exchanges."""
        return [s for _, s in self.steps if isinstance(s, Shot) and not s.volley.only]

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
    def special_rounds(self) -> int:
        """Return the last round in which a volley fires that does not fire in every round."""
        return max((s.volley.only for _, s in self.steps if isinstance(s, Shot)), default=0)

    @property
    def opening(self) -> int:
        """Return the number of rounds that the solver must step through singly; the first one is fought even if no unit
        can hit."""
        more_than_volleys = self.leaves() or any(isinstance(s, Exchanges | Helpless) for _, s in self.steps)
        return max(self.special_rounds, 1 if more_than_volleys else 0)


@lru_cache(maxsize=256)
def troop(
    pieces: tuple[tuple[Piece, int], ...], manners: tuple[Manner, ...], side: Side, order: Order | None, keep: bool
) -> Troop:
    """Return the states of a side; the same side under the same fire is computed only once."""
    counts: dict[Piece, int] = {}
    for piece, n in pieces:
        counts[piece] = counts.get(piece, 0) + n
    lines = with_damaged(p for p, n in counts.items() if n)
    own = order if order is not None else default_order(lines, side, keep)
    ways = []
    for at, picks, kept, last in manners:
        rows = own if picks == "owner" else firer_order(lines, side)
        if last is not None:
            rows = (*(r for r in rows if not last.takes(r.piece)), *(r for r in rows if last.takes(r.piece)))
        ways.append((at, rows, kept))
    return Troop(counts, tuple(ways))
