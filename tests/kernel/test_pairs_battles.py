"""Random games with pairs of the example rules of battles: they fit together, play, and keep all invariants."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from sandtable.lab import fuzz
from sandtable.rules import registry
from sandtable.rules.rule import Rule

from .examples_battles import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
PAIRS = [(a, b) for a, b in combinations(EXAMPLES, 2) if a.editions == b.editions]


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_every_pair_builds_in_any_order() -> None:
    for a, b in PAIRS:
        one, other = (registry.build(a.editions[0], order) for order in ([a.id, b.id], [b.id, a.id]))
        assert {s.name for s in one.sequence("land_battle")} == {s.name for s in other.sequence("land_battle")}


@pytest.mark.parametrize("pair", Random(1).sample(PAIRS, 8), ids=lambda p: "+".join(r.title for r in p))
def test_random_games_with_pairs(pair: tuple[Rule, Rule]) -> None:
    rules = fuzz.build(pair[0].editions[0], [(rule.id, "usual") for rule in pair], 2)
    assert fuzz.play(rules, "pairs", replayed=True) == ""
