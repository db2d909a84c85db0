"""A phase of moves says why it cannot end yet, and which units must move first."""

from __future__ import annotations

from sandtable.core.decisions import Moves
from tests.helpers import position


def test_aircraft_that_must_land_are_named() -> None:
    units = {"Baltic Sea Zone": {"Germany": "1 fighter (moved 1)"}, "Germany": {"Germany": "2 infantry"}}
    game = position("Germany", "noncombat_move", units)
    assert game.decision is not None
    form = game.decision.form
    assert isinstance(form, Moves)
    told = form.describe(game.rules.words)
    assert not told["may_end"]
    assert "Baltic Sea Zone" in told["why"]
    assert "(classic." not in told["why"]
    assert [(row["space"], row["type"], row["count"]) for row in told["must"]] == [("Baltic Sea Zone", "fighter", 1)]


def test_a_phase_that_can_end_names_nothing() -> None:
    game = position("Germany", "noncombat_move", {"Germany": {"Germany": "2 infantry"}})
    assert game.decision is not None
    told = game.decision.form.describe(game.rules.words)
    assert (told["may_end"], told["why"], told["must"]) == (True, "", [])
