"""How the fast player buys, places, and protects transports."""

from __future__ import annotations

import pytest

from sandtable.ai.basic.buy import Shopper, placing
from sandtable.ai.basic.ferry import Ferry
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.fleet import Newcomers, berths, enclosed, sailing
from sandtable.ai.basic.lift import Lift, Pool
from sandtable.ai.basic.shipyard import Shipyard
from sandtable.ai.basic.view import View
from sandtable.core.forces import Stack
from sandtable.engine.movement import NONCOMBAT, Mover
from tests.conformance.anniversary.board import GER, ITA, JAP, RED, UK, USA, has, scene
from tests.helpers import position


def shipyard(view: View, port: str, cash: int = 60) -> Shipyard:
    shopper = Shopper(view, Field(view), cash, {unit.id: unit.cost for unit in view.rules.units.values()})
    return Shipyard(shopper, view.rules.units["transport"], [port])


@pytest.mark.parametrize(("camp", "waiting"), [("Eastern Canada", 9), ("Australia", 0)])
def test_only_armies_near_the_port_wait_for_its_transports(camp: str, waiting: int) -> None:
    view = View(scene(USA, "purchase", {camp: {USA: "9 infantry"}}, owners={camp: USA}), USA)
    assert Field(view).idle(camp)
    assert shipyard(view, "Sea Zone 10").waiting == waiting


@pytest.mark.parametrize(("zone", "room"), [("Sea Zone 12", 4), ("Sea Zone 62", 0)])
def test_only_transports_near_the_port_have_room_for_its_armies(zone: str, room: int) -> None:
    view = View(scene(USA, "purchase", {zone: {USA: "2 transport"}}), USA)
    assert shipyard(view, "Sea Zone 10").room == room


@pytest.mark.parametrize("planes", ["", "1 infantry, 4 fighter"])
def test_warships_are_bought_if_transports_are_in_danger_on_their_way(planes: str) -> None:
    units = {"Eastern United States": {USA: "8 infantry"}, "Sea Zone 10": {USA: "4 transport"}}
    if planes:
        units["Gibraltar"] = {GER: planes}
    view = View(scene(USA, "purchase", units, owners={"Gibraltar": GER} if planes else {}), USA)
    yard = shipyard(view, "Sea Zone 10")
    assert not view.blow("Sea Zone 10").hits and len(yard.course) > 2
    yard.fill(view.rules.units["infantry"])
    assert ("destroyer" in yard.shopper.order) == bool(planes)


