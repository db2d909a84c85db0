"""The draft of a ruleset: tables, sequences, queries and offers that rules edit, and the record of every edit."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import NoneType
from typing import Any, NamedTuple

from ..core.errors import RuleError, nearest
from ..core.picks import UnitEdit
from . import life, points
from .conditional import Conditional, check, conditions, read
from .rows import check_cell, check_field, check_switch
from .signatures import fit

Path = tuple[str, ...]
#: How a modifier of a query treats the answer before it.
HOWS = ("adjust", "allow", "forbid", "replace")


class EditError(RuleError):
    """An edit that cannot be made because its `target` does not exist or already exists."""

    def __init__(self, sentence: str, target: Path) -> None:
        self.target = target
        super().__init__(sentence)


class Edit(NamedTuple):
    """One edit by one rule; its kind is set, adjust, add, drop, include, exclude, when, step, replace, amend, extend,
    curtail, move, remove, answer, modify or offer.

    `target` begins with the table, sequence, query or offer; `detail` is the new value, the anchor or the manner.
    """

    rule: str
    kind: str
    target: Path
    detail: Any = None
    before: Any = None
    text: str = ""


class Step(NamedTuple):
    """A named step of a sequence and what it does; `by` is the rule that made it so.

    `stage` is the part of the sequence in the words that every edition shares (`points.STAGES`), so that rules can name
    steps by what they mean. A step of the turn with `powers` takes place only in the turns of these.
    """

    name: str
    what: Any
    by: str
    text: str = ""
    stage: str = ""
    powers: tuple[str, ...] = ()


class Offer(NamedTuple):
    """An optional action for a power: `available(game, …)` says whether it is possible now, and `run(game, …)` is its
    flow. In a phase both receive only the game; `points.OFFERS` says where they receive more."""

    name: str
    text: str
    available: Callable[..., bool]
    run: Callable[..., Any]
    by: str
    advised: Callable[..., bool] = lambda *context: False
    standing: bool = False  # a reaction tied to no event: its power may put it off until its own turn
    leaves: bool = False  # an offer of `defense` by which the power's units leave the battle


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
        self.unit_edits: list[UnitEdit] = []
        self.record: list[Edit] = []
        #: point -> through what it comes into play, and rule -> the points without which it does nothing; see `life`
        self.ways: dict[Path, list[life.Way]] = {}
        self.depends: dict[str, tuple[Path, ...]] = {}
        self.rule = ""

    def copy(self) -> Draft:
        """Return a draft with the same contents, which can be edited by itself."""
        out = Draft()
        out.tables = {name: _copied(rows) for name, rows in self.tables.items()}
        out.sequences = {name: [*steps] for name, steps in self.sequences.items()}
        out.removed = {name: {*steps} for name, steps in self.removed.items()}
        out.answers = {**self.answers}
        out.modifiers = {query: [*fns] for query, fns in self.modifiers.items()}
        out.offers = {at: [*offers] for at, offers in self.offers.items()}
        out.unit_edits, out.record = [*self.unit_edits], [*self.record]
        out.ways = {path: [*ways] for path, ways in self.ways.items()}
        out.depends, out.rule = {**self.depends}, self.rule
        return out

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
        if name in rows:
            return name
        called = {w.lower(): row for row, c in rows.items() for w in (c.get("name", ""), *c.get("aliases", ()))}
        row = called.get(str(name).lower())
        if row is None:
            self._unknown((table,), str(name), dict.fromkeys((*called, *rows)))
        return str(row)

    def find_all(self, table: str, names: Iterable[str]) -> list[str]:
        """Return the rows of a table for names or aliases, in their order."""
        return [self.find(table, name) for name in names]

    def known_sides(self, names: Iterable[str]) -> None:
        """Raise `RuleError` for the name of a side that no power is on."""
        sides = sorted({cells["side"] for cells in self.get("powers").values()})
        for name in names:
            if name not in sides:
                raise RuleError(f"{self.rule}: there is no side {name!r}; the sides are {', '.join(sides)}")

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
        self._fits_cell(path, value)
        self._note("set", path, value, row.get(path[-1]), text)
        row[path[-1]] = _copied(value)

    def change(self, target: str | Iterable[str], value: Any, text: str = "") -> None:
        """Set a cell unless it has this value already: an option at the value of the base game edits nothing."""
        if self.get(target) != value:
            self.set(target, value, text)

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
        self._fits_cell(path, value)
        self._note("add", path, value, None, text)
        here[path[-1]] = _copied(value)

    def _fits_cell(self, path: Path, value: Any) -> None:
        """Refuse a value that its cell cannot hold; what editions write is checked as a whole when it is frozen."""
        if not self.record or self.rule == self.record[0].rule:
            return
        if path[0] == "switches" and path[-1] in self.tables["switches"]:
            check_switch(self.rule, path, value, self.tables["switches"][path[-1]])
        check_cell(self.rule, path, value)

    def drop(self, target: str | Iterable[str], text: str = "") -> None:
        """Remove a row or cell."""
        path = self.path(target)
        self._note("drop", path, None, self.get(path), text)
        del self._row(path)[path[-1]]

    def deploy(self, space: str, power: str, kind: str, by: int, text: str = "") -> None:
        """Add units of a type to the setup of a space, or remove them (`by` below 0)."""
        cell = ("setup", space, power, kind)
        here = self.tables["setup"].get(space, {}).get(power, {}).get(kind, 0)
        if not here:
            self.add(cell, by, text)
        elif here + by:
            self.adjust(cell, by, text)
        else:
            self.drop(cell, text)

    def deployed(self, space: str, power: str) -> dict[str, int]:
        """Return the units of a power in the setup of a space, by type."""
        return dict(self.tables["setup"].get(space, {}).get(power, {}))

    def carried_like(self, unit: str, other: str, text: str = "") -> None:
        """Let every unit type that carries another one carry this one in the same way."""
        for carrier, cells in self.tables["units"].items():
            loads = (cells.get("carries") or {}).get("loads", {})
            if other in loads:
                self.add(("units", carrier, "carries", "loads", unit), loads[other], text)

    def include(self, target: str | Iterable[str], *values: Any, text: str = "") -> None:
        """Adds members to a list cell, such as tags or a power's technologies; rules that each add one compose."""
        self._members("include", target, values, text)

    def exclude(self, target: str | Iterable[str], *values: Any, text: str = "") -> None:
        """Removes members from a list cell; those that are not in it are no fault."""
        self._members("exclude", target, values, text)

    def _members(self, kind: str, target: str | Iterable[str], values: tuple[Any, ...], text: str) -> None:
        path = self.path(target)
        row = self._row(path)
        before = row.get(path[-1], [])
        if not isinstance(before, list | tuple | set | frozenset):
            raise EditError(f"{self.rule} adds to {'.'.join(path)}, which is {before!r}, not a list", path)
        if kind == "include":
            self._fits_cell(path, [*before, *values])
        self._note(kind, path, values, list(before), text)
        rest = [v for v in before if v not in values] if kind == "exclude" else list(before)
        row[path[-1]] = rest if kind == "exclude" else [*rest, *(v for v in values if v not in rest)]

    # --- units under conditions, and capabilities ---------------------------------------------------------------------

    def when(self, text: str = "", **words: Any) -> Conditional:
        """Edits of units that hold under conditions (`conditional.conditions` lists the words)."""
        return Conditional(self, read(self.rule, words), text)

    def capability(self, id: str, name: str, text: str, *, kind: str = "technology", **cells: Any) -> Conditional:
        """Adds something that a power may hold, and returns the edits that hold for its holders.

        `kind` is a word such as technology, advantage or elite; further cells are those of `core.units.Technology`.
        """
        self.add(("technologies", id), {"name": name, "text": text, "kind": kind, **cells}, text)
        return Conditional(self, conditions(holds=id))

    def edit_units(self, edit: UnitEdit, text: str = "") -> None:
        """Records an edit of units under conditions; see `when`."""
        check(edit, self.rule)
        for space in edit.when.places:
            self.get(("spaces", space))
        for owner in (*edit.when.owners, *edit.of.owners):
            if owner not in self.tables["powers"] and nearest(owner, self.tables["powers"]):
                self._unknown(("powers",), owner, self.tables["powers"])
        edit = edit._replace(by=self.rule, text=text or edit.text)
        for unit in self._edited(edit):
            before = self.tables["units"].get(unit, {}).get(edit.column.partition(".")[0])
            self._note("when", ("units", unit, *edit.column.split(".")), edit, before, edit.text)
        self.unit_edits.append(edit)

    def _edited(self, edit: UnitEdit) -> list[str]:
        """The unit types an edit can concern; those named stand in the table, or will."""
        if edit.of.types:
            return list(edit.of.types)
        return [
            name
            for name, row in self.tables["units"].items()
            if (not edit.of.kinds or row.get("kind") in edit.of.kinds)
            and (not edit.of.tags or set(edit.of.tags) & set(row.get("tags", ())))
            and name not in edit.of.without
            and not set(edit.of.without) & set(row.get("tags", ()))
        ]

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

    def step(
        self,
        sequence: str,
        name: str,
        what: Any,
        *,
        after: str = "",
        before: str = "",
        text: str = "",
        stage: str = "",
        powers: Sequence[str] = (),
    ) -> None:
        """Adds a step at the end of a sequence, or next to another one.

        A step that another rule removed still marks its place, so the order of rules does not matter. A step of the
        turn with `powers` takes place only in the turns of these.
        """
        steps = self._sequence(sequence)
        if any(s.name == name for s in steps) and name not in self.removed.get(sequence, ()):
            raise EditError(f"{self.rule} adds the step {sequence}.{name}, which already exists", (sequence, name))
        what = self._fitting(sequence, name, what)
        anchor = after or before
        self._note("step", (sequence, name), f"{'after' if after else 'before'} {anchor}" if anchor else "", None, text)
        at = len(steps)
        if anchor:
            at = self._index(sequence, anchor, bool(after)) + (1 if after else 0)
        steps.insert(at, Step(name, what, self.rule, text, stage, tuple(powers)))

    def replace_step(self, sequence: str, name: str, what: Any, text: str = "") -> None:
        """Replace a step and keep its name."""
        i = self._index(sequence, name)
        name = self._single(sequence, name)
        what = self._fitting(sequence, name, what)
        self._note("replace", (sequence, name), None, self.sequences[sequence][i].by, text)
        self.sequences[sequence][i] = self.sequences[sequence][i]._replace(what=what, by=self.rule, text=text)

    def amend_step(self, sequence: str, name: str, text: str = "", **fields: Any) -> None:
        """Change single fields of a step that is data (a volley), such as `together=True`; of a stage, in all its
        steps."""
        for step in self._meant(sequence, name):
            for field, value in fields.items():
                before = self._field(step, sequence, field)
                check_field(self.rule, f"{sequence}.{step.name}.{field}", step.what, field, value)
                self._note("amend", (sequence, step.name, field), value, before, text)
            i = self._index(sequence, step.name)
            self.sequences[sequence][i] = step._replace(what=step.what.with_(**fields), by=self.rule)

    def extend_step(self, sequence: str, name: str, text: str = "", **fields: Any) -> None:
        """Add members to list fields of a step that is data, such as one lift of a volley; such edits compose.

        Of a stage, the lists of all its steps are extended. ``**{"who.unmarked": mark}`` means a list of a pick.
        """
        self._resize("extend", sequence, name, text, fields)

    def curtail_step(self, sequence: str, name: str, text: str = "", **fields: Any) -> None:
        """Remove members from list fields of a step that is data, or of all steps of a stage."""
        self._resize("curtail", sequence, name, text, fields)

    def recast_step(
        self, sequence: str, name: str, field: str, change: Callable[[Any], tuple[Any, ...]], text: str = ""
    ) -> None:
        """Put others in the place of members of a list field of a step that is data, or of all steps of a stage.

        `change` returns what stands in the place of a member, such as ``()``; the member alone if it stays.
        """
        for step in self._meant(sequence, name):
            changed = [(old, new) for old in self._field(step, sequence, field) if (new := change(old)) != (old,)]
            if changed:
                self._resize("curtail", sequence, step.name, "", {field: tuple(old for old, _ in changed)})
                if added := tuple(member for _, new in changed for member in new):
                    self._resize("extend", sequence, step.name, text, {field: added})

    def _resize(self, kind: str, sequence: str, name: str, text: str, fields: Mapping[str, Any]) -> None:
        for step in self._meant(sequence, name):
            changed: dict[str, Any] = {}
            for named, given in fields.items():
                field, _, part = named.partition(".")  # such as who.unmarked: a list of a pick
                pick, cell = self._field(step, sequence, field), f"{sequence}.{step.name}.{named}"
                before = getattr(pick, part, None) if part else pick
                if not isinstance(before, tuple) or hasattr(before, "_fields"):
                    raise EditError(f"{self.rule} adds to {cell}, which is not a list", (sequence, step.name))
                values = tuple(given) if isinstance(given, tuple | list) and not hasattr(given, "_fields") else (given,)
                rest = tuple(v for v in before if v not in values)
                after = rest if kind == "curtail" else (*before, *(v for v in values if v not in before))
                changed[field] = pick._replace(**{part: after}) if part else after
                check_field(self.rule, cell, step.what, field, changed[field])
                self._note(kind, (sequence, step.name, named), values, before, text)
            i = self._index(sequence, step.name)
            self.sequences[sequence][i] = step._replace(what=step.what.with_(**changed))

    def _meant(self, sequence: str, name: str) -> list[Step]:
        """The step of a name, or all steps in force of a stage."""
        first = self._sequence(sequence)[self._index(sequence, name)]
        if first.name == name:
            return [first]
        return [s for s in self.steps(sequence) if s.stage == name] or [first]

    def _single(self, sequence: str, name: str) -> str:
        """The name of the only step meant; raises `EditError` for a stage of several."""
        found = [step.name for step in self._meant(sequence, name)]
        if len(found) > 1:
            several = f"{self.rule} names the stage {sequence}.{name}, which has several steps: {', '.join(found)}"
            raise EditError(f"{several}; name one of them", (sequence, name))
        return found[0]

    def _field(self, step: Step, sequence: str, field: str) -> Any:
        """The value of a field of a step that is data; raises `EditError` with the nearest names."""
        known = getattr(step.what, "_fields", ())
        if field in known and hasattr(step.what, "with_"):
            return getattr(step.what, field)
        near = nearest(field, known)
        hint = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(known)}" if known else ""
        why = "which does not exist" if known else "but that step is not a description"
        cell = (sequence, step.name, field)
        raise EditError(f"{self.rule} edits {'.'.join(cell)}, {why}{hint}", cell)

    def move_step(self, sequence: str, name: str, *, after: str = "", before: str = "", text: str = "") -> None:
        """Move a step next to another one."""
        name = self._single(sequence, name)
        step = self._sequence(sequence).pop(self._index(sequence, name))
        self._note("move", (sequence, name), f"{'after' if after else 'before'} {after or before}", None, text)
        self._sequence(sequence).insert(self._index(sequence, after or before, bool(after)) + (1 if after else 0), step)

    def remove_step(self, sequence: str, name: str, text: str = "") -> None:
        """Remove a step; other rules can still use it as an anchor."""
        for step in self._meant(sequence, name)[1:]:  # the further steps of a stage
            self.remove_step(sequence, step.name, text)
        name = self._meant(sequence, name)[0].name
        self._note("remove", (sequence, name), None, None, text)
        self.removed.setdefault(sequence, set()).add(name)

    def _sequence(self, sequence: str) -> list[Step]:
        if sequence not in points.SEQUENCES:
            near = nearest(sequence, points.SEQUENCES)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise RuleError(f"{self.rule} edits the sequence {sequence!r}, which does not exist{hint}")
        return self.sequences.setdefault(sequence, [])

    def _fitting(self, sequence: str, name: str, what: Any) -> Any:
        """Return a step as the engine runs it; raises `RuleError` for one that does not fit its sequence."""
        signature = points.signature(points.SEQUENCES, sequence)
        if signature.described and isinstance(what, tuple(points.BATTLE_STEPS)):
            return what
        if signature.described and not signature.parameters:
            kinds = ", ".join(kind.__name__ for kind in points.BATTLE_STEPS)
            found = f"{what!r} does not describe a part of a battle; a step there is one of {kinds}"
            raise RuleError(f"{self.rule} does not fit the sequence {sequence} with its step {name}: {found}")
        return fit(what, signature, self.rule, f"the step {sequence}.{name}")

    def staged(self, sequence: str, stage: str) -> list[str]:
        """The names of the steps in force that make up a stage, in order."""
        return [s.name for s in self.steps(sequence) if s.stage == stage]

    def described(self, sequence: str, name: str) -> Any:
        """Return what a step is or does, such as the description of a volley."""
        return self.sequences[sequence][self._index(sequence, name)].what

    def _index(self, sequence: str, name: str, last: bool = False) -> int:
        """The place of a step, or of the first (or last) step of a stage."""
        steps = self._sequence(sequence)
        for i, step in enumerate(steps):
            if step.name == name:
                return i
        stage = [i for i, step in enumerate(steps) if step.stage and step.stage == name]
        if stage:
            return stage[-1 if last else 0]
        raise EditError(f"{self.rule} requires the step {sequence}.{name}, which does not exist", (sequence, name))

    # --- queries and offers -------------------------------------------------------------------------------------------

    def answer(self, query: str, fn: Callable[..., Any], text: str = "") -> None:
        """Set the base answer of a query; a later rule that works like an edition may replace it."""
        self._known("query", points.QUERIES, query)
        fn, given = fit(fn, points.signature(points.QUERIES, query), self.rule, f"the query {query}"), fn
        self._note("answer", (query,), getattr(given, "__name__", ""), None, text or _doc(given))
        self.answers[query] = fn

    def modify(self, query: str, fn: Callable[..., Any], how: str = "adjust", text: str = "") -> None:
        """Add a modifier: it receives the answer so far and the query's arguments, and returns the new answer.

        `how` says what it does, for the lint: `allow` and `forbid` only widen or narrow, `adjust` changes relative to
        the answer so far, `replace` does not look at it.
        """
        self._known("query", points.QUERIES, query)
        if how not in HOWS:
            raise RuleError(f"{self.rule} modifies {query} by {how!r}; allowed values of how are {', '.join(HOWS)}")
        signature = points.signature(points.QUERIES, query)
        done = fit(fn, signature, self.rule, f"a modifier of {query}", first=("answer",))
        self._note("modify", (query,), how, None, text or _doc(fn))
        self.modifiers.setdefault(query, []).append(done)

    def offer(
        self,
        at: str,
        name: str,
        text: str,
        run: Callable[..., Any],
        available: Callable[..., bool] = lambda *context: True,
        advised: Callable[..., bool] = lambda *context: False,
        standing: bool = False,
        leaves: bool = False,
    ) -> None:
        """Add an optional action in a phase; `advised` says whether a sensible power takes it now.

        `standing`, for a reaction that is possible at any time: its power may put it off until its own turn. `leaves`,
        for an offer of `defense`: the power's units leave the battle, so that standing orders can name it.
        """
        self._known("offer", points.OFFERS, at)
        if any(o.name == name for o in self.offers.get(at, ())):
            raise EditError(f"{self.rule} adds the offer {at}.{name}, which already exists", (at, name))
        signature, point = points.signature(points.OFFERS, at), f"the offer {at}.{name}"
        asked = signature._replace(result="bool")
        offer = Offer(
            name, text, fit(available, asked, self.rule, f"{point} (available)"),
            fit(run, signature, self.rule, point), self.rule, fit(advised, asked, self.rule, f"{point} (advised)"),
            standing, leaves,
        )  # fmt: skip
        self._note("offer", (at, name), None, None, text)
        self.offers.setdefault(at, []).append(offer)

    # --- what comes into play -----------------------------------------------------------------------------------------

    def in_play(self, point: str, *by: str, text: str = "") -> None:
        """Says through what a point comes into play: any of `by`, such as ``"step turn.develop"``; see `life`.

        With nothing named it does nothing until a rule names a way, and `text` tells players why.
        """
        way = life.Way(tuple(life.named(self, b) for b in by), self.rule, text)
        self.ways.setdefault(life.named(self, point), []).append(way)

    def needs_in_play(self, *all: str) -> None:
        """Says that this rule does nothing unless all of these points are in play."""
        found = tuple(life.named(self, point) for point in all)
        self.depends[self.rule] = (*self.depends.get(self.rule, ()), *found)

    def _known(self, what: str, known: Mapping[str, str], name: str) -> None:
        if name not in known:
            near = nearest(name, known)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise RuleError(f"{self.rule} edits the {what} {name!r}, which does not exist{hint}")

    def steps(self, sequence: str) -> tuple[Step, ...]:
        """Return the steps of a sequence that are in force."""
        gone = self.removed.get(sequence, ())
        return tuple(s for s in self.sequences.get(sequence, ()) if s.name not in gone)


#: Types of values that never change.
_LASTING = (str, int, bool, float, NoneType)


def _copied(value: Any) -> Any:
    """Return a deep copy of a cell, a row, or a table."""
    kind = type(value)
    if kind in _LASTING:
        return value
    if kind is dict:
        return {key: v if type(v) in _LASTING else _copied(v) for key, v in value.items()}
    if kind is list:
        return [v if type(v) in _LASTING else _copied(v) for v in value]
    return copy.deepcopy(value)


def split_target(tables: Mapping[str, Any], text: str) -> Path:
    """Split a dotted target, longest existing names first: ``spaces.Karelia S.S.R..value`` -> ("spaces", "Karelia
    S.S.R.", "value")."""
    parts: list[str] = []
    here: Any = tables
    rest = text
    while rest:
        name = rest
        while name and not (isinstance(here, Mapping) and name in here):
            name = name.rpartition(".")[0]
        head = name or rest.partition(".")[0]
        here, rest = here[name] if name else None, rest[len(head) + 1 :]
        parts.append(head)
    return tuple(parts)


def _doc(fn: Callable[..., Any]) -> str:
    return " ".join((fn.__doc__ or "").strip().partition("\n\n")[0].split())
