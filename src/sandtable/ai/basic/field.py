"""Where a power wants its armies: a field of attraction over the board.

It springs from enemy territories (by their value, complexes, capitals) and fades with every step by land or sea, and
more with every crossing of a shore. Armies climb it, transports carry from low to high.
"""

from __future__ import annotations

from heapq import heappop, heappush

from .view import View

#: What is left of the attraction after a step by land, a step by sea, from a zone into a territory that may be landed
#: in, and from a territory into a zone.
BY_LAND, BY_SEA, ASHORE, ABOARD = 0.7, 0.82, 0.85, 0.25

CAPITAL, COMPLEX, PRESENCE = 30.0, 6.0, 1.0


def weight(view: View, space: str) -> float:
    """What an enemy territory is worth to be taken, in IPCs, apart from who stands there."""
    worth = float(view.value[space]) + PRESENCE
    if space in view.makers:
        worth += COMPLEX
    if space in view.capitals:
        worth += CAPITAL
    return worth


class Field:
    """`pull[space]` for territories and zones; `by_sea` are the territories whose best way leads over water."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.pull: dict[str, float] = {}
        self.by_sea: set[str] = set()
        self._spread()

    def _spread(self) -> None:
        view, pull, by_sea = self.view, self.pull, self.by_sea
        land_near, sea_near, coasts = view.chart.land.near, view.sea.near, view.chart.coasts
        shores = view.rules.sea_near
        heap = [(-weight(view, s), s, False) for s, owner in view.owner.items() if owner in view.foes]
        heap.sort()
        while heap:
            negative, space, wet = heappop(heap)
            if space in pull:
                continue
            pull[space] = strength = -negative
            if view.is_land[space]:
                if wet:
                    by_sea.add(space)
                if space in view.chart.neutral:
                    continue
                for near in land_near[space]:
                    if near not in pull and near not in view.chart.neutral:
                        heappush(heap, (-strength * BY_LAND, near, wet))
                for zone in shores[space]:
                    if zone not in pull:
                        heappush(heap, (-strength * ASHORE, zone, True))
            else:
                for near in sea_near[space]:
                    if near not in pull:
                        heappush(heap, (-strength * BY_SEA, near, True))
                for land in coasts[space]:
                    if land not in pull:
                        heappush(heap, (-strength * ABOARD, land, True))

    def at(self, space: str) -> float:
        return self.pull.get(space, 0.0)
