"""Politics and neutrals: R153 to R158, R49.4, R65, R58.2."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import attack, combat_over, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
US_HOME = "Eastern United States"
NEUTRALS = {
    "Afghanistan", "Angola", "Argentina-Chile", "Colombia", "Eire", "Mongolia", "Mozambique", "Peru", "Rio de Oro",
    "Saudi Arabia", "Spain", "Sweden", "Switzerland", "Turkey",
}  # fmt: skip


@clause("classic.R153")
def test_all_are_at_war_with_the_other_side_from_the_start_and_for_good() -> None:
    game = position(RED, "purchase")
    allies, axis = {RED, UK, US}, {"Germany", "Japan"}
    for power in allies | axis:
        assert game.foes(power) == (axis if power in allies else allies)
    edits = [e for e in game.rules.record if e.target[0] == "at_war"]
    assert [e.kind for e in edits] == ["answer"]
    assert not any(registry.build("classic").offers.values())  # there is no diplomacy


@clause("classic.R154", "classic.R18")
def test_the_neutrals() -> None:
    game = position(RED, "purchase")
    assert {s for s, owner in game.state.owner.items() if owner is None} == NEUTRALS
    assert all(game.rules.spaces[s].value == 0 and game.rules.spaces[s].neutral for s in NEUTRALS)


@clause("classic.R155")
def test_land_units_pay_three_and_take_control_at_once_without_a_battle() -> None:
    game = position("Germany", "combat_move", {"Germany": {"Germany": "2 infantry"}}, ipcs={"Germany": 10})
    game.answer("1 infantry: Germany > Switzerland")
    assert game.state.ipcs["Germany"] == 7
    assert game.state.owner["Switzerland"] == "Germany"
    assert happened(game, "neutral_violated") == [{"power": "Germany", "ipcs": 3, "space": "Switzerland"}]
    game.answer("done")
    assert happened(game, "battle_started") == []


@clause("classic.R155")
def test_neutrals_are_entered_in_combat_movement_only() -> None:
    game = position("Germany", "noncombat_move", {"Germany": {"Germany": "1 infantry"}})
    refused(game, "1 infantry: Germany > Switzerland", "classic.R52")


@clause("classic.R155", "classic.R118")
def test_a_landing_in_a_neutral_pays_as_well() -> None:
    game = attack(
        "Germany",
        ["1 infantry: North Sea Zone > Eire"],
        {"North Sea Zone": {"Germany": "1 transport (carrying infantry of Germany)"}},
        ipcs={"Germany": 10},
    )
    assert game.state.owner["Eire"] == "Germany"
    assert game.state.ipcs["Germany"] == 7


@clause("classic.R155.1", "classic.R49.4")
def test_land_units_stop_in_a_neutral() -> None:
    game = position("Germany", "combat_move", {"Western Europe": {"Germany": "1 tank"}, UK: {UK: "1 infantry"}})
    refused(game, "1 tank: Western Europe > Spain > Gibraltar", "classic.R49.4")
    game.answer("1 tank: Western Europe > Spain")
    assert at(game, "Spain") == {"tank": 1}


@clause("classic.R155.2")
def test_the_fee_is_paid_once_in_the_game() -> None:
    units = {"Germany": {"Germany": "2 infantry"}, UK: {UK: "1 infantry"}, "Western Europe": {UK: "1 infantry"}}
    game = position("Germany", "combat_move", units, ipcs={"Germany": 10, UK: 10})
    tell(game, "1 infantry: Germany > Switzerland", "done", "1 infantry: Germany > Switzerland")
    assert len(happened(game, "neutral_violated")) == 1  # the second one enters a German territory
    assert game.state.ipcs["Germany"] == 7 + 32  # the turn is over, income collected
    game = attack(
        UK,
        ["1 infantry: Western Europe > Switzerland"],
        {"Western Europe": {UK: "1 infantry"}},
        owners={"Switzerland": "Germany", "Western Europe": UK},
        ipcs={UK: 10},
    )
    assert game.state.ipcs[UK] == 10
    assert game.state.owner["Switzerland"] == UK


@clause("classic.R155.3")
def test_without_three_ipcs_no_neutral_is_violated() -> None:
    units = {"Germany": {"Germany": "1 infantry, 1 bomber"}}
    game = position("Germany", "combat_move", units, ipcs={"Germany": 2})
    refused(game, "1 infantry: Germany > Switzerland", "classic.R155.3")
    refused(game, "1 bomber: Germany > Switzerland > Western Europe", "classic.R155.3")
    game = position("Germany", "combat_move", units, ipcs={"Germany": 3})
    game.answer("1 infantry: Germany > Switzerland")
    assert game.state.ipcs["Germany"] == 0


@clause("classic.R155.3", "classic.R156")
def test_a_flight_over_two_neutrals_costs_twice() -> None:
    units = {"Southern Europe": {"Germany": "1 bomber, 1 infantry"}, "Gibraltar": {UK: "1 infantry"}}
    over_both = "1 bomber: Southern Europe > Switzerland > Western Europe > Spain > Gibraltar"
    game = position("Germany", "combat_move", units, ipcs={"Germany": 5})
    refused(game, over_both, "classic.R155.3")
    game = position("Germany", "combat_move", units, ipcs={"Germany": 6})
    game.answer(over_both)
    assert game.state.ipcs["Germany"] == 0
    assert game.state.owner["Switzerland"] == game.state.owner["Spain"] == "Germany"


@clause("classic.R155.3")
def test_cargo_stays_aboard_if_the_fee_is_gone_after_the_sea_battle() -> None:
    carrying = "1 transport (carrying infantry of Germany)"
    game = attack(
        "Germany",
        ["1 infantry: North Sea Zone > Eire", "1 infantry: Germany > Switzerland"],
        {
            "North Sea Zone": {"Germany": f"1 battleship, {carrying}", UK: "1 transport"},
            "Germany": {"Germany": "2 infantry"},
        },
        ipcs={"Germany": 5},
        dice=[4, 6],
    )
    assert combat_over(game)
    assert game.state.ipcs["Germany"] == 2
    assert game.state.owner["Eire"] is None
    transport = next(s for s in game.state.at("North Sea Zone") if s.type == "transport")
    assert transport.cond.cargo == (("Germany", "infantry"),)


@clause("classic.R156")
def test_aircraft_pay_for_flying_over_take_control_and_fly_on() -> None:
    game = attack(
        "Germany",
        ["1 fighter: Western Europe > Spain > Gibraltar"],
        {"Western Europe": {"Germany": "1 fighter"}, "Gibraltar": {UK: "1 infantry"}},
        ipcs={"Germany": 10},
        dice=[3, 6],
    )
    assert game.state.ipcs["Germany"] == 7
    assert game.state.owner["Spain"] == "Germany"
    assert at(game, "Gibraltar") == {"fighter": 1}


@clause("classic.R156", "classic.R58.1", "classic.R58.2")
def test_a_neutral_taken_this_turn_is_no_landing_place() -> None:
    game = attack(
        "Germany",
        ["1 fighter: Western Europe > Spain > Gibraltar"],
        {"Western Europe": {"Germany": "1 fighter"}, "Gibraltar": {UK: "1 infantry"}},
        ipcs={"Germany": 10},
        dice=[3, 6],
    )
    refused(game, way(game, "1 fighter: Gibraltar > Spain"), "classic.R58.1")
    game.answer(way(game, "1 fighter: Gibraltar > Spain > Western Europe"))
    assert game.state.ipcs["Germany"] == 7


@clause("classic.R157")
def test_after_that_it_is_an_ordinary_worthless_territory() -> None:
    held = {"Switzerland": "Germany", "Spain": "Germany"}
    game = position("Germany", "collect", owners=held, ipcs={"Germany": 0})
    assert game.state.ipcs["Germany"] == 32  # worth nothing
    game = position("Germany", "noncombat_move", {"Germany": {"Germany": "1 tank"}}, owners=held)
    game.answer("1 tank: Germany > Switzerland > Western Europe")  # passed through
    game = attack(
        UK,
        ["1 infantry: Western Europe > Spain"],
        {"Western Europe": {UK: "1 infantry"}, "Spain": {"Germany": "1 infantry"}},
        owners={**held, "Western Europe": UK},
        ipcs={UK: 10},
        dice=[1, 6],
    )
    assert game.state.owner["Spain"] == UK  # captured in a battle, with no fee
    assert game.state.ipcs[UK] == 10


@clause("classic.R157", "classic.R140.1")
def test_a_former_neutral_may_hold_a_complex_that_makes_one_unit() -> None:
    held = {"Spain": "Germany"}
    game = position("Germany", "purchase", owners=held, ipcs={"Germany": 15})
    game.answer("1 industrial complex")
    until(game, "Germany", "place")
    game.answer("1 industrial complex > Spain")
    until(game, "Germany", "purchase")
    game.answer("2 infantry")
    until(game, "Germany", "place")
    refused(game, "2 infantry > Spain", "classic.R140")
    game.answer("1 infantry > Spain")


@clause("classic.R158")
def test_territories_of_the_united_states_in_china_are_ordinary() -> None:
    def taken(space: str, origin: str) -> Game:
        return attack("Japan", [f"1 infantry: {origin} > {space}"], {origin: {"Japan": "1 infantry"}})

    for space, origin in (("China", "Kwangtung"), ("Sinkiang", "French Indo-China")):
        game = taken(space, origin)
        assert game.state.owner[space] == "Japan"
    game = position(US, "purchase", {"China": {US: "1 industrial complex"}}, ipcs={US: 60})
    tell(game, "1 industrial complex, 2 infantry")
    until(game, US, "place")
    game.answer("2 infantry > China, 1 industrial complex > Sinkiang")
    assert at(game, "China") == {"infantry": 2}
    game = position(US, "combat_move", {"China": {US: "1 infantry"}, US_HOME: {US: "1 infantry"}})
    game.answer("1 infantry: China > Manchuria")  # its units attack like all others
    assert game.state.owner["Manchuria"] == US
