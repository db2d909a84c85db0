"""Noncombat moves of warships: stay together, near transports, and out of reach of stronger enemies."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.landing import field_distance
from ...engine.movement import NONCOMBAT, Mover
from .chart import FAR
from .field import Field
from .guard import capacity
from .lift import Pool
from .view import EMPTY, Muster, View

#: Weight of the risk where new ships may be placed beside their cost; what it costs if none of them has room there.
RISK, DIVIDED = 20.0, 20.0
#: Weight of transports among the ships that warships protect or join.
WARD = 8.0


class Newcomers:
    """The new ships of a turn: where they are best placed, as far as possible together."""

    def __init__(self, view: View, new: dict[str, int]) -> None:
        """`new` is the number of new units of each type."""
        self.view, self.number = view, 0
        self.together = Muster()
        for kind, n in new.items():
            unit = view.game.stats(view.power, kind)
            if unit.kind == "sea":
                self.together.add(unit, n)
                self.number += n

    def mooring(self, field: Field, zone: str) -> float:
        """Return how good a sea zone is for the new ships."""
        view, fleet, ships = self.view, self.view.ours.get(zone, EMPTY), self.together
        if enclosed(view, zone):
            return -(RISK + ships.worth)  # as good as lost
        part = min(1.0, berths(view, zone) / max(1, self.number))
        risk = view.danger(zone, fleet.defense + part * ships.defense, fleet.hits + part * ships.hits)
        return field.at(zone) - (RISK + ships.worth) * risk - DIVIDED * (1 - part)


def berths(view: View, zone: str) -> int:
    """Return how many new ships can be placed in a sea zone in this turn: as many as the complexes there produce."""
    return sum(capacity(view, s) for s in view.chart.coasts[zone] if view.makers.get(s) == view.power)


def enclosed(view: View, zone: str) -> bool:
    """Return whether ships from a sea zone reach only coasts of one landmass, where armies need no ships."""
    found = view.sea.enclosed.get(zone)
    if found is None:
        coasts = (view.chart.coasts[z] for z in view.sea[zone])
        found = view.sea.enclosed[zone] = len({view.chart.island(s) for near in coasts for s in near}) == 1
    return found


def sailing(view: View, field: Field) -> Iterator[Move]:
    """Return the moves of the warships, zone by zone."""
    mover = Mover(view.game, NONCOMBAT, power=view.power)
    pool = Pool(view, mover)
    homeless = _homeless(view)
    wards = _wards(view)
    for zone in sorted(view.own):
        if view.is_land[zone]:
            continue
        groups: dict[int, list[tuple[Stack, int, UnitType]]] = {}
        for stack, n, unit in view.own[zone]:
            left = unit.move - stack.cond.moved
            if unit.kind == "sea" and not unit.carries and left > 0 and mover.may_move(zone, stack) is None:
                groups.setdefault(left, []).append((stack, n, unit))
        for left, ships in groups.items():
            path = _course(view, field, pool, zone, left, ships, wards, homeless)
            if len(path) > 1:
                worth = sum(n * u.cost for _, n, u in ships)
                wards[zone] = wards.get(zone, 0) - 0.5 * worth
                wards[path[-1]] = wards.get(path[-1], 0) + 0.5 * worth
                yield Move(tuple((stack, n) for stack, n, _ in ships), path)


def _wards(view: View) -> dict[str, float]:
    """Return sea zone -> units there to protect or join."""
    out: dict[str, float] = {}
    for zone, units in view.own.items():
        if not view.is_land[zone]:
            for stack, n, unit in units:
                if unit.carries:
                    out[zone] = out.get(zone, 0) + WARD * n * (unit.cost + 3 * len(stack.cond.cargo))
                elif unit.kind == "sea":
                    out[zone] = out.get(zone, 0) + 0.5 * n * unit.cost
    for space, owner in view.makers.items():
        if owner == view.power:
            for zone in view.rules.sea_near[space]:
                out[zone] = out.get(zone, 0) + 2
    return out


def _homeless(view: View) -> list[tuple[str, int]]:
    """Return own aircraft in the air that cannot reach a field: (space, movement left)."""
    home = field_distance(view.game, view.power)
    out = []
    for space, units in view.own.items():
        for stack, n, unit in units:
            if unit.kind == "air" and unit.lands_on_deck and (stack.cond.moved or not view.is_land[space]):
                left = unit.move - stack.cond.moved
                if home.get(space, FAR) > left:
                    out += [(space, left)] * n
    return out


def _course(
    view: View,
    field: Field,
    pool: Pool,
    zone: str,
    left: int,
    ships: list[tuple[Stack, int, UnitType]],
    wards: dict[str, float],
    homeless: list[tuple[str, int]],
) -> tuple[str, ...]:
    """Return the best path for a group of ships."""
    worth = sum(n * u.cost for _, n, u in ships)
    defense = sum(n * u.defense for _, n, u in ships)
    lives = sum(n * (u.hits - s.cond.damage) for s, n, u in ships)
    decks = any(u.deck for _, _, u in ships)
    best: tuple[str, ...] = (zone,)
    best_score = -1e9
    for end, path in pool.sails(zone, left).items():
        there = view.ours.get(end, EMPTY)
        own = (0, 0) if end != zone else (defense, lives)
        others = (there.defense - own[0], there.hits - own[1])
        other_worth = there.worth - (worth if end == zone else 0)
        alone = view.peril(end, *others, other_worth)[1]
        risk = view.peril(end, others[0] + defense, others[1] + lives, other_worth + worth)[1]
        ward = wards.get(end, 0.0) - (0.5 * worth if end == zone else 0.0)
        score = ward * (0.4 + alone - risk) + 0.1 * field.at(end) - risk * worth - 0.2 * len(path)
        if decks:
            score += 30 * sum(1 for at, rest in homeless if view.chart.air[at].get(end, FAR) <= rest)
        if score > best_score:
            best, best_score = path, score
    return best
