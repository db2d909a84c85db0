"""Artillery trucks and armored cars: their numbers, how they drive, and how they fight."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import sandtable
from sandtable.engine.game import Game
from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import ends, finish, form, refused, scene, until
from tests.helpers import at, happened, tell

GUNS, CARS, NUMBERS = "great_war.artillery_trucks", "great_war.armored_car", "great_war.fighting_by_numbers"


def rolls(game: Game, volley: str) -> list[tuple[str, list[int], int]]:
    """What was fired at with which dice in a volley, and its hits."""
    return [(e["hits_on"], e["dice"], e["hits"]) for e in happened(game, "volley_fired") if e["volley"] == volley]


# --- artillery trucks -------------------------------------------------------------------------------------------------


@pytest.mark.clause("great_war.artillery_trucks.1", "great_war.armored_car.1")
@pytest.mark.parametrize(("rule", "unit"), [(GUNS, "artillery truck"), (CARS, "armored car")])
def test_they_cost_5(rule: str, unit: str) -> None:
    game = scene("France", "purchase", ipcs={"France": 12}, rules=[rule])
    tell(game, f"2 {unit}")
    assert game.state.ipcs["France"] == 2


@pytest.mark.clause("great_war.artillery_trucks.2", "great_war.artillery_trucks.5")
def test_example_one_infantry_is_supported() -> None:
    units = {"Poland": {"Germany": "3 infantry, 1 artillery truck", "Russia": "1 infantry"}}
    game = scene("Germany", "combat", units, contested={"Poland": "Russia"}, rules=[GUNS], dice=[6] * 5)
    tell(game, "Poland", "3 infantry, 1 artillery truck")
    assert rolls(game, "attackers") == [("2 and 3", [6, 6, 6, 6], 0)]
    found = sandtable.odds(
        "great_war", "3 infantry, 1 artillery_truck", "9 infantry", "land", house_rules=[GUNS], rounds=1
    )
    assert found.expected_loss["defender"] == pytest.approx(3 * (2 + 2 + 3 + 3) / 6)


@pytest.mark.clause("great_war.artillery_trucks.5")
def test_an_artillery_supports_the_tank_and_the_truck_the_infantry() -> None:
    found = sandtable.odds(
        "great_war", "1 infantry, 1 tank, 1 artillery, 1 artillery_truck", "9 infantry", "land",
        house_rules=[GUNS], rounds=1,
    )  # fmt: skip
    assert found.expected_loss["defender"] == pytest.approx(3 * (3 + 3 + 3 + 3) / 6)


@pytest.mark.clause("great_war.artillery_trucks.3")
def test_example_trucks_fire_at_fighters_without_a_fighter_of_their_own() -> None:
    units = {
        "Picardy": {"France": "4 infantry, 2 artillery truck", "Germany": "2 infantry, 2 fighter, 1 artillery"},
    }  # fmt: skip
    dice = [1, 4, *[6] * 4, *[6] * 6]
    game = scene("Germany", "combat", units, contested={"Picardy": "France"}, rules=[GUNS], dice=dice)
    tell(game, "Picardy", "2 infantry, 2 fighter, 1 artillery")
    assert rolls(game, "antiaircraft fire") == [("1", [1, 4], 1)]
    assert at(game, "Picardy", "Germany")["fighter"] == 1
    assert rolls(game, "attackers") == [("2 and 3 and 4", [6] * 4, 0)]  # air supremacy: artillery fires at 4
    assert rolls(game, "defenders") == [("3", [6] * 6, 0)]


@pytest.mark.clause("great_war.artillery_trucks.3")
def test_a_fighter_that_is_shot_down_still_fires_in_the_first_exchange() -> None:
    units = {"Picardy": {"France": "1 artillery truck, 1 infantry, 1 fighter", "Germany": "1 infantry, 1 fighter"}}
    dice = [1, 2, 6, 6, 6, 6]
    game = scene("Germany", "combat", units, contested={"Picardy": "France"}, rules=[GUNS], dice=dice)
    tell(game, "Picardy", "1 infantry, 1 fighter")
    assert at(game, "Picardy", "Germany") == {"infantry": 1}
    assert at(game, "Picardy", "France") == {"infantry": 1, "artillery_truck": 1}


@pytest.mark.clause("great_war.artillery_trucks.3")
def test_attacking_trucks_do_not_fire_at_fighters() -> None:
    units = {"Picardy": {"France": "1 infantry, 1 fighter", "Germany": "1 infantry, 1 artillery truck"}}
    game = scene("Germany", "combat", units, contested={"Picardy": "France"}, rules=[GUNS], dice=[6] * 4)
    tell(game, "Picardy", "1 infantry, 1 artillery truck")
    assert not rolls(game, "antiaircraft fire")


@pytest.mark.clause("great_war.artillery_trucks.4", "great_war.armored_car.4")
@pytest.mark.parametrize(("rule", "unit"), [(GUNS, "artillery truck"), (CARS, "armored car")])
def test_example_two_spaces_the_first_of_them_friendly(rule: str, unit: str) -> None:
    units = {
        "Moscow": {"Russia": f"1 {unit}"}, "Belarus": {"Russia": f"1 {unit}"}, "Poland": {"Russia": "2 infantry"},
        "Prussia": {"Germany": "1 infantry"},
    }  # fmt: skip
    game = scene("Russia", "move", units, rules=[rule])
    kind = unit.replace(" ", "_")
    assert "Silesia" not in ends(game, "Moscow", kind)
    tell(game, f"1 {unit}: Moscow > Belarus > Poland")
    tell(game, "2 infantry: Poland > Silesia", f"1 {unit}: Belarus > Poland > Silesia")
    assert at(game, "Silesia", "Russia") == {"infantry": 2, kind: 1}
    game = scene("Russia", "move", units, rules=[rule], owners={"Poland": "Germany"})
    assert "Silesia" not in ends(game, "Belarus", kind)  # not through hostile territory


@pytest.mark.clause("great_war.artillery_trucks.4")
def test_out_of_a_contested_territory_they_go_no_farther_than_others() -> None:
    units = {"Lorraine": {"Germany": "1 infantry, 2 artillery truck", "France": "1 infantry"}}
    game = scene("Germany", "move", units, contested={"Lorraine": "France"}, rules=[GUNS])
    assert ends(game, "Lorraine", "artillery_truck") == {"Alsace"}


@pytest.mark.clause("great_war.artillery_trucks.2")
@pytest.mark.parametrize(
    ("options", "loss"),
    [
        ({}, 3 + 3 + 2), ({"air_supremacy_bonus": 1}, 4 + 3 + 2), ({"counts_as_artillery": True}, 4 + 3 + 2),
        ({"promoted_infantry_attack": 5}, 3 + 5 + 2), ({"attack": 4}, 4 + 3 + 2),
    ],
)  # fmt: skip
def test_other_numbers(options: dict[str, Any], loss: int) -> None:
    found = sandtable.odds(
        "great_war", "1 infantry, 1 artillery_truck, 1 fighter", "9 infantry", "land", house_rules=[GUNS], rounds=1,
        options={f"{GUNS}.{name}": value for name, value in options.items()},
    )  # fmt: skip
    assert found.expected_loss["defender"] == pytest.approx(3 * loss / 6)


@pytest.mark.clause("great_war.artillery_trucks.3")
def test_the_odds_of_a_single_shot_at_a_fighter() -> None:
    """A fighter and an infantry attack a truck and an infantry: the fighter falls to the shot, or to land combat."""
    found = sandtable.odds("great_war", "1 fighter, 9 infantry", "1 artillery_truck", "land", house_rules=[GUNS])
    kept = sum(p for own, _, p in found.outcomes if any(piece.type == "fighter" for piece in own))
    assert kept == pytest.approx(5 / 6)


CASES = (
    (GUNS, "2 infantry, 2 fighter, 1 artillery_truck", "1 infantry, 2 artillery_truck, 1 fighter"),
    (GUNS, "2 infantry, 2 fighter", "1 infantry, 2 artillery_truck"),
    (CARS, "2 infantry, 2 armored_car", "2 infantry, 2 artillery"),
    (CARS, "1 infantry, 3 armored_car, 1 artillery", "1 infantry, 1 artillery, 1 armored_car"),
)


@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.clause("great_war.artillery_trucks.3", "great_war.armored_car.5")
def test_the_referee_rolls_what_is_solved(number: int) -> None:
    rule, attack, defend = CASES[number]
    referee = Referee("land", attack, defend, rules=(rule, "great_war.aerial_combat_modifications"), seed=number)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(300))
    assert p_value(expected, seen, 300) > 1e-5, CASES[number]


@pytest.mark.clause("great_war.armored_car.5")
@pytest.mark.parametrize("size", [3, 9])
def test_the_referee_rolls_what_is_solved_by_numbers(size: int) -> None:
    attack, defend = f"{size} infantry, 3 armored_car", "3 infantry, 3 artillery"
    referee = Referee("land", attack, defend, rules=(CARS, NUMBERS), seed=size)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(300))
    assert p_value(expected, seen, 300) > 1e-5


# --- armored cars -----------------------------------------------------------------------------------------------------


def belarus(dice: list[int], germans: str = "6 infantry, 2 armored car", **more: Any) -> Game:
    units = {"Belarus": {"Germany": germans, "Russia": "6 infantry, 2 artillery"}}
    rules = more.pop("rules", [CARS])
    game = scene("Germany", "combat", units, contested={"Belarus": "Russia"}, rules=rules, dice=dice, **more)
    return tell(game, "Belarus", germans)


@pytest.mark.clause("great_war.armored_car.2", "great_war.armored_car.5")
@pytest.mark.parametrize(("aimed", "left"), [("1 artillery", {"infantry": 5, "artillery": 1}), ("none", None)])
def test_example_a_hit_is_directed_at_artillery(aimed: str, left: dict[str, int] | None) -> None:
    game = belarus([1, 6, 6, 6, 6, 6, 2, 5, *[6] * 8])
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power) == ("aim", "Germany")
    tell(game, aimed)
    assert game.decision.kind == "casualties"
    tell(game, "1 infantry" if left else "2 infantry")
    assert at(game, "Belarus", "Russia") == (left or {"infantry": 4, "artillery": 2})


@pytest.mark.clause("great_war.armored_car.3", "great_war.armored_car.5")
def test_example_on_defense_it_fires_at_1_like_others() -> None:
    units = {"Egypt": {"Ottoman Empire": "2 infantry, 1 artillery", "Britain": "4 infantry, 1 armored car"}}
    game = scene(
        "Ottoman Empire", "combat", units, contested={"Egypt": "Britain"}, rules=[CARS], dice=[6] * 3 + [2, 6, 6, 6, 6]
    )
    tell(game, "Egypt", "2 infantry, 1 artillery")
    assert rolls(game, "defenders") == [("1 and 3", [2, 6, 6, 6, 6], 0)]


@pytest.mark.clause("great_war.armored_car.5")
def test_example_the_share_of_the_cars_in_a_total() -> None:
    game = belarus([3, 3], "8 infantry, 4 armored car", rules=[CARS, NUMBERS])
    assert game.decision is not None
    assert game.decision.kind == "aim"
    assert form(game).high == 2
    assert rolls(game, "attackers") == [("a total of 28", [3], 5)]


@pytest.mark.clause("great_war.armored_car.5")
def test_without_artillery_left_the_owner_chooses() -> None:
    units = {"Belarus": {"Germany": "1 infantry, 3 armored car", "Russia": "3 infantry, 1 artillery"}}
    dice = [6, 1, 1, 1, *[6] * 4]
    game = scene("Germany", "combat", units, contested={"Belarus": "Russia"}, rules=[CARS], dice=dice)
    tell(game, "Belarus", "1 infantry, 3 armored car")
    assert game.decision is not None
    assert form(game).high == 1
    finish(until(game, "aim"), "combat")
    assert at(game, "Belarus", "Russia") == {"infantry": 1}


@pytest.mark.clause("great_war.armored_car.5")
def test_the_attacker_names_the_power_that_loses_artillery() -> None:
    units = {"Lorraine": {"Germany": "1 infantry, 1 armored car", "France": "2 artillery", "Britain": "2 artillery"}}
    dice = [6, 1, *[6] * 4]
    game = scene("Germany", "combat", units, contested={"Lorraine": "France"}, rules=[CARS], dice=dice)
    tell(game, "Lorraine", "1 infantry, 1 armored car", "1 artillery of Britain")
    assert at(game, "Lorraine", "Britain") == {"artillery": 1}


@pytest.mark.clause("great_war.armored_car.5")
def test_another_target() -> None:
    options = {f"{CARS}.target_unit": "tank"}
    units = {"Belarus": {"Germany": "1 infantry, 1 armored car", "Russia": "3 infantry, 1 tank, 1 artillery"}}
    game = scene(
        "Germany",
        "combat",
        units,
        contested={"Belarus": "Russia"},
        rules=[CARS],
        dice=[6, 1, *[6] * 5],
        options=options,
    )
    tell(game, "Belarus", "1 infantry, 1 armored car", "1 tank")
    assert at(game, "Belarus", "Russia") == {"infantry": 3, "artillery": 1}


@pytest.mark.clause("great_war.armored_car.2", "great_war.armored_car.5")
def test_the_odds_of_directed_hits_equal_the_enumeration() -> None:
    """Two cars and an infantry against an infantry and an artillery, by hand."""
    found = sandtable.odds("great_war", "1 infantry, 2 armored_car", "5 infantry, 1 artillery", "land",
                           house_rules=[CARS], rounds=1)  # fmt: skip
    lost = sum(p for _, enemy, p in found.outcomes if all(piece.type != "artillery" for piece in enemy))
    assert lost == pytest.approx(float(1 - Fraction(1, 2) ** 2))


def test_a_refusal_names_the_rule() -> None:
    units = {"Moscow": {"Russia": "1 armored car"}, "Poland": {"Germany": "1 infantry"}}
    game = scene("Russia", "move", units, owners={"Poland": "Germany", "Belarus": "Germany"}, rules=[CARS])
    refused(game, "1 armored car: Moscow > Belarus > Poland", "R33")
