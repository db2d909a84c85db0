"""Prices of research, the 4:2 rule, shared technology, and Tech Investment."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import GER, ITA, JAP, UK, USA, keys

from .duel import enhanced

clause = pytest.mark.clause

PRICES, FOUR, SHARED = "technology_prices", "four_two_rule", "shared_technology"
INVESTMENT = "na_america_tech_investment"
ALL = f"{FOUR} {PRICES} {SHARED} weapons_development"


def lab(rules: str, power: str, ipcs: int, dice: list[int] | None = None, **more: Any) -> Game:
    rules = rules if "weapons_development" in rules else f"{rules} weapons_development"
    units = {"Brazil": {USA: "1 infantry"}}
    return enhanced(rules, power, "develop", units, ipcs={power: ipcs}, dice=dice, **more)


def develop(game: Game, technology: str, dice: int) -> Game:
    game.answer(technology)
    game.answer(dice)
    if game.decision and game.decision.kind == "research":
        game.answer("none")
    return game


def again(game: Game, power: str) -> Game:
    """The same power's next turn, with nothing done meanwhile."""
    start = game.state.round
    idle = {"moves": "done", "allocate": {}}
    while game.decision and (game.state.power != power or game.state.round == start):
        decision = game.decision
        nothing = {"develop": 0, "research": "none"}.get(decision.kind, decision.advice)
        game.answer(idle.get(decision.form.name, nothing))
    return game


def price(rules: str, power: str, technology: str, **more: Any) -> int:
    game = lab(rules, power, 60, **more)
    terms = game.rules.q.research(game, power, technology)
    assert terms is not None
    return terms.price


@clause("enhanced.technology_prices.1", "enhanced.technology_prices.2")
def test_major_technologies_cost_5_and_minor_ones_4() -> None:
    game = develop(lab(PRICES, GER, 31, [1, 2, 3, 4]), "radar", 4)
    assert game.state.ipcs[GER] == 15
    game = develop(lab(PRICES, JAP, 31, [1, 2, 3, 4]), "heavy_bombers", 4)
    assert game.state.ipcs[JAP] == 11
    majors = ("rockets", "increased_factory_production", "jet_fighters", "improved_shipyards", "long_range_aircraft")
    minors = ("advanced_artillery", "paratroopers", "war_bonds", "mechanized_infantry")
    assert {price(PRICES, GER, t) for t in majors} == {5} and {price(PRICES, GER, t) for t in minors} == {4}


def test_the_prices_by_their_options() -> None:
    options = {"major_cost": 7, "minor_cost": 3, "major": ("radar",), "minor": ("rockets",)}
    assert price(PRICES, GER, "radar", options=options) == 7 and price(PRICES, GER, "rockets", options=options) == 3
    assert price(PRICES, GER, "war_bonds", options=options) == 5


def test_dice_that_are_not_aimed_keep_their_price() -> None:
    mode = {"enhanced.weapons_development.research_mode": "base_random"}
    for rule in (PRICES, FOUR, SHARED):
        game = lab(rule, GER, 31, options=mode)
        terms = game.rules.q.research(game, GER, "")
        assert terms is not None and (terms.price, terms.least, terms.automatic) == (5, 1, 0)


@clause("enhanced.four_two_rule.1", "enhanced.four_two_rule.2", "enhanced.four_two_rule.3")
def test_four_dice_then_two_that_gain_the_technology() -> None:
    game = develop(lab(ALL, GER, 40, [1, 3, 5, 5]), "rockets", 4)
    assert game.state.ipcs[GER] == 20 and game.state.techs[GER] == []
    again(game, GER)
    before = game.state.ipcs[GER]
    game.answer("rockets")
    with pytest.raises(Illegal):
        game.answer(3)
    game.answer(2)
    game.answer("none")
    assert game.state.ipcs[GER] == before - 10 and game.state.techs[GER] == ["rockets"]


@clause("enhanced.four_two_rule.1", "enhanced.weapons_development.1")
def test_a_six_among_the_first_dice() -> None:
    game = develop(lab(ALL, GER, 40, [1, 3, 6, 2]), "rockets", 4)
    assert game.state.techs[GER] == ["rockets"] and game.state.ipcs[GER] == 20


