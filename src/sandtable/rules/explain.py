"""Describe in words what a rule changes, generated from its recorded edits so that it never goes stale.

>>> made, _, _ = registry.draft("classic", registry.select("classic", ["common.no_technology"]))
>>> explain(made.record, made.tables, "common.no_technology")[0]
'The turn loses the step develop.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..core.units import STATS
from . import points, registry
from .draft import Draft, Edit, Path

Tables = Mapping[str, Any]

_SEQUENCES = {
    "opening": "the start of the game",
    "round_start": "the start of a round",
    "turn": "the turn",
    "turn_end": "the end of a turn",
    "round_end": "the end of a round",
    "income": "income collection",
    "conquest": "capturing a territory",
    "combat": "the combat phase",
    "entering": "entering a space",
    "land_battle": "land combat",
    "sea_battle": "sea combat",
    "raid": "strategic bombing raids",
    "breakthrough": "a weapons development roll",
    "aftermath": "the end of a battle",
}
#: Columns of a new row that say nothing new.
_UNTOLD = ("name", "id", "kind", "text", "color")
_MANNERS = {
    "adjust": "changes",
    "allow": "relaxes",
    "forbid": "restricts",
    "replace": "replaces",
}


def explain(record: Iterable[Edit], tables: Tables, rule: str) -> list[str]:
    """The edits of one rule as sentences, in their order."""
    out = dict.fromkeys(sentence(edit, tables) for edit in record if edit.rule == rule)
    return [text for text in out if text]


def sentence(edit: Edit, tables: Tables) -> str:
    """One edit as a sentence; empty for the second half of an edit that makes two (a border seen from both sides)."""
    if edit.target[0] == "links" and len(edit.target) == 3 and edit.target[1] > edit.target[2]:
        return ""
    text = _WORDS[edit.kind](edit, tables)
    text = f"{text[0].upper()}{text[1:]}"
    reason = edit.text.rstrip(".")
    if reason[:1].islower():
        text, reason = f"{text} ({reason})", ""
    return " ".join(part if part.endswith("?") else f"{part}." for part in (text, reason) if part)


def chain(edits: Iterable[Edit], tables: Tables) -> list[tuple[str, str]]:
    """The provenance of a thing: pairs of rule and sentence."""
    return [(edit.rule, text) for edit in edits if (text := sentence(edit, tables))]


def thing(path: Path, tables: Tables) -> str:
    """A cell or row as people call it: ``the cost of Submarine``."""
    table, *rest = path
    if not rest:
        return f"the table of {table}"
    if table == "units":
        name = _row(tables, table, rest[0], "name")
        return name if len(rest) == 1 else f"{name} {_column(rest[1:])}"
    if table == "setup":
        names = [rest[0], *rest[1:2], *(_row(tables, "units", u, "name").lower() for u in rest[2:])]
        return f"the setup of {' / '.join(names)}"
    if table == "switches":
        return f"the setting “{_column(rest)}”"
    if table == "links":
        return f"the border between {' and '.join(rest)}"
    if table == "holders":
        return f"the starting controller of {rest[0]}"
    if table == "memory":
        return f"the game record “{rest[0].replace('_', ' ')}”"
    if table == "wording":
        return f"the name of {rest[0]}"
    name = _row(tables, table, rest[0], "name") if table == "technologies" else rest[0]
    return name if len(rest) == 1 else f"{name} {_column(rest[1:])}"


def value_text(value: Any, tables: Tables) -> str:
    """A value of a cell in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        parts = (f"{_row(tables, 'units', str(k), 'name')} {value_text(v, tables)}" for k, v in value.items())
        return ", ".join(parts) or "nothing"
    if isinstance(value, list | tuple | set | frozenset):
        items = sorted(value, key=str) if isinstance(value, set | frozenset) else value
        return ", ".join(value_text(v, tables) for v in items) or "nothing"
    name = _row(tables, "units", str(value), "name")
    return name if name != value else _row(tables, "technologies", str(value), "name")


def _row(tables: Tables, table: str, row: str, column: str) -> str:
    cells = tables.get(table, {}).get(row)
    found = cells.get(column) if isinstance(cells, Mapping) else None
    return str(found) if found else row


def _column(path: Iterable[str]) -> str:
    return " ".join(part.replace("_", " ").replace("ipcs", "IPCs") for part in path)


def _sequence(name: str) -> str:
    return _SEQUENCES.get(name, name.replace("_", " "))


def _is(path: Path, tables: Tables) -> str:
    verb = "are" if len(path) > 2 and path[-1].endswith(("s", "dice")) and path[0] != "setup" else "is"
    return f"{thing(path, tables)} {verb}"


def _set(edit: Edit, tables: Tables) -> str:
    was = f" instead of {value_text(edit.before, tables)}" if edit.before is not None else ""
    return f"{_is(edit.target, tables)} {value_text(edit.detail, tables)}{was}"


def _adjust(edit: Edit, tables: Tables) -> str:
    more = "higher" if edit.detail >= 0 else "lower"
    return f"{_is(edit.target, tables)} {abs(edit.detail)} {more} (was {edit.before})"


