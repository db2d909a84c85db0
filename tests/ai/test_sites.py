"""Where `basic` builds new complexes, and how it holds the place until then."""

from __future__ import annotations

import pytest

from sandtable.ai.basic.buy import placing
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.sites import danger, planned, site
from sandtable.ai.basic.view import View
from sandtable.engine.game import Game
from sandtable.engine.memory import BOUGHT
from tests.ai.test_basic import phase_of
from tests.helpers import position

JAP, RED, UK = "Japan", "Soviet Union", "United Kingdom"
NEW = {"industrial_complex": 1}


def asia(step: str, indochina: int, india: int) -> Game:
    """Japan in Asia; the British in India, and Americans in China, can march into French Indo-China."""
    units = {
        "Japan": {JAP: "1 industrial complex, 2 infantry"},
        "French Indo-China": {JAP: f"{indochina} infantry"},
        "China": {"United States": "2 infantry"} if india else {},
        "India": {UK: f"{india} infantry"} if india else {},
        "Russia": {RED: "8 infantry"},
    }
    return position(JAP, step, units)


def sites_of(game: Game) -> tuple[View, Field]:
    view = View(game, JAP)
    return view, Field(view)


@pytest.mark.parametrize(("indochina", "india", "there"), [(6, 2, True), (4, 8, False), (3, 0, True), (2, 0, False)])
def test_a_complex_is_planned_only_where_an_army_can_hold_it(indochina: int, india: int, there: bool) -> None:
    view, field = sites_of(asia("purchase", indochina, india))
    found = site(view, field, "industrial_complex", 0.0)
    assert found == ("French Indo-China" if there else "")
    assert not site(view, field, "industrial_complex", field.at("French Indo-China"))  # not closer to the enemy


@pytest.mark.parametrize(("new", "safe"), [(NEW, True), ({}, False)])
def test_the_garrison_of_a_planned_complex_stays(new: dict[str, int], safe: bool) -> None:
    """Without a complex to place, the army in French Indo-China marches on; with one, enough of it stays."""
    game = asia("combat_move", 6, india=1)
    BOUGHT.set(game.state, dict(new))
    assert planned(*sites_of(game), new) == ({"French Indo-China"} if new else set())
    for step in ("combat_move", "combat", "noncombat_move"):
        if game.rules.sequence("turn")[game.state.step].name == step:  # without attacks there is no combat
            phase_of(game, step)
    assert (danger(View(game, JAP), "French Indo-China") < 0.4) is safe


def test_a_complex_is_not_placed_where_it_falls_at_once() -> None:
    """Manchuria has more attraction, but nobody stands there."""
    units = {
        "Japan": {JAP: "1 industrial complex"},
        "Kwangtung": {JAP: "5 infantry"},
        "Yakut S.S.R.": {RED: "2 infantry"},
    }
    view, field = sites_of(position(JAP, "place", units))
    assert field.at("Manchuria") > field.at("Kwangtung")
    assert danger(view, "Manchuria") == 1.0
    places = "Manchuria", "Kwangtung"
    most: dict[tuple[str, ...], int] = {("industrial_complex", space): 1 for space in places}
    assert next(iter(placing(view, field, most)))[0][1] == "Kwangtung"
