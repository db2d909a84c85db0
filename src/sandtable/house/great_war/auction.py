"""The auction of neutral minor powers: bids, threats of invasion, and payments.

Clauses are those of `great_war.no_neutrals_by_power`.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from ...engine.auctions import Advice, Lot, Purses, sold
from ...engine.memory import ALIGNMENTS
from ...engine.minors import distance, worth
from ...words import Flow, Game, Options, declare_event
from ...words.asking import Confirm, Decision, Together, declare_decision
from ...words.board import outside, true_neutrals

declare_decision("threaten", "confirm: threaten to invade a neutral that an enemy has won?")
declare_decision("surcharge", "confirm: pay what a threat of invasion asks?")
declare_event("auctioned", "{minor} is aligned with {power}")
declare_event("unsold", "No bids for {minor}; it stays neutral")
declare_event("invasion_threatened", "{power} threatens to invade {minor}")
declare_event("threat_succeeded", "The threat succeeds: {power} gives up {minor}, which stays neutral")

RULE = "great_war.no_neutrals_by_power"


class Auction:
    """One auction: `purses` is what each bidding power has left, `holders` the powers that can still threaten.

    A winner who gives in to a threat loses the part `forfeit` of its bid.
    """

    def __init__(self, game: Game, option: Options, holders: Collection[str], forfeit: Fraction) -> None:
        self.game, self.option, self.forfeit = game, option, forfeit
        bidding = [p for p in game.rules.powers if not outside(game, p)]  # a neutral power cannot bid (.5)
        self.purses = Purses(game, bidding, option.auction_money == "treasury")  # .2
        self.holders = [p for p in bidding if p in holders]

    def held(self) -> Flow:
        """Auction each neutral in turn; one without a buyer stays neutral (.3, .19)."""
        for minor in true_neutrals(self.game):
            lot = Lot(minor, self._row(minor)["home"], self.least(minor), f"{RULE}.3", f"{RULE}.6")
            won = yield from sold(self.game, lot, self.purses, self._bidding(minor))
            if won is None:
                self.game.emit("unsold", minor=minor)
                continue
            winner, bid = won
            threats = yield from self._threats(minor, winner, bid)
            if (yield from self._paid(minor, winner, bid, threats)):
                ALIGNMENTS.get(self.game.state)[minor] = winner  # .7, .13
                self.game.changed()
        if self.option.leftover_money == "kept":
            self.purses.keep("left over from the auction")

    def least(self, minor: str) -> int:
        """Return the minimum bid for a neutral (.6)."""
        colonies = self._row(minor)["colonies"] if self.option.minimum_bid == "with_colonies" else ()
        return sum(int(self.game.rules.q.value(self.game, space)) for space in (self._row(minor)["home"], *colonies))

    def _threats(self, minor: str, winner: str, bid: int) -> Flow:
        """Ask the other side for threats, one per power per auction; return how many are made (.8, .9)."""
        made = 0
        for power in list(self.holders):
            if made == self.option.threats_per_lot or not self._opposed(power, winner):
                continue  # no threat against a threat (.18)
            poor = not self.purses.enough(self.shares(winner, bid, made + 1))
            if (yield self.threat(minor, winner, bid, power, poor)):
                made += 1
                self.holders.remove(power)  # used up, even if it fails (.17)
                self.game.emit("invasion_threatened", power=power, minor=minor)
        return made

    def threat(self, minor: str, winner: str, bid: int, power: str, poor: bool) -> Decision:
        """Ask a power whether it threatens to invade; a threat is advised if the winner is too poor to pay for it, or
        for a rich neighbor."""
        return Decision(
            "threaten", power, f"{winner} wins {minor} for {bid}. Threaten to invade as {power}?", Confirm(),
            advice=lambda: poor or (distance(self.game, minor, power) == 0 and self.least(minor) >= 4),
            rule=f"{RULE}.9", context={"minor": minor, "power": winner, "bid": bid},
        )  # fmt: skip

    def shares(self, winner: str, bid: int, threats: int) -> dict[str, int]:
        """Return what the winner pays and, under a threat, the other powers of its side (.10, .11)."""
        percent = 100 + self.option.threat_surcharge_percent * threats
        out = {winner: ceil(Fraction(bid * percent, 100))}
        if threats:
            allies = [p for p in self.purses.left if p != winner and not self._opposed(p, winner)]
            out.update(dict.fromkeys(allies, self.option.ally_contribution * threats))
        return out

    def _paid(self, minor: str, winner: str, bid: int, threats: int) -> Flow:
        """Return whether every share is paid. Otherwise the winner loses half its bid (.13, .14, .16)."""
        shares = self.shares(winner, bid, threats)
        able = self.purses.enough(shares)
        if threats and able:
            due = sum(shares.values())
            asked = [p for p, n in shares.items() if n]
            able = all((yield Together(tuple(self.surcharge(minor, winner, p, due, shares[p]) for p in asked))))
        if not able:
            self.game.emit("threat_succeeded", minor=minor, power=winner)
            self.purses.pay(winner, ceil(bid * self.forfeit), f"part of its bid for {minor}")
            return False
        for power, n in shares.items():
            self.purses.pay(power, n, minor if power == winner else f"the threat to invade {minor}")
        self.game.emit("auctioned", power=winner, minor=minor)
        return True

    def surcharge(self, minor: str, winner: str, power: str, due: int, share: int = 0) -> Decision:
        """Ask a power whether it pays its share of what is due under a threat (all of it if none is named)."""
        part = f"Pay {power}'s share of {share} IPCs?" if share else "Pay?"
        return Decision(
            "surcharge", power, f"Under the threat, {winner} gets {minor} for {due} IPCs in total. {part}", Confirm(),
            advice=lambda: power != winner or worth(self.game, minor, winner) * 2 >= (share or due), rule=f"{RULE}.13",
            context={"minor": minor, "power": winner, "due": due, "share": share or due},
        )  # fmt: skip

    def _bidding(self, minor: str) -> Advice:
        """Bid 1 more, up to what the neutral is worth, never against an ally; keep enough for the cost of a threat."""

        def bid(power: str, high: int, holder: str) -> int:
            if holder and not self._opposed(power, holder):
                return 0
            most = min(worth(self.game, minor, power), self.purses.left[power] - self.option.ally_contribution)
            return high + 1 if high + 1 <= most else 0

        return bid

    def _opposed(self, power: str, other: str) -> bool:
        sides = self.game.rules.side_of
        return sides[power] != sides[other]

    def _row(self, minor: str) -> Mapping[str, Any]:
        row: Mapping[str, Any] = self.game.rules.tables["minors"][minor]
        return row
