"""Strategic Victory: by victory cities, or by national objectives."""

from ...engine.objectives import Standing, listed
from ...words import Draft, Game, Option, Options, counted
from ...words.board import capital_lost, held_by
from ..documents import enhanced

END_OF_ROUND, EACH_TURN = "end_of_round", "end_of_each_turn"
#: The payment of the objective that can count for several.
LARGE = 10


@enhanced(
    "enhanced.strategic_victory", "Strategic Victory",
    Option("victory_cities", 14, "victory cities that a side must control", low=1, high=18),
    Option("national_objectives_axis", 8, "national objectives that the Axis must have met", low=1, high=20),
    Option("national_objectives_allies", 8, "national objectives that the Allies must have met", low=1, high=20),
    Option("check_time", END_OF_ROUND, "when the sides are counted", choices=(END_OF_ROUND, EACH_TURN)),
    Option("count_ten_ipc_objective_as", 1, "objectives that the Soviet one for 10 IPCs counts for", low=0, high=3),
    Option("count_national_advantage_bonus", False, "objectives of national advantages count, too"),
    Option("objective_of_fallen_power_counts", True, "objectives of powers without their capital count"),
)  # fmt: skip
def strategic_victory(draft: Draft, option: Options) -> None:
    """At the end of a round, a side wins if it controls 14 of the 18 victory cities, or if its powers have met 8
    national objectives. If both sides reach a goal at the same time, the game continues."""
    wanted = {"axis": option.national_objectives_axis, "allies": option.national_objectives_allies}
    for side, objectives in wanted.items():
        draft.set(("goals", side, "hold"), option.victory_cities)
        draft.set(("goals", side, "objectives"), objectives)
    count = Count(option, frozenset(draft.get("objectives")))

    def victory(answer: tuple[str, str] | None, game: Game, moment: str) -> tuple[str, str] | None:
        """A side wins by victory cities or by objectives, unless both sides do."""
        last = option.check_time == EACH_TURN or game.state.order[-1] == game.state.power
        won = [(side, why) for side in wanted if (why := count.reached(game, side))] if last else []
        return won[0] if moment == "turn_end" and len(won) == 1 else None

    draft.modify("victory", victory, how="replace")


class Count:
    """What counts for victory: victory cities, and the objectives of the base game."""

    def __init__(self, option: Options, base: frozenset[str]) -> None:
        self.option, self.base = option, base

    def reached(self, game: Game, side: str) -> str:
        """Return why a side has reached its goal (.1); empty if it has not."""
        goal = game.rules.tables["goals"][side]
        cities = sum(held_by(game, space) == side for space in goal["of"])
        if cities >= goal["hold"]:
            return f"they control {cities} of the {len(goal['of'])} victory cities"
        met = self.met(game, side)
        return f"they have met {counted(met, 'national objective')}" if met >= goal["objectives"] else ""

    def met(self, game: Game, side: str) -> int:
        """Return how many objectives the powers of a side have met on the board as it is now (.3)."""
        return sum(self.weight(game, found.name) for found in listed(game) if found.met and self.of(game, found, side))

    def of(self, game: Game, found: Standing, side: str) -> bool:
        """Return whether an objective is one of a side, and of a power whose objectives count."""
        if found.whose not in (side, *game.members(side)):
            return False
        fallen = found.whose in game.rules.powers and capital_lost(game, found.whose)
        return bool(self.option.objective_of_fallen_power_counts) or not fallen

    def weight(self, game: Game, name: str) -> int:
        """Return how many objectives one counts for."""
        if name not in self.base:
            return int(self.option.count_national_advantage_bonus)
        large = game.rules.typed("objectives")[name].ipcs >= LARGE
        return int(self.option.count_ten_ipc_objective_as) if large else 1
