"""Initial Conditions, Axis: a bonus for Germany and Japan on their first turns."""

from ...words import Draft, Game, Option, Options, RuleError, earn
from ..documents import smith

START, END = "start_of_first_turn", "end_of_first_turn"


@smith(
    "smith.axis_first_turn_bonus", "Initial Conditions: Axis",
    Option("germany_bonus", 8, "IPCs for Germany, each time", low=0, high=99),
    Option("japan_bonus", 4, "IPCs for Japan, each time", low=0, high=99),
    Option("paid_at", [START, END], f"when the bonus is paid: {START}, {END}, or both"),
)  # fmt: skip
def axis_first_turn_bonus(draft: Draft, option: Options) -> None:
    """Germany receives 8 IPCs at the beginning of its first turn and 8 more at its end. Japan receives 4 IPCs at the
    beginning of its first turn and 4 more at its end."""
    bonus = {"Germany": option.germany_bonus, "Japan": option.japan_bonus}
    for time in option.paid_at:
        if time not in (START, END):
            raise RuleError(f"{draft.rule}: paid_at names {START} or {END}, not {time!r}")

    def pay(game: Game) -> None:
        power, state = game.state.power, game.state
        first = state.round == 1 and power not in state.order[: state.turn]  # .3: no bonus after the first turn
        if first and bonus.get(power):
            earn(game, power, bonus[power], "first-turn bonus")

    if START in option.paid_at:
        draft.step("turn_start", "first_turn_bonus", pay, text="first-turn bonus of Germany and Japan")
    if END in option.paid_at:
        draft.step("turn_end", "first_turn_bonus", pay, text="first-turn bonus of Germany and Japan")
