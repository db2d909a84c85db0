"""A short account of frames for a player: what was captured, what the player lost, and who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .wire import Frame, Happening
from .wire_board import BoardInfo

#: Maximum number of spaces named in a sentence.
NAMED = 6


def news(frames: Sequence[Frame], board: BoardInfo, powers: Sequence[str]) -> list[str]:
    """Return sentences about these frames for the player of these powers; undone answers do not count."""
    undone = {frame.undoes for frame in frames if frame.undoes}
    events = [e for frame in frames if frame.kind != "undo" and frame.n not in undone for e in frame.events]
    own = [loss for power in powers if (loss := losses(events, board, power))]
    return [*captures(events), *own, *others(events)]


def captures(events: Iterable[Happening]) -> list[str]:
    """Return a sentence for each power that captured or liberated territories, as long as it holds them."""
    holders: dict[str, str] = {}
    for event in events:
        if event.kind in ("captured", "liberated"):
            holders.pop(event.data["space"], None)
            holders[event.data["space"]] = event.data["power"]
    taken: dict[str, list[str]] = {}
    for space, power in holders.items():
        taken.setdefault(power, []).append(space)
    return [f"{power} took {listing(spaces)}." for power, spaces in taken.items()]


def losses(events: Iterable[Happening], board: BoardInfo, power: str) -> str:
    """Return a sentence about the units that a power lost; empty if it lost none."""
    names = {unit.id: (unit.name, unit.plural) for unit in board.units}
    lost: dict[str, int] = {}
    for event in events:
        if event.kind == "lost" and isinstance(event.data.get("force"), list):
            for row in event.data["force"]:
                if row["owner"] == power:
                    lost[row["type"]] = lost.get(row["type"], 0) + row["count"]
    counted = [f"{n} {names.get(kind, (kind, kind))[n != 1]}" for kind, n in lost.items()]
    return f"{power} lost {listing(counted)}." if counted else ""


def others(events: Iterable[Happening]) -> list[str]:
    """Return the sentences about new technologies and the end of the game."""
    return [told(event) for event in events if event.kind in ("technology_gained", "game_ended")]


def told(event: Happening) -> str:
    return event.text if event.text.endswith((".", "!")) else f"{event.text}."


def listing(names: Sequence[str]) -> str:
    """Return names as a list in words, the first few of many."""
    shown = list(names[:NAMED])
    if len(names) > NAMED:
        shown.append(f"{len(names) - NAMED} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
