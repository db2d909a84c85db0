"""Airfields, port movement, and convoy raids: each clause, the worked examples, and every value of every option."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.core.forces import FRESH, Stack
from sandtable.core.marks import ALOFT
from sandtable.editions.pacific.ways import note_ferries
from sandtable.engine import convoys
from sandtable.engine.game import Game
from tests.conformance.pacific.board import (
    AUSTRALIA,
    HAWAII,
    HOME,
    INDIA,
    JAP,
    NSW,
    UK,
    USA,
    ends,
    go,
    has,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened
from tests.house.pacific.test_rules import under

clause = pytest.mark.clause

# --- airfields --------------------------------------------------------------------------------------------------------

LONG = "1 fighter: Marshall Islands > Sea Zone 18 > Sea Zone 17 > Sea Zone 9 > Hawaiian Islands"


def landing(*dice: int, space: str = HAWAII, off: str = zone(9), **options: Any) -> Game:
    """A landing from the sea on a territory with an American infantry, and fighters that can only come down there."""
    units = {
        "Formosa": {JAP: "2 fighter"}, "Marshall Islands": {JAP: "1 fighter"}, space: {USA: "1 infantry"},
        off: {JAP: "1 transport"},
    }  # fmt: skip
    return under(
        "airfields", JAP, "combat_move", units, options, dice=dice, cargo={off: [(JAP, "infantry"), (JAP, "infantry")]}
    )


@clause("pacific.airfields.1")
def test_aircraft_land_in_what_was_captured() -> None:
    game = landing(1, 1, 1, 1, 6, space="Philippines", off=zone(38))
    assault = f"2 infantry: {zone(38)} > Philippines"
    go(game, assault, f"2 fighter: Formosa > {zone(45)} > {zone(38)} > Philippines")
    until_phase(game, "noncombat_move")
    assert game.state.owner["Philippines"] == JAP and "Philippines" in game.rules.q.landing_fields(game, JAP)
    go(game)
    assert has(game, "Philippines", JAP, "fighter") == 2


def test_a_flight_counts_on_the_territories_that_are_attacked() -> None:
    game = landing(1, 1, 1, 6)
    with pytest.raises(Illegal, match="nowhere to land"):
        game.answer(LONG)
    go(game, f"2 infantry: {zone(9)} > {HAWAII}", LONG)
    until_phase(game, "place", {"move": "done"})
    assert has(game, HAWAII, JAP, "fighter") == 1
    lost = landing(6, 6, 6, 6, 6, 6, 1, 6, 1)  # the fighter breaks off after a round; the infantry is destroyed
    go(lost, f"2 infantry: {zone(9)} > {HAWAII}", LONG)
    until_phase(lost, "place", {"retreat": "break off", "move": "done"})
    assert lost.state.owner[HAWAII] == USA and has(lost, HAWAII, JAP, "fighter") == 0
    assert happened(lost, "lost")[-1]["space"] == HAWAII


@pytest.mark.parametrize(("where", "far"), [("Marshall Islands", False), (HAWAII, True)])
def test_only_captured_air_bases(where: str, far: bool) -> None:
    options = {"landing_in_captured": "only_with_air_base"}
    off = zone(9) if far else zone(18)
    units = {off: {JAP: "1 transport"}, "Formosa": {JAP: "1 fighter"}}
    owners = {"Marshall Islands": USA}
    cargo = {off: [(JAP, "infantry")]}
    game = under("airfields", JAP, "combat_move", units, options, cargo=cargo, owners=owners)
    game.answer(f"1 infantry: {off} > {where}")
    assert game.state.owner[where] == JAP
    assert (where in game.rules.q.landing_fields(game, JAP)) == far


@pytest.mark.parametrize("bonus", [False, True])
def test_a_captured_air_base_may_make_flights_longer(bonus: bool) -> None:
    units = {zone(9): {JAP: "1 transport, 1 aircraft_carrier, 1 fighter"}}
    options = {"captured_air_base_bonus": bonus}
    game = under("airfields", JAP, "combat_move", units, options, cargo={zone(9): [(JAP, "infantry")]})
    game.answer(f"1 infantry: {zone(9)} > {HAWAII}")
    fighter = next(s for s in game.state.at(zone(9)) if s.type == "fighter")
    cost = game.rules.q.step_cost(game, fighter, zone(9), HAWAII, "noncombat")
    assert cost == (0 if bonus else 1)


# --- port movement ----------------------------------------------------------------------------------------------------

AT_PORTS: dict[str, Any] = {
    zone(43): {UK: "1 transport"}, zone(9): {USA: "1 destroyer, 1 aircraft_carrier"}, zone(36): {JAP: "1 submarine"},
}  # fmt: skip


def sailing(power: str, at: str = "noncombat_move", units: Any = None, **options: Any) -> Game:
    return under("port_movement", power, at, units or AT_PORTS, options)


@clause("pacific.port_movement.1")
def test_ships_go_four_zones_from_port_to_port() -> None:
    game = sailing(UK)
    assert zone(30) in ends(game, zone(43), "transport")
    game.answer(f"1 transport: {zone(43)} > {zone(39)} > {zone(32)} > {zone(29)} > {zone(30)}")
    game = sailing(USA)
    assert zone(29) not in ends(game, zone(9), "destroyer")
    with pytest.raises(Illegal, match="from one friendly port to another"):
        game.answer(f"1 destroyer: {zone(9)} > {zone(10)} > {zone(14)} > {zone(29)}")
    game.answer(f"1 aircraft carrier: {zone(9)} > {zone(10)} > {zone(14)} > {zone(13)} > {zone(30)}")
    assert has(game, zone(30), USA, "aircraft_carrier") == 1


def test_enemy_ships_on_the_way_and_earlier_moves_end_a_long_move() -> None:
    units = {**AT_PORTS, zone(32): {JAP: "1 destroyer"}, zone(42): {JAP: "1 destroyer"}}
    with pytest.raises(Illegal):
        sailing(UK, units=units).answer(f"1 transport: {zone(43)} > {zone(39)} > {zone(32)} > {zone(29)} > {zone(30)}")
    game = sailing(USA)
    game.answer(f"1 destroyer: {zone(9)} > {zone(10)}")
    assert zone(30) not in ends(game, zone(10), "destroyer")


@pytest.mark.parametrize("range", [2, 3, 5])
def test_the_range_is_an_option(range: int) -> None:
    game = sailing(USA, range=range)
    far = ends(game, zone(9), "destroyer")
    assert (zone(13) in far) == (range >= 3) and (zone(30) in far) == (range >= 4)
    assert zone(13) in ends(under("rail_movement", USA, "noncombat_move", AT_PORTS), zone(9), "destroyer")


@pytest.mark.parametrize("phase", ["noncombat", "both"])
def test_the_long_move_in_the_combat_move(phase: str) -> None:
    units = {zone(9): {USA: "1 destroyer"}, zone(30): {JAP: "1 transport"}}
    game = sailing(USA, "combat_move", units, phase=phase)
    assert (zone(30) in ends(game, zone(9), "destroyer")) == (phase == "both")
    assert zone(29) not in ends(game, zone(9), "destroyer")


def test_ports_of_allies_and_classes_of_ships() -> None:
    own = sailing(USA, allied_ports=False)
    assert zone(30) not in ends(own, zone(9), "destroyer") and zone(13) not in ends(own, zone(9), "destroyer")
    assert zone(11) in ends(sailing(USA, units={zone(20): {USA: "1 destroyer"}}), zone(20), "destroyer")
    units = {zone(9): {USA: "1 destroyer, 1 submarine, 1 transport"}}
    for classes, kinds in {
        "all_naval": {"destroyer", "submarine", "transport"}, "surface_ships": {"destroyer", "transport"},
        "transports": {"transport"},
    }.items():  # fmt: skip
        game = sailing(USA, units=units, unit_classes=classes)
        assert {k for k in ("destroyer", "submarine", "transport") if zone(30) in ends(game, zone(9), k)} == kinds


# --- convoy raids -----------------------------------------------------------------------------------------------------


def raid(units: Any, *moves: str, dice: list[int], options: Any = None, answers: Any = None, **more: Any) -> Game:
    """Play Japan's combat; only the dice of what follows are given."""
    game = under("convoy_raids", JAP, "combat_move", units, options, dice=dice, **more)
    go(game, *moves)
    return until_phase(game, "patrol", answers)


