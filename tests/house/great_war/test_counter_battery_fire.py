"""Artillery that fires at artillery: who may, what it destroys and cancels, and in which order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.ai import basic
from sandtable.battle.volley import ATTACKER, DEFENDER
from sandtable.core.decisions import Decision, PickUnits
from sandtable.core.errors import Illegal, RuleError
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from sandtable.rules import registry
from sandtable.server import prospects
from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import finish, scene
from tests.helpers import at, happened, tell

RULE, NUMBERS = "great_war.counter_battery_fire", "great_war.fighting_by_numbers"
NEUTRALIZING, TANKS, CARS = "great_war.artillery_neutralization", "great_war.tanks_now", "great_war.armored_car"
SUPPLIES, ROLE = "great_war.supply_chain", "counter_battery"


def lorraine(own: str, enemy: str, dice: list[int], rules: tuple[str, ...] = (), **more: Any) -> Game:
    """Germany attacks in Lorraine with these units."""
    units = {"Lorraine": {"Germany": own, "France": enemy}}
    given = {f"{RULE}.{name}": value for name, value in more.pop("numbers", {}).items()} | more.pop("options", {})
    game = scene("Germany", "combat", units, contested={"Lorraine": "France"}, rules=[RULE, *rules], dice=dice,
                 options=given, **more)  # fmt: skip
    return tell(game, "Lorraine", own)


def asked(game: Game) -> Decision:
    assert game.decision is not None
    return game.decision


def fired(game: Game, volley: str) -> list[tuple[str, list[int]]]:
    """What each group of dice of a volley hit on, and what it showed."""
    return [(e["hits_on"], e["dice"]) for e in happened(game, "volley_fired") if e["volley"] == volley]


LARGE = "7 infantry, 5 artillery", "6 infantry, 2 artillery"
#: 4 German hits with 7 infantry and 3 artillery, 3 French ones with 6 infantry and, as the last, 1 artillery.
NORMAL = [*[1] * 4, *[6] * 6, *[1] * 2, *[6] * 4, 1]


@pytest.mark.clause(
    "great_war.counter_battery_fire.2", "great_war.counter_battery_fire.3", "great_war.counter_battery_fire.5",
    "great_war.counter_battery_fire.6", "great_war.counter_battery_fire.7",
)  # fmt: skip
def test_example_of_both_sides() -> None:
    game = lorraine(*LARGE, [*NORMAL, 1, 4, 2])
    assert (asked(game).power, asked(game).kind) == ("Germany", "assign")
    with pytest.raises(Illegal, match="0 to 2"):
        game.answer("3 artillery")  # half of 5, rounded down
    tell(game, "2 artillery")
    assert (asked(game).power, asked(game).kind) == ("France", "assign")
    tell(game, "1 artillery")
    # Germany's 1 destroys an artillery and cancels the hit of the French artillery; France's 2 destroys one
    assert at(game, "Lorraine", "France") == {"infantry": 6, "artillery": 1}
    assert at(game, "Lorraine", "Germany") == {"infantry": 7, "artillery": 4}
    assert [e["hits"] for e in happened(game, "hits_canceled")] == [1]
    tell(game, "4 infantry", "2 infantry")
    assert at(game, "Lorraine", "France") == {"infantry": 2, "artillery": 1}
    assert at(game, "Lorraine", "Germany") == {"infantry": 5, "artillery": 4}


@pytest.mark.clause("great_war.counter_battery_fire.6")
@pytest.mark.parametrize(("fighter", "left"), [("", 2), (", 1 fighter", 1)])
def test_example_air_supremacy(fighter: str, left: int) -> None:
    """A 3 destroys an artillery with air supremacy only."""
    dice = [*[6] * (7 if fighter else 6), *[6] * 8, 3]
    game = lorraine(f"4 infantry, 3 artillery{fighter}", "6 infantry, 2 artillery", dice)
    tell(game, "1 artillery", {})
    assert at(game, "Lorraine", "France") == {"infantry": 6, "artillery": left}


@pytest.mark.clause("great_war.counter_battery_fire.1", "great_war.counter_battery_fire.4")
def test_example_no_support_by_counter_battery_fire() -> None:
    game = lorraine(*LARGE, [*NORMAL, 6, 6, 6])
    tell(game, "2 artillery", {})
    # 4 infantry at 2 and 3 at 3; the 3 artillery that fire normally roll apart
    assert [(on, len(dice)) for on, dice in fired(game, "attackers")] == [("2 and 3", 7), ("3", 3)]
    assert [(on, len(dice)) for on, dice in fired(game, "counter-battery fire")] == [("2", 2)]


@pytest.mark.clause("great_war.counter_battery_fire.8")
@pytest.mark.parametrize(("dice", "left"), [([2, 5], {"infantry": 2, "artillery": 1}), ([2, 2], {"infantry": 2})])
def test_example_artillery_in_counter_battery_fire_is_destroyed_last(dice: list[int], left: dict[str, int]) -> None:
    game = lorraine("2 infantry, 4 artillery", "2 infantry, 2 artillery", [*[6] * 4, *[6] * 3, *dice, 6])
    tell(game, "2 artillery", "1 artillery")
    assert at(game, "Lorraine", "France") == left
    lost = [s for e in happened(game, "lost") for s in e["force"]]
    assert [bool(s.cond.marks) for s in lost] == [False, True][: len(lost)]


@pytest.mark.clause("great_war.counter_battery_fire.3")
def test_a_single_artillery_may_not_but_allies_count_together() -> None:
    units = {"Lorraine": {"Germany": "1 infantry, 1 artillery", "France": "1 artillery", "Britain": "1 artillery"}}
    game = scene("Germany", "combat", units, contested={"Lorraine": "France"}, rules=[RULE], dice=[6] * 9)
    tell(game, "Lorraine", "1 infantry, 1 artillery")
    assert asked(game).kind == "assign" and asked(game).power in ("France", "Britain")


@pytest.mark.clause("great_war.counter_battery_fire.7")
@pytest.mark.parametrize(("hits", "canceled"), [(0, 0), (1, 1), (3, 2)])
def test_no_more_hits_are_canceled_than_the_artillery_scored(hits: int, canceled: int) -> None:
    """The hits of infantry stand."""
    guns = [*[1] * hits, *[6] * (3 - hits)]
    game = lorraine("4 infantry, 4 artillery", "2 infantry, 3 artillery", [*[6] * 6, 1, 1, *guns, 1, 1])
    tell(game, "2 artillery", {})
    assert sum(e["hits"] for e in happened(game, "hits_canceled")) == canceled


@pytest.mark.clause("great_war.counter_battery_fire.8")
def test_it_may_be_chosen_for_ordinary_hits() -> None:
    game = lorraine("4 infantry, 2 artillery", "2 infantry, 2 artillery", [*[1] * 2, *[6] * 3, *[6] * 3, 6, 6])
    tell(game, "1 artillery", "1 artillery")
    guns = [s for s in asked(game).form.force if s.type == "artillery"]  # type: ignore[attr-defined]
    assert len(guns) == 2  # those that fire normally, and those that do not
    tell(game, {guns[0]: 1, guns[1]: 1})
    assert at(game, "Lorraine", "France") == {"infantry": 2}


@pytest.mark.clause("great_war.counter_battery_fire.7")
def test_by_totals_the_artillery_scored_its_share() -> None:
    """8 infantry and 1 artillery defend at 27: 4.5, so 5 hits, of which the artillery scored 5 x 3/27, so 1."""
    dice = [3, 3, 1, 1]
    game = lorraine("9 infantry, 5 artillery", "8 infantry, 1 artillery", dice, (NUMBERS,))
    tell(game, "2 artillery")
    assert [on for on, _ in fired(game, "attackers")] == ["a total of 30"]  # 6 at 2, 3 at 3, 3 artillery at 3
    assert [on for on, _ in fired(game, "defenders")] == ["a total of 27"]
    assert [e["hits"] for e in happened(game, "hits_canceled")] == [1]
    finish(game, "combat")
    assert sum(at(game, "Lorraine", "Germany").values()) == 14 - 4


@pytest.mark.clause("great_war.counter_battery_fire.1")
def test_an_artillery_makes_one_kind_of_attack() -> None:
    game = lorraine(
        "2 infantry, 4 artillery", "4 infantry, 4 artillery", [1, *[6] * 20], (NEUTRALIZING, TANKS), round=3
    )
    tell(game, "2 artillery", "2 artillery")
    assert asked(game).form.high == 2  # type: ignore[attr-defined]
    tell(game, "1 artillery")
    finish(game, "combat")
    assert [len(dice) for _, dice in fired(game, "neutralizing fire")] == [1]
    # the suppressed artillery rolls neither normally nor counter-battery
    assert sum(len(dice) for _, dice in fired(game, "defenders")) + len(fired(game, "counter-battery fire")[1][1]) == 6


@pytest.mark.clause("great_war.counter_battery_fire.6")
def test_a_supply_adds_to_its_number_too() -> None:
    units = {"Lorraine": {"Germany": "2 infantry, 2 artillery, 1 supply", "France": "2 infantry, 2 artillery"}}
    game = scene("Germany", "combat", units, contested={"Lorraine": "France"}, rules=[RULE, SUPPLIES], dice=[6] * 9)
    tell(game, "Lorraine", "2 infantry, 2 artillery")
    answers = {"counter": "1 artillery", "supplies": "1 artillery"}
    while game.decision and game.decision.kind == "assign":
        text, form = game.decision.context["ask"], game.decision.form
        own = game.decision.power == "Germany"
        found: Any = next((a for word, a in answers.items() if word in text), {}) if own else {}
        marked = [s for s in form.force if ROLE in s.cond.marks]  # type: ignore[attr-defined]
        game.answer({marked[0]: 1} if "supplies" in text and own and marked else found)
    assert {on for on, _ in fired(game, "counter-battery fire")} <= {"2", "3"}
    assert fired(game, "counter-battery fire")[0][0] == "3"


@pytest.mark.clause("great_war.counter_battery_fire.3", "great_war.counter_battery_fire.6",
                    "great_war.counter_battery_fire.7")  # fmt: skip
@pytest.mark.parametrize(
    ("option", "value", "most", "dice", "left", "canceled"),
    [
        ("max_share", "1/2", 2, [2, 3], 3, 0),
        ("max_share", "1", 4, [2, 3, 4, 2], 2, 0),
        ("max_share", "3/4", 3, [2, 3, 1], 2, 1),
        ("kill_number", 4, 2, [4, 5], 3, 0),
        ("kill_number_air_supremacy", 5, 2, [5, 6], 4, 0),
        ("negate_number", 2, 2, [2, 2], 2, 2),
        ("negate_number", 0, 2, [1, 1], 2, 0),
    ],
)
def test_other_numbers(option: str, value: Any, most: int, dice: list[int], left: int, canceled: int) -> None:
    """4 artillery against 4, of which each scores a hit."""
    rolls = [*[6] * (4 + 4 - most), *[6] * 4, *[1] * 4, *dice]
    game = lorraine("4 infantry, 4 artillery", "4 infantry, 4 artillery", rolls, numbers={option: value})
    assert asked(game).form.high == most  # type: ignore[attr-defined]
    tell(game, f"{most} artillery", {})
    assert at(game, "Lorraine", "France")["artillery"] == left
    assert sum(e["hits"] for e in happened(game, "hits_canceled")) == canceled


@pytest.mark.clause("great_war.counter_battery_fire.6")
def test_another_number_with_air_supremacy() -> None:
    options = {"kill_number_air_supremacy": 5}
    rolls = [*[6] * 5, *[6] * 5, 5, 6]
    game = lorraine("2 infantry, 4 artillery, 1 fighter", "2 infantry, 3 artillery", rolls, numbers=options)
    tell(game, "2 artillery", {})
    assert at(game, "Lorraine", "France") == {"infantry": 2, "artillery": 2}


@pytest.mark.clause("great_war.counter_battery_fire.5")
def test_odds_know_the_hits_that_wait() -> None:
    """As casualties are chosen, nothing is left to chance."""
    game = lorraine(*LARGE, [*NORMAL, 1, 4, 2])
    tell(game, "2 artillery", "1 artillery")
    for still in ((6, 12), (6, 0)):  # 2 infantry of Germany, 4 of France
        found = prospects.brief(prospects.standing(game, "Lorraine"))
        assert (found.attacker_loss, found.defender_loss) == pytest.approx(still)
        game.answer(asked(game).advice)


@pytest.mark.clause("great_war.counter_battery_fire.1")
def test_the_computer_player_uses_it_where_it_pays() -> None:
    """With air supremacy, defending artillery does better against artillery that supports nobody."""
    game = lorraine("1 infantry, 6 artillery", "1 infantry, 4 artillery, 2 fighter", [6] * 30)
    game.answer({})
    assert (asked(game).power, basic.Basic()(game, asked(game))) == ("France", {Stack("France", "artillery"): 2})


@pytest.mark.parametrize("value", ["2", "half", "1/0", "-1/2"])
def test_a_share_is_a_fraction(value: str) -> None:
    with pytest.raises(RuleError, match="max_share must be a fraction from 0 to 1"):
        registry.build("great_war", [RULE], {f"{RULE}.max_share": value})


class Guns(Referee):
    """A battle in which all artillery that may fires counter-battery."""

    def answer(self, asked: Decision) -> Any:
        if asked.kind != "assign" or ROLE not in asked.context["marks"]:
            return asked.advice
        assert isinstance(asked.form, PickUnits)
        stack = next(s for s in asked.form.force if s.type == "artillery")
        return {stack: asked.form.high}


ROLES = tuple(f"{side}_counter_battery: all" for side in (ATTACKER, DEFENDER))


@pytest.mark.clause("great_war.counter_battery_fire.6", "great_war.counter_battery_fire.7")
@pytest.mark.parametrize(
    ("own", "enemy", "rules"),
    [
        ("2 infantry, 2 artillery", "2 infantry, 2 artillery", ()),
        ("3 infantry, 4 artillery, 1 fighter", "4 infantry, 2 artillery", ()),
        ("8 infantry, 4 artillery", "7 infantry, 4 artillery", (NUMBERS,)),
        ("2 infantry, 2 artillery, 2 armored_car", "3 infantry, 4 artillery", (CARS,)),
        ("2 infantry, 2 artillery, 1 tank", "2 infantry, 2 artillery", (TANKS,)),
    ],
)
def test_the_referee_rolls_what_is_solved(own: str, enemy: str, rules: tuple[str, ...]) -> None:
    referee = Guns("land", own, enemy, rules=(RULE, *rules), seed=5)
    _, expected = referee.solved(ROLES)
    assert sum(expected.values()) == pytest.approx(1, abs=1e-12)
    seen = Counter(referee.roll() for _ in range(300))
    assert p_value(expected, seen, 300) > 1e-5
