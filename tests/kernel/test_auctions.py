"""Bids of several powers for one thing, and what they are paid from."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sandtable.core.decisions import Decision
from sandtable.core.events import Event
from sandtable.engine.auctions import Lot, Purses, sold
from sandtable.engine.board import production
from sandtable.engine.game import Game

LOT = Lot("Turkey", "Turkey", 3)


def auctioned(game: Game, purses: Purses, most: Mapping[str, int]) -> tuple[tuple[str, int] | None, list[str]]:
    """Sell the lot to powers that raise by 1 up to their `most`; return the result and who was asked."""

    def raised(power: str, high: int, holder: str) -> int:
        return high + 1 if high < most.get(power, 0) else 0

    asked, flow = [], sold(game, LOT, purses, raised)
    try:
        question = next(flow)
        while True:
            assert isinstance(question, Decision)
            asked.append(question.power)
            question.check(question.advice)
            question = flow.send(question.advice)
    except StopIteration as stop:
        return stop.value, asked


@pytest.mark.parametrize("from_treasury", [True, False])
def test_bids_rise_until_one_bidder_is_left(from_treasury: bool) -> None:
    game = Game.new("classic")
    purses = Purses(game, ["Germany", "Japan", "Soviet Union"], from_treasury)
    won, asked = auctioned(game, purses, {"Germany": 5, "Japan": 9})
    assert won == ("Japan", 6) and asked.count("Soviet Union") == 1
    before = game.state.ipcs["Japan"]
    purses.pay("Japan", 6, "Turkey")
    assert game.state.ipcs["Japan"] == before - (6 if from_treasury else 0)
    purses.keep("left over")
    left = 0 if from_treasury else production(game, "Japan") - 6
    assert game.state.ipcs["Japan"] == before + left - (6 if from_treasury else 0)
    last: Event = game.events[-1]
    assert last.kind == ("paid" if from_treasury else "income")


def test_without_bids_there_is_no_winner() -> None:
    game = Game.new("classic")
    purses = Purses(game, ["Germany", "Japan"], True)
    assert auctioned(game, purses, {}) == (None, ["Germany", "Japan"])
    purses.left["Germany"] = 2  # less than the minimum bid: not even asked
    assert auctioned(game, purses, {}) == (None, ["Japan"])
