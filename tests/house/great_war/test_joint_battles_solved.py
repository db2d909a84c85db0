"""Battles of several powers on a side: the referee rolls what is solved (chi-squared over the outcomes)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from sandtable.battle.odds import solve_battle
from sandtable.battle.volley import ATTACKER, DEFENDER
from sandtable.core.decisions import Together
from sandtable.core.forces import Force
from sandtable.engine.battles import Battle, fight
from sandtable.engine.game import Game
from tests.battle.referee import FastDice
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import scene
from tests.helpers import tell
from tests.house.great_war.test_multinational_attacks import german_turn

CONCENTRATED = "great_war.concentrated_attacks"
#: Units by owner and type, of attackers and defenders.
Result = Any
ROLLED = 300


def solved(game: Game, space: str, attackers: Force, defenders: Force) -> dict[Result, float]:
    """Return the outcomes of one round between these units."""
    battle = Battle(game, space, "land_battle", "Germany", attackers, defenders)
    odds = solve_battle(game.rules, "land_battle", battle.pieces(ATTACKER), battle.pieces(DEFENDER), space=space)
    out: dict[Result, float] = defaultdict(float)
    for outcome in odds.outcomes:
        out[pieces(outcome.attacker), pieces(outcome.defender)] += outcome.p
    return out


def pieces(side: Any) -> tuple[tuple[str, str, int], ...]:
    count: Counter[tuple[str, str]] = Counter()
    for unit, n in side.items():
        count[unit.owner, unit.type] += n
    return tuple(sorted((*key, n) for key, n in count.items() if n))


def rolled(game: Game, space: str, answers: dict[str, Any]) -> Counter[Result]:
    """Fight the battle that the rules make of the units there, again and again."""
    game.listening, game.dice = False, FastDice(7)
    start, seen = game.state.copy(), Counter[Result]()
    for _ in range(ROLLED):
        game.state = start.copy()
        q = game.rules.q
        sides = q.attackers(game, space, "Germany"), q.defenders(game, space, "Germany")
        battle = Battle(game, space, "land_battle", "Germany", *sides)
        flow, answer = fight(game, battle), None
        while True:
            try:
                asked = flow.send(answer)
            except StopIteration:
                break
            if isinstance(asked, Together):
                answer = [d.advice for d in asked.decisions]
            else:
                answer = answers.get(asked.kind, asked.advice)
        seen[pieces(battle.units[ATTACKER]), pieces(battle.units[DEFENDER])] += 1
    return seen


@pytest.mark.clause("great_war.multinational_attacks.4", "great_war.multinational_attacks.5")
def test_an_attack_together_with_allies() -> None:
    """The artillery of one power supports the infantry of the other, and both have losses."""
    units = {"Galicia": {"Austria-Hungary": "3 infantry, 2 artillery"}, "Silesia": {"Germany": "3 infantry"},
             "Poland": {"Russia": "4 infantry, 1 artillery"}}  # fmt: skip
    game = german_turn(units)
    ally = "3 infantry of Austria-Hungary, 2 artillery of Austria-Hungary"
    tell(game, "3 infantry: Silesia > Poland", f"{ally}: Galicia > Poland")
    q = game.rules.q
    own, enemy = q.attackers(game, "Poland", "Germany"), q.defenders(game, "Poland", "Germany")
    assert {s.owner for s in own} == {"Germany", "Austria-Hungary"} and sum(own.values()) == 8
    expected = solved(game, "Poland", own, enemy)
    assert sum(expected.values()) == pytest.approx(1)
    seen = rolled(game, "Poland", {})
    assert p_value(expected, seen, ROLLED) > 1e-5
    alone = solved(game, "Poland", {s: n for s, n in own.items() if s.owner == "Germany"}, enemy)
    assert p_value(alone, seen, ROLLED) < 1e-5, "the comparison can fail"


@pytest.mark.clause("great_war.concentrated_attacks.3", "great_war.concentrated_attacks.4")
@pytest.mark.parametrize(
    ("options", "counts"), [({}, (1, 2)), ({"base_share_percent": 50, "extra_share_percent": 50}, (2, 4))]
)
def test_an_attack_concentrated_on_one_power(options: dict[str, int], counts: tuple[int, int]) -> None:
    """All French units fight, and of four British as many as the die says: half of the time the greater share."""
    units = {"Lorraine": {"Germany": "4 infantry, 2 artillery", "France": "2 infantry, 1 artillery",
                          "Britain": "4 infantry"}}  # fmt: skip
    given = {f"{CONCENTRATED}.{name}": value for name, value in options.items()}
    game = scene("Germany", "combat", units, contested={"Lorraine": "France"}, rules=[CONCENTRATED], options=given)
    q = game.rules.q
    own, every = q.attackers(game, "Lorraine", "Germany"), q.defenders(game, "Lorraine", "Germany")
    expected: dict[Result, float] = defaultdict(float)
    for count in counts:
        enemy = {s: n if s.owner == "France" else count for s, n in every.items()}
        for result, p in solved(game, "Lorraine", own, enemy).items():
            expected[result] += p / 2
    assert sum(expected.values()) == pytest.approx(1)
    seen = rolled(game, "Lorraine", {"offer": "concentrate", "reaction": "concentrate", "concentrate": "France"})
    assert p_value(expected, seen, ROLLED) > 1e-5
    assert p_value(solved(game, "Lorraine", own, every), seen, ROLLED) < 1e-5, "the comparison can fail"
