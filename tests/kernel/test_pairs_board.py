"""Random games with pairs of the example rules of the board: nothing breaks, and the board stays whole."""

from __future__ import annotations

from itertools import combinations

import pytest

from sandtable.ai import player
from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.engine.invariants import board
from sandtable.rules import registry

from .examples_board import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
PAIRS = [
    pytest.param(edition, one.id, other.id, id=f"{edition} {one.id[3:]} {other.id[3:]}")
    for edition in ("classic", "great_war")
    for n, (one, other) in enumerate(combinations([r for r in EXAMPLES if r.fits(edition)], 2))
    if edition == "great_war" or n % 7 == 0
]


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


@pytest.mark.parametrize(("edition", "one", "other"), PAIRS)
def test_a_pair_of_examples(edition: str, one: str, other: str) -> None:
    try:
        game = Game.new(edition, [one, other, "common.round_limit"], {"common.round_limit.rounds": 2}, seed=one + other)
    except RuleError as error:
        assert "directed_research" in one + other and "four_two_rule" in one + other, error
        return
    players = {power: player("random", "1") for power in game.rules.powers}
    for _ in range(400):
        if not game.open:
            break
        decision = game.open[0]
        game.answer(players[decision.power](game, decision), id=decision.id)
    assert not list(board(game))
