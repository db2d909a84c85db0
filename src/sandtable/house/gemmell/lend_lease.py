"""Lend-Lease: gifts of IPCs between allies during the purchase phase."""

from functools import partial

from ...engine.debts import owe, pay, pay_debts
from ...engine.strength import relief
from ...words import Draft, Flow, Game, Option, Options, Played, declare_event, part_of, turn_memory
from ...words.asking import Allocate, Decision, Limit, declare_decision
from ...words.board import production
from ..documents import gemmell

declare_decision("lend", "allocate: IPCs to lend to each ally")
LENT = turn_memory("lent", dict[str, int], "ally -> IPCs lent to it in this turn")
declare_event("lent", "{power} lends {to} {ipcs:IPC}", ("-power", "+to"))
declare_event("loan_repaid", "{power} repays {ipcs:IPC} to {to}", ("-power", "+to"))

LIMIT, PHASE = "gemmell.lend_lease.4", "gemmell.lend_lease.5"


@gemmell(
    "gemmell.lend_lease", "Lend-Lease",
    Option("limit_fraction", 0.25, "share of its production that a power may lend", low=0, high=1),
    Option("limit_scope", "per_lender_per_turn",
           "what the limit applies to: all loans in a turn, each loan, or each recipient",
           choices=("per_lender_per_turn", "per_loan", "per_recipient")),
    Option("repayment", False, "recipients must repay loans; false makes them gifts"),
    Option("rounding", "down", "rounding of the limit", choices=("down", "nearest")),
    Option("eligible_sides", ["allies", "axis"], "sides whose members may lend to each other"),
    default=False,  # only if the players agree on it before the game (gemmell.lend_lease.1)
)  # fmt: skip
def lend_lease(draft: Draft, option: Options) -> None:
    """During its purchase phase, a power may give its allies IPCs, up to a quarter of its own production per turn. The
    money is not repaid. Use this rule only if all players agree before the game."""
    draft.known_sides(option.eligible_sides)
    loans = Loans(option)
    draft.offer("purchase", "lend", "lend IPCs to allies", loans.lend, loans.available, loans.advised)
    if option.repayment:  # not in the document (gemmell.lend_lease.3): for players who want debts
        draft.add("memory.debts", {})
        draft.step("income", "repayment", partial(pay_debts, event="loan_repaid"), text="debtors repay what they can")


class Loans(Played):
    """Loans between allies under the chosen options."""

    def form(self, game: Game) -> Allocate:
        """Return the form for loans out of the treasury, within a quarter of the lender's own production
        (gemmell.lend_lease.2, .4, .7)."""
        power, cash, lent = game.state.power, game.state.ipcs[game.state.power], LENT.get(game.state)
        share = part_of(production(game, power), self.option.limit_fraction, self.option.rounding)
        room = dict.fromkeys(self.recipients(game, power), min(share, cash))
        if self.option.limit_scope == "per_recipient":
            room = {ally: min(n, share - lent.get(ally, 0)) for ally, n in room.items()}
        most: dict[tuple[str, ...], int] = {(ally,): n for ally, n in room.items() if n > 0}
        ones = dict.fromkeys(most, 1)
        limits = [Limit(f"{power} has {cash} IPCs to spend", ones, cash, "gemmell.lend_lease.2")]
        if self.option.limit_scope == "per_lender_per_turn":
            left = share - sum(lent.values())
            limits.append(Limit(f"{power} may lend {share} IPCs per turn ({left} left this turn)", ones, left, LIMIT))
            most = {ally: min(n, left) for ally, n in most.items() if left > 0}
        return Allocate(most, limits, LIMIT)

    def recipients(self, game: Game, power: str) -> list[str]:
        """Return the allies that have a treasury (gemmell.lend_lease.2)."""
        if game.sides[power] not in self.option.eligible_sides:
            return []
        allies = [p for p in game.rules.powers if p != power and p in game.friends(power)]
        return [ally for ally in allies if game.rules.q.may_collect(game, ally) is None]

    def available(self, game: Game) -> bool:
        return bool(self.form(game).most)

    def advised(self, game: Game) -> bool:
        return not LENT.stored(game.state) and bool(relief(game, game.state.power, self.form(game)))

    def lend(self, game: Game) -> Flow:
        """Lend during the purchase phase, never after collecting income (gemmell.lend_lease.5, .6)."""
        power, cash, form = game.state.power, game.state.ipcs[game.state.power], self.form(game)
        loans = yield Decision(
            "lend", power, f"Lend-Lease: choose IPCs for each ally. {power} has {cash}", form,
            advice=lambda: relief(game, power, form), rule=PHASE, context={"ipcs": cash},
        )  # fmt: skip
        for (ally,), ipcs in loans.items():  # at once, for the ally's next purchase phase
            pay(game, power, ally, ipcs, "lent")
            LENT.count(game.state, ally, ipcs)
            if self.option.repayment:
                owe(game, ally, power, ipcs)
