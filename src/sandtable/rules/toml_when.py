"""Edits with a condition, and capabilities, in TOML.

::

    [[capability]]                  # something a power may hold: a technology, an advantage, an elite force
    id = "super_armor"
    name = "Super Armor"
    text = "Better tanks."
    kind = "technology"             # left out: technology

    [[when]]
    holds = "super_armor"           # who, when, where, against whom: the words of `conditional.conditions`
    battle_round = [1, 2]           # one round, or first and last (0: no end)
    facing = { kinds = ["land"], least = 2 }
    units = "tank"                  # a unit type, several, or a table of kinds, tags, types, without, marks, owners
    lift = { attack = 4 }           # lift, add, off, at_least, at_most or loads with numbers; tag or untag with tags

A text in braces stands for an option, as in every edit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..core.errors import BadFile, nearest
from ..core.picks import Pick, Presence, outnumbering
from .draft import Draft
from .rule import Options

#: The conditions a `[[when]]` may have, with how their values are read.
NAMES = ("holds", "owner", "place", "marks")
WINDOWS = ("rounds", "battle_round")
PICKS = ("facing_no", "against", "per")
PRESENCE = ("beside", "facing", "outnumbering")
COUNTS = ("ratio", "damaged")
NUMBERS = ("lift", "add", "off", "at_least", "at_most", "loads")
TAGS = ("tag", "untag")
CAPABILITY = ("id", "name", "text", "kind", "die", "effects")
_OPTION = re.compile(r"^\{(\w+)\}$")


class WhenEdit(NamedTuple):
    """One `[[when]]` or `[[capability]]` of a file: what to do with a draft and the options, and its line."""

    make: Callable[[Draft, Options], None]
    line: int


def read_when(where: str, row: Mapping[str, Any], line: int, options: set[str]) -> WhenEdit:
    """Return one `[[when]]`; raises `BadFile` with its line."""
    known = (*NAMES, *WINDOWS, *PICKS, *PRESENCE, *COUNTS, "units", *NUMBERS, *TAGS, "text")
    _known(where, "a [[when]]", row, known)
    _options_of(where, row, options)
    if "units" not in row:
        raise BadFile(f'{where}: a [[when]] needs units, such as units = "tank"')
    actions = [key for key in (*NUMBERS, *TAGS) if key in row]
    if not actions:
        raise BadFile(f"{where}: a [[when]] needs one of {', '.join((*NUMBERS, *TAGS))}")
    for key in actions:
        table = isinstance(row[key], Mapping) and bool(row[key])
        if key in NUMBERS and not table:
            raise BadFile(f"{where}: {key} needs a table of numbers, such as {{ attack = 4 }}, not {row[key]!r}")
    for key in (*PICKS, *PRESENCE, "units"):
        if key in row:
            _pick_known(where, key, row[key])

    def make(draft: Draft, option: Options) -> None:
        given = _filled(row, option)
        edits = draft.when(given.get("text", ""), **_conditions(draft, given))
        who = _pick(draft, given["units"])
        for key in actions:
            if key in TAGS:
                getattr(edits, key)(who, *_list(given[key]))
            else:
                getattr(edits, key)(who, **given[key])

    return WhenEdit(make, line)


def read_capability(where: str, row: Mapping[str, Any], line: int, options: set[str]) -> WhenEdit:
    """Return one `[[capability]]`; raises `BadFile` with its line."""
    _known(where, "a [[capability]]", row, CAPABILITY)
    _options_of(where, row, options)
    for key in ("id", "name", "text"):
        if not isinstance(row.get(key), str):
            raise BadFile(f"{where}: a [[capability]] needs an id, a name, and a text")

    def make(draft: Draft, option: Options) -> None:
        given = _filled(row, option)
        draft.capability(given.pop("id"), given.pop("name"), given.pop("text"), **given)

    return WhenEdit(make, line)


def _known(where: str, what: str, row: Mapping[str, Any], known: Iterable[str]) -> None:
    for key in row:
        if key not in known:
            near = nearest(key, known)
            hint = f"; did you mean {near[0]}?" if near else f"; it may have {', '.join(known)}"
            raise BadFile(f"{where}: {what} has no key {key!r}{hint}")


def _pick_known(where: str, key: str, value: Any) -> None:
    if isinstance(value, Mapping):
        fields = (*Pick._fields, "least", "most") if key in PRESENCE else Pick._fields
        _known(where, f"a table of units ({key})", value, fields)
    elif not isinstance(value, str) and not (isinstance(value, list) and all(isinstance(v, str) for v in value)):
        raise BadFile(f"{where}: {key} needs a unit type, a list of them, or a table, not {value!r}")


def _options_of(where: str, value: Any, options: set[str]) -> None:
    """Raise `BadFile` for a text in braces that does not name an option."""
    if isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            _options_of(where, part, options)
    elif isinstance(value, str) and (asked := _OPTION.match(value)) and asked[1] not in options:
        raise BadFile(f"{where}: the rule has no option {asked[1]!r}")


def _filled(value: Any, option: Options) -> Any:
    """Return a value with options in place of the texts that stand for them."""
    if isinstance(value, Mapping):
        return {k: _filled(v, option) for k, v in value.items()}
    if isinstance(value, list):
        return [_filled(v, option) for v in value]
    asked = _OPTION.match(value) if isinstance(value, str) else None
    return getattr(option, asked[1]) if asked else value


def _conditions(draft: Draft, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of `conditional.conditions` for the keys of a `[[when]]`."""
    out: dict[str, Any] = {key: _list(given[key]) for key in NAMES if key in given}
    if "owner" in out:
        out["owner"] = [draft.find("powers", name) for name in out["owner"]]
    if "place" in out:
        out["place"] = [draft.find("spaces", name) for name in out["place"]]
    for key in WINDOWS:
        if key in given:
            out[key] = tuple(given[key]) if isinstance(given[key], list) else given[key]
    out.update((key, _pick(draft, given[key])) for key in PICKS if key in given)
    for key in ("beside", "facing"):
        if key in given:
            out[key] = _presence(draft, given[key], "own" if key == "beside" else "enemy")
    if "outnumbering" in given:
        out["presence"] = [outnumbering(_pick(draft, given["outnumbering"]))]
    out.update((key, given[key]) for key in COUNTS if key in given)
    return out


def _presence(draft: Draft, given: Any, side: Any) -> Presence:
    limits = {k: given[k] for k in ("least", "most") if k in given} if isinstance(given, Mapping) else {}
    return Presence(_pick(draft, given), side, limits.get("least", 1), limits.get("most", -1))


def _pick(draft: Draft, given: Any) -> Pick:
    """Return the units meant by a name, several names, or a table of kinds, tags and so on."""
    if isinstance(given, Mapping):
        cells: dict[str, Any] = {
            k: v if isinstance(v, bool) else _list(v) for k, v in given.items() if k in Pick._fields
        }
        for part in ("also", "but"):
            if part in given:
                cells[part] = tuple(_pick(draft, one) for one in _list(given[part]))
        cells.update(types=tuple(draft.find("units", t) for t in cells.get("types", ())))
        return Pick(**cells)
    return Pick(types=tuple(draft.find("units", name) for name in _list(given)))


def _list(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, list | tuple) else (given,)
