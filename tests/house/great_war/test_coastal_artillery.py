"""Coastal artillery: where it is placed, its shots at passing ships, and battles against it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.engine.invariants import board
from tests.conformance.great_war.board import finish, form, scene
from tests.helpers import at, happened, tell

RULE = "great_war.coastal_artillery"


def game_at(power: str, phase: str, units: dict[str, dict[str, str]], **more: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    return scene(power, phase, units, rules=[RULE], options=options, **more)


SCOTLAND = {"Scotland": {"Britain": "1 battery"}, "Munich": {"Germany": "1 infantry"}}


@pytest.mark.clause("great_war.coastal_artillery.1", "great_war.coastal_artillery.3")
@pytest.mark.parametrize("most", [1, 2])
def test_example_one_battery_in_a_territory(most: int) -> None:
    units = {"Constantinople": {"Ottoman Empire": "1 battery"}}
    game = game_at(
        "Ottoman Empire", "purchase", units, ipcs={"Ottoman Empire": 16}, options={"max_per_territory": most}
    )
    tell(game, "2 battery")
    assert game.state.ipcs["Ottoman Empire"] == 0
    finish(game, "combat")
    spaces = {key[1] for key in form(game).most}
    assert {"Smyrna", "Ankara", "Mesopotamia", "Trans-Jordan"} <= spaces
    if most == 1:
        with pytest.raises(Illegal):
            tell(game, "1 battery > Constantinople")
        tell(game, "1 battery > Smyrna, 1 battery > Ankara")
        assert at(game, "Smyrna") == {"coastal_artillery": 1}
    else:
        tell(game, "1 battery > Constantinople")
        assert at(game, "Constantinople") == {"coastal_artillery": 2}


@pytest.mark.clause("great_war.coastal_artillery.3")
def test_a_battery_is_placed_on_the_coast() -> None:
    game = game_at("Russia", "purchase", {}, ipcs={"Russia": 8})
    tell(game, "1 battery")
    finish(game, "combat")
    spaces = {key[1] for key in form(game).most}
    assert "Sevastopol" in spaces
    assert "Moscow" not in spaces


@pytest.mark.clause("great_war.coastal_artillery.4", "great_war.coastal_artillery.5")
def test_example_submarines_pass_scotland() -> None:
    units = {**SCOTLAND, "Sea Zone 5": {"Germany": "3 submarine"}}
    game = game_at("Germany", "move", units, dice=[1, 4, 6])
    tell(game, "3 submarine: Sea Zone 5 > Sea Zone 4")
    assert at(game, "Sea Zone 4") == {"submarine": 2}
    assert [(e["dice"], e["hits"]) for e in happened(game, "battery_fired")] == [([1, 4, 6], 1)]


@pytest.mark.clause("great_war.coastal_artillery.4")
@pytest.mark.parametrize(
    ("options", "path", "left"),
    [
        ({"passing_shot": 2}, "Sea Zone 5 > Sea Zone 4", 0), ({}, "Sea Zone 5 > Sea Zone 4", 1),
        ({"shoot_at_stopping_ships": False, "passing_shot": 6}, "Sea Zone 5 > Sea Zone 4", 1),
        ({"shoot_at_stopping_ships": False, "passing_shot": 6}, "Sea Zone 5 > Sea Zone 4 > Sea Zone 3", 0),
    ],
)  # fmt: skip
def test_who_is_shot_at(options: dict[str, Any], path: str, left: int) -> None:
    units = {**SCOTLAND, "Sea Zone 5": {"Germany": "1 submarine"}}
    game = game_at("Germany", "move", units, dice=[2], options=options)
    tell(game, f"1 submarine: {path}")
    assert at(game, path.split(" > ")[-1]).get("submarine", 0) == left


@pytest.mark.clause("great_war.coastal_artillery.4")
def test_a_transport_sinks_with_its_cargo_and_a_battleship_outright() -> None:
    units = {**SCOTLAND, "Sea Zone 5": {"Germany": "1 battleship, 1 transport"}}
    game = game_at("Germany", "move", units, dice=[1, 1])
    tell(game, "1 battleship: Sea Zone 5 > Sea Zone 4", "1 transport: Sea Zone 5 > Sea Zone 4")
    assert at(game, "Sea Zone 4") == {}


@pytest.mark.clause("great_war.coastal_artillery.2", "great_war.coastal_artillery.6")
@pytest.mark.parametrize(("options", "left"), [({}, {}), ({"hits_to_destroy": 2}, {"coastal_artillery": 1})])
def test_example_two_cruisers_attack_a_battery(options: dict[str, int], left: dict[str, int]) -> None:
    units = {**SCOTLAND, "Sea Zone 4": {"Germany": "2 cruiser"}}
    game = game_at("Germany", "combat", units, dice=[5, 3, 2, *[6] * 4], options=options)
    tell(game, "battery", "Scotland", "2 cruiser")
    assert game.battle is None or list(board(game)) == []  # a battery is in the sea zone while ships attack it
    finish(game, "combat", {"retreat": "break off"})
    assert at(game, "Scotland") == left
    assert at(game, "Sea Zone 4") == {"cruiser": 1}
    assert not any(s.type == "coastal_artillery" for s in game.state.at("Sea Zone 4"))


@pytest.mark.clause("great_war.coastal_artillery.2", "great_war.coastal_artillery.6")
def test_submarines_cannot_attack_it_and_its_value_is_an_option() -> None:
    units = {**SCOTLAND, "Sea Zone 4": {"Germany": "2 submarine"}}
    game = game_at("Germany", "combat", units, options={"defense_vs_ships": 4})
    assert not (game.decision and "battery" in str(getattr(game.decision.form, "options", "")))
    assert game.rules.units["coastal_artillery"].defense == 4


@pytest.mark.clause("great_war.coastal_artillery.2", "great_war.coastal_artillery.7")
def test_example_a_battery_is_destroyed_when_its_territory_falls() -> None:
    units = {"Smyrna": {"Ottoman Empire": "1 battery"}, "Ankara": {"Britain": "1 infantry"},
             "India": {"Britain": "1 infantry"}}  # fmt: skip
    game = game_at("Britain", "move", units, owners={"Ankara": "Britain"})
    tell(game, "1 infantry: Ankara > Smyrna")
    assert at(game, "Smyrna") == {"infantry": 1}
    assert not happened(game, "battle_started")
