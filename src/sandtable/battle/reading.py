"""What the steps of a battle say about its rounds, and which marks and capabilities they ask for and give."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..core.picks import ALWAYS, Pick, UnitEdit, When, Window, within
from .columns import columns
from .volley import Adrift, Assign, BattleStep, Check, Helpless, Leave, Piece, Repeat, Side, Volley, other


def in_round(step: BattleStep, number: int) -> BattleStep | None:
    """Return a step as it is in a round of combat, its windows of rounds decided; None if it does not take place."""
    if isinstance(step, Volley):
        if step.rounds == ALWAYS and all(e.when.battle_rounds == ALWAYS for e in step.lifts):
            return step
        if not within(number, step.rounds):
            return None
        now = (e for e in step.lifts if within(number, e.when.battle_rounds))
        return step.with_(rounds=ALWAYS, lifts=tuple(_always(e) for e in now))
    if isinstance(step, Check | Assign):
        if step.rounds == ALWAYS:
            return step
        return step.with_(rounds=ALWAYS) if within(number, step.rounds) else None
    if isinstance(step, Repeat):
        first, steps = (
            tuple(v for volley in row if isinstance(v := in_round(volley, number), Volley))
            for row in (step.first, step.steps)
        )
        return step.with_(first=first, steps=steps)
    return step


def _always(edit: UnitEdit) -> UnitEdit:
    return edit._replace(when=edit.when._replace(battle_rounds=ALWAYS))


def special_rounds(steps: Iterable[BattleStep]) -> int:
    """Return the last round of combat that differs from those after it."""
    windows: list[Window] = []
    for step in steps:
        for volley in step.volleys if isinstance(step, Repeat) else (step,):
            if isinstance(volley, Volley):
                windows += [volley.rounds, *(e.when.battle_rounds for e in volley.lifts)]
            elif isinstance(volley, Check | Assign):
                windows.append(volley.rounds)
    return max((last or first - 1 for first, last in windows), default=0)


class Asked(NamedTuple):
    """The marks of units, and the capabilities of their owners, that the steps of a battle ask for."""

    marks: frozenset[str]
    held: frozenset[str]


def asked(steps: Iterable[BattleStep]) -> Asked:
    """Return what these steps ask for, and the marks they give."""
    steps = list(steps)
    picks, whens = list[Pick](), list[When]()
    for step in steps:
        _questions(step, picks, whens)
    for when in whens:
        picks += [p for p in (when.against, when.per, *(there.who for there in when.presence)) if p is not None]
    marks = {m for p in picks for m in p.all_words[0]} | {m for w in whens for m in w.marks}
    marks |= {m for grant in grants(steps) for m in grant.marks}
    held = {c for p in picks for c in p.all_words[1]} | {c for w in whens for c in w.holds}
    return Asked(frozenset(marks), frozenset(held))


def _questions(step: BattleStep, picks: list[Pick], whens: list[When]) -> None:
    """Adds the picks and conditions of a step."""
    if isinstance(step, Repeat):
        picks.append(step.until)
        for volley in step.volleys:
            _questions(volley, picks, whens)
    elif isinstance(step, Volley):
        picks += [p for p in (step.who, step.at, step.absorb, step.keep, step.last, step.deadly) if p is not None]
        picks += [p.who for p in step.when] + [e.of for e in step.lifts] + [soak.who for soak in step.soaks]
        picks += [step.coupled.first, step.coupled.second] if step.coupled else []
        picks += [p for p in (step.directed.at, step.directed.by) if p is not None] if step.directed else []
        picks += [step.narrow[1]] if step.narrow else []
        picks += [p for p in (step.spares, step.held) if p is not None]
        whens += [e.when for e in step.lifts]
    elif isinstance(step, Check):
        picks += [step.of, step.who, *(p.who for p in step.when), *(e.who for e in step.extras)]
        picks += [e.less for e in step.extras if e.less is not None]
    elif isinstance(step, Assign):
        picks += [
            step.who,
            *(p.who for p in step.when),
            *(p for p in (step.per, step.less, step.least) if p is not None),
        ]
    elif isinstance(step, Adrift):
        picks += [step.who, step.on]
    elif isinstance(step, Leave):
        picks += [step.who, *step.stays]
    elif isinstance(step, Helpless):
        picks.append(step.who)


class Grant(NamedTuple):
    """Marks that a step of a battle can give to units of a pick on a side, and whether they outlast the round."""

    side: Side
    who: Pick
    marks: tuple[str, ...]
    lasts: bool = False


def grants(steps: Iterable[BattleStep]) -> list[Grant]:
    """Return all marks that these steps give."""
    out = []
    for step in steps:
        if isinstance(step, Repeat):
            out += grants(step.volleys)
        elif isinstance(step, Volley) and step.effect:
            out.append(Grant(other(step.side), step.at, (step.effect,)))
        elif isinstance(step, Assign):
            out.append(Grant(step.side, step.who, step.marks, step.lasts == "battle"))
        elif isinstance(step, Check) and step.marks:
            side = step.side if step.whose == "own" else other(step.side)
            out.append(Grant(side, step.of, step.marks, step.lasts == "battle"))
        elif isinstance(step, Leave) and step.marks:
            out.append(Grant(step.side, step.who, step.marks, True))
    return out


def can_hit(
    steps: Iterable[BattleStep], side: Side, own: Mapping[Piece, int], enemy: Mapping[Piece, int], after: int = 0
) -> bool:
    """Return whether this side could still score a hit in a round of combat after this one."""
    every = [*steps]
    given = {m for grant in grants(every) for m in grant.marks}
    every += [wide for s in every if isinstance(s, Volley) and (wide := loosened(s, given)) is not None]
    last = max(after + 1, special_rounds(every) + 1)
    later = (in_round(s, n) for n in range(after + 1, last + 1) for s in every)
    return any(isinstance(s, Volley) and s.side == side and columns(s, own, enemy) for s in later)


def loosened(volley: Volley, given: Collection[str]) -> Volley | None:
    """Return a roll without the marks that it asks for and that some step can give: what may yet be rolled.

    None if it asks for no such mark.
    """

    def bare(pick: Pick) -> Pick:
        return pick._replace(
            marks=tuple(m for m in pick.marks if m not in given),
            unmarked=tuple(m for m in pick.unmarked if m not in given),
        )

    wide = volley.with_(who=bare(volley.who), at=bare(volley.at)) if given else volley
    return wide if wide != volley else None
