"""What each unit is and can do: R30 to R41."""

from __future__ import annotations

import pytest

from sandtable.core.decisions import Allocate
from sandtable.core.forces import by_type
from tests.conformance.classic.scenes import attack, fired, in_phase, left, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
EAST = "Eastern Europe"
TABLE = [
    ("infantry", 3, 1, 1, 2),
    ("tank", 5, 2, 3, 2),
    ("fighter", 12, 4, 3, 4),
    ("bomber", 15, 6, 4, 1),
    ("antiaircraft_gun", 5, 1, 0, 0),
    ("industrial_complex", 15, 0, 0, 0),
    ("battleship", 24, 2, 4, 4),
    ("aircraft_carrier", 18, 2, 1, 3),
    ("transport", 8, 2, 0, 1),
    ("submarine", 8, 2, 2, 2),
]


@clause("classic.R30")
@pytest.mark.parametrize(("unit", "cost"), [row[:2] for row in TABLE])
def test_units_cost_what_the_table_says(unit: str, cost: int) -> None:
    game = position("Germany", "purchase", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": cost})
    tell(game, f"1 {unit}")
    assert game.state.ipcs["Germany"] == 0
    if cost > 3:
        game = position("Germany", "purchase", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": cost - 1})
        assert game.decision and isinstance(game.decision.form, Allocate)
        assert (unit,) not in game.decision.form.most


@clause("classic.R30")
@pytest.mark.parametrize(("unit", "value"), [(row[0], row[3]) for row in TABLE if row[3]])
@pytest.mark.parametrize("over", [0, 1])
def test_units_attack_at_their_value(unit: str, value: int, over: int) -> None:
    """A roll of the value hits, one more does not."""
    sea = unit in ("battleship", "aircraft_carrier", "submarine")
    start, target = ("Baltic Sea Zone", "North Sea Zone") if sea else ("Ukraine S.S.R.", "Caucasus")
    units = {start: {"Germany": f"1 {unit}"}, target: {UK: "1 transport" if sea else "1 infantry"}}
    owners = {} if sea else {"Caucasus": UK}
    dice = [value + over] if sea and unit == "submarine" and not over else [value + over, 6]
    game = attack("Germany", [f"1 {unit}: {start} > {target}"], units, dice=dice, owners=owners)
    assert (at(game, target, UK) == {}) == (over == 0)


@clause("classic.R30", "classic.R35")
@pytest.mark.parametrize(("unit", "value"), [("infantry", 2), ("tank", 2), ("fighter", 4), ("bomber", 1)])
@pytest.mark.parametrize("over", [0, 1])
def test_units_in_a_territory_defend_at_their_value(unit: str, value: int, over: int) -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {RED: f"1 {unit}"}}
    game = attack("Germany", ["1 infantry: Ukraine S.S.R. > Caucasus"], units, dice=[6, value + over])
    assert (at(game, "Caucasus", "Germany") == {}) == (over == 0)


@clause("classic.R30")
@pytest.mark.parametrize(
    ("unit", "value"), [("battleship", 4), ("aircraft_carrier", 3), ("transport", 1), ("submarine", 2)]
)
@pytest.mark.parametrize("over", [0, 1])
def test_ships_defend_at_their_value(unit: str, value: int, over: int) -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 submarine"}, "North Sea Zone": {UK: f"1 {unit}"}}
    game = attack("Germany", ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[6, value + over])
    assert (at(game, "North Sea Zone", "Germany") == {}) == (over == 0)


@clause("classic.R30")
def test_a_transport_does_not_fire_when_attacking() -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 transport"}, "North Sea Zone": {UK: "1 transport"}}
    game = attack("Germany", ["1 transport: Baltic Sea Zone > North Sea Zone"], units, dice=[6])
    assert [e["side"] for e in happened(game, "volley_fired")] == ["defender"]


@clause("classic.R31")
@pytest.mark.parametrize("ship", ["battleship", "aircraft_carrier", "transport", "submarine"])
def test_one_hit_sinks_any_ship(ship: str) -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 submarine"}, "North Sea Zone": {UK: f"1 {ship}"}}
    game = attack("Germany", ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[1])
    assert at(game, "North Sea Zone") == {"submarine": 1}


@clause("classic.R31")
@pytest.mark.parametrize("unit", ["infantry", "tank", "fighter", "bomber"])
def test_one_hit_destroys_any_unit_on_land(unit: str) -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {RED: f"1 {unit}"}}
    game = attack("Germany", ["1 infantry: Ukraine S.S.R. > Caucasus"], units, dice=[1, 6])
    assert at(game, "Caucasus") == {"infantry": 1}
    assert game.state.owner["Caucasus"] == "Germany"


