"""Cheaper submarines and cruisers."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.great_war.board import scene, until
from tests.helpers import tell

RULE = "great_war.naval_unit_costs"


def buying(power: str, ipcs: int, **options: int) -> Game:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    return until(scene(power, "purchase", ipcs={power: ipcs}, rules=[RULE], options=given), "purchase")


@pytest.mark.clause("great_war.naval_unit_costs.1", "great_war.naval_unit_costs.2")
@pytest.mark.parametrize("order", ["7 submarine", "5 cruiser"])
def test_example_germany_buys_ships_for_35(order: str) -> None:
    assert tell(buying("Germany", 35), order).state.ipcs["Germany"] == 0
    with pytest.raises(Illegal):
        tell(until(scene("Germany", "purchase", ipcs={"Germany": 35}), "purchase"), order)


@pytest.mark.clause("great_war.naval_unit_costs.2")
def test_example_italy_buys_two_cruisers_for_14() -> None:
    assert tell(buying("Italy", 14), "2 cruiser").state.ipcs["Italy"] == 0
    with pytest.raises(Illegal):
        tell(buying("Italy", 13), "2 cruiser")


@pytest.mark.clause("great_war.naval_unit_costs.1", "great_war.naval_unit_costs.2")
def test_the_other_ships_keep_their_prices() -> None:
    units = buying("Germany", 1).rules.units
    assert {k: units[k].cost for k in ("submarine", "transport", "cruiser", "battleship")} == {
        "submarine": 5, "transport": 6, "cruiser": 7, "battleship": 12,
    }  # fmt: skip


def test_other_prices_may_be_agreed_on() -> None:
    units = buying("Germany", 1, submarine_cost=4, cruiser_cost=8).rules.units
    assert (units["submarine"].cost, units["cruiser"].cost) == (4, 8)
