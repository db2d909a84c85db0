"""Weapons development: R159 to R169."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, fired, in_phase, left, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"


def developing(power: str, dice: list[int], **setting: Any) -> Game:
    capital = {US: "Eastern United States", UK: UK}[power]
    return position(power, "develop", {capital: {power: "1 infantry"}}, dice=dice, **setting)


@clause("classic.R159", "classic.R23")
def test_any_number_of_dice_for_five_ipcs_each_rolled_together_before_buying() -> None:
    game = developing(US, [1, 2, 3], ipcs={US: 17})
    assert asked(game) == ("develop", US)
    refused(game, 4, "classic.R159")
    game.answer(3)
    assert game.state.ipcs[US] == 2
    assert happened(game, "developed")[0]["dice"] == [1, 2, 3]
    game = developing(US, [1], ipcs={US: 17})
    game.answer(1)
    assert asked(game) == ("purchase", US)  # no second chance to develop
    assert game.decision and game.decision.context["ipcs"] == 12


@clause("classic.R159")
def test_nobody_has_to_develop_and_nobody_without_five_ipcs_can() -> None:
    game = developing(US, [], ipcs={US: 17})
    game.answer(0)
    assert game.state.ipcs[US] == 17
    game = developing(US, [], ipcs={US: 4})
    assert asked(game) == ("purchase", US)


@clause("classic.R160")
def test_only_a_six_is_a_success_and_the_money_is_spent_anyway() -> None:
    game = developing(US, [1, 2, 3, 4, 5], ipcs={US: 25})
    game.answer(5)
    assert game.state.techs[US] == []
    assert game.state.ipcs[US] == 0
    game = developing(US, [6, 3], ipcs={US: 5})
    game.answer(1)
    assert game.state.techs[US] == ["super_submarines"]


TABLE = [
    "jet_power", "rockets", "super_submarines", "long_range_aircraft", "industrial_technology", "heavy_bombers",
]  # fmt: skip


@clause("classic.R161")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_weapons_table(die: int) -> None:
    game = developing(US, [6, die])
    game.answer(1)
    assert game.state.techs[US] == [TABLE[die - 1]]


@clause("classic.R161")
def test_each_success_brings_something_new_known_results_are_rolled_again() -> None:
    game = developing(US, [6, 6, 2, 2, 3, 3, 2, 1], techs={US: ["rockets"]}, ipcs={US: 15})
    game.answer(3)
    assert game.state.techs[US] == ["rockets", "super_submarines", "jet_power"]
    assert [e["die"] for e in happened(game, "technology_rolled")] == [2, 3, 3, 2, 1]
    assert left(game) == []


@clause("classic.R161")
def test_with_all_but_one_known_the_last_one_comes_and_then_nothing_is_left_to_develop() -> None:
    game = developing(US, [6, 6, 1, 4], techs={US: [t for t in TABLE if t != "long_range_aircraft"]}, ipcs={US: 60})
    game.answer(2)
    assert sorted(game.state.techs[US]) == sorted(TABLE)
    assert left(game) == []  # the second success finds nothing new
    game = developing(US, [], techs={US: TABLE}, ipcs={US: 60})
    assert asked(game) == ("purchase", US)


@clause("classic.R162")
def test_a_technology_works_at_once_and_stays() -> None:
    game = developing(US, [6, 5], ipcs={US: 20})
    game.answer(1)
    assert game.decision and game.decision.context["prices"]["infantry"] == 2
    game.answer("7 infantry")
    assert game.state.ipcs[US] == 1
    until(game, "Germany", "purchase")
    assert game.state.techs[US] == ["industrial_technology"]


@clause("classic.R163")
def test_a_technology_works_for_its_power_only_and_several_may_have_it() -> None:
    game = developing(UK, [6, 1], techs={US: ["jet_power"]})
    assert (game.stats(US, "fighter").defense, game.stats(UK, "fighter").defense) == (5, 4)
    game.answer(1)
    assert game.state.techs[UK] == game.state.techs[US] == ["jet_power"]
    assert game.stats(UK, "fighter").defense == 5
    assert game.stats(RED, "fighter").defense == 4


@clause("classic.R164")
@pytest.mark.parametrize(("die", "hits"), [(5, 1), (6, 0)])
def test_jet_fighters_defend_at_five(die: int, hits: int) -> None:
    game = attack(
        "Germany",
        ["1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {RED: "1 fighter"}},
        techs={RED: ["jet_power"]},
        dice=[6, die],
    )
    assert happened(game, "volley_fired")[1]["hits"] == hits


@clause("classic.R164")
def test_jet_fighters_attack_at_three_still() -> None:
    game = attack(
        "Germany",
        ["1 fighter: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 fighter"}, "Caucasus": {RED: "1 infantry"}},
        techs={"Germany": ["jet_power"]},
        dice=[4, 6],
    )
    assert happened(game, "volley_fired")[0]["hits"] == 0


def rockets(gun: str, dice: list[int], more: dict[str, dict[str, str]] | None = None, **setting: Any) -> Game:
    """Germany, with rockets and an antiaircraft gun, at the start of combat; a spare infantry and bomber stand by."""
    units = {gun: {"Germany": "1 aa gun"}, "Libya": {"Germany": "1 infantry"}, **(more or {})}
    setting.setdefault("ipcs", {UK: 30, RED: 24, "Germany": 0})
    return position("Germany", "combat", units, techs={"Germany": ["rockets"]}, dice=dice, **setting)


@clause("classic.R165", "classic.R165.3")
def test_a_rocket_costs_the_controller_of_a_complex_one_die_in_the_combat_phase() -> None:
    game = rockets("Western Europe", [5])
    assert asked(game) == ("rocket", "Germany")
    assert not in_phase(game, "noncombat")
    game.answer(UK)
    assert game.state.ipcs[UK] == 25
    shot = happened(game, "rocket_fired")[0]
    assert (shot["origin"], shot["space"], shot["dice"], shot["ipcs"]) == ("Western Europe", UK, [5], 5)
    assert asked(game) == ("move", "Germany")


@clause("classic.R165")
def test_nobody_pays_more_for_a_rocket_than_he_has_and_it_need_not_be_fired() -> None:
    game = rockets("Western Europe", [5], ipcs={UK: 3})
    game.answer(UK)
    assert game.state.ipcs[UK] == 0
    game = rockets("Western Europe", [])
    game.answer("no rocket")
    assert game.state.ipcs[UK] == 30


@clause("classic.R165")
def test_without_rockets_or_without_a_gun_there_is_no_attack() -> None:
    units = {"Western Europe": {"Germany": "1 aa gun, 1 infantry"}}
    assert asked(position("Germany", "combat", units)) == ("move", "Germany")
    game = position("Germany", "combat", {"Libya": {"Germany": "1 infantry"}}, techs={"Germany": ["rockets"]})
    assert asked(game) == ("move", "Germany")


@clause("classic.R165", "classic.R165.4")
def test_the_range_is_three_spaces_of_any_kind() -> None:
    # Germany - Eastern Europe - Karelia - Russia are three steps; the United Kingdom lies two seas away
    assert choices(rockets("Germany", [])) == ["no rocket", "Karelia S.S.R.", "Russia", UK]
    assert choices(rockets("Finland-Norway", [])) == ["no rocket", "Karelia S.S.R.", "Russia", UK]
    assert choices(rockets("Southern Europe", [])) == ["no rocket", "Karelia S.S.R.", "Russia", UK]
    assert asked(rockets("Algeria", [])) == ("rocket", "Germany")  # Algeria, West Spain, North Sea, United Kingdom
    assert asked(rockets("Libya", [])) == ("move", "Germany")  # four spaces from every enemy complex


@clause("classic.R165")
def test_only_enemy_complexes_are_aims_and_their_controller_pays() -> None:
    game = rockets("Germany", [4], owners={"Karelia S.S.R.": UK})
    assert "Southern Europe" not in choices(game)
    game.answer("Karelia S.S.R.")
    assert (game.state.ipcs[UK], game.state.ipcs[RED]) == (26, 24)


@clause("classic.R165.1")
def test_one_gun_fires_a_turn_however_many_are_in_range() -> None:
    game = rockets(
        "Western Europe", [4], {"Germany": {"Germany": "1 aa gun"}, "Finland-Norway": {"Germany": "1 aa gun"}}
    )
    game.answer(UK)
    assert asked(game) == ("move", "Germany")
    assert len(happened(game, "rocket_fired")) == 1


@clause("classic.R165.2")
def test_guns_do_not_fire_at_rockets() -> None:
    game = rockets("Western Europe", [4], {UK: {UK: "1 aa gun"}})
    game.answer(UK)
    assert fired(game) == [] and happened(game, "aa_fired") == []
    assert left(game) == []


@clause("classic.R166")
def test_super_submarines_attack_at_three_and_defend_at_two() -> None:
    def battle(dice: list[int], attackers: str, defenders: str) -> Game:
        return attack(
            "Germany",
            [f"{attackers}: Baltic Sea Zone > North Sea Zone"],
            {"Baltic Sea Zone": {"Germany": attackers}, "North Sea Zone": {UK: defenders}},
            techs={"Germany": ["super_submarines"], UK: ["super_submarines"]},
            dice=dice,
        )

    assert at(battle([3], "1 submarine", "1 transport"), "North Sea Zone", UK) == {}
    game = battle([6, 3], "1 battleship", "1 submarine")
    assert happened(game, "volley_fired")[1]["hits"] == 0
    game = battle([6, 2], "1 battleship", "1 submarine")
    assert happened(game, "volley_fired")[1]["hits"] == 1


@clause("classic.R167", "classic.R53")
@pytest.mark.parametrize(("unit", "before", "after"), [("fighter", 4, 6), ("bomber", 6, 8)])
def test_long_range_aircraft_fly_two_spaces_further(unit: str, before: int, after: int) -> None:
    def fly(steps: int, techs: list[str]) -> Game:
        game = position(
            "Germany",
            "noncombat_move",
            {"Eastern Europe": {"Germany": f"1 {unit}, 1 infantry"}},
            owners=dict.fromkeys(["Caucasus", "Persia", "India", "French Indo-China", "China"], "Germany"),
            techs={"Germany": techs},
        )
        way = ["Eastern Europe"] + ["Southern Europe", "Eastern Europe"] * 4
        game.answer(f"1 {unit}: {' > '.join(way[: steps + 1])}")
        return game

    fly(before, [])
    with pytest.raises(ValueError):
        fly(before + 2, [])
    fly(after, ["long_range_aircraft"])


@clause("classic.R168", "classic.R168.1")
def test_industrial_technology_makes_every_unit_one_ipc_cheaper() -> None:
    game = position(US, "purchase", techs={US: ["industrial_technology"]}, ipcs={US: 50})
    assert game.decision and game.decision.context["prices"] == {
        "infantry": 2, "tank": 4, "fighter": 11, "bomber": 14, "antiaircraft_gun": 4, "battleship": 23,
        "aircraft_carrier": 17, "transport": 7, "submarine": 7, "industrial_complex": 14,
    }  # fmt: skip
    refused(game, "25 infantry, 1 transport", "classic.R26")
    tell(game, "25 infantry")
    assert game.state.ipcs[US] == 0


@clause("classic.R169")
def test_a_heavy_bomber_rolls_three_dice_in_attack_each_of_which_may_hit() -> None:
    game = attack(
        "Germany",
        ["1 bomber: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 bomber"}, "Caucasus": {RED: "4 infantry"}},
        techs={"Germany": ["heavy_bombers"]},
        dice=[4, 1, 3, 6, 6, 6, 6],
    )
    assert happened(game, "volley_fired")[0]["hits"] == 3
    assert at(game, "Caucasus", RED) == {"infantry": 1}


@clause("classic.R169")
def test_heavy_bombers_roll_three_dice_at_sea_too() -> None:
    game = attack(
        "Germany",
        ["1 bomber: Western Europe > North Sea Zone"],
        {"Western Europe": {"Germany": "1 bomber"}, "North Sea Zone": {UK: "3 transports"}},
        techs={"Germany": ["heavy_bombers"]},
        dice=[4, 5, 4, 6, 6, 6],
    )
    assert fired(game)[0] == ("attackers", [4, 5, 4])
    assert at(game, "North Sea Zone", UK) == {"transport": 1}


@clause("classic.R169", "classic.R122.3")
def test_heavy_bombers_add_three_dice_in_a_raid() -> None:
    game = attack(
        UK,
        ["2 bombers: United Kingdom > North Sea Zone > Baltic Sea Zone > Germany [raid]"],
        {UK: {UK: "2 bombers, 1 infantry"}},
        techs={UK: ["heavy_bombers"]},
        ipcs={"Germany": 40},
        dice=[6, 1, 2, 3, 4, 5],
    )
    assert game.state.ipcs["Germany"] == 40 - 21


@clause("classic.R169")
def test_heavy_bombers_defend_with_one_die_at_one() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {RED: "1 bomber"}},
        techs={RED: ["heavy_bombers"]},
        dice=[6, 2],
    )
    assert [(e["hits_on"], e["dice"], e["hits"]) for e in happened(game, "volley_fired")][1] == ("1", [2], 0)
