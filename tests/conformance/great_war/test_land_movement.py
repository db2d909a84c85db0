"""Movement on land: R6, R10, R11, R28 to R33, R128 to R130."""

from __future__ import annotations

import pytest

from tests.conformance.great_war.board import controlled, ends, finish, refused, scene
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


@clause("great_war.R28", "great_war.R33")
def test_land_units_move_one_territory_and_stop_there() -> None:
    game = scene("Germany", "move", {"Berlin": {"Germany": "1 infantry"}})
    refused(game, "1 infantry: Berlin > Silesia > Bohemia", "R28")
    tell(game, "1 infantry: Berlin > Silesia")
    assert at(game, "Silesia") == {"infantry": 1}


@clause("great_war.R29", "great_war.R6", "great_war.R6.1", "great_war.R6.2", "great_war.R6.3", "great_war.R6.4")
def test_from_friendly_territory_to_any_adjacent_one() -> None:
    game = scene(
        "Germany", "move",
        {"Alsace": {"Germany": "6 infantry"}, "Lorraine": {"Germany": "1 infantry", "France": "1 infantry"}},
        contested={"Lorraine": "France"},
    )  # fmt: skip
    # hostile (an aligned minor power), contested, friendly twice, a true neutral
    assert ends(game, "Alsace", "infantry") == {"Belgium", "Lorraine", "Munich", "Ruhr", "Switzerland"}


@clause("great_war.R11")
@pytest.mark.parametrize(("start", "closed"), [("Algeria", "Sahara"), ("Libya", "Sahara")])
def test_sahara_is_closed(start: str, closed: str) -> None:
    game = scene("France", "move", {start: {"France": "1 infantry"}}, owners={start: "France"})
    refused(game, f"1 infantry: {start} > {closed}", "R11")


@clause("great_war.R11")
def test_himalayas_are_closed_to_fighters_too() -> None:
    game = scene("Britain", "move", {"India": {"Britain": "1 infantry, 1 fighter"}})
    refused(game, "1 infantry: India > Himalayas", "R11")
    refused(game, "1 fighter: India > Himalayas > Afghanistan", "R11")


@clause("great_war.R10")
def test_worthless_islands_can_be_taken() -> None:
    game = scene("France", "move", {"Sea Zone 17": {"France": "1 transport (carrying infantry of France)"}})
    assert ends(game, "Sea Zone 17", "infantry") >= {"Sicily"}


# Out of contested territory

LORRAINE = {
    "Lorraine": {"Germany": "3 infantry", "France": "2 infantry"},
    "Belgium": {"Germany": "2 infantry", "France": "2 infantry"},
    "Picardy": {"Austria-Hungary": "1 infantry", "France": "1 infantry"},
    "Burgundy": {"France": "1 infantry"},
    "Alsace": {"Germany": "1 infantry"},
}
FRONT = {"Lorraine": "France", "Belgium": "France", "Picardy": "France"}


@clause("great_war.R30", "great_war.R30.1", "great_war.R128", "great_war.E8")
def test_out_of_a_contested_territory_only_to_own_ground() -> None:
    game = scene("Germany", "move", LORRAINE, contested=FRONT)
    assert ends(game, "Lorraine", "infantry") == {"Alsace", "Belgium"}
    refused(game, "1 infantry: Lorraine > Burgundy", "R30")
    refused(game, "1 infantry: Lorraine > Picardy", "R30")
    tell(game, "1 infantry: Belgium > Lorraine")  # contested with own units at the start of the turn
    tell(game, "1 infantry: Lorraine > Belgium", "1 infantry: Lorraine > Alsace")


@clause("great_war.R128", "great_war.E8")
def test_units_that_arrive_in_this_turn_open_nothing() -> None:
    game = scene(
        "Germany", "move", {**LORRAINE, "Bordeaux": {"Germany": "1 infantry"}},
        contested=FRONT, owners={"Bordeaux": "Germany"},
    )  # fmt: skip
    refused(game, "1 infantry: Lorraine > Picardy", "R30")
    near = scene(
        "Germany",
        "move",
        {**LORRAINE, "Paris": {"Germany": "1 infantry"}},
        contested=FRONT,
        owners={"Paris": "Germany"},
    )
    tell(near, "1 infantry: Paris > Picardy")
    refused(near, "1 infantry: Lorraine > Picardy", "R30")