def lost(game: Game) -> dict[str, int]:
    return dict(convoys.RAIDED.get(game.state))


def collected(power: str, losses: dict[str, int], options: Any = None, **more: Any) -> int:
    """The income of a power (for Great Britain: what is to be divided) after these losses."""
    game = under(
        "convoy_raids", power, "collect", {}, options, facts={"convoy_losses": losses} if losses else {},
        ipcs=dict.fromkeys((JAP, USA, INDIA, AUSTRALIA, UK), 0), **more,
    )  # fmt: skip
    return game.state.ipcs[power]


SUBS = {zone(21): {JAP: "2 submarine"}}
TO_SIX = f"2 submarine: {zone(21)} > {zone(6)}"


@clause(
    "pacific.convoy_raids.1", "pacific.convoy_raids.2", "pacific.convoy_raids.3", "pacific.convoy_raids.4",
    "pacific.convoy_raids.5",
)  # fmt: skip
def test_submarines_raid_a_convoy_center_at_the_end_of_combat() -> None:
    game = raid(SUBS, TO_SIX, dice=[4, 3])
    assert lost(game) == {zone(6): 5}
    assert happened(game, "convoy_raided")[0]["loser"] == USA
    assert convoys.controller(game, zone(6)) == USA
    whole = collected(USA, {})
    assert collected(USA, {zone(6): 5}) == whole - 5
    again = raid(SUBS, TO_SIX, dice=[], facts={"convoy_losses": {zone(6): 5}})
    assert lost(again) == {zone(6): 5}, "nothing is left to lose before the next income"


