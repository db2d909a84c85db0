"""Which units load onto transports, and which transports take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..core.forces import FRESH, Condition, Stack
from .board import COMBAT, cargo_room, one_phase

if TYPE_CHECKING:
    from .game import Game


def loadable(game: Game, power: str, kind: str) -> bool:
    """Return whether some transport carries units of this type."""
    return kind in bulk(game, power)


def bulk(game: Game, power: str) -> Mapping[str, int]:
    """Return the most points of capacity that each type takes aboard a carrier of a power or its allies."""
    found: dict[str, int] | None = game.found.get(("bulk", power))
    if found is None:
        found = game.found["bulk", power] = {}
        for owner in game.friends(power):
            for type in game.rules.units:
                carries = game.stats(owner, type).carries
                for cargo, points in carries.loads.items() if carries else ():
                    found[cargo] = max(points, found.get(cargo, 0))
    return found


def is_cargo(game: Game, space: str, stack: Stack) -> bool:
    """Return whether this stack stands for units aboard transports in a zone."""
    kind = game.unit(stack).kind
    if game.rules.is_land[space] or kind == "sea":
        return False
    return kind == "land" or (stack.cond == FRESH and loadable(game, stack.owner, stack.type))


def boards(game: Game, stack: Stack, path: tuple[str, ...]) -> bool:
    """Return whether this path loads a unit onto a transport."""
    if game.rules.is_land[path[-1]]:
        return False
    kind = game.unit(stack).kind
    if kind in ("air", "structure"):
        return len(path) == 2 and game.rules.is_land[path[0]] and loadable(game, stack.owner, stack.type)
    return kind == "land"


def takes_along(game: Game, stack: Stack, space: str) -> bool:
    """Return whether units carry others along on land or in the air (ships are boarded instead)."""
    unit = game.unit(stack, space)
    return unit.carries is not None and unit.kind in ("land", "air")


def usable_transport(game: Game, power: str, carrier: Stack, phase: str, way: tuple[str, ...] = ()) -> bool:
    """Return whether units of `power` may load onto this stack of transports now; its move must not be over
    (classic.R71, R72).

    An ally's transport does not move in this turn, so nothing it did in its own turn counts (classic.R80). `way` is
    from where to which sea zone, if that is known.
    """
    if game.unit(carrier).carries is None or carrier.owner not in game.friends(power):
        return False
    if way and "may_load" not in game.rules.plain and game.rules.q.may_load(game, carrier, *way) is not None:
        return False
    if carrier.owner != power and not game.active(carrier.owner):
        return phase != COMBAT or one_phase(game)
    cond = carrier.cond
    if phase != COMBAT and game.rules.switches.get("transports_load_after_combat", False):
        return "unloaded" not in cond.marks
    if "unloaded" in cond.marks or cond.noted("landing") or "fought" in cond.marks:
        return False
    return phase == COMBAT or "combat" not in cond.marks


def takers(game: Game, units: Sequence[tuple[Stack, int]], start: str) -> list[Stack]:
    """Return the stacks of a move that take the others along: the aircraft that can, or else the land units."""
    able = [stack for stack, _ in units if takes_along(game, stack, start)]
    return [stack for stack in able if game.unit(stack, start).kind == "air"] or able


def berths(game: Game, carrier: Stack, stack: Stack) -> int:
    """Return how many more units of a type a transport has room for."""
    room = 0
    while cargo_room(game, carrier, stack.type):
        room += 1
        carrier = loaded(carrier, stack)
    return room


def loading_order(game: Game, holds: Sequence[Stack], units: Sequence[tuple[Stack, int]]) -> list[tuple[Stack, int]]:
    """Return units in the order in which they load: the largest first, then those that the fewest ships take."""
    if len(units) == 1:
        return list(units)
    bulky, kinds = bulk(game, units[0][0].owner), dict.fromkeys(Stack(h.owner, h.type) for h in holds)

    def ships(kind: str) -> int:
        return sum(kind in carries.loads for s in kinds if (carries := game.unit(s).carries))

    return sorted(units, key=lambda u: (-bulky.get(u[0].type, 0), ships(u[0].type)))


def all_fit(game: Game, holds: Sequence[Stack], units: Sequence[tuple[Stack, int]]) -> bool:
    """Return whether units find room together in these ships, one stack for each; those that take the fewest types of
    units are filled first."""
    left = list(holds)
    if len({h.type for h in holds}) > 1:
        left.sort(key=lambda h: len(carries.loads) if (carries := game.unit(h).carries) else 0)
    for stack, n in loading_order(game, holds, units) if units else ():
        for _ in range(n):
            i = next((i for i, ship in enumerate(left) if cargo_room(game, ship, stack.type)), None)
            if i is None:
                return False
            left[i] = loaded(left[i], stack)
    return True


def loaded(ship: Stack, stack: Stack) -> Stack:
    """Return a ship with one more unit aboard."""
    moved, damage, cargo, marks = ship.cond
    return ship.with_(Condition(moved, damage, tuple(sorted((*cargo, (stack.owner, stack.type)))), marks))


def stow(game: Game, zone: str) -> None:
    """Load land units that the setup puts into a sea zone onto their owner's transports there, the largest first."""
    state, rules = game.state, game.rules
    if rules.is_land[zone] or not any(rules.units[s.type].kind == "land" for s in state.at(zone)):
        return
    bulky = bulk(game, next(iter(state.at(zone))).owner)
    loose = [(s, n) for s, n in state.at(zone).items() if rules.units[s.type].kind == "land"]
    for stack, n in sorted(loose, key=lambda row: (-bulky.get(row[0].type, 0), row[0])):
        for _ in range(n):
            carriers = [c for c in state.at(zone) if c.owner == stack.owner and cargo_room(game, c, stack.type)]
            carrier = min(carriers, key=lambda c: (-len(c.cond.cargo), c))
            cargo = tuple(sorted((*carrier.cond.cargo, (stack.owner, stack.type))))
            state.turn_into(zone, carrier, carrier.cond._replace(cargo=cargo), 1)
            state.put(zone, stack, -1)
