"""State of a battle in mid-round: the steps still to come, used for live odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .volley import Piece, Side, Volley


class Owed(NamedTuple):
    """The rest of a volley while its casualties are chosen: the hits to resolve now, the dice rolled next as columns
    (hits on, number of dice), and how many of their hits have no effect."""

    volley: Volley
    hits: int
    rows: tuple[tuple[int, int], ...] = ()
    spare: int = 0


class Waiting(NamedTuple):
    """Hits that wait for the `Deal` of their round: those that the firer directs, those that can be canceled, and the
    others."""

    volley: Volley
    aimed: int
    loose: int
    usual: int


class Midway(NamedTuple):
    """The position within round `round`: the step of this name, and within it the exchange of this number if it has
    exchanges.

    `fallen` are the units that fell in this round and still fire in it. A side
    that may retreat in the current step is assumed to stay. `waiting` are the hits of rolls that wait, and `canceled`
    how many hits attacker and defender have canceled so far.
    """

    round: int
    step: str
    fallen: Mapping[Side, Mapping[Piece, int]]
    owed: Owed | None = None
    exchange: int = 0
    waiting: tuple[Waiting, ...] = ()
    canceled: tuple[int, int] = (0, 0)
