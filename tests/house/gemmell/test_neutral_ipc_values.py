"""IPC values of neutrals: 25 IPCs for whoever occupies them."""

from __future__ import annotations

import pytest

from sandtable.engine.board import production
from sandtable.rules import registry
from tests.helpers import position, tell

RULE = "gemmell.neutral_ipc_values"
VALUES = [
    pytest.param("Ireland", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.3")),
    pytest.param("Sweden", 3, marks=pytest.mark.clause("gemmell.neutral_ipc_values.4")),
    pytest.param("Spain", 3, marks=pytest.mark.clause("gemmell.neutral_ipc_values.5")),
    pytest.param("Switzerland", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.6")),
    pytest.param("Venezuela", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.7")),
    pytest.param("Peru", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.8")),
    pytest.param("Argentina", 3, marks=pytest.mark.clause("gemmell.neutral_ipc_values.9")),
    pytest.param("Rio de Oro", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.10")),
    pytest.param("Angola", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.11")),
    pytest.param("Mozambique", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.12")),
    pytest.param("Turkey", 3, marks=pytest.mark.clause("gemmell.neutral_ipc_values.13")),
    pytest.param("Mongolia", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.14")),
    pytest.param("Saudi Arabia", 4, marks=pytest.mark.clause("gemmell.neutral_ipc_values.15")),
    pytest.param("Afghanistan", 1, marks=pytest.mark.clause("gemmell.neutral_ipc_values.16")),
]
NEUTRALS = [name for name, space in registry.build("classic").spaces.items() if space.neutral]


@pytest.mark.parametrize(("written", "value"), VALUES)
def test_value_of_each_neutral(written: str, value: int) -> None:
    rules = registry.build("classic", [RULE])
    assert rules.spaces[rules.words.space(written)].value == value


@pytest.mark.clause("gemmell.neutral_ipc_values.1", "gemmell.neutral_ipc_values.17")
def test_every_neutral_has_a_value_and_those_not_listed_the_least() -> None:
    spaces = registry.build("classic", [RULE], {f"{RULE}.neutral_values": {"Spain": 3}}).spaces
    assert {s: spaces[s].value for s in NEUTRALS} == {s: 3 if s == "Spain" else 1 for s in NEUTRALS}
    options = {f"{RULE}.neutral_values": {}, f"{RULE}.default_neutral_value": 2}
    assert {registry.build("classic", [RULE], options).spaces[s].value for s in NEUTRALS} == {2}


@pytest.mark.clause(
    "gemmell.neutral_ipc_values.1", "gemmell.neutral_ipc_values.2", "gemmell.neutral_ipc_values.4",
    "gemmell.neutral_ipc_values.5",
)  # fmt: skip
def test_example_germany_invades_spain_and_sweden() -> None:
    game = position(
        "Germany", "combat_move",
        {"Western Europe": {"Germany": "1 infantry"}, "Finland-Norway": {"Germany": "1 infantry"}},
        ipcs={"Germany": 6}, rules=[RULE],
    )  # fmt: skip
    tell(game, "1 infantry: Western Europe > Spain", "1 infantry: Finland-Norway > Sweden")
    while game.decision and game.state.power == "Germany":
        game.answer(game.decision.advice)
    assert game.state.ipcs["Germany"] == 38


@pytest.mark.clause("gemmell.neutral_ipc_values.15")
def test_example_the_united_kingdom_occupies_saudi_arabia() -> None:
    game = position(
        "United Kingdom", "collect", owners={"Saudi Arabia": "United Kingdom"}, ipcs={"United Kingdom": 0}, rules=[RULE]
    )
    assert game.state.ipcs["United Kingdom"] == 34


@pytest.mark.clause(
    "gemmell.neutral_ipc_values.3", "gemmell.neutral_ipc_values.6", "gemmell.neutral_ipc_values.7",
    "gemmell.neutral_ipc_values.8", "gemmell.neutral_ipc_values.9", "gemmell.neutral_ipc_values.10",
    "gemmell.neutral_ipc_values.11", "gemmell.neutral_ipc_values.12", "gemmell.neutral_ipc_values.13",
    "gemmell.neutral_ipc_values.14", "gemmell.neutral_ipc_values.16", "gemmell.neutral_ipc_values.17",
)  # fmt: skip
def test_example_all_neutrals_together() -> None:
    owners = {s: ("Germany" if i % 2 else "Japan") for i, s in enumerate(NEUTRALS)}
    assert len(NEUTRALS) == 14
    game = position("Germany", "purchase", owners={**owners}, rules=[RULE])
    assert production(game, "Germany") + production(game, "Japan") == 32 + 25 + 25


@pytest.mark.clause("gemmell.neutral_ipc_values.2")
def test_an_inviolate_neutral_pays_nobody() -> None:
    game = position("Germany", "purchase", rules=[RULE])
    assert sum(production(game, p) for p in game.rules.powers) == 24 + 32 + 30 + 25 + 36


@pytest.mark.clause("gemmell.neutral_ipc_values.2")
def test_a_complex_may_be_built_where_a_power_has_ruled_since_the_start_of_its_turn() -> None:
    game = position("Germany", "purchase", owners={"Spain": "Germany"}, ipcs={"Germany": 15}, rules=[RULE])
    tell(game, "1 industrial complex")
    while game.decision and game.decision.kind != "place":
        game.answer(game.decision.advice)
    tell(game, "1 industrial complex > Spain")
    assert game.rules.q.production(game, "Germany", "Spain") == 3


def test_the_economic_victory_stays_where_it_was() -> None:
    assert registry.build("classic", [RULE]).switch("axis_economic_victory") == 84
