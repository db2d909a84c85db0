"""Developments together with the battle rules of the document: the referee rolls what the solver solves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battle import referee

from .lab import GERMANY, JAPAN, RED, US, agrees, built

BATTLE = built("dogfights", "order_of_combat", "submarine_units", "damaged_units", "amphibious_assaults")
JETS = {RED: ("super_armor", "jet_power"), GERMANY: ("super_armor", "jet_power")}
BOMBERS = {RED: ("heavy_bombers", "heavy_bombers_2"), GERMANY: ("jet_power",)}
RULES = built(
    "tech_super_armor", "tech_jet_power", "tech_heavy_bombers", "tech_super_subs", "tech_radar_sonar", "tech_marines",
    "tech_kamikaze", "tech_paratroopers", "tech_mechanized_infantry",
)  # fmt: skip


@pytest.mark.parametrize(
    ("where", "own", "enemy", "techs"),
    [
        ("land", {"infantry": 2, "fighter": 1, "tank": 1}, {"infantry": 2, "fighter": 1}, JETS),
        ("land", {"infantry": 1, "bomber": 1}, {"infantry": 2, "fighter": 1}, BOMBERS),
        ("sea", {"battleship": 1, "transport": 1}, {"submarine": 2}, {GERMANY: ("super_submarines",)}),
        ("sea", {"submarine": 2}, {"transport": 1, "battleship": 1}, {GERMANY: ("radar_sonar",)}),
        ("sea", {"fighter": 2}, {"submarine": 2}, {RED: ("radar_sonar",)}),
        ("amphibious", {"infantry": 2, "battleship": 1}, {"infantry": 2}, {RED: ("marines",)}),
    ],
    ids=["jets", "bombers", "super subs", "sonar", "radar", "marines"],
)
def test_with_the_battle_rules(where: str, own: Any, enemy: Any, techs: Any) -> None:
    agrees(referee.Referee(where, own, enemy, techs, (*BATTLE, *RULES), 3), 200)


def test_kamikaze_fighters_are_drawn_into_dogfights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "ATTACKING", JAPAN)
    monkeypatch.setattr(referee, "DEFENDING", US)
    own, enemy = {"fighter": 2, "submarine": 1}, {"transport": 1, "aircraft_carrier": 1, "fighter": 1}
    agrees(referee.Referee("sea", own, enemy, {JAPAN: ("kamikaze",)}, (*BATTLE, *RULES), 2), 200)
