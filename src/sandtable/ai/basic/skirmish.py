"""Choose which optional battles to fight, and with which units, in contested territories and sea zones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.decisions import Decision
from ...core.forces import Force
from ...engine.board import contested
from .ground import Army, gunnery, richness
from .odds import wins

if TYPE_CHECKING:
    from ...engine.game import Game

#: Ratio of enemy to own losses that makes a round of attack worthwhile; less is enough to drive the enemy out.
FAIR, DRIVEN = 0.95, 0.6
#: Advantage of fleets that attack: they choose when to fight.
EDGE = 1.05
#: Minimum chance to win for a fleet to attack, and with units to land.
CHANCE, LANDING = 0.65, 0.5


def battle(game: Game, decision: Decision) -> Any:
    """Choose the next battle: a mandatory one, or one that is worth it."""
    form = decision.form
    keys = [o.key for o in form.options if o.key != "none"]  # type: ignore[attr-defined]
    free = any(o.key == "none" for o in form.options)  # type: ignore[attr-defined]
    if not free:
        return decision.advice
    for space in keys:
        if game.rules.is_land[space]:
            if not contested(game, space) or worth_attacking(game, space, decision.power):
                return space
        elif worth_sailing_into(game, space, decision.power):
            return space
    return "none"


def worth_attacking(game: Game, space: str, power: str) -> bool:
    """Return whether a round of attack costs the enemy at least as much as the attacker, or drives the enemy out."""
    q = game.rules.q
    own, foe = _army(q.attackers(game, space, power)), _army(q.defenders(game, space, power))
    guns = gunnery(game)
    punch = guns.fire("attacker", own, foe)
    there = sum(foe.values())
    hits = min(punch.hits, there)
    losses = min(sum(own.values()), max(0.0, guns.fire("defender", foe, own).hits - punch.spared))
    hits_count = hits * richness(game, game.foes(power), game.friends(power))
    return hits_count >= FAIR * losses or (hits >= there and hits >= DRIVEN * losses)


def worth_sailing_into(game: Game, zone: str, power: str) -> bool:
    """Attack with ships where they win."""
    q = game.rules.q
    own, foe = q.attackers(game, zone, power), q.defenders(game, zone, power)
    landing = any(s.cond.noted("ashore") for s in own)
    return fleet_odds(game, own, foe) > (LANDING if landing else CHANCE)


def fleet_odds(game: Game, own: Force, foe: Force) -> float:
    """Return the chance of a fleet that attacks another."""
    pips, hits = fire_of(game, own, "attack")
    defense, lives = fire_of(game, foe, "defense")
    return wins(EDGE * pips, hits, defense, lives)


def fire_of(game: Game, force: Force, stat: str) -> tuple[float, float]:
    """Return the (pips, hit points) of ships."""
    pips = hits = 0.0
    for stack, n in force.items():
        unit = game.unit(stack)
        pips += n * getattr(unit, stat)
        hits += n * (unit.hits - stack.cond.damage) * (1.0 if getattr(unit, stat) else 0.1)
    return pips, hits


def _army(force: Force) -> Army:
    out: Army = {}
    for stack, n in force.items():
        out[stack.type] = out.get(stack.type, 0) + n
    return out
