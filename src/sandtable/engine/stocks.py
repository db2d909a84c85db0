"""Stocks beside money, such as supplies (table `stocks`): so much of something that a power has, or that lies in a
territory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import Illegal
from ..core.events import declare_event
from .memory import game_memory

if TYPE_CHECKING:
    from .game import Game

STOCKS = game_memory("stocks", dict[str, "dict[str, int]"], "stock -> power or territory -> how much of it there is")
declare_event("stocked", "{where}: {amount:unit} of {stock} more")
declare_event("spent", "{where}: {amount:unit} of {stock} less")


def amount(game: Game, stock: str, where: str) -> int:
    """Return how much of a stock a power has, or lies in a territory."""
    return STOCKS.get(game.state).get(stock, {}).get(where, 0)


def add(game: Game, stock: str, where: str, count: int, most: int | None = None) -> int:
    """Add to a stock, up to `most` in all; return how much was added."""
    have = amount(game, stock, where)
    count = count if most is None else max(0, min(count, most - have))
    if count > 0:
        STOCKS.of(game.state).setdefault(stock, {})[where] = have + count
        game.emit("stocked", stock=_name(game, stock), where=where, amount=count)
    return max(0, count)


def spend(game: Game, stock: str, where: str, count: int = 1) -> None:
    """Take from a stock; raises `Illegal` if there is less."""
    have = amount(game, stock, where)
    if count > have:
        raise Illegal(f"{where} has only {have} of {_name(game, stock)}, not {count}")
    rows = STOCKS.of(game.state)[stock]
    rows[where] = have - count
    if not rows[where]:
        del rows[where]
    game.emit("spent", stock=_name(game, stock), where=where, amount=count)


def lost(game: Game, space: str, captor: str, loser: str | None) -> None:
    """What lies in a territory is destroyed when it is captured, unless its row says that it is kept."""
    for stock, row in game.rules.typed("stocks").items():
        there = amount(game, stock, space)
        if there and not row.kept:
            spend(game, stock, space, there)


def _name(game: Game, stock: str) -> str:
    text: str = game.rules.typed("stocks")[stock].text
    return text or stock
