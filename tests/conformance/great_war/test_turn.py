"""The turn and its phases: R14 to R19."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.great_war.board import finish, refused, scene, unless_declared, until
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


@clause("great_war.R14", "great_war.R14.1", "great_war.R14.2", "great_war.R14.3", "great_war.R14.4", "great_war.R14.5")
def test_a_turn_has_five_phases_in_this_order() -> None:
    game = scene("France", "purchase", {"Paris": {"France": "2 infantry"}, "Alsace": {"Germany": "1 infantry"}})
    assert [s.name for s in game.rules.sequence("turn")] == ["purchase", "move", "combat", "mobilize", "collect"]
    tell(game, "1 infantry", "1 infantry: Paris > Burgundy", "done")
    assert game.decision is not None
    assert game.decision.kind == "place"
    tell(game, "1 infantry > Paris")
    unless_declared(game)
    assert game.state.power == "Britain"
    assert game.state.ipcs["France"] == 24 - 3 + 24


@clause("great_war.R14.2", "great_war.R15")
def test_each_unit_moves_once_before_all_combat() -> None:
    game = scene("France", "move", {"Paris": {"France": "2 infantry"}})
    tell(game, "1 infantry: Paris > Burgundy")
    refused(game, "1 infantry: Burgundy > Lorraine", "R28")
    tell(game, "1 infantry: Paris > Burgundy")
    assert at(game, "Burgundy") == {"infantry": 2}
    unless_declared(game)
    assert game.state.power != "France"  # nothing is left to move, and no movement follows combat


@clause("great_war.R16")
def test_the_minimum_army_is_checked_in_phase_four() -> None:
    game = scene("Russia", "move", {"Livonia": {"Russia": "1 infantry, 2 artillery"}})
    tell(game, "1 infantry: Livonia > Belarus")
    assert at(game, "Livonia") == {"artillery": 2}
    finish(game, "mobilize")
    assert at(game, "Livonia") == {"infantry": 1, "artillery": 1}


@clause("great_war.R17", "great_war.R70.1", "great_war.R63")
def test_sea_combat_comes_first_then_assaults_then_other_land_combat() -> None:
    # cruiser sunk by 3; assault on Smyrna from SZ 19 first, then the march into Trans-Jordan
    game = scene(
        "Britain",
        "move",
        {
            "Sea Zone 19": {
                "Britain": "1 cruiser, 1 transport (carrying infantry of Britain)", "Ottoman Empire": "1 cruiser",
            },
            "Egypt": {"Britain": "2 infantry"},
            "Trans-Jordan": {"Ottoman Empire": "1 infantry"},
            "Smyrna": {"Ottoman Empire": "1 infantry"},
        },
        dice=[3, 6, 6, 6, 6, 6],
    )  # fmt: skip
    tell(game, "1 infantry: Egypt > Trans-Jordan", "1 infantry: Sea Zone 19 > Smyrna", "done")
    assert game.decision is not None
    assert game.decision.kind == "battle"
    tell(game, "Sea Zone 19")
    finish(game, "combat")
    assert [e["space"] for e in happened(game, "battle_started")] == ["Sea Zone 19", "Smyrna", "Trans-Jordan"]


@clause("great_war.R17")
def test_the_active_power_chooses_the_order_within_a_kind() -> None:
    units = {
        "Munich": {"Germany": "4 infantry"},
        "Lorraine": {"France": "1 infantry"},
        "Ruhr": {"Germany": "1 infantry"},
    }
    game = scene(
        "Germany", "move", {**units, "Alsace": {"Germany": "4 infantry"}, "Picardy": {"France": "1 infantry"},
        "Belgium": {"Germany": "2 infantry"}}, owners={"Belgium": "Germany"}, dice=[6] * 20,
    )  # fmt: skip
    tell(game, "2 infantry: Alsace > Lorraine", "1 infantry: Belgium > Picardy", "done")
    assert game.decision is not None
    assert list(game.decision.legal()) == ["Lorraine", "Picardy"]
    tell(game, "Picardy")
    assert [e["space"] for e in happened(game, "battle_started")] == ["Picardy", "Lorraine"]


# Austria must attack Serbia


@clause("great_war.R18", "great_war.R106")
def test_austria_must_attack_serbia_on_its_first_turn() -> None:
    game = scene("Austria-Hungary", "move", {"Budapest": {"Austria-Hungary": "3 infantry"}}, round=1)
    refused(game, "done", "R18")
    assert game.decision is not None
    assert game.decision.advice.path == ("Budapest", "Serbia")
    tell(game, "2 infantry: Budapest > Serbia")
    assert at(game, "Serbia", "Russia") == {"infantry": 3, "artillery": 1}
    tell(game, "done")
    assert [e["space"] for e in happened(game, "battle_started")] == ["Serbia"]


@clause("great_war.R18")
def test_nobody_has_to_attack_serbia_later_or_without_units_in_reach() -> None:
    later = scene("Austria-Hungary", "move", {"Budapest": {"Austria-Hungary": "3 infantry"}}, round=2)
    tell(later, "done")
    far = scene("Austria-Hungary", "move", {"Tyrolia": {"Austria-Hungary": "3 infantry"}}, round=1)
    tell(far, "done")
    german = scene("Germany", "move", {"Munich": {"Germany": "3 infantry"}}, round=1)
    tell(german, "done")


@clause("great_war.R18")
def test_the_duty_holds_in_the_first_turn_of_a_whole_game() -> None:
    game = Game.new("great_war", seed=1)
    until(game, "move")
    refused(game, "done", "R18")
    until(finish(game, "move"), "move")
    assert "Serbia" in [e["space"] for e in happened(game, "battle_started")]


@clause("great_war.R19", "great_war.R96.3")
def test_the_united_states_take_turns_from_the_start() -> None:
    game = scene("United States", "purchase", {"United States of America": {"United States": "1 infantry"}}, round=1)
    tell(game, "2 infantry")
    until(game, "place")
    tell(game, "2 infantry > United States of America")
    assert at(game, "United States of America") == {"infantry": 3}
    assert game.state.ipcs["United States"] == 20 - 6 + 20
