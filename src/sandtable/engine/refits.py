"""Refits: work that repairs damaged units, or fits units with something that lasts (table `refits`).

Rows of the moments `battle`, `turn_start` and `turn_end` happen by themselves and are free. For the others a power
decides and pays, in its purchase phase or in a phase that a rule adds with `phase`. A unit that gets something has the
mark that its row `gives`; edits under that mark (or under `damaged`) say what its numbers are then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, DEFENDER
from ..core.decisions import Allocate, Decision, Limit
from ..core.events import declare_event
from ..core.forces import Condition, Force, Stack, add
from ..core.marks import FITTED, declare_mark
from ..core.text import counted
from ..rules import points
from ..rules.rows import Refit
from .bases import served
from .board import having
from .memory import AWAY, BOUGHT, OWNERS, turn_memory

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Flow, Game

points.declare(points.DECISIONS, "refit", "allocate: units that are repaired or refitted, by kind of work and space")
points.declare(points.DECISIONS, "refit_new", "allocate: which of the new units have what was paid for with them")
declare_event("refitted", "{power} refits {force} in {space}: {what}")
NEW = turn_memory("refits_new", dict[str, "dict[str, int]"], "refit -> type -> units bought with it", by_power=True)
#: The mark, with the name of the work, of units whose work takes effect when new units are placed.
FITTING = declare_mark("fitting", "its refit, of this name, takes effect when new units are placed")
#: The place in a decision of units that have been bought and not placed yet.
BOUGHT_NOW = "new units"

#: A piece of work that can be ordered: its row, the space (or `BOUGHT_NOW`), the type, and the owner if it is an ally.
Key = tuple[str, ...]


# --- work that is ordered and paid for --------------------------------------------------------------------------------


def phase(game: Game) -> Flow:
    """The phase of a turn in which work of the moment `step` is ordered; a rule adds it where its document says."""
    yield from ordered(game, game.state.power, "step")


def ordered(game: Game, power: str, moment: str, new: bool = False) -> Flow:
    """Ask a power which of its units, or of those it has just bought, are repaired or refitted, as far as its cash
    goes."""
    if not game.rules.tables["refits"]:
        return
    most = purchased(game, power, moment) if new else possible(game, power, moment)
    prices = {key: price(game, power, key) for key in most}
    cash = game.state.ipcs[power]
    most = {key: n for key, n in most.items() if prices[key] <= cash}
    if not most:
        return
    form = Allocate(most, [*_limits(game, power, most, prices)], game.rules.cite("refit"))
    answer: dict[Key, int] = yield Decision(
        "refit", power, f"Repair and refit units: you have {cash} IPCs", form,
        advice=lambda: _advice(game, form, prices, cash), rule=game.rules.cite("refit"),
        context={"prices": {" > ".join(k): v for k, v in prices.items()}, "ipcs": cash},
    )  # fmt: skip
    for key, n in answer.items():
        if prices[key] * n:
            game.state.ipcs[power] -= prices[key] * n
            game.emit("paid", power=power, ipcs=prices[key] * n, why=told(game, key[0]))
        _order(game, power, key, n)


def rows(game: Game, moment: str, power: str = "") -> Iterator[tuple[str, Refit]]:
    """The rows of a moment, of a power if named."""
    for name, row in game.rules.typed("refits").items():
        if row.when == moment and (not power or is_for(game, row, power)):
            yield name, row


def is_for(game: Game, row: Refit, power: str) -> bool:
    """Return whether a kind of work is for a power."""
    return (not row.powers or power in row.powers) and (not row.holds or game.holds(power, row.holds))


def told(game: Game, name: str) -> str:
    """Return a kind of work in words."""
    return str(game.rules.typed("refits")[name].text or name)


def possible(game: Game, power: str, moment: str) -> dict[Key, int]:
    """Return how many units can be worked on, by kind of work, space, and type."""
    most: dict[Key, int] = {}
    for name, row in rows(game, moment, power):
        for space, stack, n in in_need(game, name, row, power):
            key = (name, space, stack.type, *((stack.owner,) if stack.owner != power else ()))
            most[key] = most.get(key, 0) + n
    return most


def purchased(game: Game, power: str, moment: str) -> dict[Key, int]:
    """Return how many units that are bought and not placed yet can be fitted with something."""
    most: dict[Key, int] = {}
    for name, row in rows(game, moment, power):
        for kind in row.types if row.new else ():
            n = BOUGHT.get(game.state).get(kind, 0) - NEW.get(game.state).get(name, {}).get(kind, 0)
            if n > 0:
                most[name, BOUGHT_NOW, kind] = n
    return most


def in_need(game: Game, name: str, row: Refit, power: str) -> Iterator[tuple[str, Stack, int]]:
    """The units that a kind of work can be done on now for a power, the worst first."""
    whose = (power,) if row.whose == "own" else game.friends(power) if row.whose == "allies" else game.rules.side_of
    for space, force in list(game.state.forces.items()):
        able = [e for e in force.items() if e[0].owner in whose and needs(name, row, e[0])]
        if able and served_at(game, row, power, space):
            yield from ((space, stack, n) for stack, n in worst_first(able))


def worst_first(units: list[tuple[Stack, int]]) -> list[tuple[Stack, int]]:
    """Return units in the order in which work is done on them: the most damaged first."""
    return sorted(units, key=lambda entry: (-entry[0].cond.damage, entry[0]))


def needs(name: str, row: Refit, stack: Stack) -> bool:
    """Return whether work can be done on a unit: it is damaged, or has not got yet what the work gives."""
    if stack.type not in row.types or f"{FITTING}={name}" in stack.cond.marks:
        return False
    return row.gives not in stack.cond.marks if row.gives else stack.cond.damage > 0


def served_at(game: Game, row: Refit, power: str, space: str) -> bool:
    """Return whether work can be done in a space: anywhere, at a complex, or at a base of the power."""
    if not row.near:
        return True
    if row.near == "base":
        return space in served(game, power)
    here = (space,) if game.rules.is_land[space] else game.rules.land_near[space]
    before = OWNERS.get(game.state)
    return any(
        having(game, s, "produces") and game.state.owner.get(s) == power and before.get(s, power) == power for s in here
    )


def price(game: Game, power: str, key: Key) -> int:
    """Return what a piece of work costs a power for one unit, in IPCs."""
    return game.rules.q.refit_price(game, power, key[0], key[2])


def _limits(game: Game, power: str, most: dict[Key, int], prices: dict[Key, int]) -> Iterator[Limit]:
    """The cash of the power, and how many units each kind of work takes in a turn."""
    cash = game.state.ipcs[power]
    yield Limit(f"{power} has {cash} IPCs", prices, cash, game.rules.cite("refit"))
    for name in dict.fromkeys(key[0] for key in most):
        room = game.rules.typed("refits")[name].most
        if room:
            keys = {key: 1 for key in most if key[0] == name}
            yield Limit(f"{told(game, name)}: up to {counted(room, 'unit')}", keys, room, game.rules.cite("refit"))


def _advice(game: Game, form: Allocate, prices: dict[Key, int], cash: int) -> dict[Key, int]:
    """Repair what costs at most three quarters of a new unit, the best bargain first; fit units out of a third of the
    cash."""
    answer: dict[Key, int] = {}
    costs = {key: max(1, game.stats(game.state.power, key[2]).cost) for key in form.most}
    gives = {key: bool(game.rules.typed("refits")[key[0]].gives) for key in form.most}
    spare = cash // 3
    for key in sorted(form.most, key=lambda k: (gives[k], prices[k] / costs[k], k)):
        room = form.room(answer, key)
        if gives[key] and prices[key]:
            room = min(room, spare // prices[key])
            spare -= room * prices[key]
        if room and (gives[key] or 4 * prices[key] <= 3 * costs[key]):
            answer[key] = room
    return answer


def _order(game: Game, power: str, key: Key, n: int) -> None:
    """Begin a piece of work: it is done at once, or takes effect when new units are placed."""
    name, space, kind = key[:3]
    row = game.rules.typed("refits")[name]
    if space == BOUGHT_NOW:
        units = NEW.of(game.state).setdefault(name, {})
        units[kind] = units.get(kind, 0) + n
        return
    owner = key[3] if len(key) > 3 else power
    for stack, have in _of(game, space, name, owner, kind):
        take = min(n, have)
        n -= take
        if take and row.away:
            AWAY.of(game.state).append([space, owner, kind, take])
            game.state.put(space, stack, -take)
            game.emit("repaired", power=power, force={stack: take}, space=space)
        elif take and row.ready == "place":
            game.state.turn_into(space, stack, stack.cond.marked(f"{FITTING}={name}"), take)
        elif take:
            _done(game, name, space, stack, take)


def _of(game: Game, space: str, name: str, owner: str, kind: str) -> list[tuple[Stack, int]]:
    """The units of an owner and type in a space that a kind of work can be done on, the worst first."""
    row, there = game.rules.typed("refits")[name], game.state.at(space).items()
    return worst_first([(s, n) for s, n in there if (s.owner, s.type) == (owner, kind) and needs(name, row, s)])


def _done(game: Game, name: str, space: str, stack: Stack, n: int) -> Stack:
    """Work takes effect on units; return their new stack."""
    row = game.rules.typed("refits")[name]
    cond = stack.cond.unmarked(f"{FITTING}={name}")
    cond = cond.marked(row.gives) if row.gives else cond._replace(damage=0)
    new = game.state.turn_into(space, stack, cond, n)
    if row.gives:
        game.emit("refitted", power=stack.owner, force={new: n}, space=space, what=told(game, name))
    else:
        game.emit("repaired", power=stack.owner, force={new: n}, space=space)
    return new


# --- when new units are placed ----------------------------------------------------------------------------------------


def completed(game: Game) -> None:
    """When new units are placed, ships under repair come back and what was ordered before takes effect."""
    for space, owner, kind, n in AWAY.take(game.state):
        game.state.put(str(space), Stack(str(owner), str(kind)), int(n))
        game.emit("placed", power=owner, units={kind: n}, space=space)
    works = [name for name, row in game.rules.typed("refits").items() if row.ready == "place"]
    for space, force in list(game.state.forces.items()) if works else ():
        for stack, n in list(force.items()):
            for name in [w for w in works if f"{FITTING}={w}" in stack.cond.marks]:
                stack = _done(game, name, space, stack, n)


def delivered(game: Game, power: str, placed: dict[tuple[str, ...], int]) -> Flow:
    """New units get what was paid for together with them; if there are more of them than that, the power says which."""
    for name, units in NEW.take(game.state).items():
        for kind, n in units.items():
            most = {key: count for key, count in placed.items() if key[0] == kind}
            chosen = most
            if sum(most.values()) > n and len(most) > 1:
                limit = Limit(f"{told(game, name)}: paid for {counted(n, 'unit')}", dict.fromkeys(most, 1), n)
                form = Allocate(most, [limit], game.rules.cite("refit"))
                chosen = yield Decision(
                    "refit_new", power, f"{told(game, name)}: choose the new units", form,
                    advice=lambda form=form: _all(form), rule=game.rules.cite("refit"),
                )  # fmt: skip
            for key, count in chosen.items():
                for stack, have in _of(game, key[1], name, game.rules.powers[power].units_of or power, kind):
                    take = min(n, count, have) if not stack.cond.moved and not stack.cond.marks else 0
                    n, count = n - take, count - take
                    if take:
                        _done(game, name, key[1], stack, take)


def _all(form: Allocate) -> dict[Key, int]:
    """As many as possible, the first places first."""
    answer: dict[Key, int] = {}
    for key in form.most:
        if room := form.room(answer, key):
            answer[key] = room
    return answer


# --- aboard transports ------------------------------------------------------------------------------------------------


def stowed(game: Game, hold: Condition, stack: Stack) -> Condition:
    """Return the condition of a transport that has taken a unit aboard, with what the unit keeps from refits."""
    kept = [m for m in stack.cond.marks if m in game.rules.refitted]
    if not kept:
        return hold
    number = len({m.split(" ")[1] for m in hold.marks if m.startswith(f"{FITTED}={stack.type} ")})
    return hold.marked(*(f"{FITTED}={stack.type} {number} {mark}" for mark in kept))


def unstowed(hold: Condition, type: str) -> tuple[Condition, tuple[str, ...]]:
    """Return the condition of a transport that a unit of a type has left, and what that unit has from refits."""
    numbers = [m.split(" ")[1] for m in hold.marks if m.startswith(f"{FITTED}={type} ")]
    if not numbers:
        return hold, ()
    lead = f"{FITTED}={type} {max(numbers)} "
    own = [m for m in hold.marks if m.startswith(lead)]
    return hold.unmarked(*own), tuple(m.removeprefix(lead) for m in own)


# --- work that happens by itself --------------------------------------------------------------------------------------


def automatic(game: Game, moment: str) -> None:
    """At the start or end of a turn, work that is free is done on the units of the active power."""
    if not game.rules.tables["refits"]:
        return
    power = game.state.power
    for name, row in rows(game, moment, power):
        for space, stack, n in list(in_need(game, name, row, power)):
            _done(game, name, space, stack, n)


def after_battle(game: Game, battle: Battle) -> None:
    """At the end of a battle, work of that moment is done on the units of both sides in its space."""
    if not game.rules.tables["refits"]:
        return
    sides = {owner: side for side in (DEFENDER, ATTACKER) for owner in battle.owners[side]}
    for name, row in rows(game, "battle"):
        for owner in [o for o in sides if is_for(game, row, o)]:
            for stack, n in [e for kind in row.types for e in _of(game, battle.space, name, owner, kind)]:
                new = _done(game, name, battle.space, stack, n)
                _follow(battle.units[sides[owner]], stack, new)


def _follow(force: Force, stack: Stack, new: Stack) -> None:
    """The units of a battle that have changed."""
    n = force.get(stack, 0)
    if n:
        add(force, stack, -n)
        add(force, new, n)
