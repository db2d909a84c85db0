"""How `basic` holds its front: complexes with new units and aircraft, and single units in valuable territories."""

from __future__ import annotations

import pytest

from sandtable.ai.basic.buy import Shopper, placing
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.front import Front
from sandtable.ai.basic.guard import enlisted, gathered, stationed, tenable
from sandtable.ai.basic.view import EMPTY, View
from sandtable.engine.game import Game
from sandtable.engine.memory import BOUGHT
from tests.ai.test_basic import moved_to, phase_of
from tests.conformance.pacific.board import CHINA, JAP, until_phase
from tests.helpers import at, position
from tests.house.pacific.test_rules import under

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


@pytest.mark.parametrize(("guards", "kept"), [(12, False), (1, True)])
def test_the_capital_comes_first(guards: int, kept: bool) -> None:
    units = {
        **FRONT,
        "Russia": {RED: f"{guards} infantry"},
        "Eastern Europe": {GER: "2 infantry"},
        "Ukraine S.S.R.": {GER: "4 infantry, 4 armor"},
    }
    game = position(RED, "noncombat_move", units, owners={"Ukraine S.S.R.": GER, "Caucasus": GER})
    assert View(game, RED).menace("Russia")[2]
    found = stationed(View(game, RED), {"infantry": 6})
    assert ("Russia" in found and found["Russia"].hits == 6) == kept
    assert ("Karelia S.S.R." not in found) == kept


def test_infantry_is_bought_for_a_complex_that_it_makes_safe() -> None:
    game = position(RED, "purchase", FRONT, ipcs={RED: 24})
    phase_of(game, "purchase")
    assert BOUGHT.get(game.state)["infantry"] >= 6


def test_aircraft_help_to_hold_a_complex_where_land_units_are_too_few() -> None:
    units = {**FRONT, "Caucasus": {RED: "2 fighter"}, "Eastern Europe": {GER: "9 infantry, 10 armor"}}
    for new, wings in ((8, 2), (14, 0)):
        game = position(RED, "noncombat_move", units)
        BOUGHT.set(game.state, {"infantry": new})
        view = View(game, RED)
        there = gathered(view, "Karelia S.S.R.", wings=False)
        guards = [game.stats(RED, "infantry")] * new
        alone = enlisted(view, "Karelia S.S.R.", view.menace("Karelia S.S.R."), there, guards)
        assert (alone is None) == (wings > 0)
        if not wings:
            assert stationed(view, {"infantry": new})["Karelia S.S.R."].hits == alone
        phase_of(game, "noncombat_move")
        if wings:
            assert at(game, "Karelia S.S.R.", RED)["fighter"] == wings
        assert at(game, "Karelia S.S.R.", RED)["infantry"] == 7


def test_the_army_that_an_attack_destroys_first_is_no_danger() -> None:
    """With the attack on Ukraine, the new infantry holds Karelia; the Germans in Ukraine would be too many."""
    units = {
        "Karelia S.S.R.": {RED: "3 infantry"},
        "Caucasus": {RED: "12 infantry, 6 armor"},
        "Russia": {RED: "4 infantry"},
        "Ukraine S.S.R.": {GER: "4 infantry, 4 armor"},
        "Eastern Europe": {GER: "8 infantry, 2 armor"},
    }
    game = position(RED, "purchase", units, owners={"Ukraine S.S.R.": GER}, ipcs={RED: 24})
    view = View(game, RED)
    shopper = Shopper(view, Field(view), 24, {"infantry": 3, "tank": 5})
    assert shopper._beaten() == "Ukraine S.S.R."
    assert view.rest("Karelia S.S.R.", ("Ukraine S.S.R.",)).takers == 10 < view.menace("Karelia S.S.R.")[2]


def test_units_are_placed_only_where_they_may_be() -> None:
    game = front("place", 8)
    view = View(game, RED)
    most: dict[tuple[str, ...], int] = {("infantry", "Karelia S.S.R."): 8, ("tank", "Russia"): 2}
    assert {key for key, _ in placing(view, Field(view), most)} <= set(most)


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


