"""Minor powers, true neutrals and colonies: R98 to R107."""

from __future__ import annotations

import pytest

from tests.conformance.great_war.board import controlled, go, refused, scene, until
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


@clause("great_war.R101", "great_war.R101.1", "great_war.R103", "great_war.R106")
@pytest.mark.parametrize(
    ("power", "start", "home", "patron", "army"),
    [
        ("Austria-Hungary", "Budapest", "Serbia", "Russia", 3), ("Austria-Hungary", "Galicia", "Romania", "Russia", 5),
        ("Germany", "Ruhr", "Belgium", "France", 3), ("Austria-Hungary", "Trieste", "Albania", "Italy", 3),
        ("Ottoman Empire", "Mesopotamia", "Arabia", "Britain", 1),
        ("Russia", "Romania", "Bulgaria", "Ottoman Empire", 5),
    ],
)  # fmt: skip
def test_an_aligned_minor_power_defends_as_units_of_its_patron(
    power: str, start: str, home: str, patron: str, army: int
) -> None:
    game = scene(power, "move", {start: {power: "1 infantry"}}, owners={start: power}, dice=[6] * (army + 2))
    go(game, f"1 infantry: {start} > {home}")
    assert at(game, home, patron) == {"infantry": army, "artillery": 1}
    assert [e["space"] for e in happened(game, "battle_started")] == [home]
    assert home in game.state.facts["contested"]


@clause("great_war.R102", "great_war.R100.1", "great_war.E13")
def test_an_ally_joins_it_to_its_patron_without_combat() -> None:
    game = scene("Britain", "move", {"Sea Zone 14": {"Britain": "1 transport (carrying infantry of Britain)"}})
    go(game, "1 infantry: Sea Zone 14 > Portugal")
    assert at(game, "Portugal", "France") == {"infantry": 3, "artillery": 1}
    assert at(game, "Portugal", "Britain") == {"infantry": 1}
    assert controlled(game, ["Portugal", "Angola", "Portuguese East Africa"]) == ["France"] * 3
    assert not happened(game, "battle_started")


@clause("great_war.R102.1")
def test_the_patron_itself_may_enter() -> None:
    game = scene("Russia", "move", {"Ukraine": {"Russia": "2 infantry"}})
    go(game, "2 infantry: Ukraine > Romania")
    assert at(game, "Romania") == {"infantry": 7, "artillery": 1}
    assert controlled(game, ["Romania"]) == ["Russia"]


@clause("great_war.R102.1", "great_war.R15")
def test_the_army_stands_still_in_the_turn_in_which_it_is_raised() -> None:
    units = {"Ukraine": {"Russia": "2 infantry"}, "Moscow": {"Russia": "1 infantry"}}
    game = scene("Russia", "move", units)
    tell(game, "2 infantry: Ukraine > Romania")
    refused(game, "3 infantry: Romania > Ukraine", "R28")
    free = scene("Russia", "move", units, switches={"raised_armies_move": True})
    tell(free, "2 infantry: Ukraine > Romania", "5 infantry: Romania > Ukraine")
    assert at(free, "Romania") == {"infantry": 2, "artillery": 1}


@clause("great_war.R101")
def test_an_army_is_raised_only_once() -> None:
    game = scene("Germany", "move", {"Ruhr": {"Germany": "2 infantry"}}, dice=[6] * 6)
    tell(game, "1 infantry: Ruhr > Belgium", "1 infantry: Ruhr > Belgium")
    assert len(happened(game, "mobilized")) == 1


@clause("great_war.R104", "great_war.E12")
def test_a_true_neutral_joins_the_other_side() -> None:
    game = scene("Germany", "move", {"Ruhr": {"Germany": "5 infantry, 2 artillery"}}, dice=[6] * 11)
    tell(game, "5 infantry, 2 artillery: Ruhr > Holland")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power) == ("patron", "France")
    assert set(game.decision.legal()) == {"Russia", "France", "Britain", "Italy"}  # not the neutral United States
    tell(game, "Britain")
    assert at(game, "Holland", "Britain") == {"infantry": 3, "artillery": 1}
    assert happened(game, "battle_started")
    assert "Holland" in game.state.facts["contested"]
    assert game.state.facts["contested"]["Holland"] == "Britain"


@clause("great_war.R104")
def test_an_allied_intruder_makes_it_join_the_central_powers() -> None:
    game = scene("Russia", "move", {"Finland": {"Russia": "1 infantry"}}, dice=[6] * 9)
    tell(game, "1 infantry: Finland > Sweden")
    assert game.decision is not None
    assert set(game.decision.legal()) == {"Austria-Hungary", "Germany", "Ottoman Empire"}
    tell(game, "Germany")
    assert at(game, "Sweden", "Germany") == {"infantry": 7, "artillery": 1}


