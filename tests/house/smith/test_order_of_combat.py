"""smith.order_of_combat: what comes before round 1, and the order of fire in each round."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, fired, left
from tests.helpers import at, tell

clause = pytest.mark.clause
RULE, DOGFIGHTS = "smith.order_of_combat", "smith.dogfights"
RED, GERMANY, UK, US, JAPAN = "Soviet Union", "Germany", "United Kingdom", "United States", "Japan"
AFRICA, AFRICA_SEA = "French West Africa", "West Africa Sea Zone"


def africa(overland: str, dice: list[int], garrison: str = "5 infantry", **setting: Any) -> Game:
    """A British landing in French West Africa, with infantry overland if any are named."""
    moves = [f"2 infantry: {AFRICA_SEA} > {AFRICA}"]
    board = {
        AFRICA: {GERMANY: garrison},
        AFRICA_SEA: {
            UK: "1 battleship, 1 transport (carrying infantry of United Kingdom + infantry of United Kingdom)"
        },
    }
    if overland:
        board["French Equatorial Africa"] = {UK: overland}
        moves.append(f"{overland}: French Equatorial Africa > {AFRICA}")
    return attack(UK, moves, board, owners={AFRICA: GERMANY}, dice=dice, rules=[RULE], **setting)


@clause("smith.order_of_combat.4", "smith.order_of_combat.5")
def test_example_units_are_set_aside_for_those_that_came_overland() -> None:
    game = africa("2 infantry", [4, 6, 6, 6, 6, 1, 1, 1, 1])
    # 2 of 5 are set aside; the shot falls on the other 3 and the casualty does not fire
    assert fired(game) == [("support shots", [4]), ("attackers", [6] * 4), ("defenders", [1] * 4)]
    game = africa("1 infantry", [1, 6, 6, 6], "1 infantry")
    assert fired(game) == [("attackers", [1, 6, 6]), ("defenders", [6])]  # it is shielded: no shot at all


@clause("smith.order_of_combat.1", "smith.order_of_combat.4", "smith.order_of_combat.5")
def test_example_in_a_pure_landing_nobody_is_set_aside() -> None:
    game = africa("", [4, 6, 6, 1, 1, 6, 6])
    assert fired(game) == [("support shots", [4]), ("attackers", [6, 6]), ("defenders", [1, 1, 6, 6])]
    assert at(game, AFRICA, GERMANY) == {"infantry": 4}


def test_the_defender_chooses_who_is_set_aside() -> None:
    game = africa("1 infantry", [4, 1, 6, 6, 6, 6], "1 infantry, 1 armor", spare=True)
    assert asked(game) == ("assign", GERMANY)
    assert game.decision is not None and {s.type for s in game.decision.advice} == {"tank"}
    tell(game, "1 infantry")
    assert fired(game)[-1] == ("defenders", [6])  # the armor was exposed


@pytest.mark.parametrize("number", [0, 2])
def test_how_many_are_set_aside_is_an_option(number: int) -> None:
    options = {f"{RULE}.set_aside_per_attacker": number}
    game = africa("1 infantry", [4, 1, 1, 6, *[6] * (2 if number else 1)], "2 infantry", options=options)
    assert fired(game)[-1] == ("defenders", [6] * (2 if number else 1))


def caucasus(dice: list[int], rules: tuple[str, ...] = (RULE,), **setting: Any) -> Game:
    """2 German infantry and 2 fighters attack 4 infantry and 1 armor in Caucasus."""
    board = {"Ukraine S.S.R.": {GERMANY: "2 infantry, 2 fighters"}, "Caucasus": {RED: "4 infantry, 1 armor"}}
    return attack(GERMANY, ["2 infantry, 2 fighters: Ukraine S.S.R. > Caucasus"], board, dice=dice, rules=list(rules),
                  **setting)  # fmt: skip


@clause("smith.order_of_combat.9", "smith.order_of_combat.12", "smith.order_of_combat.13")
@pytest.mark.parametrize("rules", [(RULE,), (RULE, DOGFIGHTS)])
def test_example_two_planes_name_the_armor(rules: tuple[str, ...]) -> None:
    game = caucasus([2, 3, 6, 6, *[6] * 5], rules)
    assert asked(game) == ("targets", GERMANY)
    tell(game, "2 armor")
    # both dice hit, and the armor is the only loss; it still fires
    assert at(game, "Caucasus", RED) == {"infantry": 4}
    assert fired(game) == [("aircraft", [2, 3]), ("attackers", [6, 6]), ("defenders", [6] * 5)]


def test_planes_name_different_units_as_advised() -> None:
    game = caucasus([2, 3, 6, 6, *[6] * 5])
    tell(game, game.decision.advice if game.decision else {})
    assert at(game, "Caucasus", RED) == {"infantry": 3}
    board_choice = caucasus([2, 3, 6, 6, *[6] * 5], options={f"{RULE}.ground_support_targets": "chosen_by_victim"})
    assert asked(board_choice) == ("casualties", RED)


@clause("smith.order_of_combat.10", "smith.order_of_combat.11", "smith.order_of_combat.12")
def test_casualties_of_both_sides_fire_before_they_are_removed() -> None:
    board = {"Ukraine S.S.R.": {GERMANY: "2 infantry"}, "Caucasus": {RED: "1 infantry, 1 fighter"}}
    game = attack(GERMANY, ["2 infantry: Ukraine S.S.R. > Caucasus"], board, dice=[1, 6, 4, 2], rules=[RULE])
    tell(game, "1 infantry")  # the Soviet casualty, behind the line
    # the fighter fires at a named target, then the infantry behind the line
    assert fired(game)[1:3] == [("aircraft", [4]), ("defenders", [2])]
    assert at(game, "Caucasus", GERMANY) == {}


@clause("smith.order_of_combat.14", "smith.order_of_combat.15", "smith.order_of_combat.16", "smith.order_of_combat.17",
        "smith.order_of_combat.19")  # fmt: skip
def test_example_the_questions_after_a_round() -> None:
    rules = (RULE, DOGFIGHTS, "smith.retreats")
    board = {"Ukraine S.S.R.": {GERMANY: "2 infantry, 2 fighters"}, "Caucasus": {RED: "3 infantry, 2 fighters"}}
    game = attack(
        GERMANY, ["2 infantry, 2 fighters: Ukraine S.S.R. > Caucasus"], board, dice=[6] * 8,
        rules=list(rules),
    )  # fmt: skip
    tell(game, "1 fighter")  # scrambles
    tell(game, "2 fighters")  # both German fighters meet it
    asks = []
    answers: list[Any] = ["press on", "fight on", {}, {}]
    for answer in answers:
        assert game.decision is not None
        asks.append((game.decision.kind, game.decision.power))
        tell(game, answer)
    assert asks == [("retreat", GERMANY), ("stay", RED), ("withdraw", GERMANY), ("fly_off", RED)]
    assert asked(game) == ("assign", RED)  # round 2: the fighter that is still down
    assert not left(game)


@clause("smith.order_of_combat.8", "smith.order_of_combat.18")
def test_example_the_order_of_fire_at_sea() -> None:
    board = {
        "Wake Island Sea Zone": {JAPAN: "1 submarine, 1 battleship, 2 fighters"},
        "Hawaiian Islands Sea Zone": {US: "1 carrier, 1 fighter"},
    }
    game = attack(
        JAPAN, ["1 submarine, 1 battleship, 2 fighters: Wake Island Sea Zone > Hawaiian Islands Sea Zone"], board,
        dice=[6, 6, 6, 6, 6, 6], rules=[RULE, DOGFIGHTS],
    )  # fmt: skip
    tell(game, "1 fighter", "1 fighter", {})
    assert [name for name, _ in fired(game)] == [
        "dogfight", "dogfight", "submarine opening fire", "aircraft", "attackers", "defenders",
    ]  # fmt: skip


@clause("smith.order_of_combat.2", "smith.order_of_combat.3", "smith.order_of_combat.4", "smith.order_of_combat.5",
        "smith.order_of_combat.6", "smith.order_of_combat.7", "smith.order_of_combat.8", "smith.order_of_combat.10",
        "smith.order_of_combat.11", "smith.order_of_combat.12", "smith.order_of_combat.13")  # fmt: skip
def test_example_the_landing_in_western_europe() -> None:
    """The example of the document; an infantry from Spain stands for the paratrooper."""
    sea = "North Sea Zone"
    board = {
        "Western Europe": {GERMANY: "4 infantry, 2 fighters, 1 aa gun"},
        "Spain": {UK: "1 infantry"}, "United Kingdom": {UK: "1 fighter"},
        sea: {UK: "1 battleship, 1 transport (carrying infantry of United Kingdom + infantry of United Kingdom)"},
    }  # fmt: skip
    game = attack(
        UK,
        [f"2 infantry: {sea} > Western Europe", "1 infantry: Spain > Western Europe",
         f"1 fighter: United Kingdom > {sea} > Western Europe"],
        board, owners={"Spain": UK}, dice=[4, 2, 6, 5, 1, 4, 6, 4, 1, 3, 5], rules=[RULE, DOGFIGHTS],
    )  # fmt: skip
    assert fired(game) == [("antiaircraft fire", [4]), ("support shots", [2])]
    assert asked(game) == ("casualties", GERMANY)  # an infantry that was not set aside, or a plane on the ground
    assert game.decision is not None and sum(game.decision.form.force.values()) == 3 + 2  # type: ignore[attr-defined]
    tell(game, "1 infantry")
    tell(game, "2 fighters")  # both scramble
    tell(game, "1 fighter")  # one of them meets the British fighter, the other supports the ground
    tell(game, "1 infantry")  # the casualty of the infantry's hit goes behind the line
    spaniard = next(s for s in game.decision.form.force if "seaborne" not in s.cond.marks)  # type: ignore
    tell(game, {spaniard: 1})  # the target of the supporting fighter
    assert fired(game)[2:] == [
        ("dogfight", [6]), ("dogfight", [5]), ("attackers", [1, 4, 6]), ("aircraft", [4]), ("defenders", [1, 3, 5]),
    ]  # fmt: skip
    assert at(game, "Western Europe", UK) == {"infantry": 1, "fighter": 1}
    assert at(game, "Western Europe", GERMANY) == {"infantry": 2, "fighter": 2, "antiaircraft_gun": 1}
