"""Supplies: where they come from, where they lie, and what they do in combat."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from tests.conformance.great_war.board import finish, form, scene
from tests.helpers import at, happened, tell

RULE, NUMBERS = "great_war.supply_chain", "great_war.fighting_by_numbers"


def game_at(power: str, phase: str, units: dict[str, dict[str, str]], **more: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    return scene(power, phase, units, rules=[RULE, *more.pop("rules", ())], options=options, **more)


@pytest.mark.clause("great_war.supply_chain.1", "great_war.supply_chain.2", "great_war.supply_chain.3",
                    "great_war.supply_chain.4")  # fmt: skip
@pytest.mark.parametrize(
    ("options", "new", "most"),
    [
        ({}, 12, 12), ({"supply_per_territory": 2}, 24, 20), ({"capacity_per_unit": 1}, 12, 10),
        ({"stockpile_factor": 0}, 0, 0), ({"stockpile_base": "treasury", "stockpile_factor": 1}, 12, 12),
    ],
)  # fmt: skip
def test_example_germany_collects_twelve_supplies(options: dict[str, Any], new: int, most: int) -> None:
    game = game_at("Germany", "collect", {"Alsace": {"Germany": "10 infantry"}}, ipcs={"Germany": 0}, options=options)
    assert game.state.ipcs["Germany"] == 35
    if not new:
        assert not game.decision or game.decision.kind != "supplies"
        return
    assert form(game).most == {("Alsace",): most}
    assert form(game).limits[0].most == new
    tell(game, f"{most} Alsace")
    assert game.state.at("Alsace")[Stack("Germany", "supply")] == most


@pytest.mark.clause("great_war.supply_chain.3", "great_war.supply_chain.4")
def test_no_more_than_a_territory_or_a_power_can_hold() -> None:
    units = {"Alsace": {"Germany": "3 infantry, 4 supply"}, "Ruhr": {"Germany": "60 infantry, 90 supply"}}
    game = game_at("Germany", "collect", units)
    assert form(game).most == {("Alsace",): 2, ("Ruhr",): 11}  # 105 in all
    assert form(game).limits[0].most == 11
    with pytest.raises(Illegal):
        tell(game, "3 Alsace")
    game = game_at("Germany", "collect", {"Alsace": {"Germany": "1 infantry, 9 supply"}})
    assert game.state.at("Alsace")[Stack("Germany", "supply")] == 2  # the surplus is lost


def lorraine(units: dict[str, str], dice: list[int], **more: Any) -> Game:
    game = game_at("Germany", "combat", {"Lorraine": units}, contested={"Lorraine": "France"}, dice=dice, **more)
    return tell(game, "Lorraine")


@pytest.mark.clause("great_war.supply_chain.5", "great_war.supply_chain.6")
@pytest.mark.parametrize(("options", "told"), [({}, "a total of 22"), ({"bonus_per_supply": 2}, "a total of 26")])
def test_example_four_supplies_in_lorraine(options: dict[str, int], told: str) -> None:
    units = {"Germany": "1 infantry", "France": "6 infantry, 4 supply"}
    game = lorraine(units, [6, 3], rules=(NUMBERS,), options=options)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power, form(game).high) == ("assign", "France", 4)
    tell(game, "4 infantry")
    assert happened(game, "volley_fired")[-1]["hits_on"] == told
    assert at(game, "Lorraine", "France") == {"infantry": 6}


@pytest.mark.clause("great_war.supply_chain.5", "great_war.supply_chain.6", "great_war.supply_chain.7")
def test_attackers_spend_supplies_that_lie_there() -> None:
    units = {"Germany": "2 infantry, 1 artillery, 1 fighter, 9 supply", "France": "2 infantry"}
    game = lorraine(units, [6] * 8, options={})
    tell(game, "2 infantry, 1 artillery, 1 fighter") if game.decision and game.decision.kind == "commit" else None
    assert form(game).high == 3  # each unit once, and no fighter
    tell(game, "2 infantry, 1 artillery")
    # infantry 2 and supported 3, artillery 4 with air supremacy, each 1 more; the fighter stays at 2
    assert happened(game, "volley_fired")[0]["hits_on"] == "2 and 3 and 4 and 5"
    assert game.state.at("Lorraine")[Stack("Germany", "supply")] == 6


@pytest.mark.clause("great_war.supply_chain.7")
def test_example_supplies_elsewhere_are_of_no_use() -> None:
    units = {"Belgium": {"Germany": "2 infantry, 6 supply"}, "Picardy": {"France": "2 infantry"},
             "Munich": {"Germany": "1 infantry"}}  # fmt: skip
    game = game_at("Germany", "move", units, dice=[6] * 4, owners={"Belgium": "Germany"})
    tell(game, "2 infantry: Belgium > Picardy", "done")
    finish(game, "combat")
    assert not [e for e in happened(game, "lost") if any(s.type == "supply" and n == 6 for s, n in e["force"].items())
                and e["space"] == "Picardy"]  # fmt: skip
    assert happened(game, "volley_fired")[0]["hits_on"] == "2"


@pytest.mark.clause("great_war.supply_chain.8")
def test_example_captured_supplies_are_destroyed() -> None:
    units = {
        "Poland": {"Russia": "5 supply"},
        "Silesia": {"Germany": "1 infantry"},
        "Munich": {"Germany": "1 infantry"},
    }
    game = game_at("Germany", "move", units)
    tell(game, "1 infantry: Silesia > Poland")
    assert at(game, "Poland") == {"infantry": 1}


@pytest.mark.clause("great_war.supply_chain.5")
def test_the_dice_of_supplied_units_fall_as_often_as_they_should() -> None:
    """Two infantry with one supply against one infantry without: a hit at 3, one at 2."""
    seen: Counter[int] = Counter()
    for faces in range(1, 7):
        game = lorraine({"Germany": "2 infantry, 1 supply", "France": "3 infantry"}, [faces] * 5)
        while game.decision and game.decision.kind in ("commit", "assign"):
            tell(game, game.decision.advice)
        seen[happened(game, "volley_fired")[0]["hits"]] += 1
    assert seen == {2: 2, 1: 1, 0: 3}
