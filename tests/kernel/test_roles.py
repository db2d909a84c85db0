"""Roles, checks, hits that suppress and hits that are directed: the referee rolls what the solver solves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.battle import forces
from sandtable.rules import registry
from tests.battle.referee import Referee
from tests.battle.test_great_war_odds import Referee as GreatWarReferee
from tests.battle.test_referee import FAMILY, p_value

from .examples_battles import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
CLASSIC: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "dogfights": ("land", {"infantry": 2, "fighter": 2, "bomber": 1}, {"infantry": 2, "fighter": 1}),
    "submarine_search": ("sea", {"fighter": 2, "transport": 1}, {"submarine": 2}),
    "named_targets": ("land", {"infantry": 1, "fighter": 2, "bomber": 1}, {"infantry": 2, "tank": 1}),
    "shelters": ("amphibious", {"infantry": 1, "battleship": 2}, {"infantry": 2, "tank": 1}),
    "adrift": ("sea", {"battleship": 2, "fighter": 1}, {"aircraft_carrier": 1, "fighter": 2, "transport": 1}),
    "super_armor": ("land", {"tank": 3}, {"tank": 2, "infantry": 1}),
    "jets": ("land", {"infantry": 1, "fighter": 2}, {"infantry": 1, "fighter": 2}),
    "super_subs": ("sea", {"battleship": 1, "transport": 1}, {"submarine": 2, "transport": 1}),
    "destroyers": ("sea", {"submarine": 2}, {"transport": 1, "aircraft_carrier": 1}),
}
GREAT_WAR = {
    "diving": ("sea", "3 cruiser, 1 battleship", "3 submarine, 1 cruiser"),
    "cruiser_screens": ("sea", "3 submarine, 1 cruiser", "1 cruiser, 1 battleship, 1 transport"),
    "neutralization": ("land", "2 infantry, 2 artillery", "3 infantry, 1 artillery"),
    "sharpshooters": ("land", "3 infantry, 1 artillery", "2 infantry, 2 artillery"),
    "artillery_trucks": ("land", "3 infantry, 1 tank", "3 infantry"),
}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def agrees(referee: Any, rolled: int = 400, apart: str = "") -> None:
    """Units of the type `apart` may leave: whether they live or have left is not compared."""

    def told(result: Any) -> Any:
        return tuple(tuple(row for row in side if row[0] != apart) for side in result)

    expected: dict[Any, float] = {}
    for result, p in referee.solved()[1].items():
        expected[told(result)] = expected.get(told(result), 0.0) + p
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    seen = Counter(told(referee.roll()) for _ in range(rolled))
    assert p_value(expected, seen, rolled) > FAMILY, (expected, seen)


@pytest.mark.parametrize("name", CLASSIC)
def test_the_referee_rolls_what_is_solved(name: str) -> None:
    agrees(Referee(*CLASSIC[name], rules=(f"ex_battles.{name}",), seed=7))


def test_a_roll_in_one_space_counts_the_units_there() -> None:
    battle = Referee("land", {"infantry": 2, "tank": 1}, {"infantry": 3}, rules=("ex_battles.home_guard",), seed=7)
    battle.at = forces.place(battle.game.rules, battle.space)
    agrees(battle)


@pytest.mark.parametrize("name", GREAT_WAR)
def test_the_referee_rolls_what_is_solved_in_1914(name: str) -> None:
    agrees(
        GreatWarReferee(*GREAT_WAR[name], rules=(f"ex_battles.{name}",), seed=7),
        apart="submarine" if name == "diving" else "",
    )


def test_units_that_leave_under_fire_roll_only_if_they_are_hit() -> None:
    """Named after round 2, they leave after round 3: what the referee rolls is what a policy solves."""
    name = "ex_battles.leaving_under_fire"
    referee = Referee("land", {"infantry": 3, "tank": 1}, {"infantry": 3, "tank": 1}, rules=(name,), seed=5)
    seen: Counter[Any] = Counter()
    for _ in range(600):
        left, held = map(dict, referee.roll())
        forces = referee.game.state.forces.items()
        away = sum(
            n
            for space, force in forces
            for s, n in force.items()
            if space != referee.space and s.owner == "Germany" and s.type != "industrial_complex"
        )
        seen[sum(left.values()), sum(held.values()) + away] += 1
    found = sandtable.odds(
        "classic", "3 infantry, 1 armor", "3 infantry, 1 armor", house_rules=[name], retreat=["named: rounds 2"]
    )
    expected: dict[Any, float] = {}
    for attacker, defender, p in found.outcomes:
        key = sum(attacker.values()), sum(defender.values())
        expected[key] = expected.get(key, 0.0) + p
    assert p_value(expected, seen, 600) > FAMILY, (expected, seen)


def test_aircraft_that_find_nothing_do_not_roll() -> None:
    """One plane finds a submarine with 3 in 6 and hits it with 3 in 6; four planes find it without fail."""

    def hit(planes: int) -> float:
        found = sandtable.odds(
            "classic", f"{planes} fighter", "1 submarine", "sea", house_rules=["ex_battles.submarine_search"], rounds=1
        )
        return found.expected_loss["defender"] / 8

    assert hit(1) == pytest.approx(1 / 2 * 1 / 2, abs=1e-12)
    assert hit(2) == pytest.approx(4 / 6 * 3 / 4, abs=1e-12)
    assert hit(4) == pytest.approx(15 / 16, abs=1e-12)


def test_the_state_of_the_board_keeps_no_marks() -> None:
    """Roles of a round are forgotten when it ends."""
    referee = Referee(
        "land", {"infantry": 2, "fighter": 2}, {"infantry": 2, "fighter": 1}, rules=("ex_battles.dogfights",), seed=3
    )
    referee.roll()
    marks = {m for force in referee.game.state.forces.values() for s in force for m in s.cond.marks}
    assert marks <= {"fought", "seaborne", "retreated"}
