"""Radar, Long Range Aircraft with escorts, Heavy Bombers, and the other half of Wolf Packs."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle import raid as raids
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import (
    GER,
    JAP,
    UK,
    USA,
    damaged,
    ends,
    fired,
    form,
    go,
    has,
    until_phase,
    zone,
)
from tests.helpers import happened

from .duel import Duel, agrees, answered, enhanced

clause = pytest.mark.clause
RADAR, LONG, HEAVY = "tech_radar", "tech_long_range_aircraft", "tech_heavy_bombers"
WEAPONS = "weapons_development"

# --- radar ------------------------------------------------------------------------------------------------------------


@clause("enhanced.tech_radar.1")
def test_a_free_gun_when_radar_is_gained() -> None:
    units = {"Egypt": {UK: "1 infantry"}}
    game = enhanced(f"{RADAR} {WEAPONS}", UK, "develop", units, ipcs={UK: 30}, dice=[6])
    game.answer("radar")
    game.answer(1)
    answered(game, "grant")
    assert ("antiaircraft_gun", "Egypt") in form(game).most and ("antiaircraft_gun", "Trans-Jordan") not in form(
        game
    ).most
    game.answer({("antiaircraft_gun", "Egypt"): 1})
    assert has(game, "Egypt", UK, "antiaircraft_gun") == 1 and game.state.step == 1
    options = {"free_aa_gun": 0}
    none = enhanced(f"{RADAR} {WEAPONS}", UK, "develop", units, ipcs={UK: 30}, dice=[6], options=options)
    none.answer("radar")
    none.answer(1)
    none.answer("none")
    assert none.decision and none.decision.kind == "purchase"
    dear = enhanced(
        f"{RADAR} {WEAPONS}", UK, "develop", units, ipcs={UK: 30}, dice=[6], options={"minimum_territory_value": 8}
    )
    dear.answer("radar")
    dear.answer(1)
    dear.answer("none")
    assert has(dear, "United Kingdom", UK, "antiaircraft_gun") == 1


def bombed(techs: Any, dice: list[int], options: Any = None, rules: str = "") -> Game:
    units = {"Germany": {GER: "4 bomber"}, "United Kingdom": {UK: "1 aa gun, 1 infantry"}}
    game = enhanced(
        f"{RADAR} {WEAPONS} {rules}".strip(), GER, "combat_move", units, dice=dice, techs=techs, options=options
    )
    go(game, "4 bomber: Germany > Sea Zone 5 > Sea Zone 6 > United Kingdom")
    return game


@clause("enhanced.tech_radar.2")
def test_guns_with_radar_hit_on_2() -> None:
    game = bombed({UK: ["radar"]}, [1, 2, 3, 6, 6, 6, 6])
    assert fired(game)[0] == ("antiaircraft fire at bombers", "2", [1, 2, 3, 6], 2)
    better = bombed({UK: ["radar"]}, [3, 4, 4, 6, 1, 6, 6, 6, 6, 6, 6], {"to_hit": 3})
    assert fired(better)[0] == ("antiaircraft fire at bombers", "3", [3, 4, 4, 6], 1)
    plain = bombed({}, [1, 2, 3, 6, 1, 6, 6, 6, 6, 6, 6, 6])
    assert fired(plain)[0] == ("antiaircraft fire at bombers", "1", [1, 2, 3, 6], 1)


@clause("enhanced.tech_radar.2")
@pytest.mark.parametrize(("options", "number"), [({}, "2"), ({"to_hit": 3}, "3")])
def test_battleships_with_radar_hit_on_2(options: Any, number: str) -> None:
    units = {zone(7): {UK: "1 battleship"}, "France": {GER: "1 fighter"}}
    rules = f"{RADAR} battleship_aa {WEAPONS}"
    techs = {UK: ["radar"]}
    game = enhanced(rules, GER, "combat_move", units, dice=[1], techs=techs, options=options)
    go(game, "1 fighter: France > Sea Zone 7")
    assert [row[1] for row in fired(game)][:1] == [number]


def rocket(dice: list[int], options: Any = None, **units: str) -> Game:
    there = {"France": {GER: "1 aa gun"}, "United Kingdom": {UK: "1 aa gun, 2 fighter"}}
    techs = {GER: ["rockets"], UK: ["radar", "jet_fighters"]}
    rules = f"{RADAR} tech_rockets tech_jet_power {WEAPONS}"
    game = enhanced(rules, GER, "combat", there, dice=dice, techs=techs, options=options)
    answered(game, "rocket")
    game.answer(next(o.key for o in form(game).options if o.key == "United Kingdom"))
    return game


@clause("enhanced.tech_radar.3")
def test_radar_shoots_down_rockets_before_fighters_intercept() -> None:
    down = rocket([2])
    assert damaged(down, "United Kingdom") == 0 and not happened(down, "rocket_met")
    through = rocket([3, 6, 6, 5])
    assert damaged(through, "United Kingdom") == 5
    met = rocket([3, 1, 5])
    assert damaged(met, "United Kingdom") == 0 and happened(met, "rocket_met")
    assert damaged(rocket([6, 6, 4], {"rocket_to_hit": 0}), "United Kingdom") == 4


@clause("enhanced.tech_radar.2")
def test_radar_is_solved() -> None:
    techs: Any = {"techs": {UK: ["radar"]}}
    attack, guard = {GER: {"bomber": 2, "fighter": 1, "infantry": 1}}, {UK: {"infantry": 2, "antiaircraft_gun": 1}}
    agrees(Duel(f"{RADAR} {WEAPONS}", "United Kingdom", attack, guard, **techs))


# --- long range aircraft ----------------------------------------------------------------------------------------------


@clause("enhanced.tech_long_range_aircraft.1")
def test_aircraft_fly_farther() -> None:
    units = {"United Kingdom": {UK: "1 fighter, 1 bomber"}, "Poland": {GER: "1 infantry"}}
    techs = {UK: ["long_range_aircraft"]}
    game = enhanced(f"{LONG} {WEAPONS}", UK, "combat_move", units, techs=techs)
    assert "Poland" in ends(game, "United Kingdom", "fighter")
    assert (game.stats(UK, "fighter").move, game.stats(UK, "bomber").move) == (6, 8)
    options = {"fighter_move": 5, "bomber_move": 7}
    other = enhanced(f"{LONG} {WEAPONS}", UK, "combat_move", units, techs=techs, options=options)
    assert (other.stats(UK, "fighter").move, other.stats(UK, "bomber").move) == (5, 7)


@clause("enhanced.tech_long_range_aircraft.2")
def test_aircraft_help_to_detect_submarines() -> None:
    units = {zone(8): {USA: "1 destroyer, 1 bomber", GER: "1 submarine"}}
    rules = f"{LONG} submarine_detection {WEAPONS}"
    duel = Duel(rules, zone(8), {USA: {"destroyer": 1, "bomber": 1}}, {GER: {"submarine": 1}},
                techs={USA: ["long_range_aircraft"]})  # fmt: skip
    duel.game.listening = True
    duel.roll()
    assert next(e["hits_on"] for e in happened(duel.game, "tested") if e["power"] == USA) == 4 and units


WAY = "United Kingdom > Sea Zone 6 > Sea Zone 5 > Germany"


def raid(bombers: int, escorts: int, jets: int, dice: list[int], **more: Any) -> Game:
    units = {
        "United Kingdom": {USA: f"{bombers} bomber, {max(1, escorts)} fighter"},
        "Germany": {GER: ", ".join([*([f"{jets} fighter"] if jets else []), "1 aa gun"])},
    }  # fmt: skip
    techs = {USA: ["long_range_aircraft"], GER: ["jet_fighters"]}
    game = enhanced(f"{LONG} tech_jet_power {WEAPONS}", USA, "combat_move", units, dice=dice, techs=techs, **more)
    escort = [f"{escorts} fighter: {WAY} [escort]"] if escorts else []
    return go(game, f"{bombers} bomber: {WAY} [raid]", *escort)


@clause("enhanced.tech_long_range_aircraft.3", "enhanced.tech_long_range_aircraft.4")
@pytest.mark.parametrize(("face", "left", "rest"), [(1, 2, [2, 3]), (2, 3, [2, 3, 4])])
def test_escorts_neutralize_interceptors(face: int, left: int, rest: list[int]) -> None:
    game = raid(3, 2, 3, [2, 4, 5, face, *rest])
    rolls = fired(game)
    assert rolls[0] == ("antiaircraft fire", "1", [2, 4, 5], 0)
    assert rolls[1] == ("jet fighters intercept", "1", [face], 2 - face)
    assert has(game, "Germany", USA, "bomber") == left and damaged(game, "Germany") == sum(rest)


@clause(
    "enhanced.tech_long_range_aircraft.5", "enhanced.tech_long_range_aircraft.6", "enhanced.tech_long_range_aircraft.7"
)
def test_surplus_escorts_send_bombers_home() -> None:
    game = raid(2, 3, 1, [1, 1, 5, 2])
    assert [row[2] for row in fired(game)] == [[1, 1], [5, 2]]
    assert has(game, "Germany", USA, "bomber") == 1 and has(game, "Germany", USA, "fighter") == 3
    assert damaged(game, "Germany") == 0
    until_phase(game, "place")
    assert sum(has(game, s, USA, "bomber") for s in game.rules.lands if s != "Germany") == 1


@clause("enhanced.tech_long_range_aircraft.5")
def test_only_so_many_bombers_are_protected() -> None:
    game = raid(3, 1, 0, [1, 1, 6, 4, 3])
    assert [row[2] for row in fired(game)] == [[1, 1, 6], [4]] and damaged(game, "Germany") == 3
    wide = raid(3, 1, 0, [1, 1, 6, 4, 3, 3], options={"protected_hits_per_surplus_escort": 2, "sent_home_on": (6,)})
    assert [row[2] for row in fired(wide)] == [[1, 1, 6], [4, 3]] and has(wide, "Germany", USA, "bomber") == 1
    two = raid(2, 1, 2, [6, 6, 3, 3], options={"interceptors_per_escort": 2})
    assert [row[0] for row in fired(two)] == ["antiaircraft fire"] and damaged(two, "Germany") == 6


@clause("enhanced.tech_long_range_aircraft.3")
def test_escorts_fly_only_with_bombers_of_a_power_with_the_technology() -> None:
    units = {"United Kingdom": {USA: "1 fighter, 1 bomber"}, "Germany": {GER: "1 infantry"}}
    for techs, moves in (({}, [f"1 bomber: {WAY} [raid]"]), ({USA: ["long_range_aircraft"]}, [])):
        game = enhanced(f"{LONG} {WEAPONS}", USA, "combat_move", units, techs=techs)
        for move in moves:
            game.answer(move)
        with pytest.raises(Illegal):
            game.answer(f"1 fighter: {WAY} [escort]")


# --- heavy bombers ----------------------------------------------------------------------------------------------------

HELD: Any = {"techs": {USA: ["heavy_bombers"]}}


def strike(dice: list[int], **more: Any) -> Game:
    units = {"Iwo Jima": {USA: "1 bomber"}, "Formosa": {JAP: "2 infantry"}}
    game = enhanced(
        f"{HEAVY} {WEAPONS}", USA, "combat_move", units, dice=dice, owners={"Iwo Jima": USA}, **HELD, **more
    )
    move = next(
        o
        for o in form(game).source.options("Iwo Jima", next(iter(game.state.at("Iwo Jima"))))
        if o.path[-1] == "Formosa"
    )
    game.answer(move.move(1))
    return game


@clause("enhanced.tech_heavy_bombers.1")
def test_a_heavy_bomber_rolls_two_dice() -> None:
    assert fired(strike([3, 4, 6, 6]))[0] == ("attackers", "4", [3, 4], 2)
    assert fired(strike([3, 4, 5, 6, 6], options={"dice": 3}))[0] == ("attackers", "4", [3, 4, 5], 2)
    assert fired(strike([3, 4, 1, 1], options={"use": "best"}))[0] == ("attackers", "4", [3, 4], 1)


def bombing(dice: list[int], bombers: int = 2, before: int = 0, **more: Any) -> Game:
    units = {"France": {USA: f"{bombers} bomber"}, "Italy": {"Italy": "1 infantry"}}
    facts = {"damage": {"Italy": {"industrial_complex": before}}} if before else {}
    game = enhanced(
        f"{HEAVY} {WEAPONS}", USA, "combat_move", units, dice=dice, owners={"France": USA}, facts=facts, **HELD, **more
    )
    go(game, f"{bombers} bomber: France > Italy [raid]")
    return game


@clause("enhanced.tech_heavy_bombers.1", "enhanced.tech_heavy_bombers.2")
def test_the_damage_of_heavy_bombers_is_limited() -> None:
    assert damaged(bombing([5, 4, 3, 6]), "Italy") == 12
    assert damaged(bombing([2, 5], 1, 9), "Italy") == 12
    assert damaged(bombing([5, 4, 3, 6], options={"damage_cap_factor": 3}), "Italy") == 18
    assert damaged(bombing([5, 4, 3, 6], options={"use": "best"}), "Italy") == 11
    per_turn = {"cap_scope": "damage_done_per_turn"}
    assert damaged(bombing([2, 5], 1, 9, options=per_turn), "Italy") == 16
    assert damaged(bombing([5, 4, 3, 6], 2, 9, options=per_turn), "Italy") == 21


@clause("enhanced.tech_heavy_bombers.1")
@pytest.mark.parametrize("use", ["all", "best"])
@pytest.mark.parametrize("where", ["Italy", "Sea Zone 14"])
def test_heavy_bombers_are_solved(use: str, where: str) -> None:
    land = where == "Italy"
    attack = {USA: {"bomber": 2, "infantry": 1} if land else {"bomber": 2, "destroyer": 1}}
    guard = {"Italy": {"infantry": 3} if land else {"cruiser": 1, "submarine": 1, "destroyer": 1}}
    agrees(Duel(f"{HEAVY} {WEAPONS}", where, attack, guard, options={"use": use}, **HELD))


@clause("enhanced.tech_heavy_bombers.1")
@pytest.mark.parametrize(("use", "mean"), [("all", 7.0), ("best", 161 / 36)])
def test_the_odds_of_a_raid_by_heavy_bombers(use: str, mean: float) -> None:
    game = enhanced(
        f"{HEAVY} {WEAPONS}", USA, "combat_move", {"France": {USA: "1 bomber"}}, options={"use": use}, **HELD
    )
    found = raids.raid_odds(game.rules, "1 bomber", "", ["attacker: heavy bombers"])
    assert found.expected_damage == pytest.approx(mean)


# --- wolf packs in convoy raids ---------------------------------------------------------------------------------------


@clause("enhanced.na_germany_wolf_packs.2")
@pytest.mark.parametrize(
    ("submarines", "options", "lost"), [(2, {}, 4), (5, {}, 8), (2, {"convoy_loss_per_submarine": 3}, 6)]
)
def test_german_submarines_take_2_ipcs_each(submarines: int, options: Any, lost: int) -> None:
    units = {zone(7): {GER: f"{submarines} submarine"}, "Brazil": {USA: "1 infantry"}}
    game = enhanced("na_germany_wolf_packs convoy_raids", UK, "collect", units, options=options)
    assert happened(game, "convoys_raided")[0]["ipcs"] == lost


@clause("enhanced.na_germany_wolf_packs.1")
def test_wolf_packs_with_detection() -> None:
    rules = "na_germany_wolf_packs submarine_detection"
    units = {zone(9): {UK: "1 destroyer, 1 transport"}, zone(8): {GER: "3 submarine"}}
    game = enhanced(rules, GER, "combat_move", units, dice=[6, 3, 3, 5])
    until_phase(go(game, "3 submarine: Sea Zone 8 > Sea Zone 9"), "noncombat_move", {"fight": True})
    assert ("surprise strike", "3", [3, 3, 5], 2) in fired(game)
    found = enhanced(rules, GER, "combat_move", units, dice=[1, 3, 3, 5, 6, 1, 6, 6, 6, 6, 6, 6, 6])
    until_phase(go(found, "3 submarine: Sea Zone 8 > Sea Zone 9"), "noncombat_move", {"fight": True})
    assert ("submarines", "2", [3, 3, 5], 0) in fired(found)
    agrees(Duel(rules, zone(9), {GER: {"submarine": 3}}, {UK: {"destroyer": 2, "cruiser": 1}}))
