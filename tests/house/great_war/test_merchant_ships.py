"""Freighters and merchant raiders: prices, who may have them, and how they fare in battle."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.alliances import change_side
from tests.conformance.great_war.board import finish, form, scene
from tests.helpers import at, happened, tell

FREIGHTERS, RAIDERS = "great_war.freighters", "great_war.merchant_raiders"


@pytest.mark.clause("great_war.freighters.1", "great_war.freighters.2")
def test_example_britain_purchases_two_freighters() -> None:
    game = scene("Britain", "purchase", ipcs={"Britain": 30}, rules=[FREIGHTERS])
    tell(game, "2 freighter")
    assert game.state.ipcs["Britain"] == 24
    finish(game, "combat")
    assert {key[1] for key in form(game).most} == {"Sea Zone 8", "Sea Zone 9"}


@pytest.mark.clause("great_war.freighters.1")
def test_example_germany_cannot_purchase_a_freighter() -> None:
    with pytest.raises(Illegal):
        tell(scene("Germany", "purchase", ipcs={"Germany": 35}, rules=[FREIGHTERS]), "go on", "1 freighter")
    game = scene("Germany", "purchase", rules=[FREIGHTERS], options={f"{FREIGHTERS}.owners": "all"})
    tell(game, "go on", "1 freighter")
    assert happened(game, "bought")[-1]["units"] == {"freighter": 1}


@pytest.mark.clause("great_war.freighters.3", "great_war.freighters.4")
def test_a_freighter_does_not_fight_and_moves_two() -> None:
    game = scene("Britain", "move", {"Sea Zone 8": {"Britain": "1 freighter"}}, rules=[FREIGHTERS])
    unit = game.rules.units["freighter"]
    assert (unit.attack, unit.defense, unit.move) == (0, 0, 2)
    source = form(game).source
    (row,) = [(space, stack) for space, stack, _ in source.movable() if stack.type == "freighter"]
    assert max(len(option.path) - 1 for option in source.options(*row)) == 2


@pytest.mark.clause("great_war.freighters.5")
def test_without_the_scenario_a_freighter_earns_nothing() -> None:
    units = {"Sea Zone 12": {"Britain": "1 freighter"}}
    game = scene("Britain", "collect", units, ipcs={"Britain": 0}, rules=[FREIGHTERS], dice=[])
    assert game.state.ipcs["Britain"] == 30


@pytest.mark.clause("great_war.freighters.1", "great_war.merchant_raiders.1")
def test_a_power_that_changes_sides_keeps_none_of_the_wrong_ships() -> None:
    units = {"Sea Zone 17": {"Italy": "2 freighter", "Germany": "1 merchant raider"}}
    game = scene("Italy", "purchase", units, rules=[FREIGHTERS, RAIDERS])
    change_side(game, "Italy", "central_powers", "a test")
    assert at(game, "Sea Zone 17", "Italy") == {}
    assert at(game, "Sea Zone 17", "Germany") == {"merchant_raider": 1}
    assert "merchant_raider" in game.rules.q.for_sale(game, "Italy")
    assert "freighter" not in game.rules.q.for_sale(game, "Italy")


def attacked(dice: list[int]) -> dict[str, dict[str, int]]:
    units = {"Sea Zone 9": {"Britain": "1 cruiser", "Germany": "1 merchant raider"}}
    game = scene("Britain", "combat", units, rules=[RAIDERS], dice=dice)
    tell(game, "Sea Zone 9")
    finish(game, "combat", {"retreat": "break off"})
    return {power: at(game, "Sea Zone 9", power) for power in ("Britain", "Germany")}


@pytest.mark.clause("great_war.merchant_raiders.3")
def test_example_a_raider_sinks_a_cruiser() -> None:
    assert attacked([4, 2]) == {"Britain": {}, "Germany": {"merchant_raider": 1}}
    assert attacked([3, 3]) == {"Britain": {"cruiser": 1}, "Germany": {}}


@pytest.mark.clause("great_war.merchant_raiders.1", "great_war.merchant_raiders.2")
def test_example_the_ottoman_empire_purchases_three_raiders() -> None:
    game = scene("Ottoman Empire", "purchase", ipcs={"Ottoman Empire": 16}, rules=[RAIDERS])
    tell(game, "3 merchant raider")
    assert game.state.ipcs["Ottoman Empire"] == 7
    finish(game, "combat")
    assert {key[1] for key in form(game).most} == {"Sea Zone 20"}
    game = scene("France", "purchase", rules=[RAIDERS])
    assert "merchant_raider" not in game.rules.q.for_sale(game, "France")
    game = scene("France", "purchase", rules=[RAIDERS], options={f"{RAIDERS}.owners": "all"})
    assert "merchant_raider" in game.rules.q.for_sale(game, "France")


@pytest.mark.clause("great_war.merchant_raiders.3", "great_war.merchant_raiders.4", "great_war.merchant_raiders.5")
def test_a_raider_cannot_attack_and_does_not_raid_without_the_scenario() -> None:
    units = {"Sea Zone 9": {"Germany": "1 merchant raider"}}
    game = scene("Britain", "collect", units, ipcs={"Britain": 0}, rules=[RAIDERS], dice=[])
    unit = game.rules.units["merchant_raider"]
    assert (unit.attack, unit.move, game.state.ipcs["Britain"]) == (0, 2, 30)
    facing = {"Sea Zone 9": {"Germany": "1 merchant raider", "Britain": "1 transport"}}
    game = scene("Germany", "combat", facing, rules=[RAIDERS])
    assert not happened(game, "battle_started")


@pytest.mark.clause("great_war.freighters.3")
def test_a_freighter_is_hit_last_and_lost_when_alone() -> None:
    units = {"Sea Zone 9": {"Britain": "1 cruiser, 2 freighter", "Germany": "2 cruiser"}}
    game = scene("Germany", "combat", units, rules=[FREIGHTERS], dice=[1, 6, 6])
    tell(game, "Sea Zone 9")
    finish(game, "combat")
    assert at(game, "Sea Zone 9") == {"cruiser": 2}
