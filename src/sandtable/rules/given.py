"""Values of options that name rows of a draft, values, or results of a die: read, or refused with one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from ..core.errors import RuleError

if TYPE_CHECKING:
    from .draft import Draft

FACES = range(1, 7)


def rows(
    draft: Draft, given: Iterable[Any], needs: str, /, **columns: str | tuple[str, ...] | type
) -> list[SimpleNamespace]:
    """Return the rows of an option, with their columns as attributes.

    A column is the table whose row it names (with words that stand for themselves, such as ``("powers", "any")``), or
    the type of its value; `needs` says in words what a row needs.

    >>> # rows(draft, option.changes, "a change needs space and count", space="spaces", count=int)
    """
    out = []
    for row in given:
        fits = isinstance(row, Mapping) and set(row) == set(columns)
        if not fits or not all(isinstance(row[c], of if isinstance(of, type) else str) for c, of in columns.items()):
            raise RuleError(f"{draft.rule}: {needs}, not {row!r}")
        out.append(SimpleNamespace(**{c: _read(draft, of, row[c]) for c, of in columns.items()}))
    return out


def _read(draft: Draft, of: str | tuple[str, ...] | type, value: Any) -> Any:
    """Return the value of a column, or the name that it stands for."""
    if isinstance(of, type):
        return value
    table, *words = (of,) if isinstance(of, str) else of
    return value if value in words else draft.find(table, value)


def fraction(draft: Draft, name: str, text: str) -> Fraction:
    """Return the value of the option `name`, a fraction from 0 to 1 written as text."""
    try:
        part = Fraction(text)
    except (ValueError, ZeroDivisionError):
        part = Fraction(-1)
    if not 0 <= part <= 1:
        raise RuleError(f"{draft.rule}: {name} must be a fraction from 0 to 1, such as 1/2, not {text!r}")
    return part


def faces(draft: Draft, name: str, given: Iterable[Any]) -> set[int]:
    """Return the value of the option `name`, some results of a die."""
    listed = list(given)
    if not all(isinstance(face, int) and face in FACES for face in listed):
        raise RuleError(f"{draft.rule}: {name} lists results of a die from 1 to 6, not {listed!r}")
    return set(listed)


def percent_by_face(draft: Draft, name: str, given: Mapping[Any, Any]) -> tuple[int, ...]:
    """Return the value of the option `name`, a change in percent for each result of a die; 0 for those not listed."""
    out = dict.fromkeys(map(str, FACES), 0)
    for face, percent in given.items():
        if str(face) not in out or not isinstance(percent, int) or not -100 <= percent <= 1000:
            wanted = f"{name} must give a percentage for each face from 1 to 6"
            raise RuleError(f"{draft.rule}: {wanted}, not {face} {percent}")
        out[str(face)] = percent
    return tuple(out.values())


def revalue(draft: Draft, values: Mapping[str, Any]) -> None:
    """Give territories, by name or alias, new values from 0 to 99 IPCs."""
    for space, value in {draft.find("spaces", name): value for name, value in values.items()}.items():
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 99:
            raise RuleError(f"{draft.rule}: the value of {space} must be 0 to 99 IPCs, not {value!r}")
        draft.set(("spaces", space, "value"), value)


def redeploy(draft: Draft, space: str, power: str, lose: Mapping[str, int], gain: Mapping[str, int]) -> None:
    """Replace units in the setup of a space by others; a setup without the units to be replaced stays as it is."""
    there = draft.deployed(space, power)
    if all(there.get(kind, 0) >= n for kind, n in lose.items()):
        for kind, n in lose.items():
            draft.deploy(space, power, kind, -n)
        for kind, n in gain.items():
            draft.deploy(space, power, draft.find("units", kind), n)
