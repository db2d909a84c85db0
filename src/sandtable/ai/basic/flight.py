"""Aircraft coming down: where they are safe and of use."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.board import deck_room
from ...engine.movement import NONCOMBAT, Mover
from .field import Field
from .guard import reserve
from .odds import wins
from .view import EMPTY, View


def flights(view: View, field: Field, new: dict[str, int]) -> Iterator[Move]:
    """The last moves of a turn, planned on the board as it stands after all the others."""
    game, mover = view.game, Mover(view.game, NONCOMBAT)
    places = game.rules.q.landing_fields(game, view.power)
    capital = game.rules.powers[view.power].capital
    strength: dict[str, tuple[float, float]] = {}
    for space in places:
        muster = view.ours.get(space, EMPTY)
        strength[space] = (float(muster.defence), float(muster.hits))
    if capital in strength:
        fresh = reserve(view, new)
        strength[capital] = (strength[capital][0] + fresh.defence, strength[capital][1] + fresh.hits)
    rooms: dict[str, int] = {}
    rows = [
        (space, stack, n, unit)
        for space, units in view.own.items()
        for stack, n, unit in units
        if unit.kind == "air" and mover.may_move(space, stack) is None
    ]
    rows.sort(key=lambda row: (row[3].move - row[1].cond.moved, row[0], row[1]))
    for space, stack, n, unit in rows:
        for _ in range(n):
            end = _best(view, field, space, stack, unit, places, strength, rooms)
            if end is None or end == space:
                continue
            way = view.chart.air.way(space, end)
            if way is None:
                continue
            if end in strength:
                defence, hits = strength[end]
                strength[end] = defence + unit.defence, hits + unit.hits
                if space in strength:
                    defence, hits = strength[space]
                    strength[space] = defence - unit.defence, hits - unit.hits
            else:
                rooms[end] -= 1
            yield Move(((stack, 1),), way)


def _best(
    view: View, field: Field, space: str, stack: Stack, unit: UnitType,
    places: frozenset[str], strength: dict[str, tuple[float, float]], rooms: dict[str, int],
) -> str | None:  # fmt: skip
    """The best place to come down within what is left of its movement."""
    left = unit.move - stack.cond.moved
    best, best_score = None, -1e9
    capital = view.rules.powers[view.power].capital
    for end, steps in view.chart.air.ring(space, left):
        if end in places:
            if end == space and stack.cond.moved:
                continue
            defence, lives = strength[end]
            mine = 0 if end == space else unit.hits
            pips, hits, takers, _ = view.storm(end)
            score = 0.15 * field.at(end) - 0.1 * steps
            if hits:
                own = 0.0 if end == space else float(unit.defence)
                loss = wins(pips, hits, defence + own, lives + mine)
                score -= loss * 3 * unit.cost
                if takers and (end == capital or end in view.makers):
                    before = wins(pips, hits, defence + own - unit.defence, lives + mine - unit.hits)
                    score += (before - loss) * (60 if end == capital else 15)
        elif unit.lands_on_deck and not view.is_land[end]:
            if end not in rooms:
                rooms[end] = deck_room(view.game, end, view.power)
            if (end != space and rooms[end] <= 0) or (end == space and rooms[end] < 0):
                continue
            pips, hits, _, _ = view.blow(end)
            fleet = view.ours.get(end, EMPTY)
            score = (
                0.2 * field.at(end) + 3.0 - 0.1 * steps - wins(pips, hits, fleet.defence, fleet.hits) * 2 * unit.cost
            )
        else:
            continue
        if score > best_score:
            best, best_score = end, score
    return best
