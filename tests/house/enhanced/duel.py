"""Positions under rules of the Enhanced set, and battles of the referee beside the solver's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest

from sandtable.battle import forces
from sandtable.battle.odds import choose_and_solve
from sandtable.battle.volley import ATTACKER, DEFENDER, Side
from sandtable.core.decisions import Together
from sandtable.core.errors import OutOfDice
from sandtable.core.forces import Force, Stack
from sandtable.engine.battles import Battle, fight
from sandtable.engine.game import Game
from tests.battle.referee import FastDice
from tests.battle.test_referee import FAMILY, p_value
from tests.conformance.anniversary.board import scene, until_phase

#: Units that stand aside: they roll in a battle and are no casualties.
ASIDE = ("antiaircraft_gun",)
Sides = Mapping[str, Mapping[str, int]]


def enhanced(rules: str, power: str, phase: str, units: Any = None, *, options: Any = None, **more: Any) -> Game:
    """A position under rules of the set, named apart by blanks; options without a rule are those of the first."""
    names = [f"enhanced.{name}" for name in rules.split()]
    values = {name if "." in name else f"{names[0]}.{name}": value for name, value in (options or {}).items()}
    return scene(power, phase, units, rules=names, options=values, **more)


class Duel:
    """A battle of one power against others: each side's units by owner; `ships` fire from off the shore, and landed
    units come from the sea."""

    def __init__(
        self, rules: str, where: str, attackers: Sides, defenders: Sides, *, ships: Mapping[str, int] | None = None,
        landed: bool = False, seed: int = 1, **more: Any,
    ) -> None:  # fmt: skip
        self.attacker = next(iter(attackers))
        self.game = enhanced(rules, self.attacker, "combat_move", **more)
        self.game.listening = False
        self.game.dice = FastDice(seed)
        self.space, self.landed, self.ships = where, landed, dict(ships or {})
        self.sides: dict[Side, Sides] = {ATTACKER: attackers, DEFENDER: defenders}
        for side, owners in self.sides.items():
            for stack, n in self._force(side, owners).items():
                self.game.state.put(where, stack, n)
        self.start = self.game.state.copy()

    def _force(self, side: Side, owners: Sides, aside: bool = False) -> Force:
        out: Force = {}
        for owner, counts in owners.items():
            for kind, n in counts.items():
                stack = Stack(owner, kind)
                if side == ATTACKER and self.landed and self.game.rules.units[kind].kind == "land":
                    stack = stack.with_(stack.cond.marked("seaborne"))
                if (kind in ASIDE) == aside:
                    out[stack] = n
        return out

    def battle(self) -> Battle:
        """The battle before its first round."""
        land = self.game.rules.is_land[self.space]
        own, enemy = (self._force(side, self.sides[side]) for side in (ATTACKER, DEFENDER))
        battle = Battle(self.game, self.space, "land_battle" if land else "sea_battle", self.attacker, own, enemy)
        battle.aside[ATTACKER] = self._force(ATTACKER, {self.attacker: self.ships}) if self.ships else {}
        battle.aside[DEFENDER] = self._force(DEFENDER, self.sides[DEFENDER], True)
        return battle

    def roll(self) -> Any:
        """One battle by the referee: the survivors of both sides by type."""
        self.game.state = self.start.copy()
        battle = self.battle()
        flow, answer = fight(self.game, battle), None
        while True:
            try:
                asked = flow.send(answer)
            except StopIteration:
                return tuple(_counted(battle.units[side]) for side in (ATTACKER, DEFENDER))
            answer = [d.advice for d in asked.decisions] if isinstance(asked, Together) else asked.advice

    def solved(self) -> dict[Any, float]:
        """The chances of what `roll` returns."""
        self.game.state = self.start.copy()
        battle = self.battle()
        pieces: dict[Side, Any] = {side: battle.pieces(side) for side in (ATTACKER, DEFENDER)}
        found = choose_and_solve(self.game.rules, forces.place(self.game.rules, self.space), pieces)
        out: dict[Any, float] = {}
        for attacker, defender, p in found.outcomes:
            key = tuple(_by_type(side) for side in (attacker, defender))
            out[key] = out.get(key, 0.0) + p
        return out


def _counted(force: Force) -> Any:
    out: Counter[str] = Counter()
    for stack, n in force.items():
        out[stack.type] += n
    return tuple(sorted(out.items()))


def _by_type(pieces: Any) -> Any:
    out: Counter[str] = Counter()
    for piece, n in pieces.items():
        if not piece.aside:
            out[piece.type] += n
    return tuple(sorted(out.items()))


def agrees(duel: Duel, rolled: int = 300) -> None:
    """The referee rolls what the solver solves."""
    expected = duel.solved()
    assert sum(expected.values()) == pytest.approx(1, abs=1e-9)
    seen = Counter(duel.roll() for _ in range(rolled))
    assert p_value(expected, seen, rolled) > FAMILY, (expected, seen)


def answered(game: Game, kind: str, *answers: Any) -> Game:
    """Answer decisions as advised up to one of a kind, then give the answers."""
    while game.decision and game.decision.kind != kind:
        game.answer(game.decision.advice)
    for answer in answers:
        game.answer(answer)
    return game


def until_dice_end(game: Game) -> Game:
    """Answer as advised to the end of combat, or until the fixed dice run out."""
    with suppress(OutOfDice):
        until_phase(game, "noncombat_move")
    return game


def kinds(game: Game, limit: int = 60, **answers: Any) -> Sequence[str]:
    """The kinds of decisions in the rest of the turn, answered as advised or as given by kind."""
    seen: list[str] = []
    turn = game.state.turn, game.state.round
    while game.decision and (game.state.turn, game.state.round) == turn and len(seen) < limit:
        seen.append(game.decision.kind)
        game.answer(answers.get(game.decision.kind, game.decision.advice))
    return seen
