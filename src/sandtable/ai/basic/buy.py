"""Buying and placing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.decisions import Allocate, Decision
from .field import Field
from .view import View

if TYPE_CHECKING:
    from ...engine.game import Game


def purchase(game: Game, decision: Decision) -> Any:
    cash, prices = decision.context["ipcs"], decision.context["prices"]
    order: dict[tuple[str, ...], int] = {}
    form = decision.form
    assert isinstance(form, Allocate)
    units = {k: game.stats(decision.power, k) for k in prices}
    land = sorted((u for u in units.values() if "captures" in u.tags), key=lambda u: u.cost)
    for i in range(40):
        u = land[min(len(land) - 1, 1 if i % 3 == 2 else 0)]
        if prices[u.id] > cash:
            u = land[0]
        if prices[u.id] > cash:
            break
        order[(u.id,)] = order.get((u.id,), 0) + 1
        cash -= prices[u.id]
    return order


def place(game: Game, decision: Decision) -> Any:
    form = decision.form
    assert isinstance(form, Allocate)
    field = Field(View(game, decision.power))
    answer: dict[tuple[str, ...], int] = {}
    for key in sorted(form.most, key=lambda k: (-field.at(k[1]), k)):
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer
