"""Exact battle odds: `odds` for users and programs, `quick` for computer players.

>>> import sandtable
>>> result = sandtable.odds("classic", "3 infantry, 1 armor", "2 infantry")
>>> round(result.attacker_wins, 4)
0.9443
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import Illegal
from ..core.picks import UnitEdit
from ..rules import registry
from ..rules.ruleset import Ruleset
from . import forces
from .contest import SETTLED, Contest, Program, program
from .firing import MOST_WORK
from .losses import Order
from .policy import Policy
from .solve import Solver
from .spread import SIDES, Spread, alive
from .states import SURVIVING, Floats, Ints, Mask, Troop
from .volley import ATTACKER, DEFENDER, Piece, Side, Volley


class Outcome(NamedTuple):
    """Surviving units of each side, including retreated ones, and the probability of exactly this outcome."""

    attacker: Mapping[Piece, int]
    defender: Mapping[Piece, int]
    p: float


class Round(NamedTuple):
    """The state after a round: expected units of each side in the battle, and the probabilities of the results."""

    round: int
    attacker: float
    defender: float
    attacker_wins: float
    defender_wins: float
    fighting: float


class Odds:
    """The exact result of a battle.

    `attacker_wins`: attackers stand and no defender does; `defender_wins`: defenders stand and no attacker does (it may
    have retreated); `draw`: both or neither stand at the end. `captured`: the attacker wins a territory with a unit
    that can take it. Losses are in IPCs, `value` is that of the territory. Where a battle for a territory lasts a
    number of rounds only (`limited`), `contested` is the probability that both stand in it at the end, and `held` that
    it is neither contested nor captured.
    """

    def __init__(
        self,
        contest: Contest,
        ends: Spread,
        rounds: int = 0,
        value: int = 0,
        orders: Mapping[Side, Order] | None = None,
    ) -> None:
        self._contest, self._ends, self._limit, self.value = contest, ends, rounds, value
        self._orders = orders or {}
        attacker, defender = contest.troops
        standing = alive(attacker, ends.a) > 0, alive(defender, ends.d) > 0
        won = standing[0] & ~standing[1]
        self.attacker_wins = _sum(ends.p, won)
        self.defender_wins = _sum(ends.p, ~standing[0] & standing[1])
        self.draw = _sum(ends.p, standing[0] == standing[1])
        takes = attacker.total("takes", _takes, ends.a) > 0
        self.captured = _sum(ends.p, won & takes) if contest.program.land else 0.0
        self.limited = contest.program.land and contest.program.rounds > 0
        self.contested = _sum(ends.p, standing[0] & standing[1]) if self.limited else 0.0
        self.held = max(0.0, 1.0 - self.captured - self.contested) if contest.program.land else 0.0
        self._lost = {ATTACKER: _lost(attacker, ends.a), DEFENDER: _lost(defender, ends.d)}
        self.expected_loss: Mapping[Side, float] = {s: float(ends.p @ lost) for s, lost in self._lost.items()}

    @property
    def sides(self) -> dict[Side, dict[Piece, int]]:
        """Return both forces at the start of the battle, including units standing aside."""
        attacker, defender = self._contest.troops
        return {ATTACKER: attacker.firing(attacker.start), DEFENDER: defender.firing(defender.start)}

    def __repr__(self) -> str:
        return (
            f"<Odds attacker wins {self.attacker_wins:.4f}, defender wins {self.defender_wins:.4f}, "
            f"draw {self.draw:.4f}, captured {self.captured:.4f}>"
        )

    @property
    def expected_swing(self) -> float:
        """Return the attacker's expected gain in IPCs: enemy losses and territory minus the attacker's losses."""
        return self.expected_loss[DEFENDER] - self.expected_loss[ATTACKER] + self.value * self.captured

    def loss_distribution(self, side: Side) -> dict[int, float]:
        """Return IPCs lost -> probability, in ascending order."""
        total = np.bincount(self._lost[side], weights=self._ends.p)
        return {int(i): float(total[i]) for i in np.flatnonzero(total)}

    def loss_quantile(self, side: Side, q: float) -> int:
        """Return the smallest loss in IPCs that is not exceeded with probability `q`."""
        if not 0 < q <= 1:
            raise Illegal(f"a quantile lies above 0 and is at most 1, not {q}")
        reached = 0.0
        distribution = self.loss_distribution(side)
        for ipcs, p in distribution.items():
            reached += p
            if reached >= q - 1e-12:
                return ipcs
        return max(distribution)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Return all final outcomes, the most likely first."""
        first, second = self._contest.troops
        total: dict[tuple[Any, ...], float] = {}
        found: dict[tuple[Any, ...], tuple[dict[Piece, int], dict[Piece, int]]] = {}
        for a, d, p in zip(self._ends.a.tolist(), self._ends.d.tolist(), self._ends.p.tolist(), strict=True):
            own, enemy = first.survivors(a), second.survivors(d)
            key = (tuple(own.items()), tuple(enemy.items()))
            found[key] = own, enemy
            total[key] = total.get(key, 0.0) + p
        rows = (Outcome(*found[key], p) for key, p in total.items())
        return tuple(sorted(rows, key=lambda o: -o.p))

    def survivors(self, side: Side) -> dict[tuple[tuple[Piece, int], ...], float]:
        """Return the surviving units of one side -> probability, the most likely first."""
        total: dict[tuple[tuple[Piece, int], ...], float] = {}
        for outcome in self.outcomes:
            key = tuple((outcome.attacker if side == ATTACKER else outcome.defender).items())
            total[key] = total.get(key, 0.0) + outcome.p
        return dict(sorted(total.items(), key=lambda row: -row[1]))

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """Return the rounds until the battle continues with a probability below 0.0001 (at most 40 rounds)."""
        solver, out = Solver(self._contest), list[Round]()
        attacker, defender = self._contest.troops
        most = min(n for n in (self._limit, self._contest.program.rounds, 40) if n)
        while solver.fighting > 1e-4 and solver.number < most:
            solver.step()
            now = solver.distribution()
            own, enemy = alive(attacker, now.a), alive(defender, now.d)
            won, lost = _sum(now.p, (own > 0) & (enemy == 0)), _sum(now.p, (own == 0) & (enemy > 0))
            out.append(Round(solver.number, float(now.p @ own), float(now.p @ enemy), won, lost, solver.fighting))
        return tuple(out)

    @cached_property
    def mastery(self) -> Mapping[Side, float]:
        """The probability that each side has mastery (such as air supremacy) when the first roll begins in which it
        counts; empty if no step of the battle knows it.

        Mastery is a lift of a roll of every round whose conditions ask for units of both sides.
        """
        program = self._contest.program
        steps = program.in_round(SETTLED)
        counts = [(name, s, e) for name, s in steps if isinstance(s, Volley) for e in s.lifts if _is_mastery(e)]
        if not counts:
            return {}
        names = [name for name, _ in program.steps]
        until = replace(program, steps=program.steps[: names.index(counts[0][0])], rounds=1)
        before = Contest(until, self.sides[ATTACKER], self.sides[DEFENDER], self._orders, keep_land=False)
        now, troops = Solver(before).finish(1), before.troops
        lifted = {volley.side: edit.when.presence for _, volley, edit in reversed(counts)}
        out: dict[Side, float] = {}
        for side in SIDES:
            conditions = lifted.get(side)
            if conditions is None:
                continue
            k = 0 if side == ATTACKER else 1
            pairs = zip((now.a, now.d)[k].tolist(), (now.a, now.d)[1 - k].tolist(), now.p.tolist(), strict=True)
            out[side] = sum(
                p for own, enemy, p in pairs
                if all(c.holds(troops[k].standing(own), troops[1 - k].standing(enemy)) for c in conditions)
            )  # fmt: skip
        return out

    def plain(self) -> dict[str, Any]:
        """Return the result as plain data; forces are counts by unit type."""
        limited = {"contested": self.contested, "held": self.held, "mastery": dict(self.mastery)}
        return {
            "attacker_wins": self.attacker_wins,
            "defender_wins": self.defender_wins,
            "draw": self.draw,
            "captured": self.captured,
            **(limited if self.limited else {}),
            "expected_loss": dict(self.expected_loss),
            "loss_quantiles": {
                side: {str(q): self.loss_quantile(side, q) for q in QUANTILES} for side in (ATTACKER, DEFENDER)
            },
            "expected_swing": self.expected_swing,
            "rounds": [r._asdict() for r in self.rounds],
            "outcomes": [
                {"attacker": by_type(o.attacker), "defender": by_type(o.defender), "p": o.p} for o in self.outcomes
            ],
        }


