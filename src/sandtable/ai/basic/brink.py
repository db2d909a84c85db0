"""The end of the round: what decides whether a side then wins by what it holds, such as production or cities.

The question is put to the rules with other owners of territories, so that it holds for every condition of victory that
is checked then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...engine.memory import ACTING
from .supposing import supposing

if TYPE_CHECKING:
    from ...engine.game import Game
    from .view import View


class Brink(NamedTuple):
    """What the end of the round means for a power in its turn.

    `breaks` are the enemy territories without which the enemy does not win then: each with the share that it takes of
    what the enemy can spare, 1 if it is enough. `keep` are those of this side of which the loss of a single one gives
    the win to the enemy or takes it from this side. `later` are the enemies that still move in this round; `final` says
    that no ally does.
    """

    breaks: dict[str, float]
    keep: frozenset[str]
    later: frozenset[str]
    final: bool

    def safe(self, view: View, space: str) -> bool:
        """Return whether no enemy can capture a space before the round ends."""
        row = view.threats.get(space, {})
        return not any(power in self.later and units[2] for power, units in row.items())


#: Nothing that decides the round is in reach.
OPEN = Brink({}, frozenset(), frozenset(), False)


def verdict(game: Game, changes: Mapping[str, str]) -> str:
    """Return the side that would win if the round ended now with other owners of some territories; "" for none."""
    state, victory, turn = game.state, game.rules.q.victory, game.state.turn
    acting = ACTING.get(state) if ACTING.stored(state) else None
    with supposing(game, changes):
        try:
            state.turn = len(state.order) - 1
            if acting is not None:
                ACTING.set(state, [])
            won = victory(game, "turn_end") or victory(game, "round_end")
        finally:
            state.turn = turn
            if acting is not None:
                ACTING.set(state, acting)
    return won[0] if won is not None else ""


def turns_the_round(game: Game, power: str, space: str) -> bool:
    """Return whether a power that captures a space now prevents that the enemy wins as the round ends, or wins then."""
    side, before, after = game.sides[power], verdict(game, {}), verdict(game, {space: power})
    return after != before and (after == side or before not in ("", side))


def brink(view: View) -> Brink:
    """Return what the end of the round means for the power of a view."""
    game, power = view.game, view.power
    coming = set(game.state.order[game.state.turn + 1 :])
    after = {p.name for p in game.rules.powers.values() if (p.turn_with or p.name) in coming}
    later = frozenset(after & view.foes)
    leader, side = verdict(game, {}), game.sides[power]
    breaks = _breaks(view, leader) if leader not in ("", side) else {}
    keep = frozenset(_kept(view, leader, later)) if later and leader in ("", side) else frozenset[str]()
    return Brink(breaks, keep, later, not after - view.foes)


def _breaks(view: View, leader: str) -> dict[str, float]:
    """Return the territories of a side that wins as the round ends, with their shares of what it can spare."""
    game, power, value = view.game, view.power, view.value
    held = [s for s, owner in view.owner.items() if owner in view.foes and s in value]
    out = {s: 1.0 for s in held if verdict(game, {s: power}) != leader}
    for name, row in game.rules.typed("goals").items():
        counted = [s for s in row.of if s in held] if (row.side or name) == leader else []
        if len(counted) >= max(1, row.hold):
            return dict.fromkeys(counted, 1 / (len(counted) - row.hold + 1)) | out
    lost: dict[str, str] = {}
    for space in sorted((s for s in held if value[s]), key=lambda s: (value[s], s)):
        lost[space] = power
        if verdict(game, lost) != leader:
            break
    spare = sum(value[s] for s in lost)
    return {s: min(1.0, value[s] / spare) for s in held if value[s]} | out


def _kept(view: View, leader: str, later: frozenset[str]) -> list[str]:
    """Return the territories of this side that enemies of this round can attack and that decide it."""
    game, against = view.game, min(later)
    near = [
        space
        for space, rows in view.threats.items()
        if view.is_land[space] and view.friendly(space) and any(p in later and row[2] for p, row in rows.items())
    ]
    if leader:
        risky = near if verdict(game, dict.fromkeys(near, against)) != leader else []
        return [s for s in risky if verdict(game, {s: against}) != leader]
    counted = [s for s in near if view.value[s] >= view.foe_lacks or s in view.vital]
    return [s for s in counted if verdict(game, {s: against}) == game.sides[against]]
