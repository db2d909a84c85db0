"""Units that must be lost last: transports after warships, and a power's last infantry."""

from __future__ import annotations

from collections.abc import Mapping
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
        """Return the casualties with the fewest changes that the rule requires."""
        out = dict(chosen)
        while owner := self._broken(out):
            other = min(
                (s for s in self._others(owner) if self.lives[s] > out.get(s, 0)),
                key=lambda s: (self.game.unit(s).cost, s),
            )
            add(out, other, 1)
            add(out, next(s for s in self.kept if s.owner == owner and out.get(s)), -1)
        return out
