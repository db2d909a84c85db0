"""War bonds: invest IPCs this turn and collect them, possibly with a profit, on the next."""

from __future__ import annotations

from sandtable.engine.memory import BOUGHT
from sandtable.words import Draft, Flow, Game, Option, Options, declare_event, game_memory, house_rule, turn_memory
from sandtable.words.asking import Amount, Decision, declare_decision

declare_decision("war_bonds", "amount: war bonds to buy")
declare_event("bonds_bought", "{power} buys {count} war bonds for {ipcs} IPCs", money=("-power",))
declare_event("bonds_due", "{power} rolls {dice} for its war bonds")
BONDS = game_memory("bonds", dict[str, int], "power -> war bonds to be paid out in its next turn")
NEW_BONDS = turn_memory("bonds", int, "war bonds purchased in this turn")


@house_rule(
    "example.war_bonds",
    "War bonds",
    Option("price", 5, "IPCs for a bond", low=1, high=50),
    Option("prize", 8, "IPCs paid for a bond that rolls 4 or higher; other bonds return their cost", low=1, high=50),
    Option("most", 3, "maximum bonds a power may buy per turn", low=1, high=20),
)
def war_bonds(draft: Draft, option: Options) -> None:
    """When it purchases units, a power may also buy up to three war bonds for 5 IPCs each. When it collects income on
    its next turn, it rolls a die for each bond: a 4 or higher pays 8 IPCs, anything else pays 5."""

    def left(game: Game) -> int:
        """Return how many more bonds the active power may buy this turn."""
        bought = NEW_BONDS.get(game.state)
        cash: int = game.state.ipcs[game.state.power]
        return int(min(option.most - bought, cash // option.price))

    def can_buy(game: Game) -> bool:
        return left(game) > 0

    def advised(game: Game) -> bool:
        """Suggest spending the IPCs left over after purchasing units."""
        return can_buy(game) and bool(BOUGHT.get(game.state))

    def buy(game: Game) -> Flow:
        """Buy bonds in the purchase phase."""
        power, state = game.state.power, game.state
        count = yield Decision(
            "war_bonds", power, f"How many war bonds will you buy at {option.price} IPCs each?",
            Amount(0, left(game), "bonds", "example.war_bonds"), advice=left(game), rule="example.war_bonds",
        )  # fmt: skip
        if count:
            state.ipcs[power] -= count * option.price
            NEW_BONDS.set(state, NEW_BONDS.get(state) + count)
            game.emit("bonds_bought", power=power, count=count, ipcs=count * option.price)

    def redeem(game: Game, power: str) -> tuple[int, str] | None:
        """Pay out last turn's bonds and carry this turn's bonds forward."""
        due = BONDS.of(game.state).pop(power, 0)
        BONDS.of(game.state)[power] = NEW_BONDS.get(game.state)
        if not due:
            return None
        dice = game.dice.roll(due)
        game.emit("bonds_due", power=power, dice=dice)
        return sum(option.prize if die >= 4 else option.price for die in dice), "war bonds"

    draft.add("memory.bonds", {})
    draft.offer("purchase", "war_bonds", "buy war bonds", buy, can_buy, advised)
    draft.step("income", "war_bonds", redeem, text="last turn's war bonds")
