"""Combat movement in common, and the movement of land units: R42 to R52, E11."""

from __future__ import annotations

import pytest

from sandtable.core.forces import Stack
from sandtable.engine.board import production
from sandtable.engine.game import Game
from sandtable.engine.movement import COMBAT, PASS, STOP
from tests.conformance.classic.scenes import asked, attack, in_phase, left, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
UKRAINE, KARELIA, EAST = "Ukraine S.S.R.", "Karelia S.S.R.", "Eastern Europe"
BALTIC, NORTH = "Baltic Sea Zone", "North Sea Zone"
GUN = "antiaircraft_gun"


def germans(units: str, start: str = UKRAINE, phase: str = "combat_move", **more: dict[str, str]) -> Game:
    """German units in one territory, besides an infantry at home, and what stands elsewhere."""
    board = {start: {"Germany": units}, **{k.replace("_", " "): v for k, v in more.items()}}
    board.setdefault("Germany", {"Germany": "1 infantry"})
    return position("Germany", phase, board)


# Combat movement in common


@clause("classic.R42")
def test_in_combat_movement_nobody_moves_into_friendly_territory_or_free_sea() -> None:
    units = {
        "Germany": {"Germany": "1 infantry, 1 tank, 1 fighter"},
        BALTIC: {"Germany": "1 submarine"},
    }
    game = position("Germany", "combat_move", units)
    refused(game, "1 infantry: Germany > Eastern Europe", "classic.R42")
    refused(game, "1 tank: Germany > Eastern Europe > Ukraine S.S.R.", "classic.R42")
    refused(game, "1 fighter: Germany > Eastern Europe", "classic.R42")
    refused(game, "1 fighter: Germany > Baltic Sea Zone", "classic.R42")
    refused(game, f"1 submarine: {BALTIC} > {NORTH}", "classic.R44")


@clause("classic.R42")
@pytest.mark.parametrize("defender", ["", "1 infantry"])
def test_a_move_into_hostile_territory_is_a_combat_move(defender: str) -> None:
    game = germans("1 infantry", Caucasus={RED: defender})
    tell(game, f"1 infantry: {UKRAINE} > Caucasus")
    assert at(game, "Caucasus", "Germany") == {"infantry": 1}


@clause("classic.R42")
def test_a_move_into_a_neutral_is_a_combat_move() -> None:
    tell(germans("1 infantry", "Western Europe"), "1 infantry: Western Europe > Spain")
    game = germans("1 infantry", "Western Europe", "noncombat_move")
    refused(game, "1 infantry: Western Europe > Spain", "classic.R52")


@clause("classic.R42")
def test_a_move_into_a_hostile_zone_is_a_combat_move() -> None:
    units = {BALTIC: {"Germany": "1 submarine"}, NORTH: {UK: "1 submarine"}, "Germany": {"Germany": "1 fighter"}}
    game = position("Germany", "combat_move", units)
    tell(game, f"1 submarine: {BALTIC} > {NORTH}", f"1 fighter: Germany > Baltic Sea Zone > {NORTH}")
    assert at(game, NORTH, "Germany") == {"submarine": 1, "fighter": 1}


@clause("classic.R43")
@pytest.mark.parametrize("unit", ["infantry", "tank"])
def test_an_undefended_territory_is_taken_without_dice_in_combat_movement(unit: str) -> None:
    game = germans(f"1 {unit}")
    tell(game, f"1 {unit}: {UKRAINE} > Caucasus")
    assert game.state.owner["Caucasus"] == "Germany"
    assert happened(game, "volley_fired") == []


@clause("classic.R43")
@pytest.mark.parametrize("unit", ["infantry", "tank"])
def test_an_undefended_territory_is_not_taken_in_noncombat_movement(unit: str) -> None:
    refused(germans(f"1 {unit}", phase="noncombat_move"), f"1 {unit}: {UKRAINE} > Caucasus", "classic.R52")


