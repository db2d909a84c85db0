"""Capitals left open: how often a power ends its turn with its capital lost to the next attack while armies stand idle.

>>> from sandtable.engine.game import Game
>>> left_open(Game.new("great_war", seed=1), "Germany")
False
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..battle.contest import Contest, program
from ..battle.odds import Odds
from ..battle.solve import Solver
from ..battle.volley import ATTACKER, DEFENDER
from ..core.errors import Illegal
from ..core.forces import Force, Stack
from ..engine.battles import Battle
from ..engine.board import distances

if TYPE_CHECKING:
    from ..engine.game import Game

#: A capital is open if its defenders would win against the strongest adjacent army with less than this probability,
#: fought to the end.
HOLDS = 0.2
#: An army is within reach this many steps from the capital; that many units or more are an army.
REACH, ARMY = 2, 3


class Guard:
    """Count the turns of a game, and those that ended with an open capital of the power whose turn it was."""

    def __init__(self) -> None:
        self.turns = self.open = 0
        self._last: tuple[int, str] | None = None

    def look(self, game: Game) -> None:
        """Note the position if another turn has begun since the last time."""
        now = game.state.round, game.state.power
        if self._last is not None and now != self._last:
            self.turns += 1
            self.open += left_open(game, self._last[1])
        self._last = now


def left_open(game: Game, power: str) -> bool:
    """Return whether the strongest army next to a power's capital would take it, while own armies in reach are idle."""
    capital = game.rules.q.capital(game, power)
    if not capital or game.state.owner.get(capital) in game.foes(power) or not idle(game, power, capital):
        return False
    armies = (adjacent(game, foe, capital) for foe in game.foes(power))
    army = max(armies, key=lambda force: _strength(game, force, "attack"), default={})
    if not army:
        return False
    attacker = next(iter(army)).owner
    held = game.rules.q.defenders(game, capital, attacker)
    if _strength(game, army, "attack") < 0.5 * _strength(game, held, "defense"):
        return False  # too weak to be worth solving
    return _holds(game, capital, attacker, army, held) < HOLDS


def adjacent(game: Game, power: str, space: str) -> Force:
    """Return the units of a power next to a territory, or in it, that can attack it by land or air."""
    out: Force = {}
    for at in (space, *game.rules.land_near[space]):
        for stack, n in game.state.at(at).items():
            unit = game.unit(stack)
            if stack.owner == power and unit.kind in ("land", "air") and unit.attack and "passive" not in unit.tags:
                bare = Stack(power, stack.type)
                out[bare] = out.get(bare, 0) + n
    return out


def idle(game: Game, power: str, space: str) -> list[str]:
    """Return the territories in reach of a space where an army of a power has no enemy in or next to it."""
    foes, near = game.foes(power), game.rules.land_near
    enemy = {s for s, force in game.state.forces.items() if any(stack.owner in foes for stack in force)}
    enemy |= {s for s, owner in game.state.owner.items() if owner in foes}
    around = distances(near, [space], frozenset(enemy))
    out = []
    for at, steps in around.items():
        if 0 < steps <= REACH and at not in enemy and not enemy.intersection(near[at]):
            army = (n for s, n in game.state.at(at).items() if s.owner == power and game.unit(s).kind == "land"
                    and game.unit(s).move)  # fmt: skip
            if sum(army) >= ARMY:
                out.append(at)
    return out


def _strength(game: Game, force: Force, stat: str) -> float:
    """Return the pips of a force times its number of units."""
    pips = sum(getattr(game.unit(stack), stat) * n for stack, n in force.items())
    return float(pips * sum(force.values()))


def _holds(game: Game, space: str, attacker: str, army: Force, held: Force) -> float:
    """Return the probability that the defenders of a territory survive an attack that is fought to the end."""
    if not held:
        return 0.0
    battle = Battle(game, space, "land_battle", attacker, army, held)
    how = replace(program(game.rules, "land_battle", space, game.state.round), rounds=0)
    try:
        contest = Contest(how, battle.pieces(ATTACKER), battle.pieces(DEFENDER), keep_land=False)
        return 1.0 - Odds(contest, Solver(contest).finish()).attacker_wins
    except Illegal:  # too large to solve
        return 1.0
