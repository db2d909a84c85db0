"""Powers that change sides, fight both, or pass to another power in the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.ai import player
from sandtable.core.errors import RuleError
from sandtable.core.forces import Stack
from sandtable.engine.alliances import change_side, hand_over
from sandtable.engine.game import Game
from sandtable.engine.invariants import Watch
from sandtable.engine.save import replay
from sandtable.rules import registry
from tests.helpers import at, happened, position

from .examples_turns import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_a_power_changes_sides() -> None:
    units = {"Venice": {"Italy": "2 infantry", "France": "1 infantry"}, "Piedmont": {"Italy": "1 infantry"}}
    game = position("Italy", "purchase", units, edition="great_war", rules=["ex_turns.italian_defection"], round=2)
    assert game.side("Italy") == "central_powers"
    assert "Italy" in game.friends("Germany") and "Italy" in game.foes("France")
    assert game.members("central_powers")[-1] == "Italy"
    assert game.state.facts["contested"]["Venice"] == "Italy"  # it is shared with new enemies
    assert [e["side"] for e in happened(game, "changed_side")] == ["central powers"]


def test_units_among_new_enemies_go_home() -> None:
    game = position("Japan", "collect", {"Germany": {"Japan": "1 infantry"}, "Japan": {"Germany": "1 fighter"}})
    change_side(game, "Japan", "allies", "a test")
    assert at(game, "Germany", "Japan") == {} and at(game, "Japan", "Germany") == {}
    assert game.foes("Germany") >= {"Japan", "United States"}
    assert game.state.facts["sides"] == {"Japan": "allies"}
    change_side(game, "Japan", "axis", "a test")
    assert "sides" not in game.state.facts


def test_a_power_fights_both_sides() -> None:
    game = position("Japan", "collect")
    change_side(game, "Japan", "Japan", "a test")
    assert game.foes("Japan") == set(game.rules.powers) - {"Japan"}
    assert game.friends("Japan") == {"Japan"}
    with pytest.raises(RuleError, match="cannot join 'axsi'; the sides are"):
        change_side(game, "Japan", "axsi", "a test")


def test_units_change_hands() -> None:
    game = position("Japan", "collect", {"Germany": {"Japan": "3 infantry"}})
    hand_over(game, "Japan", "Germany", "Germany", {Stack("Japan", "infantry"): 2})
    assert at(game, "Germany", "Germany") == {"infantry": 2} and at(game, "Germany", "Japan") == {"infantry": 1}


@pytest.mark.parametrize("name", ["turncoat", "loner", "inheritance", "italian_defection"])
def test_games_with_changed_sides_go_on_and_play_again(name: str, tmp_path: Path) -> None:
    edition = KNOWN[f"ex_turns.{name}"].editions[0]
    game = Game.new(edition, ["common.round_limit", f"ex_turns.{name}"], {"common.round_limit.rounds": 2}, seed=name)
    watch, who, told = Watch(game), player("random", name), 0
    while game.decision is not None:
        game.answer(who(game, game.decision), id=game.decision.id)
        told += 1
        if told % 25 == 0:
            assert watch.faults() == []
    if name == "inheritance":
        assert "Japan" not in game.state.owner.values() and "Japan" not in game.state.order
    game.save(tmp_path / "game.json")
    assert replay(tmp_path / "game.json").ok
