"""Draws: something chosen by dice among several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")


def drawn(game: Game, among: Sequence[T]) -> T:
    """Return one of several, each with the same chance; as many dice are rolled as that takes."""
    return among[number(game, len(among))]


def number(game: Game, count: int) -> int:
    """Return a number from 0 to `count` - 1, each with the same chance."""
    dice = 1
    while 6**dice < count:
        dice += 1
    fair = 6**dice - 6**dice % count
    while True:
        value = 0
        for face in game.dice.roll(dice):
            value = 6 * value + face - 1
        if value < fair:
            return value % count
