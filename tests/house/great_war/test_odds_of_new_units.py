"""The odds of the new units of 1914 against the referee's dice, where their own tests do not compare them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value

GUNS, SHIPS = ("great_war.coastal_artillery",), ("great_war.destroyers", "great_war.freighters")
RAIDERS = (*SHIPS, "great_war.merchant_raiders")
CARS = ("great_war.armored_car", "great_war.artillery_trucks", "great_war.standard_trucks", "great_war.tanks_now")
CASES = (
    ("sea", "2 cruiser", "1 coastal_artillery", GUNS),
    ("sea", "1 battleship, 1 cruiser", "2 coastal_artillery", GUNS),
    ("sea", "2 destroyer, 1 cruiser", "1 destroyer, 1 battleship", SHIPS),
    ("sea", "1 destroyer, 1 submarine", "2 freighter, 1 cruiser", SHIPS),
    ("sea", "2 destroyer", "1 merchant_raider, 1 cruiser", RAIDERS),
    ("sea", "1 cruiser, 1 merchant_raider", "1 cruiser, 1 freighter", RAIDERS),
    ("land", "2 infantry, 1 armored_car, 1 tank", "3 infantry, 1 artillery_truck", CARS),
    ("land", "2 infantry, 1 artillery_truck, 1 artillery", "2 infantry, 1 armored_car", CARS),
)


@pytest.mark.clause(
    "great_war.coastal_artillery.2", "great_war.coastal_artillery.6", "great_war.destroyers.2",
    "great_war.destroyers.3", "great_war.freighters.3", "great_war.merchant_raiders.3", "great_war.armored_car.2",
    "great_war.artillery_trucks.5",
)  # fmt: skip
@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_referee_rolls_what_is_solved(number: int) -> None:
    where, own, enemy, rules = CASES[number]
    referee = Referee(where, own, enemy, rules=rules, seed=number)
    _, expected = referee.solved()
    assert sum(expected.values()) == pytest.approx(1, abs=1e-9) and len(expected) > 1
    seen = Counter(referee.roll() for _ in range(300))
    assert p_value(expected, seen, 300) > 1e-5, CASES[number]
