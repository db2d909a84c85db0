"""Improved Agriculture and Industrial Technology."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.helpers import happened, position, tell

from .lab import GERMANY, RED, US, built

clause = pytest.mark.clause
FARMS, INDUSTRY = built("tech_improved_agriculture", "tech_industrial_technology")


def harvest(owners: dict[str, Any] | None = None, **more: Any) -> dict[str, int]:
    """What Germany collects, by reason."""
    game = position(
        GERMANY, "collect", rules=[FARMS], owners=owners, techs={GERMANY: ["improved_agriculture"]}, **more
    )  # fmt: skip
    return {e["why"]: e["ipcs"] for e in happened(game, "income") if e["power"] == GERMANY}


@clause("smith.tech_improved_agriculture.1", "smith.tech_improved_agriculture.3")
def test_example_rich_territories_yield_more_but_do_not_count_for_victory() -> None:
    assert harvest() == {"production": 32, "improved agriculture": 5}
    owners = dict.fromkeys(("Karelia S.S.R.", "Caucasus", "Russia", "India", "Eastern Canada"), GERMANY)
    rich = position(US, "collect", rules=[FARMS], owners=owners, techs={GERMANY: ["improved_agriculture"]})
    assert not rich.decided()  # 32 + 20 for Germany and 22 for Japan are fewer than 84, the harvest not counted


@clause("smith.tech_improved_agriculture.2")
def test_example_territory_captured_in_the_turn_yields_no_more() -> None:
    units = {"Ukraine S.S.R.": {GERMANY: "1 armor"}}
    game = position(
        GERMANY, "combat_move", units, rules=[FARMS], techs={GERMANY: ["improved_agriculture"]}, ipcs={GERMANY: 0}
    )  # fmt: skip
    tell(game, "1 armor: Ukraine S.S.R. > Caucasus")
    while not any(e["power"] == GERMANY for e in happened(game, "income")):
        assert game.decision is not None
        game.answer(game.decision.advice)
    assert {e["why"]: e["ipcs"] for e in happened(game, "income") if e["power"] == GERMANY} == {
        "production": 35, "improved agriculture": 5,
    }  # fmt: skip
    assert harvest({"Caucasus": GERMANY})["improved agriculture"] == 6  # from its next turn on


def test_agriculture_has_other_numbers_and_is_for_its_holders() -> None:
    options = {f"{FARMS}.threshold": 6, f"{FARMS}.bonus": 2}
    assert harvest(options=options)["improved agriculture"] == 2 * 3
    game = position(RED, "collect", rules=[FARMS])
    assert [e["why"] for e in happened(game, "income")] == ["production"]


def priced(**options: Any) -> Game:
    given = {f"{INDUSTRY}.{name}": value for name, value in options.items()}
    return position(
        US, "purchase", rules=[INDUSTRY], ipcs={US: 59}, techs={US: ["industrial_technology"]}, options=given
    )  # fmt: skip


@clause("smith.tech_industrial_technology.1", "smith.tech_industrial_technology.2")
def test_example_an_american_purchase() -> None:
    game = tell(priced(), "4 infantry, 1 armor, 1 carrier, 1 battleship")
    assert game.state.ipcs[US] == 59 - 51
    prices = {kind: game.stats(US, kind).cost for kind in game.rules.units}
    assert prices == {
        "infantry": 3, "tank": 4, "antiaircraft_gun": 4, "industrial_complex": 12, "fighter": 10, "bomber": 12,
        "transport": 7, "submarine": 7, "aircraft_carrier": 15, "battleship": 20,
    }  # fmt: skip
    assert game.stats(GERMANY, "battleship").cost == 24


def test_the_discount_is_another() -> None:
    assert priced(discount=0.5).stats(US, "tank").cost == 3


@clause("smith.tech_industrial_technology.3")
@pytest.mark.parametrize(("options", "cost"), [({}, 14), ({"battleship_repair": 5, "carrier_repair": 4}, 9)])
def test_example_repairs_are_cheaper(options: dict[str, int], cost: int) -> None:
    given = {f"{INDUSTRY}.{name}": value for name, value in options.items()}
    ships = "1 battleship (damaged 1), 1 carrier (damaged 1)"
    units = {"Eastern United States Sea Zone": {US: ships}, "Baltic Sea Zone": {GERMANY: "1 battleship (damaged 1)"}}
    rules = [INDUSTRY, "smith.damaged_units"]
    game = position(
        US, "repairs", units, rules=rules, techs={US: ["industrial_technology"]}, ipcs={US: 20}, options=given
    )  # fmt: skip
    zone = "Eastern United States Sea Zone"
    tell(game, {("repair_battleship", zone, "battleship"): 1, ("repair_aircraft_carrier", zone, "aircraft_carrier"): 1})
    assert game.state.ipcs[US] == 20 - cost
    plain = position(GERMANY, "repairs", units, rules=rules, ipcs={GERMANY: 20})
    tell(plain, {("repair_battleship", "Baltic Sea Zone", "battleship"): 1})
    assert plain.state.ipcs[GERMANY] == 10
