"""Units that must leave a space outside a battle: each group to an adjacent territory, or onto its own transports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.decisions import Decision, PickSpace
from ..core.forces import Stack
from .board import NONCOMBAT, friendly, of_power
from .fighting import still_to_fight
from .memory import FOUGHT
from .stowing import Holds
from .strength import garrison

if TYPE_CHECKING:
    from .game import Flow, Game


def expel(game: Game, power: str, space: str, asks: str, rule: str) -> Flow:
    """Move all units of a power out of a space, each group to an adjacent friendly territory without a battle, or onto
    its own transports; units with nowhere to go are lost. A choice is a decision of kind `asks`."""
    for stack, count in list(of_power(game, space, power).items()):
        while count:
            places = refuges(game, power, space, stack)
            if not places:
                game.state.put(space, stack, -count)
                game.emit("lost", power=power, force={stack: count}, space=space)
                break
            target = next(iter(places))
            if len(places) > 1:
                units = f"{count} {game.rules.units[stack.type].called(count)}"
                best = max(places, key=lambda s: (game.rules.is_land[s], garrison(game, power, s), s))
                target = yield Decision(
                    asks, power, f"Choose a space for {units} to retreat to from {space}", PickSpace(list(places)),
                    advice=best, rule=rule, context={"space": space},
                )  # fmt: skip
            going = min(count, places[target])
            count -= going
            _go(game, space, stack, going, target)


def refuges(game: Game, power: str, space: str, stack: Stack) -> dict[str, int]:
    """Return where units of a stack may go, and how many of them."""
    rules, out = game.rules, dict[str, int]()
    embattled = {*FOUGHT.get(game.state), *still_to_fight(game)}
    for near in rules.land_near[space]:
        if friendly(game, power, near) and near not in embattled:
            room = rules.q.room_for(game, stack, near)
            if room is None or room > 0:
                out[near] = 999 if room is None else room
    if game.unit(stack).kind == "land":
        for zone in rules.sea_near[space]:
            berths = sum(_berths(game, s, stack.type) * n for s, n in of_power(game, zone, power).items())
            if berths and rules.q.may_board(game, stack, zone, NONCOMBAT) is None:
                out[zone] = berths
    return out


def _berths(game: Game, ship: Stack, kind: str) -> int:
    """Return how many more units of a type this transport can carry."""
    hold, more = Holds(game, ship), list[str]()
    while hold.takes(more, kind):
        more.append(kind)
    return len(more)


def _go(game: Game, space: str, stack: Stack, count: int, target: str) -> None:
    """Move units to a territory, or load them onto transports."""
    state = game.state
    game.emit("withdrew", power=stack.owner, force={stack: count}, space=space, target=target)
    state.put(space, stack, -count)
    if game.rules.is_land[target]:
        state.put(target, stack, count)
        return
    for _ in range(count):
        ship = next(s for s in of_power(game, target, stack.owner) if Holds(game, s).takes((), stack.type))
        cargo = tuple(sorted((*ship.cond.cargo, (stack.owner, stack.type))))
        state.turn_into(target, ship, ship.cond._replace(cargo=cargo), 1)