@clause("enhanced.four_two_rule.1")
def test_a_power_that_cannot_pay_for_four_dice_cannot_try() -> None:
    game = lab(ALL, ITA, 16)
    assert "rockets" not in keys(game) and "radar" in keys(game)
    game.answer("radar")
    with pytest.raises(Illegal):
        game.answer(2)


@clause("enhanced.four_two_rule.1", "enhanced.four_two_rule.3")
def test_six_dice_at_once_are_a_first_try() -> None:
    game = develop(lab(ALL, JAP, 30, [2, 2, 4, 1, 3, 5]), "war_bonds", 6)
    assert game.state.ipcs[JAP] == 6 and game.state.techs[JAP] == []
    again(game, JAP)
    before = game.state.ipcs[JAP]
    develop(game, "war_bonds", 2)
    assert game.state.ipcs[JAP] == before - 8 and game.state.techs[JAP] == ["war_bonds"]


def test_the_4_2_rule_by_its_options() -> None:
    options = {"first_minimum_rolls": 2, "second_rolls": 3, "second_is_automatic": False}
    game = develop(lab(ALL, GER, 40, [1, 1], options=options), "rockets", 2)
    terms = game.rules.q.research(game, GER, "rockets")
    assert terms is not None and (terms.least, terms.most, terms.automatic) == (3, 3, 0)
    tried = game.rules.q.research(game, GER, "radar")
    assert tried is not None and (tried.least, tried.most) == (2, 0)


@clause("enhanced.shared_technology.1", "enhanced.shared_technology.2")
def test_an_ally_with_the_technology_takes_1_ipc_off() -> None:
    for techs in ({GER: ["rockets"]}, {GER: ["rockets"], ITA: ["rockets"]}):
        game = develop(lab(ALL, JAP, 30, [1, 1, 1, 1], techs=techs), "rockets", 4)
        assert game.state.ipcs[JAP] == 14
    assert price(ALL, JAP, "rockets", techs={USA: ["rockets"]}) == 5
    assert price(SHARED, JAP, "radar", techs={GER: ["radar"]}) == 4


@clause("enhanced.shared_technology.1", "enhanced.four_two_rule.3")
def test_the_discount_holds_for_the_two_dice_too() -> None:
    tried = {"research_tries": {UK: {"radar": 1}}}
    game = develop(lab(ALL, UK, 30, techs={USA: ["radar"]}, facts=tried), "radar", 2)
    assert game.state.ipcs[UK] == 24 and game.state.techs[UK] == ["radar"]


def test_shared_technology_by_its_options() -> None:
    both = {GER: ["rockets"], ITA: ["rockets"]}
    assert price(SHARED, JAP, "rockets", techs=both, options={"stacking": True}) == 3
    assert price(SHARED, JAP, "rockets", techs=both, options={"discount": 2}) == 3


@clause("enhanced.na_america_tech_investment.1")
def test_four_dice_gain_a_technology_for_the_united_states() -> None:
    rules = f"{INVESTMENT} {ALL}"
    game = develop(lab(rules, USA, 30, techs={USA: [INVESTMENT]}), "heavy_bombers", 4)
    assert game.state.ipcs[USA] == 10 and "heavy_bombers" in game.state.techs[USA]
    game = develop(lab(rules, USA, 30, techs={USA: [INVESTMENT], UK: ["radar"]}), "radar", 4)
    assert game.state.ipcs[USA] == 18 and "radar" in game.state.techs[USA]
    other = develop(lab(rules, GER, 30, [1, 1, 1, 1]), "radar", 4)
    assert "radar" not in other.state.techs[GER]


@clause("enhanced.na_america_tech_investment.1")
def test_dice_of_several_turns_add_up_without_the_4_2_rule() -> None:
    game = develop(lab(INVESTMENT, USA, 30, [1, 2]), "rockets", 2)
    assert "rockets" not in game.state.techs[USA]
    again(game, USA)
    develop(game, "rockets", 2)
    assert "rockets" in game.state.techs[USA]


def test_tech_investment_by_its_option() -> None:
    game = lab(INVESTMENT, USA, 30, options={"rolls_for_automatic_success": 6})
    terms = game.rules.q.research(game, USA, "rockets")
    assert terms is not None and terms.automatic == 6