def _is_mastery(edit: UnitEdit) -> bool:
    """Does an edit ask for units of both sides, or for more units than the enemy's?"""
    sides = {p.side for p in edit.when.presence if not p.outnumbers}
    return sides == {"own", "enemy"} or any(p.outnumbers for p in edit.when.presence)


#: Quantiles of the losses that `Odds.plain` tells.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def by_type(pieces: Mapping[Piece, int]) -> dict[str, int]:
    """Return counts by unit type; damaged units have a name of their own, such as ``battleship (damaged 1)``."""
    out: dict[str, int] = {}
    for piece, n in pieces.items():
        damage = piece.unit.hits - piece.hits
        name = f"{piece.type} (damaged {damage})" if damage else piece.type
        out[name] = out.get(name, 0) + n
    return out


def _sum(p: Floats, mask: Mask) -> float:
    return float(p[mask].sum())


def _lost(troop: Troop, states: Ints) -> Ints:
    """Return IPCs that a side has lost in each state."""
    whole = sum(n * p.cost for p, n in zip(troop.lines, troop.start_counts, strict=True))
    return whole - troop.total("worth", lambda p: p.cost, states, SURVIVING)


def _takes(piece: Piece) -> int:
    return "captures" in piece.unit.tags


# --- for people and programs ------------------------------------------------------------------------------------------


