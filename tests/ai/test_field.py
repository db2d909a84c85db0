"""The potential field: the enemy capital on which a power marches, and how attraction fades."""

from __future__ import annotations

import pytest

from sandtable.ai.basic import field
from sandtable.ai.basic.field import Field, concentration, faded
from sandtable.ai.basic.style import PLAIN
from sandtable.ai.basic.view import View
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import GER, ITA, JAP, RED, UK, USA, scene

#: The goal of each power that has complexes, from both set-ups: Italy is as near as others for two, and weak.
GOALS = {GER: "Russia", RED: "Germany", UK: "Italy", ITA: "Russia", USA: "Italy"}


def best(view: View) -> str:
    found = concentration(view)
    assert max(found.values()) == 1.0
    return max(found, key=lambda goal: found[goal])


@pytest.mark.parametrize("scenario", ["1941", "1942"])
@pytest.mark.parametrize("power", GOALS)
def test_a_power_marches_on_a_capital_that_it_reaches_easily(scenario: str, power: str) -> None:
    assert best(View(Game.new("anniversary", scenario=scenario), power)) == GOALS[power]


@pytest.mark.parametrize("army", ["", "40 infantry"])
def test_of_two_capitals_that_are_nearly_as_near_the_one_of_the_weaker_enemy_comes_first(army: str) -> None:
    units = {"Italy": {ITA: army}} if army else {}
    assert best(View(scene(USA, "combat_move", units), USA)) == ("Germany" if army else "Italy")


@pytest.mark.parametrize(("ally", "goal"), [("", "Italy"), ("20 infantry", "Germany")])
def test_of_two_capitals_that_are_nearly_as_near_the_one_that_allies_can_march_on_comes_first(
    ally: str, goal: str
) -> None:
    """Germany is stronger than Italy, but a Soviet army in Poland is close to it."""
    units = {"Italy": {ITA: "10 infantry"}, "Germany": {GER: "13 infantry"}, "Poland": {RED: ally}}
    assert best(View(scene(USA, "combat_move", units, owners={"Poland": RED}), USA)) == goal


def test_however_weak_an_enemy_is_a_capital_much_nearer_comes_first() -> None:
    view = View(scene(RED, "combat_move", {"Germany": {GER: "60 infantry"}}), RED)
    assert best(view) == "Germany"


@pytest.mark.parametrize("complexes", ["", "1 industrial complex"])
def test_a_complex_near_an_enemy_capital_changes_the_goal(complexes: str) -> None:
    units = {"Eastern United States": {USA: "10 infantry"}}
    units |= {"Western Canada": {JAP: complexes}} if complexes else {}
    game = scene(JAP, "combat_move", units, owners={"Western Canada": JAP})
    assert best(View(game, JAP)) == ("Eastern United States" if complexes else "Russia")


def test_of_two_capitals_as_far_away_the_one_near_allies_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "NEARLY", 1.1)  # how strong their owners are does not matter
    view = View(Game.new("classic"), USA)
    found = concentration(view)
    coasts = ("Eastern United States", "Western United States")
    ways = {goal: max(faded(view, goal)[s] for s in coasts) for goal in found}
    assert ways["Germany"] == pytest.approx(ways["Japan"])
    assert found["Germany"] == 1.0 > found["Japan"] > 0


def test_japan_joins_germany_against_russia_rather_than_cross_the_pacific_alone() -> None:
    found = concentration(View(Game.new("anniversary", scenario="1942"), JAP))
    assert found["Russia"] == 1.0 > found["Eastern United States"] > found["United Kingdom"]


def test_a_power_without_complexes_counts_from_its_armies() -> None:
    view = View(scene(ITA, "combat_move", {"Gibraltar": {ITA: "3 infantry"}}, owners={"Italy": UK}), ITA)
    assert ITA not in view.makers.values()
    assert best(view) == "Italy"


def test_a_power_is_drawn_only_to_where_it_may_go() -> None:
    view = View(Game.new("anniversary", scenario="1941"), "China")
    pull = Field(view).pull
    assert concentration(view) == {}
    assert pull["Kiangsu"] > pull["Hupeh"] > 0.0
    assert max(pull, key=lambda space: pull[space]) in view.game.rules.tables["confined"]["China"]


def test_the_goal_of_a_style_comes_first() -> None:
    view = View(Game.new("anniversary", scenario="1941"), GER, style=PLAIN._replace(goal="United Kingdom"))
    assert best(view) == "United Kingdom"


def test_attraction_fades_with_every_step_and_most_at_shores() -> None:
    found = faded(View(Game.new("classic"), GER), "Russia")
    assert found["Russia"] == 1.0 > found["Karelia S.S.R."] > found["Eastern Europe"] > found["Germany"]
    assert found["Germany"] > found["Western Europe"] > found["United Kingdom"] > 0
