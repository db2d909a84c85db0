"""Antiaircraft guns and aircraft: R97, R98, R183, R191 to R193."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, combat_over, fired, in_phase, left, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK = "Soviet Union", "United Kingdom"
OVER = "Finland-Norway > Karelia S.S.R. > Russia"  # over the guns of Karelia


def over_karelia(flying: str, dice: Iterable[int], russia: str = "1 infantry") -> Game:
    """German aircraft in Finland-Norway at the start of combat movement, a Soviet gun in Karelia."""
    return position(
        "Germany",
        "combat_move",
        {
            "Finland-Norway": {"Germany": flying},
            "Germany": {"Germany": "1 infantry"},
            "Karelia S.S.R.": {RED: "1 aa gun, 1 infantry"},
            "Russia": {RED: russia},
        },
        dice=list(dice),
    )


@clause("classic.R97", "classic.R97.2")
def test_guns_fire_at_once_at_each_aircraft_that_only_flies_over() -> None:
    game = over_karelia("3 fighters", [1, 2, 6])
    game.answer(f"3 fighters: {OVER}")
    assert in_phase(game, "combat")  # still in movement
    fire = happened(game, "aa_fired")
    assert [(e["space"], e["dice"], e["hits"]) for e in fire] == [("Karelia S.S.R.", [1, 2, 6], 1)]
    assert at(game, "Russia", "Germany") == {"fighter": 2}  # the others have flown on
    assert at(game, "Karelia S.S.R.", "Germany") == {}


@clause("classic.R97.2")
def test_if_all_are_shot_down_none_flies_on() -> None:
    game = over_karelia("1 fighter", [1])
    game.answer(f"1 fighter: {OVER}")
    assert at(game, "Russia", "Germany") == {}
    assert sum(happened(game, "lost")[0]["force"].values()) == 1
    assert happened(game, "lost")[0]["space"] == "Karelia S.S.R."


@clause("classic.R97", "classic.R84")
@pytest.mark.parametrize("die", [2, 6])
def test_only_a_roll_of_one_hits(die: int) -> None:
    game = over_karelia("1 fighter", [die])
    game.answer(f"1 fighter: {OVER}")
    assert at(game, "Russia", "Germany") == {"fighter": 1}


@clause("classic.R97.1")
def test_guns_of_the_attacked_territory_wait_for_the_battle() -> None:
    game = over_karelia("2 fighters", [6, 6, 6, 6, 6])
    game.answer("2 fighters: Finland-Norway > Karelia S.S.R.")
    assert left(game) == [6, 6, 6, 6, 6]  # no die in movement
    game.answer("done")
    assert fired(game)[0] == ("antiaircraft fire", [6, 6])
    assert happened(game, "aa_fired") == []


@clause("classic.R97.1", "classic.R122.2")
def test_guns_fire_at_raiders_as_a_step_of_the_raid() -> None:
    game = over_karelia("1 bomber", [1])
    game.answer("1 bomber: Finland-Norway > Karelia S.S.R. [raid]")
    assert left(game) == [1]
    game.answer("done")
    assert fired(game) == [("antiaircraft fire", [1])]
    assert happened(game, "raided") == []


@clause("classic.R97.3")
def test_the_owner_picks_which_overflying_aircraft_is_lost() -> None:
    for victim, rest in (("fighter", "bomber"), ("bomber", "fighter")):
        game = over_karelia("1 fighter, 1 bomber", [1, 5])
        game.answer(f"1 fighter, 1 bomber: {OVER}")
        assert asked(game) == ("casualties", "Germany")
        refused(game, "1 fighter, 1 bomber", "classic.R97.3")
        game.answer(f"1 {victim}")
        assert at(game, "Russia", "Germany") == {rest: 1}
        assert happened(game, "volley_fired") == []  # there is no fire back


@clause("classic.R97.3", "classic.R192", "classic.R92.2")
@pytest.mark.parametrize(("victim", "rest"), [("fighter", {"fighter": 1, "bomber": 1}), ("bomber", {"fighter": 2})])
def test_in_the_battle_too_the_owner_picks_whoever_rolled(victim: str, rest: dict[str, int]) -> None:
    game = over_karelia("2 fighters, 1 bomber", [1, 6, 6, 6, 6, 6])
    tell(game, "2 fighters, 1 bomber: Finland-Norway > Karelia S.S.R.", "done")
    assert asked(game) == ("casualties", "Germany")
    game.answer(f"1 {victim}")
    assert at(game, "Karelia S.S.R.", "Germany") == rest
    assert sum(len(dice) for name, dice in fired(game) if name == "attackers") == 2  # the third one has not fired


@clause("classic.R97.4")
def test_a_gun_fires_at_the_first_group_only() -> None:
    game = over_karelia("3 fighters", [6, 6, 6, 6])
    game.answer(f"1 fighter: {OVER}")
    game.answer(f"1 fighter: {OVER}")
    assert [e["dice"] for e in happened(game, "aa_fired")] == [[6]]
    tell(game, "1 fighter: Finland-Norway > Karelia S.S.R.", "done", "Karelia S.S.R.")
    assert [name for name, _ in fired(game)] == ["attackers", "defenders"]  # silent in the battle as well


@clause("classic.R97.4")
def test_the_gun_fires_again_in_the_next_enemy_turn() -> None:
    game = position(
        "Germany",
        "combat_move",
        {
            "Finland-Norway": {"Germany": "1 fighter", "Japan": "1 fighter"},
            "Germany": {"Germany": "1 infantry"},
            "Japan": {"Japan": "1 infantry"},
            "Karelia S.S.R.": {RED: "1 aa gun, 1 infantry"},
            "Russia": {RED: "5 infantry"},
        },
        dice=[5, 6, 6, 6, 6, 6, 6, 4],
    )
    tell(game, f"1 fighter: {OVER}", "done", "break off")
    until(game, "Japan", "move", "combat")
    game.answer(f"1 fighter: {OVER}")
    assert [e["dice"] for e in happened(game, "aa_fired")] == [[5], [4]]


@clause("classic.R97.5", "classic.R183")
def test_guns_do_not_fire_in_noncombat_movement() -> None:
    game = attack(
        "Germany",
        ["1 fighter: Ukraine S.S.R. > Caucasus"],
        {
            "Ukraine S.S.R.": {"Germany": "1 fighter"},
            "Caucasus": {RED: "1 infantry"},
            "Karelia S.S.R.": {RED: "1 aa gun"},
        },
        dice=[3, 6],
    )
    assert combat_over(game)
    game.answer(way(game, "1 fighter: Caucasus > Karelia S.S.R. > Finland-Norway"))
    assert at(game, "Finland-Norway") == {"fighter": 1}
    assert happened(game, "aa_fired") == []


@clause("classic.R97.5")
def test_guns_do_not_fire_in_their_owners_turn() -> None:
    game = position(
        RED,
        "combat_move",
        {
            "Karelia S.S.R.": {RED: "1 aa gun, 1 infantry"},
            "Russia": {RED: "1 fighter"},
            "Finland-Norway": {"Germany": "1 infantry"},
        },
        dice=[6, 6],
    )
    tell(game, "1 fighter: Russia > Karelia S.S.R. > Finland-Norway", "done")
    assert happened(game, "aa_fired") == []
    assert [name for name, _ in fired(game)] == ["attackers", "defenders"]


@clause("classic.R97.6")
def test_guns_fire_neither_at_land_units_nor_in_later_rounds() -> None:
    game = attack(
        "Germany",
        ["1 infantry, 1 fighter: Finland-Norway > Karelia S.S.R."],
        {
            "Finland-Norway": {"Germany": "1 infantry, 1 fighter"},
            "Karelia S.S.R.": {RED: "1 aa gun, 1 infantry"},
        },
        dice=[6] * 8,
    )
    assert fired(game)[0] == ("antiaircraft fire", [6])  # one die, though two units attack
    game.answer("press on")
    assert [name for name, _ in fired(game)].count("antiaircraft fire") == 1


@clause("classic.R97.6")
def test_guns_stay_silent_without_aircraft_and_under_ships() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Baltic Sea Zone > Karelia S.S.R."],
        {
            "Baltic Sea Zone": {"Germany": "1 transport (carrying infantry of Germany), 1 battleship"},
            "Karelia S.S.R.": {RED: "1 aa gun, 1 infantry"},
        },
        dice=[5, 1, 6],
    )
    assert fired(game) == [("support shots", [5]), ("attackers", [1]), ("defenders", [6])]


@clause("classic.R98")
def test_a_gun_fires_for_who_controls_the_territory_and_covers_allies() -> None:
    game = attack(
        "Germany",
        ["1 fighter: Finland-Norway > Karelia S.S.R."],
        {
            "Finland-Norway": {"Germany": "1 fighter"},
            "Karelia S.S.R.": {RED: "1 aa gun", UK: "1 infantry"},
        },
        dice=[1],
    )
    shot = happened(game, "volley_fired")[0]
    assert (shot["volley"], shot["power"], shot["hits"]) == ("antiaircraft fire", RED, 1)
    assert at(game, "Karelia S.S.R.", UK) == {"infantry": 1}


@clause("classic.R191", "classic.R50")
def test_a_captured_gun_fires_in_the_next_enemy_turn() -> None:
    game = position(
        "Germany",
        "combat_move",
        {
            "Finland-Norway": {"Germany": "1 tank"},
            "Karelia S.S.R.": {RED: "1 aa gun"},
            UK: {UK: "1 bomber"},
        },
        dice=[1],
    )
    game.answer("1 tank: Finland-Norway > Karelia S.S.R.")
    assert at(game, "Karelia S.S.R.", "Germany") == {"tank": 1, "antiaircraft_gun": 1}
    until(game, UK, "move", "combat")
    tell(game, "1 bomber: United Kingdom > North Sea Zone > Karelia Sea Zone > Karelia S.S.R.")
    shot = happened(game, "volley_fired")[0]
    assert (shot["volley"], shot["power"], shot["hits"]) == ("antiaircraft fire", "Germany", 1)


def undefended(dice: Iterable[int], **setting: object) -> Game:
    """A German fighter and an infantry before a Karelia that holds a gun only."""
    return position(
        "Germany",
        "combat_move",
        {
            "Finland-Norway": {"Germany": "2 fighters, 1 infantry"},
            "Germany": {"Germany": "1 infantry"},
            "Karelia S.S.R.": {RED: "1 aa gun"},
        },
        dice=list(dice),
        **setting,  # type: ignore[arg-type]
    )


@clause("classic.R193")
def test_a_gun_alone_fires_at_aircraft_that_join_its_capture() -> None:
    game = undefended([1, 6])
    game.answer("2 fighters: Finland-Norway > Karelia S.S.R.")
    assert left(game) == [1, 6]
    game.answer("1 infantry: Finland-Norway > Karelia S.S.R.")
    assert left(game) == []
    assert at(game, "Karelia S.S.R.", "Germany") == {"fighter": 1, "infantry": 1, "antiaircraft_gun": 1}
    assert game.state.owner["Karelia S.S.R."] == "Germany"


@clause("classic.R193")
def test_a_gun_alone_fires_at_aircraft_that_come_without_land_units() -> None:
    game = undefended([1, 1])
    tell(game, "2 fighters: Finland-Norway > Karelia S.S.R.", "done")
    assert fired(game) == [("antiaircraft fire", [1, 1])]
    assert at(game, "Karelia S.S.R.", "Germany") == {}
    assert game.state.owner["Karelia S.S.R."] == RED


@clause("classic.R193")
def test_a_switch_keeps_a_gun_alone_silent() -> None:
    off = {"common.switches.set": {"antiaircraft_fires_at_undefended_capture": False}}
    game = undefended([], rules=["common.switches"], options=off)
    game.answer("1 fighter: Finland-Norway > Karelia S.S.R.")
    game.answer("1 infantry: Finland-Norway > Karelia S.S.R.")
    assert at(game, "Karelia S.S.R.", "Germany") == {"fighter": 1, "infantry": 1, "antiaircraft_gun": 1}
    game = undefended([], rules=["common.switches"], options=off)
    tell(game, "1 fighter: Finland-Norway > Karelia S.S.R.", "done")
    assert at(game, "Karelia S.S.R.", "Germany") == {"fighter": 1}