@clause("classic.R32", "classic.R33")
def test_guns_and_complexes_neither_fire_nor_fall_in_battle_and_change_hands() -> None:
    game = attack(
        "Germany",
        ["4 infantry: Eastern Europe > Karelia S.S.R."],
        {EAST: {"Germany": "4 infantry"}, "Karelia S.S.R.": {RED: "1 infantry, 1 aa gun"}},
        dice=[1, 1, 1, 1, 6],
    )
    assert fired(game) == [("attackers", [1, 1, 1, 1]), ("defenders", [6])]  # one defender only
    assert at(game, "Karelia S.S.R.", RED) == {}
    assert at(game, "Karelia S.S.R.", "Germany") == {"infantry": 4, "antiaircraft_gun": 1}
    owners = {s.owner for s in game.state.at("Karelia S.S.R.") if s.type == "industrial_complex"}
    assert owners == {"Germany"}


@clause("classic.R33")
def test_a_raid_harms_neither_gun_nor_complex() -> None:
    game = attack(
        "Germany",
        ["1 bomber: Eastern Europe > Karelia S.S.R. [raid]"],
        {EAST: {"Germany": "1 bomber"}, "Karelia S.S.R.": {RED: "1 aa gun"}},
        dice=[2, 6],
    )
    assert at(game, "Karelia S.S.R.", RED) == {"antiaircraft_gun": 1}
    assert sum(s.type == "industrial_complex" for s in game.state.at("Karelia S.S.R.")) == 1


@clause("classic.R33")
def test_a_gun_aboard_is_lost_with_its_transport() -> None:
    game = attack(
        "Germany",
        ["1 submarine: Baltic Sea Zone > North Sea Zone"],
        {
            "Baltic Sea Zone": {"Germany": "1 submarine"},
            "North Sea Zone": {UK: "1 transport (carrying antiaircraft_gun of United Kingdom)"},
        },
        dice=[1],
    )
    assert at(game, "North Sea Zone") == {"submarine": 1}
    assert sum(s.type == "antiaircraft_gun" or bool(s.cond.cargo) for f in game.state.forces.values() for s in f) == 0


@clause("classic.R34")
@pytest.mark.parametrize("unit", ["infantry", "tank"])
def test_infantry_and_tanks_take_territories(unit: str) -> None:
    game = position("Germany", "combat_move", {"Ukraine S.S.R.": {"Germany": f"1 {unit}, 1 infantry"}})
    tell(game, f"1 {unit}: Ukraine S.S.R. > Caucasus")
    assert game.state.owner["Caucasus"] == "Germany"


@clause("classic.R34")
@pytest.mark.parametrize("aircraft", ["fighter", "bomber"])
@pytest.mark.parametrize("defender", ["", "1 infantry"])
def test_aircraft_take_nothing(aircraft: str, defender: str) -> None:
    units = {"Ukraine S.S.R.": {"Germany": f"1 {aircraft}"}, "Caucasus": {RED: defender}}
    game = attack("Germany", [f"1 {aircraft}: Ukraine S.S.R. > Caucasus"], units, dice=[1, 6] if defender else [])
    assert not left(game)
    assert game.state.owner["Caucasus"] == RED


@clause("classic.R36")
def test_aircraft_on_an_island_do_not_defend_the_sea_around_it() -> None:
    units = {
        "Baltic Sea Zone": {"Germany": "1 submarine"},
        "North Sea Zone": {UK: "1 transport"},
        "United Kingdom": {UK: "3 fighters, 1 bomber"},
    }
    game = attack("Germany", ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[6, 6])
    assert by_type(happened(game, "battle_started")[0]["defenders"]) == {"transport": 1}
    assert [len(dice) for _, dice in fired(game)] == [1, 1]


@clause("classic.R36")
def test_fighters_on_a_carrier_defend_its_zone() -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 battleship"}, "North Sea Zone": {UK: "1 carrier, 2 fighters"}}
    game = attack("Germany", ["1 battleship: Baltic Sea Zone > North Sea Zone"], units, dice=[6, 6, 4, 6])
    assert at(game, "North Sea Zone", "Germany") == {}  # hit by a fighter, at 4


@clause("classic.R37")
def test_submarines_neither_fire_at_nor_hit_aircraft() -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 submarine"}, "North Sea Zone": {UK: "1 carrier, 2 fighters"}}
    game = attack("Germany", ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[1, 6, 6])
    # nobody was asked: the hit could only go to the carrier, and its fighters fired back
    assert by_type(happened(game, "lost")[0]["force"]) == {"aircraft_carrier": 1}
    assert fired(game)[-1] == ("defenders", [6, 6])
    assert at(game, "North Sea Zone", "Germany") == {"submarine": 1}


@clause("classic.R37")
def test_a_defending_submarine_does_not_fire_at_aircraft_which_hit_it() -> None:
    units = {
        "United Kingdom": {UK: "1 fighter, 1 infantry"},
        "North Sea Zone": {"Germany": "1 submarine"},
    }
    game = attack(UK, ["1 fighter: United Kingdom > North Sea Zone"], units, dice=[3], spare=False)
    assert fired(game) == [("attackers", [3])]
    assert at(game, "North Sea Zone") == {"fighter": 1}


