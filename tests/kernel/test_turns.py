"""Who is next, powers that share a turn, and units of several powers in one attack."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sandtable.ai import player
from sandtable.engine.draws import number
from sandtable.engine.game import Game, play
from sandtable.engine.save import replay
from sandtable.rules import registry
from tests.helpers import happened

from .examples_k6 import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def turns(edition: str, *rules: str, rounds: int = 2, seed: str = "1") -> Game:
    options = {"common.round_limit.rounds": rounds}
    game = Game.new(edition, ["common.round_limit", *rules], options, seed=seed)
    return play(game, dict.fromkeys(game.rules.powers, player("random", seed)))


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_turns_are_drawn(edition: str, tmp_path: Path) -> None:
    game = turns(edition, "k6.random_turns")
    played = [e["power"] for e in happened(game, "turn_started")]
    powers = list(game.rules.powers)
    assert played[0] == powers[0]  # no marker is drawn for the opening turn
    assert sorted(played[: len(powers)]) == sorted(powers)
    assert played[: len(powers)] != powers
    game.save(tmp_path / "game.json")
    assert replay(tmp_path / "game.json").ok


def test_a_power_gets_an_extra_turn() -> None:
    game = turns("classic", "k6.extra_turn")
    played = [e["power"] for e in happened(game, "turn_started")]
    assert played[:6] == ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States", "Germany"]
    assert played[6:] == ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States"]


def test_a_draw_is_fair() -> None:
    game = Game.new("classic", seed=3)
    for count in (4, 5, 7):
        found = Counter(number(game, count) for _ in range(7000))
        assert set(found) == set(range(count))
        assert max(found.values()) < 1.25 * min(found.values())
