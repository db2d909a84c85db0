"""Every statement of a finished edition and every clause of a finished rule has a test that names it."""

from __future__ import annotations

from pathlib import Path

from sandtable.rules.catalogue import coverage

TESTS = Path(__file__).parent.parent

#: Statements that say nothing a referee could do, and why.
NOTHING_TO_PROVE = {
    "classic.R207": "another order of the weapons table, not known",
    "classic.R207.1": "that order is not known",
    "classic.R208": "rockets of the computer edition: where they may move is not stated",
    "classic.R214": "units of the computer game Iron Blitz",
    "pacific.R143": "not official; one fleet set up in secret, which the referee does not keep",
    "pacific.R151": "the number of pieces in the box",
    "great_war.R121": "the homeland territories of the designer's proposal are not listed",
    "great_war.R122.1": "the measure of that economic victory is not known",
    "great_war.R125": "the numbers of that collapse are not known",
    "great_war.R125.1": "what follows a collapse whose numbers are not known",
    "great_war.R126": "the changed submarine warfare of the proposal is not stated",
}


def test_every_statement_and_clause_has_a_test() -> None:
    without = {clause for clause, tests in coverage(TESTS).items() if not tests}
    assert without - set(NOTHING_TO_PROVE) == set()


def test_no_excuse_is_left_over() -> None:
    covered = {clause for clause, tests in coverage(TESTS).items() if tests}
    assert not covered & set(NOTHING_TO_PROVE)
