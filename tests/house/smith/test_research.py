"""smith.directed_research, smith.weapons_table, smith.tech_improved_labs: how developments are found."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.house.smith import RULES
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked
from tests.helpers import happened, tell

from .lab import GERMANY, JAPAN, RED, TABLE, UK, US, built, keys, research

clause = pytest.mark.clause
DIRECTED, LABS = "smith.directed_research", "smith.tech_improved_labs"
AIR = built("weapons_table", "tech_jet_power", "tech_heavy_bombers", "tech_long_range_aircraft")
ELITE = built(
    "weapons_table", "tech_mechanized_infantry", "tech_super_armor", "tech_paratroopers", "tech_marines",
)  # fmt: skip
ROWS = built(
    "weapons_table", "tech_super_subs", "tech_heavy_ships", "tech_long_range_ships", "tech_improved_labs",
    "tech_improved_agriculture", "tech_industrial_technology",
)  # fmt: skip


# --- the table --------------------------------------------------------------------------------------------------------


@clause("smith.weapons_table.1", "smith.weapons_table.2", "smith.weapons_table.7")
def test_example_two_developments_of_the_fifth_row() -> None:
    game = tell(research(UK, [2, 6, 6, 5, 5], rules=AIR, ipcs=15), 3)
    assert set(keys(game)) == {"jet_power", "heavy_bombers", "long_range_aircraft"}
    tell(game, "jet_power")
    assert set(keys(game)) == {"heavy_bombers", "long_range_aircraft"}
    tell(game, "heavy_bombers")
    assert game.state.techs[UK] == ["jet_power", "heavy_bombers"] and game.state.ipcs[UK] == 0


@clause("smith.weapons_table.1")
def test_without_the_table_the_chart_of_the_base_game_stands() -> None:
    game = tell(research(GERMANY, [6, 1], rules=built("tech_jet_power", "tech_super_armor")), 1)
    assert game.state.techs[GERMANY] == ["jet_power"]
    assert "super_armor" not in game.rules.q.development(game, GERMANY, 1)


@clause("smith.weapons_table.4", "smith.weapons_table.9")
def test_example_an_elite_force_is_chosen() -> None:
    game = tell(research(US, [6, 2], rules=ELITE), 1)
    assert set(keys(game)) == {"mechanized_infantry", "super_armor", "paratroopers", "marines"}
    tell(game, "marines")
    more = research(US, [6, 2], rules=ELITE, techs={US: ["marines", "super_armor"]})
    assert set(keys(tell(more, 1))) == {"mechanized_infantry", "paratroopers"}  # one for each discovery


@clause("smith.weapons_table.6", "smith.weapons_table.8")
def test_example_what_is_left_of_the_fourth_and_the_sixth_row() -> None:
    game = tell(research(GERMANY, [6, 6, 4, 6], rules=ROWS, ipcs=10, techs={GERMANY: ["super_submarines"]}), 2)
    assert set(keys(game)) == {"heavy_ships", "long_range_ships"}
    tell(game, "heavy_ships")
    assert set(keys(game)) == {"improved_labs", "improved_agriculture", "industrial_technology"}


def test_a_row_without_a_rule_in_force_is_rolled_again() -> None:
    game = tell(research(GERMANY, [6, 1, 3, 5], rules=built("weapons_table", "tech_jet_power")), 1)
    assert [e["die"] for e in happened(game, "technology_rolled")] == [1, 3, 5]
    assert game.state.techs[GERMANY] == ["jet_power"]
    nothing = research(GERMANY, [], rules=[TABLE], ipcs=40)
    assert asked(nothing)[0] != "develop"  # no development is left to look for


@pytest.mark.parametrize(("how", "dice"), [("choose_then_reroll", [6, 5, 4]), ("lost", [6, 5])])
def test_a_row_that_is_owned_is_rolled_again_or_lost(how: str, dice: list[int]) -> None:
    rules = [*built("tech_jet_power"), *built("weapons_table", "tech_long_range_ships")]
    game = research(
        GERMANY, dice, rules=rules, techs={GERMANY: ["jet_power"]}, options={f"{TABLE}.duplicates": how}
    )  # fmt: skip
    tell(game, 1)
    assert game.state.techs[GERMANY] == ["jet_power", "long_range_ships"][: len(dice) - 1]


def test_the_second_level_of_heavy_bombers_comes_after_the_first() -> None:
    rules = built("weapons_table", "tech_heavy_bombers")
    game = tell(research(GERMANY, [6, 6, 5, 5], rules=rules, ipcs=10), 2)
    assert game.state.techs[GERMANY] == ["heavy_bombers", "heavy_bombers_2"]


def test_dice_have_another_price_and_success() -> None:
    options = {f"{TABLE}.research_cost": 3, f"{TABLE}.success_on": 4}
    game = tell(research(GERMANY, [4, 5], rules=AIR, ipcs=3, options=options), 1)
    assert game.decision is not None and game.decision.kind == "technology"
    assert game.state.ipcs[GERMANY] == 0


# --- directed research ------------------------------------------------------------------------------------------------


@clause("smith.directed_research.1", "smith.directed_research.2")
def test_example_japan_aims_at_jet_power() -> None:
    techs = {UK: ["jet_power"], US: ["jet_power"]}
    game = research(JAPAN, [4, 6], rules=[DIRECTED, *AIR], ipcs=20, techs=techs)
    assert keys(game) == ["none", "any", "jet_power"]
    tell(game, "jet_power", 2)
    assert game.state.techs[JAPAN] == []  # all dice are named before the first is rolled
    tell(game, "none")
    assert game.state.techs[JAPAN] == ["jet_power"] and game.state.ipcs[JAPAN] == 14
    assert happened(game, "technology_rolled") == []


@clause("smith.directed_research.3")
def test_example_industrial_technology_cannot_be_aimed_at() -> None:
    rules = [DIRECTED, *built("weapons_table", "tech_industrial_technology", "tech_improved_labs")]
    game = research(GERMANY, [1], rules=rules, ipcs=7, techs={US: ["industrial_technology", "improved_labs"]})
    assert asked(game) == ("develop", GERMANY) or keys(game) == ["none", "any"]
    open_to = {f"{DIRECTED}.excluded": ["improved_labs"]}
    game = research(GERMANY, [6], rules=rules, ipcs=7, options=open_to, techs={US: ["industrial_technology"]})
    assert keys(game) == ["none", "any", "industrial_technology"]


@clause("smith.directed_research.2")
def test_example_four_owners_make_a_die_cost_one() -> None:
    techs = {power: ["rockets"] for power in (GERMANY, UK, JAPAN, US)}
    game = research(RED, [6], rules=[DIRECTED], ipcs=1, techs=techs)
    assert keys(game) == ["none", "rockets"]
    tell(game, "rockets", 1)
    assert game.state.techs[RED] == ["rockets"] and game.state.ipcs[RED] == 0
    options = {f"{DIRECTED}.base_cost": 4, f"{DIRECTED}.discount_per_power": 2, f"{DIRECTED}.success_on": 3}
    cheap = tell(research(RED, [3], rules=[DIRECTED], ipcs=1, techs=techs, options=options), "rockets", 1)
    assert cheap.state.techs[RED] == ["rockets"]  # the price never falls below 1


def test_what_no_rule_puts_on_a_chart_can_be_aimed_at_where_a_power_has_it() -> None:
    rules = [DIRECTED, *built("tech_super_armor")]
    game = research(UK, [6], rules=rules, ipcs=4, techs={GERMANY: ["super_armor"]})
    assert keys(game) == ["none", "super_armor"]
    assert tell(game, "super_armor", 1).state.techs[UK] == ["super_armor"]


def test_the_second_level_is_a_target_of_its_own() -> None:
    both = {US: ["heavy_bombers", "heavy_bombers_2"], JAPAN: ["heavy_bombers"]}
    game = research(UK, [], rules=[DIRECTED, *AIR], ipcs=20, techs=both)
    assert keys(game) == ["none", "any", "heavy_bombers"]  # the first level comes first
    later = research(UK, [], rules=[DIRECTED, *AIR], ipcs=20, techs={**both, UK: ["heavy_bombers"]})
    assert keys(later) == ["none", "any", "heavy_bombers_2"]
    terms = [
        later.rules.q.research(later, power, aim) for power, aim in ((UK, "heavy_bombers_2"), (RED, "heavy_bombers"))
    ]
    assert [t.price for t in terms if t] == [4, 2]


def test_bargains_are_advised() -> None:
    techs = {power: ["rockets"] for power in (GERMANY, UK, JAPAN, US)}
    game = research(RED, [1, 1], rules=[DIRECTED], ipcs=20, techs=techs)
    assert game.decision is not None and game.decision.advice == "rockets"
    assert tell(game, "rockets").decision.advice == 2  # type: ignore[union-attr]
    dear = research(RED, [], rules=[DIRECTED], ipcs=20, techs={UK: ["rockets"]})
    assert dear.decision is not None and dear.decision.advice == "none"


# --- improved labs ----------------------------------------------------------------------------------------------------


@clause("smith.tech_improved_labs.1")
def test_example_a_free_die_without_a_purchase() -> None:
    rules = [*AIR, LABS]
    game = tell(research(GERMANY, [6, 5], rules=rules, techs={GERMANY: ["improved_labs"]}), 0)
    assert game.decision is not None and game.decision.kind == "technology"
    assert game.state.ipcs[GERMANY] == 5
    poor = research(GERMANY, [1], rules=rules, ipcs=0, techs={GERMANY: ["improved_labs"]})
    assert happened(poor, "developed") == [{"power": GERMANY, "dice": [1], "ipcs": 0}]


@clause("smith.tech_improved_labs.1")
def test_example_two_dice_and_the_free_one() -> None:
    game = tell(research(GERMANY, [1, 2, 3], rules=[*AIR, LABS], ipcs=32, techs={GERMANY: ["improved_labs"]}), 2)
    assert happened(game, "developed") == [{"power": GERMANY, "dice": [1, 2, 3], "ipcs": 10}]
    options = {f"{LABS}.free_dice": 2}
    more = research(
        GERMANY, [1, 2], rules=[*AIR, LABS], ipcs=0, techs={GERMANY: ["improved_labs"]}, options=options
    )  # fmt: skip
    assert happened(more, "developed")[0]["dice"] == [1, 2]


def test_the_free_die_may_be_aimed_once() -> None:
    techs = {GERMANY: ["improved_labs"], US: ["jet_power", "heavy_bombers"]}
    game = research(GERMANY, [6], rules=[DIRECTED, *AIR, LABS], ipcs=3, techs=techs)
    assert keys(game) == ["none", "any", "heavy_bombers", "jet_power"] or "jet_power" in keys(game)
    assert game.decision is not None and game.decision.advice != "none"  # it would be lost
    tell(game, "jet_power")
    assert game.state.techs[GERMANY] == ["improved_labs", "jet_power"] and game.state.ipcs[GERMANY] == 3


def test_the_lint_says_where_a_development_waits_for_the_table() -> None:
    found = registry.check("classic", built("tech_super_armor"))
    assert [f.severity for f in found] == ["note"] and "smith.weapons_table" in found[0].message
    assert registry.check("classic", built("tech_super_armor", "weapons_table")) == []


# --- what a sensible power does ---------------------------------------------------------------------------------------


def advised(game: Game) -> Any:
    """The advice of the open decision."""
    assert game.decision is not None
    return game.decision.advice


def test_a_rich_power_buys_a_die_and_takes_what_suits_its_units() -> None:
    rules = built("weapons_table", *(r.id.partition(".")[2] for r in RULES if ".tech_" in r.id))
    fleet = {"Eastern United States": {US: "1 bomber"}, "Eastern United States Sea Zone": {US: "3 transport"}}
    poor, rich = (research(US, [6, 2], rules=rules, ipcs=n, units=fleet) for n in (20, 30))
    assert advised(poor) == 0 and advised(rich) == 1
    tell(rich, 1)
    assert advised(rich) == "marines"  # more transports than armor or bombers
    many = research(US, [6, 2], rules=rules, ipcs=30, units={"Eastern United States": {US: "9 armor"}})
    assert advised(tell(many, 1)) in ("super_armor", "mechanized_infantry")


def test_a_die_is_aimed_where_it_promises_most() -> None:
    rules = built("directed_research", "weapons_table", "tech_jet_power", "tech_heavy_bombers")
    held = {UK: ["jet_power", "heavy_bombers"], GERMANY: ["heavy_bombers"], JAPAN: ["heavy_bombers"]}
    units = {"Eastern United States": {US: "3 bomber"}}
    game = research(US, [], rules=rules, ipcs=30, techs=held, units=units)
    assert advised(game) == "heavy_bombers"
    assert advised(tell(game, "heavy_bombers")) == 2
