"""Questions to several powers at once, or only if there is a choice, and units and IPCs that come and go."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sandtable.core.decisions import Confirm, Decision, Together
from sandtable.core.forces import Stack, first
from sandtable.engine.asking import confirm, of_each, one_of, purchased
from sandtable.engine.debts import earn, spend
from sandtable.engine.game import Game
from sandtable.engine.losing import lose
from tests.helpers import happened


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


def test_a_power_is_asked_yes_or_no() -> None:
    asked = confirm("sure", "Germany", "Sure?", "ex.rule", advice=False, space="Norway")
    assert (asked.form.name, asked.advice, asked.rule, asked.context) == (
        "confirm",
        False,
        "ex.rule",
        {"space": "Norway"},
    )
    assert confirm("sure", "Germany", "Sure?", "ex.rule").advice is True


def test_what_is_purchased_is_paid_and_never_more_than_the_cash() -> None:
    game = Game.new("classic", seed="1")
    game.state.ipcs["Germany"] = 17
    asked, count = answered(purchased(game, "dice", "Germany", "How many?", 5, "dice", "ex.rule", 9, free=1), 2)
    assert (asked[0].advice, asked[0].form.high, asked[0].context) == (3, 3, {"price": 5, "free": 1})
    assert (count, game.state.ipcs["Germany"]) == (2, 7)
    assert answered(purchased(game, "dice", "Germany", "How many?", 8, "dice", "ex.rule", 9)) == ([], 0)


def test_money_received_is_reported_as_income() -> None:
    game = Game.new("classic", seed="1")
    cash = game.state.ipcs["Germany"]
    earn(game, "Germany", 4, "a test")
    assert game.state.ipcs["Germany"] == cash + 4
    assert happened(game, "income")[-1]["why"] == "a test"
