"""Typed structs that describe open decisions to clients, with help for their answers; see `wire`.

Answers travel as the canonical text of the decision's form (see `core.decisions`), with the id of the decision.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..core.structs import learn


class ConfirmForm(msgspec.Struct, frozen=True, tag_field="form", tag="confirm"):
    """Answer: ``yes`` or ``no``."""


class Option(msgspec.Struct, frozen=True):
    key: str
    text: str


class ChooseForm(msgspec.Struct, frozen=True, tag_field="form", tag="choose"):
    """Answer: the key of an option."""

    options: list[Option]


class PickSpaceForm(msgspec.Struct, frozen=True, tag_field="form", tag="pick_space"):
    """Answer: the name of a space, or ``none`` if that is an option."""

    options: list[Option]


class AmountForm(msgspec.Struct, frozen=True, tag_field="form", tag="amount"):
    """Answer: a whole number from `low` to `high`, or the word `zero` for none, unless `zero` is empty."""

    low: int
    high: int
    unit: str
    zero: str


class PickRow(msgspec.Struct, frozen=True):
    """Up to `count` units to choose from, or that many hits of fewer `units`. In the answer, write a number followed by
    `stem`."""

    type: str
    owner: str
    count: int
    units: int
    text: str
    stem: str


class PickUnitsForm(msgspec.Struct, frozen=True, tag_field="form", tag="pick_units"):
    """Answer: ``2 infantry, 1 armor`` (number and `stem`), `low` to `high` units in all; ``nothing`` for none."""

    units: list[PickRow]
    low: int
    high: int


class AllocateKey(msgspec.Struct, frozen=True):
    key: list[str]
    most: int


class AllocateLimit(msgspec.Struct, frozen=True):
    """The sum of weight times number may be at most `most`; `weights` in the order of the keys."""

    text: str
    most: int
    weights: list[int]


class AllocateForm(msgspec.Struct, frozen=True, tag_field="form", tag="allocate"):
    """Answer: ``2 infantry > Russia, 1 fighter > Germany`` (number and key, joined by `` > ``), or ``nothing``."""

    keys: list[AllocateKey]
    limits: list[AllocateLimit]


class Movable(msgspec.Struct, frozen=True):
    """Units of the deciding power that can move from a space; see `PickRow` for `stem`."""

    space: str
    type: str
    owner: str
    count: int
    text: str
    stem: str


class MovesForm(msgspec.Struct, frozen=True, tag_field="form", tag="moves"):
    """Answer: ``2 infantry, 1 armor: Germany > Eastern Europe`` with the whole route, followed by `` [mission]`` if it
    has one; or ``done`` (only if `may_end`).

    `why`: why the phase cannot end yet; `must`: units that must move first, as far as they are known."""

    movable: list[Movable]
    may_end: bool
    why: str = ""
    must: list[Movable] = []


Form = ConfirmForm | ChooseForm | PickSpaceForm | AmountForm | PickUnitsForm | AllocateForm | MovesForm


class Question(msgspec.Struct, frozen=True):
    """An open decision, as seen by the power that must make it.

    `context`: plain facts, such as costs or the space of the battle.
    """

    id: int
    kind: str
    power: str
    prompt: str
    rule: str
    form: Form
    context: dict[str, Any]


class Way(msgspec.Struct, frozen=True):
    """A route that up to `most` units may take. `attack`: whether it ends in a battle or captures a territory."""

    path: list[str]
    most: int
    mission: str
    attack: bool


class WaysRow(msgspec.Struct, frozen=True):
    """The routes of the units in one row of a `MovesForm`."""

    movable: Movable
    ways: list[Way]


class Advice(msgspec.Struct, frozen=True):
    """The computer's suggested answer, as answer text, and in sentences why (empty if it cannot tell)."""

    decision: int
    text: str
    why: str = ""


class OddsBrief(msgspec.Struct, frozen=True):
    """Short form of a battle's odds. If there are none, `text` says why."""

    space: str
    attack: str
    defend: str
    attacker_wins: float
    captured: float
    draw: float
    attacker_loss: float
    defender_loss: float
    text: str


learn(globals())
