"""smith.na_ussr_economic_support: American IPCs travel by transport."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, until, way
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, RED, US, built

clause = pytest.mark.clause
RULE = built("na_ussr_economic_support")[0]
EAST = "Eastern United States Sea Zone"
ABOARD = "1 transport (support, support_ipcs=5)"


def loading(units: Any, ipcs: int = 36, **more: Any) -> Game:
    return position(US, "purchase", units, rules=[RULE], ipcs={US: ipcs}, **more)


@clause("smith.na_ussr_economic_support.7")
@pytest.mark.parametrize("given", [True, False])
def test_example_the_opening_sum(given: bool) -> None:
    game = Game.new("classic", [RULE])
    assert asked(game) == ("opening_support", US)
    tell(game, given)
    assert (game.state.ipcs[RED], game.state.ipcs[US]) == ((29, 31) if given else (24, 36))
    until(game, RED, "purchase")
    assert game.state.ipcs[RED] == (29 if given else 24)
    more = tell(Game.new("classic", [RULE], {f"{RULE}.opening_grant": 9}), True)
    assert more.state.ipcs[RED] == 33


@clause("smith.na_ussr_economic_support.1", "smith.na_ussr_economic_support.2", "smith.na_ussr_economic_support.6")
def test_example_five_ipcs_sail_to_karelia() -> None:
    game = loading({EAST: {US: "1 transport"}})
    assert "economic_support" in choices(game)
    tell(game, "economic_support")
    with pytest.raises(Illegal, match="the maximum is 5"):
        tell(game, {(EAST, US): 6})
    tell(game, {(EAST, US): 5})
    assert game.state.ipcs[US] == 31 and game.decision is not None and game.decision.kind != "offer"
    until(game, US, "move", "noncombat")
    game.answer(way(game, f"1 transport: {EAST} > Eastern Canada Sea Zone > North Sea Zone"))
    until(game, RED, "purchase")
    assert not happened(game, "support_arrived")  # it is not there yet
    until(game, US, "move", "noncombat")
    game.answer(way(game, "1 transport: North Sea Zone > Karelia Sea Zone"))
    before = game.state.ipcs[RED]
    until(game, RED, "purchase")
    assert happened(game, "support_arrived") == [{"power": RED, "ipcs": 5}] and game.state.ipcs[RED] == before + 5
    assert all(not s.cond.marks for s in game.state.at("Karelia Sea Zone") if s.owner == US)


@clause("smith.na_ussr_economic_support.3")
def test_example_support_is_lost_with_its_transport() -> None:
    units = {"North Sea Zone": {US: ABOARD}, "Baltic Sea Zone": {GERMANY: "1 submarine"}}
    game = attack(GERMANY, ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[1], rules=[RULE])
    assert at(game, "North Sea Zone") == {"submarine": 1} and not happened(game, "support_arrived")


@clause("smith.na_ussr_economic_support.5")
def test_example_no_units_go_aboard() -> None:
    units = {EAST: {US: ABOARD}, "Eastern United States": {US: "1 infantry"}}
    game = position(US, "noncombat_move", units, rules=[RULE])
    with pytest.raises(Illegal):
        tell(game, f"1 infantry: Eastern United States > {EAST}")
    laden = loading({EAST: {US: "1 transport (carrying infantry of United States)"}})
    assert asked(laden)[0] != "offer"


@clause("smith.na_ussr_economic_support.4")
def test_example_a_soviet_transport_is_loaded_in_the_american_turn() -> None:
    game = loading({EAST: {RED: "1 transport"}, "Russia": {RED: "1 infantry"}})
    tell(game, "economic_support", {(EAST, RED): 5})
    until(game, RED, "move", "noncombat")
    game.answer(way(game, f"1 transport: {EAST} > Eastern Canada Sea Zone > North Sea Zone"))
    (stack,) = [s for s in game.state.at("North Sea Zone") if s.owner == RED]
    assert stack.cond.noted("support_ipcs") == "5"
    own = position(RED, "purchase", {EAST: {RED: "1 transport"}}, rules=[RULE], ipcs={RED: 20})
    assert asked(own)[0] != "offer"


def test_a_transport_holds_support_of_several_turns_and_waits_without_a_capital() -> None:
    game = loading({EAST: {US: ABOARD}}, options={f"{RULE}.max_per_turn": 8})
    tell(game, "economic_support", {(EAST, US): 8})
    (stack,) = [s for s in game.state.at(EAST) if s.owner == US]
    assert stack.cond.noted("support_ipcs") == "13"
    lost = position(RED, "purchase", {"Karelia Sea Zone": {US: ABOARD}}, rules=[RULE], owners={"Russia": GERMANY})
    assert not happened(lost, "support_arrived")


def test_support_is_for_the_holder_of_the_advantage() -> None:
    assert asked(loading({EAST: {US: "1 transport"}}, techs={RED: []}))[0] != "offer"
