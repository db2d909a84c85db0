"""Victory by capitals and by production (R170 to R174, R179)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.text import joined
from ...engine.board import production
from ...engine.victory import by_goals, held_by

if TYPE_CHECKING:
    from ...engine.game import Game

#: side -> (setting with the number of enemy capitals needed to win, setting with the combined production needed)
_GOALS = {
    "axis": ("capitals_to_win", "axis_economic_victory"),
    "allies": ("allies_capitals_to_win", "allies_economic_victory"),
}


def victory(game: Game, moment: str) -> tuple[str, str] | None:
    """Return (side, reason): by enemy capitals after a turn, by combined production after a round (R170, R171,
    R173)."""
    for side in _GOALS:
        why = _by_capitals(game, side) if moment == "turn_end" else _by_production(game, side)
        if why:
            return side, why
    return by_goals(game, moment)


def _by_capitals(game: Game, side: str) -> str:
    powers = [p for p in game.rules.powers.values() if p.capital]
    held = [p.capital for p in powers if p.side != side and held_by(game, p.capital) == side]
    lost = any(p.side == side and held_by(game, p.capital) != side for p in powers)
    if len(held) < game.rules.switch(_GOALS[side][0]) or (lost and game.rules.switch("total_victory")):
        return ""
    return f"they hold {joined(held)}"


def _by_production(game: Game, side: str) -> str:
    goal = game.rules.switch(_GOALS[side][1])
    total = production(game, *game.members(side)) if goal else 0
    return f"their production is {total} IPCs" if goal and total >= goal else ""
