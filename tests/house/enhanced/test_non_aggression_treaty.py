"""The treaty between the Soviet Union and Japan: what ends it, and who receives infantry where."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.ai.basic.attack import Planner
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.view import View
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import CHINA, GER, JAP, RED, UK, USA, go, owner, until, until_phase, zone
from tests.helpers import at, happened, tell
from tests.house.enhanced.scenes import enhanced

clause = pytest.mark.clause
HOMES = {"Japan": {JAP: "1 infantry"}, "Russia": {RED: "1 infantry"}}


def treaty(power: str, phase: str, units: Any, **more: Any) -> Game:
    rules = " ".join(["non_aggression_treaty", *more.pop("rules", ())])
    return enhanced(rules, power, phase, {**HOMES, **units}, **more)


def placed(game: Game) -> dict[str, int]:
    """The free infantry by space."""
    return {e["space"]: e["units"]["infantry"] for e in happened(game, "granted")}


def in_force(game: Game) -> bool:
    return bool(game.state.facts["non_aggression"])


@clause(
    "enhanced.non_aggression_treaty.1", "enhanced.non_aggression_treaty.2", "enhanced.non_aggression_treaty.3",
    "enhanced.non_aggression_treaty.6",
)  # fmt: skip
@pytest.mark.parametrize("count", [4, 2])
def test_japan_attacks_two_red_territories(count: int) -> None:
    units = {
        "Buryatia S.S.R.": {RED: "3 infantry"}, "Soviet Far East": {RED: "2 infantry"},
        "Manchuria": {JAP: "3 infantry, 1 fighter"}, zone(63): {JAP: "1 transport"},
    }  # fmt: skip
    game = treaty(JAP, "combat_move", units, cargo={zone(63): [(JAP, "infantry")]}, options={"free_infantry": count})
    assert in_force(game)
    tell(
        game, "3 infantry, 1 fighter: Manchuria > Buryatia S.S.R.", "1 infantry: Sea Zone 63 > Soviet Far East", "done"
    )
    assert game.decision and (game.decision.kind, game.decision.power) == ("treaty_infantry", RED)
    assert set(game.decision.form.listed()) == {"Buryatia S.S.R.", "Soviet Far East"}
    game.answer("Buryatia S.S.R.")
    assert placed(game) == {"Buryatia S.S.R.": count} and not in_force(game)
    defenders = {e["space"]: sum(e["defenders"].values()) for e in happened(game, "battle_started")}
    assert defenders.get("Buryatia S.S.R.", 3 + count) == 3 + count
    assert defenders.get("Soviet Far East", 2) == 2


@clause(
    "enhanced.non_aggression_treaty.5", "enhanced.non_aggression_treaty.7", "enhanced.non_aggression_treaty.10",
)  # fmt: skip
def test_the_soviet_union_attacks_manchuria() -> None:
    units = {"Buryatia S.S.R.": {RED: "3 infantry"}, "Manchuria": {JAP: "3 infantry, 1 fighter"}}
    game = treaty(RED, "combat_move", units, dice=[6] * 7)
    go(game, "3 infantry: Buryatia S.S.R. > Manchuria")
    assert placed(game) == {"Japan": 4}
    assert at(game, "Manchuria", JAP) == {"infantry": 3, "fighter": 1}


@clause(
    "enhanced.non_aggression_treaty.6", "enhanced.non_aggression_treaty.9", "enhanced.non_aggression_treaty.15",
    "enhanced.non_aggression_treaty.17",
)  # fmt: skip
@pytest.mark.parametrize("chosen", ["Russia", "Buryatia S.S.R."])
def test_acts_of_both_kinds_leave_the_choice(chosen: str) -> None:
    units = {"Ningxia": {JAP: "1 bomber, 1 infantry"}, "Manchuria": {JAP: "3 infantry"},
             "Buryatia S.S.R.": {RED: "3 infantry"}, "Persia": {JAP: "1 infantry"}}  # fmt: skip
    owners = {"Ningxia": JAP, "Chinghai": JAP, "Persia": JAP}
    game = treaty(JAP, "combat_move", units, owners=owners)
    tell(game, "1 bomber: Ningxia > Chinghai > Kazakh S.S.R. > Caucasus [raid]",
         "3 infantry: Manchuria > Buryatia S.S.R.", "done")  # fmt: skip
    assert game.decision and set(game.decision.form.listed()) == {"Russia", "Buryatia S.S.R."}
    game.answer(chosen)
    assert placed(game) == {chosen: 4}
    ended = happened(game, "treaty_ended")[0]["why"]
    assert "flight over Kazakh S.S.R." in ended and "raid against Caucasus" in ended


@clause("enhanced.non_aggression_treaty.2", "enhanced.non_aggression_treaty.4")
def test_the_soviet_union_attacks_an_orange_territory() -> None:
    units = {"Yunnan": {RED: "2 tank"}, "French Indo-China Thailand": {JAP: "1 infantry"}}
    game = treaty(RED, "combat_move", units, dice=[6] * 7)
    go(game, "2 tank: Yunnan > French Indo-China Thailand")
    assert placed(game) == {"French Indo-China Thailand": 4}
    assert list(happened(game, "battle_started")[0]["defenders"].values()) == [5]


@clause("enhanced.non_aggression_treaty.8", "enhanced.non_aggression_treaty.19")
def test_the_capture_of_a_capital_ends_it_without_infantry() -> None:
    game = enhanced(
        "non_aggression_treaty", GER, "combat_move", {"Belorussia": {GER: "2 tank"}}, owners={"Belorussia": GER}
    )
    go(game, "2 tank: Belorussia > Russia")
    assert owner(game, "Russia") == GER and not in_force(game) and placed(game) == {}
    near = {"Manchuria": {JAP: "1 infantry"}, "Yakut S.S.R.": {RED: "1 infantry"}}
    later = enhanced("non_aggression_treaty", JAP, "combat_move", near, facts={"non_aggression": {}})
    go(later, "1 infantry: Manchuria > Buryatia S.S.R.")
    assert placed(later) == {} and not happened(later, "treaty_ended")


CASES = {
    "a": (JAP, "combat_move", {zone(16): {JAP: "1 transport"}}, {"Bulgaria Romania": RED},
          ["1 infantry: Sea Zone 16 > Bulgaria Romania"]),
    "b": (RED, "noncombat_move", {"Buryatia S.S.R.": {RED: "1 fighter, 1 infantry"}}, {"Okinawa": USA},
          ["1 fighter: Buryatia S.S.R. > Sea Zone 62 > Sea Zone 60 > Okinawa"]),
    "c": (JAP, "noncombat_move", {"Poland": {JAP: "1 bomber, 1 infantry"}}, {"Ukraine": GER, "East Poland": GER},
          ["1 bomber: Poland > East Poland > Ukraine > Bulgaria Romania"]),
    "d": (RED, "noncombat_move", {"Buryatia S.S.R.": {RED: "1 fighter, 1 infantry"}}, {"Suiyuan": CHINA},
          ["1 fighter: Buryatia S.S.R. > Manchuria > Suiyuan"]),
    "e": (RED, "combat_move", {"Buryatia S.S.R.": {RED: "1 bomber, 1 infantry"}, zone(62): {JAP: "1 destroyer"}}, {},
          ["1 bomber: Buryatia S.S.R. > Sea Zone 62"]),
    "f": (JAP, "combat_move", {"Manchuria": {JAP: "1 fighter, 1 infantry"}, zone(63): {USA: "1 destroyer"}}, {},
          ["1 fighter: Manchuria > Buryatia S.S.R. > Sea Zone 63"]),
    "g": (RED, "combat_move", {"Buryatia S.S.R.": {RED: "1 infantry"}}, {"Manchuria": CHINA}, []),
}  # fmt: skip


@clause(
    "enhanced.non_aggression_treaty.7", "enhanced.non_aggression_treaty.11", "enhanced.non_aggression_treaty.12",
    "enhanced.non_aggression_treaty.13", "enhanced.non_aggression_treaty.14", "enhanced.non_aggression_treaty.15",
    "enhanced.non_aggression_treaty.16", "enhanced.non_aggression_treaty.18",
)  # fmt: skip
@pytest.mark.parametrize(
    ("case", "where"),
    [("a", "Russia"), ("b", "Japan"), ("c", "Russia"), ("d", "Japan"), ("e", "Japan"), ("f", "Russia"), ("g", "")],
)
def test_what_voids_the_treaty(case: str, where: str) -> None:
    power, phase, units, owners, moves = CASES[case]
    cargo = {zone(16): [(JAP, "infantry")]} if case == "a" else None
    game = treaty(power, phase, units, owners=owners, cargo=cargo, dice=[6] * 20)
    go(game, *moves)
    if case == "g":
        until_phase(game, "noncombat_move")
        game.answer("1 infantry: Buryatia S.S.R. > Manchuria")
        go(game)
    assert placed(game) == ({where: 4} if where else {})
    assert in_force(game) is not bool(where)


@clause("enhanced.non_aggression_treaty.18")
def test_allies_of_the_partners_are_free() -> None:
    units = {
        "Buryatia S.S.R.": {USA: "2 fighter, 1 infantry"},
        zone(62): {JAP: "1 transport"},
        "Brazil": {USA: "1 infantry"},
    }
    game = treaty(USA, "combat_move", units, dice=[1, 1])
    go(game, "2 fighter: Buryatia S.S.R. > Sea Zone 62")
    until_phase(game, "noncombat_move", {"fight": True})
    assert in_force(game) and placed(game) == {}


@clause("enhanced.non_aggression_treaty.16")
@pytest.mark.parametrize("attacks", [True, False])
def test_ships_that_could_be_left_alone(attacks: bool) -> None:
    units = {zone(63): {RED: "1 cruiser", JAP: "1 transport"}, "Buryatia S.S.R.": {RED: "1 infantry"}}
    game = treaty(RED, "combat_move", units, dice=[])
    go(game)
    assert game.decision and game.decision.kind == "fight"
    game.answer(attacks)
    assert placed(game) == ({"Japan": 4} if attacks else {})


@clause("enhanced.non_aggression_treaty.2", "enhanced.non_aggression_treaty.6")
@pytest.mark.parametrize("chosen", ["Stanovoj Chrebet", "Buryatia S.S.R."])
def test_a_blitz_halts_where_infantry_appears(chosen: str) -> None:
    units = {"Manchuria": {JAP: "2 tank"}, "Stanovoj Chrebet": {RED: "1 infantry"}}
    game = treaty(JAP, "combat_move", units)
    tell(game, "2 tank: Manchuria > Buryatia S.S.R. > Stanovoj Chrebet", "done")
    assert owner(game, "Buryatia S.S.R.") == RED
    game.answer(chosen)
    halted = chosen == "Buryatia S.S.R."
    assert owner(game, "Buryatia S.S.R.") == (RED if halted else JAP)
    assert happened(game, "battle_started")[0]["space"] == chosen


@clause("enhanced.non_aggression_treaty.2")
def test_a_walk_into_an_empty_territory_becomes_a_battle() -> None:
    game = treaty(JAP, "combat_move", {"Manchuria": {JAP: "1 infantry"}}, dice=[6, 1, 1, 1, 1])
    go(game, "1 infantry: Manchuria > Buryatia S.S.R.")
    until(game, "move")
    assert owner(game, "Buryatia S.S.R.") == RED and at(game, "Buryatia S.S.R.") == {"infantry": 4}
    alone = treaty(JAP, "combat_move", {"Manchuria": {JAP: "1 infantry"}}, facts={"non_aggression": {}})
    go(alone, "1 infantry: Manchuria > Buryatia S.S.R.")
    assert owner(alone, "Buryatia S.S.R.") == JAP


@clause("enhanced.non_aggression_treaty.17")
@pytest.mark.parametrize("shot_down", [False, True])
def test_a_rocket_at_the_partner(shot_down: bool) -> None:
    units = {"Manchuria": {JAP: "1 infantry, 1 industrial complex, 1 antiaircraft gun"},
             "Buryatia S.S.R.": {RED: "1 antiaircraft gun"}}  # fmt: skip
    techs, dice = {RED: ["rockets"], JAP: ["radar"]}, [1] if shot_down else [6, 2]
    game = treaty(RED, "combat_move", units, techs=techs, dice=dice, rules=["tech_radar"])
    go(game)
    assert game.decision and game.decision.kind == "rocket"
    game.answer("Manchuria")
    assert placed(game) == {"Japan": 4}


@clause("enhanced.non_aggression_treaty.17")
@pytest.mark.parametrize("raids", [True, False])
def test_a_convoy_raid_on_the_partner_must_be_declared(raids: bool) -> None:
    units = {zone(62): {RED: "2 submarine", USA: "1 submarine"}}
    game = treaty(JAP, "cash_before_income", units, rules=["convoy_raids"])
    assert game.decision and (game.decision.kind, game.decision.power) == ("treaty_raid", RED)
    assert game.decision.advice is False
    game.answer(raids)
    assert [e["ipcs"] for e in happened(game, "convoys_raided")] == [3 if raids else 1]
    assert placed(game) == ({"Japan": 4} if raids else {}) and in_force(game) is not raids


@clause("enhanced.non_aggression_treaty.1")
def test_partners_and_colors_are_options() -> None:
    options = {"powers": [RED, GER], "original_orange": ["Poland"], "original_red": ["East Poland"]}
    units = {"Poland": {GER: "1 infantry"}, "East Poland": {RED: "1 infantry"}}
    game = enhanced("non_aggression_treaty", GER, "combat_move", units, options=options, dice=[6] * 6)
    go(game, "1 infantry: Poland > East Poland")
    assert placed(game) == {"East Poland": 4}
    assert {JAP, UK} & {e["power"] for e in happened(game, "granted")} == set()


@clause("enhanced.non_aggression_treaty.2")
@pytest.mark.parametrize(
    ("count", "guard", "spared"),
    [(4, "2 infantry", True), (0, "2 infantry", False), (4, "1 infantry, 3 fighter, 2 bomber", False)],
)
def test_a_computer_player_weighs_the_price_of_breaking_the_treaty(count: int, guard: str, spared: bool) -> None:
    """It leaves its partner alone if the infantry costs more than there is to gain."""
    units = {"Manchuria": {JAP: "6 infantry, 4 tank"}, "Buryatia S.S.R.": {RED: guard}}
    game = treaty(JAP, "combat_move", units, options={"free_infantry": count})
    view = View(game, JAP)
    planner = Planner(view, Field(view))
    targets = {attack.target for attack in planner.plan()}
    assert planner.spared == ({"Buryatia S.S.R."} if spared else set())
    assert ("Buryatia S.S.R." in targets) != spared
    assert game.rules.q.attack_price(game, JAP, "Buryatia S.S.R.") == 6 * count
    assert game.rules.q.attack_price(game, GER, "Buryatia S.S.R.") == 0
