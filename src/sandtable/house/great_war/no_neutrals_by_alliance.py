"""No Such Thing as Neutral - By Alliance: the auction of the true neutrals between two alliances with pooled money.

The auction itself is in `auction.py`; clauses are those of this rule, the others are those of the auction by power.
"""

from fractions import Fraction
from math import ceil

from ...engine.auctions import PASS
from ...engine.memory import ALIGNMENTS
from ...engine.minors import worth
from ...words import Draft, Flow, Game, Option, Options
from ...words.asking import Amount, Choice, Choose, Decision, declare_decision
from ...words.board import outside, true_neutrals
from ..documents import great_war
from .auction import Auction

RULE = "great_war.no_neutrals_by_alliance"
declare_decision("bid_for", "choose: the power for which an alliance bids, or pass")

#: What the auction by power calls by these names, as far as this one does not change it.
AS_BY_POWER = {
    "auction_money": "starting_income", "leftover_money": "returned", "minimum_bid": "ipc_value",
    "threat_surcharge_percent": 50, "threats_per_lot": 1,
}  # fmt: skip


@great_war(
    RULE, "No Such Thing as Neutral - By Alliance",
    Option("central_powers_threats", 2, "threats of invasion by the Central Powers", low=0, high=99),
    Option("entente_threats", 1, "threats of invasion by the Entente", low=0, high=99),
    Option("ally_contribution", 2, "IPCs due from the pool under a threat for each other bidding power of the alliance",
           low=0, high=99),
    default=False, excludes={"great_war.no_neutrals_by_power": "both auction the same neutrals"},
)  # fmt: skip
def no_neutrals_by_alliance(draft: Draft, option: Options) -> None:
    """Before the game, the two alliances bid for each true neutral with the pooled money of their powers. Each bid
    names the power that the neutral is aligned with. The Central Powers may threaten twice to invade a neutral won by
    the Entente, which may threaten once."""
    threats = {"central_powers": option.central_powers_threats, "allies": option.entente_threats}  # .3
    rules = Options(**AS_BY_POWER, ally_contribution=option.ally_contribution)
    draft.add("memory.alignments", {}, "the power aligned with each neutral")
    draft.step("opening", "auction", lambda game: Alliances(game, rules, threats).held(), text="auction the neutrals")


class Alliances(Auction):
    """An auction with two bidders (.2): each side has a pool, and a power that speaks for it."""

    def __init__(self, game: Game, option: Options, threats: dict[str, int]) -> None:
        super().__init__(game, option, (), Fraction(1, 2))
        bidding = [p for p in game.rules.powers if not outside(game, p)]
        self.members = {
            side: [p for p in bidding if game.side(p) == side] for side in dict.fromkeys(map(game.side, bidding))
        }
        self.pool = {side: sum(self.purses.left[p] for p in powers) for side, powers in self.members.items()}
        self.threats = {side: threats.get(side, 0) for side in self.members}

    def held(self) -> Flow:
        """Auction each neutral in turn; the alliances take turns to open, the first in the order of play first (.1)."""
        sides = list(self.members)
        for i, minor in enumerate(true_neutrals(self.game)):
            side, power, bid = yield from self._sold(minor, sides[i % len(sides) :] + sides[: i % len(sides)])
            if not side:
                self.game.emit("unsold", minor=minor)
                continue
            threatened = yield from self._threatened(minor, side, power, bid)
            if (yield from self._settled(minor, side, power, bid, threatened)):
                ALIGNMENTS.get(self.game.state)[minor] = power
                self.game.changed()

    def _sold(self, minor: str, sides: list[str]) -> Flow:
        """Ask the alliances in turn to raise or pass until one is left; return (side, power, bid), or empty words."""
        high, holder, named, bidding = max(1, self.least(minor)) - 1, "", "", list(sides)
        while bidding and bidding != [holder]:
            for side in [s for s in bidding if s != holder]:
                power = (yield self._question(minor, side, high, holder)) if self.pool[side] > high else PASS
                if power == PASS:
                    bidding.remove(side)
                    break
                high = yield self._price(minor, side, power, high)
                holder, named = side, power
                self.game.emit("bid_made", power=power, ipcs=high, minor=minor)
        return (holder, named, high) if holder else ("", "", 0)

    def _question(self, minor: str, side: str, high: int, holder: str) -> Decision:
        """A bid names the single power that the neutral would be aligned with (.4)."""
        powers = self.members[side]
        best = max(powers, key=lambda p: (worth(self.game, minor, p), -powers.index(p)))
        stands = f"the other alliance bids {high}" if holder else "no bids yet"
        return Decision(
            "bid_for", powers[0], f"Auction of {minor} ({stands}; your alliance has {self.pool[side]} IPCs): choose "
            "the power to bid for, or pass",
            Choose([*(Choice(p, p) for p in powers), Choice(PASS, "pass")]),
            advice=lambda: best if worth(self.game, minor, best) > high else PASS, rule=f"{RULE}.4",
            context={"minor": minor, "high": high, "pools": dict(self.pool)},
        )  # fmt: skip

    def _price(self, minor: str, side: str, power: str, high: int) -> Decision:
        return Decision(
            "auction", self.members[side][0], f"Auction of {minor}: enter a bid for {power}",
            Amount(high + 1, self.pool[side], "IPCs", f"{RULE}.2"), advice=high + 1, rule=f"{RULE}.4",
            context={"minor": minor, "high": high, "holder": power},
        )  # fmt: skip

    def _threatened(self, minor: str, side: str, power: str, bid: int) -> Flow:
        """Ask the other alliance for a threat, if it has any left (.3)."""
        for other in [s for s in self.members if s != side and self.threats[s]]:
            speaker = self.members[other][0]
            if (yield self.threat(minor, power, bid, speaker, self._due(side, bid, True) > self.pool[side])):
                self.threats[other] -= 1
                self.game.emit("invasion_threatened", power=speaker, minor=minor)
                return True
        return False

    def _due(self, side: str, bid: int, threatened: bool) -> int:
        """Return what a neutral costs: under a threat 50 percent more, and 2 IPCs for each other power."""
        if not threatened:
            return bid
        more = ceil(Fraction(bid * (100 + self.option.threat_surcharge_percent), 100))
        return more + int(self.option.ally_contribution) * (len(self.members[side]) - 1)

    def _settled(self, minor: str, side: str, power: str, bid: int, threatened: bool) -> Flow:
        """Return whether the alliance pays; if not, it loses half its bid."""
        due = self._due(side, bid, threatened)
        pays = due <= self.pool[side]
        if threatened and pays:
            pays = yield self.surcharge(minor, power, self.members[side][0], due)
        if not pays:
            self.game.emit("threat_succeeded", minor=minor, power=power)
            due = ceil(bid * self.forfeit)
        self.pool[side] -= due
        self.game.emit("fund_spent", power=power, ipcs=due, why=minor if pays else f"part of the bid for {minor}")
        if pays:
            self.game.emit("auctioned", power=power, minor=minor)
        return pays
