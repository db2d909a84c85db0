"""Computer players: functions that choose answers to decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.decisions import Decision
from ..core.errors import Unknown
from .basic import Basic
from .easy import Easy
from .plain import advised_player, random_player
from .strong import Strong

if TYPE_CHECKING:
    from ..engine.game import Game

#: A player answers the decisions of one or more powers.
Player = Callable[["Game", Decision], Any]

#: The players by name; `basic` is the name of `quick` in saves.
PLAYERS: dict[str, Callable[[str | int], Player]] = {
    "quick": Basic,
    "strong": Strong,
    "easy": Easy,
    "basic": Basic,
    "random": random_player,
    "advised": advised_player,
}

#: What people read about the players that they choose from on the page, the default first.
LEVELS = {
    "quick": "A fair opponent that plans each phase and answers at once.",
    "strong": "Plays its plans ahead for a round before it moves. It needs up to 6 seconds for a turn.",
    "easy": "A beginner's opponent that overlooks attacks and leaves its factories open.",
    "random": "Plays random legal moves.",
    "advised": "Takes the suggested answer of every question and never attacks.",
}


def player(name: str, seed: str | int = 0, seconds: float = 0.0) -> Player:
    """Return a player by its name. Raises `Unknown`.

    One that looks ahead stops after `seconds` in a turn (0: no limit); only without a limit does the same seed always
    give the same game.
    """
    if name not in PLAYERS:
        raise Unknown("player", name, PLAYERS)
    if seconds and PLAYERS[name] is Strong:
        return Strong(seed, seconds=seconds)
    return PLAYERS[name](seed)
