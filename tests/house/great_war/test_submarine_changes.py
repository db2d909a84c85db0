"""Submarines that call targets and dive, the screens of cruisers and destroyers, and destroyers themselves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.engine.game import Game
from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import finish, form, scene, until
from tests.helpers import at, happened, tell

SUBS, CRUISERS, DESTROYERS = "great_war.submarine_changes", "great_war.cruiser_screens", "great_war.destroyers"
COSTS = "great_war.naval_unit_costs"
ZONE = "Sea Zone 9"


def sea(own: str, enemy: str, dice: list[int], *rules: str, **more: Any) -> Game:
    """Germany attacks Britain in Sea Zone 9."""
    units = {ZONE: {"Germany": own, "Britain": enemy}}
    game = scene("Germany", "combat", units, rules=[SUBS, *rules], dice=dice, **more)
    return tell(game, ZONE)


def callers(game: Game) -> int:
    """How many submarines may call a target: the dice they name targets for."""
    for _ in range(9):
        if game.decision is None or game.decision.kind == "targets" or happened(game, "battle_ended"):
            break
        tell(game, {"assign": "none"}.get(game.decision.kind, game.decision.advice))
    return int(form(game).high) if game.decision and game.decision.kind == "targets" else 0


# --- destroyers -------------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "great_war.destroyers.1", "great_war.destroyers.2", "great_war.destroyers.3", "great_war.destroyers.4",
    "great_war.destroyers.6",
)  # fmt: skip
def test_example_germany_purchases_seven_destroyers() -> None:
    game = scene("Germany", "purchase", ipcs={"Germany": 35}, rules=[DESTROYERS, COSTS])
    tell(game, "go on", "7 destroyer")
    assert game.state.ipcs["Germany"] == 0
    unit = game.rules.units["destroyer"]
    assert (unit.attack, unit.defense, unit.move, unit.hits, unit.support) == (2, 2, 3, 1, 0)
    assert scene("Germany", "move", rules=[DESTROYERS]).rules.units["destroyer"].cost == 5


@pytest.mark.clause("great_war.destroyers.5", "great_war.submarine_changes.9")
def test_example_destroyers_keep_submarines_from_calling_targets() -> None:
    game = sea("3 submarine", "1 battleship, 1 transport, 2 destroyer", [2, 1, 6, *[6] * 9], DESTROYERS)
    assert callers(game) == 1
    tell(game, "1 transport")
    assert at(game, ZONE, "Britain").get("transport") is None


@pytest.mark.clause("great_war.submarine_changes.9")
def test_example_with_destroyers_in_the_game_cruisers_screen_nothing() -> None:
    game = sea("3 submarine", "1 battleship, 2 cruiser, 1 transport", [6] * 20, DESTROYERS)
    assert callers(game) == 3


# --- called targets ---------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "great_war.submarine_changes.2", "great_war.submarine_changes.3", "great_war.submarine_changes.4",
    "great_war.cruiser_screens.1",
)  # fmt: skip
def test_example_one_of_three_submarines_calls_the_transport() -> None:
    game = sea("3 submarine", "1 battleship, 2 cruiser, 1 transport", [2, 1, 6, *[6] * 20])
    assert callers(game) == 1
    tell(game, "1 transport")
    assert form(game).high == 1
    tell(game, "1 battleship")  # the ordinary hit is damage on the battleship
    finish(game, "combat", {"retreat": "break off"})
    assert at(game, ZONE, "Britain") == {"battleship": 1, "cruiser": 2}
    assert [s.cond.damage for s in game.state.at(ZONE) if s.type == "battleship"] == [1]


@pytest.mark.clause("great_war.submarine_changes.2")
def test_a_ship_that_is_called_and_hit_still_fires() -> None:
    game = sea("2 submarine", "1 battleship, 1 destroyer", [1, 1, 6, 6], DESTROYERS)
    assert callers(game) == 1
    tell(game, "1 destroyer")
    assert at(game, ZONE, "Britain") == {"battleship": 1}
    assert [len(e["dice"]) for e in happened(game, "volley_fired") if e["volley"] == "defenders"] == [2]


@pytest.mark.clause("great_war.submarine_changes.2")
def test_a_called_hit_on_a_ship_that_is_sunk_already_is_an_ordinary_one() -> None:
    game = sea("2 submarine", "1 transport, 1 battleship", [1, 2, 6])
    until(game, "targets")
    tell(game, "2 transport")
    assert at(game, ZONE, "Britain") == {"battleship": 1}
    assert [s.cond.damage for s in game.state.at(ZONE) if s.type == "battleship"] == [1]


@pytest.mark.clause("great_war.cruiser_screens.1", "great_war.cruiser_screens.2")
@pytest.mark.parametrize(
    ("own", "enemy", "able"),
    [
        ("2 submarine, 2 cruiser", "1 battleship, 2 cruiser", 2),
        ("4 submarine, 1 cruiser", "3 cruiser, 1 battleship", 2),
    ],
)
def test_example_attacking_cruisers_cancel_screens(own: str, enemy: str, able: int) -> None:
    assert callers(sea(own, enemy, [6] * 30, CRUISERS)) == able
    assert callers(sea(own, enemy, [6] * 60)) < able


@pytest.mark.clause("great_war.cruiser_screens.3")
def test_example_attacking_cruisers_cancel_destroyers() -> None:
    own, enemy = "3 submarine, 1 cruiser", "2 cruiser, 2 destroyer"
    assert callers(sea(own, enemy, [6] * 30, CRUISERS, DESTROYERS)) == 2
    battleships = {f"{CRUISERS}.counter_screen_unit": "battleship"}
    assert callers(sea(own, enemy, [6] * 30, CRUISERS, DESTROYERS, options=battleships)) == 1


@pytest.mark.clause("great_war.submarine_changes.3")
@pytest.mark.parametrize(
    ("options", "able"), [({"screen_ratio": 2}, 1), ({"screen_unit": "battleship"}, 2), ({"screen_ratio": 0}, 3)]
)
def test_other_screens(options: dict[str, Any], able: int) -> None:
    given = {f"{SUBS}.{name}": value for name, value in options.items()}
    game = sea("3 submarine", "1 battleship, 1 cruiser, 1 transport", [6] * 30, options=given)
    assert callers(game) == able


@pytest.mark.clause("great_war.submarine_changes.2")
def test_without_the_choice_of_targets_submarines_fire_like_other_ships() -> None:
    game = sea("2 submarine", "1 battleship, 1 transport", [6] * 9, options={f"{SUBS}.target_choice": False})
    finish(game, "combat", {"retreat": "break off"})
    assert not [e for e in happened(game, "volley_fired") if e["volley"] == "submarines"]


# --- diving -----------------------------------------------------------------------------------------------------------


def attacked(own: str, enemy: str, dice: list[int], **options: Any) -> Game:
    """Britain attacks German submarines in Sea Zone 5."""
    units = {"Sea Zone 5": {"Britain": own, "Germany": enemy}}
    given = {f"{SUBS}.{name}": value for name, value in options.items()}
    game = scene("Britain", "combat", units, rules=[SUBS], dice=dice, options=given)
    return tell(game, "Sea Zone 5")


@pytest.mark.clause(
    "great_war.submarine_changes.1", "great_war.submarine_changes.5", "great_war.submarine_changes.6",
    "great_war.submarine_changes.8",
)  # fmt: skip
def test_example_two_of_three_submarines_dive() -> None:
    game = attacked("1 battleship, 3 cruiser", "3 submarine", [2, 3, 5, 1, 6, 6, 6, 2])
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power) == ("assign", "Germany")
    tell(game, "3 submarine")
    assert [(e["hits_on"], e["count"]) for e in happened(game, "tested")] == [(3, 2)]
    assert at(game, "Sea Zone 5", "Germany") == {"submarine": 2}
    assert happened(game, "volley_fired")[-1]["hits_on"] == "1"


@pytest.mark.clause("great_war.submarine_changes.7")
def test_a_submarine_that_survives_submerges() -> None:
    game = attacked("1 cruiser", "1 submarine", [5, 6, 6])
    tell(game, "1 submarine")
    assert happened(game, "submerged")
    assert at(game, "Sea Zone 5") == {"cruiser": 1, "submarine": 1}
    assert happened(game, "battle_ended")[-1]["rounds"] == 1


@pytest.mark.clause("great_war.submarine_changes.7")
def test_the_battle_goes_on_without_it() -> None:
    game = attacked("2 cruiser", "1 submarine, 1 cruiser", [5, *[6] * 4, 1, 1, 6])
    tell(game, "1 submarine", "press on")
    assert at(game, "Sea Zone 5") == {"cruiser": 2, "submarine": 1}


@pytest.mark.clause("great_war.submarine_changes.8")
@pytest.mark.parametrize(
    ("own", "enemy", "number", "options"),
    [
        ("6 cruiser", "2 submarine", 0, {}), ("1 battleship, 3 cruiser", "3 submarine", 3, {}),
        ("1 cruiser, 3 transport", "2 submarine", 4, {}), ("2 cruiser", "1 submarine", 5, {"dive_base": 6}),
        ("4 cruiser", "2 submarine", 0, {"dive_penalty_per_excess_ship": 2}),
    ],
)  # fmt: skip
def test_example_the_number_needed(own: str, enemy: str, number: int, options: dict[str, int]) -> None:
    game = attacked(own, enemy, [1] * 40, **options)
    tell(game, enemy)
    assert happened(game, "tested")[0]["hits_on"] == number
    assert bool(happened(game, "tested")[0]["count"]) is bool(number)


@pytest.mark.clause("great_war.submarine_changes.5")
def test_a_submarine_may_stay_and_dive_later() -> None:
    game = attacked("1 cruiser", "1 submarine", [6] * 20)
    tell(game, "none")
    assert game.decision is not None
    assert game.decision.kind == "retreat"
    tell(game, "press on")
    assert game.decision.kind == "submerge"


@pytest.mark.clause("great_war.submarine_changes.5")
def test_without_the_dive_submarines_submerge_as_in_the_base_game() -> None:
    game = attacked("1 cruiser", "1 submarine", [6] * 20, preemptive_dive=False)
    assert game.decision is not None
    assert game.decision.kind == "submerge"


@pytest.mark.clause("great_war.submarine_changes.1")
@pytest.mark.parametrize(("options", "value"), [({}, 1), ({"submarine_defense": 2}, 2)])
def test_the_defense_of_submarines(options: dict[str, int], value: int) -> None:
    given = {f"{SUBS}.{name}": n for name, n in options.items()}
    assert scene("Germany", "move", rules=[SUBS], options=given).rules.units["submarine"].defense == value


# --- odds -------------------------------------------------------------------------------------------------------------

CASES = (
    ("3 submarine, 1 cruiser", "1 battleship, 1 cruiser, 1 transport", (SUBS,)),
    ("2 submarine, 1 cruiser", "2 cruiser, 1 transport", (SUBS, CRUISERS)),
    ("3 submarine", "1 destroyer, 1 cruiser, 1 transport", (SUBS, DESTROYERS)),
    ("2 cruiser, 1 battleship", "1 cruiser, 2 submarine", (SUBS,)),
)


@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.clause("great_war.submarine_changes.2", "great_war.submarine_changes.5", "great_war.cruiser_screens.2")
def test_the_referee_rolls_what_is_solved(number: int) -> None:
    own, enemy, rules = CASES[number]
    referee = Referee("sea", own, enemy, rules=(*rules, "common.switches"), seed=number)

    def told(result: Any) -> Any:
        """Submarines that left are not told from those that are lost."""
        return tuple(tuple(row for row in side if number < 3 or row[0] != "submarine") for side in result)

    expected: dict[Any, float] = {}
    for result, p in referee.solved()[1].items():
        expected[told(result)] = expected.get(told(result), 0.0) + p
    seen = Counter(told(referee.roll()) for _ in range(300))
    assert p_value(expected, seen, 300) > 1e-5, CASES[number]


@pytest.mark.clause("great_war.submarine_changes.2")
def test_odds_of_a_called_transport() -> None:
    """A submarine attacks a transport beside a battleship for one round: it is called with 2 in 6 (by the dearest
    first, the battleship is only damaged)."""
    found = sandtable.odds("great_war", "1 submarine", "1 battleship, 1 transport", "sea", house_rules=[SUBS], rounds=1)
    assert sum(p for _, enemy, p in found.outcomes if len(enemy) == 1) == pytest.approx(1 / 3)
