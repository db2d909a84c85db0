"""Scenes for the rules of Enhanced: positions with rules and options, and battles of the referee against the solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sandtable.battle import forces
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.battle.referee import FastDice, Referee
from tests.battle.test_referee import FAMILY, p_value
from tests.conformance.anniversary.board import GER, RED, scene
from tests.helpers import position

WEAPONS = "weapons_development"


def enhanced(rule: str, power: str, phase: str, units: Any = None, *, options: Any = None, **more: Any) -> Game:
    """A scene under a rule (or several, divided by spaces); options of the first one."""
    names = rule.split()
    values = {f"enhanced.{names[0]}.{name}": value for name, value in (options or {}).items()}
    ids = [f"enhanced.{name}" for name in names]
    needs = [need for id in ids for need in registry.rules()[id].needs if need not in ids]
    return scene(power, phase, units, rules=[*dict.fromkeys([*needs, *ids])], options=values, **more)


class Match(Referee):
    """One battle of Anniversary under rules of Enhanced: the Soviet Union attacks Germany."""

    def __init__(
        self, where: str, attackers: Mapping[str, int], defenders: Mapping[str, int], rules: Sequence[str],
        techs: Mapping[str, Sequence[str]] | None = None, options: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.where, self.attackers, self.defenders, self.rounds = where, dict(attackers), dict(defenders), 0
        self.space, self.sequence = {"land": ("Ukraine", "land_battle"), "sea": ("Sea Zone 16", "sea_battle")}[where]
        sides = ((RED, attackers), (GER, defenders))
        text = {p: ", ".join(f"{n} {k}" for k, n in c.items()) for p, c in sides}
        names = [f"enhanced.{name}" for name in rules]
        given = {f"enhanced.{name}": value for name, value in (options or {}).items()}
        self.game = position(
            RED, "combat_move", {self.space: text}, techs=techs, rules=names, options=given, edition="anniversary"
        )
        self.game.listening = False
        self.game.dice = FastDice(1)
        self.start = self.game.state.copy()
        self.at = forces.place(self.game.rules, where)


def agrees(match: Referee, rolled: int = 300) -> None:
    """The referee rolls what the solver solves."""
    expected = match.solved()[1]
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    seen = Counter(match.roll() for _ in range(rolled))
    assert p_value(expected, seen, rolled) > FAMILY, (expected, seen)
