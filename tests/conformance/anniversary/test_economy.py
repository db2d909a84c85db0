"""Turn, purchase, mobilizing, income, capture and liberation: R20 to R24, R119 to R135."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine.economy import placement_advice, placement_form
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import (
    CHINA,
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    form,
    go,
    has,
    owner,
    refused,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

clause = pytest.mark.clause


# Turn


@clause(
    "anniversary.R20", "anniversary.R20.1", "anniversary.R20.2", "anniversary.R20.3", "anniversary.R20.4",
    "anniversary.R20.5", "anniversary.R20.6", "anniversary.R20.7",
)  # fmt: skip
def test_the_phases_of_a_turn() -> None:
    steps = [s.name for s in Game.new("anniversary").rules.sequence("turn")]
    shared = ("recruit", "order", "second_combat_move", "second_combat")
    assert [s for s in steps if s not in shared] == [
        "develop", "purchase", "combat_move", "combat", "noncombat_move", "place", "collect",
    ]  # fmt: skip


@clause("anniversary.R21")
def test_all_is_voluntary_but_collecting_income() -> None:
    game = Game.new("anniversary")
    game.answer(0)
    game.answer({})
    game.answer("done")
    game.answer("done")
    assert game.state.power == RED
    assert game.state.ipcs[GER] == 31 + 31 + 5


@clause("anniversary.R22", "anniversary.R2", "anniversary.R3")
@pytest.mark.parametrize(
    ("scenario", "order"), [("1941", [GER, RED, JAP, UK, ITA, USA]), ("1942", [JAP, RED, GER, UK, ITA, USA])]
)
def test_a_round_is_one_turn_of_each_power(scenario: str, order: list[str]) -> None:
    game = Game.new("anniversary", ["common.no_technology"], scenario=scenario)
    turns = []
    while game.decision and game.state.round == 1:
        turns += [game.state.power] if game.state.power not in turns else []
        form = game.decision.form.name
        game.answer({} if form in ("allocate", "pick_units") else game.decision.advice if form != "moves" else "done")
    assert [t for t in turns if t != CHINA] == order
    assert CHINA in turns


@clause("anniversary.R24", "anniversary.R127")
def test_a_power_without_its_capital_only_moves_and_fights() -> None:
    units = {"Poland": {GER: "1 infantry"}, "Germany": {UK: "1 infantry"}}
    game = scene(GER, "develop", units, owners={"Germany": UK}, ipcs={GER: 20})
    assert game.decision and game.decision.kind == "move"
    until_phase(game, "noncombat_move")
    assert game.decision.kind == "move"
    game.answer("done")
    assert game.state.power == RED
    assert game.state.ipcs[GER] == 20


# Purchase and mobilizing


@clause("anniversary.R119", "anniversary.R121")
def test_units_wait_for_the_mobilizing_phase() -> None:
    game = scene(GER, "purchase", {"Poland": {GER: "1 infantry"}}, ipcs={GER: 30})
    game.answer("1 infantry, 1 bomber, 1 destroyer")
    assert game.state.ipcs[GER] == 30 - 3 - 12 - 8
    until(game, "place")
    most = form(game).most
    assert {s for kind, s in most if kind in ("infantry", "bomber")} == {"Germany"}
    refused(game, {("infantry", "Poland"): 1}, "R121")
    refused(game, {("infantry", zone(5)): 1}, "R121")


@clause("anniversary.R120", "anniversary.R154.2")
def test_units_that_are_not_placed_are_kept() -> None:
    game = scene(GER, "purchase", {"Poland": {GER: "1 infantry"}}, ipcs={GER: 9})
    game.answer("3 infantry")
    until(game, "place").answer({("infantry", "Germany"): 1})
    assert game.state.facts["kept_units"] == {GER: {"infantry": 2}}
    while game.state.power != GER:
        asked = game.decision
        assert asked is not None
        game.answer(asked.advice if asked.form.name != "moves" else "done")
    game.answer(0) if game.decision and game.decision.kind == "develop" else None
    game.answer({})
    until(game, "place")
    assert game.decision and game.decision.context["bought"] == {"infantry": 2}


@clause("anniversary.R121.1")
def test_ships_are_placed_beside_a_complex_also_among_enemies() -> None:
    game = scene(GER, "purchase", {zone(5): {UK: "1 cruiser"}, "Poland": {GER: "1 infantry"}}, ipcs={GER: 8})
    game.answer("1 destroyer")
    until(game, "place").answer({("destroyer", zone(5)): 1})
    assert at(game, zone(5)) == {"cruiser": 1, "destroyer": 1}
    assert not happened(game, "battle_started")


@clause("anniversary.R121.2", "anniversary.R121.3", "anniversary.R31")
def test_fighters_are_placed_on_own_carriers_new_or_old_in_an_adjacent_zone() -> None:
    units = {zone(62): {JAP: "1 carrier, 1 fighter"}, "Japan": {JAP: "1 infantry"}}
    game = scene(JAP, "purchase", units, ipcs={JAP: 60})
    game.answer("4 fighter, 1 carrier")
    until(game, "place")
    refused(game, {("fighter", zone(62)): 2}, "R121.2")
    refused(game, {("fighter", zone(62)): 4, ("aircraft_carrier", zone(62)): 1}, "R121.2")
    game.answer({("fighter", zone(62)): 3, ("aircraft_carrier", zone(62)): 1, ("fighter", "Japan"): 1})
    assert at(game, zone(62)) == {"aircraft_carrier": 2, "fighter": 4}
    allied = scene(UK, "purchase", {zone(7): {USA: "1 carrier"}, "India": {UK: "1 infantry"}}, ipcs={UK: 10})
    allied.answer("1 fighter")
    until(allied, "place")
    assert {s for _, s in form(allied).most} == {"United Kingdom"}


@clause("anniversary.R121.2")
def test_aircraft_that_no_new_carrier_can_hold_do_not_stop_the_placement() -> None:
    game = scene(JAP, "purchase", {"Japan": {JAP: "1 infantry"}})
    game.state.put(zone(62), Stack(JAP, "fighter"), 5)  # as if their carriers had been sunk
    waits = placement_form(game, JAP, {"fighter": 1, "aircraft_carrier": 1})
    answers: list[dict[tuple[str, ...], int]] = [
        {("aircraft_carrier", zone(62)): 1, ("fighter", "Japan"): 1},
        {("aircraft_carrier", zone(62)): 1, ("fighter", zone(62)): 1},
    ]
    waits.check(answers[0])
    with pytest.raises(Illegal, match="carriers have room"):
        waits.check(answers[1])


@clause("anniversary.R122", "anniversary.R175")
def test_a_complex_places_as_many_units_as_its_territory_is_worth() -> None:
    game = scene(ITA, "purchase", {"Italy": {ITA: "1 infantry"}}, ipcs={ITA: 100})
    game.answer("5 infantry, 1 antiaircraft gun, 1 destroyer, 1 industrial complex")
    until(game, "place")
    every = {("infantry", "Italy"): 5, ("antiaircraft_gun", "Italy"): 1, ("destroyer", zone(14)): 1}
    refused(game, every, "R122")
    game.answer({**every, ("infantry", "Italy"): 4, ("industrial_complex", "Balkans"): 1})
    assert has(game, "Balkans", ITA, "industrial_complex") == 1


@clause("anniversary.R123", "anniversary.R123.1")
def test_a_new_complex_needs_a_territory_of_some_value_held_since_the_start() -> None:
    game = scene(GER, "purchase", {"Poland": {GER: "1 infantry"}}, ipcs={GER: 18})
    game.answer("1 industrial complex, 1 infantry")
    go(until(game, "move"), "1 infantry: Poland > East Poland")
    until(game, "place")
    places = {s for kind, s in form(game).most if kind == "industrial_complex"}
    assert "France" in places and "East Poland" not in places and "Germany" not in places
    refused(game, {("infantry", "France"): 1, ("industrial_complex", "France"): 1}, "R121")
    worthless = scene(JAP, "purchase", {"Japan": {JAP: "1 infantry"}}, ipcs={JAP: 15})
    worthless.answer("1 industrial complex")
    until(worthless, "place")
    spaces = {s for _, s in form(worthless).most}
    assert "Iwo Jima" not in spaces and "Formosa" in spaces


@clause("anniversary.R124")
def test_a_captured_complex_works_from_the_next_turn_on() -> None:
    game = scene(GER, "purchase", {"Ukraine": {GER: "1 tank"}}, owners={"Ukraine": GER}, ipcs={GER: 3})
    game.answer("1 infantry")
    go(until(game, "move"), "1 tank: Ukraine > Caucasus")
    until(game, "place")
    refused(game, {("infantry", "Caucasus"): 1}, "R124")
    later = scene(GER, "place", owners={"Caucasus": GER})
    assert later.rules.q.may_produce(later, GER, "Caucasus") is None


@clause("anniversary.R125", "anniversary.E14", "anniversary.R130")
def test_complexes_of_allies_cannot_be_used() -> None:
    game = scene(UK, "place", {"Egypt": {GER: "1 industrial complex"}}, owners={"Egypt": GER})
    no = game.rules.q.may_produce(scene(USA, "place"), USA, "United Kingdom")
    assert no is not None and game.rules.cite(no.rule) == "anniversary.R125"
    free = scene(
        USA, "combat_move", {"Trans-Jordan": {USA: "1 infantry"}, "Egypt": {GER: "1 industrial complex"}},
        owners={"Egypt": GER},
    )  # fmt: skip
    free.answer("1 infantry: Trans-Jordan > Egypt")
    assert owner(free, "Egypt") == UK
    assert has(free, "Egypt", UK, "industrial_complex") == 1
    assert free.rules.q.may_produce(free, USA, "Egypt") is not None


# Income


@clause("anniversary.R126")
def test_production_and_bonus_income() -> None:
    game = scene(ITA, "collect", ipcs={ITA: 0})
    assert game.state.ipcs[ITA] == 10 + 5
    assert [e["ipcs"] for e in happened(game, "income")] == [10, 5]


@clause("anniversary.R128")
def test_no_offer_gives_money_away() -> None:
    assert not Game.new("anniversary").rules.offers.get("purchase")


# Capture, liberation, capitals


@clause("anniversary.R129")
def test_on_capture_marker_production_gun_and_complex_change_at_once() -> None:
    units = {"Ukraine": {GER: "1 infantry"}, "Caucasus": {RED: "1 antiaircraft gun"}}
    game = scene(GER, "combat_move", units, owners={"Ukraine": GER})
    game.answer("1 infantry: Ukraine > Caucasus")
    assert owner(game, "Caucasus") == GER
    assert has(game, "Caucasus", GER, "antiaircraft_gun") == has(game, "Caucasus", GER, "industrial_complex") == 1


@clause("anniversary.R131", "anniversary.R134")
def test_with_the_capital_lost_the_captor_keeps_the_territory_until_it_is_freed() -> None:
    units = {"Trans-Jordan": {USA: "1 infantry"}, zone(8): {USA: "1 transport"}, "Brazil": {USA: "1 infantry"}}
    lost = {"United Kingdom": GER, "Egypt": GER}
    game = scene(USA, "combat_move", units, owners=lost, cargo={zone(8): [(USA, "infantry")]})
    game.answer("1 infantry: Trans-Jordan > Egypt")
    assert owner(game, "Egypt") == USA
    game.answer("1 infantry: Sea Zone 8 > United Kingdom")
    assert owner(game, "United Kingdom") == UK
    assert owner(game, "Egypt") == UK


@clause("anniversary.R132")
def test_the_captor_of_a_capital_takes_the_unspent_ipcs_of_its_owner_only() -> None:
    units = {"Belorussia": {GER: "1 tank"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units, owners={"Belorussia": GER}, ipcs={RED: 12, GER: 1})
    game.answer("1 tank: Belorussia > Russia")
    assert (game.state.ipcs[RED], game.state.ipcs[GER]) == (0, 13)
    second = scene(
        USA,
        "combat_move",
        {"Belorussia": {USA: "1 tank"}, "Brazil": {USA: "1 infantry"}},
        owners={"Russia": GER},
        ipcs={RED: 0, GER: 13, USA: 0},
    )
    second.answer("1 tank: Belorussia > Russia")
    assert (second.state.ipcs[GER], second.state.ipcs[USA]) == (13, 0)


@clause("anniversary.R133")
def test_freeing_a_capital_returns_territories_and_complexes_but_not_guns_outside() -> None:
    units = {
        "Belorussia": {USA: "1 tank"}, "Russia": {GER: "1 antiaircraft gun"},
        "Caucasus": {UK: "1 antiaircraft gun, 1 industrial complex"},
    }  # fmt: skip
    game = scene(USA, "combat_move", units, owners={"Russia": GER, "Caucasus": UK})
    game.answer("1 tank: Belorussia > Russia")
    assert owner(game, "Russia") == owner(game, "Caucasus") == RED
    assert has(game, "Russia", RED, "antiaircraft_gun") == 1
    assert has(game, "Caucasus", UK, "antiaircraft_gun") == 1
    assert has(game, "Caucasus", RED, "industrial_complex") >= 1


@clause("anniversary.R135")
def test_a_city_belongs_to_the_side_that_controls_its_territory() -> None:
    game = scene(GER, "place", owners={"India": JAP})
    goals = game.rules.tables["goals"]["axis"]
    held = [s for s in goals["of"] if game.sides.get(owner(game, s) or "") == "axis"]
    assert len(held) == 7


def test_the_advice_places_a_carrier_where_aircraft_wait_for_it() -> None:
    ports = Game.new("anniversary").rules.sea_near["United Kingdom"]
    assert len(ports) > 1
    for port in ports:
        game = scene(UK, "purchase", {"United Kingdom": {UK: "1 infantry"}})
        game.state.put(port, Stack(UK, "fighter"), 1)
        form = placement_form(game, UK, {"fighter": 1, "aircraft_carrier": 1})
        form.check(placement_advice(game, form))
