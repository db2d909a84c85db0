"""Armored trains: their dice, where they run, how they come to the aid of a territory, and the hits they cancel."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import ends, finish, form, refused, scene
from tests.helpers import at, happened, tell

RULE, NUMBERS = "great_war.armored_trains", "great_war.fighting_by_numbers"
FAR = {
    "Munich": {"Germany": "1 infantry"}, "Tatarstan": {"Russia": "1 infantry"},
    "Bohemia": {"Austria-Hungary": "1 infantry"},
}  # fmt: skip


def front(power: str, units: dict[str, dict[str, str]], **more: Any) -> Game:
    return scene(power, "move", {**FAR, **units}, rules=more.pop("rules", [RULE]), **more)


@pytest.mark.clause("great_war.armored_trains.1")
def test_a_train_costs_9_and_there_is_one_in_a_territory() -> None:
    game = scene(
        "Russia", "purchase", {"Moscow": {"Russia": "1 armored train, 1 infantry"}}, ipcs={"Russia": 20}, rules=[RULE]
    )
    tell(game, "2 armored train")
    assert game.state.ipcs["Russia"] == 2
    finish(game, "combat")
    with pytest.raises(Illegal):
        tell(game, "1 armored train > Moscow")


@pytest.mark.clause("great_war.armored_trains.2")
def test_two_dice_at_2() -> None:
    units = {"Poland": {"Russia": "1 infantry, 1 armored train", "Germany": "1 infantry"}}
    game = scene("Germany", "combat", units, contested={"Poland": "Russia"}, rules=[RULE], dice=[6, 6, 6, 6])
    tell(game, "Poland")
    assert happened(game, "volley_fired")[-1]["hits_on"] == "2 and 3"
    found = sandtable.odds("great_war", "1 armored_train, 1 infantry", "9 infantry", "land", house_rules=[RULE])
    assert found.expected_loss["defender"] == pytest.approx(3 * 6 / 6)


@pytest.mark.clause("great_war.armored_trains.3", "great_war.armored_trains.4")
def test_it_runs_anywhere_at_home() -> None:
    units = {"Moscow": {"Russia": "1 armored train"}, "Poland": {"Russia": "1 infantry", "Germany": "1 infantry"}}
    game = front("Russia", units, contested={"Poland": "Russia"})
    reach = ends(game, "Moscow", "armored_train")
    assert {"Poland", "Livonia", "Sevastopol"} <= reach
    assert all(game.rules.spaces[s].owner == "Russia" for s in reach)


@pytest.mark.clause("great_war.armored_trains.4", "great_war.armored_trains.7")
def test_example_not_into_ukraine_but_to_retake_galicia() -> None:
    units = {"Vienna": {"Austria-Hungary": "1 armored train, 1 infantry"}, "Galicia": {"Russia": "1 infantry"},
             "Budapest": {"Austria-Hungary": "3 infantry"}}  # fmt: skip
    game = front("Austria-Hungary", units, owners={"Galicia": "Russia"}, dice=[6] * 5 + [1])
    refused(game, "1 armored train: Vienna > Tyrolia > Venice", "armored_trains.4")
    assert "Ukraine" not in ends(game, "Vienna", "armored_train")
    tell(game, "1 armored train: Vienna > Galicia", "3 infantry: Budapest > Galicia", "done")
    finish(game, "combat")
    assert [e["hits"] for e in happened(game, "absorbed")] == [1]
    assert at(game, "Galicia", "Austria-Hungary") == {"infantry": 3, "armored_train": 1}


@pytest.mark.clause("great_war.armored_trains.8")
def test_example_one_train_in_a_territory() -> None:
    units = {"Silesia": {"Germany": "1 armored train"}, "Prussia": {"Germany": "1 armored train"}}
    game = front("Germany", units)
    assert "Silesia" not in ends(game, "Prussia", "armored_train")
    with pytest.raises(Illegal):
        tell(game, "1 armored train: Prussia > Silesia")
    game = front("Germany", units, options={f"{RULE}.max_per_territory": 2})
    assert "Silesia" in ends(game, "Prussia", "armored_train")


@pytest.mark.clause("great_war.armored_trains.7")
@pytest.mark.parametrize(("options", "left"), [({}, 6), ({"hits_negated_defending": 4}, 8)])
def test_example_a_garrison_with_a_train_loses_three(options: dict[str, int], left: int) -> None:
    units = {"Poland": {"Germany": "5 infantry", "Russia": "6 infantry, 2 artillery, 1 armored train"}}
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = scene("Germany", "combat", units, contested={"Poland": "Russia"}, rules=[RULE], dice=[1] * 5 + [6] * 10,
                 options=given)  # fmt: skip
    tell(game, "Poland", "5 infantry")
    finish(game, "combat")
    assert sum(at(game, "Poland", "Russia").values()) == left


@pytest.mark.clause("great_war.armored_trains.7")
@pytest.mark.parametrize(
    ("options", "loss"),
    [({}, 1), ({"hits_negated_attacking": 0}, 2), ({"dice_per_battle": 3}, 1), ({"value_per_die": 3}, 1)],
)
def test_other_numbers(options: dict[str, int], loss: int) -> None:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    units = {"Poland": {"Russia": "3 infantry, 1 armored train", "Germany": "2 infantry"}}
    game = scene("Russia", "combat", units, contested={"Poland": "Russia"}, rules=[RULE], dice=[6] * 6 + [1] * 2
                 if options.get("dice_per_battle") else [6] * 5 + [1] * 2, options=given)  # fmt: skip
    tell(game, "Poland", "3 infantry, 1 armored train")
    finish(game, "combat")
    assert sum(at(game, "Poland", "Russia").values()) == 4 - loss
    unit = game.rules.units["armored_train"]
    assert (unit.attack, unit.attack_dice) == (options.get("value_per_die", 2), options.get("dice_per_battle", 2))


def attack_on(space: str, **more: Any) -> Game:
    """Germany moves into Poland; a Russian train stands in Moscow."""
    units = {
        "Moscow": {"Russia": "1 armored train"}, "Poland": {"Russia": "2 infantry"},
        "Silesia": {"Germany": "3 infantry"},
    }  # fmt: skip
    game = front("Germany", {**units, **more.pop("units", {})}, **more)
    return tell(game, f"3 infantry: Silesia > {space}", "done")


def answered(game: Game, answer: str) -> Game:
    while game.decision and not (game.decision.kind == "reaction" and game.decision.power == "Russia"):
        if game.decision.kind not in ("reaction", "offer"):
            return game
        tell(game, "go on")
    return tell(game, answer)


@pytest.mark.clause("great_war.armored_trains.3", "great_war.armored_trains.5")
def test_example_a_train_comes_to_the_aid_of_poland() -> None:
    game = answered(attack_on("Poland"), "train")
    assert at(game, "Poland", "Russia") == {"infantry": 2, "armored_train": 1}
    assert at(game, "Moscow") == {}


@pytest.mark.clause("great_war.armored_trains.5")
@pytest.mark.parametrize("options", [{}, {"reactive_moves_per_round": 0}])
def test_not_across_foreign_soil_nor_to_others(options: dict[str, int]) -> None:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    owners = {} if options else {"Belarus": "Germany", "Ukraine": "Germany", "Livonia": "Germany"}
    game = attack_on("Poland", owners=owners, options=given)
    answered(game, "go on") if game.decision and game.decision.kind == "reaction" else None
    assert at(game, "Moscow") == {"armored_train": 1}


@pytest.mark.clause("great_war.armored_trains.5")
def test_a_train_does_not_come_where_enemies_land_among_their_own() -> None:
    units = {"Moscow": {"Russia": "1 armored train"}, "Livonia": {"Germany": "1 infantry"},
             "Prussia": {"Germany": "2 infantry"}, "Sea Zone 11": {"Germany": "1 transport"}}  # fmt: skip
    game = front("Germany", units, owners={"Livonia": "Germany"})
    tell(game, "2 infantry: Prussia > Sea Zone 11", "1 transport: Sea Zone 11 > Sea Zone 12")
    tell(game, "2 infantry: Sea Zone 12 > Livonia")
    assert not [d for d in tell(game, "done").open if d.kind == "reaction"]


@pytest.mark.clause("great_war.armored_trains.6")
def test_example_it_reacts_once_between_two_turns_of_its_power() -> None:
    marked = {"Moscow": {"Russia": "1 armored train (reacted)"}}
    game = attack_on("Poland", units=marked)
    assert not (game.decision and game.decision.kind == "reaction" and "train" in {o.key for o in form(game).options})
    game = scene("Russia", "purchase", marked, rules=[RULE], facts={})
    assert not any("reacted" in s.cond.marks for s in game.state.at("Moscow"))  # its own turn has begun


@pytest.mark.clause("great_war.armored_trains.2", "great_war.armored_trains.7")
@pytest.mark.parametrize("rules", [(RULE,), (RULE, NUMBERS)])
def test_the_referee_rolls_what_is_solved(rules: tuple[str, ...]) -> None:
    own, enemy = "3 infantry, 1 armored_train, 1 tank", "3 infantry, 1 armored_train"
    referee = Referee("land", own, enemy, rules=rules, seed=3)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(200))
    assert p_value(expected, seen, 200) > 1e-5
