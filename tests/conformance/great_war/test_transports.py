"""Transports: R47 to R53, R30.2, R138."""

from __future__ import annotations

import pytest

from tests.conformance.great_war.board import ends, go, refused, scene
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


@clause("great_war.R47")
@pytest.mark.parametrize("pair", ["2 infantry", "1 infantry, 1 artillery", "1 tank, 1 fighter", "2 fighter"])
def test_a_transport_carries_two_units_of_any_kind(pair: str) -> None:
    game = scene(
        "Britain", "move", {"London": {"Britain": f"{pair}, 3 infantry"}, "Sea Zone 9": {"Britain": "1 transport"}}
    )
    tell(game, f"{pair}: London > Sea Zone 9")
    (carrier,) = game.state.at("Sea Zone 9")
    assert len(carrier.cond.cargo) == 2
    refused(game, "1 infantry: London > Sea Zone 9", "R47")


@clause("great_war.R48", "great_war.R28")
def test_boarding_and_landing_is_the_whole_move() -> None:
    game = scene(
        "Britain", "move", {"Wales": {"Britain": "2 infantry"}, "London": {}, "Sea Zone 9": {"Britain": "1 transport"}}
    )
    tell(game, "1 infantry: Wales > London")
    refused(game, "1 infantry (moved 1): London > Sea Zone 9", "R28")
    landed = scene("Britain", "move", {"Sea Zone 9": {"Britain": "1 transport (carrying infantry of Britain)"},
                                       "Wales": {"Britain": "1 infantry"}})  # fmt: skip
    refused(landed, "1 infantry: Sea Zone 9 > London > Wales", "R48")
    tell(landed, "1 infantry: Sea Zone 9 > London")
    refused(landed, "1 infantry: London > Wales", "R28")


@clause("great_war.R48.1")
def test_units_board_from_contested_territory_too() -> None:
    game = scene(
        "Britain", "move",
        {"Belgium": {"Britain": "2 infantry", "Germany": "1 infantry"}, "Sea Zone 9": {"Britain": "1 transport"}},
        contested={"Belgium": "France"},
    )  # fmt: skip
    tell(game, "1 infantry: Belgium > Sea Zone 9")
    assert at(game, "Belgium", "Britain") == {"infantry": 1}


@clause("great_war.R30.2")
def test_who_boards_in_contested_territory_is_bound_in_this_turn() -> None:
    units = {
        "Belgium": {"Britain": "2 infantry", "Germany": "1 infantry"}, "Sea Zone 9": {"Britain": "1 transport"},
        "Picardy": {"France": "1 infantry"}, "Yorkshire": {},
    }  # fmt: skip
    game = scene("Britain", "move", units, contested={"Belgium": "France"})
    tell(game, "1 infantry: Belgium > Sea Zone 9")
    assert ends(game, "Sea Zone 9", "infantry") == {"London", "Yorkshire", "Belgium", "Scotland"}
    refused(game, "1 infantry: Sea Zone 9 > Picardy", "R30")
    tell(game, "done")
    later = scene(
        "Britain",
        "move",
        {"Sea Zone 9": {"Britain": "1 transport (carrying infantry of Britain)"}},
        owners={"Picardy": "France"},
    )
    tell(later, "1 infantry: Sea Zone 9 > Picardy")
    free = scene(
        "Britain", "move", units, contested={"Belgium": "France"}, owners={"Picardy": "France"},
        switches={"embarked_bound_by_contested": False},
    )  # fmt: skip
    tell(free, "1 infantry: Belgium > Sea Zone 9", "1 infantry: Sea Zone 9 > Picardy")


