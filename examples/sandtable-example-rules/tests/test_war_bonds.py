"""Test war bonds with a position, answers, and fixed dice, as the tutorial describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game, Header
from sandtable.rules import registry


def at_purchase(dice: Sequence[int] = (), **options: Any) -> Game:
    """The Soviet Union's first purchase."""
    given = {f"example.war_bonds.{name}": value for name, value in options.items()}
    rules = registry.build("classic", ["example.war_bonds", "common.no_technology"], given)
    return Game(Header(rules, "1"), dice=FixedDice(dice))


def pass_on(game: Game, power: str) -> None:
    """Answer every decision with no action until the next turn of this power."""
    turn = game.state.turn, game.state.round
    while game.decision and (game.decision.power != power or (game.state.turn, game.state.round) == turn):
        form = game.decision.form.name
        game.answer({} if form == "allocate" else "go on" if form == "choose" else "done")


def test_bonds_come_back_with_the_next_income() -> None:
    game = at_purchase([4, 3])
    game.answer("war_bonds")
    game.answer(2)
    assert game.state.ipcs["Soviet Union"] == 24 - 10
    game.answer("go on")
    pass_on(game, "Soviet Union")
    assert game.state.ipcs["Soviet Union"] == 14 + 24
    pass_on(game, "Germany")
    assert game.state.ipcs["Soviet Union"] == 14 + 24 + 24 + 8 + 5


def test_no_more_than_the_limit_and_the_cash() -> None:
    game = at_purchase(most=2)
    game.answer("war_bonds")
    with pytest.raises(Illegal, match="choose 0 to 2"):
        game.answer(3)


def test_a_sensible_power_buys_units_first() -> None:
    game = at_purchase()
    assert game.decision is not None and game.decision.advice == "go on"
