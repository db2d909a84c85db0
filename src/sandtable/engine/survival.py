"""Effects that strike a space and for which each unit rolls whether it survives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..core.forces import Force, Stack
from .memory import GUNS_FIRED

if TYPE_CHECKING:
    from .game import Game

#: The results on which units of a stack survive: none of them without a roll; None if they are not touched.
Faces = Callable[[Stack], Collection[int] | None]


class Odds(NamedTuple):
    """Chance that an aircraft reaches a space past its guns, and how many enemy units it then destroys on average."""

    arrives: float
    destroyed: dict[Stack, float]


def odds(game: Game, space: str, survives: Faces) -> Odds:
    """Return the exact odds of a strike by a single aircraft of the active power against a space."""
    enemies = {s: n for s, n in game.state.at(space).items() if s.owner in game.foes(game.state.power)}
    guns = () if space in GUNS_FIRED.get(game.state) else (game.unit(s, space).aa for s in enemies)
    return Odds(1 - max(guns, default=0) / 6, expected_loss(enemies, survives))


def strike(game: Game, space: str, survives: Faces) -> tuple[list[int], Force]:
    """Roll for each unit in a space and remove those that do not survive; return the dice and the units lost."""
    dice, lost = list[int](), Force()
    for stack, n in in_order(game, game.state.at(space)):
        faces = survives(stack)
        if faces is None:
            continue
        rolled = game.dice.roll(n) if faces else []
        gone = n - sum(face in faces for face in rolled)
        dice += rolled
        if gone:
            game.state.put(space, stack, -gone)
            lost[stack] = gone
    return dice, lost


def expected_loss(force: Mapping[Stack, int], survives: Faces) -> dict[Stack, float]:
    """Return how many units of a force do not survive on average."""
    chances = [(stack, n, survives(stack)) for stack, n in force.items()]
    return {stack: n * (1 - len(faces) / 6) for stack, n, faces in chances if faces is not None}


def in_order(game: Game, force: Mapping[Stack, int]) -> list[tuple[Stack, int]]:
    """Return units in the order in which they roll: land units, then aircraft, in the order of the unit table."""
    rank = {kind: i for i, kind in enumerate(game.rules.units)}
    air = {kind for kind, unit in game.rules.units.items() if unit.kind == "air"}
    return sorted(force.items(), key=lambda row: (row[0].type in air, rank[row[0].type], row[0]))
