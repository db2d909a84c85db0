"""Artillery that suppresses defenders: when, how many, and what it still supports."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.ai.basic import fights
from sandtable.engine.game import Game
from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import finish, scene
from tests.helpers import at, happened, tell

RULE, TANKS, NUMBERS = "great_war.artillery_neutralization", "great_war.tanks_now", "great_war.fighting_by_numbers"


def lorraine(own: str, enemy: str, dice: list[int], round: int = 4, rules: tuple[str, ...] = (), **more: Any) -> Game:
    units = {"Lorraine": {"Germany": own, "France": enemy}}
    game = scene("Germany", "combat", units, contested={"Lorraine": "France"}, rules=[RULE, *rules], dice=dice,
                 round=round, **more)  # fmt: skip
    return tell(game, "Lorraine", own)


def fired(game: Game, volley: str) -> tuple[str, int]:
    """What was fired at in a volley, and with how many dice."""
    row = [e for e in happened(game, "volley_fired") if e["volley"] == volley][-1]
    return row["hits_on"], len(row["dice"])


@pytest.mark.clause(
    "great_war.artillery_neutralization.2", "great_war.artillery_neutralization.3",
    "great_war.artillery_neutralization.5", "great_war.artillery_neutralization.6",
)  # fmt: skip
def test_example_one_success_of_two() -> None:
    game = lorraine("6 infantry, 4 artillery", "6 infantry, 2 artillery", [3, 5, *[6] * 8, *[6] * 6])
    tell(game, "2 artillery")
    assert fired(game, "neutralizing fire") == ("3", 2)
    assert fired(game, "attackers") == ("2 and 3", 8)  # 4 infantry at 3, 2 at 2, 2 artillery at 3
    assert fired(game, "defenders") == ("3", 6)
    assert at(game, "Lorraine", "France") == {"infantry": 6, "artillery": 2}


@pytest.mark.clause("great_war.artillery_neutralization.3", "great_war.artillery_neutralization.4")
def test_example_three_successes_suppress_everybody() -> None:
    game = lorraine("6 infantry, 3 artillery", "5 infantry, 1 artillery", [1, 2, 3, *[6] * 6], round=5)
    tell(game, "3 artillery")
    assert not [e for e in happened(game, "volley_fired") if e["volley"] == "defenders"]
    assert at(game, "Lorraine", "France") == {"infantry": 5, "artillery": 1}


@pytest.mark.clause("great_war.artillery_neutralization.1")
@pytest.mark.parametrize(
    ("round", "rules", "options", "asked"),
    [(3, (), {}, False), (4, (), {}, True), (3, (TANKS,), {}, True), (1, (), {"tied_to_tanks": False}, True)],
)
def test_example_not_before_the_tanks(round: int, rules: tuple[str, ...], options: dict[str, Any], asked: bool) -> None:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = lorraine("2 infantry, 1 artillery", "2 infantry", [6] * 9, round, rules, options=given)
    assert (game.decision is not None and game.decision.kind == "assign") is asked


@pytest.mark.clause("great_war.artillery_neutralization.3", "great_war.artillery_neutralization.4")
@pytest.mark.parametrize(
    ("options", "left"), [({"suppressed_with_artillery": 0}, 4), ({"suppressed_without_artillery": 3}, 1), ({}, 2)]
)
def test_other_numbers(options: dict[str, int], left: int) -> None:
    """Two successes against 5 infantry and 1 artillery: so many still fire."""
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = lorraine("2 infantry, 2 artillery", "5 infantry, 1 artillery", [1, 1, *[6] * 9], options=given)
    tell(game, "2 artillery")
    assert fired(game, "defenders")[1] == left + (options.get("suppressed_with_artillery") == 0) * -1


@pytest.mark.clause("great_war.artillery_neutralization.6")
def test_suppressed_units_may_be_casualties() -> None:
    game = lorraine("4 infantry, 1 artillery", "1 infantry, 1 artillery", [1, 1, 1, 6, 6])
    tell(game, "1 artillery")
    finish(game, "combat")
    assert at(game, "Lorraine", "France") == {}


@pytest.mark.clause("great_war.artillery_neutralization.2")
def test_air_supremacy_and_totals() -> None:
    game = lorraine("8 infantry, 2 artillery, 1 fighter", "8 infantry", [4, 3, *[6] * 9], rules=(NUMBERS,))
    tell(game, "1 artillery")
    assert fired(game, "neutralizing fire") == ("4", 1)
    # 2 infantry at 3, 6 at 2, artillery at 4, fighter at 2
    assert fired(game, "attackers")[0] == "a total of 24"
    finish(game, "combat")
    assert fired(game, "defenders") == ("3", 6)  # 18 in all, below the threshold


@pytest.mark.clause("great_war.artillery_neutralization.3")
@pytest.mark.parametrize(
    ("own", "enemy"),
    [("3 infantry, 2 artillery", "2 infantry, 2 artillery"), ("2 infantry, 3 artillery", "4 infantry, 1 artillery")],
)
def test_the_referee_rolls_what_is_solved(own: str, enemy: str) -> None:
    """As `tied_to_tanks` is off, in round 1; the role is advised by the policy `all` here."""
    referee = Referee("land", own, enemy, rules=("great_war.artillery_neutralization", TANKS), seed=3)
    _, expected = referee.solved()
    seen = Counter(referee.roll() for _ in range(200))
    assert p_value(expected, seen, 200) > 1e-5


@pytest.mark.parametrize("enemy", ["5 infantry, 3 artillery", "1 infantry", "12 infantry"])
def test_the_computer_neutralizes_where_that_is_worth_more(enemy: str) -> None:
    """The odds know the round of the game, before which there is no such fire."""
    game = lorraine("3 infantry, 3 artillery", enemy, [6] * 20)
    assert game.decision and game.decision.kind == "assign"
    worth = [fights._role_worth(game, "attacker", "neutralizing", how) for how in ("all", "none")]
    assert worth[0] != worth[1]
    assert bool(fights.role(game, game.decision)) is (worth[0] > worth[1] + fights.ROLE_GAIN)
