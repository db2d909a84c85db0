"""Marks that the condition of a unit may carry until the next turn begins, each with one sentence.

A mark is a word (`fought`), a word with a value (`landing=Caucasus`), or a word with further words behind it
(`bound infantry Lorraine`). The invariants refuse marks that are not declared.
"""

from __future__ import annotations

from .errors import RuleError

MARKS = {
    "combat": "moved in the combat move",
    "fought": "took part in a battle",
    "retreated": "retreated from a battle",
    "raid": "flies a strategic bombing raid",
    "landed": "aircraft that has landed for this turn",
    "captured": "piece taken over with its territory in this turn",
    "boarded": "transport that took units of another power aboard",
    "unloaded": "transport that has offloaded",
    "landing": "transport whose cargo waits to land in this territory",
    "ashore": "cargo of a transport that waits to land, by type",
    "seaborne": "came ashore in an amphibious assault",
    "supported": "ship that has bombarded the shore",
    "bound": "cargo that boarded from a contested territory: its type and that territory",
}


def declare_mark(word: str, text: str) -> str:
    """Declare a mark of a rule and return it; again, with the same sentence, is harmless."""
    if MARKS.setdefault(word, text) != text:
        raise RuleError(f"the mark {word!r} is declared already: {MARKS[word]}; choose another word")
    return word


def declared(mark: str) -> bool:
    """Return whether a mark, with or without a value, is declared."""
    return mark in MARKS or mark.partition("=")[0] in MARKS or mark.partition(" ")[0] in MARKS
