"""Antiaircraft numbers outside battles: what the guns of a space hit an aircraft on, by the edits for battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..battle.columns import columns
from ..battle.lifts import lifts_at, parts, with_lifts
from ..battle.reading import in_round
from ..battle.volley import DEFENDER, Pick, Volley
from ..core.forces import Stack
from .picking import piece

if TYPE_CHECKING:
    from .game import Game

FIRE = Volley("antiaircraft fire", DEFENDER, Pick(aside=True), stat="aa", dice="per_target", falls="at_once")


def hits_on(game: Game, space: str, guns: Mapping[Stack, int], target: Stack) -> int:
    """Return the number that the guns of a space hit an aircraft on, or less; 0 if they cannot hit it."""
    lifts = lifts_at(game.rules.lifts, space, max(1, game.state.round))
    firing = {piece(game, gun, space, aside=True): n for gun, n in guns.items()}
    aims = {piece(game, target, space): 1}
    for part in parts(with_lifts(FIRE, lifts)):
        now = in_round(part, 1)
        if isinstance(now, Volley) and (rows := columns(now, firing, aims)):
            return rows[0][0]
    return 0
