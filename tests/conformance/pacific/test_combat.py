"""Combat: R26 to R34, R63 to R105."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.convoys import controller
from sandtable.engine.invariants import between_turns
from tests.conformance.pacific.board import (
    AUSTRALIA,
    CHINA,
    HOME,
    INDIA,
    JAP,
    NSW,
    UK,
    USA,
    fired,
    form,
    go,
    has,
    owner,
    refused,
    scene,
    stack_of,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened

clause = pytest.mark.clause


def fight(power: str, units: Any, *moves: str, dice: list[int], round: int = 2, **more: Any) -> Any:
    """Make the moves and fight all battles, with the advice for all decisions."""
    answers = more.pop("answers", {})
    game = scene(power, "combat_move", units, dice=dice, round=round, **more)
    go(game, *moves)
    return until_phase(game, "patrol", answers)


def rolls(game: Any) -> list[tuple[str, str]]:
    return [(text, value) for text, value, *_ in fired(game)]


# --- the surprise -----------------------------------------------------------------------------------------------------


@clause("pacific.R24", "pacific.R67", "pacific.R67.4", "pacific.E1")
def test_british_and_american_units_defend_at_1_in_japans_first_turn() -> None:
    units = {zone(20): {JAP: "1 aircraft carrier, 2 fighters"}, zone(9): {USA: "1 destroyer"}}
    game = fight(JAP, units, "2 fighters: Sea Zone 20 > Sea Zone 9", dice=[5, 6, 2, 3, 6, 6], round=1)
    assert ("defenders", "1") in rolls(game) and has(game, zone(9), JAP, "fighter") == 2
    game = fight(JAP, units, "2 fighters: Sea Zone 20 > Sea Zone 9", dice=[5, 6, 2, 3, 6], round=2)
    assert ("defenders", "3") in rolls(game) and happened(game, "lost")


@clause("pacific.R67")
def test_interceptors_are_surprised_too() -> None:
    for round, value in ((1, "1"), (2, "2")):
        units = {"Burma": {JAP: "1 bomber"}, INDIA: {UK: "1 fighter"}}
        answers = {"intercept": "1 fighter"}
        game = fight(JAP, units, "1 bomber: Burma > India [raid]", dice=[2, 1] if round == 1 else [3, 1], round=round,
                     answers=answers, owners={"Burma": JAP}, ipcs={INDIA: 20})  # fmt: skip
        assert rolls(game)[0] == ("interceptors", value) and happened(game, "raided")


@clause("pacific.R67.1", "pacific.E2")
def test_chinese_units_defend_normally() -> None:
    units = {"Manchuria": {JAP: "3 infantry"}, "Anhwe": {CHINA: "2 infantry"}}
    dice = [1, 5, 6, 2, 2, 1, 6]
    game = fight(JAP, units, "3 infantry: Manchuria > Anhwe", dice=dice, round=1)
    assert fired(game)[:2] == [("attackers", "1", [1, 5, 6], 1), ("defenders", "2", [2, 2], 2)]


@clause("pacific.R67.3")
def test_guns_fire_normally_in_the_surprise() -> None:
    units = {zone(54): {JAP: "1 aircraft carrier, 1 fighter"}, INDIA: {UK: "1 antiaircraft gun, 1 infantry"}}
    game = fight(JAP, units, "1 fighter: Sea Zone 54 > India", dice=[1], round=1)
    assert rolls(game) == [("antiaircraft fire", "1")]


@clause("pacific.R68")
def test_the_surprise_ends_with_japans_turn() -> None:
    game = scene(UK, "combat_move", {"Malaya": {UK: "1 infantry"}}, round=2)
    assert game.unit(stack_of(game, "Malaya", UK, "infantry")).defense == 2


@clause("pacific.R67.2")
def test_the_other_reading_of_the_surprise() -> None:
    units = {"Siam": {JAP: "1 infantry"}, "Malaya": {UK: "1 infantry"}}
    game = fight(JAP, units, "1 infantry: Siam > Malaya", dice=[6, 6, 1], round=1, rules=["common.silent_surprise"])
    assert rolls(game) == [("attackers", "1"), ("attackers", "1"), ("defenders", "1")]


@clause("pacific.R141")
def test_a_first_turn_without_surprise() -> None:
    units = {"Siam": {JAP: "1 infantry"}, "Malaya": {UK: "1 infantry"}}
    game = fight(JAP, units, "1 infantry: Siam > Malaya", dice=[6, 2], round=1, rules=["common.no_surprise"])
    assert rolls(game)[-1] == ("defenders", "2")


# --- land -------------------------------------------------------------------------------------------------------------


@clause("pacific.R28", "pacific.R63", "pacific.R69", "pacific.R69.1", "pacific.R69.4", "pacific.R69.6", "pacific.R70")
def test_artillery_raises_an_infantry_by_1() -> None:
    units = {"Manchuria": {JAP: "2 infantry, 1 artillery"}, "Anhwe": {CHINA: "1 infantry"}}
    game = fight(JAP, units, "2 infantry, 1 artillery: Manchuria > Anhwe", dice=[6, 2, 6, 6])
    assert fired(game)[0] == ("attackers", "1 and 2", [6, 2, 6], 1)  # one infantry at 1; the other and the artillery
    assert owner(game, "Anhwe") == JAP


@clause("pacific.R28.1", "pacific.R29", "pacific.R26", "pacific.E3")
def test_marines_attack_at_2_from_the_sea_and_at_3_with_artillery() -> None:
    units = {zone(25): {USA: "1 transport"}, "Ryukyu Islands": {JAP: "1 infantry"}}
    cargo = {zone(25): [(USA, "marine"), (USA, "marine")]}
    moves = "1 transport: Sea Zone 25 > Sea Zone 35", "2 marines: Sea Zone 35 > Ryukyu Islands"
    game = fight(USA, units, *moves, dice=[2, 3, 6], cargo=cargo)
    assert fired(game)[0] == ("attackers", "2", [2, 3], 1)
    cargo = {zone(25): [(USA, "marine"), (USA, "artillery")]}
    moves = moves[0], "1 marine, 1 artillery: Sea Zone 35 > Ryukyu Islands"
    game = fight(USA, units, *moves, dice=[6, 3, 6], cargo=cargo)
    assert {value for row in fired(game)[:2] for value in row[1].split(" and ") if row[0] == "attackers"} >= {"3"}


@clause("pacific.R29")
def test_marines_attack_at_1_over_land() -> None:
    units = {"Manchuria": {USA: "1 marine"}, "Shantung": {JAP: "1 infantry"}}
    game = fight(USA, units, "1 marine: Manchuria > Shantung", dice=[2, 1], owners={"Manchuria": CHINA})
    assert fired(game)[0] == ("attackers", "1", [2], 0)


@clause("pacific.R64", "pacific.R69.5")
def test_casualties_of_the_defender_fire_first() -> None:
    units = {"Manchuria": {JAP: "1 tank"}, "Anhwe": {CHINA: "1 infantry"}}
    game = fight(JAP, units, "1 tank: Manchuria > Anhwe", dice=[3, 2])
    assert has(game, "Anhwe", JAP, "tank") == has(game, "Anhwe", CHINA, "infantry") == 0


@clause("pacific.R69.2", "pacific.R31")
def test_guns_fire_first_and_are_captured() -> None:
    units = {
        "Burma": {JAP: "2 tanks, 1 fighter"}, INDIA: {UK: "1 antiaircraft gun, 1 infantry"},
    }  # fmt: skip
    game = fight(JAP, units, "2 tanks, 1 fighter: Burma > India", dice=[1, 3, 3, 6], owners={"Burma": JAP})
    assert rolls(game)[0] == ("antiaircraft fire", "1")
    assert has(game, INDIA, JAP, "antiaircraft_gun") == 1 and has(game, INDIA, JAP, "industrial_complex") == 1


@clause("pacific.R65", "pacific.R66", "pacific.R69.7", "pacific.R22")
def test_the_attacker_may_retreat_together_to_where_some_came_from() -> None:
    units = {"Manchuria": {JAP: "1 infantry"}, "Shantung": {JAP: "1 infantry"}, "Anhwe": {CHINA: "2 infantry"}}
    game = scene(JAP, "combat_move", units, dice=[6, 6, 6, 6], round=2)
    go(game, "1 infantry: Manchuria > Anhwe", "1 infantry: Shantung > Anhwe")
    until(game, "retreat")
    assert game.decision and game.decision.power == JAP
    assert [o.key for o in form(game).options] == ["press on", "Manchuria", "Shantung"]
    game.answer("Shantung")
    assert has(game, "Shantung", JAP, "infantry") == 2


@clause("pacific.R71")
def test_aircraft_take_no_territory() -> None:
    units = {"Manchuria": {JAP: "1 bomber"}, "Anhwe": {CHINA: "1 infantry"}}
    game = fight(JAP, units, "1 bomber: Manchuria > Anhwe", dice=[4, 6])
    assert owner(game, "Anhwe") == CHINA


# --- sea --------------------------------------------------------------------------------------------------------------


@clause("pacific.R72", "pacific.R72.1", "pacific.R72.4", "pacific.R75", "pacific.R77", "pacific.R72.5", "pacific.E4")
def test_a_destroyer_takes_the_first_strike() -> None:
    units = {zone(7): {JAP: "2 submarines"}, zone(5): {USA: "1 transport, 1 destroyer"}}
    game = scene(JAP, "combat_move", units, dice=[1, 4, 6, 3], round=2)
    go(game, "2 submarines: Sea Zone 7 > Sea Zone 5")
    until(game, "casualties")
    assert game.decision and game.decision.power == USA
    game.answer("1 transport")
    until(game, "retreat")
    assert sorted(rolls(game)) == [("defenders", "1 and 3"), ("submarines", "2")]
    assert has(game, zone(5), JAP, "submarine") == 1 and has(game, zone(5), USA, "transport") == 0


@clause("pacific.R72.3", "pacific.E5")
def test_a_first_strike_sinks_before_the_answer() -> None:
    units = {zone(7): {JAP: "2 submarines"}, zone(5): {USA: "1 aircraft carrier"}}
    game = fight(JAP, units, "2 submarines: Sea Zone 7 > Sea Zone 5", dice=[2, 5])
    assert rolls(game) == [("first strike", "2")]
    assert has(game, zone(5), USA, "aircraft_carrier") == 0


@clause("pacific.R64", "pacific.R72.3")
def test_a_submarine_that_is_struck_does_not_strike_back() -> None:
    units = {zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 submarine"}}
    game = fight(JAP, units, "1 submarine: Sea Zone 7 > Sea Zone 5", dice=[2])
    assert rolls(game) == [("first strike", "2")]
    assert (has(game, zone(7), USA, "submarine"), has(game, zone(5), JAP, "submarine")) == (0, 1)


@clause("pacific.R73")
def test_defending_submarines_strike_first_too() -> None:
    units = {zone(7): {JAP: "1 aircraft carrier"}, zone(5): {USA: "1 submarine"}}
    game = fight(JAP, units, "1 aircraft carrier: Sea Zone 7 > Sea Zone 5", dice=[2])
    assert rolls(game) == [("first strike", "2")]


@clause("pacific.R72.2", "pacific.R72.6", "pacific.R72.7", "pacific.R72.8", "pacific.R148")
def test_submarines_may_submerge_among_destroyers() -> None:
    units = {zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 destroyer"}}
    game = scene(JAP, "combat_move", units, round=2)
    go(game, "1 submarine: Sea Zone 7 > Sea Zone 5")
    assert until(game, "submerge").decision.power == JAP  # type: ignore[union-attr]
    game.answer("1 submarine")
    assert has(game, zone(5), JAP, "submarine") == has(game, zone(5), USA, "destroyer") == 1
    game = scene(USA, "combat_move", units, round=2, dice=[6, 6])
    go(game, "1 destroyer: Sea Zone 5 > Sea Zone 7")
    assert until(game, "submerge").decision.power == JAP  # type: ignore[union-attr]
    assert rolls(game) == [("attackers", "3"), ("submarines", "2")]


@clause("pacific.R32", "pacific.R33", "pacific.R76")
def test_submarines_and_aircraft() -> None:
    units = {zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 aircraft carrier, 1 fighter"}}
    game = scene(USA, "combat_move", units, round=2)
    go(game, "1 fighter: Sea Zone 5 > Sea Zone 7")
    until_phase(game, "patrol")
    assert not fired(game) and has(game, zone(7), JAP, "submarine") == 1  # no battle is possible
    units = {zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 aircraft carrier, 1 fighter, 1 destroyer"}}
    moves = "1 destroyer: Sea Zone 5 > Sea Zone 7", "1 fighter: Sea Zone 5 > Sea Zone 7"
    game = fight(USA, units, *moves, dice=[3, 6, 6])
    assert has(game, zone(7), JAP, "submarine") == 0


@clause("pacific.R30", "pacific.R30.1", "pacific.R30.2", "pacific.R21.8", "pacific.E6")
def test_battleships_take_two_hits_and_are_whole_in_phase_8() -> None:
    units = {zone(7): {JAP: "1 battleship"}, zone(5): {USA: "1 destroyer"}}
    game = scene(JAP, "combat_move", units, dice=[6, 3, 4, 6], round=2)
    go(game, "1 battleship: Sea Zone 7 > Sea Zone 5")
    until(game, "retreat")
    assert stack_of(game, zone(5), JAP, "battleship").cond.damage == 1
    until(game, "none")
    assert stack_of(game, zone(5), JAP, "battleship").cond.damage == 0
    game = fight(JAP, units, "1 battleship: Sea Zone 7 > Sea Zone 5", dice=[6, 3, 6, 3])
    assert has(game, zone(5), JAP, "battleship") == 0


@clause("pacific.R78")
def test_fighters_of_a_sunk_carrier_land_in_the_same_zone() -> None:
    units = {zone(10): {USA: "4 battleships"}, zone(16): {JAP: "1 aircraft carrier, 1 fighter"}}
    moves = "4 battleships: Sea Zone 10 > Sea Zone 16"
    for holder, landed in ((JAP, 1), (AUSTRALIA, 0)):
        game = scene(USA, "combat_move", units, dice=[4, 6, 6, 6, 6, 6], round=2, owners={"Gilbert Islands": holder})
        go(game, moves)
        until(game, "casualties")
        game.answer("1 aircraft carrier")
        until(game, "retreat")
        game.answer(zone(10))
        assert has(game, "Gilbert Islands", JAP, "fighter") == landed and not has(game, zone(16), JAP, "fighter")


# --- convoys ----------------------------------------------------------------------------------------------------------


@clause("pacific.R79", "pacific.R79.1", "pacific.R82", "pacific.R113", "pacific.E8")
def test_warships_take_empty_convoy_zones_on_their_way() -> None:
    units = {zone(45): {JAP: "1 destroyer, 1 transport"}, zone(42): {JAP: "1 transport"}}
    game = scene(JAP, "combat_move", units, round=2)
    refused(game, "1 transport: Sea Zone 42 > Sea Zone 43", "R79")
    game.answer("1 destroyer: Sea Zone 45 > Sea Zone 44 > Sea Zone 43")
    assert controller(game, zone(43)) == controller(game, zone(44)) == JAP
    game = scene(JAP, "noncombat_move", units, round=2)
    game.answer("1 destroyer: Sea Zone 45 > Sea Zone 44 > Sea Zone 43")
    assert controller(game, zone(43)) == "Australia"


@clause("pacific.R80", "pacific.R114", "pacific.E9")
def test_a_submarine_takes_the_zone_that_it_is_in() -> None:
    game = scene(JAP, "combat_move", {zone(6): {JAP: "1 submarine"}}, round=2)
    game.answer("take_convoy")
    assert controller(game, zone(6)) == JAP
    assert stack_of(game, zone(6), JAP, "submarine").cond.moved == 1
    before = game.state.ipcs[JAP]
    until(game, "none")
    assert game.state.ipcs[JAP] - before == 19


@clause("pacific.R81", "pacific.R81.1", "pacific.R81.2", "pacific.R81.3")
def test_control_after_a_battle_in_a_convoy_zone() -> None:
    units = {zone(45): {JAP: "1 destroyer"}, zone(44): {UK: "1 destroyer"}}
    for dice, after in (([3, 6], JAP), ([3, 3], INDIA), ([6, 3], INDIA)):
        game = fight(JAP, units, "1 destroyer: Sea Zone 45 > Sea Zone 44", dice=dice)
        assert controller(game, zone(44)) == after


@clause("pacific.R83", "pacific.R84", "pacific.R153")
def test_control_comes_back_and_allies_restore_it() -> None:
    units = {zone(38): {USA: "1 destroyer"}, "Borneo": {UK: "1 infantry"}}
    game = scene(USA, "combat_move", units, round=2, facts={"zones": {zone(44): JAP}})
    assert game.rules.q.value(game, "Borneo") == 3
    game.answer("1 destroyer: Sea Zone 38 > Sea Zone 44")
    assert controller(game, zone(44)) == INDIA
    game = scene(JAP, "combat_move", {"Siam": {JAP: "1 infantry"}}, round=2)
    game.answer("1 infantry: Siam > Malaya")
    assert owner(game, "Malaya") == JAP and controller(game, zone(46)) == INDIA


# --- landings and raids -----------------------------------------------------------------------------------------------


@clause("pacific.R85", "pacific.R87", "pacific.R88", "pacific.R69.3", "pacific.R89")
def test_battleships_and_destroyers_bombard() -> None:
    units = {
        zone(45): {JAP: "1 transport, 1 battleship, 1 destroyer"}, "Borneo": {UK: "2 infantry"},
    }  # fmt: skip
    moves = "1 transport, 1 battleship, 1 destroyer: Sea Zone 45 > Sea Zone 44", "1 infantry: Sea Zone 44 > Borneo"
    game = scene(
        JAP, "combat_move", units, cargo={zone(45): [(JAP, "infantry")]}, dice=[3, 4, 6, 6, 6], round=2,
    )  # fmt: skip
    go(game, *moves)
    until(game, "patrol")
    assert fired(game)[0][0] == "bombardment" and fired(game)[0][3] + fired(game)[1][3] == 2
    assert ("defenders", "2") in rolls(game)


@clause("pacific.R86")
def test_no_bombardment_after_a_sea_battle() -> None:
    units = {
        zone(45): {JAP: "1 transport, 1 battleship"}, "Borneo": {UK: "1 infantry"}, zone(44): {UK: "1 transport"},
    }  # fmt: skip
    moves = "1 transport, 1 battleship: Sea Zone 45 > Sea Zone 44", "1 infantry: Sea Zone 44 > Borneo"
    game = scene(JAP, "combat_move", units, cargo={zone(45): [(JAP, "infantry")]}, dice=[4, 6, 6, 2], round=2)
    go(game, *moves)
    until(game, "patrol")
    assert "bombardment" not in [text for text, _ in rolls(game)]


def raid(units: Any, dice: list[int], intercept: str = "nothing", **more: Any) -> Any:
    game = scene(USA, "combat_move", units, dice=dice, round=2, **more)
    route = "Ryukyu Islands > Sea Zone 35 > Sea Zone 36 > Japan"
    for kind, mission in (("bomber", "raid"), ("fighter", "escort")):
        n = has(game, "Ryukyu Islands", USA, kind)
        if n:
            game.answer(f"{n} {kind}: {route} [{mission}]")
    if game.decision and game.decision.context.get("phase") == "combat":
        game.answer("done")
    until(game, "intercept")
    if game.decision and game.decision.kind == "intercept":
        game.answer(intercept)
    return game


RAIDERS = {
    "Ryukyu Islands": {USA: "3 bombers, 2 fighters"}, "Japan": {JAP: "1 antiaircraft gun, 2 fighters, 5 infantry"},
}  # fmt: skip


@clause(
    "pacific.R90", "pacific.R91", "pacific.R91.1", "pacific.R91.2", "pacific.R91.3", "pacific.R91.4", "pacific.R91.5",
    "pacific.R93", "pacific.R138", "pacific.R145", "pacific.R147", "pacific.E7",
)  # fmt: skip
def test_a_raid_with_escorts_and_interceptors() -> None:
    dice = [1, 3, 4, 5, 6, 4, 2, 6, 5, 6, 4]
    game = raid(
        RAIDERS, dice, "2 fighters", owners={"Ryukyu Islands": USA}, ipcs={JAP: 25}, facts={"victory_points": 5},
    )  # fmt: skip
    for _ in range(2):  # the attacker takes a fighter each time
        until(game, "casualties")
        assert game.decision and game.decision.power == USA
        game.answer("1 fighter (moved 2, combat, escort)")
    assert fired(game) == [
        ("antiaircraft fire", "1", [1, 3, 4, 5, 6], 1), ("escorts", "1", [4], 0), ("interceptors", "2", [2, 6], 1),
    ]  # fmt: skip
    assert happened(game, "raided")[0]["ipcs"] == 15 and happened(game, "points_lost")[0]["count"] == 1


@clause("pacific.R93", "pacific.R145", "pacific.R138")
def test_a_raid_takes_money_and_points() -> None:
    units = {"Ryukyu Islands": {USA: "3 bombers"}, "Japan": {JAP: "1 infantry"}}
    how: dict[str, Any] = {"owners": {"Ryukyu Islands": USA}, "ipcs": {JAP: 25}}
    game = raid(units, [5, 6, 4], **how, facts={"victory_points": 5})
    assert (game.state.ipcs[JAP], game.state.facts["victory_points"]) == (10, 4)
    game = raid(units, [1, 1, 3], **how, facts={"victory_points": 5})
    assert (game.state.ipcs[JAP], game.state.facts["victory_points"]) == (20, 5)
    game = raid(units, [5, 6, 4], **how, facts={"victory_points": 0})
    assert game.state.facts["victory_points"] == 0


@clause("pacific.R92")
def test_the_damage_may_be_limited_by_the_value() -> None:
    units = {"Ryukyu Islands": {USA: "3 bombers"}, "Japan": {JAP: "1 infantry"}}
    how: dict[str, Any] = {"owners": {"Ryukyu Islands": USA}, "ipcs": {JAP: 25}, "facts": {"victory_points": 5}}
    game = raid(units, [5, 6, 4], **how, switches={"raid_limited_by_value": True})
    assert (game.state.ipcs[JAP], game.state.facts["victory_points"]) == (20, 5)


@clause("pacific.R94")
def test_an_interceptor_still_defends_its_territory() -> None:
    units = {
        "Ryukyu Islands": {USA: "1 bomber"}, "Japan": {JAP: "1 fighter"}, "Bonin Islands": {USA: "1 bomber"},
    }  # fmt: skip
    game = scene(
        USA, "combat_move", units, dice=[6, 3, 4, 6], round=2,
        owners={"Ryukyu Islands": USA, "Bonin Islands": USA},
    )  # fmt: skip
    game.answer("1 bomber: Ryukyu Islands > Sea Zone 35 > Sea Zone 36 > Japan [raid]")
    go(game, "1 bomber: Bonin Islands > Sea Zone 24 > Sea Zone 36 > Japan")
    until(game, "intercept")
    game.answer("1 fighter")
    until(game, "retreat")
    assert rolls(game) == [("interceptors", "2"), ("attackers", "4"), ("defenders", "4")]
    assert has(game, "Japan", JAP, "fighter") == 0


# --- kamikaze ---------------------------------------------------------------------------------------------------------


@clause(
    "pacific.R95", "pacific.R96", "pacific.R96.1", "pacific.R97", "pacific.R98", "pacific.R98.1", "pacific.R99",
    "pacific.R100", "pacific.R101", "pacific.R102",
)  # fmt: skip
def test_kamikaze_attacks_come_before_combat() -> None:
    units = {
        zone(25): {USA: "1 battleship, 1 aircraft carrier, 1 destroyer, 1 transport, 1 submarine"},
        zone(26): {USA: "1 destroyer"}, zone(36): {JAP: "1 destroyer"},
    }  # fmt: skip
    game = scene(USA, "combat_move", units, dice=[2, 1, 6, 3], round=2)
    go(game)
    assert game.decision and (game.decision.kind, game.decision.power) == ("kamikaze", JAP)
    assert {key[0::2] for key in form(game).most} == {
        (zone(25), kind) for kind in ("battleship", "aircraft_carrier", "destroyer")
    }
    target = (zone(25), USA, "battleship"), (zone(25), USA, "aircraft_carrier"), (zone(25), USA, "destroyer")
    game.answer(dict(zip(target, (1, 2, 1), strict=True)))
    assert stack_of(game, zone(25), USA, "battleship").cond.damage == 1
    assert has(game, zone(25), USA, "aircraft_carrier") == 0 and has(game, zone(25), USA, "destroyer") == 1
    assert game.state.facts["kamikaze_used"] == 4
    game = scene(USA, "combat_move", units, round=2, facts={"kamikaze_used": 6})
    go(game)
    assert game.decision.kind != "kamikaze"  # type: ignore[union-attr]


@clause("pacific.R78", "pacific.R101")
@pytest.mark.parametrize(
    ("holder", "dice", "ashore", "aboard"),
    [
        pytest.param(USA, [1, 6], 1, 2, id="ashore"),
        pytest.param(JAP, [1, 6], 0, 2, id="lost"),
        pytest.param(JAP, [6, 6], 0, 3, id="not sunk"),
        pytest.param(JAP, [1, 1], 0, 0, id="both sunk"),
    ],
)
def test_allied_fighters_of_a_carrier_that_kamikazes_sink_land_in_the_zone_or_are_lost(
    holder: str, dice: list[int], ashore: int, aboard: int
) -> None:
    units = {zone(25): {USA: "1 aircraft carrier, 3 fighters", UK: "1 aircraft carrier"}}
    game = scene(UK, "combat_move", units, owners={"Guam": holder}, dice=dice, round=2)
    go(game)
    game.answer({(zone(25), USA, "aircraft_carrier"): 1, (zone(25), UK, "aircraft_carrier"): 1})
    assert has(game, "Guam", USA, "fighter") == ashore
    assert has(game, zone(25), USA, "fighter") == aboard
    assert not list(between_turns(game))


# --- several powers ---------------------------------------------------------------------------------------------------


@clause("pacific.R103")
def test_allies_defend_together() -> None:
    units = {"Siam": {JAP: "2 infantry"}, "Malaya": {UK: "1 infantry", USA: "1 infantry"}}
    game = fight(JAP, units, "2 infantry: Siam > Malaya", dice=[6, 6, 2, 2])
    assert sum(len(row[2]) for row in fired(game) if row[0] == "defenders") == 2


@clause("pacific.R104", "pacific.R20.2", "pacific.R105", "pacific.R125")
def test_american_and_chinese_units_attack_together() -> None:
    units = {"Suiyuan": {CHINA: "1 infantry", USA: "1 infantry"}, "Manchuria": {JAP: "1 infantry"}}
    game = scene(USA, "combat_move", units, dice=[1, 6, 6], round=2)
    game.answer("1 infantry: Suiyuan > Manchuria")
    game.answer("1 infantry of China: Suiyuan > Manchuria")
    until(go(game), "patrol")
    assert sum(len(row[2]) for row in fired(game) if row[0] == "attackers") == 2
    assert owner(game, "Manchuria") == CHINA
    game = scene(UK, "combat_move", {"Malaya": {UK: "1 infantry", USA: "1 infantry"}}, round=2)
    assert {stack.owner for _, stack, _ in form(game).source.movable()} == {UK}


@clause("pacific.R116", "pacific.R116.1", "pacific.R116.2", "pacific.R152")
def test_the_captor_of_a_capital_takes_the_money_of_its_country() -> None:
    units = {"Burma": {JAP: "3 tanks"}, INDIA: {UK: "1 infantry"}, NSW: {UK: "1 infantry"}, HOME: {USA: "1 infantry"}}
    ipcs = {INDIA: 11, "Australia": 20, JAP: 0}
    game = fight(JAP, units, "3 tanks: Burma > India", dice=[3, 6, 6, 6], owners={"Burma": JAP}, ipcs=ipcs)
    assert happened(game, "plundered")[0]["ipcs"] == 11 and game.state.ipcs[INDIA] == 0
    points = happened(game, "points")[0]
    assert points["ipcs"] == 11 + 19 + 5 + 1 and points["count"] == 3
    assert [e["power"] for e in happened(game, "bought")] == ["Australia"]
    until(game, "none")
    assert [e["power"] for e in happened(game, "no_income")] == [INDIA]
    assert "Australia" in [e["power"] for e in happened(game, "income")]
