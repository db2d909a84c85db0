"""Powers, setup and board as the engine plays them: R1 to R20."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Unknown
from sandtable.engine.board import friendly, hostile, neutral, production
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import in_phase, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
POWERS = [RED, "Germany", UK, "Japan", US]
EAST, RED_SEA = "Eastern Mediterranean Sea Zone", "Red Sea Zone"
CARIBBEAN, WEST_PANAMA = "Caribbean Sea Zone", "West Panama Sea Zone"


def linked(game: Game, one: str, other: str) -> bool:
    return other in game.rules.neighbors[one] and one in game.rules.neighbors[other]


def fresh() -> Game:
    return Game.new("classic", seed="1")


@clause("classic.R1")
def test_five_powers_on_two_sides_are_each_others_enemies() -> None:
    game = fresh()
    assert {p: game.rules.side_of[p] for p in game.rules.powers} == {
        RED: "allies", "Germany": "axis", UK: "allies", "Japan": "axis", US: "allies",
    }  # fmt: skip
    assert game.foes("Germany") == game.foes("Japan") == {RED, UK, US}
    assert game.foes(RED) == game.foes(UK) == game.foes(US) == {"Germany", "Japan"}


@clause("classic.R2", "classic.R2.1")
def test_turns_follow_each_other_in_fixed_order_and_five_make_a_round() -> None:
    game = fresh()
    while game.state.round < 3:
        game.answer(game.decision.advice if game.decision else None)
    turns = [(e["round"], e["power"]) for e in happened(game, "turn_started")]
    assert turns[:10] == [(n, p) for n in (1, 2) for p in POWERS]
    assert [e["round"] for e in happened(game, "round_started")] == [1, 2, 3]


@clause("classic.R3")
def test_cash_at_the_start_is_the_production_level() -> None:
    game = fresh()
    assert [game.state.ipcs[p] for p in POWERS] == [24, 32, 30, 25, 36]
    assert [production(game, p) for p in POWERS] == [24, 32, 30, 25, 36]
    assert sum(game.state.ipcs.values()) == 147


@clause("classic.R4")
def test_each_power_holds_one_capital() -> None:
    game = fresh()
    capitals = [game.rules.powers[p].capital for p in POWERS]
    assert capitals == ["Russia", "Germany", "United Kingdom", "Japan", "Eastern United States"]
    assert [game.state.owner[c] for c in capitals] == POWERS


@clause("classic.R5")
def test_eight_complexes_stand_at_the_start_and_none_in_india() -> None:
    game = fresh()
    complexes = [s for s, force in game.state.forces.items() for x in force if x.type == "industrial_complex"]
    assert sorted(complexes) == [
        "Eastern United States", "Germany", "Japan", "Karelia S.S.R.", "Russia", "Southern Europe", "United Kingdom",
        "Western United States",
    ]  # fmt: skip


@clause("classic.R6")
def test_nine_guns_stand_at_the_start() -> None:
    game = fresh()
    guns = [s for s, force in game.state.forces.items() for x, n in force.items() if x.type == "antiaircraft_gun"]
    assert sorted(guns) == [
        "Eastern United States", "Germany", "Japan", "Karelia S.S.R.", "Russia", "Southern Europe", "United Kingdom",
        "Western Europe", "Western United States",
    ]  # fmt: skip


@clause("classic.R7")
def test_units_go_only_from_a_space_to_an_adjacent_one() -> None:
    game = position("Germany", "noncombat_move", {"Germany": {"Germany": "1 tank"}})
    refused(game, "1 tank: Germany > Ukraine S.S.R.", "classic.R7")
    tell(game, "1 tank: Germany > Eastern Europe > Ukraine S.S.R.")
    assert at(game, "Ukraine S.S.R.") == {"tank": 1}


@clause("classic.R8")
def test_the_left_and_the_right_edge_join_the_others_do_not() -> None:
    game = fresh()
    for america, asia in (
        ("Western United States Sea Zone", "Hawaiian Islands Sea Zone"),
        ("Alaska Sea Zone", "Soviet Far East Sea Zone"),
        ("Peru Sea Zone", "New Zealand Sea Zone"),
    ):
        assert linked(game, america, asia)
    north = ["Karelia Sea Zone", "Alaska Sea Zone", "North Sea Zone", "Eastern Canada Sea Zone"]
    south = ["Antarctic Sea Zone", "South Argentina Sea Zone", "South Africa Sea Zone", "South Australia Sea Zone"]
    assert not any(linked(game, n, s) for n in north for s in south)


@clause("classic.R8")
def test_ships_sail_over_the_seam_of_the_board() -> None:
    game = position("Japan", "noncombat_move", {"Peru Sea Zone": {"Japan": "1 submarine"}})
    tell(game, "1 submarine: Peru Sea Zone > New Zealand Sea Zone > South Australia Sea Zone")
    assert at(game, "South Australia Sea Zone") == {"submarine": 1}


@clause("classic.R9", "classic.R9.2")
def test_an_island_is_adjacent_to_its_sea_zone_only() -> None:
    game = fresh()
    islands = [s for s in game.rules.lands if game.rules.spaces[s].island]
    assert "Philippines" in islands and "Japan" in islands
    for island in islands:
        assert len(game.rules.neighbors[island]) == 1
        assert not game.rules.is_land[game.rules.neighbors[island][0]]
    game = position(
        "Japan",
        "noncombat_move",
        {"Philippines": {"Japan": "1 fighter, 1 infantry"}, "Philippines Sea Zone": {"Japan": "1 transport"}},
    )
    refused(game, "1 infantry: Philippines > French Indo-China Sea Zone", "classic.R7")
    tell(game, "1 infantry: Philippines > Philippines Sea Zone")


@clause("classic.R9.1")
def test_units_on_a_group_of_islands_stand_in_one_territory_and_fight_together() -> None:
    game = position(
        US,
        "combat_move",
        {
            "Philippines": {"Japan": "2 infantry"},
            "Okinawa Sea Zone": {US: "1 transport (carrying infantry of United States)"},
            "Eastern United States": {US: "1 infantry"},
        },
        dice=[6, 6, 1],
    )
    with pytest.raises(Unknown):
        game.answer("1 infantry: Philippines Sea Zone > Luzon")
    tell(game, "1 transport (carrying infantry of United States): Okinawa Sea Zone > Philippines Sea Zone")
    tell(game, "1 infantry: Philippines Sea Zone > Philippines", "done")
    volleys = [(e["side"], len(e["dice"])) for e in happened(game, "volley_fired")]
    assert volleys == [("attacker", 1), ("defender", 2)]


@clause("classic.R9.3")
@pytest.mark.parametrize("name", ["Sicily", "Crete", "Ceylon", "Iceland"])
def test_islands_without_a_name_are_no_spaces(name: str) -> None:
    game = position("Germany", "combat_move", {"Southern Europe": {"Germany": "1 fighter"}})
    assert name not in game.rules.spaces
    with pytest.raises(Unknown):
        game.answer(f"1 fighter: Southern Europe > {name}")


@clause("classic.R10")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_ships_never_enter_a_territory(phase: str) -> None:
    game = position("Germany", phase, {"Baltic Sea Zone": {"Germany": "1 transport, 1 submarine"}})
    refused(game, "1 submarine: Baltic Sea Zone > Germany", "classic.R10")
    refused(game, "1 transport: Baltic Sea Zone > Germany", "classic.R10")


@clause("classic.R11")
def test_values_of_territories() -> None:
    game = fresh()
    value = {s: game.rules.q.value(game, s) for s in game.rules.lands}
    assert min(value.values()) == 0 and max(value.values()) == value["Eastern United States"] == 12
    owned = {s for s, n in value.items() if n == 0 and game.state.owner[s]}
    assert owned == {"Gibraltar", "Midway", "Wake Island", "Solomon Islands", "Caroline Islands"}
    assert all(n == 0 for s, n in value.items() if neutral(game, s))


@clause("classic.R12")
def test_production_changes_in_the_middle_of_movement() -> None:
    game = position("Germany", "combat_move", {"Ukraine S.S.R.": {"Germany": "2 infantry"}})
    assert (production(game, "Germany"), production(game, RED)) == (32, 24)
    tell(game, "1 infantry: Ukraine S.S.R. > Caucasus")
    assert in_phase(game, "combat")
    assert (production(game, "Germany"), production(game, RED)) == (35, 21)


def panama(holder: str, power: str = US, phase: str = "noncombat_move") -> Game:
    units = {CARIBBEAN: {power: "1 battleship"}, "Mexico": {power: "2 infantry"}, "Japan": {"Japan": "1 infantry"}}
    return position(power, phase, units, owners={"Panama": holder})


@clause("classic.R13")
@pytest.mark.parametrize("holder", [US, RED])
def test_the_side_that_holds_panama_passes_the_canal(holder: str) -> None:
    game = tell(panama(holder), f"1 battleship: {CARIBBEAN} > {WEST_PANAMA}")
    assert at(game, WEST_PANAMA) == {"battleship": 1}


@clause("classic.R13")
def test_ships_of_the_other_side_do_not_pass_panama() -> None:
    refused(panama("Japan"), f"1 battleship: {CARIBBEAN} > {WEST_PANAMA}", "classic.R13")
    game = panama(US, "Japan")
    refused(game, f"1 battleship: {CARIBBEAN} > {WEST_PANAMA}", "classic.R13")


@clause("classic.R13.1")
def test_the_canal_costs_one_space() -> None:
    game = tell(panama(US), f"1 battleship: {CARIBBEAN} > {WEST_PANAMA} > Mexico Sea Zone")
    assert at(game, "Mexico Sea Zone") == {"battleship": 1}
    refused(game, "1 battleship: Mexico Sea Zone > East Pacific Sea Zone", "classic.R66")


@clause("classic.R13.2")
def test_panama_taken_this_turn_opens_the_canal_in_the_next_turn_only() -> None:
    game = panama("Japan", phase="combat_move")
    tell(game, "1 infantry: Mexico > Panama")
    assert game.state.owner["Panama"] == US
    tell(game, "done")
    refused(game, f"1 battleship: {CARIBBEAN} > {WEST_PANAMA}", "classic.R13")
    until(game, "Japan", "develop")
    until(game, US, "move", "noncombat")
    tell(game, f"1 battleship: {CARIBBEAN} > {WEST_PANAMA}")
    assert at(game, WEST_PANAMA) == {"battleship": 1}


def suez(owners: dict[str, str | None], power: str = UK) -> Game:
    units = {EAST: {power: "1 battleship"}, "Anglo-Sudan Egypt": {UK: "1 infantry"}, "Japan": {"Japan": "1 infantry"}}
    return position(power, "noncombat_move", units, owners=owners)


@clause("classic.R14")
@pytest.mark.parametrize("syria", [UK, US])
def test_the_side_that_holds_both_banks_passes_suez(syria: str) -> None:
    game = tell(suez({"Syria-Iraq": syria}), f"1 battleship: {EAST} > {RED_SEA}")
    assert at(game, RED_SEA) == {"battleship": 1}


@clause("classic.R14")
def test_banks_held_by_the_other_side_close_suez() -> None:
    both: dict[str, str | None] = {"Anglo-Sudan Egypt": "Germany", "Syria-Iraq": "Japan"}
    refused(suez(both), f"1 battleship: {EAST} > {RED_SEA}", "classic.R14")
    tell(suez(both, "Japan"), f"1 battleship: {EAST} > {RED_SEA}")


@clause("classic.R14.1")
@pytest.mark.parametrize("power", [UK, "Germany"])
@pytest.mark.parametrize("bank", ["Anglo-Sudan Egypt", "Syria-Iraq"])
def test_banks_of_opposite_sides_close_suez_to_both(power: str, bank: str) -> None:
    refused(suez({bank: "Germany"}, power), f"1 battleship: {EAST} > {RED_SEA}", "classic.R14")


@clause("classic.R14.2", "classic.R15")
def test_land_units_cross_suez_whoever_holds_the_banks() -> None:
    game = position(
        "Germany",
        "combat_move",
        {"Anglo-Sudan Egypt": {"Germany": "1 infantry"}},
        owners={"Anglo-Sudan Egypt": "Germany"},
    )
    tell(game, "1 infantry: Anglo-Sudan Egypt > Syria-Iraq")
    assert game.state.owner["Syria-Iraq"] == "Germany"


@clause("classic.R15")
def test_aircraft_ignore_the_canals_and_cargo_does_not_pass_without_its_ship() -> None:
    game = position(
        "Germany",
        "combat_move",
        {
            "Libya": {"Germany": "1 bomber"},
            RED_SEA: {UK: "1 transport"},
            EAST: {"Germany": "1 transport (carrying infantry of Germany)"},
        },
    )
    refused(game, f"1 transport (carrying infantry of Germany): {EAST} > {RED_SEA}", "classic.R14")
    tell(game, f"1 bomber: Libya > Central Mediterranean Sea Zone > {EAST} > {RED_SEA}")
    assert at(game, RED_SEA, "Germany") == {"bomber": 1}


@clause("classic.R16")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("Central Mediterranean Sea Zone", "Black Sea Zone"),  # the Turkish straits
        ("West Spain Sea Zone", "Western Mediterranean Sea Zone"),  # Gibraltar
        ("North Sea Zone", "Baltic Sea Zone"),  # the Danish straits
    ],
)
@pytest.mark.parametrize("power", [UK, "Germany"])
def test_straits_are_open_to_both_sides(start: str, end: str, power: str) -> None:
    game = position(power, "noncombat_move", {start: {power: "1 submarine"}, "Germany": {power: "1 infantry"}})
    tell(game, f"1 submarine: {start} > {end}")
    assert at(game, end) == {"submarine": 1}


@clause("classic.R17.1", "classic.R17.3", "classic.R17.4")
def test_special_coasts() -> None:
    game = fresh()
    assert game.rules.sea_near["Karelia S.S.R."] == ("Baltic Sea Zone", "Karelia Sea Zone")
    assert linked(game, "Western Canada", "Eastern Canada Sea Zone")
    assert not linked(game, "Kwangtung", "Japan Sea Zone")
    assert linked(game, "Manchuria", "Japan Sea Zone")


@clause("classic.R17", "classic.R17.2")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("Gibraltar", "Algeria"),
        ("Finland-Norway", "Eastern Europe"),
        ("Eastern Europe", "Turkey"),
        ("Eastern Europe", "Caucasus"),
    ],
)
def test_no_land_link_where_water_or_a_border_parts_two_territories(start: str, end: str) -> None:
    game = position(
        "Germany",
        "combat_move",
        {start: {"Germany": "1 infantry"}, end: {UK: "1 infantry"}},
        owners={start: "Germany", end: UK},
    )
    refused(game, f"1 infantry: {start} > {end}", "classic.R7")


@clause("classic.R17.5")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_ships_in_the_caspian_never_leave_it(phase: str) -> None:
    units = {"Caspian Sea Zone": {RED: "1 submarine"}, "Russia": {RED: "1 tank"}}
    game = position(RED, phase, units)
    assert game.decision is not None
    moves = [m for m in game.decision.legal() if m.path and m.path[0] == "Caspian Sea Zone"]
    assert moves == []
    assert all(game.rules.is_land[s] for s in game.rules.neighbors["Caspian Sea Zone"])
    refused(game, "1 submarine: Caspian Sea Zone > Black Sea Zone", "classic.R7")


@clause("classic.R18")
def test_territories_are_friendly_hostile_or_neutral() -> None:
    game = fresh()
    lands = {s: (friendly(game, "Germany", s), hostile(game, "Germany", s), neutral(game, s)) for s in game.rules.lands}
    assert lands["Germany"] == lands["Japan"] == (True, False, False)
    assert lands["Russia"] == lands["Brazil"] == (False, True, False)
    assert lands["Spain"] == (False, False, True)
    assert all(sum(row) == 1 for row in lands.values())


@clause("classic.R18")
def test_a_neutral_that_was_taken_is_hostile_to_the_other_side_ever_after() -> None:
    game = position("Germany", "combat_move", {"Western Europe": {"Germany": "2 infantry"}})
    tell(game, "1 infantry: Western Europe > Spain")
    assert friendly(game, "Japan", "Spain") and hostile(game, UK, "Spain") and not neutral(game, "Spain")


@clause("classic.R19")
@pytest.mark.parametrize("ship", ["transport", "submarine", "aircraft_carrier", "battleship"])
def test_one_enemy_ship_of_any_type_makes_a_zone_hostile(ship: str) -> None:
    game = position(
        "Germany",
        "noncombat_move",
        {"North Sea Zone": {UK: f"1 {ship}"}, "Baltic Sea Zone": {"Germany": "1 submarine"}},
    )
    refused(game, "1 submarine: Baltic Sea Zone > North Sea Zone", "classic.R68")


@clause("classic.R19")
def test_a_zone_with_ships_of_allies_only_is_free() -> None:
    game = position(
        UK, "noncombat_move", {"North Sea Zone": {RED: "1 submarine"}, "Karelia Sea Zone": {UK: "1 submarine"}}
    )
    tell(game, "1 submarine: Karelia Sea Zone > North Sea Zone > Baltic Sea Zone")
    assert at(game, "Baltic Sea Zone") == {"submarine": 1}


@clause("classic.R20")
def test_the_number_of_pieces_limits_nothing() -> None:
    zones = ["Japan Sea Zone", "Okinawa Sea Zone", "Philippines Sea Zone"]
    units = {zone: {"Japan": "1 aircraft_carrier"} for zone in zones}
    game = position("Japan", "purchase", units, ipcs={"Japan": 200})
    tell(game, "5 industrial complexes, 1 aircraft carrier")
    until(game, "Japan", "place")
    tell(
        game,
        "1 aircraft_carrier > Japan Sea Zone, 1 industrial_complex > Manchuria, 1 industrial_complex > Kwangtung, "
        "1 industrial_complex > French Indo-China, 1 industrial_complex > Philippines, 1 industrial_complex > Okinawa",
    )
    assert at(game, "Japan Sea Zone") == {"aircraft_carrier": 2}
    complexes = sum(
        n for force in game.state.forces.values() for s, n in force.items() if s.type == "industrial_complex"
    )
    assert complexes == 13
