"""Weapons development (R159 to R163)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Amount, Decision
from ...engine.research import gain

if TYPE_CHECKING:
    from ...engine.game import Flow, Game


def develop(game: Game) -> Flow:
    """Buy any number of dice and roll them together; each success gives one technology (R159, R160)."""
    power, state, rules = game.state.power, game.state, game.rules
    price = rules.switch("development_cost")
    affordable = state.ipcs[power] // price if price else 0
    if rules.q.may_collect(game, power) is not None or not affordable or not anything_new(game, power):
        return
    count = yield Decision(
        "develop", power, f"Weapons development: how many dice will you buy at {price} IPCs each?",
        Amount(0, affordable, "dice", rules.cite("develop")), advice=0, rule=rules.cite("develop"),
        context={"price": price},
    )  # fmt: skip
    if not count:
        return
    state.ipcs[power] -= count * price
    dice = game.dice.roll(count)
    game.emit("developed", power=power, dice=dice, ipcs=count * price)
    for face in dice:
        for step in rules.sequence("breakthrough"):
            used = yield from step.what(game, power, face)
            if used:
                break


def anything_new(game: Game, power: str) -> bool:
    """Return whether the power lacks a technology."""
    return any(t not in game.state.techs[power] for t in game.rules.technologies)


def unknown(game: Game, power: str) -> dict[int, str]:
    """Return the numbers of the weapons table that the power does not have yet."""
    known = game.state.techs[power]
    return {t.die: t.id for t in game.rules.technologies.values() if t.die and t.id not in known}


def weapon(game: Game, power: str, face: int) -> Flow:
    """Roll one die on the weapons table for each success, again until it gives something new (R160, R161)."""
    yield from ()  # a flow, so that rules may add a decision here
    if face < game.rules.switch("development_success"):
        return False
    table = unknown(game, power)
    while table:
        die = game.dice.roll(1)[0]
        game.emit("technology_rolled", power=power, die=die)
        if die in table:
            gain(game, power, table[die])
            return True
    return False
