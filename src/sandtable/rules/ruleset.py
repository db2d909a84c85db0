"""The ruleset a game runs on: frozen tables, sequences, queries and offers, with a fingerprint and all provenance."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple, cast

import msgspec

from ..core.errors import RuleError, nearest
from ..core.forces import FRESH, Condition
from ..core.marks import FITTED
from ..core.picks import UnitEdit
from ..core.text import Words
from ..core.units import Canal, Power, Space, Technology, UnitType
from . import points
from .conditional import effective, of_technology
from .draft import Draft, Edit, Offer, Step, split_target
from .queries import Queries
from .rows import ROWS, has_column
from .signatures import composed

#: Mark of the fingerprint's formula, and what it leaves out: tables and columns that only word things.
FINGERPRINT = "2-"
#: The stance of transports that carry units with a refit.
KEPT = {"until": "kept"}
#: Sets of numbers of units that a ruleset keeps, at most.
NUMBERS_KEPT = 500
WORDING = ("wording", "settings", "citations")
WORDED = ("text", "name", "plural", "aliases", "color", "worth")


class ActiveRule(NamedTuple):
    """A rule that is on, with all its options."""

    id: str
    options: Mapping[str, Any]


def _answers(draft: Draft) -> Queries:
    """Return the queries of a ruleset as attributes: `rules.q.value(game, space)`.

    They are those of a module object, whose functions Python calls faster than those in any other object.
    """
    out = ModuleType("queries")
    for name in points.QUERIES:
        base = draft.answers.get(name) or points.PLAIN.get(name) or partial(_unanswered, name)
        names = points.signature(points.QUERIES, name).parameters
        setattr(out, name, composed(base, tuple(draft.modifiers.get(name, ())), names))
    return cast("Queries", out)


def _unanswered(name: str, *args: Any) -> Any:
    raise RuleError(f"no edition defines the query {name!r}")


class Ruleset:
    """The immutable ruleset of a game. Two players have the same game exactly if their fingerprints are equal."""

    # read faster than attributes in a dictionary
    __slots__ = (
        "__weakref__", "_all_units", "_companions", "_forms", "_known", "_open", "cache", "canal_between", "canals",
        "citations", "edition", "fingerprint", "formed", "holders", "is_land", "land_near", "lands", "lifts", "memory",
        "missions", "neighbors", "offers", "placed", "plain", "powers", "printed", "q", "record", "refitted", "rules",
        "scenario", "sea_near", "sequences", "setup", "side_of", "sides", "spaces", "stances", "switches", "tables",
        "technologies", "unit_edits", "units", "withdrawn", "wording", "words", "zones",
    )  # fmt: skip

    def __init__(self, edition: str, scenario: str, rules: tuple[ActiveRule, ...], draft: Draft) -> None:
        self.edition, self.scenario, self.rules = edition, scenario, rules
        t = draft.tables
        self.units: Mapping[str, UnitType] = _rows(t["units"], UnitType, "units", "id")
        self.spaces: Mapping[str, Space] = _rows(t["spaces"], Space, "spaces", "name")
        self.powers: Mapping[str, Power] = _rows(t["powers"], Power, "powers", "name")
        self.technologies: Mapping[str, Technology] = _rows(t["technologies"], Technology, "technologies", "id")
        self.canals: Mapping[str, Canal] = _rows(t["canals"], Canal, "canals", "name")
        self.switches: Mapping[str, Any] = MappingProxyType(t["switches"])
        #: marks that units get by refits, and keep aboard a transport
        self.refitted = frozenset(row["gives"] for row in t["refits"].values() if row.get("gives"))
        self.stances: Mapping[str, str] = _stances({**t["stances"], **({FITTED: KEPT} if self.refitted else {})})
        self.setup: Mapping[str, Mapping[str, Mapping[str, int]]] = MappingProxyType(t["setup"])
        self.holders: Mapping[str, str] = MappingProxyType(t["holders"])
        self.memory: Mapping[str, Any] = MappingProxyType(t["memory"])
        self.citations: Mapping[str, str] = MappingProxyType(t["citations"])
        self.missions: Mapping[str, str] = MappingProxyType(t["missions"])
        self.withdrawn: frozenset[str] = frozenset(t["withdrawn"])
        self.wording: Mapping[str, str] = MappingProxyType(t["wording"])
        self.sequences: Mapping[str, tuple[Step, ...]] = {name: draft.steps(name) for name in points.SEQUENCES}
        self.q = _answers(draft)
        #: queries with the plain answer of `points.PLAIN`, which the engine need not ask
        plain = {n for n in points.PLAIN if n not in draft.answers and not draft.modifiers.get(n)}
        if t["refits"]:
            _check_refits(t)
        self.plain = frozenset(plain)
        self._conditions(draft)
        self.offers: Mapping[str, tuple[Offer, ...]] = {k: tuple(v) for k, v in draft.offers.items()}
        self.record: tuple[Edit, ...] = tuple(draft.record)
        self.tables: Mapping[str, Any] = MappingProxyType(t)
        self.words = Words(self.units, self.spaces, self.powers, tuple(t["armies"]))
        self._board(t["links"])
        self.sides: Mapping[str, tuple[str, ...]] = {
            side: tuple(p.name for p in self.powers.values() if p.side == side)
            for side in dict.fromkeys(p.side for p in self.powers.values())
        }
        self._companions: dict[str, tuple[str, ...]] = {}
        for p in self.powers.values():
            if p.turn_with:
                self._companions[p.turn_with] = (*self._companions.get(p.turn_with, ()), p.name)
        #: the side of each power; owners of units that are no powers are on a side of their own
        self.side_of: Mapping[str, str] = {
            **{name: name for name in t["armies"]},
            **{p.name: p.side for p in self.powers.values()},
        }
        self._check_armies(t)
        self.fingerprint = self._fingerprint()
        #: results kept by engine and players for this ruleset (graphs, odds); never part of the rules
        self.cache: dict[Any, Any] = {}

    def _conditions(self, draft: Draft) -> None:
        """Sorts the edits under conditions: by unit type those known outside battles, the others for battles."""
        edits = [*(e for t in self.technologies.values() for e in of_technology(t)), *draft.unit_edits]
        #: all edits of units under conditions, those of technologies first
        self.unit_edits: tuple[UnitEdit, ...] = tuple(edits)
        for edit in edits:
            for name in (*edit.of.holds, *edit.when.holds):
                if name not in self.technologies:
                    raise RuleError(
                        f"{edit.by} asks who holds {name!r}, which is no technology or other capability here"
                    )
        self.lifts: tuple[UnitEdit, ...] = tuple(e for e in edits if e.in_battle or e.caps)
        by_condition = [e for e in edits if e.of_condition and not e.in_battle]
        self._forms = {id: row for id, u in self.units.items() if (row := _meaning(by_condition, u))}
        #: unit types whose numbers depend on their condition: their marks, or the hits they have taken
        self.formed: frozenset[str] = frozenset(self._forms) | frozenset(
            id for id, unit in self.units.items() if any(e.when.damaged and e.of.means(unit) for e in self.lifts)
        )
        known = [e for e in edits if not e.in_battle and not e.of_condition]
        self._known = {id: _meaning(known, unit) for id, unit in self.units.items()}
        #: unit types whose numbers may differ for a power that holds nothing
        self._open = frozenset(
            id for id, row in self._known.items() if not all(e.of.holds or e.when.holds for e in row)
        )
        self._all_units: dict[tuple[str, tuple[str, ...], int], dict[str, UnitType]] = {}
        #: unit types whose numbers depend on where they are
        self.placed: frozenset[str] = frozenset(
            id for id, row in self._known.items() if any(e.when.places for e in row)
        )

    def flag_of(self, owner: str) -> str:
        """Return whose units an owner has: those of another power, if it is a country without units of its own."""
        power = self.powers.get(owner)
        return (power.units_of if power else None) or owner

    def companions(self, power: str) -> tuple[str, ...]:
        """Return the powers that take their turn together with a power."""
        return self._companions.get(power, ())

    @property
    def capabilities(self) -> Mapping[str, Technology]:
        """Everything that a power may hold, by id: technologies, advantages, elite forces."""
        return self.technologies

    def edits_of(self, capability: str) -> tuple[UnitEdit, ...]:
        """Return the edits of units that hold for the holders of a capability."""
        return tuple(e for e in self.unit_edits if capability in (*e.of.holds, *e.when.holds))

    def unit(self, type: str, power: str = "", held: Collection[str] = (), round: int = 1) -> UnitType:
        """Return a unit type's numbers for a power that holds these capabilities, in a round of the game."""
        if not held and type not in self._open:
            return self.units[type]
        return self._edited(self.units[type], power, held, round, "", False)

    def all_units(self, power: str, held: Collection[str], round: int) -> Mapping[str, UnitType]:
        """Return the numbers of all unit types, by type, as in `unit`."""
        key = (power, tuple(held), round) if held or self._open else ("", (), 0)
        found = self._all_units.get(key)
        if found is None:
            if len(self._all_units) >= NUMBERS_KEPT:
                self._all_units.clear()
            found = self._all_units[key] = {type: self.unit(type, power, held, round) for type in self.units}
        return found

    def at_place(self, unit: UnitType, power: str, held: Collection[str], round: int, space: str) -> UnitType:
        """Return the numbers of a unit with the edits that hold at a place only."""
        return self._edited(unit, power, held, round, space, True)

    def formed_as(
        self, unit: UnitType, power: str, held: Collection[str], round: int, space: str, cond: Condition
    ) -> UnitType:
        """Return the numbers of a unit with the edits that hold for units of its condition (marks and damage)."""
        edits = self._forms.get(unit.id, ())
        now = (e for e in edits if e.fits(cond.marks, cond.damage) and _owned(e, power, held))
        return effective(unit, tuple(e for e in now if e.when.known(power, held, round, space)))

    def forms(
        self, unit: UnitType, power: str, held: Collection[str], round: int, space: str = ""
    ) -> tuple[UnitType, ...]:
        """Return the numbers of a whole unit, and of the same after each hit that it survives, if damage changes them
        (else only what it has)."""
        if unit.id not in self.formed:
            return (unit,) * unit.hits
        hurt = (FRESH._replace(damage=n) for n in range(unit.hits))
        return tuple(self.formed_as(unit, power, held, round, space, cond) for cond in hurt)

    def _edited(
        self, unit: UnitType, power: str, held: Collection[str], round: int, space: str, placed: bool
    ) -> UnitType:
        edits = self._known[unit.id]
        if not edits:
            return unit
        now = [e for e in edits if bool(e.when.places) == placed and _owned(e, power, held)]
        return effective(unit, tuple(e for e in now if e.when.known(power, held, round, space)))

    def _board(self, links: Mapping[str, Mapping[str, bool]]) -> None:
        for a, row in links.items():
            for b in row:
                if a not in self.spaces or b not in self.spaces:
                    raise RuleError(f"the link {a} - {b} names a space that is not on the board")
        near = {s: tuple(sorted(links.get(s, ()))) for s in self.spaces}
        self.neighbors: Mapping[str, tuple[str, ...]] = near
        self.is_land: Mapping[str, bool] = {s.name: s.kind == "land" for s in self.spaces.values()}
        self.lands = tuple(s for s in self.spaces if self.is_land[s])
        #: the value of each space on the board, in IPCs
        self.printed: Mapping[str, int] = {s.name: s.value for s in self.spaces.values()}
        self.zones = tuple(s for s in self.spaces if not self.is_land[s])
        self.land_near = {s: tuple(n for n in near[s] if self.is_land[n]) for s in near}
        self.sea_near = {s: tuple(n for n in near[s] if not self.is_land[n]) for s in near}
        self.canal_between: Mapping[tuple[str, str], Canal] = {
            pair: c for c in self.canals.values() for pair in (c.connects, c.connects[::-1])
        }

    def _check_armies(self, tables: Mapping[str, Any]) -> None:
        """Raise `RuleError` for units or territories at the start whose owner is not declared."""
        owners = {*self.powers, *tables["armies"]}
        given = [(f"setup.{space}", owner) for space, row in self.setup.items() for owner in row]
        given += [(f"holders.{space}", owner) for space, owner in self.holders.items()]
        for where, owner in given:
            if owner not in owners:
                raise RuleError(f"{where} names {owner}, which is neither a power nor an owner in the table armies")

    def _fingerprint(self) -> str:
        """Return the hash of edition, scenario, rules with options, and tables; wording and empty tables do not count.

        A rule that changes code changes its id or its options.
        """
        tables = {name: _unworded(rows) for name, rows in self.tables.items() if rows and name not in WORDING}
        parts = [self.edition, self.scenario, [[r.id, dict(r.options)] for r in self.rules], tables]
        text = msgspec.json.encode(parts, order="deterministic", enc_hook=_plain)
        return FINGERPRINT + hashlib.blake2b(text, digest_size=10).hexdigest()

    def matches(self, fingerprint: str) -> bool:
        """Return whether a saved fingerprint is that of this ruleset.

        Fingerprints of version 0.1.0 included the wording and cannot be compared: they match, and the hashes of the
        positions decide.
        """
        return fingerprint == self.fingerprint or re.fullmatch("[0-9a-f]{20}", fingerprint) is not None

    def typed(self, table: str) -> Mapping[str, Any]:
        """Return the rows of a table as values of their type (`rows.ROWS`), with what a row leaves out."""
        found = self.cache.get(("typed", table))
        if found is None:
            found = {name: msgspec.convert(row, ROWS[table]) for name, row in self.tables[table].items()}
            self.cache["typed", table] = found
        return cast("Mapping[str, Any]", found)

    def switch(self, name: str) -> Any:
        """Return the value of a switch; raise `RuleError` for an unknown one."""
        try:
            return self.switches[name]
        except KeyError:
            raise RuleError(f"there is no switch {name!r}") from None

    def cite(self, topic: str) -> str:
        """Return the id of the statement behind a topic of the engine; `a.b.c` falls back to `a.b`, then to `a`. It is
        empty if the edition says nothing about it."""
        here = topic
        while here not in self.citations and "." in here:
            here = here.rpartition(".")[0]
        return self.citations.get(here, "")

    def sequence(self, name: str) -> tuple[Step, ...]:
        """Return the steps in force; raise `RuleError` for an unknown sequence."""
        if name not in self.sequences:
            raise RuleError(f"there is no sequence {name!r}")
        return self.sequences[name]

    def why(self, target: str) -> list[Edit]:
        """Return every edit of a cell, step, query, or offer, oldest first.

        `target` is dotted: ``units.submarine.cost``, ``land_battle.retreat``, ``may_attack``. Raises `RuleError` if
        nothing of that name was ever edited.
        """
        head = target.partition(".")[0]
        path = split_target(self.tables, target) if head in points.TABLES else tuple(target.split("."))
        chain = [
            e
            for e in self.record
            if e.target == path[: len(e.target)] or (path == e.target[: len(path)] and len(path) > 1)
        ]
        if not chain:
            chain = [e for e in self.record if e.target[: len(path)] == path]
        if not chain or (head in points.TABLES and not has_column(path)):
            raise RuleError(f"no rule edits {target!r}{self._near(path)}")
        return chain

    def _near(self, path: tuple[str, ...]) -> str:
        """Return a hint for the first part of an unknown target."""
        known: Any = {**self.tables, **points.SEQUENCES, **points.QUERIES, **points.OFFERS}
        for i, part in enumerate(path):
            if not isinstance(known, Mapping) or part not in known:
                near = nearest(part, known) if isinstance(known, Mapping) else []
                return f"; did you mean {'.'.join((*path[:i], near[0]))}?" if near else ""
            known = known[part]
            if i == 0 and part in self.sequences:
                known = dict.fromkeys(step.name for step in self.sequences[part])
        return ""


