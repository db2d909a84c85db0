"""Damage on installations and its repair; sea zones with a controller; stocks beside money."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine import convoys, stocks
from sandtable.rules import registry
from tests.helpers import happened, position, tell

from .examples_board import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_a_raid_damages_a_complex_up_to_its_limit() -> None:
    units = {"United Kingdom": {"United Kingdom": "3 bombers"}}
    for faces, points in (([6, 6, 3], 12), ([1, 2, 3], 6)):
        game = position(
            "United Kingdom", "combat_move", units, rules=["ex_board.bombing_damage"], dice=faces, ipcs={"Germany": 9}
        )
        tell(game, "3 bombers: United Kingdom > North Sea Zone > Western Europe > Southern Europe [raid]")
        (found,) = happened(game, "damaged")
        assert found["points"] == points and game.state.ipcs["Germany"] == 9
        assert game.state.facts["damage"] == {"Southern Europe": {"industrial_complex": points}}


def damaged() -> dict[str, dict[str, dict[str, int]]]:
    return {"damage": {"Southern Europe": {"industrial_complex": 11}}}


def test_damage_lowers_the_output_and_is_repaired() -> None:
    game = position("Germany", "purchase", {}, rules=["ex_board.bombing_damage"], facts=damaged(), ipcs={"Germany": 8})
    assert game.rules.q.production(game, "Germany", "Southern Europe") == 0
    assert game.open[0].kind == "repair"
    with pytest.raises(Illegal, match="up to 8 points for 8 IPCs"):
        tell(game, {("Southern Europe", "industrial_complex"): 9})
    tell(game, {("Southern Europe", "industrial_complex"): 6})
    assert game.rules.q.production(game, "Germany", "Southern Europe") == 1
    assert happened(game, "mended") == [{"power": "Germany", "points": 6, "ipcs": 6}]


def test_repair_at_half_price_rounded_up() -> None:
    game = position(
        "Germany", "purchase", {}, rules=["ex_board.bombing_damage", "ex_board.improved_factories"], facts=damaged(),
        ipcs={"Germany": 6}, techs={"Germany": ["improved_factories"]},
    )  # fmt: skip
    tell(game, {("Southern Europe", "industrial_complex"): 11})
    assert happened(game, "mended") == [{"power": "Germany", "points": 11, "ipcs": 6}]
    assert game.state.facts["damage"] == {}
    assert game.rules.q.production(game, "Germany", "Southern Europe") is None


CENTER, ROUTE = "Caribbean Sea Zone", "Hawaiian Islands Sea Zone"


def test_a_convoy_center_pays_its_owner_while_it_controls_it() -> None:
    game = position("United States", "collect", {}, rules=["ex_board.convoy_center"])
    assert {"power": "United States", "ipcs": 5, "why": "convoys"} in happened(game, "income")
    taken = position(
        "United States", "collect", {}, rules=["ex_board.convoy_center"], facts={"zones": {CENTER: "Germany"}}
    )
    assert "convoys" not in [e["why"] for e in happened(taken, "income")]
    captor = position("Germany", "collect", {}, rules=["ex_board.convoy_center"], facts={"zones": {CENTER: "Germany"}})
    assert "convoys" not in [e["why"] for e in happened(captor, "income")]


def test_a_territory_without_its_route_pays_nobody() -> None:
    facts = {"zones": {ROUTE: "Japan"}}
    game = position("United States", "collect", {}, rules=["ex_board.convoy_center"], facts=facts)
    worth = game.rules.q.value(game, "Hawaiian Islands")
    why = {e["why"]: e["ipcs"] for e in happened(game, "income")}
    assert why["convoys"] == 5 - worth


def test_warships_take_a_convoy_zone_and_allies_restore_it() -> None:
    units = {"Hawaiian Islands Sea Zone": {"Japan": "1 transport"}, "Mexico Sea Zone": {"Japan": "1 battleship"}}
    game = position("Japan", "combat_move", units, rules=["ex_board.convoy_center"])
    assert convoys.controller(game, ROUTE) == "United States"
    convoys.take(game, ROUTE, "Japan")
    assert convoys.controller(game, ROUTE) == "Japan"
    convoys.take(game, ROUTE, "United Kingdom")
    assert convoys.controller(game, ROUTE) == "United States" and not game.state.facts["zones"]


def test_a_sea_battle_decides_the_control_of_a_convoy_zone() -> None:
    units = {ROUTE: {"Japan": "1 battleship", "United States": "1 transport"}}
    game = position("Japan", "combat", units, rules=["ex_board.convoy_center"], dice=[1, 6])
    while game.open[0].kind in ("fight", "battle", "retreat", "casualties"):
        tell(game, True if game.open[0].kind == "fight" else game.open[0].advice)
        if happened(game, "battle_ended"):
            break
    assert convoys.controller(game, ROUTE) == "Japan"
    assert happened(game, "convoy_taken") == [{"power": "Japan", "space": ROUTE, "loser": "United States"}]


@pytest.mark.parametrize(
    ("edition", "power", "home"), [("classic", "Germany", "Germany"), ("great_war", "Germany", "Berlin")]
)
def test_supplies_lie_in_territories(edition: str, power: str, home: str) -> None:
    units = {home: {power: "1 infantry"}}
    game = position(power, "collect", units, rules=["ex_board.supply_chain"], edition=edition)
    assert stocks.amount(game, "supply", home) == 1
    stocks.add(game, "supply", home, 5, most=3)
    assert stocks.amount(game, "supply", home) == 3
    stocks.spend(game, "supply", home, 2)
    with pytest.raises(Illegal, match="has only 1 of supplies, not 2"):
        stocks.spend(game, "supply", home, 2)
    stocks.lost(game, home, "Britain", power)
    assert stocks.amount(game, "supply", home) == 0
