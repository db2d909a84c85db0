"""Movement on land and of ships: R12 to R19, R35 to R51."""

from __future__ import annotations

import pytest

from sandtable.engine.board import friendly, hostile, neutral
from sandtable.engine.fighting import battle_sites
from tests.conformance.anniversary.board import (
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    ends,
    form,
    go,
    has,
    owner,
    refused,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened

clause = pytest.mark.clause


# Spaces


@clause("anniversary.R12")
def test_territories_are_friendly_hostile_or_neutral() -> None:
    game = scene(GER, "combat_move")
    assert friendly(game, GER, "Italy") and friendly(game, GER, "Poland")
    assert hostile(game, GER, "Russia") and hostile(game, GER, "Yunnan")
    assert neutral(game, "Spain") and not friendly(game, GER, "Spain") and not hostile(game, GER, "Spain")


@clause("anniversary.R13", "anniversary.R149")
def test_neutrals_cannot_be_entered_or_flown_over() -> None:
    game = scene(GER, "combat_move", {"France": {GER: "1 infantry, 1 tank, 1 fighter"}, "Italy": {GER: "1 bomber"}})
    assert "Spain" not in ends(game, "France", "infantry") | ends(game, "France", "fighter")
    refused(game, "1 infantry: France > Spain", "R13")
    refused(game, "1 fighter: France > Spain > Sea Zone 12", "R13")
    refused(game, "1 bomber: Italy > Switzerland > France > Sea Zone 7 > United Kingdom", "R13")


@clause("anniversary.R14", "anniversary.R45")
def test_only_surface_warships_make_a_zone_hostile() -> None:
    for kind in ("battleship", "aircraft_carrier", "cruiser", "destroyer"):
        game = scene(GER, "combat_move", {zone(7): {UK: f"1 {kind}"}})
        assert game.rules.q.hostile_zone(game, GER, zone(7))
    for kind in ("submarine", "transport"):
        game = scene(GER, "combat_move", {zone(7): {UK: f"1 {kind}"}})
        assert not game.rules.q.hostile_zone(game, GER, zone(7))


@clause("anniversary.R15")
def test_panama_lets_only_the_side_that_holds_it_pass() -> None:
    units = {zone(19): {USA: "1 destroyer"}}
    assert zone(20) in ends(scene(USA, "noncombat_move", units), zone(19), "destroyer")
    lost = scene(USA, "noncombat_move", units, owners={"Panama": JAP})
    refused(lost, "1 destroyer: Sea Zone 19 > Sea Zone 20", "R15")
    japan = scene(JAP, "noncombat_move", {zone(19): {JAP: "1 destroyer"}}, owners={"Panama": JAP})
    assert zone(20) in ends(japan, zone(19), "destroyer")


@clause("anniversary.R16")
def test_suez_needs_both_banks_since_the_start_of_the_turn() -> None:
    units = {zone(15): {ITA: "1 cruiser", UK: "1 submarine"}, "Libya": {ITA: "1 tank"}}
    for banks, passes in ((("Egypt",), False), (("Egypt", "Trans-Jordan"), True)):
        game = scene(ITA, "noncombat_move", units, owners=dict.fromkeys(banks, ITA))
        assert (zone(34) in ends(game, zone(15), "cruiser")) == passes
    taken = scene(ITA, "combat_move", units, owners={"Trans-Jordan": ITA})
    taken.answer("1 tank: Libya > Egypt")
    assert owner(taken, "Egypt") == ITA
    refused(taken, "1 cruiser: Sea Zone 15 > Sea Zone 34", "R16")
    british = scene(UK, "noncombat_move", {zone(15): {UK: "1 submarine"}}, owners={"Trans-Jordan": ITA})
    refused(british, "1 submarine: Sea Zone 15 > Sea Zone 34", "R16")


@clause("anniversary.R17")
def test_canals_do_not_hinder_land_units() -> None:
    game = scene(ITA, "noncombat_move", {"Egypt": {ITA: "1 infantry"}}, owners={"Egypt": ITA, "Trans-Jordan": ITA})
    assert "Trans-Jordan" in ends(game, "Egypt", "infantry")


# Combat moves of land units


@clause("anniversary.R35")
def test_a_combat_move_ends_in_a_hostile_space() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "2 infantry"}, "East Poland": {RED: "1 infantry"}})
    assert ends(game, "Poland", "infantry") == {"East Poland", "Baltic States"}
    refused(game, "1 infantry: Poland > Germany", "R35")
    game.answer("1 infantry: Poland > Baltic States")
    assert owner(game, "Baltic States") == GER


@clause("anniversary.R36", "anniversary.R36.1", "anniversary.R41")
def test_a_tank_blitzes_through_an_empty_territory() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "3 tank"}, "Belorussia": {RED: "1 infantry"}})
    game.answer("1 tank: Poland > East Poland > Poland")
    assert owner(game, "East Poland") == GER
    game.answer("1 tank: Poland > East Poland > Belorussia")
    assert has(game, "Belorussia", GER, "tank") == 1
    assert has(game, "Poland", GER, "tank") >= 1


