"""Attacks are content with few units at first, so that others find targets too."""

from __future__ import annotations

import pytest

from sandtable.ai.basic import attack, choice
from sandtable.ai.basic.attack import Planner
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.view import View
from tests.conformance.anniversary.board import JAP, UK, scene

EMPTY_ISLANDS = ("Borneo", "East Indies", "New Guinea")


def targets(units: dict[str, dict[str, str]]) -> dict[str, int]:
    """Return the number of land units that Japan sends to each target."""
    game = scene(JAP, "combat_move", units, owners=dict.fromkeys(EMPTY_ISLANDS, UK) | {"Philippine Islands": JAP})
    view = View(game, JAP)
    out = dict[str, int]()
    for found in Planner(view, Field(view)).plan():
        landed = sum(len(lift.soldiers) for lift in found.lifts)
        out[found.target] = landed + sum(r.unit.kind == "land" for r in found.raiders)
    return out


FLEET = {
    "Sea Zone 48": {JAP: "4 transport, 1 battleship"},
    "Philippine Islands": {JAP: "8 infantry"},
    "Australia": {UK: "4 infantry"},
    "Sea Zone 47": {UK: "1 transport, 1 destroyer"},
}


@pytest.mark.parametrize(("part", "most", "number"), [(0.7, 2, 4), (1.0, 4, 3)])
def test_transports_land_on_several_empty_islands(
    monkeypatch: pytest.MonkeyPatch, part: float, most: int, number: int
) -> None:
    """The British could come back to Borneo with two units; four would hold it better, but leave another empty. That is
    what the first order of attacks gives."""
    monkeypatch.setattr(attack, "LEAN", part)
    monkeypatch.setattr(choice, "PASSES", 0)
    landed = [n for n in targets(FLEET).values() if n]
    assert (max(landed), len(landed), sum(landed)) == (most, number, 8)


def test_units_without_another_target_reinforce_an_attack() -> None:
    units = {"Manchuria": {JAP: "12 infantry, 2 tank"}, "Suiyuan": {"China": "3 infantry"}}
    game = scene(JAP, "combat_move", units, owners={"Manchuria": JAP, "Suiyuan": "China"})
    view = View(game, JAP)
    lean = Planner(view, Field(view))._best("Suiyuan")
    assert lean is not None
    chosen = next(a for a in Planner(view, Field(view)).plan() if a.target == "Suiyuan")
    assert len(chosen.raiders) > len(lean.raiders)
    assert chosen.gain >= lean.gain and chosen.chance >= lean.chance


@pytest.mark.parametrize(
    ("infantry", "tanks", "defenders", "attacks"), [(1, 2, 2, False), (4, 2, 4, True), (4, 3, 5, True)]
)
def test_an_attack_needs_better_than_even_odds(infantry: int, tanks: int, defenders: int, attacks: bool) -> None:
    """The weaker side wants at least 55%; one infantry and two tanks have 50% here, four and two have 60%."""
    units = {
        "Poland": {"Germany": f"{infantry} infantry, {tanks} tank"},
        "East Poland": {"Soviet Union": f"{defenders} infantry"},
    }
    german = dict.fromkeys(("Poland", "Ukraine", "Belorussia", "Baltic States"), "Germany")
    game = scene("Germany", "combat_move", units, owners=german | {"East Poland": "Soviet Union"})
    view = View(game, "Germany")
    found = [a for a in Planner(view, Field(view)).plan() if a.target == "East Poland"]
    assert bool(found) is attacks
    assert all(a.chance >= 0.55 for a in found)
