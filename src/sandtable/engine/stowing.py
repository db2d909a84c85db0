"""Stowing units aboard transports outside their own moves: which units fit, which are worth most, and loading them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from ..core.errors import Illegal
from ..core.forces import Force, Stack, add
from .battles import Battle, take_off
from .board import cargo_room

if TYPE_CHECKING:
    from ..battle.volley import Side
    from .game import Game


class Holds:
    """One transport and its remaining capacity."""

    def __init__(self, game: Game, stack: Stack) -> None:
        self.game, self.stack = game, stack

    def takes(self, cargo: Iterable[str], kind: str) -> bool:
        """Return whether one more unit of a type fits with this cargo."""
        aboard = (*self.stack.cond.cargo, *(("", k) for k in cargo))
        return cargo_room(self.game, self.stack.with_(self.stack.cond._replace(cargo=aboard)), kind)

    def bulk(self, kind: str) -> int:
        carries = self.game.unit(self.stack).carries
        return carries.loads.get(kind, 0) if carries else 0


def holds(game: Game, zone: str, owners: Collection[str]) -> list[Holds]:
    """Return the transports of these powers in a zone, one by one."""
    return [
        Holds(game, stack)
        for stack, n in sorted(game.state.at(zone).items())
        if stack.owner in owners and game.unit(stack).carries
        for _ in range(n)
    ]


def stowed(ships: list[Holds], kinds: Iterable[str]) -> list[list[str]] | None:
    """Return the load of each transport so that all these units fit, largest first, or None if they do not fit."""
    out: list[list[str]] = [[] for _ in ships]
    for kind in sorted(kinds, key=lambda k: (-max((h.bulk(k) for h in ships), default=0), k)):
        place = next((i for i, h in enumerate(ships) if h.takes(out[i], kind)), None)
        if place is None:
            return None
        out[place].append(kind)
    return out


def fits(ships: list[Holds], kinds: Iterable[str]) -> bool:
    """Return whether all these units fit."""
    return stowed(ships, kinds) is not None


def each(force: Mapping[Stack, int]) -> list[str]:
    """Return the type of each unit of a force."""
    return [stack.type for stack, n in force.items() for _ in range(n)]


def stowable(ships: list[Holds], land: Force) -> int:
    """Return the maximum number of units that fit: the smallest ones."""
    kinds = sorted(each(land), key=lambda k: (max((h.bulk(k) for h in ships), default=0), k))
    n = 0
    while n < len(kinds) and fits(ships, kinds[: n + 1]):
        n += 1
    return n


def costliest(game: Game, land: Force, ships: list[Holds]) -> Force:
    """Return a full load, starting with the units that cost most for their size."""
    out: Force = {}
    for stack in sorted(land, key=lambda s: (-game.unit(s).cost / max(1, _bulk(ships, s.type)), s)):
        for _ in range(land[stack]):
            if fits(ships, [*each(out), stack.type]):
                add(out, stack, 1)
    return out


def _bulk(ships: list[Holds], kind: str) -> int:
    return max((h.bulk(kind) for h in ships), default=1)


def check_load(
    ships: list[Holds], land: Force, zone: str, must: bool, fit: str, full: str, chosen: Mapping[Stack, int]
) -> None:
    """Raise `Illegal` for a load that does not fit (rule `fit`), or, with `must`, that leaves room (rule `full`)."""
    aboard = each(chosen)
    if not fits(ships, aboard):
        raise Illegal(f"the transports in {zone} do not have enough capacity", fit)
    for stack, n in land.items() if must else ():
        if n > chosen.get(stack, 0) and fits(ships, [*aboard, stack.type]):
            raise Illegal(f"there is room for another {stack.type}: every unit that can retreat must do so", full)


def embark(game: Game, battle: Battle, side: Side, zone: str, ships: list[Holds], chosen: Mapping[Stack, int]) -> None:
    """Move units of a side from a battle onto transports; they may offload on their owner's next turn."""
    owner = next(iter(chosen)).owner
    take_off(game, battle, side, chosen)
    for ship, kinds in zip(ships, stowed(ships, each(chosen)) or (), strict=False):
        if kinds:
            cargo = tuple(sorted((*ship.stack.cond.cargo, *((owner, kind) for kind in kinds))))
            game.state.turn_into(zone, ship.stack, ship.stack.cond._replace(cargo=cargo), 1)
