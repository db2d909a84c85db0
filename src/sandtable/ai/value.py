"""The value of a position for a side, in IPCs.

It adds up what both sides have (`Features`), each with a weight that was learned from games between computer players:
`python -m benchmarks.learn` plays them and writes the weights.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from ..engine import convoys, objectives, sights
from ..engine.victory import held_by
from .basic.view import EMPTY, View

if TYPE_CHECKING:
    from ..engine.game import Game

#: IPCs for a won game.
WON = 400.0
#: Exponents of the shares of goals and of scores: a last territory counts more than a first one.
LAST_SPACE, LAST_POINT = 4, 2


class Features(NamedTuple):
    """What a side has more than its enemies, and in weights, the IPCs for one of each.

    `units` is their cost, `money` the cash, `income` the IPCs of territories, convoys, and objectives for a turn, and
    `capitals` those taken. `goals` and `scores` are powers of the shares that are reached of what each of them asks
    for. `threats` are the chances to capture capitals at once, less those of the enemies.
    """

    units: float = 0.0
    money: float = 0.0
    income: float = 0.0
    capitals: float = 0.0
    goals: float = 0.0
    scores: float = 0.0
    threats: float = 0.0


@cache
def weights() -> Features:
    """Return the learned weights."""
    return Features(**json.loads(resources.files(__package__).joinpath("value.json").read_text()))


def value(game: Game, side: str) -> float:
    """Return by how much a side is ahead, in IPCs."""
    won = game.state.victory
    if won is not None and won[0]:
        return WON if won[0] == side else -WON
    return sum(weight * part for weight, part in zip(weights(), features(game, side)))


def features(game: Game, side: str) -> Features:
    """Return what a side has more than its enemies."""
    return Features(
        _units(game, side),
        float(sum(n if game.sides.get(power) == side else -n for power, n in game.state.ipcs.items())),
        _income(game, side),
        _capitals(game, side),
        _goals(game, side),
        _scores(game, side),
        _threats(game, side),
    )


def _units(game: Game, side: str) -> float:
    cost, worth, sides = {id: unit.cost for id, unit in game.rules.units.items()}, 0.0, game.sides
    for force in game.state.forces.values():
        for stack, n in force.items():
            of = sides.get(stack.owner)
            if of is not None:
                units = n * (cost[stack.type] + sum(cost[type] for _, type in stack.cond.cargo))
                worth += units if of == side else -units
    return worth


def _income(game: Game, side: str) -> float:
    worth, income, sides = 0.0, game.rules.q.value, game.sides
    for space, owner in game.state.owner.items():
        of = sides.get(owner) if owner is not None else None
        if of is not None:
            worth += income(game, space) * (1 if of == side else -1)
    paid = {step.name for step in game.rules.sequence("income")}
    for name, line in (("convoys", convoys.income), ("objectives", objectives.income)):
        for power in game.rules.powers if name in paid and game.rules.tables[name] else ():
            more = line(game, power)
            if more is not None:
                worth += more[0] * (1 if sides[power] == side else -1)
    return worth


def _capitals(game: Game, side: str) -> float:
    taken, sides = 0.0, game.sides
    for power in game.rules.powers.values():
        holder = game.state.owner.get(power.capital)
        if holder is not None and sides.get(holder, sides[power.name]) != sides[power.name]:
            taken += -1 if sides[power.name] == side else 1
    return taken


def _goals(game: Game, side: str) -> float:
    near, sides, owner = 0.0, game.sides, game.state.owner
    for name, row in game.rules.tables["goals"].items():
        of = row.get("side") or name
        held = sum(sides.get(owner.get(space) or "") == of for space in row["of"])
        part = min(1.0, held / row["hold"]) if row["hold"] else 0.0
        near += part**LAST_SPACE if of == side else -(part**LAST_SPACE)
    return near


def _scores(game: Game, side: str) -> float:
    near = 0.0
    for score in sights.scores(game):
        part = score.goal / max(1, score.value) if score.below else score.value / max(1, score.goal)
        part = max(0.0, min(1.0, part))
        near += part**LAST_POINT if score.side == side else -(part**LAST_POINT)
    return near


def _threats(game: Game, side: str) -> float:
    threats = 0.0
    for power in game.rules.powers.values():
        home, of = power.capital, game.sides[power.name]
        if home and held_by(game, home) == of:
            view = View(game, power.name)
            there = view.ours.get(home, EMPTY)
            chance = view.danger(home, there.defense, there.hits, takers_only=True)
            threats += -chance if of == side else chance
    return threats
