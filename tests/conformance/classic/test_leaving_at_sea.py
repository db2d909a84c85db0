"""Leaving a sea battle, and carriers with their fighters: R101, R102, R106 to R108, R64.1, R129, R187."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, in_phase, refused, way
from tests.helpers import at, happened, tell

clause = pytest.mark.clause
UK, US = "United Kingdom", "United States"
BALTIC, NORTH, NORTHERN = "Baltic Sea Zone", "North Sea Zone", "Karelia Sea Zone"
SPAIN, CANADA = "West Spain Sea Zone", "Eastern Canada Sea Zone"


def two_fleets(dice: list[int], more: Mapping[str, Mapping[str, str]] | None = None) -> Game:
    """German submarines and a battleship come into the North Sea Zone from two sides against a battleship."""
    return attack(
        "Germany",
        [
            f"2 submarines: {BALTIC} > {NORTH}",
            f"1 battleship: {NORTHERN} > {NORTH}",
            f"1 fighter: Western Europe > {NORTH}",
        ],
        {
            BALTIC: {"Germany": "2 submarines"},
            NORTHERN: {"Germany": "1 battleship"},
            "Western Europe": {"Germany": "1 fighter"},
            NORTH: {UK: "2 battleships"},
            **(more or {}),
        },
        dice=dice,
    )


@clause("classic.R101.1")
def test_attacking_submarines_withdraw_together_to_a_zone_ships_came_from() -> None:
    game = two_fleets([6] * 6)
    assert asked(game) == ("withdraw", "Germany")
    assert game.decision and game.decision.rule == "classic.R101"
    game.answer("2 submarines")
    assert choices(game) == [BALTIC, NORTHERN]  # not the zones nobody came from
    game.answer(NORTHERN)
    assert at(game, NORTHERN) == {"submarine": 2}
    assert asked(game) == ("retreat", "Germany")  # asked once only


@clause("classic.R101.2")
def test_each_attacking_submarine_decides_and_the_rest_fights_on() -> None:
    game = two_fleets([6] * 6 + [6] * 5)
    tell(game, "1 submarine", BALTIC)
    assert at(game, NORTH, "Germany") == {"submarine": 1, "battleship": 1, "fighter": 1}
    game.answer("press on")
    assert asked(game) == ("withdraw", "Germany")
    refused(game, "2 submarines", "classic.R101")  # only one is left
    game.answer("nothing")
    assert asked(game) == ("retreat", "Germany")


def hunted(more: Mapping[str, Mapping[str, str]], dice: list[int], subs: int = 1, **setting: object) -> Game:
    """A Japanese battleship from the Philippines attacks American submarines at the Carolines."""
    return attack(
        "Japan",
        ["1 battleship: Philippines Sea Zone > Caroline Islands Sea Zone"],
        {
            "Philippines Sea Zone": {"Japan": "1 battleship"},
            "Caroline Islands Sea Zone": {US: f"{subs} submarines"},
            **more,
        },
        dice=dice,
        **setting,  # type: ignore[arg-type]
    )


AROUND = [
    "Borneo Sea Zone", "New Guinea Sea Zone", "Okinawa Sea Zone", "Philippines Sea Zone", "Solomon Islands Sea Zone",
    "Wake Island Sea Zone",
]  # fmt: skip


@clause("classic.R101.3", "classic.R187")
def test_defending_submarines_withdraw_to_any_free_zone_even_the_attackers() -> None:
    game = hunted({}, [6, 6])
    assert asked(game) == ("withdraw", US)
    game.answer("1 submarine")
    assert choices(game) == AROUND  # the Philippines among them: the attackers left it empty
    game.answer("Philippines Sea Zone")
    assert at(game, "Philippines Sea Zone") == {"submarine": 1}
    assert combat_over(game)


@clause("classic.R101.3")
def test_zones_with_enemy_ships_are_closed_to_defending_submarines_islands_do_not_matter() -> None:
    game = hunted(
        {
            "Philippines Sea Zone": {"Japan": "1 battleship, 1 transport"},
            "Wake Island Sea Zone": {"Germany": "1 submarine"},
            "Okinawa Sea Zone": {UK: "1 transport"},
            "New Guinea": {"Japan": "2 infantry, 1 fighter"},
        },
        [6, 6],
    )
    game.answer("1 submarine")
    assert choices(game) == ["Borneo Sea Zone", "New Guinea Sea Zone", "Okinawa Sea Zone", "Solomon Islands Sea Zone"]


@clause("classic.R101.3")
def test_zones_with_enemy_aircraft_are_closed_to_defending_submarines() -> None:
    game = attack(
        "Japan",
        [
            "1 battleship: Philippines Sea Zone > Caroline Islands Sea Zone",
            "1 fighter: Wake Island > Wake Island Sea Zone",
        ],
        {
            "Philippines Sea Zone": {"Japan": "1 battleship"},
            "Caroline Islands Sea Zone": {US: "1 submarine"},
            "Wake Island Sea Zone": {US: "1 transport"},
            "Wake Island": {"Japan": "1 fighter"},
        },
        dice=[1, 6, 6, 6],
    )
    game.answer("Wake Island Sea Zone")  # fought first: the transport is sunk, the fighter still over the zone
    assert at(game, "Wake Island Sea Zone") == {"fighter": 1}
    game.answer("1 submarine")
    assert choices(game) == [z for z in AROUND if z != "Wake Island Sea Zone"]


@clause("classic.R101.3", "classic.R101.2")
def test_each_defending_submarine_may_go_somewhere_else() -> None:
    game = hunted({}, [6, 6, 6, 6], subs=3)
    tell(game, "1 submarine", "Borneo Sea Zone")
    assert asked(game) == ("withdraw", US)
    tell(game, "1 submarine", "Wake Island Sea Zone")
    tell(game, "nothing")
    assert at(game, "Borneo Sea Zone") == at(game, "Wake Island Sea Zone") == {"submarine": 1}
    assert at(game, "Caroline Islands Sea Zone", US) == {"submarine": 1}


@clause("classic.R101.3", "classic.R14.1")
@pytest.mark.parametrize(("egypt", "open_"), [(UK, True), ("Germany", False)])
def test_a_submarine_does_not_withdraw_through_a_closed_canal(egypt: str, open_: bool) -> None:
    game = attack(
        "Germany",
        ["1 battleship: Central Mediterranean Sea Zone > Eastern Mediterranean Sea Zone"],
        {
            "Central Mediterranean Sea Zone": {"Germany": "1 battleship"},
            "Eastern Mediterranean Sea Zone": {UK: "1 submarine"},
        },
        owners={"Anglo-Sudan Egypt": egypt},
        dice=[6, 6],
    )
    game.answer("1 submarine")
    assert ("Red Sea Zone" in choices(game)) is open_


@clause("classic.R101.4")
def test_a_submarine_without_a_free_zone_cannot_withdraw() -> None:
    game = attack(
        UK,
        [f"1 battleship: {NORTH} > {BALTIC}"],
        {NORTH: {UK: "1 battleship, 1 transport"}, BALTIC: {"Germany": "1 submarine"}},
        dice=[6, 6],
    )
    assert asked(game) == ("retreat", UK)  # Germany is not asked


@clause("classic.R102", "classic.R102.1")
def test_all_ships_retreat_together_to_a_zone_they_came_from() -> None:
    game = two_fleets([6] * 6)
    game.answer("nothing")
    assert asked(game) == ("retreat", "Germany")
    assert game.decision and game.decision.rule == "classic.R102"
    assert choices(game) == ["press on", BALTIC, NORTHERN]
    game.answer(BALTIC)
    assert at(game, BALTIC) == {"submarine": 2, "battleship": 1}


@clause("classic.R102.1")
def test_no_retreat_to_a_zone_with_enemies() -> None:
    game = two_fleets([6] * 6, {BALTIC: {"Germany": "2 submarines", UK: "1 transport"}})
    game.answer("nothing")
    assert choices(game) == ["press on", NORTHERN]


@clause("classic.R102.1", "classic.R24")
def test_no_retreat_at_sea_before_a_round_is_complete() -> None:
    game = two_fleets([6] * 6)
    assert {e["volley"] for e in happened(game, "volley_fired")} == {"submarine opening fire", "attackers", "defenders"}
    assert asked(game) == ("withdraw", "Germany")  # the first question after the dice


@clause("classic.R102.2")
def test_ships_that_were_in_the_zone_go_along_to_where_the_others_came_from() -> None:
    game = attack(
        "Germany",
        [f"1 battleship: {BALTIC} > {NORTH}"],
        {BALTIC: {"Germany": "1 battleship"}, NORTH: {"Germany": "1 transport", UK: "1 battleship"}},
        dice=[6, 6],
    )
    assert choices(game) == ["press on", BALTIC]
    game.answer(BALTIC)
    assert at(game, BALTIC) == {"battleship": 1, "transport": 1}


@clause("classic.R102.2")
def test_if_all_were_in_the_zone_there_is_no_retreat() -> None:
    game = attack(
        "Germany",
        [f"1 fighter: Western Europe > {NORTH}"],
        {NORTH: {"Germany": "1 battleship", UK: "1 battleship"}, "Western Europe": {"Germany": "1 fighter"}},
        dice=[6, 6, 6, 6, 4, 6],
    )
    assert combat_over(game)  # fought to the end without a question
    assert [e["rounds"] for e in happened(game, "battle_ended")] == [2]


@clause("classic.R102.3")
def test_aircraft_leave_the_sea_battle_and_land_in_noncombat_movement() -> None:
    game = two_fleets([6] * 6)
    tell(game, "nothing", BALTIC)
    assert at(game, NORTH, "Germany") == {"fighter": 1}
    game.answer(way(game, f"1 fighter: {NORTH} > Finland-Norway"))
    assert at(game, "Finland-Norway") == {"fighter": 1}


def carrier_sunk(fleet: str, dice: list[int], owners: Mapping[str, str] | None = None) -> Game:
    """A Japanese submarine from Wake sinks an American carrier off Hawaii."""
    zone = "Hawaiian Islands Sea Zone"
    return attack(
        "Japan",
        [f"1 submarine: Wake Island Sea Zone > {zone}"],
        {"Wake Island Sea Zone": {"Japan": "1 submarine"}, zone: {US: fleet}},
        dice=dice,
        owners=owners or {},
    )


@clause("classic.R107")
def test_fighters_of_a_sunk_carrier_land_on_an_own_island_in_the_zone() -> None:
    game = carrier_sunk("1 carrier, 1 fighter", [1, 4])
    assert at(game, "Hawaiian Islands") == {"fighter": 1}
    assert at(game, "Hawaiian Islands Sea Zone") == {}


@clause("classic.R107")
def test_fighters_of_a_sunk_carrier_do_not_land_on_an_enemy_island() -> None:
    game = carrier_sunk("1 carrier, 1 fighter", [1, 4], {"Hawaiian Islands": "Japan"})
    assert at(game, "Hawaiian Islands") == at(game, "Hawaiian Islands Sea Zone") == {}
    assert [e["power"] for e in happened(game, "lost")] == [US, "Japan", US]


@clause("classic.R107")
def test_fighters_of_a_sunk_carrier_land_on_another_carrier_with_room() -> None:
    game = carrier_sunk("2 carriers, 2 fighters", [1, 6, 4, 6])
    assert at(game, "Hawaiian Islands Sea Zone", US) == {"aircraft_carrier": 1, "fighter": 2}
    assert at(game, "Hawaiian Islands") == {}


@clause("classic.R107")
def test_fighters_beyond_the_room_of_the_other_carrier_go_to_the_island() -> None:
    game = carrier_sunk("2 carriers, 3 fighters", [1, 6, 4, 6, 6])
    assert at(game, "Hawaiian Islands Sea Zone", US) == {"aircraft_carrier": 1, "fighter": 2}
    assert at(game, "Hawaiian Islands") == {"fighter": 1}


@clause("classic.R108")
def test_fighters_of_a_sunk_attacking_carrier_land_in_noncombat_movement() -> None:
    game = attack(
        "Germany",
        [f"1 carrier: {BALTIC} > {NORTH}", f"1 fighter: {BALTIC} > {NORTH}"],
        {BALTIC: {"Germany": "1 carrier, 1 fighter"}, NORTH: {UK: "1 submarine, 1 transport"}},
        dice=[1, 3, 6, 2],
    )
    assert asked(game) == ("casualties", UK)
    game.answer("1 transport")
    assert at(game, NORTH, "Germany") == {"fighter": 1}
    assert in_phase(game, "noncombat")
    game.answer(way(game, f"1 fighter: {NORTH} > Western Europe"))
    assert at(game, "Western Europe") == {"fighter": 1}


def guest(dice: list[int]) -> Game:
    """A German carrier with a Japanese fighter and a battleship attack a British battleship."""
    return attack(
        "Germany",
        [f"1 carrier, 1 battleship: {BALTIC} > {NORTH}"],
        {BALTIC: {"Germany": "1 carrier, 1 battleship", "Japan": "1 fighter"}, NORTH: {UK: "1 battleship"}},
        dice=dice,
    )


@clause("classic.R64.1", "classic.R129")
def test_a_guest_fighter_does_not_attack_but_may_be_lost_if_its_owner_agrees() -> None:
    game = guest([6, 4, 4])
    assert [len(e["dice"]) for e in happened(game, "volley_fired")] == [1, 1, 1]  # carrier, battleship; battleship
    assert asked(game) == ("casualties", "Germany")
    game.answer("1 fighter of Japan")
    assert asked(game) == ("agree", "Japan")
    game.answer("yes")
    assert at(game, NORTH) == {"aircraft_carrier": 1, "battleship": 1}


@clause("classic.R64.1")
def test_without_its_owners_consent_a_guest_fighter_is_not_lost() -> None:
    game = guest([6, 4, 4])
    tell(game, "1 fighter of Japan", "no")
    assert asked(game) == ("casualties", "Germany")
    assert game.decision and all(s.owner == "Germany" for s in game.decision.form.force)  # type: ignore[attr-defined]
    game.answer("1 battleship")
    assert at(game, NORTH) == {"aircraft_carrier": 1, "fighter": 1}


@clause("classic.R64", "classic.R129")
def test_guests_share_the_fate_of_their_carrier() -> None:
    game = guest([6, 4, 4])
    game.answer("1 carrier")
    assert at(game, NORTH) == {"battleship": 1}  # no deck is left
    game = guest([6, 6, 6])
    game.answer(BALTIC)  # in a retreat they ride along
    assert at(game, BALTIC) == {"aircraft_carrier": 1, "battleship": 1, "fighter": 1}
