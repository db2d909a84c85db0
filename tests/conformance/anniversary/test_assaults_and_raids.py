"""Amphibious assaults, strategic bombing, repair, rockets: R103 to R116, R146.2, R148, R172, R173."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.anniversary.board import (
    GER,
    JAP,
    RED,
    UK,
    damaged,
    fired,
    form,
    go,
    has,
    keys,
    owner,
    refused,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

clause = pytest.mark.clause


def assault(ships: str, guard: str, enemy: str, dice: list[int], *, cargo: str = "1 infantry", **more: Any) -> Any:
    """Ships go from Sea Zone 5 to Sea Zone 6 with German cargo, against the United Kingdom with its guard."""
    units = {
        zone(5): {GER: ships}, zone(6): {UK: enemy} if enemy else {}, "United Kingdom": {UK: guard} if guard else {},
        "Germany": {GER: f"{cargo}, 1 tank"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=dice, **more)
    game.answer(f"{cargo}: Germany > Sea Zone 5")
    game.answer(f"{ships}: Sea Zone 5 > Sea Zone 6")
    return go(game, f"{cargo}: Sea Zone 6 > United Kingdom")


@clause("anniversary.R103", "anniversary.R104", "anniversary.R104.1", "anniversary.R104.5")
def test_warships_must_be_beaten_before_the_cargo_lands() -> None:
    game = assault("1 transport, 1 cruiser", "1 infantry", "1 destroyer", [3, 6, 1, 6])
    until_phase(game, "noncombat_move")
    assert [e["space"] for e in happened(game, "battle_started")] == [zone(6), "United Kingdom"]
    assert owner(game, "United Kingdom") == GER


@clause("anniversary.R104.1", "anniversary.R104.2", "anniversary.R172", "anniversary.R173")
def test_submarines_may_be_ignored_or_fought() -> None:
    ignore = assault("1 transport, 1 cruiser", "1 infantry", "1 submarine", [3, 1, 6])
    assert ignore.decision and ignore.decision.kind == "fight"
    ignore.answer("no")
    assert ("bombardment", "3", [3], 1) in fired(ignore)
    fight = assault("1 transport, 1 cruiser", "1 infantry", "1 submarine", [6, 3, 1, 6])
    fight.answer("yes")
    until_phase(fight, "noncombat_move")
    assert not any(text == "bombardment" for text, *_ in fired(fight))
    assert at(fight, zone(6), UK) == {}


@clause("anniversary.R104.3", "anniversary.R104.4", "anniversary.E8")
def test_one_ship_bombards_for_each_unit_that_lands() -> None:
    units = {
        zone(6): {GER: "1 battleship, 2 cruiser, 1 transport"}, "United Kingdom": {UK: "3 infantry"},
        "Northwestern Europe": {GER: "1 infantry, 1 artillery"}, "Germany": {GER: "1 tank"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[3, 4, 6, 6, 2, 2, 6])
    game.answer("1 infantry, 1 artillery: Northwestern Europe > Sea Zone 6")
    go(game, "1 infantry, 1 artillery: Sea Zone 6 > United Kingdom")
    assert game.decision and (game.decision.kind, form(game).high) == ("support", 2)
    game.answer("1 battleship, 1 cruiser")
    until_phase(game, "noncombat_move")
    assert fired(game)[0] == ("bombardment", "3 and 4", [3, 4], 2)
    defense = next(dice for text, _, dice, _ in fired(game) if text == "defenders")
    assert len(defense) == 3  # the casualties of the bombardment fire in the first round


@clause("anniversary.R94.2", "anniversary.R110", "anniversary.E9")
def test_sinking_transports_forbids_bombardment() -> None:
    game = assault("1 transport, 1 battleship", "1 infantry", "1 transport", [1, 6])
    game.answer("yes")
    until_phase(game, "noncombat_move")
    assert at(game, zone(6), UK) == {}
    assert not any(text == "bombardment" for text, *_ in fired(game))


@clause("anniversary.R23", "anniversary.R104")
def test_raids_come_first_then_assaults_then_other_battles() -> None:
    units = {
        zone(6): {GER: "1 transport"}, "Northwestern Europe": {GER: "1 infantry, 1 bomber"}, "Poland": {GER: "1 tank"},
        "United Kingdom": {UK: "1 infantry"}, "East Poland": {RED: "1 infantry"}, "Germany": {GER: "1 tank"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[5, 1, 6, 3, 6])
    game.answer("1 infantry: Northwestern Europe > Sea Zone 6")
    game.answer("1 infantry: Sea Zone 6 > United Kingdom")
    game.answer("1 tank: Poland > East Poland")
    go(game, "1 bomber: Northwestern Europe > Sea Zone 6 > United Kingdom [raid]")
    kinds = [e.kind for e in game.events if e.kind in ("damaged", "battle_started")]
    assert kinds[:2] == ["damaged", "battle_started"]
    assert happened(game, "battle_started")[0]["space"] == "United Kingdom"


@clause("anniversary.R105", "anniversary.R108", "anniversary.R109")
def test_landed_units_stay_while_aircraft_retreat() -> None:
    units = {
        zone(6): {GER: "1 transport"}, "Northwestern Europe": {GER: "1 infantry, 1 fighter"},
        "United Kingdom": {UK: "2 infantry"}, "Germany": {GER: "1 tank"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 6, 6, 6, 6, 2, 6])
    game.answer("1 infantry: Northwestern Europe > Sea Zone 6")
    game.answer("1 infantry: Sea Zone 6 > United Kingdom")
    go(game, "1 fighter: Northwestern Europe > Sea Zone 6 > United Kingdom")
    until(game, "retreat").answer("break off")
    until_phase(game, "noncombat_move")
    assert at(game, "United Kingdom", GER) == {"fighter": 1}


@clause("anniversary.R108")
def test_overland_units_retreat_from_an_assault_to_where_one_came_from() -> None:
    units = {
        zone(14): {GER: "1 transport"}, "Italy": {GER: "1 infantry"}, "Balkans": {UK: "2 infantry"},
        "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, owners={"Balkans": UK}, dice=[6, 6, 6, 6, 6, 2, 6])
    game.answer("1 infantry: Italy > Sea Zone 14")
    game.answer("1 infantry: Sea Zone 14 > Balkans")
    go(game, "1 infantry: Germany > Balkans")
    until(game, "retreat").answer("Germany")
    assert at(game, "Germany", GER) == {"infantry": 1}
    assert at(game, "Balkans", GER) in ({"infantry": 1}, {})


@clause("anniversary.R106")
def test_all_units_of_a_transport_land_in_one_territory() -> None:
    units = {zone(14): {GER: "1 transport"}, "Italy": {GER: "2 infantry"}}
    game = scene(GER, "combat_move", units, owners={"Balkans": UK, "Libya": UK})
    game.answer("2 infantry: Italy > Sea Zone 14")
    game.answer("1 infantry: Sea Zone 14 > Balkans")
    refused(game, "1 infantry: Sea Zone 14 > Libya", "R68")


@clause("anniversary.R109")
def test_if_the_ships_retreat_the_overland_units_fight_a_round_first() -> None:
    units = {
        zone(13): {GER: "1 transport, 1 cruiser"}, zone(14): {UK: "2 cruiser"}, "Balkans": {UK: "2 infantry"},
        "Germany": {GER: "1 infantry"}, "France": {GER: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, owners={"Balkans": UK}, dice=[6, 6, 6, 6, 6, 6])
    game.answer("1 infantry: France > Sea Zone 13")
    game.answer("1 transport, 1 cruiser: Sea Zone 13 > Sea Zone 14")
    game.answer("1 infantry: Sea Zone 14 > Balkans")
    go(game, "1 infantry: Germany > Balkans")
    until(game, "retreat").answer("Sea Zone 13")
    assert game.decision and game.decision.kind == "retreat"
    assert game.decision.context["space"] == "Balkans"
    assert fired(game)[-1][0] == "defenders"


# Raids


def raid(bombers: int, dice: list[int], *, gun: bool = False, facts: Any = None, **more: Any) -> Any:
    units = {
        "France": {UK: f"{bombers} bomber"}, "Germany": {GER: "1 antiaircraft gun"} if gun else {},
        "United Kingdom": {UK: "1 infantry"},
    }  # fmt: skip
    game = scene(UK, "combat_move", units, owners={"France": UK}, dice=dice, facts=facts, **more)
    return go(game, f"{bombers} bomber: France > Germany [raid]")


@clause("anniversary.R111", "anniversary.R111.1", "anniversary.R111.2", "anniversary.R116")
def test_a_raid_damages_the_complex_and_takes_no_cash() -> None:
    game = raid(2, [1, 6, 5], gun=True, ipcs={GER: 20})
    assert damaged(game, "Germany") == 5
    assert game.state.ipcs[GER] == 20


@clause("anniversary.R111.3", "anniversary.E10")
def test_damage_is_limited_to_twice_the_value() -> None:
    full = {"damage": {"Germany": {"industrial_complex": 16}}}
    game = raid(2, [3, 5, 4, 6], gun=True, facts=full)
    assert damaged(game, "Germany") == 20
    assert happened(game, "damaged")[0]["points"] == 4
    build = scene(
        GER,
        "purchase",
        {"Germany": {GER: "1 infantry"}},
        ipcs={GER: 14},
        facts={"damage": {"Germany": {"industrial_complex": 20}}},
    )
    build.answer({("Germany", "industrial_complex"): 11})
    assert build.state.ipcs[GER] == 3
    build.answer("1 infantry")
    until(build, "place")
    assert build.decision and form(build).room({}, ("infantry", "Germany")) == 1


@clause("anniversary.R112")
def test_a_raiding_bomber_does_nothing_else_and_lands_later() -> None:
    game = raid(1, [4])
    assert "fought" in next(s for s in game.state.at("Germany") if s.type == "bomber").cond.marks
    until_phase(game, "place")
    assert has(game, "Germany", UK, "bomber") == 0


@clause("anniversary.R113", "anniversary.R122")
@pytest.mark.parametrize(("points", "made"), [(0, 10), (3, 7), (10, 0), (15, 0)])
def test_damage_lowers_the_output(points: int, made: int) -> None:
    hurt = {"damage": {"Germany": {"industrial_complex": points}}} if points else {}
    game = scene(GER, "place", facts=hurt)
    assert game.rules.q.production(game, GER, "Germany") == made


@clause("anniversary.R114", "anniversary.R114.1")
def test_the_controller_repairs_for_one_ipc_a_point() -> None:
    hurt = {"damage": {"Germany": {"industrial_complex": 4}, "Japan": {"industrial_complex": 2}}}
    game = scene(GER, "purchase", {"Germany": {GER: "1 infantry"}}, ipcs={GER: 10}, facts=hurt)
    assert game.decision and set(form(game).most) == {("Germany", "industrial_complex")}
    assert game.decision.prompt == "Repair damage: 1 IPC for the first point, 4 IPCs for all 4"
    game.answer({("Germany", "industrial_complex"): 3})
    assert (game.state.ipcs[GER], damaged(game, "Germany"), damaged(game, "Japan")) == (7, 1, 2)


@clause("anniversary.R115")
def test_damage_stays_when_the_complex_changes_hands() -> None:
    hurt = {"damage": {"Caucasus": {"industrial_complex": 3}}}
    game = scene(GER, "combat_move", {"Ukraine": {GER: "1 infantry"}}, owners={"Ukraine": GER}, facts=hurt)
    game.answer("1 infantry: Ukraine > Caucasus")
    assert owner(game, "Caucasus") == GER
    assert damaged(game, "Caucasus") == 3


# Rockets


def rockets(dice: list[int], guns: dict[str, str], **more: Any) -> Any:
    units = {space: {GER: f"{text}, 1 infantry"} for space, text in guns.items()}
    return go(scene(GER, "combat_move", units, dice=dice, techs={GER: ["rockets"]}, **more))


@clause("anniversary.R146.2")
def test_each_territory_with_a_gun_fires_one_rocket_and_a_complex_is_hit_once() -> None:
    guns = {"France": "2 antiaircraft gun", "Northwestern Europe": "1 antiaircraft gun", "Poland": "1 antiaircraft gun"}
    game = rockets([4, 3], guns)
    assert game.decision and game.decision.kind == "rocket"
    game.answer("United Kingdom")
    assert damaged(game, "United Kingdom") == 4
    assert "United Kingdom" not in keys(game)
    game.answer("Karelia S.S.R.")
    assert damaged(game, "Karelia S.S.R.") == 3
    assert all(e["points"] for e in happened(game, "damaged"))
    near = rockets([], {"Libya": "1 antiaircraft gun"})
    assert keys(near) == {"no rocket", "Caucasus"}


@clause("anniversary.R146.2")
def test_the_damage_of_rockets_has_the_same_limit() -> None:
    full = {"damage": {"Karelia S.S.R.": {"industrial_complex": 3}}}
    game = rockets([6], {"Poland": "1 antiaircraft gun"}, facts=full)
    game.answer("Karelia S.S.R.")
    assert damaged(game, "Karelia S.S.R.") == 4


@clause("anniversary.R148")
def test_rockets_do_not_cross_neutrals() -> None:
    units = {"Kazakh S.S.R.": {JAP: "1 antiaircraft gun, 1 infantry"}, "India": {UK: "1 industrial complex"}}
    options: list[set[str]] = []
    for crossing in (False, True):
        game = scene(
            JAP, "combat_move", units, owners={"Kazakh S.S.R.": JAP, "Persia": JAP}, techs={JAP: ["rockets"]},
            switches={"rockets_cross_neutrals": crossing, "rocket_range": 2},
        )  # fmt: skip
        go(game)
        options.append(keys(game))
    assert options[1] - options[0] == {"India"} or "India" in options[0]
