"""Routes of aircraft, around neutrals and antiaircraft guns where the movement allows it."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ..core.forces import Stack
from .board import COMBAT, at_peace, barred, enemy_guns, held_by_nobody, neutral

if TYPE_CHECKING:
    from .game import Game


def air_routes(game: Game, power: str, start: str, left: int, phase: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the paths to every space within `left`: one around neutrals and guns, and the straight one if it is
    shorter.

    Of ways of one length, the one over the fewest of them.
    """
    key = ("air_routes", power, start, left, phase)
    found: dict[str, tuple[tuple[str, ...], ...]] | None = game.found.get(key)
    if found is not None:
        return found
    q, stack = game.rules.q, Stack(power, "")
    risky, shut = _risky(game, power, phase), barred(game, power)
    out: dict[str, tuple[tuple[str, ...], ...]] = {start: ((start,),)}
    for avoid in (True, False):
        edge: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, (start,))}  # with the risks on the way
        seen = {start}
        for _ in range(left):
            reached: dict[str, tuple[int, tuple[str, ...]]] = {}
            for at, (risks, way) in edge.items():
                if avoid and at in risky and at != start:
                    continue
                for near in game.rules.neighbors[at]:
                    if near in seen or near in shut:
                        continue
                    risk = risks + (near in risky)
                    if near in reached and reached[near][0] <= risk:
                        continue
                    if near not in risky or q.air_step(game, stack, near, phase) is None:
                        reached[near] = (risk, (*way, near))
            seen.update(reached)
            for near, (_, way) in reached.items():
                ways = out.get(near, ())
                if not ways or len(way) < len(ways[0]):
                    out[near] = (*ways, way)
            edge = reached
        if not risky:
            break
    game.found[key] = out
    return out


def priced_routes(
    game: Game, stack: Stack, start: str, left: int, phase: str
) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return what `air_routes` does where steps differ in cost (query `step_cost`): the cheapest ways."""
    key = ("priced_routes", stack, start, left, phase)
    known: dict[str, tuple[tuple[str, ...], ...]] | None = game.found.get(key)
    if known is not None:
        return known
    q, risky, shut = game.rules.q, _risky(game, stack.owner, phase), barred(game, stack.owner)
    out: dict[str, tuple[tuple[str, ...], ...]] = {start: ((start,),)}
    costs = dict.fromkeys((start,), 0)
    for avoid in (True, False):
        queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (start,))]  # cost, risks, way
        best: dict[str, tuple[int, int]] = {}
        while queue:
            spent, risks, way = heappop(queue)
            at = way[-1]
            if at in best:
                continue
            best[at] = spent, risks
            if at not in out or spent < costs[at]:
                out[at], costs[at] = (*out.get(at, ()), way), spent
            if avoid and at in risky and at != start:
                continue
            for near in (s for s in game.rules.neighbors[at] if s not in shut):
                cost = spent + q.step_cost(game, stack, at, near, phase)
                if near not in best and cost <= left and q.air_step(game, stack, near, phase) is None:
                    heappush(queue, (cost, risks + (near in risky), (*way, near)))
        if not risky:
            break
    game.found[key] = out
    return out


def _risky(game: Game, power: str, phase: str) -> frozenset[str]:
    """Return the spaces that aircraft avoid: neutrals, and in the combat move territories with enemy guns."""
    key = ("risky", power, phase)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        found = game.found[key] = frozenset(
            s
            for s in game.rules.lands
            if neutral(game, s)
            or held_by_nobody(game, s)
            or at_peace(game, power, s)
            or (phase == COMBAT and enemy_guns(game, power, s))
        )
    return found
