"""Which rules an event of a game shows at work: by the step of a battle, the numbers of its units, and what is carried.

The numbers of units outside battles are looked at when the turn of their owner begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ..battle.columns import holds_in, meant, numbers
from ..battle.reading import in_round
from ..battle.volley import Piece, Repeat, Volley
from ..core.forces import Stack
from ..core.picks import UnitEdit
from ..core.units import UnitType
from ..engine.battles import Battle
from ..engine.game import Game
from ..rules.conditional import effective
from ..rules.draft import Draft

BATTLES = ("land_battle", "sea_battle", "air_battle", "raid")


def steps_by(draft: Draft, rules: Collection[str]) -> dict[tuple[str, str], str]:
    """Return the steps of battles that rules have added or replaced: (sequence, step) -> rule."""
    return {
        (sequence, edit.target[1]): edit.rule
        for edit in draft.record
        for sequence in BATTLES
        if edit.rule in rules and edit.kind in ("step", "replace") and edit.target[0] == sequence
    }


def of_roll(game: Game, data: Mapping[str, Any]) -> set[str]:
    """Return the rules of the edits that change what units roll, for the event of a roll."""
    battle = game.battle
    step = dict(battle.steps).get(battle.step) if battle else None
    found = set()
    rolls = (*step.first, *step.steps) if isinstance(step, Repeat) else (step,)
    for roll in rolls:
        now = in_round(roll, battle.round) if isinstance(roll, Volley) else None
        if isinstance(now, Volley) and (now.side, now.text) == (data.get("side"), data.get("volley")):
            found |= set(_lifting(battle, now))
    return found


def _lifting(battle: Battle, volley: Volley) -> Iterator[str]:
    own: dict[Piece, int] = battle.firing(volley.side)
    enemy = battle.pieces("defender" if volley.side == "attacker" else "attacker")
    for edit in volley.lifts:
        per = edit.when.per
        if (per is None or any(per.takes(p) for p in own)) and holds_in(edit.when, volley, own, enemy, enemy):
            able = (p for p in own if volley.who.takes(p) and meant(edit, p))
            if any(numbers(volley, p, (edit,)) != numbers(volley, p) for p in able):
                yield edit.by


def of_units(game: Game) -> set[str]:
    """Return the rules by which numbers of units of the active power on the board are others than printed.

    Prices count when they are paid (`of_prices`), and what units can carry when they carry it (`of_cargo`).
    """
    power = game.state.power
    own = {(space, s) for space in game.rules.spaces for s in game.state.at(space) if s.owner == power}
    return {
        edit.by
        for edit in _holding(game)
        if edit.column != "cost" and not edit.column.startswith("carries")
        and any(_changes(game, edit, s) for space, s in own if not edit.when.places or space in edit.when.places)
    }  # fmt: skip


def of_prices(game: Game, data: Mapping[str, Any]) -> set[str]:
    """Return the rules that changed the price of units, for the event of a purchase."""
    bought = [Stack(game.state.power, kind) for kind in data.get("units", ())]
    return {e.by for e in _holding(game) if e.column == "cost" and any(_changes(game, e, s) for s in bought)}


def _holding(game: Game) -> Iterator[UnitEdit]:
    """Yield the edits that hold for the active power outside battles, in some places at least."""
    power, state = game.state.power, game.state
    held = state.techs.get(power, ())
    for edit in game.rules.unit_edits:
        mine = (not edit.of.owners or power in edit.of.owners) and all(c in held for c in edit.of.holds)
        if mine and not edit.in_battle and edit.when._replace(places=()).known(power, held, state.round, ""):
            yield edit


def _changes(game: Game, edit: UnitEdit, stack: Stack) -> bool:
    unit = game.rules.units[stack.type]
    fits = edit.of.means(unit) and edit.fits(stack.cond.marks, stack.cond.damage)
    return fits and effective(unit, (edit,)) != unit


def of_cargo(game: Game, data: Mapping[str, Any]) -> set[str]:
    """Return the rules by which units took others along farther than these can go, or ships carry what they could not,
    for the event of a move."""
    force, steps, units = data.get("force", {}), len(data.get("path", ())) - 1, game.rules.units
    kinds = {stack.type for stack in force}
    edits = [e for e in _holding(game) if e.column.startswith("carries.")]
    laden = {stack for stack in force if stack.cond.cargo and not _fits(units[stack.type], stack.cond.cargo)}
    loads = {e.column.rpartition(".")[2]: e for e in edits if e.column.startswith("carries.loads.")}
    return {e.by for e in edits for stack in laden if _changes(game, e, stack)} | {
        edit.by
        for cargo, edit in loads.items()
        if cargo in kinds and units[cargo].kind == "land"
        and any(edit.of.means(units[k]) and (units[k].kind == "air" or steps > units[cargo].move) for k in kinds)
    }  # fmt: skip


def _fits(printed: UnitType, cargo: Sequence[tuple[str, str]]) -> bool:
    """Return whether a unit carries all this by its printed numbers."""
    carries = printed.carries
    return carries is not None and all(kind in carries.loads for _, kind in cargo) and carries.room(cargo) >= 0
