"""What freighters earn, what merchant raiders take, and how raiders are found."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.battle.test_great_war_odds import Referee
from tests.battle.test_referee import p_value
from tests.conformance.great_war.board import ends, finish, scene
from tests.helpers import at, happened, tell

RULE = "great_war.freighters_and_raiders"
ALL = ["great_war.freighters", "great_war.merchant_raiders", RULE]


def game_at(power: str, phase: str, units: dict[str, dict[str, str]], **more: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    return scene(power, phase, units, rules=ALL, options=options, **more)


def earned(power: str, units: dict[str, str], **more: Any) -> int:
    """What the freighters of a power earn, by sea zone."""
    far = {"Brest": {"France": "1 infantry"}, "Rome": {"Italy": "1 infantry"}, "London": {"Britain": "1 infantry"}}
    game = game_at(power, "move", far, **more)
    for zone, text in units.items():  # a turn begins without marks: put them on now
        for stack, n in game.rules.words.read_force(text, power).items():
            game.state.put(zone, stack, n)
    (step,) = [s for s in game.rules.sequence("income") if s.name == "freighters"]
    line = step.what(game, power)
    return line[0] if line else 0


MOVED = "1 freighter (moved 1, sailed=Sea Zone 3)"


@pytest.mark.clause("great_war.freighters_and_raiders.1", "great_war.freighters_and_raiders.3",
                    "great_war.freighters_and_raiders.4")  # fmt: skip
@pytest.mark.parametrize(("options", "ipcs"), [({}, 4), ({"freighter_income_naval_base": 3}, 6)])
def test_example_freighters_at_naval_bases_of_allies(options: dict[str, int], ipcs: int) -> None:
    assert earned("Britain", {"Sea Zone 12": MOVED, "Sea Zone 15": MOVED}, options=options) == ipcs
    assert earned("Britain", {"Sea Zone 9": MOVED}, options=options) == 1  # off the French coast


@pytest.mark.clause("great_war.freighters_and_raiders.5")
@pytest.mark.parametrize(
    ("options", "ipcs"), [({}, 1), ({"freighter_coast_minimum": 1}, 2), ({"freighter_income_coast": 2}, 2)]
)
def test_example_freighters_off_the_coast_of_allies(options: dict[str, int], ipcs: int) -> None:
    assert earned("Italy", {"Sea Zone 19": MOVED, "Sea Zone 25": MOVED}, options=options) == ipcs


@pytest.mark.clause("great_war.freighters_and_raiders.6")
def test_example_a_freighter_that_does_not_move_earns_nothing() -> None:
    assert earned("France", {"Sea Zone 4": "1 freighter"}) == 0
    assert earned("France", {"Sea Zone 12": "1 freighter (moved 2, sailed=Sea Zone 12)"}) == 0
    game = game_at("France", "move", {"Sea Zone 8": {"France": "1 freighter"}, "Paris": {"France": "1 infantry"}})
    tell(game, "1 freighter: Sea Zone 8 > Sea Zone 4", "done")
    finish(game, "collect")
    assert [e["ipcs"] for e in happened(game, "income") if e["why"] == "freighters"] == [1]


@pytest.mark.clause("great_war.freighters_and_raiders.2")
def test_only_the_entente_has_freighters() -> None:
    game = game_at("Germany", "move", {})
    assert "freighter" not in game.rules.q.for_sale(game, "Germany")
    assert "freighter" in game.rules.q.for_sale(game, "Russia")


@pytest.mark.clause("great_war.freighters_and_raiders.7")
def test_a_freighter_that_is_attacked_is_destroyed() -> None:
    units = {"Sea Zone 9": {"Britain": "2 freighter", "Germany": "1 submarine"}}
    game = game_at("Germany", "combat", units, dice=[6])
    tell(game, "Sea Zone 9")
    finish(game, "combat")
    assert at(game, "Sea Zone 9", "Britain") == {}


def raided(zone: str, die: int, choice: str = "", owner: str = "Ottoman Empire", **more: Any) -> tuple[int, int]:
    """What Britain loses and a raider's power gains after Britain has collected."""
    game = game_at("Britain", "collect", {zone: {owner: "1 merchant raider"}}, ipcs={"Britain": 0, owner: 0},
                   dice=[die], **more)  # fmt: skip
    if choice:
        tell(game, choice)
    return 30 - game.state.ipcs["Britain"], game.state.ipcs[owner]


@pytest.mark.clause("great_war.freighters_and_raiders.9", "great_war.freighters_and_raiders.10",
                    "great_war.freighters_and_raiders.11")  # fmt: skip
def test_example_raids_on_egypt_and_the_sudan() -> None:
    assert raided("Sea Zone 28", 4, "coast Egypt") == (1, 1)
    assert raided("Sea Zone 28", 5, "coast Egypt") == (1, 0)
    assert raided("Sea Zone 28", 5, "coast Anglo-Egyptian Sudan") == (0, 0)
    assert raided("Sea Zone 28", 4, "coast Anglo-Egyptian Sudan") == (1, 0)
    assert raided("Sea Zone 28", 4, "coast Egypt", options={"raid_number": 3}) == (1, 0)


