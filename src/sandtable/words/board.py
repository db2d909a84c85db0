"""Questions about spaces, units, and control, and what moves on the board."""

from __future__ import annotations

from ..engine.bases import base_zones, of_kind
from ..engine.board import (
    COMBAT,
    NONCOMBAT,
    PASS,
    STOP,
    allowance,
    contested,
    deck_room,
    distances,
    enemy_fighters,
    enemy_ships,
    fights,
    friendly,
    guns_of,
    having,
    held_by_nobody,
    hostile,
    of_power,
    on_board,
    owned,
    production,
    taken,
    together,
    was_neutral,
)
from ..engine.joint import source
from ..engine.minors import aligned, sleeping, true_neutrals
from ..engine.movement import Mover
from ..engine.moving import Units
from ..engine.outside import neutral_power, outside
from ..engine.reactions import Moment
from ..engine.standard import HOSTILE_ZONE
from ..engine.territory import capital_lost, capital_of, control, seize
from ..engine.victory import held_by

__all__ = [
    "COMBAT", "HOSTILE_ZONE", "NONCOMBAT", "PASS", "STOP", "Moment", "Mover", "Units", "aligned", "allowance",
    "base_zones", "capital_lost", "capital_of", "contested", "control", "deck_room", "distances", "enemy_fighters",
    "enemy_ships", "fights", "friendly", "guns_of", "having", "held_by", "held_by_nobody", "hostile", "neutral_power",
    "of_kind", "of_power", "on_board", "outside", "owned", "production", "seize", "sleeping", "source", "taken",
    "together", "true_neutrals", "was_neutral",
]  # fmt: skip
