"""Air Missions: aircraft cross enemy spaces on the way to their target, under antiaircraft fire alone."""

from collections.abc import Sequence

from ...words import Draft, Game, No, Option, Options, Stack
from ...words.board import enemy_fighters, hostile
from ..documents import smith

RULE = "smith.air_missions"
CLOSED_SKY = No("aircraft cannot fly over a space that an enemy holds; choose another route", f"{RULE}.1")


@smith(
    RULE, "Air Missions",
    Option("fly_over_enemy", True, "aircraft may cross spaces that enemies hold"),
    Option("antiaircraft_on_overflight", True, "antiaircraft guns in territories that aircraft cross fire"),
)  # fmt: skip
def air_missions(draft: Draft, option: Options) -> None:
    """Aircraft may cross territories and sea zones that enemies hold in order to attack something else. The units there
    cannot attack them, but antiaircraft guns fire at them in the combat move."""
    # Guns in the territories they cross fire at them (.3); no other unit does (.2).
    draft.set("switches.antiaircraft_fires_at_overflight", option.antiaircraft_on_overflight)
    if option.fly_over_enemy:
        return

    def around(answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
        """Aircraft do not cross spaces that enemies hold."""
        power = units[0][0].owner
        crossing = any(hostile(game, power, s) or enemy_fighters(game, power, s) for s in path[1:-1])
        flying = crossing and any(game.unit(stack).kind == "air" for stack, _ in units)
        return CLOSED_SKY if answer is None and flying else answer

    draft.modify("may_go", around, how="forbid")
