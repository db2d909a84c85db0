"""Casualty selection: owners choose, guest aircraft on carriers may be chosen, and damaged units keep fighting."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING

from ..battle import losses
from ..battle.roles import over_decks
from ..battle.volley import ATTACKER, LEAVING, Adrift, Pick, Side, Volley, other
from ..battle.volley import lives as lives_of
from ..core.decisions import Confirm, Decision, PickUnits, Together
from ..core.forces import Condition, Force, Stack, add, first, merged, total
from ..core.marks import JUST_HIT
from ..rules import points
from . import roles, sparing

if TYPE_CHECKING:
    from .battles import Battle
    from .game import Flow, Game

points.declare(points.DECISIONS, "aim", "pick_units: enemy units that hits are directed at, or none")


def casualties(game: Game, battle: Battle, volley: Volley, hits: int, aims: Force | None = None) -> Flow:
    """Take casualties on the side under fire (among the targets, if limited); owners choose them (classic.R86,
    R128)."""
    side = other(volley.side)
    under = battle.units[side] if aims is None else aims
    exposed = {s: n for s, n in under.items() if volley.at.takes(battle.piece(s))}
    if volley.effect:
        exposed = {s: n for s, n in exposed.items() if volley.effect not in s.cond.marks}
    lives = {s: n if volley.effect else n * lives_of(volley, battle.piece(s)) for s, n in exposed.items()}
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
        chosen = first(lives, hits)
    else:
        chosen = yield from _choose(game, battle, volley, side, lives, hits, sure)
    chosen = merged((sure, chosen))
    if volley.effect:
        roles.give(game, battle, side, chosen, (volley.effect,))
        return
    hit(game, battle, side, chosen, volley)


def _choose(
    game: Game, battle: Battle, volley: Volley, side: Side, lives: Force, hits: int, sure: Mapping[Stack, int]
) -> Flow:
    """Let each owner of units under fire choose casualties; if they differ, the attacker chooses (classic.R128.1)."""
    text, ask = _prompts(battle, hits)
    rule, tough = game.rules.cite("casualties"), _tough(battle, volley, lives)

    def question(power: str) -> Decision:
        return Decision(
            "casualties", power, text, PickUnits(lives, hits, hits, rule, test, tough), rule=rule, advice=advised,
            context={"space": battle.space, "side": side, "hits": hits, "ask": ask},
        )  # fmt: skip

    def advice() -> Force:
        if volley.picks == "firer":
            return dearest_losses(battle, side, lives, hits, volley.deadly)
        return sensible_losses(game, battle, side, lives, hits, volley.deadly)

    def advised() -> Force:
        return keep.obey(advice()) if keep else spent or advice()

    keep = sparing.Keeping(game, battle, volley.keep, side, lives) if volley.keep else None
    test, spent = keep.test if keep else None, None
    if battle.pending and not keep:
        salvo = sparing.Unwasted(battle, battle.pending, side, sure)
        spent = salvo.obey(advice(), lives, game.rules.q.loss_order(game, battle, side, list(lives)))
        test = salvo.test
    owners = tuple(dict.fromkeys(s.owner for s in lives if s.owner in game.rules.powers))
    if volley.picks == "firer" and battle.power(volley.side) in game.rules.powers:
        return (yield question(battle.power(volley.side)))
    if not owners:  # units of no power: no player can decide
        return advised()
    if side == ATTACKER and len(owners) > 1:  # units of several powers that attack together
        return (yield question(battle.attacker))
    if len(owners) == 1:
        return (yield question(owners[0]))
    answers = yield Together(tuple(question(p) for p in owners))
    if all(a == answers[0] for a in answers):
        return answers[0]
    return (yield question(battle.power(volley.side)))


def coupled(game: Game, battle: Battle, volley: Volley, hits: int) -> Flow:
    """Mark units of two kinds for each hit of a roll (`battle.volley.Coupled`)."""
    assert volley.coupled is not None
    first, second, then, alone = volley.coupled
    under = battle.units[other(volley.side)]
    there = sum(n for s, n in under.items() if first.takes(battle.piece(s)) and volley.effect not in s.cond.marks)
    both = min(hits, there)
    for at, n in ((first, both), (second, both * then + (hits - both) * alone)):
        if n:
            yield from casualties(game, battle, volley.with_(at=at, coupled=None), n)


def aimed_freely(game: Game, battle: Battle, volley: Volley, hits: int) -> Flow:
    """Ask the firer which of these hits to direct, and at which units; return how many are directed."""
    side = other(volley.side)
    under = {s: n for s, n in battle.units[side].items() if volley.at.takes(battle.piece(s))}
    lives = {s: n * lives_of(volley, battle.piece(s)) for s, n in under.items()}
    rule = game.rules.cite("battle.directed")
    form = PickUnits(lives, 0, hits, rule, units=_tough(battle, volley, lives))
    count = f"{hits} hit{'s' if hits > 1 else ''}"
    ask = f"{count} you may direct: choose the units hit, or leave the choice to the enemy"
    chosen = yield Decision(
        "aim", battle.power(volley.side), f"Battle in {battle.where}: {ask}", form,
        advice=lambda: dearest_losses(battle, side, lives, hits), rule=rule,
        context={"space": battle.space, "side": side, "hits": hits, "ask": ask},
    )  # fmt: skip
    if chosen:
        hit(game, battle, side, chosen, volley)
    return total(chosen)


def _tough(battle: Battle, volley: Volley, lives: Force) -> Force:
    """Return how many units take these hits, for units that each take several."""
    each = {s: 1 if volley.effect else lives_of(volley, battle.piece(s)) for s in lives}
    return {s: ceil(n / each[s]) for s, n in lives.items() if each[s] > 1}


def _prompts(battle: Battle, hits: int) -> tuple[str, str]:
    """Return the prompt for casualties, and the same without the space of the battle."""
    count = f"{hits} hit{'s' if hits > 1 else ''}"
    return f"{count} in {battle.where}: choose casualties", f"{count}: choose casualties"


def _guests_fall(game: Game, battle: Battle, volley: Volley, lives: Force, hits: int) -> Flow:
    """Let the attacker take allied aircraft on its carriers as casualties if their owner agrees (classic.R64.1). Return
    whether all hits are resolved."""
    if not game.rules.switches.get("guests_may_be_lost", True):
        return False
    guests = {s: n for s, n in battle.guests.items() if volley.at.takes(battle.piece(s))}
    if not guests or volley.picks == "firer":
        return False
    rule = game.rules.cite("casualties.guests")
    text, ask = _prompts(battle, hits)
    chosen = yield Decision(
        "casualties", battle.attacker, text,
        PickUnits({**lives, **guests}, hits, hits, rule, units=_tough(battle, volley, lives)), rule=rule,
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
    hit(game, battle, ATTACKER, {s: n for s, n in chosen.items() if s not in guests}, volley)
    return True


def sensible_losses(
    game: Game, battle: Battle, side: Side, lives: Mapping[Stack, int], hits: int, deadly: Pick | None = None
) -> Force:
    """Return sensible casualties: hits that destroy nothing first, then by the query `loss_order`."""
    order = game.rules.q.loss_order(game, battle, side, list(lives))
    # each unit takes all hits but its last, if one does not destroy it
    free = {
        s: 0 if losses.falls(battle.piece(s), deadly) else lives[s] - lives[s] // battle.piece(s).hits for s in order
    }
    out: Force = {}
    for room in (free, {s: lives[s] - free[s] for s in order}):
        for stack in order:
            take = min(hits, room[stack])
            if take:
                add(out, stack, take)
                hits -= take
    return out


def dearest_losses(
    battle: Battle, side: Side, lives: Mapping[Stack, int], hits: int, deadly: Pick | None = None
) -> Force:
    """The losses that the enemy would choose: units that fall at once before those that are only damaged, the dearest
    first."""
    place = {loss.piece: i for i, loss in enumerate(losses.firer_order({battle.piece(s) for s in lives}, side, deadly))}
    out: Force = {}
    for stack in sorted(lives, key=lambda s: (place[battle.piece(s)], s)):
        take = min(hits, lives[stack])
        if take:
            out[stack] = take
            hits -= take
    return out


def hit(game: Game, battle: Battle, side: Side, chosen: Mapping[Stack, int], volley: Volley | None = None) -> None:
    """Apply hits to units: damaged units keep fighting, others are destroyed (and fire once more, unless the volley
    removes them at once; without a volley all are). One hit destroys a unit of its `deadly`."""
    state, lost = game.state, Force()
    for stack, hits in chosen.items():
        piece = battle.piece(stack)
        at_once = volley is None or volley.at_once(piece)
        per = 1 if losses.falls(piece, volley.deadly if volley else None) else piece.hits
        n = battle.units[side][stack]
        sunk = max(0, hits - n * (per - 1))
        rest, afloat = hits - sunk * per, n - sunk  # the owner spreads hits that do not destroy evenly
        for damage, damaged in _spread(rest, afloat):
            new = stack.with_(_damaged(battle, stack, damage, at_once))
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


def _damaged(battle: Battle, stack: Stack, damage: int, at_once: bool) -> Condition:
    """The condition of a unit after hits; those that do not fall at once change its numbers when the round ends."""
    cond = stack.cond._replace(damage=stack.cond.damage + damage).unmarked(LEAVING)
    piece = battle.piece(stack)
    if not piece.worse:
        return cond
    bare = cond.unmarked(*(m for m in cond.marks if m.startswith(JUST_HIT)))
    return bare if at_once else bare.marked(f"{JUST_HIT}={piece.fresh + damage}")


def _spread(hits: int, units: int) -> list[tuple[int, int]]:
    """Return (hits each, number of units) for hits spread evenly over units, without units that take no hit.

    >>> _spread(5, 3), _spread(2, 3), _spread(0, 3)
    ([(1, 1), (2, 2)], [(1, 2)], [])
    """
    if not hits:
        return []
    each, more = divmod(hits, units)
    return [(h, k) for h, k in ((each, units - more), (each + 1, more)) if h and k]


def struck(game: Game, battle: Battle, side: Side, stack: Stack, hits: int, at_once: bool) -> None:
    """Let a single unit take hits: it is destroyed, or only damaged."""
    if hits >= battle.piece(stack).hits:
        lost = {stack: 1}
        add(battle.units[side], stack, -1)
        game.state.put(battle.space, stack, -1)
        if not at_once:
            add(battle.fallen[side], stack, 1)
        game.emit("lost", power=stack.owner, force=lost, space=battle.space)
        return
    new = game.state.turn_into(battle.space, stack, _damaged(battle, stack, hits, at_once), 1)
    add(battle.units[side], stack, -1)
    add(battle.units[side], new, 1)


def adrift(game: Game, battle: Battle, step: Adrift) -> None:
    """Remove aircraft that have lost their carriers: those beyond the places left, the cheapest first."""
    over = over_decks(step, battle.pieces(step.side))
    if not over:
        return
    flying = {s: n for s, n in battle.units[step.side].items() if step.who.takes(battle.piece(s))}
    lost: Force = {}
    for stack in game.rules.q.loss_order(game, battle, step.side, list(flying)):
        each = battle.piece(stack).unit.deck_places
        if gone := min(-(-over // each), flying[stack]):
            lost[stack] = gone
            over = max(0, over - gone * each)
    hit(game, battle, step.side, {s: n * battle.piece(s).hits for s, n in lost.items()})
