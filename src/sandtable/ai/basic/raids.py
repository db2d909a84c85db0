"""Strategic bombing raids with bombers that no attack needs, to drain enemy IPCs."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from ...core.decisions import Move
from ...core.units import UnitType
from ...engine.installations import damage, installations
from .chart import FAR
from .orders import flight
from .view import View

if TYPE_CHECKING:
    from .attack import Planner

#: Average IPCs of a die of damage, and the chance that an antiaircraft gun hits a bomber.
DIE, FLAK = 3.5, 1 / 6
#: Minimum expected IPCs per bomber for a raid.
WORTH_IT = 0.45


def bombs(unit: UnitType) -> float:
    """Return the IPCs that an unopposed bomber destroys; 0 for other units."""
    return DIE * unit.raid_dice if unit.kind == "air" and "raids" in unit.tags else 0.0


def surplus(unit: UnitType, down: float = FLAK, left: float = inf, zeal: float = 1.0) -> float:
    """Return the expected IPCs that a raid of one bomber destroys, weighted by zeal, minus the expected cost of the
    bomber. `down` is the chance that it is shot down, `left` the most that it can destroy."""
    return zeal * max(0.0, min(left, (1 - down) * bombs(unit))) - down * unit.cost


def raids(planner: Planner) -> Iterator[Move]:
    """Return the raids of the remaining bombers."""
    view, burnt = planner.view, dict[str, float]()
    for space, units in view.own.items():
        for stack, _, unit in units:
            n = planner.pool.left.get((space, stack), 0)
            while n > 0 and bombs(unit):
                target, gain = "", WORTH_IT
                for at in sorted(view.makers):
                    far = view.chart.air[space].get(at, FAR) + planner.havens.get(at, FAR)
                    if at in planner.spared or not view.hostile(at):
                        continue
                    if far <= unit.move and (worth := _gain(view, at, unit, burnt)) > gain:
                        target, gain = at, worth
                mission = next(iter(view.rules.q.missions(view.game, stack, target)), "") if target else ""
                way = flight(view, stack, space, target) if mission else None
                if not way:
                    break
                wing = 0
                while wing < n and _gain(view, target, unit, burnt) > WORTH_IT:
                    burnt[target] = burnt.get(target, 0.0) + bombs(unit)
                    wing += 1
                n -= wing
                yield Move(((stack, wing),), way, mission)


def exposed(view: View, at: str) -> float:
    """Return the IPCs of damage that the rules allow at an enemy complex now; infinite without a limit."""
    most = float(view.value[at]) if view.rules.switches.get("raid_limited_by_value") else inf
    for type in installations(view.game, at):
        limit = view.rules.q.damage_limit(view.game, at, type)
        if limit is not None:
            return min(most, limit - damage(view.game, at, type))
    return most


def _gain(view: View, target: str, unit: UnitType, burnt: dict[str, float]) -> float:
    """Return the expected IPCs of one more bomber over a complex."""
    owner = view.owner[target]
    left = float(view.state.ipcs[owner or ""]) - sum(n for at, n in burnt.items() if view.owner[at] == owner)
    left = min(left, exposed(view, target) - burnt.get(target, 0.0))
    return surplus(unit, FLAK if target in view.guns else 0.0, left, view.zeal)
