"""Retreat policies: what the solver assumes where the referee would ask the player.

A policy is looked up by the name of a `Leave` step; without one, no units leave in that step. It sees the round and
both sides,
and says whether all units that may leave in that step do so. After round `settles` its answer no longer depends on the
round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from ..core.errors import RuleError
from .volley import Pick, Piece

Pieces = Mapping[Piece, int]


class Departure(Protocol):
    """A policy that decides by the current units of both sides, `own` and `enemy`."""

    @property
    def settles(self) -> int: ...
    def leaves(self, round: int, own: Pieces, enemy: Pieces) -> bool: ...


class AfterRounds(NamedTuple):
    """Retreat at the first opportunity after `rounds` rounds."""

    rounds: int

    @property
    def settles(self) -> int:
        return self.rounds

    def leaves(self, round: int, own: Pieces, enemy: Pieces) -> bool:
        return round >= self.rounds


class OnlyAir(NamedTuple):
    """Retreat when only aircraft are left."""

    @property
    def settles(self) -> int:
        return 0

    def leaves(self, round: int, own: Pieces, enemy: Pieces) -> bool:
        return all(p.unit.kind == "air" for p in own if not p.aside)


class FewerThan(NamedTuple):
    """Retreat when fewer than `least` units of `who` are left."""

    least: int
    who: Pick = Pick(kinds=("land",))

    @property
    def settles(self) -> int:
        return 0

    def leaves(self, round: int, own: Pieces, enemy: Pieces) -> bool:
        return sum(n for p, n in own.items() if self.who.takes(p)) < self.least


class OddsBelow(NamedTuple):
    """Retreat when the attacker's probability of winning, fought to the end, is below `odds`.

    The solver works these probabilities out itself; on any side they are the attacker's.
    """

    odds: float

    @property
    def settles(self) -> int:
        return 0


class Assigning(NamedTuple):
    """In a step that gives units a role: `all` that may get it do, or `none`."""

    how: str

    @property
    def settles(self) -> int:
        return 0


#: Who leaves when, and who gets a role.
Policy = Departure | OddsBelow | Assigning


_FORMS = "never, rounds N, only air, fewer than N land, odds below P"


def parse_policy(text: str) -> Policy | None:
    """Return the policy for a text, None for `never`; raise `RuleError` with the accepted forms.

    >>> parse_policy("rounds 2")
    AfterRounds(rounds=2)
    >>> parse_policy("odds below 40%")
    OddsBelow(odds=0.4)
    """
    words = " ".join(text.lower().split())
    if words in ("never", "to the end", "no"):
        return None
    if words in ("only air", "air", "air only"):
        return OnlyAir()
    if match := re.fullmatch(r"(?:after )?(?:rounds? )?(\d{1,4})(?: rounds?)?", words):
        if int(match[1]) > 0:
            return AfterRounds(int(match[1]))
    if match := re.fullmatch(r"(?:fewer than |land ?< ?)(\d{1,4})(?: land(?: units?)?)?", words):
        return FewerThan(int(match[1]))
    if match := re.fullmatch(r"odds (?:below |< ?)(\d+(?:\.\d+)?|\.\d+)( ?%)?", words):
        odds = float(match[1]) / (100 if match[2] else 1)
        if odds <= 1:
            return OddsBelow(odds)
    raise RuleError(f"{text!r} is not a retreat policy; write one of: {_FORMS}")
