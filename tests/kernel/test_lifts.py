"""Edits that hold in battles: the referee, the exact odds and the sentences read the same record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.battle import forces
from sandtable.battle.odds import choose_and_solve
from sandtable.rules import explain, registry
from tests.helpers import happened, position, tell

from .examples_battles import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def fired(game: Any) -> list[tuple[str, str, int]]:
    return [(e["volley"], e["hits_on"], len(e["dice"])) for e in happened(game, "volley_fired")]


def fought(rule: str, attack: str, defend: str, dice: list[int], space: str = "Ukraine S.S.R.", **more: Any) -> Any:
    """A battle fought by the referee with these dice."""
    power = more.pop("power", "Soviet Union")
    holder = more.pop("holder", "Germany")
    game = position(
        power, "combat", {space: {power: attack, holder: defend}}, owners={space: holder}, dice=dice, rules=[rule],
        **more,
    )  # fmt: skip
    while game.decision is not None and game.battle is not None:
        advised = game.decision.advice
        tell(game, advised() if isinstance(advised, Callable) else advised)  # type: ignore[arg-type]
    return game


def test_super_armor_hits_better_in_the_first_round_only() -> None:
    game = fought(
        "ex_battles.super_armor",
        "1 armor",
        "1 armor",
        [5, 5, 3, 3],
        techs={"Soviet Union": ["super_armor"]},
        holder="Germany",
    )
    assert fired(game) == [("attackers", "4", 1), ("defenders", "2", 1), ("attackers", "3", 1), ("defenders", "2", 1)]


def test_the_odds_are_exact() -> None:
    """One armor against one infantry: 4/6 to hit in the first round, 3/6 in each later one; the infantry hits at 2."""
    odds = sandtable.odds(
        "classic", "1 armor", "1 infantry", house_rules=["ex_battles.super_armor"], tech=["attacker: super armor"]
    )
    later = (1 / 2 * 2 / 3) / (1 - 1 / 2 * 2 / 3)
    assert odds.attacker_wins == pytest.approx(2 / 3 * 2 / 3 + 1 / 3 * 2 / 3 * later, abs=1e-12)
    bare = sandtable.odds("classic", "1 armor", "1 infantry", house_rules=["ex_battles.super_armor"])
    assert bare.attacker_wins == sandtable.odds("classic", "1 armor", "1 infantry").attacker_wins


def test_an_edit_for_a_place_holds_there_only() -> None:
    rules = registry.build("classic", ["ex_battles.atlantic_wall"])
    there, elsewhere = (
        choose_and_solve(rules, at, {
            "attacker": forces.pieces(rules, "attacker", forces.read_units(rules, "1 armor"), at),
            "defender": forces.pieces(rules, "defender", {("Germany", "infantry", 0): 1}, at),
        }, rounds=1).attacker_wins
        for at in (forces.place(rules, "Western Europe"), forces.place(rules, "Ukraine"))
    )  # fmt: skip
    assert there == pytest.approx(1 / 2 * 1 / 2)
    assert elsewhere == pytest.approx(1 / 2 * 2 / 3)


def test_one_tank_supports_two_infantry() -> None:
    odds = sandtable.odds(
        "great_war", "2 infantry, 1 tank", "3 infantry", house_rules=["ex_battles.artillery_trucks"], rounds=1
    )
    bare = sandtable.odds("great_war", "2 infantry, 1 tank", "3 infantry", rounds=1)
    # 2 or less becomes 3 or less for both infantry; each hit destroys 3 IPCs
    assert odds.expected_loss["defender"] - bare.expected_loss["defender"] == pytest.approx(3 * 2 / 6)


def test_opening_fire_depends_on_who_is_there() -> None:
    """A carrier in place of a destroyer: the submarines' opening fire does not take place while it floats."""
    lone = sandtable.odds(
        "classic", "1 submarine", "1 transport", "sea", house_rules=["ex_battles.destroyers"], rounds=1
    )
    seen = sandtable.odds(
        "classic",
        "1 submarine",
        "1 transport, 1 aircraft carrier",
        "sea",
        house_rules=["ex_battles.destroyers"],
        rounds=1,
    )
    assert lone.expected_loss["defender"] == pytest.approx(8 / 3)
    assert seen.expected_loss["defender"] == 0


@pytest.mark.parametrize("rule", EXAMPLES, ids=lambda r: r.id)
def test_each_example_is_told(rule: Any) -> None:
    draft, _, _ = registry.draft(rule.editions[0], [rule])
    told = explain.explain(draft.record, draft.tables, rule.id)
    assert told and all(line.endswith(".") and "UnitEdit" not in line for line in told)
