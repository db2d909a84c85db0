"""Movement of aircraft and of transports: R31, R32, R52 to R75."""

from __future__ import annotations

import pytest

from sandtable.engine import landing
from tests.conformance.anniversary.board import (
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    ends,
    go,
    has,
    refused,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

clause = pytest.mark.clause


# Aircraft


@clause("anniversary.R52", "anniversary.R53")
def test_one_movement_for_both_phases() -> None:
    units = {"Germany": {GER: "1 fighter, 1 infantry"}, "Baltic States": {RED: "1 infantry"}}
    game = go(scene(GER, "combat_move", units, dice=[1, 6]), "1 fighter: Germany > Poland > Baltic States")
    until(game, "move")
    assert "Germany" in ends(game, "Baltic States", "fighter")
    assert "France" not in ends(game, "Baltic States", "fighter")
    refused(game, "1 fighter: Baltic States > Poland > Germany > France", "R52")


@clause("anniversary.R53")
def test_an_island_costs_a_point_for_its_zone_and_one_for_itself() -> None:
    units = {"Western United States": {USA: "1 fighter"}, "Hawaiian Islands": {USA: "1 infantry"}}
    game = scene(USA, "noncombat_move", units)
    path = next(z for z in game.rules.sea_near[zone(56)] if "Hawaiian Islands" in game.rules.land_near[z])
    assert "Hawaiian Islands" in ends(game, "Western United States", "fighter")
    game.answer(f"1 fighter: Western United States > Sea Zone 56 > {path} > Hawaiian Islands")
    units = {zone(62): {USA: "1 carrier, 1 fighter"}, "Midway": {USA: "1 infantry"}}
    deck = scene(USA, "noncombat_move", units)
    assert "Midway" in ends(deck, zone(62), "fighter")  # 58, 57, Midway: the carrier's zone costs nothing


@clause("anniversary.R54", "anniversary.R174")
def test_guns_do_not_stop_or_fire_at_aircraft_that_fly_over() -> None:
    units = {
        "Poland": {GER: "1 bomber, 1 infantry"}, "East Poland": {RED: "1 antiaircraft gun, 1 infantry"},
        "Belorussia": {RED: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[])
    game.answer("1 bomber: Poland > East Poland > Belorussia")
    assert not happened(game, "aa_fired")


@clause("anniversary.R55")
def test_attacking_aircraft_need_a_way_to_land() -> None:
    units = {"Germany": {GER: "1 fighter"}, "Russia": {RED: "1 infantry"}, "Caucasus": {RED: "1 infantry"}}
    game = scene(GER, "combat_move", units)
    refused(game, "1 fighter: Germany > Poland > East Poland > Belorussia > Russia", "R55")


@clause("anniversary.R55.1")
def test_a_carrier_that_must_fight_may_be_assumed_to_win() -> None:
    units = {
        zone(52): {JAP: "1 carrier, 1 fighter"}, zone(53): {USA: "1 battleship"},
        "Hawaiian Islands": {USA: "1 infantry"},
    }  # fmt: skip
    game = scene(JAP, "combat_move", units)
    assert zone(53) in ends(game, zone(52), "fighter")


@clause("anniversary.R55.2", "anniversary.R57", "anniversary.E13")
def test_a_new_carrier_may_be_promised_and_must_come() -> None:
    units = {"Central United States": {USA: "1 fighter, 1 infantry"}, zone(57): {JAP: "1 transport"}}
    flight = "1 fighter: Central United States > Western United States > Sea Zone 56 > Sea Zone 57"
    refused(scene(USA, "combat_move", units, owners={"Midway": JAP}), flight, "R55")
    game = scene(USA, "purchase", units, owners={"Midway": JAP}, ipcs={USA: 14}, dice=[])
    game.answer("1 carrier")
    go(until(game, "move"), flight)
    until_phase(game, "noncombat_move")
    game.answer("1 fighter: Sea Zone 57 > Sea Zone 56")
    until_phase(game, "collect")
    assert at(game, zone(56)) == {"aircraft_carrier": 1, "fighter": 1}


@clause("anniversary.R24", "anniversary.R55.2", "anniversary.R120")
@pytest.mark.parametrize(("moscow", "counts"), [(RED, True), (GER, False)])
def test_a_kept_carrier_counts_only_if_the_power_places_units_in_this_turn(moscow: str, counts: bool) -> None:
    """A power whose capital is in enemy hands skips the phase, so fighters cannot wait for the carrier."""
    units = {"Karelia S.S.R.": {RED: "1 fighter, 1 infantry, 1 complex"}, "Russia": {moscow: "1 infantry"}}
    owners = {"Karelia S.S.R.": RED, "Russia": moscow}
    game = scene(RED, "noncombat_move", units, owners=owners, facts={"kept_units": {RED: {"aircraft_carrier": 1}}})
    assert (zone(5) in ends(game, "Karelia S.S.R.", "fighter")) is counts
    flight = "1 fighter: Karelia S.S.R. > Sea Zone 5"
    if not counts:
        refused(game, flight, "R31")
        return
    game.answer(flight)
    until_phase(game, "collect")
    assert at(game, zone(5)) == {"aircraft_carrier": 1, "fighter": 1}


@clause("anniversary.R55.3")
def test_the_retreat_of_a_carrier_may_not_be_planned() -> None:
    units = {zone(60): {JAP: "1 carrier"}, zone(61): {USA: "1 cruiser"}, "Japan": {JAP: "1 infantry"}}
    game = scene(JAP, "combat_move", units)
    game.answer("1 carrier: Sea Zone 60 > Sea Zone 61")
    assert [deck.berths for deck in landing.carriers(game, JAP, "combat")] == [(zone(61),)]


@clause("anniversary.R55.4", "anniversary.R61")
def test_a_promised_carrier_must_sail_to_pick_up_the_fighter() -> None:
    units = {
        zone(52): {JAP: "1 carrier, 1 fighter"}, "Hawaiian Islands": {USA: "1 infantry"}, "Japan": {JAP: "1 infantry"},
        zone(53): {USA: "1 transport"},
    }  # fmt: skip
    game = scene(JAP, "combat_move", units, dice=[])
    path = "1 fighter: Sea Zone 52 > Sea Zone 53"
    go(game, path)
    until_phase(game, "noncombat_move")
    refused(game, "done", "R61")


@clause("anniversary.R56", "anniversary.R56.1", "anniversary.R176")
def test_aircraft_land_only_where_it_was_friendly_at_the_start_of_the_turn() -> None:
    units = {"Poland": {GER: "1 fighter, 1 infantry"}}
    game = go(scene(GER, "combat_move", units), "1 infantry: Poland > East Poland")
    until_phase(game, "noncombat_move")
    refused(game, "1 fighter: Poland > East Poland", "R56")
    refused(game, "1 fighter: Poland > Baltic States", "R56.1")
    assert "Germany" in ends(game, "Poland", "fighter")


@clause("anniversary.R56")
def test_fighters_land_on_carriers_of_their_side_with_room() -> None:
    units = {zone(7): {UK: "1 carrier"}, zone(8): {USA: "2 fighter, 2 carrier"}, zone(2): {UK: "1 cruiser"}}
    game = scene(USA, "noncombat_move", units)
    assert zone(7) in ends(game, zone(8), "fighter")
    assert zone(2) not in ends(game, zone(8), "fighter")


@clause("anniversary.R58")
def test_an_aircraft_without_a_landing_place_is_destroyed() -> None:
    units = {zone(53): {JAP: "1 fighter"}, "Japan": {JAP: "1 infantry"}}
    game = scene(JAP, "noncombat_move", units)
    until_phase(game, "place")
    assert has(game, zone(53), JAP, "fighter") == 0


@clause("anniversary.R59")
def test_fighters_may_take_off_before_their_carrier_moves_or_stay() -> None:
    units = {zone(60): {JAP: "1 carrier, 2 fighter"}, zone(61): {USA: "1 cruiser"}, "Japan": {JAP: "1 infantry"}}
    game = scene(JAP, "combat_move", units)
    game.answer("1 fighter: Sea Zone 60 > Sea Zone 61")
    game.answer("1 carrier: Sea Zone 60 > Sea Zone 61")
    assert has(game, zone(60), JAP, "fighter") == 1


@clause("anniversary.R60")
def test_a_landed_fighter_and_its_carrier_move_no_more() -> None:
    units = {zone(60): {JAP: "1 carrier"}, zone(61): {JAP: "1 carrier, 1 fighter"}}
    game = scene(JAP, "noncombat_move", units)
    game.answer("1 fighter: Sea Zone 61 > Sea Zone 60")
    refused(game, "1 carrier: Sea Zone 60 > Sea Zone 50", "R60")
    refused(game, "1 fighter: Sea Zone 60 > Sea Zone 61", "R60")


@clause("anniversary.R31", "anniversary.R62")
def test_fighters_of_an_ally_are_cargo_when_the_owner_moves_the_carrier() -> None:
    units = {zone(7): {UK: "1 carrier", USA: "1 fighter"}, zone(8): {GER: "1 submarine"}, "India": {UK: "1 infantry"}}
    game = go(scene(UK, "combat_move", units, dice=[6, 1]), "1 carrier: Sea Zone 7 > Sea Zone 8")
    assert has(game, zone(8), USA, "fighter") == 1
    game.answer("yes")
    until_phase(game, "noncombat_move")
    assert happened(game, "battle_started")[0]["attackers"].keys() == {
        s for s in happened(game, "battle_started")[0]["attackers"] if s.owner == UK
    }
    assert at(game, zone(8)) == {"aircraft_carrier": 1, "fighter": 1}


@clause("anniversary.R62.1")
def test_on_its_own_turn_a_guest_takes_off() -> None:
    units = {zone(7): {UK: "1 carrier", USA: "1 fighter"}, zone(8): {GER: "1 transport"}}
    game = scene(USA, "combat_move", units)
    assert zone(8) in ends(game, zone(7), "fighter")


# Transports


UNITS = {"Germany": {GER: "3 infantry, 2 artillery, 1 tank, 1 antiaircraft gun"}, zone(5): {GER: "1 transport"}}


@clause("anniversary.R32")
@pytest.mark.parametrize(
    ("load", "fits"),
    [
        ("2 infantry", True), ("1 infantry, 1 tank", True), ("1 infantry, 1 artillery", True), ("2 artillery", False),
        ("1 infantry, 1 antiaircraft gun", True), ("1 tank, 1 artillery", False), ("3 infantry", False),
    ],
)  # fmt: skip
def test_what_a_transport_holds(load: str, fits: bool) -> None:
    game = scene(GER, "noncombat_move", UNITS)
    if fits:
        game.answer(f"{load}: Germany > Sea Zone 5")
    else:
        refused(game, f"{load}: Germany > Sea Zone 5", "R32")


@clause("anniversary.R63", "anniversary.R64")
def test_a_transport_loads_before_during_and_after_its_move() -> None:
    units = {
        "Germany": {GER: "1 infantry"}, "Northwestern Europe": {GER: "1 infantry"}, "France": {GER: "1 infantry"},
        zone(5): {GER: "1 transport"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units)
    game.answer("1 infantry: Germany > Sea Zone 5")
    refused(game, "1 infantry: France > Northwestern Europe > Sea Zone 6", "R64")
    game.answer("1 transport: Sea Zone 5 > Sea Zone 6")
    game.answer("1 infantry: Northwestern Europe > Sea Zone 6")
    game.answer("1 transport: Sea Zone 6 > Sea Zone 7")
    refused(game, "2 infantry: Sea Zone 7 > United Kingdom > Eire", "R64")
    game.answer("2 infantry: Sea Zone 7 > United Kingdom")


@clause("anniversary.R65", "anniversary.R107")
def test_units_loaded_in_the_combat_move_must_land() -> None:
    units = {"Northwestern Europe": {GER: "2 infantry"}, zone(6): {GER: "1 transport"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units)
    game.answer("2 infantry: Northwestern Europe > Sea Zone 6")
    refused(game, "done", "R65")
    game.answer("1 infantry: Sea Zone 6 > United Kingdom")
    refused(game, "done", "R65")
    game.answer("1 infantry: Sea Zone 6 > United Kingdom")
    assert not any(s.cond.cargo for s in game.state.at(zone(6)))


@clause("anniversary.R66", "anniversary.R107")
def test_units_aboard_since_before_may_stay_or_land_too() -> None:
    units = {zone(6): {GER: "1 transport"}, "Northwestern Europe": {GER: "1 infantry"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units, cargo={zone(6): [(GER, "tank")]})
    game.answer("1 infantry: Northwestern Europe > Sea Zone 6")
    game.answer("1 infantry: Sea Zone 6 > United Kingdom")
    assert "United Kingdom" in ends(game, zone(6), "tank")
    game.answer("done")


@clause("anniversary.R67", "anniversary.R68")
def test_a_transport_that_offloaded_is_done_and_lands_in_one_territory() -> None:
    units = {zone(6): {GER: "1 transport"}, "Norway": {GER: "1 infantry"}, "Northwestern Europe": {GER: "1 infantry"}}
    game = scene(GER, "noncombat_move", units, cargo={zone(6): [(GER, "infantry"), (GER, "tank")]})
    game.answer("1 infantry: Sea Zone 6 > Norway")
    refused(game, "1 tank: Sea Zone 6 > Northwestern Europe", "R68")
    game.answer("1 tank: Sea Zone 6 > Norway")
    refused(game, "1 transport: Sea Zone 6 > Sea Zone 7", "R67")
    refused(game, "1 infantry: Northwestern Europe > Sea Zone 6", "R32")


@clause("anniversary.R70")
def test_a_transport_may_load_and_offload_without_moving() -> None:
    units = {zone(6): {GER: "1 transport"}, "Norway": {GER: "1 infantry"}}
    game = scene(GER, "noncombat_move", units)
    game.answer("1 infantry: Norway > Sea Zone 6")
    game.answer("1 infantry: Sea Zone 6 > Northwestern Europe")
    assert has(game, "Northwestern Europe", GER, "infantry") == 1


@clause("anniversary.R71")
def test_a_transport_that_meets_warships_must_stop() -> None:
    units = {zone(7): {GER: "1 transport"}, zone(8): {UK: "1 destroyer"}}
    game = scene(GER, "combat_move", units, cargo={zone(7): [(GER, "infantry")]})
    refused(game, "1 transport: Sea Zone 7 > Sea Zone 8 > Sea Zone 2", "R38")


@clause("anniversary.R72")
def test_a_transport_of_the_combat_move_does_nothing_later() -> None:
    units = {
        zone(6): {GER: "2 transport"}, "Northwestern Europe": {GER: "3 infantry"}, "United Kingdom": {UK: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 6, 1, 6])
    go(game, "1 infantry: Northwestern Europe > Sea Zone 6", "1 infantry: Sea Zone 6 > United Kingdom")
    until_phase(game, "noncombat_move")
    game.answer("2 infantry: Northwestern Europe > Sea Zone 6")
    used = [s for s in game.state.at(zone(6)) if not s.cond.cargo and s.type == "transport"]
    assert len(used) == 1 and "unloaded" in used[0].cond.marks


@clause("anniversary.R73")
def test_a_transport_that_retreated_does_not_offload() -> None:
    units = {
        zone(5): {GER: "1 transport, 1 cruiser"}, zone(6): {UK: "1 destroyer"}, "Norway": {GER: "1 infantry"},
        "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 6], cargo={zone(5): [(GER, "infantry")]})
    go(game, "1 transport, 1 cruiser: Sea Zone 5 > Sea Zone 6", "1 infantry: Sea Zone 6 > United Kingdom")
    until(game, "retreat").answer("Sea Zone 5")
    until_phase(game, "noncombat_move")
    refused(game, "1 infantry: Sea Zone 5 > Norway", "R73")


@clause("anniversary.R74", "anniversary.R75")
def test_units_aboard_an_allys_transport() -> None:
    units = {zone(7): {UK: "1 transport"}, "France": {GER: "1 infantry"}, "Brazil": {USA: "1 infantry"}}
    game = scene(USA, "combat_move", units, cargo={zone(7): [(USA, "infantry")]})
    assert {"France", "Northwestern Europe"} <= ends(game, zone(7), "infantry")
    loading = scene(USA, "noncombat_move", {zone(7): {UK: "1 transport"}, "United Kingdom": {USA: "1 infantry"}})
    loading.answer("1 infantry: United Kingdom > Sea Zone 7")
    refused(loading, "1 infantry: Sea Zone 7 > United Kingdom", "R74")
    sailing = scene(UK, "noncombat_move", {zone(7): {UK: "1 transport"}}, cargo={zone(7): [(USA, "infantry")]})
    assert zone(6) in ends(sailing, zone(7), "transport")
    assert ends(sailing, zone(7), "infantry") == set()
    italian = scene(ITA, "noncombat_move", {zone(14): {ITA: "1 transport"}, "Italy": {GER: "1 infantry"}})
    assert ends(italian, "Italy", "infantry") == set()
