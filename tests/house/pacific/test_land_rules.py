"""The garrison of Manchuria, and tanks that go back after a blitzkrieg."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.ai import player
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.pacific.board import CHINA, INDIA, JAP, UK, ends, go, has, until, until_phase
from tests.house.pacific.test_rules import under

clause = pytest.mark.clause


def refused(game: Game, answer: Any, rule: str) -> None:
    with pytest.raises(Illegal) as error:
        game.answer(answer)
    assert error.value.rule == rule, f"{error.value.rule}: {error.value}"


# --- the garrison of Manchuria ----------------------------------------------------------------------------------------

GARRISON = "pacific.manchuria_garrison"
START = {"Manchuria": {JAP: "6 infantry, 1 artillery, 1 tank, 1 fighter"}, "Anhwe": {CHINA: "1 infantry"}}


@clause("pacific.manchuria_garrison.1", "pacific.manchuria_garrison.2")
@pytest.mark.parametrize("size", [3, 4])
def test_example_three_infantry_stay_behind(size: int) -> None:
    game = under("manchuria_garrison", JAP, "combat_move", START, {"garrison_size": size})
    refused(game, f"{7 - size} infantry: Manchuria > Anhwe", f"{GARRISON}.2")
    game.answer(f"{6 - size} infantry, 1 artillery, 1 tank: Manchuria > Anhwe")
    game.answer("1 fighter: Manchuria > Anhwe")
    refused(game, "1 infantry: Manchuria > Anhwe", f"{GARRISON}.2")


@clause("pacific.manchuria_garrison.1")
def test_example_a_replacement_moves_first() -> None:
    units = {"Manchuria": {JAP: "3 infantry"}, "Shantung": {JAP: "1 infantry"}}
    game = under("manchuria_garrison", JAP, "noncombat_move", units)
    refused(game, "1 infantry: Manchuria > Korea", f"{GARRISON}.1")
    game.answer("1 infantry: Shantung > Manchuria")
    game.answer("1 infantry: Manchuria > Korea")
    assert has(game, "Manchuria", JAP, "infantry") == 3
    game = under("manchuria_garrison", JAP, "noncombat_move", units, {"territory": "Shantung", "garrison_size": 1})
    refused(game, "1 infantry: Shantung > Manchuria", f"{GARRISON}.1")
    game.answer("3 infantry: Manchuria > Korea")


SHORT = {
    "Manchuria": {JAP: "2 infantry, 1 tank"}, "Korea": {JAP: "4 infantry"}, "Shantung": {JAP: "2 artillery"},
    "Kiangsi": {CHINA: "1 infantry"},
}  # fmt: skip


@clause("pacific.manchuria_garrison.3")
def test_example_a_garrison_is_relieved() -> None:
    game = under("manchuria_garrison", JAP, "combat_move", SHORT)
    game.answer("done")
    until(game, "move")
    refused(game, "1 infantry: Manchuria > Korea", f"{GARRISON}.1")
    refused(game, "1 tank: Manchuria > Korea", f"{GARRISON}.3")
    refused(game, "done", f"{GARRISON}.3")
    game.answer("2 infantry: Korea > Manchuria")
    refused(game, "done", f"{GARRISON}.3")
    assert has(game, "Manchuria", JAP, "infantry") == 4
    game.answer(game.decision.advice if game.decision else None)
    game.answer("done")
    land = sum(has(game, "Manchuria", JAP, kind) for kind in ("infantry", "artillery", "tank"))
    assert land == 3 + 3


def test_units_that_are_needed_go_nowhere_else() -> None:
    game = under("manchuria_garrison", JAP, "combat_move", SHORT)
    game.answer("2 artillery: Shantung > Kiangsi")  # four infantry are left for three places
    units = {**SHORT, "Korea": {JAP: "2 infantry"}}
    game = under("manchuria_garrison", JAP, "combat_move", units)
    refused(game, "2 artillery: Shantung > Kiangsi", f"{GARRISON}.3")
    game.answer("1 artillery: Shantung > Kiangsi")
    refused(game, "1 artillery: Shantung > Kiangsi", f"{GARRISON}.3")


def test_as_many_as_can_come_are_enough() -> None:
    units = {"Manchuria": {JAP: "1 infantry"}, "Shantung": {JAP: "1 artillery"}, "Siam": {JAP: "5 infantry"}}
    game = under("manchuria_garrison", JAP, "noncombat_move", units)
    refused(game, "done", f"{GARRISON}.3")
    game.answer("1 artillery: Shantung > Manchuria")
    game.answer("done")


def test_the_duty_rests_while_manchuria_is_lost() -> None:
    units = {"Manchuria": {CHINA: "1 infantry"}, "Korea": {JAP: "4 infantry"}}
    game = under("manchuria_garrison", JAP, "combat_move", units, owners={"Manchuria": CHINA})
    game.answer("done")
    until(game, "move")
    assert not (game.decision and game.decision.kind == "move" and game.decision.context["phase"] == "combat")
    game.answer("done")


def test_options_of_the_relief() -> None:
    game = under("manchuria_garrison", JAP, "noncombat_move", SHORT, {"relief_size": 1})
    game.answer("1 artillery: Shantung > Manchuria")
    game.answer("done")
    game = under("manchuria_garrison", JAP, "noncombat_move", SHORT, {"relief_units": ["infantry"]})
    game.answer("2 artillery: Shantung > Manchuria")
    refused(game, "done", f"{GARRISON}.3")
    game.answer("3 infantry: Korea > Manchuria")
    game.answer("done")


def test_relief_comes_by_rail_and_by_sea() -> None:
    units = {"Manchuria": {JAP: "1 infantry"}, "Sea Zone 37": {JAP: "1 transport"}}
    cargo = {"Sea Zone 37": [(JAP, "infantry")]}
    game = under("manchuria_garrison", JAP, "noncombat_move", units, cargo=cargo)
    refused(game, "done", f"{GARRISON}.3")
    game.answer("1 infantry: Sea Zone 37 > Manchuria")
    game.answer("done")
    owners = dict.fromkeys(("Anhwe", "Hunan", "Kwangsi"), JAP)
    units = {"Manchuria": {JAP: "1 infantry"}, "French Indo-China": {JAP: "3 infantry"}}
    game = under("manchuria_garrison", JAP, "noncombat_move", units, owners=owners, also=["pacific.rail_movement"])
    refused(game, "done", f"{GARRISON}.3")
    game.answer("2 infantry: French Indo-China > Manchuria")
    game.answer("done")  # only two units go by rail


# --- blitzkrieg -------------------------------------------------------------------------------------------------------

BLITZ = "pacific.blitzkrieg"
REST = {"Korea": {JAP: "1 infantry"}}  # so that the noncombat move is asked for
KWANGSI = {**REST, "French Indo-China": {JAP: "1 tank, 2 infantry"}, "Kwangsi": {CHINA: "2 infantry"}}
ATTACK = "1 tank, 2 infantry: French Indo-China > Kwangsi"


def battle(units: Any, move: str, dice: list[int], declared: bool = True, **options: Any) -> Game:
    """Fight a battle up to the noncombat move."""
    game = under("blitzkrieg", JAP, "combat_move", units, options, dice=dice)
    go(game, move)
    return until_phase(game, "noncombat_move", {"blitzkrieg": declared})


@clause("pacific.blitzkrieg.1", "pacific.blitzkrieg.2", "pacific.blitzkrieg.3")
def test_example_the_tank_goes_back() -> None:
    game = battle(KWANGSI, ATTACK, [1, 6, 3, 1, 6])
    assert game.state.owner["Kwangsi"] == JAP and has(game, "Kwangsi", JAP, "infantry") == 1
    assert ends(game, "Kwangsi", "tank") == {"French Indo-China"}
    game.answer("1 tank: Kwangsi > French Indo-China")
    assert has(game, "French Indo-China", JAP, "tank") == 1
    assert not ends(game, "French Indo-China", "tank") and not ends(game, "Kwangsi", "infantry")


@clause("pacific.blitzkrieg.3")
@pytest.mark.parametrize("behind", [1, 0])
def test_example_the_last_unit_stays(behind: int) -> None:
    units = {"French Indo-China": {JAP: "1 tank, 1 infantry"}, "Kwangsi": {CHINA: "1 infantry"}}
    game = battle(units, "1 tank, 1 infantry: French Indo-China > Kwangsi", [6, 3, 1], units_left_behind=behind)
    assert has(game, "Kwangsi", JAP, "infantry") == 0 and has(game, "Kwangsi", JAP, "tank") == 1
    if behind:
        refused(game, "1 tank: Kwangsi > French Indo-China", f"{BLITZ}.3")
    else:
        game.answer("1 tank: Kwangsi > French Indo-China")


@clause("pacific.blitzkrieg.4")
@pytest.mark.parametrize(
    ("declared", "scope", "asked"),
    [(True, "declared_battles", False), (False, "declared_battles", True), (False, "all_battles", False)],
)
def test_example_no_retreat_from_a_declared_battle(declared: bool, scope: str, asked: bool) -> None:
    dice = [6, 6, 6, 6, 6, *[1, 1, 3, 6, 6]]
    game = under("blitzkrieg", JAP, "combat_move", KWANGSI, {"no_retreat_scope": scope}, dice=dice)
    go(game, ATTACK)
    if game.decision and game.decision.kind == "blitzkrieg":
        game.answer(declared)
    assert bool(game.decision and game.decision.kind == "retreat") == asked
    until_phase(game, "noncombat_move")
    assert bool(ends(game, "Kwangsi", "tank")) == (not asked)  # undeclared, they stay


def test_tanks_may_go_to_another_friendly_territory() -> None:
    game = battle(KWANGSI, ATTACK, [1, 1, 3, 6, 6], destination="any_adjacent_friendly")
    assert "French Indo-China" in ends(game, "Kwangsi", "tank")
    game = battle({**KWANGSI, "Siam": {JAP: "1 tank"}}, ATTACK, [1, 1, 3, 6, 6])
    assert ends(game, "Kwangsi", "tank") == {"French Indo-China"}
    game = under("blitzkrieg", JAP, "combat_move",
                 {"Siam": {JAP: "1 tank, 1 infantry"}, "Shan State": {UK: "1 infantry"}},
                 {"destination": "any_adjacent_friendly"}, dice=[1, 3, 6])  # fmt: skip
    go(game, "1 tank, 1 infantry: Siam > Shan State")
    game.answer(True)
    until_phase(game, "noncombat_move")
    assert ends(game, "Shan State", "tank") == {"Siam", "French Indo-China"}


@clause("pacific.blitzkrieg.1")
def test_an_empty_territory_is_left_again() -> None:
    units = {"French Indo-China": {JAP: "2 tanks, 1 infantry"}}
    game = under("blitzkrieg", JAP, "combat_move", units)
    go(game, "1 tank, 1 infantry: French Indo-China > Kwangsi", "1 tank: French Indo-China > Yunnan")
    until_phase(game, "noncombat_move")
    assert ends(game, "Kwangsi", "tank") == {"French Indo-China"}
    assert not ends(game, "Yunnan", "tank")  # it holds the territory alone


@pytest.mark.parametrize(("spent", "back"), [(1, False), (2, True), (0, False)])
def test_tanks_that_spent_more_movement(spent: int, back: bool) -> None:
    units = {"French Indo-China": {JAP: "1 tank"}, "Kwangsi": {JAP: "1 infantry"}, "Kiangsi": {CHINA: "1 infantry"}}
    units |= REST
    game = under("blitzkrieg", JAP, "combat_move", units, {"max_movement_spent": spent}, dice=[1, 3, 6])
    game.answer("1 infantry: Kwangsi > Kiangsi")
    go(game, "1 tank: French Indo-China > Kwangsi > Kiangsi")
    until_phase(game, "noncombat_move", {"blitzkrieg": True})
    assert ends(game, "Kiangsi", "tank") == ({"French Indo-China"} if back else set())


def test_a_tank_must_fight_where_it_stopped() -> None:
    game = under("blitzkrieg", JAP, "combat_move", KWANGSI)
    game.answer("1 tank: French Indo-China > Kwangsi")
    with pytest.raises(Illegal):
        game.answer("1 tank: Kwangsi > Hunan")


def test_tanks_that_landed_stay() -> None:
    units = {"Sea Zone 54": {JAP: "1 transport, 1 battleship"}, "Burma": {JAP: "1 infantry"}}
    game = under("blitzkrieg", JAP, "combat_move", units, cargo={"Sea Zone 54": [(JAP, "tank")]},
                 owners={"Burma": JAP})  # fmt: skip
    game.answer("1 tank: Sea Zone 54 > India")
    go(game, "1 infantry: Burma > India")
    until_phase(game, "noncombat_move")
    assert game.state.owner[INDIA] == JAP and not ends(game, INDIA, "tank")


@pytest.mark.parametrize(("enemies", "goes_back"), [({}, False), ({"Hunan": {CHINA: "6 infantry, 2 artillery"}}, True)])
def test_the_computer_brings_tanks_back_from_a_stronger_enemy(enemies: Any, goes_back: bool) -> None:
    game, basic = battle({**KWANGSI, **enemies}, ATTACK, [1, 6, 3, 1, 6]), player("basic")
    while game.decision and game.decision.kind == "move" and game.decision.power == JAP:
        game.answer(basic(game, game.decision))
    assert has(game, "French Indo-China", JAP, "tank") == goes_back
