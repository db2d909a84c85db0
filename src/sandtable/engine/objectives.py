"""Objectives: conditions over the board as data (table `objectives`), for income and victory, and for people to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.picks import Pick
from .convoys import controller

if TYPE_CHECKING:
    from .game import Game


class Standing(NamedTuple):
    """How an objective stands for a power or a side: what is missing, in sentences; nothing if it is met."""

    name: str
    text: str
    whose: str
    ipcs: int
    missing: tuple[str, ...]

    @property
    def met(self) -> bool:
        return not self.missing


def standing(game: Game, name: str) -> Standing:
    """Return how an objective stands now."""
    row = game.rules.typed("objectives")[name]
    return Standing(
        name,
        row.text or name,
        row.power or row.side,
        row.ipcs,
        (*_unheld(game, row), *_held(game, row), *_aided(game, row)),
    )


def listed(game: Game, power: str = "") -> list[Standing]:
    """Return all objectives, or those of a power and its side, in the order of the table."""
    side = game.sides.get(power, "")
    rows = game.rules.typed("objectives").items()
    found = [standing(game, name) for name, row in rows if not row.holds or game.holds(row.power, row.holds)]
    return [s for s in found if not power or s.whose in (power, side)]


def income(game: Game, power: str) -> tuple[int, str] | None:
    """Each objective of a power that is met pays its IPCs."""
    return _paid(game, power, True, "objectives: ")


def bonuses(game: Game, power: str) -> tuple[int, str] | None:
    """Each bonus of a power that is no objective for victory, but stands among them, pays its IPCs if it is met."""
    return _paid(game, power, False, "")


def _paid(game: Game, power: str, counts: bool, why: str) -> tuple[int, str] | None:
    if not game.rules.tables["objectives"]:
        return None
    rows = game.rules.typed("objectives")
    due = [s for s in listed(game, power) if s.whose == power and s.ipcs and rows[s.name].counts == counts]
    met = [s for s in due if s.met]
    return (sum(s.ipcs for s in met), why + ", ".join(s.name for s in met)) if met else None


def met_by(game: Game, side: str) -> int:
    """Return how many objectives that count for victory a side and its powers have met."""
    whose, rows = (side, *game.members(side)), game.rules.typed("objectives")
    return sum(s.met for s in listed(game) if s.whose in whose and rows[s.name].counts)


def _unheld(game: Game, row: Any) -> list[str]:
    """Return what is missing of the spaces to be held."""
    alone = row.alone and row.power
    side = row.side or game.sides[row.power]
    owners = {row.power} if alone else set(game.members(side))
    lacking = [s for s in row.hold if controller(game, s) not in owners]
    least = row.least or len(row.hold)
    if len(row.hold) - len(lacking) >= least:
        return []
    who = row.power if alone else f"the side of {row.power}" if row.power else side
    if least == len(row.hold):
        return [f"{who} must control {', '.join(lacking)}"]
    more = least - (len(row.hold) - len(lacking))
    return [f"{who} must control {more} more of {', '.join(lacking)}"]


def _aided(game: Game, row: Any) -> list[str]:
    """Return where units of allies stand that must not be in a territory of the power."""
    if not row.unaided or not row.power:
        return []
    allies = set(game.members(game.sides[row.power])) - {row.power}
    there = [
        space
        for space, owner in game.state.owner.items()
        if owner == row.power and any(s.owner in allies for s in game.state.at(space))
    ]
    return [f"units of allies must leave {', '.join(there)}"] if there else []


def _held(game: Game, row: Any) -> list[str]:
    """Return where enemy units stand that must not be there."""
    side = row.side or game.sides[row.power]
    named = row.enemy.get
    pick = Pick(named("kinds", ()), named("tags", ()), types=named("types", ()), without=named("without", ()))
    units = game.rules.units
    there = [
        space
        for space in row.clear
        if any(game.sides.get(s.owner, side) != side and pick.means(units[s.type]) for s in game.state.at(space))
    ]
    return [f"enemy units must leave {', '.join(there)}"] if there else []