def _add(edit: Edit, tables: Tables) -> str:
    if edit.target[0] == "links" and len(edit.target) == 3:
        return f"{edit.target[1]} and {edit.target[2]} are adjacent"
    if edit.target[0] == "missions":
        return f"new air mission: {edit.target[1]} ({edit.detail})"
    if isinstance(edit.detail, Mapping) and len(edit.target) <= 2 and edit.target[0] != "setup":
        what = {"units": "unit type", "spaces": "space", "powers": "power", "technologies": "technology"}
        kind = what.get(edit.target[0], edit.target[0])
        columns = STATS if edit.target[0] == "units" else [k for k in edit.detail if k not in _UNTOLD]
        cells = {k: edit.detail[k] for k in columns if isinstance(edit.detail.get(k), int | str) and edit.detail[k]}
        numbers = ", ".join(f"{_column([k])} {value_text(v, tables)}" for k, v in cells.items())
        return f"new {kind}: {thing(edit.target, tables)}" + (f" with {numbers}" if numbers else "")
    return f"{_is(edit.target, tables)} {value_text(edit.detail, tables)}"


def _drop(edit: Edit, tables: Tables) -> str:
    if edit.target[0] == "links" and len(edit.target) == 3:
        return f"{edit.target[1]} and {edit.target[2]} are no longer adjacent"
    name = edit.before.get("name") if isinstance(edit.before, Mapping) else None
    return f"{name or thing(edit.target, tables)} is removed"


def _new_step(edit: Edit, tables: Tables) -> str:
    where = f", {edit.detail.replace('_', ' ')}" if edit.detail else ""
    return f"new step in {_sequence(edit.target[0])}: {edit.target[1].replace('_', ' ')}{where}"


def _replaced(edit: Edit, tables: Tables) -> str:
    return f"the step “{edit.target[1].replace('_', ' ')}” in {_sequence(edit.target[0])} is replaced"


def _amended(edit: Edit, tables: Tables) -> str:
    sequence, step, field = edit.target
    if edit.text:
        return f"in {_sequence(sequence)}, {step.replace('_', ' ')} changes"  # the text follows
    now, was = value_text(edit.detail, tables), value_text(edit.before, tables)
    return f"in {_sequence(sequence)}, {step.replace('_', ' ')} has {field.replace('_', ' ')} {now} instead of {was}"


def _moved(edit: Edit, tables: Tables) -> str:
    where = edit.detail.replace("_", " ")
    return f"the step “{edit.target[1].replace('_', ' ')}” in {_sequence(edit.target[0])} now comes {where}"


def _removed(edit: Edit, tables: Tables) -> str:
    return f"{_sequence(edit.target[0])} no longer has the step “{edit.target[1].replace('_', ' ')}”"


def _question(name: str) -> str:
    """The question of a query, as its entry in `points` puts it."""
    text = points.QUERIES.get(name, name.replace("_", " "))
    return text.partition(": ")[2] or text.rpartition(" -> ")[2]


def _answer(edit: Edit, tables: Tables) -> str:
    return f"sets {_question(edit.target[0])}"


def _modify(edit: Edit, tables: Tables) -> str:
    return f"{_MANNERS.get(edit.detail, 'changes')} {_question(edit.target[0])}"


def _offer(edit: Edit, tables: Tables) -> str:
    where = points.OFFERS.get(edit.target[0], edit.target[0]).partition(":")[0]
    return f"new action {where}: {edit.target[1].replace('_', ' ')}"


_WORDS: dict[str, Callable[[Edit, Tables], str]] = {
    "set": _set,
    "adjust": _adjust,
    "add": _add,
    "drop": _drop,
    "step": _new_step,
    "replace": _replaced,
    "amend": _amended,
    "move": _moved,
    "remove": _removed,
    "answer": _answer,
    "modify": _modify,
    "offer": _offer,
}


def of_rule(rule_id: str, edition: str = "") -> tuple[str, list[str]]:
    """The edition in which a rule is shown (its first, or the one named), and what the rule changes there.

    Rules that it needs are on as well. Raises `Unknown` or `RuleError`.
    """
    edition, made = shown_in(rule_id, edition)
    return edition, explain(made.record, made.tables, rule_id)


def shown_in(rule_id: str, edition: str = "") -> tuple[str, Draft]:
    """The edition in which a rule is shown (its first, or the one named), and the draft with it and what it needs."""
    rule = registry.rules()[rule_id]
    edition = edition or next(e for e in (*rule.editions, *registry.editions()) if e in registry.editions())
    made, _, _ = registry.draft(edition, registry.select(edition, _with_needs(rule_id)), faults=[])
    return edition, made


def meeting(rule_id: str, edition: str) -> dict[str, list[str]]:
    """Other rules that edit what a rule edits, with the things both edit: found by making the edits of each."""
    own = _targets(rule_id, edition)
    out = {}
    for other in registry.rules().values():
        if other.id != rule_id and other.fits(edition):
            both = own & _targets(other.id, edition)
            if both:
                out[other.id] = sorted(".".join(target) for target in both)
    return out


def _targets(rule_id: str, edition: str) -> set[Path]:
    """What a rule edits: cells, steps, queries."""
    made, _, _ = registry.draft(edition, registry.select(edition, _with_needs(rule_id)), faults=[])
    return {e.target[:2] if e.kind == "amend" else e.target for e in made.record if e.rule == rule_id}


def _with_needs(rule_id: str) -> set[str]:
    known, wanted, todo = registry.rules(), {rule_id}, [rule_id]
    while todo:
        for need in known[todo.pop()].needs:
            if need in known and need not in wanted:
                wanted.add(need)
                todo.append(need)
    return wanted
