"""Victory points of Japan, and victory by capitals held for a round (R132 to R139)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.events import declare_event
from ...engine import convoys, territory
from ...engine.board import production
from ...engine.memory import game_memory, turn_memory

if TYPE_CHECKING:
    from ...engine.battles import Battle
    from ...engine.game import Game
    from ...rules.draft import Draft

JAPAN, AXIS, ALLIES = "Japan", "axis", "allies"
CAPITALS = ("India", "New South Wales", "United States")
POINTS = game_memory("victory_points", int, "victory points of Japan")
EARNED = turn_memory("earned", int, "IPCs that the active power has collected or captured in this turn", by_power=True)
CASH = turn_memory("cash_before_raid", list[int], "IPCs of the raided power before the damage of a raid")
declare_event("points", "{power} collected {ipcs:IPC} and gets {count:victory point}; it has {total}")
declare_event("points_lost", "{power} loses {count:victory point}; it has {total}")


def write(draft: Draft) -> None:
    """Add the capitals that win if they are held for a round (R134 to R136); Szechwan does not count (R135)."""
    turns = draft.get("switches")["capital_hold_turns"]
    for name, side, space in (*((f"capital {c}", AXIS, c) for c in CAPITALS), ("Tokyo", ALLIES, "Japan")):
        draft.add(("goals", name), {"side": side, "hold": 1, "of": [space], "turns": turns})


def points_for(game: Game, ipcs: int) -> int:
    """Return the victory points for the IPCs of a turn: one for each full step, from the first number on (R132)."""
    first, step = game.rules.switch("victory_points_first"), game.rules.switch("victory_points_step")
    return (ipcs - first) // step + 1 if ipcs >= first else 0


def forecast(game: Game) -> int:
    """Return what Japan would collect now."""
    line = convoys.income(game, JAPAN)
    return production(game, JAPAN) + (line[0] if line else 0)


def plunder(game: Game, space: str, captor: str, loser: str | None) -> None:
    """The captor of a capital takes the money of its country (R116, R152)."""
    before = game.state.ipcs[captor]
    territory.plunder(game, space, captor, loser)
    captured(game, game.state.ipcs[captor] - before)


def captured(game: Game, ipcs: int) -> None:
    """Count IPCs that are taken with a capital as collected, unless a switch says otherwise (R116.2)."""
    if ipcs and game.rules.switch("captured_money_counts"):
        EARNED.set(game.state, EARNED.get(game.state) + ipcs)


def count(game: Game) -> None:
    """Count Japan's victory points at the end of its turn and check them; without enough income Japan loses (R23, R132,
    R133, R137)."""
    if game.state.power != JAPAN:
        return
    earned, rules = EARNED.get(game.state), game.rules
    new = points_for(game, earned)
    total = POINTS.get(game.state) + new
    if new:
        POINTS.set(game.state, total)
        game.emit("points", power=JAPAN, ipcs=earned, count=new, total=total)
    if total >= rules.switch("victory_points_to_win"):
        game.finish(AXIS, f"Japan has {total} victory points")
    elif earned <= rules.switch("allied_income_victory"):
        game.finish(ALLIES, f"Japan has collected only {earned} IPCs")


def note_cash(game: Game, battle: Battle) -> None:
    """Remember what a raided power has before it pays."""
    owner = game.state.owner[battle.space]
    CASH.set(game.state, [game.state.ipcs.get(owner or "", 0)])


def bombed(game: Game, battle: Battle) -> None:
    """A raid that makes Japan pay 10 IPCs or more also takes a victory point for each full 10 (R93, R138, R145)."""
    before = CASH.take(game.state)
    if game.state.owner[battle.space] != JAPAN or not before:
        return
    paid = before[0] - game.state.ipcs[JAPAN]
    lost = min(POINTS.get(game.state), paid // 10)
    if lost:
        POINTS.set(game.state, POINTS.get(game.state) - lost)
        game.emit("points_lost", power=JAPAN, count=lost, total=POINTS.get(game.state))