@clause("pacific.convoy_raids.3", "pacific.convoy_raids.5", "pacific.convoy_raids.6")
def test_the_guard_is_sunk_before_the_raid() -> None:
    units = {zone(3): {USA: "1 destroyer"}, zone(10): {JAP: "2 submarine, 1 destroyer"}}
    # the Japanese destroyer (3) and submarines (2): no hit, one hit; the American destroyer hits a submarine
    game = raid(units, f"2 submarine, 1 destroyer: {zone(10)} > {zone(3)}", dice=[2, 6, 6, 2, 3, 6])
    assert (has(game, zone(3), JAP, "submarine"), has(game, zone(3), JAP, "destroyer")) == (1, 1)
    assert lost(game) == {zone(3): 9}


@clause("pacific.convoy_raids.7")
def test_submarines_do_not_guard_against_submarines() -> None:
    units = {zone(52): {UK: "1 submarine"}, zone(53): {JAP: "2 submarine"}}
    move = f"2 submarine: {zone(53)} > {zone(52)}"
    game = raid(units, move, dice=[1, 2], also=["pacific.subs_no_hit_subs"])
    assert lost(game) == {zone(52): 3} and has(game, zone(52), UK, "submarine") == 1


@clause("pacific.convoy_raids.1")
@pytest.mark.parametrize("loaded", [False, True])
def test_destroyers_that_carry_infantry_do_not_raid(loaded: bool) -> None:
    """They may not attack in that turn (R49.1)."""
    units = {zone(15): {JAP: "1 destroyer"}, "Philippines": {JAP: "1 infantry"}}
    cargo = {zone(15): [(JAP, "infantry")]} if loaded else None
    game = under("convoy_raids", JAP, "combat_move", units, dice=[] if loaded else [4], cargo=cargo)
    note_ferries(game)
    go(game)
    assert lost(until_phase(game, "patrol")) == ({} if loaded else {zone(15): 4})


@clause("pacific.convoy_raids.1", "pacific.pearl_harbor_strike.5")
def test_the_fighters_of_the_strike_on_pearl_harbor_do_not_raid() -> None:
    """They have no other task in that turn."""
    wanted = ["corrected_setup", "amended_japanese_setup", "pearl_harbor_strike", "convoy_raids"]
    options = {"pacific.convoy_raids.applies_to": "centers_and_routes"}
    game = Game.new("pacific", [f"pacific.{name}" for name in wanted], options, seed=3)
    while game.decision and not (game.decision.kind == "move" and game.decision.context["phase"] == "noncombat"):
        struck = game.decision.kind == "offer" and game.decision.advice == "strike"
        answers = {"move": "done"} if not struck else {}
        game.answer(answers.get(game.decision.kind, game.decision.advice))
    assert has(game, zone(9), JAP, "fighter") == 5 and not happened(game, "convoy_raided")


@clause("pacific.convoy_raids.6")
def test_raiders_that_retreat_do_not_raid_and_guards_prevent_it() -> None:
    units = {zone(52): {UK: "1 submarine"}, zone(53): {JAP: "1 submarine, 1 battleship"}}
    move = f"1 submarine, 1 battleship: {zone(53)} > {zone(52)}"
    game = raid(units, move, dice=[6, 6, 6], answers={"retreat": zone(53)})
    assert lost(game) == {} and has(game, zone(53), JAP, "battleship") == 1


@clause("pacific.convoy_raids.1")
def test_transports_do_not_raid_and_aircraft_do() -> None:
    units = {zone(49): {JAP: "1 transport, 1 aircraft_carrier, 2 fighter"}}
    game = raid(units, dice=[1, 1, 1])
    assert lost(game) == {zone(49): 3} and len(happened(game, "convoy_raided")[0]["dice"]) == 3
    assert lost(raid({zone(49): {JAP: "1 transport"}}, dice=[])) == {}
    units = {"Java": {JAP: "1 bomber"}, "Celebes": {JAP: "1 infantry"}}
    flight = f"1 bomber: Java > {zone(43)} > {zone(48)} > {zone(49)}"
    game = raid(units, flight, dice=[2], owners={"Java": JAP})
    assert lost(game) == {zone(49): 2}


