"""Why a unit rolls what it rolls in a battle: its effective number, and every edit that made it so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.picks import UnitEdit
from .columns import DICE, holds_in, meant, numbers, ordered
from .contest import Program
from .reading import in_round
from .volley import Piece, Repeat, Side, Volley


class Reason(NamedTuple):
    """An edit that changes a number in a roll: `by` is its rule or capability, `text` its words, if it has any.

    `value` is the number after it; `some` says that it holds for a number of units only (those paired with others).
    """

    by: str
    text: str
    value: int
    edit: UnitEdit
    some: bool = False


class Number(NamedTuple):
    """What a unit rolls in a step: dice that hit on `value` or less, `printed` being its number outside battles."""

    step: str
    volley: Volley
    printed: int
    value: int
    dice: int
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        why = ", ".join(dict.fromkeys(r.text or r.by or "an edit" for r in self.reasons))
        dice = f", {self.dice} dice" if self.dice != 1 else ""
        return f"{self.volley.stat} {self.value}{dice}" + (f" ({why})" if why else "")


def why_numbers(
    program: Program, side: Side, piece: Piece, own: Mapping[Piece, int], enemy: Mapping[Piece, int], round: int = 1
) -> list[Number]:
    """Return what one unit of a side rolls in each roll of a round of combat in which it rolls, with the reasons.

    `own` and `enemy` are the units of both sides (with the unit itself).
    """
    out = []
    for name, step in program.steps:
        now = in_round(step, round)
        if not isinstance(now, Volley) or now.side != side or not now.who.takes(piece):
            continue
        if not any(now.at.takes(p) for p in enemy) or not all(p.holds(own, enemy) for p in now.when):
            continue
        number = _number(name, now, piece, own, enemy)
        if number.value > 0:
            out.append(number)
    return out


def in_exchange(program: Program, side: Side, piece: Piece) -> int:
    """Return what a unit of a side hits on in an exchange of fire that only units of its role roll in; 0 if in none."""
    for _, step in program.steps:
        for volley in step.steps if isinstance(step, Repeat) else ():
            if volley.side == side and volley.who.marks and volley.who.takes(piece):
                return numbers(volley, piece, [e for e in volley.lifts if meant(e, piece)])[0]
    return 0


def _number(name: str, volley: Volley, piece: Piece, own: Mapping[Piece, int], enemy: Mapping[Piece, int]) -> Number:
    """Apply the edits that hold one after the other; those for some units only come last."""
    printed, _ = numbers(volley, piece)
    reasons: list[Reason] = []
    held: list[UnitEdit] = []
    edits = [e for e in ordered(volley.lifts) if meant(e, piece) and holds_in(e.when, volley, own, enemy, enemy)]
    for edit in sorted(edits, key=lambda e: e.when.per is not None):
        if edit.when.per is not None and not any(edit.when.per.takes(p) for p in own):
            continue
        before = numbers(volley, piece, held)
        after = numbers(volley, piece, [*held, edit])
        if after != before:
            held.append(edit)
            changed = after[0] if edit.column != DICE.get(volley.stat) else after[1]
            reasons.append(Reason(edit.by, edit.text, changed, edit, edit.when.per is not None))
    value, dice = numbers(volley, piece, held)
    return Number(name, volley, printed, min(value, 6), dice, tuple(reasons))
