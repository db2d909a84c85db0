"""What players see of Pacific beside units: patrols, victory points and their forecast, and kamikaze attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.marks import ALOFT
from ...core.text import counted
from ...engine.sights import Panel, Row, Score, Sign
from . import kamikaze, score

if TYPE_CHECKING:
    from ...engine.game import Game


def patrols(game: Game) -> list[Sign]:
    """Fighters on patrol (R56), and the zones of kamikaze attacks while Japan has some left (R97)."""
    out = []
    for zone in [z for z in game.rules.zones if z in game.state.forces]:
        for stack, n in game.state.at(zone).items():
            if ALOFT in stack.cond.marks:
                text = f"Combat air patrol of {stack.owner}: {counted(n, 'fighter')}"
                out.append(Sign(zone, "target", text, n, stack.owner))
    some = kamikaze.left(game)
    zones = game.rules.switch("kamikaze_zones") if some else ()
    text = f"Japan can make kamikaze attacks here: it has {some} left"
    return [*out, *(Sign(z, "flag", text, some, score.JAPAN) for z in zones)]


def points(game: Game) -> Panel:
    """Japan's victory points, what it would collect now, and what that would bring (R132, R133, R137)."""
    rules, held = game.rules, score.POINTS.get(game.state)
    wanted, income = rules.switch("victory_points_to_win"), score.forecast(game)
    more = score.points_for(game, income)
    least = rules.switch("allied_income_victory")
    return Panel("Victory points", (
        Row("Japan", f"{held} of {wanted}", held >= wanted, score.JAPAN),
        Row("At its present income", counted(income, "IPC"), None, score.JAPAN, f"{counted(more, 'point')} a turn"),
        Row(f"The Allies win if Japan collects {least} IPCs or less", "", income <= least),
    ))  # fmt: skip


def scores(game: Game) -> list[Score]:
    """Japan's victory points, and the income that Japan must not fall to (R133, R137)."""
    rules, income = game.rules, score.forecast(game)
    wanted, least = rules.switch("victory_points_to_win"), rules.switch("allied_income_victory")
    more = counted(score.points_for(game, income), "point")
    return [
        Score(score.AXIS, score.POINTS.get(game.state), wanted, "VP",
              f"Japan wins with {wanted} victory points; its present income brings {more} a turn"),
        Score(score.ALLIES, income, least, "IPCs", f"The Allies win if Japan collects {least} IPCs or less", True),
    ]  # fmt: skip


def attacks_left(game: Game) -> Panel:
    """The kamikaze attacks that Japan has left (R96)."""
    of = game.rules.switch("kamikaze_attacks")
    return Panel("Kamikaze", (Row("Attacks left", f"{kamikaze.left(game)} of {of}", None, score.JAPAN),))
