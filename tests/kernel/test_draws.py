"""What powers draw before the first turn: held from then on, told by `why`, counted by the odds."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.engine.save import replay
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from tests.helpers import happened

from .examples_turns import EXAMPLES, rule

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_powers_begin_with_what_they_draw(edition: str, tmp_path: Path) -> None:
    game = Game.new(edition, ["ex_turns.national_advantages"], seed=4)
    assert game.state.techs["Germany"] == ["panzers"]  # the other one is not in play, and not drawn
    assert game.stats("Germany", "tank").attack == 4
    assert game.stats("United States", "tank").attack < 4
    assert [(e["power"], e["name"]) for e in happened(game, "drew")] == [
        ("Germany", "Panzers"),
        ("United States", "Thrift"),
    ]
    q = game.rules.q
    assert q.for_sale(game, "United States")["infantry"] == 3
    assert q.for_sale(game, "Germany")["infantry"] > 3
    game.answer(game.open[0].advice)
    game.save(tmp_path / "game.json")
    assert replay(tmp_path / "game.json").ok


def test_draws_differ_and_what_was_agreed_on_is_not_drawn() -> None:
    def change(draft: Draft) -> None:
        for name in "abcdef":
            draft.capability(name, name.upper(), "A test.", kind="advantage")
        draft.include("powers.Japan.technologies", "b")
        draft.add("draws.advantages", {"lists": {"Germany": list("abcdef"), "Japan": list("abcdef")}})

    KNOWN["ex_turns.six"] = rule("six", change, "classic")
    try:
        games = [Game.new("classic", ["ex_turns.six"], seed=seed) for seed in range(40)]
    finally:
        del KNOWN["ex_turns.six"]
    assert {tuple(g.state.techs["Germany"]) for g in games} == {(name,) for name in "abcdef"}
    assert {tuple(g.state.techs["Japan"]) for g in games} == {("b",)}


def test_powers_may_choose() -> None:
    def change(draft: Draft) -> None:
        KNOWN["ex_turns.national_advantages"].apply(draft, None)  # type: ignore[arg-type]
        draft.set("draws.advantages.by", "choice")

    KNOWN["ex_turns.chosen"] = rule("chosen", change, "classic")
    try:
        game = Game.new("classic", ["ex_turns.chosen"])
    finally:
        del KNOWN["ex_turns.chosen"]
    assert game.decision is not None and (game.decision.power, game.decision.kind) == ("Germany", "draw")
    game.answer("panzers")
    assert game.state.techs["Germany"] == ["panzers"]


def test_a_modifier_for_holders_needs_a_query_about_a_power() -> None:
    def change(draft: Draft) -> None:
        draft.capability("a", "A", "A test.").modify("value", lambda answer: answer + 1)

    with pytest.raises(RuleError, match="no power is considered there"):
        registry.draft("classic", [rule("wrong", change, "classic")])
