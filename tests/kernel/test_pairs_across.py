"""Random games with pairs of example rules from different files; `tests.kernel.pairs` plays all of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sandtable.rules import registry

from . import pairs

#: Pairs played of each edition.
MANY = {"classic": 40, "great_war": 24}
#: Pairs that failed once: fighters that scramble against an engagement fly home before it is over.
FAILED: list[pairs.Pair] = [("classic", "ex_forms.torpedoes", "ex_turns.scramble")]
SAMPLE = FAILED + [p for e, n in MANY.items() for p in Random(f"pairs {e}").sample(list(pairs.pairs((e,))), n)]


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = {**registry.rules(), **pairs.known()}
    monkeypatch.setattr(registry, "rules", lambda: known)


def test_no_two_files_share_the_id_of_a_rule() -> None:
    count = Counter(rule.id for rules in pairs.examples().values() for rule in rules)
    assert [id for id, n in count.items() if n > 1] == []


@pytest.mark.parametrize("pair", SAMPLE, ids=" ".join)
def test_a_pair_of_examples_from_two_files(pair: pairs.Pair) -> None:
    assert pairs.fault(pair) == ""
