"""The value of a position for a side, in IPCs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.game import Game

#: IPCs for an IPC of income, for a capital, and for a won game.
INCOME, CAPITAL, WON = 4.0, 30.0, 400.0


def value(game: Game, side: str) -> float:
    """Return by how much a side is ahead: units, money, income, and capitals."""
    state, rules, sides = game.state, game.rules, game.sides
    if state.victory is not None and state.victory[0]:
        return WON if state.victory[0] == side else -WON
    cost, worth = {id: unit.cost for id, unit in rules.units.items()}, 0.0
    for force in state.forces.values():
        for stack, n in force.items():
            of = sides.get(stack.owner)
            if of is not None:
                units = n * (cost[stack.type] + sum(cost[type] for _, type in stack.cond.cargo))
                worth += units if of == side else -units
    income = rules.q.value
    for space, owner in state.owner.items():
        of = sides.get(owner) if owner is not None else None
        if of is not None:
            worth += INCOME * income(game, space) * (1 if of == side else -1)
    for power in rules.powers.values():
        ours = sides[power.name] == side
        worth += state.ipcs.get(power.name, 0) * (1 if ours else -1)
        holder = state.owner.get(power.capital)
        if holder is not None and sides.get(holder, sides[power.name]) != sides[power.name]:
            worth += -CAPITAL if ours else CAPITAL
    return worth
