"""The house rules for Pacific: each clause, the worked examples with their dice, and every value of every option."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.ai import player
from sandtable.core.errors import Illegal, RuleError
from sandtable.editions.pacific import score
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.pacific.board import (
    AUSTRALIA,
    CHINA,
    HAWAII,
    HOME,
    INDIA,
    JAP,
    NSW,
    UK,
    USA,
    ends,
    fired,
    go,
    has,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened

clause = pytest.mark.clause


def under(rule: str, power: str, phase: str, units: Any = None, options: Any = None, **more: Any) -> Game:
    """A position under one rule with some of its options."""
    given = {f"pacific.{rule}.{name}": value for name, value in (options or {}).items()}
    wanted = [f"pacific.{rule}", *more.pop("also", ())]
    return scene(power, phase, units, rules=wanted, options=given, **{"round": 2, **more})


def fight(rule: str, power: str, units: Any, *moves: str, answers: Any = None, **more: Any) -> Game:
    """Fight the battles of some moves, with the advice for all other decisions."""
    game = under(rule, power, "combat_move", units, **more)
    go(game, *moves)
    return until_phase(game, "patrol", answers)


def rolls(game: Game) -> list[tuple[str, str, int]]:
    """What fires, at what, with how many dice."""
    return [(text, value, len(dice)) for text, value, dice, _ in fired(game)]


# --- victory ----------------------------------------------------------------------------------------------------------

QUIET: dict[str, Any] = {"purchase": {}, "place": {}, "patrol": {}, "move": "done"}


def turns_to_victory(game: Game, most: int = 5) -> int:
    """How many turns pass before the game is over; `most` if it is not."""
    turns = 0
    while game.decision and turns < most:
        turn = game.state.turn, game.state.round
        while game.decision and (game.state.turn, game.state.round) == turn:
            game.answer(QUIET.get(game.decision.kind, game.decision.advice))
        turns += 1
    return turns


def conquered(*spaces: str, **options: Any) -> Game:
    units = {
        "Siam": {JAP: "1 infantry"}, "Hopei": {CHINA: "1 infantry"}, "Midway": {USA: "1 infantry"},
        "Queensland": {UK: "1 infantry"},
    }  # fmt: skip
    owners = dict.fromkeys(spaces, JAP)
    if options.pop("home_lost", False):
        owners["Japan"] = AUSTRALIA
    money = {JAP: 0, USA: 0}
    return under("japanese_military_victory", JAP, "noncombat_move", units, options, owners=owners, ipcs=money)


@clause("pacific.japanese_military_victory.1", "pacific.japanese_military_victory.2")
def test_japan_holds_a_set_of_territories_for_a_complete_turn() -> None:
    for spaces in (["United States"], [NSW, INDIA]):
        game = conquered(*spaces)
        assert turns_to_victory(game) == 3 and game.winner == "axis"
    assert not turns_to_victory(conquered(NSW)) < 5
    game = conquered(NSW, INDIA)
    turn = game.state.turn
    while game.state.turn == turn:
        assert game.decision
        game.answer(QUIET.get(game.decision.kind, game.decision.advice))
    game.state.owner[INDIA] = INDIA  # the clock starts anew
    assert turns_to_victory(game, 3) == 3 and not game.over


def test_options_of_the_military_victory() -> None:
    assert turns_to_victory(conquered("United States", hold_time="next_japanese_turn")) == 4
    game = conquered(INDIA, replaces_base_condition=False)
    assert turns_to_victory(game) == 4 and game.winner == "axis"
    game = conquered("United States", require_home_capital=True, home_lost=True)
    turns_to_victory(game, 3)
    assert game.winner != "axis"
    game = conquered("Java", "Borneo", victory_sets=["Java + Borneo"])
    assert turns_to_victory(game) == 3 and game.winner == "axis"


@clause(
    "pacific.japanese_economic_victory.1", "pacific.japanese_economic_victory.2", "pacific.japanese_economic_victory.3",
)  # fmt: skip
@pytest.mark.parametrize(("ipcs", "points"), [(19, 0), (20, 1), (29, 1), (30, 2), (39, 2), (40, 3), (50, 4)])
def test_points_from_20_on(ipcs: int, points: int) -> None:
    game = under("japanese_economic_victory", JAP, "combat_move")
    assert score.points_for(game, ipcs) == points
    game = under("japanese_economic_victory", JAP, "combat_move", {"Siam": {JAP: "1 infantry"}})
    game.state.now["earned"] = ipcs - 19
    go(game)
    until(game, "none")
    assert game.state.facts.get("victory_points", 0) == points and not game.over


@clause("pacific.capital_capture.3")
@pytest.mark.parametrize("fortifications", [False, True])
def test_a_country_without_a_complex_saves_its_money(fortifications: bool) -> None:
    also = ["pacific.fortifications"] if fortifications else []
    units = {INDIA: {JAP: "3 infantry"}, "Burma": {UK: "1 infantry"}}
    owners, ipcs = {INDIA: JAP}, {INDIA: 12, AUSTRALIA: 0, UK: 0}
    game = under("capital_capture", UK, "purchase", units, owners=owners, ipcs=ipcs, also=also)
    asked = game.decision.kind == "purchase" and game.decision.power == INDIA  # type: ignore[union-attr]
    assert asked is fortifications
    if asked:
        assert {key[0] for key in game.decision.form.most} == {"fortification"}  # type: ignore[union-attr, attr-defined]
    else:
        until_phase(game, "surface")
        assert not happened(game, "bought") and game.state.ipcs[INDIA] >= 12


@clause("pacific.capital_capture.2", "pacific.japanese_economic_victory.1")
@pytest.mark.parametrize(("counted", "earned"), [(True, 10), (False, 0)])
def test_the_share_of_the_captor_counts_as_captured_money_does(counted: bool, earned: int) -> None:
    rules = ["pacific.japanese_economic_victory", "pacific.capital_capture"]
    options = {"pacific.japanese_economic_victory.count_captured_cash": counted}
    game = scene(
        JAP, "combat_move", {"Burma": {JAP: "2 infantry"}}, rules=rules, options=options, owners={"Burma": JAP},
        ipcs={INDIA: 40, JAP: 0}, round=2,
    )  # fmt: skip
    until(go(game, "2 infantry: Burma > India"), "none")
    assert happened(game, "plundered")[0]["ipcs"] == 10
    assert happened(game, "points")[0]["ipcs"] == happened(game, "income")[0]["ipcs"] + earned


@pytest.mark.parametrize(("counted", "points"), [(True, 2), (False, 1)])
def test_options_of_the_economic_victory(counted: bool, points: int) -> None:
    options = {"step": 20, "first_threshold": 20, "target": 3, "count_captured_cash": counted}
    units = {"Burma": {JAP: "2 infantry"}}
    higher = {**options, "first_threshold": 40}
    game = under("japanese_economic_victory", JAP, "combat_move", units, higher, facts={"victory_points": 2},
                 owners={"Burma": JAP})  # fmt: skip
    until(go(game), "none")
    assert game.state.facts["victory_points"] == 2 and not game.over
    game = under(
        "japanese_economic_victory", JAP, "combat_move", units, options, owners={"Burma": JAP}, ipcs={INDIA: 20},
    )  # fmt: skip
    go(game, "2 infantry: Burma > India")
    until(game, "none")
    assert game.state.facts["victory_points"] == points and not game.over
    game = under("japanese_economic_victory", JAP, "combat_move", units, options, facts={"victory_points": 2},
                 owners={"Burma": JAP})  # fmt: skip
    until(go(game), "none")
    assert game.winner == "axis"


# --- money and production ---------------------------------------------------------------------------------------------


def taken(space: str, start: str, cash: int, **options: Any) -> Game:
    country = INDIA if space == INDIA else AUSTRALIA
    units = {start: {JAP: "1 infantry"}, "Manchuria": {JAP: "1 infantry"}}
    game = under(
        "capital_capture", JAP, "combat_move", units, options, owners={start: JAP}, ipcs={country: cash, JAP: 0},
    )  # fmt: skip
    game.answer(f"1 infantry: {start} > {space}")
    return game


@clause("pacific.capital_capture.1", "pacific.capital_capture.2", "pacific.capital_capture.3")
def test_a_lost_capital_costs_half_the_cash() -> None:
    game = taken(INDIA, "Burma", 22)
    assert (game.state.ipcs[INDIA], game.state.ipcs[JAP]) == (12, 5)
    assert game.state.ipcs[AUSTRALIA] == 20
    game = taken(NSW, "Queensland", 3)
    assert (game.state.ipcs[AUSTRALIA], game.state.ipcs[JAP]) == (3, 0)
    owners = dict.fromkeys(("Borneo", "Hong Kong", INDIA), JAP)
    game = under("capital_capture", UK, "collect", {"Burma": {UK: "1 infantry"}}, owners=owners, ipcs={INDIA: 0})
    assert game.decision and game.decision.kind == "divide"
    game.answer(3)
    assert game.state.ipcs[INDIA] == 1 + 4 + 3


def test_options_of_capital_capture() -> None:
    game = taken(INDIA, "Burma", 22, rounding="up", loss_to_bank=0.5, loss_to_captor=0.1)
    assert (game.state.ipcs[INDIA], game.state.ipcs[JAP]) == (8, 3)
    options = {"victim_may_continue": False}
    game = under("capital_capture", UK, "collect", options=options, owners={INDIA: JAP}, ipcs={INDIA: 0, UK: 0})
    assert game.state.ipcs[INDIA] == 0 and happened(game, "no_income")[0]["power"] == INDIA


@clause("pacific.hawaiian_production.1")
@pytest.mark.parametrize("limit", [2, 3])
def test_hawaii_produces_few_units(limit: int) -> None:
    options = {"limit": limit}
    game = under("hawaiian_production", USA, "purchase", options=options, ipcs={USA: 60})
    game.answer("4 infantry, 1 destroyer, 1 fighter")
    until(game, "place")
    with pytest.raises(Illegal):
        game.answer({("infantry", HAWAII): limit, ("destroyer", zone(9)): 1})
    game.answer({("infantry", HAWAII): limit - 1, ("destroyer", zone(9)): 1})


@clause("pacific.no_us_factories.1")
def test_no_factories_are_bought() -> None:
    game = under("no_us_factories", USA, "purchase")
    assert "industrial_complex" not in game.rules.q.for_sale(game, USA)
    game = under("no_us_factories", USA, "purchase", options={"us_may_build_factories": True})
    assert "industrial_complex" in game.rules.q.for_sale(game, USA)


# --- setup ------------------------------------------------------------------------------------------------------------


def setup(*rules: str, scenario: str = "printed", **options: Any) -> Any:
    return registry.build("pacific", [f"pacific.{rule}" for rule in rules], options, scenario).setup


@clause(
    "pacific.corrected_setup.1", "pacific.corrected_setup.2", "pacific.corrected_setup.3", "pacific.corrected_setup.4",
    "pacific.corrected_setup.5",
)  # fmt: skip
def test_the_corrected_setup_is_that_of_the_publisher() -> None:
    plain = {s: {p: dict(u) for p, u in row.items() if u} for s, row in setup(scenario="corrected").items()}
    for scenario in ("printed", "corrected"):
        made = setup("corrected_setup", scenario=scenario)
        assert {s: {p: dict(u) for p, u in row.items() if u} for s, row in made.items()} == plain


@clause("pacific.amended_japanese_setup.1")
def test_the_carrier_fleet_starts_in_zone_22() -> None:
    made = setup("corrected_setup", "amended_japanese_setup")
    assert not made.get(zone(20), {}).get(JAP)
    assert made[zone(22)][JAP] == {"submarine": 1, "aircraft_carrier": 3, "fighter": 6}
    alone = setup("amended_japanese_setup")
    assert alone[zone(22)][JAP] == {"submarine": 1, "aircraft_carrier": 3, "fighter": 6}
    prefix = "pacific.amended_japanese_setup"
    moved: dict[str, Any] = {f"{prefix}.from_zone": 45, f"{prefix}.to_zone": 37}
    made = setup("amended_japanese_setup", **moved)
    assert made[zone(37)][JAP]["battleship"] == 1 and not made.get(zone(45), {}).get(JAP)
    game = Game.new("pacific", ["pacific.amended_japanese_setup"], moved, seed=1)
    until(game, "purchase")
    game.answer({})
    assert has(game, zone(37), JAP, "battleship") == 1


@clause("pacific.amended_japanese_setup.2")
@pytest.mark.parametrize("forbidden", [False, True])
def test_american_carriers_are_out_of_reach(forbidden: bool) -> None:
    units = {zone(22): {JAP: "3 aircraft carriers, 6 fighters"}, zone(11): {USA: "1 aircraft carrier"}}
    units[zone(5)] = {USA: "1 aircraft carrier"}
    options = {"forbid_first_turn_carrier_attack": forbidden}
    game = under("amended_japanese_setup", JAP, "combat_move", units, options, round=1)
    far = " > ".join(zone(n) for n in (22, 20, 9, 10, 11))
    with pytest.raises(Illegal):
        game.answer(f"1 fighter: {far}")
    near = " > ".join(zone(n) for n in (22, 21, 6, 5))
    if forbidden:
        with pytest.raises(Illegal) as error:
            game.answer(f"1 fighter: {near}")
        assert error.value.rule == "pacific.amended_japanese_setup.2"
    else:
        game.answer(f"1 fighter: {near}")


# --- rail -------------------------------------------------------------------------------------------------------------


@clause("pacific.rail_movement.1", "pacific.rail_movement.2")
def test_two_units_move_by_rail() -> None:
    owners = dict.fromkeys(("Anhwe", "Hunan", "Kwangsi"), JAP)
    units = {"Manchuria": {JAP: "5 infantry"}, "Korea": {JAP: "1 infantry"}}
    game = under("rail_movement", JAP, "noncombat_move", units, owners=owners)
    with pytest.raises(Illegal) as error:
        game.answer("3 infantry: Manchuria > French Indo-China")
    assert error.value.rule == "pacific.rail_movement.1"
    game.answer("2 infantry: Manchuria > French Indo-China")
    with pytest.raises(Illegal):
        game.answer("1 infantry: Korea > French Indo-China")
    game = under("rail_movement", JAP, "noncombat_move", units)
    with pytest.raises(Illegal):
        game.answer("1 infantry: Korea > French Indo-China")
    game.answer("1 infantry: Korea > Shantung")
    british = {"Western Australia": {UK: "1 infantry"}, INDIA: {UK: "1 infantry"}, NSW: {UK: "1 infantry"}}
    game = under("rail_movement", UK, "noncombat_move", british)
    game.answer(f"1 infantry: Western Australia > {NSW}")
    game.answer("1 infantry: India > Shan State")
    assert has(game, "Shan State", UK, "infantry") == 1
    game = under("rail_movement", USA, "noncombat_move", {"Yunnan": {USA: "1 infantry"}})
    assert "Hunan" not in ends(game, "Yunnan", "infantry")


def test_options_of_rail_movement() -> None:
    options: dict[str, Any] = {"players": ["United States"], "units_per_turn": 1, "unit_types": ["tank"]}
    units = {"Yunnan": {USA: "1 infantry, 2 tanks"}, "Burma": {USA: "1 infantry"}}
    game = under("rail_movement", USA, "noncombat_move", units, options)
    assert "Suiyuan" not in ends(game, "Yunnan", "infantry")
    game.answer("1 tank: Yunnan > Suiyuan")
    assert "Suiyuan" not in ends(game, "Yunnan", "tank")
    game = under("rail_movement", USA, "noncombat_move", units, {**options, "include_allied_areas": False})
    assert "Suiyuan" not in ends(game, "Yunnan", "tank")


@pytest.mark.parametrize(("phase", "combat", "noncombat"), [
    ("noncombat", False, True), ("combat", True, False), ("both", True, True),
])  # fmt: skip
def test_the_phase_in_which_units_go_by_rail(phase: str, combat: bool, noncombat: bool) -> None:
    owners = dict.fromkeys(("Anhwe", "Hunan", "Kwangsi"), JAP)
    for step, open_to in (("combat_move", combat), ("noncombat_move", noncombat)):
        units = {"Manchuria": {JAP: "5 infantry"}}
        game = under("rail_movement", JAP, step, units, {"phase": phase}, owners=owners)
        assert ("French Indo-China" in ends(game, "Manchuria", "infantry")) is open_to


# --- ships ------------------------------------------------------------------------------------------------------------


@clause("pacific.battleship_two_dice.1", "pacific.battleship_two_dice.2")
def test_battleships_roll_two_dice_at_surface_ships() -> None:
    move = "1 battleship: Sea Zone 7 > Sea Zone 5"
    units = {zone(7): {JAP: "1 battleship"}, zone(5): {USA: "1 transport"}}
    game = fight("battleship_two_dice", JAP, units, move, dice=[4, 6, 6])
    assert rolls(game)[0] == ("attackers", "4", 2)
    subs = {**units, zone(5): {USA: "1 submarine"}}
    game = fight("battleship_two_dice", JAP, subs, move, dice=[6, 4])
    assert ("attackers", "4", 1) in rolls(game)
    options: dict[str, Any] = {"condition": "always", "dice": 3}
    game = fight("battleship_two_dice", JAP, subs, move, dice=[6, 4, 4, 4], options=options)
    assert ("attackers", "4", 3) in rolls(game)
    options = {"transports_are_surface_ships": False}
    game = fight("battleship_two_dice", JAP, units, move, dice=[4, 6], options=options)
    assert rolls(game)[0] == ("attackers", "4", 1)


@clause("pacific.destroyers_air_vs_subs.1", "pacific.destroyers_air_vs_subs.2")
@pytest.mark.parametrize(("each", "dice"), [(1, (1, 1)), (2, (0, 2))])
def test_one_aircraft_for_each_destroyer_can_hit_submarines(each: int, dice: tuple[int, int]) -> None:
    units = {zone(5): {USA: "1 aircraft carrier, 2 fighters, 1 destroyer"}, zone(7): {JAP: "1 submarine, 1 transport"}}
    moves = "1 destroyer: Sea Zone 5 > Sea Zone 7", "2 fighters: Sea Zone 5 > Sea Zone 7"
    options = {"aircraft_per_destroyer": each}
    game = fight("destroyers_air_vs_subs", USA, units, *moves, dice=[3, 3, 6, 6, 6], options=options)
    first = {text: n for text, _, n in rolls(game)[:2] if text == "aircraft"}
    assert sum(n for text, _, n in rolls(game) if text == "aircraft") == sum(dice)
    assert first and has(game, zone(7), JAP, "submarine") == 0


@clause("pacific.destroyers_cancel_first_shot.1")
@pytest.mark.parametrize(("each", "free"), [(1, 2), (2, 1)])
def test_a_destroyer_cancels_one_first_strike(each: int, free: int) -> None:
    units = {zone(7): {JAP: "3 submarines"}, zone(5): {USA: "1 destroyer"}}
    options = {"subs_per_destroyer": each}
    game = fight(
        "destroyers_cancel_first_shot", JAP, units, "3 submarines: Sea Zone 7 > Sea Zone 5", dice=[6, 6, 2, 6],
        options=options,
    )  # fmt: skip
    assert rolls(game)[:2] == [("first strike", "2", free), ("submarines", "2", 3 - free)]


@clause("pacific.battleship_two_dice.2")
def test_a_first_strike_takes_no_dice_from_the_battleship_in_the_same_round() -> None:
    """Whether the enemy has a surface ship is settled as the round begins."""
    units = {zone(7): {JAP: "1 submarine, 1 battleship"}, zone(5): {USA: "1 transport, 1 submarine"}}
    game = under("battleship_two_dice", JAP, "combat_move", units, dice=[1, *[6] * 4])
    go(game, f"1 submarine, 1 battleship: {zone(7)} > {zone(5)}")
    while game.decision and game.decision.kind != "retreat":
        game.answer("1 transport" if game.decision.kind == "casualties" else game.decision.advice)
    assert [count for text, _, count in rolls(game) if text == "attackers"] == [2]


@clause("pacific.destroyers_air_vs_subs.2")
@pytest.mark.parametrize(("chosen", "value"), [("", "4"), ("1 fighter", "3")])
def test_the_owner_chooses_the_aircraft_that_a_destroyer_guides(chosen: str, value: str) -> None:
    units = {zone(5): {USA: "1 destroyer"}, HOME: {USA: "1 fighter, 1 bomber"}, zone(7): {JAP: "1 submarine"}}
    game = under("destroyers_air_vs_subs", USA, "combat_move", units, dice=[6] * 3)
    way = f"{HOME} > {zone(5)} > {zone(7)}"
    go(game, f"1 destroyer: {zone(5)} > {zone(7)}", f"1 fighter: {way}", f"1 bomber: {way}")
    assert game.decision and (game.decision.kind, game.decision.power) == ("assign", USA)
    bare = {stack.type: stack for stack in game.decision.form.force}  # type: ignore[attr-defined]
    game.answer({bare["fighter"]: 1} if chosen else game.decision.advice)
    until(game, "retreat")
    assert [hits for text, hits, _ in rolls(game) if text == "aircraft"] == [value]


@clause("pacific.destroyers_air_vs_subs.2")
def test_aircraft_lost_in_a_dogfight_are_not_guided() -> None:
    units = {
        zone(5): {USA: "1 destroyer"}, HOME: {USA: "1 fighter, 1 bomber"},
        zone(7): {JAP: "1 submarine, 1 aircraft_carrier, 1 fighter"},
    }  # fmt: skip
    game = under("destroyers_air_vs_subs", USA, "combat_move", units, dice=[6, 1, *[6] * 9], also=["pacific.dogfights"])
    way = f"{HOME} > {zone(5)} > {zone(7)}"
    go(game, f"1 destroyer: {zone(5)} > {zone(7)}", f"1 fighter: {way}", f"1 bomber: {way}")
    while game.decision and game.decision.kind != "assign":
        force = getattr(game.decision.form, "force", {})
        fighter = next((stack for stack in force if stack.type == "fighter"), None)
        game.answer({fighter: 1} if game.decision.kind == "casualties" else game.decision.advice)
    assert [stack.type for stack in game.decision.form.force] == ["bomber"]  # type: ignore[union-attr, attr-defined]


@clause("pacific.destroyers_cancel_first_shot.1")
def test_a_destroyer_cancels_the_strike_of_a_submarine_that_has_not_submerged() -> None:
    """One of two submarines submerges: the destroyer cancels the first strike of the other one."""
    units = {zone(7): {JAP: "2 submarine"}, zone(5): {USA: "1 destroyer, 1 transport"}}
    game = under("destroyers_cancel_first_shot", JAP, "combat_move", units, dice=[6, 6, 6])
    go(game, f"2 submarine: {zone(7)} > {zone(5)}")
    until(game, "submerge")
    stacks = game.decision.form.force  # type: ignore[union-attr, attr-defined]
    game.answer({min(stacks, key=lambda stack: "tracked" not in stack.cond.marks): 1})
    until(game, "retreat")
    assert "first strike" not in [text for text, *_ in rolls(game)]


@clause("pacific.subs_pre_combat_submerge.2")
def test_an_attacking_submarine_that_avoids_a_battle_stays_in_its_zone() -> None:
    """It is submerged until the end of the turn, as after a battle (R74)."""
    units = {zone(5): {JAP: "1 submarine", USA: "1 destroyer"}}
    game = under("subs_pre_combat_submerge", JAP, "combat_move", units, dice=[1])
    game.answer("done")
    while game.decision and game.decision.kind != "move":
        chosen = {"avoid": "1 submarine", "fight": "yes"}
        game.answer(chosen.get(game.decision.kind, game.decision.advice))
    assert has(game, zone(5), JAP, "submarine") == 1 and not ends(game, zone(5), "submarine")


@clause("pacific.subs_pre_combat_submerge.1", "pacific.subs_pre_combat_submerge.2")
def test_submarines_avoid_a_battle() -> None:
    units = {zone(5): {USA: "1 destroyer"}, zone(7): {JAP: "2 submarines"}}
    game = fight("subs_pre_combat_submerge", USA, units, "1 destroyer: Sea Zone 5 > Sea Zone 7", dice=[2, 3, 3, 6])
    assert happened(game, "tried_to_submerge")[0]["count"] == 1
    assert has(game, zone(7), JAP, "submarine") == 1 and has(game, zone(7), USA, "destroyer") == 1
    units = {zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 destroyer"}}
    game = under("subs_pre_combat_submerge", JAP, "combat_move", units, {"success": 5}, dice=[5])
    until(go(game, "1 submarine: Sea Zone 7 > Sea Zone 5"), "avoid")
    game.answer("1 submarine")
    assert happened(game, "tried_to_submerge")[0]["count"] == 1 and not fired(game)
    game = under("subs_pre_combat_submerge", JAP, "combat_move", units, {"attempts": 2}, dice=[3, 2])
    until(go(game, "1 submarine: Sea Zone 7 > Sea Zone 5"), "avoid")
    game.answer("1 submarine")
    game.answer("1 submarine")
    assert [e["count"] for e in happened(game, "tried_to_submerge")] == [0, 1]
    game = under("subs_pre_combat_submerge", JAP, "combat_move", units, {"sides": "defender"})
    until(go(game, "1 submarine: Sea Zone 7 > Sea Zone 5"), "submerge")
    assert not happened(game, "tried_to_submerge")


@clause("pacific.subs_no_hit_subs.1")
def test_submarines_do_not_hit_submarines() -> None:
    units = {zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 submarine"}}
    game = fight("subs_no_hit_subs", JAP, units, "1 submarine: Sea Zone 7 > Sea Zone 5")
    assert not fired(game) and has(game, zone(5), JAP, "submarine") == has(game, zone(5), USA, "submarine") == 1


@clause("pacific.subs_no_hit_subs.1")
def test_example_submarines_alone_fight_no_battle() -> None:
    """2 Japanese submarines meet a British one: no submarine tries to submerge, and no dice are rolled."""
    units = {zone(53): {JAP: "2 submarines"}, zone(54): {UK: "1 submarine"}}
    game = under("subs_no_hit_subs", JAP, "combat_move", units, also=["pacific.subs_pre_combat_submerge"], dice=[])
    go(game, "2 submarines: Sea Zone 53 > Sea Zone 54")
    until_phase(game, "place", {"patrol": {}, "move": "done"})
    assert not happened(game, "battle_started") and not happened(game, "tried_to_submerge")
    assert (has(game, zone(54), JAP, "submarine"), has(game, zone(54), UK, "submarine")) == (2, 1)


@clause("pacific.subs_no_hit_subs.1")
def test_submarines_do_not_stop_submarines() -> None:
    units = {zone(7): {JAP: "1 submarine, 1 destroyer"}, zone(8): {USA: "1 submarine"}}
    prey = {zone(20): {USA: "1 transport"}}
    for phase, board in (("combat_move", units | prey), ("noncombat_move", units)):
        game = under("subs_no_hit_subs", JAP, phase, board)
        with pytest.raises(Illegal):
            game.answer("1 destroyer: Sea Zone 7 > Sea Zone 8 > Sea Zone 20")
        game.answer("1 submarine: Sea Zone 7 > Sea Zone 8 > Sea Zone 20")


# --- landings ---------------------------------------------------------------------------------------------------------


def landing(count: int, dice: list[int], **options: Any) -> Game:
    units = {zone(45): {JAP: "1 transport, 1 battleship, 2 destroyers"}, "Borneo": {UK: "2 infantry"}}
    game = under(
        "amphibious_support_shots", JAP, "combat_move", units, options, dice=dice,
        cargo={zone(45): [(JAP, "infantry")] * count},
    )  # fmt: skip
    go(game, "1 transport, 1 battleship, 2 destroyers: Sea Zone 45 > Sea Zone 44",
       f"{count} infantry: Sea Zone 44 > Borneo")  # fmt: skip
    return until(game, "patrol")


@clause("pacific.amphibious_support_shots.1", "pacific.amphibious_support_shots.2")
def test_support_shots_are_limited_by_the_landing() -> None:
    game = landing(2, [6, 6, 1, 1, 6, 6])
    shots = [row for row in rolls(game) if row[0] == "bombardment"]
    assert sum(n for *_, n in shots) == 2 and "3" in "".join(v for _, v, _ in shots)
    game = landing(2, [4, 1, 6, 6, 6], supporting_units="battleship")
    assert [row for row in rolls(game) if row[0] == "bombardment"] == [("bombardment", "4", 1)]
    game = landing(1, [6, 6, 1, 1, 6, 6], shots_per_landed_unit=2)
    assert sum(n for text, _, n in rolls(game) if text == "bombardment") == 2
    game = landing(2, [3, 4], casualties_return_fire=False)
    assert "defenders" not in [text for text, *_ in rolls(game)]


# --- aircraft ---------------------------------------------------------------------------------------------------------


def raid(
    units: Any,
    dice: list[int],
    intercept: Any = "nothing",
    target: str = "Japan",
    dogfights: Any = None,
    **options: Any,
) -> Game:
    given = {f"pacific.strategic_bombing.{name}": value for name, value in options.items()} | (dogfights or {})
    rules = ["pacific.strategic_bombing", *(["pacific.dogfights"] if dogfights is not None else [])]
    game = scene(
        USA, "combat_move", units, rules=rules, options=given, round=2, dice=dice, facts={"victory_points": 10},
        owners={"Ryukyu Islands": USA, "Szechwan": JAP if target == "Szechwan" else CHINA}, ipcs={JAP: 30},
    )  # fmt: skip
    start = "Ryukyu Islands" if target == "Japan" else "Yunnan"
    way = f"{start} > Sea Zone 35 > Sea Zone 36 > Japan" if target == "Japan" else f"{start} > {target}"
    for kind, mission in (("bomber", "raid"), ("fighter", "escort")):
        if has(game, start, USA, kind):
            game.answer(f"{has(game, start, USA, kind)} {kind}: {way} [{mission}]")
    if game.decision and game.decision.context.get("phase") == "combat":
        game.answer("done")
    until(game, "intercept")
    if game.decision and game.decision.kind == "intercept":
        game.answer(intercept)
    return game


RAIDERS = {"Ryukyu Islands": {USA: "2 bombers"}, "Japan": {JAP: "1 antiaircraft gun, 1 infantry"}}


@clause("pacific.strategic_bombing.1", "pacific.strategic_bombing.2", "pacific.strategic_bombing.3")
def test_bombers_roll_two_dice() -> None:
    game = raid(RAIDERS, [3, 5, 4, 2, 6, 1])
    assert game.state.ipcs[JAP] == 17 and game.state.facts["victory_points"] == 9
    game = raid({"Yunnan": {USA: "1 bomber"}, "Szechwan": {JAP: "1 infantry"}}, [4], target="Szechwan")
    assert happened(game, "raided")[0]["dice"] == [4]
    units = {
        "Ryukyu Islands": {USA: "1 bomber, 1 fighter"}, "Japan": {JAP: "1 antiaircraft gun, 1 fighter"},
    }  # fmt: skip
    game = raid(units, [4, 2, 3, 5, 5], "1 fighter")
    until(game, "casualties")
    game.answer("1 fighter (moved 2, combat, escort)")
    assert [text for text, *_ in rolls(game)] == ["escorts", "interceptors", "antiaircraft fire"]
    assert [(e["dice"], e["ipcs"]) for e in happened(game, "raided")] == [([5, 5], 10)]


@clause("pacific.strategic_bombing.3")
@pytest.mark.parametrize(("sequence", "dice"), [("air_battle_first", 1), ("antiaircraft_first", 2)])
def test_after_the_air_battle_guns_fire_at_the_bombers_alone(sequence: str, dice: int) -> None:
    units = {"Ryukyu Islands": {USA: "1 bomber, 1 fighter"}, "Japan": {JAP: "1 antiaircraft gun"}}
    game = raid(units, [6] * 5, "1 fighter", raid_sequence=sequence)
    assert [count for text, _, count in rolls(game) if text == "antiaircraft fire"] == [dice]


def test_options_of_strategic_bombing() -> None:
    options: dict[str, Any] = {
        "dice_per_bomber": 1,
        "damage_cap": "territory_value",
        "raid_sequence": "antiaircraft_first",
    }
    game = raid(RAIDERS, [3, 5, 4, 6], **options)
    assert game.state.ipcs[JAP] == 25
    options = {"reduced_targets": ["Hawaiian Islands"]}
    game = raid({"Yunnan": {USA: "1 bomber"}, "Szechwan": {JAP: "1 infantry"}}, [3, 3], target="Szechwan", **options)
    assert happened(game, "raided")[0]["dice"] == [3, 3]
    options = {"reduced_dice": 2}
    game = raid({"Yunnan": {USA: "1 bomber"}, "Szechwan": {JAP: "1 infantry"}}, [4, 1], target="Szechwan", **options)
    assert happened(game, "raided")[0]["dice"] == [4, 1]
    units = {"Ryukyu Islands": {USA: "1 bomber, 1 fighter"}, "Japan": {JAP: "1 fighter"}}
    game = raid(units, [6, 6, 1, 1], "1 fighter", escort_hit=2, interceptor_hit=3)
    assert [row[:2] for row in rolls(game)] == [("escorts", "2"), ("interceptors", "3")]


@clause(
    "pacific.dogfights.1", "pacific.dogfights.2", "pacific.dogfights.3", "pacific.dogfights.4", "pacific.dogfights.5",
    "pacific.dogfights.6",
)  # fmt: skip
def test_a_dogfight_comes_before_the_battle() -> None:
    units = {
        "Manchuria": {USA: "3 fighters, 1 bomber, 3 infantry"}, "Anhwe": {JAP: "2 fighters, 4 infantry, 1 artillery"},
    }  # fmt: skip
    owners = {"Manchuria": CHINA, "Anhwe": JAP}
    dice = [2, 4, 6, 4, 5, *[6] * 6, *[6] * 6]
    game = under("dogfights", USA, "combat_move", units, dice=dice, owners=owners)
    go(game, "3 fighters, 1 bomber, 3 infantry: Manchuria > Anhwe")
    until(game, "casualties")
    assert game.decision and game.decision.power == USA
    game.answer("1 bomber (moved 1, combat)")
    until(game, "retreat")
    assert rolls(game)[:2] == [("dogfight", "3", 3), ("dogfight", "4", 2)]
    assert has(game, "Anhwe", JAP, "fighter") == 1 and has(game, "Anhwe", USA, "fighter") == 3
    assert {text for text, *_ in rolls(game)[2:]} == {"attackers", "defenders"}


@clause("pacific.dogfights.2", "pacific.dogfights.6")
def test_guns_fire_in_the_dogfight_only() -> None:
    units = {"Burma": {JAP: "2 fighters, 2 infantry"}, INDIA: {UK: "1 antiaircraft gun, 1 fighter, 1 infantry"}}
    dice = [1, 3, 3, 6, 5, 1, 1, 6, 6, 2]
    game = fight("dogfights", JAP, units, "2 fighters, 2 infantry: Burma > India", dice=dice, owners={"Burma": JAP})
    texts = [text for text, *_ in rolls(game)]
    assert texts[:3] == ["antiaircraft fire", "dogfight", "dogfight"] and texts.count("antiaircraft fire") == 1
    assert has(game, INDIA, UK, "fighter") == 0


@clause("pacific.R67", "pacific.R67.4", "pacific.dogfights.4")
def test_no_rule_raises_the_dice_of_surprised_fighters() -> None:
    units = {"Burma": {JAP: "2 fighters"}, "Shan State": {UK: "1 fighter"}}
    owners = {"Burma": JAP, "Shan State": INDIA}
    for round, value in ((1, "1"), (2, "4")):
        game = fight("dogfights", JAP, units, "2 fighters: Burma > Shan State", dice=[1, 6, 6], owners=owners,
                     round=round)  # fmt: skip
        assert rolls(game) == [("dogfight", "3", 2), ("dogfight", value, 1)]


@clause("pacific.dogfights.7")
def test_raids_have_no_dogfight() -> None:
    rules = registry.build("pacific", ["pacific.dogfights"])
    assert "dogfight" not in [step.name for step in rules.sequence("raid")]


def test_options_of_dogfights() -> None:
    units = {"Burma": {JAP: "1 bomber, 1 fighter"}, "Shan State": {UK: "1 fighter"}}
    options = {"bombers_roll": True, "attacker_fighter_hit": 2, "defender_fighter_hit": 5, "rounds": 2}
    game = fight(
        "dogfights", JAP, units, "1 bomber, 1 fighter: Burma > Shan State", options=options,
        dice=[6, 6, 6, 2, 6, 6], owners={"Burma": JAP, "Shan State": INDIA},
    )  # fmt: skip
    values = {value for text, value, _ in rolls(game) if text == "dogfight"}
    assert "5" in values and any("2" in value for value in values)


@clause("pacific.dogfights.5")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_rounds_of_combat_after_a_dogfight(rounds: int) -> None:
    units = {"Manchuria": {USA: "1 fighter, 3 infantry"}, "Anhwe": {JAP: "1 fighter, 4 infantry"}}
    owners, move = {"Manchuria": CHINA, "Anhwe": JAP}, "1 fighter, 3 infantry: Manchuria > Anhwe"
    options = {"minimum_combat_rounds_after": rounds}
    game = fight("dogfights", USA, units, move, dice=[6] * 40, owners=owners, options=options,
                 answers={"retreat": "Manchuria"})  # fmt: skip
    assert [text for text, *_ in rolls(game)].count("attackers") == rounds
    without = {**units, "Anhwe": {JAP: "4 infantry"}}
    game = fight("dogfights", USA, without, move, dice=[6] * 40, owners=owners, options=options,
                 answers={"retreat": "Manchuria"})  # fmt: skip
    assert [text for text, *_ in rolls(game)].count("attackers") == 1, "there was no dogfight"


@pytest.mark.parametrize(("options", "escorts"), [
    ({}, ["1"]), ({"applies_to_raids": True}, ["3"]), ({"applies_to_raids": True, "bombers_roll": True}, ["3", "4"]),
])  # fmt: skip
def test_raids_may_have_a_dogfight(options: dict[str, bool], escorts: list[str]) -> None:
    units = {"Ryukyu Islands": {USA: "1 bomber, 1 fighter"}, "Japan": {JAP: "1 fighter"}}
    given = {f"pacific.dogfights.{name}": value for name, value in options.items()}
    game = raid(units, [6, 6, 6, 1, 1], "1 fighter", dogfights=given)
    found = [row[:2] for row in rolls(game)]
    assert found == [*(("escorts", value) for value in escorts), ("interceptors", "4" if options else "2")]


def test_other_starting_units_of_japan() -> None:
    def changed(**row: Any) -> Game:
        return Game.new("pacific", ["pacific.corrected_setup"], {"pacific.corrected_setup.changes": [row]}, seed=1)

    game = changed(space="Hainan", unit="infantry", count=1)
    assert has(game, "Hainan", JAP, "infantry") == 1 and has(game, "Mariana Islands", JAP, "fighter") == 1
    ask = game.open[0]
    game.answer(player("basic", "one")(game, ask), id=ask.id)
    assert len(game.log) == 1, "a game can be played from this setup"
    with pytest.raises(RuleError, match="a change needs space, unit, and count"):
        changed(space="Hainan")


def test_all_rules_are_played_together() -> None:
    limit = {"common.round_limit.rounds": 2}
    for who in ("random", "basic"):
        game = Game.new("pacific", ["pacific.*", "common.round_limit"], limit, seed=who)
        answer = player(who, "all")
        while game.open:
            game.answer(answer(game, game.open[0]), id=game.open[0].id)
        assert game.over
