"""Describe in words what a rule changes, generated from its recorded edits so that it never goes stale.

>>> made, _, _ = registry.draft("classic", registry.select("classic", ["common.no_technology"]))
>>> explain(made.record, made.tables, "common.no_technology")[0]
'The step “develop” in the turn is removed.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from ..core.picks import UnitEdit
from ..core.text import joined
from ..core.units import STATS
from . import cells, points, registry, row_text
from .cells import Tables, called, plain, value_text
from .draft import Draft, Edit, Path
from .when_text import edit_text, member_text, told, window_text

__all__ = ["Tables", "chain", "explain", "meeting", "of_rule", "sentence", "shown_in", "value_text"]

#: Each sequence as the place of a step: "new step in the turn".
_SEQUENCES = {
    "opening": "at the start of the game",
    "round_start": "at the start of each round",
    "turn_start": "at the start of each turn",
    "turn": "in the turn",
    "turn_end": "at the end of each turn",
    "round_end": "at the end of each round",
    "income": "in income collection",
    "conquest": "when a territory is captured",
    "combat": "in the combat phase",
    "war_entry": "when a neutral power enters the war",
    "entering": "when units enter a space during the combat move",
    "moved": "after each move",
    "land_battle": "in each round of land combat",
    "sea_battle": "in each round of sea combat",
    "air_battle": "in each round of a battle in the air",
    "raid": "in strategic bombing raids",
    "breakthrough": "in weapons development rolls",
    "aftermath": "after each battle",
    "signs": "in what the map shows",
    "panels": "in what stands beside the map",
    "scores": "in what is shown of the sides",
}
#: Columns of a new row that say nothing new.
_UNTOLD = ("name", "id", "kind", "text", "color", "plural")
_MANNERS = {
    "adjust": "changes",
    "allow": "relaxes",
    "forbid": "restricts",
    "replace": "replaces",
}


def explain(record: Iterable[Edit], tables: Tables, rule: str) -> list[str]:
    """Return the edits of one rule as sentences, in their order."""
    out = dict.fromkeys(sentence(edit, tables) for edit in record if edit.rule == rule)
    return [text for text in out if text]


def sentence(edit: Edit, tables: Tables) -> str:
    """Return one edit as a sentence; empty for the second half of an edit that makes two (a border has two sides)."""
    if edit.target[0] == "links" and len(edit.target) == 3 and edit.target[1] > edit.target[2]:
        return ""
    text = _WORDS[edit.kind](edit, tables)
    text = f"{text[0].upper()}{text[1:]}"
    reason = edit.text.rstrip(".")
    if edit.kind in _WITH_TEXT:
        reason = ""
    elif reason[:1].islower():
        text, reason = f"{text} ({reason})", ""
    return " ".join(part if part.endswith(("?", ".")) else f"{part}." for part in (text, reason) if part)


def chain(edits: Iterable[Edit], tables: Tables) -> list[tuple[str, str]]:
    """Return the provenance of a thing: pairs of rule and sentence."""
    return [(edit.rule, text) for edit in edits if (text := sentence(edit, tables))]


def _set(edit: Edit, tables: Tables) -> str:
    return cells.changed(edit.target, edit.detail, edit.before, tables)


def _adjust(edit: Edit, tables: Tables) -> str:
    return cells.changed(edit.target, edit.before + edit.detail, edit.before, tables)


def _add(edit: Edit, tables: Tables) -> str:
    table, *rest = edit.target
    if table == "links" and len(rest) == 2:
        return f"{rest[0]} and {rest[1]} are adjacent"
    if len(rest) == 1 and isinstance(edit.detail, Mapping) and table in row_text.TEXTS:
        return row_text.TEXTS[table](rest[0], edit.detail, tables)
    if len(rest) == 1 and isinstance(edit.detail, Mapping) and table in cells.NOUNS:
        columns = STATS if table == "units" else [k for k in edit.detail if k not in _UNTOLD]
        row = {k: edit.detail[k] for k in columns if isinstance(edit.detail.get(k), int | str) and edit.detail[k]}
        numbers = ", ".join(f"{plain(k)} {value_text(v, tables)}" for k, v in row.items())
        noun = edit.detail.get("kind", cells.NOUNS[table]) if table == "technologies" else cells.NOUNS[table]
        return f"new {plain(noun)}: {called(edit.target, tables)}" + (f" with {numbers}" if numbers else "")
    return cells.changed(edit.target, edit.detail, None, tables)


def _drop(edit: Edit, tables: Tables) -> str:
    table, *rest = edit.target
    if table == "links" and len(rest) == 2:
        return f"{rest[0]} and {rest[1]} are no longer adjacent"
    if table == "setup" and rest:
        return cells.changed(edit.target, {} if len(rest) < 3 else 0, edit.before, tables)
    name = edit.before.get("name") if isinstance(edit.before, Mapping) else None
    if len(rest) == 1 and table in cells.NOUNS:
        return f"the {cells.NOUNS[table]} {name or called(edit.target, tables)} is removed"
    return f"{name or called(edit.target, tables)} is removed"


def _new_step(edit: Edit, tables: Tables) -> str:
    way, _, anchor = str(edit.detail).partition(" ")
    where = f", {way} “{plain(anchor)}”" if anchor else ""
    return f"new step {_sequence(edit)}{where}: {edit.text.rstrip('.') or plain(edit.target[1])}"


def _replaced(edit: Edit, tables: Tables) -> str:
    return f"the step “{plain(edit.target[1])}” {_sequence(edit)} is replaced{_as_told(edit)}"


def _amended(edit: Edit, tables: Tables) -> str:
    _, step, field = edit.target
    if edit.text:
        return f"the step “{plain(step)}” {_sequence(edit)} changes{_as_told(edit)}"
    if field == "rounds":
        when = window_text(edit.detail, "combat") or "in every round of combat"
        return f"the step “{plain(step)}” {_sequence(edit)} happens {when}"
    now, was = told(edit.detail, tables), told(edit.before, tables)
    return f"the step “{plain(step)}” {_sequence(edit)} has {plain(field)} {now} instead of {was}"


def _moved(edit: Edit, tables: Tables) -> str:
    way, _, anchor = str(edit.detail).partition(" ")
    return f"the step “{plain(edit.target[1])}” {_sequence(edit)} now comes {way} “{plain(anchor)}”{_as_told(edit)}"


def _included(edit: Edit, tables: Tables) -> str:
    return cells.members(edit.target, edit.detail, edit.before, edit.kind == "include", tables)


def _resized(edit: Edit, tables: Tables) -> str:
    if edit.text:
        return f"the step “{plain(edit.target[1])}” {_sequence(edit)} changes{_as_told(edit)}"
    more = "also has" if edit.kind == "extend" else "no longer has"
    told = joined(member_text(value, tables) for value in edit.detail)
    if all(isinstance(value, UnitEdit) for value in edit.detail):
        without = "" if edit.kind == "extend" else "it no longer holds that "
        return f"in the step “{plain(edit.target[1])}” {_sequence(edit)}, {without}{told}"
    return f"the step “{plain(edit.target[1])}” {_sequence(edit)} {more} {told}"


def _conditional(edit: Edit, tables: Tables) -> str:
    return edit_text(edit.detail, tables)


def _removed(edit: Edit, tables: Tables) -> str:
    return f"the step “{plain(edit.target[1])}” {_sequence(edit)} is removed{_as_told(edit)}"


def _sequence(edit: Edit) -> str:
    return _SEQUENCES.get(edit.target[0], f"in {plain(edit.target[0])}")


def _as_told(edit: Edit) -> str:
    return f": {edit.text.rstrip('.')}" if edit.text else ""


def _question(name: str) -> str:
    """Return what a query decides, as its entry in `points` puts it."""
    text = points.QUERIES.get(name, plain(name))
    return text.partition(": ")[2] or text.rpartition(" -> ")[2]


def _answer(edit: Edit, tables: Tables) -> str:
    return f"sets {_question(edit.target[0])}"


def _modify(edit: Edit, tables: Tables) -> str:
    return f"{_MANNERS.get(edit.detail, 'changes')} {_question(edit.target[0])}"


def _offer(edit: Edit, tables: Tables) -> str:
    where = points.OFFERS.get(edit.target[0], edit.target[0]).partition(":")[0]
    return f"new action {where}: {edit.text.rstrip('.') or plain(edit.target[1])}"


_WORDS: dict[str, Callable[[Edit, Tables], str]] = {
    "set": _set,
    "adjust": _adjust,
    "add": _add,
    "drop": _drop,
    "include": _included,
    "exclude": _included,
    "when": _conditional,
    "step": _new_step,
    "replace": _replaced,
    "amend": _amended,
    "extend": _resized,
    "curtail": _resized,
    "move": _moved,
    "remove": _removed,
    "answer": _answer,
    "modify": _modify,
    "offer": _offer,
}
#: Kinds of edits whose sentence holds the text of the edit.
_WITH_TEXT = ("step", "replace", "amend", "extend", "curtail", "move", "remove", "offer")


def of_rule(rule_id: str, edition: str = "") -> tuple[str, list[str]]:
    """Return the edition in which a rule is shown (its first, or the one named), and what the rule changes there.

    Rules that it needs are on as well. Raises `Unknown` or `RuleError`.
    """
    edition, made = shown_in(rule_id, edition)
    return edition, explain(made.record, made.tables, rule_id)


def shown_in(rule_id: str, edition: str = "") -> tuple[str, Draft]:
    """Return the edition in which a rule is shown (its first, or the one named), and the draft with the rule and its
    needs."""
    rule = registry.rules()[rule_id]
    edition = edition or next(e for e in (*rule.editions, *registry.editions()) if e in registry.editions())
    made, _, _ = registry.draft(edition, registry.select(edition, _with_needs(rule_id)), faults=[])
    return edition, made


def meeting(rule_id: str, edition: str) -> dict[str, list[str]]:
    """Return the other rules that edit the same things as a rule, with these things; found by making all edits."""
    own = _targets(rule_id, edition)
    out = {}
    for other in registry.rules().values():
        if other.id != rule_id and other.fits(edition):
            both = own & _targets(other.id, edition)
            if both:
                out[other.id] = sorted(".".join(target) for target in both)
    return out


@cache
def _targets(rule_id: str, edition: str) -> frozenset[Path]:
    """Return the cells, steps, and queries that a rule edits."""
    made, _, _ = registry.draft(edition, registry.select(edition, _with_needs(rule_id)), faults=[])
    edits = [e for e in made.record if e.rule == rule_id]
    return frozenset(e.target[:2] if e.kind in ("amend", "extend", "curtail") else e.target for e in edits)


def _with_needs(rule_id: str) -> set[str]:
    known, wanted, todo = registry.rules(), {rule_id}, [rule_id]
    while todo:
        for need in known[todo.pop()].needs:
            if need in known and need not in wanted:
                wanted.add(need)
                todo.append(need)
    return wanted
