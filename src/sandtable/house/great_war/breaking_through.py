"""Breaking Through: units not needed in a contested territory attack an adjacent one.

A breakthrough is an ordinary move in the move phase, along a path that the base rule on leaving contested territories
forbids.
"""

from ...engine.contested import breaks_out, of_enemy, only_bound
from ...engine.memory import WAS_CONTESTED
from ...engine.strikes import Units, best_strike, column, infantry
from ...words import Draft, Game, Move, No, Option, Options, Played, Stack, counted, declare_event, turn_memory
from ...words.board import STOP, contested, of_power, taken
from ..documents import great_war

declare_event("broke_through", "{power} breaks through from {space}")

BREAKTHROUGH = turn_memory("breakthrough", list[str], "contested territories from which units broke through")
RULE = "great_war.breaking_through"
NEEDS_INFANTRY = No("both the units that break through and the units that stay must include infantry", f"{RULE}.4")


@great_war(
    RULE, "Breaking Through",
    Option("holding_ratio", 2, "attacking units held back by each defending unit", low=1, high=99),
    Option("count_air_units", True, "fighters count as units on both sides and may break through"),
    default=False,
)  # fmt: skip
def breaking_through(draft: Draft, option: Options) -> None:
    """In a contested territory, each enemy unit holds back two of your units. The rest may break through and attack an
    adjacent territory. Units that stay must attack the enemies there."""
    line = Line(option)
    draft.modify("land_step", line.set_out, how="allow")
    draft.modify("combat_end", line.fighters_too, how="allow")
    draft.modify("may_go", line.enough_stay, how="forbid")
    draft.step("moved", "breakthrough", broke_through)
    draft.modify("commitment", line.those_that_stay_attack)
    draft.modify("advised_move", line.sensible)


class Line(Played):
    """How many units hold back the enemy in a contested territory, and the moves of the others."""

    def set_out(self, answer: str | No, game: Game, stack: Stack, start: str, space: str, first: bool) -> str | No:
        """Units that began the turn in a contested territory may leave it to break through (.2, .3, .6)."""
        return STOP if only_bound(answer) and first and self.may_break(game, stack, start, space) else answer

    def fighters_too(self, answer: No | None, game: Game, stack: Stack, path: tuple[str, ...]) -> No | None:
        """Fighters may break through with land units."""
        return None if only_bound(answer) and len(path) == 2 and self.may_break(game, stack, *path) else answer

    def enough_stay(self, answer: No | None, game: Game, units: Units, path: tuple[str, ...]) -> No | None:
        """Enough units must stay to hold back the enemy (.2, .4), and both groups must include infantry."""
        power, start, end = units[0][0].owner, path[0], path[-1]
        breaking = breaks_out(game, power, start, end)
        if answer is not None or not (breaking or start in BREAKTHROUGH.get(game.state)):
            return answer
        spare, going = self.spare(game, power, start), infantry(game, dict(units))
        if sum(n for stack, n in units if self.counts(game, stack)) > spare:
            few = f"only {counted(max(0, spare), 'more unit')} may leave {start}"
            return No(f"{few}; the rest must hold back the enemy there", f"{RULE}.4")
        with_infantry = not breaking or going or infantry(game, of_power(game, end, power))
        leaving_some = infantry(game, of_power(game, start, power)) - going
        return None if with_infantry and leaving_some else NEEDS_INFANTRY

    def those_that_stay_attack(self, answer: int, game: Game, power: str, space: str) -> int:
        """The units left behind must attack, with at least enough units to hold back the enemy (.2)."""
        attacks = space in BREAKTHROUGH.get(game.state)
        return max(answer, self.held_back(game, power, space)) if attacks else answer

    def sensible(self, answer: Move | None, game: Game, phase: str) -> Move | None:
        """Break through where it pays off."""
        power, starts = game.state.power, WAS_CONTESTED.get(game.state)
        columns = ((start, column(game, power, start, self.spare(game, power, start))) for start in starts)
        return answer or best_strike(game, phase, columns, lambda *way: self.may_break(game, *way))

    def may_break(self, game: Game, stack: Stack, start: str, space: str) -> bool:
        """Return whether a unit may break through to a space from where it began the turn (.3, .6).

        Others may follow those that have just taken an empty territory.
        """
        power = stack.owner
        return (
            not stack.cond.moved
            and self.counts(game, stack)
            and self.held_back(game, power, start) > 0
            and breaks_out(game, power, start, space)
            and (contested(game, space) or of_enemy(game, power, space) or taken(game, space))
        )

    def spare(self, game: Game, power: str, space: str) -> int:
        """Return the units beyond that number, including those that arrived this turn but not allies (.4)."""
        own = sum(n for s, n in of_power(game, space, power).items() if self.counts(game, s))
        return own - self.held_back(game, power, space)

    def held_back(self, game: Game, power: str, space: str) -> int:
        """Return how many units of a power are held back by its enemies in a territory."""
        there, foes = game.state.at(space).items(), game.foes(power)
        return int(self.option.holding_ratio * sum(n for s, n in there if s.owner in foes and self.counts(game, s)))

    def counts(self, game: Game, stack: Stack) -> bool:
        """Count land units and fighters, one each."""
        unit = game.unit(stack)
        land = unit.kind == "land" and "passive" not in unit.tags
        return land or (unit.kind == "air" and bool(self.option.count_air_units))


def broke_through(game: Game, move: Move) -> None:
    """Record where units have broken through: the units that stay there must attack."""
    power, start, end = move.units[0][0].owner, move.path[0], move.path[-1]
    if breaks_out(game, power, start, end) and start not in BREAKTHROUGH.of(game.state):
        BREAKTHROUGH.of(game.state).append(start)
        game.emit("broke_through", power=power, space=start)
