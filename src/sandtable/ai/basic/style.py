"""How `basic` weighs a turn."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """The weights of one turn: `bold` multiplies that of enemy losses, `risk` the accepted risk at complexes."""

    bold: float = 1.0
    risk: float = 1.0


PLAIN = Style()
