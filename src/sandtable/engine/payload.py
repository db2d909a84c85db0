"""Pieces that cannot move by themselves and are dropped by their carriers on a special mission, such as bombs.

A carrier loads one, as its only cargo, before it moves; it unloads it where it lands if the mission is not flown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..battle.volley import ATTACKER
from ..core.decisions import Allocate, Decision, Move
from ..core.errors import No
from ..core.forces import Stack, add
from .battles import Battle
from .board import COMBAT, NONCOMBAT, allowance, hostile, neutral, of_power
from .strength import best_mission

if TYPE_CHECKING:
    from ..rules.draft import Draft
    from .game import Flow, Game


class Payload(NamedTuple):
    """A piece of `type` that units with the tag `carrier` take on a `mission`, at most `most` against one space a turn.

    Refusals: `fixed` (it cannot move by itself), `bound` (a laden carrier flies no other attack), `spared` (units of
    an `{owner}` that the power is not at war with are in the space). `asks` is the decision to load, with its `prompt`
    and the `rule` cited; `loaded` is the event. `damage` returns what a piece dropped on a space costs the enemy; a
    mission is advised if that is at least `least`. `effect` happens when a piece of a power is dropped on a space.
    """

    type: str
    carrier: str
    mission: str
    most: int
    fixed: No
    bound: No
    spared: No
    asks: str
    prompt: str
    rule: str
    loaded: str
    damage: Callable[[Game, str], float]
    least: float
    effect: Callable[[Game, str, str], None]

    def aboard(self, stack: Stack) -> bool:
        """Return whether units of a stack carry one."""
        return any(kind == self.type for _, kind in stack.cond.cargo)

    def laden(self, stack: Stack) -> Stack:
        """Return a carrier with one of its owner's pieces aboard."""
        return stack.with_(stack.cond._replace(cargo=((stack.owner, self.type),)))

    def carried(self, game: Game, power: str) -> list[tuple[str, Stack, int]]:
        """Return the power's laden carriers, with their spaces."""
        rows = ((space, s, n) for space, force in game.state.forces.items() for s, n in force.items())
        return [row for row in rows if row[1].owner == power and self.aboard(row[1])]

    def best(self, game: Game, space: str, stack: Stack) -> Move | None:
        """Return the mission of a laden carrier that does the most damage, or None if none is advised."""
        return best_mission(game, space, stack, self.mission, partial(self.damage, game), self.least)

    # --- loading and unloading ----------------------------------------------------------------------------------------

    def free(self, game: Game, space: str, phase: str) -> list[tuple[Stack, int]]:
        """Return the active power's carriers that can load a piece in a space, those that have moved least first."""
        power, units = game.state.power, game.units_at(space)[game.state.power]
        found = [
            (s, n)
            for s, n in of_power(game, space, power).items()
            if self.carrier in units[s.type].tags
            and not s.cond.cargo
            and allowance(game, s, space, phase) > s.cond.moved
            and game.rules.q.may_move(game, space, s, phase) is None
        ]
        return sorted(found, key=lambda row: (row[0].cond.moved, row[0]))

    def loadable(self, game: Game, phase: str) -> dict[tuple[str, ...], int]:
        """Return how many pieces the active power's carriers can load, by territory."""
        out = dict[tuple[str, ...], int]()
        for space in game.rules.lands:
            lying = sum(n for s, n in of_power(game, space, game.state.power).items() if s.type == self.type)
            room = sum(n for _, n in self.free(game, space, phase)) if lying else 0
            if room:
                out[(space,)] = min(lying, room)
        return out

    def promising(self, game: Game, keys: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Return the territories from which a carrier would have a mission worth flying."""
        free = {key: self.free(game, key[0], COMBAT) for key in keys}
        return [k for k, rows in free.items() if rows and self.best(game, k[0], self.laden(rows[0][0])) is not None]

    def load(self, game: Game, phase: str) -> Flow:
        """Ask where carriers load pieces, one each."""
        power, most = game.state.power, self.loadable(game, phase)
        chosen = yield Decision(
            self.asks, power, self.prompt, Allocate(most, rule=self.fixed.rule), rule=self.rule,
            advice=lambda: dict.fromkeys(self.promising(game, most) if phase == COMBAT else [], 1),
        )  # fmt: skip
        for (space,), count in chosen.items():
            self.take(game, space, phase, count)
            game.emit(self.loaded, power=power, count=count, space=space)

    def take(self, game: Game, space: str, phase: str, count: int) -> None:
        """Load pieces in a space, one aboard each carrier."""
        state, power = game.state, game.state.power
        for stack, n in self.free(game, space, phase):
            for _ in range(min(n, count)):
                state.put(space, next(s for s in of_power(game, space, power) if s.type == self.type), -1)
                state.turn_into(space, stack, self.laden(stack).cond, 1)
            count -= min(n, count)

    def can_load(self, game: Game, phase: str) -> bool:
        """Return whether any carrier can load a piece."""
        return bool(self.loadable(game, phase))

    def should_load(self, game: Game, phase: str) -> bool:
        """Return whether a mission worth flying is within range of some carrier that can load."""
        return phase == COMBAT and bool(self.promising(game, self.loadable(game, phase)))

    def unload(self, game: Game) -> None:
        """Unload the pieces of the active power whose carriers are in a territory."""
        for space, stack, n in self.carried(game, game.state.power):
            if game.rules.is_land[space]:
                game.state.turn_into(space, stack, stack.cond._replace(cargo=()), n)
                game.state.put(space, Stack(stack.owner, self.type), n)

    # --- modifiers and steps ------------------------------------------------------------------------------------------

    def carry(self, draft: Draft, name: str, text: str, *, fixed: str, unloaded: str, first: str) -> None:
        """Let carriers load the pieces, called `name`, by an offer with this text in both phases of movement.

        `fixed`, `unloaded`, and `first` tell players that the pieces cannot move by themselves, where they are unloaded
        at the end of the turn, and that missions are advised first.
        """
        draft.modify("may_move", self.may_move, "forbid", fixed)
        for at, phase in (("combat_move", COMBAT), ("noncombat_move", NONCOMBAT)):
            able, advised = partial(self.can_load, phase=phase), partial(self.should_load, phase=phase)
            draft.offer(at, f"load_{name}", text, partial(self.load, phase=phase), able, advised)
        draft.modify("advised_move", self.advised_move, text=first)
        draft.step("turn_end", f"{name}_unloaded", self.unload, text=unloaded)

    def fly(self, draft: Draft, texts: Mapping[str, str], named: str, dropped: str) -> None:
        """Let carriers fly their mission, in raids: `texts` tells players what it changes, by query.

        In a raid the guns roll apart for each carrier (`named` in words), and the piece is `dropped` after the damage.
        """
        for query, text in texts.items():
            forbids = query in ("may_go", "combat_end")
            draft.modify(query, getattr(self, query), "forbid" if forbids else "adjust", text)
        draft.step("raid", "carriers_named", self.named, before="antiaircraft_fire", text=named)
        draft.step("raid", "explosion", self.drop, after="damage", text=dropped)

    def may_move(self, answer: No | None, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        """Pieces cannot move by themselves."""
        return self.fixed if stack.type == self.type else answer

    def missions(self, answer: tuple[str, ...], game: Game, stack: Stack, space: str) -> tuple[str, ...]:
        """Laden carriers fly only their mission, against enemy or neutral territories that may be attacked."""
        if not self.aboard(stack):
            return answer
        target = game.rules.is_land[space] and (hostile(game, stack.owner, space) or neutral(game, space))
        return (self.mission,) if target and game.rules.q.may_attack(game, stack.owner, space) is None else ()

    def may_go(
        self, answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...]
    ) -> No | None:
        """A piece strikes all units; it is not dropped on those of a power that is neither enemy nor friend."""
        end, laden = path[-1], next((s for s, _ in units if self.aboard(s)), None)
        if laden is None or game.rules.q.missions(game, laden, end) != (self.mission,):
            return answer
        involved = game.friends(laden.owner) | game.enemies(laden.owner, end)
        owner = next((s.owner for s in game.state.at(end) if s.owner not in involved), None)
        return answer if owner is None else No(self.spared.sentence.replace("{owner}", owner), self.spared.rule)

    def mission_limit(self, answer: int | None, game: Game, stack: Stack, space: str, mission: str) -> int | None:
        """At most `most` pieces are dropped on a space in one turn."""
        if mission != self.mission:
            return answer
        return max(
            0, self.most - sum(n for s, n in of_power(game, space, stack.owner).items() if mission in s.cond.marks)
        )

    def combat_end(self, answer: No | None, game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> No | None:
        """Laden carriers cannot take part in a battle."""
        return self.bound if phase == COMBAT and self.aboard(stack) else answer

    def advised_move(self, answer: Move | None, game: Game, phase: str) -> Move | None:
        """Laden carriers fly their best mission first."""
        if answer is None and phase == COMBAT:
            for space, stack, _ in self.carried(game, game.state.power):
                if self.mission not in stack.cond.marks:
                    return self.best(game, space, stack)
        return answer

    def named(self, battle: Battle) -> None:
        """Let antiaircraft guns roll apart for the laden carriers; one that is hit is lost with its piece."""
        battle.apart = frozenset(s for s in battle.units[ATTACKER] if self.aboard(s))

    def drop(self, game: Game, battle: Battle) -> None:
        """Drop the piece of each carrier that survives in a raid."""
        for stack, n in list(battle.units[ATTACKER].items()):
            if self.aboard(stack):
                for _ in range(n):
                    self.effect(game, battle.attacker, battle.space)
                empty = game.state.turn_into(battle.space, stack, stack.cond._replace(cargo=()), n)
                battle.remove(ATTACKER, {stack: n})
                add(battle.units[ATTACKER], empty, n)
