"""National advantages of the United Kingdom: Colonial Garrison and Lend-Lease."""

from ...words import Draft, Flow, Game, Option, Options, Played, declare_event, game_memory, turn_memory
from ...words.asking import Allocate, Decision, Limit, confirm, declare_decision
from ..documents import enhanced
from .advantages import UK, US, advantage

GARRISON, LEASE = "na_england_colonial_garrison", "na_england_lend_lease"
RULE = f"enhanced.{LEASE}"
declare_decision("borrow", "confirm: borrow IPCs from an ally")
declare_decision("take_over", "allocate: units of an ally that change hands")
declare_event("borrowed", "{power} borrows {ipcs:IPC} from {lender}", ("+power", "-lender"))
declare_event("repaid", "{power} repays {ipcs:IPC} to {lender}", ("-power", "+lender"))
declare_event("took_over", "{power} takes over {units} of {ally} in {space}")
USED = game_memory("lend_lease", int, "times that the United Kingdom has used Lend-Lease")
USED_NOW = turn_memory("lend_lease_used", bool, "the United Kingdom has used Lend-Lease in this turn")
DEBT = game_memory("lend_lease_debt", int, "IPCs that the United Kingdom owes the United States")


@enhanced(
    f"enhanced.{GARRISON}", "UK: Colonial Garrison",
    Option("infantry_per_round", 1, "free infantry in a turn", low=1, high=9),
    Option("territories", ("Australia", "Egypt", "India", "Union of South Africa"), "where it may be placed"),
    Option("one_in_each", False, "each of the territories gets as many"),
    default=False,
)  # fmt: skip
def na_england_colonial_garrison(draft: Draft, option: Options) -> None:
    """When it places new units, the United Kingdom may also place 1 infantry free of charge in Australia, Egypt, India,
    or Union of South Africa, if it has controlled the territory since the start of its turn. No complex is needed."""
    advantage(draft, GARRISON, UK, "Colonial Garrison", "A free infantry arrives in a British colony each turn.")
    places = draft.find_all("spaces", option.territories)
    row = {"power": UK, "holds": GARRISON, "units": {"infantry": option.infantry_per_round}, "since_start": True}
    for name, lands in {f": {s}": [s] for s in places}.items() if option.one_in_each else [("", places)]:
        draft.add(("grants", f"Colonial Garrison{name}"), {**row, "places": lands})


@enhanced(
    RULE, "UK: Lend-Lease",
    Option("convert_limit", 12, "most IPCs that the American units taken over may be worth", low=1, high=99),
    Option("borrow", 5, "IPCs borrowed from the United States", low=1, high=99),
    Option("frequency", "each_turn", "how often it may be used", choices=("each_turn", "once_per_game")),
    Option("repay", False, "the United Kingdom repays the IPCs when it has collected income"),
    default=False,
)  # fmt: skip
def na_england_lend_lease(draft: Draft, option: Options) -> None:
    """Once in its turn, the United Kingdom may either borrow 5 IPCs from the United States when it purchases units, or
    take over American units worth up to 12 IPCs when it places units: land units and aircraft in British territories,
    and ships beside one. It does not repay the IPCs."""
    lease = advantage(draft, LEASE, UK, "Lend-Lease", "The United Kingdom may borrow IPCs or take over American units.")
    rule = LendLease(option)
    lease.offer(
        "purchase", "lend_lease", "borrow IPCs from the United States", rule.borrow, rule.may_borrow, rule.needs_money
    )  # fmt: skip
    lease.offer("place", "lend_lease", "take over American units", rule.convert, rule.may_convert)
    if option.repay:
        draft.step("turn", "repay", rule.repay, after="collect", text="repay Lend-Lease")


class LendLease(Played):
    """Borrowing and taking over under the chosen options."""

    def free(self, game: Game) -> bool:
        """Return whether the advantage can still be used: one of the two, once (.3)."""
        over = self.option.frequency == "once_per_game" and USED.get(game.state)
        return game.state.power == UK and not USED_NOW.get(game.state) and not over

    def use(self, game: Game) -> None:
        USED_NOW.set(game.state, True)
        USED.set(game.state, USED.get(game.state) + 1)

    def may_borrow(self, game: Game) -> bool:
        """Return whether the United States has the IPCs (.2)."""
        return self.free(game) and game.state.ipcs[US] >= self.option.borrow

    def needs_money(self, game: Game) -> bool:
        """Advise to borrow from a much richer ally."""
        return self.may_borrow(game) and game.state.ipcs[US] > 2 * game.state.ipcs[UK] and not self.option.repay

    def borrow(self, game: Game) -> Flow:
        """Pass IPCs from the American to the British treasury."""
        ipcs = self.option.borrow
        if (yield confirm("borrow", UK, f"Borrow {ipcs} IPCs from the United States?", f"{RULE}.2")):
            self.use(game)
            game.state.ipcs[US] -= ipcs
            game.state.ipcs[UK] += ipcs
            DEBT.set(game.state, DEBT.get(game.state) + ipcs)
            game.emit("borrowed", power=UK, lender=US, ipcs=ipcs)

    def repay(self, game: Game) -> None:
        """Pay back what the treasury holds; the rest is due after the next income."""
        due = min(DEBT.get(game.state), game.state.ipcs[UK]) if game.state.power == UK else 0
        if due and game.rules.q.may_collect(game, UK) is None:
            DEBT.set(game.state, DEBT.get(game.state) - due)
            game.state.ipcs[UK] -= due
            game.state.ipcs[US] += due
            game.emit("repaid", power=UK, lender=US, ipcs=due)

    def may_convert(self, game: Game) -> bool:
        """Return whether some American unit can be taken over (.1)."""
        return self.free(game) and bool(self.offered(game))

    def offered(self, game: Game) -> dict[tuple[str, ...], int]:
        """Return American units in British territories, and ships beside them, by type and space."""
        rules, out = game.rules, dict[tuple[str, ...], int]()
        for space, force in sorted(game.state.forces.items()):
            land = rules.is_land[space]
            near = (space,) if land else rules.land_near[space]
            if not any(game.state.owner.get(s) == UK for s in near):
                continue
            for stack, n in force.items():
                kind, worth = rules.units[stack.type].kind, rules.units[stack.type].cost
                fits = kind in ("land", "air") if land else kind == "sea"
                if stack.owner == US and fits and worth <= self.option.convert_limit:
                    out[stack.type, space] = out.get((stack.type, space), 0) + n
        return out

    def convert(self, game: Game) -> Flow:
        """Exchange American units for British ones where they stand; cargo stays aboard (.1)."""
        most, rule = self.offered(game), f"{RULE}.1"
        worth = {key: game.rules.units[key[0]].cost for key in most}
        limit = Limit(f"units worth up to {self.option.convert_limit} IPCs", worth, self.option.convert_limit, rule)
        answer = yield Decision(
            "take_over", UK, "Choose American units that become British", Allocate(most, [limit], rule), advice=dict,
            rule=rule, context={"prices": {key[0]: n for key, n in worth.items()}},
        )  # fmt: skip
        for (type, space), count in answer.items():
            left = count
            for stack, n in sorted(game.state.at(space).items()):
                if (stack.owner, stack.type) == (US, type) and left:
                    taken = min(n, left)
                    left -= taken
                    game.state.put(space, stack, -taken)
                    game.state.put(space, stack._replace(owner=UK), taken)
            game.emit("took_over", power=UK, ally=US, units={type: count}, space=space)
        if answer:
            self.use(game)
            game.changed()
