"""War and the United States: R95 to R97."""

from __future__ import annotations

import pytest

from tests.conformance.great_war.board import ends, go, refused, scene
from tests.helpers import at, happened, tell

clause = pytest.mark.clause
HOME = "United States of America"


@clause("great_war.R95", "great_war.R96", "great_war.R1")
def test_the_sides_are_at_war_and_america_is_neutral() -> None:
    game = scene("Germany", "move", {"Berlin": {"Germany": "1 infantry"}})
    assert game.foes("Germany") == {"Russia", "France", "Britain", "Italy"}
    assert game.friends("Germany") == {"Germany", "Austria-Hungary", "Ottoman Empire"}
    assert game.friends("France") == {"Russia", "France", "Britain", "Italy"}
    assert game.foes("United States") == set()
    assert game.friends("United States") == {"United States"}


@clause("great_war.R96.1")
def test_a_neutral_america_enters_no_territory_of_others() -> None:
    cargo = "1 transport (carrying infantry of United States)"
    units = {"Sea Zone 9": {"United States": cargo}, "Belgium": {"France": "1 infantry", "Germany": "1 infantry"}}
    game = scene(
        "United States", "move", units, contested={"Belgium": "France"}, owners={"Holland": "Germany"},
        switches={"isolation_rounds": 0},
    )  # fmt: skip
    assert ends(game, "Sea Zone 9", "infantry") == set()
    refused(game, "1 infantry: Sea Zone 9 > Belgium", "R96.1")
    refused(game, "1 infantry: Sea Zone 9 > London", "R96.1")


@clause("great_war.R96.1", "great_war.R96")
def test_a_neutral_america_attacks_no_ships() -> None:
    game = scene(
        "United States", "combat", {"Sea Zone 2": {"United States": "2 cruiser", "Germany": "1 cruiser"}}, dice=[]
    )
    assert not happened(game, "battle_started")
    assert game.state.power != "United States" or (game.decision is not None and game.decision.kind != "battle")


@clause("great_war.R96.2")
def test_allies_do_not_enter_america() -> None:
    units = {"Sea Zone 1": {"Britain": "1 transport (carrying infantry of Britain)"}}
    game = scene("Britain", "move", units)
    refused(game, f"1 infantry: Sea Zone 1 > {HOME}", "R96.2")
    war = scene("Britain", "move", units, america=True)
    go(war, f"1 infantry: Sea Zone 1 > {HOME}")
    assert at(war, HOME) == {"infantry": 1}


@clause("great_war.R96.4")
def test_american_land_units_stay_at_home_for_three_rounds() -> None:
    units = {HOME: {"United States": "2 infantry"}, "Sea Zone 1": {"United States": "1 transport"}}
    game = scene("United States", "move", units, round=3)
    refused(game, f"1 infantry: {HOME} > Sea Zone 1", "R96.4")
    tell(game, "1 transport: Sea Zone 1 > Sea Zone 2")  # ships are free
    free = scene("United States", "move", units, round=3, switches={"isolation_rounds": 2})
    tell(free, f"1 infantry: {HOME} > Sea Zone 1")
    at_war = scene("United States", "move", units, round=2, america=True)
    tell(at_war, f"1 infantry: {HOME} > Sea Zone 1")


@clause("great_war.R97")
def test_america_enters_the_war_at_the_start_of_its_turn_in_round_four() -> None:
    before = scene("Italy", "move", {"Rome": {"Italy": "1 infantry"}}, round=4)
    assert before.foes("United States") == set()
    game = scene("United States", "purchase", {}, round=4)
    assert game.foes("United States") == {"Austria-Hungary", "Germany", "Ottoman Empire"}
    assert happened(game, "entered_war")
    third = scene("United States", "purchase", {}, round=3)
    assert third.foes("United States") == set()


@clause("great_war.R97", "great_war.R96.2")
def test_an_attack_on_its_ships_brings_america_into_the_war() -> None:
    game = scene(
        "Germany", "combat", {"Sea Zone 2": {"Germany": "2 cruiser", "United States": "1 cruiser"}}, dice=[3, 3, 6]
    )
    tell(game, "provoke")
    assert at(game, "Sea Zone 2") == {"cruiser": 2}
    assert "Germany" in game.foes("United States")
    assert "Britain" in game.friends("United States")
    allied = scene("Britain", "combat", {"Sea Zone 2": {"Britain": "2 cruiser", "United States": "1 cruiser"}}, dice=[])
    assert allied.decision is not None
    assert allied.decision.kind != "offer"


@clause("great_war.R97", "great_war.R96.2")
def test_a_landing_in_america_brings_it_into_the_war() -> None:
    units = {
        "Sea Zone 1": {"Germany": "1 transport (carrying infantry of Germany)"}, HOME: {"United States": "2 infantry"},
    }  # fmt: skip
    game = scene("Germany", "move", units, dice=[6, 6, 6])
    go(game, f"1 infantry: Sea Zone 1 > {HOME}")
    assert game.state.facts["neutral_powers"] == []
    assert [e["space"] for e in happened(game, "battle_started")] == [HOME]


@clause("great_war.R97", "great_war.R77.1")
def test_american_warships_guard_its_coast_against_such_a_landing() -> None:
    units = {
        "Sea Zone 1": {
            "Germany": "1 transport (carrying infantry of Germany), 1 battleship", "United States": "1 cruiser",
        },
        HOME: {"United States": "1 infantry"},
    }  # fmt: skip
    game = scene("Germany", "move", units, dice=[4, 6, 1, 6])
    go(game, f"1 infantry: Sea Zone 1 > {HOME}")
    assert game.state.facts["neutral_powers"] == []
    tell(game, "Sea Zone 1")
    assert [e["space"] for e in happened(game, "battle_started")] == ["Sea Zone 1", HOME]
    assert game.state.owner[HOME] == "Germany"
