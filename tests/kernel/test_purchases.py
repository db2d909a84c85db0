"""Prices by place, limits of placement, grants, objectives, and the capital as a query."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sandtable.core.decisions import Allocate
from sandtable.core.errors import Illegal
from sandtable.engine import objectives
from sandtable.engine.game import Game
from sandtable.rules import explain, registry
from tests.helpers import at, happened, position, tell

from .examples_board import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_a_purchase_may_be_a_plain_dict() -> None:
    game = position("Germany", "purchase", ipcs={"Germany": 9})
    tell(game, {"infantry": 3})
    assert happened(game, "bought") == [{"power": "Germany", "units": {"infantry": 3}, "ipcs": 9}]
    game = position("Germany", "purchase", ipcs={"Germany": 9})
    with pytest.raises(Illegal, match="did you mean infantry"):
        tell(game, {"infantrie": 3})


def test_ships_cost_less_at_a_place_and_are_built_there() -> None:
    units = {"North Sea Zone": {"United Kingdom": "1 transport"}}
    game = position(
        "United Kingdom", "purchase", units, rules=["ex_board.naval_production"], ipcs={"United Kingdom": 30}
    )
    usual = game.stats("United Kingdom", "battleship").cost
    prices = game.open[0].context["prices"]
    assert prices["battleship"] == usual and prices["battleship > United Kingdom"] == usual - 2
    tell(game, "1 battleship > United Kingdom")
    assert game.state.ipcs["United Kingdom"] == 30 - usual + 2
    while game.open[0].kind != "place":
        tell(game, "done")
    near = set(game.rules.sea_near["United Kingdom"])
    assert {
        k[1] for k in cast(Allocate, game.open[0].form).most if cast(Allocate, game.open[0].form).room({}, k)
    } <= near


def test_a_free_ship_before_the_game() -> None:
    game = Game.new("classic", ["ex_board.naval_production"])
    assert (game.open[0].kind, game.open[0].power) == ("grant", "United Kingdom")
    tell(game, {"submarine > North Sea Zone": 1})
    assert happened(game, "granted")[0]["space"] == "North Sea Zone"
    assert game.open[0].kind != "grant"


def test_a_ship_bought_before_the_game() -> None:
    game = Game.new("classic", ["ex_board.opening_purchase"])
    form = cast(Allocate, game.open[0].form)
    assert game.open[0].context["prices"] == {
        "transport": 6, "submarine": 6, "aircraft_carrier": 16, "battleship": 22,
    }  # fmt: skip
    assert game.open[0].advice == {("submarine", "Indian Ocean Sea Zone"): 1}
    assert {key[1] for key in form.most} == {"Indian Ocean Sea Zone"}
    with pytest.raises(Illegal, match="up to 1 unit in all"):
        tell(game, {("submarine", "Indian Ocean Sea Zone"): 1, ("transport", "Indian Ocean Sea Zone"): 1})
    tell(game, "1 battleship > Indian Ocean Sea Zone")
    assert game.state.ipcs["United Kingdom"] == 8
    assert at(game, "Indian Ocean Sea Zone", "United Kingdom") == {"transport": 1, "battleship": 1}
    assert at(game, "India", "United States") == {"bomber": 1}
    none = tell(Game.new("classic", ["ex_board.opening_purchase"]), {})
    assert none.state.ipcs["United Kingdom"] == 30 and not happened(none, "paid")


def test_a_grant_in_the_place_phase() -> None:
    game = position("United Kingdom", "place", {}, rules=["ex_board.colonial_garrison"], owners={"India": "Japan"})
    assert {k[1] for k in cast(Allocate, game.open[0].form).most} == {"Australia", "South Africa"}
    with pytest.raises(Illegal, match="1 free unit: infantry: you chose 2; the limit is 1"):
        tell(game, {("infantry", "Australia"): 1, ("infantry", "South Africa"): 1})
    tell(game, "1 infantry > Australia")
    assert at(game, "Australia") == {"infantry": 1}


def test_a_grant_in_the_capital_without_a_question() -> None:
    game = Game.new("great_war", ["ex_board.serbian_gift"])
    assert happened(game, "granted") == [
        {"power": "Russia", "units": {"infantry": 2}, "space": "Moscow", "why": "gift"}
    ]


def placing(edition: str, rule: str, power: str, bought: dict[str, int]) -> Any:
    game = position(power, "purchase", rules=[rule], edition=edition, ipcs={power: 99}, clear=edition == "classic")
    while game.open[0].kind == "offer":
        tell(game, "continue")
    tell(game, bought)
    while game.open[0].kind != "place":
        tell(game, game.open[0].advice)
    return game.open[0].form


def test_fortifications_without_a_complex_up_to_the_value() -> None:
    form = placing("classic", "ex_board.fortifications", "Germany", {"fortification": 9})
    assert form.room({}, ("fortification", "Western Europe")) == 6
    assert form.room({}, ("fortification", "Algeria")) == 1
    assert form.room({("fortification", "Algeria"): 1}, ("fortification", "Algeria")) == 0
    again = placing("great_war", "ex_board.fortifications", "Germany", {"fortification": 4})
    assert ("fortification", "Alsace") in again.most


def test_one_infantry_in_a_corner_of_the_empire() -> None:
    form = placing("great_war", "ex_board.every_corner", "Britain", {"infantry": 3})
    corners = {k[1] for k in form.most} - {"London"}
    game = Game.new("great_war")
    assert corners and all(game.rules.spaces[s].value >= 3 for s in corners if s != "India" and s != "Canada")
    corner = next(s for s in sorted(corners) if s not in game.rules.tables["mobilization"]["Britain"])
    assert form.room({}, ("infantry", corner)) == 1
    assert form.room({}, ("infantry", "London")) == 3


def test_an_objective_pays_and_says_what_is_missing() -> None:
    fleet = {"Western Mediterranean Sea Zone": {"United Kingdom": "1 battleship, 1 submarine"}}
    game = position("Germany", "collect", fleet, rules=["ex_board.mediterranean_bonus"], owners={"Gibraltar": "Japan"})
    assert not [e for e in happened(game, "income") if "objectives" in e["why"]]
    (standing,) = objectives.listed(game, "Germany")
    assert standing.missing == ("enemy units must leave Western Mediterranean Sea Zone",)
    again = position("Germany", "collect", {}, rules=["ex_board.mediterranean_bonus"], owners={"Gibraltar": "Japan"})
    assert {"power": "Germany", "ipcs": 5, "why": "objectives: Mare Nostrum"} in happened(again, "income")
    bare = position("Germany", "collect", {}, rules=["ex_board.mediterranean_bonus"])
    assert objectives.standing(bare, "Mare Nostrum").missing == ("the side of Germany must control Gibraltar",)


def test_objectives_win() -> None:
    last = Game.new("classic").state.order[-1]
    game = position(last, "collect", rules=["ex_board.strategic_victory"], owners={"India": "Japan"})
    assert game.state.victory == ["axis", "they have met 1 objective"]


def test_a_temporary_capital() -> None:
    lost = {"Germany": "Soviet Union"}
    bare = position("Germany", "collect", {}, owners=lost)
    assert happened(bare, "no_income")
    game = position("Germany", "collect", {}, owners=lost, rules=["ex_board.temporary_capital"])
    assert happened(game, "income") and game.rules.q.capital(game, "Germany") == "Southern Europe"


def test_why_tells_the_rows() -> None:
    rules = registry.build(
        "classic", ["ex_board.mediterranean_bonus", "ex_board.fortifications", "ex_board.colonial_garrison"]
    )
    for target in ("objectives.Mare Nostrum", "sites.Fortifications", "grants.Colonial Garrison"):
        (edit,) = rules.why(target)
        assert explain.sentence(edit, rules.tables)
