"""Assaults from the sea: R111 to R120, R188, R189, R29."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, end_moves, fired, refused, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK = "Soviet Union", "United Kingdom"
BALTIC, NORTH, KARELIA, FINLAND = "Baltic Sea Zone", "North Sea Zone", "Karelia S.S.R.", "Finland-Norway"
EAST = "Eastern Europe"
TWO = "1 transport (carrying infantry of Germany + infantry of Germany)"
BRITISH = "1 transport (carrying infantry of United Kingdom + infantry of United Kingdom)"


def karelia(
    fleet: str,
    defenders: str,
    dice: list[int],
    *,
    land: str = "",
    enemies: str = "",
    moves: tuple[str, ...] = (),
) -> Game:
    """Two German infantry land in Karelia from the Baltic; `land` joins them from Finland."""
    orders = [f"2 infantry: {BALTIC} > {KARELIA}", *moves]
    if land:
        orders.append(f"{land}: {FINLAND} > {KARELIA}")
    return attack(
        "Germany",
        orders,
        {
            BALTIC: {"Germany": fleet, UK: enemies},
            FINLAND: {"Germany": land},
            KARELIA: {RED: defenders},
        },
        dice=dice,
    )


def eastern_europe(fleet: str, enemies: str, defenders: str, dice: list[int], **more: object) -> Game:
    """A British fleet sails into the Baltic to land in Eastern Europe."""
    return attack(
        UK,
        [f"{fleet}: {NORTH} > {BALTIC}", f"2 infantry: {BALTIC} > {EAST}"],
        {NORTH: {UK: fleet}, BALTIC: {"Germany": enemies}, EAST: {"Germany": defenders}},
        dice=dice,
        **more,  # type: ignore[arg-type]
    )


@clause("classic.R111", "classic.R112.4", "classic.R112")
def test_landed_overland_and_air_units_attack_together() -> None:
    game = karelia(f"{TWO}, 1 battleship", "1 infantry", [6, 6, 6, 6, 3, 6], land="1 tank, 1 fighter")
    attackers = happened(game, "battle_started")[0]["attackers"]
    assert {s.type: n for s, n in attackers.items()} == {"infantry": 2, "tank": 1, "fighter": 1}
    assert fired(game) == [
        ("support shots", [6]),
        ("attackers", [6, 6]),
        ("attackers", [6, 3]),
        ("defenders", [6]),
    ]
    assert game.state.owner[KARELIA] == "Germany"


@clause("classic.R112.1", "classic.R113", "classic.R29")
def test_all_ships_of_the_zone_fight_before_the_landing() -> None:
    game = karelia(f"{TWO}, 1 transport, 1 submarine, 1 battleship", "1 infantry", [1, 1, 6, 6], enemies="1 battleship")
    sea, land = happened(game, "battle_started")
    assert (sea["space"], land["space"]) == (BALTIC, KARELIA)
    ships: dict[str, int] = {}
    for stack, n in sea["attackers"].items():
        ships[stack.type] = ships.get(stack.type, 0) + n
    assert ships == {"transport": 2, "submarine": 1, "battleship": 1}
    assert fired(game) == [("submarine opening fire", [1]), ("attackers", [1, 6]), ("defenders", [6])]


@clause("classic.R29", "classic.R112.1")
def test_the_landing_cannot_be_chosen_before_its_sea_battle() -> None:
    game = attack(
        UK,
        [
            f"1 battleship, {BRITISH}: {NORTH} > {BALTIC}",
            f"2 infantry: {BALTIC} > {EAST}",
            "1 tank: Syria-Iraq > Turkey",
            "1 infantry: Anglo-Sudan Egypt > Libya",
        ],
        {
            NORTH: {UK: f"1 battleship, {BRITISH}"},
            "Syria-Iraq": {UK: "1 tank"},
            "Anglo-Sudan Egypt": {UK: "1 infantry"},
            "Libya": {"Germany": "1 infantry"},
            BALTIC: {"Germany": "1 transport"},
            EAST: {"Germany": "1 infantry"},
        },
        dice=[1, 6, 1, 6, 6],
    )
    assert asked(game) == ("battle", UK)
    assert choices(game) == [BALTIC, "Libya"]
    assert game.decision and game.decision.rule == "classic.R29"
    with pytest.raises(Illegal):
        game.answer(EAST)
    game.answer(BALTIC)
    assert choices(game) == [EAST, "Libya"]


@clause("classic.R112.2", "classic.R83")
def test_if_the_sea_battle_is_not_won_the_transports_retreat_with_their_cargo() -> None:
    game = eastern_europe(f"1 battleship, {BRITISH}", "1 battleship", "1 infantry", [6, 6])
    assert asked(game) == ("retreat", UK)
    game.answer(NORTH)
    assert combat_over(game)
    assert [e["space"] for e in happened(game, "battle_started")] == [BALTIC]  # no land battle
    transport = next(s for s in game.state.at(NORTH) if s.type == "transport")
    assert transport.cond.cargo == ((UK, "infantry"), (UK, "infantry"))
    with pytest.raises(Illegal):  # nor does it unload at home in this turn
        game.answer(way(game, f"2 infantry: {NORTH} > {UK}"))


@clause("classic.R112.2")
def test_if_the_fleet_is_lost_so_is_the_landing() -> None:
    game = eastern_europe(BRITISH, "1 battleship", "1 infantry", [4])
    assert at(game, EAST) == {"infantry": 1}
    assert happened(game, "landed") == []
    assert at(game, BALTIC, UK) == {}


@clause("classic.R112.2", "classic.R119")
def test_a_submarine_that_withdraws_leaves_the_sea_battle_won() -> None:
    game = eastern_europe(f"1 battleship, {BRITISH}", "1 submarine", "", [6, 6])
    assert asked(game) == ("withdraw", "Germany")
    tell(game, "1 submarine")
    assert game.state.owner[EAST] == UK
    assert at(game, EAST) == {"infantry": 2}


@clause("classic.R112.3", "classic.R115")
@pytest.mark.parametrize(("die", "hits"), [(4, 1), (5, 0)])
def test_a_battleship_hits_the_defenders_on_four_or_less(die: int, hits: int) -> None:
    game = karelia(f"{TWO}, 1 battleship", "3 infantry", [die, 1, 1] + ([6] * 3 if hits else [6, 6, 6, 1, 6, 6]))
    shot = happened(game, "volley_fired")[0]
    assert (shot["volley"], shot["power"], shot["hits_on"], shot["hits"]) == ("support shots", "Germany", "4", hits)
    assert len(fired(game)) == (3 if hits else 5)


@clause("classic.R112.3")
def test_only_battleships_give_support() -> None:
    game = karelia(f"{TWO}, 1 submarine, 1 carrier", "1 infantry", [1, 6, 6])
    assert fired(game) == [("attackers", [1, 6]), ("defenders", [6])]


@clause("classic.R115", "classic.R87")
def test_one_shot_per_battleship_once_and_the_casualties_fire_back() -> None:
    game = karelia(f"{TWO}, 2 battleships", "2 infantry, 1 tank", [4, 3, 6, 6, 5, 5, 5, 1, 6, 6])
    assert fired(game) == [("support shots", [4, 3])]
    assert asked(game) == ("casualties", RED)  # the defender chooses
    refused(game, "1 infantry", "classic.R86")
    game.answer("1 infantry, 1 tank")
    assert fired(game)[1:] == [
        ("attackers", [6, 6]),
        ("defenders", [5, 5, 5]),  # all three fire, the two casualties included
        ("attackers", [1, 6]),  # no second shot in the next round
        ("defenders", [6]),
    ]


@clause("classic.R115.1")
def test_the_defenders_cannot_hit_the_ships() -> None:
    game = karelia(f"{TWO}, 1 battleship", "4 infantry", [6, 6, 6, 1, 1, 1, 1])
    assert at(game, KARELIA, "Germany") == {}
    assert at(game, BALTIC) == {"transport": 1, "battleship": 1}  # two hits of four are wasted


def two_landings(dice: list[int], battleships: int = 1) -> Game:
    """Two British transports land in Finland-Norway and Eastern Europe from the Baltic."""
    one = "1 transport (carrying infantry of United Kingdom)"
    return attack(
        UK,
        [f"1 infantry: {BALTIC} > {EAST}", f"1 infantry: {BALTIC} > {FINLAND}"],
        {
            BALTIC: {UK: f"{one}, {one}, {battleships} battleships"},
            EAST: {"Germany": "1 infantry"},
            FINLAND: {"Germany": "1 infantry"},
        },
        dice=dice,
    )


@clause("classic.R115.2")
def test_a_battleship_supports_one_landing_and_the_attacker_says_which() -> None:
    game = two_landings([1, 6, 3, 1, 6])
    game.answer(EAST)
    assert asked(game) == ("support", UK)
    refused(game, "2 battleships", "classic.R115.2")
    game.answer("nothing")
    names = [(e["space"], e["volley"]) for e in happened(game, "volley_fired")]
    assert (EAST, "support shots") not in names
    assert (FINLAND, "support shots") in names


@clause("classic.R115.2")
def test_a_battleship_that_has_given_support_gives_no_more() -> None:
    game = two_landings([3, 6, 6, 1, 6])
    tell(game, EAST, "1 battleship")
    names = [(e["space"], e["volley"]) for e in happened(game, "volley_fired")]
    assert (EAST, "support shots") in names
    assert (FINLAND, "support shots") not in names


@clause("classic.R114", "classic.R188", "classic.R113")
def test_after_a_sea_battle_in_the_zone_there_is_no_support() -> None:
    game = karelia(f"{TWO}, 2 battleships", "1 infantry", [1, 6, 6, 6, 1, 6], enemies="1 transport")
    assert [e["rounds"] for e in happened(game, "battle_ended")] == [1, 1]
    assert fired(game) == [
        ("attackers", [1, 6]),
        ("transports", [6]),
        ("attackers", [6, 1]),
        ("defenders", [6]),
    ]


@clause("classic.R114")
def test_a_switch_lets_battleships_support_after_a_sea_battle() -> None:
    on = {"common.switches.set": {"bombardment_after_sea_battle": True}}
    rules = {"rules": ["common.switches"], "options": on}
    game = eastern_europe(f"1 battleship, {BRITISH}", "1 transport", "1 infantry", [1, 6, 4, 6], **rules)
    assert fired(game)[2:] == [("support shots", [4]), ("defenders", [6])]


@clause("classic.R114")
def test_a_sea_battle_elsewhere_does_not_cost_the_support() -> None:
    game = attack(
        UK,
        [f"2 infantry: {BALTIC} > {EAST}", "1 submarine: North Sea Zone > West Spain Sea Zone"],
        {
            BALTIC: {UK: f"1 battleship, {BRITISH}"},
            NORTH: {UK: "1 submarine"},
            "West Spain Sea Zone": {"Germany": "1 transport"},
            EAST: {"Germany": "1 infantry"},
        },
        dice=[1, 4, 6, 6, 6],
    )
    game.answer("West Spain Sea Zone")
    assert ("support shots", [4]) in fired(game)


@clause("classic.R113")
def test_an_aircraft_fights_in_one_of_the_two_battles_only() -> None:
    game = attack(
        "Germany",
        [
            f"2 infantry: {BALTIC} > {KARELIA}",
            f"1 fighter: {FINLAND} > {BALTIC}",
            f"1 bomber: {FINLAND} > {KARELIA}",
        ],
        {
            BALTIC: {"Germany": TWO, UK: "1 transport"},
            FINLAND: {"Germany": "1 fighter, 1 bomber"},
            KARELIA: {RED: "1 infantry"},
        },
        dice=[3, 6, 6, 6, 4, 6],
    )
    sea, land = happened(game, "battle_started")
    assert {s.type for s in sea["attackers"]} == {"transport", "fighter"}
    assert {s.type for s in land["attackers"]} == {"infantry", "bomber"}


@clause("classic.R116", "classic.R117", "classic.R189")
def test_nobody_withdraws_from_a_landing_not_even_overland_units_and_aircraft() -> None:
    game = karelia(
        f"{TWO}, 1 battleship", "1 infantry", [6] + [6, 6, 6, 6, 6] * 2 + [6, 6, 3, 6, 6], land="1 tank, 1 fighter"
    )
    assert combat_over(game)  # no question was asked in three rounds
    assert [e["rounds"] for e in happened(game, "battle_ended")] == [3]
    assert game.state.owner[KARELIA] == "Germany"


@clause("classic.R117", "classic.R189")
def test_there_is_no_retreat_even_when_all_landed_units_are_gone() -> None:
    game = karelia(TWO, "2 infantry", [6, 6, 6, 1, 1] + [6, 6, 6] + [3, 6, 6] + [3, 6], land="1 tank")
    game.answer("2 infantry")  # the only question: which two units are lost
    assert combat_over(game)
    assert at(game, KARELIA, "Germany") == {"tank": 1}
    assert [e["rounds"] for e in happened(game, "battle_ended")] == [4]


@clause("classic.R117.1", "classic.R95")
def test_if_the_landing_failed_overland_units_fight_an_ordinary_battle() -> None:
    game = karelia(TWO, "1 infantry", [4, 6, 6], land="1 tank", enemies="1 battleship")
    assert [e["space"] for e in happened(game, "battle_started")] == [BALTIC, KARELIA]
    assert asked(game) == ("retreat", "Germany")
    assert choices(game) == ["press on", FINLAND]
    game.answer(FINLAND)
    assert at(game, FINLAND) == {"tank": 1}


@clause("classic.R118")
@pytest.mark.parametrize("left_behind", ["", "1 aa gun"])
def test_an_undefended_coast_is_taken_without_dice(left_behind: str) -> None:
    game = karelia(f"{TWO}, 1 battleship", left_behind, [])
    assert game.state.owner[KARELIA] == "Germany"
    assert happened(game, "battle_started") == []
    assert at(game, KARELIA)["infantry"] == 2


@clause("classic.R119", "classic.R27")
def test_a_transport_that_won_the_sea_battle_unloads() -> None:
    game = eastern_europe(f"1 battleship, {BRITISH}", "1 transport", "1 infantry", [1, 6, 1, 6, 6])
    assert game.state.owner[EAST] == UK
    assert at(game, EAST) == {"infantry": 2}
    assert at(game, BALTIC) == {"battleship": 1, "transport": 1}


@clause("classic.R119", "classic.R82")
def test_a_transport_does_not_load_for_a_landing_after_the_battle() -> None:
    units: Mapping[str, Mapping[str, str]] = {
        BALTIC: {"Germany": "1 transport, 1 battleship", UK: "1 transport"},
        FINLAND: {"Germany": "1 infantry, 1 fighter"},
        "Germany": {"Germany": "1 infantry"},
        KARELIA: {RED: "1 infantry"},
    }
    game = position("Germany", "combat_move", units, dice=[3, 1, 6])
    refused(game, f"1 infantry: {FINLAND} > {BALTIC}", "classic.R82")
    game.answer(f"1 fighter: {FINLAND} > {BALTIC}")
    end_moves(game)
    assert combat_over(game)
    with pytest.raises(Illegal):
        game.answer(way(game, f"1 infantry: {FINLAND} > {BALTIC}"))


@clause("classic.R120", "classic.R92.2")
def test_aircraft_of_the_land_battle_come_under_fire_of_guns() -> None:
    game = karelia(f"{TWO}, 1 battleship", "1 infantry, 1 aa gun", [5, 1, 1, 6, 6], land="1 fighter")
    assert fired(game) == [
        ("support shots", [5]),
        ("antiaircraft fire", [1]),
        ("attackers", [1, 6]),
        ("defenders", [6]),
    ]
    assert at(game, KARELIA, "Germany") == {"infantry": 2, "antiaircraft_gun": 1}
