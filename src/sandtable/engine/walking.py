"""What listing and checking moves both ask: which units may move, how far, what carries them, where a flight ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..core.errors import No
from ..core.forces import FRESH, Condition, Force, Stack
from . import landing
from .board import COMBAT, NONCOMBAT, allowance, enemy_fighters, neutral, one_phase, waiting, way_cost
from .boarding import berths, usable_transport

if TYPE_CHECKING:
    from .game import Game

DECK_PROMISED = No(
    "this aircraft cannot land on a carrier in {space}: another aircraft needs that place and has no other",
    "landing.promised",
)
NO_FEES = No("you cannot afford the IPCs for the neutral territories on this route", "neutral.fee")
MUST_FIGHT = No("these units must fight in {start} before they can move on", "movement.stop.land")

Units = tuple[tuple[Stack, int], ...]
#: What a phase for part of the moves allows: None, or why these units cannot move so (on this mission) in it.
Only = Callable[[Stack, str], "No | None"]


class Walker:
    """The moves of one power in one phase; `only` restricts them to some."""

    def __init__(self, game: Game, phase: str, only: Only | None = None, power: str = "") -> None:
        self.game, self.phase, self.power, self.only = game, phase, power or game.state.power, only
        self.q = game.rules.q

    def may_move(self, space: str, stack: Stack) -> No | None:
        """Return None, or the reason why units of this stack cannot move in this phase."""
        no = self.q.may_move(self.game, space, stack, self.phase)
        if no is None and self.phase == COMBAT and stack.cond.moved and "halts" not in self.game.rules.plain:
            stays = self.game.unit(stack, space).kind != "air" and enemy_fighters(self.game, stack.owner, space)
            no = MUST_FIGHT if stays else None  # the movement it has kept is for after the battle
        return no

    def _movement_left(self, space: str, stack: Stack) -> int:
        return allowance(self.game, stack, space, self.phase) - stack.cond.moved

    def cargo(self, zone: str) -> Force:
        """Return the power's units aboard transports in a zone that do not already wait to land, as stacks without
        condition."""
        out: Force = {}
        for carrier, n in self.game.state.at(zone).items():
            if carrier.cond.cargo and carrier.owner in self.game.friends(self.power):
                for kind in dict.fromkeys(kind for owner, kind in carrier.cond.cargo if owner == self.power):
                    aboard = self._aboard(carrier, kind)
                    if aboard:
                        key = Stack(self.power, kind, FRESH)
                        out[key] = out.get(key, 0) + n * aboard
        return out

    def _aboard(self, carrier: Stack, kind: str) -> int:
        """Return the power's units of a type on each transport of a stack that do not already wait to land."""
        return carrier.cond.cargo.count((self.power, kind)) - waiting(carrier.cond).count(kind)

    def _space_left(self, stack: Stack, space: str) -> int:
        """Return how many more units of this type the space may hold."""
        room: int | None = self.q.room_for(self.game, stack, space)
        return 9999 if room is None else room

    def _end(self, stack: Stack, path: tuple[str, ...]) -> No | None:
        """Return None, or the reason why a move of this unit cannot end at the end of this path."""
        no: No | None = self.q.combat_end(self.game, stack, path, self.phase)
        return no

    def _room(self, stack: Stack, zone: str, start: str) -> int:
        """Return how many units of a type from a territory the usable transports of a zone can take."""
        room = 0
        for carrier, n in self.game.state.at(zone).items():
            if usable_transport(self.game, self.power, carrier, self.phase, (start, zone)):
                room += n * berths(self.game, carrier, stack)
        return room

    def _unloaders(self, zone: str, space: str, stack: Stack) -> list[tuple[Stack, int]]:
        """Return the transports that may offload units of this type there, with the number of units each carries."""
        return [
            (carrier, n * self._aboard(carrier, stack.type))
            for carrier, n in self.game.state.at(zone).items()
            if (stack.owner, stack.type) in carrier.cond.cargo
            and self.q.may_unload(self.game, carrier, zone, space, self.phase, stack) is None
        ]

    def _flight(
        self, flight: list[tuple[Stack, int]], path: tuple[str, ...], mission: str, coming: int = 0
    ) -> No | None:
        """Return None, or the reason why these aircraft cannot end their flight this way; decks with room for `coming`
        go along."""
        game, end = self.game, path[-1]
        aircraft = sum(n * game.unit(s, path[0]).deck_places for s, n in flight)
        for stack, n in flight:
            no: No | None = None
            if self.phase == NONCOMBAT:
                no = landing.may_land(game, stack, end, aircraft, coming)
                if no is None and not coming and self._strands(((stack, n),), path):
                    no = DECK_PROMISED
            elif mission and mission not in self.q.missions(game, stack, end):
                no = No(f"a {mission} against {end} is not possible", self.game.rules.missions.get(mission, "mission"))
            elif mission:
                most = self.q.mission_limit(game, stack, end, mission)
                if most is not None and aircraft > most:
                    no = No(f"only {most} more units can fly a {mission} against {end}", game.rules.missions[mission])
            else:
                no = self._end(stack, path)
            if no is not None:
                return no
        if self.phase == NONCOMBAT:
            return None
        if one_phase(game):  # where they fight they stay, and entering costs nothing
            return None
        if self._fees(path) > game.state.ipcs[self.power]:
            return NO_FEES
        if coming:  # with the carriers that come along: judged by `_strands`
            return None
        return landing.can_come_down(game, flight, path)

    def _strands(self, units: tuple[tuple[Stack, int], ...], path: tuple[str, ...]) -> bool:
        """Would this move leave aircraft without a carrier that could else still land on one (classic.R56, R57)?"""
        game = self.game
        if game.rules.is_land[path[-1]] or one_phase(game):
            return False
        types = [game.unit(s, path[0]) for s, _ in units]
        if not any(t.deck or (t.kind == "air" and self.phase == NONCOMBAT) for t in types):
            return False
        before = landing.lost_at_best(game, self.phase, self.power)
        with supposed(game, units, path, self.phase):
            return landing.lost_at_best(game, self.phase, self.power) > before

    def _fees(self, path: tuple[str, ...]) -> int:
        """Return the cost of the neutrals on this flight path."""
        over = [s for s in dict.fromkeys(path[1:]) if neutral(self.game, s)]
        return sum(self.q.entry_fee(self.game, self.power, s, s != path[-1]) or 0 for s in over)


