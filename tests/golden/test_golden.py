"""Behavior changes only when somebody means it: golden playthroughs are reviewed as diffs."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was(name: str) -> None:
    expected = (FOLDER / name).read_text(encoding="utf-8")
    assert playthrough(name) == expected, "if the change is meant: python -m tests.golden.playthrough"
