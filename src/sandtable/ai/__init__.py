"""Computer players: functions that choose answers to decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.decisions import Decision
from ..core.errors import Unknown
from .basic import Basic
from .plain import advised_player, random_player

if TYPE_CHECKING:
    from ..engine.game import Game

#: A player answers the decisions of one or more powers.
Player = Callable[["Game", Decision], Any]

PLAYERS: dict[str, Callable[[str | int], Player]] = {
    "basic": Basic,
    "random": random_player,
    "advised": advised_player,
}


def player(name: str, seed: str | int = 0) -> Player:
    """Return a player by its name. Raises `Unknown`."""
    if name not in PLAYERS:
        raise Unknown("player", name, PLAYERS)
    return PLAYERS[name](seed)
