"""Landing places, planned with and reached: R56 to R60, R184, E18."""

from __future__ import annotations

import pytest

from sandtable.core.forces import Condition, Stack
from sandtable.engine.board import friendly
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, in_phase, refused, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
UKRAINE, KARELIA, EAST, SOUTH = "Ukraine S.S.R.", "Karelia S.S.R.", "Eastern Europe", "Southern Europe"
NORTH, BALTIC, SPAIN_ZONE = "North Sea Zone", "Baltic Sea Zone", "West Spain Sea Zone"
MID, EASTMED = "Central Mediterranean Sea Zone", "Eastern Mediterranean Sea Zone"


def sky(power: str, units: dict[str, str], phase: str = "combat_move", **setting: object) -> Game:
    """Units of one power, one text for each space."""
    return position(power, phase, {space: {power: text} for space, text in units.items()}, **setting)  # type: ignore[arg-type]


# Landing places must be in reach


@clause("classic.R56")
def test_no_attack_without_a_landing_place_within_the_movement_left() -> None:
    units = {"Germany": {"Germany": "1 fighter, 1 bomber"}, "Russia": {RED: "1 infantry"}}
    # Russia is three spaces away; Ukraine is two spaces from it: a fighter has one left, a bomber three
    game = position("Germany", "combat_move", units)
    refused(game, f"1 fighter: Germany > {EAST} > {KARELIA} > Russia", "classic.R56")
    refused(game, f"1 fighter, 1 bomber: Germany > {EAST} > {KARELIA} > Russia", "classic.R56")
    tell(game, f"1 bomber: Germany > {EAST} > {KARELIA} > Russia")


@clause("classic.R56")
def test_a_bomber_is_not_helped_by_a_deck() -> None:
    units = {
        "Japan Sea Zone": {"Japan": "1 carrier"},
        "Japan": {"Japan": "1 bomber"},
        "Hawaiian Islands": {US: "1 infantry"},
    }
    far = "Japan > Japan Sea Zone > Wake Island Sea Zone > Hawaiian Islands Sea Zone > Hawaiian Islands"
    game = position("Japan", "combat_move", units, owners={"Wake Island": US, "Midway": US})
    refused(game, f"1 bomber: {far}", "classic.R56")


@clause("classic.E18", "classic.R56", "classic.R58.1")
@pytest.mark.parametrize("since", ["start", "now"])
def test_territory_captured_this_turn_is_no_landing_place_to_plan_with(since: str) -> None:
    """Two spaces flown to Russia; a space away lies Caucasus, captured in this turn; all else is three spaces away."""
    hostile = dict.fromkeys([UKRAINE, EAST, "Finland-Norway"], UK)
    game = sky(
        "Germany",
        {"Black Sea Zone": "1 fighter, 1 transport (carrying infantry of Germany)", "Germany": "1 infantry"},
        owners={**hostile, "Caucasus": "Germany" if since == "start" else RED},
    )
    flight = "1 fighter: Black Sea Zone > Caucasus > Russia"
    if since == "start":
        tell(game, flight)
        return
    tell(game, "1 infantry: Black Sea Zone > Caucasus")
    assert friendly(game, "Germany", "Caucasus")
    refused(game, flight, "classic.R56")


def carrier_raid(carrier: str, **more: str) -> Game:
    """Hawaii is attacked by a fighter from Wake Island; the carrier is one zone off Hawaii."""
    units = {"Wake Island": "1 fighter", "Japan": "1 infantry", **{k.replace("_", " "): v for k, v in more.items()}}
    board = {space: {"Japan": text} for space, text in units.items()}
    board["Hawaiian Islands"] = {US: "1 infantry"}
    if carrier:
        board["Okinawa Sea Zone"] = {"Japan": carrier}
    return position("Japan", "combat_move", board, owners={"Midway": US})


FLIGHT = "Wake Island > Wake Island Sea Zone > Hawaiian Islands Sea Zone > Hawaiian Islands"


