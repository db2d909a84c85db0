"""USSR 5, Economic Support: the United States ships IPCs to the Soviet Union."""

from ...words import Draft, Flow, Game, Option, Options, Played, Stack, declare_event, declare_mark, spend, turn_memory
from ...words.asking import Allocate, Decision, Limit, confirm, declare_decision
from ...words.board import having
from .advantages import RED, US, advantage, capability

ID = "na_ussr_economic_support"
RULE = f"smith.{ID}"
ABOARD, WORTH = "support", "support_ipcs"
declare_mark(ABOARD, "transport with economic support aboard")
declare_mark(WORTH, "IPCs of economic support aboard a transport")
declare_decision("load_support", "allocate: IPCs of economic support to transports")
declare_decision("opening_support", "confirm: send economic support before the game")
declare_event("support_loaded", "{power} loads {ipcs:IPC} of economic support in {space}", ("-power",))
declare_event("support_arrived", "{power} receives {ipcs:IPC} of economic support", ("+power",))
LOADED = turn_memory("support_loaded", int, "IPCs of economic support loaded in this turn")


@advantage(
    ID, "USSR 5: Economic Support Advantage", RED, 5,
    Option("max_per_turn", 5, "IPCs that may be loaded in an American turn", low=1, high=99),
    Option("opening_grant", 5, "IPCs that the United States may give before the game", low=0, high=99),
)  # fmt: skip
def economic_support(draft: Draft, option: Options) -> None:
    """In each of its turns, the United States may load up to 5 IPCs on American or Soviet transports next to one of its
    complexes. The Soviet Union receives them at the start of its turn if the transport is next to one of its complexes;
    they are lost with the transport, which carries no units meanwhile. Before the game, the United States may give 5
    IPCs."""
    capability(draft, ID, "Economic Support", "The United States may ship IPCs to the Soviet Union.")
    for mark in (ABOARD, WORTH):
        draft.add(("stances", mark), {"until": "kept"})
    draft.when(marks=ABOARD).at_most("transport", **{"carries.capacity": 0})
    support = Support(option)
    draft.step("opening", ID, support.opening, text="economic support before the game")
    draft.step("turn_start", ID, support.deliver, text="economic support arrives")
    draft.offer(
        "purchase", "economic_support", "load economic support for the Soviet Union", support.load, support.may_load
    )  # fmt: skip


class Support(Played):
    """Loading, delivering, and giving support under the chosen options."""

    def opening(self, game: Game) -> Flow:
        """The United States may give a first sum, which the Soviet Union can spend in its first turn (.7)."""
        grant = self.option.opening_grant
        if not grant or not game.holds(RED, ID) or game.state.ipcs[US] < grant:
            return
        prompt = f"Give {grant} IPCs to the Soviet Union before the game?"
        if (yield confirm("opening_support", US, prompt, f"{RULE}.7")):
            spend(game, US, grant, "economic support for the Soviet Union")
            receive(game, grant)

    def open_to(self, game: Game) -> dict[tuple[str, ...], Stack]:
        """Return the transports that can take support: (zone, owner) -> one without units, loaded ones first."""
        found: dict[tuple[str, ...], Stack] = {}
        for zone in _next_to_complexes(game, US):
            for stack in sorted(game.state.at(zone), key=lambda s: -_worth(s)):
                empty = "transport" in game.unit(stack).tags and not stack.cond.cargo
                if empty and stack.owner in (US, RED):
                    found.setdefault((zone, stack.owner), stack)
        return found

    def may_load(self, game: Game) -> bool:
        """Return whether the United States can load something now."""
        able = game.state.power == US and game.holds(RED, ID) and bool(self.left(game))
        return able and bool(self.open_to(game))

    def left(self, game: Game) -> int:
        """Return how many IPCs may still be loaded in this turn (.1)."""
        return int(min(self.option.max_per_turn - LOADED.get(game.state), game.state.ipcs[US]))

    def load(self, game: Game) -> Flow:
        """Load IPCs on transports next to American complexes (.2, .4); they are paid at once."""
        ships, left = self.open_to(game), self.left(game)
        most = dict.fromkeys(ships, left)
        limit = Limit(f"up to {left} IPCs of support", dict.fromkeys(most, 1), left, f"{RULE}.1")
        answer = yield Decision(
            "load_support", US, "Load economic support: IPCs by sea zone and owner of the transport",
            Allocate(most, [limit], f"{RULE}.2"), advice=dict, rule=f"{RULE}.2",
        )  # fmt: skip
        for (zone, owner), ipcs in answer.items():
            stack = ships[zone, owner]
            aboard = _worth(stack) + ipcs
            cond = stack.cond.unmarked(f"{WORTH}={_worth(stack)}").marked(ABOARD, f"{WORTH}={aboard}")
            game.state.turn_into(zone, stack, cond, 1)
            game.state.ipcs[US] -= ipcs
            LOADED.set(game.state, LOADED.get(game.state) + ipcs)
            game.emit("support_loaded", power=US, ipcs=ipcs, space=zone)

    def deliver(self, game: Game) -> None:
        """Pay out the support next to Soviet complexes at the start of the Soviet turn (.6)."""
        capital = game.rules.q.capital(game, RED)
        if game.state.power != RED or not game.holds(RED, ID) or game.state.owner.get(str(capital)) != RED:
            return
        for zone in _next_to_complexes(game, RED):
            for stack, n in list(game.state.at(zone).items()):
                ipcs = _worth(stack)
                if ipcs and stack.owner in (US, RED):
                    game.state.turn_into(zone, stack, stack.cond.unmarked(ABOARD, f"{WORTH}={ipcs}"), n)
                    receive(game, ipcs * n)


def receive(game: Game, ipcs: int) -> None:
    """Credit the Soviet Union with support."""
    game.state.ipcs[RED] += ipcs
    game.emit("support_arrived", power=RED, ipcs=ipcs)


def _next_to_complexes(game: Game, power: str) -> list[str]:
    """Return the sea zones next to complexes that a power controls."""
    own = (s for s in game.rules.lands if game.state.owner.get(s) == power and having(game, s, "produces"))
    return list(dict.fromkeys(zone for space in own for zone in game.rules.sea_near[space]))


def _worth(stack: Stack) -> int:
    """Return the IPCs aboard one transport of a stack."""
    return int(stack.cond.noted(WORTH) or 0)
