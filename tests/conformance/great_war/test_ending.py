"""Victory, revolution and the proposal for games with a time limit: R108 to R126."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rules import registry
from tests.conformance.great_war.board import controlled, ends, refused, scene, until
from tests.helpers import at, tell

clause = pytest.mark.clause


def after_turn(power: str, owners: dict[str, str | None], **setting: Any) -> Any:
    """The end of a turn of a power."""
    game = scene(power, "collect", {}, owners=owners, **setting)
    return game


@clause("great_war.R108")
@pytest.mark.parametrize("second", ["Vienna", "Constantinople"])
def test_the_allies_win_after_the_ottoman_turn(second: str) -> None:
    game = after_turn("Ottoman Empire", {"Berlin": "France", second: "Russia"})
    assert game.winner == "allies"
    without_berlin = after_turn("Ottoman Empire", {"Vienna": "Italy", "Constantinople": "Russia"})
    assert not without_berlin.over
    one = after_turn("Ottoman Empire", {"Berlin": "France"})
    assert not one.over


@clause("great_war.R109")
@pytest.mark.parametrize(
    ("held", "won"),
    [
        (["Paris", "Rome"], True), (["London", "Moscow"], True), (["Paris", "London"], True),
        (["Paris", "United States of America"], True), (["Moscow", "Rome"], False), (["Paris"], False),
        (["Moscow", "United States of America", "Rome"], False),
    ],
)  # fmt: skip
def test_the_central_powers_win_after_the_american_turn(held: list[str], won: bool) -> None:
    game = after_turn("United States", dict.fromkeys(held, "Germany"), america=True)
    assert (game.winner == "central_powers") is won
    assert game.over is won


@clause("great_war.R108", "great_war.R109", "great_war.E16")
def test_it_is_checked_only_then() -> None:
    game = after_turn("Italy", {"Berlin": "France", "Vienna": "Italy"})
    assert not game.over
    lost = scene("Ottoman Empire", "collect", {}, owners={"Berlin": "France", "Vienna": "Austria-Hungary"})
    assert not lost.over
    central = after_turn("Germany", {"Paris": "Germany", "London": "Germany"})
    assert not central.over


@clause("great_war.R110")
def test_a_contested_capital_does_not_count() -> None:
    units = {"Vienna": {"Austria-Hungary": "1 infantry", "Italy": "1 infantry"}}
    game = scene("Ottoman Empire", "collect", units, owners={"Berlin": "France"}, contested={"Vienna": "Italy"})
    assert not game.over


@clause("great_war.R111")
def test_there_is_no_economic_victory() -> None:
    spaces = registry.build("great_war").spaces
    capitals = {"Paris", "London", "Moscow", "Rome", "United States of America"}
    owners: dict[str, str | None] = {s: "Germany" for s, row in spaces.items() if row.owner and s not in capitals}
    assert not after_turn("United States", owners).over
    assert not after_turn("Ottoman Empire", owners).over


# The Russian Revolution

RIPE: dict[str, str | None] = {
    "Belarus": "Germany", "Ukraine": "Austria-Hungary", "Livonia": "Germany", "Poland": "Germany",
}  # fmt: skip


def russia(owners: dict[str, str | None], round: int = 5, **setting: Any) -> Any:
    """The end of a Russian turn."""
    return scene("Russia", "collect", setting.pop("units", {}), owners=owners, round=round, **setting)


def revolts(game: Any) -> bool:
    return bool(game.decision and game.decision.kind == "revolution")


@clause("great_war.R112", "great_war.R113", "great_war.R113.1", "great_war.R113.2", "great_war.R113.3", "great_war.E17")
def test_the_conditions_of_the_revolution() -> None:
    assert revolts(russia(RIPE))
    assert revolts(russia(RIPE, round=4))
    assert not revolts(russia(RIPE, round=3))
    assert not revolts(russia({k: v for k, v in RIPE.items() if k != "Livonia"}))
    assert not revolts(russia({k: v for k, v in RIPE.items() if k != "Poland"}))
    assert revolts(russia({**RIPE, "Poland": "Russia", "Finland": "Germany"}))
    assert not revolts(russia({**RIPE, "Livonia": None}, contested={"Livonia": "Germany"}))
    assert revolts(russia(RIPE, contested={"Moscow": "Russia"}))


@clause("great_war.R113.3", "great_war.R117")
def test_no_revolution_while_moscow_is_captured_but_later_again() -> None:
    assert not revolts(russia({**RIPE, "Moscow": "Germany"}))
    assert revolts(russia(RIPE, round=7))


@clause("great_war.R112")
def test_the_rule_can_be_left_out() -> None:
    assert not revolts(russia(RIPE, switches={"russian_revolution": False}))
    assert not revolts(scene("Germany", "collect", {}, owners=RIPE, round=5))


@clause("great_war.R116")
def test_declined_the_first_time_it_never_happens() -> None:
    game = russia(RIPE)
    assert game.decision.power == "Germany"
    tell(game, "no")
    assert game.state.facts["out"] == []
    assert not revolts(russia(RIPE, facts={"revolution": "declined"}, round=8))


@clause("great_war.R115.1", "great_war.R115.2", "great_war.R115.5", "great_war.R118")
def test_the_armistice() -> None:
    game = russia(
        RIPE,
        units={
            "Moscow": {"Russia": "3 infantry", "Britain": "1 infantry"}, "Romania": {"Russia": "2 infantry"},
            "Serbia": {"Russia": "2 infantry", "Austria-Hungary": "1 infantry"}, "Karelia": {"Russia": "1 infantry"},
            "Sea Zone 12": {"Russia": "1 battleship"}, "Greece": {"Russia": "1 infantry", "Italy": "1 infantry"},
        },
        contested={"Serbia": "Russia"},
    )  # fmt: skip
    game.state.owner["Romania"], game.state.owner["Greece"] = "Russia", "Italy"
    tell(game, "yes")
    assert at(game, "Moscow") == {"infantry": 3}  # the British are gone
    assert at(game, "Romania") == {"infantry": 2}  # controlled by Russia
    assert at(game, "Karelia") == {"infantry": 1}
    assert at(game, "Greece", "Russia") == {}
    assert at(game, "Sea Zone 12") == {}
    assert controlled(game, ["Serbia"]) == ["Austria-Hungary"]
    assert controlled(game, RIPE) == ["Germany", "Austria-Hungary", "Germany", "Germany"]
    until(game, "purchase")
    while game.state.round == 5:
        game.answer(game.decision.advice)
    assert "Russia" not in game.state.order
    assert len(game.state.order) == 7


@clause("great_war.R118")
def test_by_the_other_reading_the_allies_stay() -> None:
    game = russia(RIPE, units={"Moscow": {"Britain": "1 infantry"}}, switches={"allies_leave_russia": False})
    tell(game, "yes")
    assert at(game, "Moscow") == {"infantry": 1}


OUT = {"out": ["Russia"], "revolution": "happened"}


@clause("great_war.R115.3", "great_war.R115")
@pytest.mark.parametrize(("power", "start"), [("Germany", "Belarus"), ("Britain", "Livonia")])
def test_russia_is_closed_to_all_powers(power: str, start: str) -> None:
    game = scene(power, "move", {start: {power: "2 infantry"}}, owners={start: power}, facts=OUT, round=6)
    assert "Moscow" not in ends(game, start, "infantry")
    refused(game, f"1 infantry: {start} > Moscow", "R115.3")


@clause("great_war.R115.3")
def test_russian_units_are_not_attacked() -> None:
    game = scene(
        "Germany", "combat", {"Livonia": {"Germany": "5 infantry", "Russia": "1 infantry"}},
        contested={"Livonia": "Russia"}, facts=OUT, round=6, dice=[],
    )  # fmt: skip
    assert game.decision is not None
    assert game.decision.kind == "offer"
    assert "Livonia" in game.state.facts["contested"]


@clause("great_war.R115.4")
def test_one_infantry_stays_in_contested_russian_territory() -> None:
    game = scene(
        "Germany", "move", {"Livonia": {"Germany": "3 infantry, 1 artillery", "Russia": "1 infantry"}},
        contested={"Livonia": "Russia"}, owners={"Belarus": "Germany"}, facts=OUT, round=6,
    )  # fmt: skip
    refused(game, "3 infantry: Livonia > Belarus", "R115.4")
    tell(game, "2 infantry: Livonia > Belarus")
    refused(game, "1 infantry: Livonia > Belarus", "R115.4")
    tell(game, "1 artillery: Livonia > Belarus")
    assert at(game, "Livonia", "Germany") == {"infantry": 1}
    shared = scene(
        "Germany", "move",
        {"Livonia": {"Germany": "2 infantry", "Austria-Hungary": "1 infantry", "Russia": "1 infantry"}},
        contested={"Livonia": "Russia"}, owners={"Belarus": "Germany"}, facts=OUT, round=6,
    )  # fmt: skip
    tell(shared, "2 infantry: Livonia > Belarus")


# The proposal for games with a time limit


@clause("great_war.R119", "great_war.R120")
def test_the_set_up_of_the_proposal() -> None:
    box, other = registry.build("great_war").setup, registry.build("great_war", scenario="tournament").setup
    differ = {s for s in {*box, *other} if box.get(s) != other.get(s)}
    assert differ == {
        "Rhodesia", "British East Africa", "French West Africa", "Sea Zone 15", "Togoland", "Kamerun", "Somaliland",
        "Sevastopol", "Livonia", "Sea Zone 9",
    }  # fmt: skip
    for space in ("Rhodesia", "British East Africa", "French West Africa", "Togoland", "Kamerun", "Somaliland"):
        assert not other[space]
    assert other["Sea Zone 15"] == {"France": {"cruiser": 1}}
    assert other["Sea Zone 9"]["Britain"]["cruiser"] == 3
    assert other["Sevastopol"]["Russia"]["infantry"] == 6
    assert other["Livonia"]["Russia"]["infantry"] == 6
