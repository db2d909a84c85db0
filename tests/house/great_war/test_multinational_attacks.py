"""Attacks together with allies: who joins, from where, and what it costs them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.great_war.board import ends, finish, refused, scene
from tests.helpers import at, happened, tell

RULE = "great_war.multinational_attacks"


def german_turn(units: dict[str, dict[str, str]], agreed: bool = True, **more: Any) -> Game:
    far = {"Munich": {"Germany": "1 infantry"}, "Ruhr": {"Germany": "1 infantry"}}
    game = scene("Germany", "move", {**far, **units}, rules=[RULE], **more)
    tell(game, "multinational")
    while game.open and game.open[0].kind == "join_attack":
        game.answer(agreed, id=game.open[0].id)
    if game.decision and game.decision.kind == "offer":
        tell(game, "go on")
    return game


GALICIA = {
    "Galicia": {"Austria-Hungary": "6 infantry"}, "Silesia": {"Germany": "2 infantry"},
    "Poland": {"Russia": "3 infantry"},
}  # fmt: skip


@pytest.mark.clause(
    "great_war.multinational_attacks.1", "great_war.multinational_attacks.2", "great_war.multinational_attacks.3",
    "great_war.multinational_attacks.4", "great_war.multinational_attacks.6",
)  # fmt: skip
def test_example_austrians_join_the_attack_on_poland() -> None:
    game = german_turn(GALICIA, dice=[1, 1, 1, *[6] * 5, *[6] * 3])
    refused(game, "6 infantry of Austria-Hungary: Galicia > Poland", "multinational_attacks.3")
    tell(game, "2 infantry: Silesia > Poland", "6 infantry of Austria-Hungary: Galicia > Poland", "done")
    finish(game, "combat")
    fought = happened(game, "battle_started")[0]["attackers"]
    assert sum(fought.values()) == 8
    assert game.state.owner["Poland"] == "Germany"
    assert at(game, "Poland") == {"infantry": 8}


@pytest.mark.clause("great_war.multinational_attacks.6")
def test_example_those_that_marched_in_their_turn_cannot_join() -> None:
    units = {**GALICIA, "Galicia": {"Austria-Hungary": "4 infantry"}}
    game = german_turn(units)
    for stack in list(game.state.at("Galicia")):
        game.state.turn_into("Galicia", stack, stack.cond.marked("used"), 2)
    tell(game, "2 infantry: Silesia > Poland")
    with pytest.raises(Illegal):
        tell(game, "3 infantry of Austria-Hungary: Galicia > Poland")
    tell(game, "2 infantry of Austria-Hungary: Galicia > Poland")
    assert at(game, "Galicia") == {"infantry": 2}


@pytest.mark.clause("great_war.multinational_attacks.5", "great_war.multinational_attacks.6")
def test_example_british_units_that_joined_do_not_move_in_their_own_turn() -> None:
    units = {"Lorraine": {"France": "2 infantry", "Britain": "3 infantry"}, "Alsace": {"Germany": "2 infantry"},
             "Wales": {"Britain": "1 infantry"}, "Paris": {"France": "1 infantry"},
             "Moscow": {"Russia": "1 infantry"}, "Rome": {"Italy": "1 infantry"}}  # fmt: skip
    game = scene("France", "move", units, rules=[RULE], dice=[6] * 7)
    tell(game, "multinational")
    while game.open and game.open[0].kind == "join_attack":
        game.answer(game.open[0].power == "Britain", id=game.open[0].id)
    if game.decision and game.decision.kind == "offer":
        tell(game, "go on")
    tell(game, "2 infantry: Lorraine > Alsace", "3 infantry of Britain: Lorraine > Alsace", "done")
    while game.decision and game.decision.kind != "move":
        tell(game, game.decision.advice if game.decision.kind != "offer" else "go on")
    assert game.state.power == "Britain"
    assert "Alsace" not in [s for s in ("Alsace",) if game.rules.q.attackers(game, s, "Britain")]
    assert not ends(game, "Alsace", "infantry")
    assert [e["allies"] for e in happened(game, "multinational")] == ["Britain"]


@pytest.mark.clause("great_war.multinational_attacks.3")
@pytest.mark.parametrize("consent", [True, False])
def test_the_allies_must_agree(consent: bool) -> None:
    game = german_turn(GALICIA, agreed=False, options={f"{RULE}.ally_consent": consent})
    tell(game, "2 infantry: Silesia > Poland")
    assert bool(ends(game, "Galicia", "infantry")) is not consent


@pytest.mark.clause("great_war.multinational_attacks.3")
def test_ships_of_allies_stay_and_units_in_the_territory_do_not_fight_by_themselves() -> None:
    units = {"Lorraine": {"Germany": "2 infantry", "Austria-Hungary": "2 infantry", "France": "2 infantry"},
             "Sea Zone 18": {"Austria-Hungary": "1 cruiser"}}  # fmt: skip
    game = german_turn(units, contested={"Lorraine": "France"}, dice=[6] * 4)
    assert not ends(game, "Sea Zone 18", "cruiser")
    tell(game, "done", "Lorraine", "2 infantry")
    assert sum(happened(game, "battle_started")[0]["attackers"].values()) == 2


@pytest.mark.clause("great_war.multinational_attacks.6")
def test_units_may_move_again_in_the_next_round() -> None:
    game = german_turn(GALICIA)
    (stack,) = list(game.state.at("Galicia"))
    game.state.turn_into("Galicia", stack, stack.cond.marked("used"), 6)
    (step,) = [s for s in game.rules.sequence("round_end") if s.name == "rested"]
    step.what(game)
    assert all("used" not in s.cond.marks for s in game.state.at("Galicia"))


@pytest.mark.parametrize(("enemy", "advised"), [("Poland", True), ("Alsace", False)])
def test_they_are_advised_where_both_armies_border_on_an_enemy(enemy: str, advised: bool) -> None:
    units = {"Galicia": {"Austria-Hungary": "6 infantry"}, "Silesia": {"Germany": "2 infantry"},
             enemy: {"Russia": "3 infantry"}}  # fmt: skip
    game = scene("Germany", "move", units, rules=[RULE])
    assert game.decision and (game.decision.advice == "multinational") is advised
