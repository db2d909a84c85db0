"""Casualty selection: owners choose, guest aircraft on carriers may be chosen, and damaged units keep fighting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..battle import losses
from ..battle.volley import ATTACKER, Side, Volley, other
from ..core.decisions import Confirm, Decision, PickUnits, Together
from ..core.forces import Force, Stack, add, merged, total
from . import roles, sparing

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Flow, Game


def casualties(game: Game, battle: Battle, volley: Volley, hits: int, aims: Force | None = None) -> Flow:
    """Take casualties on the side under fire (among the targets, if limited); owners choose them (classic.R86,
    R128)."""
    side = other(volley.side)
    under = battle.units[side] if aims is None else aims
    exposed = {s: n for s, n in under.items() if volley.at.takes(battle.piece(s))}
    if volley.effect:
        exposed = {s: n for s, n in exposed.items() if volley.effect not in s.cond.marks}
    lives = {s: n if volley.effect else n * battle.piece(s).hits for s, n in exposed.items()}
    hits = min(hits, total(lives))
    if not hits:
        return
    if (
        side == ATTACKER
        and battle.guests
        and not volley.effect
        and (yield from _guests_fall(game, battle, volley, lives, hits))
    ):
        return
    sure, lives, hits = sparing.in_line(battle, volley, lives, hits)
    if hits == total(lives) or len(lives) == 1:
        chosen = _first(lives, hits)
    else:
        chosen = yield from _choose(game, battle, volley, side, lives, hits)
    chosen = merged((sure, chosen))
    if volley.effect:
        roles.give(game, battle, side, chosen, (volley.effect,))
        return
    hit(game, battle, side, chosen, volley.falls == "at_once")


def _first(lives: Mapping[Stack, int], hits: int) -> Force:
    out: Force = {}
    for stack, n in lives.items():
        if hits:
            out[stack] = min(n, hits)
            hits -= out[stack]
    return out


def _choose(game: Game, battle: Battle, volley: Volley, side: Side, lives: Force, hits: int) -> Flow:
    """Let each owner of units under fire choose casualties; if they differ, the attacker chooses (classic.R128.1)."""
    text, ask = _prompts(battle, hits)
    rule = game.rules.cite("casualties")

    def question(power: str) -> Decision:
        return Decision(
            "casualties", power, text, PickUnits(lives, hits, hits, rule, keep.test if keep else None), rule=rule,
            advice=lambda: keep.obey(advice()) if keep else advice(),
            context={"space": battle.space, "side": side, "hits": hits, "ask": ask},
        )  # fmt: skip

    def advice() -> Force:
        if volley.picks == "firer":
            return dearest_losses(battle, side, lives, hits)
        return sensible_losses(game, battle, side, lives, hits)

    keep = sparing.Keeping(game, battle, volley.keep, side, lives) if volley.keep else None
    owners = tuple(dict.fromkeys(s.owner for s in lives if s.owner in game.rules.powers))
    if volley.picks == "firer" and battle.power(volley.side) in game.rules.powers:
        return (yield question(battle.power(volley.side)))
    if not owners:  # units of no power: no player can decide
        return keep.obey(advice()) if keep else advice()
    if side == ATTACKER and len(owners) > 1:  # units of several powers that attack together
        return (yield question(battle.attacker))
    if len(owners) == 1:
        return (yield question(owners[0]))
    answers = yield Together(tuple(question(p) for p in owners))
    if all(a == answers[0] for a in answers):
        return answers[0]
    return (yield question(battle.power(volley.side)))


def _prompts(battle: Battle, hits: int) -> tuple[str, str]:
    """Return the prompt for casualties, and the same without the space of the battle."""
    count = f"{hits} hit{'s' if hits > 1 else ''}"
    return f"{count} in {battle.space}: choose casualties", f"{count}: choose casualties"


def _guests_fall(game: Game, battle: Battle, volley: Volley, lives: Force, hits: int) -> Flow:
    """Let the attacker take allied aircraft on its carriers as casualties if their owner agrees (classic.R64.1). Return
    whether all hits are resolved."""
    guests = {s: n for s, n in battle.guests.items() if volley.at.takes(battle.piece(s))}
    if not guests or volley.picks == "firer":
        return False
    rule = game.rules.cite("casualties.guests")
    text, ask = _prompts(battle, hits)
    chosen = yield Decision(
        "casualties", battle.attacker, text,
        PickUnits({**lives, **guests}, hits, hits, rule), rule=rule,
        advice=lambda: sensible_losses(game, battle, ATTACKER, lives, hits),
        context={"space": battle.space, "side": ATTACKER, "hits": hits, "ask": ask},
    )  # fmt: skip
    theirs = {s: n for s, n in chosen.items() if s in guests}
    for owner in dict.fromkeys(s.owner for s in theirs):
        agreed = yield Decision(
            "agree", owner, f"{battle.attacker} wants to take your aircraft in {battle.space} as a casualty. Agree?",
            Confirm(),
            advice=False, rule=rule, context={"space": battle.space},
        )  # fmt: skip
        if not agreed:
            return False
    for stack, n in theirs.items():
        add(battle.guests, stack, -n)
        game.state.put(battle.space, stack, -n)
        game.emit("lost", power=stack.owner, force={stack: n}, space=battle.space)
    hit(game, battle, ATTACKER, {s: n for s, n in chosen.items() if s not in guests}, volley.falls == "at_once")
    return True


def sensible_losses(game: Game, battle: Battle, side: Side, lives: Mapping[Stack, int], hits: int) -> Force:
    """Return sensible casualties: hits that destroy nothing first, then by the query `loss_order`."""
    order = game.rules.q.loss_order(game, battle, side, list(lives))
    free = {s: lives[s] - lives[s] // battle.piece(s).hits for s in order}  # each unit takes all hits but its last
    out: Force = {}
    for room in (free, {s: lives[s] - free[s] for s in order}):
        for stack in order:
            take = min(hits, room[stack])
            if take:
                add(out, stack, take)
                hits -= take
    return out


def dearest_losses(battle: Battle, side: Side, lives: Mapping[Stack, int], hits: int) -> Force:
    """The losses that the enemy would choose: units that fall at once before those that are only damaged, the dearest
    first."""
    place = {loss.piece: i for i, loss in enumerate(losses.firer_order({battle.piece(s) for s in lives}, side))}
    out: Force = {}
    for stack in sorted(lives, key=lambda s: (place[battle.piece(s)], s)):
        take = min(hits, lives[stack])
        if take:
            out[stack] = take
            hits -= take
    return out


def hit(game: Game, battle: Battle, side: Side, chosen: Mapping[Stack, int], at_once: bool) -> None:
    """Apply hits to units: damaged units keep fighting, others are destroyed (and fire once more, unless removed at
    once)."""
    state, lost = game.state, Force()
    for stack, hits in chosen.items():
        per = battle.piece(stack).hits
        n = battle.units[side][stack]
        sunk = max(0, hits - n * (per - 1))
        rest, afloat = hits - sunk * per, n - sunk  # the owner spreads hits that do not destroy evenly
        for damage, damaged in _spread(rest, afloat):
            new = stack.with_(stack.cond._replace(damage=stack.cond.damage + damage))
            add(battle.units[side], stack, -damaged)
            add(battle.units[side], new, damaged)
            state.turn_into(battle.space, stack, new.cond, damaged)
        if sunk:
            add(battle.units[side], stack, -sunk)
            state.put(battle.space, stack, -sunk)
            add(lost, stack, sunk)
            if not at_once:
                add(battle.fallen[side], stack, sunk)
    if lost:
        game.emit("lost", power=next(iter(lost)).owner, force=lost, space=battle.space)


def _spread(hits: int, units: int) -> list[tuple[int, int]]:
    """Return (hits each, number of units) for hits spread evenly over units, without units that take no hit.

    >>> _spread(5, 3), _spread(2, 3), _spread(0, 3)
    ([(1, 1), (2, 2)], [(1, 2)], [])
    """
    if not hits:
        return []
    each, more = divmod(hits, units)
    return [(h, k) for h, k in ((each, units - more), (each + 1, more)) if h and k]
