"""smith.random_turns: the cup of markers, with dice in a fixed order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.dice import FixedDice
from sandtable.core.forces import Stack
from sandtable.engine.game import Game, Header
from sandtable.engine.turns import next_turn
from sandtable.rules import registry

clause = pytest.mark.clause
RULE = "smith.random_turns"
RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"


def started(dice: list[int], **options: Any) -> Game:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    return Game(Header(registry.build("classic", [RULE], given), "1"), dice=FixedDice(dice))


def turns(game: Game, count: int) -> list[str]:
    """Whose turns come next, the current one included; nothing is done in them."""
    found = [game.state.power]
    while len(found) < count and next_turn(game):
        found.append(game.state.power)
    return found


@clause("smith.random_turns.1", "smith.random_turns.2", "smith.random_turns.3", "smith.random_turns.5")
def test_example_japan_is_drawn_after_the_soviet_turn() -> None:
    game = started([3, 2, 1])  # Germany, UK, Japan, US are in the cup; then Germany, UK, US; then Germany, US
    assert turns(game, 5) == [RED, JAPAN, UK, GERMANY, US]
    assert not game.dice.faces  # type: ignore[attr-defined]
    assert [e.data["power"] for e in game.events if e.kind == "marker_drawn"] == [JAPAN, UK, GERMANY, US]
    assert not next_turn(game)  # .6: the round is over


@clause("smith.random_turns.4")
def test_example_a_power_that_opened_the_game_is_not_in_the_cup() -> None:
    game = started([1, 1])
    game.state.order, game.state.turn = [US, RED, GERMANY, UK, JAPAN], 0
    assert next_turn(game) and game.state.power == RED
    assert turns(game, 3) == [RED, GERMANY, UK]


@clause("smith.random_turns.6", "smith.random_turns.3")
def test_example_all_markers_go_back_into_the_cup() -> None:
    from sandtable.engine.course import begin_round

    game = started([2, 2, 2, 1, *[1] * 9])
    assert turns(game, 5)[-1] == GERMANY
    begin_round(game)
    assert game.state.power in game.rules.powers and game.state.round == 2
    first = {}
    for face in range(1, 6):
        game.dice = FixedDice([face])
        game.state.order = list(game.rules.powers)
        game.state.turn = -1
        next_turn(game)
        first[face] = game.state.power
    assert sorted(first.values()) == sorted(game.rules.powers)  # the Soviet marker and Germany's again


@pytest.mark.parametrize(("allowed", "power"), [(True, GERMANY), (False, UK)])
def test_two_turns_in_a_row_may_be_ruled_out(allowed: bool, power: str) -> None:
    from sandtable.engine.course import begin_round

    game = started([2, 2, 2], consecutive_turns_allowed=allowed)
    assert turns(game, 5)[-1] == GERMANY  # the last marker needs no die
    game.dice = FixedDice([2])  # Germany among five, the United Kingdom among four
    begin_round(game)
    assert game.state.power == power


def test_the_whole_order_may_be_drawn_at_the_start() -> None:
    game = started([3, 2, 1], draw_time="per_round")
    assert turns(game, 2) == [RED, JAPAN]
    assert not game.dice.faces  # type: ignore[attr-defined]
    assert [e.data["order"] for e in game.events if e.kind == "order_drawn"] == [f"{JAPAN}, {UK}, {GERMANY}, {US}"]
    assert turns(game, 4) == [JAPAN, UK, GERMANY, US]


def test_another_power_may_open_the_game() -> None:
    assert started([1], fixed_first_power="Germany").state.power == GERMANY


def test_a_power_without_units_and_territories_has_no_marker() -> None:
    game = started([1, 1, 1, 1])
    for space, owner in list(game.state.owner.items()):
        if owner == JAPAN:
            game.state.owner[space] = GERMANY
    for space, force in list(game.state.forces.items()):
        for stack, n in list(force.items()):
            if stack.owner == JAPAN:
                game.state.put(space, stack, -n)
    assert turns(game, 9) == [RED, GERMANY, UK, US]
    game.state.put("Japan", Stack(JAPAN, "infantry"), 1)
    game.state.order, game.state.turn = [RED, JAPAN], 0
    assert not next_turn(game)  # removed for good
