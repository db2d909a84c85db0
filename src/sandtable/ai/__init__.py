"""Computer players: functions that answer decisions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from ..core.decisions import Decision
from ..core.errors import Unknown

if TYPE_CHECKING:
    from ..engine.game import Game

#: A player answers the decisions of one or several powers.
Player = Callable[["Game", Decision], Any]


def random_player(seed: str | int = 0) -> Player:
    """Answers with a legal answer drawn at random: the fuzzer."""
    rng = Random(str(seed))

    def answer(game: Game, decision: Decision) -> Any:
        return decision.form.sample(rng)

    return answer


def advised_player(seed: str | int = 0) -> Player:
    """Takes the advice that comes with every decision."""

    def answer(game: Game, decision: Decision) -> Any:
        return decision.advice

    return answer


PLAYERS: dict[str, Callable[[str | int], Player]] = {"random": random_player, "advised": advised_player}


def player(name: str, seed: str | int = 0) -> Player:
    """A player by its name; raises `Unknown`."""
    if name not in PLAYERS:
        raise Unknown("player", name, PLAYERS)
    return PLAYERS[name](seed)
