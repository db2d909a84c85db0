"""What players see beside units: signs on the map, and panels beside it.

A sign stands in a space: a base, mines, damage, the army of a minor power, who controls a convoy. A panel is a short
list to look up at a glance: objectives and what they lack, a clock, who may be drawn into the war. The engine shows
what it knows from its tables; editions and rules add steps to the sequences `signs` and `panels`. Nothing here changes
a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..core.text import counted
from . import convoys, minors, objectives, stocks
from .installations import DAMAGE
from .research import TRIES

if TYPE_CHECKING:
    from .game import Game

#: The kinds of signs that have a picture of their own; any other is drawn as a plain marker.
KINDS = ("base", "port", "mine", "damage", "army", "convoy", "stock", "flag", "clock", "target")


class Sign(NamedTuple):
    """A sign in a space: its kind (see `KINDS`), one sentence, a number to show (0 for none), and whose it is."""

    space: str
    kind: str
    text: str
    number: int = 0
    power: str = ""


class Row(NamedTuple):
    """A line of a panel: its text, a value such as ``3 of 5``, whether a condition is met (None: it is none), whose it
    is, and a note such as what is missing."""

    text: str
    value: str = ""
    met: bool | None = None
    power: str = ""
    note: str = ""


class Score(NamedTuple):
    """What decides the game for a side where that is not production: a value and its goal, in units such as points, and
    one sentence; `below`: the side wins if the value is not above the goal."""

    side: str
    value: int
    goal: int
    unit: str
    text: str
    below: bool = False


class Panel(NamedTuple):
    """A titled list of rows."""

    title: str
    rows: tuple[Row, ...]


def signs(game: Game) -> list[Sign]:
    """Return all signs on the map now, space by space in the order of the board."""
    found = [*_bases(game), *_armies(game), *_convoys(game), *_stocks(game), *_damage(game)]
    for step in game.rules.sequence("signs"):
        found.extend(step.what(game) or ())
    if found:
        order = {space: i for i, space in enumerate(game.rules.spaces)}
        found.sort(key=lambda sign: order[sign.space])
    return found


def panels(game: Game) -> list[Panel]:
    """Return all panels that have a row now."""
    found = [_objectives(game)] if game.rules.tables["objectives"] else []
    found.extend(panel for step in game.rules.sequence("panels") if (panel := step.what(game)))
    return [panel for panel in found if panel.rows]


def scores(game: Game) -> list[Score]:
    """Return what decides the game, for each side that has such a score."""
    return [score for step in game.rules.sequence("scores") for score in step.what(game) or ()]


def research_aims(game: Game) -> Panel:
    """Return what powers without a technology have aimed dice at, and in how many turns."""
    held, known = game.state.techs, game.rules.technologies
    tried = ((p, t, n) for p, row in TRIES.get(game.state).items() for t, n in row.items() if t not in held[p])
    return Panel("Research aims", tuple(Row(known[t].name, counted(n, "turn"), None, p) for p, t, n in tried))


def _bases(game: Game) -> Iterator[Sign]:
    for space, row in game.rules.typed("bases").items():
        naval = [kind for kind in row.kinds if kind != "airfield"]
        text = f"Naval base, serves {' and '.join(row.zones)}" if row.zones else "Naval base"
        both = [*([text] if naval else []), *(["Air base"] if "airfield" in row.kinds else [])]
        yield Sign(space, "base", "; ".join(both), 0, game.state.owner.get(space) or "")


def _armies(game: Game) -> Iterator[Sign]:
    """The army that a minor power raises when it is entered."""
    for name, row in game.rules.tables["minors"].items():
        home, units = row["home"], game.rules.units
        army = minors.army_of(game, home)
        if army and minors.sleeping(game, home):
            force = ", ".join(f"{n} {units[kind].called(n)}" for kind, n in army.items())
            patron = minors.aligned(game, home)
            joins = f"joins {patron}" if patron else "joins the side opposing its attacker"
            yield Sign(home, "army", f"{name} mobilizes {force} and {joins}", sum(army.values()), patron or "")


def _convoys(game: Game) -> Iterator[Sign]:
    for zone, row in game.rules.typed("convoys").items():
        what = f"Convoy worth {counted(row.value, 'IPC')}" if row.value else f"Convoy route of {row.territory}"
        holder = convoys.controller(game, zone)
        lost = convoys.RAIDED.get(game.state).get(zone, 0)
        raided = f"; raids take {counted(lost, 'IPC')} off its next income" if lost else ""
        text = f"{what}, controlled by {holder or 'nobody'}{raided}"
        yield Sign(zone, "convoy", text, max(0, row.value - lost), holder or "")


def _stocks(game: Game) -> Iterator[Sign]:
    land = game.rules.is_land
    for stock, there in stocks.STOCKS.get(game.state).items():
        text = game.rules.typed("stocks")[stock].text or stock
        yield from (Sign(where, "stock", f"{n} {text}", n) for where, n in there.items() if n and where in land)


def _damage(game: Game) -> Iterator[Sign]:
    for space, there in DAMAGE.get(game.state).items():
        for type, n in there.items():
            what = game.rules.units[type].called(1)
            yield Sign(space, "damage", f"{counted(n, 'point')} of damage on the {what}", n, "")


def _objectives(game: Game) -> Panel:
    def row(at: objectives.Standing) -> Row:
        value = counted(at.ipcs, "IPC") if at.ipcs else ""
        return Row(at.text, value, at.met, at.whose, "; ".join(at.missing))

    return Panel("Objectives", tuple(map(row, objectives.listed(game))))
