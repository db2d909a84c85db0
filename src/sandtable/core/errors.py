"""Exceptions for bad input, each with a one-sentence message for the user.

| class | meaning | exit code of the command line |
| --- | --- | --- |
| `Malformed` | a text cannot be read at all | 2 |
| `BadFile` | a rule or variant file cannot be read, or has the wrong format | 1 |
| `Illegal` | well formed, but a rule forbids it here; `rule` names it | 1 |
| `Unknown` | an unknown name; `near` lists the closest known names | 2 |
| `RuleError` | rules that cannot be on together, options out of bounds, edits of things that do not exist | 2 |
| `SaveError` | a saved game that is truncated, modified, or of the wrong format | 1 |
| `OutOfDice` | dice that were fixed beforehand do not suffice | 1 |
| `BadPosition` | a position that cannot be; `faults` has a sentence for each thing | 1 |
| `RuleFault` | the code of a rule failed; `rule` names it, and the original error is the cause | 1 |
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class SandtableError(Exception):
    """Base class of all errors raised on bad input; `str()` is one sentence for the user."""

    def __reduce__(self) -> tuple[Any, ...]:  # pickle all fields, for worker processes
        return _again, (type(self), str(self), vars(self))


def _again(kind: type[SandtableError], sentence: str, fields: dict[str, Any]) -> SandtableError:
    error = kind.__new__(kind, sentence)
    error.args = (sentence,)
    vars(error).update(fields)
    return error


class Malformed(SandtableError, ValueError):
    """The text or file cannot be read."""


class BadFile(Malformed):
    """The file cannot be read or has the wrong format."""


class Illegal(SandtableError, ValueError):
    """The answer is well formed, but a rule forbids it; the game does not change.

    >>> str(Illegal("a bomber cannot land on a carrier", rule="classic.R58.3"))
    'a bomber cannot land on a carrier (classic.R58.3)'
    """

    def __init__(self, sentence: str, rule: str = "") -> None:
        self.rule = rule
        super().__init__(f"{sentence} ({rule})" if rule else sentence)


class Unknown(SandtableError, ValueError):
    """An unknown name; `near` holds up to three similar known names."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.near = nearest(name, known)
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(f"there is no {what} called {name!r}{hint}")


class RuleError(SandtableError, ValueError):
    """Rules or options that cannot be played together."""


class SaveError(SandtableError, ValueError):
    """A saved game that cannot be read or verified."""


class OutOfDice(SandtableError, ValueError):
    """Dice that were fixed beforehand do not suffice."""


class BadPosition(SandtableError, ValueError):
    """A position that cannot be played; `faults` are the sentences, one for each thing that cannot be."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


class RuleFault(SandtableError, RuntimeError):
    """The code of a rule (or of an edition) failed while a game ran; the original error is the cause.

    `rule` is its id, `place` the line of code.
    """

    def __init__(self, sentence: str, rule: str = "", place: str = "") -> None:
        self.rule, self.place = rule, place
        super().__init__(sentence)


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three of the known names that look most like `name`."""
    by_lower = {k.lower(): k for k in known}
    return [by_lower[k] for k in difflib.get_close_matches(name.lower(), by_lower, n=3, cutoff=0.5)]


class No:
    """A reason why something is not allowed: a sentence (with {names} to fill in) and its rule.

    The rule is a statement's id, or a topic that each edition's table `citations` turns into one. Queries
    that ask "may it?" answer with None (yes) or with one of these, made once and shared.
    """

    __slots__ = ("rule", "sentence")

    def __init__(self, sentence: str, rule: str = "") -> None:
        self.sentence, self.rule = sentence, rule

    def error(self, rule: str = "", **names: object) -> Illegal:
        """Return the reason as an error, with the statement that its topic stands for."""
        return Illegal(self.sentence.format(**names), rule or self.rule)

    def __repr__(self) -> str:
        return f"No({self.sentence!r}, {self.rule!r})"
