"""Air Assault of Islands: an island and the sea zone around it are one space for aircraft that attack it."""

from ...words import Draft, Game, Option, Options, Stack
from ...words.board import COMBAT, hostile, taken
from ..documents import smith


@smith(
    "smith.air_assault_of_islands", "Air Assault of Islands",
    Option("attack_cost", 0, "movement points from the sea zone into an attack on the island", low=0, high=1),
    Option("takeoff_landing_cost", 1, "movement points to take off from an island or to land on it", low=0, high=1),
)  # fmt: skip
def air_assault_of_islands(draft: Draft, option: Options) -> None:
    """Aircraft attack an island from the sea zone around it without spending movement, and spend none to return to that
    zone. Taking off from an island costs 1 movement point, and so does landing on one. An island is a territory
    surrounded by a single sea zone."""

    def step_cost(answer: int, game: Game, stack: Stack, start: str, space: str, phase: str) -> int:
        """Aircraft attack an island from the sea zone around it at no cost (smith.air_assault_of_islands.1, .2)."""
        spaces = game.rules.spaces
        to, off = spaces[space].island, spaces[start].island
        if not (to or off) or game.unit(stack).kind != "air":
            return answer
        island = space if to else start
        attacked = hostile(game, stack.owner, island) or taken(game, island)
        if attacked and (off or phase == COMBAT):
            return 0 if off else int(option.attack_cost)  # it never landed there, so it need not take off
        return int(option.takeoff_landing_cost)  # .4

    draft.modify("step_cost", step_cost)
