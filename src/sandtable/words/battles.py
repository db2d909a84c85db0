"""Descriptions of battles: sides, rolls, roles, and the units that they pick."""

from __future__ import annotations

from ..battle.volley import (
    APART,
    ATTACKER,
    DEFENDER,
    LEAVING,
    SILENT,
    SPENT,
    Adrift,
    Assign,
    Check,
    Clear,
    Coupled,
    Deal,
    Directed,
    Extra,
    Leave,
    Repeat,
    Side,
    Soak,
    Volley,
)
from ..core.marks import ENGAGED
from ..core.picks import ALWAYS, Pick, Presence, UnitEdit, When, beside, facing, facing_no, outnumbering
from ..engine.battles import Battle, depart, take_off
from ..engine.leaving import FROM_LANDING, fighting_for

__all__ = [
    "ALWAYS", "APART", "ATTACKER", "DEFENDER", "ENGAGED", "FROM_LANDING", "LEAVING", "SILENT", "SPENT", "Adrift",
    "Assign", "Battle", "Check", "Clear", "Coupled", "Deal", "Directed", "Extra", "Leave", "Pick", "Presence", "Repeat",
    "Side", "Soak", "UnitEdit", "Volley", "When", "beside", "depart", "facing", "facing_no", "fighting_for",
    "outnumbering", "take_off",
]  # fmt: skip
