"""Marks that the condition of a unit may carry until the next turn begins, each with one sentence.

A mark is a word (`fought`), a word with a value (`landing=Caucasus`), or a word with further words behind it
(`bound infantry Lorraine`). The invariants refuse marks that are not declared.
"""

from __future__ import annotations

from .errors import RuleError

MARKS = {
    "combat": "moved in the combat move",
    "just_hit": "damaged in this round of combat, with the number of hits: it rolls as before until the round ends",
    "fought": "took part in a battle",
    "engaged": "took part in a battle of its own kind, and stays out of the others there in this turn",
    "retreated": "retreated from a battle",
    "raid": "flies a strategic bombing raid",
    "landed": "aircraft that has landed for this turn",
    "captured": "piece taken over with its territory in this turn",
    "boarded": "transport that took units of another power aboard",
    "unloaded": "transport that has offloaded",
    "carried": "unit carried along on land or in the air, by the type of what carried it",
    "drops": "aircraft that drops units it carries",
    "landing": "transport whose cargo waits to land in this territory",
    "ashore": "cargo of a transport that waits to land, by type",
    "seaborne": "came ashore in an amphibious assault",
    "supported": "ship that has bombarded the shore",
    "fitted": "transport whose cargo has something that lasts: its type, a number, and what it has",
    "aloft": "aircraft on patrol over a sea zone, which needs no carrier there",
    "bound": "cargo that boarded from a contested territory: its type and that territory",
    "hauled": "land unit that has taken others along in this turn",
}

#: The mark, with the number of hits, of units that roll as before their damage until the round of combat ends.
JUST_HIT = "just_hit"
#: The mark of transports that carry refitted units; its value is the type, a number, and the mark of the unit.
FITTED = "fitted"
#: The mark of aircraft on patrol over a sea zone: they need no place on a carrier there.
ALOFT = "aloft"
#: The mark of units that stay out of the other battles in their space in this turn.
ENGAGED = "engaged"


def declare_mark(word: str, text: str) -> str:
    """Declare a mark of a rule and return it; again, with the same sentence, is harmless."""
    if MARKS.setdefault(word, text) != text:
        raise RuleError(f"the mark {word!r} is declared already: {MARKS[word]}; choose another word")
    return word


def declared(mark: str) -> bool:
    """Return whether a mark, with or without a value, is declared."""
    return mark in MARKS or mark.partition("=")[0] in MARKS or mark.partition(" ")[0] in MARKS
