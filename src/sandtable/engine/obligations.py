"""Territories that a power must attack in a round of the game (table `obligations`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import No
from .board import hostile, taken
from .memory import ENTERED
from .movement import COMBAT, Mover

if TYPE_CHECKING:
    from ..core.decisions import Move
    from .game import Game


def owed(game: Game, mover: Mover) -> tuple[str, Move] | None:
    """Return a territory that the active power must still attack this turn (great_war.R18), with a move that does
    so."""
    state, power = game.state, game.state.power
    for row in game.rules.tables["obligations"].values():
        space = row["space"]
        if (row["power"], row["round"]) != (power, state.round) or _attacked(game, power, space):
            continue
        best: Move | None = None
        for start in game.rules.land_near[space]:
            for stack in state.at(start):
                if stack.owner == power and "captures" in game.unit(stack, start).tags:
                    for option in mover.options(start, stack):
                        if option.path[-1] == space and (best is None or option.most > best.units[0][1]):
                            best = option.move()
        if best is not None:
            return space, best
    return None


def _attacked(game: Game, power: str, space: str) -> bool:
    """Return whether units of a power have entered a territory in this turn."""
    if space in ENTERED.get(game.state) or taken(game, space):
        return True
    return hostile(game, power, space) and any(s.owner == power for s in game.state.at(space))


def may_end(game: Game, mover: Mover) -> No | None:
    """Refuse to end the combat move while a mandatory attack is still possible (great_war.R18)."""
    if not game.rules.tables["obligations"] or mover.phase != COMBAT:
        return None
    found = owed(game, mover)
    return No(f"{game.state.power} must attack {found[0]} this turn", "obligation") if found else None


def advised_move(game: Game, phase: str) -> Move | None:
    """Return a move the power must make, before any other."""
    if not game.rules.tables["obligations"] or phase != COMBAT:
        return None
    found = owed(game, Mover(game, phase))
    return found[1] if found else None