@pytest.mark.parametrize(
    ("army", "ally", "left"), [("4 armor", "", 1), ("4 infantry", "", 0), ("4 armor", "1 infantry", 0)]
)
def test_the_last_unit_stays_where_tanks_would_drive_on_to_the_capital(army: str, ally: str, left: int) -> None:
    """Moscow needs the infantry from Kazakh, but behind it the tanks from Sinkiang could reach Moscow."""
    units = {
        "Russia": {RED: "3 infantry"},
        "Kazakh S.S.R.": {RED: "2 infantry"} | ({"United Kingdom": ally} if ally else {}),
        "Sinkiang": {"Japan": army},
        "Caucasus": {GER: "5 infantry"},
    }
    game = position(RED, "noncombat_move", units, owners={"Sinkiang": "Japan", "Caucasus": GER})
    assert ("Kazakh S.S.R." in View(game, RED).gates) == bool(left)
    phase_of(game, "noncombat_move")
    assert at(game, "Kazakh S.S.R.", RED).get("infantry", 0) == left


@pytest.mark.parametrize(("owner", "takers"), [(RED, 5), (GER, 0)])
def test_aircraft_over_enemy_land_do_not_bar_the_way(owner: str, takers: int) -> None:
    """They must leave it, and then the tanks from Karelia reach the capital."""
    units = {
        "Karelia S.S.R.": {RED: "5 armor"},
        "Eastern Europe": {GER: "3 fighter"},
        "Southern Europe": {GER: "8 infantry"},
    }
    game = position(GER, "noncombat_move", units, owners={"Eastern Europe": owner})
    assert View(game, GER).storm("Germany").takers == takers


@pytest.mark.parametrize(("seats", "there"), [(2, 2), (0, 0), (9, 5)])
def test_units_go_by_rail_as_far_as_a_rule_lets_them(seats: int, there: int) -> None:
    """Those that find no room march on, to Manchuria."""
    units = {
        "Korea": {JAP: "5 infantry"},
        "Suiyuan": {JAP: "6 infantry"},
        "Shansi": {CHINA: "3 infantry"},
        "Tsinghai": {CHINA: "2 infantry"},
    }
    options, owners = {"units_per_turn": seats}, {"Suiyuan": JAP}
    game = under("rail_movement", JAP, "combat_move", units, options, owners=owners)
    until_phase(game, "noncombat_move")
    phase_of(game, "noncombat_move")
    assert at(game, "Suiyuan", JAP)["infantry"] == 6 + there
    assert at(game, "Manchuria", JAP).get("infantry", 0) == 5 - there


@pytest.mark.parametrize(("rails", "there"), [(True, 3), (False, 0)])
def test_soviet_units_come_by_rail_from_the_east(rails: bool, there: int) -> None:
    units = {
        "Stanovoj Chrebet": {RED: "3 infantry"},
        "Russia": {RED: "6 infantry"},
        "Belorussia": {GER: "5 infantry, 3 tank"},
    }
    rules, owners = ["enhanced.na_russia_railway"] if rails else [], {"Belorussia": GER}
    game = position(RED, "noncombat_move", units, owners=owners, rules=rules, edition="anniversary", scenario="1941")
    phase_of(game, "noncombat_move")
    assert at(game, "Evenki National Okrug", RED).get("infantry", 0) == there


@pytest.mark.parametrize(
    ("start", "near", "end", "rides"),
    [
        ("Stanovoj Chrebet", "Manchuria", "Evenki National Okrug", 1),
        ("Stanovoj Chrebet", "Soviet Far East", "Evenki National Okrug", 0),
        ("Russia", "Poland", "Baltic States", 0),
    ],
)
def test_neither_an_army_before_the_enemy_nor_the_reserve_leaves_by_rail(
    start: str, near: str, end: str, rides: int
) -> None:
    units = {start: {RED: "6 infantry"}, end: {RED: "2 infantry"}, near: {JAP: "1 infantry"}}
    owners, rules = {near: JAP, "Baltic States": RED, "Belorussia": RED}, ["enhanced.na_russia_railway"]
    game = position(RED, "noncombat_move", units, owners=owners, rules=rules, edition="anniversary")
    view = View(game, RED)
    plan = Front(view, Field(view), {})
    plan.held, plan.field.pull = {start: True, end: True}, {start: 1.0, end: 9.0}
    plan._advance()
    assert [far for _, far, _ in plan.rides if far == end] == [end] * rides
