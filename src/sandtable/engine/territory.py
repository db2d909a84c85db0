"""Territories changing hands: capture, liberation, capitals and what goes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.events import NOBODY
from .memory import CAPTURED, CONTESTED

if TYPE_CHECKING:
    from .game import Flow, Game


def control(game: Game, space: str, owner: str) -> None:
    """Give control of a territory to a power, with the passive pieces in it (guns, complexes). Units tagged
    `stays_owned`, and those of powers it does not fight there, are left to `conquest`."""
    state, involved = game.state, game.friends(owner) | game.enemies(owner, space)
    state.owner[space] = owner
    CONTESTED.get(state).pop(space, None)
    units = game.units_at(space)
    for stack, n in list(state.at(space).items()):
        tags = units[stack.owner][stack.type].tags
        if "passive" in tags and "stays_owned" not in tags and stack.owner in involved - {owner}:
            state.put(space, stack, -n)
            taken = stack._replace(owner=owner)
            state.put(space, taken.with_(taken.cond.marked("captured")), n)
    game.changed()


def contest(game: Game, space: str) -> None:
    """Remove control of a territory in which units of both sides are, and remember its last owner."""
    state = game.state
    last = state.owner.get(space)
    CONTESTED.of(state)[space] = last
    state.owner[space] = None
    game.changed()
    game.emit("contested", space=space, loser=last or NOBODY)


def capture(game: Game, space: str, captor: str) -> Flow:
    """Capture a territory with a power's land units: the query `new_owner` decides its owner, then the steps of
    `conquest` run."""
    state = game.state
    loser = state.owner.get(space) or CONTESTED.get(state).get(space)
    owner = game.rules.q.new_owner(game, space, captor)
    control(game, space, owner)
    taken = CAPTURED.of(state)
    if space not in taken:
        taken.append(space)
    if owner != captor:
        game.emit("liberated", power=captor, space=space, owner=owner)
    else:
        game.emit("captured", power=captor, space=space, loser=loser or NOBODY)
    for step in game.rules.sequence("conquest"):
        flow = step.what(game, space, captor, loser)
        if flow is not None:
            yield from flow


def capital_held(game: Game, power: str) -> bool:
    """Return whether a power's own side controls its capital."""
    held = game.state.owner.get(game.rules.powers[power].capital)
    return held is not None and held in game.friends(power)


def new_owner(game: Game, space: str, captor: str) -> str:
    """An ally's original territory goes back to it, unless its capital is in enemy hands (classic.R148, R149)."""
    original = game.rules.spaces[space].owner
    if original is None or original == captor or original not in game.friends(captor):
        return captor
    if game.rules.powers[original].capital == space or capital_held(game, original):
        return original
    return captor


def plunder(game: Game, space: str, captor: str, loser: str | None) -> None:
    """The captor of a capital takes all IPCs its original owner has in hand (classic.R151)."""
    if loser is None or game.rules.powers[loser].capital != space:
        return
    ipcs = game.state.ipcs[loser]
    game.state.ipcs[loser] = 0
    game.state.ipcs[captor] += ipcs
    game.emit("plundered", power=captor, ipcs=ipcs, loser=loser)


def give_back(game: Game, space: str, captor: str, loser: str | None) -> None:
    """Return territories to their original owner when its capital is liberated (classic.R149)."""
    owner = game.state.owner[space]
    if owner is None or game.rules.powers[owner].capital != space:
        return
    friends = game.friends(owner)
    for name, held in list(game.state.owner.items()):
        if held != owner and held in friends and game.rules.spaces[name].owner == owner:
            control(game, name, owner)
            game.emit("returned", space=name, owner=owner)
