"""Income, capture and liberation: R145 to R152, R197."""

from __future__ import annotations

import pytest

from sandtable.core.forces import Stack
from sandtable.engine.board import production
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, combat_over, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"


@clause("classic.R145", "classic.R12")
@pytest.mark.parametrize(("power", "ipcs"), [(RED, 24), ("Germany", 32), (UK, 30), ("Japan", 25), (US, 36)])
def test_a_power_collects_its_national_production_level(power: str, ipcs: int) -> None:
    game = position(power, "collect", ipcs={power: 5})
    assert game.state.ipcs[power] == ipcs + 5
    assert happened(game, "income") == [{"power": power, "ipcs": ipcs, "why": "production"}]


@clause("classic.R145")
def test_territories_that_changed_hands_count_for_their_holder() -> None:
    owners = {"Caucasus": "Germany", "Persia": "Germany", "Libya": UK}
    game = position("Germany", "collect", owners=owners, ipcs={"Germany": 0})
    assert game.state.ipcs["Germany"] == 32 + 3 + 1 - 1


@clause("classic.R146", "classic.R151.2", "classic.R151.3")
def test_without_its_capital_a_power_collects_nothing_and_nobody_else_does() -> None:
    game = position(
        "Germany", "collect", {"Western Europe": {"Germany": "1 infantry"}}, owners={"Germany": UK}, ipcs={"Germany": 0}
    )
    assert game.state.ipcs["Germany"] == 0
    assert [e["power"] for e in happened(game, "no_income")] == ["Germany"]
    before = game.state.ipcs[UK]
    until(game, "Japan", "purchase")
    assert game.state.ipcs[UK] - before + _spent(game, UK) == 30 + 10  # for Germany, not for Western Europe


def _spent(game: Game, power: str) -> int:
    return sum(e["ipcs"] for e in happened(game, "bought") if e["power"] == power)


@clause("classic.R197")
def test_territories_taken_this_turn_pay_this_turn() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 infantry"}},
        ipcs={"Germany": 0},
    )
    game.answer("done")
    assert game.state.ipcs["Germany"] == 35


@clause("classic.R147", "classic.R12", "classic.R33")
def test_control_value_complex_and_gun_pass_at_once() -> None:
    game = position(
        "Germany",
        "combat_move",
        {
            "Finland-Norway": {"Germany": "1 infantry"},
            "Germany": {"Germany": "1 infantry"},
            "Karelia S.S.R.": {RED: "1 aa gun"},
        },
    )
    game.answer("1 infantry: Finland-Norway > Karelia S.S.R.")
    assert game.state.owner["Karelia S.S.R."] == "Germany"
    assert (production(game, "Germany"), production(game, RED)) == (35, 21)
    assert {s.owner for s in game.state.at("Karelia S.S.R.")} == {"Germany"}
    assert {s.type for s in game.state.at("Karelia S.S.R.")} == {"infantry", "antiaircraft_gun", "industrial_complex"}


def karelia_retaken() -> Game:
    """British infantry take Karelia, which is German, with a gun there."""
    return attack(
        UK,
        ["1 infantry: Russia > Karelia S.S.R."],
        {"Russia": {UK: "1 infantry"}, "Karelia S.S.R.": {"Germany": "1 aa gun"}},
        owners={"Karelia S.S.R.": "Germany"},
    )


@clause("classic.R148")
def test_a_territory_of_an_ally_is_liberated_with_complex_and_gun() -> None:
    game = karelia_retaken()
    assert game.state.owner["Karelia S.S.R."] == RED
    assert [(e["power"], e["owner"]) for e in happened(game, "liberated")] == [(UK, RED)]
    owners = {s.type: s.owner for s in game.state.at("Karelia S.S.R.")}
    assert owners == {"infantry": UK, "antiaircraft_gun": RED, "industrial_complex": RED}
    assert (production(game, RED), production(game, UK)) == (24, 30)


@clause("classic.R148", "classic.R150")
def test_only_what_was_an_allys_at_the_start_is_liberated() -> None:
    game = attack(
        UK,
        ["1 infantry: Anglo-Sudan Egypt > Libya", "1 infantry: Karelia S.S.R. > Finland-Norway"],
        {"Anglo-Sudan Egypt": {UK: "1 infantry"}, "Karelia S.S.R.": {UK: "1 infantry"}},
        owners={"Libya": "Japan"},
    )
    assert game.state.owner["Libya"] == game.state.owner["Finland-Norway"] == UK
    assert happened(game, "liberated") == []


@clause("classic.R150", "classic.R157")
def test_a_former_neutral_belongs_to_nobody_originally() -> None:
    game = attack(
        UK,
        ["1 infantry: Syria-Iraq > Turkey"],
        {"Syria-Iraq": {UK: "1 infantry"}},
        owners={"Turkey": "Germany"},
    )
    assert game.state.owner["Turkey"] == UK
    other = attack(
        "Germany",
        ["1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 infantry"}},
        owners={"Caucasus": UK},
    )
    assert other.state.owner["Caucasus"] == "Germany"
    assert other.rules.spaces["Turkey"].owner is None


def while_russia_is_german() -> Game:
    """British infantry take Karelia while Russia is German."""
    return attack(
        UK,
        ["1 infantry: Ukraine S.S.R. > Karelia S.S.R."],
        {"Ukraine S.S.R.": {UK: "1 infantry"}, "Kazakh S.S.R.": {UK: "2 infantry"}},
        owners={"Russia": "Germany", "Karelia S.S.R.": "Germany", "Ukraine S.S.R.": UK},
        ipcs={UK: 20, "Germany": 20, RED: 0},
    )


