"""Quick estimates of a battle, for advice on retreat and surrender."""

from ...words.battles import ATTACKER, DEFENDER, Battle, Side


def weight(battle: Battle, side: Side) -> int:
    """Return a side's strength: its expected hits (in sixths) times the hits it can take."""
    stat, dice = ("attack", "attack_dice") if side == ATTACKER else ("defense", "defense_dice")
    rows = [(p, n) for p, n in battle.pieces(side).items() if not p.aside]
    fire = sum(n * getattr(p.unit, stat) * getattr(p.unit, dice) for p, n in rows)
    return int(fire) * sum(n * p.hits for p, n in rows)


def lost_for_defender(battle: Battle) -> bool:
    """Return whether the attacker is more than twice as strong."""
    return weight(battle, ATTACKER) > 2 * weight(battle, DEFENDER)


def hopeless_for_defender(battle: Battle) -> bool:
    """Return whether the defender can expect almost no more hits."""
    return weight(battle, ATTACKER) > 5 * weight(battle, DEFENDER)
