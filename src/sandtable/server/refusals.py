"""Map request, engine, and database errors to refusals."""

from __future__ import annotations

import logging
import re

import msgspec

from ..core.errors import Illegal, Malformed, Unknown

log = logging.getLogger("sandtable.server")

#: Maximum length of a sentence in characters.
LONGEST = 500


class Refused(Exception):
    """Why a request is refused: an HTTP status (see docs/server.md), one sentence, and the rule behind it, if any.

    `retry`: seconds after which the client can try again (0: unknown).
    """

    def __init__(self, status: int, sentence: str, rule: str = "", retry: int = 0) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.rule, self.retry = status, sentence, rule, retry


def refusal(error: Exception) -> Refused:
    """Return an error of the engine as a refusal."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Illegal):
        return Refused(409, sentence(error), error.rule)
    return Refused(400 if isinstance(error, Malformed | Unknown) else 409, sentence(error))


def sentence(error: Exception) -> str:
    """Return the sentence of an error without its rule id."""
    text = str(error)
    if isinstance(error, Illegal) and error.rule:
        text = text.removesuffix(f" ({error.rule})")
    text = text[:1].upper() + text[1:LONGEST]
    return text if text.endswith((".", "?", "!")) else text + "."


def unavailable(error: Exception) -> Refused:
    """Return the refusal for a failure of the database, and log it in one line."""
    why = " ".join(str(getattr(error, "orig", None) or error).split())
    log.warning("the database is unavailable: %s", why, extra={"once": "database"})
    return Refused(503, "The game database is unavailable. Try again in a moment.", retry=3)


# --- bodies that cannot be read ---------------------------------------------------------------------------------------

_TYPES = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "nothing"}
_TYPES |= {"array": "a list", "object": "an object"}


def in_words(error: Exception) -> str:
    """Return what is wrong with a request body, as one sentence that names the field.

    >>> in_words(msgspec.ValidationError("Expected `str`, got `int` - at `$.text`"))
    'The field text must be a text, not a whole number.'
    """
    if isinstance(error, RecursionError):
        return "The request body is nested too deeply."
    if not isinstance(error, msgspec.ValidationError):
        return "The request body is not valid JSON."
    told, _, where = str(error).partition(" - at `$")
    field = where.strip("`").lstrip(".").replace("[...]", "") or "the body"
    thing = "The body" if field == "the body" else f"The field {field}"
    if missing := re.match(r"Object missing required field `(.+)`", told):
        return f"{thing} is missing the field {missing[1]}."
    if unknown := re.match(r"Object contains unknown field `(.+)`", told):
        return f"{thing} has an unknown field {unknown[1]}."
    if odd := re.match(r"Invalid enum value (.+)", told):
        return f"{thing} cannot be {odd[1]}."
    if "matching regex" in told:
        return f"{thing} contains invalid characters."
    wrong = re.match(r"Expected `([^`]+)`(.*?)(?:, got `(.+)`)?$", told)
    if not wrong:
        return f"{thing} cannot be read: {told[:1].lower()}{told[1:]}."
    expected = " or ".join(_TYPES.get(part.strip(), part.strip()) for part in wrong[1].split("|"))
    bounds = wrong[2].replace(" of length <= ", " of at most ").replace(" of length >= ", " of at least ")
    if bounds != wrong[2]:
        bounds += " entries" if "array" in wrong[1] or "object" in wrong[1] else " characters"
    bounds = bounds.replace(" >= ", ", at least ").replace(" <= ", ", at most ")
    got = f", not {_TYPES.get(wrong[3], wrong[3])}" if wrong[3] else ""
    return f"{thing} must be {expected}{bounds}{got}."
