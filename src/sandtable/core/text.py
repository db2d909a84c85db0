"""Text format of everything a player can see; every value round-trips through its text.

| value | text |
| --- | --- |
| force | ``3 infantry, 1 armor`` |
| with condition and owner | ``1 fighter (moved 2), 2 infantry of Japan`` |
| loaded transport | ``1 transport (carrying infantry + infantry)`` |
| way | ``Ukraine S.S.R. > Caucasus > Persia`` |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from .errors import Malformed, Unknown
from .forces import FRESH, Condition, Force, Stack, add
from .units import Power, Space, UnitType

_UNIT = re.compile(r"^\s*(?:(\d{1,9})\s*x?\s*)?([^()\d][^()]*?)\s*(?:\(([^)]*)\))?\s*(?:\s+of\s+(.+?))?\s*$")


def _split(text: str) -> list[str]:
    """Return the parts between commas and semicolons (or before the next number), ignoring those inside brackets."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char.isdigit() and depth == 0 and text[start:i].strip() and text[i - 1].isspace():
            if not text[start:i].strip().isdigit():
                parts.append(text[start:i])
                start = i
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char in ",;" and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip()]


class Words:
    """The names of one ruleset's units, spaces, and powers; accepts any case, plurals, and abbreviations."""

    def __init__(
        self,
        units: Mapping[str, UnitType],
        spaces: Mapping[str, Space],
        powers: Mapping[str, Power],
        others: Iterable[str] = (),
    ) -> None:
        self.units = units
        self._units: dict[str, str] = {}
        for unit in units.values():
            for name in (unit.id, unit.id.replace("_", " "), unit.name, unit.plural, *unit.aliases):
                if name:
                    self._units.setdefault(name.lower(), unit.id)
        self._spaces = _names(spaces)
        self._powers = {**{name.lower(): name for name in others}, **_names(powers)}
        self._texts: dict[tuple[Stack, int], str] = {}

    def unit(self, text: str) -> str:
        """Return the id of a unit type; raise `Unknown` with the nearest names."""
        name = " ".join(text.lower().split())
        for form in (name, name.rstrip("s"), re.sub("ies$", "y", name)):
            if form in self._units:
                return self._units[form]
        raise Unknown("unit", text.strip(), [*self._units, *(u.name for u in self.units.values())])

    def space(self, text: str) -> str:
        """Return the name of a space; raise `Unknown` with the nearest names."""
        return _find("space", text, self._spaces)

    def power(self, text: str) -> str:
        """Return the name of a power; raise `Unknown` with the nearest names."""
        return _find("power", text, self._powers)

    def force(self, force: Mapping[Stack, int], owner: str = "") -> str:
        """Return the text of a force; units of `owner` are written without their owner."""
        return ", ".join(self.units_text(stack, n, owner) for stack, n in force.items()) or "nothing"

    def units_text(self, stack: Stack, count: int, owner: str = "") -> str:
        """Return the text of units: `2 infantry`, `1 fighter (moved 2) of Japan`."""
        text = f"{count} {self.units[stack.type].called(count)}"
        if stack.cond != FRESH:
            text += f" ({condition_text(stack.cond)})"
        return text if stack.owner == owner else f"{text} of {stack.owner}"

    def shown(self, stack: Stack, count: int, owner: str = "") -> str:
        """Return the text of units for people only, without marks that carry a value for the referee."""
        if not stack.cond.marks:
            return self.units_text(stack, count, owner)
        marks = tuple(m.replace("_", " ") for m in stack.cond.marks if not {"=", " "} & set(m))
        return self.units_text(stack.with_(stack.cond._replace(marks=marks)), count, owner)

    def said(self, force: Mapping[Stack, int], owner: str = "") -> str:
        """Return a force for people, those of `owner` first, without what its units did earlier in the turn.

        For example: `2 infantry, 1 transport (carrying 1 infantry, 1 tank) and Japan's 1 bomber`.
        """
        rows: dict[str, dict[tuple[str, int, tuple[tuple[str, str], ...]], int]] = {owner: {}}
        for stack, n in force.items():
            row, key = rows.setdefault(stack.owner, {}), (stack.type, stack.cond.damage, stack.cond.cargo)
            row[key] = row.get(key, 0) + n
        parts = []
        for of, row in rows.items():
            texts = [self._said(of, *key, n) for key, n in row.items()]
            if texts:
                parts.append(("" if of == owner else f"{of}'s ") + ", ".join(texts))
        return " and ".join(parts) or "nothing"

    def _said(self, owner: str, kind: str, damage: int, cargo: tuple[tuple[str, str], ...], count: int) -> str:
        text, notes = f"{count} {self.units[kind].called(count)}", [f"damaged {damage}"] if damage else []
        for i, (of, load) in enumerate(sorted(set(cargo))):
            n = cargo.count((of, load))
            loaded = f"{n} {self.units[load].called(n)}" + (f" of {of}" if of != owner else "")
            notes.append(loaded if i else f"carrying {loaded}")
        return f"{text} ({', '.join(notes)})" if notes else text

    def stem(self, stack: Stack, owner: str = "") -> str:
        """Return the text after the number, such as `fighter (moved 2) of Japan`."""
        return self.units_text(stack, 1, owner)[2:]

    def read_force(self, text: str, owner: str = "") -> Force:
        """Return the force for a text; units without an owner belong to `owner`.

        Raises `Malformed` for what cannot be read and `Unknown` for an unknown unit or power.
        """
        force: Force = {}
        if text.strip().lower() in ("", "nothing", "none"):
            return force
        for part in _split(" ".join(text.split())):  # the pattern is very slow on long runs of spaces
            match = _UNIT.match(part)
            if not match:
                raise Malformed(f"{part!r} is not a list of units; write, for example, '3 infantry, 1 armor'")
            number, name, cond, of = match.groups()
            count = int(number) if number else 1
            stack = Stack(self.power(of) if of else owner, self.unit(name), read_condition(cond) if cond else FRESH)
            if count:
                add(force, stack, count)
        return force


