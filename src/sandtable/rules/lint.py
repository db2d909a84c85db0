"""Detect conflicts between rules from their recorded edits; nothing is declared by hand.

| severity | found when |
| --- | --- |
| conflict | two rules set, replace or add one thing differently; one removes what another edits, or excludes it |
| missing | a rule needs another that is off, or edits what is not there |
| order | the outcome depends on which of two rules comes first |
| idle | a rule, or part of it, cannot come into play: another rule or the base game leaves no way to it |
| note | a rule works, but part of it waits for another rule that is off, or cannot come into play under the others |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from ..core.errors import nearest
from ..core.picks import Pick, Presence, UnitEdit
from ..core.text import joined
from .cells import called, plain
from .draft import Draft, Edit, EditError
from .life import SERVING, Dead, Life, path_of
from .rule import Rule
from .when_text import edit_text, told

#: How bad a finding is, worst first; with the first two the rules cannot be played together.
SEVERITIES = ("conflict", "missing", "order", "idle", "note")


class Finding(NamedTuple):
    """`severity` is one of `SEVERITIES`; `target` the cell, step or query it is about."""

    severity: str
    rules: tuple[str, ...]
    target: str
    message: str


def lint(draft: Draft, rules: Iterable[Rule], faults: Iterable[Finding] = ()) -> list[Finding]:
    """Return all findings for the rules whose edits the draft records, conflicts first; `faults` come from making the
    edits."""
    rules = list(rules)
    active = {r.id: r for r in rules}
    out = [*faults, *_declared(active)]
    by_target: dict[tuple[str, tuple[str, ...]], list[Edit]] = {}
    for edit in draft.record:
        if edit.rule in active:
            by_target.setdefault((_family(edit), edit.target), []).append(edit)
    for (family, target), edits in by_target.items():
        for a, b in combinations(edits, 2):
            if a.rule != b.rule:
                out += _pair(family, ".".join(target), a, b, draft.tables)
    out += [*_removed(draft, active), *_unheld(draft, active), *_idle(draft, active)]
    return sorted(dict.fromkeys(out), key=lambda f: (SEVERITIES.index(f.severity), f.rules, f.target))


def unmade(draft: Draft, rule: Rule, error: EditError) -> Finding:
    """Return the finding for an edit that failed: a conflict with an earlier rule, or a missing target."""
    for edit in draft.record:
        if edit.target == error.target[: len(edit.target)] and edit.kind in ("add", "drop", "step", "offer"):
            if edit.rule not in (rule.id, draft.record[0].rule):
                text = f"{edit.rule} and {rule.id} both edit {'.'.join(edit.target)}: {error}"
                return Finding("conflict", (edit.rule, rule.id), ".".join(error.target), text)
    return Finding("missing", (rule.id,), ".".join(error.target), str(error))


def _family(edit: Edit) -> str:
    if edit.kind in ("set", "adjust", "add", "drop", "include", "exclude"):
        return "cell"
    if edit.kind in ("step", "replace", "amend", "extend", "curtail", "move", "remove"):
        return "step"
    return {"answer": "query", "modify": "query"}.get(edit.kind, edit.kind)


def _pair(family: str, target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> list[Finding]:
    """What two edits of one thing by two rules mean."""
    if family == "when":
        return _both_hold(target, a, b, tables)
    judge: Callable[[str, Edit, Edit, Mapping[str, Any]], tuple[str, str]] | None
    judge = {"cell": _cells, "step": _steps, "query": _queries}.get(family)
    severity, message = judge(target, a, b, tables) if judge else ("", "")
    return [Finding(severity, (a.rule, b.rule), target, message)] if severity else []


def _cells(target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> tuple[str, str]:
    """Severity and sentence for two edits of one cell; additions agree in any order."""
    kinds = {a.kind, b.kind}
    if "drop" in kinds and len(kinds) > 1:
        gone = a.rule if a.kind == "drop" else b.rule
        return "conflict", f"{gone} removes {target}, which the other rule changes"
    if kinds == {"set"} and a.detail != b.detail:
        return "conflict", _differ(target, a, b, tables)
    if kinds == {"include", "exclude"}:
        return _against(target, a, b, tables)
    if len(kinds) == 2 and "set" in kinds and kinds & {"adjust", "include", "exclude"}:
        return "order", f"{a.rule} and {b.rule} both change {target}; {b.rule} comes later, and their order matters"
    return "", ""


def _differ(target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> str:
    one, other = told(a.detail, tables), told(b.detail, tables)
    return f"{a.rule} sets {target} to {one}, but {b.rule} sets it to {other}"


def _against(target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> tuple[str, str]:
    """Severity and sentence for one rule that adds members which another takes away."""
    both = [v for v in a.detail if v in b.detail]
    if not both:
        return "", ""
    first, second = (a, b) if a.kind in ("include", "extend") else (b, a)
    names = told(tuple(both), tables)
    return "conflict", f"{first.rule} adds {names} to {target}, but {second.rule} removes it"


def _steps(target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> tuple[str, str]:
    """Severity and sentence for two edits of one step or of one of its fields."""
    kinds = {a.kind, b.kind}
    if kinds == {"replace"}:
        return "conflict", f"{a.rule} and {b.rule} both replace the step {target}"
    if kinds == {"move"} and a.detail != b.detail:
        return "conflict", f"{a.rule} moves {target} {a.detail}, but {b.rule} moves it {b.detail}"
    if kinds == {"amend"} and a.detail != b.detail:
        return "conflict", _differ(target, a, b, tables)
    if kinds == {"extend"}:
        pairs = ((x, y) for x in a.detail for y in b.detail if isinstance(x, UnitEdit) and isinstance(y, UnitEdit))
        if any(_overlap(x.of, y.of) and x.column == y.column and _opposed(x, y) for x, y in pairs):
            return (
                "conflict",
                f"{a.rule} and {b.rule} give units different numbers in {target}, and both can apply at once",
            )
    if kinds == {"extend", "curtail"}:
        return _against(target, a, b, tables)
    if len(kinds) == 2 and "amend" in kinds and kinds & {"extend", "curtail"}:
        return "order", f"{a.rule} and {b.rule} both change {target}; {b.rule} comes later, and their order matters"
    if "remove" in kinds and kinds & {"replace", "move"}:
        gone = a.rule if a.kind == "remove" else b.rule
        return "conflict", f"{gone} removes the step {target}, which the other rule changes"
    return "", ""


def _queries(target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> tuple[str, str]:
    """Severity and sentence for two rules that decide one query."""
    if a.detail == "replace" or b.detail == "replace" or "answer" in (a.kind, b.kind):
        return "order", f"{a.rule} and {b.rule} both decide {target}; {b.rule} comes later and wins"
    return "", ""


def _both_hold(target: str, a: Edit, b: Edit, tables: Mapping[str, Any]) -> list[Finding]:
    """Two edits of one column of units: a conflict if both can hold at once and say different things.

    Numbers that are added, raised to a least or lowered to a most value agree in any order.
    """
    if not _opposed(a.detail, b.detail):
        return []
    said = [f"{e.rule} says “{edit_text(e.detail, tables)}”" for e in (a, b)]
    return [Finding("conflict", (a.rule, b.rule), target, f"{said[0]}, but {said[1]}, and both can apply at once")]


def _opposed(one: UnitEdit, other: UnitEdit) -> bool:
    """Whether two edits of one column say different things of a unit for which both can hold."""
    opposed = one.how == other.how == "to" and one.value != other.value
    if {one.how, other.how} == {"include", "exclude"}:
        opposed = bool(set(one.value) & set(other.value))
    return opposed and _together(one, other)


def _overlap(one: Pick, other: Pick) -> bool:
    """Whether two picks can mean the same units, as far as types and kinds tell."""
    return not _apart(one.types, other.types) and not _apart(one.kinds, other.kinds)


def _together(one: UnitEdit, other: UnitEdit) -> bool:
    """Whether two edits can hold for one unit at once, as far as owners, marks, places, rounds and presence tell."""
    a, b = one.when, other.when
    if a.excludes(b) or _apart(one.of.owners or a.owners, other.of.owners or b.owners):
        return False
    if _apart(one.of.marks, set(other.of.marks)) or set(one.of.marks) & set(other.of.unmarked):
        return False
    if set(other.of.marks) & set(one.of.unmarked):
        return False
    aims, others = a.against or Pick(), b.against or Pick()
    if _apart(aims.types, others.types) or _apart(aims.kinds, others.kinds):
        return False
    return not any(_never_both(p, q) for p in a.presence for q in b.presence)


def _apart(one: Iterable[str], other: Iterable[str]) -> bool:
    one, other = set(one), set(other)
    return bool(one and other and not one & other)


def _never_both(p: Presence, q: Presence) -> bool:
    """Whether two conditions on the units of a battle exclude each other."""
    if p.who != q.who or p.outnumbers or q.outnumbers or p.side != q.side:
        return False
    return (0 <= p.most < q.least) or (0 <= q.most < p.least)


def _removed(draft: Draft, active: Mapping[str, Rule]) -> list[Finding]:
    """Return the findings for rules that need or edit a step or row that another rule removed or replaced."""
    out = []
    removals = [e for e in draft.record if e.rule in active and e.kind in ("remove", "drop", "replace")]
    for gone in removals:
        name, passed = ".".join(gone.target), False
        for edit in draft.record:
            passed = passed or edit is gone
            if edit.rule in active and edit.rule != gone.rule:
                severity, text = _without(gone, edit, name, edit.rule if passed else gone.rule)
                if severity:
                    out.append(Finding(severity, (gone.rule, edit.rule), name, text))
    return out


def _without(gone: Edit, edit: Edit, name: str, last: str) -> tuple[str, str]:
    """Severity and sentence for an edit of what another one took away; `last` is the rule that comes later."""
    changes = edit.kind in ("amend", "extend", "curtail") and edit.target[:2] == gone.target
    if gone.kind == "remove" and edit.kind == "step" and edit.target[0] == gone.target[0]:
        if str(edit.detail).partition(" ")[2] == gone.target[1]:
            return "conflict", f"{edit.rule} depends on the step {name}, which {gone.rule} removes"
    elif gone.kind == "replace" and changes:
        return "order", f"{edit.rule} changes the step {name}, which {gone.rule} replaces; {last} comes later and wins"
    elif gone.kind == "remove" and changes:
        return "conflict", f"{edit.rule} changes the step {name}, which {gone.rule} removes"
    elif gone.kind == "remove" and edit.kind == "offer" and gone.target == ("turn", edit.target[0]):
        return "conflict", f"{edit.rule} offers {edit.target[1]} in the step {name}, which {gone.rule} removes"
    elif gone.kind == "drop" and len(edit.target) > len(gone.target):
        if edit.target[: len(gone.target)] == gone.target:
            return "conflict", f"{edit.rule} edits {'.'.join(edit.target)}, which {gone.rule} removes"
    return "", ""


def _idle(draft: Draft, active: Mapping[str, Rule]) -> list[Finding]:
    """Rules none of whose edits can come into play, and edits of points that the base game does not have."""
    life, out = Life(draft), []
    by_rule: dict[str, list[tuple[Edit, Dead | None]]] = {}
    for edit in draft.record:
        if edit.rule in active and edit.target[0] not in SERVING:
            by_rule.setdefault(edit.rule, []).append((edit, life.dead(edit)))
    for rule, found in by_rule.items():
        dead = [(edit, why) for edit, why in found if why is not None]
        whole = len(dead) == len(found)
        if not whole:
            out += _parts(rule, [(e, w) for e, w in dead if w.edits], draft.tables)
        for edit, why in dead[:1] if whole else [(e, w) for e, w in dead if not w.edits]:
            others = tuple(dict.fromkeys(e.rule for e in why.edits if e.rule != rule))
            beside = f" with {' and '.join(others)}" if others else ""
            part = rule if whole else f"part of {rule}"
            text = f"{part} has no effect{beside}{_because(why, draft.tables)}"
            out.append(Finding("idle", (rule, *others), ".".join(edit.target), text))
    return list({(f.rules, f.message): f for f in reversed(out)}.values())


#: Parts that a note names.
NAMED = 3


def _parts(rule: str, dead: list[tuple[Edit, Dead]], tables: Mapping[str, Any]) -> list[Finding]:
    """Notes on the parts of a working rule that other rules leave no way to, one for each reason."""
    by_reason: dict[Dead, list[Edit]] = {}
    for edit, why in dead:
        by_reason.setdefault(why, []).append(edit)
    out = []
    for why, edits in by_reason.items():
        others = tuple(dict.fromkeys(e.rule for e in why.edits if e.rule != rule))
        names = list(dict.fromkeys(_part_name(edit, tables) for edit in edits))
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
        beside = f" with {' and '.join(others)}" if others else ""
        verb = "has" if len(names) == 1 else "have"
        text = f"{joined([*names[:NAMED], *more])} of {rule} {verb} no effect{beside}{_because(why, tables)}"
        out.append(Finding("note", (rule, *others), ".".join(edits[0].target), text))
    return out


def _part_name(edit: Edit, tables: Mapping[str, Any]) -> str:
    """Return what an edit is about, in plain words: ``the offer “develop rockets”``."""
    family, *path = path_of(edit)
    if family == "table":
        return called(tuple(path), tables)
    what = f"the {family} “{edit.text or plain(path[-1])}”"
    return what if family != "query" else f"the change of “{plain(path[-1])}”"


def _because(why: Dead, tables: Mapping[str, Any]) -> str:
    from .explain import sentence

    told = [sentence(edit, tables).rstrip(".") for edit in why.edits] or [why.text]
    return f": {'; '.join(told)}" if any(told) else ""


def _unheld(draft: Draft, active: Mapping[str, Rule]) -> list[Finding]:
    """Conditions that ask for a capability which no rule adds."""
    out = []
    known = draft.tables["technologies"]
    for edit in draft.unit_edits:
        for name in (*edit.of.holds, *edit.when.holds):
            if edit.by in active and name not in known:
                near = nearest(name, known)
                hint = f"; did you mean {near[0]}?" if near else ""
                text = f"{edit.by} asks who holds {name!r}, which is no technology or other capability here{hint}"
                out.append(Finding("missing", (edit.by,), f"technologies.{name}", text))
    return out


def _declared(active: Mapping[str, Rule]) -> list[Finding]:
    """Return the findings for what rules declare: needs, excludes, wants."""
    out = []
    for rule in active.values():
        for other in rule.needs:
            if other not in active:
                out.append(Finding("missing", (rule.id,), other, f"{rule.id} requires {other}, which is off"))
        for other, reason in rule.excludes.items():
            if other in active:
                pair = (rule.id, other)
                out.append(Finding("conflict", pair, other, f"{rule.id} cannot be combined with {other}: {reason}"))
        for other, reason in rule.wants.items():
            if other not in active:
                out.append(Finding("note", (rule.id,), other, f"{rule.id} without {other}: {reason}"))
        for other, reason in rule.unwise.items():
            if other in active:
                out.append(Finding("note", (rule.id, other), other, f"{rule.id} with {other}: {reason}"))
    return out
