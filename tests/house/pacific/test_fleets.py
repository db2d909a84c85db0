"""The strike on Pearl Harbor, submerged submarines and convoys, and fleets that split against a blockade."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine import assaults
from sandtable.engine.convoys import controller
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from tests.conformance.pacific.board import HAWAII, INDIA, JAP, UK, USA, fired, go, has, scene, until, until_phase, zone
from tests.helpers import happened
from tests.house.pacific.test_rules import rolls, under

clause = pytest.mark.clause


def order(game: Game, *moves: str) -> Game:
    """Makes these moves; what loads or offloads uses transports, not destroyers."""
    for move in moves:
        game.answer(move)
        while game.decision and game.decision.kind == "ship":
            game.answer("transport")
    return game


# --- the strike on Pearl Harbor ---------------------------------------------------------------------------------------

STRIKE = "pacific.pearl_harbor_strike"


def first_turn(**options: Any) -> Game:
    """Japan's first combat move of a game with the amended setup."""
    given = {f"{STRIKE}.{name}": value for name, value in options.items()}
    wanted = ["pacific.corrected_setup", "pacific.amended_japanese_setup", STRIKE]
    game = Game(Header(registry.build("pacific", wanted, given, "printed"), "strike"))
    while game.decision and not (game.decision.kind in ("offer", "move") and game.decision.power == JAP):
        game.answer({"purchase": {}, "divide": 0}.get(game.decision.kind, game.decision.advice))
    return game


@clause(
    "pacific.pearl_harbor_strike.1",
    "pacific.pearl_harbor_strike.2",
    "pacific.pearl_harbor_strike.3",
    "pacific.pearl_harbor_strike.4",
    "pacific.pearl_harbor_strike.5",
)
def test_example_the_fleet_is_destroyed() -> None:
    game = first_turn()
    before = {kind: has(game, zone(9), USA, kind) for kind in ("battleship", "destroyer", "transport")}
    assert before == {"battleship": 2, "destroyer": 1, "transport": 1}
    assert game.decision and game.decision.advice == "strike"
    game.answer("strike")
    assert not any(s.owner == USA for s in game.state.at(zone(9))) and not fired(game)
    assert has(game, zone(9), JAP, "fighter") == 5 and has(game, zone(22), JAP, "fighter") == 0
    assert (has(game, HAWAII, USA, "fighter"), has(game, HAWAII, USA, "bomber")) == (0, 1)
    assert has(game, HAWAII, USA, "infantry") == 2
    assert game.decision.kind == "move"  # it is not offered again


@clause("pacific.pearl_harbor_strike.6")
@pytest.mark.parametrize("sail", [True, False])
def test_example_the_fighters_land_on_carriers(sail: bool) -> None:
    game = first_turn()
    game.answer("strike")
    until_phase(game, "noncombat_move")
    with pytest.raises(Illegal):
        game.answer("1 fighter: " + " > ".join(zone(n) for n in (9, 20, 22, 23)))
    if sail:
        game.answer("3 aircraft carriers: Sea Zone 22 > Sea Zone 20")
        game.answer("5 fighters: Sea Zone 9 > Sea Zone 20")
    else:
        game.answer("5 fighters: " + " > ".join(zone(n) for n in (9, 20, 22)))
    assert has(game, zone(20 if sail else 22), JAP, "fighter") == 5


@clause("pacific.pearl_harbor_strike.1")
def test_example_japan_declines() -> None:
    game = first_turn()
    game.answer("go on")
    go(game, "4 fighters: " + " > ".join(zone(n) for n in (22, 20, 9)))
    until_phase(game, "patrol")
    assert fired(game)
    units = {zone(22): {JAP: "3 aircraft carriers, 6 fighters"}, zone(9): {USA: "1 battleship"}}
    game = under("pearl_harbor_strike", JAP, "combat_move", units, round=2)
    assert game.decision and game.decision.kind == "move"  # only in the first turn


def test_the_strike_needs_a_place_to_land_for_all() -> None:
    ships = {zone(9): {USA: "1 battleship"}}
    for carriers, offered in ((3, True), (2, False)):
        units = {zone(22): {JAP: f"{carriers} aircraft carriers"}, **ships}
        game = under("pearl_harbor_strike", JAP, "purchase", units, round=1, ipcs={JAP: 3})
        game.state.put(zone(22), Stack(JAP, "fighter"), 6)
        until(game, "offer" if offered else "move")
        assert (game.decision and game.decision.kind) == ("offer" if offered else "move")


