"""Deploy the Reserves: units added before the game, and extra income for the United States."""

from ...engine.additions import for_defense, form, present
from ...words import Draft, Flow, Game, Option, Options, Played, Stack, earn, game_memory
from ...words.asking import Decision, declare_decision, of_each
from ...words.board import production
from ..documents import great_war

declare_decision("reserves", "allocate: units added before the game, to spaces; sealed")

RESERVE = game_memory("reserve_money", int, "IPCs still to be paid to the United States")
RULE = "great_war.deploy_the_reserves"
#: The power that is not at war yet and receives IPCs instead (.6).
LATECOMER = "United States"


@great_war(
    RULE, "Deploy the Reserves",
    Option("bank", "starting_ipcs", "what a power may spend: its starting cash or its first income",
           choices=("starting_ipcs", "starting_income")),
    Option("size_cap_factor", 2, "maximum units in a space, as a multiple of its starting number", low=1, high=99),
    Option("max_transports", 2, "maximum transports a power may add", low=0, high=99),
    Option("max_trucks", 2, "maximum trucks a power may add, if the game has them", low=0, high=99),
    Option("max_fighters_per_territory", 1, "maximum fighters added to a territory", low=0, high=99),
    Option("us_bonus_per_turn", 5, "extra IPCs the United States receives on each of its first turns", low=0, high=99),
    Option("us_bonus_turns", 4, "number of turns it receives them", low=0, high=99),
    default=False,
)  # fmt: skip
def deploy_the_reserves(draft: Draft, option: Options) -> None:
    """Before the game, each power except the United States secretly adds units worth up to its starting cash to spaces
    where it already has units. The United States receives 5 extra IPCs on each of its first 4 turns."""
    plan = Reserves(option)
    draft.find("powers", LATECOMER)
    draft.add("memory.reserve_money", option.us_bonus_per_turn * option.us_bonus_turns)
    draft.step("opening", "reserves", plan.deployed, text="deployment of the reserves")
    draft.step("income", "reserves", plan.bonus, text="reserves of the United States")
    draft.step("war_entry", "reserves", plan.rest_at_once)


class Reserves(Played):
    """Units that all powers but the latecomer add at once, and the money of the latecomer."""

    def deployed(self, game: Game) -> Flow:
        """Ask all powers at once for their reserves, then place them power by power (.1, .8)."""
        powers = [p for p in game.rules.powers if p != LATECOMER]
        answers = yield from of_each(powers, lambda power: self.question(game, power))
        for power, answer in answers.items():
            for (kind, space), n in answer.items():
                game.state.put(space, Stack(power, kind), n)  # no cost to the treasury (.1)
                game.emit("placed", power=power, units={kind: n}, space=space)

    def question(self, game: Game, power: str) -> Decision:
        """Ask a power what it adds, and where (.1 to .5)."""
        option, from_income = self.option, self.option.bank == "starting_income"
        bank = production(game, power) if from_income else game.rules.powers[power].ipcs
        room = {space: n * (option.size_cap_factor - 1) for space, n in present(game, power).items()}  # .2, .3
        units = form(
            game, power, bank, room, option.max_fighters_per_territory,  # .5
            {"transport": option.max_transports, "truck": option.max_trucks}, "reserves",  # .4
            by_space=f"{RULE}.3", by_tag=f"{RULE}.4", elsewhere=f"{RULE}.2", rule=f"{RULE}.1",
        )  # fmt: skip
        return Decision(
            "reserves", power, f"Deploy the Reserves: add units worth up to {bank} IPCs", units,
            advice=lambda: for_defense(game, power, units), rule=f"{RULE}.1", context={"ipcs": bank},
        )  # fmt: skip

    def bonus(self, game: Game, power: str) -> tuple[int, str] | None:
        """The United States receives 5 extra IPCs on each of its first 4 turns (.6)."""
        paid = RESERVE.draw(game.state, self.option.us_bonus_per_turn) if power == LATECOMER else 0
        return (paid, "reserves") if paid else None

    def rest_at_once(self, game: Game, power: str) -> None:
        """If the United States enters the war before its fourth turn, it receives the rest at once (.7)."""
        state, due = game.state, RESERVE.get(game.state)
        in_last_turn = state.power == power and state.round >= self.option.us_bonus_turns
        if power == LATECOMER and due and not in_last_turn:
            earn(game, power, RESERVE.draw(state, due), "reserves, on entering the war")
