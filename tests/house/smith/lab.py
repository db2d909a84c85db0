"""Scenes for the tests of developments: research with fixed dice, and battles of the referee against the solver."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.battle.referee import Referee
from tests.battle.test_referee import FAMILY, p_value
from tests.helpers import position

RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
TABLE = "smith.weapons_table"
#: The rules whose developments stand in the table.
DEVELOPMENTS = (
    "tech_espionage", "tech_radar_sonar", "tech_mechanized_infantry", "tech_super_armor", "tech_paratroopers",
    "tech_marines", "tech_kamikaze", "tech_super_subs", "tech_heavy_bombers", "tech_jet_power", "tech_rockets",
    "tech_heavy_ships", "tech_improved_labs", "tech_long_range_ships", "tech_improved_agriculture",
    "tech_industrial_technology", "tech_long_range_aircraft",
)  # fmt: skip


def built(*names: str) -> list[str]:
    """The rules of these names."""
    return [f"smith.{name}" for name in names]


def research(power: str, dice: list[int], *, rules: list[str], ipcs: int = 5, **more: Any) -> Game:
    """A power before it develops weapons, with an infantry so that its turn goes on."""
    units = {"Eastern Europe": {GERMANY: "1 infantry"}, "Russia": {RED: "1 infantry"}, "Japan": {JAPAN: "1 infantry"},
             "United Kingdom": {UK: "1 infantry"}, "Eastern United States": {US: "1 infantry"}}  # fmt: skip
    units |= more.pop("units", {})
    techs: dict[str, Any] = {p: [] for p in (RED, GERMANY, UK, JAPAN, US)} | dict(more.pop("techs", {}))
    return position(power, "develop", units, rules=rules, dice=dice, ipcs={power: ipcs}, techs=techs, **more)


def keys(game: Game) -> list[str]:
    """The keys among which the open decision lets choose."""
    assert game.decision is not None
    return [option.key for option in game.decision.form.options]  # type: ignore[attr-defined]


def agrees(referee: Referee, rolled: int = 400) -> None:
    """The referee rolls what the solver solves."""
    expected = referee.solved()[1]
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    seen = Counter(referee.roll() for _ in range(rolled))
    assert p_value(expected, seen, rolled) > FAMILY, (expected, seen)
