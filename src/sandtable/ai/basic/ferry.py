"""Transports in noncombat movement."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from .field import Field
from .view import View


def ferries(view: View, field: Field, new: dict[str, int]) -> Iterator[Move]:
    yield from ()
