"""How `basic` holds its front: complexes with new units, pickets, and what an enemy can afford to lose."""

from __future__ import annotations

from sandtable.ai.basic.guard import enlisted, stationed, tenable
from sandtable.ai.basic.view import EMPTY, View
from sandtable.engine.game import Game
from sandtable.engine.memory import BOUGHT
from tests.ai.test_basic import moved_to, phase_of
from tests.helpers import at, position

GER, RED = "Germany", "Soviet Union"
#: The German army that can reach Karelia, and the Soviet one that can hold it only with new units.
FRONT = {
    "Karelia S.S.R.": {RED: "3 infantry, 1 armor"},
    "Russia": {RED: "4 infantry"},
    "Eastern Europe": {GER: "9 infantry, 7 armor"},
    "Southern Europe": {GER: "3 infantry"},
}


def front(step: str, infantry: int) -> Game:
    game = position(RED, step, FRONT)
    BOUGHT.set(game.state, {"infantry": infantry})
    return game


def test_a_complex_at_the_front_is_held_with_the_units_bought_for_it() -> None:
    game = front("noncombat_move", 8)
    phase_of(game, "noncombat_move")
    assert moved_to(game, "Karelia S.S.R.", RED) == 8
    phase_of(game, "place")
    assert moved_to(game, "Karelia S.S.R.", RED) == 16


def test_it_is_given_up_if_they_are_too_few() -> None:
    game = front("noncombat_move", 1)
    view = View(game, RED)
    assert "Karelia S.S.R." not in stationed(view, BOUGHT.get(game.state))
    assert stationed(view, {"infantry": 8})["Karelia S.S.R."].hits >= 6


def test_the_capital_comes_first() -> None:
    units = {**FRONT, "Russia": {RED: "1 infantry"}, "Ukraine S.S.R.": {GER: "2 infantry, 4 armor"}}
    game = position(RED, "noncombat_move", units, owners={"Ukraine S.S.R.": GER, "Caucasus": GER})
    assert View(game, RED).menace("Russia")[2]
    found = stationed(View(game, RED), {"infantry": 6})
    assert found["Russia"].hits == 6 and "Karelia S.S.R." not in found


def test_infantry_is_bought_for_a_complex_that_it_makes_safe() -> None:
    game = position(RED, "purchase", FRONT, ipcs={RED: 24})
    phase_of(game, "purchase")
    assert BOUGHT.get(game.state)["infantry"] >= 6


def test_nothing_is_enlisted_for_a_hopeless_place() -> None:
    view = View(front("noncombat_move", 0), RED)
    guard = view.game.stats(RED, "infantry")
    assert enlisted(view, "Karelia S.S.R.", (60.0, 30.0, 20.0), EMPTY, [guard] * 4) is None
    assert enlisted(view, "Karelia S.S.R.", (3.0, 2.0, 1.0), EMPTY, [guard] * 4) == 3
    assert tenable(view, "Karelia S.S.R.", (3.0, 2.0), 8.0, 4.0)
    assert not tenable(view, "Karelia S.S.R.", (60.0, 30.0), 8.0, 4.0)


def test_a_valuable_territory_is_never_left_empty() -> None:
    """Infantry stays in Western Europe although the front pulls, since a single unit could land there."""
    units = {
        "Western Europe": {GER: "2 infantry"},
        "Germany": {GER: "6 infantry"},
        "Eastern Europe": {GER: "2 infantry"},
        "Karelia S.S.R.": {RED: "9 infantry, 2 armor"},
        "United Kingdom": {"United Kingdom": "4 infantry, 2 bomber"},
        "North Sea Zone": {"United Kingdom": "2 transport, 1 battleship"},
    }
    game = position(GER, "noncombat_move", units)
    phase_of(game, "noncombat_move")
    assert at(game, "Western Europe", GER).get("infantry", 0) >= 1
