"""Antiaircraft fire of battleships, rockets, jet fighters, and the detection of submarines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.battle.odds import odds as odds_of
from sandtable.battle.raid import raid_odds
from sandtable.core.errors import Illegal
from sandtable.engine.fighting import raids
from sandtable.rules import registry
from tests.battle.referee import FastDice
from tests.conformance.anniversary.board import (
    GER,
    JAP,
    RED,
    UK,
    USA,
    damaged,
    ends,
    fired,
    go,
    has,
    keys,
    until,
    zone,
)  # fmt: skip
from tests.helpers import at, happened
from tests.house.enhanced.scenes import Match, agrees, enhanced

clause = pytest.mark.clause
GUNFIRE = "antiaircraft fire of battleships"


def attack(rules: str, power: str, units: Any, moves: list[str], dice: list[int], **more: Any) -> Any:
    return go(enhanced(rules, power, "combat_move", units, dice=dice, **more), *moves)


# Battleships


AIR = {"France": {GER: "2 fighter, 1 bomber, 1 infantry"}, zone(8): {UK: "1 battleship, 1 transport"}}
FLIGHT = ["2 fighter, 1 bomber: France > Sea Zone 7 > Sea Zone 8"]


@clause("enhanced.battleship_aa.1", "enhanced.battleship_aa.2", "enhanced.battleship_aa.3")
def test_battleships_fire_at_aircraft() -> None:
    units = {**AIR, zone(8): {UK: "2 battleship, 1 transport"}}
    game = attack("battleship_aa", GER, units, FLIGHT, [1, 4, 3, 6, 6, 6, 6])
    until(game, "casualties")
    assert fired(game)[0] == (GUNFIRE, "1", [1, 4, 3], 1)
    game.answer("1 fighter")
    until(game, "retreat")
    assert at(game, zone(8), GER) == {"fighter": 1, "bomber": 1}
    assert game.state.techs[UK] == []


@clause("enhanced.battleship_aa.2")
@pytest.mark.parametrize(
    ("options", "techs", "dice", "hits"),
    [
        ({}, {UK: ["radar"]}, [2, 2, 5], 2),
        ({"to_hit": 3}, {}, [3, 3, 4], 2),
        ({"shots_per_aircraft": 2}, {}, [1, 5, 5, 1, 5], 1),
    ],
)
def test_what_changes_their_fire(options: Any, techs: Any, dice: list[int], hits: int) -> None:
    game = attack("battleship_aa", GER, AIR, FLIGHT, [*dice, 6, 6, 6, 6], techs=techs, options=options)
    until(game, "retreat")
    assert fired(game)[0][3] == hits
    rolls = [row for row in fired(game) if row[0] == GUNFIRE]
    assert len(rolls) == options.get("shots_per_aircraft", 1)


@clause("enhanced.battleship_aa.2")
@pytest.mark.parametrize("attacking", [False, True])
def test_attacking_battleships(attacking: bool) -> None:
    units = {zone(59): {JAP: "1 battleship"}, zone(57): {USA: "1 carrier, 2 fighter"}}
    game = attack("battleship_aa", JAP, units, ["1 battleship: Sea Zone 59 > Sea Zone 57"], [6] * 8,
                  options={"fires_when_attacking": attacking})  # fmt: skip
    until(game, "retreat")
    assert ((GUNFIRE, "1", [6, 6], 0) in fired(game)) is attacking


@clause("enhanced.battleship_aa.1")
def test_the_odds_of_battleships_under_attack_from_the_air() -> None:
    agrees(Match("sea", {"fighter": 2, "bomber": 1}, {"battleship": 1, "destroyer": 1}, ["battleship_aa"]))


# Rockets


ROCKETS = {
    "France": {GER: "2 antiaircraft gun, 1 infantry"}, "Germany": {GER: "1 antiaircraft gun"},
    "India": {UK: "1 infantry"},
}  # fmt: skip


def rockets(dice: list[int], **more: Any) -> Any:
    more.setdefault("techs", {GER: ["rockets"]})
    units = more.pop("units", ROCKETS)
    return go(enhanced(more.pop("rules", "tech_rockets"), GER, "combat_move", units, dice=dice, **more))


@clause("enhanced.tech_rockets.1", "enhanced.tech_rockets.2", "enhanced.tech_rockets.3", "enhanced.tech_rockets.4")
def test_one_rocket_from_a_territory_and_at_a_complex() -> None:
    game = rockets([5])
    assert game.decision.kind == "rocket" and "United Kingdom" in keys(game)
    game.answer("United Kingdom")
    assert damaged(game, "United Kingdom") == 5
    while game.decision and game.decision.kind == "rocket":  # the gun in Germany: another complex, or none
        assert "United Kingdom" not in keys(game)
        game.answer("no rocket")
    assert len(happened(game, "damaged")) == 1


@clause("enhanced.tech_rockets.2", "enhanced.tech_rockets.3", "enhanced.tech_rockets.4")
def test_the_options_of_rockets() -> None:
    options = {"launchers_per_territory": 2, "strikes_per_complex_per_turn": 2, "damage_dice": 2}
    game = rockets([5, 1, 1, 1], options=options)
    for _ in range(2):
        game.answer("United Kingdom")
    assert damaged(game, "United Kingdom") == 8
    near = rockets([], options={"range": 1})
    assert near.decision.kind == "move"  # no complex in range


@clause("enhanced.tech_rockets.5")
def test_rocket_damage_has_the_limit_of_bombs() -> None:
    game = rockets([5], facts={"damage": {"United Kingdom": {"industrial_complex": 14}}})
    game.answer("United Kingdom")
    assert damaged(game, "United Kingdom") == 16


@clause("enhanced.tech_rockets.6")
def test_a_gun_that_fired_stays() -> None:
    game = rockets([5])
    game.answer("United Kingdom")
    until(game, "move", {"rocket": "no rocket"})
    game.answer("1 antiaircraft gun: France > Northwestern Europe")
    assert "Northwestern Europe" not in ends(game, "France", "antiaircraft_gun")
    captured = rockets([], units={"Egypt": {GER: "1 infantry"}})
    assert captured.decision.kind == "move"


@clause("enhanced.tech_rockets.7")
@pytest.mark.parametrize(
    ("options", "now", "later"), [({}, 1, 0), ({"free_aa_gun": 2, "free_aa_gun_every_turn": True}, 2, 2)]
)
def test_the_free_gun(options: Any, now: int, later: int) -> None:
    units = {"Germany": {GER: "1 infantry"}, "Italy": {"Italy": "1 infantry"}}
    game = enhanced("tech_rockets", GER, "develop", units, dice=[6], ipcs={GER: 5}, options=options)
    game.answer("rockets")
    game.answer(1)
    while game.decision and game.decision.power == GER:
        game.answer("no rocket" if game.decision.kind == "rocket" else game.decision.advice)
    assert has(game, "Germany", GER, "antiaircraft_gun") == now
    again = enhanced("tech_rockets", GER, "collect", units, techs={GER: ["rockets"]}, options=options)
    assert has(again, "Germany", GER, "antiaircraft_gun") == later


# Jet power


JETS = {GER: ["jet_fighters"]}
RAID = {"United Kingdom": {UK: "2 bomber, 1 infantry"}, "Germany": {GER: "3 fighter, 1 antiaircraft gun"}}
WAY = "United Kingdom > Sea Zone 6 > Sea Zone 5 > Germany"


@clause("enhanced.tech_jet_power.4", "enhanced.tech_jet_power.5", "enhanced.tech_jet_power.6")
@pytest.mark.parametrize(
    ("options", "dice", "left"),
    [
        ({}, [3, 5, 1, 4, 6, 2], 1),
        ({"intercept_hits_on": 2}, [3, 5, 2, 1, 6], 0),
        ({"dice_per_fighter_vs_bombers": 2}, [3, 5, 4, 6, 5, 5, 6, 1, 3], 1),
        ({"dice_per_fighter_vs_bombers": 0}, [3, 5, 2, 3], 2),
        ({"intercept_hits_on": 0}, [3, 5, 2, 3], 2),
    ],
)
def test_jet_fighters_intercept_bombers(options: Any, dice: list[int], left: int) -> None:
    game = attack("tech_jet_power", UK, RAID, [f"2 bomber: {WAY} [raid]"], dice, techs=JETS, options=options)
    until(game, "move")
    assert has(game, "Germany", UK, "bomber") == left
    assert damaged(game, "Germany") == sum(dice[-left:] if left else ())
    assert fired(game)[0][0] == "antiaircraft fire"


@clause("enhanced.tech_jet_power.4", "enhanced.tech_jet_power.5")
def test_the_odds_of_a_raid_on_jet_fighters() -> None:
    rules = registry.build("anniversary", ["enhanced.weapons_development", "enhanced.tech_jet_power"])
    jets = ("defender: jet power",)
    found = raid_odds(rules, "1 bomber", "1 antiaircraft gun, 1 fighter", jets)
    assert found.bombers == pytest.approx((11 / 36, 25 / 36)) and found.expected_damage == pytest.approx(3.5 * 25 / 36)
    with pytest.raises(Illegal):
        raid_odds(rules, "1 bomber", "1 fighter")  # without the technology it stays on the ground
    game = enhanced("tech_jet_power", UK, "combat_move", RAID, techs=JETS)
    game.answer(f"2 bomber: {WAY} [raid]")
    start, game.dice, seen = game.state.copy(), FastDice(1), Counter[int]()
    for _ in range(600):
        game.state = start.copy()
        for asked in iter(raids(game)):
            assert asked
        seen[has(game, "Germany", UK, "bomber")] += 1
    expected = raid_odds(rules, "2 bomber", "1 antiaircraft gun, 3 fighter", jets).bombers
    assert [seen[n] / 600 for n in range(3)] == pytest.approx(expected, abs=0.08)


@clause("enhanced.tech_jet_power.6")
def test_no_interception_in_a_normal_battle_or_over_other_territories() -> None:
    units = {"United Kingdom": {UK: "1 bomber, 1 infantry"}, "France": {GER: "1 infantry, 1 fighter"}}
    game = attack("tech_jet_power", UK, units, ["1 bomber: United Kingdom > Sea Zone 7 > France"], [6] * 3, techs=JETS)
    until(game, "retreat")
    assert [text for text, *_ in fired(game)] == ["attackers", "defenders"]
    over = {"United Kingdom": {UK: "1 bomber, 1 infantry"}, "France": {GER: "1 fighter, 1 infantry"}}
    game = attack("tech_jet_power", UK, over, ["1 bomber: United Kingdom > Sea Zone 7 > France > Germany [raid]"], [4],
                  techs=JETS)  # fmt: skip
    until(game, "move")
    assert fired(game) == [] and damaged(game, "Germany") == 4


@clause("enhanced.tech_jet_power.1", "enhanced.tech_jet_power.2", "enhanced.tech_jet_power.3")
@pytest.mark.parametrize(
    ("radar", "options", "rolls"),
    [
        (False, {}, [("1", [1])]),
        (True, {}, [("1", [1, 1]), ("2", [2])]),
        (True, {"aa_modifier": -2}, [("2", [2])]),
        (False, {"aa_modifier": 0}, [("1", [1, 1]), ("1", [1])]),
    ],
)
def test_jets_are_harder_to_hit(radar: bool, options: Any, rolls: list[tuple[str, list[int]]]) -> None:
    units = {zone(62): {USA: "1 carrier, 2 fighter"}, "Buryatia S.S.R.": {USA: "1 bomber, 1 infantry"},
             "Japan": {JAP: "1 infantry, 1 antiaircraft gun"}}  # fmt: skip
    techs = {USA: ["jet_fighters"], JAP: ["radar"] if radar else []}
    moves = ["2 fighter: Sea Zone 62 > Japan", "1 bomber: Buryatia S.S.R. > Sea Zone 62 > Japan"]
    dice = [die for _, some in rolls for die in some] + [4, 4, 4, 6, 6, 6]
    game = attack("tech_jet_power", USA, units, moves, dice, techs=techs, options=options)
    until(game, "move")
    assert [(on, some) for text, on, some, _ in fired(game) if text.startswith("antiaircraft")] == rolls
    assert game.stats(USA, "fighter").attack == 4


@clause("enhanced.tech_jet_power.3", "enhanced.battleship_aa.2")
@pytest.mark.parametrize(("radar", "numbers"), [(False, {"1"}), (True, {"1", "2"})])
def test_battleships_hit_jets_on_a_lower_number(radar: bool, numbers: set[str]) -> None:
    units = {zone(62): {USA: "1 carrier, 1 fighter"}, "Buryatia S.S.R.": {USA: "1 bomber, 1 infantry"},
             zone(63): {JAP: "1 battleship"}}  # fmt: skip
    moves = ["1 fighter: Sea Zone 62 > Sea Zone 63", "1 bomber: Buryatia S.S.R. > Sea Zone 63"]
    techs = {USA: ["jet_fighters"], JAP: ["radar"] if radar else []}
    game = attack("battleship_aa tech_jet_power", USA, units, moves, [6] * 8, techs=techs)
    until(game, "retreat")
    assert {on for text, on, *_ in fired(game) if text == GUNFIRE} == numbers


@clause("enhanced.tech_jet_power.1")
def test_the_attack_of_jets_is_an_option() -> None:
    options = {"fighter_attack": 5}
    game = enhanced("tech_jet_power", GER, "purchase", techs=JETS, options=options)
    assert (game.stats(GER, "fighter").attack, game.stats(GER, "fighter").defense) == (5, 4)


@clause("enhanced.tech_jet_power.4", "enhanced.tech_jet_power.7")
@pytest.mark.parametrize(
    ("options", "dice", "damage"),
    [
        ({}, [1, 5], 0),
        ({}, [2, 5, 4], 4),
        ({"dice_per_fighter_vs_rockets": 2}, [2, 5, 3, 1], 0),
        ({"dice_per_fighter_vs_rockets": 0}, [3], 3),
    ],
)
def test_jet_fighters_intercept_rockets(options: Any, dice: list[int], damage: int) -> None:
    units = {**ROCKETS, "United Kingdom": {UK: "2 fighter"}}
    known = {GER: ["rockets"], UK: ["jet_fighters"]}
    game = rockets(dice, rules="tech_jet_power tech_rockets", units=units, techs=known, options=options)
    game.answer("United Kingdom")
    assert damaged(game, "United Kingdom") == damage


# Submarines


def sea(attackers: str, defenders: Any, dice: list[int], **more: Any) -> Any:
    units = {zone(7): {GER: attackers}, zone(8): defenders if isinstance(defenders, dict) else {UK: defenders},
             "France": {GER: "1 infantry"}}  # fmt: skip
    game = enhanced(more.pop("rules", "submarine_detection"), GER, "combat_move", units, dice=dice, **more)
    go(game, f"{attackers}: Sea Zone 7 > Sea Zone 8")
    if game.decision and game.decision.kind == "fight":
        game.answer("yes")
    return game


def rolled_for(game: Any) -> list[tuple[int, list[int]]]:
    return [(e["hits_on"], list(e["dice"])) for e in happened(game, "tested")]


@clause(
    "enhanced.submarine_detection.1", "enhanced.submarine_detection.2", "enhanced.submarine_detection.3",
    "enhanced.submarine_detection.4", "enhanced.submarine_detection.6", "enhanced.submarine_detection.8",
    "enhanced.submarine_detection.9",
)  # fmt: skip
def test_submarines_that_are_not_detected_strike_first() -> None:
    game = sea("2 submarine", "1 destroyer, 1 transport", [4, 2, 5])
    assert rolled_for(game) == [(2, [4])]
    until(game, "submerge")
    assert fired(game) == [("surprise strike", "2", [2, 5], 1)]
    assert at(game, zone(8), UK) == {"transport": 1}  # the destroyer did not fire
    assert game.decision.power == GER
    game.answer("2 submarine")
    assert at(game, zone(8)) == {"transport": 1, "submarine": 2}
    stays = sea("2 submarine", "1 destroyer, 1 transport", [4, 2, 5])
    until(stays, "move")
    assert at(stays, zone(8)) == {"submarine": 2}


@clause("enhanced.submarine_detection.5", "enhanced.submarine_detection.7")
def test_submarines_that_are_detected_fire_with_the_others() -> None:
    game = sea("2 submarine", "1 destroyer, 1 transport", [2, 2, 5, 2])
    until(game, "move")
    assert [text for text, *_ in fired(game)] == ["submarines", "defenders"]
    assert has(game, zone(8), GER, "submarine") == 1  # the destroyer fired back


@clause("enhanced.submarine_detection.9", "enhanced.submarine_detection.10", "enhanced.submarine_detection.11")
def test_they_may_shoot_and_then_submerge() -> None:
    game = sea("2 submarine", "2 destroyer", [6, 6, 6, 6, 2, 1, 6, 6])
    assert game.decision.kind == "submerge" and fired(game)[0][0] == "surprise strike"
    game.answer("1 submarine")
    until(game, "move")
    assert has(game, zone(8), GER, "submarine") == 1  # the other one was hit in general fire
    second = sea("1 submarine", "2 destroyer", [6, 6, 6, 6, 6, 6, 1, 6])
    until(second, "retreat")
    second.answer("press on")
    until(second, "move")
    assert [text for text, *_ in fired(second)] == ["surprise strike", "defenders", "submarines", "defenders"]


@clause(
    "enhanced.submarine_detection.12", "enhanced.submarine_detection.13", "enhanced.submarine_detection.14",
    "enhanced.submarine_detection.15", "enhanced.submarine_detection.16", "enhanced.tech_super_destroyers.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("hunter", "hunted", "aircraft", "options", "number"),
    [
        (["long_range_aircraft", "super_destroyers"], ["improved_shipyards"], True, {}, 3),
        ([], [], True, {}, 3),
        ([], [], False, {}, 2),
        (["long_range_aircraft"], [], True, {}, 4),
        (["long_range_aircraft"], [], False, {}, 2),
        (["super_destroyers"], [], False, {}, 3),
        ([], ["improved_shipyards"], False, {}, 0),
        ([], ["improved_shipyards"], True, {}, 1),
        (["super_destroyers"], [], True, {"base_value": 1, "air_modifier": 2, "super_destroyers_modifier": 2}, 5),
        (["long_range_aircraft"], ["improved_shipyards"], True,
         {"long_range_air_modifier": 3, "improved_shipyards_modifier": -1}, 4),
        ([], ["improved_shipyards"], False, {"improved_shipyards_modifier": 0}, 2),
    ],
)  # fmt: skip
def test_the_detection_value(hunter: Any, hunted: Any, aircraft: bool, options: Any, number: int) -> None:
    units = {zone(57): {USA: "2 destroyer, 1 carrier, 1 fighter"}, zone(59): {JAP: "2 submarine"}}
    rules = "submarine_detection tech_super_destroyers"
    game = enhanced(rules, USA, "combat_move", units, dice=[6] * 12, techs={USA: hunter, JAP: hunted}, options=options)
    game.answer("2 destroyer: Sea Zone 57 > Sea Zone 59")
    if aircraft:
        game.answer("1 fighter: Sea Zone 57 > Sea Zone 59")
    game.answer("done")
    until(game, "submerge", {"fight": True})
    assert rolled_for(game) == [(number, [6, 6] if number else [])]


@clause("enhanced.submarine_detection.16", "enhanced.submarine_detection.17", "enhanced.submarine_detection.18")
@pytest.mark.parametrize(
    ("dice", "rolls", "found"),
    [
        ([5, 6, 3], [(2, [5, 6]), (3, [3])], True),
        ([5, 6, 4], [(2, [5, 6]), (3, [4])], False),
        ([5, 2], [(2, [5, 2])], True),  # once found, no further dice
    ],
)
def test_powers_with_different_bonuses_roll_apart(dice: list[int], rolls: Any, found: bool) -> None:
    defenders = {UK: "1 destroyer", USA: "2 destroyer"}
    techs = {UK: ["super_destroyers"]}
    rules = "submarine_detection tech_super_destroyers"
    game = sea("3 submarine", defenders, [*dice, 6, 6, 6, 6, 6, 6], techs=techs, rules=rules)
    until(game, "retreat")
    assert rolled_for(game) == rolls
    assert (fired(game)[0][0] == "surprise strike") is not found


@clause("enhanced.submarine_detection.3", "enhanced.submarine_detection.4", "enhanced.submarine_detection.10")
def test_without_destroyers_the_base_game_holds() -> None:
    game = sea("1 submarine", "1 cruiser", [6, 6, 6, 6, 2])
    until(game, "retreat")
    assert rolled_for(game) == [] and [text for text, *_ in fired(game)] == ["surprise strike", "defenders"]
    game.answer("press on")
    until(game, "retreat")
    assert [text for text, *_ in fired(game)][2:] == ["surprise strike", "defenders"]


@clause("enhanced.submarine_detection.5", "enhanced.submarine_detection.6", "enhanced.submarine_detection.8")
@pytest.mark.parametrize(
    ("attackers", "defenders", "techs"),
    [
        ({"submarine": 2}, {"destroyer": 1, "transport": 1}, {}),
        ({"destroyer": 2, "fighter": 1}, {"submarine": 2}, {RED: ("long_range_aircraft", "super_destroyers")}),
        ({"submarine": 1, "destroyer": 1}, {"submarine": 2, "destroyer": 1}, {GER: ("improved_shipyards",)}),
    ],
)
def test_the_odds_of_detection(attackers: Any, defenders: Any, techs: Any) -> None:
    rules = ["weapons_development", "submarine_detection", "tech_super_destroyers"]
    agrees(Match("sea", attackers, defenders, rules, techs))


@clause("enhanced.submarine_detection.2")
def test_odds_worked_out_by_hand() -> None:
    found = odds_of(
        registry.build("anniversary", ["enhanced.submarine_detection"]), "1 submarine", "1 destroyer", "sea"
    )
    later = 2 / 5  # both fire at 2, round after round
    hidden = 1 / 3 + 2 / 3 * (2 / 3) * later  # it strikes first, then the destroyer fires
    detected = 1 / 3 * 2 / 3 + (2 / 3) ** 2 * later
    assert found.plain()["attacker_wins"] == pytest.approx(1 / 3 * detected + 2 / 3 * hidden)
