"""Units beyond twice the number of their enemies go on from a contested territory."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.ai.basic import Basic
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.great_war.board import ends, finish, refused, scene, until
from tests.helpers import at, happened, tell

RULE = "great_war.breaking_through"
OPEN = {"Lorraine": "France"}


def front(units: dict[str, dict[str, str]], *, contested: dict[str, str] | None = None, **more: Any) -> Game:
    """Germany is about to move; Lorraine is contested. Far away somebody can always move."""
    units = {"Berlin": {"Germany": "1 infantry"}, **units}
    rules = more.pop("rules", [RULE])
    return scene("Germany", "move", units, contested=contested or OPEN, rules=rules, **more)


def worked_case(**more: Any) -> Game:
    """15 German units in Lorraine, 35 more march in; 15 French there, 5 in Burgundy."""
    units = {
        "Lorraine": {"Germany": "12 infantry, 3 artillery", "France": "15 infantry"},
        "Alsace": {"Germany": "35 infantry"},
        "Burgundy": {"France": "5 infantry"},
    }
    return tell(front(units, **more), "35 infantry: Alsace > Lorraine")


@pytest.mark.clause(
    "great_war.breaking_through.1", "great_war.breaking_through.2", "great_war.breaking_through.3",
    "great_war.breaking_through.4", "great_war.breaking_through.5", "great_war.breaking_through.7",
)  # fmt: skip
def test_example_fifteen_of_fifty_break_through() -> None:
    game = tell(worked_case(), "12 infantry, 3 artillery: Lorraine > Burgundy")
    assert at(game, "Lorraine", "Germany") == {"infantry": 35}
    with pytest.raises(Illegal):
        tell(game, "1 infantry: Lorraine > Burgundy")  # a sixteenth
    tell(game, "done")
    until(game, "casualties", {"battle": "Burgundy"})
    fought = [e["space"] for e in happened(game, "battle_started")]
    assert fought[0] == "Burgundy"
    finish(game, "combat")
    assert {e["space"] for e in happened(game, "battle_started")} == {"Burgundy", "Lorraine"}


@pytest.mark.clause("great_war.breaking_through.2")
def test_without_the_rule_nobody_leaves_the_territory() -> None:
    refused(worked_case(rules=[]), "1 infantry: Lorraine > Burgundy", "R30")


@pytest.mark.clause("great_war.breaking_through.3")
def test_reinforcements_do_not_break_through() -> None:
    game = front({
        "Lorraine": {"Germany": "2 infantry", "France": "1 infantry"},
        "Alsace": {"Germany": "6 infantry"},
        "Burgundy": {"France": "1 infantry"},
    })  # fmt: skip
    tell(game, "6 infantry: Alsace > Lorraine", "2 infantry: Lorraine > Burgundy")
    assert "Lorraine" not in {space for space, _, _ in game.decision.form.source.movable()}  # type: ignore[union-attr]
    with pytest.raises(Illegal):
        tell(game, "1 infantry: Lorraine > Burgundy")


@pytest.mark.clause("great_war.breaking_through.4", "great_war.breaking_through.6", "great_war.breaking_through.8")
@pytest.mark.parametrize("attacks", [True, False])
def test_example_two_of_twelve_go_to_contested_picardy(attacks: bool) -> None:
    units = {
        "Lorraine": {"Germany": "12 infantry", "France": "5 infantry"},
        "Picardy": {"Austria-Hungary": "2 infantry", "France": "2 infantry"},
    }
    game = front(units, contested={"Lorraine": "France", "Picardy": "France"})
    refused(game, "3 infantry: Lorraine > Picardy", "breaking_through.4")
    tell(game, "2 infantry: Lorraine > Picardy", "done")
    battles: list[str] = []
    while (
        game.decision and game.decision.power == "Germany" and game.decision.kind in ("battle", "commit", "casualties")
    ):
        if game.decision.kind == "battle":
            here = "Lorraine" if not battles else "Picardy" if attacks else "none"
            battles.append(here)
            game.answer(here)
        else:
            game.answer(game.decision.advice)
        if game.decision and game.decision.kind == "casualties" and game.decision.power == "France":
            game.answer(game.decision.advice)
    fought = [e["space"] for e in happened(game, "battle_started")]
    assert fought == (["Lorraine", "Picardy"] if attacks else ["Lorraine"])


@pytest.mark.clause("great_war.breaking_through.2", "great_war.breaking_through.4")
@pytest.mark.parametrize("germans", [3, 9, 10])
def test_example_nothing_beyond_twice_the_number(germans: int) -> None:
    units = {
        "Lorraine": {"Germany": f"{germans} infantry", "France": "5 infantry"}, "Burgundy": {"France": "1 infantry"},
    }  # fmt: skip
    game = front(units)
    refused(game, "1 infantry: Lorraine > Burgundy", "breaking_through.4")
    assert "Burgundy" not in ends(game, "Lorraine", "infantry")


@pytest.mark.clause("great_war.breaking_through.2")
def test_example_not_from_a_territory_that_is_only_entered_now() -> None:
    units = {"Alsace": {"Germany": "40 infantry"}, "Lorraine": {"France": "2 infantry"}}
    game = scene("Germany", "move", units, rules=[RULE])
    tell(game, "39 infantry: Alsace > Lorraine")
    with pytest.raises(Illegal):
        tell(game, "1 infantry: Lorraine > Burgundy")


@pytest.mark.clause("great_war.breaking_through.9")
def test_the_move_stands_and_the_first_territory_stays_contested() -> None:
    units = {"Lorraine": {"Germany": "12 infantry", "France": "5 infantry"}}
    game = front(units, dice=[6] * 10 + [6] * 5)
    tell(game, "2 infantry: Lorraine > Burgundy")
    assert game.state.owner["Burgundy"] == "Germany"  # nobody was there
    tell(game, "done")
    finish(game, "combat")
    assert game.state.owner["Lorraine"] is None
    assert "Lorraine" in game.state.facts["contested"]
    assert at(game, "Burgundy", "Germany") == {"infantry": 2}


@pytest.mark.clause("great_war.breaking_through.2")
def test_the_rest_has_to_attack_with_twice_the_number() -> None:
    units = {"Lorraine": {"Germany": "14 infantry", "France": "5 infantry"}}
    game = tell(front(units), "2 infantry: Lorraine > Burgundy", "done")
    assert game.decision and game.decision.kind == "commit"
    with pytest.raises(Illegal):
        tell(game, "9 infantry")
    tell(game, "10 infantry")
    assert [e["space"] for e in happened(game, "battle_started")] == ["Lorraine"]
    quiet = tell(front(units), "done")  # without a breakthrough it may let it be
    assert quiet.decision and quiet.decision.kind == "battle"
    tell(quiet, "none")


@pytest.mark.clause("great_war.breaking_through.4")
def test_nobody_else_leaves_once_the_others_are_needed() -> None:
    units = {
        "Lorraine": {"Germany": "12 infantry", "France": "5 infantry"},
        "Alsace": {"Germany": "1 infantry"},
        "Belgium": {"Germany": "1 infantry"},
    }
    game = tell(front(units), "1 infantry: Lorraine > Burgundy", "1 infantry: Lorraine > Alsace")
    refused(game, "1 infantry: Lorraine > Alsace", "breaking_through.4")
    assert ends(game, "Lorraine", "infantry") == set()


@pytest.mark.clause("great_war.breaking_through.4")
def test_both_groups_are_armies_with_infantry() -> None:
    units = {
        "Lorraine": {"Germany": "2 infantry, 6 artillery", "France": "2 infantry"},
        "Burgundy": {"France": "1 infantry"},
    }
    game = front(units)
    refused(game, "1 artillery: Lorraine > Burgundy", "breaking_through.4")
    refused(game, "2 infantry: Lorraine > Burgundy", "breaking_through.4")
    tell(game, "1 infantry, 2 artillery: Lorraine > Burgundy", "1 artillery: Lorraine > Burgundy")
    assert at(game, "Lorraine", "Germany") == {"infantry": 1, "artillery": 3}
    assert at(game, "Burgundy", "Germany") == {"infantry": 1, "artillery": 3}


@pytest.mark.clause("great_war.breaking_through.6")
def test_enemy_territory_is_what_enemies_control_and_minor_powers_aligned_with_them() -> None:
    game = front({"Lorraine": {"Germany": "9 infantry", "France": "1 infantry"}})
    # Alsace is German, Belgium aligned with France; Switzerland is a true neutral
    assert ends(game, "Lorraine", "infantry") == {"Alsace", "Belgium", "Burgundy", "Picardy"}
    refused(game, "1 infantry: Lorraine > Switzerland", "R30")


@pytest.mark.clause("great_war.breaking_through.2", "great_war.breaking_through.4")
def test_allies_do_not_count_and_all_enemies_do() -> None:
    units = {
        "Lorraine": {
            "Germany": "5 infantry", "Austria-Hungary": "9 infantry", "France": "1 infantry", "Britain": "1 infantry",
        },
    }  # fmt: skip
    game = front(units)
    refused(game, "2 infantry: Lorraine > Burgundy", "breaking_through.4")
    tell(game, "1 infantry: Lorraine > Burgundy")


def test_fighters_count_and_go_along() -> None:
    units = {"Lorraine": {"Germany": "5 infantry, 2 fighter", "France": "2 infantry"}}
    game = front(units)
    refused(game, "1 fighter: Lorraine > Burgundy", "breaking_through.4")  # infantry first
    tell(game, "2 infantry: Lorraine > Burgundy", "1 fighter: Lorraine > Burgundy")
    refused(game, "1 fighter: Lorraine > Burgundy", "breaking_through.4")
    ground = front(units, options={f"{RULE}.count_air_units": False})
    tell(ground, "1 infantry: Lorraine > Burgundy")
    refused(ground, "1 infantry: Lorraine > Burgundy", "breaking_through.4")
    refused(ground, "1 fighter: Lorraine > Burgundy", "R30")


def test_another_ratio_may_be_agreed_on() -> None:
    units = {"Lorraine": {"Germany": "7 infantry", "France": "2 infantry"}}
    game = front(units, options={f"{RULE}.holding_ratio": 3})
    refused(game, "2 infantry: Lorraine > Burgundy", "breaking_through.4")
    tell(game, "1 infantry: Lorraine > Burgundy")


@pytest.mark.clause("great_war.breaking_through.6")
def test_not_into_closed_switzerland() -> None:
    units = {"Lorraine": {"Germany": "9 infantry", "France": "1 infantry"}}
    game = front(units, rules=[RULE, "great_war.swiss_alps"])
    refused(game, "1 infantry: Lorraine > Switzerland", "R11")


def test_a_breakthrough_that_pays_is_advised() -> None:
    game = front({"Lorraine": {"Germany": "9 infantry, 2 artillery", "France": "2 infantry"}})
    move = game.decision.advice  # type: ignore[union-attr]
    assert move.path[0] == "Lorraine"
    assert move.path[1] in ("Burgundy", "Picardy")
    weak = front({
        "Lorraine": {"Germany": "6 infantry", "France": "2 infantry"},
        "Burgundy": {"France": "9 infantry"}, "Picardy": {"France": "9 infantry"},
    })  # fmt: skip
    assert weak.decision.advice.path == ()  # type: ignore[union-attr]


@pytest.mark.clause("great_war.breaking_through.4")
def test_the_computer_breaks_through_once_its_reinforcements_have_come() -> None:
    """As the phase begins, the 15 units in Lorraine must all stay; then 35 march in."""
    units = {
        "Lorraine": {"Germany": "12 infantry, 3 artillery", "France": "15 infantry"},
        "Alsace": {"Germany": "35 infantry"},
    }
    game, basic = front(units), Basic("ai")
    while game.decision is not None and game.decision.kind in ("move", "patron"):
        game.answer(basic(game, game.decision))
    assert happened(game, "broke_through")


def test_a_minor_power_of_the_enemy_is_woken_only_by_enough() -> None:
    units = {"Serbia": {"Austria-Hungary": "12 infantry", "Russia": "1 infantry"}}
    more: dict[str, Any] = {"contested": {"Serbia": "Russia"}, "facts": {"mobilized": ["Serbia"]}, "rules": [RULE]}
    strong = scene("Austria-Hungary", "move", units, **more)
    assert strong.decision.advice.path == ("Serbia", "Albania")  # type: ignore[union-attr]
    weak = scene(
        "Austria-Hungary", "move", {"Serbia": {"Austria-Hungary": "6 infantry", "Russia": "1 infantry"}}, **more
    )
    assert weak.decision.advice.path == ()  # type: ignore[union-attr]
