"""Where a power builds a new complex: closer to the enemy than the others, and where it is not captured at once."""

from __future__ import annotations

from .field import Field
from .view import EMPTY, View

#: Number of defending units required to buy a complex for a territory, and accepted chance that the enemy captures it.
SETTLED, PLANNED = 3, 0.1
#: Least and most IPCs of a territory that count.
LEAST, AMPLE = 3, 4


def worth(view: View, field: Field, space: str) -> float:
    """Return how good a complex in a territory would be: the better, the closer to the enemy, the richer, and the
    safer the territory is."""
    return field.at(space) * min(AMPLE, view.value[space]) * (1 - danger(view, space))


def danger(view: View, space: str) -> float:
    """Return the chance that an enemy captures a territory next turn."""
    ours = view.ours.get(space, EMPTY)
    return view.danger(space, ours.defense, ours.hits, True)


def site(view: View, field: Field, kind: str, least: float) -> str:
    """Return the best territory to buy a complex for, with more attraction than the `least` and enough units to hold
    it; "" if there is none."""
    safe = [
        space
        for space in _spaces(view, field, kind)
        if field.at(space) > least and view.ours.get(space, EMPTY).hits >= SETTLED and danger(view, space) <= PLANNED
    ]
    return max(safe, key=lambda s: (worth(view, field, s), s), default="")


def planned(view: View, field: Field, new: dict[str, int]) -> set[str]:
    """Return the territory for a complex that has been bought, to be held until it is placed."""
    kind = next((kind for kind in new if "produces" in view.game.stats(view.power, kind).tags), "")
    held = [space for space in _spaces(view, field, kind) if view.ours.get(space, EMPTY).hits] if kind else []
    return {max(held, key=lambda s: (worth(view, field, s), s))} if held else set()


def _spaces(view: View, field: Field, kind: str) -> list[str]:
    """Return the territories where a complex may be placed and is of use."""
    places = view.rules.q.placement(view.game, view.power, kind)
    return [space for space in places if not field.idle(space) and view.value[space] >= LEAST]
