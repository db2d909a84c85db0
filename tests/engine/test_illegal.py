"""Answers that are nonsense, mistyped or forbidden: one sentence each, and the game stands as it stood."""

from __future__ import annotations

import random

import pytest

from sandtable.core.errors import SandtableError
from sandtable.engine.game import Game

JUNK = [
    "", " ", "done", "yes", "99", "-1", "0.5", "nothing", "all", "2 infantry", "1 infantry: Russia > Germany",
    "9999999999 infantry", "1 x: y > z", "infantry > Russia", "1 tank (moved 9): Russia > Ukraine", ": >", "(((",
    "2 infantry of Japan", "1 fighter: Russia", "1 infantry (carrying): A", "1 bomber: Germany > Russia [raid]",
    "\U0001f680",
]  # fmt: skip


def mistyped(text: str, rng: random.Random) -> str:
    """The text with a letter changed, letters lost, or something added; or nonsense."""
    if rng.random() < 0.4:
        text = rng.choice(JUNK)
    i, chance = rng.randrange(len(text) + 1), rng.random()
    if chance < 0.3:
        return text[:i] + rng.choice("0123456789 >:,()[]abcXYZ") + text[i + 1 :]
    if chance < 0.6:
        return text[:i] + text[i + rng.randint(1, 4) :]
    return f"{text} {rng.choice(JUNK)}" if chance < 0.7 else text


@pytest.mark.parametrize("seed", range(4))
def test_answers_go_through_their_text_and_refused_ones_change_nothing(seed: int) -> None:
    game = Game.new("classic", ["common.round_limit"], {"common.round_limit.rounds": 2}, seed=seed)
    rng, words, refused = random.Random(seed), game.rules.words, 0
    while game.open:
        decision = game.open[0]
        answer = decision.form.sample(rng)
        text = decision.form.write(answer, words)
        assert decision.form.read(text, words) == answer
        wrong = mistyped(text, rng)
        stood = game.state_hash, len(game.log), game.open
        try:
            decision.check(decision.form.read(wrong, words))
        except SandtableError as error:
            refused += 1
            assert 5 < len(str(error)) < 300 and "\n" not in str(error)
            with pytest.raises(type(error)):
                game.answer(wrong)
            assert (game.state_hash, len(game.log), game.open) == stood
        game.answer(text)
    assert refused > 125