def test_options_of_the_strike() -> None:
    game = first_turn(japanese_fighter_losses=2, us_fighter_losses_on_hawaii=0, remaining_movement=3)
    game.answer("strike")
    assert has(game, zone(9), JAP, "fighter") == 4 and has(game, HAWAII, USA, "fighter") == 1
    assert {s.cond.moved for s in game.state.at(zone(9)) if s.owner == JAP} == {1}
    game = first_turn(participants="chosen")
    game.answer("strike")
    with pytest.raises(Illegal):
        game.answer("1 fighter")
    game.answer("2 fighters")
    assert (has(game, zone(9), JAP, "fighter"), has(game, zone(22), JAP, "fighter")) == (1, 4)
    units = {zone(20): {JAP: "1 aircraft carrier, 2 fighters"}, zone(10): {USA: "1 transport"}}
    options = {"start_zone": 20, "target_zone": 10}
    game = under("pearl_harbor_strike", JAP, "combat_move", units, options, round=1)
    game.answer("strike")
    assert has(game, zone(10), USA, "transport") == 0 and has(game, zone(10), JAP, "fighter") == 1


# --- submerged submarines ---------------------------------------------------------------------------------------------

HIDDEN = "pacific.submerged_subs_no_control"


@clause("pacific.submerged_subs_no_control.1")
@pytest.mark.parametrize(("rules", "holder"), [((), INDIA), ((HIDDEN,), JAP)])
def test_submerged_submarines_keep_no_convoy(rules: tuple[str, ...], holder: str) -> None:
    """The only defender of a convoy zone submerges: the Japanese destroyer takes it."""
    units = {zone(45): {JAP: "1 destroyer"}, zone(44): {UK: "1 submarine"}}
    game = scene(JAP, "combat_move", units, rules=rules, dice=[6, 6], round=2)
    go(game, "1 destroyer: Sea Zone 45 > Sea Zone 44")
    until(game, "submerge")
    game.answer("1 submarine")
    until_phase(game, "patrol")
    assert controller(game, zone(44)) == holder


@clause("pacific.submerged_subs_no_control.1")
def test_example_a_transport_passes_a_submerged_submarine() -> None:
    units = {zone(37): {JAP: "1 transport, 1 destroyer"}, zone(36): {USA: "1 submarine"}, "Japan": {JAP: "1 infantry"}}
    game = under("submerged_subs_no_control", JAP, "combat_move", units, dice=[6, 6])
    go(game, "1 destroyer: Sea Zone 37 > Sea Zone 36")
    until(game, "submerge")
    game.answer("1 submarine")
    until_phase(game, "noncombat_move", {"patrol": {}})
    order(game, "1 transport: Sea Zone 37 > Sea Zone 36", "1 infantry: Japan > Sea Zone 36")
    assert sum(len(s.cond.cargo) for s in game.state.at(zone(36))) == 1


# --- splitting the fleet ----------------------------------------------------------------------------------------------

SPLIT = "pacific.amphibious_split_fleet"
FLEET = {
    zone(37): {JAP: "1 battleship, 3 destroyers, 2 transports"}, "Shantung": {JAP: "4 infantry"},
    zone(38): {USA: "1 destroyer, 1 submarine, 1 transport"}, "Philippines": {USA: "1 infantry"},
}  # fmt: skip
SHIPS = "1 battleship, 3 destroyers, 2 transports: Sea Zone 37 > Sea Zone 38"


def invasion(dice: list[int], *, enemy: str = "", also: Any = (), **options: Any) -> Game:
    """The example up to the choice of the ships that attack."""
    units = {**FLEET, zone(38): {USA: enemy}} if enemy else FLEET
    game = under("amphibious_split_fleet", JAP, "combat_move", units, options, dice=dice, also=also)
    go(order(game, "4 infantry: Shantung > Sea Zone 37", SHIPS, "4 infantry: Sea Zone 38 > Philippines"))
    return until(game, "take_part")


@clause("pacific.amphibious_split_fleet.1", "pacific.amphibious_split_fleet.2")
def test_example_the_battleship_supports_the_landing() -> None:
    dice = [3, 3, 3, 2, 3, 6, 4, *[6] * 5]
    game = invasion(dice)
    assert game.decision
    with pytest.raises(Illegal):
        game.answer({})
    game.answer("3 destroyers")
    until_phase(game, "patrol", {"submerge": {}, "retreat": "press on"})
    shots = [row for row in rolls(game) if row[0] == "bombardment"]
    assert shots == [("bombardment", "4", 1)]
    assert has(game, zone(38), JAP, "battleship") == 1 and has(game, zone(38), JAP, "transport") == 2
    assert happened(game, "landed")[0]["space"] == "Philippines"


