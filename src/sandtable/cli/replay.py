"""`sandtable replay`: replay a saved game from its first answer and compare it with the file."""

from __future__ import annotations

import sys
from pathlib import Path

from ..engine import save
from . import common


def replay(file: Path, /, *, json: common.Json = False) -> int:
    """Replay a saved game and check every position against the file.

    Parameters
    ----------
    file
        A saved game.
    """
    found = save.replay(file)
    if json:
        data = {"state_hash": found.state_hash, "ok": found.ok, "rounds": found.rounds, "winner": found.winner}
        common.print_json(data)
    if not found.ok:
        print(f"sandtable: {file.name} does not replay as saved: {found.message}", file=sys.stderr)
        return 1
    if not json:
        saved = save.read(file)
        out = common.console()
        out.print(
            f"{file.name}: {len(saved.answers)} answers in {found.rounds} rounds replayed; every position matches"
        )
        out.print(f"winner: {found.winner or 'none yet'}")
        out.print(f"state:  {found.state_hash}")
    return 0
