"""Keep the wording that players and developers read in plain American English."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

#: Pattern -> reason. Each must have few or no correct uses in texts, docstrings, and comments.
PHRASES = {
    r"\b(?:colour|honour|favour|behaviour|neighbour|harbour|armour|labour|rumour|defence|offence|licence|centre|grey"
    r"|metre|travell(?:ed|ing)|cancell(?:ed|ing)|catalogued|organis\w+|recognis\w+|initialis\w+|analys(?:e|ed|ing)\b"
    r"|summaris\w+|normalis\w+|serialis\w+|optimis\w+|judgement)": "use American spelling",
    r"\b(?:is|are|was|were) (?:told|asked|had|given to)\b": "name the person or part that acts",
    r"\b(?:has|have) to be\b": "use “must be”",
    r"\bis to (?:be\b|do\b|say\b|go\b)|\bare to be\b": "use “must be”",
    r"\bwho(?:ever| asks)\b": "name the person or part",
    r"\bsomebody\b|\bnobody\b": "name the power, player, or unit; use “no player”, “no power”",
    r"\bso many\b": "give the number: “that many”, “2 spaces”",
    r"\bas usual\b|\bthe usual\b": "use “default”",
    r"\btaken? back\b": "use “undo”",
    r"\b(?:goes|go|going|gone) on (?:with|from|to its)\b": "use “continue”",
    r"\bset-ups?\b": "use “setup”",
    r"\bfit together\b": "use “conflict”",
    r"\bno saved game\b|\bis no [a-z]+[.;,]": "use “is not a …”",
    r"\b(?:his|him)\b": "players and powers are “they” or “it”",
}

#: Texts that may hold a phrase: file -> part of the text, each with its reason.
EXEMPT = {
    "src/sandtable/core/events.py": {'"nobody"': "identifier in event payloads"},
}

FOLDERS = [
    "src/sandtable/core",
    "src/sandtable/rules",
]
DOCS = ["README.md", "docs/architecture.md", "docs/writing-a-house-rule.md"]


class Found(NamedTuple):
    path: str
    line: int
    text: str


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the string literals (docstrings included) and comments of a module with their lines."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for i, line in enumerate(node.value.splitlines()):
                yield node.lineno + i, line
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def texts(path: Path) -> Iterator[tuple[int, str]]:
    return python_texts(path) if path.suffix == ".py" else lines_of(path)


def habits(path: Path) -> list[str]:
    """Return the lines of a file that hold an unwanted phrase, with the reason."""
    name = path.relative_to(ROOT).as_posix()
    out = []
    for line, text in texts(path):
        if text in EXEMPT.get(name, {}):
            continue
        for pattern, reason in PHRASES.items():
            if found := re.search(pattern, text, re.IGNORECASE):
                out.append(f"{name}:{line}: “{found[0]}”: {reason}: {text.strip()}")
    return out


def files() -> list[Path]:
    kinds = (".py", ".yaml", ".ts", ".svelte")
    found = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*")) if p.suffix in kinds]
    return [*found, *(ROOT / name for name in DOCS)]


@pytest.mark.parametrize("path", files(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_texts_are_in_the_style(path: Path) -> None:
    assert not habits(path), "\n".join(habits(path))