@clause("great_war.R48.2")
def test_load_move_and_unload_in_one_turn_and_then_stop() -> None:
    game = scene(
        "Britain", "move", {"London": {"Britain": "2 infantry"}, "Sea Zone 9": {"Britain": "1 transport, 1 cruiser"}}
    )
    tell(
        game, "2 infantry: London > Sea Zone 9",
        "1 transport (carrying infantry of Britain + infantry of Britain, combat): Sea Zone 9 > Sea Zone 8",
        "1 infantry: Sea Zone 8 > Ireland",
    )  # fmt: skip
    assert at(game, "Ireland") == {"infantry": 1}
    assert ends(game, "Sea Zone 8", "transport") == set()
    refused(game, "1 infantry: Sea Zone 8 > Wales", "R48.2")
    tell(game, "1 infantry: Sea Zone 8 > Ireland")
    assert at(game, "Ireland") == {"infantry": 2}


@clause("great_war.R48.3")
def test_units_may_stay_aboard() -> None:
    game = scene(
        "Britain", "move", {"London": {"Britain": "2 infantry"}, "Sea Zone 9": {"Britain": "1 transport"}}, dice=[]
    )
    tell(game, "1 infantry: London > Sea Zone 9", "done")
    assert next(iter(game.state.at("Sea Zone 9"))).cond.cargo == (("Britain", "infantry"),)


@clause("great_war.R49")
def test_no_loading_in_a_hostile_zone() -> None:
    units = {"London": {"Britain": "2 infantry"}, "Sea Zone 9": {"Britain": "1 transport", "Germany": "1 cruiser"}}
    game = scene("Britain", "move", units)
    refused(game, "1 infantry: London > Sea Zone 9", "R49")
    harmless = {**units, "Sea Zone 9": {"Britain": "1 transport", "Germany": "1 submarine, 1 transport"}}
    tell(scene("Britain", "move", harmless), "1 infantry: London > Sea Zone 9")


@clause("great_war.R49", "great_war.R77.1")
def test_unloading_in_a_hostile_zone_waits_for_the_sea_battle() -> None:
    units = {
        "Sea Zone 9": {"Britain": "1 transport (carrying infantry of Britain), 1 cruiser", "Germany": "1 cruiser"},
        "Belgium": {"Britain": "1 infantry"},
    }  # fmt: skip
    game = scene("Britain", "move", units, owners={"Belgium": "Britain"}, dice=[3, 6])
    tell(game, "1 infantry: Sea Zone 9 > Belgium", "done")
    assert at(game, "Belgium") == {"infantry": 1}
    tell(game, "Sea Zone 9")
    assert at(game, "Belgium") == {"infantry": 2}
    given_up = scene("Britain", "move", units, owners={"Belgium": "Britain"}, dice=[6, 6])
    tell(given_up, "1 infantry: Sea Zone 9 > Belgium", "done", "Sea Zone 9", "break off")
    assert at(given_up, "Belgium") == {"infantry": 1}
    (carrier,) = [s for s in given_up.state.at("Sea Zone 9") if s.type == "transport"]
    assert carrier.cond.cargo == (("Britain", "infantry"),)


@clause("great_war.R35", "great_war.R49")
def test_a_fighter_waits_with_the_land_units_it_comes_with() -> None:
    cargo = "1 transport (carrying infantry of Britain + fighter of Britain), 1 cruiser"
    units = {"Sea Zone 9": {"Britain": cargo, "Germany": "1 cruiser"}}
    game = scene("Britain", "move", units, owners={"Belgium": "France"}, dice=[3, 6])
    tell(game, "1 fighter: Sea Zone 9 > Belgium", "1 infantry: Sea Zone 9 > Belgium", "done", "Sea Zone 9")
    assert at(game, "Belgium") == {"infantry": 1, "fighter": 1}


