"""The auction of neutral minor powers: bids, threats of invasion, and payments.

Clauses are those of `great_war.no_neutrals_by_power`.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from ...core.decisions import Amount, Confirm, Decision, Together
from ...core.events import declare_event
from ...engine.board import distances, production
from ...engine.memory import ALIGNMENTS
from ...engine.outside import outside
from ...rules import points

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "auction", "amount: a bid for a neutral, or pass")
points.declare(points.DECISIONS, "threaten", "confirm: threaten to invade a neutral that an enemy has won?")
points.declare(points.DECISIONS, "surcharge", "confirm: pay what a threat of invasion asks?")
declare_event("bid_made", "{power} bids {ipcs:IPC} for {minor}")
declare_event("auctioned", "{minor} is aligned with {power}")
declare_event("fund_spent", "{power} pays {ipcs:IPC} from its fund: {why}")
declare_event("unsold", "No bids for {minor}; it stays neutral")
declare_event("invasion_threatened", "{power} threatens to invade {minor}")
declare_event("threat_succeeded", "The threat succeeds: {power} gives up {minor}, which stays neutral")

RULE = "great_war.no_neutrals_by_power"
PASS = "pass"


class Terms(NamedTuple):
    """The conditions of the auction, as set by the options of the rule."""

    from_treasury: bool
    kept: bool
    with_colonies: bool
    holders: tuple[str, ...]
    surcharge: int
    contribution: int
    forfeit: Fraction
    threats: int


class Auction:
    """One auction. `funds` is what each bidding power has left; `holders` are the powers that can still threaten."""

    def __init__(self, game: Game, terms: Terms) -> None:
        self.game, self.terms = game, terms
        bidding = [p for p in game.rules.powers if not outside(game, p)]  # a neutral power cannot bid (.5)
        treasury = game.state.ipcs
        self.funds = {p: treasury[p] if terms.from_treasury else production(game, p) for p in bidding}
        self.holders = [p for p in bidding if p in terms.holders]

    def held(self) -> Flow:
        """Auction each neutral in turn; one without a buyer stays neutral (.3, .19)."""
        state = self.game.state
        for minor in lots(self.game):
            won = yield from self._lot(minor)
            if won is None:
                self.game.emit("unsold", minor=minor)
                continue
            winner, bid = won
            threats = yield from self._threats(minor, winner, bid)
            if (yield from self._paid(minor, winner, bid, threats)):
                ALIGNMENTS.get(state)[minor] = winner  # .7, .13
                self.game.changed()
        if self.terms.kept and not self.terms.from_treasury:
            for power, left in self.funds.items():
                state.ipcs[power] += left
                self.game.emit("income", power=power, ipcs=left, why="left over from the auction")

    def _pay(self, power: str, ipcs: int, why: str) -> None:
        """Pay from the fund, or from the treasury if that is the fund."""
        self.funds[power] -= ipcs
        if self.terms.from_treasury:
            self.game.state.ipcs[power] -= ipcs
        if ipcs:
            self.game.emit("paid" if self.terms.from_treasury else "fund_spent", power=power, ipcs=ipcs, why=why)

    # --- bids ---------------------------------------------------------------------------------------------------------

    def least(self, minor: str) -> int:
        """Return the minimum bid for a neutral (.6)."""
        row, value = self.game.rules.tables["minors"][minor], self.game.rules.q.value
        colonies = row["colonies"] if self.terms.with_colonies else ()
        return sum(int(value(self.game, space)) for space in (row["home"], *colonies))

    def _lot(self, minor: str) -> Flow:
        """Ask each power in turn order to raise or pass until one is left; return (winner, bid) or None."""
        bidding, high, holder = list(self.funds), max(1, self.least(minor)) - 1, ""
        while bidding and bidding != [holder]:
            for power in list(bidding):
                if power == holder or bidding == [holder]:
                    continue
                bid = 0
                if self.funds[power] > high:  # only with enough money left
                    bid = yield self._bid(minor, power, high, holder)
                if bid:
                    high, holder = bid, power
                    self.game.emit("bid_made", power=power, ipcs=bid, minor=minor)
                else:
                    bidding.remove(power)
        return (holder, high) if holder else None

    def _bid(self, minor: str, power: str, high: int, holder: str) -> Decision:
        home = self.game.rules.tables["minors"][minor]["home"]
        stands = f"{holder} bids {high}" if holder else "no bids yet"
        return Decision(
            "auction", power, f"Auction of {minor} ({stands}): enter a bid for {power}",
            Amount(high + 1, self.funds[power], "IPCs", f"{RULE}.6", PASS),
            advice=lambda: self._sensible_bid(minor, power, high, holder), rule=f"{RULE}.3",
            context={"minor": minor, "space": home, "high": high, "holder": holder, "funds": dict(self.funds)},
        )  # fmt: skip

    # --- threats ------------------------------------------------------------------------------------------------------

    def _threats(self, minor: str, winner: str, bid: int) -> Flow:
        """Ask the other side for threats, one per power per auction; return how many are made (.8, .9)."""
        made = 0
        for power in list(self.holders):
            if made == self.terms.threats or not self._opposed(power, winner):  # no threat against a threat (.18)
                continue
            threatens = yield Decision(
                "threaten", power, f"{winner} wins {minor} for {bid}. Threaten to invade as {power}?", Confirm(),
                advice=lambda power=power, made=made: self._worth_a_threat(minor, winner, bid, power, made + 1),
                rule=f"{RULE}.9", context={"minor": minor, "power": winner, "bid": bid},
            )  # fmt: skip
            if threatens:
                made += 1
                self.holders.remove(power)  # used up, even if it fails (.17)
                self.game.emit("invasion_threatened", power=power, minor=minor)
        return made

    def _opposed(self, power: str, other: str) -> bool:
        sides = self.game.sides
        return sides[power] != sides[other]

    def price(self, bid: int, threats: int) -> int:
        """Return what the winner pays (.10)."""
        return ceil(Fraction(bid * (100 + self.terms.surcharge * threats), 100))

    def shares(self, winner: str, bid: int, threats: int) -> dict[str, int]:
        """Return what the winner pays and, under a threat, the other powers of its side (.10, .11)."""
        out = {winner: self.price(bid, threats)}
        if threats:
            allies = [p for p in self.funds if p != winner and not self._opposed(p, winner)]
            out.update(dict.fromkeys(allies, self.terms.contribution * threats))
        return out

    def _paid(self, minor: str, winner: str, bid: int, threats: int) -> Flow:
        """Return whether every share is paid. Otherwise the winner loses half its bid (.13, .14, .16)."""
        shares = self.shares(winner, bid, threats)
        able = all(self.funds[p] >= n for p, n in shares.items())
        if threats and able:
            asked = [p for p, n in shares.items() if n]
            answers = yield Together(tuple(self._surcharge(minor, winner, p, shares) for p in asked))
            able = all(answers)
        if not able:
            self.game.emit("threat_succeeded", minor=minor, power=winner)
            self._pay(winner, ceil(bid * self.terms.forfeit), f"part of its bid for {minor}")
            return False
        for power, n in shares.items():
            self._pay(power, n, minor if power == winner else f"the threat to invade {minor}")
        self.game.emit("auctioned", power=winner, minor=minor)
        return True

    def _surcharge(self, minor: str, winner: str, power: str, shares: dict[str, int]) -> Decision:
        return Decision(
            "surcharge", power, f"Under the threat, {winner} gets {minor} for {sum(shares.values())} IPCs in total. "
            f"Pay {power}'s share of {shares[power]} IPCs?", Confirm(),
            advice=lambda: power != winner or self.worth(minor, winner) * 2 >= shares[winner], rule=f"{RULE}.13",
            context={"minor": minor, "power": winner, "shares": dict(shares)},
        )  # fmt: skip

    # --- advice -------------------------------------------------------------------------------------------------------

    def worth(self, minor: str, power: str) -> int:
        """Return what a neutral is worth to a power: its army and three turns of income, less if it is far away."""
        rules = self.game.rules
        row = rules.tables["minors"][minor]
        army = sum(rules.units[kind].cost * n for kind, n in row["army"].items())
        income = sum(rules.q.value(self.game, s) for s in (row["home"], *row["colonies"]))
        return int((army + 3 * income) * (1.0, 0.5, 0.3, 0.15)[min(3, self._far(row["home"], power))])

    def _far(self, home: str, power: str) -> int:
        """Return the spaces between a neutral and the nearest territory of a power."""
        owner = self.game.state.owner
        near = distances(self.game.rules.neighbors, (home,), limit=4)
        return min((steps - 1 for space, steps in near.items() if owner.get(space) == power), default=9)

    def _sensible_bid(self, minor: str, power: str, high: int, holder: str) -> int:
        """Bid 1 more, up to what the neutral is worth, never against an ally; keep enough for the cost of a threat."""
        if holder and not self._opposed(power, holder):
            return 0
        most = min(self.worth(minor, power), self.funds[power] - self.terms.contribution)
        return high + 1 if high + 1 <= most else 0

    def _worth_a_threat(self, minor: str, winner: str, bid: int, power: str, threats: int) -> bool:
        """Threaten if the other side cannot pay, or for a rich neighbor."""
        if any(self.funds[p] < n for p, n in self.shares(winner, bid, threats).items()):
            return True
        row = self.game.rules.tables["minors"][minor]
        return self._far(row["home"], power) == 0 and self.least(minor) >= 4


def lots(game: Game) -> list[str]:
    """Return the true neutrals, most valuable first, ties by name (.3)."""
    rows = game.rules.tables["minors"]
    neutral = [name for name, row in rows.items() if row["aligned"] is None]
    return sorted(neutral, key=lambda name: (-game.rules.q.value(game, rows[name]["home"]), rows[name]["home"]))
