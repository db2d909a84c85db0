"""Money that powers pay: to the bank, to each other, and debts that are repaid from later income."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import game_memory

if TYPE_CHECKING:
    from .game import Game

DEBTS = game_memory("debts", dict[str, "dict[str, int]"], "debtor -> creditor -> IPCs owed")


def spend(game: Game, power: str, ipcs: int, why: str) -> None:
    """Let a power pay IPCs to the bank, and report what for."""
    game.state.ipcs[power] -= ipcs
    game.emit("paid", power=power, ipcs=ipcs, why=why)


def earn(game: Game, power: str, ipcs: int, why: str) -> None:
    """Let a power receive IPCs outside its collection of income, and report what for."""
    game.state.ipcs[power] += ipcs
    game.emit("income", power=power, ipcs=ipcs, why=why)


def pay(game: Game, power: str, to: str, ipcs: int, event: str) -> None:
    """Move IPCs from one power to another, and report it by an `event` with power, to, and ipcs."""
    game.state.ipcs[power] -= ipcs
    game.state.ipcs[to] += ipcs
    game.emit(event, power=power, to=to, ipcs=ipcs)


def owe(game: Game, debtor: str, creditor: str, ipcs: int) -> None:
    """Add to what a power owes another."""
    debts = DEBTS.of(game.state).setdefault(debtor, {})
    debts[creditor] = debts.get(creditor, 0) + ipcs


def pay_debts(game: Game, power: str, event: str) -> None:
    """Repay the creditors that may collect income, in the order of the debts, out of the cash in hand."""
    debts = DEBTS.get(game.state).get(power, {})
    for creditor, debt in list(debts.items()):
        ipcs = min(debt, game.state.ipcs[power])
        if ipcs and game.rules.q.may_collect(game, creditor) is None:
            pay(game, power, creditor, ipcs, event)
            debts[creditor] -= ipcs
            if not debts[creditor]:
                del debts[creditor]
