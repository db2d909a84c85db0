"""gemmell.atomic_research: the Atomic Bomb Roll within weapons development."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, left, refused
from tests.helpers import happened, position, tell

clause = pytest.mark.clause
RULE = "gemmell.atomic_research"
RED, GERMANY, US = "Soviet Union", "Germany", "United States"


def develop(power: str, ipcs: int, dice: list[int], techs: Any = (), **values: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in values.items()}
    known = {power: list(techs)}
    units = {"Eastern Europe": {GERMANY: "1 infantry"}}
    return position(power, "develop", units, ipcs={power: ipcs}, techs=known, rules=[RULE], options=options, dice=dice)


@clause(
    "gemmell.atomic_research.2", "gemmell.atomic_research.3", "gemmell.atomic_research.4", "gemmell.atomic_research.5"
)
def test_example_germany_finds_the_bomb() -> None:
    game = tell(develop(GERMANY, 20, [6, 2, 3, 6, 1]), "2")
    assert asked(game) == ("buy_atomic_dice", GERMANY)
    refused(game, "3", f"{RULE}.3")  # 10 IPCs are left
    tell(game, "2")
    assert game.state.techs[GERMANY] == ["atomic_bomb"]
    assert happened(game, "technology_rolled") == []  # no regular weapon
    assert game.state.ipcs[GERMANY] == 0
    assert left(game) == []


@clause("gemmell.atomic_research.2", "gemmell.atomic_research.6")
def test_example_a_failed_roll_leaves_the_regular_weapon() -> None:
    game = tell(develop(US, 20, [6, 4, 5]), "1", "0")
    assert game.state.techs[US] == ["industrial_technology"]  # number 5 of the table
    assert [e["dice"] for e in happened(game, "atomic_bomb_roll")] == [[4]]
    assert game.state.ipcs[US] == 15


@clause("gemmell.atomic_research.1", "gemmell.atomic_research.2")
def test_example_without_a_six_there_is_no_roll() -> None:
    game = tell(develop(RED, 24, [1, 3, 5]), "3")
    assert happened(game, "atomic_bomb_roll") == []
    assert game.state.techs[RED] == []


@clause("gemmell.atomic_research.1")
def test_the_weapons_table_does_not_have_the_bomb() -> None:
    game = develop(GERMANY, 20, [])
    assert game.rules.technologies["atomic_bomb"].die == 0
    know_all = [
        "jet_power",
        "rockets",
        "super_submarines",
        "long_range_aircraft",
        "industrial_technology",
        "heavy_bombers",
    ]
    late = tell(
        develop(GERMANY, 20, [6, 6], techs=know_all), "1", "0"
    )  # who knows all the others may still look for it
    assert late.state.techs[GERMANY][-1] == "atomic_bomb"
    done = develop(GERMANY, 20, [], techs=[*know_all, "atomic_bomb"])
    assert asked(done)[0] != "develop"


@clause("gemmell.atomic_research.2")
def test_each_six_has_its_roll_until_the_technology_is_won() -> None:
    game = tell(develop(GERMANY, 20, [6, 6, 6, 6, 2, 1]), "3", "0")
    # The first roll shows 6; the other two breakthroughs bring weapons 2 and 1
    assert [e["dice"] for e in happened(game, "atomic_bomb_roll")] == [[6]]
    assert game.state.techs[GERMANY] == ["atomic_bomb", "rockets", "jet_power"]


@clause("gemmell.atomic_research.4")
def test_who_has_it_gets_a_regular_weapon() -> None:
    game = tell(develop(GERMANY, 20, [6, 1], techs=["atomic_bomb"]), "1")
    assert game.state.techs[GERMANY] == ["atomic_bomb", "jet_power"]


# --- options ----------------------------------------------------------------------------------------------------------


def test_a_lower_trigger_opens_the_roll_but_brings_no_regular_weapon() -> None:
    game = tell(develop(GERMANY, 20, [5, 3], trigger_roll=5), "1", "0")
    assert [e["dice"] for e in happened(game, "atomic_bomb_roll")] == [[3]]
    assert game.state.techs[GERMANY] == []


def test_other_numbers_dice_and_prices() -> None:
    game = tell(develop(GERMANY, 20, [6, 1, 5], success_roll=5, free_dice=2), "1", "0")
    assert game.state.techs[GERMANY] == ["atomic_bomb"]
    dear = tell(develop(GERMANY, 20, [6, 6, 1], extra_die_cost=7), "1")
    refused(dear, "3", f"{RULE}.3")
    assert tell(dear, "1").state.ipcs[GERMANY] == 20 - 5 - 7
    none = tell(develop(GERMANY, 9, [6, 4], free_dice=0), "1")
    assert none.state.techs[GERMANY] == ["long_range_aircraft"]  # no die at all, so no success


def test_the_roll_may_be_declined_if_it_is_not_mandatory() -> None:
    game = tell(develop(GERMANY, 20, [6, 4], mandatory=False), "1")
    assert asked(game) == ("make_atomic_roll", GERMANY)
    tell(game, "no")
    assert happened(game, "atomic_bomb_roll") == []
    assert game.state.techs[GERMANY] == ["long_range_aircraft"]


def test_the_bomb_may_come_besides_the_regular_weapon() -> None:
    game = tell(develop(GERMANY, 20, [6, 6, 1], replaces_regular_weapon=False), "1", "0")
    assert game.state.techs[GERMANY] == ["atomic_bomb", "jet_power"]


def test_advice_is_to_buy_dice_moderately() -> None:
    advice = []
    for cash in (10, 20, 40, 60):
        decision = tell(develop(GERMANY, cash + 5, [6, 1, 1]), "1").decision
        assert decision
        advice.append(decision.advice)
    assert advice == [0, 0, 2, 2]
