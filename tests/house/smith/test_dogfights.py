"""smith.dogfights: who scrambles, who is matched, and what hits whom."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.engine.game import Game
from sandtable.server import views
from tests.conformance.classic.scenes import asked, attack, fired, left
from tests.helpers import at, happened, tell

clause = pytest.mark.clause
RULE = "smith.dogfights"
RED, GERMANY, UK, US, JAPAN = "Soviet Union", "Germany", "United Kingdom", "United States", "Japan"
KARELIA, HAWAII = "Karelia S.S.R.", "Hawaiian Islands Sea Zone"


def karelia(attackers: str, defenders: str, dice: list[int], rules: tuple[str, ...] = (RULE,), **setting: Any) -> Game:
    """A German attack on Karelia from Eastern Europe."""
    board = {"Eastern Europe": {GERMANY: attackers}, KARELIA: {RED: defenders}}
    return attack(GERMANY, [f"{attackers}: Eastern Europe > {KARELIA}"], board, dice=dice, rules=list(rules), **setting)


def hawaii(attackers: str, defenders: str, dice: list[int], rules: tuple[str, ...] = (RULE,)) -> Game:
    """A Japanese attack on American ships off Hawaii."""
    board = {"Wake Island Sea Zone": {JAPAN: attackers}, HAWAII: {US: defenders}}
    return attack(JAPAN, [f"{attackers}: Wake Island Sea Zone > {HAWAII}"], board, dice=dice, rules=list(rules))


@clause("smith.dogfights.1", "smith.dogfights.2", "smith.dogfights.4", "smith.dogfights.7", "smith.dogfights.8")
def test_example_one_plane_is_matched_and_the_others_join_or_support() -> None:
    game = karelia("1 infantry, 2 fighters, 1 bomber", "2 infantry, 1 fighter", [3, 6, 6, 3, 4, 6, 6])
    assert asked(game) == ("assign", RED)  # who scrambles
    tell(game, "1 fighter")
    assert asked(game) == ("assign", GERMANY)
    assert game.decision is not None and (game.decision.form.low, game.decision.form.high) == (1, 3)  # type: ignore[attr-defined]
    tell(game, "1 fighter")
    # one German fighter meets the Soviet one; the infantry, the other fighter, and the bomber fire at the ground
    assert fired(game)[:2] == [("dogfight", [3]), ("dogfight", [6])]
    assert fired(game)[2:5] == [("attackers", [6]), ("attackers", [3]), ("attackers", [4])]
    assert at(game, KARELIA, RED) == {}


@clause("smith.dogfights.5", "smith.dogfights.9", "smith.dogfights.10")
def test_example_hits_in_the_dogfight_stay_in_it() -> None:
    game = karelia("1 infantry, 2 fighters", "1 infantry, 1 fighter", [3, 5, 2, 6, 6])
    tell(game, "1 fighter", "2 fighters")
    # both fighters are in the dogfight: one falls, and the other does not fire at the ground in this round
    assert fired(game) == [("dogfight", [3, 5]), ("dogfight", [2]), ("attackers", [6]), ("defenders", [6])]
    assert at(game, KARELIA, GERMANY) == {"infantry": 1, "fighter": 1}
    assert at(game, KARELIA, RED) == {"infantry": 1}


@clause("smith.dogfights.6")
def test_example_a_bomber_hits_on_1() -> None:
    board = {"French Indo China": {JAPAN: "1 fighter"}, "India": {UK: "2 infantry, 1 bomber"}}
    game = attack(JAPAN, ["1 fighter: French Indo China > India"], board, dice=[4, 1], rules=[RULE])
    tell(game, "1 bomber")
    assert fired(game) == [("dogfight", [4]), ("dogfight", [1])]
    assert at(game, "India", JAPAN) == {}
    assert at(game, "India") == {"infantry": 2, "bomber": 1}


@clause("smith.dogfights.3")
def test_example_a_plane_on_the_ground_does_not_fire_and_may_be_lost() -> None:
    game = karelia("3 infantry", "2 infantry, 1 bomber", [1, 6, 6, 6, 6, 6])
    tell(game, {})  # it stays down
    assert asked(game) == ("casualties", RED)
    tell(game, "1 bomber")
    assert fired(game)[-1] == ("defenders", [6, 6])  # the infantry alone
    assert at(game, KARELIA, RED) == {"infantry": 2}


@clause("smith.dogfights.4", "smith.dogfights.8")
def test_defenders_to_spare_support_the_ground_or_join() -> None:
    game = karelia("1 infantry, 1 fighter", "1 infantry, 2 fighters", [6, 6, 6, 6, 4])
    tell(game, "2 fighters")
    assert asked(game) == ("assign", RED)
    tell(game, "1 fighter")
    assert fired(game)[:2] == [("dogfight", [6]), ("dogfight", [6])]
    assert ("defenders", [4]) in fired(game)  # the other fighter, at 4
    assert at(game, KARELIA, GERMANY) == {"fighter": 1}


@clause("smith.dogfights.11", "smith.dogfights.12")
def test_example_a_carrier_fires_in_the_dogfight_and_may_be_hit_in_it() -> None:
    game = hawaii("1 battleship, 2 fighters", "1 carrier, 1 fighter", [2, 5, 3, 6])
    tell(game, "1 fighter", "2 fighters")
    assert asked(game) == ("assign", US)
    tell(game, "1 carrier")
    assert asked(game) == ("casualties", US)
    tell(game, "1 fighter")
    # the dice at 3: the carrier's and the fighter's; the battleship cannot hit the carrier
    assert fired(game) == [("dogfight", [2, 5]), ("dogfight", [3, 6])]
    assert at(game, HAWAII, JAPAN) == {"battleship": 1, "fighter": 1}


@clause("smith.dogfights.11")
def test_the_owner_of_each_carrier_decides_whether_it_fires() -> None:
    board = {"Wake Island Sea Zone": {JAPAN: "2 fighters"}, HAWAII: {US: "1 carrier, 1 fighter", UK: "1 carrier"}}
    moves = [f"2 fighters: Wake Island Sea Zone > {HAWAII}"]
    game, owners = attack(JAPAN, moves, board, dice=[6] * 9, rules=[RULE]), []
    while game.decision is not None and "carriers" not in game.decision.prompt:
        game.answer(game.decision.advice)
    while game.decision is not None and "carriers" in game.decision.prompt:
        owners.append(game.decision.power)
        assert game.decision.form.force  # type: ignore[attr-defined]
        assert {stack.owner for stack in game.decision.form.force} == {game.decision.power}  # type: ignore[attr-defined]
        game.answer(game.decision.advice)
    assert sorted(owners) == [UK, US]


@clause("smith.dogfights.13")
def test_example_a_damaged_carrier_does_not_join() -> None:
    game = hawaii(
        "1 battleship, 1 fighter", "1 carrier (damaged 1), 1 fighter", [6, 6, 6, 6], (RULE, "smith.damaged_units")
    )
    tell(game, "1 fighter")
    assert asked(game) != ("assign", US)
    assert fired(game)[:2] == [("dogfight", [6]), ("dogfight", [6])]


@pytest.mark.parametrize("value", [1, 2, 6])
def test_the_numbers_of_a_dogfight_are_options(value: int) -> None:
    """One fighter against one on the ground or in the air: the chance of a hit is that of the option."""

    def lost(side: str, attack: str, defend: str, where: str = "land", **given: int) -> float:
        options = {f"{RULE}.{name}": n for name, n in given.items()}
        found = sandtable.odds("classic", attack, defend, where, house_rules=[RULE], options=options, rounds=1)
        return found.expected_loss[side]  # type: ignore[index]

    assert lost("defender", "1 fighter", "1 fighter", fighter_dogfight=value) == pytest.approx(12 * value / 6)
    assert lost("attacker", "1 fighter", "1 fighter", fighter_dogfight=value) == pytest.approx(12 * value / 6)
    assert lost("defender", "1 bomber", "1 fighter", bomber_dogfight=value) == pytest.approx(12 * value / 6)


def test_other_numbers_are_rolled_against() -> None:
    game = karelia(
        "1 infantry, 1 fighter", "1 infantry, 1 bomber", [4, 2, 6, 6],
        options={f"{RULE}.fighter_dogfight": 4, f"{RULE}.bomber_dogfight": 2},
    )  # fmt: skip
    tell(game, "1 bomber")
    assert [e["hits_on"] for e in happened(game, "volley_fired")][:2] == ["4", "2"]
    assert at(game, KARELIA, RED) == {"infantry": 1} and at(game, KARELIA, GERMANY) == {"infantry": 1}


def test_the_defense_on_the_ground_and_of_carriers_are_options() -> None:
    options = {f"{RULE}.unscrambled_defense": 2}
    game = karelia("2 infantry", "1 fighter", [6, 6, 2], options=options)
    tell(game, {})
    assert at(game, KARELIA, GERMANY) == {"infantry": 1}
    values = {f"{RULE}.carrier_dogfight_defense": 6, f"{RULE}.carrier_dogfight_attack": 6}
    board = {"Wake Island Sea Zone": {JAPAN: "1 carrier, 1 fighter"}, HAWAII: {US: "1 carrier, 1 fighter"}}
    game = attack(
        JAPAN, [f"1 carrier, 1 fighter: Wake Island Sea Zone > {HAWAII}"], board, dice=[6, 6, 6, 6], rules=[RULE],
        options=values,
    )  # fmt: skip
    tell(game, "1 fighter", "1 carrier", "1 carrier", "1 fighter", "1 fighter")
    assert [e["hits_on"] for e in happened(game, "volley_fired")][:4] == ["3", "6", "3", "6"]


def test_a_round_later_planes_still_down_may_scramble() -> None:
    game = karelia("2 infantry, 1 fighter", "1 infantry, 1 fighter", [6] * 4 + [3, 6, 6, 6, 6])
    tell(game, {}, "press on")
    assert asked(game) == ("assign", RED)
    tell(game, "1 fighter")
    assert fired(game)[-4:-2] == [("dogfight", [3]), ("dogfight", [6])]
    assert not left(game)


def test_the_battle_board_tells_what_units_hit_on_in_the_dogfight() -> None:
    game = karelia("1 infantry, 1 fighter, 1 bomber", "1 infantry, 1 fighter", [6, 6, 2])
    tell(game, "1 fighter", "1 fighter, 1 bomber")
    assert asked(game) == ("casualties", GERMANY)
    board = views.battle_info(game)
    assert board is not None
    mine = board.attacker.numbers[GERMANY]
    assert (mine["fighter/0/dogfight"], mine["bomber/0/dogfight"]) == (3, 1)
    assert mine["bomber"] == 4 and "infantry/0" not in mine


@clause("smith.retreats.15", "smith.dogfights.3")
def test_a_fighter_that_stayed_aboard_is_lost_with_its_carrier_in_the_last_round() -> None:
    board = {"Wake Island Sea Zone": {JAPAN: "1 battleship"}, HAWAII: {US: "1 carrier, 1 fighter"}}
    moves = [f"1 battleship: Wake Island Sea Zone > {HAWAII}"]
    game = attack(JAPAN, moves, board, dice=[1, 1], rules=[RULE, "smith.retreats"])
    tell(game, {})  # the fighter does not scramble
    while game.decision is not None and game.decision.kind != "move":
        game.answer("1 carrier" if game.decision.kind == "casualties" else game.decision.advice)
    assert at(game, HAWAII) == {} and at(game, "Hawaiian Islands", US) == {}
