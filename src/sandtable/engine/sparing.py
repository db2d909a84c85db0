"""Units that must be lost last: transports after warships, and a power's last infantry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from ..battle.volley import Pick, Side, Volley
from ..core.errors import No
from ..core.forces import Force, Stack, add, total

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Game

KEPT = No("{owner} must lose its other units before its last {unit}", "casualties.keep")


def in_line(battle: Battle, volley: Volley, lives: Force, hits: int) -> tuple[Force, Force, int]:
    """Split hits between units that may be chosen and those of the volley's `last`.

    Returns (hits that are sure, hits the units that may be chosen can take, how many of these must be chosen).
    """
    if volley.last is None:
        return {}, lives, hits
    behind = {s: n for s, n in lives.items() if volley.last.takes(battle.piece(s))}
    front = {s: n for s, n in lives.items() if s not in behind}
    if hits <= total(front):
        return {}, front, hits
    return front, behind, hits - total(front)


class Keeping:
    """The rule that each owner loses the last unit of `keep` only after all its other units."""

    def __init__(self, game: Game, battle: Battle, keep: Pick, side: Side, lives: Mapping[Stack, int]) -> None:
        self.game, self.battle, self.lives = game, battle, dict(lives)
        self.kept = {s: n for s, n in battle.units[side].items() if keep.takes(battle.piece(s))}
        spared = {s.owner for s in battle.reserve if keep.takes(battle.piece(s))}
        self.owners = [o for o in dict.fromkeys(s.owner for s in self.kept) if o not in spared]

    def _broken(self, chosen: Mapping[Stack, int]) -> str:
        """Return the owner whose last such unit would be lost too soon, or an empty name."""
        for owner in self.owners:
            if all(chosen.get(s, 0) >= n for s, n in self.kept.items() if s.owner == owner):
                if any(self.lives[s] > chosen.get(s, 0) for s in self._others(owner)):
                    return owner
        return ""

    def _others(self, owner: str) -> list[Stack]:
        return [s for s in self.lives if s.owner == owner and s not in self.kept]

    def test(self, chosen: Mapping[Stack, int]) -> None:
        """Raise `Illegal` if the casualties break the rule."""
        owner = self._broken(chosen)
        if owner:
            unit = next(self.game.rules.units[s.type].called(1) for s in self.kept if s.owner == owner)
            raise KEPT.error(self.game.rules.cite(KEPT.rule), unit=unit, owner=owner)

    def obey(self, chosen: Mapping[Stack, int]) -> Force:
        """Return the casualties with the fewest changes that the rule requires: the cheapest other units of all
        owners."""
        out = dict(chosen)
        while owner := self._broken(out):
            add(out, next(s for s in self.kept if s.owner == owner and out.get(s)), -1)
            able = [s for s in self.lives if self.lives[s] > out.get(s, 0) and (s.owner != owner or s not in self.kept)]
            free = (s for s in able if s not in self.kept or self._broken({**out, s: out.get(s, 0) + 1}) != s.owner)
            add(out, min(free, key=lambda s: (self.game.unit(s).cost, s)), 1)
        return out


WASTED = No("choose other casualties: a hit of the same fire would find no unit that it can take", "casualties.wasted")


class Unwasted:
    """The rule that hits of one salvo are assigned so that as many as possible are used (`Volley.salvo`).

    `pending` are the other hits still to be assigned; `sure` the hits that leave no choice, of this roll.
    """

    def __init__(
        self, battle: Battle, pending: Sequence[tuple[Volley, int]], side: Side, sure: Mapping[Stack, int]
    ) -> None:
        self.battle, self.pending = battle, [(v, n) for v, n in pending if v.side != side and n]
        self.lives = {s: n * battle.piece(s).hits for s, n in battle.units[side].items()}
        for stack, n in sure.items():
            self.lives[stack] -= n
        self._most: int | None = None

    def _usable(self, chosen: Mapping[Stack, int]) -> int:
        """Return how many pending hits can be used after these: the smallest cut between hits and units."""
        left = {s: n - chosen.get(s, 0) for s, n in self.lives.items()}
        best = None
        for picked in product((True, False), repeat=len(self.pending)):
            named = [v for (v, _), taken in zip(self.pending, picked, strict=True) if taken]
            room = sum(n for s, n in left.items() if any(v.at.takes(self.battle.piece(s)) for v in named))
            rest = sum(n for (_, n), taken in zip(self.pending, picked, strict=True) if not taken)
            best = room + rest if best is None else min(best, room + rest)
        return best or 0

    def obey(self, chosen: Mapping[Stack, int], lives: Mapping[Stack, int], order: Sequence[Stack]) -> Force:
        """Return these casualties if they waste no hit, else the first in this order that do not."""
        out = Force()
        for _ in range(total(chosen)):
            able = [s for s in order if lives[s] > out.get(s, 0)]
            add(out, max(able, key=lambda s: (self._usable({**out, s: out.get(s, 0) + 1}), -order.index(s))), 1)
        self._most = self._usable(out)
        return dict(chosen) if self._usable(chosen) >= self._most else out

    def test(self, chosen: Mapping[Stack, int]) -> None:
        """Raise `Illegal` if the casualties waste a hit that could be used."""
        if self._most is not None and self._usable(chosen) < self._most:
            raise WASTED.error(self.battle.game.rules.cite(WASTED.rule))
