"""The player `basic` among allies: it moves up and attacks with them, lands and bombs."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from tests.helpers import at, position


def phase_of(game: Game) -> Game:
    """Lets `basic` answer until the phase that is open now is over."""
    basic = player("basic", 1)
    power, here = game.state.power, game.state.step
    while game.open and game.state.power == power and game.state.step == here:
        decision = game.open[0]
        game.answer(basic(game, decision), id=decision.id)
    return game


@pytest.mark.parametrize("friends", [0, 12])
def test_moves_up_if_allies_can_follow_before_the_enemy_strikes(friends: int) -> None:
    karelia = {"United Kingdom": "10 infantry"}
    if friends:
        karelia["United States"] = f"{friends} infantry"
    game = position(
        "United Kingdom",
        "noncombat_move",
        {"Karelia S.S.R.": karelia, "Germany": {"Germany": "20 infantry"}},
        owners={"Eastern Europe": "United Kingdom", "Finland-Norway": "United Kingdom"},
    )
    phase_of(game)
    moved = sum(at(game, "Eastern Europe", "United Kingdom").values())
    assert moved >= 8 if friends else moved <= 1


@pytest.mark.parametrize("friends", [0, 20])
def test_opens_a_stack_for_an_ally_who_finishes_it(friends: int) -> None:
    camp = {"United Kingdom": "18 infantry, 4 armor"}
    if friends:
        camp["United States"] = f"{friends} infantry, 8 armor"
    game = position(
        "United Kingdom",
        "combat_move",
        {"Eastern Europe": camp, "Germany": {"Germany": "24 infantry"}},
        owners={"Eastern Europe": "United Kingdom", "Southern Europe": "United Kingdom", "Western Europe": None},
    )
    phase_of(game)
    assert (sum(at(game, "Germany", "United Kingdom").values()) >= 10) is bool(friends)


def test_clears_a_zone_and_lands_in_the_same_turn() -> None:
    game = position(
        "United States",
        "combat_move",
        {
            "Manchuria": {"United States": "2 infantry, 4 fighters"},
            "Japan Sea Zone": {"Japan": "1 transport"},
            "Japan": {"Japan": "1 infantry"},
        },
        owners={"Manchuria": "United States"},
        dice=[1] * 60,
    )
    infantry = ("United States", "infantry")
    loaded = Stack("United States", "transport").cond._replace(cargo=(infantry, infantry))
    game.state.put("North Pacific Sea Zone", Stack("United States", "transport", loaded), 3)
    phase_of(game)
    assert sum(at(game, "Japan Sea Zone", "United States").values()) >= 4


def test_a_bomber_that_nobody_needs_raids() -> None:
    game = position(
        "United Kingdom",
        "combat_move",
        {"United Kingdom": {"United Kingdom": "1 bomber"}, "Germany": {"Germany": "10 infantry"}},
        ipcs={"Germany": 20},
    )
    phase_of(game)
    assert at(game, "Germany", "United Kingdom") == {"bomber": 1}


def test_does_not_raid_who_has_no_money() -> None:
    game = position(
        "United Kingdom",
        "combat_move",
        {"United Kingdom": {"United Kingdom": "1 bomber"}, "Germany": {"Germany": "10 infantry"}},
        ipcs={"Germany": 0, "Japan": 0},
    )
    phase_of(game)
    assert not at(game, "Germany", "United Kingdom")


@pytest.mark.parametrize(("army", "stay"), [("5 armor", True), ("", False)])
def test_fighters_stay_in_an_allied_capital_that_they_can_save(army: str, stay: bool) -> None:
    units = {
        "Russia": {"Soviet Union": "4 infantry", "United Kingdom": "3 fighter"},
        "United Kingdom": {"United Kingdom": "2 infantry"},
        "Ukraine S.S.R.": {"Germany": army} if army else {},
    }
    game = position("United Kingdom", "noncombat_move", units, owners={"Ukraine S.S.R.": "Germany"})
    basic = player("basic", 1)
    while game.open and game.open[0].kind == "move":
        game.answer(basic(game, game.open[0]))
    assert (at(game, "Russia", "United Kingdom") == {"fighter": 3}) == stay
