"""State of a battle in mid-round: the steps still to come, used for live odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .volley import Piece, Side, Volley


class Owed(NamedTuple):
    """What is still to come of a volley while its losses are chosen: the hits they are chosen for, the dice that are
    rolled next, as columns (hits on, number of dice), and how many hits of those do no harm."""

    volley: Volley
    hits: int
    rows: tuple[tuple[int, int], ...] = ()
    spare: int = 0


class Midway(NamedTuple):
    """Where round `round` stands: in the step of this name (in its exchange of this number, if it is made of them).

    `fallen` are the units that fell in this round and still fire in it. Who is asked in the step whether he leaves is
    taken to stay.
    """

    round: int
    step: str
    fallen: Mapping[Side, Mapping[Piece, int]]
    owed: Owed | None = None
    exchange: int = 0
