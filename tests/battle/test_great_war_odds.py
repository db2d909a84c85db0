"""The odds of the Great War's battles: one round, contested territories, mastery of the air, landings, fleets."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pytest

import sandtable
from sandtable.battle import forces
from sandtable.battle.contest import program
from sandtable.battle.losses import default_order
from sandtable.battle.odds import Odds, by_type, choose_and_solve
from sandtable.battle.volley import ATTACKER, DEFENDER, Piece, Side, Volley
from sandtable.core.decisions import Decision, Together
from sandtable.core.forces import FRESH, Force, Stack
from sandtable.engine.battles import Battle, fight
from sandtable.rules import registry
from tests.helpers import position

from .brute import Brute, Units
from .referee import FastDice, Result
from .test_referee import p_value

NUMBERS = "great_war.fighting_by_numbers"
OWNERS = {ATTACKER: "Germany", DEFENDER: "France"}
CASES = (
    ("land", "2 infantry", "2 infantry"),
    ("land", "3 infantry, 2 artillery", "3 infantry"),
    ("land", "2 infantry, 2 artillery, 2 fighter", "2 infantry, 1 artillery, 1 fighter"),
    ("land", "1 infantry, 1 artillery, 1 fighter", "1 infantry, 2 artillery, 1 fighter"),
    ("land", "2 tank, 2 infantry, 1 artillery", "4 infantry"),
    ("land", "1 artillery, 1 tank", "2 tank, 1 infantry"),
    ("land", "12 infantry, 6 artillery, 1 fighter", "14 infantry, 3 artillery"),
    ("amphibious", "2 infantry, 1 battleship", "3 infantry, 1 artillery"),
    ("amphibious", "2 infantry, 2 artillery, 1 battleship", "2 infantry, 2 artillery, 1 fighter"),
    ("sea", "1 battleship, 1 cruiser", "2 cruiser"),
    ("sea", "2 submarine, 1 transport", "1 cruiser, 2 transport"),
    ("sea", "1 battleship, 1 submarine", "1 battleship, 1 transport"),
)
#: A true agreement fails one of all comparisons with this probability.
FAMILY = 1e-4


class Referee:
    """One battle rolled again and again, and the same battle solved."""

    def __init__(self, where: str, attack: str, defend: str, rules: tuple[str, ...] = (), seed: int = 0) -> None:
        self.space, self.sequence = ("Sea Zone 4", "sea_battle") if where == "sea" else ("Burgundy", "land_battle")
        self.game = position("Germany", "combat", {}, rules=rules, edition="great_war")
        self.game.listening, self.game.dice = False, FastDice(seed)
        self.at = forces.place(self.game.rules, where)
        self.sides = {
            side: forces.pieces(self.game.rules, side, forces.read_units(self.game.rules, text), self.at)
            for side, text in ((ATTACKER, attack), (DEFENDER, defend))
        }
        for side in (ATTACKER, DEFENDER):
            for stack, n in {**self.force(side, False), **self.force(side, True)}.items():
                self.game.state.put(self.space, stack, n)
        self.start = self.game.state.copy()

    def force(self, side: Side, aside: bool) -> Force:
        return {
            Stack(OWNERS[side], p.type, FRESH.marked(*p.marks)): n
            for p, n in self.sides[side].items()
            if p.aside == aside
        }

    def roll(self) -> Result:
        game = self.game
        game.state = self.start.copy()
        battle = Battle(
            game, self.space, self.sequence, OWNERS[ATTACKER], self.force(ATTACKER, False), self.force(DEFENDER, False)
        )
        battle.aside[ATTACKER] = self.force(ATTACKER, True)
        flow, answer = fight(game, battle), None
        while True:
            try:
                asked = flow.send(answer)
            except StopIteration:
                break
            answer = [self.answer(d) for d in asked.decisions] if isinstance(asked, Together) else self.answer(asked)
        left = [Counter[str](), Counter[str]()]
        for counts, side in zip(left, (ATTACKER, DEFENDER)):
            for stack, n in battle.units[side].items():
                counts[f"{stack.type} (damaged 1)" if stack.cond.damage else stack.type] += n
        return tuple(sorted(left[0].items())), tuple(sorted(left[1].items()))

    def answer(self, asked: Decision) -> Any:
        return asked.advice

    def solved(self, roles: Iterable[str] = ()) -> tuple[Odds, dict[Result, float]]:
        odds = choose_and_solve(self.game.rules, self.at, self.sides, retreat=roles)
        out: dict[Result, float] = defaultdict(float)
        for attacker, defender, p in odds.outcomes:
            out[tuple(sorted(by_type(attacker).items())), tuple(sorted(by_type(defender).items()))] += p
        return odds, dict(out)


@pytest.mark.clause("great_war.R59", "great_war.R60", "great_war.R70", "great_war.R77")
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_referee_rolls_what_is_solved(number: int) -> None:
    referee = Referee(*CASES[number], seed=number)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(300))
    assert p_value(expected, seen, 300) > FAMILY / 24, CASES[number]


@pytest.mark.parametrize("number", (1, 4, 6, 8))
def test_the_referee_rolls_what_is_solved_by_numbers(number: int) -> None:
    referee = Referee(*CASES[number], rules=(NUMBERS,), seed=100 + number)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(300))
    assert p_value(expected, seen, 300) > FAMILY / 24, CASES[number]


TINY = (
    ("land", "1 infantry, 1 artillery", "2 infantry"),
    ("land", "1 infantry, 1 artillery, 1 fighter", "1 infantry, 1 fighter"),
    ("land", "1 infantry, 1 tank", "1 infantry, 1 artillery"),
    ("amphibious", "2 infantry, 1 battleship", "1 infantry, 1 artillery"),
    ("sea", "1 battleship, 1 transport", "1 cruiser, 1 submarine"),
)


@pytest.mark.parametrize("case", TINY)
def test_tiny_battles_equal_the_enumeration_of_all_dice(case: tuple[str, str, str]) -> None:
    where, attack, defend = case
    rules = registry.build("great_war")
    at = forces.place(rules, where)
    sides: dict[Side, dict[Piece, int]] = {
        side: forces.pieces(rules, side, forces.read_units(rules, text), at)
        for side, text in ((ATTACKER, attack), (DEFENDER, defend))
    }
    steps = program(rules, at.sequence)
    brute = Brute(list(steps.steps), (_units(sides[ATTACKER], True), _units(sides[DEFENDER], True)), _cheapest)
    found: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for state, p in brute.final(
        _units(sides[ATTACKER], False), _units(sides[DEFENDER], False), steps.rounds, 1
    ).items():
        found[_names(state.attackers), _names(state.defenders)] += p
    expected: dict[tuple[str, str], float] = defaultdict(float)
    for own, enemy, chance in choose_and_solve(rules, at, sides).outcomes:
        expected[_names(_all(own)), _names(_all(enemy))] += chance
    assert set(expected) == {k for k, p in found.items() if p}
    for key, chance in expected.items():
        assert float(found[key]) == pytest.approx(chance, abs=1e-12)


def _units(pieces: Mapping[Piece, int], aside: bool) -> Units:
    return tuple(p for p, n in pieces.items() for _ in range(n) if p.aside == aside)


def _all(pieces: Mapping[Piece, int]) -> Units:
    return tuple(p for p, n in pieces.items() if not p.aside for _ in range(n))


def _names(units: Units) -> str:
    return ", ".join(sorted(f"{p.type} {p.hits}" for p in units))


def _cheapest(side: int, may: list[Piece], volley: Volley, standing: list[Piece]) -> Piece:
    """The usual losses: what falls last is spared while anything else may fall, and so is the last of the infantry."""
    front = [p for p in may if not (volley.last and volley.last.takes(p))] or may
    kept = [p for p in standing if volley.keep and volley.keep.takes(p)]
    if len(kept) == 1 and any(p not in kept for p in front):
        front = [p for p in front if p not in kept]
    order = default_order(list(dict.fromkeys(front)), ATTACKER if side == 0 else DEFENDER, False)
    return order[0].piece


def test_contested_captured_and_held_are_told_apart() -> None:
    odds = sandtable.odds("great_war", "3 infantry, 2 artillery", "2 infantry")
    assert odds.limited and 0 < odds.captured < 1 and 0 < odds.contested < 1
    assert odds.captured + odds.contested + odds.held == pytest.approx(1)
    whole = sandtable.odds("great_war", "20 infantry, 10 artillery, 1 fighter", "25 infantry")
    assert whole.contested > 0.99 and whole.mastery == {ATTACKER: 1.0, DEFENDER: 0.0}
    classic = sandtable.odds("classic", "3 infantry", "2 infantry")
    assert not classic.limited and classic.contested == 0


def test_air_supremacy() -> None:
    """Both fire on 2 at the same time until one has no fighters: one against one falls with both by 1/5."""
    odds = sandtable.odds("great_war", "2 infantry, 1 artillery, 1 fighter", "2 infantry, 1 artillery, 1 fighter")
    assert odds.mastery[ATTACKER] == pytest.approx(0.4) and odds.mastery[DEFENDER] == pytest.approx(0.4)


def test_by_numbers_the_deviation_die_decides_alone() -> None:
    odds = sandtable.odds("great_war", "20 infantry, 10 artillery, 1 fighter", "25 infantry", house_rules=(NUMBERS,))
    assert len(odds.outcomes) <= 36  # a die for each side


@pytest.mark.clause("great_war.R77", "great_war.R78")
def test_landings_meet_coastal_artillery() -> None:
    by_land = sandtable.odds("great_war", "4 infantry", "2 infantry, 2 artillery")
    by_sea = sandtable.odds("great_war", "4 infantry", "2 infantry, 2 artillery", "amphibious")
    assert by_sea.expected_loss[ATTACKER] > by_land.expected_loss[ATTACKER]
    one = sandtable.odds("great_war", "1 infantry, 1 battleship", "4 infantry", "amphibious")
    many = sandtable.odds("great_war", "1 infantry, 3 battleship", "4 infantry", "amphibious")
    assert one.expected_loss[DEFENDER] == pytest.approx(many.expected_loss[DEFENDER])  # one ship a landed unit


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    from sandtable.cli import main

    battle = ["odds", "great_war", "--attack", "20 infantry, 10 artillery, 1 fighter", "--defend", "25 infantry"]
    assert not main(battle)
    shown = capsys.readouterr().out
    assert "territory contested" in shown and "air supremacy" in shown
    assert not main([*battle, "--rules", NUMBERS, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["contested"] == pytest.approx(1) and data["mastery"]["attacker"] == 1
