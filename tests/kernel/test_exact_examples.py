"""Example rules of battles: the solver equals the enumeration of all dice, and the referee rolls what is solved.

The referee's comparison of roles and checks is in `test_roles`; here are fire from outside and dice of no unit, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.battle.contest import program
from sandtable.battle.losses import default_order, with_damaged
from sandtable.battle.odds import solve_battle
from sandtable.battle.volley import ATTACKER, DEFENDER, Piece
from sandtable.engine.battles import Battle
from sandtable.rules import registry
from tests.battle.referee import ATTACKING, DEFENDING, FastDice, Referee
from tests.battle.test_brute_force import Case
from tests.battle.test_great_war_odds import Referee as GreatWarReferee
from tests.helpers import position

from .examples_battles import EXAMPLES
from .test_roles import agrees

KNOWN = {rule.id: rule for rule in EXAMPLES}
#: Units in other spaces, where a rule lets them fire into the battle.
ELSEWHERE: dict[str, dict[str, str]] = {"port_guns": {"Germany": "2 antiaircraft gun"}}
#: Capabilities of both sides.
HELD = {"super_armor": ("super_armor",), "super_subs": ("super_submarines",)}
CLASSIC: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "port_guns": ("sea", {"fighter": 2, "transport": 1}, {"transport": 1}),
    "motherland": ("land", {"infantry": 2}, {"infantry": 1}),
    "dogfights": ("land", {"infantry": 1, "fighter": 1}, {"infantry": 1, "fighter": 1}),
    "submarine_search": ("sea", {"fighter": 2}, {"submarine": 1}),
    "super_armor": ("land", {"tank": 2}, {"tank": 1}),
    "yamato": ("sea", {"battleship": 1, "transport": 1}, {"transport": 2}),
    "marines": ("land", {"infantry": 2}, {"infantry": 1}),
    "super_subs": ("sea", {"battleship": 1, "transport": 1}, {"submarine": 1, "transport": 1}),
    "destroyers": ("sea", {"submarine": 2}, {"transport": 1, "aircraft_carrier": 1}),
}
GREAT_WAR = {
    "diving": ("sea", "2 cruiser", "2 submarine"),
    "cruiser_screens": ("sea", "2 submarine", "1 cruiser, 1 transport"),
    "neutralization": ("land", "1 infantry, 1 artillery", "2 infantry"),
    "sharpshooters": ("land", "2 infantry", "1 infantry, 1 artillery"),
    "artillery_trucks": ("land", "2 infantry, 1 tank", "1 infantry"),
}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = {**registry.rules(), **KNOWN}
    monkeypatch.setattr(registry, "rules", lambda: known)


class Outside(Referee):
    """A battle with what its rules let fire into it, such as guns in ports around it."""

    home = ""  # where it takes place, if not at the place of all such battles
    owners = (ATTACKING, DEFENDING)

    def __init__(self, name: str) -> None:
        where, attackers, defenders = CLASSIC[name]
        super().__init__(where, attackers, defenders)
        self.space = self.home or self.space
        words = {p: ", ".join(f"{n} {k}" for k, n in c.items()) for p, c in zip(self.owners, (attackers, defenders))}
        units = {self.space: words, **{s: {DEFENDING: text} for s, text in ELSEWHERE.get(name, {}).items()}}
        techs = dict.fromkeys(self.owners, HELD.get(name, ()))
        self.game = position(self.owners[0], "combat_move", units, rules=(f"ex_battles.{name}",), techs=techs)
        self.game.listening, self.game.dice = False, FastDice(7)
        self.start = self.game.state.copy()

    def battle(self) -> Battle:
        counts = zip(self.owners, (self.attackers, self.defenders))
        own, enemy = (self._force(owner, row, False) for owner, row in counts)
        return Battle(self.game, self.space, self.sequence, self.owners[0], own, enemy)


class Motherland(Outside):
    """Soviet defenders of their home, with the dice of the motherland."""

    home, owners = "Caucasus", (DEFENDING, ATTACKING)


class Given(Case):
    """A battle given by its pieces, for both ways to solve it."""

    def __init__(self, battle: Battle, rounds: int) -> None:
        rules, space = battle.game.rules, battle.space
        self.program = program(rules, battle.sequence, space, 1)
        self.pieces = (dict(battle.pieces(ATTACKER)), dict(battle.pieces(DEFENDER)))
        self.orders = {
            side: default_order([p for p in with_damaged(self.pieces[i]) if not p.aside], side, False)
            for i, side in enumerate((ATTACKER, DEFENDER))
        }
        self.rounds, self.policies, self.land = rounds, {}, self.program.land


def compare(case: Given) -> dict[Any, float]:
    """Compare both solutions of a battle; return the distribution over its final states."""
    expected, found = case.brute(), case.solved()
    assert sum(expected.values()) == 1
    for state in {*expected, *found}:
        assert float(expected.get(state, 0)) == pytest.approx(found.get(state, 0.0), abs=1e-12), state
    return found


def battle_of(name: str) -> Battle:
    return (Motherland if name == "motherland" else Outside)(name).battle()


@pytest.mark.parametrize("name", CLASSIC)
def test_the_solver_equals_the_enumeration(name: str) -> None:
    for rounds in (1, 2):
        assert len(compare(Given(battle_of(name), rounds))) > 1


@pytest.mark.parametrize("name", GREAT_WAR)
def test_the_solver_equals_the_enumeration_in_1914(name: str) -> None:
    referee = GreatWarReferee(*GREAT_WAR[name], rules=(f"ex_battles.{name}",))
    attackers, defenders = (referee.force(side, False) for side in (ATTACKER, DEFENDER))
    assert (
        len(compare(Given(Battle(referee.game, referee.space, referee.sequence, "Germany", attackers, defenders), 1)))
        > 1
    )


@pytest.mark.parametrize("make", [Outside, Motherland])
def test_the_referee_rolls_fire_from_outside_as_solved(make: type[Outside]) -> None:
    agrees(make("port_guns" if make is Outside else "motherland"))


def test_guns_outside_and_dice_of_no_unit_matter() -> None:
    """Each aircraft falls to 2 guns with 1 in 6; the motherland hits at 2 as long as its defenders stand."""

    def lost(pieces: Mapping[Piece, int], name: str) -> float:
        battle = battle_of(name)
        odds = solve_battle(battle.game.rules, battle.sequence, battle.pieces(ATTACKER), pieces, rounds=1)
        return odds.expected_loss[ATTACKER]

    for name, chance, cost in (("port_guns", 1 / 6, 12), ("motherland", 0.0, 3)):
        pieces = battle_of(name).pieces(DEFENDER)
        assert any(p.aside for p in pieces), name
        bare = {p: n for p, n in pieces.items() if not p.aside}
        assert lost(pieces, name) > lost(bare, name) + 0.9 * chance * cost, name
