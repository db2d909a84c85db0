"""Amounts that may be left at zero by a word of their own, as bids are passed."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core.decisions import Amount
from sandtable.core.errors import Illegal
from sandtable.rules import registry

WORDS = registry.build("classic").words


def test_zero_has_a_word_and_lies_outside_the_bounds() -> None:
    form = Amount(4, 6, "IPCs", "some.rule", "pass")
    assert list(form.listed()) == [0, 4, 5, 6]
    assert [form.read(form.write(n, WORDS), WORDS) for n in form.listed()] == [0, 4, 5, 6]
    assert form.write(0, WORDS) == "pass"
    for n in (1, 3, 7):
        with pytest.raises(Illegal, match=r"some\.rule"):
            form.check(n)
    rng = Random(1)
    drawn = {form.sample(rng) for _ in range(60)}
    assert drawn == {0, 4, 5, 6}
    assert form.describe(WORDS)["zero"] == "pass"


def test_without_the_word_zero_is_as_any_number() -> None:
    with pytest.raises(Illegal):
        Amount(1, 2).check(0)
    assert list(Amount(0, 2).listed()) == [0, 1, 2]
