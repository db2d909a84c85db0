"""Detect conflicts between rules from their recorded edits; nothing is declared by hand.

| severity | found when |
| --- | --- |
| conflict | two rules set, replace or add one thing differently; one removes what another edits, or excludes it |
| missing | a rule needs another that is off, or edits what is not there |
| order | the outcome depends on which of two rules comes first |
| note | a rule works, but part of it waits for another rule that is off |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from .draft import Draft, Edit, EditError
from .rule import Rule


class Finding(NamedTuple):
    """A finding: `severity` is conflict, missing, order, or note; `target` is the cell, step, or query."""

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
                out += _pair(family, ".".join(target), a, b)
    out += _removed(draft, active)
    rank = ("conflict", "missing", "order", "note")
    return sorted(dict.fromkeys(out), key=lambda f: (rank.index(f.severity), f.rules, f.target))


def unmade(draft: Draft, rule: Rule, error: EditError) -> Finding:
    """Return the finding for an edit that failed: a conflict with an earlier rule, or a missing target."""
    for edit in draft.record:
        if edit.target == error.target[: len(edit.target)] and edit.kind in ("add", "drop", "step", "offer"):
            if edit.rule not in (rule.id, draft.record[0].rule):
                text = f"{edit.rule} and {rule.id} both edit {'.'.join(edit.target)}: {error}"
                return Finding("conflict", (edit.rule, rule.id), ".".join(error.target), text)
    return Finding("missing", (rule.id,), ".".join(error.target), str(error))


def _family(edit: Edit) -> str:
    if edit.kind in ("set", "adjust", "add", "drop"):
        return "cell"
    if edit.kind in ("step", "replace", "amend", "move", "remove"):
        return "step"
    return "query" if edit.kind in ("answer", "modify") else "offer"


def _pair(family: str, target: str, a: Edit, b: Edit) -> list[Finding]:
    """Return the findings for two edits of one thing by two rules."""
    pair = (a.rule, b.rule)
    kinds = {a.kind, b.kind}
    if family == "cell":
        if kinds == {"set"}:
            if a.detail == b.detail:
                return []
            return [
                Finding(
                    "conflict",
                    pair,
                    target,
                    f"{a.rule} sets {target} to {a.detail}, but {b.rule} sets it to {b.detail}",
                )
            ]
        if kinds <= {"set", "adjust"} and "set" in kinds:
            return [
                Finding(
                    "order",
                    pair,
                    target,
                    f"{a.rule} and {b.rule} both change {target}; the result depends on their order",
                )
            ]
        if "drop" in kinds:
            gone = a.rule if a.kind == "drop" else b.rule
            return [Finding("conflict", pair, target, f"{gone} removes {target}, which the other rule changes")]
    if family == "step":
        if kinds == {"replace"}:
            return [Finding("conflict", pair, target, f"{a.rule} and {b.rule} both replace the step {target}")]
        if kinds == {"move"} and a.detail != b.detail:
            return [
                Finding(
                    "conflict", pair, target, f"{a.rule} moves {target} {a.detail}, but {b.rule} moves it {b.detail}"
                )
            ]
        if kinds == {"amend"} and a.detail != b.detail:
            return [
                Finding(
                    "conflict",
                    pair,
                    target,
                    f"{a.rule} sets {target} to {a.detail}, but {b.rule} sets it to {b.detail}",
                )
            ]
        if "remove" in kinds and kinds & {"replace", "amend", "move"}:
            gone = a.rule if a.kind == "remove" else b.rule
            return [
                Finding("conflict", pair, target, f"{gone} removes the step {target}, which the other rule changes")
            ]
    if family == "query" and (a.detail == "replace" or b.detail == "replace" or "answer" in kinds):
        return [
            Finding("order", pair, target, f"{a.rule} and {b.rule} both decide {target}; {b.rule} comes later and wins")
        ]
    return []


def _removed(draft: Draft, active: Mapping[str, Rule]) -> list[Finding]:
    """Return the findings for rules that need or edit a step or row that another rule removed or replaced."""
    out = []
    removals = [e for e in draft.record if e.rule in active and e.kind in ("remove", "drop", "replace")]
    for gone in removals:
        name = ".".join(gone.target)
        for edit in draft.record:
            if edit.rule not in active or edit.rule == gone.rule:
                continue
            pair = (gone.rule, edit.rule)
            if gone.kind == "remove" and edit.kind == "step" and edit.target[0] == gone.target[0]:
                if str(edit.detail).partition(" ")[2] == gone.target[1]:
                    text = f"{edit.rule} depends on the step {name}, which {gone.rule} removes"
                    out.append(Finding("conflict", pair, name, text))
            elif gone.kind == "replace" and edit.kind == "amend" and edit.target[:2] == gone.target:
                text = f"{edit.rule} changes the step {name}, which {gone.rule} replaces; their order decides"
                out.append(Finding("order", pair, name, text))
            elif gone.kind == "remove" and edit.kind == "amend" and edit.target[:2] == gone.target:
                text = f"{edit.rule} changes the step {name}, which {gone.rule} removes"
                out.append(Finding("conflict", pair, name, text))
            elif gone.kind == "remove" and edit.kind == "offer" and gone.target == ("turn", edit.target[0]):
                text = f"{edit.rule} offers {edit.target[1]} in the step {name}, which {gone.rule} removes"
                out.append(Finding("conflict", pair, name, text))
            elif gone.kind == "drop" and len(edit.target) > len(gone.target):
                if edit.target[: len(gone.target)] == gone.target:
                    text = f"{edit.rule} edits {'.'.join(edit.target)}, which {gone.rule} removes"
                    out.append(Finding("conflict", pair, name, text))
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
