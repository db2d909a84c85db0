"""Victory by capitals and by production (R170 to R173, R179)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.board import production

if TYPE_CHECKING:
    from ...engine.game import Game

#: side -> (switch with the number of enemy capitals that win, switch with the joint production that wins)
_GOALS = {
    "axis": ("capitals_to_win", "axis_economic_victory"),
    "allies": ("allies_capitals_to_win", "allies_economic_victory"),
}


def military(game: Game) -> None:
    """At the end of a turn: enough enemy capitals in the hands of one side (R170 to R172)."""
    owner, powers = game.state.owner, game.rules.powers
    for side, (switch, _) in _GOALS.items():
        held = [p.capital for p in powers.values() if p.side != side and _side(game, owner[p.capital]) == side]
        lost = any(p.side == side and _side(game, owner[p.capital]) != side for p in powers.values())
        if len(held) >= game.rules.switch(switch) and not (lost and game.rules.switch("total_victory")):
            game.finish(side, f"they hold {' and '.join(held)}")
            return


def _side(game: Game, power: str | None) -> str:
    return game.rules.side_of[power] if power else ""


def economic(game: Game) -> None:
    """At the end of a round: joint production (R173, R196)."""
    for side, (_, switch) in _GOALS.items():
        goal = game.rules.switch(switch)
        total = sum(production(game, p) for p in game.rules.sides[side])
        if goal and total >= goal:
            game.finish(side, f"their production is {total} IPCs")
            return
