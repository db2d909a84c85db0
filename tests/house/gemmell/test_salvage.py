"""Salvage of units: half the price, with the income of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import at, happened, position, tell

RULE = "gemmell.salvage"


def phase(power: str, units: dict[str, dict[str, str]], ipcs: int = 0, **more: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    return position(power, "purchase", units, ipcs={power: ipcs}, rules=[RULE], options=options, **more)


def end_of_turn(game: Game) -> int:
    """What the active power has at the end of its turn, buying nothing."""
    power = game.log[0].decision.power
    while game.state.power == power and game.decision:
        game.answer({} if game.decision.kind == "purchase" else game.decision.advice)
    return game.state.ipcs[power]


@pytest.mark.clause(
    "gemmell.salvage.1", "gemmell.salvage.2", "gemmell.salvage.3", "gemmell.salvage.4", "gemmell.salvage.6"
)
def test_example_germany_turns_in_three_units() -> None:
    units = {"Germany": {"Germany": "1 armor, 1 fighter"}, "Baltic Sea Zone": {"Germany": "1 submarine"}}
    game = phase("Germany", units, 32)
    tell(game, "salvage", "1 armor > Germany, 1 fighter > Germany")
    assert game.decision is not None and game.decision.kind == "offer"
    tell(game, "go on")
    assert game.decision.context["ipcs"] == 32
    with pytest.raises(Illegal):
        tell(game, "11 infantry")
    tell(game, "9 infantry", "salvage", "1 submarine > Baltic Sea Zone")
    assert at(game, "Germany") == {} and at(game, "Baltic Sea Zone") == {}
    assert game.state.ipcs["Germany"] == 5
    assert end_of_turn(game) == 5 + 32 + 2 + 4 + 6
    assert [(e["ipcs"], e["why"]) for e in happened(game, "income")] == [(32, "production"), (12, "salvage")]


@pytest.mark.clause("gemmell.salvage.4", "gemmell.salvage.5")
def test_example_the_gun_may_go_and_the_complex_may_not() -> None:
    game = tell(phase("Soviet Union", {"Karelia S.S.R.": {"Soviet Union": "1 aa gun"}}), "salvage")
    with pytest.raises(Illegal):
        tell(game, "1 industrial complex > Karelia S.S.R.")
    tell(game, "1 antiaircraft gun > Karelia S.S.R.")
    assert end_of_turn(game) == 24 + 2


@pytest.mark.clause("gemmell.salvage.2", "gemmell.salvage.3", "gemmell.salvage.4")
def test_example_japan_cannot_spend_what_it_turned_in() -> None:
    game = tell(phase("Japan", {"Manchuria": {"Japan": "2 infantry"}}), "salvage", "2 infantry > Manchuria")
    assert game.state.power != "Japan"  # no money, no units: nothing was left to be decided
    assert not happened(game, "bought")
    assert game.state.ipcs["Japan"] == 25 + 2


@pytest.mark.clause("gemmell.salvage.1", "gemmell.salvage.4")
@pytest.mark.parametrize(
    ("unit", "refund"),
    [
        ("infantry", 1), ("armor", 2), ("antiaircraft gun", 2), ("fighter", 6), ("bomber", 7), ("transport", 4),
        ("submarine", 4), ("aircraft carrier", 9), ("battleship", 12),
    ],
)  # fmt: skip
def test_refunds(unit: str, refund: int) -> None:
    space = "Japan Sea Zone" if unit in ("transport", "submarine", "aircraft carrier", "battleship") else "Japan"
    game = phase("Japan", {space: {"Japan": f"1 {unit}"}})
    tell(game, "salvage", f"1 {unit} > {space}")
    assert game.state.ipcs["Japan"] == 25 + refund


@pytest.mark.clause("gemmell.salvage.4")
def test_rounding_is_done_unit_by_unit_or_once() -> None:
    for rounding, refund in (("down_per_unit", 4), ("down_on_total", 5)):
        game = phase("Japan", {"Japan": {"Japan": "2 armor"}}, options={"rounding": rounding})
        assert end_of_turn(tell(game, "salvage", "2 armor > Japan")) == 25 + refund


@pytest.mark.parametrize(("rounding", "each"), [("down_per_unit", 2), ("down_on_total", 2.5)])
def test_the_question_tells_the_refund_of_each_unit(rounding: str, each: float) -> None:
    game = tell(phase("Japan", {"Japan": {"Japan": "2 armor"}}, options={"rounding": rounding}), "salvage")
    assert game.decision is not None
    assert game.decision.context["refunds"] == {"tank > Japan": each}


def test_other_rates_and_times() -> None:
    game = phase("Japan", {"Japan": {"Japan": "2 armor"}}, options={"rate": 1.0})
    assert end_of_turn(tell(game, "salvage", "1 armor > Japan")) == 30
    game = phase("Japan", {"Japan": {"Japan": "2 armor"}}, options={"credit_time": "at_once"})
    tell(game, "salvage", "1 armor > Japan")
    assert game.state.ipcs["Japan"] == 2
    assert end_of_turn(game) == 27


@pytest.mark.parametrize(("basis", "refund"), [("list_price", 2), ("owners_current_price", 2)])
def test_the_list_price_counts(basis: str, refund: int) -> None:
    techs = {"Japan": ["industrial_technology"]}
    game = phase("Japan", {"Japan": {"Japan": "2 bomber"}}, techs=techs, options={"price_basis": basis})
    price = game.rules.units["bomber"].cost if basis == "list_price" else game.stats("Japan", "bomber").cost
    assert end_of_turn(tell(game, "salvage", "1 bomber > Japan")) == 25 + price // 2


def test_other_units_may_be_excluded() -> None:
    game = phase("Japan", {"Japan": {"Japan": "1 armor, 1 infantry"}}, options={"excluded_units": ["armor"]})
    tell(game, "salvage")
    with pytest.raises(Illegal):
        tell(game, "1 armor > Japan")
    complexes = phase("Japan", {}, options={"excluded_units": []})
    assert end_of_turn(tell(complexes, "salvage", "1 industrial complex > Japan")) == 25 + 7


@pytest.mark.clause("gemmell.salvage.1")
def test_only_own_units_and_no_more_than_there_are() -> None:
    units = {"Karelia S.S.R.": {"United Kingdom": "1 infantry", "Soviet Union": "1 infantry"}}
    game = tell(phase("United Kingdom", units), "salvage")
    with pytest.raises(Illegal):
        tell(game, "2 infantry > Karelia S.S.R.")
    with pytest.raises(Illegal):
        tell(game, "1 infantry > Russia")
    tell(game, "1 infantry > Karelia S.S.R.")
    assert at(game, "Karelia S.S.R.") == {"infantry": 1}


def test_units_bought_this_turn_are_not_on_the_board_yet() -> None:
    game = phase("Japan", {"Manchuria": {"Japan": "1 infantry"}}, 6)
    tell(game, "go on", "2 infantry", "salvage")
    with pytest.raises(Illegal):
        tell(game, "2 infantry > Manchuria")
    with pytest.raises(Illegal):
        tell(game, "1 infantry > Japan")


def test_a_power_whose_capital_is_lost_salvages_nothing() -> None:
    game = phase("Japan", {"Manchuria": {"Japan": "1 infantry"}}, owners={"Japan": "United States"})
    assert not [d for d in (game.decision,) if d and d.kind == "offer"]


LOADED = "1 transport (carrying infantry of Japan + infantry of Japan)"


def test_a_loaded_transport_goes_with_its_cargo() -> None:
    game = phase("Japan", {"Japan Sea Zone": {"Japan": LOADED}})
    tell(game, "salvage")
    with pytest.raises(Illegal):
        tell(game, "1 transport > Japan Sea Zone")
    with pytest.raises(Illegal):
        tell(game, "1 transport carrying infantry + infantry > Japan Sea Zone, 1 infantry > Japan Sea Zone")
    tell(game, "1 transport carrying infantry + infantry > Japan Sea Zone")
    assert at(game, "Japan Sea Zone") == {}
    assert game.state.ipcs["Japan"] == 25 + 4 + 1 + 1


def test_cargo_may_be_turned_in_alone() -> None:
    game = phase("Japan", {"Japan Sea Zone": {"Japan": LOADED}})
    tell(game, "salvage", "1 infantry > Japan Sea Zone")
    (stack,) = game.state.at("Japan Sea Zone")
    assert stack.cond.cargo == (("Japan", "infantry"),)


@pytest.mark.parametrize("agrees", [True, False])
def test_an_ally_whose_units_are_aboard_is_asked(agrees: bool) -> None:
    ship = "1 transport (carrying infantry of United States)"
    game = phase("United Kingdom", {"North Sea Zone": {"United Kingdom": ship}})
    tell(game, "salvage", "1 transport carrying infantry of United States > North Sea Zone")
    assert game.decision is not None
    assert (game.decision.power, game.decision.kind) == ("United States", "salvage_loss")
    assert game.decision.advice is False
    game.answer(agrees)
    assert at(game, "North Sea Zone") == ({} if agrees else {"transport": 1})


def test_a_carrier_goes_with_its_fighters() -> None:
    game = phase("Japan", {"Japan Sea Zone": {"Japan": "1 aircraft carrier, 2 fighter"}})
    tell(game, "salvage")
    for text in ("1 aircraft carrier > Japan Sea Zone", "1 fighter > Japan Sea Zone, 1 carrier > Japan Sea Zone"):
        with pytest.raises(Illegal, match="must be turned in with its aircraft"):
            tell(game, text)
    tell(game, "2 fighter > Japan Sea Zone, 1 carrier > Japan Sea Zone")
    assert game.state.ipcs["Japan"] == 25 + 9 + 6 + 6


@pytest.mark.parametrize("agrees", [True, False])
def test_an_ally_whose_fighter_stands_on_the_carrier_is_asked(agrees: bool) -> None:
    units = {"North Sea Zone": {"United Kingdom": "1 aircraft carrier", "United States": "1 fighter"}}
    game = tell(phase("United Kingdom", units), "salvage", "1 aircraft carrier > North Sea Zone")
    assert game.decision is not None and game.decision.power == "United States"
    game.answer(agrees)
    assert at(game, "North Sea Zone") == ({} if agrees else {"aircraft_carrier": 1, "fighter": 1})


def test_listed_answers_are_legal() -> None:
    units = {"Japan Sea Zone": {"Japan": f"1 aircraft carrier, 2 fighter, {LOADED}"}, "Japan": {"Japan": "1 armor"}}
    game = tell(phase("Japan", units), "salvage")
    assert game.decision is not None
    answers = list(game.decision.legal())
    for answer in answers:
        game.decision.check(answer)
    carrier, fighter = ("aircraft_carrier", "Japan Sea Zone"), ("fighter", "Japan Sea Zone")
    assert {carrier: 1, fighter: 2} in answers
    assert {carrier: 1} not in answers


@pytest.mark.clause("gemmell.salvage.6")
def test_the_first_phase_holds_all_four_activities() -> None:
    rules = registry.build("classic", ["gemmell.salvage", "gemmell.lend_lease"])
    assert [s.name for s in rules.sequence("turn")][:2] == ["develop", "purchase"]
    assert {o.name for o in rules.offers["purchase"]} >= {"salvage", "lend"}
    game = position(
        "Germany", "purchase", {"Germany": {"Germany": "1 armor"}}, rules=["gemmell.salvage", "gemmell.lend_lease"]
    )
    tell(game, "salvage", "1 armor > Germany", "lend", "2 Japan", "go on", "1 infantry", "lend", "6 Japan")
    assert game.state.ipcs["Japan"] == 25 + 8


def test_advice_is_to_keep_the_units() -> None:
    game = phase("Germany", {"Germany": {"Germany": "1 armor"}}, 32)
    assert game.decision is not None and game.decision.advice == "go on"
    tell(game, "salvage")
    assert game.decision.advice == {}


def test_atomic_bombs_bring_half_their_price_and_prisoners_nothing() -> None:
    rules = [RULE, "gemmell.atomic_research", "gemmell.atomic_bombs", "gemmell.prisoners_of_war"]
    units = {"Japan": {"Japan": "1 atomic bomb, 2 United States prisoner"}}
    game = tell(position("Japan", "purchase", units, ipcs={"Japan": 0}, rules=rules), "salvage")
    with pytest.raises(Illegal):
        tell(game, "1 United States prisoner > Japan")
    tell(game, "1 atomic bomb > Japan")
    while game.decision and not [e for e in happened(game, "income") if e["why"] == "salvage"]:
        game.answer(game.decision.advice)
    assert [e["ipcs"] for e in happened(game, "income") if e["why"] == "salvage"] == [10]
