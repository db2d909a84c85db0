"""Fortifications: what they cost, where they are placed, how they defend, and the infantry that they strengthen."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.ai import player
from sandtable.battle.forces import pieces, place, read_units
from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from sandtable.engine.territory import capture
from sandtable.rules import registry
from tests.conformance.pacific.board import AUSTRALIA, HAWAII, INDIA, JAP, NSW, UK, USA, ends, form, has, scene, until
from tests.helpers import happened
from tests.house.pacific.test_rules import fight, rolls, under

clause = pytest.mark.clause
PREFIX = "pacific.fortifications"


def defense(garrison: str, dice: list[int], **options: Any) -> list[tuple[str, int]]:
    """What the defenders of New South Wales roll in the first round."""
    units = {"Queensland": {JAP: "1 infantry"}, NSW: {UK: garrison}}
    game = fight("fortifications", JAP, units, "1 infantry: Queensland > New South Wales", dice=[6, *dice],
                 options=options, owners={"Queensland": JAP}, answers={"retreat": "Queensland"})  # fmt: skip
    return [(value, n) for text, value, n in rolls(game) if text == "defenders"]


@clause("pacific.fortifications.3", "pacific.fortifications.6")
def test_example_two_infantry_are_strengthened() -> None:
    """New South Wales: 3 infantry and 2 fortifications roll 4 dice at 3 and 1 at 2."""
    assert defense("3 infantry, 2 fortifications", [6, 6, 6, 6, 3]) == [("2 and 3", 5)]
    units = {"Queensland": {JAP: "5 infantry"}, NSW: {UK: "3 infantry, 2 fortifications"}}
    dice = [6, 6, 6, 6, 6, 3, 3, 3, 3, 3]  # a 3 hits with four dice, not with the die of the third infantry
    game = fight("fortifications", JAP, units, "5 infantry: Queensland > New South Wales", dice=dice,
                 owners={"Queensland": JAP}, answers={"retreat": "Queensland"})  # fmt: skip
    assert has(game, "Queensland", JAP, "infantry") == 1
    assert defense("1 artillery, 1 fortification", [6, 6]) == [("2 and 3", 2)]  # artillery stays at 2


@pytest.mark.parametrize(
    ("garrison", "options", "rolled"),
    [
        ("1 marine, 1 fortification", {}, [("3", 2)]),
        ("1 marine, 1 fortification", {"boosts_marines": False}, [("2 and 3", 2)]),
        ("2 infantry, 1 fortification", {"infantry_per_fortification": 2}, [("3", 3)]),
        ("1 infantry, 1 fortification", {"infantry_per_fortification": 0}, [("2 and 3", 2)]),
        ("1 infantry, 1 fortification", {"boosted_infantry_defense": 4, "defense": 4}, [("4", 2)]),
    ],
)
def test_options_of_the_defense(garrison: str, options: dict[str, Any], rolled: list[tuple[str, int]]) -> None:
    units = {NSW: {USA: "1 marine"}} if "marine" in garrison else {}
    owner = USA if units else UK
    board = {"Queensland": {JAP: "1 infantry"}, NSW: {owner: garrison}}
    game = fight("fortifications", JAP, board, "1 infantry: Queensland > New South Wales", dice=[6] * 4,
                 options=options, owners={"Queensland": JAP}, answers={"retreat": "Queensland"})  # fmt: skip
    assert [(value, n) for text, value, n in rolls(game) if text == "defenders"] == rolled


def test_allied_infantry_is_strengthened_and_a_surprise_overrides_it() -> None:
    board = {"Queensland": {JAP: "1 infantry"}, NSW: {UK: "1 fortification", USA: "1 infantry"}}
    moves = "1 infantry: Queensland > New South Wales"
    how: dict[str, Any] = {"owners": {"Queensland": JAP}, "answers": {"retreat": "Queensland"}}
    game = fight("fortifications", JAP, board, moves, dice=[6, 6, 6], **how)
    assert ("defenders", "3", 2) in rolls(game)
    game = fight("fortifications", JAP, board, moves, dice=[6, 6, 6], round=1, **how)
    assert ("defenders", "1", 2) in rolls(game)


@clause("pacific.fortifications.1", "pacific.fortifications.4", "pacific.fortifications.5")
def test_example_fortifications_stay_and_must_be_fought() -> None:
    game = under("fortifications", JAP, "combat_move", {"Shantung": {JAP: "2 fortifications, 4 infantry"}})
    assert "Anhwe" in ends(game, "Shantung", "infantry") and not ends(game, "Shantung", "fortification")
    with pytest.raises(Illegal):
        game.answer("1 fortification: Shantung > Anhwe")
    units = {"Queensland": {JAP: "1 infantry, 1 tank"}, NSW: {UK: "1 fortification"}}
    game = fight("fortifications", JAP, units, "1 infantry, 1 tank: Queensland > New South Wales", dice=[6, 3, 3],
                 owners={"Queensland": JAP})  # fmt: skip
    assert game.state.owner[NSW] == JAP and has(game, NSW, UK, "fortification") == 0
    assert has(game, NSW, JAP, "infantry") + has(game, NSW, JAP, "tank") == 1


def test_fortifications_may_move_and_attack() -> None:
    options = {"movement": 1, "attack": 2}
    units = {"Queensland": {JAP: "1 infantry, 1 fortification"}, NSW: {UK: "1 infantry"}}
    move = "1 infantry, 1 fortification: Queensland > New South Wales"
    game = fight("fortifications", JAP, units, move, dice=[6, 6, 6], options=options, owners={"Queensland": JAP},
                 answers={"retreat": "Queensland"})  # fmt: skip
    assert ("attackers", "1 and 2", 2) in rolls(game) and has(game, "Queensland", JAP, "fortification") == 1
    empty = {"Queensland": {JAP: "1 fortification"}}  # whatever moves on land can take a territory
    taken = fight("fortifications", JAP, empty, "1 fortification: Queensland > New South Wales", dice=[],
                  options=options, owners={"Queensland": JAP})  # fmt: skip
    assert taken.state.owner[NSW] == JAP and has(taken, NSW, JAP, "fortification") == 1
    game = under("fortifications", JAP, "noncombat_move", {"Shantung": {JAP: "1 fortification"}}, options)
    assert "Manchuria" in ends(game, "Shantung", "fortification")
    still = under("fortifications", JAP, "noncombat_move", {"Shantung": {JAP: "1 fortification"}}, {"attack": 2})
    assert still.decision and still.decision.kind != "move", "there is nothing to move"


def order(game: Game, text: str, kind: str = "purchase") -> None:
    until(game, kind)
    game.answer(text)


@clause("pacific.fortifications.2", "pacific.fortifications.8")
@pytest.mark.parametrize(("cost", "paid"), [(4, 20), (3, 15)])
def test_example_five_for_india(cost: int, paid: int) -> None:
    game = under("fortifications", UK, "purchase", options={"cost": cost}, ipcs={INDIA: 26, AUSTRALIA: 0})
    game.answer(f"{26 // cost} fortifications")
    assert game.state.ipcs[INDIA] == 26 - 26 // cost * cost
    until(game, "place")
    with pytest.raises(Illegal):
        game.answer({("fortification", INDIA): 6})
    game.answer({("fortification", INDIA): 5})
    assert has(game, INDIA, UK, "fortification") == 5 and 5 * cost == paid


@clause(
    "pacific.fortifications.7", "pacific.fortifications.9", "pacific.fortifications.10", "pacific.fortifications.11"
)
@pytest.mark.parametrize("most", [1, 2])
def test_example_where_americans_build(most: int) -> None:
    """One on Midway, none on Wake Island, which was captured in this turn, none in China or Papua."""
    units = {"Sea Zone 16": {USA: "1 transport"}}
    options = {"per_turn_limit_no_value": most}
    game = under("fortifications", USA, "purchase", units, options, ipcs={USA: 12},
                 owners={"Wake Island": JAP})  # fmt: skip
    game.answer("3 fortifications")
    until(game, "move")
    game.state.owner["Wake Island"] = USA
    until(game, "place")
    spaces = {key[1]: n for key, n in form(game).most.items()}
    assert {"Midway", HAWAII, "Guam"} <= set(spaces) and not {"Wake Island", "Szechwan", "Papua"} & set(spaces)
    with pytest.raises(Illegal) as error:
        game.answer({("fortification", "Szechwan"): 1})
    assert error.value.rule == PREFIX and "Szechwan" in str(error.value)
    with pytest.raises(Illegal):
        game.answer({("fortification", "Midway"): most + 1})
    game.answer({("fortification", "Midway"): most})
    assert has(game, "Midway", USA, "fortification") == most


def test_the_limit_may_count_those_that_stand() -> None:
    options = {"per_turn_limit": "total_ipc_value"}
    game = under("fortifications", UK, "purchase", {INDIA: {UK: "4 fortifications"}}, options,
                 ipcs={INDIA: 8, AUSTRALIA: 0})  # fmt: skip
    game.answer("2 fortifications")
    until(game, "place")
    with pytest.raises(Illegal):
        game.answer({("fortification", INDIA): 2})
    game.answer({("fortification", INDIA): 1})


def test_only_in_hawaii_do_they_count_as_output_of_the_complex() -> None:
    both = {"also": ["pacific.hawaiian_production"]}
    game = under("fortifications", USA, "purchase", ipcs={USA: 14}, **both)
    game.answer("2 infantry, 2 fortifications")
    until(game, "place")
    with pytest.raises(Illegal):
        game.answer({("fortification", HAWAII): 1, ("infantry", HAWAII): 2})
    game.answer({("fortification", HAWAII): 1, ("infantry", HAWAII): 1, ("fortification", "Midway"): 1})
    given: dict[str, Any] = {"pacific.hawaiian_production.counts_fortifications": False}
    wanted = [PREFIX, "pacific.hawaiian_production"]
    game = scene(USA, "purchase", rules=wanted, options=given, ipcs={USA: 14}, round=2)
    game.answer("2 infantry, 2 fortifications")
    until(game, "place")
    game.answer({("fortification", HAWAII): 2, ("infantry", HAWAII): 2})
    game = under("fortifications", JAP, "purchase", {INDIA: {JAP: "1 industrial complex"}}, ipcs={JAP: 35},
                 owners={INDIA: JAP})  # fmt: skip
    game.answer("5 infantry, 5 fortifications")
    until(game, "place")
    game.answer({("fortification", INDIA): 5, ("infantry", INDIA): 5})


@pytest.mark.parametrize(("fate", "left"), [("destroyed", 0), ("captured", 1)])
def test_fortifications_left_in_a_captured_territory(fate: str, left: int) -> None:
    game = under("fortifications", JAP, "combat_move", {"Siam": {JAP: "1 infantry"}}, {"on_capture": fate})
    game.state.put("Burma", Stack(UK, "fortification"), 1)
    list(capture(game, "Burma", JAP))
    assert has(game, "Burma", JAP, "fortification") == left and has(game, "Burma", UK, "fortification") == 0
    assert len(happened(game, "fortification_captured")) == left


def test_fortifications_are_named_in_the_calculator() -> None:
    rules = registry.build("pacific", [PREFIX])
    units = read_units(rules, "1 infantry, 2 fortifications")
    found = pieces(rules, "defender", units, place(rules, "land"))
    assert sum(found.values()) == 3


@pytest.mark.parametrize(
    ("enemies", "bought"), [({}, False), ({"Burma": "5 infantry, 1 tank"}, True), ({"Burma": "30 tanks"}, False)]
)
def test_the_computer_purchases_them_where_an_attack_is_near(enemies: dict[str, str], bought: bool) -> None:
    units = {INDIA: {UK: "3 infantry, 1 artillery"}, NSW: {UK: "2 infantry"}}
    units |= {space: {JAP: force} for space, force in enemies.items()}
    game = under("fortifications", UK, "purchase", units, owners={"Burma": JAP}, ipcs={INDIA: 40})
    basic = player("basic")
    while game.decision and game.decision.kind != "place":
        game.answer(basic(game, game.decision))
    count = sum(e["units"].get("fortification", 0) for e in happened(game, "bought"))
    assert (count > 0) is bought
    if bought and game.decision:
        game.answer(basic(game, game.decision))
        assert has(game, INDIA, UK, "fortification") == count
