"""Rules of `common` that play points of the third edition: R198 to R213."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, fired, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
BALTIC, NORTH, KARELIA, FINLAND = "Baltic Sea Zone", "North Sea Zone", "Karelia S.S.R.", "Finland-Norway"
HAWAII, HAWAII_SEA, WAKE_SEA = "Hawaiian Islands", "Hawaiian Islands Sea Zone", "Wake Island Sea Zone"


def baltic(defenders: str, dice: list[int], cargo: str = "", rules: tuple[str, ...] = ()) -> Game:
    """A British battleship and a transport go into the Baltic; with cargo they mean to land in Eastern Europe."""
    fleet = "1 battleship, 1 transport" + (f" (carrying {cargo} of United Kingdom)" if cargo else "")
    moves = [f"{fleet}: {NORTH} > {BALTIC}"] + ([f"1 {cargo}: {BALTIC} > Eastern Europe"] if cargo else [])
    return attack(UK, moves, {NORTH: {UK: fleet}, BALTIC: {"Germany": defenders}}, dice=dice, rules=rules)


@clause("classic.R198")
def test_defending_submarines_submerge_and_stay() -> None:
    game = baltic("1 submarine", [6, 6], rules=("common.submerging",))
    assert asked(game) == ("withdraw", "Germany")
    game.answer("1 submarine")
    assert at(game, BALTIC) == {"submarine": 1, "battleship": 1, "transport": 1}
    assert combat_over(game)
    assert happened(game, "submerged")[0]["space"] == BALTIC
    assert not happened(game, "withdrew")
    assert happened(game, "battle_ended")[0]["outcome"] == "attacker wins"


@clause("classic.R198")
def test_attacking_submarines_withdraw_as_before() -> None:
    game = attack(
        UK,
        [f"1 submarine: {NORTH} > {BALTIC}"],
        {NORTH: {UK: "1 submarine"}, BALTIC: {"Germany": "1 submarine"}},
        dice=[6, 6],
        rules=["common.submerging"],
    )
    game.answer("1 submarine")
    assert at(game, NORTH) == {"submarine": 1}


@clause("classic.R198", "classic.R119")
def test_over_a_submerged_submarine_the_landing_goes_on() -> None:
    game = baltic("1 submarine", [6, 6], "infantry", rules=("common.submerging",))
    game.answer("1 submarine")
    assert game.state.owner["Eastern Europe"] == UK


@clause("classic.R199")
@pytest.mark.parametrize("rules", [[], ["common.no_return_to_battle"]])
def test_submarines_do_not_withdraw_to_sites_of_battles(rules: list[str]) -> None:
    game = attack(
        "Japan",
        [
            "1 battleship: Philippines Sea Zone > Caroline Islands Sea Zone",
            f"1 submarine: Okinawa Sea Zone > {WAKE_SEA}",
        ],
        {
            "Philippines Sea Zone": {"Japan": "1 battleship"},
            "Caroline Islands Sea Zone": {US: "1 submarine"},
            "Okinawa Sea Zone": {"Japan": "1 submarine"},
            WAKE_SEA: {US: "1 battleship"},
        },
        dice=[6, 4, 6, 6],
        rules=rules,
    )
    game.answer(WAKE_SEA)  # there the Japanese submarine is sunk: no enemy is left in the zone
    game.answer("1 submarine")
    assert (WAKE_SEA in choices(game)) is not bool(rules)
    assert "Okinawa Sea Zone" in choices(game)


@clause("classic.R200")
def test_aircraft_may_retreat_from_a_landing_the_others_may_not() -> None:
    game = attack(
        "Germany",
        [f"1 infantry: {BALTIC} > {KARELIA}", f"2 fighters: {FINLAND} > {KARELIA}"],
        {
            BALTIC: {"Germany": "1 transport (carrying infantry of Germany)"},
            FINLAND: {"Germany": "2 fighters"},
            KARELIA: {RED: "1 infantry"},
        },
        dice=[6, 6, 6, 6] + [6, 6, 6] + [1, 6],
        rules=["common.aircraft_leave_landings"],
    )
    assert asked(game) == ("withdraw", "Germany")
    refused(game, "1 infantry", "classic.R200")
    game.answer("1 fighter")
    assert asked(game) == ("withdraw", "Germany")  # a round with one fighter later
    game.answer("1 fighter")
    assert combat_over(game)
    assert game.state.owner[KARELIA] == "Germany"
    game.answer(way(game, f"2 fighters: {KARELIA} > {FINLAND}"))
    assert at(game, FINLAND) == {"fighter": 2}


@clause("classic.R200")
def test_from_a_battle_without_a_landing_aircraft_do_not_leave_alone() -> None:
    game = attack(
        "Germany",
        [f"1 infantry, 1 fighter: {FINLAND} > {KARELIA}"],
        {FINLAND: {"Germany": "1 infantry, 1 fighter"}, KARELIA: {RED: "1 infantry"}},
        dice=[6, 6, 6],
        rules=["common.aircraft_leave_landings"],
    )
    assert asked(game) == ("retreat", "Germany")


@clause("classic.R201")
def test_any_number_of_guns_of_which_one_fires() -> None:
    rules = ["common.many_guns"]
    game = position("Germany", "purchase", {"Germany": {"Germany": "1 aa gun"}}, rules=rules, ipcs={"Germany": 10})
    game.answer("2 aa guns")
    until(game, "Germany", "place")
    game.answer("2 aa guns > Germany")
    assert at(game, "Germany") == {"antiaircraft_gun": 3}
    game = attack(
        "Germany",
        [f"2 fighters: {FINLAND} > {KARELIA}"],
        {FINLAND: {"Germany": "2 fighters"}, KARELIA: {RED: "3 aa guns, 1 infantry"}},
        dice=[5, 5, 3, 6, 6],
        rules=rules,
    )
    assert fired(game)[0] == ("antiaircraft fire", [5, 5])


@clause("classic.R202")
def test_guns_do_not_fire_at_aircraft_that_only_fly_over() -> None:
    units = {FINLAND: {"Germany": "1 fighter"}, KARELIA: {RED: "1 aa gun"}, "Russia": {RED: "1 infantry, 1 aa gun"}}
    game = attack(
        "Germany", [f"1 fighter: {FINLAND} > {KARELIA} > Russia"], units, dice=[6, 3, 6],
        rules=["common.no_fire_at_overflight"],
    )  # fmt: skip
    assert happened(game, "aa_fired") == []
    assert fired(game)[0] == ("antiaircraft fire", [6])  # over the target it does


@clause("classic.R203")
def test_ships_are_placed_among_enemies() -> None:
    units = {BALTIC: {UK: "1 transport"}}
    game = position("Germany", "purchase", units, rules=["common.ships_among_enemies"], ipcs={"Germany": 8})
    game.answer("1 submarine")
    until(game, "Germany", "place")
    game.answer(f"1 submarine > {BALTIC}")


@clause("classic.R204")
def test_prices_and_the_range_of_bombers() -> None:
    units = registry.build("classic", ["common.third_edition_units"]).units
    assert (units["antiaircraft_gun"].cost, units["aircraft_carrier"].cost, units["bomber"].move) == (8, 15, 5)
    assert units["antiaircraft_gun"].aa == 1


@clause("classic.R205")
def test_long_range_aircraft_fly_one_space_further() -> None:
    techs = {US: ["long_range_aircraft"]}
    game = position(US, "purchase", techs=techs, rules=["common.shorter_long_range"])
    assert (game.stats(US, "fighter").move, game.stats(US, "bomber").move) == (5, 7)


@clause("classic.R206")
def test_heavy_bombers_roll_four_dice() -> None:
    game = attack(
        "Germany",
        ["1 bomber: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 bomber"}, "Caucasus": {RED: "5 infantry"}},
        techs={"Germany": ["heavy_bombers"]},
        dice=[4, 4, 4, 4] + [6] * 5,
        rules=["common.heavier_bombers"],
    )
    assert fired(game)[0] == ("attackers", [4, 4, 4, 4])
    assert at(game, "Caucasus", RED) == {"infantry": 1}


def loading(first: str, second: str, rules: list[str]) -> Game:
    """Two units board one transport in the Baltic."""
    game = position(
        "Germany",
        "noncombat_move",
        {BALTIC: {"Germany": "1 transport"}, "Germany": {"Germany": "3 infantry, 1 tank, 2 aa guns"}},
        rules=rules,
    )
    return tell(game, f"1 {first}: Germany > {BALTIC}", f"1 {second}: Germany > {BALTIC}")


@clause("classic.R209")
def test_a_transport_takes_a_gun_together_with_an_infantry_and_no_other_new_load() -> None:
    rules = ["common.gun_and_infantry"]
    game = loading("aa gun", "infantry", rules)
    cargo = next(s for s in game.state.at(BALTIC)).cond.cargo
    assert cargo == (("Germany", "antiaircraft_gun"), ("Germany", "infantry"))
    with pytest.raises(Illegal):
        game.answer(f"1 infantry: Germany > {BALTIC}")
    loading("infantry", "infantry", rules)
    for pair in (("tank", "infantry"), ("aa gun", "aa gun"), ("tank", "aa gun")):
        with pytest.raises(Illegal):
            loading(*pair, rules)
    with pytest.raises(Illegal):
        loading("aa gun", "infantry", [])


@clause("classic.R210")
def test_western_canada_does_not_touch_the_hudson_bay() -> None:
    link = "Eastern Canada Sea Zone"
    assert link not in registry.build("classic", ["common.hudson_bay_closed"]).neighbors["Western Canada"]
    assert link in registry.build("classic").neighbors["Western Canada"]


def carrier_sunk(units: dict[str, dict[str, str]], owners: dict[str, str], fly: bool = True, **more: Any) -> Game:
    """A Japanese submarine sinks an American carrier with a fighter off Hawaii."""
    scene = {WAKE_SEA: {"Japan": "1 submarine"}, HAWAII_SEA: {US: "1 carrier, 1 fighter"}, **units}
    rules = ["common.homeless_fighters_fly"] if fly else []
    moves = [f"1 submarine: {WAKE_SEA} > {HAWAII_SEA}"]
    return attack("Japan", moves, scene, dice=[1, 4], owners=owners, rules=rules, **more)


@clause("classic.R211")
@pytest.mark.parametrize("fly", [True, False])
def test_a_homeless_fighter_flies_to_a_carrier_one_space_away(fly: bool) -> None:
    midway = "Midway Sea Zone"
    game = carrier_sunk({midway: {US: "1 carrier"}}, {HAWAII: "Japan"}, fly)
    assert at(game, midway) == ({"aircraft_carrier": 1, "fighter": 1} if fly else {"aircraft_carrier": 1})
    assert at(game, HAWAII_SEA) == {}


@clause("classic.R211")
def test_it_prefers_its_island_and_is_lost_without_any_place() -> None:
    game = carrier_sunk({"Midway Sea Zone": {US: "1 carrier"}}, {})
    assert at(game, HAWAII) == {"fighter": 1}
    game = carrier_sunk({"Midway Sea Zone": {US: "1 carrier, 2 fighters"}}, {HAWAII: "Japan"})
    assert at(game, "Midway Sea Zone") == {"aircraft_carrier": 1, "fighter": 2}
    assert [e["power"] for e in happened(game, "lost")] == [US, "Japan", US]


@clause("classic.R212")
def test_allied_economic_victory() -> None:
    rules = ["common.allied_economic_victory"]
    more = dict.fromkeys(["Manchuria", "Kwangtung", "French Indo-China", "Philippines", "East Indies"], US)  # 14
    more |= {"Ukraine S.S.R.": RED, "Finland-Norway": UK}  # 5: 90 and 19 are 109
    assert not position(US, "collect", owners=more, rules=rules).decided()
    more |= {"Libya": UK}
    game = position(US, "collect", owners=more, rules=rules)
    assert game.winner == "allies"
    assert not position(US, "collect", owners=more).decided()


def hit_once(repaired: bool = True) -> Game:
    """A British and a German battleship hit each other once."""
    return attack(
        UK,
        [f"1 battleship: {NORTH} > {BALTIC}"],
        {NORTH: {UK: "1 battleship"}, BALTIC: {"Germany": "1 battleship"}},
        dice=[4, 4],
        rules=["common.two_hit_battleships"],
        options={"common.two_hit_battleships.repaired": repaired},
    )


@clause("classic.R213")
def test_a_battleship_takes_two_hits() -> None:
    game = hit_once()
    assert at(game, BALTIC) == {"battleship": 2}
    assert {(s.owner, s.cond.damage) for s in game.state.at(BALTIC)} == {(UK, 1), ("Germany", 1)}
    game.dice.faces.extend([4, 6])  # type: ignore[attr-defined]
    game.answer("press on")
    assert at(game, BALTIC) == {"battleship": 1}
    assert combat_over(game)


@clause("classic.R213")
@pytest.mark.parametrize("repaired", [True, False])
def test_damage_is_repaired_at_the_start_of_the_owners_turn(repaired: bool) -> None:
    game = hit_once(repaired)
    game.answer(NORTH)

    def damage(space: str) -> list[int]:
        return [s.cond.damage for s in game.state.at(space) if s.type == "battleship"]

    until(game, "Germany", "purchase")
    assert (damage(NORTH), damage(BALTIC)) == ([1], [0 if repaired else 1])
    until(game, UK, "purchase")
    assert damage(NORTH) == [0 if repaired else 1]
