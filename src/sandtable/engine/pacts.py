"""Pacts: two powers that keep the peace with each other while they are at war with each other's allies.

The functions named like queries are modifiers; a rule names to `keep` those that its treaty asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import No
from ..core.forces import Stack
from .board import fights, of_power
from .memory import Memory
from .strength import garrison, reach

if TYPE_CHECKING:
    from ..rules.draft import Draft
    from .game import Game


class Pact(NamedTuple):
    """A pact of the powers `a` and `b`, in force as `memory` says, but for the spaces `opened` in this turn.

    `covers` returns whether it protects the partner's units in a third power's territory. Refusals: `closed` (the
    partner's territory), `alone` (a territory that only the partner's units hold).
    """

    a: str
    b: str
    memory: Memory[bool]
    opened: Memory[list[str]]
    covers: Callable[[Game, str, str], bool]
    closed: No
    alone: No

    def partner(self, power: str) -> str:
        """Return the other power of the pact; empty for a third power."""
        return {self.a: self.b, self.b: self.a}.get(power, "")

    def binds(self, game: Game, power: str, space: str = "") -> bool:
        """Return whether the pact binds this power (in this space) now."""
        return power in self[:2] and self.memory.get(game.state) and space not in self.opened.get(game.state)

    def shuts(self, game: Game, power: str, space: str) -> bool:
        """Return whether the partner controls this territory while the pact is in force."""
        return self.binds(game, power, space) and game.state.owner.get(space) == self.partner(power)

    def shields(self, game: Game, power: str, space: str) -> bool:
        """Return whether only the partner's units, guns aside, hold this territory that the pact covers."""
        if not self.binds(game, power, space) or not self.covers(game, power, space):
            return False
        other, fighting = self.partner(power), {s.owner for s in game.state.at(space) if fights(game, s)}
        return other in fighting and not fighting & (game.foes(power) - {other})

    def open_to(self, game: Game, power: str, space: str) -> bool:
        """Return whether the garrison of a territory of the partner is less than half of the adjacent force."""
        other = self.partner(power)
        return game.state.owner.get(space) == other and reach(game, power, space) > 2 * garrison(game, other, space) + 1

    def targets(self, game: Game, at_sea: bool) -> list[str]:
        """Return the spaces that the pact alone closes to attacks of the active power: those that the partner controls
        or holds alone, and with `at_sea` the zones of its ships."""
        power, other = game.state.power, self.partner(game.state.power)

        def fleet(zone: str) -> bool:
            there = not game.rules.is_land[zone] and self.binds(game, power, zone)
            return there and any(game.unit(s).kind == "sea" for s in of_power(game, zone, other))

        return [
            space
            for space in game.rules.spaces
            if self.shuts(game, power, space) or self.shields(game, power, space) or (at_sea and fleet(space))
        ]

    def worthwhile(self, game: Game) -> int:
        """Return the IPC value of the partner's territories that the active power can attack with twice their
        defense."""
        value, power = game.rules.q.value, game.state.power
        return sum(value(game, s) for s in game.rules.lands if self.open_to(game, power, s))

    def prize(self, game: Game) -> str:
        """Return the partner's capital if it is open to attack by the active power; otherwise an empty text."""
        capital = game.rules.powers[self.partner(game.state.power)].capital
        return capital if self.open_to(game, game.state.power, capital) else ""

    # --- modifiers ----------------------------------------------------------------------------------------------------

    def keep(self, draft: Draft, texts: Mapping[str, str]) -> None:
        """Let the pact modify these queries, each with the text that tells players what the pact does there."""
        for query, text in texts.items():
            draft.modify(query, getattr(self, query), "adjust" if query == "enemies" else "forbid", text)

    def at_war(self, answer: bool, game: Game, power: str, other: str) -> bool:
        """The partners are at peace."""
        return answer and not (self.partner(power) == other and self.memory.get(game.state))

    def enemies(self, answer: frozenset[str], game: Game, power: str, space: str) -> frozenset[str]:
        """The partner's units fight where an attack was opened, and beside other enemies where they are not covered."""
        other = self.partner(power)
        if not other or not self.memory.get(game.state):
            return answer
        if not self.binds(game, power, space):
            return answer | {other}
        if self.covers(game, power, space):
            return answer - {other}
        owner = game.state.owner.get(space)
        return answer | {other} if owner in answer and owner != other else answer

    def may_attack(self, answer: No | None, game: Game, power: str, space: str) -> No | None:
        """Territories held only by the partner's units are not attacked."""
        return self.alone if answer is None and self.shields(game, power, space) else answer

    def land_step(
        self, answer: str | No, game: Game, stack: Stack, start: str, space: str, phase: str, first: bool
    ) -> str | No:
        """Land units cannot enter the partner's territory."""
        return self.closed if self.shuts(game, stack.owner, space) else answer

    def may_unload(
        self, answer: No | None, game: Game, carrier: Stack, zone: str, space: str, phase: str, stack: Stack
    ) -> No | None:
        """Transports cannot offload into the partner's territory."""
        return self.closed if self.shuts(game, stack.owner, space) else answer

    def air_step(self, answer: No | None, game: Game, stack: Stack, space: str, phase: str) -> No | None:
        """Aircraft cannot fly over the partner's territory."""
        return self.closed if self.shuts(game, stack.owner, space) else answer
