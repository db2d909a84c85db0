"""The numbers of units as they are now, with the reasons: technologies, advantages, and what else holds for a power."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.forces import FRESH
from ..core.picks import UnitEdit
from ..rules.conditional import of_technology
from ..rules.when_text import predicate, tails, window_text

if TYPE_CHECKING:
    from ..core.units import UnitType
    from .game import Game


class Numbers(NamedTuple):
    """A unit type of an owner: its numbers now, and a sentence for each edit that holds only for that owner.

    With `damage` or `marks`, the numbers are those of units that have taken hits or have been refitted.
    """

    owner: str
    unit: UnitType
    notes: tuple[str, ...]
    damage: int = 0
    marks: tuple[str, ...] = ()


def special(game: Game) -> list[Numbers]:
    """Return the unit types whose numbers are not those of every power, or depend on what a power holds."""
    rules = game.rules
    edits: tuple[UnitEdit, ...] | None = rules.cache.get("special_edits")
    if edits is None:
        every = [*(e for t in rules.technologies.values() for e in of_technology(t)), *rules.unit_edits]
        found = [e for e in every if e.of.holds or e.of.owners or e.when.holds or e.when.owners]
        edits = rules.cache["special_edits"] = tuple(dict.fromkeys(found))
    if not edits:
        return []
    out = []
    for owner in (*rules.powers, *rules.tables["armies"]):
        held = game.state.techs.get(owner, ())
        mine = [e for e in edits if _holds(game, e, owner)]
        for unit in rules.units.values() if mine else ():
            notes = tuple(dict.fromkeys(_note(game, e, held) for e in mine if e.of.means(unit)))
            if notes:
                out.append(Numbers(owner, game.stats(owner, unit.id), notes))
    return out


def conditioned(game: Game) -> list[Numbers]:
    """Return the numbers of the damaged and refitted units on the board, with the reasons."""
    rules = game.rules
    if not rules.formed and not rules.refitted:
        return []
    there = {
        (s.owner, s.type, s.cond.damage, tuple(m for m in s.cond.marks if m in rules.refitted))
        for force in game.state.forces.values()
        for s in force
        if s.cond.damage or (rules.refitted and not rules.refitted.isdisjoint(s.cond.marks))
    }
    out = []
    for owner, type, damage, marks in sorted(there):
        held, unit = game.state.techs.get(owner, ()), game.stats(owner, type)
        fits = [e for e in rules.unit_edits if e.of_condition and e.of.means(unit) and e.fits(marks, damage)]
        mine = [e for e in fits if e.column != "tags" and _holds(game, e, owner)]
        cond = FRESH._replace(damage=damage, marks=marks)
        now = rules.formed_as(unit, owner, held, max(1, game.state.round), "", cond)
        notes = dict.fromkeys(_damaged(_note(game, e, held)) if e.when.damaged else _note(game, e, held) for e in mine)
        out.append(Numbers(owner, now, tuple(notes), damage, marks))
    return out


def _damaged(note: str) -> str:
    return f"Damaged: {note[:1].lower()}{note[1:]}"


def _holds(game: Game, edit: UnitEdit, owner: str) -> bool:
    held = game.state.techs.get(owner, ())
    if (edit.of.owners and owner not in edit.of.owners) or not all(c in held for c in edit.of.holds):
        return False
    when = edit.when._replace(places=()) if edit.when.places else edit.when
    return when.known(owner, held, max(1, game.state.round), "")


def _note(game: Game, edit: UnitEdit, held: object) -> str:
    """Return an edit in words, such as “Super Armor: attack at 4 in the first round of combat”."""
    tables, when = game.rules.tables, edit.when
    names = [game.rules.technologies[c].name for c in (*edit.of.holds, *when.holds)]
    text = " ".join(
        t for t in (predicate(edit, tables), window_text(when.battle_rounds, "combat"), *tails(when, tables)) if t
    )
    if when.marks:
        text += f" (only if {' or '.join(mark.replace('_', ' ') for mark in when.marks)})"
    return f"{', '.join(names)}: {text}" if names else text[:1].upper() + text[1:]
