"""The screening of the fast player's numbers: both sides play with their own, and the effects are found again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benchmarks import screen
from sandtable.ai.basic import Basic, attack
from sandtable.core.decisions import Decision
from sandtable.engine.game import Game
from sandtable.rules import registry


def test_numbers_are_changed_wherever_they_are_used() -> None:
    found = {number.name: number for number in screen.numbers()}
    assert "raids.FLAK" not in found and "attack.LEAN" in found
    places = {
        module.__name__.rpartition(".")[2]: getattr(module, name) for module, name in found["raids.WORTH_IT"].places
    }
    assert places.keys() == {"raids", "buy"} and places["raids"] == places["buy"]
    low, high = found["attack.LEAN"].low, found["attack.LEAN"].high
    assert 0 < low < attack.LEAN < high < 1
    assert {number.name for number in screen.numbers(screen.STACKS)} > {"ground.UNIT", "levy.GUNS"}


@pytest.mark.parametrize(("value", "low", "high"), [(1, 1, 2), (10, 6, 14), (-40, -56, -24), (2.8, 2.0, 3.92)])
def test_levels(value: float, low: float, high: float) -> None:
    assert screen.levels(value) == pytest.approx((low, high))


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_each_side_plays_with_its_own_numbers(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    rules, seen = registry.build("classic", ("common.low_luck",)), set()

    class Watched(Basic):
        def __call__(self, game: Game, decision: Decision) -> Any:
            seen.add((rules.side_of[decision.power], attack.LEAN))
            return super().__call__(game, decision)

    monkeypatch.setattr(screen, "Basic", Watched)
    cache, before = rules.cache, attack.LEAN
    lean = screen.Number("attack.LEAN", ((attack, "LEAN"),), 0.5, 0.75)
    (sign,), _ = screen.played(rules, [lean], seed, 1)
    assert (rules.cache, attack.LEAN) == (cache, before)
    played = dict(seen)
    assert len(seen) == 2 and 4 * (played["allies"] - played["axis"]) == sign


def test_effects_are_found_again() -> None:
    rng = Random(1)
    rows = []
    for _ in range(200):
        signs = [rng.choice((-1, 0, 1)) for _ in range(3)]
        rows.append((signs, 100 + 20 * signs[0] - 5 * signs[2] + rng.gauss(0, 10)))
    effects = list(screen.fitted(rows))
    assert [effect for effect, _ in effects] == pytest.approx([20, 0, -5], abs=4)
    assert all(0.5 < error < 2 for _, error in effects)
