"""Offers to powers outside their turn, and the declaration of submarine warfare at any time."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.ai import player
from sandtable.battle.volley import DEFENDER
from sandtable.engine.game import Game, play
from sandtable.engine.save import load, replay
from sandtable.rules import explain, registry
from tests.helpers import at, happened, position, tell

from .examples_turns import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
SEA = {"United Kingdom": {"United Kingdom": "2 fighter"}}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def scrambling() -> Game:
    zone = next(iter(Game.new("classic").rules.sea_near["United Kingdom"]))
    units = {**SEA, zone: {"Germany": "1 submarine, 1 fighter", "United Kingdom": "1 transport"}}
    game = position("Germany", "combat", units, rules=["ex_turns.scramble"])
    return tell(game, True)  # attack the ships that it stands among


def test_a_fighter_joins_a_battle_before_its_first_round() -> None:
    game = scrambling()
    decision = game.decision
    assert decision is not None
    assert (decision.power, decision.kind, decision.context["moment"]) == ("United Kingdom", "reaction", "battle")
    assert decision.advice == "scramble"
    tell(game, "scramble")
    assert game.decision is not None and game.decision.kind == "reaction"  # the second fighter may follow
    assert at(game, "United Kingdom") == {"fighter": 1}
    assert {s.type: n for s, n in game.battle.units[DEFENDER].items()} == {"transport": 1, "fighter": 1}
    tell(game, "go on")
    assert any(e["side"] == "defender" and e["hits_on"] == "4" for e in happened(game, "volley_fired"))


def test_nobody_is_asked_without_a_rule() -> None:
    game = position("Germany", "combat", SEA)
    assert all(line.decision.kind != "reaction" for line in game.log)


def test_a_rule_says_what_it_offers() -> None:
    draft, _, _ = registry.draft("classic", [KNOWN["ex_turns.scramble"]])
    assert any("send a fighter" in line for line in explain.explain(draft.record, draft.tables, "ex_turns.scramble"))


# --- submarine warfare at any time ------------------------------------------------------------------------------------


def between_turns(**more: object) -> Game:
    """Britain has only its income left to collect."""
    game = position("Britain", "collect", edition="great_war", clear=False, **more)  # type: ignore[arg-type]
    assert game.decision is not None and game.decision.kind == "reaction"
    return game


@pytest.mark.clause("great_war.R92", "great_war.R97")
def test_germany_declares_submarine_warfare_between_the_turns_of_others() -> None:
    game = between_turns()
    assert game.decision is not None
    assert (game.decision.power, game.state.power) == ("Germany", "Ottoman Empire")
    assert "submarine_warfare" in [option["key"] for option in game.decision.form.describe(game.rules.words)["options"]]
    tell(game, "submarine_warfare")
    assert happened(game, "submarine_warfare") == [{"power": "Germany"}]
    assert game.state.facts["neutral_powers"] == []  # the United States enters the war at once


def test_germany_is_not_asked_again_before_its_own_turn() -> None:
    game = tell(between_turns(), "later")
    asked = []
    while game.state.power != "Germany" and game.decision is not None:
        asked.append(game.decision.kind)
        game.answer(game.decision.advice)
    assert "reaction" not in asked
    assert "quiet" not in game.state.facts


def test_the_computer_puts_it_off_once_a_round() -> None:
    game = Game.new("great_war", ["common.round_limit"], {"common.round_limit.rounds": 2}, seed="calm")
    play(game, dict.fromkeys(game.rules.powers, player("random", "calm")))
    assert not any(line.decision.kind == "reaction" and line.decision.power != "Germany" for line in game.log)


def test_a_save_from_before_the_question_plays_again(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    game = Game.new("great_war", ["common.round_limit"], {"common.round_limit.rounds": 1}, seed="old")
    while game.decision is not None:
        decision = game.decision
        game.answer("go on" if decision.kind == "reaction" else player("random", "old")(game, decision), id=decision.id)
    kept = [line for line in game.log if line.decision.kind != "reaction"]
    assert len(kept) < len(game.log)
    end = game.state_hash
    old = Game(game.header)
    for i, line in enumerate(kept):
        words = line.decision.form.write(line.answer, game.rules.words)
        old.follow(line._replace(id=i, answer=words, written=True))
    assert old.state_hash == end
    old.save(path)
    assert load(path).state_hash == end
    assert replay(path).ok


def test_a_standing_offer_is_put_off_for_each_power() -> None:
    game = Game.new("classic", ["ex_turns.war_bonds"], seed=1)
    assert game.decision is not None and game.decision.power == "United States"
    tell(game, "bonds")
    assert game.state.ipcs["United States"] == 37
    tell(game, "later")
    assert game.state.facts["quiet"] == {"United States": ["bonds"]}