@clause("classic.R56", "classic.R56.1")
def test_a_carrier_that_may_still_sail_is_a_landing_place_to_plan_with() -> None:
    refused(carrier_raid(""), f"1 fighter: {FLIGHT}", "classic.R56")
    game = carrier_raid("1 carrier")  # two zones from the zone of Hawaii
    tell(game, f"1 fighter: {FLIGHT}")
    assert at(game, "Hawaiian Islands", "Japan") == {"fighter": 1}


@clause("classic.R56.1")
def test_a_carrier_too_far_away_or_of_an_ally_does_not_come() -> None:
    game = position(
        "Japan",
        "combat_move",
        {
            "Wake Island": {"Japan": "1 fighter"},
            "Philippines Sea Zone": {"Japan": "1 carrier"},  # three zones away
            "Okinawa Sea Zone": {"Germany": "1 carrier"},  # near enough, but it does not sail in this turn
            "Hawaiian Islands": {US: "1 infantry"},
        },
        owners={"Midway": US},
    )
    refused(game, f"1 fighter: {FLIGHT}", "classic.R56")


@clause("classic.R56.1")
def test_a_carrier_behind_enemy_ships_or_a_closed_canal_does_not_come() -> None:
    game = position(
        "Japan",
        "combat_move",
        {
            "Wake Island": {"Japan": "1 fighter"},
            "Okinawa Sea Zone": {"Japan": "1 carrier"},
            "Wake Island Sea Zone": {US: "1 submarine"},
            "Hawaiian Islands": {US: "1 infantry"},
        },
        owners={"Midway": US},
    )
    refused(game, f"1 fighter: {FLIGHT}", "classic.R56")


@clause("classic.R56.1", "classic.R13")
@pytest.mark.parametrize("holder", [US, "Germany"])
def test_a_carrier_behind_a_closed_canal_does_not_come(holder: str) -> None:
    game = position(
        "Japan",
        "combat_move",
        {
            "Midway Sea Zone": {"Japan": "1 fighter"},
            "Caribbean Sea Zone": {"Japan": "1 carrier"},
            "Mexico Sea Zone": {US: "1 transport"},
        },
        owners={"Panama": holder},
    )
    path = "Midway Sea Zone > Western Canada Sea Zone > Western United States Sea Zone > Mexico Sea Zone"
    if holder == US:
        refused(game, f"1 fighter: {path}", "classic.R56")
    else:
        tell(game, f"1 fighter: {path}")


@clause("classic.R56.1")
def test_each_fighter_needs_a_place_of_its_own() -> None:
    game = carrier_raid("1 carrier", Wake_Island="3 fighters")
    refused(game, f"3 fighters: {FLIGHT}", "classic.R56")
    tell(game, f"2 fighters: {FLIGHT}")
    refused(game, f"1 fighter: {FLIGHT}", "classic.R56")


@clause("classic.R56.1")
def test_fighters_on_the_carrier_that_have_no_field_keep_their_places() -> None:
    near = ["Midway", "Wake Island", "Japan", "Manchuria", "Okinawa", "Caroline Islands", "Solomon Islands"]
    lost = [*near, "New Guinea", "Philippines", "Kwangtung", "Borneo Celebes"]
    board = {
        "Hawaiian Islands Sea Zone": {"Japan": "2 fighters"},
        "Midway Sea Zone": {"Japan": "1 carrier, 1 fighter"},
        "Hawaiian Islands": {US: "1 infantry"},
    }
    game = position("Japan", "combat_move", board, owners=dict.fromkeys(lost, US))
    route = "Hawaiian Islands Sea Zone > Hawaiian Islands"
    refused(game, f"2 fighters: {route}", "classic.R56")
    tell(game, f"1 fighter: {route}")
    board["Midway Sea Zone"] = {"Japan": "1 carrier"}
    tell(position("Japan", "combat_move", board, owners=dict.fromkeys(lost, US)), f"2 fighters: {route}")


