"""Strategic bombing raids: R121 to R127."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, combat_over, fired, refused, until, way
from tests.helpers import at, happened, position

clause = pytest.mark.clause
RED, UK = "Soviet Union", "United Kingdom"
TO_GERMANY = "United Kingdom > North Sea Zone > Baltic Sea Zone > Germany"


def raid(bombers: int, dice: list[int], germany: str = "", ipcs: int = 40, **setting: object) -> Game:
    """British bombers raid Germany."""
    return attack(
        UK,
        [f"{bombers} bombers: {TO_GERMANY} [raid]"],
        {UK: {UK: f"{bombers} bombers, 1 infantry"}, "Germany": {"Germany": germany}},
        dice=dice,
        ipcs={"Germany": ipcs},
        **setting,  # type: ignore[arg-type]
    )


@clause("classic.R121", "classic.R122", "classic.R122.3", "classic.R122.4")
def test_each_bomber_rolls_a_die_and_the_controller_pays_the_sum() -> None:
    game = raid(3, [6, 2, 5])
    assert game.state.ipcs["Germany"] == 27
    assert [(e["power"], e["space"], e["dice"], e["loser"], e["ipcs"]) for e in happened(game, "raided")] == [
        (UK, "Germany", [6, 2, 5], "Germany", 13)
    ]
    assert game.state.ipcs[UK] == 30  # the bank gets it


@clause("classic.R121")
def test_only_bombers_raid() -> None:
    game = position(UK, "combat_move", {UK: {UK: "1 fighter"}, "Finland-Norway": {UK: "1 tank"}})
    refused(game, f"1 fighter: {TO_GERMANY} [raid]", "classic.R121")
    refused(game, "1 tank: Finland-Norway > Karelia S.S.R. [raid]", "classic.R121")


@clause("classic.R121")
def test_only_a_complex_in_hostile_territory_is_a_target() -> None:
    game = position(UK, "combat_move", {UK: {UK: "1 bomber"}, "Western Europe": {"Germany": "1 infantry"}})
    no_complex = "1 bomber: United Kingdom > North Sea Zone > Western Europe [raid]"
    refused(game, no_complex, "classic.R121")
    friend = "1 bomber: United Kingdom > North Sea Zone > Karelia Sea Zone > Karelia S.S.R. [raid]"
    refused(game, friend, "classic.R121")


@clause("classic.R121", "classic.R27")
def test_a_bomber_raids_or_fights_not_both() -> None:
    game = attack(
        UK,
        [f"1 bomber: {TO_GERMANY} [raid]", f"1 bomber: {TO_GERMANY}"],
        {UK: {UK: "2 bombers, 1 infantry"}, "Germany": {"Germany": "1 infantry"}},
        dice=[3, 4, 6],
    )
    assert happened(game, "raided")[0]["dice"] == [3]
    assert happened(game, "battle_started")[0]["attackers"] == {
        s: n for s, n in happened(game, "battle_started")[0]["attackers"].items() if "raid" not in s.cond.marks
    }
    assert sum(happened(game, "battle_started")[0]["attackers"].values()) == 1


@clause("classic.R122.1")
def test_the_raid_is_declared_with_the_flight() -> None:
    game = raid(1, [4], germany="1 infantry")
    assert happened(game, "battle_started") == []  # a declared raid is no battle
    assert happened(game, "raided")[0]["ipcs"] == 4
    game = attack(
        UK,
        [f"1 bomber: {TO_GERMANY}"],
        {UK: {UK: "1 bomber, 1 infantry"}, "Germany": {"Germany": "1 infantry"}},
        dice=[4, 6],
    )
    assert happened(game, "raided") == []


@clause("classic.R122.2", "classic.R92.2")
def test_a_gun_rolls_a_die_for_each_bomber_first() -> None:
    game = raid(3, [1, 1, 6, 4], germany="1 aa gun")
    assert fired(game) == [("antiaircraft fire", [1, 1, 6])]
    assert happened(game, "raided")[0]["dice"] == [4]
    assert at(game, "Germany", UK) == {"bomber": 1}


@clause("classic.R122.4")
def test_nobody_pays_more_than_he_has() -> None:
    game = raid(2, [6, 5], ipcs=7)
    assert game.state.ipcs["Germany"] == 0
    assert happened(game, "raided")[0]["ipcs"] == 7


@clause("classic.R122.4")
def test_the_controller_pays_not_the_original_owner() -> None:
    game = attack(
        UK,
        ["1 bomber: United Kingdom > North Sea Zone > Karelia Sea Zone > Karelia S.S.R. [raid]"],
        {UK: {UK: "1 bomber, 1 infantry"}},
        dice=[5],
        owners={"Karelia S.S.R.": "Germany"},
        ipcs={"Germany": 20, RED: 20},
    )
    assert (game.state.ipcs["Germany"], game.state.ipcs[RED]) == (15, 20)


@clause("classic.R123")
def test_the_damage_is_not_limited_by_the_value_of_the_territory() -> None:
    units = {UK: {UK: "2 bombers, 1 infantry"}}
    to_south = "United Kingdom > North Sea Zone > Western Europe > Southern Europe"
    game = attack(UK, [f"2 bombers: {to_south} [raid]"], units, dice=[6, 6], ipcs={"Germany": 40})
    assert game.state.ipcs["Germany"] == 28  # 12, though Southern Europe is worth 6
    limited = {"common.switches.set": {"raid_limited_by_value": True}}
    game = attack(
        UK, [f"2 bombers: {to_south} [raid]"], units, dice=[6, 6], ipcs={"Germany": 40},
        rules=["common.switches"], options=limited,
    )  # fmt: skip
    assert game.state.ipcs["Germany"] == 34


@clause("classic.R124")
def test_no_other_unit_fires_at_raiders() -> None:
    game = raid(2, [3, 3], germany="5 infantry, 2 fighters, 1 bomber")
    assert fired(game) == []
    assert happened(game, "battle_started") == []
    assert at(game, "Germany", "Germany") == {"infantry": 5, "fighter": 2, "bomber": 1}
    assert combat_over(game)


@clause("classic.R125")
def test_the_complex_works_on_as_before() -> None:
    game = raid(2, [6, 6], germany="1 infantry")
    until(game, "Germany", "purchase")
    game.answer("9 infantry")
    until(game, "Germany", "place")
    game.answer("9 infantry > Germany")
    assert at(game, "Germany", "Germany")["infantry"] == 10


@clause("classic.R126", "classic.R126.1", "classic.R29")
def test_raid_and_battle_in_one_territory_the_raid_first() -> None:
    game = attack(
        UK,
        [f"1 bomber: {TO_GERMANY}", f"1 bomber: {TO_GERMANY} [raid]"],
        {UK: {UK: "2 bombers, 1 infantry"}, "Germany": {"Germany": "1 infantry, 1 aa gun"}},
        dice=[6, 5, 4, 6],
    )
    kinds = [e.kind for e in game.events if e.kind in ("raided", "battle_started")]
    assert kinds == ["raided", "battle_started"]
    assert fired(game) == [("antiaircraft fire", [6]), ("attackers", [4]), ("defenders", [6])]  # at the raider only


@clause("classic.R127")
def test_raiders_land_in_noncombat_movement() -> None:
    game = raid(2, [3, 3])
    game.answer(way(game, "1 bomber: Germany > Baltic Sea Zone > North Sea Zone > United Kingdom"))
    assert at(game, UK, UK)["bomber"] == 1
    refused(game, "done", "classic.R57")  # the other one has to come down as well
    refused(game, way(game, "1 bomber: Germany > Western Europe"), "classic.R58")


@clause("classic.R121", "classic.R126", "classic.R33")
def test_a_raid_is_flown_before_a_tank_takes_the_territory() -> None:
    game = attack(
        "Germany",
        [
            "1 bomber: Germany > Eastern Europe > Karelia S.S.R. [raid]",
            "1 tank: Eastern Europe > Karelia S.S.R.",
        ],
        {"Germany": {"Germany": "1 bomber, 1 infantry"}, "Eastern Europe": {"Germany": "1 tank"}},
        dice=[3],
        ipcs={"Germany": 10, RED: 10},
    )
    assert (game.state.ipcs["Germany"], game.state.ipcs[RED]) == (10, 7)
    assert game.state.owner["Karelia S.S.R."] == "Germany"
    assert asked(game) == ("move", "Germany")
