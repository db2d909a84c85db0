"""Errors are one sentence each, and come whole out of another process."""

from __future__ import annotations

import pickle

import pytest

from sandtable.core.errors import Illegal, Malformed, No, SandtableError, SaveError, Unknown, nearest
from sandtable.rules.draft import EditError


@pytest.mark.parametrize(
    "error",
    [
        Malformed("this cannot be read"),
        Illegal("a bomber cannot land on a carrier", "classic.R58.3"),
        Unknown("space", "Atlantis", ["Atlantic", "Pacific"]),
        SaveError("the file is torn"),
        EditError("t.a edits units.x, which does not exist", ("units", "x")),
    ],
)
def test_errors_can_be_sent_to_another_process(error: SandtableError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_nearest_names() -> None:
    assert nearest("karelya", ["Karelia S.S.R.", "Japan", "Karelia"]) == ["Karelia", "Karelia S.S.R."]
    assert nearest("xyzzy", ["Karelia"]) == []
    assert str(Unknown("space", "Atlantis", ["Karelia"])) == "there is no space called 'Atlantis'"


def test_a_refusal_fills_in_its_names() -> None:
    error = No("{power} may not attack", "classic.R1").error(power="Japan")
    assert (str(error), error.rule) == ("Japan may not attack (classic.R1)", "classic.R1")
