"""smith.naval_placement: new ships among enemy ships, which must leave or attack."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "smith.naval_placement"
GERMANY, UK = "Germany", "United Kingdom"
BALTIC = "Baltic Sea Zone"
FLEET = {BALTIC: {UK: "1 battleship, 1 transport"}, "Germany": {GERMANY: "1 infantry"}}


def bought(order: str = "2 submarines", rules: tuple[str, ...] = (RULE,), **options: Any) -> Game:
    """Germany is about to place new ships; British ships are in the Baltic."""
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = tell(position(GERMANY, "purchase", FLEET, ipcs={GERMANY: 16}, rules=rules, options=given), order)
    return until(game, GERMANY, "place")


def british_move(**options: Any) -> Game:
    """The next British combat move after both submarines were placed."""
    game = tell(bought(**options), f"2 submarine > {BALTIC}")
    return until(game, UK, "move", "combat")


@clause("smith.naval_placement.1", "smith.naval_placement.2", "smith.naval_placement.3")
def test_example_submarines_are_placed_among_british_ships() -> None:
    game = bought(rules=())
    with pytest.raises(Illegal):
        tell(game, f"2 submarine > {BALTIC}")
    game = tell(bought(), f"2 submarine > {BALTIC}")
    assert at(game, BALTIC, GERMANY) == {"submarine": 2}
    assert not happened(game, "battle_started")
    assert [(e["space"], e["power"]) for e in happened(game, "challenged")] == [(BALTIC, UK)]


@clause("smith.naval_placement.2")
def test_ships_that_stay_must_attack() -> None:
    game = tell(british_move(), "done")
    while game.open[0].kind not in ("develop", "move") and not happened(game, "battle_started"):
        assert game.open[0].kind != "fight"  # no choice
        game.answer(game.open[0].advice)
    assert happened(game, "battle_started")[0]["space"] == BALTIC


@clause("smith.naval_placement.2")
def test_ships_may_leave_instead() -> None:
    game = british_move()
    tell(game, "1 battleship, 1 transport: Baltic Sea Zone > North Sea Zone")
    until(game, UK, "place") if game.open[0].power == UK and game.open[0].kind == "place" else None
    while game.open and game.state.power == UK:
        assert game.open[0].kind != "fight"
        game.answer(game.open[0].advice)
    assert not happened(game, "battle_started")
    assert not game.state.facts.get("must_act")


@pytest.mark.parametrize(("must", "asked"), [(True, False), (False, True)])
def test_the_duty_may_be_lifted(must: bool, asked: bool) -> None:
    game = tell(british_move(enemy_must_act=must), "done")
    assert (game.open[0].kind == "fight") is asked


@clause("smith.naval_placement.1")
def test_example_a_complex_captured_in_this_turn_does_not_count() -> None:
    units = {
        "Karelia Sea Zone": {UK: "1 transport"}, "Finland-Norway": {GERMANY: "2 infantry"},
        "Germany": {GERMANY: "1 infantry"},
    }  # fmt: skip
    game = tell(position(GERMANY, "purchase", units, ipcs={GERMANY: 8}, rules=[RULE]), "1 transport")
    tell(game, "2 infantry: Finland-Norway > Karelia S.S.R.")
    until(game, GERMANY, "place")
    with pytest.raises(Illegal):
        tell(game, "1 transport > Karelia Sea Zone")
    tell(game, f"1 transport > {BALTIC}")
