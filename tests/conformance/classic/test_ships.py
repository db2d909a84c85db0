"""Carriers and their fighters, and the movement of ships: R61 to R64, R66 to R70, R185, R186."""

from __future__ import annotations

import pytest

from sandtable.core.forces import Condition, Stack
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, fired, in_phase, left, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
OKINAWA, JAPAN, WAKE, HAWAII = "Okinawa Sea Zone", "Japan Sea Zone", "Wake Island Sea Zone", "Hawaiian Islands Sea Zone"
PHILIPPINES, CAROLINES = "Philippines Sea Zone", "Caroline Islands Sea Zone"
NORTH, BALTIC, KARELIA = "North Sea Zone", "Baltic Sea Zone", "Karelia Sea Zone"


def sea(power: str, phase: str, units: dict[str, dict[str, str]], **setting: object) -> Game:
    return position(power, phase, units, **setting)  # type: ignore[arg-type]


# Carriers and their fighters


@clause("classic.R61")
def test_a_fighter_does_not_ride_the_carrier_into_battle() -> None:
    """The carrier sails alone; its fighter stays in the zone where the carrier began, and takes off there."""
    game = sea("Japan", "combat_move", {OKINAWA: {"Japan": "1 carrier, 1 fighter"}, HAWAII: {US: "1 transport"}})
    tell(game, f"1 carrier: {OKINAWA} > {WAKE} > {HAWAII}")
    assert at(game, OKINAWA) == {"fighter": 1}
    assert at(game, HAWAII, "Japan") == {"aircraft_carrier": 1}
    refused(game, f"1 fighter: {HAWAII} > Hawaiian Islands", "")  # there is none
    tell(game, f"1 fighter: {OKINAWA} > {WAKE} > {HAWAII}")
    assert [s.cond.moved for s in game.state.at(HAWAII) if s.type == "fighter"] == [2]


@clause("classic.R61", "classic.R54.3")
def test_the_flight_is_counted_from_the_zone_where_the_carrier_began() -> None:
    """Five spaces off, a target is out of reach even if the carrier goes two zones towards it."""
    units = {CAROLINES: {"Japan": "1 carrier, 1 fighter"}, HAWAII: {US: "1 transport"}}
    far = f"{CAROLINES} > {OKINAWA} > {PHILIPPINES} > {JAPAN} > {WAKE} > {HAWAII}"
    refused(sea("Japan", "combat_move", units), f"1 fighter: {far}", "classic.R53")


@clause("classic.R62", "classic.R185")
def test_a_carrier_may_move_to_the_zone_where_fighters_will_land() -> None:
    units = {OKINAWA: {"Japan": "1 carrier"}, "Japan": {"Japan": "1 fighter"}}
    game = sea("Japan", "noncombat_move", units)
    refused(game, f"1 fighter: Japan > {JAPAN}", "classic.R38")
    tell(game, f"1 carrier: {OKINAWA} > {JAPAN}", f"1 fighter: Japan > {JAPAN}")
    assert at(game, JAPAN) == {"aircraft_carrier": 1, "fighter": 1}


@clause("classic.R62", "classic.R185")
def test_a_carrier_on_which_a_fighter_has_landed_does_not_move() -> None:
    units = {OKINAWA: {"Japan": "1 carrier"}, "Okinawa": {"Japan": "1 fighter"}}
    game = sea("Japan", "noncombat_move", units)
    tell(game, f"1 fighter: Okinawa > {OKINAWA}")
    refused(game, f"1 carrier: {OKINAWA} > {JAPAN}", "classic.R62")
    assert game.decision is not None
    assert all(m.path[0] != OKINAWA for m in game.decision.legal() if m.path)


@clause("classic.R62")
def test_of_two_carriers_only_the_one_that_is_needed_stays() -> None:
    units = {OKINAWA: {"Japan": "2 carriers"}, "Okinawa": {"Japan": "2 fighters"}}
    game = sea("Japan", "noncombat_move", units)
    tell(game, f"2 fighters: Okinawa > {OKINAWA}")
    refused(game, f"2 carriers: {OKINAWA} > {JAPAN}", "classic.R62")
    tell(game, f"1 carrier: {OKINAWA} > {JAPAN}")
    refused(game, f"1 carrier: {OKINAWA} > {JAPAN}", "classic.R62")


