"""Ships, canals and mines: R7 to R9, R12, R38 to R46, R134."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.great_war.board import ends, refused, scene
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


def rolled(game: Any) -> list[tuple[str, list[int], int]]:
    return [(e["space"], list(e["dice"]), e["hits"]) for e in happened(game, "mines_hit")]


@clause("great_war.R38")
@pytest.mark.parametrize(("unit", "move"), [("battleship", 2), ("submarine", 2), ("transport", 2), ("cruiser", 3)])
def test_ships_move_two_zones_and_cruisers_three(unit: str, move: int) -> None:
    game = scene("United States", "move", {"Sea Zone 1": {"United States": f"1 {unit}"}})
    far = {"Sea Zone 1": 0}
    for step in range(1, 4):
        for zone in [z for z, n in far.items() if n == step - 1]:
            for near in game.rules.sea_near[zone]:
                far.setdefault(near, step)
    assert ends(game, "Sea Zone 1", unit) == {z for z, n in far.items() if 0 < n <= move}


@clause("great_war.R7", "great_war.R39")
@pytest.mark.parametrize("unit", ["battleship", "cruiser"])
def test_ships_stop_in_a_hostile_zone(unit: str) -> None:
    units = {"Sea Zone 2": {"Britain": "1 cruiser"}, "Sea Zone 3": {"Germany": f"1 {unit}"}}
    game = scene("Britain", "move", units)
    refused(game, "1 cruiser: Sea Zone 2 > Sea Zone 3 > Sea Zone 4", "R39")
    tell(game, "1 cruiser: Sea Zone 2 > Sea Zone 3")
    assert game.decision is None or game.decision.kind != "move" or not ends(game, "Sea Zone 3", "cruiser")
    free = scene("Britain", "move", units, switches={"hostile_zones_stop_ships": False})
    tell(free, "1 cruiser: Sea Zone 2 > Sea Zone 3 > Sea Zone 4")


@clause("great_war.R7", "great_war.R39.1")
def test_submarines_and_transports_stop_nobody() -> None:
    game = scene(
        "Britain", "move",
        {"Sea Zone 2": {"Britain": "1 cruiser"}, "Sea Zone 3": {"Germany": "1 submarine, 1 transport"}},
    )  # fmt: skip
    tell(game, "1 cruiser: Sea Zone 2 > Sea Zone 3 > Sea Zone 4")
    assert at(game, "Sea Zone 4") == {"cruiser": 1}


@clause("great_war.R40", "great_war.R41")
def test_fleets_may_share_a_zone_and_leave_it_freely() -> None:
    units = {"Sea Zone 3": {"Britain": "2 cruiser", "Germany": "1 battleship"}}
    game = scene("Britain", "move", units, dice=[])
    tell(game, "1 cruiser: Sea Zone 3 > Sea Zone 4", "done", "none")
    assert not happened(game, "battle_started")
    assert at(game, "Sea Zone 3", "Britain") == {"cruiser": 1}
    attack = scene("Britain", "move", units, dice=[6] * 3)
    tell(attack, "done", "Sea Zone 3")
    assert happened(attack, "battle_started")


# Canals


@clause("great_war.R8")
@pytest.mark.parametrize(("holder", "open_"), [("Britain", True), ("France", True), ("Ottoman Empire", False)])
def test_suez_is_open_to_the_side_that_controls_egypt(holder: str, open_: bool) -> None:
    units = {"Sea Zone 19": {"Britain": "1 cruiser"}}
    game = scene("Britain", "move", units, owners={"Egypt": holder})
    assert ("Sea Zone 28" in ends(game, "Sea Zone 19", "cruiser")) is open_
    if not open_:
        refused(game, "1 cruiser: Sea Zone 19 > Sea Zone 28", "R8")


@clause("great_war.R8")
def test_control_counts_from_the_start_of_the_turn() -> None:
    game = scene(
        "Britain", "move",
        {"Sea Zone 19": {"Britain": "1 cruiser"}, "Anglo-Egyptian Sudan": {"Britain": "1 infantry"}},
        owners={"Egypt": "Ottoman Empire"},
    )  # fmt: skip
    tell(game, "1 infantry: Anglo-Egyptian Sudan > Egypt")
    assert game.state.owner["Egypt"] == "Britain"
    refused(game, "1 cruiser: Sea Zone 19 > Sea Zone 28", "R8")


@clause("great_war.R8.1")
def test_suez_is_closed_while_egypt_is_contested() -> None:
    units = {
        "Sea Zone 19": {"Britain": "1 cruiser"}, "Egypt": {"Britain": "1 infantry", "Ottoman Empire": "1 infantry"},
    }  # fmt: skip
    game = scene("Britain", "move", units, contested={"Egypt": "Britain"})
    refused(game, "1 cruiser: Sea Zone 19 > Sea Zone 28", "R8")
    free = scene(
        "Britain", "move", units, contested={"Egypt": "Britain"}, switches={"canal_closed_when_contested": False}
    )
    tell(free, "1 cruiser: Sea Zone 19 > Sea Zone 28")


@clause("great_war.R8.2")
def test_land_units_and_fighters_are_not_hindered() -> None:
    game = scene(
        "Ottoman Empire", "move",
        {"Egypt": {"Ottoman Empire": "1 infantry, 1 fighter"}, "Trans-Jordan": {"Ottoman Empire": "1 infantry"}},
        owners={"Egypt": "Ottoman Empire"},
    )  # fmt: skip
    tell(game, "1 fighter: Egypt > Trans-Jordan", "1 infantry: Trans-Jordan > Egypt")


@clause("great_war.R9")
def test_the_straits_are_open_but_for_mines() -> None:
    game = scene("Russia", "move", {"Sea Zone 21": {"Russia": "1 cruiser"}}, dice=[6])
    tell(game, "1 cruiser: Sea Zone 21 > Sea Zone 20 > Sea Zone 19")
    assert rolled(game) == [("Sea Zone 20", [6], 0)]
    baltic = scene("Britain", "move", {"Sea Zone 10": {"Britain": "1 cruiser"}}, dice=[6])
    tell(baltic, "1 cruiser: Sea Zone 10 > Sea Zone 11")


@clause("great_war.R12")
def test_the_caspian_leads_nowhere() -> None:
    game = scene("Russia", "move", {"Sea Zone 30": {"Russia": "1 cruiser"}})
    assert ends(game, "Sea Zone 30", "cruiser") == set()


# Mines


@clause("great_war.R42", "great_war.R42.1", "great_war.R45", "great_war.R134", "great_war.E9")
def test_each_ship_rolls_in_each_mined_zone_it_enters() -> None:
    game = scene("Germany", "move", {"Sea Zone 5": {"Germany": "1 submarine"}}, dice=[4, 1])
    tell(game, "1 submarine: Sea Zone 5 > Sea Zone 9 > Sea Zone 8")
    assert rolled(game) == [("Sea Zone 9", [4], 0), ("Sea Zone 8", [1], 1)]
    assert at(game, "Sea Zone 8") == {}
    friend = scene("France", "move", {"Sea Zone 15": {"France": "1 transport"}}, dice=[])
    tell(friend, "1 transport: Sea Zone 15 > Sea Zone 8")
    assert at(friend, "Sea Zone 8") == {"transport": 1}


@clause("great_war.R42.1")
def test_a_transport_is_sunk_with_its_cargo() -> None:
    game = scene(
        "Germany", "move",
        {"Sea Zone 5": {"Germany": "1 transport (carrying infantry of Germany + infantry of Germany), 1 cruiser"}},
        dice=[6, 1],
    )  # fmt: skip
    tell(game, "1 cruiser, 1 transport (carrying infantry of Germany + infantry of Germany): Sea Zone 5 > Sea Zone 9")
    assert at(game, "Sea Zone 9") == {"cruiser": 1} or at(game, "Sea Zone 9") == {"transport": 1}
    assert sum(hits for _, _, hits in rolled(game)) == 1


@clause("great_war.R42.1", "great_war.E10", "great_war.R42.3")
def test_a_battleship_is_damaged_and_goes_on() -> None:
    game = scene("Austria-Hungary", "move", {"Sea Zone 18": {"Austria-Hungary": "1 battleship"}}, dice=[1])
    tell(game, "1 battleship: Sea Zone 18 > Sea Zone 17 > Sea Zone 19")
    (stack,) = game.state.at("Sea Zone 19")
    assert stack.cond.damage == 1
    home = scene("Austria-Hungary", "purchase", {"Sea Zone 18": {"Austria-Hungary": "1 battleship (damaged 1)"}})
    assert all(s.cond.damage == 0 for s in home.state.at("Sea Zone 18"))
    again = scene("Austria-Hungary", "move", {"Sea Zone 18": {"Austria-Hungary": "1 battleship (damaged 1)"}}, dice=[1])
    tell(again, "1 battleship (damaged 1): Sea Zone 18 > Sea Zone 17")
    assert at(again, "Sea Zone 17") == {}


@clause("great_war.R42.2")
def test_ships_that_stay_or_leave_do_not_roll() -> None:
    game = scene("Germany", "move", {"Sea Zone 9": {"Germany": "2 cruiser"}}, dice=[])
    tell(game, "1 cruiser: Sea Zone 9 > Sea Zone 5", "done")
    assert rolled(game) == []


@clause("great_war.R43")
@pytest.mark.parametrize(
    ("zone", "start", "power"),
    [
        (6, 5, "Germany"), (12, 11, "Germany"), (21, 20, "Germany"), (8, 7, "Germany"), (9, 5, "Germany"),
        (10, 5, "Britain"), (11, 10, "Britain"), (15, 7, "Germany"), (16, 14, "Germany"), (17, 18, "Germany"),
        (18, 17, "Britain"), (20, 19, "Britain"),
    ],
)  # fmt: skip
def test_the_mined_zones(zone: int, start: int, power: str) -> None:
    here, there = f"Sea Zone {start}", f"Sea Zone {zone}"
    game = scene(power, "move", {here: {power: "1 cruiser"}}, dice=[2])
    tell(game, f"1 cruiser: {here} > {there}")
    assert rolled(game) == [(there, [2], 0)]


@clause("great_war.R43.1")
def test_brest_mines_only_the_zone_of_the_list() -> None:
    units = {"Sea Zone 7": {"Germany": "1 cruiser"}}
    lost = {"Wales": "Germany", "London": "Germany"}
    game = scene("Germany", "move", units, owners=lost, dice=[])
    tell(game, "1 cruiser: Sea Zone 7 > Sea Zone 8")
    assert rolled(game) == []
    every = scene("Germany", "move", units, owners=lost, dice=[6], switches={"bases_serve_touching_zones": True})
    tell(every, "1 cruiser: Sea Zone 7 > Sea Zone 8")
    assert rolled(every) == [("Sea Zone 8", [6], 0)]


@clause("great_war.R44")
def test_mines_of_a_captured_base_are_inactive_those_of_a_contested_one_not() -> None:
    units = {"Sea Zone 17": {"Britain": "1 cruiser"}}
    captured = scene("Britain", "move", units, owners={"Trieste": "Italy"}, dice=[])
    tell(captured, "1 cruiser: Sea Zone 17 > Sea Zone 18")
    contested = scene("Britain", "move", units, contested={"Trieste": "Italy"}, dice=[3])
    tell(contested, "1 cruiser: Sea Zone 17 > Sea Zone 18")
    assert rolled(contested) == [("Sea Zone 18", [3], 0)]
    retaken = scene("Britain", "move", units, owners={"Trieste": "Germany"}, dice=[3])
    tell(retaken, "1 cruiser: Sea Zone 17 > Sea Zone 18")


@clause("great_war.R46", "great_war.R43")
def test_american_mines_wait_for_the_war() -> None:
    units = {"Sea Zone 2": {"Germany": "1 cruiser"}}
    peace = scene("Germany", "move", units, dice=[])
    tell(peace, "1 cruiser: Sea Zone 2 > Sea Zone 1")
    assert rolled(peace) == []
    war = scene("Germany", "move", units, dice=[5], america=True)
    tell(war, "1 cruiser: Sea Zone 2 > Sea Zone 1")
    assert rolled(war) == [("Sea Zone 1", [5], 0)]
    early = scene("Germany", "move", units, dice=[5], switches={"neutral_powers_mine": True})
    tell(early, "1 cruiser: Sea Zone 2 > Sea Zone 1")
    assert rolled(early) == [("Sea Zone 1", [5], 0)]