def odds(
    rules: Ruleset | str,
    attack: str,
    defend: str,
    where: str = "land",
    *,
    house_rules: Iterable[str] = (),
    options: Mapping[str, Any] | None = None,
    tech: Iterable[str] = (),
    losses: Iterable[str] = (),
    retreat: Iterable[str] = (),
    rounds: int = 0,
    keep_land: bool = False,
    value: int | None = None,
) -> Odds:
    """Return the exact odds of a battle.

    `rules` is a ruleset, or an edition's id (then `house_rules` and `options` apply). `attack` and `defend` are units
    as players write them. `where` is `land`, `sea`, `amphibious`, an engagement, or a space. `tech` and `losses` name
    their side (``attacker: jet power``, ``defender: infantry, fighter``); `retreat` are policies (see
    `policy.parse_policy`). `rounds` limits the battle (0: to the end). With `keep_land`, the last unit that can capture
    the territory is the attacker's last casualty. `value` replaces that of the space. Raise `Illegal`, `Unknown`,
    `Malformed`, or `RuleError` with one sentence.
    """
    if isinstance(rules, str):
        rules = registry.build(rules, house_rules, options)
    at = forces.place(rules, where)
    known = {side: forces.technologies(rules, texts) for side, texts in forces.by_side(tech, "jet power").items()}
    sides: dict[Side, dict[Piece, int]] = {}
    for side, text in ((ATTACKER, attack), (DEFENDER, defend)):
        sides[side] = forces.pieces(rules, side, forces.read_units(rules, text), at, known.get(side, ()))
    return choose_and_solve(
        rules, at, sides, losses=losses, retreat=retreat, rounds=rounds, keep_land=keep_land, value=value
    )


