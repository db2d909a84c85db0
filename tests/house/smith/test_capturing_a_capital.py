"""smith.capturing_a_capital: temporary capitals, half incomes, and allies that collect."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import end_moves, until
from tests.helpers import happened, position, tell

clause = pytest.mark.clause
RULE = "smith.capturing_a_capital"
RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
EAST = "Soviet Far East"
CAPITALS = ("Russia", "Karelia S.S.R.", "United Kingdom")
#: All Soviet territories go to Germany but Karelia (3), Kazakh, Novosibirsk, Evenki, Yakut, and the Far East: 13.
REST = {"Caucasus": GERMANY, "Russia": RED}


def russia_falls(owners: dict[str, str] | None = None, soviet_ipcs: int = 17, **more: Any) -> Game:
    """Germany, with armor in the Ukraine, takes empty Russia by a blitz through the Caucasus."""
    units = {"Caucasus": {GERMANY: "2 armor"}, "Germany": {GERMANY: "1 infantry"}, **more.pop("units", {})}
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    game = position(
        GERMANY, "combat_move", units, owners={**REST, **(owners or {})}, ipcs={RED: soviet_ipcs, GERMANY: 0},
        rules=[RULE], options=options, **more,
    )  # fmt: skip
    return tell(game, "1 armor: Caucasus > Russia")


def soviet_income(game: Game) -> int:
    """What the Soviet Union has after its next turn; it begins it with nothing."""
    while (game.state.round, game.state.turn) < (2, 1):
        game.answer(game.open[0].advice)
    return game.state.ipcs[RED]


@clause("smith.capturing_a_capital.1", "smith.capturing_a_capital.2", "smith.capturing_a_capital.3")
@clause("smith.capturing_a_capital.4", "smith.capturing_a_capital.5")
def test_example_karelia_becomes_the_temporary_capital() -> None:
    game = russia_falls({"Sinkiang": RED, "Yakut S.S.R.": US, EAST: US, "Kazakh S.S.R.": RED})
    worth = sum(game.rules.q.value(game, s) for s, p in game.state.owner.items() if p == RED)
    assert (game.state.ipcs[GERMANY], game.state.ipcs[RED]) == (17, 0)
    assert happened(game, "temporary_capital") == [{"power": RED, "space": "Karelia S.S.R."}]
    assert worth == 11
    assert soviet_income(game) == 5  # half of 11, rounded down
    until(game, RED, "purchase")
    tell(game, "1 infantry")
    until(game, RED, "place")
    assert game.rules.q.placement(game, RED, "infantry") == ["Karelia S.S.R."]


@clause("smith.capturing_a_capital.4")
@pytest.mark.parametrize(
    ("options", "income"),
    [({}, 7), ({"rounding": "up"}, 8), ({"temporary_income_factor": 1.0}, 15), ({"temporary_income_factor": 0.2}, 3)],
)
def test_example_half_of_15_is_rounded_down(options: dict[str, Any], income: int) -> None:
    game = russia_falls({"Sinkiang": RED}, options=options)
    assert soviet_income(game) == income


@clause("smith.capturing_a_capital.6", "smith.capturing_a_capital.8")
def test_example_the_temporary_capital_falls_and_the_americans_collect() -> None:
    game = position(
        GERMANY, "combat_move",
        {
            "Eastern Europe": {GERMANY: "1 armor"}, "Yakut S.S.R.": {US: "3 infantry"},
            "Germany": {GERMANY: "1 infantry"},
        },
        owners={"Russia": GERMANY}, ipcs={RED: 6, GERMANY: 0}, rules=[RULE],
        facts={"temporary_capitals": {RED: "Karelia S.S.R."}},
    )  # fmt: skip
    tell(game, "1 armor: Eastern Europe > Karelia S.S.R.")
    assert (game.state.ipcs[GERMANY], game.state.ipcs[RED]) == (6, 0)
    assert game.rules.q.may_collect(game, RED) is not None  # no capital of any kind
    until(game, JAPAN, "develop")
    while not any("territories of allies" in e["why"] for e in happened(game, "income")):
        assert game.state.round == 1
        game.answer(game.open[0].advice)
    (line,) = [e for e in happened(game, "income") if "territories of allies" in e["why"]]
    assert (line["power"], line["ipcs"]) == (US, 2)
    assert game.state.owner["Yakut S.S.R."] == RED  # control stays with the owner


def collected(owners: dict[str, str], **more: Any) -> list[tuple[str, int]]:
    units = {"Yakut S.S.R.": {US: "3 infantry", UK: "1 infantry"}, "Karelia S.S.R.": {UK: "1 infantry"}}
    game = position(
        US, "collect", units, owners={"Russia": GERMANY, **owners}, rules=[RULE],
        options={f"{RULE}.{name}": value for name, value in more.items()},
    )  # fmt: skip
    return [(e["power"], e["ipcs"]) for e in happened(game, "income") if "territories of allies" in e["why"]]


@clause("smith.capturing_a_capital.7", "smith.capturing_a_capital.9")
def test_example_karelia_is_won_back() -> None:
    assert collected({"Karelia S.S.R.": GERMANY}) == [(US, 2)]
    units = {
        "Finland-Norway": {UK: "2 infantry"},
        "United Kingdom": {UK: "1 infantry"},
        "Yakut S.S.R.": {US: "3 infantry"},
    }
    game = position(
        RED, "combat_move", {**units, "Ukraine S.S.R.": {RED: "1 infantry"}, "Kazakh S.S.R.": {RED: "1 infantry"}},
        owners={"Russia": GERMANY, "Karelia S.S.R.": GERMANY, "Caucasus": RED, "Ukraine S.S.R.": RED}, rules=[RULE],
    )  # fmt: skip
    assert game.rules.q.capital(game, RED) == "Russia"
    tell(game, "1 infantry: Ukraine S.S.R. > Karelia S.S.R.")
    assert game.rules.q.capital(game, RED) == "Karelia S.S.R."
    assert game.rules.q.may_collect(game, RED) is None
    until(game, JAPAN, "develop")
    while game.state.round == 1:
        game.answer(game.open[0].advice)
    assert not any("territories of allies" in e["why"] for e in happened(game, "income"))


def test_allies_do_not_collect_if_so_agreed() -> None:
    assert collected({"Karelia S.S.R.": GERMANY}, allies_collect=False) == []


@clause("smith.capturing_a_capital.8")
@pytest.mark.parametrize(("mine", "collector"), [(True, UK), (False, US)])
def test_allies_with_equal_armies_agree(mine: bool, collector: str) -> None:
    units = {"Yakut S.S.R.": {US: "1 infantry", UK: "1 infantry"}}
    owners = {"Russia": GERMANY, "Karelia S.S.R.": GERMANY}
    game = position(UK, "before_income", units, owners=owners, rules=[RULE])
    assert (game.open[0].kind, game.open[0].power, game.open[0].advice) == ("collect_for_ally", UK, True)
    tell(game, mine)
    while game.state.round == 1:
        game.answer(game.open[0].advice if game.open[0].kind != "move" else "done")
    lines = [e for e in happened(game, "income") if "territories of allies" in e["why"]]
    assert [(e["power"], e["ipcs"]) for e in lines] == [(collector, 2)]


@clause("smith.capturing_a_capital.3", "smith.capturing_a_capital.7")
def test_a_power_with_several_complexes_chooses() -> None:
    game = russia_falls(units={"Kazakh S.S.R.": {RED: "1 industrial complex, 1 infantry"}})
    assert (game.open[0].kind, game.open[0].power, game.open[0].advice) == ("temporary_capital", RED, "Karelia S.S.R.")
    tell(game, "Kazakh S.S.R.")  # as far from the enemy, but worth less
    assert game.rules.q.capital(game, RED) == "Kazakh S.S.R."


def test_the_true_capital_is_the_capital_again_when_it_is_free() -> None:
    facts = {"temporary_capitals": {RED: "Karelia S.S.R."}}
    game = position(
        RED, "combat_move", {"Karelia S.S.R.": {RED: "2 infantry"}}, owners={"Russia": GERMANY}, rules=[RULE],
        facts=facts, ipcs={GERMANY: 20, RED: 0},
    )  # fmt: skip
    tell(game, "1 infantry: Karelia S.S.R. > Russia")
    assert game.state.owner["Russia"] == RED and game.rules.q.capital(game, RED) == "Russia"
    assert game.state.facts["temporary_capitals"] == {} and game.state.ipcs[GERMANY] == 20
    before = game.state.ipcs[RED]
    until(game, GERMANY, "develop")
    assert not happened(game, "halved") and game.state.ipcs[RED] > before + 20


@clause("smith.capturing_a_capital.6", "smith.capturing_a_capital.9")
@pytest.mark.parametrize("exiled", [True, False])
def test_a_true_capital_returns_though_an_enemy_has_a_temporary_capital_there(exiled: bool) -> None:
    berlin = RED if exiled else GERMANY
    units = {"North Sea Zone": {US: f"1 transport (carrying infantry of {US})"}, "Germany": {berlin: "1 infantry"},
             "Eastern United States": {US: "1 infantry"}}  # fmt: skip
    owners = {"United Kingdom": GERMANY, "India": US, "Germany": berlin}
    facts = {"temporary_capitals": {GERMANY: "United Kingdom"} if exiled else {}}
    game = position(US, "combat_move", units, owners=owners, rules=[RULE], ipcs={GERMANY: 20, US: 0}, facts=facts)
    end_moves(tell(game, "1 infantry: North Sea Zone > United Kingdom"))
    assert game.state.owner["United Kingdom"] == game.state.owner["India"] == UK
    assert game.state.ipcs[US] == (20 if exiled else 0)  # the captor of a temporary capital takes the IPCs


@clause("smith.capturing_a_capital.4", "smith.capturing_a_capital.8")
def test_income_for_allies_is_not_halved() -> None:
    units = {"India": {UK: "1 industrial complex"}, "Yakut S.S.R.": {UK: "3 infantry"}}
    game = position(UK, "before_income", units, owners=dict.fromkeys(CAPITALS, GERMANY), rules=[RULE], ipcs={UK: 0},
                    facts={"temporary_capitals": {UK: "India"}})  # fmt: skip
    own = sum(e["ipcs"] for e in happened(game, "income") if "territories of allies" not in e["why"])
    assert game.state.ipcs[UK] == own // 2 + 2


@clause("smith.capturing_a_capital.10")
def test_example_no_units_at_an_allys_complex() -> None:
    units = {"Karelia S.S.R.": {UK: "2 infantry"}, "United Kingdom": {UK: "1 infantry"}}
    game = position(UK, "purchase", units, owners={"Russia": GERMANY}, ipcs={UK: 9}, rules=[RULE])
    tell(game, "1 infantry")
    until(game, UK, "place")
    with pytest.raises(Illegal, match="belongs to an ally"):
        tell(game, "1 infantry > Karelia S.S.R.")


def test_in_the_base_game_the_power_does_not_play_on() -> None:
    game = position(RED, "purchase", {"Kazakh S.S.R.": {RED: "1 infantry"}}, owners={"Russia": GERMANY}, ipcs={RED: 9})
    assert game.open[0].kind != "purchase"
