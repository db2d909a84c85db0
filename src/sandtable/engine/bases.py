"""Bases (table `bases`): yards for new ships and repair, harbors and airfields that lengthen moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import No
from ..core.events import declare_event
from ..core.forces import Stack
from .board import NONCOMBAT
from .memory import OWNERS

if TYPE_CHECKING:
    from .game import Game

NOT_A_HARBOR = No("a ship moves one more sea zone only from one naval base to another", "base.harbor")
declare_event("repaired", "{power} repairs {force} in {space}")


def base_zones(game: Game, base: str) -> tuple[str, ...]:
    """Return the sea zones that a naval base serves: those on its list, or all adjacent ones if a switch says so
    (great_war.R42, R43)."""
    row = game.rules.tables["bases"][base]
    if not row.get("zones") or game.rules.switches.get("bases_serve_touching_zones"):
        return tuple(game.rules.sea_near[base])
    return tuple(row["zones"])


def active(game: Game, base: str) -> str | None:
    """Return the power of a naval base, unless an enemy has captured its territory (great_war.R44)."""
    power, holder = game.rules.spaces[base].owner, game.state.owner.get(base)
    if power is None or (holder is not None and game.sides[holder] != game.sides[power]):
        return None
    return power


def own_bases(game: Game, power: str) -> list[str]:
    """Return the naval bases of a power, by original owner, in territories it controls (great_war.R86)."""
    spaces, owner = game.rules.spaces, game.state.owner
    return [b for b in of_kind(game, "yard") if spaces[b].owner == power and owner.get(b) == power]


def of_kind(game: Game, kind: str) -> tuple[str, ...]:
    """Return the territories with a base of a kind."""
    return tuple(b for b, row in game.rules.typed("bases").items() if kind in row.kinds)


def usable(game: Game, power: str, kind: str) -> frozenset[str]:
    """Return the bases of a kind in territories that the side of a power has controlled since the start of the turn
    (pacific.R43.3, R52.1)."""
    key = ("usable", power, kind)
    found: frozenset[str] | None = game.found.get(key)
    if found is None:
        before, now, friends = OWNERS.get(game.state), game.state.owner, game.friends(power)
        found = game.found[key] = frozenset(
            b for b in of_kind(game, kind) if now.get(b) in friends and before.get(b, now.get(b)) in friends
        )
    return found


def harbors(game: Game, power: str, zone: str, kind: str = "harbor") -> set[str]:
    """Return the harbors (or bases of another kind) of the side of a power that serve a sea zone."""
    return {b for b in usable(game, power, kind) if zone in base_zones(game, b)}


def ports(game: Game, power: str, zone: str, of_allies: bool = True, kind: str = "harbor") -> frozenset[str]:
    """Return the friendly harbors (or bases of another kind) that serve a sea zone: of the side of a power, or only
    those of its own territories."""
    flag = game.rules.flag_of
    mine = (b for b in harbors(game, power, zone, kind) if of_allies or flag(game.state.owner[b] or "") == flag(power))
    return frozenset(mine)


def harbor_reach(game: Game, stack: Stack, zone: str, phase: str) -> int:
    """Return the movement of a ship: one more in noncombat movement that starts at a harbor (pacific.R43)."""
    move = game.unit(stack, zone).move
    longer = phase == NONCOMBAT and not stack.cond.moved and bool(harbors(game, stack.owner, zone))
    return move + 1 if longer else move


def harbor_end(game: Game, stack: Stack, path: tuple[str, ...]) -> No | None:
    """Return why a noncombat move cannot end here: one that is longer than the ship's own movement must end at another
    harbor of its side (pacific.R43)."""
    if len(path) - 1 <= game.unit(stack, path[0]).move:
        return None
    start, end = harbors(game, stack.owner, path[0]), harbors(game, stack.owner, path[-1])
    return None if start and end and len(start | end) > 1 else NOT_A_HARBOR


def flight_cost(game: Game, stack: Stack, start: str, space: str) -> int:
    """Return what a step costs aircraft: nothing from or to an airfield of their side (pacific.R52)."""
    fields = usable(game, stack.owner, "airfield")
    return 0 if start in fields or space in fields else 1


def served(game: Game, power: str) -> list[str]:
    """Return the sea zones that the own naval bases of a power serve."""
    return list(dict.fromkeys(z for b in own_bases(game, power) for z in base_zones(game, b)))


def at_base(game: Game, stack: Stack, zone: str) -> bool:
    """Return whether a ship is adjacent to an active naval base of its side."""
    friends = game.friends(stack.owner)
    return any(active(game, b) in friends and zone in base_zones(game, b) for b in of_kind(game, "yard"))


def repair(game: Game) -> None:
    """Repair damaged ships adjacent to a naval base that their power controls, free of charge (great_war.R24.1,
    R139)."""
    state, power = game.state, game.state.power
    for zone in sorted(served(game, power)):
        for stack, n in list(state.at(zone).items()):
            if stack.owner == power and stack.cond.damage:
                state.turn_into(zone, stack, stack.cond._replace(damage=0), n)
                game.emit("repaired", power=power, force={stack: n}, space=zone)
