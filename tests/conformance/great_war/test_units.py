"""Units and the minimum army: R20 to R27."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.great_war.board import finish, refused, scene, until
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


def lines(game: Any) -> list[tuple[str, str, list[int], int]]:
    return [(e["volley"], e["hits_on"], list(e["dice"]), e["hits"]) for e in happened(game, "volley_fired")]


@clause("great_war.R21", "great_war.R21.1", "great_war.R54")
def test_one_artillery_supports_one_infantry_or_tank() -> None:
    game = scene(
        "Germany",
        "combat",
        {"Lorraine": {"Germany": "2 infantry, 1 tank, 2 artillery", "France": "6 infantry"}},
        owners={"Lorraine": "France"},
        dice=[3, 3, 3, 3, 3, *[6] * 6],
    )
    until(game, "purchase")
    assert lines(game)[0] == ("attackers", "2 and 3", [3, 3, 3, 3, 3], 4)  # one unit is left at 2


@clause("great_war.R21.2")
def test_artillery_gives_no_support_in_defense() -> None:
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "1 infantry", "France": "2 tank, 1 infantry, 3 artillery"}},
        owners={"Lorraine": "France"}, dice=[6, 3, 3, 3, 3, 3, 3],
    )  # fmt: skip
    until(game, "purchase")
    assert lines(game)[1] == ("defenders", "1 and 3", [3, 3, 3, 3, 3, 3], 4)  # tanks stay at 1


@clause("great_war.R22")
@pytest.mark.parametrize("power", ["Germany", "Italy"])
def test_tanks_are_sold_from_round_four(power: str) -> None:
    early = until(scene(power, "purchase", round=3), "purchase")
    refused(early, "1 tank", "R84")
    late = until(scene(power, "purchase", round=4), "purchase")
    tell(late, "1 tank")
    assert happened(late, "bought")[0]["units"] == {"tank": 1}


@clause("great_war.R23", "great_war.R23.2", "great_war.E4")
def test_attacking_tanks_absorb_hits() -> None:
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "3 tanks, 2 infantry", "France": "5 infantry"}},
        owners={"Lorraine": "France"}, dice=[6, 6, 6, 6, 6, 1, 2, 3, 3, 6], round=5,
    )  # fmt: skip
    assert happened(game, "absorbed")[0]["hits"] == 3
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power, game.decision.context["hits"]) == ("casualties", "Germany", 1)
    tell(game, "1 tank")
    assert at(game, "Lorraine", "Germany") == {"tank": 2, "infantry": 2}


@clause("great_war.R23")
def test_no_more_hits_are_absorbed_than_fell() -> None:
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "3 tanks, 2 infantry", "France": "2 infantry"}},
        owners={"Lorraine": "France"}, dice=[6, 6, 6, 6, 6, 3, 6], round=5,
    )  # fmt: skip
    assert happened(game, "absorbed")[0]["hits"] == 1
    assert at(game, "Lorraine", "Germany") == {"tank": 3, "infantry": 2}


@clause("great_war.R23.1", "great_war.R132", "great_war.E5", "great_war.R27.1")
def test_tanks_in_defense_absorb_nothing_and_fire_at_one() -> None:
    game = scene(
        "France", "combat", {"Alsace": {"France": "3 infantry", "Germany": "2 tanks, 1 infantry"}},
        owners={"Alsace": "Germany"}, dice=[1, 2, 6, 1, 2, 6], round=5,
    )  # fmt: skip
    assert game.decision is not None
    refused(game, "1 infantry, 1 tank", "R27.1")
    tell(game, "2 tanks")
    assert at(game, "Alsace", "Germany") == {"infantry": 1}
    assert lines(game)[1] == ("defenders", "1 and 3", [1, 2, 6], 1)
    assert not happened(game, "absorbed")


@clause("great_war.R23.3")
def test_absorption_is_new_in_each_turn() -> None:
    dice = [6, 6, 3, 6, 6, 6, 6, 6, 3, 6]
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "1 tank, 1 infantry", "France": "2 infantry"}},
        owners={"Lorraine": "France"}, dice=dice, round=5,
    )  # fmt: skip
    assert [e["hits"] for e in happened(game, "absorbed")] == [1]
    again = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "1 tank, 1 infantry", "France": "2 infantry"}},
        contested={"Lorraine": "France"}, dice=[6, 6, 3, 6], round=6,
    )  # fmt: skip
    tell(again, "Lorraine", "1 tank, 1 infantry")
    assert [e["hits"] for e in happened(again, "absorbed")] == [1]


# Battleships


@clause("great_war.R24", "great_war.R76", "great_war.R70.4")
def test_a_battleship_takes_two_hits_and_the_damage_stays() -> None:
    game = scene(
        "Italy", "combat", {"Sea Zone 17": {"Italy": "1 battleship", "Austria-Hungary": "1 cruiser, 1 battleship"}},
        dice=[6, 3, 6],
    )  # fmt: skip
    tell(game, "Sea Zone 17", "break off")
    stack = next(s for s in game.state.at("Sea Zone 17") if s.owner == "Italy")
    assert stack.cond.damage == 1
    again = scene(
        "Italy", "combat",
        {"Sea Zone 17": {"Italy": "1 battleship (damaged 1)", "Austria-Hungary": "1 cruiser, 1 battleship"}},
        dice=[6, 3, 6],
    )  # fmt: skip
    tell(again, "Sea Zone 17")
    assert at(again, "Sea Zone 17", "Italy") == {}


@clause("great_war.R24.1")
def test_it_is_repaired_free_at_an_own_base_in_phase_one() -> None:
    units = {"Sea Zone 17": {"Italy": "1 battleship (damaged 1)"}, "Sea Zone 16": {"Italy": "1 battleship (damaged 1)"}}
    game = scene("Italy", "purchase", units)
    assert all(s.cond.damage == 0 for s in game.state.at("Sea Zone 17"))
    assert all(s.cond.damage == 1 for s in game.state.at("Sea Zone 16"))  # Marseilles is French
    assert game.state.ipcs["Italy"] == 14


@clause("great_war.R24.1", "great_war.R139")
@pytest.mark.parametrize(("owners", "contested"), [({"Rome": "Austria-Hungary"}, {}), ({}, {"Rome": "Italy"})])
def test_it_is_not_repaired_at_a_base_that_is_lost_or_contested(owners: dict, contested: dict) -> None:
    game = scene(
        "Italy", "purchase", {"Sea Zone 17": {"Italy": "1 battleship (damaged 1)"}}, owners=owners, contested=contested
    )
    assert all(s.cond.damage == 1 for s in game.state.at("Sea Zone 17"))


@clause("great_war.R24.2")
def test_a_damaged_battleship_fires_at_full_value() -> None:
    game = scene(
        "Italy", "combat", {"Sea Zone 17": {"Italy": "1 battleship (damaged 1)", "Austria-Hungary": "1 cruiser"}},
        dice=[4, 6],
    )  # fmt: skip
    tell(game, "Sea Zone 17")
    assert at(game, "Sea Zone 17", "Austria-Hungary") == {}


@clause("great_war.R25", "great_war.R35.1")
def test_fighters_stand_on_land_and_are_carried_by_transports() -> None:
    game = scene(
        "Britain", "move",
        {
            "London": {"Britain": "2 infantry, 1 fighter"}, "Sea Zone 9": {"Britain": "1 transport"},
            "Picardy": {"Britain": "1 infantry"},
        },
    )  # fmt: skip
    tell(game, "1 fighter: London > Sea Zone 9")
    (carrier,) = game.state.at("Sea Zone 9")
    assert carrier.cond.cargo == (("Britain", "fighter"),)
    tell(game, "1 transport: Sea Zone 9 > Sea Zone 8")
    away = scene("Britain", "move", {"Sea Zone 8": {"Britain": "1 transport (carrying fighter of Britain)"}})
    refused(away, "1 fighter: Sea Zone 8 > Brest", "R35")
    tell(game, "1 fighter: Sea Zone 8 > Picardy")
    assert at(game, "Picardy") == {"infantry": 1, "fighter": 1}


@clause("great_war.R26")
def test_there_is_no_research_and_no_bombing() -> None:
    game = scene("Germany", "purchase")
    assert not game.rules.technologies
    assert not game.rules.sequence("raid")
    assert not any("raids" in u.tags for u in game.rules.units.values())


# The minimum army


@clause("great_war.R27.1", "great_war.R55", "great_war.E6")
def test_the_last_infantry_falls_last() -> None:
    units = {"Prussia": {"Russia": "1 infantry, 2 artillery", "Germany": "3 infantry"}}
    game = scene("Russia", "combat", units, owners={"Prussia": "Germany"}, dice=[6, 6, 6, 1, 6, 6])
    refused(game, "1 infantry", "R27.1")
    assert game.decision is not None
    (loss,) = game.decision.advice
    assert loss.type == "artillery"
    tell(game, "1 artillery")
    assert at(game, "Prussia", "Russia") == {"infantry": 1, "artillery": 1}
    all_lost = scene("Russia", "combat", units, owners={"Prussia": "Germany"}, dice=[6, 6, 6, 1, 2, 3])
    assert at(all_lost, "Prussia", "Russia") == {}


@clause("great_war.R27.1")
def test_each_power_keeps_its_own_infantry_and_infantry_left_out_counts() -> None:
    game = scene(
        "Russia", "combat",
        {"Prussia": {"Russia": "3 infantry", "Germany": "1 infantry, 1 artillery", "Austria-Hungary": "2 infantry"}},
        owners={"Prussia": "Germany"}, dice=[1, 6, 6, 6, 6, 6, 6],
    )  # fmt: skip
    refused(game, "1 infantry of Germany", "R27.1")
    tell(game, "1 infantry of Austria-Hungary")
    committed = scene(
        "Russia", "combat", {"Prussia": {"Russia": "3 infantry, 1 artillery", "Germany": "2 infantry"}},
        contested={"Prussia": "Germany"}, dice=[6, 6, 1, 6],
    )  # fmt: skip
    tell(committed, "Prussia", "1 infantry, 1 artillery", "1 infantry")  # two infantry stay behind
    assert at(committed, "Prussia", "Russia") == {"infantry": 2, "artillery": 1}


@clause("great_war.R27", "great_war.R27.2", "great_war.R27.3", "great_war.E7")
def test_a_broken_minimum_army_is_mended_in_phase_four() -> None:
    game = scene("Russia", "move", {"Livonia": {"Russia": "3 infantry, 2 artillery"}})
    tell(game, "3 infantry: Livonia > Poland", "done")
    assert at(game, "Livonia", "Russia") == {"infantry": 1, "artillery": 1}
    assert game.state.ipcs["Russia"] == 25 + 25  # income, and nothing paid back


@clause("great_war.R27.3")
def test_the_owner_says_which_unit_becomes_the_infantry() -> None:
    game = scene("Russia", "mobilize", {"Livonia": {"Russia": "1 artillery, 1 fighter"}})
    assert game.decision is not None
    assert game.decision.kind == "army"
    tell(game, "1 fighter")
    assert at(game, "Livonia") == {"infantry": 1, "artillery": 1}


@clause("great_war.R27.4", "great_war.R27.5")
def test_a_territory_may_be_left_empty_and_a_contested_one_completely() -> None:
    game = scene(
        "Russia", "move",
        {"Livonia": {"Russia": "2 infantry"}, "Poland": {"Russia": "1 infantry", "Germany": "1 infantry"}},
        contested={"Poland": "Russia"},
    )  # fmt: skip
    tell(game, "1 infantry: Poland > Belarus", "2 infantry: Livonia > Belarus")
    assert at(game, "Livonia") == {}
    assert at(game, "Poland", "Russia") == {}
    assert game.state.owner["Livonia"] == "Russia"
    finish(game, "mobilize")
    assert at(game, "Belarus") == {"infantry": 3}
