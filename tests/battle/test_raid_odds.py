"""The odds of raids with escorts and interceptors: by hand, and against the referee's dice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.battle.raid import raid_odds
from sandtable.core.decisions import Together
from sandtable.core.errors import Illegal
from sandtable.engine import escorts
from sandtable.engine.fighting import raids
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.battle.referee import FastDice
from tests.battle.test_referee import FAMILY, p_value
from tests.conformance.anniversary.board import GER, UK, has, scene

clause = pytest.mark.clause
RULE = "common.interceptors"
ROLLED = 300


def rules(**options: int) -> Any:
    return registry.build("anniversary", [RULE], {f"{RULE}.{name}": value for name, value in options.items()})


def flown(attack: tuple[int, int], defend: tuple[int, int], techs: Any, options: dict[str, int]) -> Game:
    """The position in which bombers and their escorts have flown to their target."""
    (bombers, going), (risen, guns) = attack, defend
    home = {"bomber": bombers, "fighter": going, "infantry": 1}
    target = {"fighter": risen, "antiaircraft_gun": guns}
    units: Any = {
        "France": {UK: ", ".join(f"{n} {kind}" for kind, n in home.items() if n)},
        "Germany": {GER: ", ".join(f"{n} {kind}" for kind, n in target.items() if n)},
        "United Kingdom": {UK: "1 infantry"},
    }  # fmt: skip
    values = {f"{RULE}.{name}": value for name, value in options.items()}
    game = scene(UK, "combat_move", units, owners={"France": UK}, rules=[RULE], techs=techs, options=values)
    game.answer(f"{bombers} bomber: France > Germany [raid]")
    if going:
        game.answer(f"{going} fighter: France > Germany [escort]")
    game.listening = False
    game.dice = FastDice(1)
    return game


def bombers_left(game: Game) -> int:
    """Play the raid as advised: all fighters rise; return the number of bombers that survive."""
    for flow in (escorts.declare(game), raids(game)):
        answer = None
        while True:
            try:
                asked = flow.send(answer)
            except StopIteration:
                break
            assert not isinstance(asked, Together)
            answer = asked.advice
    return has(game, "Germany", UK, "bomber")


@clause("anniversary.R165.3", "anniversary.R165.4", "anniversary.R165.5", "anniversary.R167")
@pytest.mark.parametrize(
    ("attack", "defend", "techs", "options"),
    [
        ((2, 0), (2, 0), "", {}),
        ((2, 1), (2, 1), "", {}),
        ((1, 2), (2, 0), "jet fighters", {}),
        ((2, 1), (1, 1), "", {"escort": 2, "interceptor": 3, "bomber": 1}),
    ],
)
def test_the_referee_rolls_the_raids_that_are_solved(attack: Any, defend: Any, techs: str, options: Any) -> None:
    held = [f"attacker: {techs}"] if techs else ()
    coming, there = (
        ", ".join(f"{n} {kind}" for n, kind in zip(row, kinds, strict=True) if n)
        for row, kinds in ((attack, ("bomber", "fighter")), (defend, ("fighter", "antiaircraft gun")))
    )
    found = raid_odds(rules(**options), coming, there, held)
    assert sum(found.damage) == pytest.approx(1) and sum(found.bombers) == pytest.approx(1)
    game = flown(attack, defend, {UK: ["jet_fighters"]} if techs else None, options)
    start, seen = game.state.copy(), Counter[Any]()
    for _ in range(ROLLED):
        game.state = start.copy()
        seen[bombers_left(game)] += 1
    expected: Any = dict(enumerate(found.bombers))
    assert p_value(expected, seen, ROLLED) > FAMILY, (expected, seen)


@clause("anniversary.R165.4", "anniversary.R165.5")
def test_raids_with_interceptors_by_hand() -> None:
    found = raid_odds(rules(), "2 bomber", "2 fighter")  # each interceptor hits on 2; all that survive drop bombs
    assert found.bombers == pytest.approx((1 / 9, 4 / 9, 4 / 9))
    assert found.expected_damage == pytest.approx(3.5 * 12 / 9) and found.expected_loss == pytest.approx(12 * 6 / 9)
    armed = raid_odds(rules(bomber=6), "1 bomber", "1 fighter")  # both fire before losses are removed
    assert armed.bombers == pytest.approx((1 / 3, 2 / 3)) and armed.defender_loss == 10


@clause("anniversary.R165.4", "anniversary.R165.5")
def test_interceptors_are_lost_to_escorts_and_guns_never() -> None:
    escorted = raid_odds(rules(), "1 bomber, 1 fighter", "1 fighter")  # the escort hits on 1
    assert escorted.defender_loss == pytest.approx(10 / 6)
    assert raid_odds(rules(), "1 bomber", "1 fighter, 1 antiaircraft gun").defender_loss == 0
    assert raid_odds(rules(), "1 bomber", "1 antiaircraft gun").defender_loss == 0


@clause("anniversary.R165")
def test_without_the_rule_no_fighter_takes_part_in_a_raid() -> None:
    for attack, defend in (("1 bomber, 1 fighter", ""), ("1 bomber", "1 fighter")):
        with pytest.raises(Illegal):
            raid_odds(registry.build("anniversary"), attack, defend)
    with pytest.raises(Illegal):
        raid_odds(rules(), "1 fighter", "1 fighter")  # an escort alone is no raid
