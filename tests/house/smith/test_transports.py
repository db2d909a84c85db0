"""smith.transports: where transports load and offload, and who may leave the troops they landed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, end_moves, fired, refused, way
from tests.helpers import at, position, tell

clause = pytest.mark.clause
RULE = "smith.transports"
GERMANY, UK, US = "Germany", "United Kingdom", "United States"
EAST, EAST_SEA = "Eastern United States", "Eastern United States Sea Zone"
CANADA, CANADA_SEA = "Eastern Canada", "Eastern Canada Sea Zone"
NORTH = "North Sea Zone"
TWO = "carrying infantry of United Kingdom + infantry of United Kingdom"


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


def american(**values: Any) -> Game:
    """The example: a transport has loaded in the Eastern United States and sailed to Eastern Canada."""
    board = {EAST: {US: "2 infantry"}, EAST_SEA: {US: "1 transport"}, CANADA: {US: "1 infantry"}}
    game = position(US, "noncombat_move", board, rules=[RULE], options=options(**values))
    tell(game, f"1 infantry: {EAST} > {EAST_SEA}")
    return tell(game, way(game, f"1 transport: {EAST_SEA} > {CANADA_SEA}"))


@clause("smith.transports.1")
def test_example_a_transport_loads_in_one_place() -> None:
    game = american()
    refused(game, f"1 infantry: {CANADA} > {CANADA_SEA}", f"{RULE}.1")
    two = american(pickup_places_per_turn=2)
    tell(two, f"1 infantry: {CANADA} > {CANADA_SEA}")
    assert at(two, CANADA) == {}


@clause("smith.transports.1")
@pytest.mark.parametrize("place", ["territory", "sea_zone"])
def test_what_a_place_is_can_be_chosen(place: str) -> None:
    board = {"Finland-Norway": {UK: "1 infantry"}, "United Kingdom": {UK: "1 infantry"}, NORTH: {UK: "1 transport"}}
    game = position(UK, "noncombat_move", board, owners={"Finland-Norway": UK}, rules=[RULE],
                    options=options(pickup_place_is=place))  # fmt: skip
    tell(game, f"1 infantry: United Kingdom > {NORTH}")
    if place == "territory":
        refused(game, f"1 infantry: Finland-Norway > {NORTH}", f"{RULE}.1")
    else:
        tell(game, f"1 infantry: Finland-Norway > {NORTH}")


@clause("smith.transports.3")
@pytest.mark.parametrize("drops", [0, 1])
def test_example_cargo_goes_ashore_in_several_places(drops: int) -> None:
    game = position(UK, "noncombat_move", {NORTH: {UK: f"1 transport ({TWO})"}}, owners={"Finland-Norway": UK},
                    rules=[RULE], options=options(drop_places_noncombat=drops))  # fmt: skip
    tell(game, f"1 infantry: {NORTH} > United Kingdom")
    if drops:
        refused(game, f"1 infantry: {NORTH} > Finland-Norway", f"{RULE}.3")
    else:
        tell(game, f"1 infantry: {NORTH} > Finland-Norway")
        assert at(game, "Finland-Norway") == {"infantry": 1}


@clause("smith.transports.2", "smith.transports.3")
@pytest.mark.parametrize("assaults", [1, 2])
def test_example_one_assault_and_no_spreading_afterwards(assaults: int) -> None:
    game = position(UK, "combat_move", {NORTH: {UK: f"1 transport ({TWO})"}}, rules=[RULE], dice=[],
                    owners={"Western Europe": GERMANY}, options=options(assaults_per_turn=assaults))  # fmt: skip
    tell(game, f"1 infantry: {NORTH} > Western Europe")
    if assaults == 1:
        refused(game, f"1 infantry: {NORTH} > Finland-Norway", "classic.R77")
        end_moves(game)
        if asked(game)[0] == "move":
            refused(game, f"1 infantry: {NORTH} > United Kingdom", "classic.R71")
    else:
        tell(game, f"1 infantry: {NORTH} > Finland-Norway")
        assert game.state.owner["Finland-Norway"] == UK


@clause("smith.transports.3")
def test_a_transport_that_won_a_sea_battle_offloads_in_one_place() -> None:
    board = {
        "West Spain Sea Zone": {UK: f"1 transport ({TWO}), 1 battleship"}, NORTH: {GERMANY: "1 transport"},
    }  # fmt: skip
    game = position(UK, "combat_move", board, dice=[1, 6], rules=[RULE], owners={"Finland-Norway": UK})
    tell(game, way(game, f"1 transport, 1 battleship: West Spain Sea Zone > {NORTH}"))
    end_moves(game)
    tell(game, f"1 infantry: {NORTH} > United Kingdom")
    refused(game, f"1 infantry: {NORTH} > Finland-Norway", f"{RULE}.3")


@clause("smith.transports.4")
def test_example_the_bomber_goes_home_and_the_infantry_fight_on() -> None:
    board = {
        NORTH: {UK: f"1 transport ({TWO})"}, "United Kingdom": {UK: "1 bomber"},
        "Finland-Norway": {GERMANY: "3 infantry"},
    }  # fmt: skip
    game = attack(
        UK, [f"2 infantry: {NORTH} > Finland-Norway", f"1 bomber: United Kingdom > {NORTH} > Finland-Norway"], board,
        dice=[6] * 6 + [6, 6, 1, 1, 6], rules=[RULE],
    )  # fmt: skip
    assert asked(game) == ("withdraw", UK)
    tell(game, "1 bomber")
    assert fired(game)[-2:] == [("attackers", [6, 6]), ("defenders", [1, 1, 6])]
    assert at(game, "Finland-Norway", UK) == {"bomber": 1}  # it lands later


@clause("smith.transports.4")
def test_attackers_overland_may_leave_a_landing() -> None:
    board = {
        NORTH: {UK: f"1 transport ({TWO})"}, "Spain": {UK: "1 infantry"}, "Western Europe": {GERMANY: "3 infantry"},
    }  # fmt: skip
    game = attack(
        UK, [f"2 infantry: {NORTH} > Western Europe", "1 infantry: Spain > Western Europe"], board,
        dice=[6] * 6 + [6, 6, 1, 1, 6], rules=[RULE], owners={"Spain": UK},
    )  # fmt: skip
    tell(game, "Spain")
    assert at(game, "Spain") == {"infantry": 1}
