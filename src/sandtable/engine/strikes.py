"""Advice on attacks out of a territory: which units to send, what would meet them, and which attack promises most."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..core.decisions import Move
from ..core.forces import Force, Stack, total
from .board import enemy_fighters, having, of_power
from .minors import army_of, sleeping
from .movement import Mover

if TYPE_CHECKING:
    from .game import Game

Units = tuple[tuple[Stack, int], ...]

#: How much stronger than the defense an attack must be before it is advised.
MARGIN = 1.2


def column(game: Game, power: str, space: str, most: int) -> Units:
    """Return up to `most` units for an attack: one artillery for every two infantry, leaving one infantry behind."""
    foot = having(game, space, "holds", power)
    fresh = {s: n for s, n in of_power(game, space, power).items() if not s.cond.moved and not s.cond.marks}
    first = next((s for s in fresh if s in foot), None)
    guns = next((s for s in fresh if "supports" in game.unit(s).tags), None)
    if first is None or most < 1:
        return ()
    some = min(fresh[guns], most // 3) if guns else 0
    stays = 0 if total(foot) > fresh[first] else 1
    many = min(fresh[first] - stays, most - some)
    if many < 1:
        return ()
    return ((first, many), (guns, some)) if guns and some else ((first, many),)


def resistance(game: Game, power: str, space: str) -> int:
    """Return the defense against an attack: enemy units, or the army of a minor power."""
    if sleeping(game, space):
        return sum(game.rules.units[kind].defense * n for kind, n in army_of(game, space).items())
    if not enemy_fighters(game, power, space):
        return 0
    foes = game.foes(power)
    return sum(game.unit(s).defense * n for s, n in game.state.at(space).items() if s.owner in foes)


def best_strike(
    game: Game, phase: str, columns: Iterable[tuple[str, Units]], may: Callable[[Stack, str, str], bool]
) -> Move | None:
    """Return the attack on the most valuable adjacent territory that is empty or weakly defended.

    `columns` are units by the territory in which they stand; `may` says where a unit may go from there.
    """
    power, mover = game.state.power, Mover(game, phase)
    best: tuple[float, Move] | None = None
    for start, units in columns:
        strength = sum(game.stats(power, s.type).attack * n for s, n in units)
        for space in game.rules.land_near[start] if units else ():
            if not may(units[0][0], start, space):
                continue
            against, move = resistance(game, power, space), Move(units, (start, space))
            worth = game.rules.q.value(game, space) + 1 / (1 + against)
            if strength > MARGIN * against and (best is None or worth > best[0]) and mover.allows(move):
                best = worth, move
    return best[1] if best else None


def infantry(game: Game, units: Force) -> int:
    """Return how many of these units are infantry, which hold a territory (tag `holds`)."""
    return sum(n for s, n in units.items() if "holds" in game.unit(s).tags)