@clause("pacific.amphibious_split_fleet.3")
@pytest.mark.parametrize("together", [True, False])
def test_example_a_landing_that_stays_blocked_goes_back(together: bool) -> None:
    dice = [6, 6, 6, 1, 1, 1]
    game = invasion(dice, enemy="3 destroyers", supporters_return_with_invasion=together)
    game.answer("3 destroyers")
    until_phase(game, "patrol", {"retreat": "press on"})
    assert not happened(game, "landed") and has(game, "Shantung", JAP, "infantry") == 4
    assert has(game, zone(37), JAP, "transport") == 2 and not has(game, zone(38), JAP, "transport")
    assert has(game, zone(37 if together else 38), JAP, "battleship") == 1
    until_phase(game, "noncombat_move", {"patrol": {}})
    for move in ("1 transport: Sea Zone 37 > Sea Zone 36", "1 infantry: Shantung > Korea"):
        with pytest.raises(Illegal):  # their move is used up
            game.answer(move)


def test_ships_go_back_to_where_they_loaded_last() -> None:
    units = {
        zone(36): {JAP: "1 transport"}, zone(37): {JAP: "1 destroyer"}, "Shantung": {JAP: "1 infantry"},
        "Japan": {JAP: "1 infantry"}, zone(38): {USA: "2 destroyers"}, "Korea": {JAP: "1 infantry"},
    }  # fmt: skip
    game = under("amphibious_split_fleet", JAP, "combat_move", units, dice=[6, 1, 6])
    order(game, "1 infantry: Japan > Sea Zone 36", "1 transport: Sea Zone 36 > Sea Zone 37")
    order(game, "1 infantry: Shantung > Sea Zone 37", "1 destroyer, 1 transport: Sea Zone 37 > Sea Zone 38")
    go(order(game, "2 infantry: Sea Zone 38 > Philippines"))
    until(game, "take_part")
    assert game.decision and sum(n for s, n in game.decision.advice.items() if s.type == "transport") == 0
    game.answer(game.decision.advice)
    until_phase(game, "patrol", {"retreat": "press on"})
    assert has(game, zone(37), JAP, "transport") == 1
    assert has(game, "Shantung", JAP, "infantry") == 1 == has(game, "Japan", JAP, "infantry")


@clause("pacific.amphibious_split_fleet.2", "pacific.amphibious_split_fleet.3")
@pytest.mark.parametrize("blocks", [False, True])
def test_example_the_only_blocker_submerges(blocks: bool) -> None:
    """A submarine that avoids the battle: the way is free, and all ships may support."""
    game = invasion([1, 4, 3, 3, 3, *[6] * 5], enemy="1 submarine", also=["pacific.subs_pre_combat_submerge"],
                    submerged_blocks=blocks)  # fmt: skip
    game.answer("3 destroyers")
    until(game, "avoid")
    game.answer("1 submarine")
    until_phase(game, "patrol")
    shots = sum(n for text, _, n in rolls(game) if text == "bombardment")
    assert shots == (0 if blocks else 4)
    assert has(game, "Shantung", JAP, "infantry") == (4 if blocks else 0)


def test_the_attacker_may_send_everything() -> None:
    game = invasion([3, 3, 3, 3, 6, 1, 1, 1, 1, 6], enemy="1 destroyer")
    assert game.decision
    game.answer(dict(game.decision.form.force))  # type: ignore[attr-defined]
    until_phase(game, "patrol")
    assert happened(game, "landed") and "bombardment" not in [row[0] for row in rolls(game)]


def test_without_a_landing_nobody_is_held_back() -> None:
    units = {zone(37): {JAP: "1 destroyer, 1 transport"}, zone(38): {USA: "1 transport"}}
    game = under("amphibious_split_fleet", JAP, "combat_move", units, dice=[3, 6])
    go(game, "1 destroyer, 1 transport: Sea Zone 37 > Sea Zone 38")
    until_phase(game, "patrol")
    assert happened(game, "battle_ended")


def test_the_odds_hold_transports_back() -> None:
    """A destroyer against a destroyer: the infantry lands if the enemy is gone, even if both are sunk."""
    units = {
        zone(37): {JAP: "1 destroyer, 1 transport"}, "Shantung": {JAP: "1 infantry"}, zone(38): {USA: "1 destroyer"},
        "Korea": {JAP: "1 infantry"},
    }  # fmt: skip
    game = under("amphibious_split_fleet", JAP, "combat_move", units)
    order(game, "1 infantry: Shantung > Sea Zone 37", "1 destroyer, 1 transport: Sea Zone 37 > Sea Zone 38")
    order(game, "1 infantry: Sea Zone 38 > Philippines")
    found = assaults.assault(game, "Philippines")
    assert found is not None and found.arrive == pytest.approx(2 / 3) == found.captured