@clause("classic.R56.1")
def test_the_places_of_fighters_that_fly_out_are_their_own_and_those_of_guests_are_taken() -> None:
    near = ["Midway", "Wake Island", "Japan", "Manchuria", "Okinawa", "Caroline Islands", "Solomon Islands"]
    owners = dict.fromkeys([*near, "New Guinea", "Philippines", "Kwangtung", "Borneo Celebes"], US)
    route = "Midway Sea Zone > Hawaiian Islands Sea Zone > Hawaiian Islands"
    for guest, most in (("", 2), ("1 fighter", 1)):
        board = {
            "Midway Sea Zone": {"Japan": "1 carrier, 2 fighters", "Germany": guest},
            "Hawaiian Islands": {US: "1 infantry"},
        }
        game = position("Japan", "combat_move", board, owners=owners)
        if most == 1:
            refused(game, f"2 fighters: {route}", "classic.R56")
        else:
            tell(game, f"2 fighters: {route}")


@clause("classic.R38", "classic.R58")
def test_aircraft_that_have_flown_differently_share_the_decks_on_which_they_land_together() -> None:
    game = sky("Japan", {"Okinawa Sea Zone": "1 carrier", "Okinawa": "2 fighters"}, "noncombat_move")
    game.state.put("Okinawa", Stack("Japan", "fighter", Condition(1)), 1)
    refused(game, "2 fighters, 1 fighter (moved 1): Okinawa > Okinawa Sea Zone", "classic.R38")
    tell(game, "1 fighter, 1 fighter (moved 1): Okinawa > Okinawa Sea Zone")
    assert at(game, "Okinawa Sea Zone")["fighter"] == 2


# Coming down


@clause("classic.R57")
def test_aircraft_that_flew_have_to_land_before_the_turn_goes_on() -> None:
    units = {UKRAINE: {"Germany": "1 fighter"}, "Caucasus": {RED: "1 infantry"}}
    game = attack("Germany", [f"1 fighter: {UKRAINE} > Caucasus"], units, dice=[1, 6])
    refused(game, "done", "classic.R57")
    tell(game, f"1 fighter: Caucasus > {UKRAINE}", "done")
    assert at(game, UKRAINE, "Germany") == {"fighter": 1}


@clause("classic.R57")
def test_the_flight_home_uses_the_movement_left() -> None:
    units = {"Germany": {"Germany": "1 bomber"}, "Caucasus": {RED: "1 infantry"}}
    game = attack("Germany", [f"1 bomber: Germany > {EAST} > {UKRAINE} > Caucasus"], units, dice=[1, 6])
    home = f"Caucasus > {UKRAINE} > {EAST} > Germany"
    refused(game, way(game, f"1 bomber: {home} > Western Europe"), "classic.R53")
    tell(game, f"1 bomber: {home}")
    assert at(game, "Germany", "Germany")["bomber"] == 1


@clause("classic.R58")
def test_fighters_land_in_territory_of_own_side_or_on_a_deck_of_own_side() -> None:
    game = position(
        UK,
        "noncombat_move",
        {"United Kingdom": {UK: "3 fighters"}, NORTH: {US: "1 carrier"}, KARELIA: {RED: "1 infantry"}},
    )
    refused(game, f"1 fighter: United Kingdom > {NORTH} > {BALTIC} > {EAST}", "classic.R58")
    refused(game, f"1 fighter: United Kingdom > {NORTH} > {BALTIC}", "classic.R38")
    tell(game, f"1 fighter: United Kingdom > {NORTH} > {BALTIC} > {KARELIA}", f"1 fighter: United Kingdom > {NORTH}")
    assert at(game, KARELIA, UK) == at(game, NORTH, UK) == {"fighter": 1}


@clause("classic.R58.1", "classic.R184")
@pytest.mark.parametrize("first", ["Caucasus", "Persia"])
def test_territory_captured_or_blitzed_this_turn_is_no_landing_place(first: str) -> None:
    game = sky("Germany", {UKRAINE: "1 tank, 1 fighter"})
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Persia", "done")
    route = f"{UKRAINE} > Caucasus" + (" > Persia" if first == "Persia" else "")
    refused(game, f"1 fighter: {route}", "classic.R58.1")


@clause("classic.R184")
def test_territory_retaken_for_an_ally_is_no_landing_place_in_the_same_turn() -> None:
    units = {UKRAINE: {UK: "1 infantry, 1 fighter"}}
    game = position(UK, "combat_move", units, owners={"Caucasus": "Germany", UKRAINE: UK})
    tell(game, f"1 infantry: {UKRAINE} > Caucasus", "done")
    assert game.state.owner["Caucasus"] == RED  # freed
    refused(game, f"1 fighter: {UKRAINE} > Caucasus", "classic.R58.1")
    tell(game, f"1 fighter: {UKRAINE} > Caucasus > Russia")
    assert at(game, "Russia") == {"fighter": 1}


