"""Convert plans into moves one at a time, each computed against the current state."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from ...core.forces import FRESH, Stack
from ...engine.game import Game
from ...engine.landing import field_distance
from .attack import Attack
from .chart import FAR
from .lift import Lift
from .view import View


def attacks(view: View, plan: list[Attack]) -> Iterator[Move]:
    """Yield the combat moves of a plan: landings first, then the marches to the same space."""
    game = view.game
    for attack in plan:
        yield from landing(game, view.power, attack.lifts)
        flying: list[tuple[Stack, int, str]] = []
        for path, units in attack.marches().items():
            planes = {s: n for s, n in units.items() if game.unit(s).kind == "air"}
            flying += [(stack, n, path[0]) for stack, n in planes.items()]
            if len(planes) < len(units):  # apart, since aircraft could carry the others
                yield Move(tuple((s, n) for s, n in units.items() if s not in planes), path)
        for stack, n, start in flying:
            way = flight(view, stack, start, attack.target)
            if way:
                yield Move(((stack, n),), way)


def flight(view: View, stack: Stack, start: str, end: str) -> tuple[str, ...] | None:
    """Return a path for aircraft into a battle that leaves enough movement to land."""
    left = view.game.unit(stack).move - stack.cond.moved
    home = field_distance(view.game, view.power).get(end, FAR)
    return view.airway(start, end, max(left - home, len(view.chart.air.way(start, end) or ()) - 1))


def landing(game: Game, power: str, lifts: list[Lift]) -> Iterator[Move]:
    """Yield the moves of a landing: sail to the cargo, load, sail to the shore, and offload; transports that go
    together move together."""
    groups: dict[tuple[str, tuple[str, ...], tuple[str, ...], str], list[Lift]] = {}
    for lift in lifts:
        groups.setdefault((lift.origin, lift.pickup, lift.voyage, lift.target), []).append(lift)
    for (origin, pickup, voyage, target), group in groups.items():
        if len(pickup) > 1:
            yield from _sail(game, power, group, origin, pickup)
        boards: dict[str, dict[Stack, int]] = {}
        for lift in group:
            for space, stack in lift.boards:
                row = boards.setdefault(space, {})
                row[stack] = row.get(stack, 0) + 1
        for space, units in boards.items():
            yield Move(tuple(units.items()), (space, pickup[-1]))
        if len(voyage) > 1:
            yield from _sail_loaded(game, power, len(group), voyage)
        if target:
            aboard = _aboard(game, power, voyage[-1])
            ashore: dict[Stack, int] = {}
            for lift in group:
                for stack, _ in lift.soldiers:
                    bare = Stack(stack.owner, stack.type, FRESH)
                    if aboard.get(bare, 0) > ashore.get(bare, 0):
                        ashore[bare] = ashore.get(bare, 0) + 1
            if ashore:
                yield Move(tuple(ashore.items()), (voyage[-1], target))


def _sail(game: Game, power: str, group: list[Lift], origin: str, path: tuple[str, ...]) -> Iterator[Move]:
    units: dict[Stack, int] = {}
    for lift in group:
        if game.state.at(origin).get(lift.carrier, 0) > units.get(lift.carrier, 0):
            units[lift.carrier] = units.get(lift.carrier, 0) + 1
    if units:
        yield Move(tuple(units.items()), path)


def _sail_loaded(game: Game, power: str, count: int, path: tuple[str, ...]) -> Iterator[Move]:
    """Yield the moves of the transports that have just loaded."""
    units: dict[Stack, int] = {}
    ready = [
        (stack, n)
        for stack, n in game.state.at(path[0]).items()
        if stack.owner == power
        and stack.cond.cargo
        and "unloaded" not in stack.cond.marks
        and game.unit(stack).move - stack.cond.moved >= len(path) - 1
    ]
    ready.sort(key=lambda row: ("combat" not in row[0].cond.marks, -len(row[0].cond.cargo)))
    for stack, n in ready:
        take = min(n, count)
        if take:
            units[stack] = take
            count -= take
    if units:
        yield Move(tuple(units.items()), path)


def _aboard(game: Game, power: str, zone: str) -> dict[Stack, int]:
    out: dict[Stack, int] = {}
    for stack, n in game.state.at(zone).items():
        if stack.owner == power and "unloaded" not in stack.cond.marks:
            for owner, kind in stack.cond.cargo:
                if owner == power:
                    key = Stack(owner, kind, FRESH)
                    out[key] = out.get(key, 0) + n
    return out
