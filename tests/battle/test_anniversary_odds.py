"""The odds of Anniversary's battles against the referee's dice: ships of two hits, destroyers, submarines, bombardment,
artillery, and jet fighters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.anniversary.board import GER, UK, zone
from tests.house.enhanced.duel import Duel, agrees

JETS = "tech_jet_power weapons_development"


@pytest.mark.clause("anniversary.R30")
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ({"battleship": 2}, {"battleship": 1, "aircraft_carrier": 1}),
        ({"battleship": 1, "destroyer": 2}, {"battleship": 1, "cruiser": 1, "fighter": 1}),
        ({"cruiser": 2, "bomber": 1}, {"battleship": 1, "transport": 2}),
    ],
)
def test_ships_of_two_hits(attackers: Any, defenders: Any) -> None:
    agrees(Duel("", zone(9), {GER: attackers}, {UK: defenders}))


@pytest.mark.clause("anniversary.R88", "anniversary.R89", "anniversary.R89.2", "anniversary.R90")
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ({"submarine": 3}, {"cruiser": 1, "transport": 1}),
        ({"submarine": 2, "cruiser": 1}, {"destroyer": 1, "aircraft_carrier": 1}),
        ({"destroyer": 1, "fighter": 2}, {"submarine": 2}),
        ({"cruiser": 1, "submarine": 1}, {"submarine": 2, "destroyer": 1}),
        ({"fighter": 2, "battleship": 1}, {"submarine": 1, "destroyer": 1}),
    ],
)
def test_destroyers_against_submarines(attackers: Any, defenders: Any) -> None:
    agrees(Duel("", zone(9), {GER: attackers}, {UK: defenders}))


@pytest.mark.clause("anniversary.R104.3")
@pytest.mark.parametrize(
    ("landed", "ships", "guard"),
    [
        ({"infantry": 3}, {"battleship": 1, "cruiser": 1}, {"infantry": 3}),
        ({"infantry": 1, "artillery": 1, "tank": 1}, {"cruiser": 2}, {"infantry": 2, "fighter": 1}),
    ],
)
def test_bombardment(landed: Any, ships: Any, guard: Any) -> None:
    agrees(Duel("", "Norway", {UK: landed}, {GER: guard}, ships=ships, landed=True))


@pytest.mark.clause("anniversary.R26", "anniversary.R146.1")
@pytest.mark.parametrize(
    ("attackers", "techs"),
    [
        ({"infantry": 3, "artillery": 2}, ()),
        ({"infantry": 2, "artillery": 1, "tank": 1}, ()),
        ({"infantry": 3, "artillery": 1}, ("advanced_artillery",)),
    ],
)
def test_artillery_support(attackers: Any, techs: Any) -> None:
    known: Any = {"techs": {GER: list(techs)}}
    agrees(Duel("", "East Poland", {GER: attackers}, {"Soviet Union": {"infantry": 3, "artillery": 1}}, **known))


@pytest.mark.clause("enhanced.tech_jet_power.1", "enhanced.tech_jet_power.2")
@pytest.mark.parametrize("guns", [0, 1])
def test_jet_fighters_in_a_battle(guns: int) -> None:
    held: Any = {"techs": {GER: ["jet_fighters"]}}
    guard = {"infantry": 2, "fighter": 1, **({"antiaircraft_gun": 1} if guns else {})}
    agrees(Duel(JETS, "United Kingdom", {GER: {"fighter": 2, "bomber": 1, "infantry": 1}}, {UK: guard}, **held))


@pytest.mark.clause("enhanced.pocket_battleship.1", "enhanced.escort_carrier.1")
def test_pocket_battleships_and_escort_carriers() -> None:
    rules = "pocket_battleship escort_carrier"
    agrees(Duel(rules, zone(9), {GER: {"pocket_battleship": 2}}, {UK: {"destroyer": 1, "cruiser": 1, "transport": 1}}))
    agrees(Duel(rules, zone(9), {GER: {"pocket_battleship": 1, "submarine": 1}},
                {UK: {"escort_carrier": 1, "fighter": 1}}))  # fmt: skip
