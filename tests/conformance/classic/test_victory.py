"""Victory: R170 to R174, R196."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import attack, until
from tests.helpers import happened, position

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
EUS = "Eastern United States"


def end_of_turn(power: str, owners: Mapping[str, str | None], **setting: Any) -> Game:
    """The turn of a power ends with these territories in other hands."""
    return position(power, "collect", owners=owners, **setting)


@clause("classic.R170")
def test_the_allies_win_with_both_axis_capitals() -> None:
    game = end_of_turn(US, {"Germany": UK, "Japan": US})
    assert game.over and game.winner == "allies"
    assert happened(game, "game_ended")[0]["why"] == "they hold Germany and Japan"


@clause("classic.R170")
@pytest.mark.parametrize("owners", [{"Germany": UK}, {"Japan": US}, {"Southern Europe": UK, "Japan": US}])
def test_one_axis_capital_is_not_enough(owners: dict[str, str | None]) -> None:
    assert not end_of_turn(US, owners).decided()


@clause("classic.R171")
@pytest.mark.parametrize("capitals", [("Russia", UK), ("Russia", EUS), (UK, EUS)])
def test_the_axis_wins_with_two_of_three_allied_capitals(capitals: tuple[str, str]) -> None:
    game = end_of_turn("Germany", {capitals[0]: "Germany", capitals[1]: "Japan"})
    assert game.over and game.winner == "axis"


@clause("classic.R171")
@pytest.mark.parametrize("capital", ["Russia", UK, EUS])
def test_one_allied_capital_is_not_enough(capital: str) -> None:
    assert not end_of_turn("Germany", {capital: "Germany"}).decided()


@clause("classic.R172")
def test_military_victory_comes_at_the_end_of_the_turn() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Caucasus > Russia"],
        {"Caucasus": {"Germany": "1 infantry"}},
        owners={"Caucasus": "Germany", UK: "Germany"},
    )
    assert game.state.owner["Russia"] == "Germany"
    assert not game.over  # the turn goes on
    game.answer("done")
    assert game.over and game.winner == "axis"
    assert happened(game, "income")[-1]["power"] == "Germany"  # income was collected first


@clause("classic.R172")
def test_a_capital_lost_again_in_the_same_turn_is_never_checked_before_its_end() -> None:
    game = position(US, "combat_move", {EUS: {US: "1 infantry"}}, owners={"Germany": UK, "Japan": US})
    assert not game.over
    game.answer("done")
    game.answer("done")
    assert game.winner == "allies"


#: Worth 27 IPCs together: with them the Axis, which starts with 32 and 25, has 84.
EIGHTY_FOUR = dict.fromkeys(
    ["Karelia S.S.R.", "Caucasus", "India", "China", "Sinkiang", "Australia", "South Africa", "Anglo-Sudan Egypt"],
    "Germany",
) | {"Brazil": "Japan", "Evenki National Okrug": "Japan", "Yakut S.S.R.": "Japan", "Persia": "Japan"}


@clause("classic.R173", "classic.R196")
def test_the_axis_wins_with_a_joint_production_of_84_at_the_end_of_a_round() -> None:
    game = end_of_turn(US, EIGHTY_FOUR)
    assert game.over and game.winner == "axis"
    assert happened(game, "game_ended")[0]["why"] == "their production is 84 IPCs"


@clause("classic.R173", "classic.R196")
def test_production_counts_not_cash() -> None:
    rich = {"Germany": 500, "Japan": 500}
    game = end_of_turn(US, {k: v for k, v in EIGHTY_FOUR.items() if k != "Persia"}, ipcs=rich)
    assert not game.decided()  # 83
    poor = {"Germany": 0, "Japan": 0}
    assert end_of_turn(US, EIGHTY_FOUR, ipcs=poor).winner == "axis"


@clause("classic.R173.1")
@pytest.mark.parametrize("power", ["Germany", UK, "Japan"])
def test_economic_victory_is_checked_after_the_turn_of_the_united_states_only(power: str) -> None:
    game = end_of_turn(power, EIGHTY_FOUR)
    assert not game.decided()
    until(game, US, "develop")
    assert not game.over


@clause("classic.R173.2")
def test_the_allies_have_no_economic_victory() -> None:
    axis = {"Germany", "Japan"}
    probe = position(US, "collect")
    held = {s: US for s, owner in probe.state.owner.items() if owner in axis and s != "Japan"}
    game = end_of_turn(US, held)  # all of the Axis but Japan itself
    assert not game.decided()


@clause("classic.R174")
def test_the_individual_winner_has_the_largest_growth_in_percent() -> None:
    owners = {"Germany": UK, "Japan": US, "Manchuria": RED}
    game = end_of_turn(US, owners, rules=["common.individual_winner"])
    # Soviet Union +3 of 24 (12.5%), United Kingdom +10 of 30 (33%), United States +8 of 36 (22%)
    assert game.winner == "allies"
    why = happened(game, "game_ended")[0]["why"]
    assert why == "they hold Germany and Japan; most of all United Kingdom (production +33%)"
    plain = end_of_turn(US, owners)
    assert "most of all" not in happened(plain, "game_ended")[0]["why"]
