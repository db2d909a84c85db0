"""Prices, new ships, and the advantages of China."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.anniversary.board import (
    CHINA,
    GER,
    JAP,
    UK,
    USA,
    ends,
    fired,
    form,
    go,
    has,
    scene,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

clause = pytest.mark.clause


def enhanced(rule: str, power: str, phase: str, units: Any = None, *, options: Any = None, **more: Any) -> Any:
    values = {f"enhanced.{rule}.{name}": value for name, value in (options or {}).items()}
    return scene(power, phase, units, rules=[f"enhanced.{rule}"], options=values, **more)


@clause("enhanced.price_changes.1", "enhanced.price_changes.2", "enhanced.price_changes.3")
def test_prices() -> None:
    game = enhanced("price_changes", UK, "purchase", {"India": {UK: "1 infantry"}}, ipcs={UK: 26})
    game.answer("1 industrial complex, 1 bomber")
    assert game.state.ipcs[UK] == 0
    assert [game.stats(UK, kind).cost for kind in ("battleship", "aircraft_carrier", "destroyer")] == [20, 14, 8]
    other = enhanced("price_changes", UK, "purchase", options={"industrial_complex_cost": 10, "bomber_cost": 13})
    assert [other.stats(UK, kind).cost for kind in ("industrial_complex", "bomber")] == [10, 13]


@clause("enhanced.pocket_battleship.1", "enhanced.pocket_battleship.2")
def test_a_pocket_battleship_and_its_price() -> None:
    game = enhanced("pocket_battleship", GER, "purchase", {"Germany": {GER: "1 infantry"}}, ipcs={GER: 31})
    game.answer("1 pocket battleship")
    assert game.state.ipcs[GER] == 14
    built = enhanced("pocket_battleship", GER, "purchase", techs={GER: ["improved_shipyards"]})
    ship = built.stats(GER, "pocket_battleship")
    assert (ship.cost, ship.attack, ship.defense, ship.move, ship.hits) == (14, 4, 4, 2, 1)
    assert built.stats(UK, "pocket_battleship").cost == 17
    own = {
        "attack": 3,
        "defense": 2,
        "move": 3,
        "cost": 15,
        "cost_improved_shipyards": 12,
        "bombard": 2,
        "hit_points": 2,
    }
    other = enhanced("pocket_battleship", GER, "purchase", options=own).stats(UK, "pocket_battleship")
    assert (other.attack, other.defense, other.move, other.cost, other.support, other.hits) == (3, 2, 3, 15, 2, 2)


@clause("enhanced.pocket_battleship.3")
def test_a_pocket_battleship_bombards() -> None:
    units = {
        zone(5): {GER: "1 pocket battleship, 1 transport"}, "Germany": {GER: "1 infantry, 1 tank"},
        "Karelia S.S.R.": {"Soviet Union": "1 infantry"},
    }  # fmt: skip
    game = enhanced("pocket_battleship", GER, "combat_move", units, dice=[4, 6, 6])
    game.answer("1 infantry: Germany > Sea Zone 5")
    go(game, "1 infantry: Sea Zone 5 > Karelia S.S.R.")
    until_phase(game, "noncombat_move")
    assert fired(game)[0] == ("bombardment", "4", [4], 1)


@clause("enhanced.escort_carrier.1", "enhanced.escort_carrier.2")
def test_an_escort_carrier_holds_one_fighter_and_only_defends() -> None:
    units = {zone(8): {UK: "1 escort carrier, 1 fighter"}, zone(7): {UK: "1 fighter, 1 carrier"}}
    game = enhanced("escort_carrier", UK, "noncombat_move", units)
    assert zone(8) not in ends(game, zone(7), "fighter")
    wide = enhanced("escort_carrier", UK, "noncombat_move", units, options={"fighter_capacity": 2})
    assert zone(8) in ends(wide, zone(7), "fighter")
    ship = game.stats(UK, "escort_carrier")
    assert (ship.cost, ship.attack, ship.defense, ship.move, ship.hits) == (8, 0, 1, 2, 1)
    assert game.rules.q.hostile_zone(game, GER, zone(8))
    own = {"attack": 1, "defense": 2, "move": 3, "cost": 9, "cost_improved_shipyards": 7, "hit_points": 2}
    other = enhanced("escort_carrier", UK, "purchase", options=own, techs={UK: ["improved_shipyards"]})
    ship = other.stats(UK, "escort_carrier")
    assert (ship.cost, ship.attack, ship.defense, ship.move, ship.hits) == (7, 1, 2, 3, 2)


@clause("enhanced.na_china_round_up.1")
@pytest.mark.parametrize(
    ("held", "options", "new"),
    [(7, {}, 4), (6, {}, 3), (1, {}, 1), (7, {"rounding": "down"}, 3), (7, {"territories_per_infantry": 3}, 3)],
)
def test_china_rounds_up(held: int, options: dict[str, Any], new: int) -> None:
    lands = ["Yunnan", "Sikang", "Chinghai", "Ningxia", "Hupeh", "Fukien", "Suiyuan"]
    owners = {s: CHINA if i < held else JAP for i, s in enumerate(lands)}
    game = enhanced("na_china_round_up", USA, "recruit", owners=owners, options=options)
    assert happened(game, "recruited")[0]["units"] == {"infantry": new}


@clause("enhanced.na_china_unlimited_placement.1")
@pytest.mark.parametrize(("cap", "fits"), [(0, 3), (5, 1)])
def test_china_places_without_a_cap(cap: int, fits: int) -> None:
    units = {"Yunnan": {CHINA: "3 infantry, 1 fighter"}, "Brazil": {USA: "1 infantry"}}
    game = enhanced("na_china_unlimited_placement", USA, "recruit", units, options={"cap": cap})
    while game.decision and not (game.decision.kind == "place" and game.decision.power == CHINA):
        game.answer(game.decision.advice if game.decision.form.name != "moves" else "done")
    assert form(game).room({}, ("infantry", "Yunnan")) == fits
    assert has(game, "Yunnan", CHINA, "infantry") == 3 and at(game, "Yunnan", USA) == {}