@clause("classic.R44")
def test_a_transport_and_its_battleship_move_to_a_free_zone_for_a_landing() -> None:
    units = {NORTH: {UK: "1 battleship, 1 transport (carrying infantry of United Kingdom)"}}
    game = position(UK, "combat_move", {**units, "United Kingdom": {UK: "1 infantry"}})
    tell(game, f"1 battleship, 1 transport (carrying infantry of {UK}): {NORTH} > {BALTIC}")
    tell(game, f"1 infantry: {BALTIC} > Eastern Europe")
    assert game.state.owner[EAST] == UK


@clause("classic.R44")
@pytest.mark.parametrize(
    ("ship", "end"),
    [
        ("submarine", BALTIC),  # serves no landing
        ("aircraft_carrier", BALTIC),
        ("battleship", "Eastern Canada Sea Zone > Eastern United States Sea Zone"),  # no hostile coast there
        ("transport", BALTIC),  # nothing aboard, and nothing to load
    ],
)
def test_other_ships_do_not_enter_a_free_zone_in_combat_movement(ship: str, end: str) -> None:
    units = {NORTH: {UK: f"1 {ship}"}, "India": {UK: "1 infantry"}}
    refused(position(UK, "combat_move", units), f"1 {ship}: {NORTH} > {end}", "classic.R44")


@clause("classic.R44")
def test_an_empty_transport_fetches_the_units_it_will_land() -> None:
    units = {"Eastern Canada Sea Zone": {UK: "1 transport"}, "United Kingdom": {UK: "1 infantry, 1 fighter"}}
    game = position(UK, "combat_move", units)
    tell(game, f"1 transport: Eastern Canada Sea Zone > {NORTH}", f"1 infantry: United Kingdom > {NORTH}")
    tell(game, f"1 transport (moved 1, carrying infantry of {UK}, combat): {NORTH} > {BALTIC}")
    tell(game, f"1 infantry: {BALTIC} > Eastern Europe")
    assert game.state.owner[EAST] == UK


@clause("classic.R45")
def test_units_pass_friendly_spaces_on_their_way() -> None:
    game = germans("1 tank", EAST, Caucasus={RED: "1 infantry"}, Karelia_Sea_Zone={UK: "1 submarine"})
    tell(game, f"1 tank: {EAST} > {UKRAINE} > Caucasus")
    assert at(game, "Caucasus", "Germany") == {"tank": 1}
    game = position(
        "Germany", "combat_move", {BALTIC: {"Germany": "1 submarine"}, "Karelia Sea Zone": {UK: "1 submarine"}}
    )
    tell(game, f"1 submarine: {BALTIC} > {NORTH} > Karelia Sea Zone")
    assert at(game, "Karelia Sea Zone", "Germany") == {"submarine": 1}


@clause("classic.R46")
def test_units_of_one_space_part_and_units_of_several_spaces_join() -> None:
    units = {
        UKRAINE: {"Germany": "2 infantry"},
        EAST: {"Germany": "1 infantry"},
        KARELIA: {RED: "1 infantry"},
        "Caucasus": {RED: "1 infantry"},
    }
    game = position("Germany", "combat_move", units)
    tell(
        game,
        f"1 infantry: {UKRAINE} > Caucasus",
        f"1 infantry: {UKRAINE} > {KARELIA}",
        f"1 infantry: {EAST} > {KARELIA}",
    )
    assert at(game, "Caucasus", "Germany") == {"infantry": 1}
    assert at(game, KARELIA, "Germany") == {"infantry": 2}


@clause("classic.R46")
def test_units_that_come_after_the_first_join_the_capture_of_an_empty_territory() -> None:
    game = position("Germany", "combat_move", {UKRAINE: {"Germany": "2 infantry"}}, owners={"Turkey": "Germany"})
    game.state.put("Turkey", Stack("Germany", "infantry"), 1)
    tell(game, f"1 infantry: {UKRAINE} > Caucasus", f"1 infantry: {UKRAINE} > Caucasus")
    tell(game, "1 infantry: Turkey > Caucasus")
    assert at(game, "Caucasus") == {"infantry": 3}


