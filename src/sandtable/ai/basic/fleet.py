"""Warships in noncombat movement."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decisions import Move
from .field import Field
from .view import View


def sailing(view: View, field: Field) -> Iterator[Move]:
    yield from ()
