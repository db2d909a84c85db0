"""National advantages of Germany, Japan, and Italy."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.objectives import listed, met_by
from tests.conformance.anniversary.board import (
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    fired,
    go,
    has,
    owner,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

from .duel import Duel, agrees, enhanced, kinds, until_dice_end

clause = pytest.mark.clause

# --- Germany ----------------------------------------------------------------------------------------------------------

PACKS, WALL = "na_germany_wolf_packs", "na_germany_atlantic_wall"


def hunt(enemy: str, dice: list[int], **more: Any) -> Any:
    units = {zone(9): {UK: enemy}, zone(8): {GER: "3 submarine"}}
    game = enhanced(PACKS, GER, "combat_move", units, dice=dice, **more)
    go(game, "3 submarine: Sea Zone 8 > Sea Zone 9")
    until_phase(game, "noncombat_move", {"fight": True})
    return fired(game)


@clause("enhanced.na_germany_wolf_packs.1")
def test_undetected_german_submarines_hit_on_3_in_the_first_round() -> None:
    assert hunt("1 carrier, 1 cruiser", [3, 3, 5])[0] == ("surprise strike", "3", [3, 3, 5], 2)
    later = hunt("1 cruiser", [5, 5, 5, 6, 3, 3, 6, 6, 2, 6, 6])
    assert later[2] == ("surprise strike", "2", [3, 3, 6], 0)
    other = hunt("1 carrier, 1 cruiser", [4, 4, 5], options={"attack_undetected": 4})
    assert other[0] == ("surprise strike", "4", [4, 4, 5], 2)


@clause("enhanced.na_germany_wolf_packs.1")
def test_detected_submarines_and_those_of_others_hit_on_2() -> None:
    assert ("submarines", "2", [3, 3, 5], 0) in hunt("1 destroyer", [3, 3, 5, 6, 1, 1, 1, 6])
    game = enhanced(PACKS, ITA, "combat_move", {zone(9): {UK: "1 carrier"}, zone(8): {ITA: "1 submarine"}}, dice=[1])
    until_phase(go(game, "1 submarine: Sea Zone 8 > Sea Zone 9"), "noncombat_move", {"fight": True})
    assert fired(game)[0] == ("surprise strike", "2", [1], 1)


@clause("enhanced.na_germany_wolf_packs.1")
def test_wolf_packs_are_solved() -> None:
    agrees(Duel(PACKS, zone(9), {GER: {"submarine": 3}}, {UK: {"cruiser": 1, "submarine": 1}}))


LANDING = {
    zone(7): {UK: "2 transport"}, "United Kingdom": {UK: "3 infantry, 1 artillery"},
    "France": {GER: "3 infantry, 1 artillery"},
}  # fmt: skip


def land(dice: list[int], units: Any = LANDING, **more: Any) -> Any:
    game = enhanced(WALL, UK, "combat_move", units, dice=dice, **more)
    game.answer("3 infantry, 1 artillery: United Kingdom > Sea Zone 7")
    go(game, "3 infantry, 1 artillery: Sea Zone 7 > France")
    until_dice_end(game)
    return [row for row in fired(game) if row[0] == "defenders"]


@clause("enhanced.na_germany_atlantic_wall.1", "enhanced.na_germany_atlantic_wall.2")
def test_the_wall_defends_at_3_in_the_first_round() -> None:
    rolls = land([6, 6, 6, 6, 3, 3, 4, 6, 6, 6, 3, 3, 2, 2])
    assert rolls[0] == ("defenders", "3", [3, 3, 4, 6], 2)
    assert rolls[1] == ("defenders", "2", [3, 3, 2, 2], 2)


@clause("enhanced.na_germany_atlantic_wall.1")
def test_only_german_units_profit_in_a_territory_of_any_owner() -> None:
    units = {**LANDING, "France": {GER: "1 infantry", ITA: "2 infantry"}}
    for holder in (GER, ITA):
        rolls = land([6, 6, 6, 6, 3, 2, 3], units, owners={"France": holder})
        assert rolls[0] == ("defenders", "2 and 3", [3, 2, 3], 2)


@clause("enhanced.na_germany_atlantic_wall.1")
def test_the_wall_by_its_options() -> None:
    attack = {"Poland": {RED: "2 infantry"}, "Germany": {GER: "2 infantry"}}
    east = {"territories": ("Germany",), "defense": 4}
    game = enhanced(WALL, RED, "combat_move", attack, dice=[6, 6, 4, 4], options=east, owners={"Poland": RED})
    go(game, "2 infantry: Poland > Germany")
    assert ("defenders", "4", [4, 4], 2) in fired(game)
    both = {"territories": ("Germany",), "only_against_amphibious": True}
    game = enhanced(WALL, RED, "combat_move", attack, dice=[6, 6, 3, 3], options=both, owners={"Poland": RED})
    go(game, "2 infantry: Poland > Germany")
    assert ("defenders", "2", [3, 3], 0) in fired(game)
    rolls = land([6, 6, 6, 6, 3, 3, 4, 6], options={"only_against_amphibious": True})
    assert rolls[0] == ("defenders", "3", [3, 3, 4, 6], 2)


@clause("enhanced.na_germany_atlantic_wall.1", "enhanced.na_germany_atlantic_wall.2")
@pytest.mark.parametrize("landed", [True, False])
def test_the_wall_is_solved(landed: bool) -> None:
    wall = {GER: {"infantry": 2, "artillery": 1}, ITA: {"infantry": 1}}
    options = {"only_against_amphibious": True}
    agrees(Duel(WALL, "France", {UK: {"infantry": 3, "tank": 1}}, wall, landed=landed, options=options))


# --- Japan ------------------------------------------------------------------------------------------------------------

EXPRESS, YAMATO = "na_japan_tokyo_express", "na_japan_yamato"
CONVOY = {zone(62): {JAP: "1 cruiser, 1 destroyer"}, "Japan": {JAP: "4 infantry"}, "Okinawa": {USA: "1 infantry"}}


def sail(units: Any, dice: list[int], load: str = "2 infantry", **more: Any) -> Any:
    game = enhanced(EXPRESS, JAP, "combat_move", units, dice=dice, owners={"Okinawa": USA}, **more)
    game.answer(f"{load}: Japan > Sea Zone 62")
    game.answer("1 cruiser, 1 destroyer: Sea Zone 62 > Sea Zone 60")
    return game


@clause("enhanced.na_japan_tokyo_express.1", "enhanced.na_japan_tokyo_express.2")
def test_infantry_lands_from_warships_and_the_cruiser_bombards() -> None:
    game = go(sail(CONVOY, [3, 6, 6, 6]), "2 infantry: Sea Zone 60 > Okinawa")
    until_phase(game, "noncombat_move")
    assert fired(game)[0] == ("bombardment", "3", [3], 1)
    assert owner(game, "Okinawa") == JAP and has(game, "Okinawa", JAP, "infantry") == 2


@clause("enhanced.na_japan_tokyo_express.2")
def test_warships_with_infantry_fight_first_and_then_do_not_bombard() -> None:
    units = {**CONVOY, zone(60): {USA: "1 destroyer"}}
    game = go(sail(units, [1, 3, 6, 1, 6, 6]), "2 infantry: Sea Zone 60 > Okinawa")
    until_phase(game, "noncombat_move")
    assert [e["space"] for e in happened(game, "battle_started")] == [zone(60), "Okinawa"]
    assert not any(volley == "bombardment" for volley, *_ in fired(game))
    assert owner(game, "Okinawa") == JAP


@clause("enhanced.na_japan_tokyo_express.1")
def test_infantry_sinks_with_its_ship() -> None:
    units = {**CONVOY, zone(60): {USA: "1 destroyer, 1 cruiser"}}
    game = go(sail(units, [6, 6, 1, 1]), "2 infantry: Sea Zone 60 > Okinawa")
    until_phase(game, "noncombat_move")
    assert at(game, zone(60), JAP) == {} and at(game, "Japan", JAP) == {"infantry": 2}


@clause("enhanced.na_japan_tokyo_express.1")
def test_warships_carry_infantry_in_the_noncombat_move_but_no_more_than_one() -> None:
    units = {zone(62): {JAP: "1 destroyer"}, "Japan": {JAP: "2 infantry, 1 artillery"}}
    game = enhanced(EXPRESS, JAP, "noncombat_move", units)
    with pytest.raises(Illegal):
        game.answer("2 infantry: Japan > Sea Zone 62")
    with pytest.raises(Illegal):
        game.answer("1 artillery: Japan > Sea Zone 62")
    game.answer("1 infantry: Japan > Sea Zone 62")
    game.answer("1 destroyer: Sea Zone 62 > Sea Zone 60")
    go(game, "1 infantry: Sea Zone 60 > Okinawa")
    assert has(game, "Okinawa", JAP, "infantry") == 1
    others = enhanced(
        EXPRESS, UK, "noncombat_move", {zone(7): {UK: "1 destroyer"}, "United Kingdom": {UK: "1 infantry"}}
    )
    with pytest.raises(Illegal):
        others.answer("1 infantry: United Kingdom > Sea Zone 7")


def test_the_express_by_its_options() -> None:
    options = {"carriers": ("battleship",), "infantry_per_ship": 2}
    units = {zone(62): {JAP: "1 battleship, 1 destroyer"}, "Japan": {JAP: "4 infantry"}}
    game = enhanced(EXPRESS, JAP, "noncombat_move", units, options=options)
    with pytest.raises(Illegal):
        game.answer("3 infantry: Japan > Sea Zone 62")
    game.answer("2 infantry: Japan > Sea Zone 62")


def test_a_cruiser_without_infantry_still_supports_a_landing() -> None:
    units = {zone(62): {JAP: "1 cruiser, 1 transport"}, "Japan": {JAP: "1 infantry"}, "Okinawa": {USA: "1 infantry"}}
    game = enhanced(EXPRESS, JAP, "combat_move", units, dice=[3, 6, 6], owners={"Okinawa": USA})
    game.answer("1 infantry: Japan > Sea Zone 62")
    assert game.decision and game.decision.kind == "ship"
    game.answer("transport")
    game.answer("1 transport: Sea Zone 62 > Sea Zone 60")
    game.answer("1 cruiser: Sea Zone 62 > Sea Zone 60")
    go(game, "1 infantry: Sea Zone 60 > Okinawa")
    assert fired(game)[0][0] == "bombardment"


def broadside(dice: list[int], enemy: str = "1 destroyer, 1 cruiser", **more: Any) -> Any:
    units = {zone(52): {JAP: "1 battleship"}, zone(53): {USA: enemy}}
    game = enhanced(YAMATO, JAP, "combat_move", units, dice=dice, **more)
    go(game, "1 battleship: Sea Zone 52 > Sea Zone 53")
    return game


@clause("enhanced.na_japan_yamato.1")
def test_yamato_fires_twice_in_the_first_round_of_an_attack() -> None:
    assert fired(broadside([2, 4, 6, 6]))[0] == ("attackers", "4", [2, 4], 2)
    game = broadside([5, 5, 6, 6, 1, 6, 6, 1, 6])
    until_phase(game, "noncombat_move")
    volleys = [row for row in fired(game) if row[0] == "attackers"]
    assert [len(row[2]) for row in volleys[:2]] == [2, 1]
    assert fired(broadside([2, 4, 4, 6, 6], options={"dice_first_cycle": 3}))[0][2] == [2, 4, 4]


@clause("enhanced.na_japan_yamato.1")
def test_yamato_fires_twice_in_defense_and_in_a_bombardment() -> None:
    units = {zone(52): {JAP: "1 battleship"}, zone(53): {USA: "1 destroyer, 1 cruiser"}}
    game = enhanced(YAMATO, USA, "combat_move", units, dice=[6, 6, 4, 4])
    go(game, "1 destroyer, 1 cruiser: Sea Zone 53 > Sea Zone 52")
    until_phase(game, "noncombat_move")
    assert fired(game)[-1] == ("defenders", "4", [4, 4], 2)
    near = {
        zone(50): {JAP: "1 battleship, 1 transport"}, "Formosa": {JAP: "1 infantry"},
        "Philippine Islands": {USA: "1 infantry"},
    }  # fmt: skip
    game = enhanced(YAMATO, JAP, "combat_move", near, dice=[5, 3, 6, 6], owners={"Philippine Islands": USA})
    zones = list(game.rules.sea_near["Philippine Islands"])
    base = next(z for z in game.rules.sea_near["Formosa"])
    game = enhanced(
        YAMATO, JAP, "combat_move",
        {base: near[zone(50)], "Formosa": near["Formosa"], "Philippine Islands": near["Philippine Islands"]},
        dice=[5, 3, 6, 6], owners={"Philippine Islands": USA},
    )  # fmt: skip
    game.answer(f"1 infantry: Formosa > {base}")
    target = next(z for z in zones if z in game.rules.sea_near[base] or z == base)
    if target != base:
        game.answer(f"1 battleship, 1 transport: {base} > {target}")
    go(game, f"1 infantry: {target} > Philippine Islands")
    assert fired(game)[0] == ("bombardment", "4", [5, 3], 1)


@clause("enhanced.na_japan_yamato.1")
@pytest.mark.parametrize("attacking", [True, False])
def test_yamato_is_solved(attacking: bool) -> None:
    ours, theirs = {JAP: {"battleship": 1, "destroyer": 1}}, {USA: {"battleship": 1, "cruiser": 1, "destroyer": 1}}
    agrees(Duel(YAMATO, zone(53), ours, theirs) if attacking else Duel(YAMATO, zone(53), theirs, ours))


@clause("enhanced.na_japan_yamato.1")
def test_a_bombardment_with_two_dice_is_solved() -> None:
    landed = {JAP: {"infantry": 2, "tank": 1}}
    agrees(Duel(YAMATO, "Okinawa", landed, {USA: {"infantry": 3}}, ships={"battleship": 1, "cruiser": 1}, landed=True))


# --- Italy ------------------------------------------------------------------------------------------------------------

CORPS, BONUS = "na_italy_africa_corps", "na_italy_mediterranean_bonus"
MORE = {"infantry": 1, "artillery": 1, "tank": 1}


def corps(held: str | None = ITA, **more: Any) -> Any:
    return enhanced(CORPS, ITA, "place", {"Brazil": {USA: "1 infantry"}}, owners={"Libya": held}, **more)


@clause("enhanced.na_italy_africa_corps.1")
def test_the_africa_corps_arrives_once() -> None:
    game = corps()
    kinds(game)
    assert at(game, "Libya", ITA) == MORE
    while game.state.power != ITA:
        game.answer(game.decision.advice if game.decision.form.name != "moves" else "done")
    kinds(game, move="done")
    assert at(game, "Libya", ITA) == MORE


@clause("enhanced.na_italy_africa_corps.1")
def test_the_africa_corps_waits_until_italy_controls_libya() -> None:
    game = corps(UK)
    kinds(game)
    assert at(game, "Libya", ITA) == {}
    while game.state.power != ITA:
        game.answer(game.decision.advice if game.decision.form.name != "moves" else "done")
    game.state.owner["Libya"] = ITA
    kinds(game, move="done")
    assert at(game, "Libya", ITA) == MORE


def test_the_africa_corps_by_its_options() -> None:
    options = {"infantry": 2, "artillery": 0, "armor": 3, "territory": "Italy", "frequency": "each_turn"}
    game = corps(options=options)
    kinds(game)
    assert at(game, "Italy", ITA) == {"infantry": 2, "tank": 3}
    while game.state.power != ITA:
        game.answer(game.decision.advice if game.decision.form.name != "moves" else "done")
    kinds(game, move="done", purchase={})
    assert at(game, "Italy", ITA) == {"infantry": 4, "tank": 6}


LANDS = ("Egypt", "Trans-Jordan", "Libya", "Anglo-Egypt Sudan", "Italian Africa", "Gibraltar", "Balkans",
         "Morocco Algeria")  # fmt: skip


def bonus(units: Any = None, held: dict[str, str] | None = None, rules: str = BONUS, **more: Any) -> dict[str, int]:
    game = enhanced(rules, ITA, "collect", units, owners={**dict.fromkeys(LANDS, ITA), **(held or {})}, **more)
    return {e["why"]: e["ipcs"] for e in happened(game, "income")}


@clause("enhanced.na_italy_mediterranean_bonus.1", "enhanced.na_italy_mediterranean_bonus.2")
def test_the_mediterranean_bonus_is_paid_beside_the_objectives() -> None:
    paid = bonus({zone(15): {UK: "1 submarine"}})
    assert paid["Mediterranean Bonus"] == 5 and paid["objectives: Italy 1, Italy 2"] == 10
    assert bonus(held={"Egypt": GER})["Mediterranean Bonus"] == 5
    closed = bonus({zone(16): {RED: "1 cruiser"}})
    assert "Mediterranean Bonus" not in closed and closed["objectives: Italy 1, Italy 2"] == 10
    assert "Mediterranean Bonus" not in bonus(held={"Gibraltar": UK})
    assert bonus({zone(14): {UK: "1 transport"}})["Mediterranean Bonus"] == 5


def test_the_mediterranean_bonus_by_its_options() -> None:
    assert "Mediterranean Bonus" not in bonus({zone(14): {UK: "1 transport"}}, options={"transports_count": True})
    few = {"ipc": 3, "territories": ("Libya",), "sea_zones": ("Sea Zone 13",)}
    paid = bonus({zone(14): {UK: "1 cruiser"}}, {"Egypt": UK}, options=few)
    assert paid["Mediterranean Bonus"] == 3


@clause("enhanced.na_italy_mediterranean_bonus.1")
def test_the_bonus_is_seen_but_does_not_count_for_victory() -> None:
    game = enhanced(BONUS, ITA, "collect", owners=dict.fromkeys(LANDS, ITA))
    plain = enhanced(CORPS, ITA, "collect", owners=dict.fromkeys(LANDS, ITA))
    assert any(s.name == "Mediterranean Bonus" and s.met for s in listed(game, ITA))
    assert met_by(game, "axis") == met_by(plain, "axis")
