"""Heavy Bombers, Jet Power, and Long-Range Aircraft."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core.errors import Illegal
from tests.battle.referee import Referee
from tests.conformance.classic.scenes import attack, fired
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, JAPAN, RED, UK, US, agrees, built

clause = pytest.mark.clause
HEAVY, JETS, RANGE = built("tech_heavy_bombers", "tech_jet_power", "tech_long_range_aircraft")


# --- heavy bombers ----------------------------------------------------------------------------------------------------


@clause("smith.tech_heavy_bombers.1")
def test_example_a_raid_with_two_dice() -> None:
    units = {"United Kingdom": {US: "1 bomber"}}
    game = attack(
        US, ["1 bomber: United Kingdom > North Sea Zone > Western Europe > Germany [raid]"], units, dice=[3, 5],
        ipcs={GERMANY: 20}, rules=[HEAVY], techs={US: ["heavy_bombers"]},
    )  # fmt: skip
    assert happened(game, "raided")[0]["dice"] == [3, 5] and game.state.ipcs[GERMANY] == 12


@clause("smith.tech_heavy_bombers.2")
@pytest.mark.parametrize(("techs", "dice", "hits"), [(1, [1, 5], 1), (2, [1, 4, 5], 2)])
def test_example_the_second_level_rolls_three_dice(techs: int, dice: list[int], hits: int) -> None:
    units = {"United Kingdom": {US: "1 bomber"}, "Western Europe": {GERMANY: "3 infantry"}}
    game = attack(
        US, ["1 bomber: United Kingdom > North Sea Zone > Western Europe"], units, dice=[*dice, 6, 6, 6],
        rules=[HEAVY], techs={US: ["heavy_bombers", "heavy_bombers_2"][:techs]},
    )  # fmt: skip
    assert fired(game)[0] == ("attackers", dice)
    assert at(game, "Western Europe", GERMANY) == {"infantry": 3 - hits}


def test_heavy_bombers_have_other_dice_and_defend_with_one() -> None:
    options = {f"{HEAVY}.dice_level_1": 4, f"{HEAVY}.dice_level_2": 5}
    for techs, dice in ((["heavy_bombers"], 4), (["heavy_bombers", "heavy_bombers_2"], 5)):
        game = position(US, "combat_move", rules=[HEAVY], options=options, techs={US: techs})
        bomber = game.stats(US, "bomber")
        assert (bomber.attack_dice, bomber.raid_dice, bomber.defense_dice) == (dice, dice, 1)


# --- jet power --------------------------------------------------------------------------------------------------------

INDIA = {"India": {UK: "1 fighter"}}


@clause("smith.tech_jet_power.1")
@pytest.mark.parametrize(("techs", "hits"), [(["jet_power"], 1), ([], 0)])
def test_example_a_fighter_hits_land_units_on_5(techs: list[str], hits: int) -> None:
    units = {**INDIA, "French Indo-China": {JAPAN: "2 infantry"}}
    game = attack(JAPAN, ["2 infantry: French Indo-China > India"], units, dice=[6, 6, 5], rules=[JETS],
                  techs={UK: techs})  # fmt: skip
    assert at(game, "India", JAPAN) == {"infantry": 2 - hits}


@pytest.mark.parametrize(("face", "left"), [(4, {"infantry": 1}), (5, {"infantry": 1, "fighter": 1}), (6, None)])
def test_a_5_does_not_hit_aircraft_alone(face: int, left: Any) -> None:
    """With the land unit already lost, a 5 has nothing to hit; a 4 hits the fighter."""
    units = {"India": {UK: "2 fighter"}, "French Indo-China": {JAPAN: "1 fighter"}}
    game = attack(JAPAN, ["1 fighter: French Indo-China > India"], units, dice=[6, face, 6], rules=[JETS],
                  techs={UK: ["jet_power"]})  # fmt: skip
    assert bool(at(game, "India", JAPAN)) == (face > 4)


@clause("smith.tech_jet_power.1")
@pytest.mark.parametrize(
    ("dice", "left"), [([5, 5], {"fighter": 1}), ([5, 4], {}), ([4, 4], {}), ([5, 6], {"fighter": 1})]
)
def test_in_a_mixed_attack_a_5_is_taken_on_a_land_unit(dice: list[int], left: dict[str, int]) -> None:
    units = {"India": {UK: "2 fighter"}, "French Indo-China": {JAPAN: "1 infantry, 1 fighter"}}
    game = attack(
        JAPAN, ["1 infantry, 1 fighter: French Indo-China > India"], units, dice=[6, 6, *dice], rules=[JETS],
        techs={UK: ["jet_power"]},
    )  # fmt: skip
    assert at(game, "India", JAPAN) == left
    assert at(game, "India", UK) == {"fighter": 2}


def test_at_sea_and_in_other_games_fighters_defend_at_4() -> None:
    units = {"North Sea Zone": {UK: "1 carrier, 1 fighter"}, "Baltic Sea Zone": {GERMANY: "1 battleship"}}
    game = attack(GERMANY, ["1 battleship: Baltic Sea Zone > North Sea Zone"], units, dice=[6, 6, 5], rules=[JETS],
                  techs={UK: ["jet_power"]})  # fmt: skip
    assert at(game, "North Sea Zone", GERMANY) == {"battleship": 1}
    with_it = sandtable.odds("classic", "2 infantry", "1 fighter", house_rules=[JETS])
    assert with_it.attacker_wins == sandtable.odds("classic", "2 infantry", "1 fighter").attacker_wins
    three = attack(
        JAPAN, ["2 infantry: French Indo-China > India"], {**INDIA, "French Indo-China": {JAPAN: "2 infantry"}},
        dice=[6, 6, 6], rules=[JETS], techs={UK: ["jet_power"]}, options={f"{JETS}.defense_vs_land": 6},
    )  # fmt: skip
    assert at(three, "India", JAPAN) == {"infantry": 1}


def test_odds_of_a_mixed_attack_by_hand() -> None:
    """One jet against 1 infantry and 1 fighter for one round: of six faces, four hit either unit, one the infantry."""
    found = sandtable.odds(
        "classic", "1 infantry, 1 fighter", "1 fighter", house_rules=[JETS], tech=["defender: jet power"], rounds=1
    )
    lost = found.expected_loss["attacker"]
    assert lost == pytest.approx(5 / 6 * 3)  # the infantry is the cheaper one, and takes every hit
    alone = sandtable.odds(
        "classic", "1 fighter", "1 fighter", house_rules=[JETS], tech=["defender: jet power"], rounds=1
    )
    assert alone.expected_loss["attacker"] == pytest.approx(4 / 6 * 12)


@pytest.mark.parametrize(
    ("own", "enemy"),
    [
        ({"infantry": 2, "fighter": 2}, {"infantry": 1, "fighter": 3}),
        ({"infantry": 1, "bomber": 2, "tank": 1}, {"fighter": 4}),
        ({"fighter": 2}, {"fighter": 2, "infantry": 1}),
    ],
)
def test_the_referee_rolls_what_is_solved(own: dict[str, int], enemy: dict[str, int]) -> None:
    agrees(Referee("land", own, enemy, {GERMANY: ("jet_power",)}, (JETS,), 5), 600)


def test_the_referee_rolls_what_is_solved_with_two_levels_of_bombers() -> None:
    techs = {RED: ("heavy_bombers", "heavy_bombers_2"), GERMANY: ("jet_power",)}
    agrees(Referee("land", {"bomber": 2, "infantry": 1}, {"fighter": 2, "infantry": 3}, techs, (HEAVY, JETS), 3))
    agrees(Referee("sea", {"bomber": 1, "fighter": 1}, {"aircraft_carrier": 1, "fighter": 2}, techs, (HEAVY, JETS), 3))


# --- long-range aircraft ----------------------------------------------------------------------------------------------

FAR = "Japan > Japan Sea Zone > Soviet Far East Sea Zone > Soviet Far East"


@clause("smith.tech_long_range_aircraft.1", "smith.tech_long_range_aircraft.2")
def test_example_fighters_move_6_and_bombers_8() -> None:
    units = {"Japan": {JAPAN: "1 fighter, 1 bomber"}, "Soviet Far East": {RED: "1 infantry"}}
    game = attack(JAPAN, [f"1 fighter: {FAR}"], units, dice=[1, 6], rules=[RANGE], spare=False,
                  techs={JAPAN: ["long_range_aircraft"]})  # fmt: skip
    fighter = next(s for s in game.state.at("Soviet Far East") if s.type == "fighter")
    assert game.stats(JAPAN, "fighter").move - fighter.cond.moved == 3
    assert game.stats(JAPAN, "bomber").move == 8
    assert (game.stats(US, "fighter").move, game.stats(US, "bomber").move) == (4, 6)


def test_long_range_aircraft_have_other_ranges() -> None:
    options = {f"{RANGE}.fighter_movement": 5, f"{RANGE}.bomber_movement": 7}
    game = position(JAPAN, "combat_move", rules=[RANGE], options=options, techs={JAPAN: ["long_range_aircraft"]})
    assert (game.stats(JAPAN, "fighter").move, game.stats(JAPAN, "bomber").move) == (5, 7)


def test_without_the_development_the_fighter_does_not_come_back() -> None:
    units = {"Japan": {JAPAN: "1 fighter"}, "Soviet Far East": {RED: "1 infantry"}}
    game = position(JAPAN, "combat_move", units, rules=[RANGE])
    with pytest.raises(Illegal):
        tell(game, f"1 fighter: {FAR} > Yakut S.S.R. > Evenki National Okrug")


# --- dogfights --------------------------------------------------------------------------------------------------------


@clause("smith.tech_jet_power.2")
@pytest.mark.parametrize(("techs", "left"), [(["jet_power"], {}), ([], {"fighter": 1})])
def test_example_jets_attack_at_4_in_a_dogfight(techs: list[str], left: dict[str, int]) -> None:
    units = {"United Kingdom": {UK: "1 fighter"}, "Western Europe": {GERMANY: "1 fighter"}}
    game = attack(
        UK, ["1 fighter: United Kingdom > North Sea Zone > Western Europe"], units, dice=[4, 4],
        rules=[JETS, "smith.dogfights"], techs={UK: techs},
    )  # fmt: skip
    while game.decision is not None and game.decision.kind == "assign":
        game.answer(game.decision.advice)
    assert fired(game)[:2] == [("dogfight", [4]), ("dogfight", [4])]
    assert at(game, "Western Europe", GERMANY) == left and at(game, "Western Europe", UK) == {"fighter": 1}


def test_jets_defend_in_dogfights_as_before_or_better() -> None:
    units = {"United Kingdom": {UK: "1 fighter"}, "Western Europe": {GERMANY: "1 fighter"}}
    for value, left in ((3, {"fighter": 1}), (4, {})):
        options = {f"{JETS}.dogfight_defense": value, f"{JETS}.dogfight_attack": 5}
        game = attack(
            UK, ["1 fighter: United Kingdom > North Sea Zone > Western Europe"], units, dice=[6, 4],
            rules=[JETS, "smith.dogfights"], techs={GERMANY: ["jet_power"], UK: ["jet_power"]}, options=options,
        )  # fmt: skip
        while game.decision is not None and game.decision.kind == "assign":
            game.answer(game.decision.advice)
        assert at(game, "Western Europe", UK) == left


def test_jets_on_the_ground_defend_at_0() -> None:
    rules = [JETS, "smith.dogfights"]
    agrees(Referee("land", {"infantry": 2, "fighter": 1}, {"fighter": 2}, {GERMANY: ("jet_power",)}, tuple(rules), 8))


def test_heavy_bombers_roll_their_dice_in_dogfights() -> None:
    units = {"United Kingdom": {UK: "1 bomber"}, "Western Europe": {GERMANY: "1 fighter"}}
    game = attack(
        UK, ["1 bomber: United Kingdom > North Sea Zone > Western Europe"], units, dice=[2, 1, 6],
        rules=[HEAVY, "smith.dogfights"], techs={UK: ["heavy_bombers"]},
    )  # fmt: skip
    while game.decision is not None and game.decision.kind == "assign":
        game.answer(game.decision.advice)
    assert fired(game)[0] == ("dogfight", [2, 1])
