"""Rail Movement: two land units a turn go any distance through friendly territory."""

from ...engine.memory import OWNERS
from ...words import Draft, Game, Move, No, Option, Options, Played, Stack, turn_memory
from ...words.board import distances
from ..documents import pacific

RULE = "pacific.rail_movement"
RAILED = turn_memory("railed", int, "units that have moved by rail in this turn")
FULL = No("no more units can move by rail this turn", f"{RULE}.1")


@pacific(
    RULE, "Rail Movement",
    Option("players", ("Japan", "Great Britain"), "powers that can use it"),
    Option("units_per_turn", 2, "units that each of them can move by rail in a turn", low=0, high=99),
    Option("unit_types", ("infantry", "artillery", "tank", "antiaircraft_gun"), "units that can move by rail"),
    Option("phase", "noncombat", "movement phase in which units go by rail", choices=("noncombat", "combat", "both")),
    Option("include_allied_areas", True, "territories of allies count as friendly"),
)  # fmt: skip
def rail_movement(draft: Draft, option: Options) -> None:
    """In their noncombat moves, Japan and Great Britain can each move 2 land units through any number of connected
    friendly territories, held since the start of the turn."""
    rails = Rails(option)
    draft.modify("routes", rails.routes)  # .1, .2
    draft.modify("step_cost", rails.cost)
    if option.phase != "noncombat":
        draft.modify("combat_end", rails.may_end, how="allow")
    draft.modify("may_go", rails.may_go, how="forbid")
    draft.step("moved", "rails", rails.count)


class Rails(Played):
    """Where units go by rail, and how many."""

    def open(self, game: Game, power: str, space: str) -> bool:
        """Return whether a territory has been friendly since the start of the turn."""
        own = {p for p in game.rules.powers if game.rules.flag_of(p) == power}
        friends = game.friends(power) if self.option.include_allied_areas else own
        return game.state.owner.get(space) in friends and OWNERS.get(game.state).get(space) in friends

    def routes(self, answer: tuple[str, ...], game: Game, stack: Stack, space: str, phase: str) -> tuple[str, ...]:
        """Units that have not moved reach all territories that are connected by friendly ones."""
        option, power = self.option, stack.owner
        fits = power in option.players and stack.type in option.unit_types
        if (
            option.phase not in (phase, "both")
            or not fits
            or stack.cond.moved
            or RAILED.get(game.state) >= option.units_per_turn
        ):
            return answer
        closed = frozenset(s for s in game.rules.lands if not self.open(game, power, s))
        far = distances(game.rules.land_near, (space,), closed) if space not in closed else {}
        return (*answer, *(s for s, steps in far.items() if steps > 1))

    def cost(self, answer: int, game: Game, stack: Stack, start: str, space: str) -> int:
        """A move by rail is the whole move of a unit."""
        land = game.rules.is_land[start] and game.rules.is_land[space]
        return game.unit(stack, start).move if land and space not in game.rules.land_near[start] else answer

    def may_go(self, answer: No | None, game: Game, units: list[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
        """At most the units that are left for this turn go together."""
        left = self.option.units_per_turn - RAILED.get(game.state)
        return FULL if by_rail(game, path) and sum(n for _, n in units) > left else answer

    def may_end(self, answer: No | None, game: Game, path: tuple[str, ...]) -> No | None:
        """In the combat move, units go by rail to friendly territories."""
        return None if by_rail(game, path) else answer

    def count(self, game: Game, move: Move) -> None:
        """Note the units that went by rail."""
        if by_rail(game, move.path):
            RAILED.set(game.state, RAILED.get(game.state) + sum(n for _, n in move.units))


def by_rail(game: Game, path: tuple[str, ...]) -> bool:
    """Return whether a route has a step between territories that are not adjacent."""
    land = game.rules.is_land
    return len(path) == 2 and land[path[0]] and land[path[1]] and path[1] not in game.rules.land_near[path[0]]
