"""The referee of marks in battles: tests that detect or hide units, and roles that their owners give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..battle import roles
from ..battle.volley import ATTACKER, DEFENDER, Assign, Check, Piece, Side, other
from ..core.decisions import Decision, PickUnits
from ..core.events import declare_event
from ..core.forces import Condition, Force, Stack, add
from ..rules import points

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Flow, Game

declare_event("tested", "{power} in {space}: {test} at {hits_on}, rolling {dice}: {count} units")
points.declare(points.DECISIONS, "assign", "pick_units: units that take a role in this round of combat")


def test(game: Game, battle: Battle, step: Check) -> None:
    """Dice change units of a side, or let them leave the battle."""
    own, enemy = battle.pieces(step.side), battle.pieces(other(step.side))
    if not roles.takes_place(step, own, enemy):
        return
    side: Side = step.side if step.whose == "own" else other(step.side)
    targets = roles.concerned(step, own if step.whose == "own" else enemy)
    count = sum(targets.values()) if step.dice == "target" else roles.dice_of(step, own)
    if not targets or not count:
        return
    number = roles.number_of(step, own, enemy)
    sure = number in (0, 6)  # no die can change it
    dice = [] if sure else game.dice.roll(count)
    passed = [number == 6] * count if sure else [face <= number for face in dice]
    if step.dice == "target":
        changed = _each(targets, [ok == (step.on == "success") for ok in passed])
    else:
        changed = targets if any(passed) == (step.on == "success") else {}
    game.emit(
        "tested", power=battle.power(step.side), space=battle.space, test=step.text, hits_on=number, dice=dice,
        count=sum(changed.values()),
    )  # fmt: skip
    battle.rolled = battle.rolled or not sure
    force = stacks_of(battle, side, changed)
    if step.leaves and force:
        game.emit("withdrew", power=next(iter(force)).owner, force=force, space=battle.space, target="the deep")
        battle.remove(side, force)
    elif force:
        give(game, battle, side, force, step.marks)


def _each(targets: Mapping[Piece, int], passed: Iterable[bool]) -> dict[Piece, int]:
    """The units whose own die changes them, the dice taken in the order of the units."""
    out: dict[Piece, int] = {}
    dice = iter(passed)
    for piece, n in targets.items():
        k = sum(next(dice) for _ in range(n))
        if k:
            out[piece] = k
    return out


def assign(game: Game, battle: Battle, step: Assign) -> Flow:
    """Units get a role; their side chooses them, if the step asks."""
    own, enemy = battle.pieces(step.side), battle.pieces(other(step.side))
    if not roles.takes_place(step, own, enemy):
        return
    most = roles.most_of(step, own, enemy)
    advised = stacks_of(battle, step.side, roles.assigned(step, own, enemy))
    if not most:
        return
    least = roles.least_of(step, own, enemy)
    able = roles.assignable(step, own)
    force = {s: n for s, n in battle.units[step.side].items() if battle.piece(s) in able}
    if step.ask and least < sum(able.values()) and (least < most or len(force) > 1):
        owners = tuple(dict.fromkeys(s.owner for s in force)) if step.apart else ()
        chosen: Force = {}
        for owner in owners if len(owners) > 1 else ("",):
            theirs = {s: n for s, n in force.items() if owner in ("", s.owner)}
            advice = {s: n for s, n in advised.items() if s in theirs}
            asked = owner or (owners[0] if owners else battle.power(step.side))
            limits = (0, sum(theirs.values())) if owner else (least, most)
            chosen.update((yield _question(game, battle, step, asked, theirs, limits, advice)))
        advised = chosen
    if advised:
        give(game, battle, step.side, advised, step.marks)
        if step.uses and step.per is not None:
            _use_up(game, battle, step, sum(advised.values()))


def _use_up(game: Game, battle: Battle, step: Assign, count: int) -> None:
    """Remove the number of units aside that a role uses up."""
    aside = battle.aside[step.side]
    for stack, n in list(aside.items()):
        took = min(n, count) if step.per and step.per.takes(battle.piece(stack, True)) else 0
        if took:
            count -= took
            add(aside, stack, -took)
            game.state.put(battle.space, stack, -took)
            game.emit("lost", power=stack.owner, force={stack: took}, space=battle.space)


def _question(
    game: Game, battle: Battle, step: Assign, power: str, force: Force, limits: tuple[int, int], advice: Force
) -> Decision:
    rule = game.rules.cite("battle.roles")
    if rule == "battle.roles":  # no statement of the edition
        rule = next((s.by for s in game.rules.sequence(battle.sequence) if s.name == battle.step), rule)
    return Decision(
        "assign", power, f"Battle in {battle.where}, round {battle.round}: {step.text}",
        PickUnits(force, *limits, rule), advice=advice, rule=rule,
        context={"space": battle.space, "side": step.side, "ask": step.text, "marks": list(step.marks)},
    )  # fmt: skip


def stacks_of(battle: Battle, side: Side, pieces: Mapping[Piece, int]) -> Force:
    """The stacks of a side that make up these pieces."""
    out: Force = {}
    left = dict(pieces)
    for stack, n in battle.units[side].items():
        piece = battle.piece(stack)
        take = min(n, left.get(piece, 0))
        if take:
            out[stack] = take
            left[piece] -= take
    return out


def give(game: Game, battle: Battle, side: Side, force: Mapping[Stack, int], marks: Iterable[str]) -> None:
    """Units of a battle get marks."""
    words = tuple(marks)
    for stack, n in dict(force).items():
        _change(game, battle, side, stack, stack.cond.marked(*words), n)


def forget(game: Game, battle: Battle, at_the_end: bool = False) -> None:
    """Marks that steps of the battle gave are gone at the end of the round, or of the battle."""
    left: set[str] = set()
    for side in (ATTACKER, DEFENDER):
        grants = battle.program.given[side]
        words = {m for grant in grants if at_the_end or not grant.lasts for m in grant.marks}
        for stack, n in list(battle.units[side].items()) if words else ():
            if words.intersection(stack.cond.marks):
                _change(game, battle, side, stack, stack.cond.unmarked(*words), n)
        left |= words
    for stack, n in list(game.state.at(battle.space).items()) if left else ():
        fighting = sum(force.get(stack, 0) for force in battle.units.values())
        if left.intersection(stack.cond.marks) and n > fighting:  # these have left the battle
            game.state.turn_into(battle.space, stack, stack.cond.unmarked(*left), n - fighting)


def unmarked(battle: Battle, side: Side, cond: Condition) -> Condition:
    """Return the condition of a unit that leaves the battle, without the marks that steps of it gave."""
    words = {m for grant in battle.program.given[side] for m in grant.marks}
    return cond.unmarked(*words) if words else cond


def _change(game: Game, battle: Battle, side: Side, stack: Stack, cond: Condition, n: int) -> None:
    new = game.state.turn_into(battle.space, stack, cond, n)
    add(battle.units[side], stack, -n)
    add(battle.units[side], new, n)


def take(game: Game, battle: Battle, side: Side, force: Mapping[Stack, int], marks: Iterable[str]) -> Force:
    """Take marks from units of a battle; return the units without them."""
    words, out = tuple(marks), Force()
    for stack, n in dict(force).items():
        _change(game, battle, side, stack, stack.cond.unmarked(*words), n)
        add(out, stack.with_(stack.cond.unmarked(*words)), n)
    return out
