"""What powers may buy, what they collect, and how they take convoy zones (R79 to R84, R107 to R115)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Decision, Move, PickSpace
from ...core.forces import Stack
from ...engine import convoys, economy, standard
from ...engine.board import enemy_fighters, withdrawn
from ...rules import points
from . import china
from .score import EARNED
from .ways import SUBMERGED

if TYPE_CHECKING:
    from ...engine.battles import Battle
    from ...engine.game import Flow, Game

#: R26: who alone may buy some units.
ONLY = {"marine": "United States", "industrial_complex": "United States"}
points.declare(points.DECISIONS, "take_convoy", "pick_space: a convoy zone that a submarine there takes")


def for_sale(game: Game, power: str) -> dict[str, int]:
    """Only the United States may buy marines and industrial complexes (R26)."""
    return {kind: n for kind, n in standard.for_sale(game, power).items() if ONLY.get(kind, power) == power}


def placement(game: Game, power: str, type: str) -> list[str]:
    """No complex is placed in China (R110)."""
    places = standard.placement(game, power, type)
    return [s for s in places if s not in china.SPACES] if type == "industrial_complex" else places


def production(game: Game, power: str) -> tuple[int, str]:
    """Return the national production; Chinese territories give the Allies nothing (R126)."""
    ipcs, why = economy.production_income(game, power)
    if china.CHINA in game.friends(power):
        held = [s for s in china.SPACES if game.state.owner.get(s) == power]
        ipcs -= sum(game.rules.q.value(game, s) for s in held)
    return ipcs, why


def collect(game: Game) -> Flow:
    """Collect income, and note how much for the victory points (R112, R132)."""
    power, before = game.state.power, game.state.ipcs[game.state.power]
    flow = economy.collect(game)
    if flow is not None:
        yield from flow
    EARNED.set(game.state, EARNED.get(game.state) + game.state.ipcs[power] - before)


def sailed(game: Game, move: Move) -> None:
    """Warships take the empty convoy zones on their way in the combat move only (R79)."""
    if in_phase(game, "combat_move"):
        convoys.moved(game, move)


def after_battle(game: Game, battle: Battle) -> None:
    """The winner takes a convoy zone, but by a switch not while an enemy submarine is submerged there (R81)."""
    foes = game.foes(battle.attacker)
    hidden = any(s.owner in foes and SUBMERGED in s.cond.marks for s in game.state.at(battle.space))
    if not hidden or not game.rules.switch("submerged_keep_convoys"):
        convoys.aftermath(game, battle)


def in_phase(game: Game, name: str) -> bool:
    """Return whether this phase of the turn runs."""
    state = game.state
    return state.stage == "turn" and game.rules.sequence("turn")[state.step].name == name


def _takeable(game: Game) -> list[str]:
    """Return the enemy convoy zones without enemy units where a submarine of the active power can still move (R80)."""
    power = game.state.power
    return [
        zone
        for zone in game.rules.tables["convoys"]
        if convoys.takeable(game, power, zone) and not enemy_fighters(game, power, zone) and _takers(game, power, zone)
    ]


def _takers(game: Game, power: str, zone: str) -> list[Stack]:
    """Return the submarines of a power in a zone that can still move, and are there to hold it."""
    return [
        s
        for s in game.state.at(zone)
        if s.owner == power and not s.cond.moved and "submarine" in game.unit(s, zone).tags and not withdrawn(game, s)
    ]


def may_take_convoy(game: Game) -> bool:
    """Return whether a submarine may take the convoy zone that it is in."""
    return bool(_takeable(game))


def take_convoy(game: Game) -> Flow:
    """A submarine spends 1 movement point to take the convoy zone that it is in (R80)."""
    zones = _takeable(game)
    zone = zones[0]
    if len(zones) > 1:
        zone = yield Decision(
            "take_convoy", game.state.power, "Choose the convoy zone to take with a submarine", PickSpace(zones),
            advice=zone, rule=game.rules.cite("convoy"),
        )  # fmt: skip
    power = game.state.power
    stack = min(_takers(game, power, zone))
    game.state.turn_into(zone, stack, stack.cond._replace(moved=1), 1)
    convoys.take(game, zone, power)
