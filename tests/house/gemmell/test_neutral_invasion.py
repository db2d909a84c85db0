"""Price of invading neutrals: 5 IPCs, or 10 in four cases, from the first invader only."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import happened, position, tell

RULE = "gemmell.neutral_invasion"


def fee(power: str, space: str, by_air: bool = False, **options: Any) -> int | None:
    """What entering a neutral costs."""
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = position(power, "combat_move", rules=[RULE], options=given)
    answer: int | None = game.rules.q.entry_fee(game, power, game.rules.words.space(space), by_air)
    return answer


def invasion(power: str, units: dict[str, str], ipcs: int, **more: Any) -> Game:
    """Units about to move, and one in the capital so that the phase does not end by itself."""
    placed = {space: {power: text} for space, text in units.items()}
    placed[registry.build("classic").powers[power].capital] = {power: "1 infantry"}
    return position(power, "combat_move", placed, ipcs={power: ipcs}, rules=[RULE], **more)


@pytest.mark.parametrize(
    ("power", "space", "price"),
    [
        pytest.param("Germany", "Sweden", 5, marks=pytest.mark.clause("gemmell.neutral_invasion.2")),
        pytest.param("Germany", "Spain", 10, marks=pytest.mark.clause("gemmell.neutral_invasion.6")),
        pytest.param("Japan", "Spain", 5, marks=pytest.mark.clause("gemmell.neutral_invasion.6")),
        pytest.param("Germany", "Argentina", 10, marks=pytest.mark.clause("gemmell.neutral_invasion.7")),
        pytest.param("United Kingdom", "Saudi Arabia", 10, marks=pytest.mark.clause("gemmell.neutral_invasion.8")),
        pytest.param("United States", "Saudi Arabia", 5, marks=pytest.mark.clause("gemmell.neutral_invasion.8")),
        pytest.param("Soviet Union", "Turkey", 10, marks=pytest.mark.clause("gemmell.neutral_invasion.9")),
        pytest.param("Germany", "Turkey", 10, marks=pytest.mark.clause("gemmell.neutral_invasion.9")),
        pytest.param("Japan", "Turkey", 10, marks=pytest.mark.clause("gemmell.neutral_invasion.5")),
    ],
)
def test_fees(power: str, space: str, price: int) -> None:
    assert fee(power, space) == price


@pytest.mark.clause("gemmell.neutral_invasion.2", "gemmell.neutral_invasion.6")
def test_example_germany_invades_spain() -> None:
    game = tell(invasion("Germany", {"Western Europe": "2 armor"}, 12), "2 armor: Western Europe > Spain")
    assert game.state.ipcs["Germany"] == 2
    assert game.state.owner["Spain"] == "Germany"
    assert [e["ipcs"] for e in happened(game, "neutral_violated")] == [10]
    tell(game, "done")
    assert not happened(game, "battle_started")


@pytest.mark.clause("gemmell.neutral_invasion.3", "gemmell.neutral_invasion.6")
def test_example_germany_cannot_pay_for_spain() -> None:
    game = invasion("Germany", {"Western Europe": "1 infantry"}, 9)
    with pytest.raises(Illegal, match=r"cannot afford the 10 IPCs to enter Spain"):
        tell(game, "1 infantry: Western Europe > Spain")
    assert game.state.ipcs["Germany"] == 9


@pytest.mark.clause("gemmell.neutral_invasion.1", "gemmell.neutral_invasion.2", "gemmell.neutral_invasion.5")
def test_example_the_united_states_land_in_spain() -> None:
    game = invasion("United States", {"West Spain Sea Zone": "1 transport (carrying infantry of United States)"}, 5)
    tell(game, "1 infantry: West Spain Sea Zone > Spain")
    assert game.state.owner["Spain"] == "United States"
    assert game.state.ipcs["United States"] == 0


@pytest.mark.clause("gemmell.neutral_invasion.4", "gemmell.neutral_invasion.9")
def test_example_turkey_is_paid_for_once() -> None:
    game = tell(invasion("Soviet Union", {"Caucasus": "1 infantry"}, 10), "1 infantry: Caucasus > Turkey")
    assert game.state.ipcs["Soviet Union"] == 0
    owners = {"Turkey": "Soviet Union"}
    ally = invasion("United Kingdom", {"Syria-Iraq": "1 infantry"}, 0, owners=owners)
    tell(ally, "done", "1 infantry: Syria Jordan > Turkey")
    assert ally.state.owner["Turkey"] == "Soviet Union"
    ship = "1 transport (carrying infantry of Germany)"
    enemy = invasion("Germany", {"Eastern Mediterranean Sea Zone": ship}, 0, owners=owners)
    tell(enemy, "1 infantry: Eastern Mediterranean Sea Zone > Turkey")
    assert enemy.state.owner["Turkey"] == "Germany"
    assert not happened(ally, "neutral_violated") + happened(enemy, "neutral_violated")


@pytest.mark.clause("gemmell.neutral_invasion.2", "gemmell.neutral_invasion.7")
def test_example_argentina_costs_germany_more_than_japan() -> None:
    germany = invasion("Germany", {"Brazil": "2 infantry"}, 11, owners={"Brazil": "Germany"})
    tell(germany, "1 infantry: Brazil > Argentina-Chile")
    assert germany.state.ipcs["Germany"] == 1
    japan = invasion("Japan", {"Peru Sea Zone": "1 transport (carrying infantry of Japan)"}, 6)
    tell(japan, "1 infantry: Peru Sea Zone > Argentina")
    assert japan.state.ipcs["Japan"] == 1


@pytest.mark.clause("gemmell.neutral_invasion.3", "gemmell.neutral_invasion.8")
def test_example_saudi_arabia_is_dear_for_the_united_kingdom() -> None:
    ships = {
        p: {"Red Sea Zone": f"1 transport (carrying infantry of {p})"} for p in ("United Kingdom", "United States")
    }
    british = invasion("United Kingdom", ships["United Kingdom"], 8)
    with pytest.raises(Illegal):
        tell(british, "1 infantry: Red Sea Zone > Saudi Arabia")
    americans = tell(invasion("United States", ships["United States"], 8), "1 infantry: Red Sea Zone > Saudi Arabia")
    assert americans.state.ipcs["United States"] == 3


@pytest.mark.clause("gemmell.neutral_invasion.4")
def test_one_fee_for_any_number_of_units() -> None:
    game = invasion("Germany", {"Finland-Norway": "3 infantry"}, 5)
    tell(game, "2 infantry: Finland-Norway > Sweden")
    assert game.state.ipcs["Germany"] == 0
    tell(game, "done", "1 infantry: Finland-Norway > Sweden")
    assert len(happened(game, "neutral_violated")) == 1


def test_armor_blitzes_on_through_a_neutral_and_infantry_stops() -> None:
    game = invasion("Germany", {"Western Europe": "1 armor, 1 infantry"}, 10)
    with pytest.raises(Illegal):
        tell(game, "1 infantry: Western Europe > Spain > Gibraltar")
    tell(game, "1 armor: Western Europe > Spain > Gibraltar")
    assert (game.state.owner["Spain"], game.state.owner["Gibraltar"]) == ("Germany", "Germany")
    assert game.state.ipcs["Germany"] == 0


def test_a_way_through_two_neutrals_costs_both_fees() -> None:
    poor = invasion("Germany", {"Brazil": "1 armor"}, 9, owners={"Brazil": "Germany"})
    with pytest.raises(Illegal, match="10 IPCs for 2 neutral territories"):
        tell(poor, "1 armor: Brazil > Peru > Colombia")
    rich = invasion("Germany", {"Brazil": "1 armor"}, 10, owners={"Brazil": "Germany"})
    tell(rich, "1 armor: Brazil > Peru > Colombia")
    assert rich.state.ipcs["Germany"] == 0


def test_flying_over_costs_the_base_fee_once_a_turn_and_keeps_the_neutrality() -> None:
    game = position(
        "Germany", "combat_move",
        {"Western Europe": {"Germany": "3 fighter"}, "Gibraltar": {"United Kingdom": "1 infantry"}},
        ipcs={"Germany": 3}, rules=[RULE],
    )  # fmt: skip
    tell(game, "1 fighter: Western Europe > Spain > Gibraltar", "1 fighter: Western Europe > Spain > Gibraltar")
    assert game.state.owner["Spain"] is None
    assert [e["ipcs"] for e in happened(game, "neutral_violated")] == [3]
    assert game.state.ipcs["Germany"] == 0


def test_overflight_may_be_an_invasion() -> None:
    assert fee("Germany", "Spain", by_air=True) == 3
    assert fee("Germany", "Spain", by_air=True, overflight_fee="invasion_fee") == 10
    game = position(
        "Germany", "combat_move",
        {"Western Europe": {"Germany": "1 fighter"}, "Gibraltar": {"United Kingdom": "1 infantry"}},
        ipcs={"Germany": 10}, rules=[RULE], options={f"{RULE}.overflight_fee": "invasion_fee"},
    )  # fmt: skip
    tell(game, "1 fighter: Western Europe > Spain > Gibraltar")
    assert game.state.owner["Spain"] == "Germany"


def test_a_special_fee_may_come_on_top() -> None:
    assert fee("Germany", "Spain", special_fee_mode="adds") == 15
    assert fee("Germany", "Sweden", special_fee_mode="adds") == 5


def test_other_fees_may_be_agreed_on() -> None:
    assert fee("Germany", "Sweden", invasion_fee=7) == 7
    special = [{"neutral": "Ireland", "invader": "Germany", "fee": 12}]
    assert fee("Germany", "Eire", special_fees=special) == 12
    assert fee("Germany", "Spain", special_fees=special) == 5


@pytest.mark.parametrize(
    "row",
    [
        {"neutral": "Spain", "fee": 1},
        {"neutral": "Spain", "invader": "Sparta", "fee": 1},
        {"neutral": "Spain", "invader": "any", "fee": "x"},
    ],
)
def test_special_fees_that_are_none_are_refused(row: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=RULE):
        registry.build("classic", [RULE], {f"{RULE}.special_fees": [row]})


@pytest.mark.clause("gemmell.neutral_invasion.1")
def test_strict_neutrals_stay_closed() -> None:
    game = position(
        "Germany", "combat_move", {"Finland-Norway": {"Germany": "1 infantry"}}, rules=[RULE, "common.strict_neutrals"]
    )
    with pytest.raises(Illegal):
        tell(game, "1 infantry: Finland-Norway > Sweden")
