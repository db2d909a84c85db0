"""Capitals left open: which positions count, and what the computer player does about them."""

from __future__ import annotations

import pytest

from sandtable.ai.basic.fronts import Fronts
from sandtable.lab.capitals import left_open
from sandtable.lab.simulate import simulate
from tests.helpers import position

BESIEGED = {"Prussia": {"Russia": "12 infantry, 4 artillery"}}


@pytest.mark.parametrize(
    ("berlin", "reserve", "space", "open"),
    [
        ("3 infantry", "6 infantry", "Kiel", True),
        ("3 infantry", "2 infantry", "Kiel", False),  # no army
        ("3 infantry", "6 infantry", "Silesia", False),  # next to the enemy itself
        ("20 infantry", "6 infantry", "Kiel", False),
    ],
)
def test_a_capital_is_open_if_the_next_army_takes_it_while_others_are_idle(
    berlin: str, reserve: str, space: str, open: bool
) -> None:
    power = "Germany"
    units = {**BESIEGED, "Berlin": {power: berlin}, space: {power: reserve}}
    assert left_open(position(power, "move", units, edition="great_war"), power) is open


def test_the_computer_player_sends_idle_armies_into_its_capital() -> None:
    power = "Germany"
    units = {**BESIEGED, "Berlin": {power: "3 infantry"}, "Kiel": {power: "9 infantry"}}
    game = position(power, "move", units, edition="great_war")
    moves = [(m.path, sum(n for _, n in m.units)) for m in Fronts(game, power).plan()]
    assert (("Kiel", "Berlin"), 9) in moves


def test_open_capitals_are_counted_in_simulations() -> None:
    (result,) = simulate("great_war", players="advised", seed=1, max_rounds=2, capitals=True)
    assert result.turns > 10 and result.open_capitals >= 0
    (plain,) = simulate("great_war", players="advised", seed=1, max_rounds=2)
    assert (plain.turns, plain.state_hash) == (0, result.state_hash)
