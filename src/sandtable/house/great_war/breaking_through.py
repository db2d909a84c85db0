"""Breaking Through: units not needed in a contested territory attack an adjacent one.

A breakthrough is an ordinary move in the move phase, along a path that the base rule on leaving contested territories
forbids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...core.decisions import DONE, Move
from ...core.errors import Illegal, No
from ...core.events import declare_event
from ...core.forces import Stack
from ...core.text import counted
from ...engine.board import contested, enemy_fighters, hostile
from ...engine.contested import bound
from ...engine.memory import CAPTURED, WAS_CONTESTED, turn_memory
from ...engine.minors import aligned, minor_of, sleeping
from ...engine.movement import STOP, Mover
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

if TYPE_CHECKING:
    from ...engine.game import Game

declare_event("broke_through", "{power} breaks through from {space}")

BREAKTHROUGH = turn_memory("breakthrough", list[str], "contested territories from which units broke through")
RULE = "great_war.breaking_through"
NEEDS_INFANTRY = No("both the units that break through and the units that stay must include infantry", f"{RULE}.4")
Units = tuple[tuple[Stack, int], ...]


@house_rule(
    RULE,
    "Breaking Through",
    editions=("great_war",),
    options=[
        Option("holding_ratio", 2, "attacking units held back by each defending unit", low=1, high=99),
        Option("count_air_units", True, "fighters count as units on both sides and may break through"),
    ],
    default=False,
)
def breaking_through(draft: Draft, option: Options) -> None:
    """In a contested territory, each enemy unit holds back two of your units. The rest may break through and attack an
    adjacent territory. Units that stay must attack the enemies there."""
    line = Line(option.holding_ratio, option.count_air_units)

    def land_step(
        answer: str | No, game: Game, stack: Stack, start: str, space: str, phase: str, first: bool
    ) -> str | No:
        """Units that began the turn in a contested territory may leave it to break through (.2, .3, .6)."""
        return STOP if _bound(answer) and first and line.may_break(game, stack, start, space) else answer

    def combat_end(answer: No | None, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """Fighters may break through with land units."""
        return None if _bound(answer) and len(path) == 2 and line.may_break(game, stack, *path) else answer

    def may_go(answer: No | None, game: Game, units: Units, path: tuple[str, ...], phase: str) -> No | None:
        """Enough units must stay to hold back the enemy (.2, .4), and both groups must include infantry."""
        power, start, end = units[0][0].owner, path[0], path[-1]
        breaking = broken_out(game, power, start, end)
        if answer is not None or not (breaking or start in BREAKTHROUGH.get(game.state)):
            return answer
        going = sum(n for stack, n in units if line.counts(game, stack))
        spare = line.spare(game, power, start)
        if going > spare:
            return No(
                f"only {counted(max(0, spare), 'more unit')} may leave {start}; "
                "the rest must hold back the enemy there",
                f"{RULE}.4",
            )
        if breaking and not infantry(game, dict(units)) and not infantry(game, _own(game, power, end)):
            return NEEDS_INFANTRY
        staying = infantry(game, _own(game, power, start)) - infantry(game, dict(units))
        return None if staying else NEEDS_INFANTRY

    def moved(game: Game, move: Move) -> None:
        """Record where units have broken through: the units that stay there must attack."""
        power, start, end = move.units[0][0].owner, move.path[0], move.path[-1]
        if broken_out(game, power, start, end) and start not in BREAKTHROUGH.of(game.state):
            BREAKTHROUGH.of(game.state).append(start)
            game.emit("broke_through", power=power, space=start)

    def commitment(answer: int, game: Game, power: str, space: str) -> int:
        """The units left behind must attack, with at least enough units to hold back the enemy (.2)."""
        attacks = space in BREAKTHROUGH.get(game.state)
        return max(answer, line.held_back(game, power, space)) if attacks else answer

    def advised_move(answer: Move | None, game: Game, phase: str) -> Move | None:
        """Break through where it pays off."""
        return answer or sensible(game, line, phase)

    draft.modify("land_step", land_step, how="allow")
    draft.modify("combat_end", combat_end, how="allow")
    draft.modify("may_go", may_go, how="forbid")
    draft.step("moved", "breakthrough", moved)
    draft.modify("commitment", commitment)
    draft.modify("advised_move", advised_move)


class Line(NamedTuple):
    """How many units hold back the enemy."""

    ratio: int
    count_air: bool

    def counts(self, game: Game, stack: Stack) -> bool:
        """Count land units and fighters, one each."""
        unit = game.unit(stack)
        return self.count_air if unit.kind == "air" else unit.kind == "land" and "passive" not in unit.tags

    def held_back(self, game: Game, power: str, space: str) -> int:
        """Return how many units of a power are held back by its enemies in a territory."""
        foes = game.foes(power)
        return self.ratio * sum(n for s, n in game.state.at(space).items() if s.owner in foes and self.counts(game, s))

    def spare(self, game: Game, power: str, space: str) -> int:
        """Return the units beyond that number, including those that arrived this turn but not allies (.4)."""
        own = sum(n for s, n in _own(game, power, space).items() if self.counts(game, s))
        return own - self.held_back(game, power, space)

    def may_break(self, game: Game, stack: Stack, start: str, space: str) -> bool:
        """Return whether a unit may break through to a space from where it began the turn (.3, .6).

        Others may follow those that have just taken an empty territory.
        """
        power = stack.owner
        return (
            not stack.cond.moved
            and self.counts(game, stack)
            and self.held_back(game, power, start) > 0
            and broken_out(game, power, start, space)
            and game.rules.is_land[space]
            and (contested(game, space) or of_enemy(game, power, space) or space in CAPTURED.get(game.state))
        )


def _bound(answer: object) -> bool:
    """Return whether the only refusal of a move is the rule on leaving contested territories."""
    return isinstance(answer, No) and answer.rule == "contested.leave"


def broken_out(game: Game, power: str, start: str, space: str) -> bool:
    """Return whether the base rule forbids leaving a territory contested since the start of the turn this way (.2)."""
    return game.rules.is_land[start] and game.rules.is_land[space] and bound(game, power, start, space)


def of_enemy(game: Game, power: str, space: str) -> bool:
    """Return whether a territory belongs to an enemy or to a minor power aligned with one (.6)."""
    return hostile(game, power, space) or (sleeping(game, space) and aligned(game, space) in game.foes(power))


def _own(game: Game, power: str, space: str) -> dict[Stack, int]:
    return {s: n for s, n in game.state.at(space).items() if s.owner == power}


def infantry(game: Game, force: dict[Stack, int]) -> int:
    """Return the infantry of a force."""
    return sum(n for s, n in force.items() if "holds" in game.unit(s).tags)


# --- advice -----------------------------------------------------------------------------------------------------------


def sensible(game: Game, line: Line, phase: str) -> Move | None:
    """Return the breakthrough to the most valuable territory that is empty or weakly defended."""
    power, mover = game.state.power, Mover(game, phase)
    best: tuple[float, Move] | None = None
    for start in WAS_CONTESTED.get(game.state):
        group = _group(game, power, start, line.spare(game, power, start))
        if not group or not line.held_back(game, power, start):
            continue
        for space in game.rules.land_near[start]:
            if not line.may_break(game, group[0][0], start, space):
                continue
            strength = sum(game.stats(power, s.type).attack * n for s, n in group)
            against = _defense(game, power, space)
            move = Move(group, (start, space))
            worth = game.rules.q.value(game, space) + 1 / (1 + against)
            if strength > 1.2 * against and (best is None or worth > best[0]) and _legal(mover, move):
                best = worth, move
    return best[1] if best else None


def _group(game: Game, power: str, start: str, spare: int) -> Units:
    """Return up to this many units: one artillery for every two infantry, leaving one infantry behind."""
    fresh = {s: n for s, n in _own(game, power, start).items() if not s.cond.moved and not s.cond.marks}
    foot = next((s for s in fresh if infantry(game, {s: 1})), None)
    guns = next((s for s in fresh if "supports" in game.unit(s).tags), None)
    if foot is None or spare < 1:
        return ()
    others = infantry(game, _own(game, power, start)) - fresh[foot]
    many = min(spare, fresh[foot] - (0 if others else 1))
    some = min(fresh[guns], spare // 3) if guns else 0
    many = min(many, spare - some)
    if many < 1:
        return ()
    return ((foot, many), (guns, some)) if guns and some else ((foot, many),)


def _defense(game: Game, power: str, space: str) -> int:
    """Return the defense against an attack: enemy units, or the army of a minor power."""
    if sleeping(game, space):
        row = game.rules.tables["minors"][minor_of(game, space)]
        army = row["army"] if row["home"] == space else {}
        return sum(game.rules.units[kind].defense * n for kind, n in army.items())
    if not enemy_fighters(game, power, space):
        return 0
    foes = game.foes(power)
    return sum(game.stats(s.owner, s.type).defense * n for s, n in game.state.at(space).items() if s.owner in foes)


def _legal(mover: Mover, move: Move) -> bool:
    if move == DONE:
        return False
    try:
        mover.check(move)
    except Illegal:
        return False
    return True
