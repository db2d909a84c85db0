"""The dice: one counted stream from one seed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from sandtable.core.dice import Dice, FixedDice, commitment


@given(st.text(max_size=8), st.lists(st.integers(0, 40), max_size=8))
def test_the_stream_does_not_depend_on_how_it_is_asked_for(seed: str, counts: list[int]) -> None:
    whole = Dice(seed).roll(sum(counts))
    dice = Dice(seed)
    assert [face for n in counts for face in dice.roll(n)] == whole
    assert all(1 <= face <= 6 for face in whole)


@given(st.integers(0, 200), st.integers(0, 50))
def test_a_position_resumes_the_stream(before: int, after: int) -> None:
    dice = Dice("resume")
    dice.roll(before)
    assert Dice("resume", position=dice.position).roll(after) == dice.roll(after)


def test_all_faces_are_equally_likely() -> None:
    counts = Counter(Dice("fair").roll(60_000))
    assert chisquare([counts[face] for face in range(1, 7)]).pvalue > 1e-4


def test_salts_change_the_dice_and_the_seed_is_committed_to() -> None:
    assert Dice("a", ["x"]).roll(50) != Dice("a", ["y"]).roll(50)
    assert Dice("a").commitment() == commitment("a") != commitment("b")


def test_fixed_dice_run_out_loudly() -> None:
    dice = FixedDice([1, 2])
    assert dice.roll(2) == [1, 2]
    with pytest.raises(ValueError, match="only 0 of the fixed dice"):
        dice.roll(1)
