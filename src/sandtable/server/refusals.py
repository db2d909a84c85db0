"""Why a request is refused, and how errors of the engine and of the database become refusals."""

from __future__ import annotations

import logging

from ..core.errors import Illegal, Malformed, Unknown

log = logging.getLogger("sandtable.server")

#: Characters of a sentence that are told at most.
LONGEST = 500


class Refused(Exception):
    """Why a request is refused: an HTTP status (see docs/server.md), one sentence, and the rule behind it, if any."""

    def __init__(self, status: int, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.rule = status, sentence, rule


def refusal(error: Exception) -> Refused:
    """An error of the engine, as a refusal."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Illegal):
        return Refused(409, sentence(error), error.rule)
    return Refused(400 if isinstance(error, Malformed | Unknown) else 409, sentence(error))


def sentence(error: Exception) -> str:
    """The sentence of an error, its rule left out."""
    text = str(error)
    if isinstance(error, Illegal) and error.rule:
        text = text.removesuffix(f" ({error.rule})")
    text = text[:1].upper() + text[1:LONGEST]
    return text if text.endswith((".", "?", "!")) else text + "."


def unavailable(error: Exception) -> Refused:
    log.error("the database fails: %s", error)
    return Refused(503, "The games cannot be reached at the moment; try again soon.")
