"""Rolls that are one salvo: all their dice are rolled before casualties are chosen, and no usable hit is wasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..battle.columns import columns
from ..battle.midway import Owed
from ..battle.resolution import resolution
from ..battle.volley import Volley, other
from .casualties import casualties

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Flow, Game


def fire_salvo(game: Game, battle: Battle, salvo: str) -> Flow:
    """Roll every volley of a salvo of this round, then assign the hits one volley after the other."""
    if battle.salvo == (battle.round, salvo):
        return
    battle.salvo = battle.round, salvo
    volleys = [(name, v) for name, v in battle.steps if isinstance(v, Volley) and v.salvo == salvo]
    rolled = [(name, v, hits) for name, v in volleys if (hits := _rolled(game, battle, v))]
    battle.pending = [(v, hits) for _, v, hits in rolled]
    battle.step = rolled[-1][0] if rolled else battle.step
    while battle.pending:
        volley, hits = battle.pending.pop(0)
        # Odds of a battle that waits here take all hits still to be assigned as those of the last roll.
        battle.owed = Owed(rolled[-1][1], hits + sum(n for _, n in battle.pending), (), 0)
        yield from casualties(game, battle, volley, hits)
    battle.owed = None


def _rolled(game: Game, battle: Battle, volley: Volley) -> int:
    """Roll one volley; return its hits."""
    side = volley.side
    firing, targets = battle.firing(side), battle.pieces(other(side))
    rows = columns(volley, firing, targets, battle.pieces(other(side), fallen=True))
    if not rows:
        return 0
    how = resolution(volley.resolution or game.rules.switch("resolution"))
    dice, hits = how.roll(rows, game.dice.roll)
    battle.rolled = True
    game.emit(
        "volley_fired", power=battle.power(side), side=side, space=battle.space, volley=volley.text,
        hits_on=how.told(rows), dice=dice, hits=hits,
    )  # fmt: skip
    game.note_hits(battle.power(side), how, rows, hits)
    return hits