@clause("anniversary.R41.1")
@pytest.mark.parametrize("unit", ["infantry", "antiaircraft_gun", "industrial_complex"])
def test_any_enemy_unit_stops_a_tank(unit: str) -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "1 tank"}, "East Poland": {RED: f"1 {unit}"}})
    refused(game, "1 tank: Poland > East Poland > Eastern Ukraine", "R38")
    assert "Eastern Ukraine" not in ends(game, "Poland", "tank")


@clause("anniversary.R37")
def test_a_unit_that_blitzed_moves_no_more() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "1 tank, 1 infantry"}})
    game.answer("1 infantry: Poland > East Poland")
    assert "East Poland" not in {space for space, *_ in form(game).source.movable()}
    refused(game, "1 infantry: East Poland > Belorussia", "R40")


@clause("anniversary.R38", "anniversary.R40")
def test_land_units_stop_in_hostile_territory() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "1 tank, 1 infantry"}, "East Poland": {RED: "1 infantry"}})
    refused(game, "1 tank: Poland > East Poland > Ukraine", "R38")
    refused(game, "1 infantry: Poland > Baltic States > Belorussia", "R40")


@clause("anniversary.R39")
def test_an_empty_territory_stays_under_control() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "1 infantry"}})
    game.answer("1 infantry: Poland > East Poland")
    assert owner(game, "Poland") == GER


@clause("anniversary.R42")
def test_guns_do_not_move_in_the_combat_move() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "1 antiaircraft gun, 1 infantry"}})
    refused(game, "1 antiaircraft gun: Poland > Germany", "R42")
    late = scene(GER, "noncombat_move", {"Poland": {GER: "1 antiaircraft gun"}})
    assert "Germany" in ends(late, "Poland", "antiaircraft_gun")
    assert "East Poland" not in ends(late, "Poland", "antiaircraft_gun")


@clause("anniversary.R43")
def test_noncombat_moves_of_land_units_end_in_friendly_territory_also_one_just_captured() -> None:
    game = scene(GER, "combat_move", {"Poland": {GER: "1 infantry, 1 tank"}, "Germany": {GER: "1 tank"}})
    go(game, "1 infantry: Poland > East Poland")
    until_phase(game, "noncombat_move")
    assert "East Poland" in ends(game, "Germany", "tank")
    refused(game, "1 tank: Poland > Baltic States", "R43")


# Ships


@clause("anniversary.R44")
def test_ships_move_two_zones() -> None:
    game = scene(UK, "noncombat_move", {zone(1): {UK: "1 cruiser"}})
    refused(game, "1 cruiser: Sea Zone 1 > Sea Zone 2 > Sea Zone 3 > Sea Zone 4", "R44")
    far = ends(game, zone(1), "cruiser")
    near = set(game.rules.sea_near[zone(1)])
    assert far == (near | {z for n in near for z in game.rules.sea_near[n]}) - {zone(1)}


