"""Catalog of numbered rulebook statements and house-rule clauses, with rulings and examples.

>>> statement("classic.R2").text[:27]
'The order of play is fixed:'
>>> len(documents()["classic"].statements)
317

Tests name the statements they cover with ``@pytest.mark.clause("classic.R2")``; `coverage` reads these marks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..core.errors import Malformed, Unknown
from ..core.files import read_yaml
from ..core.structs import learned

if TYPE_CHECKING:
    from .rule import Rule

FOLDER = Path(__file__).parent.parent / "catalogue"


class Statement(msgspec.Struct, frozen=True):
    """One testable sentence: a statement of a rulebook, or a clause of a house rule."""

    id: str
    text: str
    section: str = ""
    unsure: bool = False
    edition3: bool = False
    table: tuple[dict[str, Any], ...] = ()


class Example(msgspec.Struct, frozen=True):
    """A worked example: a position, an action, and its result."""

    given: str
    when: str
    then: str
    id: str = ""
    title: str = ""
    clauses: tuple[str, ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """The reading used where the text is silent, and alternative readings."""

    question: str
    ruling: str
    alternatives: tuple[Any, ...] = ()


class OptionText(msgspec.Struct, frozen=True):
    """A choice left open by the text of a rule that is not built."""

    name: str
    default: Any
    text: str
    choices: tuple[Any, ...] = ()


class RuleText(msgspec.Struct, frozen=True):
    """A house rule in words.

    A rule that is built has its title, text, and options in its module; the catalogue has them only for other rules.
    `described` joins the two.
    """

    id: str
    title: str = ""
    kind: str = ""
    text: str = ""
    clauses: tuple[Statement, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    options: tuple[OptionText, ...] = ()
    interacts: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


class Contradiction(msgspec.Struct, frozen=True):
    """A contradiction in a document, and the reading used."""

    rules: tuple[str, ...]
    what: str
    ruling: str


@learned
class Document(msgspec.Struct, frozen=True):
    """A rulebook or a set of house rules."""

    document: str
    title: str
    edition: str
    summary: str
    statements: tuple[Statement, ...] = ()
    rules: tuple[RuleText, ...] = ()
    examples: tuple[Example, ...] = ()
    terms: tuple[dict[str, str], ...] = ()
    general_rulings: tuple[dict[str, str], ...] = ()
    contradictions: tuple[Contradiction, ...] = ()


@cache
def documents(folder: Path = FOLDER) -> dict[str, Document]:
    """Return all documents of the catalogue by name; raise `Malformed` with file and place."""
    out = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            document = msgspec.convert(read_yaml(path), Document)
        except msgspec.ValidationError as error:
            raise Malformed(f"{path.name}: {error}") from None
        out[document.document] = document
    return out


@cache
def statements() -> dict[str, Statement]:
    """Return all statements and clauses of all documents by id."""
    out: dict[str, Statement] = {}
    for document in documents().values():
        for found in (*document.statements, *(c for rule in document.rules for c in rule.clauses)):
            if out.setdefault(found.id, found) is not found:
                raise Malformed(f"the statement {found.id} is in the catalogue twice")
    return out


@cache
def examples() -> dict[str, Example]:
    """Return the worked examples that have an id."""
    return {e.id: e for document in documents().values() for e in document.examples if e.id}


@cache
def rule_texts() -> dict[str, RuleText]:
    """Return what the catalogue says about house rules, by id."""
    return {rule.id: rule for document in documents().values() for rule in document.rules}


def described(rule: Rule) -> RuleText:
    """Return a rule in words: its own title and text, with the clauses, rulings, and examples of the catalogue."""
    found = rule_texts().get(rule.id) or RuleText(rule.id)
    return msgspec.structs.replace(found, title=rule.title, text=rule.text)


def statement(id: str) -> Statement:
    """Return a statement or clause by its id; raise `Unknown`."""
    found = statements().get(id)
    if found is None:
        raise Unknown("statement", id, statements())
    return found


# --- tests and statements ---------------------------------------------------------------------------------------------


def coverage(tests: Path) -> dict[str, list[str]]:
    """Return the tests that name each statement, clause, and worked example of the catalogue."""
    marked = marks(tests)
    return {id: marked.get(id, []) for id in (*statements(), *examples())}


def marks(tests: Path) -> dict[str, list[str]]:
    """Return the tests for each id named in a `clause` mark, read from the sources without running them.

    Raises `Malformed` for a file that is not valid Python.
    """
    out: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        try:
            tree = ast.parse(path.read_bytes(), path.name)
        except (SyntaxError, ValueError) as error:
            raise Malformed(f"{path.name}: {error}") from None
        name = path.relative_to(tests.parent).as_posix()
        tables = {
            target.id: [*_clauses(node.value)]
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for test, ids in _tests(tree.body, name, tables.get("pytestmark", []), tables):
            for id in dict.fromkeys(ids):
                out.setdefault(id, []).append(test)
    return out


def _tests(
    body: list[ast.stmt], prefix: str, above: list[str], tables: dict[str, list[str]]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the tests of a module or class with the ids of their marks, parameters, and enclosing marks."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            ids = above + [id for decorator in node.decorator_list for id in _clauses(decorator, tables)]
            name = f"{prefix}::{node.name}"
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                own = [
                    id
                    for part in node.body
                    if isinstance(part, ast.Assign)
                    if any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in part.targets)
                    for id in _clauses(part.value)
                ]
                yield from _tests(node.body, name, ids + own, tables)
            elif not isinstance(node, ast.ClassDef) and node.name.startswith("test"):
                yield name, ids


def _clauses(tree: ast.expr, tables: dict[str, list[str]] | None = None) -> Iterator[str]:
    """Yield the ids in every ``…clause("id", …)`` of an expression, and in the tables of the module it names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            if name == "clause":
                yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
        elif tables and isinstance(node, ast.Name):
            yield from tables.get(node.id, ())
