"""Territories changing hands: capture, liberation, capitals and what goes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.events import NOBODY
from ..core.forces import Stack
from .board import hostile
from .memory import CAPTURED, CONTESTED

if TYPE_CHECKING:
    from .game import Flow, Game


def control(game: Game, space: str, owner: str) -> None:
    """Give control of a territory to a power, with the passive pieces in it (guns, complexes). Units tagged
    `stays_owned`, and those of powers it does not fight there, are left to `conquest`."""
    state, involved = game.state, game.friends(owner) | game.enemies(owner, space)
    state.owner[space] = owner
    flag = game.rules.flag_of(owner)
    CONTESTED.get(state).pop(space, None)
    units = game.units_at(space)
    for stack, n in list(state.at(space).items()):
        tags = units[stack.owner][stack.type].tags
        if "passive" in tags and "stays_owned" not in tags and stack.owner in involved - {flag}:
            state.put(space, stack, -n)
            taken = stack._replace(owner=flag)
            state.put(space, taken.with_(taken.cond.marked("captured")), n)
    game.changed_hands()


def contest(game: Game, space: str) -> None:
    """Remove control of a territory in which units of both sides are, and remember its last owner."""
    state = game.state
    last = state.owner.get(space)
    CONTESTED.of(state)[space] = last
    state.owner[space] = None
    game.changed_hands()
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


def seize(game: Game, space: str, captor: str, kind: str, event: str = "") -> None:
    """Remove enemy pieces of a type from a captured territory; with an `event`, hand them to the captor."""
    for stack, n in list(game.state.at(space).items()):
        if stack.type == kind and stack.owner in game.foes(captor):
            game.state.put(space, stack, -n)
            if event:
                game.state.put(space, Stack(captor, kind), n)
                game.emit(event, power=captor, count=n, loser=stack.owner, space=space)
            else:
                game.emit("lost", power=stack.owner, force={stack: n}, space=space)


def capital(game: Game, power: str) -> str | None:
    """The capital is the one of the table of powers (classic.R132)."""
    return game.rules.powers[power].capital or None


def capital_lost(game: Game, power: str) -> bool:
    """Return whether a power that has a capital of its own has lost it to an enemy, and has no other one now."""
    where = game.rules.q.capital(game, power)
    return bool(game.rules.powers[power].capital) if where is None else hostile(game, power, where)


def capital_of(game: Game, space: str) -> str | None:
    """Return the power whose capital a territory is: now, or by the table of powers."""
    ask, powers = game.rules.q.capital, game.rules.powers.values()
    now = next((p.name for p in powers if ask(game, p.name) == space), None)
    return now or next((p.name for p in powers if p.capital == space), None)


def is_capital_of(game: Game, space: str, power: str) -> bool:
    """Return whether a territory is the capital of a power, now or by the table of powers, even if another power has
    its own there now."""
    return space in (game.rules.q.capital(game, power), game.rules.powers[power].capital)


def capital_held(game: Game, power: str) -> bool:
    """Return whether a power's own side controls its capital; a power that never had one has not lost it."""
    where = game.rules.q.capital(game, power)
    if where is None:
        return not game.rules.powers[power].capital
    held = game.state.owner.get(where)
    return held is not None and held in game.friends(power)


def new_owner(game: Game, space: str, captor: str) -> str:
    """An ally's original territory goes back to it, unless its capital is in enemy hands (classic.R148, R149)."""
    original = game.rules.spaces[space].owner
    if original is None or original == captor or original not in game.friends(captor):
        return captor
    if is_capital_of(game, space, original) or capital_held(game, original):
        return original
    return captor


def plunder(game: Game, space: str, captor: str, loser: str | None) -> None:
    """The captor of a capital takes all IPCs its original owner has in hand (classic.R151)."""
    if loser is None or capital_of(game, space) != loser:
        return
    ipcs = game.state.ipcs[loser]
    game.state.ipcs[loser] = 0
    game.state.ipcs[captor] += ipcs
    game.emit("plundered", power=captor, ipcs=ipcs, loser=loser)


def give_back(game: Game, space: str, captor: str, loser: str | None) -> None:
    """Return territories to their original owner when its capital is liberated (classic.R149)."""
    owner = game.state.owner[space]
    if owner is None or owner not in game.rules.powers or not is_capital_of(game, space, owner):
        return
    friends = game.friends(owner)
    for name, held in list(game.state.owner.items()):
        if held != owner and held in friends and game.rules.spaces[name].owner == owner:
            control(game, name, owner)
            game.emit("returned", space=name, owner=owner)