# Infantry and tanks


@clause("classic.R47")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_infantry_moves_one_territory(phase: str) -> None:
    game = germans("2 infantry", EAST, phase)
    refused(game, f"1 infantry: {EAST} > {UKRAINE} > Caucasus", "classic.R47")
    refused(game, f"1 infantry: {EAST} > Germany > Western Europe", "classic.R47")


@clause("classic.R48")
def test_a_tank_moves_one_or_two_territories() -> None:
    game = germans("3 tanks", EAST, "noncombat_move")
    refused(game, f"1 tank: {EAST} > Germany > Western Europe > Southern Europe", "classic.R48")
    tell(game, f"1 tank: {EAST} > Germany", f"1 tank: {EAST} > Germany > Western Europe")
    assert at(game, "Germany")["tank"] == at(game, "Western Europe")["tank"] == 1


@clause("classic.R48")
def test_a_tank_makes_its_two_moves_one_by_one_as_well() -> None:
    game = germans("1 tank", EAST, "noncombat_move")
    tell(game, f"1 tank: {EAST} > Germany", "1 tank (moved 1): Germany > Western Europe")
    assert at(game, "Western Europe") == {"tank": 1}
    refused(game, "1 tank: Western Europe > Southern Europe", "classic.R48")


@clause("classic.R48.1")
def test_the_first_territory_is_friendly_or_blitzed() -> None:
    tell(germans("1 tank", EAST), f"1 tank: {EAST} > {UKRAINE} > Caucasus")
    tell(germans("1 tank"), f"1 tank: {UKRAINE} > Caucasus > Russia")
    game = germans("1 tank", Caucasus={RED: "1 infantry"})
    refused(game, f"1 tank: {UKRAINE} > Caucasus > Russia", "classic.R49.3")


# Blitz


