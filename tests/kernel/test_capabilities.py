"""Capabilities held from the start or gained, list edits and short functions: in the game, the odds and in words."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import sandtable
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.engine.research import gain
from sandtable.rules import explain, registry

from .examples_edits import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_a_power_begins_with_what_several_rules_give_it() -> None:
    game = Game.new("classic", ["ex_edits.german_armor", "ex_edits.german_jets"])
    assert set(game.state.techs["Germany"]) == {"ex_edits_super_armor", "jet_power"}
    assert game.holds("Germany", "ex_edits_super_armor")
    assert game.stats("Germany", "fighter").defense == 5
    assert game.rules.capabilities["ex_edits_super_armor"].kind == "national advantage"
    assert {e.column for e in game.rules.edits_of("ex_edits_super_armor")} == {"attack", "defense"}


def test_the_odds_know_what_the_attacker_holds() -> None:
    rules = ["ex_edits.german_armor"]
    with_it = sandtable.odds("classic", "1 armor", "1 infantry", house_rules=rules, tech=["attacker: superior armor"])
    assert with_it.attacker_wins > sandtable.odds("classic", "1 armor", "1 infantry").attacker_wins


def test_a_capability_that_is_gained_changes_prices() -> None:
    game = Game.new("classic", ["ex_edits.improved_shipyards"])
    assert game.stats("Japan", "submarine").cost == 8
    gain(game, "Japan", "ex_edits_shipyards")
    assert game.stats("Japan", "submarine").cost == 6
    assert game.stats("Japan", "tank").cost == 5
    assert game.stats("Germany", "submarine").cost == 8


def test_prices_fall_by_percent_and_are_rounded_up() -> None:
    game = Game.new("classic", ["ex_edits.mass_production"])
    assert game.stats("Japan", "battleship", "Japan").cost == 20
    gain(game, "Japan", "ex_edits_mass")
    prices = {kind: game.stats("Japan", kind).cost for kind in ("infantry", "tank", "transport", "fighter")}
    assert prices == {"infantry": 3, "tank": 4, "transport": 7, "fighter": 10}
    assert game.stats("Japan", "transport", "Japan").cost == 6  # rounded up twice
    assert game.stats("Japan", "aircraft_carrier", "Japan").cost == 12


def test_short_functions_work_in_the_game() -> None:
    game = Game.at(
        "classic", ["ex_edits.phony_war", "ex_edits.war_bonds"], power="Germany", phase="combat_move", others="setup"
    )
    space = "Western Europe"
    assert game.rules.q.may_attack(game, "Japan", space).rule == "ex_edits.phony_war"  # type: ignore[union-attr]
    assert game.rules.q.may_attack(game, "Japan", "India") is None
    assert [s.what(game, "Japan") for s in game.rules.sequence("income")][-1] == (2, "war bonds")


def test_tanks_that_do_not_blitz() -> None:
    def at(*rules: str) -> Game:
        units = {"Ukraine S.S.R.": {"Germany": "1 armor"}}
        return Game.at("classic", rules, power="Germany", phase="combat_move", units=units, others="empty")

    order = "1 armor: Ukraine S.S.R. > Caucasus > Russia"
    at().answer(order)
    with pytest.raises(Illegal):
        at("ex_edits.no_blitz").answer(order)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("german_armor", "In the first round of combat, armor units of powers with Superior Armor attack at 4."),
        ("german_jets", "Germany also starts with Jet Power."),
        ("improved_shipyards", "Ships of powers with Improved Shipyards cost 2 IPCs less."),
        ("mass_production", "Ships of Japan cost 20 percent less in Japan."),
        ("no_blitz", "Armor units are also “heavy”."),
    ],
)
def test_in_words(rule: str, sentence: str) -> None:
    assert sentence in explain.of_rule(f"ex_edits.{rule}")[1]


def test_why_names_the_rule_and_its_condition() -> None:
    rules = registry.build("classic", ["ex_edits.german_armor", "ex_edits.german_jets"])
    assert ("ex_edits.german_jets", "Germany also starts with Jet Power.") in explain.chain(
        rules.why("powers.Germany.technologies"), rules.tables
    )
    assert rules.why("units.tank.attack")[-1].rule == "ex_edits.german_armor"


@pytest.mark.parametrize("pair", list(combinations(KNOWN, 2)), ids="+".join)
def test_every_pair_composes_and_plays(pair: tuple[str, str]) -> None:
    assert registry.check("classic", pair) == []
    game, rng = Game.new("classic", pair, seed="+".join(pair)), Random(1)
    for _ in range(60):
        decision = game.open[0]
        game.answer(decision.form.sample(rng), id=decision.id)
    assert game.state.round >= 1
