"""Trivial players: one answers at random, the other follows the default advice."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ..core.decisions import Decision

if TYPE_CHECKING:
    from ..engine.game import Game
    from . import Player


def random_player(seed: str | int = 0) -> Player:
    """Return a player that gives random legal answers, for fuzzing."""
    rng = Random(str(seed))

    def answer(game: Game, decision: Decision) -> Any:
        return decision.form.sample(rng)

    return answer


def advised_player(seed: str | int = 0) -> Player:
    """Return a player that follows the default advice of every decision."""

    def answer(game: Game, decision: Decision) -> Any:
        return decision.advice

    return answer
