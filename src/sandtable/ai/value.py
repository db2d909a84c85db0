"""The value of a position for a side, in IPCs.

It adds up what both sides have (`Features`), each with a weight that was learned in the edition from turns played on:
`python -m benchmarks.learn` plays them and writes the weights.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from ..engine import convoys, objectives, sights
from ..engine.victory import held_by
from .basic.chart import FAR, chart_of
from .basic.view import EMPTY, View

if TYPE_CHECKING:
    from ..engine.game import Game

#: IPCs for a won game.
WON = 400.0
#: Exponents of the shares of goals and of scores: a last territory counts more than a first one.
LAST_SPACE, LAST_POINT = 4, 2
#: Distance of a front from enemy territories.
NEAR = 2

Chance = Callable[[str, str], float]


class Features(NamedTuple):
    """What a side has more than its enemies, and in weights, the IPCs for one of each.

    `units` is the cost of those that fight or carry, `money` the cash, `income` the IPCs of territories, convoys, and
    objectives for a turn, and `capitals` those taken. `goals` and `scores` are powers of the shares that are reached of
    what each of them asks for. `threats` are the chances to capture capitals at once, less those of the enemies.
    `front` is the cost of the land units near enemy territories, and `prey` the income of those that the side whose
    turn it is may expect to capture at once.
    """

    units: float = 0.0
    money: float = 0.0
    income: float = 0.0
    capitals: float = 0.0
    goals: float = 0.0
    scores: float = 0.0
    threats: float = 0.0
    front: float = 0.0
    prey: float = 0.0


class Round(NamedTuple):
    """What plans gain on the fast player's own in one of the rounds that are played on, in IPCs: the mean and the
    standard deviation of what they are worth, and that of what a single trial shows."""

    mean: float
    spread: float
    noise: float


class Learned(NamedTuple):
    """What was learned in an edition: the weights of the features, what each of the next rounds shows, and how many
    rounds trials look ahead when there are few of them."""

    weights: Features
    rounds: tuple[Round, ...]
    ahead: int


@cache
def learned(edition: str) -> Learned:
    """Return what was learned in an edition, or the means of all editions."""
    table = json.loads(resources.files(__package__).joinpath("value.json").read_text())
    row = table.get(edition, table[""])
    return Learned(Features(**row["weights"]), tuple(Round(*each) for each in row["rounds"]), row["ahead"])


def value(game: Game, side: str) -> float:
    """Return by how much a side is ahead, in IPCs."""
    won = game.state.victory
    if won is not None and won[0]:
        return WON if won[0] == side else -WON
    return sum(weight * part for weight, part in zip(learned(game.rules.edition).weights, features(game, side)))


def features(game: Game, side: str) -> Features:
    """Return what a side has more than its enemies."""
    units, front = _units(game, side)
    chance = _chances(game)
    return Features(
        units,
        float(sum(n if game.sides.get(power) == side else -n for power, n in game.state.ipcs.items())),
        _income(game, side),
        _capitals(game, side),
        _goals(game, side),
        _scores(game, side),
        _threats(game, side, chance),
        front,
        _prey(game, side, chance),
    )


def _units(game: Game, side: str) -> tuple[float, float]:
    """Return the cost of the units that fight or carry, and of the land units among them that are near enemies."""
    units, sides, worth, front = game.rules.units, game.sides, 0.0, 0.0
    cost = {id: 0 if "passive" in unit.tags else unit.cost for id, unit in units.items()}
    ahead = {id for id, unit in units.items() if unit.kind == "land" and unit.attack}
    far = _distances(game)
    for space, force in game.state.forces.items():
        for stack, n in force.items():
            of = sides.get(stack.owner)
            if of is not None:
                paid = n * (cost[stack.type] + sum(cost[type] for _, type in stack.cond.cargo))
                paid = paid if of == side else -paid
                worth += paid
                if stack.type in ahead and far[of].get(space, FAR) <= NEAR:
                    front += paid
    return worth, front


def _distances(game: Game) -> dict[str, Mapping[str, int]]:
    """Return for each side the distances over land from the territories of its enemies."""
    held: dict[str, list[str]] = {}
    for space, owner in game.state.owner.items():
        of = game.sides.get(owner or "")
        if of is not None:
            held.setdefault(of, []).append(space)
    near = chart_of(game.rules).land.nearest
    return {side: near(s for of, row in held.items() if of != side for s in row) for side in {*game.sides.values()}}


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


def _threats(game: Game, side: str, chance: Chance) -> float:
    threats = 0.0
    for power in game.rules.powers.values():
        home, of = power.capital, game.sides[power.name]
        if home and held_by(game, home) == of:
            threats += -chance(power.name, home) if of == side else chance(power.name, home)
    return threats


def _prey(game: Game, side: str, chance: Chance) -> float:
    prey, income, sides = 0.0, game.rules.q.value, game.sides
    mover = sides.get(game.state.power)
    for space, owner in game.state.owner.items():
        if owner is not None and sides.get(owner, mover) != mover:
            worth = income(game, space)
            prey += worth * chance(owner, space) if worth else 0.0
    return prey if mover == side else -prey


def _chances(game: Game) -> Chance:
    """Return a function of a power and a territory of its side: the chance that enemies capture it at once."""
    views: dict[frozenset[str], View] = {}

    def chance(power: str, space: str) -> float:
        foes = game.foes(power)
        view = views.get(foes)
        if view is None:
            view = views[foes] = View(game, power)
        there = view.ours.get(space, EMPTY)
        return view.danger(space, there.defense, there.hits, takers_only=True)

    return chance