@clause("classic.R149")
def test_while_the_allys_capital_is_lost_the_captor_keeps_what_it_frees() -> None:
    game = while_russia_is_german()
    assert game.state.owner["Karelia S.S.R."] == UK
    assert happened(game, "liberated") == []
    assert {s.type: s.owner for s in game.state.at("Karelia S.S.R.")}["industrial_complex"] == UK
    game.answer("done")
    assert happened(game, "income")[0]["ipcs"] == 30 + 3 + 3  # with Karelia and the Ukraine of this scene


@clause("classic.R149", "classic.R141", "classic.R140.2")
def test_the_captor_uses_the_complex_from_its_next_turn() -> None:
    game = while_russia_is_german()
    until(game, UK, "purchase")
    game.answer("4 infantry")
    until(game, UK, "place")
    refused(game, "4 infantry > Karelia S.S.R.", "classic.R140")
    game.answer("3 infantry > Karelia S.S.R., 1 infantry > United Kingdom")
    assert at(game, "Karelia S.S.R.", UK) == {"infantry": 4}


@clause("classic.R149", "classic.R151", "classic.R152")
def test_when_the_capital_is_freed_allies_give_back_what_they_keep() -> None:
    game = position(
        UK,
        "combat_move",
        {"Kazakh S.S.R.": {UK: "1 infantry"}, "Karelia S.S.R.": {UK: "1 infantry"}, UK: {UK: "1 infantry"}},
        owners={"Russia": "Germany", "Karelia S.S.R.": UK, "Novosibirsk": US, "Caucasus": "Germany", "India": UK},
        ipcs={"Germany": 17, RED: 0},
    )
    game.answer("1 infantry: Kazakh S.S.R. > Russia")
    owner = game.state.owner
    assert [owner[s] for s in ("Russia", "Karelia S.S.R.", "Novosibirsk", "Caucasus", "India")] == [
        RED, RED, RED, "Germany", UK,
    ]  # fmt: skip
    assert sorted(e["space"] for e in happened(game, "returned")) == ["Karelia S.S.R.", "Novosibirsk"]
    assert Stack(RED, "industrial_complex") in {s._replace(cond=Stack("", "").cond) for s in game.state.at("Russia")}
    assert game.state.ipcs[RED] == 0 and game.state.ipcs["Germany"] == 17  # nothing is paid back (R152)


def russia_falls(ipcs: int = 14) -> Game:
    """German infantry take Russia."""
    return attack(
        "Germany",
        ["2 infantry: Caucasus > Russia"],
        {
            "Caucasus": {"Germany": "2 infantry"},
            "Russia": {RED: "1 infantry"},
            "Karelia S.S.R.": {RED: "3 infantry"},
        },
        owners={"Caucasus": "Germany"},
        ipcs={RED: ipcs, "Germany": 10},
        dice=[1, 6, 6],
    )


@clause("classic.R151")
def test_the_captor_of_a_capital_takes_all_its_owners_ipcs() -> None:
    game = russia_falls()
    assert combat_over(game)
    assert (game.state.ipcs["Germany"], game.state.ipcs[RED]) == (24, 0)
    assert game.state.owner["Russia"] == "Germany"
    assert happened(game, "plundered") == [{"power": "Germany", "ipcs": 14, "loser": RED}]


@clause("classic.R151")
def test_no_ipcs_change_hands_with_other_territories() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Finland-Norway > Karelia S.S.R."],
        {"Finland-Norway": {"Germany": "1 infantry"}},
        ipcs={RED: 14, "Germany": 10},
    )
    assert (game.state.ipcs["Germany"], game.state.ipcs[RED]) == (10, 14)


@clause("classic.R151.1", "classic.R151.2")
def test_the_loser_of_its_capital_moves_and_fights_on_but_does_not_buy() -> None:
    game = russia_falls()
    assert game.state.owner["Karelia S.S.R."] == RED
    assert at(game, "Karelia S.S.R.", RED) == {"infantry": 3}
    until(game, RED, "move", "combat")
    assert not [d for d in game.log if d.decision.power == RED and d.decision.kind in ("purchase", "develop")]
    game.answer("3 infantry: Karelia S.S.R. > Finland-Norway")
    assert game.state.owner["Finland-Norway"] == RED
    until(game, "Germany", "develop")
    assert game.state.ipcs[RED] == 0


@clause("classic.R151.4")
def test_from_the_captor_of_a_capital_no_cash_is_taken() -> None:
    game = position(
        UK,
        "combat_move",
        {"Kazakh S.S.R.": {UK: "1 infantry"}, UK: {UK: "1 infantry"}},
        owners={"Russia": "Germany"},
        ipcs={"Germany": 40, UK: 5, RED: 0},
    )
    game.answer("1 infantry: Kazakh S.S.R. > Russia")
    assert (game.state.ipcs["Germany"], game.state.ipcs[UK], game.state.ipcs[RED]) == (40, 5, 0)
    assert happened(game, "plundered") == []


@clause("classic.R152")
def test_after_its_capital_is_freed_a_power_collects_in_its_next_turn_and_buys_in_the_one_after() -> None:
    game = position(
        UK,
        "combat_move",
        {"Kazakh S.S.R.": {UK: "1 infantry"}, "Karelia S.S.R.": {RED: "1 infantry"}},
        owners={"Russia": "Germany"},
        ipcs={"Germany": 40, UK: 5, RED: 0},
    )
    game.answer("1 infantry: Kazakh S.S.R. > Russia")
    until(game, RED, "move")
    assert not [d for d in game.log if d.decision.power == RED]  # nothing to buy with
    until(game, "Germany", "move")
    assert game.state.ipcs[RED] == 24
    until(game, RED, "purchase")
    assert asked(game) == ("purchase", RED)
    tell(game, "8 infantry")
