"""Commitment: who takes part in a battle is chosen before it begins (table `commitments`).

The units that are not chosen stay in the space and take no part. The odds follow the advice of each row: all that may
take part, or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, DEFENDER, Side
from ..core.decisions import Decision, PickUnits
from ..core.forces import Force, total
from ..rules import points
from ..rules.rows import Commitment
from .board import contested, together, waiting
from .picking import picked, piece, read

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "take_part", "pick_units: units that take part in a battle")

Sides = dict[Side, Force]


def chosen(game: Game, kind: str, space: str, attacker: str, sides: Sides) -> Flow:
    """Ask each side which of its units take part in a battle of a kind (its sequence, or the name of an engagement);
    return the sides that fight."""
    for name, row in rows(game, kind, space):
        able, least, most = limits(game, row, space, attacker, sides)
        power = _decides(game, row.side, space, attacker, able)
        if not able or not is_for(game, row, power):
            continue
        answer = advised(game, able, row, space, least, most)
        if least < total(able) and most and power in game.rules.powers:
            ask = row.text or f"choose the units that take part ({name})"
            text = ask.format(space=space) if "{space}" in ask else f"Battle in {space}: {ask}"
            form = PickUnits(able, least, most, game.rules.cite("battle.commit"))
            answer = yield Decision(
                row.kind, power, text, form, advice=answer, rule=form.rule,
                context={"space": space, "side": row.side, "ask": ask, "commitment": name},
            )  # fmt: skip
        sides = {**sides, row.side: _rest(sides[row.side], able, answer)}
    return sides


def expected(game: Game, kind: str, space: str, attacker: str, sides: Sides) -> Sides:
    """Return the sides that fight if each follows the advice; what the odds assume."""
    for _, row in rows(game, kind, space):
        able, least, most = limits(game, row, space, attacker, sides)
        if able and is_for(game, row, _decides(game, row.side, space, attacker, able)):
            sides = {**sides, row.side: _rest(sides[row.side], able, advised(game, able, row, space, least, most))}
    return sides


def rows(game: Game, kind: str, space: str) -> Iterator[tuple[str, Commitment]]:
    """The rows for a kind of battle in a space."""
    if game.rules.tables["commitments"]:
        for name, row in game.rules.typed("commitments").items():
            if row.battle not in ("", kind) or (row.contested and not contested(game, space)):
                continue
            if not row.landing or any(waiting(s.cond) for s in game.state.at(space)):
                yield name, row


def is_for(game: Game, row: Commitment, power: str) -> bool:
    """Return whether the power that decides for a side has the choice of a row."""
    return (not row.powers or power in row.powers) and (not row.holds or game.holds(power, row.holds))


def limits(game: Game, row: Commitment, space: str, attacker: str, sides: Sides) -> tuple[Force, int, int]:
    """Return the units that may take part or stay out, and how many of them take part at least and at most."""
    able = picked(game, sides[row.side], space, read(row.who))
    count = total(able)
    most = count if row.most < 0 else min(count, row.most)
    if row.per:
        enemy: Side = DEFENDER if row.side == ATTACKER else ATTACKER
        paired = total(picked(game, sides[row.side if row.per_side == "own" else enemy], space, read(row.per)))
        most = min(most, paired * row.ratio[0] // row.ratio[1])
    least = max(row.least, game.rules.q.commitment(game, attacker, space)) if row.contested else row.least
    if row.if_attacked and not attacked(game, space, attacker):
        least = most
    return able, min(least, most), most


def attacked(game: Game, space: str, attacker: str) -> bool:
    """Return whether units of the attacker fight an ordinary battle for a space, or wait to land there."""
    if game.rules.q.attackers(game, space, attacker):
        return True
    acting = together(game, attacker)
    zones = (game.state.at(zone) for zone in game.rules.sea_near.get(space, ()))
    return any(s.owner in acting and s.cond.noted("landing") == space for there in zones for s in there)


def advised(game: Game, able: Force, row: Commitment, space: str, least: int, most: int) -> Force:
    """Return the units that take part as advised: all that may, as few as possible, or those that are armed."""
    armed = {s: n for s, n in able.items() if piece(game, s, space).unit.attack} if row.advice == "armed" else able
    left, out = least if row.advice == "none" else min(most, max(least, total(armed))), Force()
    for stack, n in {**armed, **able}.items():
        if take := min(n, left):
            out[stack] = take
            left -= take
    return out


def _rest(force: Force, able: Force, taking_part: Force) -> Force:
    """The units of a side that fight: those chosen, and those that had no choice."""
    after = {s: n - able.get(s, 0) + taking_part.get(s, 0) for s, n in force.items()}
    return {s: n for s, n in after.items() if n}


def _decides(game: Game, side: Side, space: str, attacker: str, able: Force) -> str:
    """The power that decides: the attacker, or of the defenders the owner of the space or of most of the units."""
    if side == ATTACKER or not able:
        return attacker
    counts: dict[str, int] = {}
    for stack, n in able.items():
        counts[stack.owner] = counts.get(stack.owner, 0) + n
    owner = game.state.owner.get(space)
    return owner if owner in counts else max(counts, key=lambda p: counts[p])
