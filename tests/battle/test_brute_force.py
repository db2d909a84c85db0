"""The solver equals the enumeration of every dice outcome, for hundreds of random tiny battles of all kinds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.battle import dense
from sandtable.battle.contest import Contest, Program
from sandtable.battle.losses import Loss, Order, firer_order, with_damaged
from sandtable.battle.policy import AfterRounds, FewerThan, OnlyAir, Policy
from sandtable.battle.solve import Solver
from sandtable.battle.volley import (
    ALL,
    ATTACKER,
    DEFENDER,
    Assign,
    Check,
    Clear,
    Deal,
    Directed,
    Extra,
    Helpless,
    Leave,
    Pick,
    Piece,
    Repeat,
    Side,
    Volley,
)
from sandtable.core.picks import ALWAYS, Presence, UnitEdit, When, beside, facing, facing_no, outnumbering

from .brute import Brute, State, Units, in_order, meant
from .units import AIR, LAND, OTHERS, RETREAT, SEA, SHIPS, SUBMARINES, UNITS

LAST_ONES = Pick(types=("infantry", "carrier", "artillery"))
WINDOWS = (ALWAYS, ALWAYS, ALWAYS, (1, 1), (2, 2), (2, 0), (1, 2))
BEHIND = Pick(types=("transport", "fortress"))
LAND_TYPES = ("infantry", "artillery", "armor", "fortress", "fighter", "bomber")
SEA_TYPES = ("submarine", "transport", "carrier", "battleship", "fighter", "bomber")


class Case:
    """A random tiny battle; the same number gives the same one."""

    def __init__(self, number: int, kind: str = "") -> None:
        rng = Random(number)
        kind = kind or ("land", "sea", "odd", "roles")[number % 4]
        self.land = kind in ("land", "guns") or (kind in ("odd", "roles") and rng.random() < 0.5)
        types = LAND_TYPES if self.land else SEA_TYPES
        self.pieces = tuple(self._pieces(rng, owner, types) for owner in "AD")
        self.program = SEA if kind == "sea" else LAND
        if kind == "odd":
            self.program = self._odd(rng)
        if kind == "roles":
            self.program = self._roles(rng)
        if kind == "guns":
            self.program = self._guns(rng)
        resolution = "low_luck" if rng.random() < 0.2 else "single_dice"
        self.program = replace(self.program, resolution=resolution, land=self.land)
        aside = ("battleship",), ("gun",)
        for side in (0, 1):
            if self.land and rng.random() < 0.4:
                kind_aside = UNITS[aside[side][0]]
                self.pieces[side][Piece("AD"[side], kind_aside, kind_aside.hits, True)] = rng.choice((1, 1, 2))
        self.orders = {side: self._order(rng, k) for k, side in enumerate((ATTACKER, DEFENDER))}
        self.rounds = rng.choice((0, 0, 0, 1, 2)) if kind != "guns" else 1
        self.policies: dict[str, Policy] = {}
        for name, step in self.program.steps:
            if isinstance(step, Leave) and rng.random() < 0.35:
                choices: tuple[Policy, ...] = (AfterRounds(rng.choice((1, 2))), OnlyAir(), FewerThan(2))
                self.policies[name] = rng.choice(choices)

    @staticmethod
    def _pieces(rng: Random, owner: str, types: tuple[str, ...]) -> dict[Piece, int]:
        out: dict[Piece, int] = {}
        for _ in range(rng.choice((1, 2, 3, 3))):
            kind = UNITS[rng.choice(types)]
            held = ("radar",) if owner == "A" and rng.random() < 0.3 else ()
            piece = Piece(owner, kind, rng.randint(1, kind.hits), held=held)
            out[piece] = out.get(piece, 0) + 1
        return out

    def _order(self, rng: Random, side: int) -> Order:
        pieces = [p for p in with_damaged(self.pieces[side]) if not p.aside]
        rng.shuffle(pieces)
        order = [Loss(p) for p in pieces]
        if rng.random() < 0.3:
            order = [order[0]._replace(keep=1), *order[1:], order[0]]
        return tuple(order)

    @staticmethod
    def _odd(rng: Random) -> Program:
        """Any sequence of volleys, as a house rule might make it."""
        steps: list[tuple[str, Any]] = []
        for i in range(rng.randint(1, 4)):
            side: Side = rng.choice((ATTACKER, DEFENDER))
            stat = "attack" if side == ATTACKER else "defense"
            volley = Volley(
                f"v{i}", side, rng.choice((ALL, ALL, SUBMARINES, OTHERS, AIR)), rng.choice((ALL, ALL, SHIPS, AIR)),
                stat, rng.choice(("each", "each", "each", "per_target")), rng.choice(("at_once", "after_round")),
                rng.choice(("owner", "owner", "firer")), rng.choice(WINDOWS),
                rng.choice(((), (), (), (_presence(rng),))), _lifts(rng, stat),
                resolution=rng.choice(("", "", "", "low_luck", "single_dice")),
                absorb=rng.choice((None, None, None, AIR)), keep=rng.choice((None, None, LAST_ONES)),
                last=rng.choice((None, None, BEHIND)),
            )  # fmt: skip
            steps.append((volley.text, volley))
        steps.insert(
            rng.randint(0, len(steps)), ("odd", Leave("odd", rng.choice((ATTACKER, DEFENDER)), AIR, False, print))
        )
        steps.insert(rng.randint(0, len(steps)), ("clear", Clear()))
        if rng.random() < 0.4:
            duel = (Volley("a", ATTACKER, AIR, AIR), Volley("d", DEFENDER, AIR, AIR, "defense"))
            steps.insert(rng.randint(0, len(steps)), ("duel", Repeat("duel", duel, AIR, rng.choice((0, 0, 1, 2)))))
        if rng.random() < 0.4:
            steps.insert(rng.randint(0, len(steps)), ("helpless", Helpless("helpless", BEHIND)))
        return Program((*steps, ("retreat", RETREAT)))

    @staticmethod
    def _roles(rng: Random) -> Program:
        """Rounds with tests, roles, hits that suppress, and hits that are directed."""
        steps: list[tuple[str, Any]] = [("attack", Volley("attack", ATTACKER)), ("defend", Volley("defend", DEFENDER))]
        steps = [(n, v.with_(stat="defense") if n == "defend" else v) for n, v in steps]
        for i in range(rng.randint(1, 3)):
            side: Side = rng.choice((ATTACKER, DEFENDER))
            stat = "attack" if side == ATTACKER else "defense"
            which = rng.choice((ALL, AIR, SUBMARINES, OTHERS))
            lasts: Any = rng.choice(("round", "round", "battle"))
            mark = rng.choice(("duel", "seen")) if lasts == "round" else "known"
            when = rng.choice(((), (), (_presence(rng),)))
            window = rng.choice(WINDOWS)
            marks = rng.choice(((mark,), (mark, "apart"), ("silent",))) if lasts == "round" else (mark,)
            number, extra = (
                rng.randint(0, 5),
                Extra(rng.choice((-1, 1)), AIR, rng.choice(("own", "enemy")), None, rng.choice((0, 1))),
            )
            test = Check(
                "test", side, number, which, rng.choice(("own", "enemy")), rng.choice(("target", "each", "one")),
                OTHERS, marks, rng.random() < 0.3, rng.choice(("success", "success", "failure")),
                rng.choice(((), (extra,))), lasts, window, when,
            )  # fmt: skip
            role = Assign(
                "assign", side, which, marks, rng.random() < 0.5, rng.choice(("all", "all", "none")),
                rng.choice((None, AIR, OTHERS)), rng.choice(("own", "enemy")), rng.choice(((1, 1), (1, 2), (2, 1))),
                lasts, window, when,
            )  # fmt: skip
            shot = Volley(
                "more", side, Pick(marks=(mark,)), rng.choice((ALL, Pick(marks=(mark,)), Pick(unmarked=(mark,)))), stat,
                falls=rng.choice(("at_once", "after_round")), effect=rng.choice(("", "", "hurt", "silent")),
                absorb=rng.choice((None, None, AIR)),
            )  # fmt: skip
            aimed = Volley(
                "aimed", side, which, ALL, stat, directed=Directed(rng.choice((1, 2)), rng.choice((AIR, OTHERS))),
                absorb=rng.choice((None, None, AIR)), falls=rng.choice(("at_once", "after_round")),
            )  # fmt: skip
            for step in rng.sample((test, role, shot, aimed), rng.choice((1, 2, 2, 3))):
                steps.insert(rng.randint(0, len(steps)), (f"s{i}{len(steps)}", step))
        if rng.random() < 0.5:
            steps.append(("clear", Clear()))
        return Program((*steps, ("retreat", RETREAT)))

    @staticmethod
    def _guns(rng: Random) -> Program:
        """Rounds in which hits wait while guns of both sides, set apart or not, fire at each other."""
        guns = Pick(types=("artillery", "armor", "fighter"))
        apart = rng.random() < 0.7
        steps: list[tuple[str, Any]] = []
        for side, stat in ((ATTACKER, "attack"), (DEFENDER, "defense")):
            who = Pick(unmarked=("apart guns",)) if apart else ALL
            fire = Volley(
                f"{side} fire", side, who, ALL, stat, falls=rng.choice(("after_round", "after_round", "at_once")),
                lifts=_lifts(rng, stat), absorb=rng.choice((None, None, AIR)), last=rng.choice((None, BEHIND)),
                held=guns, resolution=rng.choice(("", "", "low_luck", "single_dice")),
            )  # fmt: skip
            role = Assign("guns", side, guns, ("apart guns",), advice=rng.choice(("all", "all", "none")),
                          ratio=rng.choice(((1, 1), (1, 2))))  # fmt: skip
            number = rng.randint(0, 3)
            shot = Volley(
                f"{side} guns", side, Pick(marks=("apart guns",)) if apart else guns, guns, stat,
                lifts=(UnitEdit(ALL, stat, "to", rng.randint(1, 4)),), cancels=number, last=Pick(marks=("apart guns",)),
                resolution="single_dice",
            )  # fmt: skip
            if apart:
                steps.append((f"{side} role", role))
            steps += [(fire.text, fire), (shot.text, shot)]
        order = ("role", "fire", "guns")
        steps.sort(key=lambda row: order.index(row[0].split()[1]))
        return Program((*steps, ("deal", Deal()), ("clear", Clear()), ("retreat", RETREAT)))

    def choose(self, side: int, may: list[Piece], volley: Volley, standing: list[Piece]) -> Piece:
        order = self.orders[ATTACKER if side == 0 else DEFENDER]
        if volley.picks == "firer":
            lines = [p for p in with_damaged(self.pieces[side]) if not p.aside]
            order = firer_order(lines, ATTACKER if side == 0 else DEFENDER)
        order = tuple(Loss(p, keep) for base, keep in order for p in _alike(base, may))
        front = [p for p in may if not (volley.last and meant(volley.last, p))]
        last = volley.last
        if last:
            order = tuple(sorted(order, key=lambda loss: meant(last, loss.piece)))

        def spared(piece: Piece) -> bool:
            if volley.keep is None or not meant(volley.keep, piece):
                return False
            alone = sum(1 for p in standing if meant(volley.keep, p)) == 1
            return alone and any(not meant(volley.keep, p) for p in may)

        able = front or may

        def left(piece: Piece) -> int:
            return sum(1 for p in standing if _bare(p) == _bare(piece))

        chosen = next((p for p, keep in order if p in able and left(p) > keep and not spared(p)), None)
        return chosen or next(p for p, keep in order if p in may and left(p) > keep and not spared(p))

    def units(self, side: int, aside: bool) -> Units:
        return tuple(p for p, n in self.pieces[side].items() for _ in range(n) if p.aside == aside)

    def brute(self) -> dict[State, Fraction]:
        leaves = {name: _rule(policy) for name, policy in self.policies.items()}
        brute = Brute(
            list(self.program.steps), (self.units(0, True), self.units(1, True)), self.choose,
            self.program.resolution == "low_luck", leaves,
        )  # fmt: skip
        return brute.final(self.units(0, False), self.units(1, False), self.rounds, 2)

    def solved(self) -> dict[State, float]:
        contest = Contest(self.program, self.pieces[0], self.pieces[1], self.orders, self.policies)
        ends = Solver(contest).finish(self.rounds)
        assert ends.p.sum() == pytest.approx(1, abs=1e-12)
        out: dict[State, float] = defaultdict(float)
        for a, d, p in zip(ends.a.tolist(), ends.d.tolist(), ends.p.tolist()):
            sides = []
            for troop, state in zip(contest.troops, (a, d)):
                key = troop.keys[state]
                sides.append([_units(troop.lines, counts) for counts in (key.standing, key.left)])
            out[State(sides[0][0], sides[1][0], sides[0][1], sides[1][1])] += p
        return out


def _bare(piece: Piece) -> Piece:
    return piece._replace(marks=())


def _alike(base: Piece, may: list[Piece]) -> list[Piece]:
    """The units that are the same but for marks, those with fewer marks first."""
    return sorted({p for p in may if _bare(p) == base}, key=lambda p: (len(p.marks), p.marks))


def _presence(rng: Random) -> Presence:
    who = rng.choice((AIR, SUBMARINES, OTHERS))
    return rng.choice((beside(who), facing(who), facing_no(who), outnumbering(who), facing(who, 2)))


def _lifts(rng: Random, stat: str) -> tuple[UnitEdit, ...]:
    """Some edits of what is rolled, with conditions of all kinds."""
    out = []
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
        when = When(
            holds=rng.choice(((), (), (), ("radar",))),
            owners=rng.choice(((), (), (), ("A",))),
            battle_rounds=rng.choice((ALWAYS, ALWAYS, (1, 1), (2, 0))),
            presence=rng.choice(((), (), (_presence(rng),), (_presence(rng), _presence(rng)))),
            against=rng.choice((None, None, None, AIR, SHIPS)),
            per=rng.choice((None, None, AIR, SUBMARINES, OTHERS)),
            ratio=rng.choice((1, 1, 2)),
        )
        how: Any = rng.choice(("to", "add", "add", "least", "least", "most"))
        column = rng.choice((stat, stat, stat, f"{stat}_dice"))
        value = {"to": 3, "add": rng.choice((-1, 1, 1)), "least": rng.choice((2, 4)), "most": 1}[how]
        out.append(UnitEdit(rng.choice((ALL, ALL, SUBMARINES, OTHERS, AIR)), column, how, value, when))
    kept: dict[tuple[str, str], UnitEdit] = {(e.column, e.how if e.how != "add" else str(e)): e for e in out}
    return tuple(kept.values())


def _units(lines: tuple[Piece, ...], counts: tuple[int, ...]) -> Units:
    return in_order(p for p, n in zip(lines, counts) for _ in range(n))


def _rule(policy: Policy) -> Callable[[int, Units, Units], bool]:
    if isinstance(policy, AfterRounds):
        return lambda number, own, enemy: number >= policy.rounds
    if isinstance(policy, OnlyAir):
        return lambda number, own, enemy: all(p.unit.kind == "air" for p in own)
    assert isinstance(policy, FewerThan)
    return lambda number, own, enemy: sum(meant(policy.who, p) for p in own) < policy.least


def compare(case: Case) -> None:
    expected, found = case.brute(), case.solved()
    assert sum(expected.values()) == 1
    for state in {*expected, *found}:
        assert abs(float(expected.get(state, 0)) - found.get(state, 0.0)) < 1e-12, state


@pytest.mark.parametrize("number", range(360))
def test_equals_brute_force(number: int) -> None:
    compare(Case(number))


@pytest.mark.parametrize("number", range(60))
def test_hits_that_wait_equal_brute_force(number: int) -> None:
    compare(Case(number, "guns"))


@given(st.integers(360, 10**9))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_equals_brute_force_anywhere(number: int) -> None:
    compare(Case(number))


def test_both_solvers_are_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases above meet the quick solver and the general one, the quick one with either side outside."""
    forms = []
    passed = dense.Dense.__init__

    def noted(self: Any, contest: Any, form: Any, start: Any) -> None:
        forms.append(form.outer)
        passed(self, contest, form, start)

    monkeypatch.setattr(dense.Dense, "__init__", noted)
    for number in range(120):
        Case(number).solved()
    assert 30 < len(forms) < 110
    assert set(forms) == {0, 1}
