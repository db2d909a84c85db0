"""Naval Units Starting in Hostile Sea Zones: ships that leave may finish their turn in either phase of movement."""

from ...editions.anniversary.ways import HOSTILE_ZONES
from ...words import Draft, Flow, Game, No, Option, Options, Stack, declare_mark
from ...words.board import COMBAT, Units
from ..documents import enhanced

ID = "enhanced.hostile_sea_zone_start"
LEFT = declare_mark("left_hostile", "ship that left a hostile sea zone, for a friendly or a hostile one")
STOPPED = No("this ship must stop and fight in the hostile sea zone that it entered", f"{ID}.2")
#: Marks of ships that have finished their turn in the combat phases.
FINISHED = ("supported", "unloaded", "boarded", "retreated")


@enhanced(
    ID, "Naval Units Starting in Hostile Sea Zones",
    Option("first_zone_must_be_friendly", True, "the first sea zone that the ship enters must be friendly"),
)  # fmt: skip
def hostile_sea_zone_start(draft: Draft, option: Options) -> None:
    """A ship that begins your turn in a hostile sea zone may leave it in the combat move. If the first sea zone that it
    enters is friendly, it may finish its turn either in the combat move or in the noncombat move, with the movement
    that it has left: move, load, and offload."""

    def passing(game: Game, units: Units, path: tuple[str, ...], phase: str) -> Flow:
        """Mark ships that take their first step out of a hostile zone; a further move finishes their turn (.2)."""
        yield from ()
        if phase != COMBAT or any(game.rules.is_land[space] for space in path):
            return None
        hostile = game.rules.q.hostile_zone(game, units[0][0].owner, path[-1])
        leaves = len(path) == 2 and path[0] in HOSTILE_ZONES.get(game.state)
        mark = f"{LEFT}={'hostile' if hostile else 'friendly'}"
        may = leaves and not (hostile and option.first_zone_must_be_friendly)
        return [(marked(game, stack, mark if may else ""), n) for stack, n in units]

    def may_move(answer: No | None, stack: Stack, phase: str) -> No | None:
        """A ship that entered a hostile zone stops there for the combat move."""
        return STOPPED if phase == COMBAT and stack.cond.noted(LEFT) == "hostile" else answer

    draft.step("passing", "leave_hostile_zones", passing)
    if not option.first_zone_must_be_friendly:
        draft.modify("may_move", may_move, how="forbid")
    draft.step("turn", "go_on", release, before="noncombat_move", text="ships that left hostile sea zones continue")


def marked(game: Game, stack: Stack, mark: str) -> Stack:
    """Return a ship with this mark if it moves for the first time, else without any."""
    if game.unit(stack).kind != "sea":
        return stack
    before = [m for m in stack.cond.marks if m.startswith(LEFT)]
    bare = stack.cond.unmarked(*before)
    return stack.with_(bare.marked(mark) if mark and not stack.cond.moved else bare)


def release(game: Game) -> None:
    """Ships that left and have not finished their turn may use the rest of their movement now (.2, .3)."""
    for zone in game.rules.zones:
        for stack, n in list(game.state.at(zone).items()):
            where = stack.cond.noted(LEFT)
            if not where or stack.owner != game.state.power:
                continue
            marks = [m for m in stack.cond.marks if m.startswith(LEFT)]
            done = (*FINISHED, *(("fought",) if where == "friendly" else ()))
            if not any(m in done or m.startswith(("loaded ", "landing=")) for m in stack.cond.marks):
                marks += ["combat", "fought"]
            game.state.turn_into(zone, stack, stack.cond.unmarked(*marks), n)