@contextmanager
def supposed(game: Game, units: tuple[tuple[Stack, int], ...], path: tuple[str, ...], phase: str) -> Iterator[None]:
    """Inside, the board is as it would be after these units have moved; nothing else happens."""
    state, (start, *_, end) = game.state, path
    before, riding = state.forces, landing.riders(game, start, units[0][0].owner, dict(units))
    state.forces = dict(before)
    try:
        for stack, n in units:
            state.put(start, stack, -n)
            state.put(end, stack.with_(spent(game, stack, path, phase)), n)
        for guest, n in riding.items():
            state.put(start, guest, -n)
            state.put(end, guest, n)
        yield
    finally:
        state.forces = before


def spent(game: Game, stack: Stack, path: tuple[str, ...], phase: str, stopped: bool = False) -> Condition:
    """Return the condition of units after a move."""
    moved = stack.cond.moved + way_cost(game, stack, path, phase)
    unit = game.unit(stack, path[0])
    if stopped and unit.kind != "air" and game.rules.q.halts(game, stack, path[-1], phase):
        moved = max(moved, allowance(game, stack, path[0], phase))
    cond = Condition(moved, stack.cond.damage, stack.cond.cargo, stack.cond.marks)
    if game.rules.stances:
        over = {mark for mark, until in game.rules.stances.items() if until == "moved"}
        cond = cond.unmarked(*(mark for mark in cond.marks if mark.partition("=")[0] in over))
    return cond.marked("combat") if phase == COMBAT else cond.marked("landed") if unit.kind == "air" else cond
