"""Fighters: R34 to R37."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.great_war.board import ends, go, refused, scene, unless_declared
from tests.helpers import at, tell

clause = pytest.mark.clause


@clause("great_war.R34", "great_war.R35")
def test_a_fighter_flies_two_spaces_over_anything_to_own_troops() -> None:
    game = scene(
        "Germany", "move",
        {
            "Alsace": {"Germany": "1 infantry, 1 fighter"}, "Lorraine": {"France": "3 infantry, 1 fighter"},
            "Paris": {"Germany": "1 infantry"}, "Munich": {"Germany": "1 artillery"},
        },
        owners={"Burgundy": "Germany", "Paris": "Germany"},
    )  # fmt: skip
    near = {"Belgium", "Bohemia", "Burgundy", "Hanover", "Lorraine", "Picardy", "Ruhr", "Tyrolia"}
    assert ends(game, "Alsace", "fighter") == {"Munich", *near}  # where land units are, or may still go
    alone = {"Alsace": {"Germany": "1 fighter"}, "Lorraine": {"France": "3 infantry"}}
    refused(scene("Germany", "move", alone), "1 fighter: Alsace > Lorraine", "R35")
    refused(game, "1 fighter: Alsace > Munich > Bohemia > Silesia", "R34")
    moved = scene(
        "Germany", "move",
        {
            "Ruhr": {"Germany": "1 infantry, 1 fighter"}, "Belgium": {"France": "2 infantry"},
            "Picardy": {"Germany": "1 infantry"},
        },
        owners={"Belgium": "France", "Picardy": "Germany"},
    )  # fmt: skip
    tell(moved, "1 fighter: Ruhr > Belgium > Picardy")
    assert at(moved, "Picardy") == {"infantry": 1, "fighter": 1}
    assert at(moved, "Belgium") == {"infantry": 2}


@clause("great_war.R34", "great_war.R35")
def test_it_flies_over_the_sea_and_to_troops_that_moved_in_this_turn() -> None:
    game = scene(
        "Britain", "move", {"London": {"Britain": "1 infantry, 1 fighter"}, "Picardy": {"Britain": "1 infantry"}},
        owners={"Belgium": "Germany"},
    )  # fmt: skip
    tell(game, "1 infantry: Picardy > Belgium", "1 fighter: London > Sea Zone 9 > Belgium")
    assert at(game, "Belgium") == {"infantry": 1, "fighter": 1}


@clause("great_war.R35.1")
def test_it_does_not_end_at_sea_but_as_cargo() -> None:
    game = scene("Britain", "move", {"London": {"Britain": "1 infantry, 1 fighter"}})
    refused(game, "1 fighter: London > Sea Zone 9", "R47")
    refused(game, "1 fighter: London > Sea Zone 9 > Sea Zone 8", "R35.1")


@clause("great_war.R35.2")
def test_neutrals_cannot_be_flown_over() -> None:
    units = {"Alsace": {"Germany": "1 infantry, 1 fighter"}, "Tyrolia": {"Germany": "1 infantry"}}
    game = scene("Germany", "move", units)
    refused(game, "1 fighter: Alsace > Switzerland > Tyrolia", "R35.2")
    free = scene("Germany", "move", units, switches={"neutrals_closed_to_fighters": False})
    tell(free, "1 fighter: Alsace > Switzerland > Tyrolia")
    assert free.state.owner["Switzerland"] is None


@clause("great_war.R36", "great_war.R131")
def test_fighters_stay_where_they_have_fought() -> None:
    game = scene(
        "France", "move",
        {"Lorraine": {"France": "2 infantry, 1 fighter"}, "Alsace": {"Germany": "2 infantry"}},
        dice=[6] * 5,
    )  # fmt: skip
    go(game, "2 infantry: Lorraine > Alsace", "1 fighter: Lorraine > Alsace")
    assert at(game, "Alsace", "France") == {"infantry": 2, "fighter": 1}
    unless_declared(game)
    assert game.state.power == "Britain"


@clause("great_war.R37")
def test_contested_territory_binds_fighters_too() -> None:
    units = {
        "Lorraine": {"Germany": "1 infantry, 1 fighter", "France": "1 infantry"}, "Alsace": {"Germany": "1 infantry"},
        "Burgundy": {"Germany": "1 infantry"}, "Ruhr": {"Germany": "1 infantry"},
    }  # fmt: skip
    setting: dict[str, Any] = {"contested": {"Lorraine": "France"}, "owners": {"Burgundy": "Austria-Hungary"}}
    game = scene("Germany", "move", {**units, "Belgium": {"Austria-Hungary": "1 infantry"}}, **setting)
    assert ends(game, "Lorraine", "fighter") == {"Alsace", "Burgundy", "Munich", "Ruhr"}  # own units were in Burgundy
    here = {**units, "Belgium": {"Austria-Hungary": "1 infantry"}}
    owners = {"Belgium": "Austria-Hungary", "Burgundy": "Austria-Hungary"}
    bound = scene("Germany", "move", here, contested={"Lorraine": "France"}, owners=owners)
    tell(bound, "1 infantry: Ruhr > Belgium")
    refused(bound, "1 fighter: Lorraine > Belgium", "R30")
    free = scene(
        "Germany", "move", here, contested={"Lorraine": "France"}, owners=owners,
        switches={"fighters_bound_by_contested": False},
    )  # fmt: skip
    tell(free, "1 infantry: Ruhr > Belgium", "1 fighter: Lorraine > Belgium")
