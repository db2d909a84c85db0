"""Tanks a round earlier."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from tests.conformance.great_war.board import scene, until
from tests.helpers import tell

RULE = "great_war.tanks_now"


@pytest.mark.clause("great_war.tanks_now.1")
def test_example_austria_hungary_buys_tanks_in_round_3() -> None:
    game = scene("Austria-Hungary", "purchase", ipcs={"Austria-Hungary": 26}, round=3, rules=[RULE])
    assert tell(game, "4 tank").state.ipcs["Austria-Hungary"] == 2
    with pytest.raises(Illegal):
        tell(scene("Austria-Hungary", "purchase", ipcs={"Austria-Hungary": 26}, round=3), "4 tank")


@pytest.mark.clause("great_war.tanks_now.1")
def test_example_no_tanks_in_round_2() -> None:
    with pytest.raises(Illegal):
        tell(scene("Britain", "purchase", ipcs={"Britain": 30}, round=2, rules=[RULE]), "1 tank")


@pytest.mark.clause("great_war.tanks_now.1")
def test_tanks_bought_in_round_3_are_placed_in_that_turn() -> None:
    game = scene("Germany", "purchase", ipcs={"Germany": 6}, round=3, rules=[RULE])
    tell(until(game, "purchase"), "1 tank")
    while game.decision and game.decision.power == "Germany":
        game.answer(game.decision.advice)
    assert any(s.type == "tank" for s in game.state.at("Berlin"))


def test_another_round_may_be_agreed_on() -> None:
    game = scene("Britain", "purchase", ipcs={"Britain": 6}, round=2, rules=[RULE], options={f"{RULE}.first_turn": 2})
    assert tell(game, "1 tank").state.ipcs["Britain"] == 0
