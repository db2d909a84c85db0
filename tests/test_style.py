"""Keep the wording that players and developers read in plain American English."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

#: Pattern -> reason. Each must have few or no correct uses in texts, docstrings, and comments.
PHRASES = {
    r"\b(?:colour|honour|favour|behaviour|neighbour|harbour|armour|labour|rumour|defence|offence|licence|centre|grey"
    r"|metre|travell(?:ed|ing)|cancell(?:ed|ing)|catalogued|organis\w+|recognis\w+|initialis\w+|analys(?:e|ed|ing)\b"
    r"|summaris\w+|normalis\w+|serialis\w+|optimis\w+|judgement)": "use American spelling",
    r"\b(?:is|are|was|were) (?:told|asked|had)\b": "name the person or part that acts",
    r"\bhas to\b|\bhave to be\b": "use “must”",
    r"\b(?:is|are) to ": "use “must” or the future",
    r"\bwho(?:ever| asks)\b": "name the person or part",
    r"\bsomebody\b|\bnobody\b": "name the power, player, or unit; use “no player”, “no power”",
    r"\bso many\b": "give the number: “that many”, “2 spaces”",
    r"\bas usual\b|\bthe usual\b": "use “default”",
    r"\btaken? back\b": "use “undo”",
    r"\b(?:goes|go|going|gone) on (?:with|from|to its)\b": "use “continue”",
    r"\bthrown\b": "dice are rolled",
    r"\bthe past\b": "use “replay” or “history”",
    r"\b(?:stands?|stood) as it (?:stands|stood)\b": "use “does not change”",
    r"\bset-ups?\b": "use “setup”",
    r"\bfit together\b": "use “conflict”",
    r"\b(?<!there )(?:is|was) no (?:saved|number|move|rule|option|cell|policy|row|choice)\b(?! to)": "use “is not a …”",
    r"\b(?:he|his|him)\b": "players and powers are “they” or “it”",
}

#: Lines that may hold a phrase: pattern -> reason.
EXEMPT = {
    r"^nobody$": "identifier in event payloads",
    r"aliases: \[": "players may type British spellings",
    r"tests/\w+/": "names of tests",
}

FOLDERS = ["src/sandtable", "web/src"]
BUILT = ROOT / "src/sandtable/server/static"
DOCS = ["README.md", "docs/architecture.md", "docs/dice.md", "docs/server.md", "docs/writing-a-house-rule.md"]


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
        if any(re.search(pattern, text) for pattern in EXEMPT):
            continue
        for pattern, reason in PHRASES.items():
            if found := re.search(pattern, text, re.IGNORECASE):
                out.append(f"{name}:{line}: “{found[0]}”: {reason}: {text.strip()}")
    return out


def files() -> list[Path]:
    kinds = (".py", ".yaml", ".ts", ".svelte")
    found = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*")) if p.suffix in kinds]
    found = [p for p in found if BUILT not in p.parents]
    return [*found, *(ROOT / name for name in DOCS)]


@pytest.mark.parametrize("path", files(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_texts_are_in_the_style(path: Path) -> None:
    assert not habits(path), "\n".join(habits(path))


@pytest.mark.parametrize("path", sorted((ROOT / "src").rglob("*.py")), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_functions_and_rules_are_short(path: Path) -> None:
    text = path.read_text()
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    lengths = {n.name: (n.end_lineno or 0) - n.lineno + 1 for n in ast.walk(ast.parse(text)) if isinstance(n, kinds)}
    assert not {name: n for name, n in lengths.items() if n > 60}
    assert "house" not in path.parts or len(text.splitlines()) <= 200