@clause("anniversary.R38", "anniversary.R45")
def test_warships_stop_ships_but_submarines_and_transports_do_not() -> None:
    for kind, stopped in (("destroyer", True), ("submarine", False), ("transport", False)):
        game = scene(
            GER, "combat_move", {zone(7): {GER: "1 cruiser"}, zone(8): {UK: f"1 {kind}"}, zone(2): {UK: "1 destroyer"}}
        )
        assert (zone(2) in ends(game, zone(7), "cruiser")) is not stopped
    units = {zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 cruiser"}, zone(2): {UK: "1 cruiser"}}
    refused(scene(GER, "combat_move", units), "1 cruiser: Sea Zone 7 > Sea Zone 8 > Sea Zone 2", "R38")


@clause("anniversary.R36.2", "anniversary.R103")
def test_ships_may_move_to_support_an_assault() -> None:
    units = {"Northwestern Europe": {GER: "1 infantry"}, zone(5): {GER: "1 transport, 1 cruiser, 1 destroyer"}}
    game = scene(GER, "combat_move", units)
    assert zone(6) in ends(game, zone(5), "cruiser")
    refused(game, "1 destroyer: Sea Zone 5 > Sea Zone 6", "R36.2")


@clause("anniversary.R36.3", "anniversary.R48.4")
def test_ships_may_leave_a_hostile_zone() -> None:
    game = scene(GER, "combat_move", {zone(7): {GER: "1 destroyer", UK: "1 cruiser"}})
    go(game, "1 destroyer: Sea Zone 7 > Sea Zone 8")
    assert not battle_sites(game, GER)
    assert has(game, zone(8), GER, "destroyer") == 1
    assert not happened(game, "battle_started")


@clause("anniversary.R36.4", "anniversary.R46", "anniversary.R46.1", "anniversary.R98")
def test_ships_may_end_among_submarines_and_transports_and_attack_them_or_not() -> None:
    units = {zone(7): {GER: "1 destroyer"}, zone(8): {UK: "2 transport"}, "Germany": {GER: "1 infantry"}}
    fight = go(scene(GER, "combat_move", units, dice=[]), "1 destroyer: Sea Zone 7 > Sea Zone 8")
    assert fight.decision and fight.decision.kind == "fight"
    fight.answer("yes")
    assert has(fight, zone(8), UK, "transport") == 0
    assert happened(fight, "volley_fired") == []
    leave = go(scene(GER, "combat_move", units, dice=[]), "1 destroyer: Sea Zone 7 > Sea Zone 8")
    leave.answer("no")
    assert has(leave, zone(8), UK, "transport") == 2


@clause("anniversary.R47", "anniversary.R47.1", "anniversary.R47.2", "anniversary.R89")
def test_submarines_pass_warships_but_not_destroyers() -> None:
    for phase in ("combat_move", "noncombat_move"):
        free = scene(
            GER, phase, {zone(7): {GER: "1 submarine"}, zone(8): {UK: "1 cruiser"}, zone(2): {UK: "1 cruiser"}}
        )
        assert {zone(8), zone(2)} <= ends(free, zone(7), "submarine")
        units = {zone(7): {GER: "1 submarine"}, zone(6): {UK: "1 destroyer"}, zone(3): {UK: "1 cruiser"}}
        stopped = scene(GER, phase, units)
        assert zone(6) in ends(stopped, zone(7), "submarine")
        refused(stopped, "1 submarine: Sea Zone 7 > Sea Zone 6 > Sea Zone 3", "R38")


@clause("anniversary.R47")
def test_submarines_alone_need_not_fight() -> None:
    units = {zone(7): {GER: "1 submarine"}, zone(8): {UK: "1 cruiser"}, "Germany": {GER: "1 infantry"}}
    game = go(scene(GER, "combat_move", units, dice=[]), "1 submarine: Sea Zone 7 > Sea Zone 8")
    assert game.decision and game.decision.kind == "fight"
    game.answer("no")
    assert not happened(game, "battle_started")


@clause("anniversary.R48", "anniversary.R48.1")
def test_ships_that_stay_in_a_hostile_zone_fight() -> None:
    units = {zone(7): {GER: "1 destroyer", UK: "1 cruiser"}, "Germany": {GER: "1 infantry"}}
    game = go(scene(GER, "combat_move", units, dice=[2, 6]))
    assert happened(game, "battle_started")[0]["space"] == zone(7)


@clause("anniversary.R48.2", "anniversary.R48.3", "anniversary.R48.5", "anniversary.R69")
def test_a_transport_may_leave_a_hostile_zone_load_and_return_or_fight_elsewhere() -> None:
    units = {
        zone(5): {GER: "1 transport, 1 cruiser", UK: "1 destroyer"}, "Norway": {GER: "1 infantry"},
        zone(6): {}, "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units)
    assert zone(5) not in ends(game, "Germany", "infantry")
    refused(game, "1 infantry: Germany > Sea Zone 5", "R69")
    game.answer("1 transport: Sea Zone 5 > Sea Zone 6")
    game.answer("1 infantry: Norway > Sea Zone 6")
    assert zone(5) in ends(game, zone(6), "transport")
    assert "United Kingdom" in ends(game, zone(6), "infantry")


@clause("anniversary.R48.5", "anniversary.R50")
def test_ships_that_moved_or_fought_do_not_move_again() -> None:
    units = {zone(7): {GER: "1 destroyer", UK: "1 cruiser"}, "Germany": {GER: "1 infantry"}}
    game = go(scene(GER, "combat_move", units), "1 destroyer: Sea Zone 7 > Sea Zone 8")
    refused(game, "1 destroyer: Sea Zone 8 > Sea Zone 9", "R50")


@clause("anniversary.R49")
def test_in_the_noncombat_move_ships_stay_out_of_hostile_zones() -> None:
    game = scene(GER, "noncombat_move", {zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 cruiser"}})
    refused(game, "1 cruiser: Sea Zone 7 > Sea Zone 8", "R49")
    quiet = scene(GER, "noncombat_move", {zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 submarine, 1 transport"}})
    assert zone(8) in ends(quiet, zone(7), "cruiser")


@clause("anniversary.R51")
def test_all_ships_in_the_zone_take_part_and_stay() -> None:
    units = {
        zone(7): {GER: "1 destroyer"}, zone(8): {GER: "1 cruiser, 1 transport", UK: "1 submarine"},
        "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = go(scene(GER, "combat_move", units, dice=[1, 6, 6]), "1 destroyer: Sea Zone 7 > Sea Zone 8")
    game.answer("yes")
    until(game, "move")
    assert {s.type for s in happened(game, "battle_started")[0]["attackers"]} == {"destroyer", "cruiser", "transport"}
    for ship in ("cruiser", "transport"):
        refused(game, f"1 {ship}: Sea Zone 8 > Sea Zone 9", "R50")
