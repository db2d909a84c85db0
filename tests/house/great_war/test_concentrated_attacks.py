"""Attacks on one of several defending powers, and the share of the others that fights."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.great_war.board import finish, form, scene
from tests.helpers import at, happened, tell

RULE = "great_war.concentrated_attacks"


def attack(space: str, own: str, enemies: dict[str, str], dice: list[int], **options: Any) -> Game:
    units = {space: {"Germany": own, **enemies}}
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = scene("Germany", "combat", units, contested={space: "France"}, rules=[RULE], dice=dice, options=given,
                 america=True)  # fmt: skip
    return tell(game, space, own, "concentrate", "France")


def fighting(game: Game) -> int:
    assert game.battle is not None
    return sum(game.battle.units["defender"].values())


PICARDY = {"France": "10 infantry", "Britain": "20 infantry"}


@pytest.mark.clause(
    "great_war.concentrated_attacks.1", "great_war.concentrated_attacks.2", "great_war.concentrated_attacks.3",
    "great_war.concentrated_attacks.4", "great_war.concentrated_attacks.5", "great_war.concentrated_attacks.6",
    "great_war.concentrated_attacks.7",
)  # fmt: skip
@pytest.mark.parametrize(
    ("die", "options", "others"),
    [
        (3, {}, 5), (4, {}, 10), (3, {"base_share_percent": 50}, 10), (4, {"extra_share_percent": 50}, 15),
        (4, {"extra_share_roll": 5}, 5),
    ],
)  # fmt: skip
def test_example_ten_french_and_a_share_of_twenty_british(die: int, options: dict[str, int], others: int) -> None:
    game = attack("Picardy", "20 infantry", PICARDY, [die, *[6] * 20, *[6] * 30], **options)
    assert [e["count"] for e in happened(game, "concentrated")] == [others]
    assert len([e for e in happened(game, "volley_fired") if e["volley"] == "defenders"][-1]["dice"]) == 10 + others


@pytest.mark.clause("great_war.concentrated_attacks.8")
def test_example_hits_beyond_those_that_fight_are_lost() -> None:
    game = attack("Picardy", "20 infantry", PICARDY, [2, *[1] * 17, *[6] * 3, *[6] * 30])
    finish(game, "combat")
    assert at(game, "Picardy", "Britain") == {"infantry": 15}
    assert at(game, "Picardy", "France") == {}
    assert "Picardy" in game.state.facts["contested"]


@pytest.mark.clause("great_war.concentrated_attacks.3", "great_war.concentrated_attacks.6")
@pytest.mark.parametrize(("die", "rounding", "others"), [(5, "up", 5), (1, "up", 3), (1, "down", 2), (1, "nearest", 3)])
def test_example_shares_are_rounded_up(die: int, rounding: str, others: int) -> None:
    enemies = {"France": "6 infantry", "Britain": "7 infantry", "United States": "3 infantry"}
    game = attack("Lorraine", "9 infantry", enemies, [die, *[6] * 30], share_rounding=rounding)
    assert [e["count"] for e in happened(game, "concentrated")] == [others]
    assert form(game).high == others
    one, two = [d.power for d in game.open]
    assert {one, two} == {"Britain", "United States"}
    game.answer(f"{others} infantry of Britain", id=game.open[0].id)
    game.answer(f"1 infantry of United States, {others - 1} infantry of Britain", id=game.open[0].id)
    assert len([e for e in happened(game, "volley_fired") if e["volley"] == "defenders"][-1]["dice"]) == 6 + others


@pytest.mark.clause("great_war.concentrated_attacks.1")
def test_only_against_several_powers() -> None:
    units = {"Picardy": {"Germany": "2 infantry", "France": "2 infantry"}}
    game = scene("Germany", "combat", units, contested={"Picardy": "France"}, rules=[RULE], dice=[6] * 4)
    tell(game, "Picardy", "2 infantry")
    assert not happened(game, "concentrated")
    assert happened(game, "battle_ended")