@clause("great_war.R30.3")
def test_the_territory_of_allies_is_closed_to_them() -> None:
    game = scene(
        "Austria-Hungary", "move",
        {"Poland": {"Austria-Hungary": "2 infantry", "Russia": "1 infantry"}, "Galicia": {}, "Prussia": {}},
        contested={"Poland": "Russia"},
    )  # fmt: skip
    assert ends(game, "Poland", "infantry") == {"Galicia"}
    refused(game, "1 infantry: Poland > Prussia", "R30")


@clause("great_war.R30")
def test_control_is_that_of_the_start_of_the_turn() -> None:
    game = scene(
        "Germany", "move",
        {"Lorraine": {"Germany": "1 infantry", "France": "1 infantry"}, "Alsace": {"Germany": "1 infantry"}},
        contested={"Lorraine": "France"}, owners={"Belgium": "France"},
    )  # fmt: skip
    tell(game, "1 infantry: Alsace > Belgium")
    assert game.state.owner["Belgium"] == "Germany"
    refused(game, "1 infantry: Lorraine > Belgium", "R30")


# Entering


@clause("great_war.R31", "great_war.R64", "great_war.R130")
def test_units_that_enter_hostile_territory_attack() -> None:
    game = scene(
        "Germany", "move", {"Alsace": {"Germany": "2 infantry"}, "Lorraine": {"France": "1 infantry"}}, dice=[6, 6, 6]
    )
    tell(game, "2 infantry: Alsace > Lorraine")
    assert [e["space"] for e in happened(game, "battle_started")] == ["Lorraine"]


@clause("great_war.R31.1")
def test_an_empty_hostile_territory_is_captured_without_dice() -> None:
    game = scene("Germany", "move", {"Alsace": {"Germany": "2 infantry"}}, dice=[])
    tell(game, "1 infantry: Alsace > Lorraine")
    assert game.state.owner["Lorraine"] == "Germany"


@clause("great_war.R32", "great_war.R63", "great_war.R130")
def test_entering_a_contested_territory_forces_no_combat() -> None:
    game = scene("Germany", "move", LORRAINE, contested=FRONT, dice=[])
    tell(game, "1 infantry: Alsace > Lorraine", "done")
    assert game.decision is not None
    assert game.decision.kind == "battle"
    tell(game, "none")
    assert not happened(game, "battle_started")
    assert at(game, "Lorraine", "Germany") == {"infantry": 4}


# Leaving


@clause("great_war.R129", "great_war.R67", "great_war.R67.1")
def test_who_leaves_completely_gives_control_at_once() -> None:
    game = scene(
        "Germany", "move", {"Lorraine": {"Germany": "2 infantry", "France": "1 infantry"}, "Alsace": {}},
        contested={"Lorraine": "France"},
    )  # fmt: skip
    tell(game, "1 infantry: Lorraine > Alsace")
    assert controlled(game, ["Lorraine"]) == [None]
    tell(game, "1 infantry: Lorraine > Alsace")
    assert controlled(game, ["Lorraine"]) == ["France"]
    assert "Lorraine" not in game.state.facts["contested"]


@clause("great_war.R67.2")
def test_a_side_without_the_original_controller_keeps_it_for_who_is_there() -> None:
    def leave(last: str, others: dict[str, str]) -> str | None:
        game = scene(
            "Germany", "move", {"Alsace": {"Germany": "1 infantry", **others}, "Munich": {}}, contested={"Alsace": last}
        )
        tell(game, "1 infantry: Alsace > Munich")
        return game.state.owner["Alsace"]

    assert leave("Germany", {"Britain": "1 infantry"}) == "Britain"
    assert leave("France", {"Britain": "3 infantry", "France": "1 infantry"}) == "France"  # had control last
    assert leave("Germany", {"Britain": "3 infantry", "France": "1 infantry"}) == "Britain"  # most land units


@clause("great_war.R6.3", "great_war.R65")
def test_a_contested_territory_is_controlled_by_nobody() -> None:
    game = scene(
        "Germany", "move", {"Alsace": {"Germany": "2 infantry"}, "Lorraine": {"France": "2 infantry"}}, dice=[6] * 4
    )
    tell(game, "2 infantry: Alsace > Lorraine")
    assert game.state.owner["Lorraine"] is None
    assert game.state.facts["contested"] == {"Lorraine": "France"}
    finish(game, "collect")
    assert happened(game, "contested")