def condition_text(cond: Condition) -> str:
    """Return the text of a condition: `moved 2, damaged 1, carrying infantry + tank of Japan, fought`."""
    parts = []
    if cond.moved:
        parts.append(f"moved {cond.moved}")
    if cond.damage:
        parts.append(f"damaged {cond.damage}")
    if cond.cargo:
        parts.append("carrying " + " + ".join(f"{kind} of {owner}" for owner, kind in cond.cargo))
    return ", ".join((*parts, *cond.marks))


@lru_cache(maxsize=4096)
def read_condition(text: str) -> Condition:
    """Return the condition for a text, the inverse of `condition_text`; raise `Malformed`."""
    moved = damage = 0
    cargo: list[tuple[str, str]] = []
    marks: list[str] = []
    for part in (p.strip() for p in text.split(",")):
        word, _, rest = part.partition(" ")
        if word in ("moved", "damaged"):
            if not rest.isdigit():
                raise Malformed(f"{part!r} needs a number")
            moved, damage = (int(rest), damage) if word == "moved" else (moved, int(rest))
        elif word == "carrying":
            for unit in rest.split(" + "):
                kind, _, owner = unit.strip().partition(" of ")
                cargo.append((owner, kind))
        elif part:
            marks.append(part)
    return Condition(moved, damage, tuple(sorted(cargo)), tuple(sorted(marks)))


def side_name(side: str) -> str:
    """Return the name of a side for people.

    >>> side_name("central_powers")
    'Central Powers'
    """
    return side.replace("_", " ").title()


def joined(parts: Iterable[str], last: str = " and ") -> str:
    """Return parts as a list in words: ``Berlin, Vienna, and Trieste``."""
    parts = list(parts)
    if len(parts) < 3:
        return last.join(parts)
    return f"{', '.join(parts[:-1])},{last}{parts[-1]}"


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "round"), counted(2, "round")
    ('1 round', '2 rounds')
    """
    return f"{n} {noun if n == 1 else plural or f'{noun}s'}"


def way_text(path: Iterable[str]) -> str:
    """Return the text of a path: `A > B > C`."""
    return " > ".join(path)


def _names(things: Mapping[str, Space] | Mapping[str, Power]) -> dict[str, str]:
    out: dict[str, str] = {}
    for name, thing in things.items():
        for word in (name, *thing.aliases):
            out.setdefault(word.lower(), name)
    return out


def _find(what: str, text: str, names: Mapping[str, str]) -> str:
    key = " ".join(text.lower().replace("_", " ").split())
    if key in names:
        return names[key]
    if text.strip().lower() in names:
        return names[text.strip().lower()]
    raise Unknown(what, text.strip(), set(names.values()))
