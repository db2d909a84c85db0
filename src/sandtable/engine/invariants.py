"""Invariants that hold in any game under any rules; used by the fuzzer and the tests.

>>> game = Game.new("classic", seed=1)
>>> watch = Watch(game)
>>> game.answer(game.decision.advice)
>>> watch.faults()
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from ..core.events import MONEY, faces
from ..core.forces import Stack
from ..core.marks import declared
from . import save
from .board import contested, deck_room, fights, withdrawn
from .game import Game


class Watch:
    """Observer of one game from its beginning; the game must keep its events (`listening`)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ipcs = dict(game.start.ipcs) if game.start else {p.name: p.ipcs for p in game.rules.powers.values()}
        self._told = 0
        self._shown = 0  # dice that events have shown
        self._turn: tuple[int, int] = (-1, -1)

    def faults(self) -> list[str]:
        """Return all current faults, each as a sentence."""
        state = self.game.state
        out = [*board(self.game), *self.ledger()]
        if state.stage == "turn" and (state.round, state.turn) != self._turn:
            self._turn = (state.round, state.turn)
            if not self._moved():
                out += between_turns(self.game)
        return out

    def _moved(self) -> bool:
        """Return whether anything has moved or fought this turn."""
        for event in reversed(self.game.events):
            if event.kind in ("moved", "volley_fired"):
                return True
            if event.kind == "turn_started":
                return False
        return False

    def ledger(self) -> Iterator[str]:
        """Yield faults of what the events tell: cash below zero, IPCs that no event explains, dice that none shows."""
        self._shown += len(faces(self.game.events[self._told :]))
        for event in self.game.events[self._told :]:
            for entry in MONEY.get(event.kind, ()):
                sign, who = (1 if entry[0] == "+" else -1), event.data[entry[1:]]
                self.ipcs[who] = self.ipcs.get(who, 0) + sign * event.data["ipcs"]
        self._told = len(self.game.events)
        if self._shown != self.game.dice.rolled:
            yield f"{self.game.dice.rolled} dice have been rolled, but the events show {self._shown}"
            self._shown = self.game.dice.rolled  # reported once
        for power, ipcs in self.game.state.ipcs.items():
            if ipcs < 0:
                yield f"{power} has {ipcs} IPCs"
            if ipcs != self.ipcs.get(power, 0):
                yield f"{power} has {ipcs} IPCs, by the events {self.ipcs.get(power, 0)}"
                self.ipcs[power] = ipcs  # reported once


def board(game: Game) -> Iterator[str]:
    """Yield faults of the board: all units must be whole, known, and in spaces of their kind, with cargo within
    capacity."""
    state, rules = game.state, game.rules
    for space, force in state.forces.items():
        if space not in rules.spaces:
            yield f"there is no space {space}"
            continue
        if not force:
            yield f"{space} is listed without units"
        land = rules.is_land[space]
        for stack, n in force.items():
            yield from _stack(game, space, land, stack, n)
        limit = rules.switches.get("antiaircraft_per_territory")
        guns = sum(n for s, n in force.items() if s.type in rules.units and "antiaircraft" in game.unit(s, space).tags)
        if limit is not None and guns > limit:
            yield f"there are {guns} antiaircraft guns in {space}"
    for space, owner in state.owner.items():
        if not rules.is_land.get(space) or (owner is not None and owner not in rules.side_of):
            yield f"{space} is controlled by {owner}"


def _of_battle(game: Game, space: str, mark: str) -> bool:
    """Return whether a step of the battle that is being fought in a space gives this mark."""
    battle = game.battle
    return battle is not None and battle.space == space and mark in battle.program.asked.marks


def _stack(game: Game, space: str, land: bool, stack: Stack, n: int) -> Iterator[str]:
    unit = game.unit(stack, space) if stack.type in game.rules.units else None
    if n < 1:
        yield f"there are {n} {stack.type} in {space}"
    if unit is None or stack.owner not in game.rules.side_of:
        yield f"unknown unit {stack.type} of {stack.owner} in {space}"
        return
    fights_ships = "faces_ships" in unit.tags and game.battle is not None and game.battle.space == space
    if unit.kind != "air" and (unit.kind == "sea") == land and not withdrawn(game, stack) and not fights_ships:
        yield f"{stack.type} cannot be in {space}"
    for mark in stack.cond.marks:
        if not declared(mark) and mark not in game.rules.missions and not _of_battle(game, space, mark):
            yield f"{stack.type} in {space} has the mark {mark!r}, which is not declared"
    if stack.cond.damage >= unit.hits:
        yield f"{stack.type} in {space} has taken {stack.cond.damage} hits"
    if unit.carries and unit.carries.room(stack.cond.cargo) < 0:
        yield f"{stack.type} in {space} carries {' + '.join(kind for _, kind in stack.cond.cargo)}"


def _flies_freely(game: Game, stack: Stack, space: str) -> bool:
    """Return whether this is an aircraft that needs no landing place."""
    return game.unit(stack, space).kind == "air" and not game.rules.q.must_land(game, stack, space)


def between_turns(game: Game) -> Iterator[str]:
    """Yield faults after a turn: no unit may be in enemy territory, and all aircraft at sea must have a deck."""
    state, rules = game.state, game.rules
    for space, force in state.forces.items():
        owner = state.owner.get(space)
        if rules.is_land[space]:
            if owner is not None and not contested(game, space):
                for stack in force:
                    hostile = fights(game, stack) and owner in game.foes(stack.owner)
                    if hostile and not _flies_freely(game, stack, space):
                        yield f"{stack.type} of {stack.owner} in {space}, which {owner} controls"
        else:
            for power in dict.fromkeys(s.owner for s in force if game.unit(s, space).kind == "air"):
                friends = game.friends(power)
                free = sum(n for s, n in force.items() if s.owner in friends and _flies_freely(game, s, space))
                if deck_room(game, space, power) + free < 0:
                    yield f"aircraft of {power} in {space} have no deck"


def replay_fault(game: Game) -> str:
    """Save the game, replay the file, and return the first difference, or an empty text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        game.save(path)
        return save.replay(path).message
