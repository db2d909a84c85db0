"""Who may retreat from an amphibious assault: what several of Smith's rules say alike."""

from __future__ import annotations

from ...core.errors import No
from ...core.forces import Stack
from ...engine.battles import Battle
from ...engine.leaving import FROM_LANDING


def others_may_retreat(answer: No | None, battle: Battle, stack: Stack) -> No | None:
    """Units beside those landed from transports may retreat from an amphibious assault."""
    return None if answer is FROM_LANDING and "seaborne" not in stack.cond.marks else answer