def choose_and_solve(
    rules: Ruleset,
    at: forces.Place,
    sides: Mapping[Side, Mapping[Piece, int]],
    *,
    losses: Iterable[str] = (),
    retreat: Iterable[str] = (),
    rounds: int = 0,
    keep_land: bool = False,
    value: int | None = None,
) -> Odds:
    """Return `odds` for two forces of pieces."""
    if rounds < 0:
        raise Illegal(f"the number of rounds cannot be {rounds}; use 0 to fight to the end")
    wanted = forces.by_side(losses, "infantry, armor")
    orders = {
        side: forces.order(rules, side, own, ", ".join(wanted.get(side, ())), keep_land) for side, own in sides.items()
    }
    worth = at.value if value is None else value
    chosen = forces.policies(rules, at, retreat)
    return solve_battle(
        rules, at.sequence, sides[ATTACKER], sides[DEFENDER], orders, chosen, rounds=rounds, value=worth,
        space=at.space, round=at.round,
    )  # fmt: skip


def solve_battle(
    rules: Ruleset,
    sequence: str,
    attackers: Mapping[Piece, int],
    defenders: Mapping[Piece, int],
    orders: Mapping[Side, Order] | None = None,
    policies: Mapping[str, Policy] | None = None,
    *,
    rounds: int = 0,
    value: int = 0,
    space: str = "",
    round: int = 1,
) -> Odds:
    """Return the odds of two forces of pieces under a sequence of a ruleset; raise `Illegal` without attackers.

    A side without defenders is no error: a territory may be empty.
    """
    if not any(n for p, n in attackers.items() if not p.aside):
        raise Illegal("no attacking units; add at least one")
    contest = Contest(program(rules, sequence, space, round), attackers, defenders, orders, policies, keep_land=False)
    return Odds(contest, Solver(contest).finish(rounds), rounds, value, orders)


class Quick(NamedTuple):
    """Probabilities that the attacker wins and that it captures the territory; expected losses in IPCs."""

    wins: float
    captures: float
    attacker_loss: float
    defender_loss: float


#: Battles cached for each ruleset.
KEPT = 100_000


def quick(
    rules: Ruleset,
    attackers: Mapping[Piece, int],
    defenders: Mapping[Piece, int],
    sequence: str = "land_battle",
    space: str = "",
    round: int = 1,
    most: int = MOST_WORK,
    policies: Mapping[str, Policy] | None = None,
) -> Quick:
    """Return the odds of a battle fought to the end with default casualties, cached with the ruleset.

    The mappings are taken as they are: pieces in another order are another battle (with the same odds). `space` and
    `round` of the game matter to edits that hold in certain places or rounds; `policies` are by name of their step.
    Raises `Illegal` if the battle takes more than `most` outcomes of volleys.
    """
    how = program(rules, sequence, space, round)
    key = (how, tuple(attackers.items()), tuple(defenders.items()), tuple((policies or {}).items()))
    kept: dict[Any, Quick | int] = rules.cache.setdefault("quick odds", {})
    found = kept.get(key, 0)
    if isinstance(found, int):  # not solved yet, or too large for that many outcomes
        if len(kept) >= KEPT:
            kept.clear()
        if found < most:
            kept[key] = most
            found = kept[key] = _quick(how, attackers, defenders, most, policies)
        else:
            raise Illegal("this battle is too large to calculate under these rules")
    return found


def _quick(
    program: Program,
    attackers: Mapping[Piece, int],
    defenders: Mapping[Piece, int],
    most: int,
    policies: Mapping[str, Policy] | None = None,
) -> Quick:
    contest = Contest(program, attackers, defenders, policies=policies, keep_land=False)
    ends = Solver(contest, most=most).finish()
    attacker, defender = contest.troops
    won = np.where(alive(defender, ends.d) == 0, ends.p, 0.0)
    takes = attacker.total("takes", _takes, ends.a) > 0
    return Quick(
        float(won @ (alive(attacker, ends.a) > 0)),
        float(won @ takes) if contest.program.land else 0.0,
        float(ends.p @ _lost(attacker, ends.a)),
        float(ends.p @ _lost(defender, ends.d)),
    )
