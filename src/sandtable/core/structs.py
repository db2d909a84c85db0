"""Prepare msgspec struct types at import instead of on first use in a thread.

msgspec looks through a type when something is first converted to it, and lets other threads use what it has of it by
then: two that come at the same moment make the process crash. Modules are imported by one thread alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def learned(kind: T) -> T:
    """Looks through a type, and all that it is made of, so that any thread may convert to it from now on.

    A decorator of the structs that files and messages are converted to; a call does for types that have no class.
    """
    with suppress(msgspec.ValidationError):
        msgspec.convert(..., kind)  # of no type at all: it is looked through, no more
    return kind


def learn(names: Mapping[str, Any]) -> None:
    """Looks through all structs of a module, called with its `globals()` at its end."""
    for found in names.values():
        if isinstance(found, type) and issubclass(found, msgspec.Struct):
            learned(found)
