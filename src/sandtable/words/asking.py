"""Decisions that a rule asks for, with the forms of their answers."""

from __future__ import annotations

from ..core.decisions import Allocate, Amount, Choose, Confirm, Decision, Limit, PickSpace, PickUnits, Together
from ..core.decisions import Option as Choice
from ..engine.asking import confirm, of_each, one_of, purchased
from ..rules.points import declare_decision

__all__ = [
    "Allocate", "Amount", "Choice", "Choose", "Confirm", "Decision", "Limit", "PickSpace", "PickUnits", "Together",
    "confirm", "declare_decision", "of_each", "one_of", "purchased",
]  # fmt: skip
