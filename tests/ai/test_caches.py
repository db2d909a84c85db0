"""What the player `basic` keeps between decisions is dropped when the board or the relations change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.ai.basic.chart import chart_of
from sandtable.ai.basic.ground import Ground, ground_of
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from sandtable.engine.memory import CONTESTED, SIDES
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset
from tests.helpers import position

GERMANY, FRANCE = "Germany", "France"


def begun() -> Game:
    units = {"Burgundy": {FRANCE: "4 infantry"}, "Lorraine": {GERMANY: "6 infantry"}}
    return position(GERMANY, "combat", units, edition="great_war")


def contents(ground: Ground) -> dict[str, Any]:
    return {name: value for name, value in vars(ground).items() if name not in ("game", "guns")}


def test_the_land_is_looked_at_once_while_nothing_changes() -> None:
    game = begun()
    assert ground_of(game, GERMANY) is ground_of(game, GERMANY)
    assert ground_of(game, GERMANY) is not ground_of(game, FRANCE)


def reinforce(game: Game) -> None:
    game.state.put("Burgundy", Stack(FRANCE, "infantry"), 3)


def turn_into_tanks(game: Game) -> None:
    stack = next(iter(game.state.at("Lorraine")))
    game.state.turn_into("Lorraine", stack, stack.cond.marked("fought"), 2)


def capture(game: Game) -> None:
    game.state.owner["Burgundy"] = GERMANY
    game.changed()


def contest(game: Game) -> None:
    CONTESTED.of(game.state)["Burgundy"] = FRANCE
    game.state.owner["Burgundy"] = None
    game.changed()


def change_sides(game: Game) -> None:
    SIDES.of(game.state)["Italy"] = "central_powers"
    game.changed()


@pytest.mark.parametrize("change", [reinforce, turn_into_tanks, capture, contest, change_sides])
def test_the_land_is_looked_at_again_after_a_change(change: Callable[[Game], None]) -> None:
    game = begun()
    before = ground_of(game, GERMANY)
    change(game)
    now = ground_of(game, GERMANY)
    assert now is not before
    assert contents(now) == contents(Ground(game, GERMANY))


def test_rulesets_share_a_chart_only_if_their_boards_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, again = (registry.build("classic") for _ in range(2))
    assert chart_of(plain) is chart_of(again)
    for edit in (
        lambda d: d.link("Brazil", "Japan"),
        lambda d: d.set("spaces.Spain.neutral", False),
        lambda d: d.drop("canals.Suez Canal"),
    ):
        draft, rules, scenario = registry.draft("classic")
        with draft.by("t.rule"):
            edit(draft)
        other = Ruleset("classic", scenario, rules, draft)
        assert chart_of(other) is not chart_of(plain)
