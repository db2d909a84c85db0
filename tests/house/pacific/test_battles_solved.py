"""Battles of Pacific and its rules: the referee rolls what the solver solves (chi-squared over the outcomes)."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import pytest

import sandtable
from tests.battle.referee import FastDice, Referee
from tests.battle.test_referee import FAMILY, p_value
from tests.conformance.pacific.board import JAP, USA, has, scene, zone

TWO_DICE, GUIDES = "pacific.battleship_two_dice", "pacific.destroyers_air_vs_subs"
CANCEL, APART = "pacific.destroyers_cancel_first_shot", "pacific.subs_no_hit_subs"
FORTS, SHOTS, DOGFIGHTS = "pacific.fortifications", "pacific.amphibious_support_shots", "pacific.dogfights"
AVOID, HIDDEN = "pacific.subs_pre_combat_submerge", "pacific.submerged_subs_no_control"


class Pacific(Referee):
    """A battle of the United States against Japan, in which no submarine submerges."""

    edition, attacking, defending = "pacific", "United States", "Japan"
    places = {
        "land": ("Formosa", "land_battle"), "amphibious": ("Formosa", "land_battle"), "sea": (zone(45), "sea_battle")
    }  # fmt: skip
    answers = {"avoid": {}, "submerge": {}, "withdraw": {}}


HUNT = ("sea", {"destroyer": 2, "submarine": 1, "fighter": 2}, {"submarine": 3, "destroyer": 1})
PACK = ("sea", {"submarine": 3, "transport": 1}, {"destroyer": 1, "battleship": 1, "submarine": 1})
FLEET = ("sea", {"battleship": 1, "aircraft_carrier": 1, "fighter": 2}, {"battleship": 1, "submarine": 1, "fighter": 1})
LAST = ("sea", {"battleship": 2}, {"transport": 1, "submarine": 2})
LANDING = ("amphibious", {"infantry": 2, "artillery": 1, "battleship": 1, "destroyer": 1}, {"infantry": 3})
WALL = ("land", {"infantry": 3, "tank": 1, "artillery": 1, "fighter": 1}, {"infantry": 2, "fighter": 1})
FORTRESS = ("land", {"infantry": 4, "tank": 2}, {"infantry": 3, "artillery": 1, "fortification": 2})


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        *(((), place) for place in (HUNT, PACK, FLEET, LANDING)),
        ((TWO_DICE,), FLEET),
        ((TWO_DICE,), LAST),
        ((GUIDES,), HUNT),
        ((CANCEL,), HUNT),
        ((CANCEL,), PACK),
        ((APART,), PACK),
        ((GUIDES, CANCEL, APART, TWO_DICE, AVOID, HIDDEN), HUNT),
        ((GUIDES, CANCEL, APART, TWO_DICE, AVOID, HIDDEN), FLEET),
        ((SHOTS,), LANDING),
        ((FORTS,), FORTRESS),
        ((FORTS, DOGFIGHTS), WALL),
        ((DOGFIGHTS, TWO_DICE, GUIDES), FLEET),
    ],
    ids=lambda value: " ".join(value) if all(isinstance(word, str) for word in value) else str(value[1]),
)
def test_the_referee_rolls_what_is_solved(rules: tuple[str, ...], place: Any) -> None:
    where, attackers, defenders = place
    referee = Pacific(where, attackers, defenders, rules=rules, seed=7)
    expected = referee.solved()[1]
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    seen = Counter(referee.roll() for _ in range(200))
    assert p_value(expected, seen, 200) > FAMILY / 16, (expected, seen)


def test_as_many_ships_fire_in_the_odds_as_units_land() -> None:
    """Of a battleship and two destroyers, two support a landing of two units: those with the best shots."""
    units = "2 infantry, 1 battleship, 2 destroyers", "2 infantry"
    found = sandtable.odds("pacific", *units, where="amphibious", house_rules=[SHOTS])
    fewer = sandtable.odds("pacific", "2 infantry, 1 battleship, 1 destroyer", units[1], where="amphibious")
    more = sandtable.odds("pacific", *units, where="amphibious")
    assert found.attacker_wins == pytest.approx(fewer.attacker_wins)
    assert more.attacker_wins > found.attacker_wins + 0.01


def test_the_comparison_can_fail() -> None:
    """Battleships with two dice are told from those with one."""
    where, attackers, defenders = FLEET
    expected = Pacific(where, attackers, defenders).solved()[1]
    referee = Pacific(where, attackers, defenders, rules=(TWO_DICE,), seed=7)
    assert p_value(expected, Counter(referee.roll() for _ in range(400)), 400) < FAMILY


@pytest.mark.parametrize(("attacks", "target"), [(2, "destroyer"), (3, "battleship"), (4, "aircraft_carrier")])
def test_kamikaze_attacks_hit_as_often_as_they_should(attacks: int, target: str) -> None:
    """The hits of several attacks on one ship: each hits on a 2 or less; a battleship sinks with two hits."""
    hits = {"battleship": 2}.get(target, 1)
    expected = {True: 0.0, False: 0.0}
    for n in range(attacks + 1):
        expected[n >= hits] += comb(attacks, n) * (1 / 3) ** n * (2 / 3) ** (attacks - n)
    dice, seen, rolled = FastDice(5), Counter[bool](), 80
    for _ in range(rolled):
        game = scene(USA, "combat_move", {zone(36): {USA: f"1 {target}"}, "Guam": {USA: "1 infantry"}}, round=2)
        game.dice = dice
        game.answer("done")
        assert game.decision and game.decision.kind == "kamikaze" and game.decision.power == JAP
        game.answer({(zone(36), USA, target): attacks})
        seen[not has(game, zone(36), USA, target)] += 1
    assert p_value(expected, seen, rolled) > FAMILY, (expected, seen)  # type: ignore[arg-type]
