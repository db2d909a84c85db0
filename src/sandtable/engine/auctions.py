"""Auctions between powers: bids that rise until one bidder is left, paid from a fund or from the treasury."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..core.decisions import Amount, Decision
from ..core.events import declare_event
from ..rules import points
from .board import production

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "auction", "amount: a bid for a neutral, or pass")
declare_event("bid_made", "{power} bids {ipcs:IPC} for {minor}")
declare_event("fund_spent", "{power} pays {ipcs:IPC} from its fund: {why}")

PASS = "pass"


class Purses:
    """What each bidding power has left: its cash (`from_treasury`), or a fund equal to one turn's income."""

    def __init__(self, game: Game, powers: Iterable[str], from_treasury: bool) -> None:
        self.game, self.from_treasury = game, from_treasury
        self.left = {p: game.state.ipcs[p] if from_treasury else production(game, p) for p in powers}

    def enough(self, shares: Mapping[str, int]) -> bool:
        """Return whether every power can pay its share."""
        return all(self.left[power] >= ipcs for power, ipcs in shares.items())

    def pay(self, power: str, ipcs: int, why: str) -> None:
        """Pay from the fund, or from the treasury if that is the fund."""
        self.left[power] -= ipcs
        if self.from_treasury:
            self.game.state.ipcs[power] -= ipcs
        if ipcs:
            self.game.emit("paid" if self.from_treasury else "fund_spent", power=power, ipcs=ipcs, why=why)

    def keep(self, why: str) -> None:
        """Add what is left of the funds to the treasuries."""
        for power, ipcs in () if self.from_treasury else self.left.items():
            self.game.state.ipcs[power] += ipcs
            self.game.emit("income", power=power, ipcs=ipcs, why=why)


class Lot(NamedTuple):
    """What is auctioned: its name, its space, the minimum bid, and the ids of the rules on the auction and on bids."""

    name: str
    space: str
    least: int
    rule: str = ""
    bid_rule: str = ""


#: The bid that a sensible power makes, from its name, the highest bid so far and who made it ("": no one); 0 passes.
Advice = Callable[[str, int, str], int]


def sold(game: Game, lot: Lot, purses: Purses, advice: Advice) -> Flow:
    """Ask each power in turn to raise or pass until one is left; return (winner, bid), or None without bids."""
    bidding, high, holder = list(purses.left), max(1, lot.least) - 1, ""
    while bidding and bidding != [holder]:
        for power in list(bidding):
            if power == holder or bidding == [holder]:
                continue
            bid = 0
            if purses.left[power] > high:  # only with enough money left
                bid = yield _question(lot, purses, power, high, holder, advice)
            if bid:
                high, holder = bid, power
                game.emit("bid_made", power=power, ipcs=bid, minor=lot.name)
            else:
                bidding.remove(power)
    return (holder, high) if holder else None


def _question(lot: Lot, purses: Purses, power: str, high: int, holder: str, advice: Advice) -> Decision:
    stands = f"{holder} bids {high}" if holder else "no bids yet"
    return Decision(
        "auction", power, f"Auction of {lot.name} ({stands}): enter a bid for {power}",
        Amount(high + 1, purses.left[power], "IPCs", lot.bid_rule, PASS),
        advice=lambda: advice(power, high, holder), rule=lot.rule,
        context={"minor": lot.name, "space": lot.space, "high": high, "holder": holder, "funds": dict(purses.left)},
    )  # fmt: skip
