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
    """Prepare a struct type and all its parts, so that any thread may convert to it from now on.

    A decorator of the structs that files and messages are converted to; a call does for types that have no class.
    """
    with suppress(msgspec.ValidationError):
        msgspec.convert(..., kind)  # no value has this type: the call only prepares it
    return kind


def learn(names: Mapping[str, Any]) -> None:
    """Prepare all structs of a module; call it with `globals()` at the end of the module."""
    for found in names.values():
        if isinstance(found, type) and issubclass(found, msgspec.Struct):
            learned(found)
