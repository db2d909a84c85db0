"""smith.soviet_first_turn and smith.axis_first_turn_bonus."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import in_phase, until
from tests.helpers import happened, position, tell

clause = pytest.mark.clause
SOVIETS, AXIS = "smith.soviet_first_turn", "smith.axis_first_turn_bonus"
RED, GERMANY, JAPAN = "Soviet Union", "Germany", "Japan"


def soviets(round: int, phase: str = "combat_move", **options: Any) -> Game:
    units = {
        "Caucasus": {RED: "5 infantry, 1 bomber"}, "Ukraine S.S.R.": {GERMANY: "1 infantry"},
        "Baltic Sea Zone": {RED: "1 submarine", GERMANY: "1 transport"},
    }  # fmt: skip
    given = {f"{SOVIETS}.{name}": value for name, value in options.items()}
    return position(RED, phase, units, rules=[SOVIETS], options=given, round=round, dice=[6] * 30)


@clause("smith.soviet_first_turn.1", "smith.soviet_first_turn.2")
def test_example_the_first_soviet_turn_has_no_attack() -> None:
    game = soviets(1)
    assert in_phase(game, "noncombat")  # no combat move, no battle against the ship beside the submarine
    assert not happened(game, "battle_started")
    tell(game, "3 infantry: Caucasus > Karelia S.S.R.", "2 infantry: Caucasus > Russia")
    refused = soviets(1).rules.q.may_attack(game, RED, "Ukraine S.S.R.")
    assert refused is not None and refused.sentence.startswith("the Soviet Union cannot attack in its first turn")
    assert game.rules.q.may_attack(game, RED, "Turkey") is not None  # neutrals as well
    assert game.rules.q.may_attack(game, GERMANY, "Karelia S.S.R.") is None


@clause("smith.soviet_first_turn.2")
def test_units_are_purchased_in_that_turn() -> None:
    game = Game.new("classic", [SOVIETS])
    tell(game, 0, "8 infantry")
    assert game.state.ipcs[RED] == 0 and in_phase(game, "noncombat")


@clause("smith.soviet_first_turn.1")
def test_example_the_second_turn_is_free() -> None:
    game = tell(soviets(2), "5 infantry: Caucasus > Ukraine S.S.R.", "done")
    assert game.open[0].kind == "fight"  # its submarine may attack, too
    tell(game, False)
    assert happened(game, "battle_started")[0]["space"] == "Ukraine S.S.R."


@pytest.mark.parametrize(("turns", "round", "free"), [(1, 2, True), (3, 3, False), (3, 4, True)])
def test_the_ban_may_last_longer(turns: int, round: int, free: bool) -> None:
    assert in_phase(soviets(round, turns_without_attack=turns), "combat") is free


def axis(**options: Any) -> Game:
    given = {f"{AXIS}.{name}": value for name, value in options.items()}
    return Game.new("classic", [AXIS, "common.no_technology"], given, seed=2)


def bonuses(game: Game) -> list[tuple[str, int]]:
    return [(e["power"], e["ipcs"]) for e in happened(game, "income") if e["why"] == "first-turn bonus"]


@clause("smith.axis_first_turn_bonus.1")
def test_example_germany_spends_40_and_ends_with_8_more() -> None:
    game = until(axis(), GERMANY, "purchase")
    assert game.state.ipcs[GERMANY] == 40 and bonuses(game) == [(GERMANY, 8)]
    tell(game, "13 infantry")
    until(game, "United Kingdom", "purchase")
    production = next(e["ipcs"] for e in reversed(happened(game, "income")) if e["why"] == "production")
    assert game.state.ipcs[GERMANY] == 40 - 39 + production + 8


@clause("smith.axis_first_turn_bonus.2", "smith.axis_first_turn_bonus.3")
def test_example_japan_has_29_and_nothing_extra_in_the_second_turn() -> None:
    game = until(axis(), JAPAN, "purchase")
    assert game.state.ipcs[JAPAN] == 25 + 4
    until(game, "United States", "purchase")
    assert bonuses(game) == [(GERMANY, 8), (GERMANY, 8), (JAPAN, 4), (JAPAN, 4)]
    until(game, RED, "purchase")
    until(game, "United States", "purchase")
    assert len(bonuses(game)) == 4  # nothing in the second turns


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({"paid_at": ["start_of_first_turn"]}, [(GERMANY, 8), (JAPAN, 4)]),
        ({"paid_at": ["end_of_first_turn"], "japan_bonus": 5}, [(GERMANY, 8), (JAPAN, 5)]),
        ({"germany_bonus": 3, "japan_bonus": 0}, [(GERMANY, 3), (GERMANY, 3)]),
    ],
)
def test_other_bonuses(options: dict[str, Any], paid: list[tuple[str, int]]) -> None:
    assert bonuses(until(axis(**options), "United States", "purchase")) == paid


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(RuleError, match="paid_at"):
        registry.build("classic", [AXIS], {f"{AXIS}.paid_at": ["noon"]})
