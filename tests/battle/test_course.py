"""What battles between the same kinds of units share, and the tables of a side's states."""

from __future__ import annotations

import numpy as np

from sandtable.battle.contest import Contest
from sandtable.battle.states import DOOMED, SURVIVING
from tests.battle.units import LAND, force


def test_battles_between_the_same_kinds_share_their_steps_and_others_do_not() -> None:
    few = Contest(LAND, force("A", armor=2), force("D", infantry=1))
    many = Contest(LAND, force("A", armor=7), force("D", infantry=3))
    mixed = Contest(LAND, force("A", armor=2, infantry=1), force("D", infantry=1))
    assert few.course is many.course
    assert few.course is not mixed.course


def test_totals_count_the_units_of_each_state_also_of_states_found_later() -> None:
    troop = Contest(LAND, force("A", armor=3), force("D", infantry=1)).troops[0]
    first = np.array([troop.start])
    assert troop.total("costs", lambda p: p.cost, first).tolist() == [sum(p.cost * 3 for p in troop.lines)]
    fallen = {troop.lines[0]: 1}
    doomed = troop.midway(fallen)
    left = troop.without_these(troop.start, {troop.lines[0]: 2})
    states = np.array([troop.start, doomed, left])
    assert troop.total("standing", lambda _: 1, states).tolist() == [3, 2, 1]
    assert troop.total("doomed", lambda _: 1, states, DOOMED).tolist() == [0, 1, 0]
    assert troop.total("surviving", lambda _: 1, states, SURVIVING).tolist() == [3, 2, 3]
    assert len(troop.total("costs", lambda p: p.cost, states)) == 3
