"""The referee's dice and the solver's numbers describe the same battles: chi-squared over the outcomes."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from scipy.stats import chi2

from .referee import Referee, Result, random_referee

#: A true agreement fails one of all the tests with this probability.
FAMILY = 1e-4


def p_value(expected: dict[Result, float], seen: Counter[Result], rolled: int) -> float:
    """Of Pearson's test; outcomes expected fewer than 5 times are put together. 0 if something impossible was seen."""
    if any(expected.get(outcome, 0.0) <= 0 for outcome in seen):
        return 0.0
    classes: list[tuple[float, int]] = []
    rest, rest_seen = 0.0, 0
    for outcome, p in expected.items():
        if p * rolled >= 5:
            classes.append((p * rolled, seen[outcome]))
        else:
            rest, rest_seen = rest + p * rolled, rest_seen + seen[outcome]
    if rest >= 5:
        classes.append((rest, rest_seen))
    elif classes:
        first = classes.pop()
        classes.append((first[0] + rest, first[1] + rest_seen))
    if len(classes) < 2:
        return 1.0
    return float(chi2.sf(sum((n - e) ** 2 / e for e, n in classes), len(classes) - 1))


def agrees(referee: Referee, rolled: int, bound: float) -> None:
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(rolled))
    assert p_value(expected, seen, rolled) > bound, (referee.where, referee.attackers, referee.defenders)


@pytest.mark.clause("classic.R84", "classic.R87", "classic.R92", "classic.R97", "classic.R99", "classic.R115")
def test_random_battles() -> None:
    for number in range(40):
        agrees(random_referee(number), 250, FAMILY / 40)


@pytest.mark.slow
def test_many_random_battles() -> None:
    """The full comparison takes an hour; SANDTABLE_ROLLS=20000 asks for it."""
    rolls = int(os.environ.get("SANDTABLE_ROLLS", "200"))
    for number in range(200):
        agrees(random_referee(1000 + number), rolls, FAMILY / 200)


@pytest.mark.clause("classic.R95")
def test_retreat_after_rounds() -> None:
    for number, rounds in ((1, 1), (2, 2)):
        referee = Referee("land", {"infantry": 3, "fighter": 1}, {"infantry": 3}, seed=number, rounds=rounds)
        referee.start.now["came"] = {referee.space: {"land": {"Caucasus": 3}}}
        agrees(referee, 600, FAMILY / 2)


def test_the_comparison_can_fail() -> None:
    """Forces that differ by one unit are told apart."""
    referee = Referee("land", {"infantry": 3, "tank": 1}, {"infantry": 3})
    _, expected = Referee("land", {"infantry": 4, "tank": 1}, {"infantry": 3}).solved()
    seen = Counter(referee.roll() for _ in range(600))
    shifted = {
        (tuple((k, n - (k == "infantry")) for k, n in a if n - (k == "infantry")), d): p
        for (a, d), p in expected.items()
    }
    assert p_value(shifted, seen, 600) < FAMILY
