"""Steps of `entering`: what happens to units in combat movement as they come into a space.

Each step gets the units in hand, the space and the rest of the path from it (so the last space has a rest of one), and
returns (units left, must they stop?) or None for no change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..battle.resolution import resolution
from ..core.decisions import Decision, PickUnits
from ..core.forces import Force, add, merged, total
from .board import enemy_fighters, guns_of, hostile, neutral
from .gunfire import hits_on
from .memory import CAPTURED, GUNS_FIRED, OVERFLOWN
from .moving import Units
from .standard import raiders
from .territory import capture, control

if TYPE_CHECKING:
    from .game import Flow, Game


def violate_neutrality(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Charge the first power that enters a neutral and give it control; land units stop there (classic.R155, R156)."""
    if neutral(game, space):
        power = units[0][0].owner
        # aircraft that only pass fly over it; those on a mission there violate it as land units do
        by_air = all(game.unit(s).kind == "air" for s, _ in units) and len(rest) > 1
        fee = game.rules.q.entry_fee(game, power, space, by_air) or 0
        game.state.ipcs[power] -= fee
        if fee or not by_air:
            game.emit("neutral_violated", power=power, ipcs=fee, space=space)
        paid = space in OVERFLOWN.get(game.state)  # its airspace is open in this turn
        if not by_air or (game.rules.switch("neutral_overflight_takes_control") and not paid):
            control(game, space, power)
            CAPTURED.of(game.state).append(space)
        elif not paid:
            OVERFLOWN.of(game.state).append(space)  # paid for in this turn
            game.changed()
        if not by_air:
            return units, bool(game.rules.switch("neutrals_stop_land_units"))
    yield from ()
    return None


def overflown_guns(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Fire guns at aircraft that only fly over, before they continue; their owner chooses the casualties
    (classic.R97)."""
    if len(rest) == 1 or not game.rules.is_land[space] or not game.rules.switch("antiaircraft_fires_at_overflight"):
        return None
    power = units[0][0].owner
    flying: Force = {}
    for stack, n in units:
        if game.unit(stack).kind == "air":
            add(flying, stack, n)
    lost = {} if _awaited(game, power, space) else (yield from _shot_down(game, power, space, flying))
    if not lost:
        return None
    for stack, n in lost.items():
        add(flying, stack, -n)
    return [(s, n) for s, n in units if game.unit(s).kind != "air"] + list(flying.items()), False


def drops(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Fire the guns of a territory at aircraft that drop units in it, before the drop; at those that attack, they still
    fire in the battle."""
    flying = {s: n for s, n in units if "drops" in s.cond.marks}
    if len(rest) > 1 or not flying:
        return None
    before = list(GUNS_FIRED.get(game.state))
    lost = yield from _shot_down(game, units[0][0].owner, space, flying)
    GUNS_FIRED.set(game.state, before)
    for stack, n in lost.items():
        add(flying, stack, -n)
    return [(s, n) for s, n in units if "drops" not in s.cond.marks] + list(flying.items()), False


def _shot_down(game: Game, power: str, space: str, flying: Force) -> Flow:
    """Fire the guns of a territory once per turn, one die for each aircraft; return the aircraft shot down."""
    guns = guns_of(game, space, game.enemies(power, space))
    if not flying or not guns or space in GUNS_FIRED.get(game.state):
        return {}
    GUNS_FIRED.of(game.state).append(space)
    gunner, lost = next(iter(guns)), Force()
    groups: dict[int, Force] = {}  # by the number that the guns hit them on
    for stack, n in flying.items():
        groups.setdefault(hits_on(game, space, guns, stack), {})[stack] = n
    for number, group in groups.items():
        if number:
            lost.update((yield from _fired_at(game, power, gunner.owner, space, number, group)))
    return lost


def _fired_at(game: Game, power: str, gunner: str, space: str, hits_on: int, flying: Force) -> Flow:
    """Fire guns at aircraft that they all hit on the same number; return the aircraft shot down."""
    how, columns = resolution(game.rules.switch("resolution")), [(hits_on, total(flying))]
    dice, hits = how.roll(columns, game.dice.roll)
    game.emit("aa_fired", power=gunner, space=space, dice=dice, hits=hits)
    game.note_hits(gunner, how, columns, hits)
    hits = min(hits, total(flying))
    if not hits:
        return {}
    lost: Force = dict(flying)
    if hits < total(flying):
        lost = {next(iter(flying)): hits}
        if len(flying) > 1:
            cheap = min(flying, key=lambda s: (game.unit(s, space).cost, s))
            advice = {cheap: hits} if flying[cheap] >= hits else None
            form = PickUnits(flying, hits, hits, game.rules.cite("antiaircraft.owner"))
            lost = yield Decision(
                "casualties", power, f"Antiaircraft fire in {space}, hits: {hits}. Choose the aircraft lost", form,
                advice=advice or next(form.listed()), rule=game.rules.cite("antiaircraft.owner"),
                context={"space": space, "hits": hits},
            )  # fmt: skip
    game.emit("lost", power=power, force=dict(lost), space=space)
    return lost


def _awaited(game: Game, power: str, space: str) -> bool:
    """Return whether aircraft that entered before wait there to attack: the guns fire at them, the first group, in
    their battle (classic.R97.1, R97.4)."""
    return any(s.owner == power and game.unit(s, space).kind == "air" for s in game.state.at(space))


def take_undefended(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """Let land units that enter a hostile territory without enemy units capture it at once; otherwise stop them
    (classic.R43, R49).

    The query `land_step` has already decided who may continue from there (a blitz).
    """
    power = units[0][0].owner
    if hostile(game, power, space):
        land = [s for s, _ in units if "captures" in game.unit(s, space).tags]
        if enemy_fighters(game, power, space) or (land and raiders(game, power, space)):
            return units, True  # taken in the combat phase, after a raid (classic.R126)
        if land:
            if game.rules.switch("antiaircraft_fires_at_undefended_capture"):
                units = yield from _guns_before_capture(game, units, space)
            yield from capture(game, space, power)
            return units, False
    yield from ()
    return None


def _guns_before_capture(game: Game, units: Units, space: str) -> Flow:
    """Fire guns that are alone in a territory at the attacking aircraft before its capture, both those already there
    and those arriving (classic.R193); return the units left of these."""
    power, types = units[0][0].owner, game.units_at(space)
    here = {s: n for s, n in game.state.at(space).items() if s.owner == power and types[s.owner][s.type].kind == "air"}
    coming = {s: n for s, n in units if types[s.owner][s.type].kind == "air"}
    lost: Force = yield from _shot_down(game, power, space, merged([here, coming]))
    for stack, n in lost.items():
        of_here = min(n, here.get(stack, 0))
        if of_here:
            game.state.put(space, stack, -of_here)
        if n > of_here:
            add(coming, stack, of_here - n)
    return [(s, n) for s, n in units if types[s.owner][s.type].kind != "air"] + list(coming.items())
