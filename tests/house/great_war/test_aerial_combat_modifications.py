"""Air battles of one exchange, and air supremacy by number; the solver knows both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import sandtable
from sandtable.engine.game import Game
from tests.conformance.great_war.board import finish, scene
from tests.helpers import at, happened

RULE = "great_war.aerial_combat_modifications"


def battle(
    germany: str, france: str, dice: Sequence[int] | None, rules: tuple[str, ...] = (RULE,), **more: Any
) -> Game:
    units = {"Lorraine": {"Germany": germany, "France": france}}
    return finish(scene("Germany", "combat", units, dice=dice, rules=list(rules), **more), "combat")


def rows(game: Game) -> list[tuple[str, str, int, int]]:
    """Of each volley: its name, the number hit on, dice and hits."""
    return [(e["volley"], e["hits_on"], len(e["dice"]), e["hits"]) for e in happened(game, "volley_fired")]


@pytest.mark.clause(
    "great_war.aerial_combat_modifications.1", "great_war.aerial_combat_modifications.2",
    "great_war.aerial_combat_modifications.3",
)  # fmt: skip
def test_example_three_against_two() -> None:
    game = battle("1 artillery, 2 infantry, 3 fighter", "5 infantry, 2 fighter", [1, 3, 5, 2, 6, *[6] * 5, *[6] * 5])
    assert rows(game)[:2] == [("fighters", "3", 3, 2), ("fighters", "3", 2, 1)]
    # 2 fighters and 1 infantry at 2, the promoted one at 3, the artillery at 4
    assert rows(game)[2] == ("attackers", "2 and 3 and 4", 5, 0)
    assert at(game, "Lorraine", "Germany")["fighter"] == 2


@pytest.mark.clause("great_war.aerial_combat_modifications.2", "great_war.aerial_combat_modifications.3")
def test_example_the_outnumbered_fight_on_below_enemy_supremacy() -> None:
    game = battle("3 infantry, 2 fighter", "1 artillery, 2 infantry, 2 fighter", [4, 6, 1, 5, *[6] * 4, *[6] * 5])
    assert [row[0] for row in rows(game)] == ["fighters", "fighters", "attackers", "defenders"]
    assert rows(game)[3][1] == "2 and 3 and 4"  # fighters, infantry, artillery
    assert at(game, "Lorraine", "Germany") == {"infantry": 3, "fighter": 1}


@pytest.mark.clause("great_war.aerial_combat_modifications.4")
def test_example_one_against_one_is_no_supremacy() -> None:
    game = battle(
        "1 artillery, 2 infantry, 2 fighter", "1 artillery, 2 infantry, 2 fighter", [1, 6, 1, 6, *[6] * 4, *[6] * 4]
    )
    assert [row[1] for row in rows(game)[2:]] == ["2 and 3", "2 and 3"]


@pytest.mark.clause("great_war.aerial_combat_modifications.3")
def test_alone_in_the_air_there_is_no_battle() -> None:
    game = battle("1 artillery, 1 infantry, 1 fighter", "1 infantry", [6, 6, 6, 6])
    assert rows(game)[0] == ("attackers", "2 and 3 and 4", 3, 0)


@pytest.mark.clause("great_war.aerial_combat_modifications.1")
def test_together_with_totals_a_fighter_counts_2_on_land() -> None:
    rules = (RULE, "great_war.fighting_by_numbers")
    force = "20 infantry, 10 artillery, 1 fighter"
    assert rows(battle(force, "25 infantry", [3, 3], rules))[0] == ("attackers", "a total of 92", 1, 15)
    everywhere = battle(force, "25 infantry", [3, 3], rules, options={f"{RULE}.applies_to": "all_combat"})
    assert rows(everywhere)[0] == ("attackers", "a total of 93", 1, 16)


def test_other_numbers_may_be_agreed_on() -> None:
    options = {f"{RULE}.exchanges": 2, f"{RULE}.fighter_hit_value": 4, f"{RULE}.supremacy_by_majority": False}
    units = ("1 artillery, 2 infantry, 3 fighter", "2 infantry, 1 fighter")
    game = battle(*units, [6, 6, 6, 6, 6, 6, 6, 6, *[6] * 6, *[6] * 3], options=options)
    assert [row[:3] for row in rows(game)[:4]] == [("fighters", "4", 3), ("fighters", "4", 1)] * 2
    assert rows(game)[4][1] == "2 and 3"


def test_the_odds_know_it() -> None:
    odds = sandtable.odds("great_war", "1 infantry, 2 fighter", "1 infantry, 2 fighter", house_rules=[RULE])
    fighters = [Counter({p.type: n for p, n in o.attacker.items()})["fighter"] for o in odds.outcomes]
    both = sum(o.p for n, o in zip(fighters, odds.outcomes) if n == 2)
    assert both < 1 / 4  # neither of two dice at 3 hit, and nothing was lost on land
    assert sum(o.p for o in odds.outcomes) == pytest.approx(1)
