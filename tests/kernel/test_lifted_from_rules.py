"""What was lifted out of long house rules, in small rules of another content: each point whole, in both editions."""

from __future__ import annotations

import random

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine import survival
from sandtable.engine.game import Game
from sandtable.engine.invariants import board, replay_fault
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, refused
from tests.helpers import at, happened, position, tell

from .examples_lifted import EXAMPLES, survives

KNOWN = {rule.id: rule for rule in EXAMPLES}
RED, GERMANY, UK = "Soviet Union", "Germany", "United Kingdom"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_a_pact_keeps_two_powers_of_different_sides_at_peace(edition: str) -> None:
    game = Game.new(edition, ["ex_lifted.pact"], seed=1)
    sides = game.rules.side_of
    other = next(p for p in game.rules.powers if sides[p] != sides[GERMANY])
    assert other not in game.foes(GERMANY) and GERMANY not in game.foes(other)
    game.state.facts["ex_lifted_pact"] = False
    game.changed()
    plain = Game.new(edition, seed=1)
    assert game.foes(GERMANY) == plain.foes(GERMANY)


def test_a_pact_closes_the_partners_territory() -> None:
    units = {"Ukraine S.S.R.": {GERMANY: "1 infantry"}, "Caucasus": {RED: "1 infantry"}}
    game = position(GERMANY, "combat_move", units, rules=["ex_lifted.pact"])
    with pytest.raises(Illegal, match="the pact closes Caucasus"):
        tell(game, "1 infantry: Ukraine S.S.R. > Caucasus")


def test_a_quota_counts_for_the_whole_game() -> None:
    game = position(GERMANY, "purchase", {}, ipcs={GERMANY: 40}, techs={GERMANY: ["mines"]}, rules=["ex_lifted.mines"])
    tell(game, "mines")
    with pytest.raises(Illegal):
        game.answer(3)
    tell(game, 2)
    assert game.state.ipcs[GERMANY] == 30
    assert happened(game, "bought")[0]["units"] == {"mine": 2}
    assert game.decision is not None and game.decision.kind == "purchase"  # the offer is used up
    assert "mine" not in game.rules.q.for_sale(game, GERMANY)
    none = position(GERMANY, "purchase", {}, ipcs={GERMANY: 40}, rules=["ex_lifted.mines"])
    assert none.decision is not None and none.decision.kind == "purchase"  # only who holds the capability


MINED = {"Ukraine S.S.R.": {GERMANY: "1 fighter, 1 mine"}, "Caucasus": {RED: "3 infantry"}}


def test_a_payload_is_loaded_dropped_and_strikes() -> None:
    game = position(GERMANY, "combat_move", MINED, rules=["ex_lifted.mines"], dice=[3, 4, 1])
    with pytest.raises(Illegal, match="cannot move by itself"):
        tell(game, "go on", "1 mine: Ukraine S.S.R. > Caucasus")
    game = position(GERMANY, "combat_move", MINED, rules=["ex_lifted.mines"], dice=[3, 4, 1])
    odds = survival.odds(game, "Caucasus", lambda s: survives(game, s))
    assert odds.arrives == 1 and sum(odds.destroyed.values()) == pytest.approx(1.5)
    tell(game, "load_mines", "1 Ukraine S.S.R.")
    laden = "1 fighter (carrying mine of Germany)"
    with pytest.raises(Illegal, match="only lays it"):
        tell(game, f"{laden}: Ukraine S.S.R. > Caucasus")
    assert game.decision is not None
    tell(game, game.decision.advice)
    while at(game, "Caucasus", RED).get("infantry", 0) == 3 and game.decision:
        game.answer(game.decision.advice)
    assert at(game, "Caucasus", RED) == {"infantry": 1}


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_units_are_turned_in(edition: str) -> None:
    capital = registry.build(edition).powers[GERMANY].capital
    game = position(GERMANY, "purchase", {capital: {GERMANY: "3 infantry"}}, rules=["ex_lifted.scrap"], edition=edition)
    cash = game.state.ipcs[GERMANY]
    tell(game, "scrap", f"2 infantry > {capital}")
    assert at(game, capital, GERMANY)["infantry"] == 1
    assert game.state.ipcs[GERMANY] == cash + 2


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_a_debt_is_repaid_from_income(edition: str) -> None:
    game = Game.new(edition, ["ex_lifted.war_loan"], seed=2)
    first, second = game.state.order[:2]
    assert [(e["power"], e["to"], e["ipcs"]) for e in happened(game, "ex_lifted_aid")] == [(second, first, 5)]
    while not happened(game, "ex_lifted_repaid"):
        assert game.decision is not None
        game.answer(game.decision.advice)
    assert [(e["power"], e["to"], e["ipcs"]) for e in happened(game, "ex_lifted_repaid")] == [(first, second, 5)]
    assert game.state.facts["debts"][first] == {}


@pytest.mark.parametrize("edition", ["classic", "great_war"])
def test_random_games_with_all_of_them(edition: str) -> None:
    game = Game.new(edition, [r.id for r in EXAMPLES if edition in r.editions], seed=5)
    chance = random.Random(5)
    if edition == "classic":
        for held in game.state.techs.values():
            held.append("mines")
        game.changed()
    for _ in range(250):
        if game.decision is None:
            break
        game.answer(game.decision.form.sample(chance))
        assert list(board(game)) == []
    if edition != "classic":  # capabilities given by hand are in no log
        assert not replay_fault(game)


@pytest.mark.parametrize(
    ("ships", "offered"),
    [("1 transport", True), ("1 aircraft carrier", True), ("1 battleship", False)],
)
def test_defenders_leave_where_transports_or_carriers_are_beside_the_battle(ships: str, offered: bool) -> None:
    game = harried(ships)
    assert game.decision is not None and (game.decision.kind == "offer") == offered


def harried(ships: str) -> Game:
    """Soviet defenders of Karelia after a round against Germany, with ships in the zone beside them."""
    board = {
        "Eastern Europe": {GERMANY: "6 infantry"}, "Karelia S.S.R.": {RED: "3 infantry, 1 fighter"},
        "Karelia Sea Zone": {RED: ships},
    }  # fmt: skip
    orders = ["6 infantry: Eastern Europe > Karelia S.S.R."]
    game = attack(GERMANY, orders, board, dice=[6] * 60, rules=["ex_lifted.ferry"])
    return tell(game, "press on")


def test_the_ferry_takes_what_fits_and_the_others_go_by_land() -> None:
    game = tell(harried("1 transport"), "ferry")
    assert asked(game) == ("ex_lifted_leave", RED)
    refused(game, "1 infantry", "ex_lifted.ferry.full")
    assert game.decision is not None and sum(game.decision.advice.values()) == 2
    tell(game, "2 infantry", "Russia")
    assert at(game, "Russia", RED) == {"infantry": 1, "fighter": 1}
    assert game.state.owner["Karelia S.S.R."] == GERMANY


def test_fighters_fly_to_the_carrier() -> None:
    game = tell(harried("1 aircraft carrier"), "ferry", "1 fighter", "Russia")
    assert at(game, "Karelia Sea Zone", RED) == {"aircraft_carrier": 1, "fighter": 1}
    assert at(game, "Russia", RED) == {"infantry": 3}
