"""Elite forces on land: Mechanized Infantry, Super Armor, Marines, and Paratroopers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.battle.referee import Referee
from tests.conformance.classic.scenes import attack, choices, combat_over, end_moves, fired, in_phase, until, way
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, JAPAN, RED, UK, US, agrees, built

clause = pytest.mark.clause
MECHANIZED, ARMOR, MARINES, PARATROOPERS = built(
    "tech_mechanized_infantry", "tech_super_armor", "tech_marines", "tech_paratroopers"
)


def held(power: str, *names: str) -> dict[str, Any]:
    return {"techs": {power: names}}


# --- mechanized infantry ----------------------------------------------------------------------------------------------

COLUMN = {
    "Germany": {GERMANY: "2 infantry, 1 armor"}, "Eastern Europe": {GERMANY: "1 infantry"},
    "Ukraine S.S.R.": {RED: "2 infantry"},
}  # fmt: skip


@clause("smith.tech_mechanized_infantry.1", "smith.tech_mechanized_infantry.3")
def test_example_one_infantry_goes_along_with_the_armor() -> None:
    owners = {"Ukraine S.S.R.": RED}
    setting: Any = {"owners": owners, "rules": [MECHANIZED], **held(GERMANY, "mechanized_infantry")}
    game = position(GERMANY, "combat_move", COLUMN, dice=[2, 6, 4, 4, 2, 6, 6], **setting)
    with pytest.raises(Illegal, match="cannot carry that many"):
        game.answer("2 infantry, 1 armor: Germany > Eastern Europe > Ukraine S.S.R.")
    tell(game, "1 infantry, 1 armor: Germany > Eastern Europe > Ukraine S.S.R.", "done")
    assert fired(game)[:2] == [("attackers", [2]), ("attackers", [6])]  # the infantry hits on 2, the armor misses
    assert at(game, "Ukraine S.S.R.", RED) == {"infantry": 1}
    tell(game, "press on")
    assert fired(game)[3:5] == [("attackers", [2]), ("attackers", [6])]  # in the second round a 2 of infantry misses
    assert at(game, "Ukraine S.S.R.", RED) == {"infantry": 1}


def test_infantry_goes_along_for_another_distance() -> None:
    options = {f"{MECHANIZED}.infantry_movement": 1}
    game = position(GERMANY, "combat_move", COLUMN, owners={"Ukraine S.S.R.": RED}, rules=[MECHANIZED],
                    options=options, **held(GERMANY, "mechanized_infantry"))  # fmt: skip
    with pytest.raises(Illegal, match="that far"):
        game.answer("1 infantry, 1 armor: Germany > Eastern Europe > Ukraine S.S.R.")


@clause("smith.tech_mechanized_infantry.2")
def test_example_both_begin_in_one_territory() -> None:
    units = {"Germany": {GERMANY: "1 infantry"}, "Eastern Europe": {GERMANY: "1 armor"},
             "Ukraine S.S.R.": {RED: "1 infantry"}}  # fmt: skip
    game = position(GERMANY, "combat_move", units, owners={"Ukraine S.S.R.": RED}, rules=[MECHANIZED],
                    **held(GERMANY, "mechanized_infantry"))  # fmt: skip
    with pytest.raises(Illegal):
        game.answer("1 infantry: Germany > Eastern Europe > Ukraine S.S.R.")
    tell(game, "1 armor: Eastern Europe > Ukraine S.S.R.")
    with pytest.raises(Illegal):
        game.answer("1 infantry: Germany > Eastern Europe > Ukraine S.S.R.")


@clause("smith.tech_mechanized_infantry.3")
@pytest.mark.parametrize(("count", "most", "dice"), [(2, 1, [[2], [2]]), (2, 2, [[2, 2]])])
def test_infantry_beside_its_armor_is_mechanized_on_a_short_way_too(count: int, most: int, dice: Any) -> None:
    """Of two infantry and one armor that attack from the next territory, as many are mechanized as the armor takes."""
    units = {"Eastern Europe": {GERMANY: f"{count} infantry, 1 armor"}, "Ukraine S.S.R.": {RED: "4 infantry"}}
    faces = [2, 2, 6, 6, 6, 6, 6]
    game = attack(
        GERMANY, [f"{count} infantry, 1 armor: Eastern Europe > Ukraine S.S.R."], units, dice=faces,
        owners={"Ukraine S.S.R.": RED}, rules=[MECHANIZED], options={f"{MECHANIZED}.infantry_per_armor": most},
        **held(GERMANY, "mechanized_infantry"),
    )  # fmt: skip
    assert [d for name, d in fired(game) if name == "attackers"][: len(dice)] == dice
    assert at(game, "Ukraine S.S.R.", RED) == {"infantry": 4 - most}


def test_a_pair_blitzes_and_captures() -> None:
    units = {"Ukraine S.S.R.": {GERMANY: "1 infantry, 1 armor"}}
    game = position(GERMANY, "combat_move", units, rules=[MECHANIZED], **held(GERMANY, "mechanized_infantry"))
    tell(game, "1 infantry, 1 armor: Ukraine S.S.R. > Caucasus > Russia")
    assert game.state.owner["Caucasus"] == GERMANY and at(game, "Russia", GERMANY) == {"infantry": 1, "tank": 1}
    options = {f"{MECHANIZED}.first_round_attack": 3}
    hard = attack(
        GERMANY, ["1 infantry, 1 armor: Eastern Europe > Ukraine S.S.R."],
        {"Eastern Europe": {GERMANY: "1 infantry, 1 armor"}, "Ukraine S.S.R.": {RED: "3 infantry"}},
        dice=[3, 3, 6, 6, 6],
        owners={"Ukraine S.S.R.": RED}, rules=[MECHANIZED], options=options, **held(GERMANY, "mechanized_infantry"),
    )  # fmt: skip
    assert at(hard, "Ukraine S.S.R.", RED) == {"infantry": 1}


# --- super armor ------------------------------------------------------------------------------------------------------


@clause("smith.tech_super_armor.1", "smith.tech_super_armor.3")
def test_example_armor_attacks_at_4_in_the_first_round() -> None:
    units = {"Ukraine S.S.R.": {GERMANY: "2 armor"}, "Caucasus": {RED: "4 infantry"}}
    game = attack(
        GERMANY, ["2 armor: Ukraine S.S.R. > Caucasus"], units, dice=[4, 5, 6, 6, 6, 6, 4, 3, 6, 6, 6],
        rules=[ARMOR], **held(GERMANY, "super_armor"),
    )  # fmt: skip
    assert at(game, "Caucasus", RED) == {"infantry": 3}
    tell(game, "press on")
    assert at(game, "Caucasus", RED) == {"infantry": 2}


@clause("smith.tech_super_armor.2", "smith.tech_super_armor.3")
def test_example_armor_defends_at_3_in_the_first_round() -> None:
    units = {"Anglo-Sudan Egypt": {UK: "3 infantry"}, "Libya": {GERMANY: "1 armor"}}
    game = attack(
        UK, ["3 infantry: Anglo-Sudan Egypt > Libya"], units, dice=[6, 6, 6, 3, 6, 6, 3], rules=[ARMOR],
        **held(GERMANY, "super_armor"),
    )  # fmt: skip
    assert at(game, "Libya", UK) == {"infantry": 2}
    tell(game, "press on")
    assert at(game, "Libya", UK) == {"infantry": 2}


def test_super_armor_has_other_numbers() -> None:
    units = {"Ukraine S.S.R.": {GERMANY: "1 armor"}, "Caucasus": {RED: "2 armor"}}
    options = {f"{ARMOR}.first_round_attack": 5, f"{ARMOR}.first_round_defense": 4}
    game = attack(
        GERMANY, ["1 armor: Ukraine S.S.R. > Caucasus"], units, dice=[5, 4, 6], rules=[ARMOR], options=options,
        techs={GERMANY: ["super_armor"], RED: ["super_armor"]},
    )  # fmt: skip
    assert at(game, "Caucasus") == {"tank": 1}


# --- marines ----------------------------------------------------------------------------------------------------------

LANDING = {"Philippines Sea Zone": {US: "2 transport"}, "Okinawa": {JAPAN: "1 infantry"}}


@clause("smith.tech_marines.1")
def test_example_infantry_that_lands_attacks_at_2_in_every_round() -> None:
    units = {
        "Okinawa Sea Zone": {US: "1 transport (carrying infantry of United States + infantry of United States)"},
        "Okinawa": {JAPAN: "2 infantry"},
    }
    game = attack(
        US, ["2 infantry: Okinawa Sea Zone > Okinawa"], units, dice=[2, 5, 6, 6, 5, 5, 6, 5, 2, 6], rules=[MARINES],
        **held(US, "marines"),
    )  # fmt: skip
    assert [dice for name, dice in fired(game) if name == "attackers"] == [[2, 5], [5, 5], [5, 2]]
    assert at(game, "Okinawa") == {"infantry": 2} and game.state.owner["Okinawa"] == US


def test_infantry_that_walks_is_no_marine_and_other_attacks_are_possible() -> None:
    units = {"China": {US: "1 infantry"}, "Manchuria": {JAPAN: "2 infantry"}}
    game = attack(
        US, ["1 infantry: China > Manchuria"], units, dice=[2, 1, 1], rules=[MARINES], **held(US, "marines")
    )  # fmt: skip
    assert at(game, "Manchuria") == {"infantry": 2}
    units = {
        "Okinawa Sea Zone": {US: "1 transport (carrying infantry of United States)"},
        "Okinawa": {JAPAN: "1 infantry"},
    }
    game = attack(
        US, ["1 infantry: Okinawa Sea Zone > Okinawa"], units, dice=[3, 6], rules=[MARINES],
        options={f"{MARINES}.attack": 3}, **held(US, "marines"),
    )  # fmt: skip
    assert at(game, "Okinawa") == {"infantry": 1} and combat_over(game)


# --- paratroopers -----------------------------------------------------------------------------------------------------

DROP = {"United Kingdom": {UK: "2 infantry, 1 bomber"}, "Western Europe": {GERMANY: "1 infantry, 1 antiaircraft gun"}}


def drop(dice: list[int], order: str = "1 infantry, 1 bomber", techs: Any = (), **more: Any) -> Game:
    game = position(
        UK, "combat_move", DROP, dice=dice, rules=[PARATROOPERS, "smith.tech_heavy_bombers"],
        **held(UK, "paratroopers", *techs), **more,
    )  # fmt: skip
    return end_moves(tell(game, f"{order}: United Kingdom > North Sea Zone > Western Europe"))


@clause(
    "smith.tech_paratroopers.1", "smith.tech_paratroopers.2", "smith.tech_paratroopers.3",
    "smith.tech_paratroopers.4", "smith.tech_paratroopers.5",
)  # fmt: skip
def test_example_an_infantry_is_dropped_and_fights_alone() -> None:
    game = drop([4, 2, 6])
    assert happened(game, "aa_fired")[0]["dice"] == [4]
    assert fired(game) == [("attackers", [2]), ("defenders", [6])]  # the bomber does not fire
    assert game.state.owner["Western Europe"] == UK
    assert in_phase(game, "noncombat")
    game.answer(way(game, "1 bomber: Western Europe > North Sea Zone > United Kingdom"))
    assert at(game, "United Kingdom") == {"infantry": 1, "bomber": 1}
    with pytest.raises(Illegal, match="cannot carry that many"):
        drop([], "2 infantry, 1 bomber")


@clause("smith.tech_paratroopers.6")
def test_example_paratroopers_cannot_retreat_and_the_others_can() -> None:
    game = drop([4, 6, 6, 6, 6, 2, 6])  # no question of a retreat in three rounds
    assert game.state.owner["Western Europe"] == UK
    units = {
        "Germany": {UK: "1 infantry, 1 bomber"}, "Eastern Europe": {UK: "2 infantry"},
        "Ukraine S.S.R.": {GERMANY: "3 infantry"},
    }  # fmt: skip
    owners = {"Germany": UK, "Eastern Europe": UK}
    mixed = attack(
        UK, ["1 infantry, 1 bomber: Germany > Eastern Europe > Ukraine S.S.R.",
             "2 infantry: Eastern Europe > Ukraine S.S.R."],
        units, dice=[6, 6, 6, 6, 6, 6, 2, 6, 6, 2, 6, 1], owners=owners, rules=[PARATROOPERS],
        **held(UK, "paratroopers"),
    )  # fmt: skip
    assert choices(mixed) == ["press on", "Eastern Europe"]
    tell(mixed, "Eastern Europe")
    assert at(mixed, "Eastern Europe", UK) == {"infantry": 2}
    assert at(mixed, "Ukraine S.S.R.", UK) == {"bomber": 1}  # the paratrooper fought on, alone and to the end


@clause("smith.tech_paratroopers.3", "smith.tech_paratroopers.5")
def test_only_the_bombers_that_are_needed_drop_and_tanks_beside_them_fight() -> None:
    """Tanks that can take infantry along do not, and fight as always: nobody but the bomber that drops stays out."""
    rules = [PARATROOPERS, "smith.tech_mechanized_infantry"]
    units = {"Germany": {UK: "1 infantry, 2 bomber, 2 armor"}, "Eastern Europe": {GERMANY: "2 infantry"}}
    game = position(
        UK, "combat_move", units, dice=[1, 2, 6, 6, 6, 6], rules=rules, owners={"Germany": UK},
        **held(UK, "paratroopers", "mechanized_infantry"),
    )  # fmt: skip
    tell(game, "1 infantry, 2 bombers, 2 armor: Germany > Eastern Europe")
    attackers = Counter[str]()
    for stack, n in game.rules.q.attackers(game, "Eastern Europe", UK).items():
        attackers[stack.type] += n
    assert attackers == {"infantry": 1, "bomber": 1, "tank": 2}
    assert at(game, "Eastern Europe", UK) == {"infantry": 1, "bomber": 2, "tank": 2}


@clause("smith.tech_paratroopers.2")
def test_example_the_bomber_is_shot_down_with_its_infantry() -> None:
    game = drop([1])
    assert at(game, "United Kingdom") == {"infantry": 1} and at(game, "Western Europe", UK) == {}


def test_the_guns_still_fire_at_aircraft_that_attack() -> None:
    units = {"United Kingdom": {UK: "2 infantry, 1 bomber, 1 fighter"}, "Western Europe": DROP["Western Europe"]}
    game = position(UK, "combat_move", units, dice=[4, 1, 2, 6], rules=[PARATROOPERS], **held(UK, "paratroopers"))
    over = "United Kingdom > North Sea Zone > Western Europe"
    tell(game, f"1 infantry, 1 bomber: {over}", f"1 fighter: {over}", "done")
    assert fired(game)[0] == ("antiaircraft fire", [1])
    assert at(game, "Western Europe", UK) == {"infantry": 1, "bomber": 1, "antiaircraft_gun": 1}


@clause("smith.tech_paratroopers.1", "smith.tech_paratroopers.4")
@pytest.mark.parametrize(
    ("techs", "most"), [((), 1), (("heavy_bombers",), 2), (("heavy_bombers", "heavy_bombers_2"), 3)]
)
def test_example_heavy_bombers_fly_more_infantry_also_in_the_noncombat_move(techs: Any, most: int) -> None:
    units = {"India": {US: "4 infantry, 1 bomber"}, "Sinkiang": {US: "1 infantry"}}
    game = position(
        US, "noncombat_move", units, rules=[PARATROOPERS, "smith.tech_heavy_bombers"],
        **held(US, "paratroopers", *techs),
    )  # fmt: skip
    with pytest.raises(Illegal, match="cannot carry that many"):
        game.answer(f"{most + 1} infantry, 1 bomber: India > Persia > Kazakh S.S.R. > Sinkiang")
    game.answer(f"{most} infantry, 1 bomber: India > Persia > Kazakh S.S.R. > Sinkiang")
    assert at(game, "Sinkiang") == {"infantry": 1 + most, "bomber": 1}


@clause("smith.tech_paratroopers.7")
def test_example_in_the_next_turn_they_are_ordinary_infantry() -> None:
    game = until(drop([4, 2, 6, *[6] * 400]), UK, "move", "combat")
    stacks = [s for s in game.state.at("Western Europe") if s.type == "infantry" and s.owner == UK]
    assert all(not s.cond.marks for s in stacks)


def test_paratroopers_have_other_numbers() -> None:
    names = ("infantry_per_bomber", "infantry_per_heavy_bomber", "infantry_per_heavy_bomber_level_2", "attack_bonus")
    options = {f"{PARATROOPERS}.{name}": n for name, n in zip(names, (2, 3, 4, 2), strict=True)}
    game = drop([4, 3, 6, 6], "2 infantry, 1 bomber", options=options)
    assert game.state.owner["Western Europe"] == UK
    for techs, most in (("heavy_bombers",), 3), (("heavy_bombers", "heavy_bombers_2"), 4):
        carrier = position(UK, "combat_move", DROP, rules=[PARATROOPERS, "smith.tech_heavy_bombers"], options=options,
                           **held(UK, "paratroopers", *techs)).stats(UK, "bomber")  # fmt: skip
        assert carrier.carries is not None and carrier.carries.capacity == most


# --- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "own", "enemy", "techs"),
    [
        ("land", {"tank": 2, "infantry": 1}, {"tank": 2}, {RED: ("super_armor",), GERMANY: ("super_armor",)}),
        ("amphibious", {"infantry": 3, "battleship": 1}, {"infantry": 3}, {RED: ("marines",)}),
    ],
)
def test_the_referee_rolls_what_is_solved(where: str, own: Any, enemy: Any, techs: Any) -> None:
    agrees(Referee(where, own, enemy, techs, (ARMOR, MARINES), 11))