@clause("pacific.convoy_raids.6")
@pytest.mark.parametrize(("patrol", "ipcs"), [(True, {}), (False, {zone(6): 5})])
def test_a_patrol_prevents_a_raid(patrol: bool, ipcs: dict[str, int]) -> None:
    """A fighter over the convoy center, which submarines cannot hit, is a guard as long as it is there."""
    game = under("convoy_raids", JAP, "combat_move", SUBS, dice=[] if patrol else [4, 1])
    if patrol:
        game.state.put(zone(6), Stack(USA, "fighter", FRESH.marked(ALOFT)), 1)
    go(game, TO_SIX)
    until_phase(game, "patrol")
    assert lost(game) == ipcs and has(game, zone(6), JAP, "submarine") == 2
    assert has(game, zone(6), USA, "fighter") == patrol


def test_submerged_submarines_neither_raid_nor_guard() -> None:
    units: Any = {zone(52): {UK: "1 submarine"}, zone(53): {JAP: "1 destroyer"}}
    move = f"1 destroyer: {zone(53)} > {zone(52)}"
    gone = raid(units, move, dice=[4, 4, 6], answers={"submerge": "1 submarine"})
    assert lost(gone) == {zone(52): 4}


def test_options_of_the_raids() -> None:
    assert lost(raid(SUBS, TO_SIX, dice=[1, 1, 1, 1], options={"dice_per_raider": 2})) == {zone(6): 4}
    game = raid(SUBS, TO_SIX, dice=[6, 6], options={"center_values": {zone(6): 8}})
    assert lost(game) == {zone(6): 8}
    both = raid(SUBS, TO_SIX, dice=[4, 3], options={"replaces_capture": False})
    assert convoys.controller(both, zone(6)) == JAP and lost(both) == {zone(6): 5}
    planes = {zone(49): {JAP: "1 submarine, 1 aircraft_carrier, 2 fighter"}}
    assert len(happened(raid(planes, dice=[1, 1], options={"raiding_units": "ships"}), "convoy_raided")[0]["dice"]) == 2
    only = raid(planes, dice=[1], options={"raiding_units": "submarines"})
    assert lost(only) == {zone(49): 1}


def test_routes_may_be_raided_too() -> None:
    units = {zone(42): {JAP: "2 submarine"}}
    move = f"2 submarine: {zone(42)} > {zone(43)}"
    taken = raid(units, move, dice=[])
    assert convoys.controller(taken, zone(43)) == JAP and lost(taken) == {}
    game = raid(units, move, dice=[6, 1], options={"applies_to": "centers_and_routes"})
    assert convoys.controller(game, zone(43)) == AUSTRALIA and lost(game) == {zone(43): 4}
    game = under(
        "convoy_raids", UK, "collect", {}, {"applies_to": "centers_and_routes"}, facts={"convoy_losses": {zone(43): 4}},
        ipcs=dict.fromkeys((INDIA, AUSTRALIA, UK), 0),
    )  # fmt: skip
    whole = under("convoy_raids", UK, "collect", {}, ipcs=dict.fromkeys((INDIA, AUSTRALIA, UK), 0))
    assert game.state.ipcs[AUSTRALIA] == whole.state.ipcs[AUSTRALIA] - 4 and not lost(game)


def test_losses_come_off_before_the_british_income_is_divided() -> None:
    game = under("convoy_raids", UK, "collect", {}, facts={"convoy_losses": {zone(52): 3}},
                 ipcs=dict.fromkeys((INDIA, AUSTRALIA, UK), 0))  # fmt: skip
    assert game.decision and game.decision.kind == "divide" and game.state.ipcs[UK] == 12 - 3


def test_losses_may_be_paid_at_once() -> None:
    options = {"loss_time": "immediate_cash"}
    game = raid(SUBS, TO_SIX, dice=[4, 3], options=options, ipcs={USA: 20})
    assert game.state.ipcs[USA] == 15 and collected(USA, {zone(6): 5}, options) == collected(USA, {})
    units = {zone(53): {JAP: "1 submarine"}}
    cash = {UK: 0, INDIA: 2, AUSTRALIA: 1}
    game = raid(units, f"1 submarine: {zone(53)} > {zone(52)}", dice=[4], options=options, ipcs=cash)
    assert [(e["power"], e["ipcs"]) for e in happened(game, "convoy_cash")] == [(INDIA, 2), (AUSTRALIA, 1)]


def test_nothing_is_raided_where_the_convoy_is_the_raiders_own() -> None:
    game = under(
        "convoy_raids", USA, "combat_move", {zone(3): {USA: "1 destroyer"}, HOME: {USA: "1 infantry"}}, dice=[]
    )
    until(go(game), "place")
    assert lost(game) == {} and NSW not in lost(game)
