"""Transports: R71 to R83."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, fired, in_phase, left, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
NORTH, BALTIC, KARELIA_ZONE = "North Sea Zone", "Baltic Sea Zone", "Karelia Sea Zone"
WEST, EAST, NORWAY, KARELIA = "Western Europe", "Eastern Europe", "Finland-Norway", "Karelia S.S.R."
TWO = f"1 transport (carrying infantry of {UK} + infantry of {UK})"
ONE = f"1 transport (carrying infantry of {UK})"
ISLAND = "United Kingdom"


def british(phase: str, units: dict[str, str], **others: dict[str, str]) -> Game:
    """British units, with an infantry in India so that the phase goes on; others by space."""
    board = {space: {UK: text} for space, text in units.items()}
    board.setdefault("India", {UK: "1 infantry"})
    for space, row in others.items():
        board.setdefault(space.replace("_", " "), {}).update(row)
    return position(UK, phase, board)


def cargo(game: Game, zone: str) -> list[list[str]]:
    """The types aboard each transport in a zone."""
    return sorted(
        [kind for _, kind in s.cond.cargo]
        for s, n in game.state.at(zone).items()
        for _ in range(n)
        if s.type == "transport"
    )


@clause("classic.R71")
def test_loading_sailing_and_unloading_are_one_move_in_one_phase() -> None:
    game = british("combat_move", {ISLAND: "2 infantry", NORTH: "1 transport"})
    tell(game, f"1 infantry: {ISLAND} > {NORTH}")
    tell(game, f"1 transport (carrying infantry of {UK}, combat): {NORTH} > {BALTIC}")
    tell(game, f"1 infantry: {BALTIC} > {EAST}")
    assert game.state.owner[EAST] == UK


@clause("classic.R71")
def test_what_was_begun_in_combat_movement_is_not_finished_in_noncombat_movement() -> None:
    game = british("combat_move", {ISLAND: "2 infantry", NORTH: "1 transport"})
    tell(game, f"1 infantry: {ISLAND} > {NORTH}", "done")
    refused(game, f"1 infantry: {NORTH} > {ISLAND}", "classic.R71")
    refused(game, f"1 infantry: {ISLAND} > {NORTH}", "classic.R39")  # no transport that is free to load
    refused(game, way(game, f"1 transport: {NORTH} > {BALTIC}"), "classic.R68")


@clause("classic.R71")
def test_a_transport_loads_before_during_and_after_its_movement() -> None:
    game = british(
        "noncombat_move", {ISLAND: "1 infantry", "Eastern Canada Sea Zone": "1 transport", KARELIA: "1 infantry"}
    )
    tell(game, f"1 transport: Eastern Canada Sea Zone > {NORTH}", f"1 infantry: {ISLAND} > {NORTH}")
    tell(game, f"1 transport (moved 1, carrying infantry of {UK}): {NORTH} > {KARELIA_ZONE}")
    tell(game, f"1 infantry: {KARELIA} > {KARELIA_ZONE}")
    assert cargo(game, KARELIA_ZONE) == [["infantry", "infantry"]]


@clause("classic.R44")
def test_in_combat_movement_nobody_boards_where_no_landing_can_follow() -> None:
    atlantic = "Eastern Canada Sea Zone"
    game = british("combat_move", {"Eastern Canada": "1 infantry", atlantic: "1 transport"})
    tell(game, f"1 infantry: Eastern Canada > {atlantic}")  # Western Europe is two zones away
    board = {"Russia": {RED: "1 infantry"}, "Caspian Sea Zone": {RED: "1 transport"}}
    refused(position(RED, "combat_move", board), "1 infantry: Russia > Caspian Sea Zone", "classic.R44")
    game = position(RED, "combat_move", board, owners={"Persia": "Germany"})
    tell(game, "1 infantry: Russia > Caspian Sea Zone", "1 infantry: Caspian Sea Zone > Persia")


@clause("classic.R72")
def test_a_transport_that_unloaded_neither_moves_nor_loads_any_more() -> None:
    game = british("noncombat_move", {NORTH: TWO, ISLAND: "1 tank"})
    tell(game, f"1 infantry: {NORTH} > {ISLAND}")
    refused(game, way(game, f"1 transport: {NORTH} > {KARELIA_ZONE}"), "classic.R72")
    tell(game, f"1 infantry: {NORTH} > {ISLAND}")
    refused(game, way(game, f"1 transport: {NORTH} > {KARELIA_ZONE}"), "classic.R72")
    refused(game, f"1 tank: {ISLAND} > {NORTH}", "classic.R39")


@clause("classic.R72")
def test_a_transport_that_unloaded_in_an_assault_is_done_for_the_turn() -> None:
    game = british("combat_move", {NORTH: TWO})
    tell(game, f"1 infantry: {NORTH} > {WEST}")
    refused(game, way(game, f"1 transport: {NORTH} > {BALTIC}"), "classic.R72")
    tell(game, "done")
    refused(game, way(game, f"1 transport: {NORTH} > {BALTIC}"), "classic.R72")
    refused(game, f"1 infantry: {NORTH} > {ISLAND}", "classic.R71")  # nor does the rest land in the other phase


@clause("classic.R73")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_a_transport_may_serve_as_a_bridge_without_moving(phase: str) -> None:
    start, end = (ISLAND, WEST) if phase == "combat_move" else (ISLAND, NORWAY)
    board = {ISLAND: {UK: "2 infantry, 1 tank"}, NORTH: {UK: "1 transport"}}
    game = position(UK, phase, board, owners={NORWAY: UK})
    tell(game, f"2 infantry: {start} > {NORTH}", f"2 infantry: {NORTH} > {end}")
    assert at(game, end, UK) == {"infantry": 2}
    refused(game, f"1 tank: {start} > {NORTH}", "classic.R39")  # its capacity is used once a turn


@clause("classic.R74")
def test_a_land_unit_that_moved_does_not_board() -> None:
    game = british(
        "noncombat_move",
        {"Eastern Canada": "1 tank", "Western Canada": "1 tank", "Eastern Canada Sea Zone": "1 transport"},
    )
    tell(game, "1 tank: Western Canada > Eastern Canada")
    refused(game, "1 tank (moved 1): Eastern Canada > Eastern Canada Sea Zone", "classic.R74")
    refused(game, "1 tank: Eastern Canada > Western Canada > Eastern Canada Sea Zone", "classic.R74")
    tell(game, "1 tank: Eastern Canada > Eastern Canada Sea Zone")


@clause("classic.R74")
def test_a_land_unit_that_landed_does_not_move_on() -> None:
    game = british("noncombat_move", {"Eastern Canada Sea Zone": f"1 transport (carrying tank of {UK})"})
    refused(game, "1 tank: Eastern Canada Sea Zone > Eastern Canada > Western Canada", "classic.R74")
    tell(game, "1 tank: Eastern Canada Sea Zone > Eastern Canada")
    refused(game, "1 tank: Eastern Canada > Western Canada", "classic.R48")


@clause("classic.R74")
def test_a_tank_that_landed_in_an_assault_does_not_blitz() -> None:
    game = british("combat_move", {BALTIC: f"1 transport (carrying tank of {UK})"})
    refused(game, f"1 tank: {BALTIC} > {EAST} > Ukraine S.S.R.", "classic.R74")
    tell(game, f"1 tank: {BALTIC} > {EAST}")
    refused(game, way(game, f"1 tank: {EAST} > Ukraine S.S.R."), "classic.R52.1")


@clause("classic.R75")
def test_boarding_and_landing_are_between_a_zone_and_its_coast() -> None:
    game = british("noncombat_move", {NORTH: f"{ONE}, 1 transport", "India": "1 infantry"})
    refused(game, f"1 infantry: India > {NORTH}", "classic.R7")
    refused(game, f"1 infantry: {NORTH} > {KARELIA}", "classic.R75")
    tell(game, "1 infantry: North Sea Zone > United Kingdom")


@clause("classic.R76")
def test_cargo_stays_aboard_over_several_turns() -> None:
    game = british("noncombat_move", {NORTH: TWO})
    tell(game, "done")
    for _ in range(2):
        until(game, RED, "purchase")
        until(game, UK, "move", "noncombat")
        assert cargo(game, NORTH) == [["infantry", "infantry"]]
        tell(game, "done")
    until(game, UK, "move", "noncombat")
    tell(game, f"2 infantry: {NORTH} > {ISLAND}")
    assert at(game, ISLAND)["infantry"] >= 2


@clause("classic.R77")
def test_in_combat_movement_a_transport_lands_in_one_territory_only() -> None:
    game = british("combat_move", {BALTIC: TWO})
    tell(game, f"1 infantry: {BALTIC} > {EAST}")
    refused(game, f"1 infantry: {BALTIC} > {NORWAY}", "classic.R77")
    tell(game, f"1 infantry: {BALTIC} > {EAST}")
    assert at(game, EAST, UK) == {"infantry": 2}


@clause("classic.R77")
def test_two_transports_may_land_in_two_territories_and_a_part_may_stay_aboard() -> None:
    game = british("combat_move", {BALTIC: TWO.replace("1", "2", 1)})
    tell(game, f"1 infantry: {BALTIC} > {EAST}", f"1 infantry: {BALTIC} > {NORWAY}")
    refused(game, f"2 infantry: {BALTIC} > {EAST}", "classic.R77")
    tell(game, "done")
    assert cargo(game, BALTIC) == [["infantry"], ["infantry"]]
    assert game.state.owner[EAST] == game.state.owner[NORWAY] == UK


@clause("classic.R77", "classic.R82")
def test_a_landing_behind_a_sea_battle_is_ordered_for_single_units_too() -> None:
    """One of two infantry waits to land; the other stays aboard. The battle decides when, not how many."""
    game = position(
        UK,
        "combat_move",
        {NORTH: {UK: f"{TWO}, 1 battleship"}, BALTIC: {"Germany": "1 transport"}, "India": {UK: "1 infantry"}},
        dice=[4, 6],
    )
    tell(game, f"1 transport (carrying infantry of {UK} + infantry of {UK}), 1 battleship: {NORTH} > {BALTIC}")
    tell(game, f"1 infantry: {BALTIC} > {EAST}")
    assert at(game, EAST, UK) == {} and game.state.owner[EAST] == "Germany"  # it waits for the battle
    refused(game, f"1 infantry: {BALTIC} > {NORWAY}", "classic.R77")
    tell(game, "done")
    assert not left(game)
    assert at(game, EAST, UK) == {"infantry": 1} and game.state.owner[EAST] == UK
    assert cargo(game, BALTIC) == [["infantry"]]


@clause("classic.R77")
def test_both_may_be_ordered_one_after_the_other() -> None:
    game = position(
        UK,
        "combat_move",
        {NORTH: {UK: f"{TWO}, 1 battleship"}, BALTIC: {"Germany": "1 transport"}, "India": {UK: "1 infantry"}},
        dice=[4, 6],
    )
    tell(game, f"1 transport (carrying infantry of {UK} + infantry of {UK}), 1 battleship: {NORTH} > {BALTIC}")
    tell(game, f"1 infantry: {BALTIC} > {EAST}", f"1 infantry: {BALTIC} > {EAST}")
    refused(game, f"1 infantry: {BALTIC} > {EAST}", "")  # there is no third one
    tell(game, "done")
    assert at(game, EAST, UK) == {"infantry": 2}


@clause("classic.R78")
def test_in_noncombat_movement_two_infantry_may_land_in_two_territories() -> None:
    game = position(UK, "noncombat_move", {BALTIC: {UK: TWO}}, owners={NORWAY: UK})
    tell(game, f"1 infantry: {BALTIC} > {NORWAY}", f"1 infantry: {BALTIC} > {KARELIA}")
    assert at(game, NORWAY) == at(game, KARELIA) == {"infantry": 1}


@clause("classic.R79")
def test_in_noncombat_movement_cargo_lands_in_friendly_territory_only() -> None:
    game = british("noncombat_move", {BALTIC: TWO})
    refused(game, f"1 infantry: {BALTIC} > {EAST}", "classic.R79")
    refused(game, f"1 infantry: {BALTIC} > Sweden", "classic.R79")
    tell(game, f"2 infantry: {BALTIC} > {KARELIA}")  # an ally's territory


@clause("classic.R79", "classic.R42")
def test_cargo_does_not_land_in_friendly_territory_in_combat_movement() -> None:
    refused(british("combat_move", {BALTIC: TWO}), f"1 infantry: {BALTIC} > {KARELIA}", "classic.R42")


# Cargo of allies


@clause("classic.R80")
def test_cargo_of_an_ally_boards_in_its_owners_turn_sails_in_the_ships_and_lands_in_its_owners_again() -> None:
    board = {KARELIA: {RED: "1 infantry"}, KARELIA_ZONE: {UK: "1 transport"}, "India": {UK: "1 infantry"}}
    game = position(RED, "noncombat_move", {**board, "Russia": {RED: "1 infantry"}})
    tell(game, f"1 infantry: {KARELIA} > {KARELIA_ZONE}")
    refused(game, f"1 infantry: {KARELIA_ZONE} > {KARELIA}", "classic.R80")
    until(game, UK, "move", "noncombat")
    refused(game, f"1 infantry: {KARELIA_ZONE} > {KARELIA}", "")  # not Britain's to land
    tell(game, f"1 transport (carrying infantry of {RED}): {KARELIA_ZONE} > {NORTH}")
    until(game, RED, "move", "noncombat")
    tell(game, f"1 infantry: {NORTH} > {ISLAND}")
    assert at(game, ISLAND, RED) == {"infantry": 1}
    assert cargo(game, NORTH) == [[]]


@clause("classic.R80")
def test_an_ally_assaults_from_a_transport_in_its_own_turn() -> None:
    board = {
        BALTIC: {UK: f"1 transport (carrying infantry of {RED} + infantry of {RED})"},
        "Russia": {RED: "1 infantry"},
    }
    game = position(RED, "combat_move", board)
    tell(game, f"1 infantry: {BALTIC} > {EAST}")
    assert game.state.owner[EAST] == RED
    refused(game, f"1 infantry: {BALTIC} > {NORWAY}", "classic.R77")


@clause("classic.R80")
def test_nobody_boards_an_allys_transport_in_combat_movement() -> None:
    board = {KARELIA: {RED: "1 infantry"}, BALTIC: {UK: "1 transport"}, "Russia": {RED: "1 infantry"}}
    refused(position(RED, "combat_move", board), f"1 infantry: {KARELIA} > {BALTIC}", "classic.R39")


@clause("classic.R81")
def test_cargo_neither_fires_nor_is_chosen_and_sinks_with_its_ship() -> None:
    board = {NORTH: {UK: f"{TWO}, 1 battleship"}, BALTIC: {"Germany": "1 battleship"}}
    game = attack(
        UK,
        [f"1 transport (carrying infantry of {UK} + infantry of {UK}), 1 battleship: {NORTH} > {BALTIC}"],
        board,
        dice=[6, 1],
    )
    assert fired(game) == [("attackers", [6]), ("defenders", [1])]
    assert asked(game) == ("casualties", UK)
    assert sorted(u["type"] for u in game.decision.form.describe(game.rules.words)["units"]) == [  # type: ignore[union-attr]
        "battleship",
        "transport",
    ]
    tell(game, "1 transport")
    assert at(game, BALTIC, UK) == {"battleship": 1}


@clause("classic.R82")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_nobody_boards_in_a_zone_with_enemy_ships(phase: str) -> None:
    game = british(phase, {ISLAND: "1 infantry", NORTH: "1 transport"}, North_Sea_Zone={"Germany": "1 submarine"})
    refused(game, f"1 infantry: {ISLAND} > {NORTH}", "classic.R82")


@clause("classic.R82")
def test_nobody_lands_from_a_zone_with_enemy_ships() -> None:
    game = british("noncombat_move", {NORTH: ONE}, North_Sea_Zone={"Germany": "1 submarine"})
    refused(game, f"1 infantry: {NORTH} > {ISLAND}", "classic.R82")


@clause("classic.R82")
def test_in_an_assault_the_landing_waits_until_the_zone_is_cleared() -> None:
    board = {NORTH: {UK: f"{ONE}, 1 battleship", "Germany": "1 transport"}, "India": {UK: "1 infantry"}}
    game = position(UK, "combat_move", board, dice=[4, 6])
    tell(game, f"1 infantry: {NORTH} > {WEST}")
    assert game.state.owner[WEST] == "Germany"
    tell(game, "done")
    assert game.state.owner[WEST] == UK and not left(game)


@clause("classic.R82")
def test_nobody_lands_from_an_allys_transport_among_enemies() -> None:
    board = {
        BALTIC: {UK: f"1 transport (carrying infantry of {RED})", "Germany": "1 submarine"},
        "Russia": {RED: "1 infantry"},
    }
    refused(position(RED, "combat_move", board), f"1 infantry: {BALTIC} > {EAST}", "classic.R82")


@clause("classic.R83")
def test_a_transport_that_retreated_does_not_unload() -> None:
    board = {NORTH: {UK: f"{ONE}, 1 battleship"}, BALTIC: {"Germany": "1 battleship"}}
    game = attack(
        UK,
        [
            f"1 transport (carrying infantry of {UK}), 1 battleship: {NORTH} > {BALTIC}",
            f"1 infantry: {BALTIC} > {EAST}",
        ],
        board,
        dice=[6, 6],
    )
    assert asked(game) == ("retreat", UK)
    tell(game, NORTH)
    assert in_phase(game, "noncombat") and not left(game)
    assert cargo(game, NORTH) == [["infantry"]]
    refused(game, f"1 infantry: {NORTH} > {ISLAND}", "classic.R83")
    refused(game, way(game, f"1 transport: {NORTH} > {KARELIA_ZONE}"), "classic.R68")
    assert happened(game, "landed") == []


# Moves of several stacks


@clause("classic.R71", "classic.R39")
def test_what_boards_moves_by_itself_and_each_stack_is_named_once() -> None:
    game = british("noncombat_move", {ISLAND: "2 infantry, 1 fighter", NORTH: "2 transports, 1 carrier"})
    refused(game, f"1 infantry, 1 fighter: {ISLAND} > {NORTH}", "classic.R74")
    infantry = next(s for s in game.state.at(ISLAND) if s.type == "infantry")
    move = way(game, f"2 infantry: {ISLAND} > {NORTH}")
    refused(game, move._replace(units=((infantry, 2), (infantry, 2))), "")
    refused(game, move._replace(units=((infantry, 3),)), "")
    tell(game, move)
    assert cargo(game, NORTH) == [[], ["infantry", "infantry"]]  # one is filled before the other


@clause("classic.R39")
def test_several_kinds_board_together_if_all_find_room() -> None:
    game = british("noncombat_move", {ISLAND: "2 infantry, 2 tanks", NORTH: "2 transports"})
    refused(game, f"2 tanks, 1 infantry: {ISLAND} > {NORTH}", "classic.R39")
    tell(game, f"2 infantry, 1 tank: {ISLAND} > {NORTH}")
    assert cargo(game, NORTH) == [["infantry", "infantry"], ["tank"]]