@clause("great_war.R35", "great_war.R50")
@pytest.mark.parametrize("follows", [False, True])
def test_the_place_of_a_fighter_that_may_turn_back_is_kept_aboard(follows: bool) -> None:
    zone = "Sea Zone 9"
    cargo = "1 transport (carrying infantry of Britain + fighter of Britain)"
    game = scene("Britain", "move", {zone: {"France": cargo}, "Picardy": {"Britain": "1 infantry"}})
    tell(game, f"1 fighter: {zone} > London")
    refused(game, f"1 infantry: Picardy > {zone}", "R35")
    if follows:
        tell(game, f"1 infantry: {zone} > London", f"1 infantry: Picardy > {zone}")
    tell(game, "done")
    (carrier,) = game.state.at(zone)
    left = {("Britain", "infantry")} if follows else {("Britain", "fighter"), ("Britain", "infantry")}
    assert set(carrier.cond.cargo) == left
    assert at(game, "London") == ({"infantry": 1, "fighter": 1} if follows else {})


@clause("great_war.R50", "great_war.R47")
def test_units_of_an_ally_board_and_land_in_their_own_turns() -> None:
    zone = "Sea Zone 9"
    game = scene("France", "move", {"Picardy": {"France": "2 infantry"}, zone: {"Britain": "1 transport"}})
    tell(game, f"1 infantry: Picardy > {zone}")
    refused(game, f"1 infantry: {zone} > London", "R50")
    owner = scene("Britain", "move", {zone: {"Britain": "1 transport (carrying infantry of France)"}})
    assert ends(owner, zone, "infantry") == set()
    tell(owner, f"1 transport (carrying infantry of France): {zone} > Sea Zone 5")
    later = scene("France", "move", {zone: {"Britain": "1 transport (carrying infantry of France)"}})
    tell(later, f"1 infantry: {zone} > London")
    assert at(later, "London", "France") == {"infantry": 1}


@clause("great_war.R51", "great_war.R51.1", "great_war.R138", "great_war.R96.2")
def test_a_neutral_america_carries_nobody_and_is_carried_by_nobody() -> None:
    game = scene(
        "Britain", "move", {"Canada": {"Britain": "1 infantry"}, "Sea Zone 2": {"United States": "1 transport"}}
    )
    refused(game, "1 infantry: Canada > Sea Zone 2", "R47")
    own = scene(
        "United States", "move",
        {"United States of America": {"United States": "1 infantry"}, "Sea Zone 1": {"Britain": "1 transport"}},
        switches={"isolation_rounds": 0},
    )  # fmt: skip
    refused(own, "1 infantry: United States of America > Sea Zone 1", "R47")
    war = scene(
        "Britain", "move", {"Canada": {"Britain": "1 infantry"}, "Sea Zone 2": {"United States": "1 transport"}},
        america=True,
    )  # fmt: skip
    tell(war, "1 infantry: Canada > Sea Zone 2")


@clause("great_war.R52", "great_war.R80")
def test_landing_among_own_side_is_a_reinforcement() -> None:
    game = scene(
        "Britain", "move",
        {
            "Sea Zone 9": {"Britain": "1 transport (carrying infantry of Britain), 1 battleship"},
            "Belgium": {"France": "1 infantry", "Germany": "2 artillery, 1 infantry"},
        },
        contested={"Belgium": "France"}, dice=[6, 6, 6, 6],
    )  # fmt: skip
    tell(game, "1 infantry: Sea Zone 9 > Belgium", "done", "Belgium")
    assert [e["volley"] for e in happened(game, "volley_fired")] == ["attackers", "defenders"]


@clause("great_war.R53")
def test_landing_in_hostile_territory_is_an_assault() -> None:
    game = scene(
        "Britain", "move",
        {
            "Sea Zone 9": {"Britain": "1 transport (carrying infantry of Britain + infantry of Britain)"},
            "Belgium": {"Germany": "1 artillery, 1 infantry"},
        },
        owners={"Belgium": "Germany"}, dice=[6] * 5,
    )  # fmt: skip
    go(game, "2 infantry: Sea Zone 9 > Belgium")
    assert [e["volley"] for e in happened(game, "volley_fired")] == ["coastal artillery", "attackers", "defenders"]
