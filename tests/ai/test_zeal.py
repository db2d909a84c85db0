"""Zeal: what enemy losses are worth to a side compared to its own."""

import pytest

from sandtable.ai.basic.view import LEAST_ZEAL, MOST_ZEAL, zeal
from sandtable.engine.game import Game, Header
from sandtable.rules import registry


@pytest.fixture
def game() -> Game:
    return Game(Header(registry.build("anniversary", (), {}, "1942"), "zeal", (), {}))


def _half(game: Game, side: str) -> None:
    """Remove half of the units of a side, rounded up."""
    for force in game.state.forces.values():
        for stack in force:
            if game.sides.get(stack.owner) == side:
                force[stack] //= 2
    game.changed()


def test_the_side_with_more_means_gives_more_for_enemy_losses(game: Game) -> None:
    assert zeal(game, "Germany") == LEAST_ZEAL == 1 < zeal(game, "United States") < MOST_ZEAL
    assert zeal(game, "United States") == zeal(game, "China")  # the same side


def test_units_count_beside_income(game: Game) -> None:
    before = zeal(game, "United States")
    _half(game, "allies")
    assert zeal(game, "United States") < before
    assert zeal(game, "Germany") > LEAST_ZEAL


def test_income_counts_beside_units(game: Game) -> None:
    before = zeal(game, "United States")
    game.state.owner["India"] = game.state.owner["Australia"] = "Japan"
    game.changed_hands()
    assert zeal(game, "United States") < before


def test_it_is_bounded(game: Game) -> None:
    for _ in range(4):
        _half(game, "axis")
    assert zeal(game, "United States") == MOST_ZEAL
    assert zeal(game, "Japan") == LEAST_ZEAL
