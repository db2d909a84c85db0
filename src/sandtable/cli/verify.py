"""`sandtable verify-dice`: roll every die of a saved game again from its seed."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.text import Text

from ..engine import save
from ..server import proof
from . import common


def verify_dice(file: Path, /, *, commitment: str = "", json: common.Json = False) -> int:
    """Verify the dice of a saved game by rolling them all again.

    Recomputes the dice from the seed and salts alone, replays the game, and checks that every roll matches. Exits
    with 1 if anything differs.

    Parameters
    ----------
    file
        A saved game. For an online game, download it from the server when the game is over.
    commitment
        The commitment (SHA-256 of the seed) that the server published at the start of the game.
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
    rolls = common.table("roll", "answer", "dice", "purpose", right=(0, 1))
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
        out.print(
            "Compare this commitment with the one published when the game began, or pass that one with --commitment."
        )
