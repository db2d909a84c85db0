"""A volley and the units present, turned into dice: pairs (hits on, number of dice), lowest number first.

What the dice become is the matter of a *resolution* (`battle.resolution`): single dice, or low luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.picks import SILENT, SPENT, UnitEdit, When
from .resolution import Best
from .volley import Piece, Volley

#: The column with the number of dice for each number hit on; other numbers are rolled with one die.
DICE = {"attack": "attack_dice", "defense": "defense_dice", "support": "support_dice"}


def columns(
    volley: Volley,
    firing: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    enemy: Mapping[Piece, int] | None = None,
) -> list[tuple[int, int]]:
    """Return the dice of a volley as (hits on, number of dice), lowest first; empty if no unit fires or can be hit.

    `firing` are the units of the volley's side, `targets` those of the other side that are not lost yet; `enemy` are
    all units of the other side in the battle, those that fell in this round included (default: the targets). Where
    dice are rolled for each target, the best number of those firing counts. The volley is one of a known round
    (`in_round`).
    """
    aims = sum(n for piece, n in targets.items() if volley.at.takes(piece))
    if not aims:
        return []
    facing = targets if enemy is None else enemy
    if volley.when and not all(p.holds(firing, facing) for p in volley.when):
        return []
    if any(SILENT in piece.marks for piece in firing):
        firing = {piece: n for piece, n in firing.items() if SILENT not in piece.marks}
    rows = [row for row in _rows(volley, firing, targets, facing) if SPENT not in row[3].marks]
    if volley.dice == "per_target":
        best = max((row[0] for row in rows), default=0)
        return [(min(best, 6), aims)] if best > 0 else []
    if volley.dice == "grouped":
        best, units = max((row[0] for row in rows), default=0), sum(row[2] for row in rows)
        return [(min(best, 6), -(-units // volley.group))] if best > 0 and units else []
    return _summed(rows)


def directed_columns(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the columns of the units whose hits the firer directs, and those of the others."""
    whole = columns(volley, firing, targets, enemy)
    by = volley.directed.by if volley.directed else None
    if by is None or not whole:
        return whole, []
    rows = _rolling(volley, firing, targets, enemy)
    return _summed(r for r in rows if by.takes(r[3])), _summed(r for r in rows if not by.takes(r[3]))


