"""smith.bribed_overflights: neutral territories that overlook aircraft for 3 IPCs."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "smith.bribed_overflights"
GERMANY, US, JAPAN = "Germany", "United States", "Japan"


def brazil(ipcs: int = 4, rules: tuple[str, ...] = (RULE,), **more: Any) -> Game:
    """Two American fighters in Brazil; a Japanese transport beyond neutral Peru, out of other reach."""
    units = {
        "Brazil": {US: "2 fighter"}, "Peru Sea Zone": {JAPAN: "1 transport"},
        "Eastern United States": {US: "1 infantry"},
    }  # fmt: skip
    return position(US, "combat_move", units, ipcs={US: ipcs}, rules=rules, **more)


FLIGHT = "2 fighter: Brazil > Peru > Peru Sea Zone"


@clause("smith.bribed_overflights.1", "smith.bribed_overflights.2", "smith.bribed_overflights.3")
def test_example_two_fighters_cross_peru_out_and_back() -> None:
    game = tell(brazil(dice=[1, 1, 6]), "bribe")
    assert game.open[0].kind == "bribe"
    tell(game, "Peru")
    assert game.state.ipcs[US] == 1
    tell(game, FLIGHT)
    assert game.state.ipcs[US] == 1 and game.state.owner["Peru"] is None
    tell(game, "done")
    while game.open[0].kind != "move":
        game.answer(game.open[0].advice)
    tell(game, "2 fighter: Peru Sea Zone > Peru > Brazil")  # in the noncombat move as well, for the same payment
    assert at(game, "Brazil", US) == {"fighter": 2}
    assert game.state.owner["Peru"] is None and game.state.ipcs[US] == 1
    assert not happened(game, "neutral_violated")


def test_without_a_bribe_the_fighters_could_not_come_back() -> None:
    with pytest.raises(Illegal):
        tell(brazil(ipcs=2), FLIGHT)  # no offer to bribe: too poor


def test_a_bribed_neutral_cannot_be_landed_in() -> None:
    game = tell(brazil(dice=[1, 1, 6]), "bribe", "Peru", FLIGHT, "done")
    while game.open[0].kind != "move":
        game.answer(game.open[0].advice)
    with pytest.raises(Illegal, match="neutral"):
        tell(game, "2 fighter: Peru Sea Zone > Peru")


@clause("smith.bribed_overflights.1")
def test_example_each_neutral_is_paid_for() -> None:
    units = {"Germany": {GERMANY: "1 bomber"}, "Gibraltar": {"United Kingdom": "1 infantry"}}
    game = position(GERMANY, "combat_move", units, ipcs={GERMANY: 8}, rules=[RULE])
    tell(game, "bribe", "Switzerland", "bribe", "Spain")
    assert game.state.ipcs[GERMANY] == 2
    assert [e["space"] for e in happened(game, "bribed")] == ["Switzerland", "Spain"]
    assert game.open[0].kind == "move"  # too poor for a third one
    tell(game, "1 bomber: Germany > Switzerland > Western Europe > Spain > Gibraltar")
    assert game.state.owner["Spain"] is None and game.state.owner["Switzerland"] is None


@clause("smith.bribed_overflights.1", "smith.strategic_bombings.6")
@pytest.mark.parametrize("raids", [True, False])
def test_neutrals_are_bribed_before_raids_as_well(raids: bool) -> None:
    units = {"Brazil": {US: "1 bomber, 1 infantry" if raids else "1 fighter, 1 infantry"},
             "Panama": {JAPAN: "1 industrial complex"}}  # fmt: skip
    game = position(US, "raids", units, owners={"Panama": JAPAN, "Brazil": US}, ipcs={US: 4}, dice=[4],
                    rules=[RULE, "smith.strategic_bombings"])  # fmt: skip
    if raids:
        tell(game, "bribe", "Colombia", "1 bomber: Brazil > Colombia > Panama [raid]")
        assert game.state.ipcs[US] == 1 and happened(game, "raided")
    else:
        assert game.open[0].kind == "offer"
        assert game.rules.sequence("turn")[game.state.step].name == "combat_move"  # asked only once


def test_another_price() -> None:
    game = tell(brazil(options={f"{RULE}.bribe": 1}), "bribe", "Peru")
    assert game.state.ipcs[US] == 3


def test_the_bribe_ends_with_the_turn() -> None:
    game = tell(brazil(dice=[1, 1, 6], ipcs=9), "bribe", "Peru", "go on", "done")
    while game.state.power == US:
        game.answer(game.open[0].advice)
    assert not game.state.now.get("bribed") and not game.state.now.get("overflown")


def test_a_stranded_fighter_bribes_its_way_home() -> None:
    units = {"Peru Sea Zone": {US: "1 fighter"}, "Eastern United States": {US: "1 infantry"}}
    closed = dict.fromkeys(("Panama", "Mexico", "New Zealand"), JAPAN)
    game = position(US, "combat_move", units, owners=closed, ipcs={US: 3}, rules=[RULE])
    offer = game.rules.offers["noncombat_move"][0]
    (fighter,) = game.state.at("Peru Sea Zone")
    assert offer.available(game) and not offer.advised(game)  # it may still fly around
    game.state.turn_into("Peru Sea Zone", fighter, fighter.cond._replace(moved=2), 1)
    assert offer.advised(game)
    assert next(offer.run(game)).advice in ("Argentina-Chile", "Peru")


def test_nothing_to_bribe_no_question() -> None:
    units = {"Japan": {JAPAN: "1 infantry"}, "Manchuria": {JAPAN: "1 infantry"}}
    assert position(JAPAN, "combat_move", units, rules=[RULE]).open[0].kind == "move"
