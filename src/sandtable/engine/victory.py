"""Victory by territories that a side holds (table `goals`), in every edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.text import counted, joined
from .board import production
from .memory import game_memory
from .objectives import met_by

if TYPE_CHECKING:
    from ..rules.rows import Goal
    from .game import Game


HELD = game_memory("held_turns", dict[str, int], "goal -> turns that have ended since its territories were taken")
#: The most territories that the reason of a victory names one by one.
MANY = 6


def after_turn(game: Game) -> None:
    """Count how long goals have been held, and check for victory at the end of a turn."""
    for name, row in game.rules.typed("goals").items():
        if row.turns:
            _count(game, name, row)
    _declare(game, "turn_end")


def after_round(game: Game) -> None:
    """Check for victory at the end of a round."""
    _declare(game, "round_end")


def _declare(game: Game, moment: str) -> None:
    won = game.rules.q.victory(game, moment)
    if won is not None:
        game.finish(*won)


def by_goals(game: Game, moment: str) -> tuple[str, str] | None:
    """Return (side, reason) for a side that reaches its row of `goals`: after the turn of the power named, or after the
    last turn of a round if it names none (great_war.R108 to R110).

    It wins with at least `hold` territories of the list `of`, one of them in `one_of` if that is given; or with as many
    `objectives` as the row asks for (0: these do not count).
    """
    if moment != "turn_end":
        return None
    for name, row in game.rules.tables["goals"].items():
        side = row.get("side") or name
        if row.get("turns"):
            if HELD.get(game.state).get(name, -1) >= row["turns"] and _holds(game, side, row["of"], row["hold"]):
                return side, f"they have held {joined(row['of'])} for a full round"
            continue
        if (row.get("after") or game.state.order[-1]) != game.state.power:
            continue
        wanted = row.get("objectives", 0)
        if wanted and met_by(game, side) >= wanted:
            return side, f"they have met {counted(wanted, 'objective')}"
        held = [s for s in row["of"] if held_by(game, s) == side]
        one_of = row.get("one_of")
        if row["of"] and len(held) >= row["hold"] and (not one_of or any(s in held for s in one_of)):
            many = f"{len(held)} of the {len(row['of'])} territories that count"
            return side, f"they hold {joined(held) if len(held) <= MANY else many}"
    return None


def _count(game: Game, name: str, row: Goal) -> None:
    """Count the turns that have ended since a side got the territories of a goal; forget it when one is lost."""
    if not _holds(game, row.side or name, row.of, row.hold):
        if name in HELD.get(game.state):
            del HELD.of(game.state)[name]
        return
    since = HELD.of(game.state)
    since[name] = since.get(name, -1) + 1


def _holds(game: Game, side: str, spaces: Sequence[str], count: int) -> bool:
    return sum(held_by(game, s) == side for s in spaces) >= count


def held_by(game: Game, space: str) -> str:
    """Return the side that controls a space; empty for no side."""
    owner = game.state.owner.get(space)
    return game.sides.get(owner, "") if owner else ""


def ahead(game: Game) -> str:
    """Return the side whose production has grown most since the start, or "" for a tie."""
    spaces, holders = game.rules.spaces, game.rules.holders
    growth: dict[str, int] = {}
    for side, powers in game.rules.sides.items():
        first = sum(s.value for s in spaces.values() if holders.get(s.name, s.owner) in powers)
        growth[side] = production(game, *powers) - first
    best = max(growth.values())
    winners = [side for side, n in growth.items() if n == best]
    return winners[0] if len(winners) == 1 else ""
