"""Carrying out moves: units leave, enter one space after the other, and what `entering` says happens on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.decisions import DONE, Choose, Decision, Move, Moves, Option
from ..core.forces import FRESH, Stack
from ..rules import points
from . import landing, offers
from .board import cargo_room, contested, friendly, needs_landing, waiting
from .boarding import all_fit, berths, boards, bulk, is_cargo, loaded, loading_order, takers, usable_transport
from .joint import source
from .memory import ASSAULT, CAME
from .movement import COMBAT, STOP, Only
from .reactions import react
from .refits import stowed, unstowed
from .walking import spent

if TYPE_CHECKING:
    from .game import Flow, Game

Units = list[tuple[Stack, int]]
points.declare(points.DECISIONS, "ship", "choose: the kind of ship that a unit loads onto or offloads from")


def movement_phase(game: Game, phase: str, prompt: str, only: Only | None = None, part: str = "") -> Flow:
    """Ask for moves one at a time until the active power is done.

    A `part` of the phase, such as raids that come before all other moves, has a name; it makes the offers of the phase
    only if a unit can move in it.
    """
    at = "combat_move" if phase == COMBAT else "noncombat_move"
    if not part or source(game, phase, only).any_movable():
        yield from offers.made(game, at)
    mover, power = source(game, phase, only), game.state.power
    context = {"phase": phase, "part": part} if part else {"phase": phase}

    def advice() -> Move:
        return _advice(game, phase) if only is None else DONE

    while mover.any_movable():
        move = yield Decision("move", power, prompt, Moves(mover, power), advice=advice, context=context)
        if move == DONE:
            return
        _, carried = mover.carriage(move)
        yield from carry_out(game, move, phase, carried)
        if phase == COMBAT:
            yield from react(game, "attack", move.path[-1], what=move)
        for step in game.rules.sequence("moved"):
            flow = step.what(game, move)
            if flow is not None:
                yield from flow


def _advice(game: Game, phase: str) -> Move:
    """Suggest a move that a rule advises or requires, else land aircraft in flight, else end the phase."""
    advised: Move | None = game.rules.q.advised_move(game, phase) or game.rules.q.due_move(game, phase)
    if advised is not None:
        return advised
    if phase == COMBAT:
        return DONE
    mover = source(game, phase)
    for space, stack, _ in mover.movable():
        if game.unit(stack, space).kind == "air" and needs_landing(game, space, stack):
            options = mover.options(space, stack)
            if options:
                best = min(options, key=lambda o: (len(o.path), o.path))
                return best.move()
    return mover.fetching() or DONE


def carry_out(game: Game, move: Move, phase: str, carried: Sequence[tuple[Stack, int]] = ()) -> Flow:
    """Carry out a legal move."""
    state = game.state
    start, end = move.path[0], move.path[-1]
    power = move.units[0][0].owner
    game.emit("moved", power=power, force=dict(move.units), path=move.path)
    if is_cargo(game, start, move.units[0][0]):
        yield from _unload(game, move, phase)
        return
    if boards(game, move.units[0][0], move.path):
        yield from _board(game, move, phase)
        return
    load = Load(game, start, carried, move) if carried else None
    going = load.others if load else list(move.units)
    riding = landing.riders(game, start, power, dict(going))
    for stack, n in [*move.units, *riding.items()]:
        state.put(start, stack, -n)
    along = load.units if load and not load.by_air else []
    units: Units = [*(load.marked(going) if load else going), *riding.items(), *along]
    halted = {stack for stack, _ in units if must_stop(game, stack, move.path, phase)}
    stopped, passing = False, game.rules.sequence("passing")
    for i, space in enumerate(move.path[1:], 1):
        for step in passing:
            left = (yield from step.what(game, units, move.path, i, phase)) if units else None
            units = units if left is None else left
        if phase == COMBAT and units:
            units, stopped = yield from enter(game, units, space, move.path[i:])
    for stack, n in units:
        guest = stack.owner != power
        stop = stopped or stack in halted
        cond = stack.cond if guest else spent(game, stack, move.path, phase, stop)
        if move.mission:
            cond = cond.marked(move.mission)
        state.put(end, stack.with_(cond), n)
        if phase == COMBAT and not guest:
            came(game, end, game.unit(stack, end).kind, move.path[-2], n)
    if load and load.by_air:
        yield from _drop(game, load.left(units), move, phase)
    if any(game.unit(s, end).aa for s, _ in units):
        game.changed()


class Load:
    """What a move carries along: on land it goes with the others, in the air it is put down at the end."""

    def __init__(self, game: Game, start: str, carried: Sequence[tuple[Stack, int]], move: Move) -> None:
        self.game, self.start, self.power = game, start, move.units[0][0].owner
        aboard = dict(carried)
        #: the units that go by themselves
        self.others: Units = [(s, n - aboard.get(s, 0)) for s, n in move.units if n > aboard.get(s, 0)]
        self.takers = takers(game, move.units, start)
        self.by_air = bool(self.takers) and game.unit(self.takers[0], start).kind == "air"
        by = self.takers[0].type if self.takers else ""
        self.units: Units = [
            (s.with_(s.cond.marked(f"carried={by}", *game.rules.q.boarding_marks(game, s, start))), n)
            for s, n in carried
        ]
        holds = [s for s, n in move.units if s in self.takers for _ in range(n)]
        #: how many of each stack it takes to carry them
        self.needed = Counter(self._stow(holds)[1])

    def marked(self, going: Sequence[tuple[Stack, int]]) -> Units:
        """Return the other units; aircraft with any aboard are marked `drops`, land units that haul some `hauled`."""
        out: Units = []
        for stack, n in going:
            hauls = stack in self.takers and "hauls" in self.game.unit(stack).tags
            marked = self.needed[stack] if self.by_air else n if hauls else 0
            if marked:
                out.append((stack.with_(stack.cond.marked("drops" if self.by_air else "hauled")), marked))
            if n > marked:
                out.append((stack, n - marked))
        return out

    def left(self, units: Units) -> Units:
        """Return what is put down: as many units as the aircraft that came through can carry, in their order."""
        kept, _ = self._stow([s for s, n in units if "drops" in s.cond.marks for _ in range(n)])
        for (stack, n), on in zip(self.units, kept, strict=True):
            if on < n:
                self.game.emit("lost", power=stack.owner, force={stack: n - on}, space=self.start)
        return [(stack, on) for (stack, _), on in zip(self.units, kept, strict=True) if on]

    def _stow(self, ships: Sequence[Stack]) -> tuple[list[int], list[Stack]]:
        """Return how many of each of the units find room in some carriers, and those that have any aboard then."""
        holds, kept, used = list(ships), [0] * len(self.units), set[int]()
        size = bulk(self.game, self.power)
        for row, (stack, n) in sorted(enumerate(self.units), key=lambda u: -size.get(u[1][0].type, 0)):
            for _ in range(n):
                place = next((i for i, s in enumerate(holds) if cargo_room(self.game, s, stack.type, self.start)), None)
                if place is None:
                    break
                cargo = (*holds[place].cond.cargo, (stack.owner, stack.type))
                holds[place] = holds[place].with_(holds[place].cond._replace(cargo=cargo))
                kept[row] += 1
                used.add(place)
        return kept, [ships[i] for i in sorted(used)]


def _drop(game: Game, units: Units, move: Move, phase: str) -> Flow:
    """Put down units that aircraft have carried; their move is over."""
    end = move.path[-1]
    if phase == COMBAT and units:
        units, _ = yield from enter(game, units, end, (end,))
    for stack, n in units:
        moved = max(stack.cond.moved + 1, game.unit(stack, end).move)
        cond = stack.cond._replace(moved=moved)
        game.state.put(end, stack.with_(cond.marked("combat") if phase == COMBAT else cond), n)


def must_stop(game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> bool:
    """Return whether the last step of this path ends the unit's movement (classic.R49.3, R67)."""
    q, kind = game.rules.q, game.unit(stack).kind
    if kind == "land":
        return bool(q.land_step(game, stack, path[-2], path[-1], phase, len(path) == 2) == STOP)
    return bool(kind == "sea" and q.sea_step(game, stack, path[-2], path[-1], phase) == STOP)