@pytest.mark.clause("great_war.freighters_and_raiders.12")
def test_example_a_raid_on_the_naval_base_of_london() -> None:
    assert raided("Sea Zone 9", 3, "base London", "Germany") == (2, 2)
    assert raided("Sea Zone 9", 5, "base London", "Germany") == (1, 1)


@pytest.mark.clause("great_war.freighters_and_raiders.8", "great_war.freighters_and_raiders.13")
@pytest.mark.parametrize(("options", "ipcs"), [({}, 2), ({"boarding_theft": 5}, 5)])
def test_a_raider_boards_a_freighter(options: dict[str, int], ipcs: int) -> None:
    units = {"Sea Zone 4": {"Britain": "2 freighter"}, "Sea Zone 5": {"Germany": "1 merchant raider"},
             "Munich": {"Germany": "1 infantry"}}  # fmt: skip
    game = game_at("Germany", "move", units, ipcs={"Britain": 9, "Germany": 0}, options=options)
    tell(game, "1 merchant raider: Sea Zone 5 > Sea Zone 4", "Britain")
    assert (game.state.ipcs["Britain"], game.state.ipcs["Germany"]) == (9 - ipcs, ipcs)
    assert at(game, "Sea Zone 4") == {"freighter": 1, "merchant_raider": 1}
    guarded = {**units, "Sea Zone 4": {"Britain": "2 freighter, 1 cruiser"}}
    game = game_at("Germany", "move", guarded)
    tell(game, "1 merchant raider: Sea Zone 5 > Sea Zone 4")
    assert at(game, "Sea Zone 4", "Britain") == {"freighter": 2, "cruiser": 1}


@pytest.mark.clause("great_war.freighters_and_raiders.14")
def test_two_raiders_in_a_sea_zone() -> None:
    units = {"Sea Zone 10": {"Germany": "1 merchant raider", "Austria-Hungary": "1 merchant raider"},
             "Sea Zone 11": {"Germany": "1 merchant raider"}, "Munich": {"Germany": "1 infantry"}}  # fmt: skip
    game = game_at("Germany", "move", units)
    assert "Sea Zone 10" not in ends(game, "Sea Zone 11", "merchant_raider")
    with pytest.raises(Illegal):
        tell(game, "1 merchant raider: Sea Zone 11 > Sea Zone 10")
    game = game_at("Germany", "move", units, options={"raiders_per_sea_zone": 3})
    assert "Sea Zone 10" in ends(game, "Sea Zone 11", "merchant_raider")
    game = game_at("Germany", "purchase", units, ipcs={"Germany": 20})
    tell(game, "go on", "2 merchant raider")
    finish(game, "combat", {"move": "done"})
    while game.decision and game.decision.kind != "place":
        tell(game, "go on")
    with pytest.raises(Illegal):
        tell(game, "1 merchant raider > Sea Zone 10")
    with pytest.raises(Illegal):
        tell(game, "2 merchant raider > Sea Zone 11")


@pytest.mark.clause("great_war.freighters_and_raiders.15")
@pytest.mark.parametrize(("options", "left"), [({}, 2), ({"raiders_per_power": 3}, 0)])
def test_five_raiders_of_a_power(options: dict[str, int], left: int) -> None:
    units = {"Sea Zone 10": {"Germany": "2 merchant raider"}, "Sea Zone 11": {"Germany": "1 merchant raider"}}
    game = game_at("Germany", "purchase", units, options=options)
    assert game.rules.q.for_sale(game, "Germany").get("merchant_raider", 0) == left


@pytest.mark.clause(
    "great_war.freighters_and_raiders.16", "great_war.freighters_and_raiders.17", "great_war.freighters_and_raiders.18"
)
@pytest.mark.parametrize(("dice", "found"), [([3, 1, 6, 6, 6], True), ([4], False)])
def test_example_three_warships_look_for_a_raider(dice: list[int], found: bool) -> None:
    units = {"Sea Zone 28": {"Britain": "2 cruiser, 1 battleship", "Ottoman Empire": "1 merchant raider"}}
    game = game_at("Britain", "combat", units, dice=dice)
    tell(game, "Sea Zone 28")
    assert at(game, "Sea Zone 28", "Ottoman Empire") == ({} if found else {"merchant_raider": 1})
    assert [e["hits_on"] for e in happened(game, "tested")] == [3]


@pytest.mark.clause("great_war.freighters_and_raiders.17")
def test_the_referee_rolls_what_is_solved() -> None:
    referee = Referee("sea", "2 cruiser", "1 cruiser, 1 merchant_raider", rules=tuple(ALL), seed=3)

    def told(result: Any) -> Any:
        return tuple(tuple(row for row in side if row[0] != "merchant_raider") for side in result)

    expected: dict[Any, float] = {}
    for result, p in referee.solved()[1].items():
        expected[told(result)] = expected.get(told(result), 0.0) + p
    seen = Counter(told(referee.roll()) for _ in range(200))
    assert p_value(expected, seen, 200) > 1e-5
