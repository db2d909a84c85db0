"""Attacks are tried in several orders, and the order with which all together gain the most is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from sandtable.ai import player
from sandtable.ai.basic import choice
from sandtable.ai.basic.attack import Attack, Planner
from sandtable.ai.basic.field import Field
from sandtable.ai.basic.view import View
from sandtable.engine.game import Game, Header
from sandtable.engine.movement import COMBAT
from sandtable.rules import registry
from tests.ai.test_lean import EMPTY_ISLANDS, FLEET
from tests.conformance.anniversary.board import JAP, UK, scene


def planned(game: Game, power: str) -> tuple[Planner, list[Attack]]:
    view = View(game, power)
    planner = Planner(view, Field(view))
    return planner, planner.plan()


def gain(attacks: list[Attack]) -> float:
    return sum(attack.gain for attack in attacks)


def test_an_order_is_found_with_which_all_attacks_gain_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first order lands on New Guinea, too, because the attack on Borneo is content with 70% of the best gain; the
    four units together hold Borneo, which is worth more."""
    for name, number in {"attack.LEAN": 0.7, "view.DETERRENT": 1.0, "view.LANDED": 1.4}.items():
        monkeypatch.setattr(f"sandtable.ai.basic.{name}", number)
    game = scene(JAP, "combat_move", FLEET, owners=dict.fromkeys(EMPTY_ISLANDS, UK) | {"Philippine Islands": JAP})
    found = planned(game, JAP)[1]
    monkeypatch.setattr(choice, "PASSES", 0)
    first = planned(game, JAP)[1]
    assert gain(found) > gain(first) + choice.BETTER
    assert {a.target for a in first} - {a.target for a in found} == {"New Guinea"}


def turns(edition: str, scenario: str, rounds: int) -> Iterator[tuple[Game, str]]:
    """Play a game; return it whenever a power begins its combat move."""
    rules = registry.build(edition, (), {}, scenario)
    game, basic = Game(Header(rules, "choice", (), dict.fromkeys(rules.powers, "basic"))), player("basic", 1)
    last = (0, "")
    while game.open and game.state.round <= rounds:
        decision = game.open[0]
        turn = (game.state.round, decision.power)
        if decision.kind == "move" and decision.context["phase"] == COMBAT and turn != last:
            last = turn
            yield game, decision.power
        game.answer(basic(game, decision), id=decision.id)


@pytest.mark.parametrize(("edition", "scenario"), [("anniversary", "1941"), ("anniversary", "1942"), ("classic", "")])
def test_no_order_is_worse_than_the_first_one_and_no_unit_attacks_twice(
    monkeypatch: pytest.MonkeyPatch, edition: str, scenario: str
) -> None:
    better = 0
    for game, power in turns(edition, scenario, 3):
        planner, found = planned(game, power)
        with monkeypatch.context() as patch:
            patch.setattr(choice, "PASSES", 0)
            first = planned(game, power)[1]
        assert gain(found) >= gain(first)
        better += gain(found) > gain(first) + choice.BETTER
        used = Counter((r.origin, r.stack) for a in found for r in a.raiders)
        for attack in found:
            for lift in attack.lifts:
                used.update([(lift.origin, lift.carrier), *lift.boards])
        free = Planner(planner.view, planner.field).pool.left
        assert planner.pool.left == {key: n - used[key] for key, n in free.items()}
        assert min(planner.pool.left.values(), default=0) >= 0
    assert better


@pytest.mark.parametrize(("edition", "scenario"), [("anniversary", "1941"), ("anniversary", "1942"), ("classic", "")])
def test_an_attack_that_was_found_before_is_the_one_found_anew(
    monkeypatch: pytest.MonkeyPatch, edition: str, scenario: str
) -> None:
    """Within a turn, the best attack on a target is not searched for again while the same units are free for it."""
    known = 0
    now = Planner._best_now

    def checked(planner: Planner, target: str) -> Attack | None:
        nonlocal known
        before = len(planner._found)
        found, anew = now(planner, target), planner._best(target)
        known += len(planner._found) == before
        assert (found and vars(found)) == (anew and vars(anew))
        return found

    monkeypatch.setattr(Planner, "_best_now", checked)
    for game, power in turns(edition, scenario, 4):
        planned(game, power)
    assert known > 50
