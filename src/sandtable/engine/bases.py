"""Naval bases: territories that serve sea zones, for new ships and for repair (table `bases`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.events import declare_event
from ..core.forces import Stack

if TYPE_CHECKING:
    from .game import Game

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
    return [b for b in game.rules.tables["bases"] if spaces[b].owner == power and owner.get(b) == power]


def served(game: Game, power: str) -> list[str]:
    """Return the sea zones that the own naval bases of a power serve."""
    return list(dict.fromkeys(z for b in own_bases(game, power) for z in base_zones(game, b)))


def at_base(game: Game, stack: Stack, zone: str) -> bool:
    """Return whether a ship is adjacent to an active naval base of its side."""
    friends = game.friends(stack.owner)
    return any(active(game, b) in friends and zone in base_zones(game, b) for b in game.rules.tables["bases"])


def repair(game: Game) -> None:
    """Repair damaged ships adjacent to a naval base that their power controls, free of charge (great_war.R24.1,
    R139)."""
    state, power = game.state, game.state.power
    for zone in sorted(served(game, power)):
        for stack, n in list(state.at(zone).items()):
            if stack.owner == power and stack.cond.damage:
                state.turn_into(zone, stack, stack.cond._replace(damage=0), n)
                game.emit("repaired", power=power, force={stack: n}, space=zone)
