"""How a battle stands, roughly and quickly, for the advice that comes with withdrawal and surrender."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...battle.volley import ATTACKER, DEFENDER, Side

if TYPE_CHECKING:
    from ...engine.battles import Battle


def weight(battle: Battle, side: Side) -> int:
    """Hits to be expected of a side (in sixths) times the hits it can take: its worth by the square law."""
    stat, dice = ("attack", "attack_dice") if side == ATTACKER else ("defense", "defense_dice")
    rows = [(p, n) for p, n in battle.pieces(side).items() if not p.aside]
    fire = sum(n * getattr(p.unit, stat) * getattr(p.unit, dice) for p, n in rows)
    return int(fire) * sum(n * p.hits for p, n in rows)


def lost_for_defender(battle: Battle) -> bool:
    """Is the attacker more than twice as strong?"""
    return weight(battle, ATTACKER) > 2 * weight(battle, DEFENDER)


def hopeless_for_defender(battle: Battle) -> bool:
    """Is the attacker so strong that the defender will hardly hit anybody any more?"""
    return weight(battle, ATTACKER) > 5 * weight(battle, DEFENDER)