def came(game: Game, space: str, kind: str, origin: str, count: int) -> None:
    """Notes from where units of a kind came into a space in combat movement: they may go back there."""
    row = CAME.of(game.state).setdefault(space, {}).setdefault(kind, {})
    row[origin] = row.get(origin, 0) + count


def enter(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Run the steps of `entering` for units that enter a space; return (units left, whether they had to stop)."""
    stopped = False
    for step in game.rules.sequence("entering"):
        result = (yield from step.what(game, units, space, rest)) if units else None
        if result is not None:
            units, stop = result
            stopped = stopped or stop
    return units, stopped


def _board(game: Game, move: Move, phase: str) -> Flow:
    """Load land units, the largest first, filling half-loaded transports before empty ones; where other ships carry
    units too, their power says which kind of ship it is, as long as all find room."""
    state, (start, zone) = game.state, move.path
    power = move.units[0][0].owner

    def ships() -> list[Stack]:
        return [c for c in state.at(zone) if usable_transport(game, power, c, phase, (start, zone))]

    order = loading_order(game, ships(), move.units)
    for i, (stack, n) in enumerate(order):
        for left in range(n, 0, -1):
            usable = ships()
            able = [c for c in usable if cargo_room(game, c, stack.type)]
            if len({c.type for c in able}) > 1:  # some may be needed for units that only they take
                holds = [c for c in usable for _ in range(state.at(zone)[c])]
                rest = [(stack, left - 1), *order[i + 1 :]]
                able = [c for c in able if all_fit(game, _with_one(holds, c, stack), rest)]
                if left < sum(state.at(zone)[c] * berths(game, c, stack) for c in able):
                    able = yield from _of_one_kind(game, stack, able, f"load onto in {zone}")
            carrier = min(able, key=lambda c: (c.owner != stack.owner, -len(c.cond.cargo), c))
            cond = stowed(game, loaded(carrier, stack).cond, stack)
            if carrier.owner != stack.owner and not game.active(carrier.owner):
                cond = cond.marked("boarded")
            elif phase == COMBAT:
                cond = cond.marked("combat", *game.rules.q.boarding_marks(game, stack, start))
            cond = cond.marked(*game.rules.q.transport_marks(game, carrier, zone, start, True, stack))
            state.turn_into(zone, carrier, cond, 1)
            state.put(start, stack, -1)


def _with_one(holds: Sequence[Stack], ship: Stack, stack: Stack) -> list[Stack]:
    """Return the ships with one more unit aboard one of them."""
    at = holds.index(ship)
    return [*holds[:at], loaded(ship, stack), *holds[at + 1 :]]


def _of_one_kind(game: Game, stack: Stack, ships: list[Stack], what: str) -> Flow:
    """Return the ships of one type, chosen by the power of a unit, if warships are among several types."""
    plain = [s for s in ships if "transport" in game.unit(s).tags]
    kinds = dict.fromkeys(s.type for s in (*plain, *ships))
    if len(kinds) < 2 or len(plain) == len(ships):
        return ships
    kind = next(iter(kinds))
    rule = game.rules.cite("transport.capacity")
    chosen = yield Decision(
        "ship", stack.owner, f"Choose the ship that the {game.unit(stack).called(1)} will {what}",
        Choose([Option(k, game.rules.units[k].name) for k in kinds]), advice=kind, rule=rule,
    )  # fmt: skip
    return [s for s in ships if s.type == chosen]


def _unload(game: Game, move: Move, phase: str) -> Flow:
    """Offload cargo; into a territory whose zone must first be cleared, it lands after the sea battle."""
    state, q, (zone, space) = game.state, game.rules.q, move.path
    ashore: Units = []
    wait = phase == COMBAT and q.landing_waits(game, zone, space)
    air_first = sorted(move.units, key=lambda u: game.unit(u[0], zone).kind != "air")
    for stack, n in air_first:  # what must land with land units finds them aboard
        left = n
        while left:
            able = [
                c
                for c in state.at(zone)
                if c.cond.cargo.count((stack.owner, stack.type)) > waiting(c.cond).count(stack.type)
                and q.may_unload(game, c, zone, space, phase, stack) is None
            ]
            several = len({c.type for c in able}) > 1
            if several and left < sum(state.at(zone)[c] * c.cond.cargo.count((stack.owner, stack.type)) for c in able):
                able = yield from _of_one_kind(game, stack, able, f"offload from in {zone}")
            carrier = min(able, key=lambda c: (f"landing={space}" not in c.cond.marks, len(c.cond.cargo), c))
            left -= 1
            cond = carrier.cond.marked(*q.transport_marks(game, carrier, zone, space, False, stack))
            if phase == COMBAT:
                cond = cond.marked(f"landing={space}", *(["combat"] if game.active(carrier.owner) else []))
            if wait:
                ordered = "+".join([*waiting(carrier.cond), stack.type])
                cond = cond.unmarked(f"ashore={carrier.cond.noted('ashore')}").marked(f"ashore={ordered}")
                state.turn_into(zone, carrier, cond, 1)
                continue
            cargo = list(cond.cargo)
            cargo.remove((stack.owner, stack.type))
            cond, kept = unstowed(cond, stack.type)
            state.turn_into(zone, carrier, cond._replace(cargo=tuple(cargo)).marked("unloaded"), 1)
            ashore.append((stack.with_(stack.cond.marked(*kept)) if kept else stack, 1))
    if ashore:
        yield from go_ashore(game, ashore, zone, space, phase)


def go_ashore(game: Game, units: Units, zone: str, space: str, phase: str) -> Flow:
    """Put offloaded units into a territory; their move is over (classic.R74)."""
    power = units[0][0].owner
    game.emit("landed", power=power, force=_summed(units), space=space)
    assault = phase == COMBAT and not friendly(game, power, space) and not contested(game, space)
    if assault:
        zones = ASSAULT.of(game.state).setdefault(space, [])
        if zone not in zones:
            zones.append(zone)
    if phase == COMBAT:
        units, _ = yield from enter(game, units, space, (space,))
    for stack, n in units:
        moved = game.stats(stack.owner, stack.type).move
        marks = ("combat", "seaborne") if assault else ("combat",) if phase == COMBAT else ()
        kept = (m for m in stack.cond.marks if m in game.rules.refitted)
        cond = FRESH._replace(moved=moved, marks=marks).marked(*kept)
        game.state.put(space, stack.with_(cond), n)


def _summed(units: Units) -> dict[Stack, int]:
    out: dict[Stack, int] = {}
    for stack, n in units:
        out[stack] = out.get(stack, 0) + n
    return out
