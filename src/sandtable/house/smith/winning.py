"""Winning: capitals and income that win the war, and the surrender of the Axis."""

from collections.abc import Sequence

from ...engine.sights import Panel, Row
from ...engine.victory import by_goals
from ...words import Draft, Flow, Game, Option, Options, RuleError, declare_event, joined
from ...words.asking import Confirm, Decision, declare_decision
from ...words.board import Moment, fights, held_by, production
from ..documents import smith
from .neutrals import GOAL, GOAL_WITH_NEUTRALS

RULE, AXIS, ALLIES = "smith.winning", "axis", "allies"
#: The part of all production and all units below which the Axis considers the war lost.
HOPELESS = 0.12
declare_decision("surrender", "confirm: the Axis surrenders")
declare_event("fights_on", "{power} fights on")


@smith(
    RULE, "Winning",
    Option("axis_economic_goal", 84, "combined Axis income in IPCs that wins", low=1, high=999),
    Option("axis_economic_goal_with_neutrals", 100,
           "combined Axis income in IPCs that wins if the neutral territories have incomes", low=1, high=999),
    Option("axis_capital_sets", [["Russia", "United Kingdom"], ["Eastern United States"]],
           "lists of capitals; the Axis wins by holding all of one list"),
    Option("allied_capital_set", ["Germany", "Japan"], "capitals that the Allies must hold to win"),
    Option("check_time", "end_of_round", "when capitals are checked; income is checked at the end of each round",
           choices=("end_of_round", "immediately")),
)  # fmt: skip
def winning(draft: Draft, option: Options) -> None:
    """The Axis wins by holding both Russia and the United Kingdom, by holding the Eastern United States, or by an
    income of 84 IPCs (100 IPCs if neutral territories have incomes). The Allies win by holding Germany and Japan, or
    if the Axis surrenders. Victory is checked at the end of each round."""
    terms = Terms(draft, option)
    for switch in ("allies_economic_victory", "capitals_to_win", "allies_capitals_to_win", "total_victory"):
        draft.in_play(f"table switches.{switch}", text="Winning sets its own conditions")
    if option.axis_economic_goal != draft.get(("switches", GOAL)):
        draft.set(("switches", GOAL), option.axis_economic_goal, "the income that wins for the Axis (.3)")
    draft.add(("switches", GOAL_WITH_NEUTRALS), option.axis_economic_goal_with_neutrals)  # .4: see Neutral Territories
    draft.answer("victory", terms.victory, "the conditions of Winning (smith.winning.1 to .5)")
    if option.check_time == "immediately":
        draft.step("conquest", "winning", terms.captured, text="a captured capital may win the war")
    draft.step("panels", "winning", terms.panel)
    draft.offer(
        "reaction", "surrender", "surrender the war", terms.surrender, terms.may_surrender, terms.hopeless,
        standing=True,
    )  # fmt: skip


class Terms:
    """The conditions of victory under the chosen options."""

    def __init__(self, draft: Draft, option: Options) -> None:
        def capitals(names: Sequence[str]) -> list[str]:
            if not names or isinstance(names, str):
                raise RuleError(f"{RULE}: a list of capitals names at least one territory, not {names!r}")
            return draft.find_all("spaces", names)

        self.axis_sets = [capitals(names) for names in option.axis_capital_sets]
        self.allied_set = capitals(option.allied_capital_set)
        self.at_once = option.check_time == "immediately"

    def victory(self, game: Game, moment: str) -> tuple[str, str] | None:
        """Return the side that has won at the end of a round; if both sides meet a condition, play continues."""
        if moment == "turn_end":
            return by_goals(game, moment)
        won = {side: why for side, why in ((AXIS, self.of_the_axis(game)), (ALLIES, self.of_the_allies(game))) if why}
        return next(iter(won.items())) if len(won) == 1 else None

    def of_the_axis(self, game: Game) -> str:
        """Return why the Axis has won, by capitals (.1, .2) or by income (.3, .4); empty if it has not."""
        capitals = self.axis_capitals(game)
        if capitals:
            return capitals
        goal = game.rules.switch(GOAL)
        income = sum(production(game, power) for power in game.members(AXIS))
        return f"their income is {income} IPCs" if income >= goal else ""

    def axis_capitals(self, game: Game) -> str:
        """Return which capitals win the war for the Axis; none while the Allies hold both of its own."""
        if self.of_the_allies(game):
            return ""
        held = next((s for s in self.axis_sets if all(held_by(game, capital) == AXIS for capital in s)), None)
        return f"they hold {joined(held)}" if held else ""

    def of_the_allies(self, game: Game) -> str:
        """Return why the Allies have won: they hold both Axis capitals (.5)."""
        held = all(held_by(game, capital) == ALLIES for capital in self.allied_set)
        return f"they hold {joined(self.allied_set)}" if held else ""

    def panel(self, game: Game) -> Panel:
        """Return what wins the war, and how far each side is."""

        def row(side: str, capitals: Sequence[str]) -> Row:
            lost = [s for s in capitals if held_by(game, s) != side]
            text = f"{side.title()}: hold {' and '.join(capitals)}"
            return Row(text, f"{len(capitals) - len(lost)} of {len(capitals)}", not lost)

        income, goal = sum(production(game, power) for power in game.members(AXIS)), game.rules.switch(GOAL)
        rows = [*(row(AXIS, capitals) for capitals in self.axis_sets), row(ALLIES, self.allied_set)]
        rows.insert(
            len(self.axis_sets), Row("Axis: income at the end of a round", f"{income} of {goal}", income >= goal)
        )
        return Panel("Winning", tuple(rows))

    def captured(self, game: Game) -> None:
        """End the game as soon as the capture of a capital wins it."""
        won = [(AXIS, self.axis_capitals(game)), (ALLIES, self.of_the_allies(game))]
        for side, why in won:
            if why and not game.decided():
                game.finish(side, why)

    # --- surrender (.6) -----------------------------------------------------------------------------------------------

    def may_surrender(self, game: Game, power: str, moment: Moment) -> bool:
        """Return whether a power of the Axis may propose to surrender: as its own turn begins, and as any turn begins
        once the Allies hold a capital of the Axis."""
        if moment.name != "turn" or game.side(power) != AXIS:
            return False
        return moment.power == power or any(held_by(game, capital) == ALLIES for capital in self.allied_set)

    def hopeless(self, game: Game, power: str = "") -> bool:
        """Return whether the Axis has next to no income and next to no units left."""
        income = {p: production(game, p) for p in game.rules.powers}
        army = dict.fromkeys(game.rules.powers, 0)
        for force in game.state.forces.values():
            for stack, n in force.items():
                if stack.owner in army and fights(game, stack):
                    army[stack.owner] += n * game.unit(stack).cost
        axis = game.members(AXIS)
        return all(sum(worth[p] for p in axis) < HOPELESS * max(1, sum(worth.values())) for worth in (income, army))

    def surrender(self, game: Game, power: str) -> Flow:
        """Ask all powers of the Axis, this one first; if all agree, the Allies win at once."""
        for asked in (power, *(p for p in game.members(AXIS) if p != power)):
            prompt = f"{power} wants to surrender the war. Do you agree?" if asked != power else "Surrender the war?"
            agreed = yield Decision(
                "surrender",
                asked,
                f"{prompt} It ends at once.",
                Confirm(),
                advice=self.hopeless(game),
                rule=f"{RULE}.6",
            )
            if not agreed:
                game.emit("fights_on", power=asked)
                return
        game.finish(ALLIES, "the Axis surrenders")