@clause("classic.R62", "classic.R185")
def test_a_fighter_that_landed_does_not_move_any_more() -> None:
    units = {OKINAWA: {"Japan": "1 carrier"}, "Okinawa": {"Japan": "1 fighter"}, "Japan": {"Japan": "1 infantry"}}
    game = sea("Japan", "noncombat_move", units)
    tell(game, f"1 fighter: Okinawa > {OKINAWA}")
    refused(game, f"1 fighter: {OKINAWA} > Okinawa", "classic.R185")


@clause("classic.R62")
def test_carrier_and_fighters_may_go_together_in_one_move() -> None:
    game = sea("Japan", "noncombat_move", {OKINAWA: {"Japan": "1 carrier, 2 fighters"}})
    tell(game, f"1 carrier, 2 fighters: {OKINAWA} > {JAPAN}")
    assert at(game, JAPAN) == {"aircraft_carrier": 1, "fighter": 2}
    game = sea("Japan", "noncombat_move", {OKINAWA: {"Japan": "1 carrier, 3 fighters"}})
    refused(game, f"1 carrier, 3 fighters: {OKINAWA} > {JAPAN}", "classic.R38")


@clause("classic.R63")
def test_a_carrier_that_fought_does_not_move_in_noncombat_movement() -> None:
    """Neither one that attacked, nor one that began the turn among enemies and fought there."""
    game = attack(
        "Japan",
        [f"1 carrier: {OKINAWA} > {WAKE}"],
        {OKINAWA: {"Japan": "1 carrier"}, WAKE: {US: "1 transport"}},
        dice=[1, 6],
    )
    assert not left(game)
    refused(game, f"1 carrier: {WAKE} > {OKINAWA}", "classic.R63")
    game = attack("Japan", [], {WAKE: {US: "1 transport", "Japan": "1 carrier"}}, dice=[1, 6])
    assert asked(game) == ("fight", "Japan")
    tell(game, True)
    refused(game, f"1 carrier: {WAKE} > {OKINAWA}", "classic.R63")


def guests(phase: str, own: str = "1 carrier", **more: str) -> Game:
    """A Japanese carrier with a German fighter aboard."""
    return sea("Japan", phase, {OKINAWA: {"Japan": own, "Germany": "1 fighter"}, "Japan": {"Japan": "1 infantry"}})


@clause("classic.R64", "classic.R186")
def test_a_guest_rides_with_the_carrier() -> None:
    game = guests("noncombat_move")
    tell(game, f"1 carrier: {OKINAWA} > {JAPAN} > {PHILIPPINES}")
    assert at(game, PHILIPPINES) == {"aircraft_carrier": 1, "fighter": 1}
    assert at(game, OKINAWA) == {}
    assert [s.cond for s in game.state.at(PHILIPPINES) if s.type == "fighter"] == [Condition()]


@clause("classic.R64")
def test_a_guest_stays_if_another_deck_is_left_for_it() -> None:
    game = guests("noncombat_move", "2 carriers")
    tell(game, f"1 carrier: {OKINAWA} > {JAPAN}")
    assert at(game, OKINAWA) == {"aircraft_carrier": 1, "fighter": 1}
    tell(game, f"1 carrier: {OKINAWA} > {JAPAN}")
    assert at(game, JAPAN) == {"aircraft_carrier": 2, "fighter": 1}


@clause("classic.R64", "classic.R62")
def test_a_guest_makes_way_for_a_fighter_that_landed() -> None:
    """Two carriers hold a guest and two fighters; one carrier leaves, the landed fighters need the other."""
    game = sea(
        "Japan",
        "noncombat_move",
        {OKINAWA: {"Japan": "2 carriers", "Germany": "1 fighter"}, "Okinawa": {"Japan": "2 fighters"}},
    )
    tell(game, f"2 fighters: Okinawa > {OKINAWA}", f"1 carrier: {OKINAWA} > {JAPAN}")
    assert at(game, JAPAN, "Germany") == {"fighter": 1}
    assert at(game, OKINAWA) == {"aircraft_carrier": 1, "fighter": 2}


@clause("classic.R64.1")
def test_a_guest_does_not_move_or_attack_in_the_turn_of_the_carriers_owner() -> None:
    game = guests("combat_move")
    refused(game, f"1 fighter of Germany: {OKINAWA} > {WAKE}", "classic.R129")
    units = {OKINAWA: {"Japan": "1 carrier", "Germany": "1 fighter"}, WAKE: {US: "1 transport"}}
    game = attack("Japan", [f"1 carrier: {OKINAWA} > {WAKE}"], units, dice=[1, 6])
    assert fired(game)[0] == ("attackers", [1])  # one die, the carrier's
    assert at(game, WAKE, "Germany") == {"fighter": 1}