@clause("classic.R49", "classic.E11")
def test_a_blitz_takes_both_territories_at_once() -> None:
    game = germans("1 tank")
    before = [production(game, p) for p in ("Germany", RED, UK)]
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Persia")
    assert in_phase(game, "combat")
    assert game.state.owner["Caucasus"] == game.state.owner["Persia"] == "Germany"
    after = [production(game, p) for p in ("Germany", RED, UK)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [4, -3, -1]
    assert at(game, "Persia") == {"tank": 1} and at(game, "Caucasus") == {}


@clause("classic.R49.3", "classic.E11")
@pytest.mark.parametrize("defender", ["infantry", "tank", "fighter", "bomber"])
def test_a_territory_with_an_enemy_unit_is_not_blitzed(defender: str) -> None:
    game = germans("1 tank", Caucasus={RED: f"1 {defender}"})
    refused(game, f"1 tank: {UKRAINE} > Caucasus > Persia", "classic.R49.3")
    tell(game, f"1 tank: {UKRAINE} > Caucasus")
    assert game.state.owner["Caucasus"] == RED
    refused(game, "1 tank: Caucasus > Persia", "classic.R48")


@clause("classic.R49")
def test_the_two_steps_of_a_blitz_may_be_two_moves() -> None:
    game = germans("1 tank")
    tell(game, f"1 tank: {UKRAINE} > Caucasus", "1 tank: Caucasus > Persia")
    assert game.state.owner["Caucasus"] == game.state.owner["Persia"] == "Germany"


@clause("classic.R49")
def test_infantry_that_comes_along_does_not_halt_the_tank() -> None:
    game = germans("1 tank, 1 infantry")
    tell(game, f"1 tank, 1 infantry: {UKRAINE} > Caucasus", "1 tank: Caucasus > Persia")
    assert at(game, "Caucasus") == {"infantry": 1}
    assert at(game, "Persia") == {"tank": 1}


@clause("classic.R49")
def test_only_what_blitzes_goes_on_from_a_hostile_territory() -> None:
    game = germans("1 infantry")
    refused(game, f"1 infantry: {UKRAINE} > Caucasus > Persia", "classic.R47")
    step = game.rules.q.land_step
    steps = [step(game, Stack("Germany", unit), UKRAINE, "Caucasus", COMBAT, True) for unit in ("infantry", "tank")]
    assert steps == [STOP, PASS]  # so it holds for house rules by which infantry marches further, too


@clause("classic.R49.1")
def test_the_second_territory_may_be_hostile_and_held() -> None:
    game = germans("1 tank", Persia={UK: "1 infantry"})
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Persia")
    assert game.state.owner["Caucasus"] == "Germany" and game.state.owner["Persia"] == UK
    assert at(game, "Persia") == {"infantry": 1, "tank": 1}


@clause("classic.R49.1")
def test_the_second_territory_may_be_friendly() -> None:
    game = position("Germany", "combat_move", {UKRAINE: {"Germany": "2 tanks"}}, owners={"Persia": "Japan"})
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Persia")
    assert (game.state.owner["Caucasus"], game.state.owner["Persia"]) == ("Germany", "Japan")
    assert at(game, "Persia") == {"tank": 1}


@clause("classic.R49.1")
def test_the_second_territory_may_be_neutral_for_the_fee() -> None:
    game = germans("1 tank")
    before = game.state.ipcs["Germany"]
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Turkey")
    assert game.state.owner["Turkey"] == "Germany"
    assert game.state.ipcs["Germany"] == before - 3


@clause("classic.R49.1")
def test_a_neutral_that_cannot_be_paid_for_is_not_entered_by_a_blitz() -> None:
    game = position("Germany", "combat_move", {UKRAINE: {"Germany": "1 tank"}}, ipcs={"Germany": 2})
    refused(game, f"1 tank: {UKRAINE} > Caucasus > Turkey", "classic.R155.3")


@clause("classic.R49.2")
def test_a_tank_may_blitz_and_come_back() -> None:
    game = germans("1 tank")
    assert game.decision is not None
    assert any(m.path == (UKRAINE, "Caucasus", UKRAINE) for m in game.decision.legal())
    tell(game, f"1 tank: {UKRAINE} > Caucasus > {UKRAINE}")
    assert game.state.owner["Caucasus"] == "Germany"
    assert at(game, UKRAINE) == {"tank": 1} and at(game, "Caucasus") == {}


@clause("classic.R49.3")
def test_a_tank_that_won_its_battle_does_not_move_on() -> None:
    units = {UKRAINE: {"Germany": "1 tank"}, "Caucasus": {RED: "1 infantry"}}
    game = attack("Germany", [f"1 tank: {UKRAINE} > Caucasus"], units, dice=[1, 6])
    assert game.state.owner["Caucasus"] == "Germany"
    refused(game, "1 tank: Caucasus > Ukraine S.S.R.", "classic.R52.1")


@clause("classic.R49.4")
def test_a_neutral_is_not_blitzed_through() -> None:
    game = germans("1 tank", "Western Europe")
    refused(game, "1 tank: Western Europe > Spain > Gibraltar", "classic.R49.4")
    tell(game, "1 tank: Western Europe > Spain")
    refused(game, "1 tank: Spain > Gibraltar", "classic.R48")


@clause("classic.R49")
def test_both_ways_to_a_territory_are_listed_if_one_of_them_takes_another_territory() -> None:
    game = position("Germany", "combat_move", {EAST: {"Germany": "1 tank"}, "Germany": {"Germany": "1 infantry"}})
    assert game.decision is not None
    ways = {m.path for m in game.decision.legal() if m.path}
    assert (EAST, UKRAINE, "Caucasus") in ways
    assert (EAST, KARELIA, "Caucasus") in ways  # Karelia holds a complex only
    assert (EAST, KARELIA, UKRAINE) in ways and (EAST, UKRAINE) not in ways


@clause("classic.R50")
@pytest.mark.parametrize("gun", ["", "1 aa gun"])
def test_guns_and_complexes_alone_hold_no_territory(gun: str) -> None:
    game = position("Germany", "combat_move", {EAST: {"Germany": "1 tank, 1 infantry"}, KARELIA: {RED: gun}})
    tell(game, f"1 tank: {EAST} > {KARELIA} > Russia")
    assert game.state.owner[KARELIA] == game.state.owner["Russia"] == "Germany"
    held = {s.type for s in game.state.at(KARELIA) if s.owner == "Germany"}
    assert held == ({"industrial_complex", GUN} if gun else {"industrial_complex"})
    assert happened(game, "battle_started") == []


# Antiaircraft guns


@clause("classic.R51")
def test_a_gun_moves_one_territory_in_noncombat_movement() -> None:
    game = germans("1 aa gun", phase="noncombat_move")
    refused(game, f"1 aa gun: {UKRAINE} > {EAST} > Germany", "classic.R51")
    tell(game, f"1 aa gun: {UKRAINE} > {EAST}")
    assert at(game, EAST) == {GUN: 1}
    refused(game, f"1 aa gun: {EAST} > Germany", "classic.R51")


@clause("classic.R51")
def test_a_gun_does_not_move_in_combat_movement() -> None:
    game = germans("1 aa gun", Baltic_Sea_Zone={"Germany": "1 transport"})
    refused(game, f"1 aa gun: {UKRAINE} > Caucasus", "classic.R51")
    refused(game, f"1 aa gun: {UKRAINE} > {EAST}", "classic.R51")
    game = germans("1 aa gun", EAST, Baltic_Sea_Zone={"Germany": "1 transport"})
    refused(game, f"1 aa gun: {EAST} > {BALTIC}", "classic.R51")


@clause("classic.R51")
def test_a_gun_goes_by_transport_to_friendly_territory() -> None:
    game = germans("1 aa gun", EAST, "noncombat_move", Baltic_Sea_Zone={"Germany": "1 transport"})
    tell(game, f"1 aa gun: {EAST} > {BALTIC}", f"1 aa gun: {BALTIC} > Finland-Norway")
    assert at(game, "Finland-Norway") == {GUN: 1}


@clause("classic.R51.1")
def test_a_gun_never_enters_hostile_territory() -> None:
    refused(germans("1 aa gun", phase="noncombat_move"), f"1 aa gun: {UKRAINE} > Caucasus", "classic.R51.1")
    loaded = {"Germany": "1 transport (carrying antiaircraft_gun of Germany)"}
    game = germans("1 infantry", Baltic_Sea_Zone=loaded)
    refused(game, f"1 aa gun: {BALTIC} > {KARELIA}", "classic.R51.1")


@clause("classic.R51.2")
def test_a_captured_gun_does_not_move_in_the_same_turn() -> None:
    units = {EAST: {"Germany": "1 infantry"}, KARELIA: {RED: "1 aa gun"}, BALTIC: {"Germany": "1 transport"}}
    game = attack("Germany", [f"1 infantry: {EAST} > {KARELIA}"], units)
    refused(game, f"1 aa gun: {KARELIA} > {EAST}", "classic.R51.2")
    refused(game, f"1 aa gun: {KARELIA} > {BALTIC}", "classic.R51.2")
    until(game, "Germany", "move", "noncombat")  # still this turn
    until(game, UK, "move")
    until(game, "Germany", "move", "noncombat")
    tell(game, f"1 aa gun: {KARELIA} > {EAST}")
    assert at(game, EAST, "Germany") == {GUN: 1}


# Noncombat movement


@clause("classic.R52")
def test_in_noncombat_movement_land_units_enter_friendly_territory_only() -> None:
    units = {UKRAINE: {"Germany": "2 tanks"}, "French Indo-China": {"Germany": "1 infantry"}}
    game = position("Germany", "noncombat_move", units)
    refused(game, f"1 tank: {UKRAINE} > Caucasus", "classic.R52")
    refused(game, f"1 tank: {UKRAINE} > Caucasus > Turkey", "classic.R52")
    tell(game, f"1 tank: {UKRAINE} > {EAST}", "1 infantry: French Indo-China > Kwangtung")  # an ally's too
    assert at(game, "Kwangtung") == {"infantry": 1}


@clause("classic.R52", "classic.R52.2")
def test_units_that_did_not_move_may_enter_and_pass_territory_captured_this_turn() -> None:
    units = {EAST: {"Germany": "1 tank"}, UKRAINE: {"Germany": "2 infantry, 1 tank"}}
    game = position("Germany", "combat_move", units)
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Persia", "done")
    tell(game, f"1 infantry: {UKRAINE} > Caucasus", f"1 tank: {EAST} > {UKRAINE} > Caucasus")
    assert at(game, "Caucasus") == {"infantry": 1, "tank": 1}
    game = position("Germany", "combat_move", {UKRAINE: {"Germany": "2 tanks"}})
    tell(game, f"1 tank: {UKRAINE} > Caucasus > Persia", "done", f"1 tank: {UKRAINE} > Caucasus > Persia")
    assert at(game, "Persia") == {"tank": 2}


@clause("classic.R52.1")
@pytest.mark.parametrize("unit", ["infantry", "tank"])
def test_a_land_unit_that_fought_does_not_move_again(unit: str) -> None:
    units = {UKRAINE: {"Germany": f"1 {unit}"}, "Caucasus": {RED: "1 infantry"}}
    game = attack("Germany", [f"1 {unit}: {UKRAINE} > Caucasus"], units, dice=[6, 6])
    tell(game, UKRAINE)  # withdrawn
    assert in_phase(game, "noncombat") and not left(game)
    refused(game, way(game, f"1 {unit}: {UKRAINE} > {EAST}"), "classic.R52.1")


@clause("classic.R52.1")
def test_a_tank_that_moved_one_territory_in_combat_movement_does_not_move_again() -> None:
    """The reading here: a land unit moves in one of the two phases only."""
    units = {UKRAINE: {"Germany": "1 tank"}, "Caucasus": {}}
    game = attack("Germany", [f"1 tank: {UKRAINE} > Caucasus"], units)
    refused(game, way(game, f"1 tank: Caucasus > {UKRAINE}"), "classic.R52.1")
    assert asked(game) == ("move", "Germany")


@clause("classic.R183", "classic.R191")
def test_a_captured_gun_fires_in_the_very_next_enemy_turn() -> None:
    units = {
        EAST: {"Germany": "1 infantry"},
        KARELIA: {RED: "1 aa gun"},
        "Finland-Norway": {UK: "1 fighter"},
    }
    game = position("Germany", "combat_move", units, owners={"Finland-Norway": UK}, dice=[1])
    tell(game, f"1 infantry: {EAST} > {KARELIA}")
    until(game, UK, "move", "combat")
    tell(game, f"1 fighter: Finland-Norway > {KARELIA} > {EAST}")  # shot down on the way
    assert [e["power"] for e in happened(game, "aa_fired")] == ["Germany"]
    assert at(game, EAST, UK) == {}


@clause("classic.R193")
def test_a_gun_alone_fires_at_aircraft_that_come_in_one_move_with_the_captors() -> None:
    units = {EAST: {"Germany": "1 infantry, 2 fighters"}, KARELIA: {RED: "1 aa gun"}}
    game = position("Germany", "combat_move", units, dice=[1, 2])
    tell(game, f"1 infantry, 2 fighters: {EAST} > {KARELIA}")
    assert at(game, KARELIA, "Germany") == {"infantry": 1, "fighter": 1, GUN: 1}
