"""Control of territories: contested ones, capture, liberation, capitals (R62 to R69, R87 to R90)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine import territory
from ...engine.board import contested, fights, hostile
from ...engine.memory import BOUGHT, CONTESTED
from ...engine.minors import PATRONS

if TYPE_CHECKING:
    from ...core.decisions import Move
    from ...engine.game import Flow, Game


def standing(game: Game, space: str) -> dict[str, int]:
    """Return the powers with units that fight in a territory, and how many of them are land units."""
    out: dict[str, int] = {}
    for stack, n in game.state.at(space).items():
        if fights(game, stack):
            out[stack.owner] = out.get(stack.owner, 0) + (n if game.unit(stack).kind == "land" else 0)
    return out


def settle(game: Game, space: str, captor: str = "") -> Flow:
    """Settle control of a territory after units left or were destroyed; `captor` is a power that attacked there.

    Units of both sides: contested (R62.1). Only the captor's side: it captures (R62.2, R66). Another side alone in a
    contested territory takes control (R62.3, R67), and an empty one goes back to its original controller (R68).
    """
    there, sides = standing(game, space), game.sides
    present = {sides[p] for p in there}
    if len(present) > 1:
        if not contested(game, space) and game.state.owner.get(space) is not None:
            territory.contest(game, space)
        return
    if captor and there.get(captor) and (contested(game, space) or hostile(game, captor, space)):
        yield from territory.capture(game, space, captor)
    elif contested(game, space):
        yield from _hand_over(game, space, _heir(game, space, there))


def _heir(game: Game, space: str, there: dict[str, int]) -> str | None:
    """Return the power that gains a contested territory with units of one side or none (R67.1, R67.2, R68)."""
    original, sides = original_controller(game, space), game.sides
    if not there or (original is not None and sides[original] == sides[next(iter(there))]):
        return original
    last = CONTESTED.get(game.state).get(space)
    if last in there:
        return str(last)
    order = list(game.rules.powers)
    return max(there, key=lambda p: (there[p], -order.index(p) if p in order else 0))


def original_controller(game: Game, space: str) -> str | None:
    """Return the power whose emblem is printed there, or the power that a minor power joined."""
    patron = PATRONS.get(game.state).get(space)
    return game.rules.spaces[space].owner or patron


def _hand_over(game: Game, space: str, owner: str | None) -> Flow:
    """Give control to a power without a battle."""
    loser = CONTESTED.get(game.state).get(space)
    if owner is None:
        CONTESTED.of(game.state).pop(space)
        game.changed_hands()
        return
    territory.control(game, space, owner)
    game.emit("returned", space=space, owner=owner)
    for step in game.rules.sequence("conquest"):
        flow = step.what(game, space, owner, loser)
        if flow is not None:
            yield from flow


def left_behind(game: Game, move: Move) -> Flow:
    """Give a contested territory to the other side as soon as a power leaves it (R129)."""
    if contested(game, move.path[0]):
        yield from settle(game, move.path[0])


def new_owner(game: Game, space: str, captor: str) -> str:
    """Return an ally's original territory to it, unless its capital is in enemy hands (R66.1, R66.2)."""
    original = game.rules.spaces[space].owner
    if original is None or original == captor or original not in game.friends(captor):
        return captor
    lost = territory.capital_lost(game, original) and territory.capital_of(game, space) != original
    return captor if lost and game.rules.switch("captor_keeps_until_capital_freed") else original


def plunder(game: Game, space: str, captor: str, loser: str | None) -> None:
    """The captor of a capital takes all cash of its power, with what units waiting to be placed were paid for (R87,
    R89)."""
    state, power = game.state, territory.capital_of(game, space)
    if power is None or power not in game.foes(captor):
        return
    if power == state.power:
        back = sum(game.stats(power, kind).cost * n for kind, n in BOUGHT.take(state).items())
        state.ipcs[power] += back
        if back:
            game.emit("income", power=power, ipcs=back, why="refund for unplaced units")
    ipcs = state.ipcs[power]
    state.ipcs[power] = 0
    state.ipcs[captor] += ipcs
    game.emit("plundered", power=captor, ipcs=ipcs, loser=power)
