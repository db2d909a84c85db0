"""Large armies hit by their totals and one die; the solver knows it exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.battle.contest import Contest, program
from sandtable.battle.losses import Order, default_order, with_damaged
from sandtable.battle.numbers import by_total
from sandtable.battle.solve import Solver
from sandtable.battle.volley import ATTACKER, DEFENDER, Piece, Side, Volley
from sandtable.core.dice import FixedDice
from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.battle.brute import Brute, Mid, State, Units, dice_of, hits_of, in_order, in_window, meant
from tests.conformance.great_war.board import finish, scene
from tests.helpers import at, happened

RULE = "great_war.fighting_by_numbers"
POLAND = {"Germany": "20 infantry, 10 artillery, 1 fighter", "Russia": "25 infantry"}


def fought(space: str, units: dict[str, str], dice: Sequence[int], power: str = "Germany", **more: Any) -> Game:
    """A battle for a territory, all of these dice thrown."""
    game = scene(power, "combat", {space: units}, dice=dice, rules=[RULE], **more)
    finish(game, "combat")
    left = game.dice
    assert isinstance(left, FixedDice)
    assert left.position == len(dice)
    return game


def fire(game: Game) -> dict[str, tuple[str, list[int], int]]:
    """Of each volley of the exchanges on land: what was fired at, the dice, the hits."""
    return {e["volley"]: (e["hits_on"], list(e["dice"]), e["hits"]) for e in happened(game, "volley_fired")}


@pytest.mark.clause(
    "great_war.fighting_by_numbers.2", "great_war.fighting_by_numbers.5", "great_war.fighting_by_numbers.6",
    "great_war.fighting_by_numbers.7", "great_war.fighting_by_numbers.11",
)  # fmt: skip
@pytest.mark.parametrize("face", [3, 4])
def test_example_92_against_75(face: int) -> None:
    game = fought("Poland", POLAND, [face, face])
    assert fire(game) == {"attackers": ("a total of 92", [face], 15), "defenders": ("a total of 75", [face], 13)}
    assert at(game, "Poland", "Russia") == {"infantry": 10}
    assert sum(at(game, "Poland", "Germany").values()) == 31 - 13


@pytest.mark.clause(
    "great_war.fighting_by_numbers.8", "great_war.fighting_by_numbers.9", "great_war.fighting_by_numbers.10",
    "great_war.fighting_by_numbers.12", "great_war.fighting_by_numbers.13",
)  # fmt: skip
@pytest.mark.parametrize(
    ("dice", "hits"), [([2, 6], (14, 15)), ([1, 5], (13, 14)), ([5, 2], (17, 12)), ([6, 1], (17, 11))]
)
def test_examples_of_the_deviation(dice: list[int], hits: tuple[int, int]) -> None:
    volleys = fire(fought("Poland", POLAND, dice))
    assert (volleys["attackers"][2], volleys["defenders"][2]) == hits


@pytest.mark.clause(
    "great_war.fighting_by_numbers.9", "great_war.fighting_by_numbers.10", "great_war.fighting_by_numbers.11",
    "great_war.fighting_by_numbers.12", "great_war.fighting_by_numbers.13",
)  # fmt: skip
@pytest.mark.parametrize(
    ("total", "expected"),
    [(92, [13, 14, 15, 15, 17, 17]), (75, [11, 12, 13, 13, 14, 15]), (20, [3, 3, 3, 3, 3, 3])],
)
def test_hits_for_each_face(total: int, expected: list[int]) -> None:
    how = by_total(20, 6, (-15, -10, 0, 0, 10, 15))
    assert [how.roll([(1, total)], FixedDice([face]).roll)[1] for face in range(1, 7)] == expected
    chances = how.chances([(1, total)])
    assert chances == pytest.approx([expected.count(n) / 6 for n in range(len(chances))])
    assert sum(chances) == pytest.approx(1)


@pytest.mark.clause("great_war.fighting_by_numbers.7", "great_war.fighting_by_numbers.14")
def test_example_tanks_take_the_hits() -> None:
    game = fought("Lorraine", {"Germany": "12 infantry, 4 tank", "France": "8 infantry"}, [4, 4], round=4)
    assert fire(game) == {"attackers": ("a total of 32", [4], 5), "defenders": ("a total of 24", [4], 4)}
    assert at(game, "Lorraine") == {"infantry": 12 + 3, "tank": 4}
    assert [e["hits"] for e in happened(game, "absorbed")] == [4]


@pytest.mark.clause("great_war.fighting_by_numbers.3", "great_war.fighting_by_numbers.15")
def test_example_one_side_by_numbers_the_other_by_dice() -> None:
    units = {**POLAND, "Russia": "6 infantry"}
    volleys = fire(fought("Poland", units, [3, 1, 2, 3, 4, 5, 6]))
    assert volleys["attackers"] == ("a total of 92", [3], 15)
    assert volleys["defenders"] == ("3", [1, 2, 3, 4, 5, 6], 3)


@pytest.mark.clause("great_war.fighting_by_numbers.3", "great_war.fighting_by_numbers.15")
@pytest.mark.parametrize(("infantry", "dice"), [(9, 9), (10, 1)])
def test_the_threshold_is_20(infantry: int, dice: int) -> None:
    game = fought("Poland", {"Germany": f"{infantry} infantry", "Russia": "1 infantry"}, [6] * (dice + 1))
    assert len(fire(game)["attackers"][1]) == dice


@pytest.mark.clause("great_war.fighting_by_numbers.15")
def test_example_ships_roll_dice() -> None:
    game = scene(
        "Germany", "combat", {"Sea Zone 9": {"Germany": "6 battleship, 2 cruiser", "Britain": "6 battleship"}},
        dice=[6] * 14, rules=[RULE],
    )  # fmt: skip
    game.answer("Sea Zone 9")
    while len(happened(game, "volley_fired")) < 2:
        game.answer(game.decision.advice)  # type: ignore[union-attr]
    assert [(e["hits_on"], len(e["dice"])) for e in happened(game, "volley_fired")] == [("3 and 4", 8), ("4", 6)]


@pytest.mark.clause("great_war.fighting_by_numbers.4", "great_war.fighting_by_numbers.15")
def test_the_air_battle_comes_first_with_dice() -> None:
    units = {"Germany": "20 infantry, 12 fighter", "Russia": "25 infantry, 1 fighter"}
    game = fought("Poland", units, [*[2] * 12, 6, 3, 3])
    rows = [(e["volley"], e["hits_on"], len(e["dice"])) for e in happened(game, "volley_fired")]
    assert rows[:2] == [("fighters", "2", 12), ("fighters", "2", 1)]
    assert rows[2:] == [("attackers", "a total of 64", 1), ("defenders", "a total of 75", 1)]


@pytest.mark.clause("great_war.fighting_by_numbers.6")
def test_all_defenders_count_together_whoever_owns_them() -> None:
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "10 infantry", "France": "5 infantry", "Britain": "2 infantry"}},
        dice=[3, 3], rules=[RULE],
    )  # fmt: skip
    finish(game, "combat")
    assert fire(game)["defenders"] == ("a total of 21", [3], 4)


def test_the_odds_know_it_exactly() -> None:
    odds = sandtable.odds("great_war", POLAND["Germany"], POLAND["Russia"], house_rules=[RULE])
    left: dict[int, float] = defaultdict(float)
    for outcome in odds.outcomes:
        left[sum(outcome.defender.values())] += outcome.p
    assert left == pytest.approx({12: 1 / 6, 11: 1 / 6, 10: 2 / 6, 8: 2 / 6})
    assert odds.draw == pytest.approx(1)
    before = sandtable.odds("great_war", POLAND["Germany"], POLAND["Russia"])
    assert len(before.outcomes) > len(odds.outcomes)


def test_other_numbers_may_be_agreed_on() -> None:
    units = {"Germany": "6 infantry", "Russia": "1 infantry"}
    options = {f"{RULE}.threshold": 12, f"{RULE}.divisor": 5, f"{RULE}.rounding": "up"}
    game = fought("Poland", units, [5, 6], options={**options, f"{RULE}.deviation_percent": {"5": 50}})
    assert fire(game)["attackers"] == ("a total of 12", [5], 5)  # 2.4, so 3; 4.5, so 5
    down = by_total(12, 5, (0, 0, 0, 0, 50, 0), "down")
    assert down.roll([(2, 6)], lambda n: [5])[1] == 3


@pytest.mark.parametrize(
    ("rounding", "attackers", "defenders"), [("nearest_half_up", 15, 13), ("down", 15, 12), ("up", 16, 13)]
)
def test_hits_may_be_rounded_otherwise(rounding: str, attackers: int, defenders: int) -> None:
    game = fought("Poland", POLAND, [3, 3], options={f"{RULE}.rounding": rounding})  # 92 / 6 and 75 / 6
    assert [hits for _, _, hits in fire(game).values()] == [attackers, defenders]


@pytest.mark.parametrize("percents", [{"7": 1}, {"1": "x"}, {"1": -101}])
def test_deviations_that_are_none_are_refused(percents: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="deviation_percent"):
        registry.build("great_war", [RULE], {f"{RULE}.deviation_percent": percents})


def test_small_sides_use_the_resolution_of_the_game() -> None:
    game = scene(
        "Germany", "combat", {"Poland": {"Germany": "6 infantry", "Russia": "1 infantry"}}, dice=[1],
        rules=[RULE, "common.low_luck"],
    )  # fmt: skip
    finish(game, "combat")
    assert fire(game)["attackers"][1:] == ([], 2)


# --- against the enumeration of all dice ------------------------------------------------------------------------------


class ByTotal(Brute):
    """The enumeration, with the totals reckoned apart from the module."""

    threshold = 6

    def _fire(self, mid: Mid, volley: Volley, number: int) -> list[tuple[Mid, Fraction]]:
        side = 0 if volley.side == "attacker" else 1
        firing, enemy = ([*mid.standing[k], *mid.doomed[k], *self.aside[k]] for k in (side, 1 - side))
        aims = [p for p in mid.standing[1 - side] if meant(volley.at, p)]
        dice = dice_of(volley, firing, aims, enemy, number) if aims and in_window(volley.rounds, number) else []
        if not volley.resolution or sum(dice) < self.threshold:
            rolled = list(hits_of(tuple(sorted(dice)), False))
        else:
            whole = int(sum(dice) / 6 + 0.5)
            changed = {1: 85, 2: 90, 3: 100, 4: 100, 5: 110, 6: 115}
            rolled = [((whole * percent + 50) // 100, Fraction(1, 6)) for percent in changed.values()]
        spare = sum(1 for p in mid.standing[1 - side] if volley.absorb and meant(volley.absorb, p))
        return [(self._hit(mid, 1 - side, volley, max(0, hits - spare)), p) for hits, p in rolled]


def chooser(orders: dict[Side, Order]) -> Any:
    def choose(side: int, may: list[Piece], volley: Volley, standing: list[Piece]) -> Piece:
        def spared(piece: Piece) -> bool:
            if volley.keep is None or not meant(volley.keep, piece):
                return False
            alone = sum(1 for p in standing if meant(volley.keep, p)) == 1
            return alone and any(not meant(volley.keep, p) for p in may)

        order = orders[ATTACKER if side == 0 else DEFENDER]
        return next(p for p, keep in order if may.count(p) > keep and not spared(p))

    return choose


@pytest.mark.parametrize("number", range(40))
def test_the_solver_equals_the_enumeration(number: int) -> None:
    rng = Random(number)
    rules = registry.build("great_war", [RULE], {f"{RULE}.threshold": ByTotal.threshold})
    sides: list[dict[Piece, int]] = []
    for owner in "AD":
        pieces: dict[Piece, int] = defaultdict(int)
        for _ in range(rng.randint(1, 4)):
            kind = rules.units[rng.choice(("infantry", "infantry", "artillery", "tank", "fighter"))]
            pieces[Piece(owner, kind)] += 1
        sides.append(dict(pieces))
    steps = program(rules, "land_battle")
    orders = {s: default_order(with_damaged(own), s, False) for s, own in zip((ATTACKER, DEFENDER), sides)}
    contest = Contest(steps, sides[0], sides[1], orders, keep_land=False)
    ends = Solver(contest).finish(1)
    found: dict[State, float] = defaultdict(float)
    for a, d, p in zip(ends.a.tolist(), ends.d.tolist(), ends.p.tolist()):
        rows = [
            in_order(piece for piece, n in zip(t.lines, t.keys[s].standing) for _ in range(n))
            for t, s in zip(contest.troops, (a, d))
        ]
        found[State(rows[0], rows[1])] += p

    def units(side: int) -> Units:
        return tuple(p for p, n in sides[side].items() for _ in range(n))

    brute = ByTotal(list(steps.steps), ((), ()), chooser(orders))
    expected = brute.final(units(0), units(1), 1, 1)
    assert sum(expected.values()) == 1
    for state in {*expected, *found}:
        assert abs(float(expected.get(state, 0)) - found.get(state, 0.0)) < 1e-12, state
