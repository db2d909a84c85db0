"""Minor powers: territories that belong to no power at first, and may be aligned with one (table `minors`).

A row names the `home`, its `colonies`, the `army` raised there and the power it is `aligned` with (None: a true
neutral). The power that enters one first makes it join a side, with its army. Remembered during the game: `mobilized`
are the minor powers that have joined a side, `patrons` say which power each of their territories joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..core.decisions import Choose, Decision, Option
from ..core.events import declare_event
from ..core.forces import FRESH, Stack
from ..rules import points
from .board import distances, neutral
from .memory import ALIGNMENTS, ENTERED, game_memory
from .outside import outside
from .territory import control

if TYPE_CHECKING:
    from .game import Flow, Game
    from .moving import Units

declare_event("mobilized", "{minor} mobilizes {units} and joins {power}")
MOBILIZED = game_memory("mobilized", list[str], "minor powers that have joined a side")
PATRONS = game_memory("patrons", dict[str, str], "territory of a minor power -> the power it joined")
points.declare(points.DECISIONS, "patron", "choose: which power gets the army and the land of a neutral")


def minor_of(game: Game, space: str) -> str | None:
    """Return the minor power to which a territory belongs, as home or as colony."""
    index: dict[str, str] | None = game.rules.cache.get("minor_of")
    if index is None:
        index = game.rules.cache["minor_of"] = {
            s: name
            for name, row in game.rules.tables["minors"].items()
            for s in (row["home"], *row.get("colonies", ()))
        }
    return index.get(space)


def aligned(game: Game, space: str) -> str | None:
    """Return the power that a territory not yet entered will join; None for true neutrals (great_war.R98, R99)."""
    name = minor_of(game, space)
    if name is None:
        return None
    power: str | None = ALIGNMENTS.get(game.state).get(name) or game.rules.tables["minors"][name].get("aligned")
    return None if power is None or outside(game, power) else power


def sleeping(game: Game, space: str) -> bool:
    """Return whether a territory belongs to a minor power and has not been entered (great_war.R105)."""
    return neutral(game, space) and minor_of(game, space) is not None


def army_of(game: Game, space: str) -> Mapping[str, int]:
    """Return the army that a minor power raises in a territory when units enter it: unit type -> count."""
    row: Mapping[str, Any] = game.rules.tables["minors"].get(minor_of(game, space), {})
    army: Mapping[str, int] = row.get("army", {})
    return army if row.get("home") == space else {}


def true_neutrals(game: Game) -> list[str]:
    """Return the minor powers aligned with no power from the start, most valuable home first, ties by name."""
    rows = game.rules.tables["minors"]
    neutral = [name for name, row in rows.items() if row["aligned"] is None]
    return sorted(neutral, key=lambda name: (-game.rules.q.value(game, rows[name]["home"]), rows[name]["home"]))


#: The part of the worth of a minor power that counts at a distance of 0, 1, 2, and 3 or more spaces.
NEARNESS = (1.0, 0.5, 0.3, 0.15)


def worth(game: Game, minor: str, power: str) -> int:
    """Return what a minor power is worth to a power: its army and three turns of income, less if it is far away."""
    row = game.rules.tables["minors"][minor]
    army = sum(game.rules.units[kind].cost * n for kind, n in row["army"].items())
    income = sum(game.rules.q.value(game, s) for s in (row["home"], *row["colonies"]))
    return int((army + 3 * income) * NEARNESS[min(3, distance(game, minor, power))])


def distance(game: Game, minor: str, power: str) -> int:
    """Return the spaces between a minor power's home and the nearest territory of a power; 9 if it is beyond reach."""
    owner, home = game.state.owner, game.rules.tables["minors"][minor]["home"]
    near = distances(game.rules.neighbors, (home,), limit=4)
    return min((steps - 1 for space, steps in near.items() if owner.get(space) == power), default=9)


def entered(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Mobilize a minor power when the first land units (or offloaded fighters) enter it (great_war.R100)."""
    land = [s for s, _ in units if game.unit(s).kind == "land" or len(rest) == 1]
    if not land or not game.rules.is_land[space]:
        return None
    tables = game.rules.tables
    if (tables["minors"] or tables["obligations"]) and space not in ENTERED.of(game.state):
        ENTERED.of(game.state).append(space)
    if sleeping(game, space):
        yield from mobilize(game, space, land[0].owner)
    return None


def mobilize(game: Game, space: str, intruder: str) -> Flow:
    """Add a minor power to a side, with its army at home and its colonies (R100 to R104)."""
    name = str(minor_of(game, space))
    row: Mapping[str, Any] = game.rules.tables["minors"][name]
    state, army = game.state, row.get("army", {})
    patron = PATRONS.get(state).get(row["home"]) or aligned(game, space)
    if patron is None:
        patron = yield from _chosen(game, name, space, intruder)
    at_home = space == row["home"] or game.rules.switches.get("colony_mobilizes_home", True)
    if at_home and name not in MOBILIZED.get(state):
        MOBILIZED.of(state).append(name)
        for kind, n in army.items():
            still = 0 if game.rules.switches.get("raised_armies_move", False) else game.stats(patron, kind).move
            state.put(row["home"], Stack(patron, kind, FRESH._replace(moved=still)), n)
        game.emit("mobilized", minor=name, units=dict(army), power=patron)
        _join(game, row["home"], patron)
        if game.rules.switches.get("colonies_follow_home", True):
            for colony in row.get("colonies", ()):
                _join(game, colony, patron)
    _join(game, space, patron)


def _join(game: Game, space: str, patron: str) -> None:
    if neutral(game, space):
        control(game, space, patron)
        PATRONS.of(game.state)[space] = patron


def _chosen(game: Game, name: str, space: str, intruder: str) -> Flow:
    """Ask the side opposing the intruder which of its powers receives the army of a true neutral (R104)."""
    sides = game.sides
    able = [p for p in game.state.order if sides[p] != sides[intruder] and not outside(game, p)]
    near = {p: sum(_there(game, s, p) for s in game.rules.land_near[space]) for p in able}
    best = max(able, key=lambda p: (near[p], game.state.ipcs[p], -able.index(p)))
    if len(able) == 1:
        return best
    later = [p for p in able if game.state.order.index(p) > game.state.turn]
    chosen = yield Decision(
        "patron", (later or able)[0], f"{intruder} enters {name}: choose the power that receives its army",
        Choose([Option(p, p) for p in able]), advice=best, rule=game.rules.cite("neutral.patron"),
        context={"space": space},
    )  # fmt: skip
    return chosen


def _there(game: Game, space: str, power: str) -> int:
    return sum(n for s, n in game.state.at(space).items() if s.owner == power)
