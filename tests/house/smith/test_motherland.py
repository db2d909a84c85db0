"""smith.na_ussr_motherland and smith.na_japan_motherland: additional dice on original territory."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.battle import forces
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.battle import referee
from tests.conformance.classic.scenes import attack, fired
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, JAPAN, RED, UK, agrees, built

clause = pytest.mark.clause
SOVIET, JAPANESE = built("na_ussr_motherland", "na_japan_motherland")


def dice_of(game: Game) -> list[list[int]]:
    return [dice for name, dice in fired(game) if name == "motherland"]


@clause("smith.na_ussr_motherland.5", "smith.na_ussr_motherland.6")
@pytest.mark.parametrize(("face", "through"), [(2, False), (3, True)])
def test_example_an_armor_enters_the_empty_far_east(face: int, through: bool) -> None:
    units = {"Manchuria": {JAPAN: "1 armor, 1 infantry"}, "Yakut S.S.R.": {RED: "1 infantry"}}
    game = position(JAPAN, "combat_move", units, rules=[SOVIET], dice=[face, 6, 6, 6, 6, 6, 6])
    tell(game, "1 armor: Manchuria > Soviet Far East > Yakut S.S.R.")
    assert game.state.owner["Soviet Far East"] == (JAPAN if through else RED)
    assert at(game, "Yakut S.S.R.", JAPAN) == ({"tank": 1} if through else {})
    assert happened(game, "motherland_rolled") == [
        {"power": RED, "space": "Soviet Far East", "dice": [face], "count": int(not through)}
    ]


@clause("smith.na_ussr_motherland.1", "smith.na_ussr_motherland.2", "smith.na_ussr_motherland.3",
        "smith.na_ussr_motherland.4")  # fmt: skip
def test_example_seven_soviet_defenders_and_three_british_fighters() -> None:
    units = {
        "Russia": {RED: "4 infantry, 2 armor, 1 fighter, 1 antiaircraft gun", UK: "3 fighter"},
        "Novosibirsk": {GERMANY: "9 infantry"},
    }  # fmt: skip
    game = attack(
        GERMANY, ["9 infantry: Novosibirsk > Russia"], units, dice=[6] * 9 + [6] * 10 + [2, 2], rules=[SOVIET],
        owners={"Novosibirsk": GERMANY},
    )  # fmt: skip
    assert dice_of(game) == [[2, 2]]
    assert sum(len(d) for name, d in fired(game) if name == "defenders") == 10
    assert at(game, "Russia", GERMANY) == {"infantry": 7}


@clause("smith.na_ussr_motherland.7")
@pytest.mark.parametrize(("space", "dice"), [("Eastern Europe", []), ("Karelia S.S.R.", [[3]])])
def test_example_only_original_territory(space: str, dice: Any) -> None:
    units = {space: {RED: "2 infantry"}, "Germany": {GERMANY: "1 armor"}}
    game = attack(
        GERMANY, [f"1 armor: Germany > {'Eastern Europe > ' if dice else ''}{space}"], units,
        dice=[6, 6, 6, 3], owners={"Eastern Europe": GERMANY if dice else RED}, rules=[SOVIET],
    )  # fmt: skip
    assert dice_of(game) == dice


def test_allies_alone_have_one_die_and_captured_territory_none() -> None:
    units = {"Karelia S.S.R.": {UK: "1 infantry"}, "Eastern Europe": {GERMANY: "2 infantry"}}
    game = attack(GERMANY, ["2 infantry: Eastern Europe > Karelia S.S.R."], units, dice=[6, 6, 6, 2], rules=[SOVIET])
    assert dice_of(game) == [[2]] and at(game, "Karelia S.S.R.", GERMANY) == {"infantry": 1}
    units = {"Karelia S.S.R.": {GERMANY: "1 infantry"}, "Russia": {RED: "2 infantry"}}
    game = attack(
        RED, ["2 infantry: Russia > Karelia S.S.R."], units, dice=[6, 6, 6], rules=[SOVIET],
        owners={"Karelia S.S.R.": GERMANY},
    )  # fmt: skip
    assert dice_of(game) == []


def test_the_invader_chooses_what_the_motherland_hits() -> None:
    units = {"Manchuria": {JAPAN: "1 armor, 1 infantry"}}
    game = position(JAPAN, "combat_move", units, rules=[SOVIET], dice=[1])
    tell(game, "1 armor, 1 infantry: Manchuria > Soviet Far East")
    assert game.decision is not None and game.decision.kind == "casualties"
    assert [stack.type for stack in game.decision.advice] == ["infantry"]
    tell(game, "1 infantry")
    assert at(game, "Soviet Far East") == {"tank": 1} and game.state.owner["Soviet Far East"] == JAPAN


def test_motherland_has_other_numbers() -> None:
    names = ("hits_on", "units_per_die", "minimum_dice")
    for rule, power, home, start in ((SOVIET, RED, "Soviet Far East", "Manchuria"),
                                     (JAPANESE, JAPAN, "Manchuria", "Soviet Far East")):  # fmt: skip
        enemy = JAPAN if power == RED else RED
        options = {f"{rule}.{name}": n for name, n in zip(names, (4, 2, 0), strict=True)}
        units = {start: {enemy: "3 infantry"}, home: {power: "3 infantry"}}
        game = attack(
            enemy, [f"3 infantry: {start} > {home}"], units, dice=[6] * 6 + [4, 5], rules=[rule], options=options
        )
        assert dice_of(game) == [[4, 5]] and at(game, home, enemy) == {"infantry": 2}
        empty = position(enemy, "combat_move", {start: {enemy: "1 infantry"}}, rules=[rule], options=options, dice=[])
        tell(empty, f"1 infantry: {start} > {home}")
        assert empty.state.owner[home] == enemy


@clause("smith.na_japan_motherland.5", "smith.na_japan_motherland.6")
def test_example_a_soviet_armor_enters_empty_manchuria() -> None:
    units = {"Soviet Far East": {RED: "1 armor, 1 infantry"}}
    game = position(RED, "combat_move", units, rules=[JAPANESE], dice=[1])
    tell(game, "1 armor: Soviet Far East > Manchuria > Kwangtung")
    assert game.state.owner["Manchuria"] == JAPAN and at(game, "Manchuria") == at(game, "Kwangtung") == {}


@clause("smith.na_japan_motherland.1", "smith.na_japan_motherland.2", "smith.na_japan_motherland.4")
def test_example_six_defenders_of_japan() -> None:
    sea = "3 transport (carrying infantry of United States + infantry of United States)"
    units = {"Japan Sea Zone": {"United States": sea}, "Japan": {JAPAN: "3 infantry, 1 armor, 1 fighter, 1 bomber"}}
    game = attack(
        "United States", ["6 infantry: Japan Sea Zone > Japan"], units,
        dice=[1] * 6 + [6] * 6 + [2, 1], rules=[JAPANESE],
    )  # fmt: skip
    assert dice_of(game) == [[2, 1]] and at(game, "Japan", "United States") == {"infantry": 4}


@clause("smith.na_japan_motherland.3", "smith.na_japan_motherland.7")
@pytest.mark.parametrize(("space", "start", "dice"), [("Manchuria", "Soviet Far East", [[3]]), ("India", "Persia", [])])
def test_example_german_units_and_conquered_territory_do_not_count(space: str, start: str, dice: Any) -> None:
    units = {space: {JAPAN: "5 infantry", GERMANY: "1 fighter"}, start: {RED: "1 infantry"}}
    game = attack(
        RED, [f"1 infantry: {start} > {space}"], units, dice=[6, 6, 6, 6, 6, 6, 6, 3], rules=[JAPANESE],
        owners={"India": JAPAN, "Persia": RED},
    )  # fmt: skip
    assert dice_of(game) == dice


# --- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "enemy"),
    [
        ({"infantry": 4, "fighter": 1}, {"infantry": 6}),
        ({"tank": 2}, {"infantry": 1, "fighter": 1}),
        ({"infantry": 5, "tank": 3}, {"infantry": 5, "tank": 2, "fighter": 4}),
    ],
)
def test_the_referee_rolls_what_is_solved(own: Any, enemy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Germany attacks Karelia S.S.R., where the number of dice falls with the defenders."""
    monkeypatch.setattr(referee, "ATTACKING", GERMANY)
    monkeypatch.setattr(referee, "DEFENDING", RED)
    monkeypatch.setattr(referee, "PLACES", {"land": ("Karelia S.S.R.", "land_battle")})
    battle = referee.Referee("land", own, enemy, rules=(SOVIET,), seed=4)
    battle.at = forces.place(battle.game.rules, "Karelia S.S.R.")
    agrees(battle)


def test_odds_by_hand() -> None:
    """For one round, an infantry attacks one infantry that defends with a die at 2 and the motherland with another."""
    rules = registry.build("classic", [SOVIET])
    held = ["defender: motherland of soviet union"]
    sides = ("1 infantry of Germany", "1 infantry of Soviet Union")
    found = sandtable.odds(rules, *sides, "Karelia S.S.R.", rounds=1, tech=held)
    assert found.expected_loss["attacker"] == pytest.approx(3 * (1 - (4 / 6) ** 2))
    elsewhere = sandtable.odds(rules, *sides, "Persia", rounds=1, tech=held)
    assert elsewhere.expected_loss["attacker"] == pytest.approx(3 * 2 / 6)
