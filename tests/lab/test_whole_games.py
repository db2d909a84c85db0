"""Whole games of each scenario between computer players, with every check of the fuzzer."""

from __future__ import annotations

import pytest

from sandtable.lab import fuzz
from sandtable.lab.simulate import ROUND_LIMIT
from sandtable.rules import registry

ROUNDS = {f"{ROUND_LIMIT}.rounds": 10}
SCENARIOS = [(edition, name) for edition in registry.editions() for name in registry.edition(edition).scenarios]


@pytest.mark.parametrize("players", ["basic", "easy", "random"])
@pytest.mark.parametrize(("edition", "scenario"), SCENARIOS)
def test_ten_rounds_of_every_scenario(edition: str, scenario: str, players: str) -> None:
    rules = registry.build(edition, [ROUND_LIMIT], ROUNDS, scenario)
    for seed in ("1", "2"):
        assert fuzz.play(rules, f"whole {seed}", players, replayed=seed == "1") == ""
