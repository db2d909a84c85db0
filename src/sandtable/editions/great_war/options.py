"""The designer's tournament options for games with a time limit (R119 to R126), one rule each.

Its setup is a scenario of the edition. Its economic victory, its collapse of powers and its submarine warfare are left
out, since their numbers are not known.
"""

from __future__ import annotations

from ...rules.draft import Draft
from ...rules.rule import Options, house_rule

_EDITIONS = ("great_war",)


@house_rule("tournament.long_marches", "Long Marches", editions=_EDITIONS, default=False)
def long_marches(draft: Draft, option: Options) -> None:
    """Land units that start in friendly territory may move 2 spaces, into friendly or contested territory
    (great_war.R123)."""
    draft.set("switches.long_marches", True)
    for name, row in draft.get("units").items():
        if row["kind"] == "land":
            draft.adjust(("units", name, "move"), 1)


@house_rule("tournament.base_moves", "Ships Move Farther from Naval Bases", editions=_EDITIONS, default=False)
def base_moves(draft: Draft, option: Options) -> None:
    """Ships that start adjacent to an active friendly naval base may move one extra sea zone; mined sea zones stop them
    (great_war.R124)."""
    draft.set("switches.base_moves", True)
    for name, row in draft.get("units").items():
        if row["kind"] == "sea":
            draft.adjust(("units", name, "move"), 1)


@house_rule("tournament.capitals", "Paris and Berlin", editions=_EDITIONS, default=False)
def capitals(draft: Draft, option: Options) -> None:
    """To win, the Central Powers must hold Paris as one of their two enemy capitals, and the Allies must hold Berlin
    (great_war.R122)."""
    draft.set(("goals", "central_powers", "one_of"), ["Paris"])
    draft.set(("goals", "allies", "one_of"), ["Berlin"])


RULES = [long_marches, base_moves, capitals]
