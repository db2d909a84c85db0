"""One text for everything a player can see: written, read, and written again the same."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.decisions import DONE, Move, move_text, read_move
from sandtable.core.errors import Malformed, Unknown
from sandtable.core.forces import FRESH, Condition, Stack
from sandtable.core.text import condition_text, read_condition
from sandtable.rules import registry

RULES = registry.build("classic")
WORDS = RULES.words
UNITS = sorted(RULES.units)
POWERS = sorted(RULES.powers)
SPACES = sorted(RULES.spaces)

cargo = st.lists(st.tuples(st.sampled_from(POWERS), st.sampled_from(UNITS)), max_size=2).map(lambda c: tuple(sorted(c)))
marks = st.sets(st.sampled_from(["combat", "fought", "raid", "landing=Caucasus", "unloaded"])).map(
    lambda m: tuple(sorted(m))
)
conditions = st.builds(Condition, st.integers(0, 8), st.integers(0, 2), cargo, marks)
stacks = st.builds(Stack, st.sampled_from(POWERS), st.sampled_from(UNITS), conditions)
forces = st.dictionaries(stacks, st.integers(1, 999), max_size=5)


@given(conditions)
def test_conditions_read_back(cond: Condition) -> None:
    text = condition_text(cond)
    assert (read_condition(text) if text else FRESH) == cond


@given(forces, st.sampled_from(["", *POWERS]))
def test_forces_read_back(force: dict[Stack, int], owner: str) -> None:
    assert WORDS.read_force(WORDS.force(force, owner), owner) == force


@given(forces.filter(bool), st.lists(st.sampled_from(SPACES), min_size=2, max_size=4), st.sampled_from(["", "raid"]))
def test_moves_read_back(force: dict[Stack, int], path: list[str], mission: str) -> None:
    move = Move(tuple(force.items()), tuple(path), mission)
    assert read_move(move_text(move, WORDS, POWERS[0]), WORDS, POWERS[0]) == move


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    for read in (lambda t: WORDS.read_force(t, "Germany"), lambda t: read_move(t, WORDS, "Germany")):
        try:
            read(text)
        except (Malformed, Unknown) as error:
            assert str(error).strip() and "\n" not in str(error).strip("\n")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("3 infantry, 1 armor", {"infantry": 3, "tank": 1}),
        ("3 inf 2 arm 1 ftr", {"infantry": 3, "tank": 2, "fighter": 1}),
        ("10x Infantry; 4 Tanks; 2 FTR", {"infantry": 10, "tank": 4, "fighter": 2}),
        ("2 aircraft carriers, 1 bb", {"aircraft_carrier": 2, "battleship": 1}),
        ("infantry", {"infantry": 1}),
        ("nothing", {}),
    ],
)
def test_players_write_as_they_like(text: str, units: dict[str, int]) -> None:
    assert {s.type: n for s, n in WORDS.read_force(text, "Germany").items()} == units


def test_an_unknown_word_is_refused_with_the_nearest_known_ones() -> None:
    with pytest.raises(Unknown, match="did you mean Infantry"):
        WORDS.read_force("3 infanrty", "Germany")
    with pytest.raises(Unknown, match="Karelia"):
        WORDS.space("Karelya S.S.R.")
    assert WORDS.power("uk") == "United Kingdom"


def test_done_is_a_move_too() -> None:
    assert read_move("done", WORDS, "Germany") == DONE
    assert move_text(DONE, WORDS, "Germany") == "done"


@pytest.mark.parametrize("text", ["2 a" + " " * 5000 + "(", "2 inf (" * 500, "2 a" + " of" * 1500, "1 " * 2000])
def test_no_text_takes_long_to_read(text: str) -> None:
    started = time.process_time()
    with pytest.raises((Malformed, Unknown)):
        WORDS.read_force(text, "Germany")
    assert time.process_time() - started < 2


def test_people_do_not_see_values_that_only_the_referee_needs() -> None:
    marks = ("combat", "landing=Caucasus", "rolls_once", "brought=Sea Zone 37@0@Japan@artillery@Manchuria")
    ship = Stack("Japan", "transport", Condition(2, 0, (("Japan", "infantry"),), marks))
    assert WORDS.shown(ship, 1, "Japan") == "1 transport (moved 2, carrying infantry of Japan, combat, rolls once)"
    assert WORDS.shown(Stack("Japan", "fighter"), 2) == "2 fighters of Japan"
    assert "brought=" in WORDS.stem(ship)