def _meaning(edits: Iterable[UnitEdit], unit: UnitType) -> tuple[UnitEdit, ...]:
    """Return the edits that can concern units of a type."""
    return tuple(e for e in edits if e.of.means(unit))


def _owned(edit: UnitEdit, power: str, held: Collection[str]) -> bool:
    """Does the pick of an edit mean units of this power?"""
    of = edit.of
    return (not of.owners or power in of.owners) and all(c in held for c in of.holds)


def _rows(table: Mapping[str, Any], kind: Any, name: str, key: str) -> Mapping[str, Any]:
    """Return the rows of a table as frozen values; raise `RuleError` with the address of the fault."""
    out = {}
    for row, cells in table.items():
        if not isinstance(cells, Mapping):
            raise RuleError(f"{name}.{row} must be a row of a table, not {cells!r}")
        try:
            out[row] = msgspec.convert({**cells, key: row}, kind)
        except msgspec.ValidationError as error:
            raise RuleError(f"{name}.{row}: {error}") from None
    return MappingProxyType(out)


def _check_refits(tables: Mapping[str, Any]) -> None:
    """Raise `RuleError` for work on units that do not exist, that costs IPCs but is not ordered, or whose mark ends."""
    for name, row in tables["refits"].items():
        for type in row.get("types", ()):
            if type not in tables["units"]:
                near = nearest(type, tables["units"])
                hint = f"; did you mean {near[0]}?" if near else ""
                raise RuleError(f"refits.{name} names units {type!r}, which do not exist{hint}")
        if row.get("when") in ("battle", "turn_start", "turn_end") and row.get("cost"):
            raise RuleError(f"refits.{name} happens by itself, so it cannot cost IPCs; its cost must be 0")
        mark = row.get("gives", "")
        if mark and mark not in tables["stances"]:
            raise RuleError(f"refits.{name} gives the mark {mark!r}, which does not last; add the row stances.{mark}")


def _stances(rows: Mapping[str, Any]) -> Mapping[str, str]:
    """Return when each lasting mark of units ends; raise `RuleError` for an unknown word."""
    for mark, row in rows.items():
        if not isinstance(row, Mapping) or row.get("until") not in ("moved", "own_turn", "kept"):
            raise RuleError(f"stances.{mark} needs until: moved, own_turn, or kept, not {row!r}")
    return MappingProxyType({mark: str(row["until"]) for mark, row in rows.items()})


def _unworded(rows: Any) -> Any:
    """Return a table without the columns that only word or advise."""
    if not isinstance(rows, Mapping):
        return rows
    return {
        row: {k: v for k, v in cells.items() if k not in WORDED} if isinstance(cells, dict) else cells
        for row, cells in rows.items()
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(f"{type(value)} cannot be stored in a table")
