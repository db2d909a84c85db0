"""Sea zones with a controller: convoy centers with a value of their own, and routes that serve a territory (table
`convoys`).

A center pays its value to its original owner while that power controls it (to any controller with `captor_collects`).
A territory with a route pays no power unless its controller's side controls the route. Warships take an empty zone that
they enter in combat movement, and a zone in which they have won a battle; allies restore it to its original controller.
The controller of a `fixed` zone never changes. A rule may let convoys be raided: what they lose is remembered until
their owner collects income.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, DEFENDER
from ..core.events import declare_event
from .board import defends, withdrawn
from .memory import game_memory

if TYPE_CHECKING:
    from ..core.decisions import Move
    from .battles import Battle
    from .game import Game

ZONES = game_memory("zones", dict[str, str], "sea zone -> the power that controls it, if not its original owner")
RAIDED = game_memory("convoy_losses", dict[str, int], "convoy zone -> IPCs that raids have taken off its next income")
declare_event("convoy_taken", "{power} takes control of {space} from {loser}")


def original(game: Game, zone: str) -> str | None:
    """Return the power that controls a convoy zone at the start."""
    row = game.rules.typed("convoys")[zone]
    return row.owner or game.rules.holders.get(row.territory, game.rules.spaces[row.territory].owner)


def controller(game: Game, space: str) -> str | None:
    """Return who controls a territory or a convoy zone now."""
    if space in game.rules.tables["convoys"]:
        return ZONES.get(game.state).get(space) or original(game, space)
    return game.state.owner.get(space)


def take(game: Game, zone: str, power: str) -> None:
    """Give a power control of a convoy zone; what an ally lost goes back to the ally."""
    first, now = original(game, zone), controller(game, zone)
    new = first if first is not None and first in game.friends(power) else power
    if new == now or game.rules.typed("convoys")[zone].fixed:
        return
    if new == first:
        ZONES.of(game.state).pop(zone, None)
    else:
        ZONES.of(game.state)[zone] = new
    game.changed()
    game.emit("convoy_taken", power=new, space=zone, loser=now or "nobody")


def takeable(game: Game, power: str, zone: str) -> bool:
    """Return whether a zone has an enemy controller that can lose it."""
    row = game.rules.typed("convoys").get(zone)
    return row is not None and not row.fixed and controller(game, zone) in game.foes(power)


def loser(game: Game, zone: str) -> str | None:
    """Return who loses by a raid: the original owner of a center, or who controls the territory of a route."""
    row = game.rules.typed("convoys")[zone]
    return row.owner or game.state.owner.get(row.territory)


def worth(game: Game, zone: str) -> int:
    """Return the most that raids take off the next income from a zone."""
    row = game.rules.typed("convoys")[zone]
    value: int = row.value or game.rules.q.value(game, row.territory)
    return value


def raid(game: Game, zone: str, ipcs: int) -> None:
    """Note what a raid takes off the next income from a zone."""
    losses = RAIDED.of(game.state)
    losses[zone] = losses.get(zone, 0) + ipcs


def settle(game: Game, power: str) -> int:
    """Return what a power loses of the income that its convoys bring it now, and forget their losses."""
    total, losses, friends = 0, RAIDED.get(game.state), game.friends(power)
    for zone in [z for z in losses if loser(game, z) == power]:
        holder, row = controller(game, zone), game.rules.typed("convoys")[zone]
        pays = holder == power if row.value else holder in friends
        lost = min(losses.pop(zone), worth(game, zone))
        total += lost if pays else 0
    if not losses:
        RAIDED.take(game.state)
    return total


def moved(game: Game, move: Move) -> None:
    """Warships of the active power take the convoy zones on their way that hold no enemy unit."""
    convoys = game.rules.tables["convoys"]
    if not convoys:
        return
    warships = [s for s, _ in move.units if _warship(game, s.type, s.owner)]
    for zone in move.path[1:] if warships else ():
        power = warships[0].owner
        foes = game.enemies(power, zone)
        there = (s for s in game.state.at(zone) if s.owner in foes and not withdrawn(game, s))
        if zone in convoys and not any(defends(game, s, zone) for s in there):
            if controller(game, zone) not in game.friends(power):
                take(game, zone, power)


def aftermath(game: Game, battle: Battle) -> None:
    """The side that holds a convoy zone alone with warships after a battle takes it."""
    if battle.space not in game.rules.tables["convoys"] or battle.units[DEFENDER]:
        return
    if any(_warship(game, s.type, s.owner) for s in battle.units[ATTACKER]):
        if controller(game, battle.space) not in game.friends(battle.attacker):
            take(game, battle.space, battle.attacker)


def _warship(game: Game, type: str, owner: str) -> bool:
    unit = game.stats(owner, type)
    return unit.kind == "sea" and "transport" not in unit.tags


def income(game: Game, power: str) -> tuple[int, str] | None:
    """What convoy zones add to, and take from, the production of a power."""
    if not game.rules.tables["convoys"]:
        return None
    total, friends, owner = 0, game.friends(power), game.state.owner
    for zone, row in game.rules.typed("convoys").items():
        holder = controller(game, zone)
        if row.value and holder == power and (row.captor_collects or original(game, zone) == power):
            total += row.value
        if row.territory and owner.get(row.territory) == power and holder not in friends:
            total -= game.rules.q.value(game, row.territory)
    return (total, "convoys") if total else None
