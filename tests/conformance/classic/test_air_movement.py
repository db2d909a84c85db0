"""Flights: R53 to R55, R65, E12."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import attack, refused, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
UKRAINE, KARELIA, EAST, SOUTH = "Ukraine S.S.R.", "Karelia S.S.R.", "Eastern Europe", "Southern Europe"
NORTH, BALTIC, SPAIN_ZONE = "North Sea Zone", "Baltic Sea Zone", "West Spain Sea Zone"
MID, EASTMED = "Central Mediterranean Sea Zone", "Eastern Mediterranean Sea Zone"


def sky(power: str, units: dict[str, str], phase: str = "combat_move", **setting: object) -> Game:
    """Units of one power, one text for each space."""
    return position(power, phase, {space: {power: text} for space, text in units.items()}, **setting)  # type: ignore[arg-type]


# How far


@clause("classic.R53")
@pytest.mark.parametrize(
    ("aircraft", "path", "reached"),
    [
        ("fighter", f"Germany > {BALTIC} > {NORTH} > Eastern Canada Sea Zone > Eastern Canada", True),
        ("fighter", f"Germany > {BALTIC} > {NORTH} > Eastern Canada Sea Zone > Eastern Canada > Western Canada", False),
        (
            "bomber",
            f"Germany > {BALTIC} > {NORTH} > Eastern Canada Sea Zone > Eastern Canada > Western Canada > Alaska",
            True,
        ),
        (
            "bomber",
            f"Germany > {EAST} > {BALTIC} > {NORTH} > Eastern Canada Sea Zone > Eastern Canada > Western Canada > "
            "Alaska",
            False,
        ),
    ],
)
def test_a_fighter_flies_four_spaces_a_bomber_six(aircraft: str, path: str, reached: bool) -> None:
    owners = {"Eastern Canada": "Germany", "Western Canada": "Germany", "Alaska": "Germany"}
    game = sky("Germany", {"Germany": f"1 {aircraft}, 1 infantry"}, "noncombat_move", owners=owners)
    if reached:
        tell(game, f"1 {aircraft}: {path}")
        assert at(game, path.rsplit(" > ", 1)[1]) == {aircraft: 1}
    else:
        refused(game, f"1 {aircraft}: {path}", "classic.R53")


@clause("classic.R53")
def test_spaces_of_both_phases_add_up() -> None:
    units = {"Germany": {"Germany": "1 fighter, 1 infantry"}, "Caucasus": {RED: "1 infantry"}}
    flight = f"1 fighter: Germany > {EAST} > {UKRAINE} > Caucasus"
    game = attack("Germany", [flight], units, dice=[1, 6])
    refused(game, way(game, f"1 fighter: Caucasus > {UKRAINE} > {EAST}"), "classic.R53")
    tell(game, f"1 fighter: Caucasus > {UKRAINE}")
    assert at(game, UKRAINE) == {"fighter": 1}


@clause("classic.R54", "classic.R54.1", "classic.R54.2")
def test_every_space_entered_counts_and_an_island_counts_besides_its_zone() -> None:
    japan = ["Japan Sea Zone", "Okinawa Sea Zone", "Okinawa"]
    game = sky("Japan", {"Japan": "1 fighter, 1 infantry"}, "noncombat_move")
    tell(game, f"1 fighter: Japan > {' > '.join(japan)}")
    assert [s.cond.moved for s in game.state.at("Okinawa")] == [3]
    far = "Japan > Japan Sea Zone > Okinawa Sea Zone > Caroline Islands Sea Zone > Caroline Islands"
    tell(sky("Japan", {"Japan": "1 fighter"}, "noncombat_move"), f"1 fighter: {far}")
    # the zone around New Guinea is the fourth space, so the island itself is too far
    further = "Japan > Japan Sea Zone > Okinawa Sea Zone > Caroline Islands Sea Zone > New Guinea Sea Zone > New Guinea"
    refused(sky("Japan", {"Japan": "1 fighter"}, "noncombat_move"), f"1 fighter: {further}", "classic.R53")


@clause("classic.R54.3")
def test_the_zone_of_the_carrier_costs_nothing() -> None:
    zones = ["Caroline Islands Sea Zone", "Okinawa Sea Zone", "Japan Sea Zone", "Japan"]
    game = sky("Japan", {zones[0]: "1 carrier, 1 fighter"}, "noncombat_move")
    tell(game, f"1 fighter: {' > '.join(zones)}")
    assert [s.cond.moved for s in game.state.at("Japan") if s.type == "fighter"] == [3]
    game = sky("Japan", {zones[0]: "1 carrier, 1 fighter"}, "noncombat_move")
    tell(game, f"1 fighter: {zones[0]} > Caroline Islands")
    assert [s.cond.moved for s in game.state.at("Caroline Islands")] == [1]


@clause("classic.R55")
def test_aircraft_fly_over_hostile_territories_and_zones() -> None:
    units = {
        "Germany": {"Germany": "1 bomber, 1 infantry"},
        KARELIA: {RED: "3 infantry"},
        "Evenki National Okrug": {RED: "1 infantry"},
        "Russia": {RED: "3 infantry"},
    }
    flight = f"1 bomber: Germany > {EAST} > {KARELIA} > Russia"
    game = tell(position("Germany", "combat_move", units), flight)
    assert at(game, "Russia", "Germany") == {"bomber": 1}
    assert at(game, KARELIA) == {"infantry": 3}
    over_ships = position(
        "Germany", "noncombat_move", {NORTH: {UK: "1 battleship"}, "Germany": {"Germany": "1 fighter"}}
    )
    tell(over_ships, f"1 fighter: Germany > {BALTIC} > {NORTH} > Western Europe")
    assert at(over_ships, "Western Europe") == {"fighter": 1}


# Over neutrals


@clause("classic.R65", "classic.R183")
def test_on_the_way_home_no_gun_fires_and_no_neutral_is_overflown() -> None:
    game = position(
        "Germany",
        "noncombat_move",
        {
            "Western Europe": {"Germany": "1 fighter"},
            "United Kingdom": {UK: "1 aa gun"},
            SOUTH: {"Germany": "1 fighter"},
        },
        owners={"Gibraltar": "Germany"},
        dice=[],
    )
    refused(game, "1 fighter: Western Europe > Spain > Gibraltar", "classic.R65")
    refused(game, f"1 fighter: {SOUTH} > Switzerland > Germany", "classic.R65")
    tell(game, f"1 fighter: Western Europe > {NORTH} > United Kingdom > {NORTH} > Western Europe")
    assert happened(game, "aa_fired") == []
    assert at(game, "Western Europe") == {"fighter": 1}


@clause("classic.E12", "classic.R156")
def test_a_bomber_pays_for_the_neutral_it_flies_over() -> None:
    game = sky("Germany", {SOUTH: "1 bomber"}, ipcs={"Germany": 7})
    tell(game, f"1 bomber: {SOUTH} > Western Europe > Spain > Gibraltar")
    assert game.state.ipcs["Germany"] == 4
    assert game.state.owner["Spain"] == "Germany" and game.rules.q.value(game, "Spain") == 0
    assert game.state.owner["Switzerland"] is None
    assert at(game, "Gibraltar") == {"bomber": 1}


@clause("classic.R65")
def test_a_neutral_opened_on_the_way_out_may_be_flown_over_on_the_way_home() -> None:
    """The only way back for this fighter leads over Peru, which is an ordinary territory by then."""
    game = position(
        US,
        "combat_move",
        {"Brazil": {US: "1 fighter"}, "Peru Sea Zone": {"Japan": "1 transport"}},
        owners={"Panama": "Japan", "New Zealand": "Japan"},
        dice=[1, 6],
    )
    tell(game, "1 fighter: Brazil > Peru > Peru Sea Zone")
    assert game.state.owner["Peru"] == US
    tell(game, "1 fighter: Peru Sea Zone > Peru > Brazil")
    assert at(game, "Brazil") == {"fighter": 1}
