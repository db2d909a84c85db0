"""House rules in TOML: edits of tables, without a line of Python.

A file holds one rule::

    id = "mine.cheap_submarines"
    title = "Cheap submarines"
    text = "Submarines cost less, and carriers defend better."
    editions = ["classic"]          # optional; default: any edition
    default = false                 # optional; default: true

    [[option]]                      # optional; default: no options
    name = "price"
    default = 6
    text = "IPCs for a submarine"
    low = 1

    [[edit]]
    set = "units.submarine.cost"    # set, adjust, add, drop, include or exclude, with the target
    value = "{price}"               # a value; a text in braces stands for an option
    text = "they are built in numbers"

    [[edit]]
    adjust = "units.aircraft_carrier.defense"
    value = 1

`needs` is a list of rules that must be on; `excludes` and `wants` are tables of rule and reason, as in `rules.rule`.
`include` and `exclude` add members to a list, such as the tags of a unit, and remove them. Edits with a condition are
`[[when]]`, and what a power may hold is a `[[capability]]`: see `toml_when`. Targets are dotted as in `sandtable rules
why`. A file is read whole or refused with its line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..core.errors import BadFile, RuleError
from ..core.structs import learned
from .draft import Draft, EditError
from .rule import Option, Options, Rule
from .toml_when import WhenEdit, read_capability, read_when

KINDS = ("set", "adjust", "add", "drop", "include", "exclude")
_OPTION = re.compile(r"^\{(\w+)\}$")


class OptionRow(msgspec.Struct, forbid_unknown_fields=True):
    """One `[[option]]` of a file."""

    name: str
    default: bool | int | float | str | list[Any] | dict[str, Any]
    text: str
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()


@learned
class RuleFile(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a file before its edits are checked."""

    id: str
    title: str
    text: str = ""
    editions: tuple[str, ...] = ("*",)
    default: bool = True
    needs: tuple[str, ...] = ()
    excludes: dict[str, str] = {}
    wants: dict[str, str] = {}
    option: list[OptionRow] = []
    edit: list[dict[str, Any]] = []
    when: list[dict[str, Any]] = []
    capability: list[dict[str, Any]] = []


class TableEdit(NamedTuple):
    """One `[[edit]]` of a file: its kind, its target, and its line."""

    kind: str
    target: str
    value: Any
    text: str
    line: int


def read_rule(path: str | Path) -> Rule:
    """Return the rule of a file; raise `BadFile` with file and line."""
    path = Path(path)
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return parse_rule(source, path.name)


def parse_rule(source: str, name: str) -> Rule:
    """Return the rule of a text; `name` is used in error messages."""
    try:
        file = msgspec.convert(tomllib.loads(source), RuleFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadFile(f"{name}: {error}") from None
    if not re.fullmatch(r"\w+(\.\w+)+", file.id):
        raise BadFile(
            f"{name}, line {_line(source, 'id')}: a rule id needs a document and a name, such as mine.my_rule"
        )
    options = tuple(Option(o.name, o.default, o.text, o.low, o.high, o.choices) for o in file.option)
    for option in options:
        try:
            option.check(option.default)
        except RuleError as error:
            raise BadFile(f"{name}: the default of the option {error}") from None
    names = {o.name for o in options}
    held = _rows(source, "capability", file.capability)
    capabilities = [read_capability(_where(name, at), row, at, names) for row, at in held]
    edits = [_edit(name, row, at, names) for row, at in _rows(source, "edit", file.edit)]
    whens = [read_when(_where(name, at), row, at, names) for row, at in _rows(source, "when", file.when)]
    if not edits and not whens and not capabilities:
        raise BadFile(f"{name}: the rule has no edits; add at least one [[edit]] or [[when]]")

    changes: list[TableEdit | WhenEdit] = [*capabilities, *edits, *whens]

    def apply(draft: Draft, option: Options) -> None:
        for found in changes:
            try:
                if isinstance(found, WhenEdit):
                    found.make(draft, option)
                else:
                    _make(draft, found, option)
            except EditError as error:
                raise EditError(f"{error} ({_where(name, found.line)})", error.target) from None
            except RuleError as error:
                raise RuleError(f"{error} ({_where(name, found.line)})") from None

    return Rule(
        file.id, file.title, apply, file.editions, options, file.needs, file.excludes, file.wants, file.default,
        " ".join(file.text.split()),
    )  # fmt: skip


def read_folder(folder: Path) -> list[Rule]:
    """Return the rules of all TOML files of a folder, sorted by file name."""
    return [read_rule(path) for path in sorted(folder.glob("*.toml"))]


def _edit(name: str, row: Mapping[str, Any], line: int, options: set[str]) -> TableEdit:
    """Return one checked edit; raise `BadFile` with its line."""
    where = _where(name, line)
    kinds = [kind for kind in KINDS if kind in row]
    if len(kinds) != 1:
        raise BadFile(f"{where}: an edit must have exactly one of {', '.join(KINDS)}")
    kind = kinds[0]
    strange = set(row) - {kind, "value", "text"}
    if strange:
        raise BadFile(f"{where}: an edit has no key {', '.join(sorted(strange))}")
    target, value, text = row[kind], row.get("value"), row.get("text", "")
    if not isinstance(target, str) or not isinstance(text, str) or "." not in target:
        raise BadFile(f"{where}: the target of an edit must be a dotted path, such as units.submarine.cost")
    if ("value" in row) == (kind == "drop"):
        raise BadFile(f"{where}: {kind} {'takes no' if kind == 'drop' else 'needs a'} value")
    asked = _OPTION.match(value) if isinstance(value, str) else None
    if asked and asked[1] not in options:
        raise BadFile(f"{where}: the rule has no option {asked[1]!r}")
    if kind == "adjust" and not asked and (isinstance(value, bool) or not isinstance(value, int)):
        raise BadFile(f"{where}: adjust needs a whole number, not {value!r}")
    return TableEdit(kind, target, value, text, line)


def _make(draft: Draft, edit: TableEdit, option: Options) -> None:
    """Make one edit of a table."""
    value = edit.value
    asked = _OPTION.match(value) if isinstance(value, str) else None
    if asked:
        value = getattr(option, asked[1])
    if edit.kind == "drop":
        draft.drop(edit.target, edit.text)
    elif edit.kind in ("include", "exclude"):
        values = value if isinstance(value, list | tuple) else (value,)
        getattr(draft, edit.kind)(edit.target, *values, text=edit.text)
    else:
        getattr(draft, edit.kind)(edit.target, value, edit.text)


def _rows(source: str, table: str, rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], int]]:
    """Return the rows of an array of tables with their lines; those of an inline list have none of their own."""
    head = re.compile(rf"\s*\[\[\s*{table}\s*\]\]")
    lines = [at for at, line in enumerate(source.splitlines(), 1) if head.match(line)]
    return list(zip(rows, [*lines, *[0] * len(rows)]))


def _where(name: str, line: int) -> str:
    return f"{name}, line {line}" if line else name


def _line(source: str, key: str) -> int:
    """Return the line of a key of the first table."""
    found = (at for at, line in enumerate(source.splitlines(), 1) if re.match(rf"\s*{key}\s*=", line))
    return next(found, 1)