@pytest.mark.parametrize(
    ("waiting", "transports", "warships"),
    [
        pytest.param(8, 4, 6, id="full"),
        pytest.param(7, 4, 1, id="with room left"),
        pytest.param(4, 2, 1, id="few"),
    ],
)
def test_all_the_money_goes_into_warships_while_full_transports_cannot_sail(
    waiting: int, transports: int, warships: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tenths of 50 IPCs pay for one destroyer; even six are not enough against seven fighters."""
    monkeypatch.setattr("sandtable.ai.basic.view.DETERRENT", 1.4)
    monkeypatch.setattr("sandtable.ai.basic.shipyard.LOADED", 6)
    units = {"Eastern United States": {USA: f"{waiting} infantry"}, "Sea Zone 10": {USA: f"{transports} transport"}}
    units["Gibraltar"] = {GER: "1 infantry, 7 fighter"}
    yard = shipyard(View(scene(USA, "purchase", units, owners={"Gibraltar": GER}), USA), "Sea Zone 10", 50)
    assert (yard.room, yard.waiting) == (2 * transports, waiting)
    yard.fill(yard.view.rules.units["infantry"])
    assert yard.shopper.order.get("destroyer", 0) == warships


def test_new_ships_are_placed_together() -> None:
    """Karelia produces two units; Germany produces ten, next to another sea zone that is as safe."""
    view = View(scene(GER, "place", owners={"Karelia S.S.R.": GER}), GER)
    ships = Newcomers(view, {"aircraft_carrier": 3, "transport": 1, "infantry": 5})
    assert ships.number == 4
    field = Field(view)
    apart = ships.mooring(field, "Sea Zone 4") - field.at("Sea Zone 4")
    together = ships.mooring(field, "Sea Zone 5") - field.at("Sea Zone 5")
    assert view.danger("Sea Zone 4", 0, 0) == view.danger("Sea Zone 5", 0, 0) == 0.0
    assert apart < together == 0.0


def test_a_great_fleet_that_no_army_needs_draws_no_new_ships() -> None:
    """Japan has been taken; the army stands on the other side of America, and the way to Italy starts there."""
    units = {"Sea Zone 62": {USA: "20 transport, 12 destroyer"}, "Eastern United States": {USA: "9 infantry"}}
    units["Italy"] = {ITA: "2 infantry"}
    owners = {"Japan": USA, "Eastern United States": USA, "Western United States": USA, "Italy": ITA}
    view = View(scene(USA, "place", units, owners=owners), USA)
    zones = ("Sea Zone 10", "Sea Zone 56", "Sea Zone 62")
    field, most = Field(view), dict[tuple[str, ...], int]({("transport", zone): 3 for zone in zones})
    assert "Japan" in view.makers and field.at("Sea Zone 10") > field.at("Sea Zone 62")
    assert next(iter(placing(view, field, most))) == (("transport", "Sea Zone 10"), 3)


@pytest.mark.parametrize(("planes", "kind"), [("", "transport"), (", 3 bomber", "destroyer")])
def test_only_as_many_ships_are_bought_as_the_complexes_at_the_port_produce(planes: str, kind: str) -> None:
    """The Caucasus produces four units, Japan eight; three bombers in reach of the port call for an escort."""
    units = {"Caucasus": {JAP: "12 infantry"}, "Balkans": {RED: f"1 infantry{planes}"}}
    view = View(scene(JAP, "purchase", units, owners={"Caucasus": JAP, "Balkans": RED}), JAP)
    assert berths(view, "Sea Zone 16") == 4 and berths(view, "Sea Zone 62") == 8
    yard = shipyard(view, "Sea Zone 16", 200)
    yard.fill(view.rules.units["infantry"])
    ships = {k: n for k, n in yard.shopper.order.items() if view.rules.units[k].kind == "sea"}
    assert kind in ships and sum(ships.values()) == 4


@pytest.mark.parametrize(("port", "cash", "bought", "left"), [
    pytest.param("Sea Zone 62", 130, 5, 30, id="bought"),
    pytest.param("Sea Zone 16", 130, 0, 130, id="too few berths"),
    pytest.param("Sea Zone 62", 60, 0, 0, id="saved for"),
    pytest.param("Sea Zone 16", 60, 0, 60, id="too few berths in the next turn, too"),
])  # fmt: skip
def test_an_escort_is_bought_or_saved_for_only_if_it_can_be_placed(
    port: str, cash: int, bought: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five battleships are safe from eight bombers; the Caucasus produces four, Japan eight."""
    monkeypatch.setattr("sandtable.ai.basic.view.DETERRENT", 1.4)
    units = {space: {JAP: "12 infantry"} for space in ("Caucasus", "Japan")}
    units["Balkans"] = units["Soviet Far East"] = {RED: "1 infantry, 8 bomber"}
    owners = {"Caucasus": JAP, "Japan": JAP, "Balkans": RED, "Soviet Far East": RED}
    yard = shipyard(View(scene(JAP, "purchase", units, owners=owners), JAP), port, cash)
    assert yard.escort(14) == (bought > 0)
    assert (yard.shopper.order.get("battleship", 0), yard.shopper.cash) == (bought, left)


def test_an_escort_goes_with_the_first_transports_only() -> None:
    units = {"Sea Zone 10": {USA: "2 transport, 3 destroyer"}, "Gibraltar": {GER: "1 fighter, 1 bomber"}}
    view = View(scene(USA, "noncombat_move", units, owners={"Gibraltar": GER}), USA)
    pool = Pool(view, Mover(view.game, NONCOMBAT))
    ship, soldier = Stack(USA, "transport"), (Stack(USA, "infantry"), view.rules.units["infantry"])
    pool.left["Sea Zone 10", ship] = 2
    before = {zone: pool.risk(zone) for zone in ("Sea Zone 12", "Sea Zone 20")}
    assert before["Sea Zone 12"] < 1.0
    pool.take(Lift("Sea Zone 10", ship, ("Sea Zone 10",), (), ("Sea Zone 10", "Sea Zone 20"), (soldier,), "", 0.0))
    assert pool.risk("Sea Zone 20") == before["Sea Zone 20"]
    assert pool.risk("Sea Zone 12") == 1.0


@pytest.mark.parametrize("planes", ["", ", 4 fighter"])
def test_empty_transports_do_not_wait_where_they_are_sunk(planes: str) -> None:
    """The army stands in France, next to the British fighters."""
    units = {"France": {GER: "12 infantry"}, "Sea Zone 5": {GER: "6 transport"}}
    units["United Kingdom"] = {UK: f"9 infantry{planes}"}
    owners = dict.fromkeys(("France", "Northwestern Europe", "Russia", "Karelia S.S.R.", "Caucasus"), GER)
    view = View(scene(GER, "noncombat_move", units, owners=owners), GER)
    field = Field(view)
    assert field.idle("France")
    assert any(move.path[0] == "Sea Zone 5" for move in Ferry(view, field, {}).plan()) == (not planes)


def test_a_battleship_protects_a_transport_rather_than_join_a_greater_fleet() -> None:
    units = {
        "Sea Zone 62": {JAP: "3 aircraft_carrier, 2 battleship"},
        "Sea Zone 61": {JAP: "battleship"},
        "Sea Zone 49": {JAP: "transport"},
        "India": {UK: "2 infantry, 1 bomber"},
    }
    view = View(scene(JAP, "noncombat_move", units), JAP)
    assert view.peril("Sea Zone 49", 0, 0, 7)[1] == 1
    ends = {move.path[-1] for move in sailing(view, Field(view)) if move.path[0] == "Sea Zone 61"}
    assert ends == {"Sea Zone 49"}


@pytest.mark.parametrize(
    ("cash", "there", "ipcs", "bombers"),
    [
        pytest.param(60, "2 infantry", 90, 3, id="three a turn"),
        pytest.param(30, "2 infantry", 90, 1, id="money for one and for others"),
        pytest.param(20, "2 infantry", 90, 0, id="too little money"),
        pytest.param(60, "2 infantry, 5 bomber", 15, 0, id="those in play destroy all that the enemy has"),
        pytest.param(60, "2 infantry, 13 bomber", 90, 1, id="one more destroys enough"),
        pytest.param(60, "2 infantry, 14 bomber", 90, 0, id="those in play destroy twice what these are worth"),
    ],
)
def test_overseas_powers_buy_bombers_for_complexes_in_reach(cash: int, there: str, ipcs: int, bombers: int) -> None:
    """Germany, Italy, and Japan are worth 10, 6, and 8 IPCs; a bomber destroys 3.5."""
    units = {"United Kingdom": {UK: there}, "Poland": {GER: "70 infantry"}}
    game = scene(UK, "purchase", units, owners={"Germany": GER, "Italy": ITA}, ipcs={GER: ipcs, ITA: 10})
    view = View(game, UK)
    order = Shopper(view, Field(view), cash, {unit.id: unit.cost for unit in view.rules.units.values()}).fill()
    assert order.get("bomber", 0) == bombers


@pytest.mark.parametrize(("escort", "port"), [(0, "Sea Zone 10"), (6, "Sea Zone 56")])
def test_new_transports_are_not_placed_where_they_would_be_sunk(escort: int, port: str) -> None:
    """Japan is the last city to take; but a bomber can sink five transports off the coast next to it."""
    owners = dict.fromkeys(("Germany", "Italy", "France", "Poland"), UK) | {"Midway": JAP}
    view = View(scene(USA, "place", {"Midway": {JAP: "1 infantry, 1 bomber"}}, owners=owners), USA)
    field, ships = Field(view), Newcomers(view, {"transport": 5, "destroyer": escort})
    assert field.at("Sea Zone 56") > field.at("Sea Zone 10") + 20
    assert max(("Sea Zone 10", "Sea Zone 56"), key=lambda zone: ships.mooring(field, zone)) == port


def test_units_aboard_land_on_a_friendly_front_before_they_wait_for_a_landing() -> None:
    """The waters off Germany attract them more, but the Baltic States are threatened now."""
    units = {"Sea Zone 3": {UK: "1 transport"}, "Baltic States": {RED: "8 infantry"}}
    units["Poland"], units["Germany"] = {GER: "2 infantry"}, {GER: "9 infantry"}
    cargo = {"Sea Zone 3": [(UK, "infantry"), (UK, "infantry")]}
    owners = {"Poland": GER, "Germany": GER, "Baltic States": RED}
    game = scene(UK, "noncombat_move", units, owners=owners, cargo=cargo)
    for move in Ferry(View(game, UK), Field(View(game, UK)), {}).plan():
        game.answer(move)
    assert has(game, "Baltic States", UK, "infantry") == 2


@pytest.mark.parametrize(("cash", "planes"), [(40, False), (200, True)])
def test_money_for_which_there_are_no_places_is_spent_on_aircraft(cash: int, planes: bool) -> None:
    """Japan produces at most eight units."""
    units = {"Japan": {JAP: "12 infantry"}, "Sea Zone 62": {JAP: "8 transport, 4 battleship"}}
    view = View(scene(JAP, "purchase", units), JAP)
    shopper = Shopper(view, Field(view), cash, {unit.id: unit.cost for unit in view.rules.units.values()})
    order = shopper.fill()
    assert sum(order.values()) <= shopper.places
    flying = sum(n for kind, n in order.items() if view.rules.units[kind].kind == "air")
    assert (flying > 4) == planes


def test_no_ships_are_bought_for_a_lake_or_placed_there() -> None:
    """Moscow is German, and Persia is not: the Caspian Sea draws most, but armies reach all of its coasts on foot."""
    fleet = {UK: "2 battleship, 2 carrier, 4 fighter"}
    units = {
        "Russia": {GER: "9 infantry, 1 industrial_complex"}, "Karelia S.S.R.": {GER: "3 infantry"},
        "United Kingdom": {UK: "8 infantry, 4 bomber"},
        "North Sea Zone": fleet, "Western Mediterranean Sea Zone": fleet,
    }  # fmt: skip
    held = ("Karelia S.S.R.", "Caucasus", "Kazakh S.S.R.", "Ukraine S.S.R.", "Russia", "Novosibirsk", "Yakut S.S.R.")
    east = ("Evenki National Okrug", "Soviet Far East", "India", "China", "Sinkiang", "Finland-Norway")
    africa = ("Anglo-Sudan Egypt", "Kenya-Rhodesia", "Congo", "South Africa", "Italian East Africa")
    west = ("French Equatorial Africa", "French West Africa")
    owners = dict.fromkeys((*held, *east, *africa, *west), GER)
    view = View(position(GER, "purchase", units, owners=owners, ipcs={GER: 40}), GER)
    field = Field(view)
    lake, open_sea = "Caspian Sea Zone", "Baltic Sea Zone"
    assert enclosed(view, lake) and not enclosed(view, open_sea) and field.at(lake) > field.at(open_sea)
    assert all(field.idle(s) for s, owner in view.makers.items() if owner == GER)
    order = Shopper(view, field, 40, {unit.id: unit.cost for unit in view.rules.units.values()}).fill()
    assert not any(view.rules.units[kind].kind == "sea" for kind in order)
    most = dict[tuple[str, ...], int]({("transport", zone): 2 for zone in (lake, open_sea)})
    assert next(iter(placing(view, field, most))) == (("transport", open_sea), 2)
