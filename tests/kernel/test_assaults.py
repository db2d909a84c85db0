"""The odds of an assault that depends on a sea battle: both in one figure."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.engine.assaults import assault
from tests.helpers import position, tell

GERMANY, UK, NORTH, BALTIC = "Germany", "United Kingdom", "North Sea Zone", "Baltic Sea Zone"


def landing(fleet: str, foe: str):  # type: ignore[no-untyped-def]
    """British units aboard for Finland-Norway, with a German fleet in the zone before it."""
    units = {
        UK: {UK: "2 infantry"},
        "India": {UK: "1 infantry"},
        NORTH: {UK: fleet},
        BALTIC: {GERMANY: foe},
        "Finland-Norway": {GERMANY: "1 infantry"},
    }
    return position(UK, "combat_move", units, owners={"Finland-Norway": GERMANY})


def test_one_figure_is_the_product_where_all_or_nothing_arrives() -> None:
    """One transport alone against one transport: it lands both infantry, or nothing."""
    game = landing("1 transport, 1 battleship", "1 transport")
    tell(game, f"2 infantry: {UK} > {NORTH}", f"1 battleship: {NORTH} > {BALTIC}", f"1 transport: {NORTH} > {BALTIC}")
    tell(game, f"2 infantry: {BALTIC} > Finland-Norway")
    found = assault(game, "Finland-Norway")
    assert found is not None
    sea = sandtable.odds("classic", "1 transport, 1 battleship", "1 transport", "sea")
    land = sandtable.odds("classic", "2 infantry", "1 infantry")
    assert found.at_sea[BALTIC] == pytest.approx(sea.attacker_wins, abs=1e-12)
    assert 0 < found.captured < land.captured
    assert found.captured == pytest.approx(found.arrive * land.captured, abs=1e-12)
    assert found.defender_loss == pytest.approx(
        sea.expected_loss["defender"] + found.arrive * land.expected_loss["defender"], abs=1e-12
    )


def test_no_sea_battle_no_such_figure() -> None:
    assert assault(landing("1 transport", "1 transport"), "Finland-Norway") is None


def test_the_command_shows_both_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    from sandtable.cli.odds import _show_assault
    from sandtable.engine.assaults import Assault

    _show_assault(Assault({BALTIC: 0.5}, 0.4, 0.3, 0.25, 3.0, 4.0), False)
    text = capsys.readouterr().out
    assert "sea battle won: Baltic Sea Zone" in text and "territory captured" in text
