"""Contracts between powers: sealed offers, payments every turn, promises, and what follows when they are broken."""

from __future__ import annotations

import pytest

from sandtable.engine import contracts
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import happened, position, tell

from .examples_turns import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def dealing(round: int = 2) -> Game:
    money = {"Germany": 20, "Britain": 20, "Italy": 0}
    return position(
        "Italy", "negotiate", edition="great_war", rules=["ex_turns.italian_deal"], round=round, ipcs=money, clear=False
    )


def test_the_higher_sealed_offer_wins_and_is_paid() -> None:
    game = dealing()
    assert game.sealed and [d.power for d in game.open] == ["Germany", "Britain"]
    tell(game, 12, 11)
    assert game.side("Italy") == "central_powers"
    assert game.state.ipcs["Italy"] == 15 and game.state.ipcs["Germany"] == 5
    assert not contracts.broken(game, "italy")


def test_a_missed_instalment_breaks_the_deal_until_it_is_paid() -> None:
    game = tell(dealing(), 12, 11)
    game.state.ipcs["Germany"] = 2
    contracts.fall_due(game)
    assert contracts.broken(game, "italy") and game.state.ipcs["Germany"] == 2
    game.state.ipcs["Germany"] = 30
    contracts.fall_due(game)  # with what is still owed
    assert not contracts.broken(game, "italy") and game.state.ipcs["Germany"] == 24


def test_a_promise_is_judged_at_the_end_of_its_round_and_may_be_made_good() -> None:
    game = tell(dealing(), 12, 11)
    contracts.judge(game)
    assert not contracts.broken(game, "italy")  # it is round 2
    game.state.round = 4
    contracts.judge(game)
    assert contracts.broken(game, "italy")
    assert happened(game, "contract_broken")[-1]["why"] == "Italy does not control Trieste"
    game.state.owner["Trieste"] = "Italy"
    assert not contracts.broken(game, "italy")


def test_italy_may_defect_from_a_broken_deal() -> None:
    game = tell(dealing(), 12, 11)
    asked = game.open[0]
    keys = [o["key"] for o in asked.form.describe(game.rules.words).get("options", ())]
    assert asked.kind != "offer" or "defect" not in keys
    game.state.round = 4
    contracts.judge(game)
    offer = next(o for o in game.rules.offers["purchase"] if o.name == "defect")
    assert offer.available(game)
    list(offer.run(game))
    assert game.side("Italy") == "allies" and "contracts" not in game.state.facts
