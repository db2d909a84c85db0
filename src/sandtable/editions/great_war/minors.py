"""Minor powers and true neutrals with their armies and colonies (R98 to R107).

Remembered during the game: `mobilized` are the minor powers that have joined a side, `patrons` say which power each of
their territories joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...core.decisions import Choose, Decision, Option
from ...core.events import declare_event
from ...core.forces import FRESH, Stack
from ...engine.board import neutral
from ...engine.memory import ENTERED, game_memory
from ...engine.minors import aligned, minor_of, sleeping
from ...engine.moving import Units
from ...engine.outside import neutral_power, outside
from ...engine.territory import control
from ...rules import points
from .politics import join

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

declare_event("mobilized", "{minor} mobilizes {units} and joins {power}")
MOBILIZED = game_memory("mobilized", list[str], "minor powers that have joined a side")
PATRONS = game_memory("patrons", dict[str, str], "territory of a minor power -> the power it joined")
points.declare(points.DECISIONS, "patron", "choose: which power gets the army and the land of a neutral")


def entered(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Mobilize a minor power when the first land units (or offloaded fighters) enter it; bring a neutral power into the
    war."""
    land = [s for s, _ in units if game.unit(s).kind == "land" or len(rest) == 1]
    if not land or not game.rules.is_land[space]:
        return
    power, owner = land[0].owner, game.state.owner.get(space)
    if space not in ENTERED.of(game.state):
        ENTERED.of(game.state).append(space)
    if owner and neutral_power(game, owner) and owner != power:
        join(game, owner, f"attacked by {power}")
    if sleeping(game, space):
        yield from mobilize(game, space, power)


def mobilize(game: Game, space: str, intruder: str) -> Flow:
    """Add a minor power to a side, with its army at home and its colonies (R100 to R104)."""
    name = str(minor_of(game, space))
    row: Mapping[str, Any] = game.rules.tables["minors"][name]
    state = game.state
    patron = PATRONS.get(state).get(row["home"]) or aligned(game, space)
    if patron is None:
        patron = yield from _chosen(game, name, space, intruder)
    if name not in MOBILIZED.get(state) and (space == row["home"] or game.rules.switch("colony_mobilizes_home")):
        MOBILIZED.of(state).append(name)
        for kind, n in row["army"].items():
            still = 0 if game.rules.switch("raised_armies_move") else game.stats(patron, kind).move
            state.put(row["home"], Stack(patron, kind, FRESH._replace(moved=still)), n)
        game.emit("mobilized", minor=name, units=dict(row["army"]), power=patron)
        _join(game, row["home"], patron)
        if game.rules.switch("colonies_follow_home"):
            for colony in row["colonies"]:
                _join(game, colony, patron)
    _join(game, space, patron)


def _join(game: Game, space: str, patron: str) -> None:
    if neutral(game, space):
        control(game, space, patron)
        PATRONS.of(game.state)[space] = patron


def _chosen(game: Game, name: str, space: str, intruder: str) -> Flow:
    """Ask the side opposing the intruder which of its powers receives the army of a true neutral (R104)."""
    sides = game.rules.side_of
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