@clause("classic.R38")
def test_a_carrier_holds_two_fighters_own_or_allied() -> None:
    units = {
        "North Sea Zone": {UK: "1 carrier", US: "1 fighter"},
        "United Kingdom": {UK: "2 fighters, 1 bomber"},
    }
    game = position(UK, "noncombat_move", units)
    refused(game, "2 fighters: United Kingdom > North Sea Zone", "classic.R38")
    tell(game, "1 fighter: United Kingdom > North Sea Zone")
    assert at(game, "North Sea Zone", UK) == {"aircraft_carrier": 1, "fighter": 1}
    refused(game, "1 fighter: United Kingdom > North Sea Zone", "classic.R38")


@clause("classic.R38", "classic.R58.3")
def test_a_carrier_never_holds_a_bomber() -> None:
    game = position(UK, "noncombat_move", {"North Sea Zone": {UK: "1 carrier"}, "United Kingdom": {UK: "1 bomber"}})
    refused(game, "1 bomber: United Kingdom > North Sea Zone", "classic.R58.3")


LOADS = {
    "1 infantry": True,
    "2 infantry": True,
    "1 tank": True,
    "1 aa gun": True,
    "3 infantry": False,
    "2 tanks": False,
    "1 tank, 1 infantry": False,
    "1 aa gun, 1 infantry": False,
    "1 aa gun, 1 tank": False,
    "2 aa guns": False,
}


@clause("classic.R39")
@pytest.mark.parametrize(("load", "fits"), LOADS.items())
def test_loads_of_a_transport(load: str, fits: bool) -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 transport"}, "Germany": {"Germany": load}}
    game = position("Germany", "noncombat_move", units)
    if fits:
        tell(game, f"{load}: Germany > Baltic Sea Zone")
        assert at(game, "Germany") == {}
    else:
        refused(game, f"{load}: Germany > Baltic Sea Zone", "classic.R39")


@clause("classic.R39")
@pytest.mark.parametrize(
    ("first", "second"), [("1 infantry", "1 tank"), ("1 infantry", "1 aa gun"), ("2 infantry", "1 infantry")]
)
def test_a_mixed_load_is_not_put_together_piece_by_piece_either(first: str, second: str) -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 transport"}, "Germany": {"Germany": f"{first}, {second}"}}
    if first == "2 infantry":
        units["Germany"]["Germany"] = "3 infantry"
    game = position("Germany", "noncombat_move", units)
    tell(game, f"{first}: Germany > Baltic Sea Zone")
    refused(game, f"{second}: Germany > Baltic Sea Zone", "classic.R39")


@clause("classic.R40")
def test_a_gun_does_not_move_to_another_gun() -> None:
    units = {"Germany": {"Germany": "1 aa gun"}, "Western Europe": {"Germany": "1 aa gun"}}
    game = position("Germany", "noncombat_move", units)
    refused(game, "1 aa gun: Germany > Western Europe", "classic.R40")
    tell(game, "1 aa gun: Germany > Eastern Europe")
    refused(game, "1 aa gun: Western Europe > Germany > Eastern Europe", "classic.R51")
    tell(game, "1 aa gun: Western Europe > Germany")  # the place is free now


@clause("classic.R40")
def test_two_guns_do_not_land_in_one_territory() -> None:
    gun = "transport (carrying antiaircraft_gun of Germany)"
    game = position("Germany", "noncombat_move", {"Baltic Sea Zone": {"Germany": f"2 {gun}"}})
    refused(game, "2 aa guns: Baltic Sea Zone > Germany", "classic.R40")
    tell(game, "1 aa gun: Baltic Sea Zone > Germany")
    refused(game, "1 aa gun: Baltic Sea Zone > Germany", "classic.R40")
    tell(game, "1 aa gun: Baltic Sea Zone > Eastern Europe")


@clause("classic.R40")
def test_a_gun_of_an_ally_counts_too() -> None:
    units = {"Karelia S.S.R.": {RED: "1 aa gun"}, "Karelia Sea Zone": {UK: "1 transport"}}
    units["Karelia Sea Zone"][UK] = "1 transport (carrying antiaircraft_gun of United Kingdom)"
    game = position(UK, "noncombat_move", units)
    refused(game, "1 aa gun: Karelia Sea Zone > Karelia S.S.R.", "classic.R40")


@clause("classic.R41")
def test_a_second_complex_is_not_placed() -> None:
    game = position("Germany", "purchase", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": 30})
    tell(game, "2 industrial complexes")
    until(game, "Germany", "place")
    refused(game, "1 industrial_complex > Germany", "classic.R137")
    refused(game, "2 industrial_complex > Ukraine S.S.R.", "classic.R133")
    tell(game, "1 industrial_complex > Ukraine S.S.R., 1 industrial_complex > Libya")
    assert not in_phase(game, "noncombat")
