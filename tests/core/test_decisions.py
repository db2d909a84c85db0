"""The generic forms: what is listed is accepted, what is not listed is refused, and every answer has a text."""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.decisions import (
    Allocate,
    Amount,
    Choose,
    Confirm,
    Form,
    Limit,
    Option,
    PickSpace,
    PickUnits,
)
from sandtable.core.errors import Illegal, Malformed
from sandtable.core.forces import Condition, Stack
from sandtable.rules import registry

WORDS = registry.build("classic").words
INFANTRY, TANK = Stack("Germany", "infantry"), Stack("Germany", "tank")
TIRED = Stack("Germany", "fighter", Condition(moved=2))


def no_lone_tank(answer: Any) -> None:
    if answer.get(TANK) and not answer.get(INFANTRY):
        raise Illegal("a tank goes only with infantry", "test.1")


FORMS: list[Form] = [
    Confirm(),
    Choose([Option("stay", "stay here"), Option("go on", "go on")]),
    PickSpace(["Russia", "Karelia S.S.R."], none="nowhere"),
    Amount(2, 7),
    PickUnits({INFANTRY: 3, TANK: 2, TIRED: 1}, 2, 3),
    PickUnits({INFANTRY: 2, TANK: 2}, 1, 2, test=no_lone_tank),
    Allocate({("infantry",): 5, ("tank",): 3}, [Limit("11 IPCs", {("infantry",): 3, ("tank",): 5}, 11)]),
    Allocate({("infantry", "Russia"): 2, ("infantry", "Karelia S.S.R."): 2, ("tank", "Russia"): 1}),
    Allocate(  # an aircraft waits for a new carrier
        {("aircraft_carrier", "Sea Zone 1"): 1, ("fighter", "Sea Zone 1"): 2},
        [Limit("decks", {("aircraft_carrier", "Sea Zone 1"): -2, ("fighter", "Sea Zone 1"): 1}, -1)],
    ),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f.name)
def test_every_listed_answer_is_accepted_and_reads_back(form: Form) -> None:
    answers = list(form.listed())
    assert answers
    for answer in answers:
        form.check(answer)
        assert form.read(form.write(answer, WORDS), WORDS) == answer


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f.name)
@given(seed=st.integers(0, 2**32))
def test_a_drawn_answer_is_a_listed_one(form: Form, seed: int) -> None:
    answer = form.sample(Random(seed))
    form.check(answer)
    assert any(answer == a for a in form.listed())


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f.name)
@pytest.mark.parametrize(
    "wrong",
    [None, "nonsense", 99, -1, 3.5, {INFANTRY: 9}, {TANK: 2}, {TIRED: 0}, {("infantry",): 4}, {("bomber",): 1}, [1]],
)
def test_what_is_not_listed_is_refused(form: Form, wrong: Any) -> None:
    if any(wrong == a and type(wrong) is type(a) for a in form.listed()):
        form.check(wrong)
    else:
        with pytest.raises(Illegal):
            form.check(wrong)


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f.name)
@given(text=st.text(max_size=30))
def test_any_text_is_read_or_refused(form: Form, text: str) -> None:
    try:
        form.read(text, WORDS)
    except (Illegal, Malformed, ValueError) as error:
        assert str(error)


def test_units_may_be_named_without_their_condition() -> None:
    form = PickUnits({INFANTRY: 3, TIRED: 1}, 1, 4)
    assert form.read("1 fighter, 2 inf", WORDS) == {TIRED: 1, INFANTRY: 2}


def test_a_limit_names_what_is_used_and_what_there_is() -> None:
    form = FORMS[6]
    with pytest.raises(Illegal, match="11 IPCs: you chose 13; the limit is 11"):
        form.check({("infantry",): 1, ("tank",): 2})


CARRIER = Stack("Japan", "aircraft_carrier")


@pytest.mark.parametrize(
    ("low", "high", "answer", "why"),
    [
        (0, 5, {CARRIER: 3}, "aircraft carrier: you chose 3; the maximum is 2"),
        (0, 5, {TANK: 1}, "tank: you chose 1; the maximum is 0"),
        (1, 1, {CARRIER: 2}, "choose 1 unit, not 2"),
        (2, 2, {CARRIER: 1}, "choose 2 units, not 1"),
        (0, 1, {CARRIER: 2}, "choose 0 to 1 unit, not 2"),
        (1, 2, {}, "choose 1 to 2 units, not 0"),
    ],
)
def test_a_refused_choice_of_units_says_what_would_be_possible(
    low: int, high: int, answer: dict[Stack, int], why: str
) -> None:
    with pytest.raises(Illegal, match=why):
        PickUnits({CARRIER: 2}, low, high).check(answer)


def test_a_choice_of_more_units_than_there_are_is_refused() -> None:
    with pytest.raises(Illegal, match="fighter: you chose 2 more than there are"):
        PickUnits({INFANTRY: 3, TIRED: 1}, 0, 9).read("3 fighters", WORDS)


def test_the_least_allocation_is_what_the_limits_ask_for() -> None:
    carrier: tuple[str, ...] = ("aircraft_carrier", "Sea Zone 1")
    fighter: tuple[str, ...] = ("fighter", "Sea Zone 1")
    most = {fighter: 2, carrier: 2}
    assert Allocate(most, [Limit("decks", {fighter: 1, carrier: -2}, -3)]).least() == {carrier: 2}
    assert Allocate(most, [Limit("decks", {fighter: 1, carrier: -2}, 0)]).least() == {}


def test_an_item_may_be_named_by_its_beginning_if_only_one_begins_so() -> None:
    form = Allocate({("tank", "Russia"): 1, ("infantry", "Russia"): 2, ("infantry", "Karelia S.S.R."): 2})
    assert form.read("1 tank", WORDS) == {("tank", "Russia"): 1}
    assert form.keyed({"tank": 1}, WORDS) == {("tank", "Russia"): 1}
    with pytest.raises(Malformed, match="'infantry' can mean 2 items; write, for example, 'infantry > Russia'"):
        form.read("1 infantry", WORDS)
    with pytest.raises(Illegal, match="'artillery' is not available here"):
        form.read("1 artillery", WORDS)


def test_long_lists_come_one_by_one() -> None:
    form = PickUnits({Stack("Germany", "infantry", Condition(moved=i)): 50 for i in range(9)}, 100, 100)
    assert len(list(islice(form.listed(), 20))) == 20


@pytest.mark.parametrize("text", ["1 infantry > Nowhere", "1 infantry > infantry", "1 infantry" + " > infantry" * 400])
def test_what_is_said_beyond_the_keys_of_an_allocation_is_refused(text: str) -> None:
    form = Allocate({("infantry",): 5, ("tank",): 3})
    started = time.process_time()
    with pytest.raises(Illegal):
        form.read(text, WORDS)
    assert time.process_time() - started < 1
