"""Combat at sea: R70 to R76, R133."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.events import sentence
from tests.conformance.great_war.board import scene
from tests.helpers import at, happened, tell

clause = pytest.mark.clause
ZONE = "Sea Zone 5"


def fired(game: Any) -> list[tuple[str, str, list[int], int]]:
    return [(e["volley"], e["hits_on"], list(e["dice"]), e["hits"]) for e in happened(game, "volley_fired")]


def fleet(own: str, enemy: str, dice: list[int], **setting: Any) -> Any:
    """The German fleet attacks the British one."""
    game = scene("Germany", "combat", {ZONE: {"Germany": own, "Britain": enemy}}, dice=dice, **setting)
    return tell(game, ZONE)


@clause("great_war.R70.1", "great_war.R40")
def test_all_own_ships_in_the_zone_take_part_if_the_power_attacks() -> None:
    game = fleet("1 cruiser, 1 battleship", "2 cruiser", [6, 6, 6, 6])
    assert sum(len(dice) for _, _, dice, _ in fired(game)[:1]) == 2
    idle = scene("Germany", "combat", {ZONE: {"Germany": "1 cruiser", "Britain": "2 cruiser"}}, dice=[])
    tell(idle, "none")
    assert fired(idle) == []


@clause("great_war.R70.2", "great_war.R70.3", "great_war.R54")
@pytest.mark.parametrize(("unit", "value"), [("battleship", 4), ("cruiser", 3), ("submarine", 2)])
def test_values_at_sea(unit: str, value: int) -> None:
    answers: list[dict] = [{}] if unit == "submarine" else []
    for face, hits in ((value, 1), (value + 1, 0)):
        attack = scene(
            "Germany", "combat", {ZONE: {"Germany": f"1 {unit}", "Britain": "2 battleship"}}, dice=[face, 6, 6]
        )
        tell(attack, ZONE, *answers)
        assert fired(attack)[0][3] == hits
        defense = scene(
            "Germany", "combat", {ZONE: {"Germany": "2 battleship", "Britain": f"1 {unit}"}}, dice=[6, 6, face]
        )
        tell(defense, ZONE, *answers)
        assert fired(defense)[1][3] == hits


@clause("great_war.R70.2")
def test_transports_do_not_fire() -> None:
    game = fleet("1 cruiser, 2 transport", "1 cruiser, 2 transport", [6, 6])
    assert [len(dice) for _, _, dice, _ in fired(game)] == [1, 1]


@clause("great_war.R70", "great_war.R70.3", "great_war.R71")
def test_all_fire_is_at_the_same_time() -> None:
    game = scene("Germany", "combat", {ZONE: {"Germany": "1 submarine", "Britain": "1 cruiser"}}, dice=[2, 3])
    tell(game, ZONE, {})
    assert at(game, ZONE) == {}
    assert fired(game) == [("attackers", "2", [2], 1), ("defenders", "3", [3], 1)]


@clause("great_war.R70.4", "great_war.R55")
def test_a_hit_may_damage_a_battleship_once() -> None:
    game = fleet("1 cruiser", "1 battleship, 1 cruiser", [3, 6, 6])
    assert game.decision is not None
    (loss,) = game.decision.advice
    assert loss.type == "battleship"
    tell(game, "1 battleship")
    assert at(game, ZONE, "Britain") == {"battleship": 1, "cruiser": 1}


@clause("great_war.R70.5", "great_war.R75")
def test_the_attacker_may_break_off_and_the_fleets_stay_together() -> None:
    game = fleet("1 cruiser", "1 cruiser", [6, 6, 6, 6])
    tell(game, "press on")
    assert game.decision is not None
    assert game.decision.kind == "retreat"
    tell(game, "break off")
    assert at(game, ZONE, "Germany") == {"cruiser": 1}
    assert at(game, ZONE, "Britain") == {"cruiser": 1}
    assert happened(game, "battle_ended")[0]["rounds"] == 2


@clause("great_war.R70.5")
def test_there_is_no_limit_of_rounds() -> None:
    game = fleet("1 cruiser", "1 cruiser", [6] * 24 + [3, 6])
    for _ in range(12):
        tell(game, "press on")
    assert happened(game, "battle_ended")[0]["rounds"] == 13


@clause("great_war.R70.6", "great_war.R133", "great_war.R73")
def test_transports_alone_are_lost_with_their_cargo() -> None:
    game = fleet("1 cruiser", "2 transport (carrying infantry of Britain)", [6])
    assert at(game, ZONE) == {"cruiser": 1}
    guarded = fleet("1 cruiser", "1 cruiser, 1 transport", [3, 6])
    assert at(guarded, ZONE) == {"cruiser": 1}
    idle = scene("Germany", "combat", {ZONE: {"Germany": "1 cruiser", "Britain": "1 transport"}}, dice=[])
    tell(idle, "none")
    assert at(idle, ZONE, "Britain") == {"transport": 1}


@clause("great_war.R70.6")
def test_the_attackers_transports_are_lost_too() -> None:
    game = fleet("1 cruiser, 1 transport", "2 cruiser", [6, 3, 6])
    assert at(game, ZONE) == {"cruiser": 2}


@clause("great_war.R73")
def test_transports_fall_only_when_nothing_else_is_left() -> None:
    game = fleet("2 battleship", "1 cruiser, 1 submarine, 2 transport", [1, 6, 6, 6])
    tell(game, {})  # no submarine submerges
    assert game.decision is not None
    assert {s.type for s in game.decision.form.force} == {"cruiser", "submarine"}  # type: ignore[attr-defined]
    all_hit = fleet("3 battleship", "1 cruiser, 2 transport", [1, 1, 6, 6])
    assert at(all_hit, ZONE, "Britain") == {}  # one cruiser, one transport by hits, the other helpless


# Submarines


@clause("great_war.R72", "great_war.R72.1", "great_war.R72.2")
def test_submarines_may_submerge_before_the_dice_of_a_round() -> None:
    game = scene(
        "Britain", "combat", {ZONE: {"Britain": "2 cruiser", "Germany": "2 submarine, 1 cruiser"}}, dice=[6] * 7
    )
    tell(game, ZONE)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power) == ("submerge", "Germany")
    tell(game, "1 submarine")
    assert fired(game)[1][2] == [6, 6]  # one submarine and the cruiser
    tell(game, "press on", "1 submarine")
    assert at(game, ZONE, "Germany") == {"submarine": 2, "cruiser": 1}
    assert fired(game)[3][2] == [6]


@clause("great_war.R72")
def test_attacking_submarines_submerge_too_and_stay_in_the_zone() -> None:
    game = scene("Germany", "combat", {ZONE: {"Germany": "1 submarine", "Britain": "1 cruiser"}}, dice=[])
    tell(game, ZONE, "1 submarine")
    assert at(game, ZONE) == {"submarine": 1, "cruiser": 1}
    assert fired(game) == []
    (event,) = [e for e in game.events if e.kind == "submerged"]
    assert sentence(event, game.rules.words) == f"Germany submerges 1 submarine in {ZONE}"


@clause("great_war.R74")
def test_fighters_take_no_part_at_sea() -> None:
    game = scene(
        "Britain", "combat",
        {ZONE: {"Britain": "1 cruiser, 1 transport (carrying fighter of Britain)", "Germany": "1 cruiser"}},
        dice=[6, 6],
    )  # fmt: skip
    tell(game, ZONE)
    assert [len(dice) for _, _, dice, _ in fired(game)] == [1, 1]
