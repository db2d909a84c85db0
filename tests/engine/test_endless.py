"""A battle ends even if no die ever hits."""

from __future__ import annotations

from sandtable.engine.battles import ENDLESS
from tests.conformance.classic.scenes import attack, combat_over
from tests.helpers import at, happened

BALTIC, KARELIA = "Baltic Sea Zone", "Karelia S.S.R."
TRANSPORT = "1 transport (carrying infantry of Germany + infantry of Germany)"


def test_a_landing_ends_although_nobody_is_asked_and_no_die_hits() -> None:
    units = {BALTIC: {"Germany": TRANSPORT}, KARELIA: {"Soviet Union": "1 infantry"}}
    game = attack("Germany", [f"2 infantry: {BALTIC} > {KARELIA}"], units, dice=[6] * 3 * ENDLESS)
    assert combat_over(game)
    assert [e["rounds"] for e in happened(game, "battle_ended")] == [ENDLESS]
    assert game.state.owner[KARELIA] == "Soviet Union" and at(game, KARELIA, "Soviet Union") == {"infantry": 1}
