"""Port Movement: ships go farther from one friendly port to another."""

from ...editions.pacific.battles import SHIPS, SURFACE
from ...engine.bases import ports
from ...words import Draft, Game, No, Option, Options, Stack
from ...words.battles import Pick
from ...words.board import NONCOMBAT
from ..documents import pacific

RULE = "pacific.port_movement"
NO_PORT = No("a ship makes a long move only from one friendly port to another", f"{RULE}.1")
CLASSES = {"all_naval": SHIPS, "surface_ships": SURFACE, "transports": Pick(tags=("transport",))}


@pacific(
    RULE, "Port Movement",
    Option("range", 4, "sea zones that a ship may move from port to port", low=1, high=9),
    Option("phase", "noncombat", "when ships make the long move", choices=("noncombat", "both")),
    Option("allied_ports", True, "ports of allies count as friendly"),
    Option("unit_classes", "all_naval", "ships that make the long move", choices=tuple(CLASSES)),
)  # fmt: skip
def port_movement(draft: Draft, option: Options) -> None:
    """In noncombat movement ships may move 4 sea zones if they go from one friendly port to another. This takes the
    place of the longer move between naval bases."""

    def sails(game: Game, stack: Stack, phase: str) -> bool:
        return (phase == NONCOMBAT or option.phase == "both") and CLASSES[option.unit_classes].means(game.unit(stack))

    def reach(answer: int, game: Game, stack: Stack, space: str, phase: str) -> int:
        """Ships that have not moved go farther if they start at a friendly port."""
        if not sails(game, stack, phase):
            return answer
        move, far = game.unit(stack, space).move, option.range
        at_port = not stack.cond.moved and ports(game, stack.owner, space, option.allied_ports)
        return max(move, far) if at_port else move  # .1

    def end(answer: No | None, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """A long move ends at another friendly port."""
        if not sails(game, stack, phase) or len(path) - 1 <= game.unit(stack, path[0]).move:
            return answer
        first, last = (ports(game, stack.owner, zone, option.allied_ports) for zone in (path[0], path[-1]))
        return answer if first and last and len(first | last) > 1 else NO_PORT

    draft.modify("movement_allowance", reach)
    draft.modify("combat_end", end, how="forbid")
