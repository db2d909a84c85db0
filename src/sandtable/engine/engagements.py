"""Battles of their own in a space, beside the others that are fought there in the turn (table `engagements`).

Such as an air battle before a raid, or an attack on ships in port. A rule adds the step that fights them where they
come in the combat phase: ``draft.step("combat", "air_battles", engagement("air battle"), before="raids")``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, DEFENDER, Side
from ..core.events import declare_event
from ..core.forces import Force
from ..core.marks import ENGAGED
from ..rules.rows import Engagement
from . import commitments
from .battles import Battle, fight
from .board import defends, fights, together
from .picking import picked, read

if TYPE_CHECKING:
    from .game import Flow, Game

declare_event("engaged", "{space}: {what}")


def engagement(name: str) -> Callable[[Game], Flow]:
    """Return the step of the combat phase that fights all battles of a row."""

    def step(game: Game) -> Flow:
        for space in sorted(game.state.forces):
            yield from _fought(game, name, space)

    return step


def engaged(game: Game, name: str, space: str, side: Side) -> Force:
    """The units that a row describes, of those who attack and of their enemies there."""
    row: Engagement = game.rules.typed("engagements")[name]
    power, there = game.state.power, game.state.at(space)
    if side == ATTACKER:
        own = together(game, power, space)
        able = {s: n for s, n in there.items() if s.owner in own and fights(game, s, space)}
        return picked(game, able, space, read(row.attackers))
    foes = game.enemies(power, space)
    able = {s: n for s, n in there.items() if s.owner in foes and defends(game, s, space)}
    return picked(game, able, space, read(row.defenders))


def sides_of(game: Game, name: str, space: str) -> commitments.Sides:
    """Return the units of both sides of a battle of a row in a space; each is empty if there is none."""
    own = game.rules.q.engaged(game, name, space, ATTACKER)
    enemies = game.rules.q.engaged(game, name, space, DEFENDER) if own else {}
    return {ATTACKER: own if enemies else {}, DEFENDER: enemies}


def _fought(game: Game, name: str, space: str) -> Flow:
    """Fight the battle of a row in a space, if there is one."""
    row: Engagement = game.rules.typed("engagements")[name]
    power, sides = game.state.power, sides_of(game, name, space)
    if sides[ATTACKER]:
        sides = yield from commitments.chosen(game, name, space, power, sides)
    if not sides[ATTACKER] or not sides[DEFENDER]:
        return
    game.emit("engaged", space=space, what=row.text or name)
    battle = Battle(game, space, row.sequence, power, sides[ATTACKER], sides[DEFENDER], row.text or name)
    yield from fight(game, battle)
    lost = bool(battle.units[DEFENDER])
    for side, force in battle.units.items():
        for stack, n in list(force.items()):
            cond = stack.cond
            if row.stays_out in (side, "both"):
                cond = cond.marked(ENGAGED)
            if row.must_win and lost and side == ATTACKER:
                cond = cond.unmarked(*(m for m in cond.marks if m in game.rules.missions)).marked(ENGAGED)
            here = game.state.at(space).get(stack, 0)  # aircraft may have left the space or been lost after the battle
            game.state.turn_into(space, stack, cond, min(n, here))
