"""Who may retreat from an amphibious assault: what several of Smith's rules say alike."""

from ...words import No, Stack
from ...words.battles import FROM_LANDING, Battle


def others_may_retreat(answer: No | None, battle: Battle, stack: Stack) -> No | None:
    """Units beside those landed from transports may retreat from an amphibious assault."""
    return None if answer is FROM_LANDING and "seaborne" not in stack.cond.marks else answer
