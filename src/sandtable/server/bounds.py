"""Bounds on what clients send, checked before it is parsed or passed on."""

from __future__ import annotations

import re
from typing import Any

from ..core.errors import BadFile, RuleError

#: Maximum number of parts of a dotted key in TOML. `tomllib` takes time and memory quadratic in this number.
PARTS = 8
#: Maximum depth and number of values in the options of a request, and maximum size of a number.
DEPTH, VALUES, NUMBER = 8, 2000, 10**9

#: The tokens of TOML as far as keys need them: comments and strings, then bare keys, dots, and everything else.
_TOKEN = re.compile(
    r'''
    (?P<skip> \#[^\n]* | """(?:[^\\]|\\.)*?"{3,5} | \'{3}.*?\'{3,5} )
    | (?P<part> "(?:[^"\\\n]|\\[^\n])*" | '[^'\n]*' | [A-Za-z0-9_-]+ )
    | (?P<dot> [ \t]*\.[ \t]* )
    | (?P<open> ["'] )
    | [^"'\#A-Za-z0-9_.-]+?(?=[ \t]*\.) | [^"'\#A-Za-z0-9_.-]+
    ''',
    re.DOTALL | re.VERBOSE,
)


def check_toml(text: str, name: str = "the variant") -> None:
    """Raise `BadFile` if a dotted key in a TOML text has more than `PARTS` parts."""
    dots = 0
    for found in _TOKEN.finditer(text):
        if found.lastgroup == "open":
            return  # a string without an end: the parser stops here
        if found.lastgroup == "dot":
            dots += 1
            if dots >= PARTS:
                raise BadFile(f"{name}: a key has more than {PARTS} parts")
        elif found.lastgroup != "part":
            dots = 0


def check_values(
    value: Any, what: str = "an option", most: int = VALUES, deepest: int = DEPTH, largest: int = NUMBER
) -> None:
    """Raise `RuleError` if JSON data contains a huge number, or is nested too deeply or too large."""
    left, depth, rows = most, 0, [value]
    while rows:
        depth, left = depth + 1, left - len(rows)
        if depth > deepest or left < 0:
            raise RuleError(f"{what} has too many values; use at most {most} in {deepest} levels")
        inner: list[Any] = []
        for row in rows:
            if isinstance(row, dict):
                inner += row.values()
            elif isinstance(row, list):
                inner += row
            elif isinstance(row, int | float) and not abs(row) <= largest:
                raise RuleError(f"{what} has a number that is too large; use at most {largest:,}")
        rows = inner
