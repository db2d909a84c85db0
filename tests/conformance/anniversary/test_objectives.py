"""National objectives, victory, advances, and optional rules: R136 to R147, R161 to R169, R181, R182."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.core.forces import Condition, by_type
from sandtable.engine import objectives
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import (
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    damaged,
    ends,
    fired,
    go,
    has,
    owner,
    refused,
    scene,
    stack_of,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

clause = pytest.mark.clause


def met(power: str, owners: Mapping[str, str], units: Any = None) -> set[str]:
    game = scene(power, "combat_move", units or {}, owners=owners)
    return {s.name for s in objectives.listed(game, power) if s.met}


# Objectives


@clause("anniversary.R136", "anniversary.R182")
def test_an_objective_pays_every_turn_by_the_control_at_that_time() -> None:
    game = scene(UK, "collect", owners={"Balkans": UK}, ipcs={UK: 0})
    assert [e["ipcs"] for e in happened(game, "income")] == [43 + 3, 10]
    again = scene(UK, "collect", owners={"Balkans": UK, "Gibraltar": GER}, ipcs={UK: 0}, round=2)
    assert [e["ipcs"] for e in happened(again, "income")] == [43 + 3, 5]


@clause(
    "anniversary.R137", "anniversary.R137.1", "anniversary.R137.2", "anniversary.R137.3", "anniversary.R138",
    "anniversary.R138.1", "anniversary.R138.2", "anniversary.R138.3", "anniversary.R139", "anniversary.R139.2",
    "anniversary.R140", "anniversary.R140.1", "anniversary.R140.2", "anniversary.R140.3", "anniversary.R140.4",
    "anniversary.R141", "anniversary.R141.1", "anniversary.R141.2", "anniversary.R141.3", "anniversary.R142",
    "anniversary.R142.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("power", "number", "gained", "missed"),
    [
        (GER, 1, {}, {"France": UK}),
        (GER, 2, {"Baltic States": GER, "Ukraine": ITA, "East Poland": GER}, {"Baltic States": GER, "Ukraine": GER}),
        (GER, 3, {"Caucasus": JAP}, {}),
        (JAP, 1, {}, {"Kiangsu": "China"}),
        (JAP, 2, {"Kwangtung": JAP, "East Indies": JAP, "Borneo": JAP, "New Guinea": JAP}, {"Kwangtung": JAP}),
        (JAP, 3, {"India": GER}, {}),
        (ITA, 2, {"Egypt": ITA, "Gibraltar": GER}, {"Egypt": ITA}),
        (USA, 1, {}, {"Western United States": JAP}),
        (USA, 2, {}, {"Philippine Islands": JAP}),
        (USA, 3, {"France": UK}, {}),
        (USA, 4, {"Midway": UK, "Wake Island": JAP}, {"Midway": JAP, "Wake Island": JAP}),
        (UK, 1, {}, {"Egypt": ITA}),
        (UK, 2, {"Iwo Jima": USA}, {"Manchuria": "China", "Kiangsu": "China"}),
        (UK, 3, {"Balkans": RED}, {}),
        (RED, 2, {"Norway": UK, "Finland": RED, "Poland": USA}, {"Norway": RED, "Finland": RED}),
    ],
)
def test_objectives(power: str, number: int, gained: dict[str, str], missed: dict[str, str]) -> None:
    name = f"{power} {number}"
    assert name in met(power, gained)
    assert name not in met(power, missed)
    row = scene(power, "collect").rules.tables["objectives"][name]
    assert row["ipcs"] == (10 if name == "Soviet Union 2" else 5)


@clause("anniversary.R139.1")
@pytest.mark.parametrize(("ship", "holds"), [("cruiser", False), ("submarine", True), ("transport", True)])
def test_no_enemy_surface_warship_in_the_italian_seas(ship: str, holds: bool) -> None:
    for number in (13, 14, 15):
        assert ("Italy 1" in met(ITA, {}, {zone(number): {UK: f"1 {ship}"}})) is holds
    assert "Italy 1" not in met(ITA, {"Libya": UK})


@clause("anniversary.R142.1", "anniversary.R181")
@pytest.mark.parametrize("unit", ["infantry", "fighter", "antiaircraft_gun"])
def test_no_allies_in_soviet_territories(unit: str) -> None:
    assert "Soviet Union 1" in met(RED, {})
    assert "Soviet Union 1" not in met(RED, {}, {"Caucasus": {UK: f"1 {unit}"}})
    assert "Soviet Union 1" in met(RED, {}, {"Norway": {UK: f"1 {unit}"}})
    assert "Soviet Union 1" not in met(RED, {"Archangel": UK})


# Victory

CITIES = ["Kwangtung", "Philippine Islands", "India", "Australia", "Karelia S.S.R.", "Caucasus", "Hawaiian Islands"]


def end_of_round(taken: int, **more: Any) -> Game:
    """The end of the last turn of a round, with the Axis in 6 cities and those taken."""
    axis = dict.fromkeys(["Eastern Canada", "United Kingdom", *CITIES][:taken], JAP)
    game = scene(USA, "collect", owners=axis, **more)
    return game


@clause("anniversary.R161", "anniversary.R163")
def test_fifteen_cities_win_at_the_end_of_a_round() -> None:
    assert end_of_round(8).winner is None
    won = end_of_round(9)
    assert won.winner == "axis"
    owners = dict.fromkeys(["Eastern Canada", "United Kingdom", *CITIES], JAP)
    assert scene(ITA, "collect", owners=owners).winner is None
    start = Game.new("anniversary")
    assert start.winner is None


@clause("anniversary.E16", "anniversary.R163")
def test_a_city_retaken_in_the_last_turn_counts() -> None:
    owners = dict.fromkeys(["Eastern Canada", "United Kingdom", *CITIES], JAP)
    game = scene(
        USA, "combat_move", {zone(50): {USA: "1 transport"}, "Brazil": {USA: "1 infantry"}}, owners=owners,
        cargo={zone(50): [(USA, "infantry")]},
    )  # fmt: skip
    game.answer("1 infantry: Sea Zone 50 > Philippine Islands")
    until(game, "none")
    assert game.winner is None


@clause("anniversary.R162", "anniversary.R164")
@pytest.mark.parametrize(("cities", "taken"), [(13, 7), (15, 9), (18, 12)])
def test_other_numbers_of_cities(cities: int, taken: int) -> None:
    every = ["Eastern Canada", "United Kingdom", *CITIES, "Russia", "Eastern United States", "Western United States"]
    for n, wins in ((taken, True), (taken - 1, False)):
        game = scene(
            GER, "collect", owners=dict.fromkeys(every[:n], JAP), rules=["common.victory_cities"],
            options={"common.victory_cities.cities": cities},
        )  # fmt: skip
        game.state.turn = 5
        won = game.rules.q.victory(game, "turn_end")
        assert (won is not None and won[0] == "axis") is wins


# Research


@clause("anniversary.R143", "anniversary.R143.1", "anniversary.R144", "anniversary.R145", "anniversary.E12")
def test_one_breakthrough_takes_all_researchers() -> None:
    game = scene(
        JAP,
        "develop",
        {"Japan": {JAP: "1 infantry"}},
        ipcs={JAP: 10},
        facts={"researchers": {JAP: 2}},
        dice=[6, 6, 2, 4],
    )
    game.answer(1)
    assert game.state.ipcs[JAP] == 5
    assert game.decision and game.decision.kind == "chart"
    game.answer("Chart 2")
    assert game.state.techs[JAP] == ["radar"]
    assert game.state.facts["researchers"][JAP] == 0
    assert game.decision.kind == "purchase"


@clause("anniversary.R143.2", "anniversary.R143.3")
def test_without_a_six_researchers_stay_and_roll_again() -> None:
    game = scene(JAP, "develop", {"Japan": {JAP: "1 infantry"}}, ipcs={JAP: 12}, dice=[5, 3])
    game.answer(2)
    assert game.state.facts["researchers"][JAP] == 2
    later = scene(
        JAP, "develop", {"Japan": {JAP: "1 infantry"}}, ipcs={JAP: 5}, facts={"researchers": {JAP: 2}}, dice=[5, 1]
    )
    later.answer(0)
    assert len(happened(later, "developed")[0]["dice"]) == 2


@clause("anniversary.R144")
def test_an_advance_that_is_known_is_rolled_again_and_a_complete_chart_cannot_be_chosen() -> None:
    first = [
        "advanced_artillery",
        "rockets",
        "paratroopers",
        "increased_factory_production",
        "war_bonds",
        "mechanized_infantry",
    ]
    units = {"Japan": {JAP: "1 infantry"}}
    game = scene(JAP, "develop", units, ipcs={JAP: 5}, techs={JAP: [*first, "radar"]}, dice=[6, 4, 1])
    game.answer(1)
    assert game.state.techs[JAP][-1] == "super_submarines"


@clause("anniversary.R146", "anniversary.R146.1")
def test_advanced_artillery_supports_two_infantry() -> None:
    units = {"Poland": {GER: "3 infantry, 1 artillery"}, "East Poland": {RED: "9 infantry"}, "Germany": {GER: "1 tank"}}
    for techs, supported in (((), 1), (("advanced_artillery",), 2)):
        game = scene(GER, "combat_move", units, techs={GER: techs}, dice=[2] * 4 + [6] * 40)
        go(game, "3 infantry, 1 artillery: Poland > East Poland")
        assert fired(game)[0] == ("attackers", "1 and 2", [2] * 4, 1 + supported)


@clause("anniversary.R146.3")
def test_paratroopers() -> None:
    units = {
        "Germany": {GER: "2 infantry, 1 bomber"}, "East Poland": {RED: "1 antiaircraft gun"},
        "Belorussia": {RED: "1 infantry, 1 antiaircraft gun"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, techs={GER: ["paratroopers"]}, dice=[6, 4, 6, 6])
    refused(game, "1 infantry, 1 bomber: Germany > Poland > East Poland > Belorussia", "R146.3")
    with pytest.raises(ValueError, match="cannot carry that many"):
        game.answer("2 infantry, 1 bomber: Germany > Poland > East Poland")
    free = {**units, "Baltic States": {RED: "1 infantry"}}
    drop = scene(GER, "combat_move", free, techs={GER: ["paratroopers"]}, dice=[1, 4, 6, 6])
    go(drop, "1 infantry, 1 bomber: Germany > Poland > Baltic States")
    until_phase(drop, "noncombat_move")
    assert owner(drop, "Baltic States") == GER
    shot = scene(
        GER, "combat_move", {**units, "Baltic States": {RED: "1 infantry, 1 antiaircraft gun"}},
        techs={GER: ["paratroopers"]}, dice=[1],
    )  # fmt: skip
    go(shot, "1 infantry, 1 bomber: Germany > Poland > Baltic States")
    assert has(shot, "Baltic States", GER, "infantry") == has(shot, "Baltic States", GER, "bomber") == 0
    home = scene(GER, "noncombat_move", units, techs={GER: ["paratroopers"]})
    refused(home, "1 infantry, 1 bomber: Germany > Poland > Bulgaria Romania", "R146.3")
    late = scene(GER, "combat_move", {**free, "France": {GER: "1 infantry"}}, techs={GER: ["paratroopers"]})
    late.state.turn_into("Germany", stack_of(late, "Germany", GER, "bomber"), Condition(moved=1), 1)
    refused(late, "1 infantry, 1 bomber: Germany > Poland > Baltic States", "R146.3")


@clause("anniversary.R146.4", "anniversary.E11")
def test_increased_factory_production() -> None:
    hurt = {"damage": {"Germany": {"industrial_complex": 3}, "France": {"industrial_complex": 2}}}
    units = {
        "Germany": {GER: "1 infantry"},
        "France": {GER: "1 industrial complex"},
        "Finland": {GER: "1 industrial complex"},
    }
    game = scene(GER, "purchase", units, techs={GER: ["increased_factory_production"]}, ipcs={GER: 3}, facts=hurt)
    game.answer({("Germany", "industrial_complex"): 3, ("France", "industrial_complex"): 2})
    assert game.state.ipcs[GER] == 0
    made = {s: game.rules.q.production(game, GER, s) for s in ("Germany", "France", "Finland")}
    assert made == {"Germany": 12, "France": 8, "Finland": 2}


@clause("anniversary.R146.5")
def test_war_bonds() -> None:
    game = scene(ITA, "collect", techs={ITA: ["war_bonds"]}, ipcs={ITA: 0}, dice=[4])
    assert game.state.ipcs[ITA] == 10 + 5 + 4


@clause("anniversary.R146.6")
@pytest.mark.parametrize("blitz", [True, False])
def test_mechanized_infantry(blitz: bool) -> None:
    units = {
        "Poland": {GER: "2 infantry, 1 tank"},
        "Belorussia": {RED: "1 infantry"},
        "Germany": {GER: "1 infantry, 1 tank"},
    }
    known, setting = {GER: ["mechanized_infantry"]}, {"infantry_blitzes_with_tanks": blitz}
    game = scene(GER, "combat_move", units, techs=known, switches=setting)
    move = "1 infantry, 1 tank: Poland > East Poland > Belorussia"
    if blitz:
        with pytest.raises(ValueError):
            game.answer("2 infantry, 1 tank: Poland > East Poland > Belorussia")
        game.answer(move)
        assert has(game, "Belorussia", GER, "infantry") == 1
        assert owner(game, "East Poland") == GER
    else:
        refused(game, move, "R146.6")
    late = scene(GER, "noncombat_move", units, techs=known, switches=setting)
    late.answer("1 infantry, 1 tank: Germany > Poland > Bulgaria Romania")
    assert has(late, "Bulgaria Romania", GER, "infantry") == 1


@clause(
    "anniversary.R147", "anniversary.R147.1", "anniversary.R147.2", "anniversary.R147.3", "anniversary.R147.4",
    "anniversary.R147.5",
)  # fmt: skip
def test_numbers_of_the_second_chart() -> None:
    game = scene(
        GER, "combat_move",
        techs={GER: ["super_submarines", "jet_fighters", "improved_shipyards", "radar", "long_range_aircraft"]},
    )  # fmt: skip
    own, other = (lambda kind: game.stats(GER, kind)), (lambda kind: game.stats(ITA, kind))
    assert (own("submarine").attack, other("submarine").attack) == (3, 2)
    assert (own("fighter").attack, own("fighter").defense, other("fighter").attack) == (4, 4, 3)
    ships = ("battleship", "aircraft_carrier", "cruiser", "destroyer", "transport", "submarine")
    assert [own(ship).cost for ship in ships] == [17, 11, 10, 7, 6, 5]
    assert (own("antiaircraft_gun").aa, own("fighter").move, own("bomber").move) == (2, 6, 8)


@clause("anniversary.R147.6")
def test_heavy_bombers_roll_two_dice_in_attack_and_raids_one_on_defense() -> None:
    units = {"Poland": {GER: "1 bomber, 1 infantry"}, "East Poland": {RED: "2 infantry"}}
    game = scene(GER, "combat_move", units, techs={GER: ["heavy_bombers"]}, dice=[4, 4, 6, 6])
    go(game, "1 bomber: Poland > East Poland")
    assert fired(game)[0][1:] == ("4", [4, 4], 2)
    raid = scene(
        UK,
        "combat_move",
        {"France": {UK: "1 bomber, 1 infantry"}},
        owners={"France": UK},
        techs={UK: ["heavy_bombers"]},
        dice=[3, 4],
    )
    go(raid, "1 bomber: France > Germany [raid]")
    assert damaged(raid, "Germany") == 7
    assert game.stats(GER, "bomber").defense_dice == 1


@clause("anniversary.R164")
def test_the_optional_rules_can_be_left_out() -> None:
    game = Game.new("anniversary", ["common.no_technology", "common.no_objectives"])
    assert game.decision and game.decision.kind == "purchase"
    assert not any(s.name == "objectives" for s in game.rules.sequence("income"))


# Escorts and interceptors, straits


def raid(dice: list[int], answer: str = "2 fighter", **options: int) -> Game:
    units = {
        "France": {UK: "2 bomber, 1 fighter, 1 infantry"}, "Germany": {GER: "2 fighter, 1 antiaircraft gun"},
        "United Kingdom": {UK: "1 infantry"},
    }  # fmt: skip
    game = scene(
        UK, "combat_move", units, owners={"France": UK}, dice=dice, rules=["common.interceptors"],
        options={f"common.interceptors.{name}": value for name, value in options.items()},
    )  # fmt: skip
    game.answer("2 bomber: France > Germany [raid]")
    refused_battle = "1 fighter: France > Germany [escort]"
    go(game, refused_battle)
    assert game.decision and (game.decision.kind, game.decision.power) == ("intercept", GER)
    game.answer(answer)
    return game


@clause(
    "anniversary.R165", "anniversary.R165.1", "anniversary.R165.2", "anniversary.R165.3", "anniversary.R165.4",
    "anniversary.R165.5", "anniversary.R167", "anniversary.E17",
)  # fmt: skip
def test_escorts_and_interceptors() -> None:
    game = raid([2, 4, 6, 1, 2, 5, 3, 3])
    assert game.decision and (game.decision.kind, game.decision.power) == ("casualties", UK)
    game.answer("1 fighter")
    until_phase(game, "noncombat_move")
    assert [text for text, *_ in fired(game)] == ["antiaircraft fire", "escorts", "interceptors"]
    assert has(game, "Germany", GER, "fighter") == 1
    assert damaged(game, "Germany") == 6


@clause("anniversary.R167")
def test_the_three_numbers_are_options() -> None:
    game = raid([6, 6, 6, 3, 4, 4, 6, 6, 3, 3], escort=2, interceptor=1, bomber=4)
    until_phase(game, "noncombat_move")
    rolls = [(text, on) for text, on, *_ in fired(game)]
    assert rolls[1:] == [("escorts", "2"), ("bombers", "4"), ("interceptors", "1")]


@clause("anniversary.R165.6")
def test_interceptors_take_no_part_in_another_battle_and_move_on_if_the_territory_is_captured() -> None:
    units = {
        "France": {UK: "1 bomber, 2 infantry"}, "Germany": {GER: "1 fighter"}, "United Kingdom": {UK: "1 infantry"},
    }  # fmt: skip
    game = scene(UK, "combat_move", units, owners={"France": UK}, dice=[6, 3], rules=["common.interceptors"])
    game.answer("1 bomber: France > Germany [raid]")
    go(game, "2 infantry: France > Germany")
    game.answer("1 fighter")
    assert owner(game, "Germany") == UK
    assert game.decision and (game.decision.kind, game.decision.power) == ("come_down", GER)
    game.answer("Poland")
    assert has(game, "Poland", GER, "fighter") == 1


@clause("anniversary.R166")
def test_the_dardanelles_may_be_closed() -> None:
    units = {zone(14): {ITA: "1 cruiser"}, zone(16): {ITA: "1 destroyer"}}
    assert zone(16) in ends(scene(ITA, "noncombat_move", units), zone(14), "cruiser")
    closed = scene(ITA, "noncombat_move", units, rules=["common.dardanelles_closed"])
    assert zone(16) not in ends(closed, zone(14), "cruiser")
    assert ends(closed, zone(16), "destroyer") == set()


# Hits of one roll


@clause("anniversary.R77.1", "anniversary.R169", "anniversary.E6")
def test_as_many_hits_as_possible_are_used() -> None:
    units = {
        zone(7): {GER: "1 cruiser"}, "France": {GER: "1 bomber, 1 infantry"}, zone(8): {UK: "1 submarine, 1 destroyer"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 4, 3, 6])
    go(game, "1 cruiser: Sea Zone 7 > Sea Zone 8", "1 bomber: France > Sea Zone 7 > Sea Zone 8")
    while game.decision and game.decision.kind in ("submerge", "casualties"):
        game.answer({} if game.decision.kind == "submerge" else game.decision.advice)
    assert at(game, zone(8), UK) == {}


@clause("anniversary.R77", "anniversary.R77.1")
def test_casualties_that_would_waste_a_hit_are_refused() -> None:
    units = {
        zone(7): {GER: "2 submarine"}, "France": {GER: "1 fighter, 1 infantry"},
        zone(8): {UK: "1 carrier, 1 fighter, 1 destroyer"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[3, 2, 2, 6, 6, 6])
    go(game, "2 submarine: Sea Zone 7 > Sea Zone 8", "1 fighter: France > Sea Zone 7 > Sea Zone 8")
    refused(game, "1 destroyer", "R77")
    assert game.decision and by_type(game.decision.advice) == {"fighter": 1}
    game.answer("1 fighter")
    assert at(game, zone(8), UK) == {}
