"""Trials: copies of a game that are played on, to see where a plan leads.

Two trials are compared by what they differ in, not by their luck: dice depend on when and where they are rolled, so
that a battle that is the same in both ends the same, and hits are nearly what is expected (low luck).
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..core.dice import Dice
from ..engine.game import Game, Header
from ..engine.memory import ACTING, lay_aside

if TYPE_CHECKING:
    from ..core.decisions import Decision
    from ..engine.state import State
    from ..rules.ruleset import Ruleset

Player = Callable[[Game, "Decision"], Any]

#: Answers after which a trial is broken off.
LONGEST = 4000


class TrialDice(Dice):
    """Dice of a trial, by round, power, phase, and place of the battle."""

    __slots__ = ("_rows", "game")

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.game: Game | None = None
        self._rows: dict[Any, Random] = {}

    def roll(self, count: int) -> list[int]:
        """Return `count` dice, each 1 to 6."""
        self.position += count
        key: Any = ""
        if self.game is not None:
            state = self.game.state
            key = state.round, state.power, state.step, getattr(self.game.battle, "space", "")
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = Random(f"{self.seed}/{key}")
        return [int(6 * row.random()) + 1 for _ in range(count)]


def calm(rules: Ruleset) -> Ruleset:
    """Return the same rules with low luck instead of single dice (cached)."""
    found: Ruleset | None = rules.cache.get(calm)
    if found is None:
        found = rules
        if rules.switches.get("resolution") == "single_dice":
            found = copy(rules)
            found.switches = MappingProxyType({**rules.switches, "resolution": "low_luck"})
            found.cache = {}
        rules.cache[calm] = found
    return found


def trial(rules: Ruleset, state: State, seed: str) -> Game:
    """Return a game with the dice of a trial that begins with the phase in which a state stands.

    Powers that share a turn act one after the other in a phase, which begins with the first of them.
    """
    dice, start = TrialDice(seed), state.copy()
    if ACTING.get(start):
        lay_aside(start, start.power, lead(start))
        ACTING.take(start)
    out = Game(Header(calm(rules), seed, (), {}), listening=False, recording=False, dice=dice, state=start)
    dice.game = out
    return out


def lead(state: State) -> str:
    """Return the power whose turn it is, whichever of those that share it acts now."""
    return state.order[state.turn] if state.order else ""


def finish_turn(game: Game, power: str, player: Player, others: Player) -> None:
    """Let a player make the rest of a turn for a power, and others answer for all other powers."""
    state = game.state
    turn = state.round, lead(state)
    while game.open and len(game.log) < LONGEST and state.stage == "turn" and (state.round, lead(state)) == turn:
        decision = game.open[0]
        game.answer((player if decision.power == power else others)(game, decision), id=decision.id)


def go_on(game: Game, others: Player, power: str, last: int) -> None:
    """Let others play until the turn of a power begins in a round, or the round is over."""
    state = game.state
    while game.open and len(game.log) < LONGEST and state.round <= last:
        if state.round == last and state.stage == "turn" and lead(state) == power:
            return
        decision = game.open[0]
        game.answer(others(game, decision), id=decision.id)


def play_on(game: Game, power: str, player: Player, others: Player, rounds: int) -> None:
    """Let a player finish the turn of a power, and others play until its turn begins again, some rounds later."""
    first, last = lead(game.state), game.state.round + rounds
    finish_turn(game, power, player, others)
    go_on(game, others, first, last)
