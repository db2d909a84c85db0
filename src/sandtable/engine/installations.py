"""Damage on installations: what raids and rockets do to a complex or base instead of taking cash, and its repair.

An installation is a structure that produces or is tagged `installation`. It takes damage if the query `damage_limit`
says how much (the switch `installation_damage` times the value of its territory); damage lowers its output until its
controller repairs it in the purchase phase, at the price of the query `repair_price`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.decisions import Allocate, Decision, Limit
from ..core.events import declare_event
from ..core.text import counted
from ..rules import points
from .memory import game_memory, turn_memory

if TYPE_CHECKING:
    from ..core.decisions import Move
    from .game import Flow, Game

DAMAGE = game_memory("damage", dict[str, "dict[str, int]"], "territory -> installation -> points of damage on it")
DONE = turn_memory("damage_done", dict[str, int], "territory -> points of damage that this turn did there")
points.declare(
    points.DECISIONS, "repair", "allocate: points of damage that are repaired, by territory and installation"
)
declare_event("damaged", "{power} damages {what} in {space}, rolling {dice}: {points:point} of damage")
declare_event("mended", "{power} repairs {points:point} of damage for {ipcs:IPC}", ("-power",))


def damage_limit(game: Game, space: str, type: str) -> int | None:
    """An installation takes the value of its territory times the switch; without the switch, none."""
    times = game.rules.switches.get("installation_damage", 0)
    return times * game.rules.q.value(game, space) if times else None


def repair_price(game: Game, power: str, points: int) -> int:
    """Each point of damage costs 1 IPC to repair."""
    return points


def installations(game: Game, space: str) -> list[str]:
    """Return the types of the installations in a territory."""
    found = (s.type for s in game.state.at(space) if {"produces", "installation"} & game.unit(s, space).tags)
    return list(dict.fromkeys(found))


def damage(game: Game, space: str, type: str = "") -> int:
    """Return the points of damage on one installation in a territory, or on all that produce units there."""
    there = DAMAGE.get(game.state).get(space)
    if not there:
        return 0
    if type:
        return there.get(type, 0)
    return sum(n for kind, n in there.items() if "produces" in game.rules.units[kind].tags)


def hit(game: Game, power: str, space: str, dice: list[int], cap: int = 999) -> bool:
    """Put the sum of dice as damage on the first installation that takes any, up to its limit and `cap`; return whether
    there is one."""
    for type in installations(game, space):
        limit = game.rules.q.damage_limit(game, space, type)
        if limit is not None:
            per_turn = game.rules.switches.get("installation_damage_per_turn", False)
            so_far = DONE.get(game.state).get(space, 0) if per_turn else damage(game, space, type)
            done = max(0, min(sum(dice), cap, limit - so_far))
            if done:
                DONE.of(game.state)[space] = DONE.get(game.state).get(space, 0) + done
                there = DAMAGE.of(game.state).setdefault(space, {})
                there[type] = there.get(type, 0) + done
            what = game.rules.units[type].called(1)
            game.emit("damaged", power=power, what=what, space=space, dice=dice, points=done)
            return True
    return False


def moved(game: Game, move: Move) -> None:
    """Damage goes along with an installation that moves to another territory."""
    for stack, _ in move.units:
        start, end = move.path[0], move.path[-1]
        points = DAMAGE.get(game.state).get(start, {}).get(stack.type, 0)
        if points and stack.type not in installations(game, start):
            DAMAGE.of(game.state)[start].pop(stack.type)
            there = DAMAGE.of(game.state).setdefault(end, {})
            there[stack.type] = there.get(stack.type, 0) + points


def output(game: Game, space: str, most: int | None, worth: int) -> int | None:
    """Return the output of a complex less its damage; one without limit makes what its territory is worth while it is
    damaged."""
    lost = damage(game, space)
    return max(0, (worth if most is None else most) - lost) if lost else most


def repair(game: Game, power: str) -> Flow:
    """Ask a power which damage on its installations it repairs, as far as its cash goes."""
    state, price = game.state, game.rules.q.repair_price
    broken: dict[tuple[str, ...], int] = {
        (space, type): n
        for space, there in DAMAGE.get(state).items()
        for type, n in there.items()
        if n and state.owner.get(space) == power and type in installations(game, space)
    }
    total = sum(broken.values())
    room = max((n for n in range(total + 1) if price(game, power, n) <= state.ipcs[power]), default=0)
    if not room:
        return
    text = f"up to {counted(room, 'point')} for {counted(state.ipcs[power], 'IPC')}"
    limit = Limit(text, dict.fromkeys(broken, 1), room)
    form = Allocate(broken, [limit], game.rules.cite("repair"))
    first, whole = (counted(price(game, power, n), "IPC") for n in (1, total))
    cost = f"{first} for the first point, {whole} for all {total}" if total > 1 else f"{first} for the point"
    answer = yield Decision(
        "repair", power, f"Repair damage: {cost}",
        form, advice=lambda: _advice(form), rule=game.rules.cite("repair"),
    )  # fmt: skip
    mended = sum(answer.values())
    if mended:
        for (space, type), n in answer.items():
            there = DAMAGE.of(state)[space]
            there[type] -= n
            if not there[type]:
                del there[type]
            if not there:
                del DAMAGE.of(state)[space]
        paid = price(game, power, mended)
        state.ipcs[power] -= paid
        game.emit("mended", power=power, points=mended, ipcs=paid)


def _advice(form: Allocate) -> dict[tuple[str, ...], int]:
    """As much as cash allows, where the damage is greatest first."""
    answer: dict[tuple[str, ...], int] = {}
    for key in sorted(form.most, key=lambda k: (-form.most[k], k)):
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer
