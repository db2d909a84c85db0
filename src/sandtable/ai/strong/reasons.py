"""Reasons for an answer, in sentences for people: the odds, what is expected, and what the enemy could do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.decisions import Move
from ...engine.movement import COMBAT
from ..basic.guard import reserve
from ..basic.view import EMPTY, View

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game
    from ..basic import Basic
    from .search import Search

#: Chance that an enemy captures a territory from which it is named.
NAMED = 0.05


def searched(search: Search, changed: bool) -> str:
    """Return what a search has found: how many plans it has played ahead, and by how much its choice was better."""
    others = len(search.courses) - 1
    if others < 1:
        return ""
    plans = "One other plan was" if others == 1 else f"{others} other plans were"
    if not changed:
        return f"{plans} played ahead and came out no better."
    return f"{plans} played ahead; this one came out better than the first by about {search.lead_of_best:.0f} IPCs."


def reason(game: Game, decision: Decision, answer: Any, fast: Basic) -> str:
    """Return why the fast player gives an answer, as far as it can tell: its odds for an attack, and otherwise the
    chance that an enemy captures the territory in question next turn."""
    if isinstance(answer, Move):
        if not answer.path:
            return ""
        end = answer.path[-1]
        if (decision.context or {}).get("phase") == COMBAT:
            return _odds(fast, end)
        return _fear(game, decision.power, end, {}) if game.rules.is_land[end] else ""
    if decision.kind == "purchase":
        home = game.rules.powers[decision.power].capital
        units = {key[0]: n for key, n in answer.items() if len(key) == 1} if isinstance(answer, dict) else {}
        return _fear(game, decision.power, home, units) if home else ""
    return ""


def _odds(fast: Basic, target: str) -> str:
    attack = fast.attacks.get(target)
    if attack is None:
        return ""
    odds = f"The attack on {target} succeeds with a chance of about {attack.chance:.0%}"
    return f"{odds}. With what it destroys, costs, and opens up, it is worth about {attack.gain:.0f} IPCs."


def _fear(game: Game, power: str, space: str, new: dict[str, int]) -> str:
    """Return the chance that the enemy captures a territory next turn, now and with new units."""
    view = View(game, power)
    if not view.friendly(space):
        return ""
    there, fresh = view.ours.get(space, EMPTY), reserve(view, new)
    now = view.danger(space, there.defense, there.hits, takers_only=True)
    if now < NAMED:
        return ""
    then = view.danger(space, there.defense + fresh.defense, there.hits + fresh.hits, takers_only=True)
    text = f"The enemy could capture {space} next turn with a chance of about {now:.0%}"
    return f"{text}; with all new units there, {then:.0%}." if new else f"{text}."
