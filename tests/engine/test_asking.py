"""Questions to several powers at once, or only if there is a choice, and units and IPCs that go off the board."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sandtable.core.decisions import Confirm, Decision, Together
from sandtable.core.forces import Stack, first
from sandtable.engine.asking import of_each, one_of
from sandtable.engine.debts import spend
from sandtable.engine.game import Game
from sandtable.engine.losing import lose


def question(power: str = "Germany") -> Decision:
    return Decision("sure", power, "Sure?", Confirm(), advice=True)


def answered(flow: Generator[Any, Any, Any], *answers: Any) -> tuple[list[Any], Any]:
    """Return what a flow asks, given these answers, and what it returns."""
    asked: list[Any] = []
    try:
        asked.append(next(flow))
        for answer in answers:
            asked.append(flow.send(answer))
    except StopIteration as stop:
        return asked, stop.value
    raise AssertionError("the flow asks more")


def test_powers_are_asked_at_once_and_each_answer_is_its_own() -> None:
    asked, found = answered(of_each(["Germany", "Japan"], question), (True, False))
    assert isinstance(asked[0], Together) and asked[0].sealed
    assert [d.power for d in asked[0].decisions] == ["Germany", "Japan"]
    assert found == {"Germany": True, "Japan": False}


def test_a_single_option_needs_no_question() -> None:
    assert answered(one_of(["Norway"], question)) == ([], "Norway")
    asked, found = answered(one_of(["Norway", "Sweden"], question), "Sweden")
    assert len(asked) == 1 and found == "Sweden"


def test_the_first_units_are_taken_in_the_order_given() -> None:
    tank, gun = Stack("Germany", "tank"), Stack("Germany", "artillery")
    assert first({tank: 2, gun: 3}, 4) == {tank: 2, gun: 2}
    assert first({tank: 2, gun: 3}, 4, [gun, tank]) == {gun: 3, tank: 1}
    assert first({tank: 2}, 5) == {tank: 2}
    assert first({tank: 2}, 0) == {}


def test_units_and_money_leave_with_a_report() -> None:
    game, infantry = Game.new("classic", seed="1"), Stack("Germany", "infantry")
    before, cash = game.state.at("Germany")[infantry], game.state.ipcs["Germany"]
    lose(game, "Germany", {infantry: 2})
    lose(game, "Germany", {})
    spend(game, "Germany", 3, "a test")
    assert game.state.at("Germany")[infantry] == before - 2
    assert game.state.ipcs["Germany"] == cash - 3
    assert [event.kind for event in game.events[-2:]] == ["lost", "paid"]
