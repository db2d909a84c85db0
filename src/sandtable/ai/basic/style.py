"""How `basic` weighs a turn."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """The weights and wishes of one turn.

    `bold` multiplies the weight of enemy losses, `risk` the accepted risk at complexes, and `nerve` that of armies in
    reach of the enemy. `skip` are targets that are not attacked, `push` those that are worth more, `goal` is the enemy
    capital to march on, and `post` a complex that is held like the capital. `hold` are territories that the army near
    them holds at any price, and `leave` those that it gives up. `buy` is a type on which a `part` of the money is
    spent.
    """

    bold: float = 1.0
    risk: float = 1.0
    skip: frozenset[str] = frozenset()
    push: frozenset[str] = frozenset()
    goal: str = ""
    post: str = ""
    buy: str = ""
    part: float = 0.0
    hold: frozenset[str] = frozenset()
    leave: frozenset[str] = frozenset()
    nerve: float = 1.0


PLAIN = Style()
