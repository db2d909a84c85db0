"""smith.tech_radar_sonar and smith.tech_rockets: guns that are fitted with something."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.battle.referee import Referee
from tests.conformance.classic.scenes import asked, attack, choices, fired, until
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, RED, UK, US, agrees, built, keys, research

clause = pytest.mark.clause
RADAR, ROCKETS = built("tech_radar_sonar", "tech_rockets")
GUN = "1 antiaircraft gun"


@clause("smith.weapons_table.5")
def test_example_the_third_row() -> None:
    game = tell(research(GERMANY, [6, 3], rules=["smith.weapons_table", RADAR, ROCKETS]), 1)
    assert set(keys(game)) == {"radar_sonar", "rockets"}
    left = research(GERMANY, [6, 3], rules=["smith.weapons_table", RADAR, ROCKETS], techs={GERMANY: ["rockets"]})
    assert tell(left, 1).state.techs[GERMANY] == ["rockets", "radar_sonar"]


# --- radar and sonar --------------------------------------------------------------------------------------------------


@clause("smith.tech_radar_sonar.1", "smith.tech_radar_sonar.2", "smith.tech_radar_sonar.3")
@pytest.mark.parametrize(("techs", "left"), [(["radar_sonar"], 1), ([], 2)])
def test_example_a_gun_with_radar_hits_on_2(techs: list[str], left: int) -> None:
    units = {"United Kingdom": {UK: "1 antiaircraft gun (radar), 1 infantry"}, "Western Europe": {GERMANY: "3 bomber"}}
    game = position(GERMANY, "combat_move", units, dice=[1, 2, 3] + [6] * 9, rules=[RADAR], techs={UK: techs})
    gun = next(s for s in game.state.at("United Kingdom") if s.type == "antiaircraft_gun")
    game.state.turn_into("United Kingdom", gun, gun.cond.marked("radar"), 1)
    tell(game, "3 bomber: Western Europe > North Sea Zone > United Kingdom")
    assert fired(game)[0] == ("antiaircraft fire", [1, 2, 3])
    assert at(game, "United Kingdom", GERMANY) == {"bomber": left}


@clause("smith.tech_radar_sonar.1", "smith.tech_radar_sonar.3")
def test_radar_is_bought_for_guns_on_the_board_and_for_new_ones() -> None:
    units = {"United Kingdom": {UK: f"{GUN}, 1 infantry"}, "India": {UK: "1 complex"}}
    game = position(UK, "purchase", units, rules=[RADAR], techs={UK: ["radar_sonar"]}, ipcs={UK: 20})
    assert asked(game) == ("refit", UK)
    tell(game, {("radar_sonar", "United Kingdom", "antiaircraft_gun"): 1})
    assert game.state.ipcs[UK] == 15
    until(game, UK, "move", "combat")
    assert not any("radar" in s.cond.marks for s in game.state.at("United Kingdom"))  # from the placement on
    until(game, US, "purchase")
    assert any("radar" in s.cond.marks for s in game.state.at("United Kingdom"))
    dear = position(
        UK, "purchase", units, rules=[RADAR], techs={UK: ["radar_sonar"]}, ipcs={UK: 7},
        options={f"{RADAR}.radar_cost": 7, f"{RADAR}.radar_hit_on": 3},
    )  # fmt: skip
    tell(dear, {("radar_sonar", "United Kingdom", "antiaircraft_gun"): 1})
    assert dear.state.ipcs[UK] == 0
    none = position(UK, "purchase", units, rules=[RADAR], ipcs={UK: 20})
    assert asked(none)[0] != "refit"


@clause("smith.tech_radar_sonar.4")
@pytest.mark.parametrize(("techs", "defends"), [(["radar_sonar"], True), ([], False)])
def test_example_a_transport_fires_before_it_sinks(techs: list[str], defends: bool) -> None:
    units = {"Baltic Sea Zone": {GERMANY: "1 submarine"}, "North Sea Zone": {UK: "1 transport"}}
    game = attack(
        GERMANY, ["1 submarine: Baltic Sea Zone > North Sea Zone"], units, dice=[1, 1], rules=[RADAR], techs={UK: techs}
    )  # fmt: skip
    assert at(game, "North Sea Zone") == ({} if defends else {"submarine": 1})


@clause("smith.tech_radar_sonar.5")
@pytest.mark.parametrize("techs", [["radar_sonar"], []])
def test_example_a_submarine_cannot_pass_ships_with_sonar(techs: list[str]) -> None:
    units = {"Baltic Sea Zone": {GERMANY: "1 submarine"}, "North Sea Zone": {UK: "1 transport"}}
    way = "1 submarine: Baltic Sea Zone > North Sea Zone > Eastern Canada Sea Zone"
    for phase in ("combat_move", "noncombat_move"):
        game = position(GERMANY, phase, units, rules=[RADAR, "smith.submarine_units"], techs={UK: techs}, dice=[6])
        if phase == "noncombat_move" and not techs:
            tell(game, way)
            assert at(game, "Eastern Canada Sea Zone") == {"submarine": 1}
            continue
        with pytest.raises(Illegal, match=r"stop|enem"):
            tell(game, way)


@clause("smith.tech_radar_sonar.6")
@pytest.mark.parametrize(("techs", "searches"), [([], True), (["radar_sonar"], False)])
def test_example_aircraft_with_radar_need_no_search(techs: list[str], searches: bool) -> None:
    units = {"United Kingdom": {UK: "1 fighter"}, "North Sea Zone": {GERMANY: "1 submarine"}}
    game = position(
        UK, "combat_move", units, rules=[RADAR, "smith.submarine_units"], techs={UK: techs},
        dice=[6, 6, 6, 6, 6, 6] if searches else [3],
    )  # fmt: skip
    tell(game, "1 fighter: United Kingdom > North Sea Zone")
    assert bool(happened(game, "tested")) is searches
    assert at(game, "North Sea Zone", GERMANY) == ({"submarine": 1} if searches else {})


@pytest.mark.parametrize("techs", [{GERMANY: ("radar_sonar",)}, {}])
def test_the_referee_rolls_what_is_solved(techs: Any) -> None:
    sides = {"submarine": 2, "battleship": 1}, {"transport": 2, "submarine": 1}
    agrees(Referee("sea", *sides, techs, (RADAR,), 12))


def test_odds_of_a_surprise_by_hand() -> None:
    """For one round, the transport fires in any case, or only if the submarine misses it."""
    sides: Any = ("classic", "1 submarine", "1 transport", "sea")
    with_it = sandtable.odds(*sides, house_rules=[RADAR], tech=["defender: radar/sonar"], rounds=1)
    without = sandtable.odds(*sides, house_rules=[RADAR], rounds=1)
    assert with_it.expected_loss["attacker"] == pytest.approx(8 / 6)
    assert without.expected_loss["attacker"] == pytest.approx(8 / 6 * 4 / 6)


# --- rockets ----------------------------------------------------------------------------------------------------------


def launching(guns: dict[str, str], dice: list[int], ipcs: int = 20, **more: Any) -> Game:
    units = {space: {GERMANY: text} for space, text in guns.items()}
    game = position(
        GERMANY, "combat_move", {**units, "Ukraine S.S.R.": {GERMANY: "1 infantry"}}, dice=dice, rules=[ROCKETS],
        techs=more.pop("techs", {GERMANY: ["rockets"]}), ipcs={UK: ipcs, RED: 0}, **more,
    )  # fmt: skip
    for space in guns:
        for stack, n in list(game.state.at(space).items()):
            if stack.type == "antiaircraft_gun":
                game.state.turn_into(space, stack, stack.cond.marked("rocket_launcher"), n)
    return tell(game, "done")


@clause("smith.tech_rockets.2", "smith.tech_rockets.3", "smith.tech_rockets.5")
def test_example_two_guns_fire_at_the_united_kingdom() -> None:
    game = launching({"Germany": GUN, "Western Europe": GUN}, [2, 6])
    assert asked(game) == ("rocket", GERMANY) and "United Kingdom" in choices(game)
    tell(game, "United Kingdom", "United Kingdom")
    assert game.state.ipcs[UK] == 12
    assert [e["dice"] for e in happened(game, "rocket_fired")] == [[2], [6]]


@clause("smith.tech_rockets.2", "smith.tech_rockets.5")
@pytest.mark.parametrize(("most", "shots"), [(0, 3), (1, 1), (2, 2)])
def test_every_upgraded_gun_fires_once(most: int, shots: int) -> None:
    options = {f"{ROCKETS}.guns_per_turn": most, f"{ROCKETS}.damage_dice": 1}
    game = launching({"Germany": "2 antiaircraft guns", "Western Europe": GUN}, [1, 1, 1], options=options)
    while game.decision is not None and game.decision.kind == "rocket":
        tell(game, "United Kingdom")
    assert len(happened(game, "rocket_fired")) == shots


@clause("smith.tech_rockets.1", "smith.tech_rockets.4")
def test_example_germany_upgrades_a_gun() -> None:
    units = {"Germany": {GERMANY: f"{GUN}, 1 infantry"}}
    game = position(
        GERMANY, "purchase", units, rules=[ROCKETS], techs={GERMANY: ["rockets"]}, ipcs={GERMANY: 32, UK: 30}
    )  # fmt: skip
    tell(game, {("rockets", "Germany", "antiaircraft_gun"): 1})
    assert game.state.ipcs[GERMANY] == 27
    until(game, GERMANY, "move", "noncombat")
    assert not happened(game, "rocket_fired")  # it fires from the next turn on
    until(game, GERMANY, "rocket")
    assert game.state.round == 2


def test_a_gun_that_moved_does_not_fire_and_others_not_at_all() -> None:
    units = {"Germany": {GERMANY: GUN}, "Eastern Europe": {GERMANY: "1 infantry"}}
    game = position(GERMANY, "combat_move", units, rules=[ROCKETS], techs={GERMANY: ["rockets"]}, ipcs={UK: 9})
    assert asked(tell(game, "done"))[0] != "rocket"  # a gun that is not upgraded
    captured = launching({"Germany": GUN}, [], techs={GERMANY: []})
    assert asked(captured)[0] != "rocket"
    options = {f"{ROCKETS}.range": 1, f"{ROCKETS}.damage_dice": 2, f"{ROCKETS}.upgrade_cost": 3}
    near = launching({"Eastern Europe": GUN}, [3, 4], options=options)
    assert choices(near) == ["no rocket", "Karelia S.S.R."]
    fired_at = tell(launching({"Western Europe": GUN}, [3, 4], options={f"{ROCKETS}.damage_dice": 2}), "United Kingdom")
    assert fired_at.state.ipcs[UK] == 13
    rules = registry.build("classic", [ROCKETS], options)
    assert rules.tables["refits"]["rockets"]["cost"] == 3
