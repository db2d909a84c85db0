"""The referee of rolls whose targets are named before the dice: one question for each number hit on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..battle import losses
from ..battle.columns import columns
from ..battle.naming import Aims
from ..battle.resolution import dice_of, resolution, shots
from ..battle.volley import Side, Volley, lives, other
from ..core.decisions import Decision, PickUnits
from ..core.forces import Stack
from ..rules import points
from .casualties import casualties, struck

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Flow, Game

points.declare(points.DECISIONS, "targets", "pick_units: units that dice are aimed at before they are rolled")


def fire_at_named(game: Game, battle: Battle, volley: Volley) -> Flow:
    """Let the side that fires name a target for each die, roll all dice, and apply the hits to the units named."""
    side: Side = other(volley.side)
    rows = columns(volley, battle.firing(volley.side), battle.pieces(side), battle.pieces(side, fallen=True))
    exposed = {s: n for s, n in battle.units[side].items() if volley.at.takes(battle.piece(s))}
    if not rows or not exposed:
        return
    place = {
        loss.piece: i
        for i, loss in enumerate(losses.firer_order({battle.piece(s) for s in exposed}, side, volley.deadly))
    }
    order = sorted(exposed, key=lambda s: (place[battle.piece(s)], s))
    aims = Aims({s: (exposed[s], lives(volley, battle.piece(s))) for s in order})
    rows = rows[::-1]  # the best dice are aimed first
    for value, dice in rows:
        yield from _name(game, battle, volley, aims, value, dice)
    hits: list[tuple[Stack, int]] = []
    over = 0
    faces = {value: _roll(game, battle, volley, value, dice) for value, dice in rows}
    for stack, feared in aims.aimed():
        scored = sum(faces[value].pop(0) <= value for value in feared)
        hits += [(stack, min(scored, aims.hits[stack]))] if scored else []
        over += max(0, scored - aims.hits[stack])
    for stack, n in hits:
        n = n if aims.hits[stack] > 1 else battle.piece(stack).hits
        struck(game, battle, side, stack, n, volley.at_once(battle.piece(stack)))
    if over and volley.over == "owner":
        yield from casualties(game, battle, volley.with_(picks="owner"), over)


def _name(game: Game, battle: Battle, volley: Volley, aims: Aims[Stack], value: int, dice: int) -> Flow:
    """Aim dice of one number at the units that the side that fires chooses."""
    if len(aims.dice) == 1:
        aims.take_advice(value, dice)
        return
    power = battle.power(volley.side)
    most = dict.fromkeys(aims.dice, dice)
    rule = game.rules.cite("casualties")
    advised = Aims({s: (len(units), aims.hits[s]) for s, units in aims.dice.items()})
    advised.dice = {s: [list(feared) for feared in units] for s, units in aims.dice.items()}
    text = f"Choose the targets of {dice} dice that hit on {value}" if dice > 1 else f"Choose the target of a {value}"
    chosen = advised.take_advice(value, dice)
    if power in game.rules.powers:
        chosen = yield Decision(
            "targets", power, f"{volley.text} in {battle.where}: {text[0].lower()}{text[1:]}",
            PickUnits(most, dice, dice, rule), advice=chosen, rule=rule,
            context={"space": battle.space, "side": other(volley.side), "hits": dice, "ask": text},
        )  # fmt: skip
    for stack, n in chosen.items():
        for _ in range(n):
            aims.name(stack, value)


def _roll(game: Game, battle: Battle, volley: Volley, value: int, dice: int) -> list[int]:
    shown = game.dice.roll(dice * dice_of(value))
    faces = [face for _, face in shots([(value, dice)], shown)]
    battle.rolled = True
    game.emit(
        "volley_fired", power=battle.power(volley.side), side=volley.side, space=battle.space, volley=volley.text,
        hits_on=str(int(value)), dice=list(shown), hits=sum(face <= value for face in faces),
    )  # fmt: skip
    game.note_hits(
        battle.power(volley.side), resolution("single_dice"), [(value, dice)], sum(f <= value for f in faces)
    )
    return list(faces)