@clause("classic.R58.2")
def test_a_neutral_is_no_landing_place() -> None:
    game = sky("Germany", {"Western Europe": "1 fighter"}, "noncombat_move")
    refused(game, "1 fighter: Western Europe > Spain", "classic.R65")
    game = sky("Germany", {"Western Europe": "1 fighter, 1 infantry"})
    tell(game, "1 infantry: Western Europe > Spain", "done")  # taken this turn
    refused(game, "1 fighter: Western Europe > Spain", "classic.R58.1")


@clause("classic.R58.2")
def test_an_aircraft_does_not_end_its_attack_in_a_neutral() -> None:
    refused(sky("Germany", {"Western Europe": "1 fighter"}), "1 fighter: Western Europe > Spain", "classic.R42")


@clause("classic.R59")
def test_an_aircraft_without_a_landing_place_in_reach_is_destroyed() -> None:
    owners = {"Midway": US, "Hawaiian Islands": US}
    game = position("Japan", "noncombat_move", {"Japan": {"Japan": "1 infantry"}}, owners=owners)
    game.state.put("Hawaiian Islands", Stack("Japan", "fighter", Condition(4, 0, (), ("combat", "fought"))), 1)
    assert in_phase(game, "noncombat")
    tell(game, "done")  # no carrier is left, so nothing can be done
    assert at(game, "Hawaiian Islands") == {}
    assert [e["space"] for e in happened(game, "lost")][-1] == "Hawaiian Islands"


@clause("classic.R59")
def test_fighters_beyond_the_decks_are_destroyed_those_that_landed_are_not() -> None:
    game = sky("Japan", {"Okinawa Sea Zone": "1 carrier", "Okinawa": "1 fighter"}, "noncombat_move")
    game.state.put("Okinawa Sea Zone", Stack("Japan", "fighter", Condition(1, marks=("landed",))), 1)
    game.state.put("Okinawa Sea Zone", Stack("Japan", "fighter", Condition(4, marks=("combat", "fought"))), 2)
    refused(game, "1 fighter: Okinawa > Okinawa Sea Zone", "classic.R38")  # they hover over the only deck
    tell(game, "done")
    assert {s.cond.marks: n for s, n in game.state.at("Okinawa Sea Zone").items() if s.type == "fighter"} == {(): 2}
    lost = happened(game, "lost")[0]["force"]
    assert [(s.cond.moved, n) for s, n in lost.items()] == [(4, 1)]


@clause("classic.R58", "classic.R62")
def test_fighters_may_stay_over_the_carrier_they_attacked_beside() -> None:
    units = {
        "Hawaiian Islands Sea Zone": {US: "1 transport", "Japan": "1 carrier"},
        "Wake Island Sea Zone": {"Japan": "1 carrier, 2 fighters"},
    }
    game = position("Japan", "combat_move", units, owners={"Midway": US, "Wake Island": US}, dice=[6, 1, 6, 6])
    tell(game, "2 fighters: Wake Island Sea Zone > Hawaiian Islands Sea Zone", "done", "done")
    assert at(game, "Hawaiian Islands Sea Zone") == {"aircraft_carrier": 1, "fighter": 2}


@clause("classic.R60")
def test_a_carrier_bought_this_turn_is_no_landing_place() -> None:
    units = {
        "Japan": {"Japan": "1 infantry"},
        "Wake Island": {"Japan": "1 fighter"},
        "Hawaiian Islands": {US: "1 infantry"},
    }
    game = position("Japan", "purchase", units, owners={"Midway": US}, ipcs={"Japan": 18})
    tell(game, "1 aircraft carrier")
    refused(game, f"1 fighter: {FLIGHT}", "classic.R56")
    tell(game, "done")
    refused(game, "1 fighter: Wake Island > Wake Island Sea Zone > Japan Sea Zone", "classic.R38")
    tell(game, "done")
    assert asked(game) == ("place", "Japan")
