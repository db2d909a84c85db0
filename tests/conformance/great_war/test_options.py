"""The proposal for games with a time limit, and the bid: R119, R122 to R124, R127."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.great_war.board import ends, refused, scene
from tests.helpers import at, tell

clause = pytest.mark.clause
MARCHES = {"rules": ["tournament.long_marches"]}
BASES = {"rules": ["tournament.base_moves"]}


@clause("great_war.R122", "great_war.R119")
@pytest.mark.parametrize(("held", "won"), [("Paris", True), ("London", False)])
def test_two_capitals_with_paris(held: str, won: bool) -> None:
    owners = {held: "Germany", "Rome": "Germany"}
    game = scene("United States", "collect", {}, america=True, owners=owners, rules=["tournament.capitals"])
    assert (game.winner == "central_powers") is won


@clause("great_war.R123", "great_war.R119")
def test_land_units_march_two_through_friendly_territory() -> None:
    units = {"Berlin": {"Germany": "3 infantry"}, "Ruhr": {"Germany": "1 infantry", "France": "1 infantry"}}
    game = scene("Germany", "move", units, contested={"Ruhr": "Germany"}, **MARCHES)  # type: ignore[arg-type]
    tell(game, "1 infantry: Berlin > Silesia > Bohemia")
    assert at(game, "Bohemia") == {"infantry": 1}
    near = scene("Germany", "move", {"Munich": {"Germany": "2 infantry"}}, **MARCHES)  # type: ignore[arg-type]
    assert "Alsace" in ends(near, "Munich", "infantry")
    refused(near, "1 infantry: Munich > Alsace > Lorraine", "R123")
    refused(near, "1 infantry: Munich > Alsace > Switzerland", "R123")
    tell(near, "1 infantry: Munich > Alsace")
    refused(near, "1 infantry: Alsace > Lorraine", "R123")
    tell(near, "1 infantry: Alsace > Ruhr")


@clause("great_war.R123", "great_war.R123.1")
def test_from_a_contested_territory_one_step_to_friends_or_own_fronts() -> None:
    units = {"Poland": {"Austria-Hungary": "2 infantry", "Russia": "1 infantry"}}
    game = scene("Austria-Hungary", "move", units, contested={"Poland": "Russia"}, **MARCHES)  # type: ignore[arg-type]
    assert ends(game, "Poland", "infantry") == {"Galicia", "Prussia", "Silesia"} & {*game.rules.land_near["Poland"]}
    refused(game, "1 infantry: Poland > Galicia > Budapest", "R33")


@clause("great_war.R123.2")
def test_units_stop_in_contested_hostile_and_newly_joined_territory() -> None:
    units = {"Ukraine": {"Russia": "2 infantry"}, "Belarus": {"Russia": "1 infantry", "Germany": "1 infantry"}}
    game = scene("Russia", "move", units, contested={"Belarus": "Russia"}, **MARCHES)  # type: ignore[arg-type]
    refused(game, "1 infantry: Ukraine > Belarus > Moscow", "R33")
    tell(game, "1 infantry: Ukraine > Romania")
    refused(game, "1 infantry: Romania > Ukraine", "R28")


@clause("great_war.R124", "great_war.R119")
def test_ships_move_one_zone_more_from_a_base() -> None:
    units = {"Sea Zone 9": {"Britain": "1 battleship, 1 cruiser"}, "Sea Zone 3": {"Britain": "1 battleship"}}
    game = scene("Britain", "move", units, **BASES)  # type: ignore[arg-type]
    tell(game, "1 battleship: Sea Zone 9 > Sea Zone 8 > Sea Zone 7 > Sea Zone 2")
    tell(game, "1 cruiser: Sea Zone 9 > Sea Zone 8 > Sea Zone 7 > Sea Zone 2 > Sea Zone 13")
    refused(game, "1 battleship: Sea Zone 3 > Sea Zone 2 > Sea Zone 1 > Sea Zone 13", "R124")
    tell(game, "1 battleship: Sea Zone 3 > Sea Zone 2 > Sea Zone 13")
    lost = scene("Britain", "move", units, owners={"London": "Germany"}, **BASES)  # type: ignore[arg-type]
    refused(lost, "1 battleship: Sea Zone 9 > Sea Zone 4 > Sea Zone 3 > Sea Zone 2", "R124")


@clause("great_war.R124.1")
def test_they_stop_in_hostile_and_in_mined_zones() -> None:
    units = {"Sea Zone 10": {"Germany": "1 cruiser"}, "Sea Zone 4": {"Britain": "1 cruiser"}}
    game = scene("Germany", "move", units, dice=[6], **BASES)  # type: ignore[arg-type]
    refused(game, "1 cruiser: Sea Zone 10 > Sea Zone 9 > Sea Zone 8", "R39")
    refused(game, "1 cruiser: Sea Zone 10 > Sea Zone 5 > Sea Zone 4 > Sea Zone 3", "R39")
    tell(game, "1 cruiser: Sea Zone 10 > Sea Zone 9")


@clause("great_war.R124.2")
def test_they_enter_a_hostile_zone_without_fighting_and_leave_it_later() -> None:
    units = {"Sea Zone 5": {"Germany": "1 cruiser"}, "Sea Zone 4": {"Britain": "1 cruiser"}}
    game = scene("Germany", "move", units, dice=[], **BASES)  # type: ignore[arg-type]
    tell(game, "1 cruiser: Sea Zone 5 > Sea Zone 4", "none")
    assert at(game, "Sea Zone 4") == {"cruiser": 2}
    later = scene("Germany", "move", {"Sea Zone 4": {"Germany": "1 cruiser", "Britain": "1 cruiser"}}, dice=[], **BASES)  # type: ignore[arg-type]
    tell(later, "1 cruiser: Sea Zone 4 > Sea Zone 3 > Sea Zone 2")


@clause("great_war.R127")
def test_a_bid_of_ipcs_before_play() -> None:
    game = Game.new("great_war", ["common.bid"], {"common.bid.ipcs": {"Russia": 6}})
    assert game.state.ipcs["Russia"] == 31
    assert game.state.ipcs["Germany"] == 35