def held_columns(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the columns of the units whose hits the firer directs, of those whose hits can be canceled, and of the
    others."""
    if volley.directed:
        aimed, rest = directed_columns(volley, firing, targets, enemy)
    else:
        aimed, rest = [], columns(volley, firing, targets, enemy)
    if volley.held is None or not rest:
        return aimed, [], rest
    held, by = volley.held, volley.directed.by if volley.directed else None
    rows = [r for r in _rolling(volley, firing, targets, enemy) if by is None or not by.takes(r[3])]
    return aimed, _summed(r for r in rows if held.takes(r[3])), _summed(r for r in rows if not held.takes(r[3]))


def _rolling(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> list[tuple[int, int, int, Piece]]:
    """The rows of the units that do roll."""
    rows = _rows(volley, {p: n for p, n in firing.items() if SILENT not in p.marks}, targets, enemy)
    return [row for row in rows if SPENT not in row[3].marks]


def _summed(rows: Iterable[tuple[int, int, int, Piece]]) -> list[tuple[int, int]]:
    dice: dict[int, int] = {}
    for value, each, n, piece in rows:
        if value > 0:
            number, shots = scored(min(value, 6), each, piece)
            dice[number] = dice.get(number, 0) + n * shots
    return sorted(row for row in dice.items() if row[1])


def scored(value: int, each: int, piece: Piece) -> tuple[int, int]:
    """Return what a unit hits on and how many hits it can score: one if only the best of its dice counts."""
    return (Best(value, each), 1) if each > 1 and "best_die" in piece.unit.tags else (value, each)


def _rows(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> list[tuple[int, int, int, Piece]]:
    """The units that fire as rows of (hits on, dice each, number of units, unit), with the lifts that hold."""
    if not volley.lifts:
        return [(*numbers(volley, p), n, p) for p, n in firing.items() if volley.who.takes(p)]
    now = [e for e in ordered(volley.lifts) if holds_in(e.when, volley, firing, targets, enemy)]
    free = tuple(e for e in now if e.when.per is None and e.how != "more")
    last = tuple(e for e in now if e.when.per is None and e.how == "more")
    rows = [(*numbers(volley, p, free), n, p) for p, n in firing.items() if volley.who.takes(p)]
    out: list[tuple[int, int, int, Piece]] = []
    pools: dict[str, int] = {}
    for edit in [e for e in now if e.when.per is not None]:
        per, pool = edit.when.per, edit.when.pool
        most = edit.when.ratio * sum(n for p, n in firing.items() if per is not None and per.takes(p))
        used = pools.get(pool, 0) if pool else 0
        rows, left = _paired(volley, edit, sorted(rows, key=lambda r: (r[0], -r[1])), most - used, out)
        pools[pool] = most - left
    return [_more(volley, last, row) for row in out + rows] if last else out + rows


def _more(volley: Volley, edits: tuple[UnitEdit, ...], row: tuple[int, int, int, Piece]) -> tuple[int, int, int, Piece]:
    """Return a row with the edits that come after all others."""
    value, each, n, piece = row
    for edit in edits:
        if meant(edit, piece):
            value, each = _lifted(volley, edit, value, each)
    return value, each, n, piece


def _paired(
    volley: Volley,
    edit: UnitEdit,
    rows: list[tuple[int, int, int, Piece]],
    left: int,
    out: list[tuple[int, int, int, Piece]],
) -> tuple[list[tuple[int, int, int, Piece]], int]:
    """Give an edit to at most `left` units, the weakest first, and put them into `out`; return the rows of the rest and
    how many more could have had it."""
    rest = []
    for value, each, n, piece in rows:
        after = _lifted(volley, edit, value, each) if left and meant(edit, piece) else (value, each)
        count = min(left, n) if after != (value, each) else 0
        if count:
            out.append((*after, count, piece))
            left -= count
        if n > count:
            rest.append((value, each, n - count, piece))
    return rest, left


def numbers(volley: Volley, piece: Piece, edits: Iterable[UnitEdit] = ()) -> tuple[int, int]:
    """Return the number a unit hits on in a volley and its dice, with those of the edits that mean it."""
    value, each = getattr(piece.unit, volley.stat), getattr(piece.unit, DICE[volley.stat]) if volley.stat in DICE else 1
    for edit in edits:
        if meant(edit, piece):
            value, each = _lifted(volley, edit, value, each)
    return int(value), int(each)


def _lifted(volley: Volley, edit: UnitEdit, value: int, each: int) -> tuple[int, int]:
    return (edit.apply(value), each) if edit.column == volley.stat else (value, edit.apply(each))


def meant(edit: UnitEdit, piece: Piece) -> bool:
    """Return whether an edit concerns a unit, as far as its type, owner, marks and capabilities tell."""
    when = edit.when
    return (
        edit.of.describes(piece)
        and (not when.holds or all(c in piece.held for c in when.holds))
        and (not when.owners or piece.owner in when.owners)
        and (not when.marks or any(m in piece.marks for m in when.marks))
        and (not when.damaged or piece.damage >= when.damaged)
    )


def concerns(edit: UnitEdit, volley: Volley) -> bool:
    """Return whether an edit is of the numbers that a volley rolls with."""
    return edit.column == volley.stat or edit.column == DICE.get(volley.stat)


def ordered(edits: Iterable[UnitEdit]) -> list[UnitEdit]:
    """Return edits in the order in which they are applied: the order of the rules does not matter, but for two
    replacements. Of those given to a number of units, the best comes first, then one for certain types only."""
    return sorted(edits, key=lambda e: (*e.rank, *((-e.value, not e.of.types) if e.when.per is not None else (0, 0))))


def holds_in(
    when: When,
    volley: Volley,
    own: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    enemy: Mapping[Piece, int],
) -> bool:
    """Return whether the conditions on the units of both sides hold for a roll."""
    if when.against is not None:
        against = when.against
        if not all(against.fits(p) for p, n in targets.items() if n and volley.at.takes(p)):
            return False
    return all(p.holds(own, enemy) for p in when.presence)
