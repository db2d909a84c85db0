"""Revised IPC values: islands worth 1, home territories worth less, totals as printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.core.errors import RuleError
from sandtable.engine.board import production
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import at, position, tell

RULE = "gemmell.revised_ipc_values"
TOTALS = {"Soviet Union": 24, "Germany": 32, "United Kingdom": 30, "Japan": 25, "United States": 36}


def collected(power: str, owners: Mapping[str, str | None], **options: Any) -> int:
    """What a power collects when these territories have changed hands."""
    game = position(power, "collect", owners=owners, ipcs=dict.fromkeys(TOTALS, 0), rules=[RULE], options=options)
    return game.state.ipcs[power]


@pytest.mark.parametrize(
    ("space", "value", "printed"),
    [
        pytest.param("United Kingdom", 7, 8, marks=pytest.mark.clause("gemmell.revised_ipc_values.1")),
        pytest.param("Wake Island", 1, 0, marks=pytest.mark.clause("gemmell.revised_ipc_values.2")),
        pytest.param("Midway", 1, 0, marks=pytest.mark.clause("gemmell.revised_ipc_values.3")),
        pytest.param("Caroline Islands", 1, 0, marks=pytest.mark.clause("gemmell.revised_ipc_values.4")),
        pytest.param("Solomon Islands", 1, 0, marks=pytest.mark.clause("gemmell.revised_ipc_values.5")),
        pytest.param("Western United States", 9, 10, marks=pytest.mark.clause("gemmell.revised_ipc_values.6")),
        pytest.param("Gibraltar", 1, 0, marks=pytest.mark.clause("gemmell.revised_ipc_values.8")),
        pytest.param("Japan", 5, 8, marks=pytest.mark.clause("gemmell.revised_ipc_values.7")),
    ],
)
def test_new_values(space: str, value: int, printed: int) -> None:
    assert registry.build("classic").spaces[space].value == printed
    assert registry.build("classic", [RULE]).spaces[space].value == value


def test_all_other_territories_keep_the_printed_value() -> None:
    before, after = registry.build("classic").spaces, registry.build("classic", [RULE]).spaces
    changed = {s for s in before if before[s].value != after[s].value}
    assert changed == {
        "United Kingdom", "Gibraltar", "Western United States", "Midway", "Japan", "Wake Island", "Caroline Islands",
        "Solomon Islands",
    }  # fmt: skip


@pytest.mark.clause("gemmell.revised_ipc_values.7")
@pytest.mark.parametrize("reduction", ["home", "spread"])
def test_totals_and_cash_at_the_start_are_as_printed(reduction: str) -> None:
    game = Game.new("classic", [RULE], {f"{RULE}.japan_reduction": reduction})
    assert {p: production(game, p) for p in game.rules.powers} == TOTALS
    assert game.state.ipcs == TOTALS


def test_spread_takes_the_three_points_from_three_territories() -> None:
    spaces = registry.build("classic", [RULE], {f"{RULE}.japan_reduction": "spread"}).spaces
    assert (spaces["Japan"].value, spaces["Kwangtung"].value, spaces["Philippines"].value) == (7, 2, 2)


@pytest.mark.clause("gemmell.revised_ipc_values.2", "gemmell.revised_ipc_values.4", "gemmell.revised_ipc_values.5")
def test_example_three_islands_change_hands() -> None:
    islands = dict.fromkeys(("Wake Island", "Caroline Islands", "Solomon Islands"), "United States")
    assert collected("Japan", islands) == 22
    assert collected("United States", islands) == 39


@pytest.mark.clause("gemmell.revised_ipc_values.1", "gemmell.revised_ipc_values.10")
def test_example_the_united_kingdom_falls() -> None:
    game = position("Germany", "purchase", owners={"United Kingdom": "Germany"}, rules=[RULE])
    assert production(game, "United Kingdom") == 23
    assert production(game, "Germany") == 39


@pytest.mark.clause("gemmell.revised_ipc_values.3", "gemmell.revised_ipc_values.6")
def test_example_japan_takes_midway() -> None:
    assert collected("Japan", {"Midway": "Japan"}) == 26
    assert collected("United States", {"Midway": "Japan"}) == 35


@pytest.mark.clause("gemmell.revised_ipc_values.8")
def test_example_germany_takes_gibraltar() -> None:
    assert collected("Germany", {"Gibraltar": "Germany"}) == 33
    assert collected("United Kingdom", {"Gibraltar": "Germany"}) == 29


@pytest.mark.clause("gemmell.revised_ipc_values.9")
def test_example_ten_infantry_at_a_home_worth_seven() -> None:
    game = position("United Kingdom", "purchase", ipcs={"United Kingdom": 30}, rules=[RULE])
    tell(game, "10 infantry")
    while game.decision and game.decision.kind != "place":
        game.answer(game.decision.advice)
    tell(game, "10 infantry > United Kingdom")
    assert at(game, "United Kingdom") == {"infantry": 10}


def test_players_may_agree_on_other_values_and_names_may_be_the_written_ones() -> None:
    spaces = registry.build("classic", [RULE], {f"{RULE}.territory_values": {"Midway Island": 2}}).spaces
    assert spaces["Midway"].value == 2
    assert spaces["Japan"].value == 8


@pytest.mark.parametrize("values", [{"Atlantis": 1}, {"Midway": -1}, {"Midway": "much"}])
def test_values_that_are_none_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=RULE):
        registry.build("classic", [RULE], {f"{RULE}.territory_values": values})
