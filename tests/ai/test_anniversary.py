"""Computer players in the Anniversary edition: both scenarios, replay, objectives, and victory cities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from sandtable.ai import player
from sandtable.ai.basic import Basic
from sandtable.ai.basic.attack import Planner
from sandtable.ai.basic.buy import Shopper, placing
from sandtable.ai.basic.ferry import ferries
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.flight import flights
from sandtable.ai.basic.front import Front
from sandtable.ai.basic.goals import CLOSE, missing, stakes, vital
from sandtable.ai.basic.guard import stations
from sandtable.ai.basic.lift import Pool
from sandtable.ai.basic.raids import exposed, raids
from sandtable.ai.basic.shipyard import Shipyard
from sandtable.ai.basic.style import PLAIN, Style
from sandtable.ai.basic.view import View, helpless
from sandtable.core.decisions import DONE
from sandtable.engine.game import Game, play
from sandtable.engine.memory import BOUGHT
from sandtable.engine.movement import COMBAT, NONCOMBAT, Mover
from tests.conformance.anniversary.board import GER, JAP, RED, UK, USA, owner, scene


@pytest.mark.parametrize("scenario", ["1941", "1942"])
@pytest.mark.parametrize("who", ["random", "basic"])
def test_a_game_is_played_and_replays_to_the_same_hash(scenario: str, who: str) -> None:
    limit = {"common.round_limit.rounds": 1}
    game = Game.new("anniversary", ["common.round_limit"], limit, seed="ai", scenario=scenario)
    play(game, {power: player(who, "ai") for power in game.rules.powers})
    assert game.over
    again = Game.new("anniversary", ["common.round_limit"], limit, seed="ai", scenario=scenario)
    for line in game.log:
        again.answer(line.answer, id=line.decision.id)
    assert again.state_hash == game.state_hash


def test_missing_parts_of_objectives_and_cities_are_at_stake() -> None:
    found = stakes(scene(GER, "combat_move"), GER)
    assert found["Karelia S.S.R."] > found["Archangel"] > 0  # an objective and a city; an enemy objective
    assert "Poland" not in found and "Brazil" not in found


def test_the_enemy_loses_an_objective_that_has_no_reserve() -> None:
    start = stakes(scene(JAP, "combat_move"), JAP)
    taken = stakes(scene(JAP, "combat_move", owners={"Midway": JAP}), JAP)
    assert taken["Wake Island"] > start.get("Wake Island", 0.0)


def test_nothing_is_at_stake_without_objectives_and_cities() -> None:
    game = scene(USA, "combat_move", rules=["common.no_objectives"])
    assert set(stakes(game, USA)) <= set(game.rules.tables["goals"]["axis"]["of"])
    assert stakes(Game.new("classic"), GER) == {}


def test_the_last_territory_of_a_goal_completes_it() -> None:
    game = scene(JAP, "combat_move")
    of, side = game.rules.tables["goals"]["axis"]["of"], game.sides[JAP]
    enemy = [s for s in of if game.sides.get(game.state.owner[s] or "") != side]
    all_but_one = game.rules.tables["goals"]["axis"]["hold"] - (len(of) - len(enemy)) - 1
    for space in enemy[:all_but_one]:
        game.state.owner[space] = JAP
    assert missing(game, JAP) == dict.fromkeys(enemy[all_but_one:], 1.0)
    assert View(game, JAP).completes(enemy[all_but_one]) == 1.0
    assert missing(game, USA)[enemy[0]] < 1.0


def test_what_the_enemy_has_in_hand_is_worth_most_to_take_back() -> None:
    game = scene(USA, "combat_move")
    of = game.rules.tables["goals"]["axis"]["of"]
    before = stakes(game, USA)["Poland"]
    for space in of[:15]:
        game.state.owner[space] = JAP
    assert stakes(game, USA)["Poland"] > before + 20


def test_complexes_that_count_for_an_enemy_goal_are_guarded_with_foresight() -> None:
    game = scene(USA, "combat_move")
    for space in ("India", "Australia", "Hawaiian Islands"):
        game.state.owner[space] = JAP
    assert "Western United States" in View(game, USA).vital and "Western United States" in vital(game, USA, CLOSE)
    assert "Eastern Canada" not in View(game, USA).vital  # no complex
    assert not vital(game, USA)


def test_helpless_ships_are_spoils_and_take_no_hits() -> None:
    game = scene(USA, "combat_move", {"Sea Zone 51": {JAP: "2 transports, 1 destroyer"}})
    there, units = View(game, USA).theirs["Sea Zone 51"], game.rules.units
    assert helpless(units["transport"]) and not helpless(units["submarine"])
    assert (there.hits, there.spoils) == (1, 2 * units["transport"].cost)


def test_the_room_of_transports_is_counted_in_units() -> None:
    carries = Game.new("anniversary").rules.units["transport"].carries
    assert carries is not None
    assert (carries.capacity, carries.places) == (5, 2)


@pytest.mark.parametrize("army", ["", "10 infantry, 4 tank"])
def test_fighters_go_where_they_save_the_capital_of_an_ally(army: str) -> None:
    """They stay where they are as long as no enemy is near."""
    units = {"United Kingdom": {UK: "5 fighter"}, "Russia": {RED: "9 infantry"}}
    if army:
        units["Belorussia"] = {GER: army}
    game = scene(UK, "noncombat_move", units, owners={"Belorussia": GER, "Karelia S.S.R.": RED})
    view = View(game, UK)
    ends = {move.path[-1] for move in flights(view, Field(view), {})}
    assert ("Russia" in ends) == bool(army)


@pytest.mark.parametrize(("points", "raids_it"), [(0, True), (20, False)])
def test_bombers_spare_a_complex_that_takes_no_more_damage(points: int, raids_it: bool) -> None:
    units = {"United Kingdom": {UK: "2 bomber"}, "Germany": {GER: "1 industrial complex, 20 infantry"}}
    damage = {"Germany": {"industrial_complex": points}} if points else {}
    game = scene(UK, "combat_move", units, ipcs={GER: 40}, facts={"damage": damage})
    view = View(game, UK)
    assert exposed(view, "Germany") == 20 - points
    goals = {move.path[-1] for move in raids(Planner(view, Field(view)))}
    assert ("Germany" in goals) == raids_it


def overseas(germans: dict[str, str]) -> tuple[Callable[[str], float], str]:
    """Return the risk to American transports by sea zone, and where those with an army on the way to Europe end; ""
    without an army aboard."""
    units = {"Eastern United States": {USA: "4 infantry"}, "Sea Zone 10": {USA: "2 transport"}}
    units |= {space: {GER: force} for space, force in germans.items()}
    game = scene(USA, "noncombat_move", units, owners=dict.fromkeys(germans, GER))
    risk = Pool(View(game, USA), Mover(game, NONCOMBAT)).risk
    basic = player("basic", 1)
    while game.open[0].kind == "move":
        game.answer(basic(game, game.open[0]))
    loaded = (s for s in game.rules.zones if any(k.owner == USA and k.cond.cargo for k in game.state.at(s)))
    return risk, next(loaded, "")


@pytest.mark.parametrize("planes", ["", ", 2 fighter, 2 bomber"])
def test_an_army_goes_overseas_around_waters_where_its_transports_may_be_sunk(planes: str) -> None:
    risk, end = overseas({"Gibraltar": f"1 infantry{planes}"})
    assert (risk("Sea Zone 12") > 0.0) == bool(planes)
    assert risk(end) == 0.0
    assert (end == "Sea Zone 12") == (not planes)


def test_an_army_waits_at_home_while_aircraft_may_sink_its_transports_everywhere() -> None:
    risk, end = overseas({"Gibraltar": "1 infantry, 2 fighter, 2 bomber", "Brazil": "1 infantry, 2 bomber"})
    assert (risk("Sea Zone 12"), risk("Sea Zone 20")) == (1.0, 1.0)
    assert end == ""


@pytest.mark.parametrize("planes", ["", "1 fighter, 1 bomber"])
def test_the_port_is_escorted_before_more_transports_are_bought(planes: str) -> None:
    units = {"United Kingdom": {UK: "10 infantry"}, "Sea Zone 2": {UK: "2 transport"}}
    if planes:
        units["Northwestern Europe"] = {GER: planes}
    game = scene(UK, "purchase", units, owners={"Northwestern Europe": GER}, ipcs={UK: 60})
    game.answer(player("basic", 1)(game, game.open[0]))
    bought = BOUGHT.get(game.state)
    warships = sum(
        n for kind, n in bought.items() if kind in ("destroyer", "cruiser", "battleship", "aircraft_carrier")
    )
    assert (warships > 0) == bool(planes)


def escorted(price: int, base: str) -> dict[str, int]:
    """Return the warships that Britain buys so that transports of a price are safe from three bombers in a port with a
    destroyer; its six fighters stand at a base."""
    units = {"Northwestern Europe": {GER: "3 bomber"}, "Sea Zone 2": {UK: "1 destroyer"}, base: {UK: "6 fighter"}}
    view = View(scene(UK, "purchase", units, owners={"Northwestern Europe": GER}), UK)
    shopper = Shopper(view, Field(view), 90, {unit.id: unit.cost for unit in view.rules.units.values()})
    assert Shipyard(shopper, view.rules.units["transport"], ["Sea Zone 2"]).escort(price)
    return shopper.order


def test_transports_to_be_bought_are_part_of_what_the_escort_has_to_save(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.ai.basic.view.DETERRENT", 1.4)
    assert [sum(escorted(price, "Australia").values()) for price in (0, 14, 56)] == [0, 1, 2]


def test_only_fighters_in_reach_of_the_port_count_for_new_carriers() -> None:
    assert "aircraft_carrier" in escorted(28, "United Kingdom")
    assert "aircraft_carrier" not in escorted(28, "Australia")


@pytest.mark.parametrize("bought", [0, 1])
def test_fighters_wait_where_a_new_carrier_will_be_placed(bought: int) -> None:
    units = {
        "United Kingdom": {UK: "10 infantry, 2 fighter"},
        "Sea Zone 2": {UK: "1 battleship"},
        "Northwestern Europe": {GER: "3 fighter, 2 bomber"},
    }
    game = scene(UK, "purchase", units, owners={"Northwestern Europe": GER, "Gibraltar": GER}, ipcs={UK: 14})
    game.answer({"aircraft_carrier": bought} if bought else {})
    game.answer(DONE)  # no attack
    view = View(game, UK)
    moves = flights(view, Field(view), {"aircraft_carrier": bought})
    ends = Counter({move.path[-1]: sum(n for _, n in move.units) for move in moves})
    assert ends["Sea Zone 2"] == 2 * bought


@pytest.mark.parametrize("bold", [1.0, 0.1])
def test_a_side_buys_transports_for_a_great_army_however_rich_it_is(bold: float) -> None:
    game = scene(USA, "purchase", {"Eastern United States": {USA: "40 infantry"}}, ipcs={USA: 150})
    view = View(game, USA, style=Style(bold=bold))
    prices = {unit.id: unit.cost for unit in game.rules.units.values()}
    assert Shopper(view, Field(view), 150, prices).fill()["transport"] == 12


@pytest.mark.parametrize(("waiting", "kind"), [("2 infantry", "tank"), ("1 infantry, 2 tank", "infantry")])
def test_transports_that_carry_one_of_each_are_filled_with_cheap_and_strong_units(waiting: str, kind: str) -> None:
    units = {"Eastern United States": {USA: waiting}, "Sea Zone 10": {USA: "6 transport"}}
    view = View(scene(USA, "purchase", units), USA)
    shopper = Shopper(view, Field(view), 20, {unit.id: unit.cost for unit in view.rules.units.values()})
    rider = Shipyard(shopper, view.rules.units["transport"], ["Sea Zone 10"]).rider()
    assert rider is not None and rider.id == kind


def test_fighters_without_room_for_all_on_a_deck_board_in_part() -> None:
    units = {"Sea Zone 2": {UK: "1 aircraft carrier, 3 transport"}, "Sea Zone 6": {UK: "3 fighter"}}
    units["Norway"] = {GER: "2 bomber"}
    game = scene(UK, "noncombat_move", units, owners={"Norway": GER})
    view = View(game, UK)
    moves = {move.path[-1]: sum(n for _, n in move.units) for move in flights(view, Field(view), {})}
    assert moves["Sea Zone 2"] == 2 and sum(moves.values()) == 3


@pytest.mark.parametrize(("escort", "port"), [(0, "Sea Zone 10"), (6, "Sea Zone 56")])
def test_new_ships_are_placed_where_they_are_safe_together(escort: int, port: str) -> None:
    """A bomber can sink a transport on the better coast, but not one with six destroyers."""
    game = scene(USA, "place", {"Midway": {JAP: "1 infantry, 1 bomber"}}, owners={"Midway": JAP})
    view = View(game, USA, style=PLAIN._replace(goal="Japan"))
    zones = ("Sea Zone 10", "Sea Zone 56")
    ships = (("transport", 1), ("destroyer", escort))
    most: dict[tuple[str, ...], int] = {(kind, zone): n for kind, n in ships if n for zone in zones}
    assert view.blow("Sea Zone 56").hits == 1 and not view.blow("Sea Zone 10").hits
    assert next(placing(view, Field(view), most))[0][1] == port


@pytest.mark.parametrize("new", [0, 8])
def test_empty_transports_wait_for_units_just_bought(new: int) -> None:
    units = {"Western United States": {USA: "6 infantry"}, "Sea Zone 10": {USA: "3 transport"}}
    view = View(scene(USA, "noncombat_move", units), USA)
    sails = [move.path for move in ferries(view, Field(view), {"infantry": new} if new else {})]
    assert any(path[0] == "Sea Zone 10" and len(path) > 1 for path in sails) == (not new)


def _bulwark(capital: str, complex: str, owner: str, enemy: str, beside: str) -> Game:
    units = {capital: {owner: "20 infantry"}, complex: {owner: "industrial complex, 4 infantry"}}
    units[beside] = {enemy: "12 infantry, 4 tank"}
    owners = {"Caucasus": enemy, capital: owner, complex: owner, beside: enemy}
    return scene(owner, "noncombat_move", units, owners=owners)


def test_the_complex_next_to_an_inland_capital_is_held_like_it_and_gets_the_new_units() -> None:
    game = _bulwark("Russia", "Caucasus", RED, GER, "Eastern Ukraine")
    view = View(game, RED)
    assert view.post == "Caucasus"
    assert {space: len(units) for space, units in stations(view, {"infantry": 4}).items()} == {"Caucasus": 4}
    moves = {move.path: sum(n for _, n in move.units) for move in Front(view, Field(view), {"infantry": 4}).plan()}
    assert moves["Russia", "Caucasus"] == 5 and not any(path[0] == "Caucasus" for path in moves)


@pytest.mark.parametrize(
    ("new", "beside", "stand"),
    [
        pytest.param(6, "1 infantry", {"Caucasus": 4, "Russia": 2}, id="more than the complex can produce"),
        pytest.param(8, "12 tank", {"Russia": 6}, id="the capital needs them, and can produce six"),
    ],
)
def test_new_units_stand_where_complexes_can_produce_them(new: int, beside: str, stand: dict[str, int]) -> None:
    units = {"Russia": {RED: "2 infantry"}, "Caucasus": {RED: "industrial complex, 2 infantry"}}
    units["Eastern Ukraine"] = {GER: beside}
    owners = {"Russia": RED, "Caucasus": RED, "Eastern Ukraine": GER}
    view = View(scene(RED, "purchase", units, owners=owners), RED)
    assert view.post == "Caucasus"
    assert {space: len(row) for space, row in stations(view, {"infantry": new}).items()} == stand


def test_an_attack_loses_its_cheapest_units_first() -> None:
    units = {"Poland": {GER: "6 infantry, 2 tank, 1 fighter"}, "East Poland": {RED: "2 infantry"}}
    view = View(scene(RED, "combat_move", units, owners={"Poland": GER, "East Poland": RED}), RED)
    blow = view.blow("East Poland")
    assert (blow.hits, blow.worth, blow.least) == (9, 6 * 3 + 2 * 5 + 10, 3)
    assert blow.cost(0) == 0 and blow.cost(1) == pytest.approx(blow.worth)
    assert 3 * 0.3 * blow.hits <= blow.cost(0.3) < 0.3 * blow.worth


@pytest.mark.parametrize(
    ("capital", "complex", "owner", "enemy", "beside"),
    [
        pytest.param("Germany", "France", GER, UK, "Northwestern Europe", id="a capital on a coast"),
        pytest.param("Russia", "Karelia S.S.R.", RED, GER, "Belorussia", id="a complex that is not next to it"),
        pytest.param("Russia", "Caucasus", RED, GER, "France", id="no enemy in reach"),
    ],
)
def test_other_capitals_have_no_bulwark(capital: str, complex: str, owner: str, enemy: str, beside: str) -> None:
    assert View(_bulwark(capital, complex, owner, enemy, beside), owner).post == ""


def test_the_post_of_the_style_comes_before_the_bulwark() -> None:
    game = _bulwark("Russia", "Caucasus", RED, GER, "Eastern Ukraine")
    assert View(game, RED, style=Style(post="Russia")).post == "Russia"


def test_units_land_on_the_planned_shore_not_on_the_first_in_reach() -> None:
    """What is loaded in the combat move must land if it can (R65); Norway lies on the same waters as London."""
    units = {"Northwestern Europe": {GER: "1 infantry, 1 tank"}, "Sea Zone 6": {GER: "1 transport"}}
    game = scene(GER, "combat_move", units, owners={"Norway": UK, "Northwestern Europe": GER})
    basic = player("basic", "ai")
    while game.decision is not None and game.decision.kind == "move" and game.decision.context["phase"] == COMBAT:
        game.answer(basic(game, game.decision))
    assert owner(game, "United Kingdom") == GER and owner(game, "Norway") == UK


@pytest.mark.parametrize("skips", [False, True])
def test_units_loaded_by_hand_land_where_it_pays_and_always_land(skips: bool) -> None:
    """R65: the combat move cannot end before. No plan lands them if the player skips all territories."""
    units = {"Northwestern Europe": {GER: "1 infantry"}, "Sea Zone 6": {GER: "1 transport"}}
    game = scene(GER, "combat_move", units, owners={"Norway": UK, "Northwestern Europe": GER})
    game.answer("1 infantry: Northwestern Europe > Sea Zone 6")
    assert game.decision is not None
    move = Basic("ai", Style(skip=frozenset(game.rules.lands if skips else ())))(game, game.decision)
    assert move.path[0] == "Sea Zone 6"
    assert move.path[-1] in ({"Norway", "United Kingdom"} if skips else {"United Kingdom"})