@clause("classic.R64.1")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_guest_falls_in_place_of_the_carrier_if_its_owner_agrees(agreed: bool) -> None:
    units = {OKINAWA: {"Japan": "1 carrier", "Germany": "1 fighter"}, WAKE: {US: "1 transport"}}
    game = attack("Japan", [f"1 carrier: {OKINAWA} > {WAKE}"], units, dice=[1, 1])
    assert asked(game) == ("casualties", "Japan")
    tell(game, "1 fighter of Germany")
    assert asked(game) == ("agree", "Germany")
    tell(game, agreed)
    assert at(game, WAKE) == ({"aircraft_carrier": 1} if agreed else {})


@clause("classic.R64.2")
def test_a_guest_defends_at_its_full_value() -> None:
    units = {NORTH: {UK: "1 carrier", US: "1 fighter"}, BALTIC: {"Germany": "1 battleship"}}
    game = attack("Germany", [f"1 battleship: {BALTIC} > {NORTH}"], units, dice=[6, 6, 4])
    assert at(game, NORTH) == {"aircraft_carrier": 1, "fighter": 1}  # the fighter hit at 4


@clause("classic.R64.3", "classic.R186")
def test_a_guest_takes_off_in_its_own_owners_turn_with_all_its_movement() -> None:
    units = {
        NORTH: {UK: "1 carrier", US: "1 fighter"},
        "Eastern United States": {US: "1 infantry"},
        "Japan": {"Japan": "1 infantry"},
    }
    game = sea(UK, "noncombat_move", {**units, "India": {UK: "1 infantry"}})
    tell(game, f"1 carrier: {NORTH} > {KARELIA}")
    until(game, US, "move", "noncombat")
    tell(game, f"1 fighter: {KARELIA} > {NORTH} > Eastern Canada Sea Zone > Eastern Canada > Western Canada")
    assert at(game, "Western Canada", US) == {"fighter": 1}


@clause("classic.R186")
def test_a_fighter_lands_on_an_allys_carrier() -> None:
    game = sea(US, "noncombat_move", {NORTH: {UK: "1 carrier"}, "United Kingdom": {US: "1 fighter, 1 infantry"}})
    tell(game, f"1 fighter: United Kingdom > {NORTH}")
    assert at(game, NORTH, US) == {"fighter": 1}


# Ships


@clause("classic.R66")
@pytest.mark.parametrize("ship", ["transport", "submarine", "aircraft_carrier", "battleship"])
def test_every_ship_moves_one_or_two_zones(ship: str) -> None:
    game = sea("Japan", "noncombat_move", {JAPAN: {"Japan": f"3 {ship}"}})
    refused(game, f"1 {ship}: {JAPAN} > {OKINAWA} > {CAROLINES} > New Guinea Sea Zone", "classic.R66")
    tell(game, f"1 {ship}: {JAPAN} > {OKINAWA}", f"1 {ship}: {JAPAN} > {OKINAWA} > {CAROLINES}")
    assert at(game, OKINAWA) == at(game, CAROLINES) == {ship: 1}
    tell(game, f"1 {ship}: {OKINAWA} > {CAROLINES}")  # the rest of its movement
    refused(game, f"1 {ship}: {CAROLINES} > {OKINAWA}", "classic.R66")


@clause("classic.R67")
@pytest.mark.parametrize("enemy", ["transport", "submarine"])
def test_a_ship_stops_in_a_hostile_zone(enemy: str) -> None:
    units = {JAPAN: {"Japan": "1 battleship"}, WAKE: {US: f"1 {enemy}"}, HAWAII: {US: "1 transport"}}
    game = sea("Japan", "combat_move", {**units, "Japan": {"Japan": "1 infantry"}})
    refused(game, f"1 battleship: {JAPAN} > {WAKE} > {HAWAII}", "classic.R67")
    tell(game, f"1 battleship: {JAPAN} > {WAKE}")
    refused(game, f"1 battleship: {WAKE} > {HAWAII}", "classic.R66")


@clause("classic.R67")
def test_a_ship_that_entered_a_hostile_zone_fights_there() -> None:
    units = {JAPAN: {"Japan": "1 battleship"}, WAKE: {US: "1 submarine"}}
    game = attack("Japan", [f"1 battleship: {JAPAN} > {WAKE}"], units, dice=[6, 6])
    assert [len(dice) for _, dice in fired(game)] == [1, 1]