@clause("great_war.R100", "great_war.R100.1")
def test_colonies_have_no_units_and_follow_the_home_country() -> None:
    game = scene("Germany", "move", {"Ruhr": {"Germany": "1 infantry"}}, dice=[6] * 5)
    go(game, "1 infantry: Ruhr > Belgium")
    assert controlled(game, ["Belgian Congo"]) == ["France"]
    assert at(game, "Belgian Congo") == {}
    alone = scene(
        "Germany", "move", {"Ruhr": {"Germany": "1 infantry"}}, dice=[6] * 5, switches={"colonies_follow_home": False}
    )
    go(alone, "1 infantry: Ruhr > Belgium")
    assert controlled(alone, ["Belgian Congo"]) == [None]


@clause("great_war.R100.2")
def test_entering_a_colony_is_entering_the_home_country() -> None:
    units = {"Kamerun": {"Germany": "1 infantry"}}
    game = scene("Germany", "move", units, dice=[])
    go(game, "1 infantry: Kamerun > Belgian Congo")
    assert at(game, "Belgium", "France") == {"infantry": 3, "artillery": 1}
    assert controlled(game, ["Belgium", "Belgian Congo"]) == ["France", "Germany"]
    assert at(game, "Belgian Congo") == {"infantry": 1}
    friend = scene("France", "move", {"French Equatorial Africa": {"France": "1 infantry"}}, dice=[])
    go(friend, "1 infantry: French Equatorial Africa > Belgian Congo")
    assert controlled(friend, ["Belgium", "Belgian Congo"]) == ["France", "France"]
    apart = scene("Germany", "move", units, dice=[], switches={"colony_mobilizes_home": False})
    go(apart, "1 infantry: Kamerun > Belgian Congo")
    assert controlled(apart, ["Belgium", "Belgian Congo"]) == [None, "Germany"]


@clause("great_war.R99", "great_war.R100", "great_war.R104")
def test_spanish_colonies() -> None:
    game = scene("France", "move", {"Algeria": {"France": "1 infantry"}}, dice=[])
    tell(game, "1 infantry: Algeria > Spanish Morocco")
    until(game, "move", {"patron": "Germany"})
    assert controlled(game, ["Spanish Morocco", "Spain", "Balearic Islands"])[1:] == ["Germany", "Germany"]
    assert at(game, "Spain", "Germany") == {"infantry": 7, "artillery": 1}


@clause("great_war.R105")
def test_a_minor_power_that_was_not_entered_does_nothing_and_pays_nobody() -> None:
    game = scene("France", "collect", {}, ipcs={"France": 0})
    assert game.state.ipcs["France"] == 24
    assert controlled(game, ["Belgium", "Serbia", "Spain"]) == [None] * 3
    assert all(at(game, s) == {} for s in ("Belgium", "Serbia", "Spain"))


@clause("great_war.R107")
def test_nothing_is_paid_for_a_minor_power() -> None:
    game = scene(
        "Germany", "combat", {"Belgium": {"Germany": "3 infantry", "France": "1 infantry"}},
        owners={"Belgium": "France"},
        ipcs={"France": 20, "Germany": 0}, dice=[1, 6, 6, 6],
    )  # fmt: skip
    assert controlled(game, ["Belgium"]) == ["Germany"]
    assert game.state.ipcs["France"] == 20


@clause("great_war.R66.1", "great_war.R107")
def test_who_retakes_a_minor_power_keeps_it() -> None:
    game = scene("Britain", "move", {"Picardy": {"Britain": "1 infantry"}}, owners={"Belgium": "Germany"},
                 facts={"mobilized": ["Belgium"], "patrons": {"Belgium": "France"}})  # fmt: skip
    go(game, "1 infantry: Picardy > Belgium")
    assert controlled(game, ["Belgium"]) == ["Britain"]


@clause("great_war.R68")
def test_an_empty_contested_minor_power_goes_to_the_power_it_joined() -> None:
    game = scene(
        "Germany", "combat", {"Belgium": {"Germany": "1 infantry", "Britain": "1 infantry"}},
        contested={"Belgium": "Germany"}, dice=[1, 1],
        facts={"mobilized": ["Belgium"], "patrons": {"Belgium": "France"}},
    )  # fmt: skip
    tell(game, "Belgium")
    assert controlled(game, ["Belgium"]) == ["France"]


@clause("great_war.R35", "great_war.R101")
def test_a_fighter_alone_does_not_go_ashore_in_a_minor_power() -> None:
    ships = {"Sea Zone 21": {"Russia": "1 transport (carrying fighter of Russia + infantry of Russia)"}}
    game = scene("Russia", "move", ships, dice=[6] * 12)
    alone = {"Sea Zone 21": {"Russia": "1 transport (carrying fighter of Russia)"}}
    refused(scene("Russia", "move", alone), "1 fighter: Sea Zone 21 > Bulgaria", "R35")
    tell(game, "1 infantry: Sea Zone 21 > Bulgaria", "1 fighter: Sea Zone 21 > Bulgaria")
    assert at(game, "Bulgaria", "Ottoman Empire") == {"infantry": 5, "artillery": 1}
