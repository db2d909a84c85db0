"""Standard Trucks: what they carry, how far, where they drive, and how they are lost."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.great_war.board import ends, finish, form, refused, scene
from tests.helpers import at, happened, tell

RULE = "great_war.standard_trucks"


#: Units far away, so that somebody can always move.
FAR = {
    "Munich": {"Germany": "1 infantry"}, "Tatarstan": {"Russia": "1 infantry"}, "Brest": {"France": "1 infantry"},
    "India": {"Britain": "1 infantry"},
}  # fmt: skip


def front(units: dict[str, dict[str, str]], power: str = "Germany", **more: Any) -> Game:
    return scene(power, "move", {**FAR, **units}, rules=[RULE], **more)


@pytest.mark.clause(
    "great_war.standard_trucks.3", "great_war.standard_trucks.4", "great_war.standard_trucks.5",
    "great_war.standard_trucks.6",
)  # fmt: skip
def test_example_infantry_rides_one_space_and_walks_into_poland() -> None:
    units = {
        "Berlin": {"Germany": "1 truck"}, "Hanover": {"Germany": "2 infantry"}, "Poland": {"Russia": "1 infantry"},
    }  # fmt: skip
    game = front(units)
    tell(game, "1 truck: Berlin > Hanover", "1 truck, 2 infantry: Hanover > Silesia")
    assert at(game, "Silesia") == {"truck": 1, "infantry": 2}
    assert ends(game, "Silesia", "truck") == set()
    tell(game, "2 infantry: Silesia > Poland")
    assert at(game, "Poland", "Germany") == {"infantry": 2}
    assert not ends(game, "Poland", "infantry")  # 2 spaces in all


@pytest.mark.clause("great_war.standard_trucks.3", "great_war.standard_trucks.6")
def test_example_a_unit_carried_two_spaces_does_not_walk_on() -> None:
    units = {"Moscow": {"Russia": "1 truck, 1 infantry, 1 artillery"}}
    game = front(units, "Russia")
    tell(game, "1 truck, 1 infantry, 1 artillery: Moscow > Belarus > Poland")
    assert at(game, "Poland", "Russia") == {"truck": 1, "infantry": 1, "artillery": 1}
    refused(game, "1 infantry: Poland > Prussia", "R28")
    assert not ends(game, "Poland", "infantry")


@pytest.mark.clause("great_war.standard_trucks.3")
@pytest.mark.parametrize(
    ("load", "fits"),
    [
        ("2 infantry", True), ("1 infantry, 1 artillery", True), ("1 tank", True), ("1 artillery", True),
        ("2 artillery", False), ("1 tank, 1 infantry", False),
        ("3 infantry", False), ("2 infantry, 1 artillery", False),
    ],
)  # fmt: skip
def test_example_loads(load: str, fits: bool) -> None:
    game = front({"Paris": {"France": "1 truck, 3 infantry, 2 artillery, 1 tank"}}, "France")
    order = f"1 truck, {load}: Paris > Burgundy"
    if fits:
        tell(game, order)
        assert at(game, "Burgundy")["truck"] == 1
    else:
        with pytest.raises(Illegal):
            tell(game, order)


@pytest.mark.clause("great_war.standard_trucks.2", "great_war.standard_trucks.7")
def test_example_a_truck_is_destroyed_with_its_territory() -> None:
    units = {"Lorraine": {"France": "1 infantry, 1 truck"}, "Alsace": {"Germany": "4 infantry"}}
    game = front(units, dice=[1, 6, 6, 6, 6])
    tell(game, "4 infantry: Alsace > Lorraine", "done")
    finish(game, "combat")
    assert at(game, "Lorraine") == {"infantry": 4}
    assert game.state.owner["Lorraine"] == "Germany"
    assert happened(game, "lost")[-1]["force"] == {next(s for s in happened(game, "lost")[-1]["force"]): 1}


@pytest.mark.clause("great_war.standard_trucks.7")
def test_a_truck_lives_while_its_territory_is_contested() -> None:
    units = {"Lorraine": {"France": "3 infantry, 1 truck"}, "Alsace": {"Germany": "4 infantry"}}
    game = front(units, dice=[1, 6, 6, 6, 6, 6, 6])
    tell(game, "4 infantry: Alsace > Lorraine", "done")
    finish(game, "combat")
    assert at(game, "Lorraine", "France") == {"infantry": 2, "truck": 1}


@pytest.mark.clause("great_war.standard_trucks.7")
def test_a_truck_alone_does_not_stop_anybody() -> None:
    game = front({"Lorraine": {"France": "2 truck"}, "Alsace": {"Germany": "1 infantry"}})
    tell(game, "1 infantry: Alsace > Lorraine")
    assert at(game, "Lorraine") == {"infantry": 1}
    kept = {f"{RULE}.destroyed_on_capture": False}
    game = front({"Lorraine": {"France": "2 truck"}, "Alsace": {"Germany": "1 infantry"}}, options=kept)
    tell(game, "1 infantry: Alsace > Lorraine")
    assert at(game, "Lorraine", "Germany") == {"infantry": 1, "truck": 2}


@pytest.mark.clause("great_war.standard_trucks.1", "great_war.standard_trucks.8")
def test_example_britain_purchases_six_trucks_in_round_1() -> None:
    game = scene("Britain", "purchase", ipcs={"Britain": 30}, rules=[RULE], round=1)
    tell(game, "6 truck")
    assert game.state.ipcs["Britain"] == 0


@pytest.mark.clause("great_war.standard_trucks.4")
def test_trucks_stay_behind_the_lines_and_load_once() -> None:
    units = {
        "Silesia": {"Germany": "1 truck, 3 infantry"}, "Poland": {"Russia": "1 infantry"},
        "Berlin": {"Germany": "2 infantry"},
    }  # fmt: skip
    game = front(units)
    assert "Poland" not in ends(game, "Silesia", "truck")
    refused(game, "1 truck, 1 infantry: Silesia > Poland", "standard_trucks.4")
    tell(game, "1 truck, 1 infantry: Silesia > Berlin")
    refused(game, "1 truck, 2 infantry: Berlin > Hanover", "standard_trucks.4")
    tell(game, "1 truck: Berlin > Hanover")  # it drives on empty
    assert at(game, "Hanover") == {"truck": 1}


@pytest.mark.clause("great_war.standard_trucks.4", "great_war.standard_trucks.6")
def test_units_may_walk_to_the_truck_and_ride_one_space() -> None:
    units = {"Hanover": {"Germany": "2 infantry"}, "Berlin": {"Germany": "1 truck"}}
    game = front(units)
    tell(game, "2 infantry: Hanover > Berlin")
    refused(game, "1 truck, 2 infantry: Berlin > Silesia > Prussia", "standard_trucks.6")
    tell(game, "1 truck, 2 infantry: Berlin > Silesia")
    assert not ends(game, "Silesia", "infantry")


@pytest.mark.clause("great_war.standard_trucks.4")
def test_a_truck_that_drives_farther_cannot_load_any_more() -> None:
    units = {"Hanover": {"Germany": "1 truck"}, "Berlin": {"Germany": "1 infantry"}}
    game = front(units, options={f"{RULE}.pickup_distance": 0})
    tell(game, "1 truck: Hanover > Berlin")
    refused(game, "1 truck, 1 infantry: Berlin > Silesia", "standard_trucks.4")
    options = {f"{RULE}.max_passenger_distance": 3, f"{RULE}.movement": 3}
    game = front({"Hanover": {"Germany": "1 truck, 1 infantry"}}, options=options)
    tell(game, "1 truck, 1 infantry: Hanover > Berlin > Silesia > Prussia")
    assert at(game, "Prussia") == {"truck": 1, "infantry": 1}


@pytest.mark.clause("great_war.standard_trucks.5")
def test_units_from_the_front_go_only_where_they_could_have_gone() -> None:
    units = {
        "Lorraine": {"Germany": "1 truck, 3 infantry", "France": "2 infantry"},
        "Picardy": {"France": "1 infantry"},
    }
    game = front(units, contested={"Lorraine": "France"}, owners={"Belgium": "Germany"})
    refused(game, "1 truck, 1 infantry: Lorraine > Picardy", "R30")
    tell(game, "1 truck, 1 infantry: Lorraine > Belgium")
    refused(game, "1 infantry: Belgium > Picardy", "standard_trucks.5")
    tell(game, "1 infantry: Belgium > Ruhr")


@pytest.mark.clause("great_war.standard_trucks.2")
def test_a_truck_neither_holds_nor_contests_a_territory() -> None:
    units = {"Lorraine": {"Germany": "1 truck, 2 infantry", "France": "1 infantry"}}
    game = front(units, contested={"Lorraine": "France"}, owners={"Belgium": "Germany"})
    tell(game, "2 infantry: Lorraine > Alsace")
    assert game.state.owner["Lorraine"] == "France"
    assert at(game, "Lorraine") == {"infantry": 1}


@pytest.mark.clause("great_war.standard_trucks.3")
def test_an_empty_truck_can_be_shipped_but_not_landed_on_the_enemy() -> None:
    units = {"London": {"Britain": "2 truck, 1 infantry"}, "Sea Zone 9": {"Britain": "1 transport"}}
    game = front(units, "Britain")
    tell(game, "1 truck, 1 infantry: London > Sea Zone 9", "1 transport: Sea Zone 9 > Sea Zone 10")
    source = form(game).source
    for space, stack, _ in source.movable():
        if space == "Sea Zone 10" and stack.type == "truck":
            assert not [o for o in source.options(space, stack) if game.state.owner[o.path[-1]] == "Germany"]