@clause("classic.R68")
def test_in_noncombat_movement_ships_do_not_enter_a_hostile_zone() -> None:
    units = {JAPAN: {"Japan": "1 battleship"}, WAKE: {US: "1 submarine"}}
    game = sea("Japan", "noncombat_move", units)
    refused(game, f"1 battleship: {JAPAN} > {WAKE}", "classic.R68")
    refused(game, f"1 battleship: {JAPAN} > {WAKE} > {HAWAII}", "classic.R68")


@clause("classic.R68")
def test_a_zone_cleared_in_combat_is_entered_by_ships_that_have_not_moved_or_fought() -> None:
    units = {JAPAN: {"Japan": "1 battleship, 1 transport"}, WAKE: {US: "1 transport"}}
    game = attack("Japan", [f"1 battleship: {JAPAN} > {WAKE}"], units, dice=[4, 6])
    refused(game, way(game, f"1 battleship: {WAKE} > {OKINAWA}"), "classic.R68")
    tell(game, f"1 transport: {JAPAN} > {WAKE} > {HAWAII}")
    assert at(game, HAWAII) == {"transport": 1}


@clause("classic.R68")
def test_a_ship_that_moved_in_combat_movement_without_a_fight_does_not_move_again() -> None:
    units = {NORTH: {UK: "1 battleship, 1 transport (carrying infantry of United Kingdom)"}}
    game = sea(UK, "combat_move", {**units, "United Kingdom": {UK: "1 infantry"}})
    tell(game, f"1 battleship: {NORTH} > {BALTIC}", "done")
    refused(game, f"1 battleship: {BALTIC} > {NORTH}", "classic.R68")


def stayed(*dice: int) -> Game:
    """Enemy ships have come into the zone of own ones."""
    units = {WAKE: {US: "1 submarine", "Japan": "2 submarines"}, "Japan": {"Japan": "1 infantry"}}
    return sea("Japan", "combat_move", units, dice=dice)


@clause("classic.R69")
def test_ships_among_enemies_may_stay_and_attack() -> None:
    game = tell(stayed(1, 6), "done")
    assert asked(game) == ("fight", "Japan")
    tell(game, True)
    assert at(game, WAKE) == {"submarine": 2}
    assert happened(game, "battle_started")[0]["space"] == WAKE


@clause("classic.R69")
def test_ships_among_enemies_may_leave_as_a_move() -> None:
    game = tell(stayed(), "done", False)
    assert in_phase(game, "noncombat") and happened(game, "battle_started") == []
    tell(game, f"2 submarines: {WAKE} > {JAPAN}")
    assert at(game, JAPAN) == {"submarine": 2}


@clause("classic.R69")
def test_ships_among_enemies_may_leave_for_an_attack_elsewhere() -> None:
    units = {WAKE: {US: "1 submarine", "Japan": "1 submarine"}, HAWAII: {US: "1 transport"}}
    game = attack("Japan", [f"1 submarine: {WAKE} > {HAWAII}"], units, dice=[1])
    assert in_phase(game, "noncombat")  # nobody was left to be asked about the zone they came from
    assert at(game, HAWAII) == {"submarine": 1} and at(game, WAKE) == {"submarine": 1}


@clause("classic.R69")
def test_ships_may_stay_without_a_fight() -> None:
    game = tell(stayed(), "done", False, "done")
    assert at(game, WAKE) == {"submarine": 3}


@clause("classic.R70")
def test_allied_ships_share_zones_and_take_no_part_in_the_attack() -> None:
    units = {
        WAKE: {US: "1 submarine", "Germany": "1 battleship"},
        JAPAN: {"Japan": "1 submarine", "Germany": "1 carrier"},
    }
    game = attack("Japan", [f"1 submarine: {JAPAN} > {WAKE}"], units, dice=[6, 2])
    assert fired(game) == [("submarine opening fire", [6]), ("submarines", [2])]
    assert at(game, WAKE) == {"submarine": 1, "battleship": 1}  # the hit could only fall on the attacker
    assert at(game, WAKE, "Germany") == {"battleship": 1}


@clause("classic.R66", "classic.R53")
def test_units_named_without_their_condition_are_those_that_can_move() -> None:
    game = sea("Japan", "noncombat_move", {JAPAN: {"Japan": "1 submarine"}})
    game.state.put(JAPAN, Stack("Japan", "submarine", Condition(1)), 1)
    tell(game, f"2 submarines: {JAPAN} > {OKINAWA}")
    assert {s.cond.moved: n for s, n in game.state.at(OKINAWA).items()} == {1: 1, 2: 1}
