"""smith.air_assault_of_islands: what steps to and from islands cost aircraft."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.board import way_cost
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import attack, in_phase
from tests.helpers import at, position, tell

clause = pytest.mark.clause
RULE = "smith.air_assault_of_islands"
US, JAPAN, UK, GERMANY = "United States", "Japan", "United Kingdom", "Germany"
WAKE, HAWAII = "Wake Island Sea Zone", "Hawaiian Islands Sea Zone"


def wake(dice: list[int], **options: Any) -> Game:
    """An American fighter from a carrier off Hawaii attacks an infantry on Wake Island."""
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    units = {HAWAII: {US: "1 aircraft carrier, 1 fighter"}, "Wake Island": {JAPAN: "1 infantry"}}
    return attack(
        US, ["1 fighter: Hawaiian Islands Sea Zone > Wake Island Sea Zone > Wake Island"], units, dice=dice,
        rules=[RULE], options=given,
    )  # fmt: skip


START = "Eastern United States"
LONG_WAY = f"{START} > Western United States > Western United States Sea Zone > {HAWAII} > {WAKE}"


def left(game: Game, space: str) -> int:
    (fighter,) = (s for s in game.state.at(space) if s.type == "fighter")
    return game.unit(fighter).move - fighter.cond.moved


@clause("smith.air_assault_of_islands.1", "smith.air_assault_of_islands.2")
def test_example_the_attack_on_wake_costs_one_point() -> None:
    game = wake([1, 6])
    assert in_phase(game, "noncombat") and left(game, "Wake Island") == 3
    tell(game, "1 fighter: Wake Island > Wake Island Sea Zone > Hawaiian Islands Sea Zone")
    assert at(game, HAWAII, US) == {"aircraft_carrier": 1, "fighter": 1}
    assert left(game, HAWAII) == 2  # it never landed on Wake, so no point to take off


def test_an_attack_may_cost_a_point() -> None:
    assert left(wake([1, 6], attack_cost=1), "Wake Island") == 2


def philippines(moves: int, **options: Any) -> Game:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    units = {"Philippines": {JAPAN: "1 fighter"}, "Okinawa Sea Zone": {US: "1 transport"}}
    return attack(
        JAPAN, ["1 fighter: Philippines > Philippines Sea Zone > Okinawa Sea Zone"], units, dice=[1, 6],
        rules=[RULE], options=given,
    )  # fmt: skip


@clause("smith.air_assault_of_islands.4")
def test_example_take_off_and_landing_cost_a_point_each() -> None:
    game = philippines(2)
    assert left(game, "Okinawa Sea Zone") == 2
    tell(game, "1 fighter: Okinawa Sea Zone > Philippines Sea Zone > Philippines")
    assert left(game, "Philippines") == 0


@clause("smith.air_assault_of_islands.4")
def test_other_costs_of_taking_off() -> None:
    assert left(philippines(1, takeoff_landing_cost=0), "Okinawa Sea Zone") == 3


@clause("smith.air_assault_of_islands.3")
def test_example_australia_is_no_island() -> None:
    units = {"North Australia Sea Zone": {JAPAN: "1 bomber"}}
    game = position(JAPAN, "combat_move", units, rules=[RULE])
    (bomber,) = game.state.at("North Australia Sea Zone")
    assert way_cost(game, bomber, ("North Australia Sea Zone", "Australia"), "combat") == 1
    assert way_cost(game, bomber, ("Wake Island Sea Zone", "Wake Island"), "noncombat") == 1


@clause("smith.air_assault_of_islands.3")
def test_an_island_has_one_sea_zone_around_it() -> None:
    rules = Game.new("classic", [RULE]).rules
    alone = {s for s in rules.lands if not rules.land_near[s] and len(rules.sea_near[s]) == 1}
    assert alone == {s for s in rules.lands if rules.spaces[s].island}
    assert {"Wake Island", "Eire", "United Kingdom", "Japan"} <= alone and not {"Australia", "Madagascar"} & alone


@clause("smith.air_assault_of_islands.2")
def test_a_raid_costs_nothing_either() -> None:
    units = {"Western Europe": {GERMANY: "1 bomber"}, "Germany": {GERMANY: "1 infantry"}}
    game = position(GERMANY, "combat_move", units, rules=[RULE], dice=[3])
    tell(game, "1 bomber: Western Europe > North Sea Zone > United Kingdom [raid]", "done")
    (bomber,) = (s for s in game.state.at("United Kingdom") if s.type == "bomber")
    assert bomber.cond.moved == 1


def test_a_plane_takes_part_in_one_battle_only() -> None:
    units = {
        HAWAII: {US: "1 aircraft carrier, 1 fighter"},
        "Wake Island": {JAPAN: "1 infantry"},
        WAKE: {JAPAN: "1 transport"},
    }
    game = attack(
        US, ["1 fighter: Hawaiian Islands Sea Zone > Wake Island Sea Zone > Wake Island"], units, dice=[6, 6, 1, 6],
        rules=[RULE],
    )  # fmt: skip
    while game.open[0].kind == "retreat":
        tell(game, "stay" if "stay" in str(game.open[0].form) else game.open[0].advice)
    assert at(game, WAKE, JAPAN) == {"transport": 1}  # it passed the ships and did not fight them


@clause("smith.air_assault_of_islands.2")
def test_aircraft_without_movement_left_return_to_the_zone_around_the_island() -> None:
    units = {WAKE: {US: "1 aircraft carrier"}, START: {US: "1 fighter"}, "Wake Island": {JAPAN: "1 infantry"}}
    game = attack(US, [f"1 fighter: {LONG_WAY} > Wake Island"], units, dice=[1, 6], rules=[RULE])
    assert in_phase(game, "noncombat") and left(game, "Wake Island") == 0
    tell(game, "1 fighter: Wake Island > Wake Island Sea Zone")
    assert at(game, WAKE, US) == {"aircraft_carrier": 1, "fighter": 1}
