"""`sandtable verify-dice`: every die of a saved game is rolled again from its seed."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.text import Text

from ..engine import save
from ..server import proof
from . import common


def verify_dice(file: Path, /, *, commitment: str = "", json: common.Json = False) -> int:
    """Prove the dice of a saved game: roll every one again, and compare.

    The stream of dice is worked out from seed and salts alone; then all answers are played again, and every roll must
    be the next piece of that stream. The exit code is 1 if anything differs.

    Parameters
    ----------
    file
        A saved game; of a game on a server, the file that it offers when the game is over.
    commitment
        What the server showed from the beginning of the game: the SHA-256 of the seed.
    """
    saved = save.read(file)
    found = proof.prove(saved, commitment)
    if json:
        rolls = [roll._asdict() for roll in found.rolls]
        common.print_json(
            {
                "ok": not found.fault, "message": found.fault, "commitment": found.commitment, "seed": saved.seed,
                "salts": saved.salts, "rolls": rolls,
            }
        )  # fmt: skip
    if found.fault:
        print(f"sandtable: {file.name}: {found.fault}", file=sys.stderr)
        return 1
    if not json:
        _show(saved, found, bool(commitment))
    return 0


def _show(saved: save.Saved, found: proof.Proof, given: bool) -> None:
    out = common.console()
    rolls = common.table("roll", "answer", "dice", "what for", right=(0, 1))
    for number, roll in enumerate(found.rolls, 1):
        rolls.add_row(str(number), str(roll.answer), " ".join(map(str, roll.faces)), Text(roll.told))
    out.print(rolls)
    out.print()
    out.print(f"seed:       {saved.seed}")
    if saved.salts:
        out.print(f"salts:      {', '.join(saved.salts)}")
    out.print(f"commitment: {found.commitment}")
    out.print(f"{proof.told(found)}.")
    if not given:
        out.print("Compare the commitment with the one that was shown when the game began, or name that: --commitment.")
