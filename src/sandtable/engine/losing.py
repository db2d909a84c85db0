"""Default casualty choices, and units that are lost without combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..battle import losses
from ..battle.volley import Side
from ..core.forces import Force, Stack
from ..core.marks import ALOFT
from .board import deck_room, decks_to_come, types_of

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Game


def loss_order(game: Game, battle: Battle, side: Side, stacks: Sequence[Stack]) -> list[Stack]:
    """Units are lost in the order of `battle.losses`; of equal units, spent ones before fresh ones."""
    last = {s: battle.piece(s)._replace(hits=1) for s in {*stacks, *battle.units[side]}}
    order = {piece: i for i, piece in enumerate(losses.loss_order(set(last.values()), side))}
    return sorted(stacks, key=lambda s: (order[last[s]], -s.cond.moved, s))


def lose(game: Game, space: str, force: Force) -> None:
    """Take units of a power off the board and report it."""
    for stack, n in force.items():
        game.state.put(space, stack, -n)
    if force:
        game.emit("lost", power=next(iter(force)).owner, force=dict(force), space=space)


def stranded_aircraft(game: Game) -> None:
    """Destroy aircraft that cannot stay where they are at the end of the noncombat move (classic.R59); aircraft that
    have landed keep their deck."""
    for power in game.acting:
        _stranded(game, power)


def _stranded(game: Game, power: str) -> None:
    state = game.state
    fields = game.rules.q.landing_fields(game, power)
    types, aircraft = types_of(game, power, "air"), dict[str, list[tuple[Stack, int]]]()
    for space, force in state.forces.items():
        for stack, n in force.items():
            if stack.owner == power and stack.type in types:
                aircraft.setdefault(space, []).append((stack, n))
    for space, rows in aircraft.items():
        land, units = game.rules.is_land[space], game.units_at(space)[power]
        for stack, n in sorted(rows, key=lambda row: "landed" in row[0].cond.marks):
            if ALOFT in stack.cond.marks or not game.rules.q.must_land(game, stack, space):
                continue
            if land:
                lost = n if space not in fields else 0
            elif not units[stack.type].lands_on_deck:
                lost = n
            else:
                short = max(0, -deck_room(game, space, power) - decks_to_come(game, power, space))
                lost = min(n, -(-short // units[stack.type].deck_places))
            if lost:
                lose(game, space, {stack: lost})
