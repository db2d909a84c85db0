"""Estimate how allies can help before the enemy moves: by a follow-up attack or by reinforcing a territory.

The estimate uses current unit positions and is discounted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from .chart import FAR
from .odds import shares

if TYPE_CHECKING:
    from .view import View

#: Weight of what allies could do: of an attack, and of reinforcements.
STRIKE, STAND = 0.8, 0.8
NOBODY = (0.0, 0.0)
#: Estimated values of a landed unit: attack pips, defense pips, cost.
SOLDIER = (1.2, 2.0, 3.5)


class Strike(NamedTuple):
    """The attack that an ally could make on a space: pips, hit points, units that can capture, and cost in IPCs."""

    pips: float
    hits: float
    takers: float
    worth: float


class Allies:
    """The allies of a power, in the order of their next turns."""

    def __init__(self, view: View) -> None:
        # copied from the view, because a reference cycle would keep both alive until garbage collection
        self.chart, self.sea, self.sea_near = view.chart, view.sea, view.rules.sea_near
        self.owner, self.foes, self.theirs = view.owner, view.foes, view.theirs
        self.makers, self.threats, self.capitals = view.makers, view.threats, view.capitals
        self.ipcs = view.state.ipcs
        order, turn = view.state.order, view.state.turn
        #: the powers that move before this power's next turn
        self.next = [*order[turn + 1 :], *order[:turn]]
        self.units = [row for row in view.friends if row[1].owner in self.next]
        #: the land units that defend: where they are, whose they are, their movement, defense pips, and hit points
        self.armies = [
            (at, stack.owner, unit.move, n * unit.defense, n * unit.hits)
            for at, stack, n, unit in self.units
            if unit.kind == "land" and unit.defense
        ]
        self._strikes: dict[str, list[tuple[str, Strike]]] = {}
        self._stands: dict[str, dict[str, tuple[float, float]]] = {}
        self._fields: Mapping[str, int] | None = None
        self.ferries = [
            (at, stack, n, unit) for at, stack, n, unit in self.units if unit.carries and unit.kind == "sea"
        ]

    def before(self, foe: str) -> list[str]:
        """Return the allies that move before an enemy."""
        upto = self.next.index(foe) if foe in self.next else len(self.next)
        return [p for p in self.next[:upto] if p not in self.foes]

    # --- consecutive attacks ------------------------------------------------------------------------------------------

    def strikes(self, space: str, foe: str) -> list[Strike]:
        """Return the attacks that allies can make on a space before an enemy moves, in order."""
        rows = self._strikes.get(space)
        if rows is None:
            rows = self._strikes[space] = self._find_strikes(space)
        if not rows:
            return []
        first = self.before(foe)
        return [strike for power, strike in rows if power in first]

    def _find_strikes(self, space: str) -> list[tuple[str, Strike]]:
        found: dict[str, list[float]] = {}
        air, land = self.chart.air[space], self.chart.land[space]
        for at, stack, n, unit in self.units:
            row: list[float] = [n * unit.attack * unit.attack_dice, n * unit.hits, 0, n * unit.cost]
            if unit.kind == "air":
                if not unit.attack or air.get(at, FAR) + self._home(space) > unit.move:
                    continue
            elif unit.kind == "land":
                if not unit.attack or land.get(at, FAR) > unit.move or not self._open(at, space):
                    continue
                row[2] = n if "captures" in unit.tags else 0
            else:
                continue
            _add(found, stack.owner, row)
        for owner, landed in self._landed(space).items():
            _add(found, owner, [SOLDIER[0] * landed, landed, landed, SOLDIER[2] * landed])
        return [
            (p, Strike(STRIKE * pips, STRIKE * hits, takers, STRIKE * worth))
            for p in self.next
            if p in found
            for pips, hits, takers, worth in (found[p],)
        ]

    def _home(self, space: str) -> int:
        """Return the distance from a space to the nearest landing field of this side."""
        if self._fields is None:
            fields = [s for s, owner in self.owner.items() if owner is not None and owner not in self.foes]
            self._fields = self.chart.air.nearest(fields)
        return self._fields.get(space, FAR)

    def _open(self, start: str, space: str) -> bool:
        """Return whether the route to a space is free."""
        near = self.chart.land[start]
        if near.get(space, FAR) <= 1:
            return True
        return any(
            near.get(s) == 1 and self.owner.get(s) is not None and (s not in self.theirs or not self.theirs[s].hits)
            for s in self.chart.land.near[space]
        )

    def _landed(self, space: str) -> dict[str, int]:
        """Return how many land units each ally could land in a space."""
        out: dict[str, int] = {}
        shores = [z for z in self.sea_near[space] if z not in self.theirs or not self.theirs[z].hits]
        if not shores:
            return out
        room: dict[str, int] = {}
        aboard: dict[str, int] = {}
        docks: dict[str, dict[str, None]] = {}
        for zone, stack, n, unit in self.ferries:
            assert unit.carries is not None
            steps = min(self.sea[zone].get(z, FAR) for z in shores)
            if steps > unit.move:
                continue
            owner = stack.owner
            room[owner] = room.get(owner, 0) + n * unit.carries.places
            aboard[owner] = aboard.get(owner, 0) + n * len(stack.cond.cargo)
            near = docks.setdefault(owner, {})
            for z in (zone, *self.sea.near[zone]) if steps < unit.move else (zone,):
                if min(self.sea[z].get(s, FAR) for s in shores) + self.sea[zone][z] <= unit.move:
                    near.update(dict.fromkeys(self.chart.coasts[z]))
        for owner, capacity in room.items():
            waiting = sum(
                n
                for at, stack, n, unit in self.units
                if stack.owner == owner and at in docks[owner] and at != space and "captures" in unit.tags
            )
            out[owner] = min(capacity, aboard[owner] + waiting)
        return {owner: n for owner, n in out.items() if n}

    def finish(
        self, space: str, foe: str, defense: float, hits: float, worth: float, prize: float, zeal: float
    ) -> tuple[float, float]:
        """Return (expected IPCs, chance to capture) of consecutive allied attacks on a space with this defense."""
        gains, lost = 0.0, 1.0
        for strike in self.strikes(space, foe):
            if hits <= 0.3:
                return (gains + lost * prize, 1.0) if strike.takers else (gains, 1 - lost)
            chance, own, theirs = shares(strike.pips, strike.hits, defense, hits)
            takes = chance if strike.takers else 0.0
            gain = zeal * theirs * worth - own * strike.worth + takes * prize
            if gain <= 0:
                continue
            gains += lost * gain
            lost *= 1 - takes
            if lost < 0.2:
                break
            defense, hits, worth = defense * (1 - theirs), hits * (1 - theirs), worth * (1 - theirs)
        return gains, 1 - lost

    # --- reinforcing --------------------------------------------------------------------------------------------------

    def stand(self, space: str, foe: str) -> tuple[float, float]:
        """Return the (defense pips, hit points) that allies may add to a space before an enemy moves."""
        rows = self._stands.get(space)
        if rows is None:
            rows = self._stands[space] = self._find_stands(space)
        if not rows:
            return NOBODY
        first = [rows[p] for p in self.before(foe) if p in rows]
        return STAND * sum(r[0] for r in first), STAND * sum(r[1] for r in first)

    def _find_stands(self, space: str) -> dict[str, tuple[float, float]]:
        found: dict[str, tuple[float, float]] = {}
        land = self.chart.land[space]
        for at, owner, move, defense, hits in self.armies:
            if at == space or land.get(at, FAR) > move or not self._spare(at, owner):
                continue
            row = found.get(owner, NOBODY)
            found[owner] = row[0] + defense, row[1] + hits
        for owner, landed in self._landed(space).items():
            row = found.get(owner, NOBODY)
            found[owner] = row[0] + SOLDIER[1] * landed, row[1] + landed
        owner = self.capitals.get(space, "")
        if owner in self.next and self.owner.get(space) == owner and self.makers.get(space) == owner:
            row, bought = found.get(owner, NOBODY), self.ipcs[owner] / SOLDIER[2]
            found[owner] = row[0] + SOLDIER[1] * bought, row[1] + bought
        return found

    def _spare(self, space: str, owner: str) -> bool:
        """Return whether an ally's units may leave a space."""
        return self.makers.get(space) != owner or not self.threats.get(space)


def _add(found: dict[str, list[float]], owner: str, row: list[float]) -> None:
    sums = found.get(owner)
    if sums is None:
        found[owner] = row
    else:
        for i, n in enumerate(row):
            sums[i] += n
