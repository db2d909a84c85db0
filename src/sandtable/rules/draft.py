"""The draft of a ruleset: tables, sequences, queries and offers that rules edit, and the record of every edit."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..core.errors import RuleError, nearest
from . import points

Path = tuple[str, ...]
#: How a modifier of a query treats the answer before it.
HOWS = ("adjust", "allow", "forbid", "replace")


class EditError(RuleError):
    """An edit that cannot be made because its `target` does not exist or already exists."""

    def __init__(self, sentence: str, target: Path) -> None:
        self.target = target
        super().__init__(sentence)


class Edit(NamedTuple):
    """One edit by one rule; its kind is set, adjust, add, drop, step, replace, amend, move, remove, answer, modify, or
    offer.

    `target` begins with the table, sequence, query or offer; `detail` is the new value, the anchor or the manner.
    """

    rule: str
    kind: str
    target: Path
    detail: Any = None
    before: Any = None
    text: str = ""


class Step(NamedTuple):
    """A named step of a sequence and what it does; `by` is the rule that added or last changed it."""

    name: str
    what: Any
    by: str
    text: str = ""


class Offer(NamedTuple):
    """An optional action for a power: `available(game, …)` says whether it is possible now, and `run(game, …)` is its
    flow. In a phase both receive only the game; `points.OFFERS` says where they receive more."""

    name: str
    text: str
    available: Callable[..., bool]
    run: Callable[..., Any]
    by: str
    advised: Callable[..., bool] = lambda *context: False


class Draft:
    """The tables, sequences, queries, and offers that an edition and then rules edit, in a fixed order; see
    `points`."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {name: {} for name in points.TABLES}
        self.sequences: dict[str, list[Step]] = {}
        self.removed: dict[str, set[str]] = {}
        self.answers: dict[str, Callable[..., Any]] = {}
        self.modifiers: dict[str, list[Callable[..., Any]]] = {}
        self.offers: dict[str, list[Offer]] = {}
        self.record: list[Edit] = []
        self.rule = ""

    @contextmanager
    def by(self, rule: str) -> Iterator[None]:
        """Record all edits inside as made by this rule."""
        before, self.rule = self.rule, rule
        try:
            yield
        finally:
            self.rule = before

    def _note(self, kind: str, target: Path, detail: Any = None, before: Any = None, text: str = "") -> None:
        self.record.append(Edit(self.rule, kind, target, detail, before, text))

    # --- tables -------------------------------------------------------------------------------------------------------

    def path(self, target: str | Iterable[str]) -> Path:
        """Return the path of a cell; a dotted text is split along existing names, which may contain dots."""
        if not isinstance(target, str):
            return tuple(target)
        return split_target(self.tables, target)

    def find(self, table: str, name: str) -> str:
        """Return the row of a table for a name or alias; raise `RuleError` with the nearest names."""
        rows = self.tables[table]
        called = {w.lower(): row for row, c in rows.items() for w in (c.get("name", ""), *c.get("aliases", ()))}
        row = name if name in rows else called.get(str(name).lower())
        if row is None:
            self._unknown((table,), str(name), dict.fromkeys((*rows, *called)))
        return str(row)

    def get(self, target: str | Iterable[str]) -> Any:
        """Return the current value of a cell or row; raise `RuleError` if there is none."""
        here: Any = self.tables
        path = self.path(target)
        for i, part in enumerate(path):
            if not isinstance(here, dict) or part not in here:
                self._unknown(path[:i], part, here)
            here = here[part]
        return here

    def set(self, target: str | Iterable[str], value: Any, text: str = "") -> None:
        """Set a new value for an existing cell (or for an optional column of a row)."""
        path = self.path(target)
        row = self._row(path)
        if path[-1] not in row and len(path) < 3 and path[0] != "switches":
            self._unknown(path[:-1], path[-1], row)
        self._note("set", path, value, row.get(path[-1]), text)
        row[path[-1]] = copy.deepcopy(value)

    def adjust(self, target: str | Iterable[str], by: int, text: str = "") -> None:
        """Add a number to a cell."""
        path = self.path(target)
        before = self.get(path)
        if not isinstance(before, int) or isinstance(before, bool) or not isinstance(by, int):
            raise EditError(f"{self.rule} adds {by!r} to {'.'.join(path)}, which is {before!r}", path)
        self._note("adjust", path, by, before, text)
        self._row(path)[path[-1]] = before + by

    def add(self, target: str | Iterable[str], value: Any, text: str = "") -> None:
        """Add a new row or cell."""
        path = self.path(target)
        here: Any = self.tables
        if path[0] not in here:
            self._unknown((), path[0], here)
        for part in path[:-1]:
            here = here.setdefault(part, {})
            if not isinstance(here, dict):
                raise EditError(f"{self.rule} adds {'.'.join(path)}, but {part} is not a row", path)
        if path[-1] in here:
            raise EditError(f"{self.rule} adds {'.'.join(path)}, which already exists", path)
        self._note("add", path, value, None, text)
        here[path[-1]] = copy.deepcopy(value)

    def drop(self, target: str | Iterable[str], text: str = "") -> None:
        """Remove a row or cell."""
        path = self.path(target)
        self._note("drop", path, None, self.get(path), text)
        del self._row(path)[path[-1]]

    def link(self, a: str, b: str, joined: bool = True) -> None:
        """Make two spaces adjacent, or not adjacent."""
        for one, other in ((a, b), (b, a)):
            if joined:
                self.add(("links", one, other), True)
            else:
                self.drop(("links", one, other))

    def _row(self, path: Path) -> dict[str, Any]:
        row = self.get(path[:-1])
        if not isinstance(row, dict):
            raise RuleError(f"{self.rule} edits {'.'.join(path)}, which is not a single value")
        return row

    def _unknown(self, path: Path, part: str, known: Any) -> None:
        near = nearest(part, known) if isinstance(known, dict) else []
        hint = f"; did you mean {near[0]}?" if near else ""
        sentence = f"{self.rule or 'an edit'} edits {'.'.join((*path, part))}, which does not exist{hint}"
        raise EditError(sentence, (*path, part))

    # --- sequences ----------------------------------------------------------------------------------------------------

    def step(self, sequence: str, name: str, what: Any, *, after: str = "", before: str = "", text: str = "") -> None:
        """Add a step at the end of a sequence, or next to another step.

        A step that another rule removed still marks its place, so the order of rules does not matter.
        """
        steps = self._sequence(sequence)
        if any(s.name == name for s in steps) and name not in self.removed.get(sequence, ()):
            raise EditError(f"{self.rule} adds the step {sequence}.{name}, which already exists", (sequence, name))
        anchor = after or before
        self._note("step", (sequence, name), f"{'after' if after else 'before'} {anchor}" if anchor else "", None, text)
        at = len(steps)
        if anchor:
            at = self._index(sequence, anchor) + (1 if after else 0)
        steps.insert(at, Step(name, what, self.rule, text))

    def replace_step(self, sequence: str, name: str, what: Any, text: str = "") -> None:
        """Replace a step and keep its name."""
        i = self._index(sequence, name)
        self._note("replace", (sequence, name), None, self.sequences[sequence][i].by, text)
        self.sequences[sequence][i] = Step(name, what, self.rule, text)

    def amend_step(self, sequence: str, name: str, text: str = "", **fields: Any) -> None:
        """Change single fields of a step that is data (a volley), such as `hits_on=4`."""
        i = self._index(sequence, name)
        step = self.sequences[sequence][i]
        before = {k: getattr(step.what, k) for k in fields}
        for field, value in fields.items():
            self._note("amend", (sequence, name, field), value, before[field], text)
        self.sequences[sequence][i] = step._replace(what=step.what.with_(**fields), by=self.rule)

    def move_step(self, sequence: str, name: str, *, after: str = "", before: str = "", text: str = "") -> None:
        """Move a step next to another one."""
        step = self._sequence(sequence).pop(self._index(sequence, name))
        self._note("move", (sequence, name), f"{'after' if after else 'before'} {after or before}", None, text)
        self._sequence(sequence).insert(self._index(sequence, after or before) + (1 if after else 0), step)

    def remove_step(self, sequence: str, name: str, text: str = "") -> None:
        """Remove a step; other rules can still use it as an anchor."""
        self._index(sequence, name)
        self._note("remove", (sequence, name), None, None, text)
        self.removed.setdefault(sequence, set()).add(name)

    def _sequence(self, sequence: str) -> list[Step]:
        if sequence not in points.SEQUENCES:
            near = nearest(sequence, points.SEQUENCES)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise RuleError(f"{self.rule} edits the sequence {sequence!r}, which does not exist{hint}")
        return self.sequences.setdefault(sequence, [])

    def _index(self, sequence: str, name: str) -> int:
        steps = self._sequence(sequence)
        for i, step in enumerate(steps):
            if step.name == name:
                return i
        raise EditError(f"{self.rule} requires the step {sequence}.{name}, which does not exist", (sequence, name))

    # --- queries and offers -------------------------------------------------------------------------------------------

    def answer(self, query: str, fn: Callable[..., Any], text: str = "") -> None:
        """Set the base answer of a query; a later rule that works like an edition may replace it."""
        self._known("query", points.QUERIES, query)
        self._note("answer", (query,), getattr(fn, "__name__", ""), None, text or _doc(fn))
        self.answers[query] = fn

    def modify(self, query: str, fn: Callable[..., Any], how: str = "adjust", text: str = "") -> None:
        """Add a modifier: it receives the answer so far and the query's arguments, and returns the new answer.

        `how` says what it does, for the lint: `allow` and `forbid` only widen or narrow, `adjust` changes relative to
        the answer so far, `replace` does not look at it.
        """
        self._known("query", points.QUERIES, query)
        if how not in HOWS:
            raise RuleError(f"{self.rule} modifies {query} by {how!r}; allowed values of how are {', '.join(HOWS)}")
        self._note("modify", (query,), how, None, text or _doc(fn))
        self.modifiers.setdefault(query, []).append(fn)

    def offer(
        self,
        at: str,
        name: str,
        text: str,
        run: Callable[..., Any],
        available: Callable[..., bool] = lambda *context: True,
        advised: Callable[..., bool] = lambda *context: False,
    ) -> None:
        """Add an optional action in a phase; `advised` says whether a sensible power takes it now."""
        self._known("offer", points.OFFERS, at)
        if any(o.name == name for o in self.offers.get(at, ())):
            raise EditError(f"{self.rule} adds the offer {at}.{name}, which already exists", (at, name))
        self._note("offer", (at, name), None, None, text)
        self.offers.setdefault(at, []).append(Offer(name, text, available, run, self.rule, advised))

    def _known(self, what: str, known: Mapping[str, str], name: str) -> None:
        if name not in known:
            near = nearest(name, known)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise RuleError(f"{self.rule} edits the {what} {name!r}, which does not exist{hint}")

    def steps(self, sequence: str) -> tuple[Step, ...]:
        """Return the steps of a sequence that are in force."""
        gone = self.removed.get(sequence, ())
        return tuple(s for s in self.sequences.get(sequence, ()) if s.name not in gone)


def split_target(tables: Mapping[str, Any], text: str) -> Path:
    """Split a dotted target, longest existing names first: ``spaces.Karelia S.S.R..value`` -> ("spaces", "Karelia
    S.S.R.", "value")."""
    parts: list[str] = []
    here: Any = tables
    rest = text
    while rest:
        names = sorted(here, key=len, reverse=True) if isinstance(here, Mapping) else []
        for name in names:
            if rest == name or rest.startswith(name + "."):
                here, rest = here[name], rest[len(name) + 1 :]
                parts.append(name)
                break
        else:
            head, _, rest = rest.partition(".")
            here = None
            parts.append(head)
    return tuple(parts)


def _doc(fn: Callable[..., Any]) -> str:
    return " ".join((fn.__doc__ or "").strip().partition("\n\n")[0].split())
