"""Movement: R35 to R62."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.editions.pacific.ways import note_ferries
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


# --- land units -------------------------------------------------------------------------------------------------------


@clause("pacific.R35")
def test_land_units_move_1_and_tanks_2() -> None:
    units = {"India": {UK: "1 infantry, 1 artillery, 1 antiaircraft gun, 1 tank"}}
    game = scene(UK, "noncombat_move", units)
    assert ends(game, "India", "infantry") == ends(game, "India", "artillery") == {"Burma"}
    assert ends(game, "India", "antiaircraft_gun") == {"Burma"}
    assert ends(game, "India", "tank") - {"India"} == {"Burma", "Shan State", "Yunnan"}
    refused(game, "1 infantry: India > Burma > Shan State", "R35")


@clause("pacific.R36", "pacific.R36.1")
def test_a_tank_takes_two_territories_also_past_a_gun() -> None:
    units = {"Siam": {JAP: "1 tank"}, "Shan State": {UK: "1 antiaircraft gun"}}
    game = scene(JAP, "combat_move", units)
    game.answer("1 tank: Siam > Shan State > Burma")
    assert owner(game, "Shan State") == owner(game, "Burma") == JAP
    game = scene(JAP, "combat_move", units, switches={"pieces_stop_blitz": True})
    refused(game, "1 tank: Siam > Shan State > Burma", "R36")


@clause("pacific.R37")
def test_noncombat_moves_of_land_units_end_in_friendly_territory() -> None:
    game = scene(JAP, "noncombat_move", {"Siam": {JAP: "1 infantry"}})
    assert ends(game, "Siam", "infantry") == {"French Indo-China"}
    refused(game, "1 infantry: Siam > Shan State", "R37")
    game = scene(JAP, "combat_move", {"Siam": {JAP: "1 infantry, 1 tank"}})
    go(game, "1 infantry: Siam > Shan State")
    until(game, "move")
    game.answer("1 tank: Siam > Shan State")
    assert has(game, "Shan State", JAP, "tank") == 1


# --- ships ------------------------------------------------------------------------------------------------------------


@clause("pacific.R38")
def test_ships_move_2() -> None:
    game = scene(USA, "noncombat_move", {zone(1): {USA: "1 destroyer"}})
    assert ends(game, zone(1), "destroyer") == {zone(n) for n in (2, 3, 10, 11, 12, 13, 14)}
    refused(game, "1 destroyer: Sea Zone 1 > Sea Zone 2 > Sea Zone 3 > Sea Zone 4", "R38")


@clause("pacific.R39")
def test_enemy_surface_ships_stop_ships() -> None:
    units = {zone(5): {USA: "1 destroyer"}, zone(7): {JAP: "1 transport"}}
    game = scene(USA, "combat_move", units, round=2)
    refused(game, "1 destroyer: Sea Zone 5 > Sea Zone 7 > Sea Zone 8", "R39")
    game.answer("1 destroyer: Sea Zone 5 > Sea Zone 7")
    game = scene(USA, "noncombat_move", units)
    refused(game, "1 destroyer: Sea Zone 5 > Sea Zone 7", "R39")


@clause("pacific.R40", "pacific.R59", "pacific.R60", "pacific.R34", "pacific.E10")
def test_a_patrol_stops_surface_ships_which_must_fight_it() -> None:
    units = {zone(14): {USA: "1 fighter"}, zone(10): {JAP: "1 destroyer, 1 transport"}}
    game = scene(JAP, "combat_move", units, round=2, dice=[4, 5, 3, 6])
    aloft(game, zone(14), USA)
    refused(game, "1 destroyer: Sea Zone 10 > Sea Zone 14 > Sea Zone 13", "R39")
    go(game, "1 destroyer, 1 transport: Sea Zone 10 > Sea Zone 14")
    until(game, "place")
    rolls = [(e["volley"], e["hits_on"]) for e in happened(game, "volley_fired")]
    assert rolls[:2] == [("attackers", "3"), ("aircraft", "4")]
    assert has(game, zone(14), USA, "fighter") == 0


def aloft(game: object, where: str, power: str) -> None:
    """Put the fighters of a power in a zone on patrol."""
    state = game.state  # type: ignore[attr-defined]
    stack = stack_of(game, where, power, "fighter")  # type: ignore[arg-type]
    state.turn_into(where, stack, stack.cond.marked("aloft"), state.at(where)[stack])


@clause("pacific.R41", "pacific.R61")
def test_submarines_stop_for_ships_but_not_for_patrols() -> None:
    units = {zone(10): {JAP: "1 submarine"}, zone(14): {USA: "1 fighter"}, zone(11): {USA: "1 submarine"}}
    game = scene(JAP, "combat_move", units, round=2)
    aloft(game, zone(14), USA)
    assert zone(13) in ends(game, zone(10), "submarine")
    refused(game, "1 submarine: Sea Zone 10 > Sea Zone 11 > Sea Zone 12", "R39")


@clause("pacific.R42", "pacific.R74", "pacific.R74.1", "pacific.R149", "pacific.R74.2")
def test_submerged_submarines_stop_no_ship_and_surface_in_phase_8() -> None:
    units = {
        zone(7): {JAP: "1 submarine"}, zone(5): {USA: "1 destroyer, 1 transport"}, zone(8): {USA: "1 submarine"},
    }  # fmt: skip
    game = scene(USA, "combat_move", units, round=2, dice=[6, 6])
    go(game, "1 destroyer: Sea Zone 5 > Sea Zone 7")
    until(game, "submerge")
    game.answer("1 submarine")
    assert "submerged" in stack_of(game, zone(7), JAP, "submarine").cond.marks
    until_phase(game, "noncombat_move", {"patrol": {}})
    assert zone(9) in ends(game, zone(5), "transport")
    game.answer("1 transport: Sea Zone 5 > Sea Zone 7")
    until(game, "none")
    assert not stack_of(game, zone(7), JAP, "submarine").cond.marks
    assert has(game, zone(7), USA, "destroyer") == has(game, zone(7), USA, "transport") == 1


@clause("pacific.R43", "pacific.R43.1", "pacific.R43.2", "pacific.R150", "pacific.E11")
def test_a_naval_base_lengthens_noncombat_moves_to_another_one() -> None:
    units = {zone(5): {USA: "1 aircraft carrier"}}
    game = scene(USA, "noncombat_move", units)
    found = ends(game, zone(5), "aircraft_carrier")
    assert {zone(11), zone(20)} <= found
    refused(game, "1 aircraft carrier: Sea Zone 5 > Sea Zone 7 > Sea Zone 8 > Sea Zone 21", "R43")
    game.answer("1 aircraft carrier: Sea Zone 5 > Sea Zone 4 > Sea Zone 10 > Sea Zone 11")
    units[zone(11)] = {JAP: "1 transport"}
    game = scene(USA, "combat_move", units, round=2)
    refused(game, "1 aircraft carrier: Sea Zone 5 > Sea Zone 4 > Sea Zone 10 > Sea Zone 11", "R38")
    game = scene(USA, "noncombat_move", {zone(2): {USA: "1 aircraft carrier"}})
    assert zone(5) not in ends(game, zone(2), "aircraft_carrier")  # no base where it starts


@clause("pacific.R43.3", "pacific.R19")
def test_a_base_serves_the_side_that_has_held_it_since_the_start_of_the_turn() -> None:
    game = scene(USA, "noncombat_move", {zone(5): {USA: "1 destroyer"}}, owners={"Samoa": JAP})
    assert zone(11) not in ends(game, zone(5), "destroyer")
    game = scene(JAP, "combat_move", {zone(36): {JAP: "1 transport, 1 destroyer"}}, owners={"Philippines": JAP})
    assert game.rules.spaces["Samoa"].value == 0
    assert "bases" not in game.rules.q.for_sale(game, JAP)


@clause("pacific.R44")
def test_ships_among_enemies_may_fight_or_leave() -> None:
    units = {zone(7): {USA: "1 destroyer", JAP: "1 destroyer"}}
    game = scene(USA, "combat_move", units, round=2)
    assert zone(5) in ends(game, zone(7), "destroyer")
    game.answer("done")
    assert game.decision and game.decision.kind == "fight"


# --- transports -------------------------------------------------------------------------------------------------------


@clause("pacific.R45")
def test_what_a_transport_holds() -> None:
    units = {
        HOME: {USA: "1 infantry, 1 marine, 1 artillery, 1 antiaircraft gun, 1 tank"},
        zone(5): {USA: "1 transport"},
    }
    for first, second in (("marine", "antiaircraft gun"), ("infantry", "artillery")):
        game = scene(USA, "noncombat_move", units)
        game.answer(f"1 {first}, 1 {second}: {HOME} > Sea Zone 5")
        refused(game, f"1 tank: {HOME} > Sea Zone 5", "R45")
    game = scene(USA, "noncombat_move", units)
    game.answer(f"1 tank: {HOME} > Sea Zone 5")
    refused(game, f"1 infantry: {HOME} > Sea Zone 5", "R45")


@clause("pacific.R46", "pacific.R46.1")
def test_loading_on_the_way_and_offloading_ends_the_move() -> None:
    units = {HAWAII: {USA: "1 infantry"}, zone(7): {USA: "1 transport"}, HOME: {USA: "1 infantry"}}
    game = scene(USA, "noncombat_move", units)
    game.answer("1 transport: Sea Zone 7 > Sea Zone 9")
    game.answer(f"1 infantry: {HAWAII} > Sea Zone 9")
    game.answer("1 transport: Sea Zone 9 > Sea Zone 10")
    game.answer("1 infantry: Sea Zone 10 > Johnston Island")
    assert ends(game, zone(10), "transport") == set()
    assert ends(game, "Johnston Island", "infantry") == set()


@clause("pacific.R47")
def test_no_loading_among_enemies() -> None:
    units = {HAWAII: {USA: "1 infantry"}, zone(9): {USA: "1 transport", JAP: "1 submarine"}}
    game = scene(USA, "noncombat_move", units)
    refused(game, f"1 infantry: {HAWAII} > Sea Zone 9", "R47")
    stack = stack_of(game, zone(9), JAP, "submarine")
    game.state.turn_into(zone(9), stack, stack.cond.marked("submerged"), 1)
    game.answer(f"1 infantry: {HAWAII} > Sea Zone 9")


@clause("pacific.R48")
def test_a_transport_that_was_in_combat_loads_or_offloads_but_not_both() -> None:
    units = {
        HAWAII: {USA: "2 infantry"}, zone(10): {USA: "1 destroyer, 1 transport"}, zone(9): {JAP: "1 transport"},
    }  # fmt: skip
    game = scene(USA, "combat_move", units, round=2, dice=[1, 6])
    go(game, "1 destroyer, 1 transport: Sea Zone 10 > Sea Zone 9")
    until_phase(game, "noncombat_move", {"patrol": {}})
    assert ends(game, zone(9), "transport") == set()
    game.answer(f"2 infantry: {HAWAII} > Sea Zone 9")
    refused(game, f"1 infantry: Sea Zone 9 > {HAWAII}", "R48")


@clause("pacific.R49", "pacific.R49.1", "pacific.R49.3", "pacific.E15")
def test_japanese_destroyers_carry_an_infantry_and_do_not_attack() -> None:
    units = {"Caroline Islands": {JAP: "2 infantry"}, zone(26): {JAP: "1 destroyer"}, "Siam": {JAP: "1 tank"}}
    game = scene(JAP, "combat_move", units, round=2, owners={"New Britain": UK})
    game.answer("1 infantry: Caroline Islands > Sea Zone 26")
    refused(game, "1 infantry: Caroline Islands > Sea Zone 26", "R45")
    game.answer("1 destroyer: Sea Zone 26 > Sea Zone 27")
    game.answer("1 infantry: Sea Zone 27 > New Britain")
    assert owner(game, "New Britain") == JAP
    units["New Britain"] = {UK: "1 infantry"}
    game = scene(JAP, "combat_move", units, round=2, dice=[6, 2])
    for move in ("Caroline Islands > Sea Zone 26", "Sea Zone 26 > Sea Zone 27", "Sea Zone 27 > New Britain"):
        game.answer(f"1 {'destroyer' if move.startswith('Sea Zone 26') else 'infantry'}: {move}")
    until(go(game), "patrol")
    assert [e["volley"] for e in happened(game, "volley_fired")] == ["attackers", "defenders"]  # no bombardment
    units = {zone(26): {JAP: "1 destroyer"}, zone(27): {UK: "1 transport"}}
    game = scene(JAP, "combat_move", units, cargo={zone(26): [(JAP, "infantry")]}, round=2, dice=[6, 1])
    note_ferries(game)
    go(game, "1 destroyer: Sea Zone 26 > Sea Zone 27")
    until(game, "patrol")
    assert [e["volley"] for e in happened(game, "volley_fired")][:1] == ["defenders"]  # it does not fire
    game = scene(USA, "noncombat_move", {HAWAII: {USA: "1 infantry"}, zone(9): {USA: "1 destroyer"}})
    refused(game, f"1 infantry: {HAWAII} > Sea Zone 9", "R45")


@clause("pacific.R49.2")
def test_a_destroyer_with_infantry_defends_at_full_value() -> None:
    units = {zone(26): {JAP: "1 destroyer"}, zone(25): {USA: "1 destroyer"}}
    cargo = {zone(26): [(JAP, "infantry")]}
    game = scene(USA, "combat_move", units, cargo=cargo, round=2, dice=[6, 3])
    assert game.unit(stack_of(game, zone(26), JAP, "destroyer")).defense == 3
    go(game, "1 destroyer: Sea Zone 25 > Sea Zone 26")
    until(game, "place")
    assert has(game, zone(25), USA, "destroyer") == has(game, zone(26), USA, "destroyer") == 0


@clause("pacific.R50")
def test_units_of_an_ally_are_carried() -> None:
    units = {NSW: {UK: "1 infantry"}, zone(30): {USA: "1 transport"}}
    game = scene(UK, "noncombat_move", units)
    game.answer(f"1 infantry: {NSW} > Sea Zone 30")
    carrier = stack_of(game, zone(30), USA, "transport")
    assert carrier.cond.cargo == ((UK, "infantry"),)
    refused(game, f"1 infantry: Sea Zone 30 > {NSW}", "R50")


# --- aircraft ---------------------------------------------------------------------------------------------------------


@clause("pacific.R51")
def test_aircraft_move_4_and_6_in_both_phases_together() -> None:
    units = {"India": {UK: "1 fighter, 1 bomber"}, "Shan State": {JAP: "1 infantry"}}
    game = scene(UK, "combat_move", units, owners={"Shan State": JAP}, round=2, dice=[3, 6, 6])
    assert game.unit(stack_of(game, "India", UK, "bomber")).move == 6
    go(game, "1 fighter: India > Burma > Shan State")
    until_phase(game, "noncombat_move", {"patrol": {}})
    found = ends(game, "Shan State", "fighter")
    assert {"Burma", "India"} <= found and NSW not in found


@clause("pacific.R52", "pacific.R52.1")
def test_an_air_base_adds_a_space_at_each_end() -> None:
    units = {
        HAWAII: {USA: "1 fighter"},
        "Line Islands": {USA: "1 fighter"},
    }
    far = "New Zealand"
    game = scene(USA, "noncombat_move", units)
    assert far in ends(game, HAWAII, "fighter")  # 5 spaces away
    assert "Philippines" not in ends(game, HAWAII, "fighter")
    assert HOME in ends(game, "Line Islands", "fighter")  # 5 spaces with the landing
    game = scene(USA, "noncombat_move", units, owners={HAWAII: USA})
    game.state.now["owner"] = {**game.state.now["owner"], HAWAII: JAP}
    game.changed()
    assert far not in ends(game, HAWAII, "fighter")


@clause("pacific.R53")
def test_aircraft_need_a_landing_place() -> None:
    units = {HAWAII: {USA: "1 fighter"}, "Marshall Islands": {JAP: "1 infantry"}}
    game = scene(USA, "combat_move", units, round=2)
    route = f"{HAWAII} > Sea Zone 9 > Sea Zone 17 > Sea Zone 18 > Marshall Islands"
    refused(game, f"1 fighter: {route}", "R53")
    units[zone(10)] = {USA: "1 aircraft carrier"}
    game = scene(USA, "combat_move", units, round=2)
    game.answer(f"1 fighter: {route}")


@clause("pacific.R54")
def test_carriers_hold_two_fighters() -> None:
    units = {HAWAII: {USA: "3 fighters"}, zone(9): {USA: "1 aircraft carrier"}}
    game = scene(USA, "noncombat_move", units)
    game.answer(f"2 fighters: {HAWAII} > Sea Zone 9")
    refused(game, f"1 fighter: {HAWAII} > Sea Zone 9", "R54")


@clause("pacific.R55")
def test_new_carriers_take_new_and_old_fighters() -> None:
    units = {HOME: {USA: "1 fighter"}, zone(5): {USA: "1 aircraft carrier"}}
    game = scene(USA, "purchase", units, ipcs={USA: 30})
    game.answer("1 aircraft carrier, 1 fighter")
    until_phase(game, "place")
    keys = game.decision.form.most  # type: ignore[union-attr]
    assert ("fighter", zone(5)) in keys
    game = scene(USA, "purchase", units, ipcs={USA: 12})
    game.answer("1 fighter")
    until_phase(game, "place")
    assert ("fighter", zone(5)) not in game.decision.form.most  # type: ignore[union-attr]
    game = scene(UK, "purchase", {NSW: {UK: "1 fighter"}}, ipcs={INDIA: 0, AUSTRALIA: 18})
    game.answer("1 aircraft carrier")
    until_phase(game, "noncombat_move", {"patrol": {}})
    game.answer(f"1 fighter: {NSW} > Sea Zone 30")
    until(game, "none")
    assert has(game, zone(30), UK, "aircraft_carrier") == has(game, zone(30), UK, "fighter") == 1


# --- patrols ----------------------------------------------------------------------------------------------------------


@clause("pacific.R56", "pacific.R56.1", "pacific.R56.2", "pacific.R56.3", "pacific.R58")
def test_who_may_go_on_patrol_and_where() -> None:
    units = {
        HAWAII: {USA: "2 fighters"}, zone(10): {USA: "1 aircraft carrier, 1 fighter"}, zone(17): {JAP: "1 submarine"},
    }  # fmt: skip
    game = scene(USA, "patrol", units)
    most = game.decision.form.most  # type: ignore[union-attr]
    assert {start for start, _ in most} == {HAWAII}
    assert (HAWAII, zone(20)) in most and (HAWAII, zone(17)) not in most
    game.answer({(HAWAII, zone(9)): 1})
    assert "aloft" in stack_of(game, zone(9), USA, "fighter").cond.marks
    assert ends(game, HAWAII, "fighter")
    with pytest.raises(Illegal):
        scene(USA, "patrol", units).answer({(HAWAII, zone(17)): 1})


@clause("pacific.R56", "pacific.R57")
def test_fighters_on_patrol_stay_there() -> None:
    game = scene(JAP, "patrol", {"Hainan": {JAP: "2 fighters"}}, round=2)
    game.answer({("Hainan", zone(45)): 1})
    assert not ends(game, zone(45), "fighter") and ends(game, "Hainan", "fighter")
    refused(game, "1 fighter (aloft): Sea Zone 45 > Hainan", "R56")


@clause("pacific.R57", "pacific.R62", "pacific.R21.2")
def test_patrols_land_in_the_next_turn_and_can_fight() -> None:
    game = scene(USA, "patrol", {HAWAII: {USA: "1 fighter"}, HOME: {USA: "1 infantry"}}, round=2)
    game.answer({(HAWAII, zone(9)): 1})
    until(game, "none")
    while game.decision and game.state.power != USA:
        until(game, "none")
    until(game, "come_down", {"purchase": {}})
    assert game.decision and game.decision.power == USA
    game.answer(HAWAII)
    stack = stack_of(game, HAWAII, USA, "fighter")
    assert stack.cond.moved == 0 and not stack.cond.marks


@clause("pacific.R122", "pacific.R65")
@pytest.mark.parametrize("joint", [True, False])
def test_chinese_units_do_not_retreat_out_of_china(joint: bool) -> None:
    board = {"Burma": {USA: "1 infantry"}, "Szechwan": {CHINA: "1 infantry"}, "Yunnan": {JAP: "2 infantry"}}
    game = scene(USA, "combat_move", board, owners={"Yunnan": JAP}, dice=[6] * 4)
    go(game, "1 infantry: Burma > Yunnan", *(["1 infantry of China: Szechwan > Yunnan"] if joint else []))
    until(game, "retreat")
    places = [option.key for option in game.decision.form.options]  # type: ignore[union-attr, attr-defined]
    assert places == ["press on", "Szechwan" if joint else "Burma"]


@clause("pacific.R122")
def test_chinese_units_stay_in_china() -> None:
    units = {"Yunnan": {CHINA: "1 infantry"}, "Szechwan": {CHINA: "1 fighter"}, "Burma": {UK: "1 infantry"}}
    game = scene(USA, "noncombat_move", units)
    assert "Burma" not in ends(game, "Yunnan", "infantry")
    refused(game, "1 infantry of China: Yunnan > Burma", "R122")
    game = scene(USA, "combat_move", {"Anhwe": {CHINA: "1 infantry"}, "Manchuria": {JAP: "1 infantry"}})
    game.answer("1 infantry of China: Anhwe > Manchuria")


@clause("pacific.R49", "pacific.R45")
@pytest.mark.parametrize("units", ["1 infantry, 2 artillery", "2 artillery, 1 infantry"])
def test_a_destroyer_takes_infantry_when_the_transport_is_needed_for_others(units: str) -> None:
    board = {zone(37): {JAP: "1 transport, 1 destroyer"}, "Shantung": {JAP: "1 infantry, 2 artillery"}}
    game = scene(JAP, "noncombat_move", board, round=2)
    game.answer(f"{units}: Shantung > Sea Zone 37")
    assert {s.type: len(s.cond.cargo) for s in game.state.at(zone(37))} == {"transport": 2, "destroyer": 1}
    game = scene(JAP, "noncombat_move", board, round=2)
    game.answer("1 infantry, 1 artillery: Shantung > Sea Zone 37")
    assert game.decision and game.decision.kind == "ship"
